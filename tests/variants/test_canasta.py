"""What the Hand and Foot games share: cards, deck, canastas, openings."""

import doctest
from collections.abc import Mapping

import pytest

from games.variants import canasta
from games.variants.canasta import opening_at
from games.variants.entry import ADDS, CARD_POINTS, TAKES_OFF, Kind, Question
from games.variants.variant import Table
from tests.variants.build import BAIN, BGA, ONE_OF_EACH, PENNIES, Play, shown

ALL = [BAIN, PENNIES, BGA]
FOUR_TYPES = ("sevens_canastas", "wild_canastas", "natural_canastas", "mixed_canastas")
CLASSES = ("jokers", "twos", "aces", "eight_to_king", "four_to_seven", "black_threes")
COUNTS = (*FOUR_TYPES, "red_threes", "red_threes_in_foot")


@pytest.fixture(params=[BAIN, PENNIES], ids=lambda play: play.key)
def play(request: pytest.FixtureRequest) -> Play:
    """A round of Bain or of Pennies that ended with the stock, in which nothing is found."""
    found: Play = request.param
    return found


def counted(cards: Mapping[str, int], **more: object) -> dict[str, object]:
    """Return a column whose melds were counted by class."""
    return {"meld_cards": cards, **more}


def held(cards: Mapping[str, int]) -> dict[str, object]:
    """Return a column whose hands and feet were counted by class."""
    return {"hand_points": None, "hand_cards": cards}


def test_the_example_in_the_module_holds() -> None:
    result = doctest.testmod(canasta)
    assert (result.attempted > 0, result.failed) == (True, 0)


# The cards


def test_the_deck_holds_2360_points_in_these_classes() -> None:
    assert [(item.key, item.value, item.deck) for item in canasta.CARDS] == [
        ("jokers", 50, 8),
        ("twos", 20, 16),
        ("aces", 20, 16),
        ("eight_to_king", 10, 96),
        ("four_to_seven", 5, 64),
        ("black_threes", 5, 8),
    ]
    assert sum(item.value * (item.deck or 0) for item in canasta.CARDS) == canasta.DECK == 2360


def test_a_pile_is_asked_for_in_steps_of_five_or_by_these_classes() -> None:
    declared = canasta.pile("Melded", "scoring")
    assert declared.metadata["question"] == Question(
        Kind.POINTS,
        "Melded",
        "scoring",
        group=CARD_POINTS,
        unit=ADDS,
        step=5,
        classes=canasta.CARDS,
    )
    left = canasta.pile("Left", "hands", TAKES_OFF, canasta.CARDS[:1]).metadata["question"]
    assert (left.unit, left.classes) == (TAKES_OFF, canasta.CARDS[:1])


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
@pytest.mark.parametrize(
    ("key", "value"), list(zip(CLASSES, (50, 20, 20, 10, 5, 5), strict=True)), ids=CLASSES
)
def test_a_card_counted_by_class_has_its_value(play: Play, key: str, value: int) -> None:
    assert play.scores(held({key: 3}))[0] == -3 * value


def test_one_card_of_each_class_is_110_in_the_melds(play: Play) -> None:
    assert play.scores(counted(dict.fromkeys(CLASSES, 1)))[0] == 110 - 50


def test_red_threes_in_a_foot_or_hand_take_off_100_each(play: Play) -> None:
    assert shown(play.lines({"red_threes_in_foot": 2})[0]) == [
        ("red_threes_in_foot", 2, -100, -200),
        ("hand_points", None, None, -50),
    ]


def test_a_round_that_ended_with_the_stock_has_no_findings(play: Play) -> None:
    assert play.found() == []


def test_a_team_that_goes_out_with_one_canasta_of_each_type_has_no_findings(play: Play) -> None:
    out = {**ONE_OF_EACH, "red_threes": 5}
    assert play.found(out, {"red_threes": 3}, ended_by="going_out", went_out=0) == []


# What cannot be


