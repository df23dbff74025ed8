"""A club with a long history, brought into the database all at once.

The games are copies of the evenings that `make demo` plays, by other people on other days. Their
rows are written in bulk, as no write of one game would be, and then all is reckoned.
"""

import itertools
import json
import random
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db import transaction

from games import gamefile
from games.models import Club, Game, Player, Revision, Round, Score, Seat, Tally, Team, User
from games.models.presences import keep_found
from games.models.reckoning import reckon_club

EVENINGS = Path(__file__).resolve().parents[2] / "games" / "management" / "evening"
ROUNDS = 10
PEOPLE = (
    *("Ana", "Ben", "Celia", "Dev", "Elif", "Farid", "Gita", "Hugo", "Ines", "Juri", "Kofi"),
    *("Lena", "Mira", "Nils", "Olga", "Pia", "Quim", "Rosa", "Sami", "Tove"),
)
FIRST = datetime(2006, 1, 6, 19, tzinfo=UTC)
BETWEEN, TAKES = timedelta(hours=17), timedelta(hours=2)
AT_ONCE = 250


@dataclass(frozen=True)
class Pattern:
    """A game that was really written, with all its rows."""

    game: Game
    teams: Sequence[Team]
    seats: Sequence[Seat]
    rounds: Sequence[Round]
    scores: Sequence[Score]
    tallies: Sequence[Tally]
    revision: Revision

    @classmethod
    def of(cls, game: Game) -> "Pattern":
        """Read all rows of a game."""
        return cls(
            game,
            list(game.teams.order_by("number")),
            list(game.seats.select_related("player").order_by("number")),
            list(game.rounds.order_by("number")),
            list(Score.objects.filter(round__game=game)),
            list(Tally.objects.filter(round__game=game)),
            game.revisions.get(),
        )


@transaction.atomic
def fill(games: int, seed: int = 1) -> User:
    """Make an account whose club has played so many games of ten rounds each; returns the account.

    One more, the latest, goes on.
    """
    user = User.objects.make_silently("Europe/Berlin")
    club = user.home_club()
    patterns = [Pattern.of(_adopted(club, path)) for path in sorted(EVENINGS.glob("*.json"))]
    people = [club.player_named(name) for name in PEOPLE]
    chance = random.Random(seed)
    days = (FIRST + BETWEEN * number for number in range(games + 1))
    for several in itertools.batched(itertools.islice(days, games), AT_ONCE):
        _copy([_Copy(chance.choice(patterns), at, chance.sample(people, 8)) for at in several])
    # What goes on is the same game in every club, since writes to it are compared.
    _copy([_Copy(patterns[0], next(days), people[:8])])
    Game.objects.filter(pk__in=[pattern.game.pk for pattern in patterns]).delete()
    latest = Game.objects.filter(club=club).latest("started_at")
    Game.objects.filter(pk=latest.pk).update(finished_at=None)
    reckon_club(club)
    return user


def _adopted(club: Club, path: Path) -> Game:
    told = json.loads(path.read_text())
    rounds = list(itertools.islice(itertools.cycle(told["rounds"]), ROUNDS))
    told["rounds"] = [
        {name: value for name, value in one.items() if name not in ("players", "dealer")}
        for one in rounds
    ]
    file, findings = gamefile.read(told)
    assert file is not None, findings
    return Game.objects.adopt(club=club, by=None, file=file, submission=uuid4())


class _Copy:
    """One game more, on another day, with other people in the seats."""

    def __init__(self, pattern: Pattern, at: datetime, people: Sequence[Player]) -> None:
        self.pattern, self.people = pattern, people
        self.game = _like(pattern.game, submission=uuid4(), file_key="", started_at=at)
        self.game.id = uuid4()
        self.game.changed_at = self.game.finished_at = at + TAKES
        self.teams = {
            team.pk: _like(team, game=self.game, name=self._named(team)) for team in pattern.teams
        }
        self.rounds = {one.pk: _like(one, game=self.game) for one in pattern.rounds}
        self.seats = [
            _like(
                seat,
                game=self.game,
                team=self.teams[seat.team_id],
                player=player,
            )
            for seat, player in zip(pattern.seats, people, strict=False)
        ]
        self.revision = _like(pattern.revision, game=self.game, submission=self.game.submission)

    def _named(self, team: Team) -> str:
        own = [one.number for one in self.pattern.seats if one.team_id == team.pk]
        return self.people[own[0]].name if len(own) == 1 else team.name

    def figures(self, rows: Iterable[Any]) -> list[Any]:
        return [
            _like(row, round=self.rounds[row.round_id], team=self.teams[row.team_id])
            for row in rows
        ]


def _like[M: Any](row: M, **changed: Any) -> M:
    made: M = copy(row)
    made._state = copy(row._state)
    made._state.fields_cache = {}
    made.pk = None
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def _copy(copies: Sequence[_Copy]) -> None:
    Game.objects.bulk_create(one.game for one in copies)
    Revision.objects.bulk_create(one.revision for one in copies)
    Team.objects.bulk_create(team for one in copies for team in one.teams.values())
    for one in copies:
        for seat in one.seats:
            seat.team = seat.team  # Its key is known by now.
    Seat.objects.bulk_create(seat for one in copies for seat in one.seats)
    for one in copies:
        keep_found(one.game)
    Round.objects.bulk_create(played for one in copies for played in one.rounds.values())
    Score.objects.bulk_create(score for one in copies for score in one.figures(one.pattern.scores))
    Tally.objects.bulk_create(tally for one in copies for tally in one.figures(one.pattern.tallies))
