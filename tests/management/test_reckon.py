"""The command that works out the results of clubs anew."""

import io

import pytest
from django.core.management import call_command

from games import clubproof
from games.models import Club, Result, Summary, User
from tests.build import played, started
from tests.models.play import finish, fresh

pytestmark = pytest.mark.django_db


def reckon(*options: str, verbosity: int = 1) -> str:
    printed = io.StringIO()
    call_command("reckon", *options, stdout=printed, verbosity=verbosity)
    return printed.getvalue()


@pytest.fixture
def club() -> Club:
    """A club with a finished game, whose results have gone."""
    by = User.objects.make_silently()
    game = started(by)
    played(game, by)
    finish(fresh(game))
    Result.objects.all().delete()
    Summary.objects.all().delete()
    return by.home_club()


def test_a_club_that_is_behind_is_reckoned(club: Club) -> None:
    Club.objects.update(reckoned=0)
    assert clubproof.differences(club) != []
    assert reckon() == "1 club reckoned.\n"
    assert clubproof.differences(club) == []
    assert Result.objects.count() == 4
    assert reckon(verbosity=0) == ""


def test_a_club_that_is_not_behind_is_left_alone(club: Club) -> None:
    assert reckon() == "0 clubs reckoned.\n"
    assert not Result.objects.exists()
    assert reckon("--all") == "1 club reckoned.\n"
    assert clubproof.differences(club) == []
