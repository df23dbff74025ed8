"""What was written to a game: which of it can be taken back, and which done again."""

import pytest

from games.models import Game, Revision, User
from tests.build import started

from .play import correct, entry_of, finish, record, redo, reopen, undo

pytestmark = pytest.mark.django_db


def test_what_can_be_taken_back_the_latest_first(game: Game) -> None:
    def undoable() -> list[int]:
        return [revision.number for revision in game.revisions.undoable()]

    assert undoable() == []
    record(game)
    record(game)
    correct(game, 1, entry_of(game, {"meld_points": 5}))
    assert undoable() == [4, 3, 2]
    undo(game)
    assert undoable() == [3, 2]
    finish(game)
    assert undoable() == [6, 3, 2]
    reopen(game)
    assert undoable() == [3, 2]


def test_revisions_are_listed_in_their_order(by: User, game: Game) -> None:
    record(started(by))
    record(game)
    record(game)
    assert [revision.number for revision in game.revisions.all()] == [1, 2, 3]
    assert str(game.revisions.get(number=3)) == f"{game.pk} 3 record"
    assert Revision.objects.count() == 5


def test_what_can_be_done_again_until_something_new_is_written(game: Game) -> None:
    def redoable() -> list[int]:
        return [revision.number for revision in game.revisions.redoable()]

    record(game)
    record(game)
    assert redoable() == []
    undo(game)
    undo(game)
    assert redoable() == [5, 4]
    redo(game)
    assert redoable() == [4]
    redo(game)
    assert redoable() == []
    undo(game)
    assert redoable() == [8]
    record(game)
    assert redoable() == []
    finish(game)
    reopen(game)
    assert redoable() == [11]
