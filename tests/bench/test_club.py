"""The club with a long history is one that could have been played."""

import pytest

from games import clubproof
from games.models import Game, Round
from games.proof import differences
from tests.bench.club import fill

pytestmark = pytest.mark.django_db


def test_all_of_it_follows_from_what_was_entered() -> None:
    club = fill(7).home_club()
    games = Game.objects.filter(club=club)
    assert games.count() == 8
    assert games.filter(finished_at=None).count() == 1
    assert Round.objects.filter(game__in=games).exists()
    assert [found for game in games for found in differences(game)] == []
    assert clubproof.differences(club) == []
