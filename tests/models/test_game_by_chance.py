"""Writes in any order, against a plain list of rounds: the figures always follow from the entries.

The list knows nothing of totals, tallies or revisions; it only remembers what was entered.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.models import (
    EntryRefusedError,
    Game,
    GameFinishedError,
    NoSuchRoundError,
    OutOfDateError,
    Revision,
    SubmissionReusedError,
    User,
)
from games.variants.variant import total_of
from tests.build import started

from .play import (
    assert_follows_from_entries,
    correct,
    entry_of,
    finish,
    fresh,
    kept,
    record,
    reopen,
    undo,
)

GAMES: dict[str, dict[str, Any]] = {
    "bain": {"teams": 2, "each": 2},
    "pennies": {"teams": 2, "each": 3, "red_threes_need": "seven_canastas"},
    "bga": {"teams": 3, "each": 2, "opening_by": "score"},
    "banakil": {"teams": 2, "each": 2},
    "marriage": {"teams": 4, "each": 1, "settlement": "maal"},
}
NATURALS = st.integers(0, 3)
COLUMNS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "bain": st.builds(
        lambda naturals, more, red: {
            "natural_canastas": naturals,
            "meld_points": 35 * naturals + 5 * more,
            "red_threes": red,
        },
        NATURALS,
        st.integers(0, 60),
        st.integers(0, 4),
    ),
    "bga": st.builds(
        lambda books, more, left: {
            "clean_books": books,
            "meld_points": 35 * books + 5 * more,
            "red_threes_left": left,
        },
        NATURALS,
        st.integers(0, 60),
        NATURALS,
    ),
    "banakil": st.builds(
        lambda hand, adjustment: {
            "meld_points": "2,5",
            "hand_points": f"{hand / 2}",
            "adjustment": adjustment,
            "adjustment_note": "by the table",
        },
        st.integers(1, 40),
        st.integers(-9, 9),
    ),
    "marriage": st.fixed_dictionaries({"seen": st.booleans(), "tunnelas": NATURALS}),
}
COLUMNS["pennies"] = COLUMNS["bain"]
ROUNDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "banakil": {"ended_by": st.just("stock_out")},
    "marriage": {"went_out": st.integers(0, 3), "dublee": st.booleans()},
}


@dataclass
class Done:
    """A write that can be taken back: what stood before it, and its revision."""

    rounds: list[Any]
    finished: bool
    revision: int


class Writes(RuleBasedStateMachine):
    """Plays one game, and compares it with a list of rounds after every write."""

    by: User

    @initialize(key=st.sampled_from(sorted(GAMES)))
    def start(self, key: str) -> None:
        self.game: Game = started(self.by, key, **GAMES[key])
        self.rounds: list[Any] = []
        self.finished = False
        self.done: list[Done] = []
        self.sent: list[tuple[UUID, int, Any, Revision]] = []

    def entry(self, data: st.DataObject) -> Any:
        key = self.game.variant
        columns = len(self.game.rules.columns(self.game.table))
        of_columns = data.draw(st.lists(COLUMNS[key], min_size=columns, max_size=columns))
        of_round = data.draw(st.fixed_dictionaries(ROUNDS.get(key, {})))
        if key == "banakil" and data.draw(st.booleans()):
            out = data.draw(st.integers(0, columns - 1))
            of_columns[out] = {"meld_points": "7.5"}
            of_round = {"ended_by": "going_out", "went_out": out}
        return entry_of(self.game, *of_columns, **of_round)

    def remember(self, revision: Revision) -> None:
        self.done.append(Done([*self.rounds], self.finished, revision.number))

    @precondition(lambda self: not self.finished)
    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        entry, submission, number = self.entry(data), uuid4(), len(self.rounds) + 1
        revision = record(self.game, entry, number=number, submission=submission)
        self.remember(revision)
        self.rounds.append(entry)
        self.sent.append((submission, number, entry, revision))

    @precondition(lambda self: self.rounds and not self.finished)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.rounds)))
        entry = self.entry(data)
        self.remember(correct(self.game, number, entry))
        self.rounds = [*self.rounds]
        self.rounds[number - 1] = entry

    @precondition(lambda self: self.done and not self.finished)
    @rule()
    def undo(self) -> None:
        last = self.done.pop()
        assert undo(self.game, last.revision).undoes is not None
        self.rounds, self.finished = [*last.rounds], last.finished

    @precondition(lambda self: not self.finished)
    @rule()
    def finish(self) -> None:
        finish(self.game)
        self.finished = True

    @precondition(lambda self: self.finished)
    @rule()
    def reopen(self) -> None:
        reopen(self.game)
        self.finished = False

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        submission, number, entry, revision = data.draw(st.sampled_from(self.sent))
        before = kept(self.game)
        assert record(self.game, entry, number=number, submission=submission) == revision
        with pytest.raises(SubmissionReusedError):
            record(self.game, entry, number=number + 1, submission=submission)
        assert kept(self.game) == before

    @rule(data=st.data(), number=st.integers(-1, 9))
    def refuse(self, data: st.DataObject, number: int) -> None:
        entry, before = self.entry(data), kept(self.game)
        following = len(self.rounds) + 1
        if number != following:
            taken = OutOfDateError if 1 <= number < following else NoSuchRoundError
            with pytest.raises(GameFinishedError if self.finished else taken):
                record(self.game, entry, number=number)
        missing = NoSuchRoundError if not 1 <= number < following else OutOfDateError
        with pytest.raises(GameFinishedError if self.finished else missing):
            correct(self.game, number, entry, revision=1)
        no_note = entry_of(self.game, {"adjustment": 5})
        with pytest.raises(GameFinishedError if self.finished else EntryRefusedError):
            record(self.game, no_note, number=following)
        assert kept(self.game) == before

    @invariant()
    def the_rounds_are_those_entered(self) -> None:
        game = Game.objects.whole().get(pk=self.game.pk)
        assert [played.read() for played in game.rounds.order_by("number")] == self.rounds
        score = game.rules.score
        assert game.rows == [
            [total_of(lines) for lines in score(entry, game.table)] for entry in self.rounds
        ]
        assert (game.finished_at is not None) == self.finished
        assert_follows_from_entries(game)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            assert fresh(self.game).version == self.game.revisions.count()


@pytest.mark.django_db
def test_the_figures_follow_whatever_is_written_in_whatever_order(by: User) -> None:
    Writes.by = by
    run_state_machine_as_test(
        Writes,
        settings=settings(
            max_examples=8,
            stateful_step_count=20,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
