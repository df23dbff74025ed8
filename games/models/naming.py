"""What people are called in games: a new name reaches every game, and an old log keeps the old one.

A game's log tells names as they were. So each game learns of a new name by a revision of its own,
which changes no result and is not taken back in the game: it belongs to the player.
"""

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import batched
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils import timezone

from games import names

from .mentions import keep_words_of
from .refusals import NameClashError, NameTakenError, OutOfDateError
from .revisions import Revision, digest_of
from .seating import Team

if TYPE_CHECKING:
    from .accounts import User
    from .game import Game
    from .games import GameQuerySet
    from .people import Club
    from .players import Player

AT_ONCE = 500
"""So many games are written in one statement."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat of a game, as they are called there, and the team they are of."""

    seat: int
    number: int
    place: int
    name: str
    team: int
    team_number: int
    team_name: str


type Tables = dict[uuid.UUID, list[Sitter]]
"""Who sits at the tables of games, in the order of their numbers."""


# ---- giving somebody another name


def rename(player: "Player", name: str, by: "User | None") -> str:
    """Call a player otherwise in every game; return the key of the name that is given up.

    Nothing is given up where only the spelling changes. NameTakenError, NameClashError.
    """
    old, given_up, key = player.name, player.key, names.same_as(name)
    players = player.club.players.select_related("merged_into")
    if other := players.filter(key=key).exclude(pk=player.pk).first():
        raise NameTakenError(other)
    games = games_of(player)
    before = tables(player.club, games)
    player.name, player.key = name, key
    player.save(update_fields=["name", "key"])
    tell(player.club, before, (old, name), by)
    return given_up if given_up != key else ""


def games_of(*players: "Player") -> list[uuid.UUID]:
    """Return the games in which any of these has a seat or sat in, by their ids.

    A write that reaches them has locked them already, before the club: see `lock_games_of`.
    """
    return list(games_with(*players).order_by("pk").values_list("pk", flat=True))


def lock_games_of(*players: "Player") -> list[uuid.UUID]:
    """Return the games in which any of these has a seat or sat in, by their ids, locked."""
    # What only refers to one of them need not wait: standings name the games of their records.
    locked = games_with(*players).select_for_update(no_key=True).order_by("pk")
    return list(locked.values_list("pk", flat=True))


def games_with(*players: "Player") -> "GameQuerySet":
    """List the games in which any of these has a seat or sat in, those that are deleted too."""
    of_any = models.Q()
    for path in ("seats__player", "seats__substitute", "rounds__sittings__player"):
        own = {f"{path}__in": players}
        of_any |= models.Q(pk__in=players[0].club.games.filter(**own).values("pk"))
    return players[0].club.games.filter(of_any)


def tables(club: "Club", games: Iterable[uuid.UUID]) -> Tables:
    """Return who sits at the tables of these games, as they are called now."""
    found: Tables = {}
    paths = ("pk", "number", "place", "player__name", "team", "team__number", "team__name")
    for some in batched(games, AT_ONCE):
        rows = club.games.filter(pk__in=some).order_by("pk", "seats__number")
        for pk, *row in rows.values_list("pk", *(f"seats__{path}" for path in paths)):
            found.setdefault(pk, []).append(Sitter(*row))
    return found


