"""The command that exports a game: what it prints, and how it ends."""

import io
import json
from pathlib import Path
from unittest import mock
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import OperationalError

from games import gamefile
from games.models import Game, User
from tests.build import started
from tests.documents import CASES, EXAMPLE
from tests.models import play

pytestmark = pytest.mark.django_db

NOBODY = "00000000-0000-4000-8000-000000000000"
"""An id that nothing has."""


def run(*arguments: object) -> tuple[int, str, str]:
    out, err, status = io.StringIO(), io.StringIO(), "0"
    try:
        call_command("export_game", *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as left:
        status = str(left.code)
    return int(status), out.getvalue(), err.getvalue()


def test_a_game_is_exported() -> None:
    game = started(User.objects.make_silently())
    play.record(game)
    status, out, err = run(game.pk)
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert document["id"] == str(game.pk)
    assert document == gamefile.written(gamefile.of_game(Game.objects.get(pk=game.pk)))
    assert run(str(game.pk).upper())[1] == out


def test_what_is_exported_is_known(tmp_path: Path) -> None:
    call_command("import_game", *map(str, CASES), stdout=io.StringIO())
    paths = []
    for game in Game.objects.order_by("pk"):
        status, out, _err = run(game.pk)
        assert status == 0
        assert out.isascii()
        path = tmp_path / f"{game.pk}.json"
        path.write_text(out)
        paths.append(str(path))
    told = io.StringIO()
    call_command("import_game", *paths, stdout=told)
    assert {line.split()[0] for line in told.getvalue().splitlines()} == {"unchanged"}
    assert Game.objects.count() == len(CASES)


def test_a_game_goes_back_where_it_came_from(tmp_path: Path) -> None:
    """Played on elsewhere it still has the id it came with, so that it is known at home again."""
    path = tmp_path / "away.json"
    path.write_text(json.dumps({**EXAMPLE, "id": "from home"}))
    call_command("import_game", str(path), stdout=io.StringIO())
    game = Game.objects.get()
    play.record(game)
    document = json.loads(run(game.pk)[1])
    assert (document["id"], len(document["rounds"])) == ("from home", 2)


@pytest.mark.parametrize("named", ["", "nobody", NOBODY, NOBODY[:-1], "\x00", "é", "0" * 5000])
def test_there_is_no_such_game(named: str) -> None:
    assert run(named) == (2, "", "There is no game of this id.\n")


def test_a_deleted_game_is_not_exported() -> None:
    game = started(User.objects.make_silently())
    game.discard(by=None, submission=uuid4())
    assert run(game.pk) == (2, "", "There is no game of this id.\n")


def test_the_database_does_not_answer() -> None:
    gone = OperationalError("no such table:\ngames_game")
    with mock.patch("games.models.game.GameQuerySet.with_entries", side_effect=gone):
        status, out, err = run(uuid4())
    assert (status, out) == (2, "")
    assert err == "The database does not do it: no such table: games_game\n"