@pytest.mark.parametrize("field", COUNTS)
def test_a_count_below_zero_is_an_error(play: Play, field: str) -> None:
    assert play.found({}, {field: -1}) == [("error", "negative", field, 1)]
    assert play.found({}, {field: 0}) == []


@pytest.mark.parametrize("field", COUNTS)
@pytest.mark.parametrize(
    ("given", "code"),
    [
        (1.5, "not_whole"),
        (0.1, "not_whole"),
        ("1", "not_a_number"),
        (True, "not_a_number"),
        ([1], "not_a_number"),
    ],
)
def test_a_count_that_is_no_whole_number_is_an_error(
    play: Play, field: str, given: object, code: str
) -> None:
    assert play.found({field: given}) == [("error", code, field, 0)]


@pytest.mark.parametrize("field", ["meld_points", "hand_points"])
def test_points_below_zero_are_an_error(play: Play, field: str) -> None:
    assert play.found({field: -5}) == [("error", "negative", field, 0)]


@pytest.mark.parametrize("field", ["meld_points", "hand_points"])
@pytest.mark.parametrize("given", [486, 489, 1, 487.5])
def test_points_off_the_step_of_five_are_an_error(play: Play, field: str, given: object) -> None:
    assert play.found({field: given}) == [("error", "off_step", field, 0)]


@pytest.mark.parametrize("given", [485, 490, 490.0, 5])
def test_points_in_steps_of_five_are_fine(play: Play, given: object) -> None:
    assert play.found({"meld_points": given, "hand_points": given}) == []


def test_a_class_counted_below_zero_is_an_error(play: Play) -> None:
    assert play.found(counted({"aces": -1})) == [("error", "negative", "meld_cards", 0)]
    assert play.found(counted({"aces": 0})) == []


def test_more_than_eight_red_threes_are_an_error(play: Play) -> None:
    one = {"red_threes": 5, "red_threes_in_foot": 1}
    assert play.found(one, {"red_threes": 3}) == [("error", "red_threes_over_deck", None, None)]
    assert play.found(one, {"red_threes_in_foot": 3}) == [
        ("error", "red_threes_over_deck", None, None)
    ]
    assert play.found(one, {"red_threes": 2}) == []


def test_more_than_two_canastas_of_sevens_are_an_error(play: Play) -> None:
    two = {"sevens_canastas": 2, "meld_points": 70}
    one = {"sevens_canastas": 1, "meld_points": 35}
    assert play.found(two, one) == [("error", "sevens_over_deck", "sevens_canastas", None)]
    assert play.found(two) == []
    assert play.found(one, one) == []


def test_canastas_that_need_more_than_24_wild_cards_are_an_error(play: Play) -> None:
    wild = {"wild_canastas": 3, "meld_points": 420}
    assert play.found(wild, {"mixed_canastas": 3, "meld_points": 150}) == []
    assert play.found(wild, {"mixed_canastas": 4, "meld_points": 200}) == [
        ("error", "wilds_over_deck", None, None)
    ]


def test_more_than_twenty_natural_canastas_are_an_error(play: Play) -> None:
    one = {"natural_canastas": 10, "meld_points": 400}
    assert play.found(one, one) == []
    assert play.found(one, {"natural_canastas": 11, "meld_points": 400}) == [
        ("error", "naturals_over_deck", "natural_canastas", None)
    ]


def test_natural_and_mixed_canastas_that_need_more_than_160_naturals_are_an_error(
    play: Play,
) -> None:
    one = {"natural_canastas": 20, "meld_points": 700}
    assert play.found(one, {"mixed_canastas": 5, "meld_points": 250}) == []
    assert play.found(one, {"mixed_canastas": 6, "meld_points": 300}) == [
        ("error", "ranks_over_deck", None, None)
    ]
    other = {"natural_canastas": 19, "mixed_canastas": 6, "meld_points": 1_100}
    assert play.found(other) == []
    assert play.found({**other, "mixed_canastas": 7}) == [("error", "ranks_over_deck", None, None)]


