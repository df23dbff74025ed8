"""The command that proves the figures: which games, what it prints, with which exit status."""

import io
from typing import NamedTuple
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.management.commands.check_totals import Command
from games.models import Game, Score, User
from tests.build import started
from tests.models.play import record

pytestmark = pytest.mark.django_db

NOBODY = UUID("00000000-0000-4000-8000-000000000000")


class Answer(NamedTuple):
    """What the command left behind."""

    status: int
    lines: list[str]


@pytest.fixture
def games() -> list[Game]:
    """Three games, of which the first has two rounds."""
    by = User.objects.make_silently()
    games = [started(by), started(by, "marriage", 3, 1), started(by, "banakil", 2, 2)]
    record(games[0])
    record(games[0])
    return games


def check(*names: str) -> Answer:
    printed, status = io.StringIO(), 0
    try:
        call_command("check_totals", *names, stdout=printed)
    except SystemExit as left:
        status = int(str(left.code))
    return Answer(status, printed.getvalue().splitlines())


def spoil(game: Game) -> None:
    Score.objects.filter(round__game=game, round__number=1, team__number=0).update(points=5)


def test_every_game_is_proved(games: list[Game]) -> None:
    assert check() == (0, ["3 games, 2 rounds: every figure follows from the entries."])
    record(games[1])
    assert check(str(games[1].pk)) == (
        0,
        ["1 game, 1 round: every figure follows from the entries."],
    )


def test_without_a_game() -> None:
    assert check() == (0, ["0 games, 0 rounds: every figure follows from the entries."])


@pytest.mark.parametrize("spoilt", [0, 1, 2])
def test_what_differs_is_said_wherever_it_is(games: list[Game], spoilt: int) -> None:
    game = games[spoilt]
    Game.objects.filter(pk=game.pk).update(version=7, name="Friday", deleted_at=timezone.now())
    revisions = game.revisions.count()
    assert check() == (
        1,
        [
            f"{game.pk} Friday: The version is 7, but there are {revisions} revisions.",
            f"{game.pk} Friday: It is not found by the word friday.",
            "1 of 3 games differ from the entries.",
        ],
    )


def test_only_the_games_that_are_named(games: list[Game]) -> None:
    spoil(games[0])
    sound, spoilt = str(games[1].pk), str(games[0].pk)
    assert check(sound).status == 0
    assert check(sound, sound).lines[0].startswith("1 game, ")
    status, lines = check(sound, spoilt)
    assert (status, lines[-1]) == (1, "1 of 2 games differ from the entries.")
    assert lines[0].startswith(f"{spoilt} Bain Hand and Foot: Round 1: score of Ana-Ben: 5 is kept")


@pytest.mark.parametrize("name", [str(NOBODY), "x", "", "\n", "٢", "-1"])
def test_no_such_game(games: list[Game], name: str) -> None:
    spoil(games[0])
    with pytest.raises(CommandError) as refused:
        check(str(games[0].pk), "--", name)
    assert refused.value.returncode == 2
    assert str(refused.value) == f"There is no game {name!a}."


def test_a_refusal_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        _run("check_totals", str(NOBODY))
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"CommandError: There is no game '{NOBODY}'.\n"


def _run(*arguments: str) -> None:
    """Run the command as people do, as far as what it leaves behind goes."""
    command = Command()
    command.run_from_argv(["manage.py", *arguments])


def test_each_game_costs_the_same() -> None:
    by, counts = User.objects.make_silently(), []
    for more in (1, 1, 3):
        for _game in range(more):
            record(started(by))
        with CaptureQueriesContext(connection) as asked:
            assert check().status == 0
        counts.append(len(asked))
    one = counts[1] - counts[0]
    assert counts[2] - counts[1] == 3 * one
