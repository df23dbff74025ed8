"""Writes that arrive at the same moment, each on a connection of its own."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Protocol
from uuid import UUID, uuid4

import pytest

from games.gamefile import of_game
from games.models import (
    Club,
    Game,
    NewTeam,
    Revision,
    Setup,
    User,
    WriteRefusedError,
)
from games.models.revisions import BEGINNINGS
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import form_of, started, typed
from tests.crowd.checks import faults_of

from .play import (
    assert_follows_from_entries,
    at_once,
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
    undo,
)

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(results: Sequence[object]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def phones(game: Game, number: int) -> list[Game]:
    """Return the game as each of so many phones has it before it."""
    return [fresh(game) for _phone in range(number)]


def test_the_same_record_four_times_at_once_is_one_round(game: Game) -> None:
    same = partial(record, number=1, submission=uuid4())
    results = at_once(*(partial(same, phone) for phone in phones(game, 4)))
    assert kinds(results) == {"Revision": 4}
    assert len({result.pk for result in results if not isinstance(result, Exception)}) == 1
    assert game.rounds.count() == 1
    assert_follows_from_entries(game)


def test_of_eight_phones_that_record_the_same_round_one_wins(game: Game) -> None:
    for number in range(1, 6):
        entries = [entry_of(game, {"meld_points": 5 * phone}) for phone in range(8)]
        results = at_once(
            *(
                partial(record, phone, entry, number=number)
                for phone, entry in zip(phones(game, 8), entries, strict=True)
            )
        )
        assert kinds(results) == {"Revision": 1, "OutOfDateError": 7}
        assert game.rounds.count() == number
    assert_follows_from_entries(game)


def test_of_four_phones_that_correct_the_same_round_one_wins(game: Game) -> None:
    record(game)
    record(game)
    entry = entry_of(game, {"meld_points": 100})
    results = at_once(*(partial(correct, phone, 1, entry, revision=2) for phone in phones(game, 4)))
    assert kinds(results) == {"Revision": 1, "OutOfDateError": 3}
    assert_follows_from_entries(game)


def test_of_four_phones_that_undo_the_same_write_one_wins(game: Game) -> None:
    record(game)
    record(game)
    results = at_once(*(partial(undo, phone, 3) for phone in phones(game, 4)))
    assert kinds(results) == {"Revision": 1, "OutOfDateError": 3}
    assert game.rounds.count() == 1
    assert_follows_from_entries(game)


def test_a_game_is_finished_once(game: Game) -> None:
    record(game)
    results = at_once(*(partial(finish, phone) for phone in phones(game, 4)))
    assert kinds(results) == {"Revision": 1, "GameFinishedError": 3}
    assert_follows_from_entries(game)


def test_whatever_is_done_at_once_the_figures_follow(game: Game) -> None:
    for _round in range(3):
        record(game)
    for turn in range(4):
        latest = game.revisions.undoable()[0].number
        seen = game.rounds.get(number=1).revision
        entry = entry_of(game, {"meld_points": 100 * turn})
        one, two, three, four = phones(game, 4)
        results = at_once(
            partial(record, one, entry, number=game.rounds.count() + 1),
            partial(correct, two, 1, entry, revision=seen),
            partial(correct, three, 1, entry, revision=seen),
            partial(undo, four, latest),
        )
        # The next round is too far on where the round before it was taken back first.
        refused = kinds([result for result in results if isinstance(result, Exception)])
        assert set(refused) <= {"OutOfDateError", "NoSuchRoundError"}
        assert 1 <= refused.total() <= 3
        assert_follows_from_entries(game)


def test_games_are_written_to_side_by_side(by: User) -> None:
    games = [started(by) for _game in range(4)]
    for _round in range(3):
        assert kinds(at_once(*(partial(record, game) for game in games))) == {"Revision": 4}
    for game in games:
        assert game.rounds.count() == 3
        assert_follows_from_entries(game)


def test_nothing_is_recorded_after_the_game_was_finished(game: Game) -> None:
    first, *others = phones(game, 4)
    at_once(partial(finish, first), *(partial(record, other, number=1) for other in others))
    logged = [revision.kind for revision in game.revisions.order_by("number")]
    assert logged in (["start", "finish"], ["start", "record", "finish"])
    assert game.rounds.count() == len(logged) - 2
    assert_follows_from_entries(game)


# ---- every kind of write


def type_and_record(game: Game, submission: UUID, number: int, points: int) -> Revision:
    """Type the next round in parts, and save what then stands as its draft."""
    blank, half, whole = (
        form_of(game, fields)
        for fields in ({}, {"0-hand_points": "50"}, typed(game, {"meld_points": points}))
    )
    for form in (half, whole):
        game.fill_draft(
            by=None, number=number, texts=form.texts, bases=blank.bases, page=submission
        )
    return game.record(
        by=None,
        submission=submission,
        number=number,
        entry=whole.entry,
        kept=[finding.key for finding in whole.findings],
        seen=whole.seen(),
    )


class Way(Protocol):
    """A write of one kind, as it is made by somebody who saw the game at one moment."""

    def __call__(self, game: Game, *, submission: UUID) -> Revision: ...


def ways(game: Game, points: int = 35) -> dict[str, Way]:
    """Return a write of each kind, resting on the game as it stands now."""
    entry, number = entry_of(game, {"meld_points": points}), game.next_number
    first = game.rounds.first()
    undoable, redoable = game.revisions.undoable().first(), game.revisions.redoable().first()
    seen: dict[str, Any] = {"number": 1, "revision": first.revision if first else 0}
    setup = replace(Setup.of(game), starting_totals=(points, 0))
    return {
        "record": partial(record, entry=entry, number=number),
        "record from a draft": partial(type_and_record, number=number, points=points),
        "correct": partial(correct, entry=entry, **seen),
        "insert": partial(insert, entry=entry, **seen),
        "delete a round": partial(delete_round, **seen),
        "substitute": partial(
            Game.substitute, by=None, player=0, name=f"Zoe {points}", number=number, revision=None
        ),
        "setup": partial(Game.change_setup, by=None, revision=game.setup_revision, setup=setup),
        "replace": partial(
            Game.replace, by=None, file=replace(of_game(game), name=f"Evening {points}")
        ),
        "undo": partial(undo, revision=undoable.number if undoable else 0),
        "redo": partial(redo, revision=redoable.number if redoable else 0),
        "finish": finish,
        "reopen": reopen,
        "delete": discard,
        "restore": restore,
        "move": partial(Game.move, by=None, club=Club.objects.create()),
    }


@pytest.fixture
def mended(game: Game) -> Game:
    """A game of which the latest round was taken back."""
    for _round in range(3):
        record(game)
    undo(game)
    return game


REPEATED = (
    *("record", "correct", "insert", "delete a round", "substitute", "setup"),
    *("replace", "undo", "redo", "finish", "reopen", "delete", "restore", "move"),
)


@pytest.mark.parametrize("kind", REPEATED)
def test_the_same_write_four_times_at_once_is_one(kind: str, mended: Game) -> None:
    if before := {"reopen": finish, "restore": discard}.get(kind):
        before(mended)
    way, logged = ways(mended)[kind], mended.revisions.count()
    same = partial(way, submission=uuid4())
    results = at_once(*(partial(same, phone) for phone in phones(mended, 4)))
    assert kinds(results) == {"Revision": 4}
    assert mended.revisions.count() == logged + 1
    assert_follows_from_entries(mended)


def test_no_kind_of_write_is_left_out(mended: Game) -> None:
    assert {*REPEATED, "record from a draft"} == ways(mended).keys()
    # A new name is written for all games of a player at once, and not by way of one of them.
    assert len(REPEATED) == len({*Revision.Kind} - {*BEGINNINGS, Revision.Kind.RENAME})


@pytest.mark.parametrize("_attempt", range(3))
def test_every_kind_of_write_at_once(mended: Game, _attempt: int) -> None:
    acts = {uuid4(): way for way in ways(mended).values()}
    results = at_once(
        *(partial(way, fresh(mended), submission=submission) for submission, way in acts.items())
    )
    stored = {result.submission for result in results if isinstance(result, Revision)}
    assert stored
    assert stored == {one.submission for one in mended.revisions.filter(submission__in=acts)}
    assert list(faults_of(fresh(mended))) == []


def test_eight_scorers_write_to_one_game_for_five_seconds(game: Game) -> None:
    deadline = time.monotonic() + 5
    often = {"record": 5, "record from a draft": 5, "reopen": 5, "restore": 5, "redo": 3}

    def keep_score(scorer: int) -> dict[UUID, bool]:
        """Write on; return what was sent, and whether it was acknowledged."""
        chance, sent = Random(scorer), dict[UUID, bool]()
        while time.monotonic() < deadline:
            phone, submission = fresh(game), uuid4()
            acts = ways(phone, 5 * chance.randrange(100))
            (kind,) = chance.choices(list(acts), [often.get(one, 2) for one in acts])
            try:
                acts[kind](phone, submission=submission)
            except WriteRefusedError:
                sent[submission] = False
            else:
                sent[submission] = True
        return sent

    sent: dict[UUID, bool] = {}
    for one in at_once(*[partial(keep_score, scorer) for scorer in range(8)]):
        assert isinstance(one, dict)
        sent |= one
    stored = list(game.revisions.exclude(kind="start").values_list("submission", flat=True))
    assert sorted(stored) == sorted(one for one, acknowledged in sent.items() if acknowledged)
    assert 0 < len(stored) < len(sent)
    assert list(faults_of(fresh(game))) == []


# ---- games that begin


def start(by: User, *names: str, **changes: Any) -> Game:
    variant = VARIANTS["banakil"]
    options, _found = variant.read_options({}, Seating(2, 1))
    told: dict[str, Any] = {"submission": uuid4(), **changes}
    return Game.objects.start(
        club=by.home_club(),
        by=by,
        variant=variant,
        teams=[NewTeam(name, (name,)) for name in names],
        options=options,
        seats=tuple(range(len(names))),
        first_dealer=0,
        **told,
    )


def test_the_same_start_four_times_at_once_is_one_game(by: User) -> None:
    submission = uuid4()
    results = at_once(*[lambda: start(by, "Ana", "Ben", submission=submission)] * 4)
    assert kinds(results) == {"Game": 4}
    assert Game.objects.get().revisions.count() == 1
    assert by.home_club().players.count() == 2


def test_of_two_games_started_at_once_under_one_submission_one_wins(by: User) -> None:
    submission = uuid4()
    results = at_once(
        lambda: start(by, "Ana", "Ben", submission=submission),
        lambda: start(by, "Ana", "Celia", submission=submission),
    )
    assert kinds(results) == {"Game": 1, "SubmissionReusedError": 1}
    assert by.home_club().players.count() == 2


@pytest.mark.parametrize("_attempt", range(3))
def test_games_started_at_once_share_their_new_players(by: User, _attempt: int) -> None:
    names = ("Ana", "Ben", "Celia", "Dev")
    results = at_once(
        lambda: start(by, *names),
        lambda: start(by, *reversed(names)),
        lambda: start(by, *names[2:], *names[:2]),
        lambda: start(by, "ana", "DEV", "celia", "ben"),
    )
    assert kinds(results) == {"Game": 4}
    assert by.home_club().players.count() == 4
