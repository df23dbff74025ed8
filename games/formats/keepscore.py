"""The table that KeepScore exports: a game on each line, a column for each player."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import names
from games.importing import Arrival

from . import cells, evenings, times
from .evenings import Evening, Side
from .parcel import Kind, Parcel

COLUMNS = {
    "start time": "started",
    "last modified": "modified",
    "game duration": "duration",
    "number of players": "players",
    "number of rounds": "rounds",
    "game name": "game",
    "most": "most",
    "player(s) with the most points": "most",
    "players with the most points": "most",
    "least": "least",
    "player(s) with the least points": "least",
    "players with the least points": "least",
}
"""What the columns are called that are not those of players."""

NEEDED = {"started", "game"}


def is_header(row: Sequence[str]) -> bool:
    """Say whether a table that begins with this row is one of KeepScore's."""
    told = {COLUMNS.get(cell.casefold()) for cell in row}
    return told >= NEEDED and len(told - {None}) > len(NEEDED)


def read(
    name: str,
    text: str,
    rows: Sequence[tuple[int, list[str]]],
    zone: ZoneInfo,
    chosen: Mapping[str, str],
) -> Parcel:
    """Read the table; `chosen` has the variants that somebody chose for the names of games."""
    header = rows[0][1]
    told = [
        (line, _Row(header, row)) for line, row in rows[1:] if any(cell.strip() for cell in row)
    ]
    days = times.Days(
        zone, [row.cell(kind) for _line, row in told for kind in ("started", "modified")]
    )
    counted = Counter(row.cell("game") for _line, row in told)
    called = {
        game: chosen[game] if game in chosen else evenings.variant_called(game)
        for game, _number in counted.most_common()
    }
    arrivals = [_arrived(name, line, row, days, called) for line, row in told]
    return Parcel(name, Kind.KEEPSCORE, tuple(arrivals), text=text, names=called)


class _Row:
    """A line of the table."""

    def __init__(self, header: Sequence[str], row: Sequence[str]) -> None:
        self.named: dict[str, str] = {}
        self.players: list[tuple[str, str]] = []
        self.beyond = any(cell.strip() for cell in row[len(header) :])
        for title, cell in zip(header, row, strict=False):
            if known := COLUMNS.get(title.casefold()):
                self.named.setdefault(known, evenings.shown(cell))
            elif cell:
                self.players.append((title, cell))

    def cell(self, name: str) -> str:
        return self.named.get(name, "")


def _arrived(
    name: str, line: int, row: _Row, days: times.Days, called: Mapping[str, str]
) -> Arrival:
    game = row.cell("game")
    place = _("Line %(number)s") % {"number": line}
    told = " · ".join(one for one in (game, row.cell("started")) if one)
    variant = called[game]
    if not variant:
        why = _("Nobody keeps the score of this game here. Say which of ours it is, if it is one.")
        return evenings.passed_by(name, place, told, why)
    started, modified = days.read(row.cell("started")), days.read(row.cell("modified"))
    if started is None:
        why = _("The time “%(text)s” cannot be read.") % {
            "text": evenings.shown(row.cell("started"))
        }
        return evenings.unreadable(name, place, told, why)
    sides = []
    for player, cell in row.players:
        total = cells.whole(cell)
        if total is None:
            why = _("“%(text)s” is not a whole number.") % {"text": evenings.shown(cell)}
            return evenings.unreadable(name, place, told, why)
        player = names.tidy(player)
        sides.append(Side(player, (player,), total))
    if row.beyond:
        why = _("There are more cells in this line than the table has columns.")
        return evenings.unreadable(name, place, told, why)
    finished = _finished(started, modified, times.duration(row.cell("duration")))
    key = [game, row.cell("started"), sorted(row.players)]
    evening = Evening(variant, tuple(sides), started, finished, f"keepscore-{_hash(key)}")
    return evenings.arrived(name, place, told, evening)


def _finished(
    started: datetime, modified: datetime | None, lasted: timedelta | None
) -> datetime | None:
    """Return when a game was over; None if nobody can tell.

    What is told of how long it took goes before when it was changed: a name may be mended long
    after the cards were put away.
    """
    if lasted:
        return times.after(started, lasted)
    if modified and timedelta() <= modified - started <= times.LONGEST:
        return modified
    return None


def _hash(told: object) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]
