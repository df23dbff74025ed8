"""The log of a game: what each write says of itself, and where its round is now."""

from dataclasses import replace
from uuid import uuid4

import pytest

from games import gamefile, log
from games.models import Game, Setup, User
from tests.build import started

from .models.play import (
    change_setup,
    correct,
    delete_round,
    discard,
    entry_of,
    finish,
    fresh,
    insert,
    record,
    redo,
    reopen,
    restore,
    substitute,
    undo,
)

pytestmark = pytest.mark.django_db

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def by() -> User:
    """Somebody who keeps the score."""
    return User.objects.make_silently()


@pytest.fixture
def game(by: User) -> Game:
    """A game of Bain that was just started."""
    return started(by)


def says(game: Game) -> list[str]:
    """Return what the log says, in the order in which it was written, after the start."""
    return [item.says for item in reversed(log.items(fresh(game), None))][1:]


def rounds(game: Game) -> list[int | None]:
    return [item.round for item in reversed(log.items(fresh(game), None))][1:]


def test_every_write_says_what_it_did(game: Game) -> None:
    record(game, entry_of(game, {"meld_points": 1500}))
    correct(game, 1, entry_of(game, {"meld_points": 1600}, {"meld_points": 5}))
    correct(game, 1, entry_of(game, {"meld_points": 1600}, {"meld_points": 5}))
    correct(game, 1, entry_of(game, {"meld_points": 1600}, {"meld_points": 5}), dealer=1)
    undo(game)
    redo(game)
    finish(game)
    reopen(game)
    discard(game)
    restore(game)
    assert says(game) == [
        f"Round 1 saved: Ana-Ben 1,450, Celia-Dev {MINUS}50",
        f"Round 1 corrected, Ana-Ben 1,450 to 1,550, Celia-Dev {MINUS}50 to {MINUS}45",
        "Round 1 corrected, no score changed",
        "Round 1 corrected, dealer from “in turn” to Ben",
        "Taken back: round 1 corrected, dealer from “in turn” to Ben",
        "Done again: round 1 corrected, dealer from “in turn” to Ben",
        "Game finished",
        "Game reopened",
        "Game deleted",
        "Game restored",
    ]


def test_a_correction_says_which_answers_it_changed(game: Game) -> None:
    record(game, entry_of(game, {"meld_points": 1500}))
    changed = {"meld_points": 1600, "natural_canastas": 1, "adjustment": -5}
    note = {"adjustment_note": "late"}
    correct(game, 1, entry_of(game, {**changed, **note}, ended_by="going_out", went_out=0))
    assert log.items(fresh(game), None)[0].details == [
        "“How did it end?” from “Stock ran out” to “Somebody went out”",
        "“Who went out?” from none to Ana-Ben",
        "Ana-Ben, “Natural canastas” from 0 to 1",
        "Ana-Ben, “Melded, canastas included” from 1,500 to 1,600",
        f"Ana-Ben, “Penalty or gift” from 0 to {MINUS}5",
        "Ana-Ben, “What for” from none to late",
    ]


def test_rounds_that_come_and_go(game: Game) -> None:
    record(game, entry_of(game, {"meld_points": 1500}))
    insert(game, 1, entry_of(game, {"meld_points": 100}))
    delete_round(game, 2)
    assert says(game)[1:] == [
        f"Round 1 inserted: Ana-Ben 50, Celia-Dev {MINUS}50",
        f"Round 2 deleted (Ana-Ben 1,450, Celia-Dev {MINUS}50)",
    ]


def test_who_sits_in(game: Game) -> None:
    record(game)
    substitute(game, 1, "Eva", 1)
    substitute(game, 1, "", 2)
    assert says(game)[1:] == [
        "Eva sits in for Ben from round 1 on",
        "Ben plays again from round 2 on",
    ]


def test_every_part_of_the_setup(game: Game) -> None:
    options = replace(Setup.of(game).options, target=15000)
    change_setup(game, options=options, name="Friday", starting_totals=(0, 500), first_dealer=1)
    change_setup(game, sitting=("Ana", "Celia", "Bert", "Dev"), teams=("Us", "Them"))
    change_setup(game, sitting=("Celia", "Ana", "Dev", "Bert"))
    assert says(game) == [
        (
            "Setup changed: name none to Friday, first dealer Ana to Celia, "
            "starting total of Celia-Dev 0 to 500, “Play to” from 20,000 to 15,000"
        ),
        "Setup changed: Ben is now Bert, Ana-Ben is now Us, Celia-Dev is now Them",
        "Setup changed: seats Celia, Ana, Dev, Bert, first dealer Celia to Ana",
    ]


