"""What a write changes of a game, as a revision keeps it, and how a game is brought into a state.

A state is plain JSON, and holds only what the write changes:

* `rounds`: by number, the snapshot of a round, or None where there is none;
* `setup`: the parts of the setup that change, see `setup.py`;
* `sitting`: by player number, the name of who sits there in the rounds to come, or None;
* `club`: the club that the game is of, with the names in `setup` that are others there;
* `player`: what somebody is called who plays here, to be read only;
* `from`: the round from which that holds, to be read only;
* `started_at`, `finished_at`, `deleted_at`: a time, or None;
* `file_digest`: what the content of the file was, from which the game was imported.

A round that is there afterwards and was not before moves the later rounds up by one, and one that
is gone moves them down. So recording is inserting at the end, and what takes a write back is the
same two states in the other order.
"""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models
from django.utils.dateparse import parse_datetime

from games.variants.variant import places

from .moving import become_club
from .presences import keep_found
from .rounds import Score, columns_of
from .seating import Team
from .setup import become_setup

if TYPE_CHECKING:
    from .game import Game
    from .revisions import Change, Revision
    from .rounds import Round, Snapshot

WRITTEN = (
    *("version", "name", "options", "first_dealer", "setup_revision", "file_digest"),
    *("started_at", "finished_at", "deleted_at"),
)
"""What a write may change of the game itself, and what it must see as the one before left it."""

MOST_ROUNDS = 1000
"""A game of more rounds is none that was played at a table."""

ASIDE = 10 * MOST_ROUNDS
"""Rounds are moved by way of numbers beyond this, since no two may share one even for a moment."""


def become(game: "Game", made: "Change", revision: "Revision") -> None:
    """Bring a game into the state after a change; what it does not name stays."""
    after = made.after
    if "club" in after:
        become_club(game, UUID(after["club"]))
        become_setup(game, {"teams": after["setup"]["teams"]})
        game.setup_revision = revision.number
    elif "setup" in after:
        become_setup(game, after["setup"])
        game.setup_revision = revision.number
    # An old evening has no length: it ends when it begins.
    at_once = game.finished_at == game.started_at
    for name in ("started_at", "finished_at", "deleted_at"):
        if name in after:
            setattr(game, name, parse_datetime(after[name]) if after[name] else None)
    if "started_at" in after:
        game.presences.update(started_at=game.started_at)
        if at_once and "finished_at" not in after:
            game.finished_at = game.started_at
    game.file_digest = after.get("file_digest", game.file_digest)
    for number, name in after.get("sitting", {}).items():
        player = None if name is None else game.club.player_named(name)
        game.seats.filter(number=number).update(substitute=player)
    _become_rounds(game, made, revision)
    if not {"club", "setup"}.isdisjoint(after) or _tells_substitutes(made):
        keep_found(game)
    if not {"rounds", "setup"}.isdisjoint(after):
        keep_places(game)


def _tells_substitutes(made: "Change") -> bool:
    """Say whether somebody sits in for a round that is otherwise before or after."""
    rounds = (told.get("rounds", {}).values() for told in (made.before, made.after))
    return any(one and one.get("players") for several in rounds for one in several)


def _become_rounds(game: "Game", made: "Change", revision: "Revision") -> None:
    rounds: dict[str, Snapshot | None] = made.after.get("rounds", {})
    there = made.before.get("rounds", {})
    for number in sorted(map(int, rounds), reverse=True):
        if rounds[str(number)] is None:
            _take_out(game, number, revision)
    written = []
    for number in sorted(map(int, rounds)):
        if (snapshot := rounds[str(number)]) is not None:
            if there[str(number)] is None:
                _make_room(game, number, revision)
            written.append(_put(game, number, snapshot, revision))
    if ("setup" in made.after and "club" not in made.after) or len(rounds) > 1:
        game.keep_figures()
    else:
        for played in written:
            played.keep_figures()


def _take_out(game: "Game", number: int, revision: "Revision") -> None:
    played = game.rounds.get(number=number)
    played.game = game
    played.take_from_later()
    played.delete()
    _move_later(game, number, -1, revision)


def _make_room(game: "Game", number: int, revision: "Revision") -> None:
    _move_later(game, number - 1, 1, revision)


def _move_later(game: "Game", number: int, step: int, revision: "Revision") -> None:
    """Renumber the rounds after this one.

    They count as written by this revision: a page that knows one of them by its old number is told.
    """
    later = game.rounds.filter(number__gt=number)
    if later.update(number=models.F("number") + ASIDE + step):
        aside = game.rounds.filter(number__gt=ASIDE)
        aside.update(number=models.F("number") - ASIDE, revision=revision.number)


def _put(game: "Game", number: int, snapshot: "Snapshot", revision: "Revision") -> "Round":
    columns = columns_of(snapshot, revision)
    played, _made = game.rounds.update_or_create(number=number, defaults=columns)
    played.game = game
    played.seat_substitutes(snapshot.get("players", {}))
    return played


def keep_places(game: "Game") -> None:
    """Keep each team's points and place after the last round."""
    last = Score.objects.filter(round__game=game, round__number=game.rounds.count())
    reached = {score.team_id: score.total for score in last}
    teams = list(game.teams.order_by("number"))
    totals = [reached.get(team.pk, team.starting_total) for team in teams]
    for team, total, place in zip(teams, totals, places(totals), strict=True):
        team.points, team.place = total, place
    Team.objects.bulk_update(teams, ["points", "place"])
