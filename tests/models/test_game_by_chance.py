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
    Club,
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


def called(standing: Standing, old: str, new: str) -> Standing:
    """Return how a game stands once somebody is called otherwise, or is another record's person."""

    def who(name: str | None) -> str | None:
        return new if name == old else name

    def seated(sitting: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        told = ((new if at == old else at, new if by == old else by) for at, by in sitting)
        # Nobody sits in for themselves.
        return tuple(sorted((at, by) for at, by in told if at != by))

    def entry(entry: Any) -> Any:
        if not isinstance(entry[1], dict):
            return entry
        return entry[0], {who(name): own for name, own in entry[1].items()}

    rounds = tuple(
        Played(entry(one.entry), who(one.went_out), who(one.dealer), seated(one.substitutes))
        for one in standing.rounds
    )
    sitting = tuple(new if name == old else name for name in standing.setup.sitting)
    setup = replace(standing.setup, sitting=sitting)
    return Standing(rounds, setup, seated(standing.sitting))


def seats_twice(standing: Standing) -> bool:
    """Say whether somebody would sit in two seats of a round."""
    people = standing.setup.sitting
    for sitting in (standing.sitting, *(one.substitutes for one in standing.rounds)):
        told = dict(sitting)
        names = [told.get(name, name) for name in people]
        if len(set(names)) < len(names):
            return True
    return len(set(people)) < len(people)


class Writes(RuleBasedStateMachine):
    """Plays one game, and compares it with a list of rounds after every write."""

    @initialize(key=st.sampled_from(sorted(GAMES)))
    def start(self, key: str) -> None:
        # What people were called in the game before is not known to this one.
        self.game: Game = started(User.objects.make_silently(), key, **GAMES[key])
        self.now = Standing((), Setup.of(self.game))
        self.finished = False
        self.done: list[Done] = []
        self.undone: list[Done | None] = []
        self.sent: list[tuple[UUID, int, Any, Revision]] = []
        self.merged: dict[UUID, dict[str, str]] = {self.game.club_id: {}}
        self.named = 0

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
        typed, name = name, self.left(name)
        if name in players:
            return
        number = data.draw(st.integers(1, self.number + 1))
        later = [self.now.sitting, *(one.substitutes for one in self.now.rounds[number - 1 :])]
        if any(who == name and at != players[player] for one in later for at, who in one):
            before = kept(self.game)
            with pytest.raises(SeatTakenError):
                substitute(self.game, player, typed, number)
            assert kept(self.game) == before
            return
        revision = substitute(self.game, player, typed, number)

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
        typed, name = name, self.left(name)
        rounds_of = (self.now.sitting, *(one.substitutes for one in self.now.rounds))
        if name in setup.sitting or any(name == who for one in rounds_of for _at, who in one):
            return
        old = setup.sitting[place]
        told = tuple(typed if one == old else one for one in setup.sitting)
        sitting = tuple(name if one == old else one for one in setup.sitting)
        revision = change_setup(self.game, sitting=told)

        after = replace(called(self.now, old, name), setup=replace(setup, sitting=sitting))
        self.become(after, revision)

    def left(self, name: str) -> str:
        """Return the name that is left where a record of this name was merged."""
        return self.merged[self.game.club_id].get(name, name)

    def everywhere(self, old: str, new: str) -> None:
        """Let somebody be called otherwise in all that stands, stood, and could stand again."""
        self.now = called(self.now, old, new)
        self.done = [self._called(one, old, new) for one in self.done]
        self.undone = [one and self._called(one, old, new) for one in self.undone]
        merged = self.merged[self.game.club_id]
        for name, left in merged.items():
            merged[name] = new if left == old else left

    @staticmethod
    def _called(done: Done, old: str, new: str) -> Done:
        return replace(
            done, before=called(done.before, old, new), after=called(done.after, old, new)
        )

    def told_of(self) -> list[str]:
        """Return who would sit somewhere else if what can be taken back were."""
        latest = [one for one in (*self.done[-1:], *self.undone[-1:]) if one is not None]
        before = {name for one in latest for name in one.before.setup.sitting}
        after = {name for one in latest for name in one.after.setup.sitting}
        return sorted(before ^ after)

    def back_and_forth(self) -> None:
        """Take back the latest write, and do it again: both know everybody by their new names."""
        if self.done and not self.finished:
            self.take_back()
            self.all_is_as_it_was_entered()
            if self.undone:
                self.do_again()

    @rule(data=st.data())
    def call_otherwise(self, data: st.DataObject) -> None:
        """Give somebody of the club another name, whether they sit here or not."""
        club = fresh(self.game).club
        names = self.told_of() or sorted(club.players.listed().values_list("name", flat=True))
        player = club.players.get(name=data.draw(st.sampled_from(names)))
        old, new = player.name, f"Person {self.named}"
        self.named += 1
        told: dict[str, Any] = {"mark": player.mark, "is_guest": False, "by": None}
        player.change(name=new, submission=uuid4(), **told)
        self.everywhere(old, new)
        self.back_and_forth()

    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        """Let somebody who is not here any more be the same person as somebody else."""
        game = fresh(self.game)
        people = set(game.club.players.listed())
        away = sorted((one for one in people if not one.games().exists()), key=lambda one: one.pk)
        if not away or len(people) < 2:
            return
        told = [one for one in away if one.name in self.told_of()]
        gone = data.draw(st.sampled_from(told or away))
        left = data.draw(st.sampled_from(sorted(people - {gone}, key=lambda one: one.pk)))
        gone.merge_into(left, by=None, submission=uuid4())
        self.everywhere(gone.name, left.name)
        self.merged[game.club_id][gone.name] = left.name
        self.back_and_forth()

    @rule()
    def move(self) -> None:
        """Let the game be one of another club, or of the one before again."""
        game = fresh(self.game)
        others = [pk for pk in self.merged if pk != game.club_id]
        club = Club.objects.get(pk=others[0]) if others else Club.objects.create()
        merged = self.merged.setdefault(club.pk, {})
        after = self.now
        for name, left in merged.items():
            after = called(after, name, left)
        if seats_twice(after):
            before = kept(game)
            with pytest.raises(SeatTakenError):
                game.move(by=None, submission=uuid4(), club=club)
            assert kept(self.game) == before
            return
        game.move(by=None, submission=uuid4(), club=club)
        self.game = game
        # What was written before can be mended, but no more taken back.
        self.now, self.done, self.undone = after, [], []

    @precondition(lambda self: self.done and not self.finished)
    @rule()
    def undo(self) -> None:
        self.take_back()

    def take_back(self) -> None:
        last = self.done.pop()
        if seats_twice(last.before):
            before = kept(self.game)
            with pytest.raises(SeatTakenError):
                undo(self.game, last.revision)
            assert kept(self.game) == before
            self.done.append(last)
            return
        assert undo(self.game, last.revision).undoes is not None
        self.now = last.before
        self.undone.append(last)

    @precondition(lambda self: self.undone and not self.finished)
    @rule()
    def redo(self) -> None:
        self.do_again()

    def do_again(self) -> None:
        last = self.undone[-1]
        if last is not None and seats_twice(last.after):
            with pytest.raises(SeatTakenError):
                redo(self.game)
            return
        redo(self.game)
        self.undone.pop()
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
def test_the_figures_follow_whatever_is_written_in_whatever_order() -> None:
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
