"""Games that come from files: how they are known again, and what a file makes of a game."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING, Any

from games import gamefile, names
from games.gamefile import FileRound, GameFile
from games.variants.entry import Finding
from games.variants.variant import Team, total_of

from .judging import untouched
from .revisions import Change
from .setup import as_told, check_seats

if TYPE_CHECKING:
    from .game import Game
    from .people import Club
    from .rounds import Snapshot


def key_of(file: GameFile) -> str:
    """Return what a file's game is known by in its club: its id, or all that it says."""
    if not file.id:
        return gamefile.digest(file)
    return hashlib.sha256(f"id{file.id}".encode()).hexdigest()


# ---- whom a file tells of


def called_here(club: "Club", file: GameFile, game: "Game | None" = None) -> GameFile:
    """Return a file in which people go by the names that they have in a club by now.

    A record that was merged is the one that is left. In a `game` that is known, whoever sits at its
    table may have got another name since the file was written. SeatTakenError if two in the file
    are one person here, or have the name of a team.
    """
    told = people_of(file)
    keys = {names.same_as(name): name for name in told}
    here = {} if game is None else _named_since(game, keys)
    unaliased = zip(told, club.unaliased(told), strict=True)
    here |= {name: now for name, now in unaliased if now != name}
    if not here:
        return file
    teams = tuple(_team(team, here) for team in file.table.teams)
    rounds = tuple(
        replace(one, substitutes={at: here.get(name, name) for at, name in one.substitutes.items()})
        for one in file.rounds
    )
    people = [name for team in teams for name in team.players]
    named = [team.name for team in teams if len(team.players) > 1]
    check_seats([*people, *named], {})
    for one in rounds:
        check_seats(people, dict(one.substitutes))
    return replace(file, table=replace(file.table, teams=teams), rounds=rounds)


def people_of(file: GameFile) -> list[str]:
    """Return the names of all who play in a file or sit in."""
    substitutes = (name for one in file.rounds for name in one.substitutes.values())
    return list(dict.fromkeys((*file.table.players, *substitutes)))


def _named_since(game: "Game", keys: Mapping[str, str]) -> dict[str, str]:
    """Return what those at a game's table are called now, by the names they gave up since."""
    seated = {seat.player_id: seat.player for seat in game.seats.all()}
    present = {names.same_as(player.name) for player in seated.values()}
    given_up = game.club.revisions.filter(player__in=seated, key__in=keys.keys() - present)
    return {
        keys[one.key]: seated[one.player_id].name
        for one in given_up.order_by("pk")
        if one.player_id and names.same_as(seated[one.player_id].name) not in keys
    }


def _team(team: Team, here: Mapping[str, str]) -> Team:
    players = tuple(here.get(name, name) for name in team.players)
    joined, before = names.team_of(players), names.team_of(team.players)
    after_players = names.same_as(team.name) == names.same_as(before)
    renamed = after_players and joined != before and len(joined) <= names.TEAM_LENGTH
    return Team(joined if renamed else team.name, players)


# ---- what a file makes of a game


def snapshots(game: "Game", file: GameFile) -> dict[str, "Snapshot"]:
    """Return the rounds of a file as a revision of a game at such a table keeps them."""
    return {
        str(number): _snapshot(game, file, told) for number, told in enumerate(file.rounds, start=1)
    }


def _snapshot(game: "Game", file: GameFile, told: FileRound) -> "Snapshot":
    return {
        "entry": file.variant.write(told.entry),
        "schema": file.variant.schema,
        "kept": _keys(game, told),
        "dealer": told.dealer,
        "players": {
            str(number): names.trimmed(name) for number, name in sorted(told.substitutes.items())
        },
        "scores": [total_of(lines) for lines in file.variant.score(told.entry, file.table)],
    }


def _keys(game: "Game", told: FileRound) -> list[str]:
    """Return the warnings of a round that a file says were kept.

    A file holds what was entered and not what was typed: a column counts as untouched if all in it
    is as it was before anybody typed.
    """
    blank = game.rules.column_questions()
    findings = [
        *(one for one in told.findings if one.severity == Finding.WARNING),
        *(one for one in untouched(game) if told.entry.columns[one.column or 0] == blank),
    ]
    return sorted({one.key for one in findings if one.code in told.kept})


def replacing(game: "Game", file: GameFile) -> Change:
    """Return the change that puts the game of a file in a game's place.

    It must be of the same variant, with as many teams and players.
    """
    content, file = gamefile.digest(file), called_here(game.club, file, game)
    seats = _seats(game, file)
    before, after = _setups(game, file, seats)
    old = {str(played.number): played.snapshot() for played in game.played}
    new = snapshots(game, file)
    numbers = [str(number) for number in range(1, 1 + max(len(old), len(new)))]
    moved = {one["number"]: other["number"] for one, other in seats}
    return Change(
        {
            "setup": before,
            "rounds": {number: old.get(number) for number in numbers},
            "sitting": {str(number): name for number, name in game.sitting.items()},
            "started_at": game.started_at.isoformat(),
            "finished_at": game.finished_at and game.finished_at.isoformat(),
            "file_digest": game.file_digest,
        },
        {
            "setup": after,
            "rounds": {number: new.get(number) for number in numbers},
            "sitting": {str(moved[number]): None for number in game.sitting},
            "started_at": (file.started or game.started_at).astimezone(UTC).isoformat(),
            "finished_at": file.finished and file.finished.astimezone(UTC).isoformat(),
            "file_digest": content,
        },
    )


def _setups(
    game: "Game", file: GameFile, seats: Sequence[tuple[dict[str, Any], dict[str, Any]]]
) -> tuple[dict[str, Any], dict[str, Any]]:
    return (
        {**as_told(game.table), "name": game.name, "seats": [one for one, _other in seats]},
        {
            **as_told(file.table),
            "teams": [names.trimmed(team.name) for team in file.table.teams],
            "name": names.trimmed(file.name),
            "seats": [other for _one, other in seats],
        },
    )


def _seats(game: "Game", file: GameFile) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return each seat as it is and as it will be.

    Whoever plays in both keeps their seat, with another number or place; the others make room.
    """
    players = [names.trimmed(name) for name in file.table.players]
    left = {names.same_as(name): number for number, name in enumerate(players)}
    seats = sorted(game.seats.select_related("player"), key=lambda seat: seat.number)
    stay = {seat.pk: left.pop(seat.player.key, None) for seat in seats}
    free = iter(left.values())
    moves = []
    for seat in seats:
        kept = stay[seat.pk]
        number = next(free) if kept is None else kept
        before: dict[str, Any] = {"seat": seat.pk, "number": seat.number, "place": seat.place}
        after: dict[str, Any] = {
            "seat": seat.pk,
            "number": number,
            "place": file.table.seats.index(number),
        }
        if kept is None:
            before["player"], after["player"] = seat.player.name, players[number]
        moves.append((before, after))
    return moves
