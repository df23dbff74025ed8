"""Bain Hand and Foot, by its rules: what each thing is worth, and what is found."""

import pytest

from games.variants.variant import Seating
from tests.variants.build import BAIN, ONE_OF_EACH, shown

OUT = {**ONE_OF_EACH, "red_threes": 5, "hand_points": 25}
WITH_GARBAGE = {
    "sevens_canastas": 1,
    "natural_canastas": 1,
    "meld_points": 400,
    "garbage_points": 20,
}


def test_the_worked_round() -> None:
    north_south = {
        "sevens_canastas": 1,
        "wild_canastas": 1,
        "natural_canastas": 1,
        "mixed_canastas": 1,
        "meld_points": 490,
        "garbage_points": 30,
        "red_threes": 5,
        "hand_points": 25,
    }
    east_west = {"mixed_canastas": 2, "meld_points": 185, "red_threes": 3, "hand_points": 310}
    round_ = {"ended_by": "going_out", "went_out": 0}
    assert BAIN.found(north_south, east_west, **round_) == []
    assert BAIN.scores(north_south, east_west, **round_) == [4_495, 175]
    lines = BAIN.lines(north_south, east_west, **round_)
    assert shown(lines[0]) == [
        ("meld_points", None, None, 490),
        ("garbage_points", None, None, 30),
        ("sevens_canastas", 1, 1500, 1500),
        ("wild_canastas", 1, 1000, 1000),
        ("natural_canastas", 1, 500, 500),
        ("mixed_canastas", 1, 300, 300),
        ("going_out", None, None, 200),
        ("red_threes", 5, 100, 500),
        ("hand_points", None, None, -25),
    ]
    assert shown(lines[1]) == [
        ("meld_points", None, None, 185),
        ("mixed_canastas", 2, 300, 600),
        ("red_threes", 3, -100, -300),
        ("hand_points", None, None, -310),
    ]


def test_four_play_in_two_pairs_with_partners_opposite() -> None:
    assert BAIN.variant.seatings == (Seating(2, 2),)
    assert Seating(2, 2).alternate() == (0, 2, 1, 3)
    assert BAIN.variant.columns(BAIN.table) == ("Ana-Ben", "Celia-Dev")
    assert BAIN.variant.clockwise


# What a round is worth


@pytest.mark.parametrize(
    ("field", "bonus"),
    [
        ("sevens_canastas", 1500),
        ("wild_canastas", 1000),
        ("natural_canastas", 500),
        ("mixed_canastas", 300),
    ],
)
def test_a_canasta_has_its_bonus_on_top_of_its_cards(field: str, bonus: int) -> None:
    assert BAIN.scores({field: 1, "meld_points": 140}) == [bonus + 140 - 50, -50]
    assert BAIN.scores({field: 2, "meld_points": 280}) == [2 * bonus + 280 - 50, -50]


def test_the_garbage_pile_counts_its_cards() -> None:
    assert BAIN.scores(WITH_GARBAGE) == [1500 + 500 + 400 + 20 - 50, -50]
    counted = {**WITH_GARBAGE, "garbage_points": None, "garbage_cards": {"eight_to_king": 2}}
    assert BAIN.scores(counted) == BAIN.scores(WITH_GARBAGE)


def test_what_is_left_in_hands_and_feet_is_taken_off() -> None:
    assert BAIN.scores({"hand_points": 310}) == [-310, -50]


def test_going_out_is_200_and_goes_to_nobody_else() -> None:
    stock = BAIN.scores(OUT, {"red_threes": 3})
    out = BAIN.scores(OUT, {"red_threes": 3}, ended_by="going_out", went_out=0)
    assert out == [stock[0] + 200, stock[1]]


@pytest.mark.parametrize("ended_by", ["stock_out", "only_sevens"])
def test_nobody_has_the_bonus_where_nobody_went_out(ended_by: str) -> None:
    assert BAIN.scores({"meld_points": 100}, ended_by=ended_by) == [50, -50]


