"""A table of every component of every round, for those who reckon with it themselves."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game
from games.variants.ending import who_went_out
from games.variants.variant import Lines, Table, total_of

from . import cells
from .cells import Cell

HEADER = (
    "game_id",
    "variant",
    "played_at",
    "round",
    "dealer",
    "team",
    "players",
    "component",
    "count",
    "points",
    "round_total",
    "running_total",
    "went_out",
)
STARTED_WITH = "starting_total"
"""The component that is a total carried on, in round 0: nobody wrote down of what it is made."""


def written(games: Iterable[Game]) -> Iterator[bytes]:
    """Yield a table with a line for each round, team and component, in UTF-8 with its mark.

    The points of a team's lines add up to its running total. A team that scored nothing in a round
    has one line without a component. In a round in which somebody sat in, it is that name that
    stands there.
    """
    yield cells.MARK.encode()
    for line in cells.written(rows(games)):
        yield line.encode()


def rows(games: Iterable[Game]) -> Iterator[list[Cell]]:
    """Yield the names of the columns, and then the lines of each game."""
    yield list(HEADER)
    for game in games:
        yield from _rows(game)


def _rows(game: Game) -> Iterator[list[Cell]]:
    table = game.table
    at = timezone.localtime(game.started_at, ZoneInfo(game.club.time_zone))
    head: list[Cell] = [
        game.file_id or str(game.pk),
        game.variant,
        at.isoformat(timespec="seconds"),
    ]
    teams = _teams(table, table.players)
    totals = list(table.totals([]))
    if any(totals):
        for team, total in zip(teams, totals, strict=True):
            yield [*head, 0, "", *team, STARTED_WITH, "", total, total, total, ""]
    for played, dealer in zip(game.played, game.dealers, strict=False):
        played.game = game
        entry = played.read()
        out = who_went_out(entry.round)
        if out is not None and game.rules.columns_are == "players":
            out = table.team_of(out)
        sitting = played.at_table(table)
        teams = _teams(table, sitting)
        deal: list[Cell] = [played.number, "" if dealer is None else sitting[dealer]]
        for number, lines in enumerate(game.rules.score(entry, table)):
            points = total_of(lines)
            totals[number] += points
            tail: list[Cell] = [points, totals[number], int(out == number)]
            for component in _components(lines):
                yield [*head, *deal, *teams[number], *component, *tail]


def _teams(table: Table[Any], sitting: Sequence[str]) -> list[list[Cell]]:
    """Return the name of each team, and who played for it, given who sat at the table."""
    sat = iter(sitting)
    return [[team.name, ", ".join(islice(sat, len(team.players)))] for team in table.teams]


def _components(lines: Lines) -> Iterator[tuple[Cell, Cell, Cell]]:
    """Yield each component once, though several players of a team have it."""
    together: dict[str, list[Cell]] = {}
    for line in lines:
        own = together.setdefault(line.code, ["", 0])
        if line.count is not None:
            own[0] = line.count + (own[0] if isinstance(own[0], int) else 0)
        own[1] = line.points + (own[1] if not isinstance(own[1], str) else 0)
    for code, (count, points) in together.items():
        yield code, count, points
    if not together:
        yield "", "", 0
