"""The games of a club, newest first: what is looked for, and a page of what was found.

A page takes as long in a club of ten thousand games as in one of a hundred. A list is walked in an
order that the database keeps, and begins where the page before ended. Where several things are
looked for at once, no more than WINDOW games are looked at for one page: it says how far back that
came, and the next page goes on from there.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Window

from .models import Club, Game, Mention, Player, Seat
from .models.games import GameQuerySet

AT_ONCE = 30
WINDOW = 500
"""So many games are looked at for one page."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CURSOR = re.compile(r"(?P<micros>-?\d{1,18})-(?P<pk>[0-9a-f]{32})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page ended: at the game that began then and has this key."""

    at: datetime
    pk: UUID

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // timedelta(microseconds=1)}-{self.pk.hex}"

    @classmethod
    def read(cls, text: str) -> "Cursor | None":
        """Return the cursor that an address carries; None if it carries none."""
        told = CURSOR.fullmatch(text)
        if told is None:
            return None
        try:
            at = EPOCH + timedelta(microseconds=int(told["micros"]))
        except OverflowError:
            return None
        return cls(at, UUID(told["pk"]))


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for among the games of a club; without any of it, all of them.

    A game began at `since` or later, and before `until`. Each of the `words` begins a word in its
    own name, or in that of a team or a player.
    """

    club: Club
    variants: tuple[str, ...] = ()
    player: Player | None = None
    since: datetime | None = None
    until: datetime | None = None
    finished: bool | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A page of games. `older` and `newer` are where the pages beside it begin, if there are any.

    `looked_back_to` is set where there may be more that was not looked at yet.
    """

    games: list[Game]
    older: Cursor | None = None
    newer: Cursor | None = None
    looked_back_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Walk:
    """A direction through the games: from a cursor on, to older ones or to newer ones."""

    start: Cursor | None
    newer: bool

    def order(self, pk: str) -> tuple[str, str]:
        sign = "" if self.newer else "-"
        return f"{sign}started_at", f"{sign}{pk}"

    def beyond[Q: QuerySet[Any]](self, rows: Q, pk: str) -> Q:
        """Return the rows after the cursor, in order; `pk` is what they call the game's key."""
        if self.start is not None:
            side = "gt" if self.newer else "lt"
            rows = rows.filter(
                _later(side, self.start.at, pk, self.start.pk),
                **{f"started_at__{side}e": self.start.at},
            )
        return rows.order_by(*self.order(pk))


def _later(side: str, at: datetime, pk: str, key: UUID) -> Q:
    return Q(**{f"started_at__{side}": at}) | Q(**{f"{pk}__{side}": key})


@dataclass(frozen=True, slots=True)
class _Words:
    """The words that are looked for: which few games have, and which many."""

    few: tuple[str, ...] = ()
    many: tuple[str, ...] = ()


def page(asked: Asked, start: Cursor | None = None, *, newer: bool = False) -> Found:
    """Return the page that follows a cursor, or with `newer` the one before it; else the first."""
    walk, words = _Walk(start, newer), _counted(asked)
    if words is None:
        return Found([])
    games, window = _narrowed(asked, words), None
    if words.few:
        games = games.filter(club=asked.club)
        if asked.player:
            games = games.filter(_at_the_table(asked.player))
    elif _is_one_list(asked):
        games = games.filter(club=asked.club)
    else:
        window = _list_to_walk(asked, walk)[: WINDOW + 1]
        games = games.filter(pk__in=window)
    found = list(walk.beyond(games.in_lines(), "pk")[: AT_ONCE + 1])
    games_here, end = found[:AT_ONCE], _end(found)
    looked: datetime | None = None
    if window is not None and end is None:
        end = _end_of_window(window, walk)
        looked = end.at if end else None
    if newer and end is None and len(games_here) < AT_ONCE:
        # There are no more: the first page shows as many games as it can.
        return page(asked)
    return _found(games_here, walk, end, looked)


def _found(games: list[Game], walk: _Walk, end: Cursor | None, looked: datetime | None) -> Found:
    if walk.newer:
        games.reverse()
        return Found(games, older=_cursor(games[-1]) if games else walk.start, newer=end)
    first = _cursor(games[0]) if games else walk.start
    return Found(games, older=end, newer=first if walk.start else None, looked_back_to=looked)


def _cursor(game: Game) -> Cursor:
    return Cursor(game.started_at, game.pk)


def _end(found: list[Game]) -> Cursor | None:
    """Return where a page ended that has another one after it."""
    return _cursor(found[AT_ONCE - 1]) if len(found) > AT_ONCE else None


def _end_of_window(window: QuerySet[Any], walk: _Walk) -> Cursor | None:
    """Return where the looking ended; None if that was the end of the list."""
    back = _Walk(None, not walk.newer).order("pk")
    last = Game.objects.filter(pk__in=window).annotate(number=Window(Count("pk"))).order_by(*back)
    told = last.values_list("started_at", "pk", "number").first()
    if told is None or told[2] <= WINDOW:
        return None
    at, pk, _number = told
    return Cursor(at, pk)


# ---- which games


def _is_one_list(asked: Asked) -> bool:
    """Say whether what is asked for stands together in an order that is kept."""
    if asked.player or asked.words or len(asked.variants) > 1 or asked.finished:
        return False
    return not (asked.variants and asked.finished is False)


def _list_to_walk(asked: Asked, walk: _Walk) -> QuerySet[Any]:
    """Return the keys of the shortest list that is kept in order and has all that is asked for."""
    if asked.player:
        seats = _in_time(Seat.objects.filter(player=asked.player), asked)
        return walk.beyond(seats, "game_id").values("game_id")
    games = _in_time(Game.objects.filter(club=asked.club, deleted_at=None), asked)
    if asked.finished is False:
        games = games.filter(finished_at=None)
    elif len(asked.variants) == 1:
        games = games.filter(variant=asked.variants[0])
    return walk.beyond(games, "pk").values("pk")


def _in_time[Q: QuerySet[Any]](rows: Q, asked: Asked) -> Q:
    if asked.since:
        rows = rows.filter(started_at__gte=asked.since)
    if asked.until:
        rows = rows.filter(started_at__lt=asked.until)
    return rows


def _narrowed(asked: Asked, words: _Words) -> GameQuerySet:
    """Return the games that have all that is asked for, but for whose they are."""
    games = _in_time(Game.objects.filter(deleted_at=None), asked)
    if asked.variants:
        games = games.filter(variant__in=asked.variants)
    if asked.finished is not None:
        games = games.filter(finished_at__isnull=not asked.finished)
    for word in words.few:
        few = Mention.objects.filter(club=asked.club).beginning(word)
        games = games.filter(pk__in=few.values("game"))
    for word in words.many:
        own = Mention.objects.filter(game=OuterRef("pk")).beginning(word)
        games = games.filter(Exists(own))
    return games


def _at_the_table(player: Player) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))


def _counted(asked: Asked) -> _Words | None:
    """Return which words are rare; None if no game at all has one of them.

    To count them takes no longer than to look at as many games as for a page.
    """
    few: list[str] = []
    many: list[str] = []
    for word in asked.words:
        mentions = Mention.objects.filter(club=asked.club).beginning(word)
        number = mentions[: WINDOW + 1].count()
        if not number:
            return None
        (many if number > WINDOW else few).append(word)
    return _Words(tuple(few), tuple(many))
