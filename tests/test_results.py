"""A game in a line: who won it and by how much."""

from uuid import uuid4

import pytest

from games.models import Game, NewTeam, User
from games.results import MOST_TEAMS, Line
from games.standing import standing
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import played, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def by() -> User:
    return User.objects.make_silently()


def _line(game: Game) -> Line:
    return Line(Game.objects.in_lines().get(pk=game.pk), game.club)


def _old(by: User, totals: list[int], each: int = 2) -> Game:
    """Return a finished game of which nobody wrote down the rounds."""
    seating = Seating(len(totals), each)
    teams = [
        NewTeam(f"Team {number}", tuple(f"P{number}{one}" for one in range(each)), total)
        for number, total in enumerate(totals)
    ]
    game = Game.objects.start(
        club=by.home_club(),
        by=by,
        variant=VARIANTS["bga"],
        teams=teams,
        options=VARIANTS["bga"].read_options({}, seating)[0],
        seats=seating.alternate(),
        first_dealer=None,
        submission=uuid4(),
    )
    game.finish(by=by, submission=uuid4())
    return game


def test_a_game_that_runs(by: User) -> None:
    game = started(by)
    assert _line(game).sentence == "No round yet"
    assert not _line(game).teams[0].is_first
    played(game, by, {"hand_points": 10}, {"hand_points": 30})
    assert _line(game).sentence == "Ana-Ben lead by 20"
    played(game, by, {"hand_points": 30}, {"hand_points": 10})
    assert _line(game).sentence == "Ana-Ben and Celia-Dev are level at \N{MINUS SIGN}40"
    assert _line(game).is_running


def test_a_game_that_was_closed(by: User) -> None:
    game = started(by)
    played(game, by, {"hand_points": 30}, {"hand_points": 10})
    game.finish(by=by, submission=uuid4())
    line = _line(game)
    assert line.sentence == "Celia-Dev win by 20"
    assert not line.is_totals_only
    assert [(team.name, team.total, team.is_first) for team in line.teams] == [
        ("Celia-Dev", -10, True),
        ("Ana-Ben", -30, False),
    ]
    assert line.teams[0].players == "Celia and Dev"


def test_a_game_that_was_closed_at_once(by: User) -> None:
    game = started(by)
    game.finish(by=by, submission=uuid4())
    assert _line(game).sentence == "Closed before the first round"
    assert not _line(game).is_totals_only


def test_an_old_evening(by: User) -> None:
    line = _line(_old(by, [12_345, 11_000]))
    assert line.is_totals_only
    assert line.sentence == "Team 0 win by 1,345"
    assert _line(_old(by, [7, 7])).sentence == "Team 0 and Team 1 share the win with 7"
    assert _line(_old(by, [7, 9], each=1)).sentence == "P10 wins by 2"


def test_of_many_teams_the_first_are_named(by: User) -> None:
    line = _line(_old(by, [1, 2, 3, 4, 5], each=1))
    assert [team.total for team in line.teams] == [5, 4, 3]
    assert line.others == 2
    assert len(_line(_old(by, [1, 2, 3, 4], each=1)).teams) == MOST_TEAMS


def test_what_counts_is_what_was_played(by: User) -> None:
    games = [started(by), started(by), _old(by, [7, 0]), _old(by, [0, 0])]
    played(games[1], by, {"hand_points": 10}, {"hand_points": 30})
    for more in (started(by), started(by)):
        more.finish(by=by, submission=uuid4())
        games.append(more)
    over = started(by)
    played(over, by, {"hand_points": 10}, {"hand_points": 10})
    over.finish(by=by, submission=uuid4())
    counted = set(Game.objects.counted())
    for game in (*games, over):
        line = _line(game)
        assert (line.is_played and not line.is_running) == (game in counted)
        whole = Game.objects.whole().get(pk=game.pk)
        stands = standing(whole.rules, whole.table, whole.rows, finished=not line.is_running)
        assert stands.played == line.is_played
    assert len(counted) == 2
