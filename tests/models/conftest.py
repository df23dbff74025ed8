"""What the tests of what is kept share."""

import pytest

from games.models import Game, User
from tests.build import started


@pytest.fixture
def by() -> User:
    """Somebody who keeps the score."""
    return User.objects.make_silently()


@pytest.fixture
def game(by: User) -> Game:
    """A game of Bain that was just started."""
    return started(by)