def test_more_card_points_than_the_deck_holds_are_an_error(play: Play) -> None:
    one = {"meld_points": 2000, "hand_points": 100}
    assert play.found(one, {"meld_points": 210, "hand_points": 50}) == []
    assert play.found(one, {"meld_points": 215, "hand_points": 50}) == [
        ("error", "points_over_deck", None, None)
    ]


@pytest.mark.parametrize(
    ("field", "least"),
    [
        ("sevens_canastas", 35),
        ("wild_canastas", 140),
        ("natural_canastas", 35),
        ("mixed_canastas", 50),
    ],
)
def test_melds_below_what_a_canasta_holds_are_an_error(play: Play, field: str, least: int) -> None:
    assert play.found({field: 1, "meld_points": least - 5}) == [
        ("error", "melds_too_low", "meld_points", 0)
    ]
    assert play.found({field: 1, "meld_points": least}) == []
    assert play.found({}, {field: 2, "meld_points": 2 * least - 5}) == [
        ("error", "melds_too_low", "meld_points", 1)
    ]


def test_what_the_canastas_hold_is_added_up(play: Play) -> None:
    assert play.found({**ONE_OF_EACH, "meld_points": 255}) == [
        ("error", "melds_too_low", "meld_points", 0)
    ]
    assert play.found({**ONE_OF_EACH, "meld_points": 260}) == []


def test_melds_counted_by_class_are_held_against_the_canastas_too(play: Play) -> None:
    assert play.found(counted({"four_to_seven": 3, "twos": 4}, mixed_canastas=2)) == [
        ("error", "melds_too_low", "meld_cards", 0),
        ("error", "too_few_cards", "meld_cards", 0),
    ]


@pytest.mark.parametrize(
    ("cards", "field", "code"),
    [
        ({"jokers": 1, "twos": 5, "aces": 1}, "wild_canastas", "too_few_wilds"),
        ({"aces": 7}, "mixed_canastas", "too_few_wilds"),
        ({"four_to_seven": 6, "aces": 1}, "sevens_canastas", "too_few_sevens"),
        ({"aces": 6}, "natural_canastas", "too_few_cards"),
        ({"twos": 1, "aces": 5}, "mixed_canastas", "too_few_cards"),
    ],
)
def test_classes_that_cannot_make_the_canastas_are_an_error(
    play: Play, cards: dict[str, int], field: str, code: str
) -> None:
    assert play.found(counted(cards, **{field: 1})) == [("error", code, "meld_cards", 0)]


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        ({"jokers": 1, "twos": 6}, "wild_canastas"),
        ({"twos": 1, "aces": 6}, "mixed_canastas"),
        ({"four_to_seven": 7}, "sevens_canastas"),
        ({"aces": 7}, "natural_canastas"),
    ],
)
def test_classes_that_just_make_a_canasta_are_fine(
    play: Play, cards: dict[str, int], field: str
) -> None:
    assert play.found(counted(cards, **{field: 1})) == []


def test_what_canastas_need_at_the_least_is_said(play: Play) -> None:
    needs = dict(zip(FOUR_TYPES, (2, 1, 1, 3), strict=True))
    found = play.findings(counted({"aces": 1}, **needs))
    assert {one.code: one.values for one in found} == {
        "melds_too_low": {"least": 2 * 35 + 140 + 35 + 3 * 50},
        "too_few_wilds": {"least": 10},
        "too_few_sevens": {"least": 14},
        "too_few_cards": {"least": 49},
    }


def test_the_cards_of_all_canastas_are_counted_together(play: Play) -> None:
    both = {"wild_canastas": 1, "mixed_canastas": 1, "natural_canastas": 1}
    cards = {"twos": 8, "aces": 13}
    assert play.found(counted(cards, **both)) == []
    assert play.found(counted({"twos": 7, "aces": 14}, **both)) == [
        ("error", "too_few_wilds", "meld_cards", 0)
    ]
    assert play.found(counted({"twos": 8, "aces": 12}, **both)) == [
        ("error", "too_few_cards", "meld_cards", 0)
    ]


