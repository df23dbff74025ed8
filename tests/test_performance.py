"""What a finished game comes to, worked out from its scores."""

from collections.abc import Sequence
from typing import Any

import pytest

from games import performance
from games.performance import Counted, Performance, PlayedRound, counted_questions
from games.variants import VARIANTS
from games.variants.entry import Kind
from tests.variants.build import table_of

RED = Counted("red_threes", 2, 200)
WILD = Counted("wild_canastas", 1, 1000)


def played(
    *scores: Sequence[int], key: str = "bain", teams: int = 2, each: int = 2, **told: Any
) -> Performance:
    """Return a game with these scores; `told` has the dealers, who went out, and the lines."""
    table = table_of(key, teams, each)
    rounds = [
        PlayedRound(
            number=number,
            scores=row,
            lines=told.get("lines", {}).get(number, [()] * teams),
            dealer=told.get("dealers", {}).get(number),
            out=told.get("out", {}).get(number),
        )
        for number, row in enumerate(scores, start=1)
    ]
    return Performance(VARIANTS[key], table, rounds)


def test_places_points_and_margins() -> None:
    game = played((500, 300, 300), (100, 0, 0), key="marriage", teams=3, each=1)
    assert [(one.place, one.is_shared, one.points, one.margin) for one in game.teams()] == [
        (1, False, 600, 300),
        (2, True, 300, -300),
        (2, True, 300, -300),
    ]


def test_who_is_level_with_the_best_shares_the_win() -> None:
    first, second = played((100, 100)).teams()
    assert (first.place, first.is_shared, first.margin) == (1, True, 0)
    assert (second.place, second.is_shared, second.margin) == (1, True, 0)


def test_best_and_worst_round_are_the_first_of_equal_ones() -> None:
    first, second = played((100, -50), (300, 20), (300, -50)).teams()
    assert (first.best, first.worst) == ((300, 2), (100, 1))
    assert (second.best, second.worst) == ((20, 2), (-50, 1))
    assert (first.round_points, second.round_points) == (700, -80)


@pytest.mark.parametrize(
    ("scores", "comeback", "number"),
    [
        ([(0, 500), (0, 300), (900, 0)], 800, 2),
        ([(0, 500), (600, 0), (0, 50), (100, 0)], 500, 1),
        ([(100, 0), (50, 0)], 0, None),
        # Level is not behind.
        ([(100, 100), (50, 0)], 0, None),
    ],
)
def test_a_comeback_is_the_greatest_lead_that_the_winner_made_up(
    scores: list[tuple[int, int]], comeback: int, number: int | None
) -> None:
    winner, loser = played(*scores).teams()
    assert (winner.comeback, winner.comeback_round) == (comeback, number)
    assert (loser.comeback, loser.comeback_round) == (0, None)


def test_who_was_behind_on_paper_has_come_back_too() -> None:
    game = played((500, 0))
    table = game.table.__class__(
        **{
            **{name: getattr(game.table, name) for name in ("teams", "options", "seats")},
            "starting_totals": (0, 200),
        }
    )
    winner, _loser = Performance(game.variant, table, game.rounds).teams()
    assert (winner.points, winner.margin) == (500, 300)
    assert (winner.comeback, winner.comeback_round) == (200, None)


def test_what_is_the_teams_is_counted_for_each_member() -> None:
    game = played(
        (700, 20), (0, 900), out={1: 0, 2: 1}, lines={1: [(RED, WILD), ()], 2: [(RED,), (RED,)]}
    )
    ana, ben, celia, _dev = (part.details for part in game.parts())
    assert ana["went_out"].told() == [1, 0, 0, "0"]
    assert ana["line:red_threes"].told() == ben["line:red_threes"].told() == [2, 0, 4, "400"]
    assert ana["line:wild_canastas"].told() == [1, 0, 1, "1000"]
    assert "line:wild_canastas" not in celia
    assert celia["line:red_threes"].told() == [1, 0, 2, "200"]


def test_a_line_that_stands_there_twice_is_one_round() -> None:
    ana = played((5, 0), lines={1: [(RED, RED), ()]}).parts()[0]
    assert ana.details["line:red_threes"].told() == [1, 0, 4, "400"]


def test_where_players_are_asked_only_the_player_went_out() -> None:
    parts = played((5, 0), key="banakil", out={1: 1}).parts()
    assert [("went_out" in part.details) for part in parts] == [False, True, False, False]


def test_dealing_is_counted_where_the_dealer_is_known() -> None:
    parts = played((100, 0), (50, 10), (7, 7), dealers={1: 0, 2: 2}).parts()
    ana, ben, celia, dev = (part.details for part in parts)
    assert ana["dealt"].told() == [1, 0, 0, "100"]
    assert ana["others_dealt"].told() == [1, 0, 0, "50"]
    assert ben["others_dealt"].told() == [2, 0, 0, "150"]
    assert celia["dealt"].told() == [1, 0, 0, "10"]
    assert "dealt" not in dev


def test_the_seat_is_counted_with_the_win() -> None:
    parts = played((100, 0), (50, 10)).parts()
    assert {part.number: part.seat for part in parts} == {0: 0, 1: 2, 2: 1, 3: 3}
    assert parts[1].details["seat:2"].told() == [1, 1, 2, "150"]
    assert parts[3].details["seat:3"].told() == [1, 0, 2, "10"]


def test_scores_are_grouped_downwards() -> None:
    assert played((499, 500), (-1, 0)).spread() == {"0": 2, "1": 1, "-1": 1}
    assert played((9, -11), key="banakil").spread() == {"0": 1, "-2": 1}


def test_feats() -> None:
    game = played((100, 900), (1500, -40), lines={1: [(RED,), (RED,)], 2: [(WILD, RED), ()]})
    told = {one.kind: (one.team, one.value, one.number) for one in game.feats()}
    assert told == {
        performance.HIGHEST: (0, 1500, 2),
        performance.LOWEST: (1, -40, 2),
        performance.TOTAL: (0, 1600, 2),
        performance.CLOSEST: (0, 740, 2),
        performance.COMEBACK: (0, 800, 1),
        performance.LONGEST: (0, 2, 2),
        "most:red_threes": (0, 2, 1),
        "most:wild_canastas": (0, 1, 2),
    }
    ranks = {one.kind: one.rank for one in game.feats()}
    assert (ranks[performance.LOWEST], ranks[performance.CLOSEST]) == (40, -740)


def test_no_finish_is_closer_than_a_shared_win() -> None:
    told = {one.kind: (one.value, one.rank) for one in played((100, 100)).feats()}
    assert told[performance.CLOSEST] == (0, 0)


def test_an_old_evening_has_only_its_total() -> None:
    game = played()
    assert [one.best for one in game.teams()] == [None, None]
    assert {one.kind for one in game.feats()} == {performance.TOTAL, performance.CLOSEST}
    assert {code for part in game.parts() for code in part.details} == {performance.TEAMED}
    assert game.spread() == {}


def test_what_is_counted_is_asked_as_a_number() -> None:
    fields = [one.name for one in counted_questions(VARIANTS["bain"], Kind.WHOLE)]
    assert "natural_canastas" in fields
    assert not {"meld_points", "adjustment", "adjustment_note"}.intersection(fields)
