"""Hand and Foot as on Board Game Arena, by its rules."""

import pytest

from games.variants.variant import Opening, Seating
from tests.variants.build import BGA, shown

CONTRACT = {"clean_books": 2, "dirty_books": 2, "wild_books": 1, "meld_points": 310}
ALONE = BGA.at(3)
OUT = {"ended_by": "going_out", "went_out": 0}


def test_the_worked_round() -> None:
    house = BGA.at(2, 2, contract_clean=2, contract_dirty=1, contract_wild=0)
    one = {"clean_books": 2, "dirty_books": 1, "meld_points": 340, "hand_points": 45}
    assert house.found(one, **OUT) == []
    assert house.scores(one, **OUT) == [1_695, 0]
    assert shown(house.lines(one, **OUT)[0]) == [
        ("meld_points", None, None, 340),
        ("clean_books", 2, 500, 1000),
        ("dirty_books", 1, 300, 300),
        ("going_out", None, None, 100),
        ("hand_points", None, None, -45),
    ]


def test_two_to_seven_play_alone_or_up_to_twelve_in_equal_teams() -> None:
    alone = [seating.teams for seating in BGA.variant.seatings if seating.each == 1]
    in_teams = {(seating.teams, seating.each) for seating in BGA.variant.seatings}
    assert alone == [2, 3, 4, 5, 6, 7]
    assert {one for one in in_teams if one[1] > 1} == {
        (teams, each) for teams in range(2, 7) for each in range(2, 7) if teams * each <= 12
    }
    assert len(in_teams) == len(BGA.variant.seatings)


def test_team_mates_sit_evenly_round_the_table() -> None:
    assert Seating(3, 2).alternate() == (0, 2, 4, 1, 3, 5)
    assert Seating(2, 6).alternate()[:4] == (0, 6, 1, 7)
    assert BGA.variant.clockwise


# What a round is worth


@pytest.mark.parametrize(
    ("field", "bonus"), [("clean_books", 500), ("dirty_books", 300), ("wild_books", 1500)]
)
def test_a_book_has_its_bonus_on_top_of_its_cards(field: str, bonus: int) -> None:
    assert BGA.scores({field: 1, "meld_points": 140}) == [bonus + 140, 0]
    three = {field: 3, "meld_points": 420}
    assert BGA.scores({}, three) == [0, 3 * bonus + 420]
    assert shown(BGA.lines({}, three)[1])[1:] == [(field, 3, bonus, 3 * bonus)]


@pytest.mark.parametrize(
    ("option", "field"),
    [
        ("clean_bonus", "clean_books"),
        ("dirty_bonus", "dirty_books"),
        ("wild_bonus", "wild_books"),
    ],
)
def test_a_table_may_agree_on_another_bonus_for_a_book(option: str, field: str) -> None:
    house = BGA.at(2, 2, **{option: 250})
    books = {"clean_books": 0, "dirty_books": 0, "wild_books": 0, "meld_points": 280}
    assert house.scores({**books, field: 2})[0] == 280 + 500
    untouched = {"clean_books", "dirty_books", "wild_books"} - {field}
    for other in untouched:
        assert house.scores({**books, other: 2}) == BGA.scores({**books, other: 2})


def test_red_threes_count_for_the_team_on_the_table_and_against_it_in_hand() -> None:
    assert BGA.scores({"red_threes": 9, "red_threes_left": 2}) == [700, 0]
    lines = BGA.lines({"red_threes": 9, "red_threes_left": 2})[0]
    assert shown(lines) == [("red_threes", 9, 100, 900), ("red_threes_left", 2, -100, -200)]


def test_a_table_may_agree_on_another_value_for_a_red_three() -> None:
    house = BGA.at(2, 2, red_three_value=50)
    assert house.scores({"red_threes": 3}, {"red_threes_left": 2}) == [150, -100]


def test_going_out_is_100_unless_agreed_otherwise() -> None:
    assert BGA.scores(CONTRACT, **OUT)[0] == BGA.scores(CONTRACT)[0] + 100
    house = BGA.at(2, 2, going_out_bonus=0)
    assert house.scores(CONTRACT, **OUT) == house.scores(CONTRACT) == BGA.scores(CONTRACT)


def test_what_is_left_in_hands_and_feet_is_taken_off() -> None:
    assert BGA.scores({"meld_points": 65, "hand_points": 120}, {"hand_points": 5}) == [-55, -5]