@pytest.mark.parametrize(
    ("key", "deck"), list(zip(CLASSES, (8, 16, 16, 96, 64, 8), strict=True)), ids=CLASSES
)
def test_more_cards_of_a_class_than_the_deck_holds_are_an_error(
    play: Play, key: str, deck: int
) -> None:
    assert play.found(held({key: 3}), held({key: deck - 3})) == []
    assert play.found(held({key: 4}), held({key: deck - 3})) == [
        ("error", "class_over_deck", "hand_cards", None)
    ]


def test_the_cards_of_a_class_are_added_over_melds_and_hands(play: Play) -> None:
    assert play.found(counted({"jokers": 5}), held({"jokers": 3})) == []
    assert play.found(counted({"jokers": 5}), held({"jokers": 4})) == [
        ("error", "class_over_deck", None, None)
    ]
    assert play.found(counted({"jokers": 9})) == [("error", "class_over_deck", "meld_cards", None)]


# How it ended


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
def test_how_the_round_ended_must_be_said(play: Play) -> None:
    assert play.found(ended_by=None) == [("error", "required", "ended_by", None)]
    assert play.found(ended_by="rain") == [("error", "not_a_value", "ended_by", None)]


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
def test_who_went_out_must_be_said_if_somebody_did(play: Play) -> None:
    assert play.found(ended_by="going_out") == [("error", "went_out_missing", "went_out", None)]


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
def test_who_went_out_must_not_be_said_if_the_stock_ran_out(play: Play) -> None:
    assert play.found(went_out=0) == [("error", "went_out_present", "went_out", None)]
    assert play.found(went_out=None) == []


def test_who_went_out_must_not_be_said_if_only_sevens_were_left(play: Play) -> None:
    assert play.found(ended_by="only_sevens", went_out=1) == [
        ("error", "went_out_present", "went_out", None)
    ]
    assert play.found(ended_by="only_sevens") == []


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
def test_a_round_is_never_left_untouched(play: Play) -> None:
    entry = play.variant.read({"ended_by": "stock_out"}, play.table).entry
    assert not play.variant.may_be_untouched(entry)


def test_only_a_team_of_the_table_can_have_gone_out(play: Play) -> None:
    assert play.found(ended_by="going_out", went_out=2) == [
        ("error", "not_a_value", "went_out", None)
    ]


def test_a_team_named_although_nobody_went_out_has_no_bonus(play: Play) -> None:
    lines = play.lines(went_out=0)
    assert [line.code for line in lines[0]] == ["hand_points"]


# What the rules do not allow


@pytest.mark.parametrize(
    ("field", "code", "named"),
    [
        ("sevens_canastas", "no_sevens_canasta", "canasta of sevens"),
        ("wild_canastas", "no_wild_canasta", "wild canasta"),
        ("natural_canastas", "no_natural_canasta", "natural canasta"),
        ("mixed_canastas", "no_mixed_canasta", "mixed canasta"),
    ],
)
@pytest.mark.parametrize("out", [0, 1])
def test_going_out_without_one_of_the_four_types_is_a_warning_that_names_it(
    play: Play, field: str, code: str, named: str, out: int
) -> None:
    complete = {**ONE_OF_EACH, "red_threes": 4}
    columns = [complete, complete]
    columns[out] = {**complete, field: 0}
    found = play.findings(*columns, ended_by="going_out", went_out=out)
    assert [(one.severity, one.code, one.field, one.column) for one in found] == [
        ("warning", code, field, out)
    ]
    assert named in found[0].message


def test_that_the_last_discard_is_no_seven_stands_in_the_checklist_in_words(play: Play) -> None:
    checklist = play.variant.going_out(play.table)
    assert not any(item.counted for item in checklist)
    (item,) = [one for one in checklist if not one.fields]
    assert item.code == "last_discard"
    assert "not a seven" in item.label


def test_each_missing_type_is_a_warning_of_its_own(play: Play) -> None:
    found = play.found({"red_threes": 8}, ended_by="going_out", went_out=0)
    assert [code for _severity, code, _field, _column in found] == [
        "no_sevens_canasta",
        "no_wild_canasta",
        "no_natural_canasta",
        "no_mixed_canasta",
    ]


