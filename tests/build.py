"""Accounts and games for tests, as they are kept in the database."""

from typing import Any
from uuid import uuid4

from games.models import Club, Game, Membership, NewTeam, User
from games.variants import VARIANTS
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