# What is found


@pytest.mark.parametrize(
    "field", ["clean_books", "dirty_books", "wild_books", "red_threes", "red_threes_left"]
)
def test_a_count_that_is_negative_or_not_whole_is_an_error(field: str) -> None:
    assert BGA.found({}, {field: -1}) == [("error", "negative", field, 1)]
    assert BGA.found({}, {field: 0.5}) == [("error", "not_whole", field, 1)]


@pytest.mark.parametrize("field", ["meld_points", "hand_points"])
def test_points_that_are_negative_or_off_the_step_of_five_are_an_error(field: str) -> None:
    assert BGA.found({field: -10}) == [("error", "negative", field, 0)]
    assert BGA.found({field: 33}) == [("error", "off_step", field, 0)]
    assert BGA.found({field: 35}) == []


def test_what_books_need_at_the_least_is_said() -> None:
    needs = {"clean_books": 1, "dirty_books": 3, "wild_books": 1}
    found = BGA.findings({"meld_cards": {"aces": 1}, **needs})
    assert {one.code: one.values for one in found} == {
        "melds_too_low": {"least": 35 + 3 * 50 + 140},
        "too_few_wilds": {"least": 10},
        "too_few_cards": {"least": 35},
    }


@pytest.mark.parametrize(
    ("field", "least"), [("clean_books", 35), ("dirty_books", 50), ("wild_books", 140)]
)
def test_melds_below_what_a_book_holds_are_an_error(field: str, least: int) -> None:
    assert BGA.found({field: 1, "meld_points": least - 5}) == [
        ("error", "melds_too_low", "meld_points", 0)
    ]
    assert BGA.found({field: 1, "meld_points": least}) == []


def test_what_the_books_hold_is_added_up() -> None:
    assert BGA.found({**CONTRACT, "meld_points": 2 * 35 + 2 * 50 + 140}) == []
    assert BGA.found({**CONTRACT, "meld_points": 2 * 35 + 2 * 50 + 135}) == [
        ("error", "melds_too_low", "meld_points", 0)
    ]


@pytest.mark.parametrize(
    ("cards", "field", "code"),
    [
        ({"twos": 6, "aces": 1}, "wild_books", "too_few_wilds"),
        ({"aces": 7}, "dirty_books", "too_few_wilds"),
        ({"aces": 6}, "clean_books", "too_few_cards"),
        ({"jokers": 6}, "dirty_books", "too_few_cards"),
    ],
)
def test_classes_that_cannot_make_the_books_are_an_error(
    cards: dict[str, int], field: str, code: str
) -> None:
    assert BGA.found({"meld_cards": cards, field: 1}) == [("error", code, "meld_cards", 0)]


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        ({"jokers": 3, "twos": 4}, "wild_books"),
        ({"jokers": 1, "four_to_seven": 6}, "dirty_books"),
        ({"four_to_seven": 7}, "clean_books"),
    ],
)
def test_classes_that_just_make_a_book_are_fine(cards: dict[str, int], field: str) -> None:
    assert BGA.found({"meld_cards": cards, field: 1}) == []


def test_nothing_is_summed_over_the_teams_since_the_deck_varies() -> None:
    one = {
        "clean_books": 30,
        "wild_books": 6,
        "meld_points": 9_000,
        "red_threes": 40,
        "red_threes_left": 3,
        "hand_points": 3_000,
    }
    assert BGA.found(one, one) == []
    cards = {"jokers": 40, "twos": 60, "aces": 60, "eight_to_king": 400, "four_to_seven": 300}
    assert BGA.found({"meld_cards": cards}, {"hand_cards": {**cards, "black_threes": 90}}) == []


def test_a_lone_player_who_went_out_cannot_have_cards_left() -> None:
    assert ALONE.found({**CONTRACT, "hand_points": 5}, **OUT) == [
        ("error", "hand_left_after_out", "hand_points", 0)
    ]
    assert ALONE.found({**CONTRACT, "hand_cards": {"aces": 1}}, **OUT) == [
        ("error", "hand_left_after_out", "hand_cards", 0)
    ]
    assert ALONE.found({**CONTRACT, "red_threes_left": 1}, **OUT) == [
        ("error", "red_threes_left_after_out", "red_threes_left", 0)
    ]


