"""A club as one archive: lines of JSON that a new installation takes in unchanged.

The first line says what it is and tells of the club; then come its players, and then its games, a
game file on each line, as they were played. The same club gives the same lines, byte for byte, and
so does the club into which they were brought.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import batched
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from games import gamefile, importing, names
from games.gamefile import NotAGameFileError
from games.importing import Arrival, ClubTold, PlayerTold
from games.models import Club, Game

from .parcel import Kind, NotReadableError, Parcel

FORMAT, VERSION = "scorekeeper-club", 1
AT_ONCE = 100
"""So many games are in memory at once."""

MOST_PLAYERS = 20_000


# ---- out


def lines(club: Club) -> Iterator[bytes]:
    """Yield the lines of a club's archive; what is deleted is not in it."""
    yield from lines_of_club(club)
    for game in in_order(club):
        yield line_of_game(game)


def lines_of_club(club: Club) -> Iterator[bytes]:
    """Yield the lines that tell of the club itself: what it is, and who plays there."""
    yield _line({"format": FORMAT, "version": VERSION, "club": _of_club(club)})
    for player in sorted(club.players.all(), key=lambda player: (player.key, player.name)):
        yield _line({"player": {"name": player.name}})


def line_of_game(game: Game) -> bytes:
    """Return the line of a game, which is its file."""
    return _line(gamefile.written(gamefile.of_game(game)))


def packed(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Compress lines as `gunzip` takes them; the same lines give the same bytes."""
    pack = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    for line in lines:
        if done := pack.compress(line):
            yield done
    yield pack.flush()


def in_order(club: Club) -> Iterator[Game]:
    """Yield the games of a club as they were played, whole, a few at a time.

    The order is the same where they are brought in again: it asks for nothing that is new there.
    """
    told = club.games.filter(deleted_at=None).values_list("started_at", "file_id", "pk")
    order = sorted((at, file_id or str(pk), pk) for at, file_id, pk in told.iterator())
    for part in batched((pk for _at, _id, pk in order), AT_ONCE):
        games = Game.objects.with_entries().in_bulk(part)
        yield from (games[pk] for pk in part if pk in games)


def _of_club(club: Club) -> dict[str, str]:
    return {"name": club.name, "time_zone": club.time_zone}


def _line(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# ---- in


def is_archive(raw: bytes) -> bool:
    """Say whether this is meant to be an archive, whatever is wrong with it."""
    first, _end, _rest = raw[:4096].partition(b"\n")
    return first.lstrip(b"\xef\xbb\xbf \t\r").startswith(b"{") and FORMAT.encode() in first


def read(name: str, text: str) -> Parcel:
    """Read an archive; each game in it may have faults of its own."""
    reader = _Reader(name)
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            reader.read(number, line)
    if reader.club is None:
        raise NotReadableError(_("The archive is empty."))
    return Parcel(name, Kind.ARCHIVE, tuple(reader.arrivals), text=text, club=reader.club_told())


class _Reader:
    """Reads one line after the other; what is wrong with one is said of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.club: dict[str, str] | None = None
        self.players: list[PlayerTold] = []
        self.arrivals: list[Arrival] = []

    def read(self, number: int, line: str) -> None:
        try:
            document = gamefile.parsed(line.encode(), number)
            if self.club is None:
                self.club = _club(document)
            elif "player" in document:
                self.players.append(_player(document))
            else:
                gamefile.checked(document)
                self.add(number, importing.judged(self.name, document))
        except (NotAGameFileError, NotReadableError) as wrong:
            if self.club is None:
                raise NotReadableError(str(wrong)) from None
            self.add(number, Arrival(self.name, refusal=str(wrong)))

    def add(self, number: int, arrival: Arrival) -> None:
        place = _("Line %(number)s") % {"number": number}
        self.arrivals.append(importing.at(place, arrival))

    def club_told(self) -> ClubTold:
        club = self.club or {}
        return ClubTold(club["name"], club["time_zone"], tuple(self.players))


def _club(document: Mapping[str, Any]) -> dict[str, str]:
    if document.get("format") != FORMAT:
        raise NotReadableError(_("The file is not an archive of this score pad."))
    if isinstance(document.get("version"), bool) or document.get("version") != VERSION:
        raise NotReadableError(_("The file has a version that this score pad does not know."))
    club = _fields(document, "club", {"format", "version"}, {"name", "time_zone"})
    name, zone = club.get("name", ""), club.get("time_zone", "UTC")
    if not isinstance(name, str) or names.unwritable(name) or len(name) > names.LENGTH:
        raise NotReadableError(_("The name of the club cannot be kept."))
    if not isinstance(zone, str) or zone not in available_timezones():
        raise NotReadableError(_("The time zone of the club is not known here."))
    return {"name": name, "time_zone": zone}


def _player(document: Mapping[str, Any]) -> PlayerTold:
    told = _fields(document, "player", set(), {"name"})
    name = told.get("name")
    if not isinstance(name, str) or len(names.trimmed(name)) > names.LENGTH:
        raise NotReadableError(
            _("A player needs a name of %(most)s characters at most.") % {"most": names.LENGTH}
        )
    if fault := names.fault(name):
        raise NotReadableError(fault)
    return PlayerTold(name)


def _fields(
    document: Mapping[str, Any], name: str, beside: set[str], known: set[str]
) -> Mapping[str, Any]:
    """Return what is told of something; nothing may stand there that would not be kept."""
    told = document.get(name)
    if not isinstance(told, dict):
        raise NotReadableError(
            _("“%(name)s” must be an object with named values.") % {"name": name}
        )
    unknown = [*(document.keys() - beside - {name}), *(told.keys() - known)]
    if unknown:
        raise NotReadableError(
            _("“%(name)s” is not known in an archive.") % {"name": names.writable(min(unknown))}
        )
    return told