def tell(club: "Club", before: Tables, called: tuple[str, str], by: "User | None") -> None:
    """Let each game show how its people are called by now, in one revision of its log.

    `called` is what one was called until now, and is from now on. Teams that were called after
    their players still are. NameClashError if two at a table would have the same name.
    """
    now = tables(club, before)
    renamed = {pk: _renamed(before[pk], now[pk]) for pk in before}
    for pk, teams in renamed.items():
        if clash := _clash(now[pk], teams):
            raise NameClashError(clash, club.games.get(pk=pk))
    old, new = ({"player": name} for name in called)
    at = timezone.now()
    for some in batched(before, AT_ONCE):
        _rename_teams({pk: name for game in some for pk, name in renamed[game].items()})
        keep_words_of(club, some)
        games = club.games.filter(pk__in=some)
        Revision.objects.bulk_create(
            Revision(
                game_id=pk,
                number=version + 1,
                kind=Revision.Kind.RENAME,
                by=by,
                at=at,
                submission=uuid.uuid4(),
                digest=digest_of(Revision.Kind.RENAME, called),
                before={**old, "setup": _setup(before[pk], now[pk], {})},
                after={**new, "setup": _setup(now[pk], before[pk], renamed[pk])},
            )
            for pk, version in games.values_list("pk", "version")
        )
        following = models.F("version") + 1
        games.update(version=following, setup_revision=following)


def _renamed(before: Sequence[Sitter], now: Sequence[Sitter]) -> dict[int, str]:
    """Return the new names of the teams that are called after their players."""
    found = {}
    for team in {one.team for one in before}:
        old, new = (
            names.team_of([one.name for one in sitters if one.team == team])
            for sitters in (before, now)
        )
        name = next(one.team_name for one in before if one.team == team)
        if old != new and names.same_as(name) == names.same_as(old):
            found[team] = new if len(new) <= names.TEAM_LENGTH else name
    return found


def _clash(sitters: Sequence[Sitter], renamed: dict[int, str]) -> str:
    """Return the name that two would have at a table; empty if each has one of their own."""
    teams = {one.team: renamed.get(one.team, one.team_name) for one in sitters}
    people = [one.name for one in sitters]
    called: list[str] = [*people, *(teams.values() if len(teams) < len(people) else ())]
    taken: set[str] = set()
    for name in called:
        if names.same_as(name) in taken:
            return name
        taken.add(names.same_as(name))
    return ""


def _rename_teams(renamed: dict[int, str]) -> None:
    teams = list(Team.objects.filter(pk__in=renamed))
    for team in teams:
        team.name = renamed[team.pk]
    Team.objects.bulk_update(teams, ["name"])


def _setup(
    sitters: Sequence[Sitter], others: Sequence[Sitter], renamed: dict[int, str]
) -> dict[str, Any]:
    """Return the part of a setup that names changed in, as a revision keeps it."""
    pairs = zip(sitters, others, strict=True)
    seats = [
        {"seat": one.seat, "number": one.number, "place": one.place, "player": one.name}
        for one, other in pairs
        if one.name != other.name
    ]
    teams = {one.team_number: renamed.get(one.team, one.team_name) for one in sitters}
    told = {"teams": [name for _number, name in sorted(teams.items())]} if seats else {}
    return {"seats": seats, **told}


def check_nobody_left(game: "Game") -> None:
    """Raise OutOfDateError if somebody at a table was merged while the table was written."""
    merged = models.Q(player__merged_into__isnull=False)
    substitutes = models.Q(substitute__merged_into__isnull=False)
    sitting_in = models.Q(sittings__player__merged_into__isnull=False)
    if game.seats.filter(merged | substitutes | sitting_in).exists():
        raise OutOfDateError


# ---- what somebody is called now who had a name then


def called_now(club: "Club", told: Collection[str], since: datetime) -> dict[str, str]:
    """Return what those are called by now who were called so then, unless they still are."""
    keys = {names.same_as(name) for name in told}
    merged = club.players.filter(key__in=keys).exclude(merged_into=None)
    people = {player.key: player for player in merged.select_related("merged_into")}
    # Who gave the name up first after that time is who had it then.
    given_up = club.revisions.filter(key__in=keys, at__gt=since).order_by("-at", "-pk")
    for revision in given_up.select_related("player__merged_into"):
        if revision.player is not None:
            people[revision.key] = revision.player
    return {
        name: (player.merged_into or player).name
        for name in told
        if (player := people.get(names.same_as(name))) is not None
    }