def test_others_may_have_cards_left_and_so_may_a_partner_of_who_went_out() -> None:
    left = {"hand_points": 45, "red_threes_left": 1}
    assert ALONE.found(CONTRACT, left, **OUT) == []
    assert ALONE.found({**CONTRACT, **left}) == []
    assert BGA.found({**CONTRACT, **left}, **OUT) == []


@pytest.mark.parametrize(
    ("field", "code", "named"),
    [
        (
            "clean_books",
            "too_few_clean_books",
            "Clean books of Celia-Dev: 1. The contract asks for 2",
        ),
        (
            "dirty_books",
            "too_few_dirty_books",
            "Dirty books of Celia-Dev: 1. The contract asks for 2",
        ),
        ("wild_books", "too_few_wild_books", "Wild books of Celia-Dev: 0. The contract asks for 1"),
    ],
)
def test_going_out_with_fewer_books_than_the_contract_is_a_warning(
    field: str, code: str, named: str
) -> None:
    books = {**CONTRACT, field: int(str(CONTRACT[field])) - 1}
    found = BGA.findings({}, books, ended_by="going_out", went_out=1)
    assert [(one.severity, one.code, one.field, one.column) for one in found] == [
        ("warning", code, field, 1)
    ]
    assert named in found[0].message % {**found[0].values, "column": "Celia-Dev"}
    assert BGA.found({}, books) == []


def test_each_missing_book_is_a_warning_of_its_own_and_the_whole_contract_none() -> None:
    codes = [code for _severity, code, _field, _column in BGA.found(**OUT)]
    assert codes == ["too_few_clean_books", "too_few_dirty_books", "too_few_wild_books"]
    assert BGA.found(CONTRACT, **OUT) == []


@pytest.mark.parametrize(
    ("option", "field"),
    [
        ("contract_clean", "clean_books"),
        ("contract_dirty", "dirty_books"),
        ("contract_wild", "wild_books"),
    ],
)
def test_the_contract_is_what_the_table_agreed_on(option: str, field: str) -> None:
    books = {"clean_books": 4, "dirty_books": 4, "wild_books": 4, "meld_points": 1000}
    code = f"too_few_{field}"
    assert BGA.at(2, 2, **{option: 4}).found(books, **OUT) == []
    assert BGA.at(2, 2, **{option: 5}).found(books, **OUT) == [("warning", code, field, 0)]
    assert BGA.at(2, 2, **{option: 0}).found({**CONTRACT, field: 0}, **OUT) == []


def test_the_checklist_for_going_out_is_the_contract() -> None:
    checklist = BGA.variant.going_out(BGA.table)
    assert all(item.counted for item in checklist)
    assert [(item.fields, item.least) for item in checklist] == [
        (("clean_books",), 2),
        (("dirty_books",), 2),
        (("wild_books",), 1),
    ]
    house = BGA.at(2, 2, contract_clean=3, contract_dirty=0, contract_wild=2)
    assert [(item.fields, item.least) for item in house.variant.going_out(house.table)] == [
        (("clean_books",), 3),
        (("wild_books",), 2),
    ]


@pytest.mark.parametrize("number", [1, 3])
def test_black_threes_are_never_melded(number: int) -> None:
    one = {**CONTRACT, "meld_points": None}
    cards = {"twos": 9, "aces": 26, "black_threes": number}
    expected = [("warning", "black_threes_melded", "meld_cards", 0)]
    assert BGA.found({**one, "meld_cards": cards}) == expected
    assert BGA.found({**one, "meld_cards": cards}, **OUT) == expected
    assert BGA.found({**one, "meld_cards": {**cards, "black_threes": 0}}) == []
    assert BGA.found({"hand_cards": {"black_threes": number}}) == []


def test_an_empty_hand_is_nothing_to_ask_about() -> None:
    assert BGA.found({"meld_points": 100, "hand_points": 0}) == []


# Openings


@pytest.mark.parametrize(
    ("played", "points"), [(0, 50), (1, 90), (2, 120), (3, 150), (4, 150), (20, 150)]
)
def test_the_opening_goes_by_the_round(played: int, points: int) -> None:
    rows = [(20_000, -500)] * played
    assert BGA.variant.opening(rows, BGA.table) == (Opening(points), Opening(points))
    assert BGA.variant.opening_totals(BGA.table) == ()


