"""Writes in any order, against a plain list of rounds: the figures always follow from the entries.

The list knows nothing of totals, tallies or revisions; it only remembers what was entered.
"""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import log
from games.models import (
    EntryRefusedError,
    Game,
    GameDeletedError,
    GameFinishedError,
    NoSuchRoundError,
    NothingToRedoError,
    OutOfDateError,
    Revision,
    SeatTakenError,
    Setup,
    SubmissionReusedError,
    User,
)
from games.variants.entry import questions
from tests.build import started

from .play import (
    assert_follows_from_entries,
    change_setup,
    correct,
    delete_round,
    discard,
    entry_of,
    finish,
    fresh,
    insert,
    kept,
    record,
    redo,
    reopen,
    restore,
    substitute,
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


FRESH = ("Gita", "Hugo", "Ines", "Juri", "Kofi", "Lena", "Mira", "Nils", "Olga", "Pia")


@dataclass(frozen=True)
class Played:
    """A round, in which players go by their names wherever columns are players."""

    entry: Any
    went_out: str | None
    dealer: str | None
    substitutes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Standing:
    """All that can be mended of a game."""

    rounds: tuple[Played, ...]
    setup: Setup
    sitting: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Done:
    """A write that can be taken back, or done again: what stood before and after it."""

    before: Standing
    after: Standing
    revision: int


class Writes(RuleBasedStateMachine):
    """Plays one game, and compares it with a list of rounds after every write."""

    by: User

    @initialize(key=st.sampled_from(sorted(GAMES)))
    def start(self, key: str) -> None:
        self.game: Game = started(self.by, key, **GAMES[key])
        self.now = Standing((), Setup.of(self.game))
        self.finished = False
        self.done: list[Done] = []
        self.undone: list[Done | None] = []
        self.sent: list[tuple[UUID, int, Any, Revision]] = []

    @property
    def number(self) -> int:
        return len(self.now.rounds)

    @property
    def by_players(self) -> bool:
        return self.game.rules.columns_are == "players"

    def entry(self, data: st.DataObject) -> Any:
        self.game = fresh(self.game)
        key = self.game.variant
        columns = len(self.game.rules.columns(self.game.table))
        of_columns = data.draw(st.lists(COLUMNS[key], min_size=columns, max_size=columns))
        of_round = data.draw(st.fixed_dictionaries(ROUNDS.get(key, {})))
        if key == "banakil" and data.draw(st.booleans()):
            out = data.draw(st.integers(0, columns - 1))
            of_columns[out] = {"meld_points": "7.5"}
            of_round = {"ended_by": "going_out", "went_out": out}
        return entry_of(self.game, *of_columns, **of_round)

    def as_played(self, entry: Any, dealer: int | None, sitting: Any = ()) -> Played:
        """Return a round by the names of those who sit there now."""
        players, columns = self.game.table.players, self.game.rules.columns(self.game.table)
        out = entry.round.went_out
        return Played(
            entry=(
                replace(entry.round, went_out=None),
                dict(zip(columns, entry.columns, strict=True)),
            )
            if self.by_players
            else (entry.round, entry.columns),
            went_out=players[out] if self.by_players and out is not None else None,
            dealer=None if dealer is None else players[dealer],
            substitutes=tuple(sorted(sitting)),
        )

    def become(self, after: Standing, revision: Revision) -> None:
        self.done.append(Done(self.now, after, revision.number))
        self.undone = []
        self.now = after

    def with_rounds(self, *rounds: Played) -> Standing:
        return replace(self.now, rounds=rounds)

    def dealt(self, data: st.DataObject) -> int | None:
        players = len(self.game.table.players)
        return data.draw(st.none() | st.integers(0, players - 1))

    @precondition(lambda self: not self.finished)
    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        entry, submission, number = self.entry(data), uuid4(), self.number + 1
        dealer = self.dealt(data)
        revision = record(self.game, entry, number=number, submission=submission, dealer=dealer)
        played = self.as_played(entry, dealer, self.now.sitting)
        self.become(self.with_rounds(*self.now.rounds, played), revision)
        if dealer is None:
            self.sent.append((submission, number, entry, revision))

    @precondition(lambda self: self.number and not self.finished)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, self.number))
        entry, dealer = self.entry(data), self.dealt(data)
        revision = correct(self.game, number, entry, dealer=dealer)
        rounds = [*self.now.rounds]
        rounds[number - 1] = self.as_played(entry, dealer, rounds[number - 1].substitutes)
        self.become(self.with_rounds(*rounds), revision)

    @precondition(lambda self: self.number and not self.finished)
    @rule(data=st.data())
    def insert(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, self.number))
        entry, dealer = self.entry(data), self.dealt(data)
        revision = insert(self.game, number, entry, dealer=dealer)
        rounds = [*self.now.rounds]
        played = self.as_played(entry, dealer, rounds[number - 1].substitutes)
        rounds.insert(number - 1, played)
        self.become(self.with_rounds(*rounds), revision)

    @precondition(lambda self: self.number and not self.finished)
    @rule(data=st.data())
    def delete_round(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, self.number))
        revision = delete_round(self.game, number)
        rounds = [*self.now.rounds]
        del rounds[number - 1]
        self.become(self.with_rounds(*rounds), revision)

    @precondition(lambda self: not self.finished)
    @rule(data=st.data(), name=st.sampled_from(["", "Xenia", "Yuki"]))
    def substitute(self, data: st.DataObject, name: str) -> None:
        self.game = fresh(self.game)
        players = self.game.table.players
        player = data.draw(st.integers(0, len(players) - 1))
        number = data.draw(st.integers(1, self.number + 1))
        later = [self.now.sitting, *(one.substitutes for one in self.now.rounds[number - 1 :])]
        if any(who == name and at != players[player] for one in later for at, who in one):
            before = kept(self.game)
            with pytest.raises(SeatTakenError):
                substitute(self.game, player, name, number)
            assert kept(self.game) == before
            return
        revision = substitute(self.game, player, name, number)

        def then(sitting: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
            others = [one for one in sitting if one[0] != players[player]]
            return tuple(sorted([*others, *([(players[player], name)] if name else [])]))

        rounds = [
            replace(one, substitutes=then(one.substitutes)) if at >= number else one
            for at, one in enumerate(self.now.rounds, start=1)
        ]
        after = Standing(tuple(rounds), self.now.setup, then(self.now.sitting))
        self.become(after, revision)

    @rule(data=st.data())
    def sit_elsewhere(self, data: st.DataObject) -> None:
        setup = self.now.setup
        sitting = tuple(data.draw(st.permutations(setup.sitting)))
        if sitting == setup.sitting:
            return
        dealer = data.draw(st.none() | st.integers(0, len(sitting) - 1))
        revision = change_setup(self.game, sitting=sitting, first_dealer=dealer)
        after = replace(setup, sitting=sitting, first_dealer=dealer)
        self.become(replace(self.now, setup=after), revision)

    @rule(data=st.data(), value=st.integers(2, 40))
    def agree_otherwise(self, data: st.DataObject, value: int) -> None:
        setup = self.now.setup
        name = questions(type(setup.options))[0].name
        totals = data.draw(st.lists(st.integers(-500, 500), min_size=7, max_size=7))
        changes: dict[str, Any] = {
            "starting_totals": tuple(totals[: len(setup.starting_totals)]),
            "name": data.draw(st.sampled_from(["", "Friday", "Sunday"])),
        }
        if isinstance(getattr(setup.options, name), int):
            changes["options"] = replace(setup.options, **{name: value})
        revision = change_setup(self.game, **changes)
        self.become(replace(self.now, setup=replace(setup, **changes)), revision)

    @rule(data=st.data(), name=st.sampled_from(FRESH))
    def rename(self, data: st.DataObject, name: str) -> None:
        setup = self.now.setup
        place = data.draw(st.integers(0, len(setup.sitting) - 1))
        if name in setup.sitting:
            return
        old = setup.sitting[place]
        sitting = tuple(name if one == old else one for one in setup.sitting)
        revision = change_setup(self.game, sitting=sitting)

        def called(who: str | None) -> str | None:
            return name if who == old else who

        def seated(sitting: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
            return tuple(sorted((name if at == old else at, who) for at, who in sitting))

        rounds = tuple(
            Played(
                (one.entry[0], {called(at): own for at, own in one.entry[1].items()})
                if self.by_players
                else one.entry,
                called(one.went_out),
                called(one.dealer),
                seated(one.substitutes),
            )
            for one in self.now.rounds
        )
        after = Standing(rounds, replace(setup, sitting=sitting), seated(self.now.sitting))
        self.become(after, revision)

    @precondition(lambda self: self.done and not self.finished)
    @rule()
    def undo(self) -> None:
        last = self.done.pop()
        assert undo(self.game, last.revision).undoes is not None
        self.now = last.before
        self.undone.append(last)

    @precondition(lambda self: self.undone and not self.finished)
    @rule()
    def redo(self) -> None:
        redo(self.game)
        last = self.undone.pop()
        if last is None:
            self.finished = True
        else:
            self.now = last.after
            self.done.append(last)

    @precondition(lambda self: not (self.undone or self.finished))
    @rule()
    def redo_nothing(self) -> None:
        with pytest.raises(NothingToRedoError):
            redo(self.game, 1)

    @precondition(lambda self: not self.finished)
    @rule()
    def finish(self) -> None:
        finish(self.game)
        self.finished, self.undone = True, []

    @precondition(lambda self: self.finished)
    @rule()
    def reopen(self) -> None:
        reopen(self.game)
        self.finished = False
        self.undone.append(None)

    @rule(data=st.data())
    def discard_and_restore(self, data: st.DataObject) -> None:
        discard(self.game)
        with pytest.raises(GameDeletedError):
            record(self.game, self.entry(data), number=self.number + 1)
        restore(self.game)

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
        following = self.number + 1
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
    def all_is_as_it_was_entered(self) -> None:
        game = self.game = Game.objects.whole().get(pk=self.game.pk)
        players = game.table.players
        assert Setup.of(game) == self.now.setup
        assert tuple(sorted((players[at], who) for at, who in game.sitting.items())) == (
            self.now.sitting
        )
        found = [
            self.as_played(
                played.read(),
                played.dealer,
                [(players[at], who) for at, who in played.substitutes.items()],
            )
            for played in game.rounds.order_by("number")
        ]
        assert found == list(self.now.rounds)
        assert (game.finished_at is not None) == self.finished
        assert_follows_from_entries(game)
        assert len(log.items(game, None)) == game.version

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
            stateful_step_count=30,
            suppress_health_check=[HealthCheck.too_slow],
            # To make a failing run shorter can take many minutes, and tells little more.
            phases=[Phase.generate],
        ),
    )
