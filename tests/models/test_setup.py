"""The setup is changed: who sits where then, and what becomes of all that was entered."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from games.models import Draft, Game, OutOfDateError, SeatTakenError, Setup, User
from games.models.setup import Plan, placed
from tests.build import started
from tests.variants.build import table_of

from .play import (
    assert_follows_from_entries,
    change_setup,
    correct,
    entry_of,
    finish,
    fresh,
    kept,
    record,
    substitute,
    undo,
)

pytestmark = pytest.mark.django_db


def seated(sitting: Sequence[str], **table: Any) -> tuple[list[str], tuple[int, ...]]:
    """Return the players by their new numbers, and who sits where, when these sit down.

    Ana and Ben play against Celia and Dev, and sit in turn.
    """
    before = table_of("bain", 2, 2, **table)
    found = placed(before, sitting)
    people = [name for _number, name in sorted(zip(found.seats, sitting, strict=True))]
    return people, found.seats


def test_who_sits_as_before_keeps_their_number() -> None:
    assert seated(["Ana", "Celia", "Ben", "Dev"]) == (["Ana", "Ben", "Celia", "Dev"], (0, 2, 1, 3))


def test_partners_who_stay_together_keep_their_team_on_whichever_side_they_sit() -> None:
    assert seated(["Celia", "Ana", "Dev", "Ben"]) == (["Ana", "Ben", "Celia", "Dev"], (2, 0, 3, 1))
    assert seated(["Dev", "Ben", "Celia", "Ana"]) == (["Ana", "Ben", "Celia", "Dev"], (3, 1, 2, 0))


def test_new_partners_take_the_places_that_became_free() -> None:
    assert seated(["Ana", "Ben", "Celia", "Dev"]) == (["Ana", "Celia", "Ben", "Dev"], (0, 2, 1, 3))


def test_somebody_new_takes_the_number_of_whoever_sat_there() -> None:
    assert seated(["Ana", "Celia", "Eva", "Dev"])[0] == ["Ana", "Eva", "Celia", "Dev"]
    # Ben moved to where Celia sat, and Eva sits where he did.
    assert seated(["Ana", "Ben", "Eva", "Dev"])[0] == ["Ana", "Eva", "Ben", "Dev"]


def test_names_are_the_same_in_capitals() -> None:
    assert seated(["ANA", "Celia", "Ben", "Dev"])[0] == ["ANA", "Ben", "Celia", "Dev"]


def test_lone_players_only_change_places() -> None:
    found = placed(table_of("marriage", 4, 1), ["Dev", "Ana", "Celia", "Ben"])
    assert (found.seats, found.moved) == ((3, 0, 2, 1), (0, 1, 2, 3))


def test_three_pairs_follow_most_of_their_people() -> None:
    table = table_of("bga", 3, 2)
    assert [table.players[number] for number in table.seats] == [
        *("Ana", "Celia", "Ece"),
        *("Ben", "Dev", "Finn"),
    ]
    found = placed(table, ["Celia", "Ece", "Ana", "Dev", "Finn", "Gita"])
    # Gita is new where Finn sat, and plays with Ana: she is Ben's successor.
    assert found.seats == (2, 4, 0, 3, 5, 1)


# ---- what becomes of the game


def test_all_totals_follow_the_starting_totals(by: User) -> None:
    game = started(by)
    record(game, entry_of(game, {"meld_points": 100}))
    change_setup(game, starting_totals=(500, -20))
    game = fresh(game)
    assert [score.total for score in game.rounds.get().scores.all()] == [550, -70]
    assert_follows_from_entries(game)


def test_every_score_follows_the_house_rules(by: User) -> None:
    game = started(by, "banakil")
    out = {"ended_by": "going_out", "went_out": 0}
    record(game, entry_of(game, {"meld_points": 7.5}, {}, {"hand_points": 8}, **out))
    before = fresh(game).rows
    change_setup(game, options=replace(game.table.options, pairs_scoring=""))
    assert fresh(game).rows != before
    assert_follows_from_entries(game)
    undo(game)
    assert fresh(game).rows == before


def test_places_of_a_finished_game_follow(by: User) -> None:
    game = started(by)
    record(game, entry_of(game, {"meld_points": 100}))
    finish(game)
    change_setup(game, starting_totals=(0, 1000))
    assert [(team.points, team.place) for team in game.teams.order_by("number")] == [
        (50, 2),
        (950, 1),
    ]
    assert_follows_from_entries(game)


def test_hands_go_with_those_who_held_them(by: User) -> None:
    game = started(by, "banakil")
    hands = [{"hand_points": 10 + number} for number in range(4)]
    record(game, entry_of(game, *hands), dealer=1)
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"), teams=("", ""))
    game = fresh(game)
    assert [team.name for team in game.table.teams] == ["Ana & Celia", "Ben & Dev"]
    entry = game.rounds.get().read()
    held = dict(
        zip(game.table.players, [one.hand_points.points for one in entry.columns], strict=True)
    )
    assert held == {"Ana": 10, "Ben": 11, "Celia": 12, "Dev": 13}
    dealers = [game.table.players[one] for one in game.dealers if one is not None]
    assert dealers == ["Ben", "Celia"]
    assert_follows_from_entries(game)


def test_a_correction_that_was_under_way_is_told(by: User) -> None:
    game = started(by, "banakil")
    seen = record(game, entry_of(game, {}, {"hand_points": 5}))
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"))
    game = fresh(game)
    with pytest.raises(OutOfDateError):
        correct(game, 1, entry_of(game), revision=seen.number)


def test_whose_setup_was_changed_meanwhile_is_told(by: User) -> None:
    game = started(by)
    change_setup(game, name="Friday")
    before = kept(game)
    with pytest.raises(OutOfDateError):
        change_setup(game, revision=1, name="Sunday")
    assert kept(game) == before


def test_two_teams_may_exchange_their_names(by: User) -> None:
    game = started(by)
    change_setup(game, teams=("Us", "Them"))
    change_setup(game, teams=("Them", "Us"))
    assert [team.name for team in fresh(game).table.teams] == ["Them", "Us"]


def test_a_name_can_be_written_otherwise(by: User) -> None:
    game = started(by, "marriage", 2, 1)
    change_setup(game, sitting=("ANA", "Ben"))
    assert fresh(game).table.teams[0].name == "ANA"
    assert by.home_club().players.get(key="ana").name == "ANA"


def test_nobody_sits_in_two_seats(by: User) -> None:
    game = started(by)
    record(game)
    substitute(game, 1, "Eva", 1)
    before = kept(game)
    with pytest.raises(SeatTakenError) as taken:
        change_setup(game, sitting=("Ana", "Eva", "Ben", "Dev"))
    assert taken.value.name == "Eva"
    assert kept(game) == before


def test_who_sat_in_for_somebody_may_take_their_seat(by: User) -> None:
    game = started(by)
    record(game)
    substitute(game, 1, "Eva", 1)
    change_setup(game, sitting=("Ana", "Celia", "Eva", "Dev"))
    game = fresh(game)
    assert (game.rounds.get().substitutes, game.sitting) == ({}, {})
    undo(game)
    game = fresh(game)
    assert (game.rounds.get().substitutes, game.sitting) == ({1: "Eva"}, {1: "Eva"})


def test_what_is_being_typed_goes_with_those_for_whom_it_is(by: User) -> None:
    game = started(by, "banakil")
    texts = {Draft.WHOLE: {"ended_by": "going_out:1", "dealer": "2"}, 1: {"1-hand_points": "7"}}
    game.fill_draft(by=by, number=1, texts=texts, bases={})
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"))
    found = {draft.column: draft.text for draft in game.drafts.all()}
    assert found == {
        Draft.WHOLE: {"ended_by": "going_out:2", "dealer": "1"},
        2: {"2-hand_points": "7"},
    }


def test_what_is_being_typed_for_teams_stays_with_them(by: User) -> None:
    game = started(by)
    texts = {Draft.WHOLE: {"ended_by": "going_out:1", "dealer": "2"}, 1: {"1-hand_points": "7"}}
    game.fill_draft(by=by, number=1, texts=texts, bases={})
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"))
    found = {draft.column: draft.text for draft in game.drafts.all()}
    assert found == {
        Draft.WHOLE: {"ended_by": "going_out:1", "dealer": "1"},
        1: {"1-hand_points": "7"},
    }


def test_a_plan_writes_nothing(by: User) -> None:
    game = started(by, "banakil")
    record(game, entry_of(game, {"hand_points": 10}))
    before, game = kept(game), fresh(game)
    plan = Plan(game, replace(Setup.of(game), sitting=("Ana", "Ben", "Celia", "Dev")))
    assert [team.players for team in plan.table.teams] == [("Ana", "Celia"), ("Ben", "Dev")]
    assert [plan.table.players[one or 0] for one in plan.dealers] == ["Ana", "Ben"]
    assert kept(game) == before


def test_the_same_change_twice_is_one(by: User) -> None:
    game, submission = started(by), uuid4()
    setup = replace(Setup.of(game), name="Friday")
    told: dict[str, Any] = {"by": by, "submission": submission, "revision": 1, "setup": setup}
    first = Game.objects.get(pk=game.pk).change_setup(**told)
    assert Game.objects.get(pk=game.pk).change_setup(**told) == first
    assert game.revisions.count() == 2


def test_a_team_goes_on_to_be_called_after_players_who_are_written_otherwise(by: User) -> None:
    one, two = started(by, "banakil"), started(by, "banakil")
    for game in (one, two):
        change_setup(game, teams=("", ""))
    change_setup(one, sitting=("ANA", "Celia", "Ben", "Dev"))
    change_setup(two, sitting=("Ana", "Celia", "Bert", "Dev"))
    assert fresh(two).table.teams[0].name == "Ana & Bert"
