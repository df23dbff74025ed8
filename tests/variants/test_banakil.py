"""Banakil, by its rules: half points, two to four alone, or two pairs."""

from decimal import Decimal

import pytest

from games.variants import banakil
from games.variants.variant import Opening, Seating
from tests.variants.build import BANAKIL, shown

type Column = dict[str, object]

TWO, THREE, FOUR = BANAKIL, BANAKIL.at(3), BANAKIL.at(4)
PAIRS = BANAKIL.at(2, 2)
BY_SUM = BANAKIL.at(2, 2, pairs_scoring="sum_of_partners")
OUT = {"ended_by": "going_out", "went_out": 0}
AT_ONCE = {**OUT, "all_at_once": True}


def melded(meld: float | str, hand: float | str = 0) -> Column:
    """Return what was written down for a player."""
    return {"meld_points": meld, "hand_points": hand}


# The worked rounds. In pairs players 0 and 1 are partners, and so are 2 and 3.


def test_the_first_worked_round_two_players_one_out() -> None:
    assert TWO.scores(melded(24.5), melded(6, 11.5), **OUT) == [45, -5]


def test_the_second_worked_round_all_at_once() -> None:
    out = {"ended_by": "going_out", "went_out": 1, "all_at_once": True}
    assert TWO.scores({}, melded(21), **out) == [-20, 40]
    lines = TWO.lines({}, melded(21), **out)
    assert [(one.code, one.points, one.column) for one in (*lines[0], *lines[1])] == [
        ("no_meld", -20, 0),
        ("all_at_once", 40, 1),
    ]


def test_the_third_worked_round_all_at_once_though_another_had_melded() -> None:
    assert TWO.scores(melded(22), melded(12, 9), **AT_ONCE) == [40, 3]


def test_the_fourth_worked_round_pairs() -> None:
    west, east, north, south = melded(26.5), melded(14, 6.5), melded(17, 2), melded(0, 9)
    assert PAIRS.scores(west, east, north, south, **OUT) == [47, -12]
    lines = PAIRS.lines(west, east, north, south, **OUT)
    assert [(one.code, one.points, one.column) for one in lines[0]] == [
        ("meld_points", Decimal("26.5"), 0),
        ("going_out", 20, 0),
        ("rounding", Decimal("0.5"), None),
    ]
    assert [(one.code, one.points, one.column) for one in lines[1]] == [
        ("meld_points", 17, 2),
        ("hand_points", -2, 2),
        ("no_meld", -20, 3),
        ("partner_of_winner", Decimal("-7.5"), 1),
        ("rounding", Decimal("0.5"), None),
    ]


def test_the_fifth_worked_round_pairs_all_at_once_after_others_had_melded() -> None:
    columns: tuple[Column, ...] = (melded(25), {}, melded(3.5, 16), melded(10.5, 9))
    assert PAIRS.scores(*columns, **AT_ONCE) == [45, 9]
    assert BY_SUM.scores(*columns, **AT_ONCE) == [25, -11]


def test_the_sixth_worked_round_pairs_all_at_once_and_nobody_else_had_melded() -> None:
    assert PAIRS.scores(melded(30), **AT_ONCE) == [40, -20]
    assert PAIRS.found(melded(30), **AT_ONCE) == []


# What a round is worth


def test_the_deck_holds_108_points_in_these_classes() -> None:
    assert [(item.key, item.value, item.deck) for item in banakil.CARDS] == [
        ("jokers", 4, 2),
        ("twos", 2, 8),
        ("aces", Decimal("1.5"), 8),
        ("seven_to_king", 1, 56),
        ("three_to_six", Decimal("0.5"), 32),
    ]
    assert sum(item.value * (item.deck or 0) for item in banakil.CARDS) == banakil.DECK == 108


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ({"jokers": 1}, 4),
        ({"twos": 1}, 2),
        ({"aces": 2}, 3),
        ({"seven_to_king": 3}, 3),
        ({"three_to_six": 4}, 2),
        ({"jokers": 1, "twos": 2, "aces": 3, "seven_to_king": 4, "three_to_six": 5}, "19.0"),
    ],
)
def test_a_card_counted_by_class_has_its_value(cards: dict[str, int], points: object) -> None:
    counted = {"meld_points": 10, "hand_cards": cards}
    written = {"meld_points": 10, "hand_points": points}
    assert TWO.found(melded(20), counted, **OUT) == []
    assert TWO.scores(melded(20), counted, **OUT) == TWO.scores(melded(20), written, **OUT)


