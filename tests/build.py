"""Accounts and games for tests, as they are kept in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from games.forms.round import RoundForm
from games.models import Club, Game, Membership, NewTeam, Revision, Round, Score, User
from games.models.seating import Seat
from games.variants import VARIANTS
from games.variants.variant import Table
from tests.variants.build import table_of


def started(by: User, key: str = "bain", teams: int = 2, each: int = 2, **options: Any) -> Game:
    """Start a game in an account's own club, dealt first by the first player."""
    table = table_of(key, teams, each, **options)
    return Game.objects.start(
        club=by.home_club(),
        by=by,
        variant=VARIANTS[key],
        teams=[NewTeam(team.name, team.players) for team in table.teams],
        options=table.options,
        seats=table.seats,
        first_dealer=0,
        submission=uuid4(),
    )


def viewer_of(club: Club) -> User:
    """Make an account that may look on in this club, and has no other."""
    user = User.objects.make_silently()
    user.home_club().delete()
    Membership.objects.create(user=user, club=club, role=Membership.Role.VIEWER)
    return user


OUT: Mapping[str, object] = {"meld_points": "24.5", "hand_points": None}
QUIET: Mapping[str, tuple[Mapping[str, object], Mapping[str, object], Mapping[str, object]]] = {
    "bain": ({"ended_by": "stock_out"}, {"hand_points": 50}, {}),
    "pennies": ({"ended_by": "stock_out"}, {"hand_points": 50}, {}),
    "bga": ({"ended_by": "stock_out"}, {"meld_points": 100}, {}),
    "banakil": ({"ended_by": "going_out:0"}, {"meld_points": 6, "hand_points": "11,5"}, OUT),
    "marriage": ({"went_out": 0}, {"main_wilds": 0}, {}),
}
"""What is typed for a round, for each column, and for the first otherwise: nothing is found."""


def typed(game: Game, *columns: Mapping[str, object], **of_round: object) -> dict[str, str]:
    """Return the fields of a round as a browser sends them, in which nothing is found.

    What is given takes the place of the usual, column by column; None leaves a field blank.
    """
    whole, usual, first = QUIET[game.variant]
    fields: dict[str, object] = {**whole, **of_round}
    for column in range(len(game.rules.columns(game.table))):
        changed = columns[column] if column < len(columns) else {}
        answers = {**usual, **(first if column == 0 else {}), **changed}
        fields |= {f"{column}-{name}": value for name, value in answers.items()}
    return {name: str(value) for name, value in fields.items() if value is not None}


def form_of(game: Game, fields: Mapping[str, str]) -> RoundForm:
    """Return the form that a browser sends with these fields."""
    data = QueryDict(mutable=True)
    data.update(fields)
    return RoundForm.posted(game, data)


def played(
    game: Game, by: User | None, *columns: Mapping[str, object], **of_round: object
) -> Revision:
    """Record the next round of a game, with what is found in it kept."""
    form = form_of(game, typed(game, *columns, **of_round))
    assert form.errors == []
    return game.record(
        by=by,
        submission=uuid4(),
        number=game.next_number,
        entry=form.entry,
        kept=[finding.key for finding in form.findings],
    )


def imagined(key: str, table: Table[Any]) -> Game:
    """Return a game at this table that no database knows of, before its first round."""
    game = Game(variant=key)
    game.table, game.played, game.rows = table, [], []
    game._prefetched_objects_cache = {"seats": Seat.objects.none()}
    return game


def stored(game: Game) -> list[object]:
    """Return all that is kept of a game, to see that a refused write has changed nothing."""
    return [
        list(Game.objects.filter(pk=game.pk).values()),
        list(game.rounds.order_by("number").values()),
        list(game.revisions.order_by("number").values()),
        list(Score.objects.filter(round__game=game).order_by("pk").values()),
        list(game.teams.order_by("number").values()),
        list(game.drafts.order_by("column").values()),
        list(game.links.order_by("pk").values()),
    ]


def played_on(game: Game, by: User | None, rounds: int) -> None:
    """Play a quiet round again and again, until there are so many."""
    if not game.played:
        played(game, by)
    first = game.rounds.get(number=1)
    scores = list(first.scores.all())
    numbers = range(game.rounds.count() + 1, rounds + 1)
    copies = [
        Round(
            game=game,
            number=number,
            entry=first.entry,
            schema=first.schema,
            revision=first.revision,
            recorded_at=first.recorded_at,
        )
        for number in numbers
    ]
    Round.objects.bulk_create(copies)
    Score.objects.bulk_create(
        Score(round=copy, team=score.team, points=score.points, total=score.points * copy.number)
        for copy in copies
        for score in scores
    )
    game.refresh_from_db()
    game._forget()


PASSWORD = "seven red threes"


def named(name: str, password: str = PASSWORD) -> User:
    """Make an account that signs in by this name."""
    user = User.objects.make_silently()
    user.identify(name, password, uuid4())
    return user


def member_of(club: Club, role: str, name: str = "") -> User:
    """Make an account that has this role in a club, and no other club."""
    user = viewer_of(club)
    user.memberships.update(role=role)
    if name:
        user.identify(name, PASSWORD, uuid4())
    return user


def finished(
    by: User,
    *rounds: Sequence[int],
    key: str = "bain",
    teams: int = 2,
    each: int = 2,
    began: datetime | None = None,
) -> Game:
    """Play a game to its end in which each team melds so many points, or has them left below 0."""
    game = started(by, key, teams, each)
    if began is not None:
        Game.objects.filter(pk=game.pk).update(started_at=began)
        game.presences.update(started_at=began)
    for points in rounds:
        game = Game.objects.get(pk=game.pk)
        sides = (
            {
                "meld_points": points_of if points_of > 0 else None,
                "hand_points": -points_of if points_of <= 0 else None,
            }
            for points_of in points
        )
        played(game, by, *sides)
    game = Game.objects.get(pk=game.pk)
    game.finish(by=by, submission=uuid4())
    return game
