"""Games that come, change and go in any order: what is summed of them is as if summed at once."""

from datetime import UTC, date, datetime, timedelta
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

from games import clubproof
from games.models import Game, NewTeam, Result, Season, User
from games.models.reckoning import reckon_season, reckoning_later
from games.variants import VARIANTS
from games.variants.entry import Entry
from games.variants.variant import Seating

from .play import change_setup, discard, entry_of, finish, fresh, record, reopen, restore

PEOPLE = ("Ana", "Ben", "Celia", "Dev", "Elif", "Farid")
BEGAN = datetime(2026, 3, 1, 19, tzinfo=UTC)


class Club(RuleBasedStateMachine):
    """Plays games of a club; after each write all that is kept must follow from the games."""

    by: User

    @initialize()
    def begin(self) -> None:
        self.club = User.objects.make_silently("Asia/Kathmandu").home_club()
        self.games: list[Game] = []

    def chosen(self, data: st.DataObject) -> Game:
        return fresh(data.draw(st.sampled_from(self.games)))

    def started(self, data: st.DataObject) -> Game:
        key = data.draw(st.sampled_from(sorted(VARIANTS)))
        rules = VARIANTS[key]
        seating = data.draw(st.sampled_from([one for one in rules.seatings if one.players <= 6]))
        people = data.draw(st.permutations(PEOPLE))[: seating.players]
        totals = data.draw(st.sampled_from([[0] * 7, [5, 10, 10, 0, -5, 0, 0]]))
        options, _found = rules.read_options({}, seating)
        game = Game.objects.start(
            club=self.club,
            by=self.by,
            variant=rules,
            teams=_teams(seating, people, totals),
            options=options,
            seats=seating.alternate(),
            first_dealer=data.draw(st.none() | st.just(0)),
            submission=uuid4(),
        )
        days = timedelta(hours=7 * data.draw(st.integers(0, 60)))
        Game.objects.filter(pk=game.pk).update(started_at=BEGAN + days)
        return fresh(game)

    @rule(data=st.data(), rounds=st.integers(0, 3))
    def play(self, data: st.DataObject, rounds: int) -> None:
        game = self.started(data)
        for _round in range(rounds):
            record(game, _entry(data, game))
            game = fresh(game)
        finish(game)
        self.games.append(game)

    @rule(data=st.data(), games=st.integers(1, 4))
    def play_many(self, data: st.DataObject, games: int) -> None:
        with reckoning_later():
            for _game in range(games):
                self.play(data, 1)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        game = self.chosen(data)
        reopen(game)
        record(fresh(game), _entry(data, fresh(game)))
        finish(fresh(game))

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def take_away(self, data: st.DataObject) -> None:
        game = self.chosen(data)
        discard(game)
        if data.draw(st.booleans()):
            restore(game)
        else:
            self.games = [one for one in self.games if one.pk != game.pk]

    @precondition(lambda self: self.games)
    @rule(data=st.data(), name=st.sampled_from(PEOPLE))
    def seat_somebody_else(self, data: st.DataObject, name: str) -> None:
        game = self.chosen(data)
        sitting = [game.table.players[number] for number in game.table.seats]
        if name not in sitting:
            sitting[data.draw(st.integers(0, len(sitting) - 1))] = name
            change_setup(game, sitting=tuple(sitting))

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def carry_on(self, data: st.DataObject) -> None:
        game = self.chosen(data)
        totals = data.draw(st.lists(st.integers(-9, 9), min_size=7, max_size=7))
        change_setup(game, starting_totals=tuple(totals[: len(game.table.teams)]))

    @rule(data=st.data())
    def add_a_season(self, data: st.DataObject) -> None:
        season = Season(club=self.club, name="Spring")
        self.mend_season(data, season)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def change_a_season(self, data: st.DataObject) -> None:
        seasons = list(Season.objects.filter(club=self.club).named())
        if seasons:
            self.mend_season(data, data.draw(st.sampled_from(seasons)))

    def mend_season(self, data: st.DataObject, season: Season) -> None:
        days = st.none() | st.dates(date(2026, 2, 25), date(2026, 3, 20))
        bounds = [data.draw(days), data.draw(days)]
        if None not in bounds:
            bounds.sort()
        season.starts_on, season.ends_on = bounds
        season.variants = data.draw(st.sampled_from([[], ["bain"], ["marriage", "bga"]]))
        season.save()
        reckon_season(season)

    @invariant()
    def everything_follows(self) -> None:
        assert clubproof.differences(self.club) == []

    def teardown(self) -> None:
        if hasattr(self, "club"):
            counted = Game.objects.counted().filter(club=self.club)
            results = Result.objects.filter(club=self.club)
            assert {result.game_id for result in results} == {game.pk for game in counted}


def _teams(seating: Seating, people: list[str], totals: list[int]) -> list[NewTeam]:
    return [
        NewTeam(
            f"Side {team}", tuple(people[team * seating.each : (team + 1) * seating.each]), total
        )
        for team, total in zip(range(seating.teams), totals, strict=False)
    ]


def _entry(data: st.DataObject, game: Game) -> Entry[Any, Any]:
    adjustments = st.lists(st.integers(-3, 9), min_size=7, max_size=7)
    columns: list[dict[str, object]] = [
        {"adjustment": 5 * points, "adjustment_note": "by the table"}
        for points in data.draw(adjustments)[: len(game.rules.columns(game.table))]
    ]
    if game.variant == "bain":
        columns[0]["natural_canastas"] = data.draw(st.integers(0, 2))
        columns[0]["meld_points"] = 105
    return entry_of(game, *columns)


@pytest.mark.django_db
def test_what_is_kept_follows_from_the_games_whatever_is_written(by: User) -> None:
    Club.by = by
    run_state_machine_as_test(
        Club,
        settings=settings(
            max_examples=5,
            stateful_step_count=12,
            suppress_health_check=[HealthCheck.too_slow],
            # To make a failing run shorter can take many minutes, and tells little more.
            phases=[Phase.generate],
        ),
    )