def test_half_points_of_classes_are_exact() -> None:
    counted = {"meld_cards": {"aces": 3}, "hand_points": 7}
    assert shown(TWO.lines(melded(20), counted, **OUT)[1])[0] == (
        "meld_points",
        None,
        None,
        Decimal("4.5"),
    )


def test_no_meld_at_all_is_minus_20_whatever_is_in_hand() -> None:
    assert THREE.scores(melded(20), melded(0, 30.5), {}, **OUT) == [40, -20, -20]


def test_the_whole_hand_at_once_is_40_in_place_of_all_else_for_those_who_play_alone() -> None:
    for play in (TWO, THREE, FOUR):
        assert play.scores(melded(31.5), melded(3, 10), **AT_ONCE)[:2] == [40, -7]
        assert play.found(melded(31.5), melded(3, 10), **AT_ONCE) == []


def test_the_pair_that_went_out_scores_the_player_who_went_out_alone() -> None:
    for hand in (1, 8, 20):
        assert PAIRS.scores(melded(15), melded(5, hand), melded(6, 1), **OUT)[0] == 35


def test_the_other_pair_scores_its_players_less_the_score_of_that_players_partner() -> None:
    out = {"ended_by": "going_out", "went_out": 3}
    columns: tuple[Column, ...] = (melded(10, 4), {}, melded(8, 12), melded(16))
    assert PAIRS.scores(*columns, **out) == [6 - 20 + 4, 36]
    assert BY_SUM.scores(*columns, **out) == [-14, 32]


def test_the_sum_of_partners_gives_40_too_if_nobody_else_has_melded() -> None:
    assert BY_SUM.scores(melded(30), **AT_ONCE) == [20, -40]


def test_the_pairs_house_rule_says_nothing_to_those_who_play_alone() -> None:
    alone = BANAKIL.at(4, pairs_scoring="sum_of_partners")
    columns: tuple[Column, ...] = (melded(15), melded(5, 3), melded(6, 1), {})
    assert alone.scores(*columns, **OUT) == FOUR.scores(*columns, **OUT) == [35, 2, 5, -20]


@pytest.mark.parametrize("other", [1, 2, 3])
def test_in_pairs_any_other_meld_turns_all_at_once_into_melds_and_20(other: int) -> None:
    columns: list[dict[str, object]] = [melded(25), {}, {}, {}]
    columns[other] = melded(3, 1)
    assert PAIRS.scores(*columns, **AT_ONCE)[0] == 45


@pytest.mark.parametrize(
    ("hand", "score"),
    [(2.5, 8), (3, 7), (3.5, 7), (10, 0), (10.5, 0), (11, -1), (11.5, -1), (17.5, -7), (18, -8)],
)
def test_halves_are_rounded_up_when_positive_and_dropped_when_negative(
    hand: float, score: int
) -> None:
    assert TWO.scores(melded(20), melded(10, hand), **OUT)[1] == score


def test_a_pair_is_rounded_once_after_its_players_are_combined() -> None:
    columns: tuple[Column, ...] = (melded(20), melded(3, 2.5), melded(5, 2.5), melded(6, 2.5))
    assert PAIRS.scores(*columns, **OUT) == [40, 6]
    codes = [line.code for line in PAIRS.lines(*columns, **OUT)[1]]
    assert codes.count("rounding") == 1
    assert BY_SUM.scores(*columns, **OUT) == [41, 6]
    even = (melded(20), melded(3, 2), melded(5, 2.5), melded(6, 2.5))
    assert PAIRS.scores(*even, **OUT) == [40, 5]
    assert "rounding" not in [line.code for line in PAIRS.lines(*even, **OUT)[1]]


