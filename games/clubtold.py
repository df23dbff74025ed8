"""What an archive tells of a club besides its games, and how a club takes that over."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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


def take_over(club: Club, told: ClubTold) -> list[Season]:
    """Bring into a club what is told of it, and return the seasons that are new.

    What the club has already stays as it is. A club in which nothing was written down yet takes
    over its name, its time zone, and how its season of all time is reckoned.
    """
    seasons = [one for one in told.seasons if not one.everything]
    if club.is_blank():
        club.name, club.time_zone = told.name, told.time_zone
        club.save(update_fields=["name", "time_zone"])
        for one in told.seasons:
            if one.everything:
                of_all_time = Season.objects.of_all_time(club)
                Season.objects.filter(pk=of_all_time.pk).update(**one.rules())
    _add_players(club, told.players)
    return _add_seasons(club, seasons)


def _add_players(club: Club, told: Iterable[PlayerTold]) -> None:
    there = dict(club.players.values_list("key", "pk"))
    new = {
        key: Player(
            club=club,
            name=names.trimmed(one.name),
            key=key,
            mark=one.mark or Player.Mark.SPADE,
            is_guest=one.is_guest,
            hidden_at=one.hidden_at,
        )
        for one in told
        if (key := names.same_as(one.name)) not in there
    }
    Player.objects.bulk_create(new.values(), batch_size=500)
    taken = there.keys() | new.keys()
    aliases = {
        key: Player(club=club, name=names.trimmed(alias), key=key, merged_into=new[own])
        for one in told
        if (own := names.same_as(one.name)) in new
        for alias in one.aliases
        if (key := names.same_as(alias)) not in taken
    }
    Player.objects.bulk_create(aliases.values(), batch_size=500)


def _add_seasons(club: Club, told: Iterable[SeasonTold]) -> list[Season]:
    there = Counter(
        (names.same_as(name), starts_on, ends_on)
        for name, starts_on, ends_on in club.seasons.filter(everything=False).values_list(
            "name", "starts_on", "ends_on"
        )
    )
    players = dict(club.players.values_list("key", "pk"))
    made = []
    for one in told:
        if there[one.key]:
            there[one.key] -= 1
        else:
            kept = one.result and closed.kept(one.result, players)
            closing = {"closed_at": one.closed_at, "result": kept} if kept else {}
            made.append(Season.objects.create(club=club, **one.fields(), **closing))
    return made
