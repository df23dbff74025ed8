"""Games of one club that are closed and opened at the same moment, each on its own connection."""

from collections.abc import Sequence
from functools import partial

import pytest

from games import clubproof
from games.models import Club, Game, Season, User
from games.models.reckoning import reckon_season
from tests.build import played, started

from .play import at_once, discard, finish, fresh, reopen

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def games(user: User) -> list[Game]:
    """Four games of the same people."""
    games = [started(user) for _game in range(4)]
    for number, game in enumerate(games):
        played(game, user, {"meld_points": 50 + 5 * number})
    return [fresh(game) for game in games]


def faults(results: Sequence[object]) -> list[object]:
    return [result for result in results if isinstance(result, Exception)]


def test_games_that_are_finished_at_once_all_count(user: User, games: list[Game]) -> None:
    assert faults(at_once(*(partial(finish, game) for game in games))) == []
    club = user.home_club()
    assert clubproof.differences(club) == []
    season = Season.objects.of_all_time(club)
    assert {one.games for one in season.summaries.filter(variant="")} == {4}


def test_games_come_and_go_at_once(user: User, games: list[Game]) -> None:
    for game in games[:2]:
        finish(game)
    club = user.home_club()
    season = Season.objects.create(club=club, name="Winter")
    results = at_once(
        partial(reopen, fresh(games[0])),
        partial(discard, fresh(games[1])),
        partial(finish, games[2]),
        partial(finish, games[3]),
        partial(reckon_season, season),
    )
    assert faults(results) == []
    assert clubproof.differences(club) == []
    assert Game.objects.counted().filter(club=club).count() == 2


def test_a_new_season_begins_with_the_games_that_are_there(user: User, games: list[Game]) -> None:
    finish(games[0])
    club: Club = user.home_club()
    season = Season.objects.create(club=club, name="Winter")
    reckon_season(season)
    finish(games[1])
    assert {one.games for one in season.summaries.filter(variant="")} == {2}