def test_nobody_scores_when_the_stock_runs_out() -> None:
    columns: tuple[Column, ...] = (melded(10, 3), melded(0, 12), melded(8.5, 1), {})
    assert PAIRS.scores(*columns) == [0, 0]
    assert FOUR.scores(*columns) == [0, 0, 0, 0]
    assert FOUR.lines(*columns) == ((), (), (), ())


def test_an_adjustment_goes_to_its_players_team_after_pairing_and_rounding() -> None:
    gift = {"adjustment": 7, "adjustment_note": "Dealt for two"}
    west, east, north = melded(26.5), melded(14, 6.5), melded(17, 2)
    assert PAIRS.scores({**west, **gift}, east, north, **OUT) == [54, -12]
    assert PAIRS.scores(west, {**east, **gift}, north, **OUT) == [54, -12]
    fine = {"adjustment": -3, "adjustment_note": "Late"}
    assert PAIRS.scores(west, east, {**north, **fine}, {**fine}, **OUT) == [47, -18]
    lines = PAIRS.lines(west, east, {**north, **fine}, **OUT)[1]
    assert [line.code for line in lines][-2:] == ["rounding", "adjustment"]
    assert lines[-1].column == 2


def test_an_adjustment_counts_also_when_nobody_scores() -> None:
    fine = {"adjustment": -1, "adjustment_note": "Late"}
    assert PAIRS.scores({}, {}, {}, fine) == [0, -1]


# What is found


def test_a_round_in_which_one_player_goes_out_has_no_findings() -> None:
    assert FOUR.found(melded(20), melded(1.5, 0.5), melded("3,5", "10"), {}, **OUT) == []


@pytest.mark.parametrize("field", ["meld_points", "hand_points"])
@pytest.mark.parametrize(
    ("given", "code"),
    [
        (2.25, "off_step"),
        ("3.75", "off_step"),
        (-2, "negative"),
        (-0.5, "negative"),
        ("-2", "not_a_number"),
        ("2.5.", "not_a_number"),
        ("", "not_a_number"),
        (True, "not_a_number"),
        ([2], "not_a_number"),
    ],
)
def test_points_that_are_negative_or_no_half_points_are_an_error(
    field: str, given: object, code: str
) -> None:
    base = melded(5, 5)
    found = TWO.found(melded(20), {**base, field: given}, **OUT)
    assert [one for one in found if one[0] == "error"] == [("error", code, field, 1)]


@pytest.mark.parametrize("given", [6.5, "6.5", "6,5", "06,50"])
def test_half_points_are_numbers_or_text_with_a_point_or_a_comma(given: object) -> None:
    column = {"meld_points": 10, "hand_points": given}
    assert TWO.found(melded(20), column, **OUT) == []
    assert TWO.scores(melded(20), column, **OUT)[1] == 4


def test_more_points_than_the_deck_holds_are_an_error() -> None:
    assert THREE.found(melded(50), melded(30, 8), melded(10, 10), **OUT) == []
    assert THREE.found(melded(50), melded(30, 8), melded(10, 10.5), **OUT) == [
        ("error", "points_over_deck", None, None)
    ]


@pytest.mark.parametrize("points", [0.5, 1])
def test_a_meld_below_the_cheapest_is_an_error(points: float) -> None:
    assert TWO.found(melded(20), melded(points, 3), **OUT) == [
        ("error", "below_cheapest_meld", "meld_points", 1)
    ]
    assert TWO.found(melded(20), melded(1.5, 3), **OUT) == []
    assert TWO.found(melded(20), melded(0, 3), **OUT) == []
    counted = {"meld_cards": {"three_to_six": 2}, "hand_points": 3}
    assert TWO.found(melded(20), counted, **OUT) == [
        ("error", "below_cheapest_meld", "meld_cards", 1)
    ]


def test_the_player_who_went_out_cannot_have_points_in_hand() -> None:
    assert TWO.found(melded(20, 0.5), **OUT) == [("error", "hand_left_after_out", "hand_points", 0)]
    counted = {"meld_points": 20, "hand_cards": {"aces": 1}}
    assert TWO.found(counted, **OUT) == [("error", "hand_left_after_out", "hand_cards", 0)]