@pytest.mark.parametrize("bonus", [0, 100, 305])
def test_the_table_may_agree_on_another_bonus_for_going_out(bonus: int) -> None:
    table = BAIN.at(2, 2, going_out_bonus=bonus)
    by_default = BAIN.scores(OUT, {"red_threes": 3}, ended_by="going_out", went_out=0)
    agreed = table.scores(OUT, {"red_threes": 3}, ended_by="going_out", went_out=0)
    assert agreed == [by_default[0] - 200 + bonus, by_default[1]]


@pytest.mark.parametrize("laid", range(9))
def test_red_threes_add_100_each_with_a_canasta_of_sevens_and_take_it_off_without(
    laid: int,
) -> None:
    sevens = {"sevens_canastas": 1, "meld_points": 35, "hand_points": 5}
    assert BAIN.scores({**sevens, "red_threes": laid})[0] == 1530 + 100 * laid
    others = {"wild_canastas": 1, "meld_points": 140, "hand_points": 5}
    assert BAIN.scores({**others, "red_threes": laid})[0] == 1135 - 100 * laid


def test_the_canasta_of_sevens_must_be_the_teams_own() -> None:
    one = {"sevens_canastas": 1, "meld_points": 35}
    assert BAIN.scores(one, {"red_threes": 4}) == [1485, -450]


def test_a_red_three_in_a_foot_costs_100_in_either_case() -> None:
    foot = {"red_threes_in_foot": 2}
    assert BAIN.scores(foot) == [-250, -50]
    assert BAIN.scores({**foot, "sevens_canastas": 1, "meld_points": 35}) == [1285, -50]


def test_by_house_rule_red_threes_need_seven_canastas_of_any_types() -> None:
    table = BAIN.at(2, 2, red_threes_need="seven_canastas")
    six = {"natural_canastas": 3, "mixed_canastas": 2, "wild_canastas": 1, "meld_points": 400}
    bonuses = 1500 + 600 + 1000 + 400 - 50
    assert table.scores({**six, "red_threes": 4})[0] == bonuses - 400
    seven = {**six, "natural_canastas": 4}
    assert table.scores({**seven, "red_threes": 4})[0] == bonuses + 500 + 400
    assert BAIN.scores({**seven, "red_threes": 4})[0] == bonuses + 500 - 400
    with_sevens = {**six, "sevens_canastas": 1}
    assert table.scores({**with_sevens, "red_threes": 4})[0] == bonuses + 1500 + 400


def test_by_house_rule_a_canasta_of_sevens_alone_does_not_help_the_red_threes() -> None:
    table = BAIN.at(2, 2, red_threes_need="seven_canastas")
    one = {"sevens_canastas": 1, "meld_points": 35, "red_threes": 2, "red_threes_in_foot": 1}
    assert table.scores(one)[0] == 35 + 1500 - 200 - 100 - 50
    assert BAIN.scores(one)[0] == 35 + 1500 + 200 - 100 - 50


# What is found


@pytest.mark.parametrize("out", [0, 1])
def test_going_out_before_all_eight_red_threes_are_on_the_table_is_a_warning(out: int) -> None:
    columns: list[dict[str, object]] = [{**OUT, "red_threes": 4}, {**OUT, "red_threes": 3}]
    found = BAIN.findings(*columns, ended_by="going_out", went_out=out)
    assert [(one.severity, one.code, one.field, one.column) for one in found] == [
        ("warning", "red_threes_not_all_out", "red_threes", None)
    ]
    assert found[0].values == {"found": 7, "least": 8}


def test_all_eight_red_threes_may_lie_before_either_team() -> None:
    for own, other in [(8, 0), (0, 8), (3, 5)]:
        columns: list[dict[str, object]] = [{**OUT, "red_threes": own}, {"red_threes": other}]
        assert BAIN.found(*columns, ended_by="going_out", went_out=0) == []


def test_red_threes_play_no_part_where_nobody_went_out() -> None:
    assert BAIN.found({"red_threes": 2}, {"red_threes_in_foot": 3}) == []


