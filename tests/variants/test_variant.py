"""The table, its dealers and totals, and what follows from them: openings, places, the end."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from games.variants import VARIANTS
from games.variants.variant import (
    Check,
    Line,
    Seating,
    Table,
    Team,
    amount,
    checked,
    each,
    no_opening,
    places,
    total_of,
)
from tests.variants.build import BAIN, BANAKIL, BGA, MARRIAGE, Play, table_of

TRIO = table_of("bga", 3, 2, first_dealer=2)


def test_five_games_can_be_played_each_under_its_key() -> None:
    assert list(VARIANTS) == ["bain", "pennies", "bga", "banakil", "marriage"]
    assert all(key == variant.key for key, variant in VARIANTS.items())


# The table


def test_players_are_numbered_through_team_by_team() -> None:
    assert TRIO.players == ("Ana", "Ben", "Celia", "Dev", "Ece", "Finn")
    assert [TRIO.team_of(player) for player in range(6)] == [0, 0, 1, 1, 2, 2]
    assert [list(TRIO.members(team)) for team in range(3)] == [[0, 1], [2, 3], [4, 5]]


def test_partners_play_in_pairs_and_lone_players_do_not() -> None:
    assert TRIO.in_pairs
    assert not table_of("bga", 3, 1).in_pairs


@pytest.mark.parametrize(
    ("teams", "each_", "seats"),
    [
        (2, 2, (0, 2, 1, 3)),
        (2, 3, (0, 3, 1, 4, 2, 5)),
        (3, 2, (0, 2, 4, 1, 3, 5)),
        (4, 1, (0, 1, 2, 3)),
    ],
)
def test_seats_take_one_player_from_each_team_in_turn(
    teams: int, each_: int, seats: tuple[int, ...]
) -> None:
    assert Seating(teams, each_).alternate() == seats
    assert Seating(teams, each_).players == teams * each_


def test_the_next_seat_deals_next_and_begins() -> None:
    assert [TRIO.after(player) for player in (0, 2, 4, 1, 3, 5)] == [2, 4, 1, 3, 5, 0]
    assert TRIO.after(None) is None


def test_the_deal_passes_from_seat_to_seat() -> None:
    assert TRIO.dealers([None] * 7) == [2, 4, 1, 3, 5, 0, 2, 4]
    assert TRIO.dealers([]) == [2]


def test_a_round_may_name_its_own_dealer_and_the_deal_goes_on_from_there() -> None:
    assert TRIO.dealers([None, 2, None, None]) == [2, 2, 4, 1, 3]
    assert TRIO.dealers([0]) == [0, 2]


def test_nobody_is_dealer_until_a_round_names_one() -> None:
    table = replace(TRIO, first_dealer=None)
    assert table.dealers([]) == [None]
    assert table.dealers([None, None, 5, None]) == [None, None, 5, 0, 2]


def test_seats_may_be_other_than_in_turn() -> None:
    table = replace(TRIO, seats=(5, 3, 1, 4, 2, 0), first_dealer=0)
    assert table.dealers([None] * 3) == [0, 5, 3, 1]


def test_banakil_deals_in_the_order_of_its_seats_as_well() -> None:
    table = table_of("banakil", 2, 2, first_dealer=3)
    assert table.dealers([None, None]) == [3, 0, 2]


# Totals


def test_totals_are_the_sums_of_the_rounds() -> None:
    assert BAIN.table.totals([]) == (0, 0)
    assert BAIN.table.totals([(4_495, 175), (-10, 20)]) == (4_485, 195)


def test_totals_carry_on_from_paper() -> None:
    table = replace(BAIN.table, starting_totals=(1_200, -300))
    assert table.totals([]) == (1_200, -300)
    assert table.totals([(100, 50)]) == (1_300, -250)


def test_a_corrected_round_changes_the_totals_by_the_difference() -> None:
    rows = [(100, 200), (300, -50), (5, 5)]
    before = BAIN.table.totals(rows)
    after = BAIN.table.totals([rows[0], (310, -90), rows[2]])
    assert (after[0] - before[0], after[1] - before[1]) == (10, -40)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((10, 10, 5), (1, 1, 3)),
        ((5, 10, 10, 3), (3, 1, 1, 4)),
        ((1, 2, 3), (3, 2, 1)),
        ((0, 0, 0), (1, 1, 1)),
        ((10, 5, 5, 0), (1, 2, 2, 4)),
        ((-5, -10), (1, 2)),
    ],
)
def test_equal_totals_share_a_place_and_the_next_is_skipped(
    totals: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert places(totals) == expected


def test_a_line_is_left_out_where_there_is_nothing() -> None:
    assert list(each("red_threes", "Red threes", 0, 100, "red-threes")) == []
    assert list(amount("hand_points", "Hands", 0, "hands")) == []
    assert list(each("red_threes", "Red threes", 3, -100, "red-threes")) == [
        Line("red_threes", "Red threes", -300, "red-threes", 3, -100)
    ]
    assert list(amount("hand_points", "Hands", -25, "hands", 1)) == [
        Line("hand_points", "Hands", -25, "hands", column=1)
    ]


def test_a_score_is_the_sum_of_its_lines() -> None:
    assert total_of(()) == 0
    assert total_of([Line("a", "", 40, "end"), Line("b", "", -55, "end")]) == -15


# Openings and the end


def test_where_there_is_no_minimum_the_opening_has_no_points() -> None:
    openings = no_opening([], TRIO)
    assert [(one.points, one.changes_at, one.then, one.words) for one in openings] == [
        (None, None, None, "")
    ] * 3


@pytest.mark.parametrize("key", VARIANTS)
def test_carried_on_totals_end_no_game_before_a_round_is_entered(key: str) -> None:
    variant = VARIANTS[key]
    seating = variant.seatings[0]
    starting = (500_000, *[0] * (seating.teams - 1))
    table = table_of(key, seating.teams, seating.each, starting_totals=starting)
    assert not variant.is_reached([], table)
    assert not variant.is_over([], table)
    assert not variant.is_tied([], table)


def test_carried_on_totals_count_towards_the_target() -> None:
    table = table_of("bain", 2, 2, starting_totals=(19_900, 0))
    assert not BAIN.variant.is_over([(95, 0)], table)
    assert BAIN.variant.is_over([(100, 0)], table)


def test_carried_on_totals_decide_who_is_ahead_after_the_last_round() -> None:
    table = table_of("bga", 2, 1, starting_totals=(5, 0), rounds=1)
    assert BGA.variant.is_tied([(0, 5)], table)
    assert BGA.variant.is_over([(0, 0)], table)


def test_the_end_is_judged_on_the_totals_after_the_last_round() -> None:
    rows = [(20_000, 0), (-5_000, 0)]
    assert BAIN.variant.is_over(rows[:1], BAIN.table)
    assert not BAIN.variant.is_over(rows, BAIN.table)


def test_a_goal_reached_in_a_tie_is_tied_and_not_over() -> None:
    assert (BAIN.variant.is_tied([(20_000, 20_000)], BAIN.table)) is True
    assert (BAIN.variant.is_tied([(20_000, 19_995)], BAIN.table)) is False
    assert (BAIN.variant.is_tied([(500, 500)], BAIN.table)) is False


# Who has an entry, and what is asked


def test_teams_or_players_have_an_entry() -> None:
    assert BGA.variant.columns(TRIO) == ("Ana-Ben", "Celia-Dev", "Ece-Finn")
    pairs = table_of("banakil", 2, 2)
    assert BANAKIL.variant.columns(pairs) == ("Ana", "Ben", "Celia", "Dev")
    alone = Table((Team("Ana", ("Ana",)), Team("Ben", ("Ben",))), pairs.options, (0, 1))
    assert BGA.variant.columns(alone) == BANAKIL.variant.columns(alone) == ("Ana", "Ben")


def test_a_question_that_the_house_rules_do_not_use_is_not_asked() -> None:
    points = MARRIAGE.table.options
    maal = MARRIAGE.at(4, settlement="maal").table.options
    asked = MARRIAGE.variant.asked
    assert "dublee" not in [one.name for one in asked(MARRIAGE.variant.round_questions, points)]
    assert "dublee" in [one.name for one in asked(MARRIAGE.variant.round_questions, maal)]


def test_a_default_that_follows_from_the_seating_is_resolved_when_left_out_or_null() -> None:
    for given in ({}, {"rounds": None}):
        options, wrong = MARRIAGE.variant.read_options(given, Seating(5, 1))
        assert (options.rounds, wrong) == (5, ())
    options, wrong = MARRIAGE.variant.read_options({"rounds": 2}, Seating(5, 1))
    assert (options.rounds, wrong) == (2, ())


def test_every_house_rule_that_is_wrong_is_found() -> None:
    _options, wrong = BGA.variant.read_options(
        {"rounds": 0, "target": "far", "opening_by": 1, "luck": True}, Seating(2, 1)
    )
    assert sorted((one.code, one.field) for one in wrong) == [
        ("not_a_number", "target"),
        ("not_a_value", "opening_by"),
        ("too_low", "rounds"),
        ("unknown_field", "luck"),
    ]


def test_what_was_entered_for_players_goes_along_when_they_have_new_numbers() -> None:
    variant, table = VARIANTS["banakil"], table_of("banakil", teams=2, each=2)
    data = {
        "ended_by": "going_out",
        "went_out": 1,
        "entries": [{"hand_points": n} for n in range(4)],
    }
    entry = variant.read(data, table).entry
    moved = variant.moved(entry, (0, 2, 1, 3))
    assert [column.hand_points.points for column in moved.columns] == [0, 2, 1, 3]
    assert (moved.round.ended_by, moved.round.went_out) == ("going_out", 2)
    nobody = variant.read({**data, "went_out": None}, table).entry
    assert variant.moved(nobody, (3, 2, 1, 0)).round.went_out is None
    round_the_table = variant.moved(entry, (1, 2, 3, 0))
    assert [column.hand_points.points for column in round_the_table.columns] == [3, 0, 1, 2]
    assert round_the_table.round.went_out == 2
    assert variant.moved(round_the_table, (3, 0, 1, 2)) == entry


def test_what_was_entered_for_teams_stays_whoever_plays_in_them() -> None:
    variant, table = VARIANTS["bain"], table_of("bain", teams=2, each=2)
    data = {"ended_by": "going_out", "went_out": 1, "entries": [{"hand_points": 5}]}
    entry = variant.read(data, table).entry
    assert variant.moved(entry, (0, 2, 1, 3)) == entry


# The checklist


def _checked(play: Play, *columns: Mapping[str, object]) -> tuple[Check, ...]:
    entry = play.variant.read({"entries": list(columns)}, play.table).entry
    return checked(play.variant.going_out(play.table), entry, 0)


def test_the_checklist_counts_what_was_entered_for_the_column_or_for_all_together() -> None:
    own, others = {"wild_canastas": 2, "red_threes": 5}, {"mixed_canastas": 1, "red_threes": 3}
    checks = _checked(BAIN, own, others)
    assert [(check.item.code, check.found, check.is_met, check.is_missing) for check in checks] == [
        ("no_sevens_canasta", 0, False, True),
        ("no_wild_canasta", 2, True, False),
        ("no_natural_canasta", 0, False, True),
        ("no_mixed_canasta", 0, False, True),
        ("last_discard", None, False, False),
        ("red_threes_not_all_out", 8, True, False),
    ]


def test_the_checklist_is_met_from_as_many_on_as_the_house_rules_ask_for() -> None:
    play = BGA.at(2, 2, contract_clean=3, contract_dirty=0)
    for books, met in ((2, False), (3, True), (4, True)):
        checks = _checked(play, {"clean_books": books}, {"clean_books": 9})
        assert [check.item.code for check in checks] == [
            "too_few_clean_books",
            "too_few_wild_books",
        ]
        assert (checks[0].found, checks[0].is_met, checks[0].is_missing) == (books, met, not met)


@pytest.mark.parametrize("key", VARIANTS)
def test_a_table_at_which_nobody_sits(key: str) -> None:
    variant = VARIANTS[key]
    for seating in variant.seatings:
        usual, _found = variant.read_options({}, seating)
        table = variant.empty_table(seating)
        assert (len(table.teams), len(table.players)) == (seating.teams, seating.players)
        assert table.options == usual
        assert sorted(table.seats) == list(range(seating.players))
        assert variant.empty_table(seating, usual) == table