def test_by_house_rule_the_opening_goes_by_the_score() -> None:
    house = BGA.at(3, 1, opening_by="score")
    rows = [(4_995, 5_000, -5), (0, 5_000, 5)]
    assert house.variant.opening(rows, house.table) == (
        Opening(50, 5_000, 90),
        Opening(120, 15_000, 150),
        Opening(50, 5_000, 90),
    )
    assert house.variant.opening([(14_995, 15_000, -5)], house.table) == (
        Opening(120, 15_000, 150),
        Opening(150),
        Opening(15, 0, 50),
    )
    assert house.variant.opening_totals(house.table) == (5_000, 10_000, 15_000)


# The end


def test_the_game_is_four_rounds_unless_agreed_otherwise() -> None:
    rows = [(50_000, 0)] * 3
    assert not BGA.variant.is_over(rows, BGA.table)
    assert BGA.variant.is_over([*rows, (0, 0)], BGA.table)
    house = BGA.at(2, 2, rounds=3)
    assert house.variant.is_over(rows, house.table)
    assert not house.variant.is_over(rows[:2], house.table)


def test_a_tie_for_first_after_the_last_round_plays_another_which_opens_at_150() -> None:
    rows = [(100, 200), (100, 0), (5, 5), (5, 5)]
    assert BGA.variant.is_tied(rows, BGA.table)
    assert not BGA.variant.is_over(rows, BGA.table)
    assert BGA.variant.opening(rows, BGA.table)[0] == Opening(150)
    assert BGA.variant.is_over([*rows, (0, 5)], BGA.table)


def test_a_tie_below_first_place_does_not_matter() -> None:
    assert ALONE.variant.is_over([(10, 5, 5)] * 4, ALONE.table)


def test_with_a_target_the_rounds_are_ignored() -> None:
    house = BGA.at(2, 2, target=10_000, rounds=2)
    rows = [(4_000, 3_000)] * 2
    assert not house.variant.is_over(rows, house.table)
    assert not house.variant.is_over([*rows, (1_995, 0)], house.table)
    assert house.variant.is_over([*rows, (2_000, 0)], house.table)


def test_a_tie_for_first_at_the_target_plays_another_round() -> None:
    house = BGA.at(2, 2, target=10_000)
    rows = [(10_000, 10_000)]
    assert house.variant.is_tied(rows, house.table)
    assert house.variant.is_over([*rows, (5, 0)], house.table)


@pytest.mark.parametrize(
    ("option", "given", "code"),
    [
        ("rounds", 0, "too_low"),
        ("rounds", 101, "too_high"),
        ("rounds", 2.5, "not_whole"),
        ("target", 0, "too_low"),
        ("target", 1_000_001, "too_large"),
        ("opening_by", "total", "not_a_value"),
        ("contract_clean", -1, "negative"),
        ("contract_dirty", -1, "negative"),
        ("contract_wild", -1, "negative"),
        ("clean_bonus", -5, "negative"),
        ("dirty_bonus", -5, "negative"),
        ("wild_bonus", -5, "negative"),
        ("going_out_bonus", -5, "negative"),
        ("red_three_value", -5, "negative"),
        ("max_wilds", -1, "negative"),
        ("red_threes_need", "seven_canastas", "unknown_field"),
    ],
)
def test_a_house_rule_off_its_range_is_refused(option: str, given: object, code: str) -> None:
    _options, wrong = BGA.variant.read_options({option: given}, Seating(2, 2))
    assert [(one.severity, one.code, one.field) for one in wrong] == [("error", code, option)]


@pytest.mark.parametrize(
    ("option", "given"),
    [("rounds", 1), ("rounds", 100), ("target", 1), ("target", 1_000_000), ("max_wilds", 0)],
)
def test_a_house_rule_within_its_range_is_taken(option: str, given: int) -> None:
    options, wrong = BGA.variant.read_options({option: given}, Seating(2, 2))
    assert (getattr(options, option), wrong) == (given, ())


def test_the_house_rules_have_these_defaults() -> None:
    options, wrong = BGA.variant.read_options({}, Seating(4, 1))
    assert wrong == ()
    assert {name: getattr(options, name) for name in options.__slots__} == {
        "rounds": 4,
        "target": None,
        "opening_by": "round",
        "contract_clean": 2,
        "contract_dirty": 2,
        "contract_wild": 1,
        "clean_bonus": 500,
        "dirty_bonus": 300,
        "wild_bonus": 1500,
        "going_out_bonus": 100,
        "red_three_value": 100,
        "max_wilds": 3,
    }