@pytest.mark.parametrize("team", [0, 1])
def test_red_threes_in_a_foot_although_a_player_went_out_are_a_warning(team: int) -> None:
    columns: list[dict[str, object]] = [{**OUT, "red_threes": 4}, {"red_threes": 3}]
    columns[team]["red_threes_in_foot"] = 1
    assert BAIN.found(*columns, ended_by="going_out", went_out=0) == [
        ("warning", "red_threes_not_all_out", "red_threes", None),
        ("warning", "red_threes_in_foot_after_out", "red_threes_in_foot", team),
    ]


def test_a_garbage_pile_without_a_canasta_of_sevens_is_a_warning() -> None:
    one = {**WITH_GARBAGE, "sevens_canastas": 0}
    assert BAIN.found(one) == [("warning", "garbage_without_sevens", "garbage_points", 0)]
    assert BAIN.found(WITH_GARBAGE) == []
    assert BAIN.found({**one, "garbage_points": 0}) == []


@pytest.mark.parametrize("field", ["wild_canastas", "natural_canastas", "mixed_canastas"])
def test_a_garbage_pile_without_another_canasta_is_a_warning(field: str) -> None:
    one = {**WITH_GARBAGE, "natural_canastas": 0}
    assert BAIN.found({}, one) == [("warning", "garbage_without_canasta", "garbage_points", 1)]
    assert BAIN.found({}, {**one, field: 1}) == []


def test_a_garbage_pile_counted_by_class_is_looked_at_as_well() -> None:
    one = {"meld_points": 100, "garbage_cards": {"aces": 1}}
    assert BAIN.found(one) == [
        ("warning", "garbage_without_sevens", "garbage_cards", 0),
        ("warning", "garbage_without_canasta", "garbage_cards", 0),
    ]
    assert BAIN.found({"garbage_cards": {"aces": 0}}) == []


def test_a_garbage_pile_below_zero_or_off_the_step_is_an_error() -> None:
    assert BAIN.found({"garbage_points": -5}) == [("error", "negative", "garbage_points", 0)]
    assert BAIN.found({"garbage_points": 1}) == [
        ("error", "off_step", "garbage_points", 0),
        ("warning", "garbage_without_sevens", "garbage_points", 0),
        ("warning", "garbage_without_canasta", "garbage_points", 0),
    ]
    assert BAIN.found({**WITH_GARBAGE, "garbage_points": 22}) == [
        ("error", "off_step", "garbage_points", 0)
    ]


def test_the_garbage_pile_counts_towards_what_the_deck_holds() -> None:
    one = {**WITH_GARBAGE, "meld_points": 2000, "garbage_points": 260}
    assert BAIN.found(one) == []
    assert BAIN.found({**one, "garbage_points": 265}) == [("error", "points_over_deck", None, None)]
    cards = {**WITH_GARBAGE, "garbage_points": None, "garbage_cards": {"aces": 10}}
    hands = {"hand_points": None, "hand_cards": {"aces": 6}}
    assert BAIN.found(cards, hands) == []
    assert BAIN.found(cards, {**hands, "hand_cards": {"aces": 7}}) == [
        ("error", "class_over_deck", None, None)
    ]


def test_the_garbage_pile_does_not_make_up_for_canastas_without_cards() -> None:
    assert BAIN.found({**WITH_GARBAGE, "meld_points": 65, "garbage_points": 100}) == [
        ("error", "melds_too_low", "meld_points", 0)
    ]
    assert BAIN.found({**WITH_GARBAGE, "meld_points": 70, "garbage_points": 100}) == []


def test_the_checklist_is_four_types_a_last_discard_and_eight_red_threes() -> None:
    checklist = BAIN.variant.going_out(BAIN.table)
    assert [(item.fields, item.least, item.together) for item in checklist] == [
        (("sevens_canastas",), 1, False),
        (("wild_canastas",), 1, False),
        (("natural_canastas",), 1, False),
        (("mixed_canastas",), 1, False),
        ((), 1, False),
        (("red_threes",), 8, True),
    ]
