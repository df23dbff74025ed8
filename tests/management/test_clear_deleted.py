"""The command that removes for good what can no longer be restored."""

import io
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from games.models import Game, Player, Revision, Score, User
from games.models.games import RESTORABLE
from tests.build import started
from tests.models.play import assert_follows_from_entries, record, substitute, undo

pytestmark = pytest.mark.django_db


def clear(verbosity: int = 1) -> str:
    printed = io.StringIO()
    call_command("clear_deleted", stdout=printed, verbosity=verbosity)
    return printed.getvalue()


@pytest.fixture
def games() -> list[Game]:
    """Games with all that can hang on one: there, just deleted, and deleted long ago."""
    by = User.objects.make_silently()
    games = [started(by) for _each in range(4)]
    for game, ago in zip(games, (None, 0, 30, 90), strict=True):
        record(game)
        substitute(game, 1, "Eva", 1)
        undo(game)
        game.fill_draft(by=by, number=2, texts={0: {"meld_points": "5"}}, bases={})
        if ago is not None:
            game.discard(by=by, submission=uuid4())
            deleted_at = timezone.now() - timedelta(days=ago)
            Game.objects.filter(pk=game.pk).update(deleted_at=deleted_at)
    return games


def test_what_can_no_longer_be_restored_is_removed(games: list[Game]) -> None:
    assert clear() == "2 games removed for good.\n"
    assert set(Game.objects.all()) == set(games[:2])
    assert Revision.objects.exclude(game__in=games[:2]).count() == 0
    assert Score.objects.count() == 4
    for game in games[:2]:
        assert_follows_from_entries(game)
    assert Player.objects.count() == 5
    assert clear() == "0 games removed for good.\n"


def test_not_a_moment_too_early(games: list[Game]) -> None:
    edge = timezone.now() - RESTORABLE + timedelta(minutes=1)
    Game.objects.exclude(pk=games[3].pk).update(deleted_at=edge)
    assert clear() == "1 game removed for good.\n"
    assert set(Game.objects.all()) == set(games[:3])


def test_it_can_be_silent(games: list[Game]) -> None:
    assert clear(verbosity=0) == ""
    assert Game.objects.count() == len(games) - 2


def test_the_server_starts_with_it() -> None:
    makefile = (settings.BASE_DIR / "Makefile").read_text()
    steps = makefile.split("\nrun:")[1].split("\n.PHONY")[0]
    assert steps.index("manage.py migrate") < steps.index("manage.py clear_deleted")
    assert steps.index("manage.py clear_deleted") < steps.index("gunicorn")