def test_the_player_who_went_out_must_have_melded() -> None:
    assert TWO.found(melded(0), **OUT) == [("error", "out_without_meld", "meld_points", 0)]
    assert TWO.found(melded(0), **AT_ONCE) == [("error", "out_without_meld", "meld_points", 0)]
    assert TWO.found(melded(1.5), **OUT) == []


def test_who_went_out_belongs_to_a_round_that_ended_so() -> None:
    assert TWO.found(ended_by="going_out") == [("error", "went_out_missing", "went_out", None)]
    assert TWO.found(went_out=1) == [("error", "went_out_present", "went_out", None)]
    assert TWO.found(ended_by=None) == [("error", "required", "ended_by", None)]
    assert TWO.found(ended_by="only_sevens") == [("error", "not_a_value", "ended_by", None)]
    assert TWO.found(ended_by="going_out", went_out=2) == [
        ("error", "not_a_value", "went_out", None)
    ]
    assert PAIRS.found({}, {}, melded(9), ended_by="going_out", went_out=2) == []


def test_nobody_melds_all_at_once_in_a_round_that_ended_with_the_stock() -> None:
    assert TWO.found(all_at_once=True) == [("error", "at_once_without_out", "all_at_once", None)]
    assert TWO.found(all_at_once=False) == []
    assert TWO.found(all_at_once=1) == [("error", "not_a_value", "all_at_once", None)]


@pytest.mark.parametrize(
    ("key", "deck"),
    [("jokers", 2), ("twos", 8), ("aces", 8), ("seven_to_king", 56), ("three_to_six", 32)],
)
def test_more_cards_of_a_class_than_the_deck_holds_are_an_error(key: str, deck: int) -> None:
    hands = {"hand_cards": {key: 1}}
    assert TWO.found(hands, {"hand_cards": {key: deck - 1}}) == []
    assert TWO.found(hands, {"hand_cards": {key: deck}}) == [
        ("error", "class_over_deck", "hand_cards", None)
    ]


def test_a_class_counted_below_zero_is_an_error() -> None:
    assert TWO.found({"hand_cards": {"twos": -1}}) == [("error", "negative", "hand_cards", 0)]


def test_entries_of_a_round_that_ended_with_the_stock_are_checked() -> None:
    assert TWO.found(melded(1, 3)) == [("error", "below_cheapest_meld", "meld_points", 0)]
    assert TWO.found(melded(100), melded(9, 1)) == [
        ("error", "points_over_deck", None, None),
        ("warning", "hand_not_counted", "hand_points", 0),
    ]
    assert TWO.found() == []


@pytest.mark.parametrize("other", [1, 2, 3])
def test_all_at_once_in_pairs_after_another_meld_is_a_warning_that_says_what_is_scored(
    other: int,
) -> None:
    columns: list[dict[str, object]] = [melded(24.5), {}, {}, {}]
    columns[other] = melded(1.5, 2)
    found = PAIRS.findings(*columns, **AT_ONCE)
    assert [(one.severity, one.code, one.field, one.column) for one in found] == [
        ("warning", "at_once_after_melds", "all_at_once", None)
    ]
    assert found[0].values == {"scored": Decimal("44.5")}
    assert PAIRS.found(*columns, **OUT) == []


def test_all_at_once_after_another_meld_is_fine_for_those_who_play_alone() -> None:
    assert FOUR.found(melded(25), melded(1.5, 2), **AT_ONCE) == []


def test_a_player_who_melded_and_has_nothing_in_hand_without_going_out_is_asked() -> None:
    assert THREE.found(melded(20), {}, melded(9), **OUT) == [
        ("warning", "hand_not_counted", "hand_points", 2)
    ]
    assert THREE.found(melded(20), {}, melded(9, 0.5), **OUT) == []
    assert THREE.found(melded(20), {}, {}, **OUT) == []
    counted = {"meld_points": 9, "hand_cards": {"twos": 0}}
    assert THREE.found(melded(20), counted, **OUT) == [
        ("warning", "hand_not_counted", "hand_cards", 1)
    ]