@pytest.mark.parametrize("team", [0, 1])
def test_a_team_with_nothing_left_is_asked_whether_it_counted(play: Play, team: int) -> None:
    columns: list[dict[str, object]] = [{}, {}]
    columns[team] = {"hand_points": 0}
    assert play.found(*columns) == [("warning", "hands_not_counted", "hand_points", team)]
    columns[team] = {"hand_points": 5}
    assert play.found(*columns) == []
    columns[team] = held({"jokers": 0})
    assert play.found(*columns) == [("warning", "hands_not_counted", "hand_cards", team)]


def test_black_threes_melded_by_a_team_that_did_not_go_out_are_a_warning(play: Play) -> None:
    threes = counted({"black_threes": 3})
    expected = [("warning", "black_threes_not_out", "meld_cards", 0)]
    assert play.found(threes) == expected
    out = {**ONE_OF_EACH, "red_threes": 8}
    assert play.found(threes, out, ended_by="going_out", went_out=1) == expected
    assert play.found(held({"black_threes": 3})) == []


@pytest.mark.parametrize("melded", [0, 1, 2, 3])
def test_fewer_than_three_black_threes_melded_while_going_out_are_a_warning(
    play: Play, melded: int
) -> None:
    cards = {"jokers": 3, "twos": 6, "aces": 6, "eight_to_king": 7, "four_to_seven": 7}
    out = {**ONE_OF_EACH, "meld_points": None, "red_threes": 8}
    found = play.found(
        {**out, "meld_cards": {**cards, "black_threes": melded}}, ended_by="going_out", went_out=0
    )
    few = [("warning", "black_threes_too_few", "meld_cards", 0)]
    assert found == (few if melded in (1, 2) else [])


# The table's own adjustment


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
def test_an_adjustment_is_added_last_to_its_team(play: Play) -> None:
    before = play.scores()
    change = {"adjustment": -15, "adjustment_note": "Looked at the foot"}
    assert play.scores({}, change) == [before[0], before[1] - 15]
    assert play.lines({}, change)[1][-1].code == "adjustment"
    assert play.scores({**change, "adjustment": 500}) == [before[0] + 500, before[1]]


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
def test_an_adjustment_needs_a_note(play: Play) -> None:
    expected = [("error", "note_missing", "adjustment_note", 1)]
    assert play.found({}, {"adjustment": 5}) == expected
    assert play.found({}, {"adjustment": -5, "adjustment_note": "  "}) == expected
    assert play.found({}, {"adjustment": 5, "adjustment_note": "Gift"}) == []
    assert play.found({}, {"adjustment_note": "Nothing came of it"}) == []


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
@pytest.mark.parametrize("given", [-3, 1, 7, 104])
def test_an_adjustment_goes_in_steps_of_five(play: Play, given: int) -> None:
    assert play.found({"adjustment": given, "adjustment_note": "Late"}) == [
        ("error", "off_step", "adjustment", 0)
    ]


# Openings


@pytest.mark.parametrize(
    ("total", "points", "changes_at", "then"),
    [
        (-100_000, 15, 0, 50),
        (-10, 15, 0, 50),
        (-5, 15, 0, 50),
        (0, 50, 5_000, 90),
        (4_995, 50, 5_000, 90),
        (5_000, 90, 10_000, 120),
        (9_995, 90, 10_000, 120),
        (10_000, 120, 15_000, 150),
        (14_995, 120, 15_000, 150),
        (15_000, 150, None, None),
        (1_000_000, 150, None, None),
    ],
)
def test_what_opens_follows_from_the_total(
    play: Play, total: int, points: int, changes_at: int | None, then: int | None
) -> None:
    opening = opening_at(total)
    assert (opening.points, opening.changes_at, opening.then) == (points, changes_at, then)
    assert play.variant.opening([(total, 0)], play.table)[0] == opening
    assert play.variant.opening([(0, total)], play.table)[1] == opening


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.key)
@pytest.mark.parametrize(
    ("cards", "points", "opens"),
    [
        ({"eight_to_king": 3, "twos": 1}, 50, True),
        ({"four_to_seven": 7}, 35, False),
    ],
    ids=["three nines and a two", "seven sixes"],
)
def test_a_first_meld_opens_by_the_values_of_its_cards(
    play: Play, cards: dict[str, int], points: int, opens: bool
) -> None:
    entry = play.variant.read(play.data(counted(cards)), play.table).entry
    melded = entry.columns[0].meld_points.points
    asked = play.variant.opening([], play.table)[0].points
    assert (melded, asked, melded >= asked) == (points, 50, opens)


