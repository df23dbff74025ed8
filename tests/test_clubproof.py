"""The proof of what is summed of a club's games finds what differs, and changes nothing."""

import pytest

from games.clubproof import differences
from games.models import Club, Evening, Pair, Record, Result, Summary, User
from tests.build import played, started
from tests.models.play import finish, fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    by = User.objects.make_silently()
    for _game in range(2):
        game = started(by)
        played(game, by, {"natural_canastas": 1, "meld_points": 50})
        finish(fresh(game))
    return by.home_club()


def test_nothing_differs(club: Club) -> None:
    assert differences(club) == []
    assert Result.objects.count() == 8


def test_a_figure_that_differs_is_told_and_left(club: Club) -> None:
    season = club.seasons.get()
    ana = Summary.objects.get(season=season, variant="", player__name="Ana")
    Summary.objects.filter(pk=ana.pk).update(wins=5)
    assert differences(club) == [
        f"summary {season.pk}  {ana.player_id}: wins 5 is kept, 2 follows."
    ]
    ana.refresh_from_db()
    assert ana.wins == 5


def test_a_row_too_many_and_one_too_few(club: Club) -> None:
    day = Evening.objects.get().day
    Evening.objects.update(day=day.replace(year=2001))
    assert sorted(differences(club)) == [
        f"evening 2001-{day:%m-%d}: it does not follow.",
        f"evening {day}: it is missing.",
    ]


@pytest.mark.parametrize("model", [Result, Pair, Record])
def test_what_is_lost_is_missed(club: Club, model: type[Result]) -> None:
    row = model.objects.first()
    assert row is not None
    row.delete()
    assert len(differences(club)) == 1
