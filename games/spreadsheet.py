"""A game as a table for a spreadsheet: a row per round, with each team's points and total."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from django.utils.translation import gettext as _

from . import names
from .models import Game

type Cell = str | int

FORMULA = frozenset(
    (
        *"=+-@",
        "\N{MINUS SIGN}",
        "\N{FULLWIDTH EQUALS SIGN}",
        "\N{FULLWIDTH PLUS SIGN}",
        "\N{FULLWIDTH HYPHEN-MINUS}",
        "\N{FULLWIDTH COMMERCIAL AT}",
    )
)
"""What a spreadsheet may take for the beginning of a formula."""


def written(game: Game) -> bytes:
    """Return the table as CSV in UTF-8, with the mark by which spreadsheets know that it is."""
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_NONNUMERIC).writerows(
        [_plain(cell) for cell in row] for row in rows(game)
    )
    return text.getvalue().encode("utf-8-sig")


def rows(game: Game) -> Iterator[list[Cell]]:
    """Yield the names of the columns, the totals carried on if there are any, and the rounds."""
    table = game.table
    teams = [team.name for team in table.teams]
    of_teams = [(name, _("%(team)s, total") % {"team": name}) for name in teams]
    yield [_("Round"), _("Dealer"), _("Sat in"), *_flat(of_teams)]
    totals = list(table.totals([]))
    if any(totals):
        yield [_("Start"), "", "", *_flat(("", total) for total in totals)]
    for played, row, dealer in zip(game.played, game.rows, game.dealers, strict=False):
        totals = [total + points for total, points in zip(totals, row, strict=True)]
        yield [
            played.number,
            "" if dealer is None else table.players[dealer],
            sat_in(table.players, played.substitutes),
            *_flat(zip(row, totals, strict=True)),
        ]


def _flat(pairs: Iterable[tuple[Cell, Cell]]) -> Iterator[Cell]:
    return chain.from_iterable(pairs)


def sat_in(players: tuple[str, ...], substitutes: Mapping[int, str]) -> str:
    """Return who sat in for whom, in words."""
    return names.listed(
        [
            _("%(substitute)s for %(player)s") % {"substitute": name, "player": players[number]}
            for number, name in substitutes.items()
        ]
    )


def _plain(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula: a name may begin with a sign."""
    if isinstance(cell, str) and cell.lstrip()[:1] in FORMULA:
        return f"'{cell}"
    return cell
