"""Board Game Stats: a finished game as it takes it, by link or as a play file, and its export."""

import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import gamefile, names
from games.gamefile import NotAGameFileError
from games.importing import Arrival
from games.models import Game
from games.variants import VARIANTS
from games.variants.variant import places

from . import cells, evenings, times
from .evenings import Evening, NoResultError, Side
from .parcel import Kind, NotReadableError, Parcel

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. Share it with that app, or open it"
    " there."
)
MOST_PLAYS = 50_000

LABELS = ("team", "role", "teamRole")
"""Where an export may say who played together."""


# ---- out


def link(game: Game) -> str:
    """Return the address by which Board Game Stats takes a finished game."""
    told = json.dumps(play(game), ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(told, safe="")


def play(game: Game) -> dict[str, Any]:
    """Return a finished game as a link tells it."""
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(game.pk),
        "playDate": _day(game, game.started_at),
        "durationMin": _lasted(game),
        "game": {
            "name": game.rules.name,
            "sourceGameId": game.variant,
            "highestWins": True,
            "noPoints": False,
        },
        "board": game.name,
        "players": [
            {
                "name": one.name,
                "sourcePlayerId": str(one.id),
                "startPlayer": one.begins,
                "rank": one.place,
                "role": one.team,
                "score": one.total,
                "winner": one.place == 1,
            }
            for one in _players(game)
        ],
    }


def play_file(game: Game) -> dict[str, Any]:
    """Return a finished game as a play file tells it."""
    changed = _day(game, game.changed_at)
    players = list(_players(game))
    teams = game.table.in_pairs
    return {
        "about": ABOUT,
        "players": [
            {
                "uuid": str(one.id),
                "id": number,
                "name": one.name,
                "isAnonymous": False,
                "modificationDate": changed,
                "bggUsername": "",
            }
            for number, one in enumerate(players, start=1)
        ],
        "locations": [],
        "games": [
            {
                "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"scorekeeper:{game.variant}")),
                "id": 1,
                "name": game.rules.name,
                "modificationDate": changed,
                "cooperative": False,
                "highestWins": True,
                "noPoints": False,
                "usesTeams": teams,
            }
        ],
        "plays": [
            {
                "uuid": str(game.pk),
                "modificationDate": changed,
                "entryDate": changed,
                "playDate": _day(game, game.started_at),
                "usesTeams": teams,
                "durationMin": _lasted(game),
                "ignored": False,
                "manualWinner": False,
                "rounds": len(game.played),
                "locationRefId": 0,
                "gameRefId": 1,
                "board": game.name,
                "scoringSetting": 0,
                "sourceName": SOURCE,
                "sourcePlayId": str(game.pk),
                "playerScores": [
                    {
                        "score": str(one.total),
                        "winner": one.place == 1,
                        "newPlayer": False,
                        "startPlayer": one.begins,
                        "playerRefId": number,
                        "role": one.team,
                        "rank": one.place,
                        "seatOrder": one.seat,
                        **({"team": one.team} if teams else {}),
                    }
                    for number, one in enumerate(players, start=1)
                ],
            }
        ],
        "userInfo": {"meRefId": 0},
    }


class _Player:
    """Somebody at the table, and how the game ended for them."""

    def __init__(self, game: Game, number: int, result: tuple[int, int]) -> None:
        table = game.table
        self.name = table.players[number]
        self.id = uuid.uuid5(game.club_id, names.same_as(self.name))
        self.team = table.teams[table.team_of(number)].name if table.in_pairs else ""
        self.total, self.place = result
        self.seat = table.seats.index(number) + 1
        self.begins = table.after(game.dealers[0]) == number


def _players(game: Game) -> Iterator[_Player]:
    table = game.table
    totals = table.totals(game.rows)
    results = list(zip(totals, places(totals), strict=True))
    for number in range(len(table.players)):
        yield _Player(game, number, results[table.team_of(number)])


