"""A club as one archive: lines of JSON that a new installation takes in unchanged.

The first line says what it is and tells of the club; then come its players, its seasons, and its
games, a game file on each line, as they were played. The same club gives the same lines, byte for
byte, and so does the club into which they were brought.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from itertools import batched
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from games import closed, gamefile, importing, names
from games.clubtold import ClubTold, PlayerTold, SeasonTold
from games.gamefile import NotAGameFileError
from games.importing import Arrival
from games.models import Club, Game, Player, Season
from games.models.seasons import usual_place_points
from games.variants import VARIANTS

from .parcel import Kind, NotReadableError, Parcel

FORMAT, VERSION = "scorekeeper-club", 1
AT_ONCE = 100
"""So many games are in memory at once."""

MOST_ALIASES, MOST_PLACES, MOST_POINTS, MOST_GAMES = 200, 12, 1000, 1000


# ---- out


def lines(club: Club) -> Iterator[bytes]:
    """Yield the lines of a club's archive; what is deleted is not in it."""
    yield from lines_of_club(club)
    for game in in_order(club):
        yield line_of_game(game)


def lines_of_club(club: Club) -> Iterator[bytes]:
    """Yield the lines that tell of the club itself: what it is, who plays there, its seasons."""
    yield _line({"format": FORMAT, "version": VERSION, "club": _of_club(club)})
    players = club.players.listed().prefetch_related("aliases")
    for player in sorted(players, key=lambda player: player.key):
        yield _line({"player": _of_player(player)})
    called = dict(club.players.values_list("pk", "name"))
    yield from sorted(
        _line({"season": told})
        for season in club.seasons.all()
        if (told := _of_season(season, called))
    )


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


def _of_player(player: Player) -> dict[str, Any]:
    """Return what is told of a player; what is usual is left out."""
    told = {
        "name": player.name,
        "mark": player.mark,
        "guest": player.is_guest,
        "hidden": player.hidden_at and player.hidden_at.astimezone(UTC).isoformat(),
        "aliases": sorted(alias.name for alias in player.aliases.all()),
    }
    return {name: value for name, value in told.items() if value}


def _of_season(season: Season, called: Mapping[int, str]) -> dict[str, Any]:
    """Return what is told of a season: nothing of that of all time if it is as in every club."""
    rules = {
        "reckoning": season.reckoning,
        "place_points": season.place_points,
        "least_games": season.least_games,
    }
    if season.everything:
        usual = Season()
        same = all(getattr(usual, name) == value for name, value in rules.items())
        return {} if same else {"everything": True, **rules}
    told = {
        "name": season.name,
        "from": season.starts_on and season.starts_on.isoformat(),
        "to": season.ends_on and season.ends_on.isoformat(),
        "variants": season.variants,
        "closed": season.closed_at and season.closed_at.astimezone(UTC).isoformat(),
        "result": season.result and closed.told(season.result, called),
        **rules,
    }
    return {name: value for name, value in told.items() if value not in (None, [])}


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
        self.seasons: list[SeasonTold] = []
        self.arrivals: list[Arrival] = []

    def read(self, number: int, line: str) -> None:
        try:
            document = gamefile.parsed(line.encode(), number)
            if self.club is None:
                self.club = _club(document)
            elif "player" in document:
                self.players.append(_player(document))
            elif "season" in document:
                self.seasons.append(_season(document))
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
        return ClubTold(club["name"], club["time_zone"], tuple(self.players), tuple(self.seasons))


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
    known = {"name", "mark", "guest", "hidden", "aliases"}
    told = _fields(document, "player", set(), known)
    mark, guest, aliases = told.get("mark", ""), told.get("guest", False), told.get("aliases", [])
    if mark != "" and mark not in Player.Mark.values:
        raise NotReadableError(_wrong("mark"))
    if not isinstance(guest, bool):
        raise NotReadableError(_wrong("guest"))
    if not isinstance(aliases, list) or len(aliases) > MOST_ALIASES:
        raise NotReadableError(_wrong("aliases"))
    hidden = told.get("hidden")
    return PlayerTold(
        _name(told.get("name")),
        mark,
        guest,
        None if hidden is None else _time(hidden, "hidden"),
        tuple(_name(alias) for alias in aliases),
    )


def _name(name: object) -> str:
    if not isinstance(name, str) or len(names.trimmed(name)) > names.LENGTH:
        most = {"most": names.LENGTH}
        raise NotReadableError(_("A name must have %(most)s characters at most.") % most)
    if fault := names.fault(name):
        raise NotReadableError(fault)
    return name


def _time(told: object, name: str) -> datetime:
    try:
        time = datetime.fromisoformat(told)  # type: ignore[arg-type]
        if time.tzinfo and importing.FIRST <= time <= importing.LAST:
            return time
    except (TypeError, ValueError, OverflowError):
        pass
    raise NotReadableError(_wrong(name))


def _season(document: Mapping[str, Any]) -> SeasonTold:
    rules = {"reckoning", "place_points", "least_games"}
    known = {"name", "from", "to", "variants", "everything", "closed", "result", *rules}
    told = _fields(document, "season", set(), known)
    everything = told.get("everything", False)
    if not isinstance(everything, bool) or (everything and told.keys() - rules - {"everything"}):
        raise NotReadableError(_wrong("everything"))
    variants = told.get("variants", [])
    if not isinstance(variants, list) or not all(
        isinstance(one, str) and one in VARIANTS for one in variants
    ):
        raise NotReadableError(_wrong("variants"))
    starts_on, ends_on = (_day(told, name) for name in ("from", "to"))
    if starts_on and ends_on and starts_on > ends_on:
        raise NotReadableError(_wrong("to"))
    return SeasonTold(
        "" if everything else _name(told.get("name")),
        starts_on,
        ends_on,
        tuple(dict.fromkeys(variants)),
        _reckoning(told.get("reckoning", Season.Reckoning.WINS)),
        _place_points(told.get("place_points", usual_place_points())),
        _least_games(told.get("least_games", 0)),
        everything,
        *_closing(told),
    )


def _closing(told: Mapping[str, Any]) -> tuple[datetime | None, Mapping[str, Any] | None]:
    """Return when a season was closed, and its result; both or neither."""
    if "closed" not in told and "result" not in told:
        return None, None
    try:
        return _time(told.get("closed"), "closed"), closed.checked(told.get("result"))
    except closed.NoResultError:
        raise NotReadableError(_wrong("result")) from None


def _day(told: Mapping[str, Any], name: str) -> date | None:
    day = told.get(name)
    if day is None:
        return None
    try:
        return date.fromisoformat(day)
    except (TypeError, ValueError):
        raise NotReadableError(_wrong(name)) from None


def _reckoning(told: object) -> str:
    if not isinstance(told, str) or told not in Season.Reckoning.values:
        raise NotReadableError(_wrong("reckoning"))
    return told


def _place_points(told: object) -> tuple[int, ...]:
    if isinstance(told, list) and 0 < len(told) <= MOST_PLACES:
        fits = [_whole(points, 0, MOST_POINTS) for points in told]
        if all(fits):
            return tuple(told)
    raise NotReadableError(_wrong("place_points"))


def _least_games(told: object) -> int:
    if isinstance(told, int) and _whole(told, 0, MOST_GAMES):
        return told
    raise NotReadableError(_wrong("least_games"))


def _whole(told: object, least: int, most: int) -> bool:
    return isinstance(told, int) and not isinstance(told, bool) and least <= told <= most


def _wrong(name: str) -> str:
    return _("“%(name)s” has a value that makes no sense here.") % {"name": name}


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
