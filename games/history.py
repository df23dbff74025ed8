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

from django.db.models import Exists, OuterRef, Q, QuerySet

from .models import Club, Game, Mention, Player, Presence
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
    own name, or in that of a team or a player. Whoever sat in for a round has played too.
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
    """A way through rows in the order of their games, from a cursor on: to older or newer ones.

    `at` and `pk` are what the rows call the time and the key of their game.
    """

    start: Cursor | None
    newer: bool
    at: str = "started_at"
    pk: str = "pk"

    @property
    def order(self) -> tuple[str, str]:
        """How the rows are ordered."""
        sign = "" if self.newer else "-"
        return f"{sign}{self.at}", f"{sign}{self.pk}"

    @property
    def after_start(self) -> Q:
        """The rows that come after the cursor."""
        if self.start is None:
            return Q()
        return self._beside("gt" if self.newer else "lt", self.start)

    def span(self, asked: Asked) -> Q:
        """Return the rows of the span that is asked for."""
        since = Q(**{f"{self.at}__gte": asked.since}) if asked.since else Q()
        return since & (Q(**{f"{self.at}__lt": asked.until}) if asked.until else Q())

    def up_to(self, end: Cursor) -> Q:
        """Return the rows that come before another cursor, and the one there."""
        return self._beside("lte" if self.newer else "gte", end)

    def _beside(self, side: str, cursor: Cursor) -> Q:
        # That nothing is beyond the time itself is said apart, so that an index is asked for it.
        strictly, loosely = side.removesuffix("e"), side.removesuffix("e") + "e"
        return Q(**{f"{self.at}__{loosely}": cursor.at}) & (
            Q(**{f"{self.at}__{strictly}": cursor.at}) | Q(**{f"{self.pk}__{side}": cursor.pk})
        )


@dataclass(frozen=True, slots=True)
class _Words:
    """The words that are looked for: which few games have, and which many."""

    few: tuple[str, ...] = ()
    many: tuple[str, ...] = ()


def page(asked: Asked, start: Cursor | None = None, *, newer: bool = False) -> Found:
    """Return the page that follows a cursor, or with `newer` the one before it; else the first."""
    words = _counted(asked)
    if words is None:
        return Found([])
    by_player = asked.player is not None and not words.few
    walk = (
        _Walk(start, newer, "presences__started_at", "presences__game")
        if by_player
        else _Walk(start, newer)
    )
    whose = Q(presences__player=asked.player) if by_player else Q(club=asked.club)
    # It is asked for even where few games have a word, so that all pages take as many queries.
    last = None if _is_one_list(asked) else _end_of_window(asked, start, newer)
    last = None if words.few else last
    window = walk.up_to(last) if last else Q()
    # All that is said of a presence is said at once, so that it is said of one.
    listed = whose & walk.span(asked) & walk.after_start & window
    games = _narrowed(asked, words).filter(listed).order_by(*walk.order)
    if asked.player and not by_player:
        games = games.filter(_at_the_table(asked.player))
    found = list(games.in_lines()[: AT_ONCE + 1])
    games_here, end = found[:AT_ONCE], _end(found) or last
    if newer and end is None and len(games_here) < AT_ONCE:
        # There are no more: the first page shows as many games as it can.
        return page(asked)
    looked = end.at if end and len(found) <= AT_ONCE else None
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


def _end_of_window(asked: Asked, start: Cursor | None, newer: bool) -> Cursor | None:
    """Return the last game that is looked at for a page; None if that is the end of the list."""
    if asked.player:
        walk = _Walk(start, newer, pk="game")
        rows: QuerySet[Any] = Presence.objects.filter(player=asked.player)
    else:
        walk = _Walk(start, newer)
        rows = _shortest_list(asked)
    ordered = rows.filter(walk.span(asked) & walk.after_start).order_by(*walk.order)
    # It is so many rows further on in the index, however many there are behind them.
    two = list(ordered.values_list(walk.at, walk.pk)[WINDOW - 1 : WINDOW + 1])
    return Cursor(*two[0]) if len(two) > 1 else None


# ---- which games


def _is_one_list(asked: Asked) -> bool:
    """Say whether what is asked for stands together in an order that is kept."""
    if asked.words or len(asked.variants) > 1 or asked.finished:
        return False
    return [bool(asked.player), bool(asked.variants), asked.finished is False].count(True) <= 1


def _shortest_list(asked: Asked) -> GameQuerySet:
    """Return the shortest list of games that is kept in order and has all that is asked for."""
    games = Game.objects.filter(club=asked.club, deleted_at=None)
    if asked.finished is False:
        return games.filter(finished_at=None)
    return games.filter(variant=asked.variants[0]) if len(asked.variants) == 1 else games


def _narrowed(asked: Asked, words: _Words) -> GameQuerySet:
    """Return the games that have all that is asked for, but for whose they are."""
    games = Game.objects.filter(deleted_at=None)
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
    return Exists(Presence.objects.filter(game=OuterRef("pk"), player=player))


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