def _day(game: Game, at: datetime) -> str:
    return times.told(at, game.club.time_zone)


def _lasted(game: Game) -> int:
    lasted = (game.finished_at or game.started_at) - game.started_at
    return round(lasted.total_seconds() / 60) if timedelta() < lasted <= times.LONGEST else 0


# ---- in


def is_export(raw: bytes) -> bool:
    """Say whether JSON is meant to be from Board Game Stats, whatever is wrong with it."""
    if gamefile.FORMAT.encode() in raw:
        return False
    return b'"plays"' in raw or b'"sourcePlayId"' in raw


def read(name: str, text: str, zone: ZoneInfo, chosen: Mapping[str, str]) -> Parcel:
    """Read an export, a play file, or what a link tells.

    `chosen` has the variants that somebody chose for the names of games.
    """
    try:
        document = gamefile.parsed(text.encode())
    except NotAGameFileError as wrong:
        raise NotReadableError(str(wrong)) from None
    except UnicodeEncodeError:
        raise NotReadableError(_("The file is not written in UTF-8.")) from None
    plays = list(_plays(document))
    counted = Counter(one.game for one in plays)
    known = {one.game: one.key for one in plays if one.key}
    called = {
        game: chosen[game] if game in chosen else known.get(game) or evenings.variant_called(game)
        for game, _number in counted.most_common()
    }
    days = times.Days(zone)
    arrivals = [_arrived(name, one, days, called[one.game]) for one in plays]
    return Parcel(name, Kind.BGSTATS, tuple(arrivals), text=text, names=called)


class _Play:
    """A play, and what the lists beside it tell of its game, its place and its players.

    It is called after its board, as our own plays tell their name, or else after its place.
    """

    def __init__(
        self,
        number: int,
        told: Mapping[str, Any],
        game: Mapping[str, Any],
        place: str,
        scores: Sequence[tuple[Mapping[str, Any], str]],
    ) -> None:
        self.number, self.told, self.scores = number, told, scores
        self.name = evenings.shown(_text(told.get("board")) or place, names.GAME_LENGTH)
        self.game = evenings.shown(_text(game.get("name")) or _text(game.get("bggName")))
        key = _text(game.get("sourceGameId"))
        self.key = key if key in VARIANTS and told.get("sourceName") == SOURCE else ""
        self.lowest_wins = game.get("highestWins") is False


def _plays(document: Mapping[str, Any]) -> Iterator[_Play]:
    if "plays" not in document:
        players = _list(document, "players")
        game = document.get("game")
        scores = [(one, _text(one.get("name"))) for one in players]
        yield _Play(1, document, game if isinstance(game, dict) else {}, "", scores)
        return
    games, people, places = (_by_id(document, name) for name in ("games", "players", "locations"))
    for number, told in enumerate(_list(document, "plays"), start=1):
        scores = [
            (one, _text(people.get(_id(one.get("playerRefId")), {}).get("name")))
            for one in _list(told, "playerScores")
        ]
        game = games.get(_id(told.get("gameRefId")), {})
        place = _text(places.get(_id(told.get("locationRefId")), {}).get("name"))
        yield _Play(number, told, game, place, scores)


