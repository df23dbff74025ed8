"""A game moves to another club: its people are found there by name, or made there."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import names

from .refusals import FileKnownError, NameClashError, OutOfDateError
from .revisions import Change
from .rounds import Sitting
from .setup import check_seats

if TYPE_CHECKING:
    from .game import Game
    from .people import Club


def moving(game: "Game", club: "Club") -> Change:
    """Return the change that moves a game to another club.

    Nothing that was played changes, and who is written otherwise there is called so. OutOfDateError
    if it is there already, FileKnownError if that club has the game of the same file,
    SeatTakenError if two who play here are one person there, NameClashError if somebody's name
    there is that of a team.
    """
    if club.pk == game.club_id:
        raise OutOfDateError
    # Who imports the same game there at the same moment waits here, or is waited for.
    type(club).objects.select_for_update(no_key=True).get(pk=club.pk)
    _check_file(game, club)
    table = game.table
    called = called_in(club, everybody(game))
    people = [called[name] for name in table.players]
    for substitutes in (game.sitting, *(played.substitutes for played in game.played)):
        check_seats(people, {number: called[name] for number, name in substitutes.items()})
    old = [team.name for team in table.teams]
    new = [_team(team.name, team.players, called) for team in table.teams]
    _check_names(game, people, new)
    return Change(
        {"club": str(game.club_id), "setup": {"seats": _seats(game, {}, called), "teams": old}},
        {"club": str(club.pk), "setup": {"seats": _seats(game, called, called), "teams": new}},
    )


def everybody(game: "Game") -> list[str]:
    """Return the names of all who have a seat in a game or sat in."""
    rounds = (name for played in game.played for name in played.substitutes.values())
    return list(dict.fromkeys((*game.table.players, *game.sitting.values(), *rounds)))


def called_in(club: "Club", told: Sequence[str]) -> dict[str, str]:
    """Return what these people are called in a club; who is not known there keeps their name."""
    keys = {name: names.same_as(name) for name in told}
    players = club.players.filter(key__in=keys.values()).select_related("merged_into")
    known = {player.key: (player.merged_into or player).name for player in players}
    return {name: known.get(key, name) for name, key in keys.items()}


def become_club(game: "Game", club: UUID) -> None:
    """Let a game be one of this club, and its people those of the same names there."""
    game.__class__.objects.filter(pk=game.pk).update(club=club)
    told = everybody(game)
    game.club_id = club
    # In the one order in which games that are started make theirs.
    people = {name: game.club.player_named(name) for name in sorted(told, key=names.same_as)}
    for seat in game.seats.select_related("player", "substitute"):
        seat.player = people[seat.player.name]
        seat.substitute = seat.substitute and people[seat.substitute.name]
        seat.save(update_fields=["player", "substitute"])
    sittings = list(Sitting.objects.filter(round__game=game).select_related("player"))
    for sitting in sittings:
        sitting.player = people[sitting.player.name]
    Sitting.objects.bulk_update(sittings, ["player"])


def _check_file(game: "Game", club: "Club") -> None:
    if not game.file_key:
        return
    club.games.expired().filter(file_key=game.file_key).update(file_key="")
    if same := club.games.filter(file_key=game.file_key).first():
        raise FileKnownError(same)


def _team(name: str, players: Sequence[str], called: Mapping[str, str]) -> str:
    """Return what a team is called then: after its players if it was."""
    joined = names.team_of([called[player] for player in players])
    after_players = names.same_as(name) == names.same_as(names.team_of(players))
    return joined if after_players and len(joined) <= names.TEAM_LENGTH else name


def _check_names(game: "Game", people: Sequence[str], teams: Sequence[str]) -> None:
    taken: set[str] = set()
    for name in (*people, *(teams if len(teams) < len(people) else ())):
        if names.same_as(name) in taken:
            raise NameClashError(name, game)
        taken.add(names.same_as(name))


def _seats(
    game: "Game", called: Mapping[str, str], changed: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the seats of those who are called otherwise there, as a revision keeps them."""
    return [
        {
            "seat": seat.pk,
            "number": seat.number,
            "place": seat.place,
            "player": called.get(seat.player.name, seat.player.name),
        }
        for seat in sorted(game.seats.all(), key=lambda seat: seat.number)
        if changed[seat.player.name] != seat.player.name
    ]