def test_an_adjustment_is_any_whole_number_with_a_note() -> None:
    assert TWO.found({"adjustment": -1, "adjustment_note": "Late"}) == []
    assert TWO.found({"adjustment": -1}) == [("error", "note_missing", "adjustment_note", 0)]
    assert TWO.found({"adjustment": 0.5, "adjustment_note": "Late"}) == [
        ("error", "not_whole", "adjustment", 0)
    ]
    assert TWO.found({"adjustment": "3", "adjustment_note": "Late"}) == [
        ("error", "not_a_number", "adjustment", 0)
    ]


# The table and the end


@pytest.mark.parametrize(
    ("teams", "each", "target"), [(2, 1, 150), (3, 1, 203), (2, 2, 303), (4, 1, 203)]
)
def test_the_usual_target_follows_from_who_plays(teams: int, each: int, target: int) -> None:
    play = BANAKIL.at(teams, each)
    assert play.table.options.target == target
    rows = [(target - 1, *[0] * (len(play.table.teams) - 1))]
    assert not play.variant.is_over(rows, play.table)
    rows = [(target, *rows[0][1:])]
    assert play.variant.is_over(rows, play.table)


def test_a_target_agreed_on_stands_at_every_table() -> None:
    for teams, each in [(2, 1), (3, 1), (4, 1), (2, 2)]:
        assert BANAKIL.at(teams, each, target=99).table.options.target == 99
        assert BANAKIL.at(teams, each, target=None).table.options.target > 99


def test_a_tie_for_first_at_the_target_plays_on() -> None:
    rows = [(80, 150), (80, 10)]
    assert TWO.variant.is_tied(rows, TWO.table)
    assert TWO.variant.is_over([*rows, (-5, -4)], TWO.table)


def test_the_game_goes_on_where_a_total_fell_below_the_target_again() -> None:
    assert not TWO.variant.is_over([(150, 0), (-1, 40)], TWO.table)


def test_two_to_four_play_alone_or_four_in_pairs_counter_clockwise() -> None:
    assert set(BANAKIL.variant.seatings) == {
        Seating(2, 1),
        Seating(3, 1),
        Seating(4, 1),
        Seating(2, 2),
    }
    assert not BANAKIL.variant.clockwise
    assert BANAKIL.variant.columns(PAIRS.table) == ("Ana", "Ben", "Celia", "Dev")


def test_there_is_no_minimum_for_the_first_meld() -> None:
    assert PAIRS.variant.opening([(100, 200)], PAIRS.table) == (Opening(), Opening())
    assert Opening().points is None
    assert PAIRS.variant.opening_totals(PAIRS.table) == ()


def test_going_out_asks_for_nothing_that_was_entered() -> None:
    checklist = TWO.variant.going_out(TWO.table)
    assert [(item.code, item.fields) for item in checklist] == [("last_card", ())]


def test_a_round_may_be_left_empty_only_if_it_ended_with_the_stock() -> None:
    stock = TWO.variant.read(TWO.data(), TWO.table).entry
    out = TWO.variant.read(TWO.data(**OUT), TWO.table).entry
    assert TWO.variant.may_be_untouched(stock)
    assert not TWO.variant.may_be_untouched(out)


@pytest.mark.parametrize(
    ("option", "given", "code"),
    [
        ("target", 0, "too_low"),
        ("target", 1_000_001, "too_large"),
        ("target", 150.5, "not_whole"),
        ("target", "150", "not_a_number"),
        ("pairs_scoring", "sum", "not_a_value"),
        ("rounds", 4, "unknown_field"),
    ],
)
def test_a_house_rule_off_its_range_is_refused(option: str, given: object, code: str) -> None:
    _options, wrong = BANAKIL.variant.read_options({option: given}, Seating(2, 2))
    assert [(one.severity, one.code, one.field) for one in wrong] == [("error", code, option)]


@pytest.mark.parametrize(
    ("option", "given"),
    [("target", 1), ("target", 1_000_000), ("pairs_scoring", "winner_and_opponents")],
)
def test_a_house_rule_within_its_range_is_taken(option: str, given: object) -> None:
    options, wrong = BANAKIL.variant.read_options({option: given}, Seating(2, 2))
    assert (getattr(options, option), wrong) == (given, ())