def _list(told: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    given = told.get(name)
    if given is None:
        return []
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise NotReadableError(_("“%(name)s” must be a list of objects.") % {"name": name})
    if len(given) > MOST_PLAYS:
        raise NotReadableError(_("There is more in this file than can be looked at."))
    return given


def _by_id(document: Mapping[str, Any], name: str) -> dict[int | None, Mapping[str, Any]]:
    return {key: one for one in _list(document, name) if (key := _id(one.get("id"))) is not None}


def _id(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: object) -> str:
    return names.tidy(value) if isinstance(value, str) else ""


def _arrived(name: str, play: _Play, days: times.Days, variant: str) -> Arrival:
    place = _("Play %(number)s") % {"number": play.number}
    day = _text(play.told.get("playDate"))
    told = " · ".join(one for one in (play.game, day) if one)
    why = "" if variant else _("Nobody keeps the score of this game here.")
    if play.told.get("ignored") is True:
        why = _("It does not count there either: it is marked to be ignored.")
    if why:
        return evenings.passed_by(name, place, told, why)
    try:
        return evenings.arrived(name, place, told, _evening(play, days, variant))
    except NoResultError as wrong:
        return evenings.unreadable(name, place, told, str(wrong))


def _evening(play: _Play, days: times.Days, variant: str) -> Evening:
    day = _text(play.told.get("playDate"))
    # What we told ourselves has the time of day; elsewhere it may be missing, as midnight.
    own = play.told.get("sourceName") == SOURCE
    started = days.read(day) if own else days.read_at_noon(day)
    if started is None:
        raise NoResultError(
            _("The time “%(text)s” cannot be read.") % {"text": evenings.shown(day)}
        )
    if not play.scores:
        raise NoResultError(_("Nobody played in it."))
    seats = [_Seat(one, player) for one, player in play.scores]
    for seat in seats:
        if not seat.name:
            raise NoResultError(_("The name of a player is missing."))
    sides = _sides(seats)
    _agree(play, sides, seats)
    finished = times.after(started, times.minutes(play.told.get("durationMin")))
    return Evening(variant, tuple(sides), started, finished, _id_of(play.told), play.name)


class _Seat:
    """A player's part in a play."""

    def __init__(self, told: Mapping[str, Any], name: str) -> None:
        self.name = name
        score = told.get("score")
        self.total = cells.summed(score)
        if self.total is None and score not in (None, ""):
            text = score if isinstance(score, str | int | Decimal) else type(score).__name__
            raise NoResultError(
                _("The score “%(text)s” is not a whole number, nor a sum of such.")
                % {"text": evenings.shown(str(text))}
            )
        self.winner = told.get("winner") is True
        self.labels = [_text(told.get(label)) for label in LABELS]


def _sides(seats: Sequence[_Seat]) -> list[Side]:
    """Return who played together: who bears the same name of a team, or the same role."""
    for place in range(len(LABELS)):
        together: dict[str, list[_Seat]] = {}
        for seat in seats:
            together.setdefault(seat.labels[place], []).append(seat)
        if "" not in together and len(together) < len(seats):
            return [_side(label, own) for label, own in together.items()]
    return [_side("", [seat]) for seat in seats]


def _side(label: str, seats: Sequence[_Seat]) -> Side:
    # Some write the score of a team down once, and nothing for the others of it.
    totals = {seat.total for seat in seats if seat.total is not None}
    if not totals:
        who = {"player": evenings.shown(seats[0].name)}
        raise NoResultError(_("No score is told of %(player)s.") % who)
    if len(totals) > 1:
        raise NoResultError(_("Those who played together have different scores."))
    (total,) = totals
    name = "" if label.isdecimal() else label
    return Side(name, tuple(seat.name for seat in seats), total)


def _agree(play: _Play, sides: Sequence[Side], seats: Sequence[_Seat]) -> None:
    """Raise NoResultError where the winner is not who has the most points."""
    best = max(side.total for side in sides)
    winners = {seat.name for seat in seats if seat.winner}
    first = {name for side in sides if side.total == best for name in side.players}
    if not winners <= first or (play.lowest_wins and not winners):
        raise NoResultError(_("It was not won by the most points, as all of our games are."))


def _id_of(play: Mapping[str, Any]) -> str:
    """Return what a play is known by: the id of our own game that it was made of, or its own."""
    if play.get("sourceName") == SOURCE and (own := _text(play.get("sourcePlayId"))):
        return own
    told = _text(play.get("uuid"))
    try:
        return str(uuid.UUID(told))
    except ValueError:
        source, own = _text(play.get("sourceName")), _text(play.get("sourcePlayId"))
        return f"{source}-{own}" if own else told
