"""The log of a game: what each write says of itself, and what can be taken back."""

import pytest

from games.models import Game, Revision, User
from tests.build import started

from .play import correct, entry_of, finish, record, reopen, undo

pytestmark = pytest.mark.django_db


def says(game: Game) -> list[str]:
    return [revision.says() for revision in game.revisions.order_by("number")]


def test_every_write_says_what_it_did(game: Game) -> None:
    record(game, entry_of(game, {"meld_points": 1500}))
    correct(game, 1, entry_of(game, {"meld_points": 1600}, {"meld_points": 5}))
    correct(game, 1, entry_of(game, {"meld_points": 1600}, {"meld_points": 5}))
    undo(game)
    finish(game)
    reopen(game)
    minus = "\N{MINUS SIGN}"
    assert says(game) == [
        "game started",
        f"round 1 saved: Ana-Ben 1,450, Celia-Dev {minus}50",
        f"round 1 corrected, Ana-Ben 1,450 to 1,550, Celia-Dev {minus}50 to {minus}45",
        "round 1 corrected, no score changed",
        "Taken back: round 1 corrected, no score changed",
        "game finished",
        "game reopened",
    ]


def test_what_is_taken_back_is_named(game: Game) -> None:
    record(game)
    undo(game)
    assert says(game)[-1] == "Taken back: round 1 saved"


def test_the_round_that_a_write_was_about(game: Game) -> None:
    record(game)
    record(game)
    correct(game, 1, entry_of(game))
    undo(game)
    finish(game)
    numbers = [revision.round_number for revision in game.revisions.order_by("number")]
    assert numbers == [None, 1, 2, 1, 1, None]


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
