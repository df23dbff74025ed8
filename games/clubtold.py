"""What an archive tells of a club besides its games, and how a club takes that over."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from . import closed, names
from .models import Club, Player, Season


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """A player; `aliases` are the names of records that were merged into this one."""

    name: str
    mark: str = ""
    is_guest: bool = False
    hidden_at: datetime | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonTold:
    """A season; the one of all time has no name and no span of its own.

    `result` is that of a closed one, as `closed.checked` returns it.
    """

    name: str
    starts_on: date | None
    ends_on: date | None
    variants: tuple[str, ...]
    reckoning: str
    place_points: tuple[int, ...]
    least_games: int
    everything: bool = False
    closed_at: datetime | None = None
    result: Mapping[str, Any] | None = None

    @property
    def key(self) -> tuple[str, date | None, date | None]:
        """What a season is known by in its club."""
        return names.same_as(self.name), self.starts_on, self.ends_on

    def fields(self) -> dict[str, Any]:
        """Return what is kept of it, as a season has it."""
        return {
            "name": self.name,
            "starts_on": self.starts_on,
            "ends_on": self.ends_on,
            "variants": list(self.variants),
            **self.rules(),
        }

    def rules(self) -> dict[str, Any]:
        """Return how its standings are reckoned."""
        return {
            "reckoning": self.reckoning,
            "place_points": list(self.place_points),
            "least_games": self.least_games,
        }


@dataclass(frozen=True, slots=True)
class ClubTold:
    """A club, its games aside."""

    name: str
    time_zone: str
    players: tuple[PlayerTold, ...] = ()
    seasons: tuple[SeasonTold, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What a club takes over of what it is told, and what it has already, in the order told.

    `takes_itself` is whether the club, in which nothing was written down yet, takes over its name,
    its time zone, and how its season of all time is reckoned.
    """

    told: ClubTold
    takes_itself: bool
    players: tuple[PlayerTold, ...]
    known_players: tuple[PlayerTold, ...]
    seasons: tuple[SeasonTold, ...]
    known_seasons: tuple[SeasonTold, ...]

    @property
    def aliases(self) -> dict[str, str]:
        """The names that become other names of a player, each with the name of that one."""
        return {alias: one.name for one in self.players for alias in one.aliases}


class There:
    """What a club has of people and seasons, to which one archive after another adds.

    None is a club that is still to be made.
    """

    def __init__(self, club: Club | None) -> None:
        self._is_blank = club is None or club.is_blank()
        self._keys = set() if club is None else set(club.players.values_list("key", flat=True))
        seasons = Season.objects.filter(club=club, everything=False)
        self._seasons = Counter(
            (names.same_as(name), starts_on, ends_on)
            for name, starts_on, ends_on in seasons.values_list("name", "starts_on", "ends_on")
        )

    def plan(self, told: ClubTold) -> Plan:
        """Say what becomes of what is told; what is told next finds it here."""
        takes_itself = self._is_blank
        self._is_blank = takes_itself and not (told.name or told.players)
        players, known_players = self._players(told.players)
        seasons, known_seasons = self._planned(told.seasons, takes_itself=takes_itself)
        return Plan(told, takes_itself, players, known_players, seasons, known_seasons)

    def _players(
        self, told: Iterable[PlayerTold]
    ) -> tuple[tuple[PlayerTold, ...], tuple[PlayerTold, ...]]:
        new: list[PlayerTold] = []
        known: list[PlayerTold] = []
        for one in told:
            (known if self._is_there(one.name) else new).append(one)
        # A name that somebody has is no other name of anybody.
        own = (
            replace(one, aliases=tuple(name for name in one.aliases if not self._is_there(name)))
            for one in new
        )
        return tuple(own), tuple(known)

    def _is_there(self, name: str) -> bool:
        """Say whether somebody is called so; the first who is called so is."""
        there = (key := names.same_as(name)) in self._keys
        self._keys.add(key)
        return there

    def _planned(
        self, told: Iterable[SeasonTold], *, takes_itself: bool
    ) -> tuple[tuple[SeasonTold, ...], tuple[SeasonTold, ...]]:
        new: list[SeasonTold] = []
        known: list[SeasonTold] = []
        before = self._seasons.copy()
        for one in told:
            if one.everything:
                (new if takes_itself else known).append(one)
            elif before[one.key]:
                before[one.key] -= 1
                known.append(one)
            else:
                new.append(
                    one if self._can_close(one) else replace(one, closed_at=None, result=None)
                )
                self._seasons[one.key] += 1
        return tuple(new), tuple(known)

    def _can_close(self, season: SeasonTold) -> bool:
        """Say whether everybody in the result of a season is there."""
        players = season.result["players"] if season.result else ()
        return all(names.same_as(name) in self._keys for name in players)


def take_over(club: Club, told: ClubTold) -> list[Season]:
    """Bring into a club what is told of it, and return the seasons that are new.

    What the club has already stays as it is. TooManySeasonsError if there would be too many.
    """
    plan = There(club).plan(told)
    if plan.takes_itself:
        club.name, club.time_zone = told.name, told.time_zone
        club.save(update_fields=["name", "time_zone"])
    _add_players(club, plan)
    return _add_seasons(club, plan.seasons)


def _add_players(club: Club, plan: Plan) -> None:
    new = {
        one.name: Player(
            club=club,
            name=names.trimmed(one.name),
            key=names.same_as(one.name),
            mark=one.mark or Player.Mark.SPADE,
            is_guest=one.is_guest,
            hidden_at=one.hidden_at,
        )
        for one in plan.players
    }
    Player.objects.bulk_create(new.values(), batch_size=500)
    aliases = [
        Player(
            club=club,
            name=names.trimmed(alias),
            key=names.same_as(alias),
            merged_into=new[own],
        )
        for alias, own in plan.aliases.items()
    ]
    Player.objects.bulk_create(aliases, batch_size=500)


def _add_seasons(club: Club, told: Iterable[SeasonTold]) -> list[Season]:
    players = dict(club.players.values_list("key", "pk"))
    made = []
    told = list(told)
    if named := sum(not one.everything for one in told):
        Season.objects.make_room(club, named)
    for one in told:
        if one.everything:
            of_all_time = Season.objects.of_all_time(club)
            Season.objects.filter(pk=of_all_time.pk).update(**one.rules())
        else:
            kept = one.result and closed.kept(one.result, players)
            closing = {"closed_at": one.closed_at, "result": kept} if kept else {}
            made.append(Season.objects.create(club=club, **one.fields(), **closing))
    return made
