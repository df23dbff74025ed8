"""People renamed, merged and split in any order while they play, against a plain book of games.

The book knows who sat where by numbers of its own; what everybody is called stands beside it. So
whatever is renamed or merged, a game must show the names of those who sat there, its results must
stay as they were, and when all is taken back, everybody has again what was theirs.
"""

from typing import Any
from uuid import uuid4

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

from games import clubproof, proof
from games.models import (
    Club,
    Game,
    NameTakenError,
    NewTeam,
    Player,
    Result,
    SameGameError,
    User,
)
from games.models.results import Count, Pair, Summary
from games.variants import VARIANTS
from games.variants.variant import Seating

from .play import fresh, record, substitute

BORN = ("Ana", "Ben", "Celia", "Dev", "Eva", "Finn")
NAMES = st.sampled_from((*BORN, "Anna", "Benno", "Cilli", "Evi"))


class People(RuleBasedStateMachine):
    """A club in which games are played, and whose people are renamed, merged and split."""

    @initialize()
    def begin(self) -> None:
        self.user = User.objects.make_silently()
        self.club: Club = self.user.home_club()
        self.called: dict[int, str] = {}
        """What each record is called, by its id; a merged one keeps the name that it had."""
        self.left: dict[int, int] = {}
        """Which record is left of each that was merged."""
        self.sat: dict[Any, list[int]] = {}
        """Who sat at the table of each game when it was played, a substitute last."""
        self.results: dict[Any, list[tuple[int, int, bool]]] = {}
        for name in BORN:
            self.known(name)

    def known(self, name: str) -> int:
        """Return the record of this name, as a game would find it, made if there is none."""
        for pk, called in self.called.items():
            if called.casefold() == name.casefold():
                return self.root(pk)
        player = self.club.player_named(name)
        self.called[player.pk] = name
        return player.pk

    def root(self, pk: int) -> int:
        return self.left.get(pk, pk)

    def at(self, game: Any) -> list[int]:
        return [self.root(pk) for pk in self.sat[game]]

    @rule(
        told=st.lists(NAMES, min_size=3, max_size=3, unique=True),
        closes=st.booleans(),
        sits_in=st.booleans(),
    )
    def play(self, told: list[str], closes: bool, sits_in: bool) -> None:
        people = [self.known(name) for name in told]
        if len(set(people)) < len(people):
            return
        seated = told[:2] if sits_in else told
        seating = Seating(len(seated), 1)
        game = Game.objects.start(
            club=self.club,
            by=self.user,
            variant=VARIANTS["bga"],
            teams=[NewTeam(name, (name,)) for name in seated],
            options=VARIANTS["bga"].read_options({}, seating)[0],
            seats=seating.alternate(),
            first_dealer=0,
            submission=uuid4(),
        )
        record(game)
        if sits_in:
            substitute(game, 0, told[2], 1)
        if closes:
            fresh(game).finish(by=None, submission=uuid4())
        self.sat[game.pk] = people
        self.results[game.pk] = self.told_of(game)

    def told_of(self, game: Game) -> list[tuple[int, int, bool]]:
        rows = Result.objects.filter(game=game).order_by("number")
        return list(rows.values_list("number", "points", "is_shared"))

    @rule(data=st.data(), name=NAMES)
    def rename(self, data: st.DataObject, name: str) -> None:
        pk = data.draw(st.sampled_from(self.people()))
        player = Player.objects.get(pk=pk)
        told: dict[str, Any] = {"mark": player.mark, "is_guest": player.is_guest, "by": None}
        taken = [one for one, called in self.called.items() if called == name and one != pk]
        if taken:
            with pytest.raises(NameTakenError):
                player.change(name=name, submission=uuid4(), **told)
            return
        submission = uuid4()
        for _time in range(2):
            player.change(name=name, submission=submission, **told)
        self.called[pk] = name

    @rule(data=st.data())
    def call_as_before(self, data: st.DataObject) -> None:
        player = Player.objects.get(pk=data.draw(st.sampled_from(self.people())))
        latest = player.renamings().first()
        if latest is None or latest.after["name"] != player.name:
            return
        name = latest.before["name"]
        told: dict[str, Any] = {"revision": latest.pk, "by": None, "submission": uuid4()}
        if [one for one, called in self.called.items() if called == name and one != player.pk]:
            with pytest.raises(NameTakenError):
                player.call_as_before(**told)
            return
        player.call_as_before(**told)
        self.called[player.pk] = name

    def people(self) -> list[int]:
        return [pk for pk in self.called if pk not in self.left]

    @precondition(lambda self: self.sat and len(self.people()) > 1)
    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        one, other = data.draw(st.permutations(self.people()))[:2]
        player, left = (Player.objects.get(pk=pk) for pk in (one, other))
        if any({one, other} <= set(self.at(game)) for game in self.sat):
            with pytest.raises(SameGameError):
                player.merge_into(left, by=None, submission=uuid4())
            return
        player.merge_into(left, by=None, submission=uuid4())
        for pk in [pk for pk, root in self.left.items() if root == one]:
            self.left[pk] = other
        self.left[one] = other

    @precondition(lambda self: self.left)
    @rule(data=st.data())
    def split(self, data: st.DataObject) -> None:
        pk = data.draw(st.sampled_from(sorted(self.left)))
        player = Player.objects.get(pk=pk)
        merge = player.revisions.filter(kind="merge", undone=False).latest("pk")
        followed = set(merge.before["aliases"])
        root = self.left.pop(pk)
        player.split(by=None, submission=uuid4())
        for alias in followed:
            if self.left.get(alias) == root:
                self.left[alias] = pk

    @rule()
    def split_all(self) -> None:
        """Take back every merge: each has again what was theirs, whoever merged whom when."""
        while merged := Player.objects.filter(club=self.club).exclude(merged_into=None).first():
            merged.split(by=None, submission=uuid4())
        self.left = {}

    @invariant()
    def games_show_those_who_sat_there(self) -> None:
        if not hasattr(self, "club"):
            return
        for pk, people in self.sat.items():
            game = Game.objects.get(pk=pk)
            names = [self.called[self.root(one)] for one in people]
            seated = len(game.table.players)
            assert list(game.table.players) == names[:seated]
            assert [team.name for team in game.table.teams] == names[:seated]
            assert [*game.sitting.values()] == names[seated:]
            assert self.told_of(game) == self.results[pk]
            assert proof.differences(game) == []
        assert clubproof.differences(self.club) == []

    @invariant()
    def nothing_refers_to_who_was_merged(self) -> None:
        if not hasattr(self, "club"):
            return
        merged = Player.objects.filter(club=self.club).exclude(merged_into=None)
        assert dict(merged.values_list("pk", "merged_into")) == self.left
        for rows in (
            merged.exclude(seats=None),
            merged.exclude(standing_in=None),
            merged.exclude(sittings=None),
            merged.exclude(aliases=None),
            Result.objects.filter(player__in=merged),
            Summary.objects.filter(player__in=merged),
            Pair.objects.filter(player__in=merged),
            Pair.objects.filter(other__in=merged),
            Count.objects.filter(player__in=merged),
        ):
            assert not rows.exists()


@pytest.mark.django_db
def test_games_stay_true_whoever_is_renamed_merged_and_split() -> None:
    run_state_machine_as_test(
        People,
        settings=settings(
            max_examples=6,
            stateful_step_count=20,
            suppress_health_check=[HealthCheck.too_slow],
            # To make a failing run shorter can take many minutes, and tells little more.
            phases=[Phase.generate],
        ),
    )
