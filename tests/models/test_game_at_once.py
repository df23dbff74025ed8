"""Writes that arrive at the same moment, each on a connection of its own."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.models import (
    Game,
    NewTeam,
    Revision,
    User,
    WriteRefusedError,
)
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import form_of, started, typed

from .play import (
    assert_follows_from_entries,
    at_once,
    correct,
    entry_of,
    finish,
    fresh,
    record,
    reopen,
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


def type_and_record(game: Game, page: UUID, points: int) -> Revision:
    """Type the next round in parts, and save what then stands as its draft."""
    number = game.next_number
    blank, half, whole = (
        form_of(game, fields)
        for fields in ({}, {"0-hand_points": "50"}, typed(game, {"meld_points": points}))
    )
    for form in (half, whole):
        game.fill_draft(by=None, number=number, texts=form.texts, bases=blank.bases, page=page)
    kept = [finding.key for finding in whole.findings]
    return game.record(
        by=None, submission=page, number=number, entry=whole.entry, kept=kept, seen=whole.seen()
    )


def write(game: Game, chance: Random, submission: UUID) -> Revision:
    """Write something to a game, as it was seen a moment ago."""
    points = 5 * chance.randrange(100)
    entry = entry_of(game, {"meld_points": points})
    first, latest = game.rounds.first(), game.revisions.undoable().first()
    seen, undoable = first.revision if first else 0, latest.number if latest else 0
    acts: Mapping[Callable[[], Revision], int] = {
        partial(record, game, entry, submission=submission): 4,
        partial(type_and_record, game, submission, points): 4,
        partial(correct, game, 1, entry, revision=seen, submission=submission): 3,
        partial(undo, game, undoable, submission): 3,
        partial(finish, game, submission): 1,
        partial(reopen, game, submission): 6,
    }
    (act,) = chance.choices(list(acts), list(acts.values()))
    return act()


def test_eight_scorers_write_to_one_game_for_five_seconds(game: Game) -> None:
    deadline = time.monotonic() + 5

    def keep_score(scorer: int) -> dict[UUID, bool]:
        """Write on; return what was sent, and whether it was acknowledged."""
        chance, sent = Random(scorer), dict[UUID, bool]()
        while time.monotonic() < deadline:
            submission = uuid4()
            try:
                write(fresh(game), chance, submission)
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
    assert_follows_from_entries(game)


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
