"""Rounds and drafts as they are kept, and what the database refuses whoever asks for it."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone

from games.models import (
    Club,
    Draft,
    Game,
    Link,
    Membership,
    Player,
    Revision,
    Round,
    Score,
    Seat,
    Tally,
    Team,
    User,
)
from games.models.drafts import mark_of
from games.variants import VARIANTS
from tests.build import started

from .play import entry_of, record

pytestmark = pytest.mark.django_db


def another_round(game: Game, **changes: Any) -> Round:
    told: dict[str, Any] = {
        "number": 2,
        "entry": {},
        "schema": 1,
        "revision": 2,
        "recorded_at": timezone.now(),
    }
    return Round(game=game, **{**told, **changes})


def another_revision(game: Game, **changes: Any) -> Revision:
    told: dict[str, Any] = {"number": 9, "kind": "record", "at": timezone.now(), "digest": ""}
    return Revision(game=game, **{"submission": uuid4(), **told, **changes})


def another_score(game: Game) -> Score:
    score = game.rounds.get().scores.all()[0]
    return Score(round=score.round, team=score.team, points=0, total=0)


def another_tally(game: Game) -> Tally:
    line = game.rounds.get().tallies.all()[0]
    return Tally(
        round=line.round, team=line.team, position=line.position, code="x", points=Decimal(0)
    )


def another_seat(game: Game, **changes: Any) -> Seat:
    told = {"number": 9, "place": 9, "team": game.teams.all()[0]}
    guest = game.club.player_named("Guest")
    return Seat(game=game, **{"player": guest, **told, **changes})


def another_draft(game: Game, column: int) -> Draft:
    game.drafts.create(column=column)
    return Draft(game=game, column=column)


def another_start(game: Game) -> Game:
    return Game(club=game.club, variant="bain", options={}, digest="", submission=game.submission)


def another_membership(game: Game, **changes: Any) -> Membership:
    told = {"user": User.objects.make_silently(), "role": "viewer"}
    return Membership(club=game.club, **{**told, **changes})


REFUSED: dict[str, Callable[[Game], Model]] = {
    "a second round of a number": lambda game: another_round(game, number=1),
    "a round before the first": lambda game: another_round(game, number=0),
    "a second score of a team": another_score,
    "a second line at a place": another_tally,
    "a second team of a number": lambda game: Team(game=game, number=1, name="Third"),
    "a second team of a name": lambda game: Team(
        game=game, number=2, name=game.teams.all()[0].name
    ),
    "a team without a name": lambda game: Team(game=game, number=2, name=""),
    "a second player at a place": lambda game: another_seat(game, place=0),
    "a second player of a number": lambda game: another_seat(game, number=0),
    "a player on two seats": lambda game: another_seat(game, player=game.seats.all()[0].player),
    "a second draft of a column": lambda game: another_draft(game, 1),
    "a second draft of the round": lambda game: another_draft(game, Draft.WHOLE),
    "a second revision of a number": lambda game: another_revision(game, number=2),
    "a second write of a submission": lambda game: another_revision(
        game, submission=game.submission
    ),
    "a second game of a submission": another_start,
    "a second open link of a kind": lambda game: Link(game=game, kind="watch"),
    "a second link of a token": lambda game: Link(
        game=started(User.objects.make_silently()), kind="score", token=game.links.get().token
    ),
    "a second player of a name": lambda game: Player(club=game.club, name="ANA", key="ana"),
    "a player without a name": lambda game: Player(club=game.club, name="", key="nobody"),
    "a second membership in a club": lambda game: another_membership(
        game, user=game.club.memberships.get().user
    ),
    "a role that there is not": lambda game: another_membership(game, role="king"),
    "a round of no game": lambda _game: another_round(Game(pk=uuid4())),
}


@transaction.atomic
def insert(row: Model) -> None:
    """Insert a row, and look at once at what is else looked at when the transaction ends."""
    row.save(force_insert=True)
    transaction.get_connection().check_constraints()


@pytest.mark.parametrize("make", REFUSED.values(), ids=REFUSED)
def test_the_database_refuses(make: Callable[[Game], Model], game: Game) -> None:
    record(game)
    another = make(game)
    with pytest.raises(IntegrityError):
        insert(another)


ACCEPTED: dict[str, Callable[[Game], Model]] = {
    "the next round": another_round,
    "the same round of another game": lambda game: another_round(
        started(User.objects.make_silently()), number=game.rounds.get().number
    ),
    "another seat": another_seat,
    "another revision": another_revision,
    "a member": another_membership,
    "the same name in another club": lambda _game: Player(
        club=Club.objects.create(), name="Ana", key="ana"
    ),
}


@pytest.mark.parametrize("make", ACCEPTED.values(), ids=ACCEPTED)
def test_the_database_takes_what_is_no_repeat(make: Callable[[Game], Model], game: Game) -> None:
    record(game)
    insert(make(game))


def test_a_player_who_has_played_cannot_be_deleted(game: Game) -> None:
    with pytest.raises(IntegrityError):
        game.seats.all()[0].player.delete()


def test_with_a_game_goes_all_that_is_its_own(game: Game) -> None:
    record(game)
    game.drafts.create(column=0)
    game.delete()
    for kind in (Round, Score, Tally, Draft, Revision, Link, Seat, Team):
        assert not kind._default_manager.exists()
    assert Player.objects.count() == 4


def test_who_recorded_a_round_may_leave(by: User, game: Game) -> None:
    record(game, by=by)
    by.delete()
    assert game.rounds.get().recorded_by is None
    assert [revision.by for revision in game.revisions.all()] == [None, None]


# ---- reading


def test_a_round_is_read_as_it_was_entered(game: Game) -> None:
    cards = {"aces": 2, "jokers": 1}
    entry = entry_of(
        game,
        {"hand_points": None, "hand_cards": cards},
        {"adjustment": -5, "adjustment_note": "looked at the foot"},
        ended_by="going_out",
        went_out=1,
    )
    record(game, entry)
    played = game.rounds.get()
    assert played.read() == entry
    assert played.entry == {
        "ended_by": "going_out",
        "went_out": 1,
        "entries": [
            {"hand_cards": cards},
            {"hand_points": 50, "adjustment": -5, "adjustment_note": "looked at the foot"},
        ],
    }


def test_an_old_round_opens_through_the_upgrade_of_its_variant(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(game)
    played = game.rounds.get()
    old = {"end": "stock_out", "entries": [{"hand": 50}, {"hand": 50}]}
    Round.objects.filter(pk=played.pk).update(entry=old, schema=0)

    def upgrade(entry: dict[str, Any], schema: int) -> dict[str, Any]:
        if schema == 0:
            columns = [{"hand_points": column["hand"]} for column in entry["entries"]]
            return {"ended_by": entry["end"], "entries": columns}
        return entry

    monkeypatch.setitem(VARIANTS, "bain", replace(VARIANTS["bain"], schema=1, upgrade=upgrade))
    assert game.rounds.get().read() == entry_of(game)


def test_the_mark_of_a_text_changes_with_it() -> None:
    text = {"meld_points": "490", "hand_points": "25"}
    assert mark_of(text) == mark_of(dict(reversed(text.items())))
    assert len({mark_of(one) for one in (text, {}, {**text, "red_threes": "1"})}) == 3


def test_rows_have_names(game: Game) -> None:
    record(game)
    played = game.rounds.get()
    assert str(played) == f"{game.pk} 1"
    assert str(played.scores.all()[0]) == "-50 (-50)"
    assert str(played.tallies.all()[0]) == "hand_points -50.0"
    assert str(game.drafts.create(column=1)) == f"{game.pk} 1"
