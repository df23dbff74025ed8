"""The sums of a round while it is entered."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.forms.sums import Sum, notes_of, sums_of
from games.models import Game
from games.variants import VARIANTS
from games.variants.variant import Row
from games.wording import MINUS
from tests.build import imagined
from tests.variants.build import table_of


def _game(key: str, teams: int = 2, each: int = 2, **options: Any) -> Game:
    return imagined(key, table_of(key, teams, each, **options))


def _sums(game: Game, before: Sequence[Row], scores: Row, *unsure: int) -> list[Sum]:
    return sums_of(game, scores, [*before, scores], before, set(unsure))


def _notes(game: Game, before: Sequence[Row], scores: Row, *unsure: int) -> list[str]:
    return [one.note for one in _sums(game, before, scores, *unsure)]


def test_each_team_has_points_total_and_distance() -> None:
    first, second = _sums(_game("bain"), [(1000, 2000), (500, 100)], (-50, 150))
    assert (first.points, first.then, first.lead) == (f"{MINUS}50", "then 1,450", "800 behind")
    assert (second.points, second.then, second.lead) == ("150", "then 2,250", "leads by 800")
    assert [(one.apart, one.leads) for one in (first, second)] == [
        (f"{MINUS}800", False),
        ("+800", True),
    ]
    assert second.said == "Celia-Dev 150, then 2,250, leads by 800"


def test_level_is_neither_ahead_nor_behind() -> None:
    assert [
        (one.lead, one.apart, one.leads) for one in _sums(_game("bga", 3, 1), [], (5, 5, 5))
    ] == [("level", "±0", False)] * 3


def test_of_many_each_is_compared_with_the_first_and_the_first_with_the_next() -> None:
    sums = _sums(_game("banakil", 4, 1), [], (40, 100, 70, 100 - 15))
    assert [one.lead for one in sums] == ["60 behind", "leads by 15", "30 behind", "15 behind"]


@pytest.mark.parametrize(
    ("total", "scores", "notes"),
    [
        (4900, (95, 0), ["", ""]),
        (4900, (100, 0), ["opens with 90 next", ""]),
        (4900, (10_100, 0), ["opens with 150 next", ""]),
        (5000, (-5, 0), ["opens with 50 next", ""]),
        (0, (-5, -5), ["opens with 15 next", "opens with 15 next"]),
    ],
)
def test_an_opening_that_changes_is_said(total: int, scores: Row, notes: list[str]) -> None:
    assert _notes(_game("bain"), [(total, 0)], scores) == notes


def test_who_wins_needs_no_opening() -> None:
    game = _game("bain")
    sums = _sums(game, [(19_000, 4_900)], (1_000, 200))
    assert [(one.note, one.opens) for one in sums] == [
        ("wins", ""),
        ("", ""),
    ]


def test_who_reaches_the_target_behind_another_does_not_win() -> None:
    assert _notes(_game("bain"), [(19_000, 19_000)], (1_000, 2_000)) == ["reaches 20,000", "wins"]


def test_a_round_that_nobody_has_begun_to_enter_decides_nothing() -> None:
    game = _game("marriage", 3, 1, rounds=2)
    rows: list[Row] = [(10, 0, -10), (0, 0, 0)]
    assert [one.note for one in sums_of(game, rows[1], rows, rows[:1], (), begun=False)] == [""] * 3
    assert [one.note for one in sums_of(game, rows[1], rows, rows[:1], ())] == ["wins", "", ""]


def test_level_at_the_target_nobody_wins() -> None:
    notes = _notes(_game("bain"), [(19_000, 19_000)], (1_000, 1_000))
    assert notes == ["reaches 20,000", "reaches 20,000"]
    # In the round that decides, they have been there before.
    assert _notes(_game("bain"), [(20_000, 20_000)], (5, 5)) == ["", ""]
    assert _notes(_game("bain"), [(20_000, 20_000)], (5, 10)) == ["", "wins"]


def test_where_ties_share_the_win_is_shared() -> None:
    game = _game("marriage", 3, 1, rounds=1)
    assert _notes(game, [], (50, 50, 5)) == ["shares the win", "shares the win", ""]


def test_who_takes_back_a_win_reaches_nothing() -> None:
    """A correction can bring a team under the target again."""
    game = _game("bain")
    sums = sums_of(game, (500, 0), [(500, 0)], [(20_000, 0)], ())
    assert [one.note for one in sums] == ["opens with 50 next", ""]


def test_a_team_with_an_error_has_no_sum_and_nobody_a_distance() -> None:
    first, second = _sums(_game("bain"), [(19_000, 4_900)], (1_200, 200), 0)
    assert first == Sum("a", "Ana-Ben", "?")
    assert first.said == "Ana-Ben ?"
    assert (second.points, second.then, second.lead, second.apart) == ("200", "then 5,100", "", "")
    assert (second.note, second.leads) == ("", False)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_game_at_every_table(key: str) -> None:
    for seating in VARIANTS[key].seatings:
        game = _game(key, seating.teams, seating.each)
        sums = _sums(game, [], range(seating.teams))
        assert [one.total for one in sums] == [str(number) for number in range(seating.teams)]
        assert sums[-1].leads
        assert all(one.said.startswith(f"{one.name} {one.points}, then ") for one in sums)


def test_what_is_the_same_for_all_is_said_once() -> None:
    assert notes_of(_sums(_game("bga", 3, 1), [], (5, 10, 15))) == "All open with 90 next"
    by_score = _game("bga", 3, 1, opening_by="score")
    assert notes_of(_sums(by_score, [], (5, 10, 5000))) == "Celia opens with 90 next"
    assert notes_of(_sums(by_score, [], (5, 10, 15))) == ""
    assert notes_of(_sums(by_score, [], (-5, 10, 5000))) == (
        "Ana opens with 15 next, Celia opens with 90 next"
    )
    ends = _game("bga", 3, 1, rounds=1)
    assert notes_of(_sums(ends, [], (5, 10, 15))) == "Celia wins"