def test_totals_carried_on_count_for_the_opening(play: Play) -> None:
    carried = Table(play.table.teams, play.table.options, play.table.seats, None, (4_900, -5))
    opening = play.variant.opening
    assert [one.points for one in opening([], carried)] == [50, 15]
    assert [one.points for one in opening([(100, 5)], carried)] == [90, 50]


def test_the_totals_at_which_the_opening_changes_are_listed(play: Play) -> None:
    assert play.variant.opening_totals(play.table) == (5_000, 10_000, 15_000)


# House rules and the end


def test_the_game_is_to_twenty_thousand_unless_agreed_otherwise(play: Play) -> None:
    rows = [(9_000, 10_000), (10_995, 5_000)]
    assert not play.variant.is_over(rows, play.table)
    assert play.variant.is_over([*rows, (5, 0)], play.table)
    low = play.at(2, len(play.table.teams[0].players), target=19_995)
    assert play.variant.is_over(rows, low.table)


def test_the_house_rules_have_these_defaults(play: Play) -> None:
    options, wrong = play.variant.read_options({}, play.variant.seatings[0])
    assert wrong == ()
    assert {name: getattr(options, name) for name in options.__slots__} == {
        "target": 20_000,
        "going_out_bonus": {"bain": 200, "pennies": 100}[play.key],
        "red_threes_need": "sevens_canasta",
    }


def test_two_teams_that_reach_the_target_together_play_another_round(play: Play) -> None:
    rows = [(20_000, 20_000)]
    assert play.variant.is_reached(rows, play.table)
    assert play.variant.is_tied(rows, play.table)
    assert not play.variant.is_over(rows, play.table)
    rows = [*rows, (100, 105)]
    assert not play.variant.is_tied(rows, play.table)
    assert play.variant.is_over(rows, play.table)


def test_the_higher_total_wins_where_both_have_the_target(play: Play) -> None:
    assert play.variant.is_over([(20_000, 20_005)], play.table)


def test_a_total_that_falls_below_the_target_again_goes_on(play: Play) -> None:
    assert not play.variant.is_over([(20_000, 0), (-5, 0)], play.table)


@pytest.mark.parametrize(
    ("option", "given", "code"),
    [
        ("target", 0, "too_low"),
        ("target", -1, "too_low"),
        ("target", 1_000_001, "too_large"),
        ("target", 99.5, "not_whole"),
        ("target", "20000", "not_a_number"),
        ("going_out_bonus", -1, "negative"),
        ("going_out_bonus", True, "not_a_number"),
        ("red_threes_need", "eight_canastas", "not_a_value"),
        ("red_threes_need", 7, "not_a_value"),
        ("max_wilds", 3, "unknown_field"),
    ],
)
def test_a_house_rule_off_its_range_is_refused(
    play: Play, option: str, given: object, code: str
) -> None:
    _options, wrong = play.variant.read_options({option: given}, play.variant.seatings[0])
    assert [(one.severity, one.code, one.field) for one in wrong] == [("error", code, option)]


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("target", 1),
        ("target", 1_000_000),
        ("going_out_bonus", 0),
        ("going_out_bonus", 1_000_000),
        ("red_threes_need", "seven_canastas"),
    ],
)
def test_a_house_rule_within_its_range_is_taken(play: Play, option: str, given: object) -> None:
    options, wrong = play.variant.read_options({option: given}, play.variant.seatings[0])
    assert (getattr(options, option), wrong) == (given, ())