def test_a_write_is_told_with_the_names_of_its_time(game: Game) -> None:
    substitute(game, 1, "Eva", 1)
    record(game)
    change_setup(game, sitting=("Ana", "Celia", "Bert", "Dev"), teams=("Us", ""))
    substitute(game, 1, "", 1)
    undo(game)
    assert says(game) == [
        "Eva sits in for Ben from round 1 on",
        f"Round 1 saved: Ana-Ben {MINUS}50, Celia-Dev {MINUS}50",
        "Setup changed: Ben is now Bert, Ana-Ben is now Us, Celia-Dev is now Celia & Dev",
        "Bert plays again from round 1 on",
        "Taken back: Bert plays again from round 1 on",
    ]


def test_each_entry_leads_to_its_round_wherever_it_is_now(game: Game) -> None:
    record(game)
    record(game)
    correct(game, 2, entry_of(game, {"meld_points": 100}))
    assert rounds(game) == [1, 2, 2]
    insert(game, 1)
    assert rounds(game) == [2, 3, 3, 1]
    delete_round(game, 2)
    assert rounds(game) == [None, 2, 2, 1, None]
    undo(game)
    assert rounds(game) == [None, 3, 3, 1, None, 2]
    finish(game)
    assert rounds(game)[-1] is None


def test_who_wrote_it(by: User, game: Game) -> None:
    other = User.objects.make_silently()
    record(game, by=other)
    record(game, by=by)
    record(game)
    found = [item.who for item in reversed(log.items(fresh(game), by))]
    assert found == ["you", "phone 2", "you", ""]
    assert [item.who for item in log.items(fresh(game), None)][-1] == "phone 1"


def test_what_was_taken_back_is_marked(game: Game) -> None:
    record(game)
    undo(game)
    assert [item.undone for item in log.items(fresh(game), None)] == [False, True, False]


def test_what_was_taken_back_is_told_as_it_was_told_at_first(game: Game) -> None:
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"), teams=("Reds", "Blues"))
    change_setup(game, starting_totals=(50, 0), teams=("Whites", "Blues"))
    first = says(game)
    for taken_back, done_again in ((first[1], False), (first[0], False), (first[0], True)):
        (redo if done_again else undo)(game)
        told = taken_back[0].lower() + taken_back[1:]
        expected = f"Done again: {told}" if done_again else f"Taken back: {told}"
        assert says(game)[-1] == expected
    assert says(game)[:2] == first


def test_the_first_dealer_is_told_beside_names_and_seats(game: Game) -> None:
    change_setup(game, sitting=("Ana", "Celia", "Ben", "Devi"), first_dealer=2)
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Devi"), first_dealer=1)
    assert says(game) == [
        "Setup changed: Dev is now Devi, first dealer Ana to Ben",
        "Setup changed: seats Ana, Ben, Celia, Devi",
    ]


def test_a_game_that_was_replaced_leads_to_its_own_rounds_only(game: Game) -> None:
    record(game)
    game = fresh(game)
    file = replace(gamefile.of_game(game), name="Another evening")
    game.replace(by=None, submission=uuid4(), file=file)
    record(fresh(game))
    assert rounds(game) == [None, None, 2]
    undo(game)
    undo(game)
    assert rounds(game) == [None, None, None, None, None]


# ---- in brief


def _brief(game: Game) -> str:
    latest = fresh(game).revisions.order_by("number").last()
    assert latest is not None
    return log.says(latest, brief=True)


def test_of_two_teams_each_is_named_in_brief_too(game: Game) -> None:
    record(game, entry_of(game, {"meld_points": 1500}))
    assert _brief(game) == f"round 1 saved: Ana-Ben 1,450, Celia-Dev {MINUS}50"
    correct(game, 1, entry_of(game, {"meld_points": 1600}, {"meld_points": 5}))
    assert _brief(game) == (
        f"round 1 corrected, Ana-Ben 1,450 to 1,550, Celia-Dev {MINUS}50 to {MINUS}45"
    )
    delete_round(game, 1)
    assert _brief(game) == f"round 1 deleted (Ana-Ben 1,550, Celia-Dev {MINUS}45)"


def test_of_many_the_best_is_named_in_brief(by: User) -> None:
    game = started(by, "bga", 3, 1)
    record(game, entry_of(game, {"meld_points": 400}))
    assert _brief(game) == "round 1 saved: Ana best with 400"
    insert(game, 1, entry_of(game, {"meld_points": 400}, {"meld_points": 400}))
    assert _brief(game) == "round 1 inserted: Ana and Ben best with 400"
    correct(game, 1, entry_of(game, {"meld_points": 5}, {"meld_points": 5}, {"meld_points": 5}))
    assert _brief(game) == "round 1 corrected, 3 changes"
    undo(game)
    assert _brief(game) == "taken back: round 1 corrected, 3 changes"
    redo(game)
    assert _brief(game) == "done again: round 1 corrected, 3 changes"
    delete_round(game, 1)
    # Where all have scored the same, nobody is best.
    assert _brief(game) == "round 1 deleted"
