"""What takes a write back speaks with the names of its time; here it learns those of today.

A player may have got another name since, or may have been merged with another record. Whoever had
the name then is meant, and nobody else who has it now.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games import names

from .naming import called_now
from .revisions import Change, Revision, State
from .setup import check_seats

if TYPE_CHECKING:
    from .game import Game


def told_now(game: "Game", revision: Revision, made: Change) -> Change:
    """Return a change that takes a write back, with everybody called as they are called now.

    SeatTakenError if two would sit at the table then who were merged into one since.
    """
    if not any(part in made.after for part in ("setup", "sitting", "rounds")):
        return made
    after = _players_after(game, revision)
    before = _players_before(revision, after)
    told = {*after, *before, *_told(made.before), *_told(made.after)}
    now = called_now(game.club, told, since=revision.at)
    if not now:
        return made
    change = Change(_now(made.before, after, now), _now(made.after, before, now), made.undoes)
    _drop_what_stays(change)
    _sit(game, change.after)
    return change


def _players_after(game: "Game", revision: Revision) -> list[str]:
    """Return what the players were called when a write was made, by their numbers after it."""
    players = list(game.table.players)
    for later in game.revisions.filter(number__gt=revision.number).order_by("-number"):
        players = _players_before(later, players)
    return players


def _players_before(revision: Revision, players: Sequence[str]) -> list[str]:
    old, new = (
        told.get("setup", {}).get("seats", ()) for told in (revision.before, revision.after)
    )
    before = list(players)
    for one, other in zip(old, new, strict=True):
        before[one["number"]] = one.get("player", players[other["number"]])
    return before


def _told(state: State) -> Iterator[str]:
    """Yield the names of people in a state."""
    yield from (
        seat["player"] for seat in state.get("setup", {}).get("seats", ()) if "player" in seat
    )
    yield from (name for name in state.get("sitting", {}).values() if name)
    for snapshot in state.get("rounds", {}).values():
        yield from (snapshot or {}).get("players", {}).values()


def _now(state: State, players: Sequence[str], now: Mapping[str, str]) -> State:
    """Return a state in the names of today; `players` are those of its time."""
    told = dict(state)
    if "setup" in state:
        told["setup"] = dict(state["setup"])
        if "seats" in state["setup"]:
            told["setup"]["seats"] = [_seat(seat, now) for seat in state["setup"]["seats"]]
        if "teams" in state["setup"]:
            told["setup"]["teams"] = _teams(state["setup"]["teams"], players, now)
    if "sitting" in state:
        told["sitting"] = {at: now.get(name, name) for at, name in state["sitting"].items()}
    if "rounds" in state:
        told["rounds"] = {at: one and _round(one, now) for at, one in state["rounds"].items()}
    return told


def _seat(seat: Mapping[str, Any], now: Mapping[str, str]) -> dict[str, Any]:
    return {**seat, **({"player": now.get(one, one)} if (one := seat.get("player")) else {})}


def _round(snapshot: Mapping[str, Any], now: Mapping[str, str]) -> dict[str, Any]:
    players = snapshot.get("players", {})
    return {**snapshot, "players": {at: now.get(name, name) for at, name in players.items()}}


def _teams(told: Sequence[str], players: Sequence[str], now: Mapping[str, str]) -> list[str]:
    """Return the names of teams: those called after their players still are.

    So is one whose own name is by now that of somebody at the table.
    """
    each = len(players) // len(told)
    people = {names.same_as(now.get(name, name)) for name in players}
    found = []
    for number, name in enumerate(told):
        members = players[number * each : (number + 1) * each]
        joined = names.team_of([now.get(one, one) for one in members])
        after_players = names.same_as(name) == names.same_as(names.team_of(members))
        taken = each > 1 and names.same_as(name) in people
        fits = len(joined) <= names.TEAM_LENGTH
        found.append(joined if (after_players or taken) and fits else name)
    return found


def _drop_what_stays(change: Change) -> None:
    """Leave out who only seems to change: two names that are one person's by now."""
    old, new = (told.get("setup", {}).get("seats", ()) for told in (change.before, change.after))
    for one, other in zip(old, new, strict=True):
        if "player" in one and one["player"] == other["player"]:
            del one["player"], other["player"]


def _sit(game: "Game", after: State) -> None:
    """Let nobody sit in for themselves once this is so; SeatTakenError if one has two seats."""
    seats = {seat.pk: (seat.number, seat.player.name) for seat in game.seats.all()}
    for seat in after.get("setup", {}).get("seats", ()):
        _number, name = seats[seat["seat"]]
        seats[seat["seat"]] = seat["number"], seat.get("player", name)
    people = [name for _number, name in sorted(seats.values())]
    for at, name in after.get("sitting", {}).items():
        after["sitting"][at] = None if name == people[int(at)] else name
    sitting = {str(number): name for number, name in game.sitting.items()} | after.get(
        "sitting", {}
    )
    check_seats(people, {int(at): name for at, name in sitting.items() if name})
    rounds = {str(one.number): one.substitutes for one in game.played}
    for at, snapshot in after.get("rounds", {}).items():
        told = (snapshot or {}).get("players", {})
        for number in [number for number, name in told.items() if name == people[int(number)]]:
            del told[number]
        rounds[at] = {int(number): name for number, name in told.items()}
    for substitutes in rounds.values():
        check_seats(people, substitutes)
