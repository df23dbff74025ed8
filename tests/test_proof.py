"""The proof that what is kept follows: each kind of figure is spoilt, found, and nothing else."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.models import Game, Score, Seat, Sitting, Tally, Team, User
from games.proof import differences
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
    reopen,
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
    """A finished game of two rounds, in the second of which Eva sat in for Ben."""
    game = started(by)
    record(game, entry_of(game, {"meld_points": 1500, "natural_canastas": 1}))
    substitute(game, 1, "Eva", 2)
    record(game, entry_of(game, {}, {"meld_points": 200}), dealer=3)
    finish(game)
    return game


@pytest.fixture
def other(by: User) -> Game:
    """Another game of the same people, with a round."""
    game = started(by)
    record(game)
    return game


def test_nothing_differs(game: Game, other: Game) -> None:
    assert differences(game) == differences(other) == []


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [("pennies", 2, 3), ("bga", 7, 1), ("banakil", 3, 1), ("banakil", 2, 2), ("marriage", 5, 1)],
)
def test_nothing_differs_whatever_is_written(by: User, key: str, teams: int, each: int) -> None:
    game = started(by, key, teams, each)
    assert differences(game) == []
    record(game)
    insert(game, 1)
    change_setup(game, starting_totals=tuple(range(teams)), name="Friday")
    game = fresh(game)
    record(game)
    correct(game, 1, entry_of(game, {"adjustment": 10, "adjustment_note": "late"}), dealer=1)
    delete_round(game, 2)
    undo(game)
    finish(game)
    assert differences(game) == []
    reopen(game)
    discard(game)
    assert differences(game) == []


def test_a_game_is_proved_as_it_is_kept(game: Game) -> None:
    known = fresh(game)
    assert len(known.played) == 2
    spoil_score(game)
    assert len(differences(known)) == 1


def test_the_queries_do_not_grow(by: User) -> None:
    counts = []
    for rounds in (1, 9):
        game = started(by)
        for _round in range(rounds):
            record(game)
        with CaptureQueriesContext(connection) as asked:
            assert differences(game) == []
        counts.append(len(asked))
    assert counts[0] == counts[1]


# ---- each kind of figure, spoilt


def spoil_score(game: Game) -> None:
    Score.objects.filter(round__game=game, round__number=1, team__number=0).update(points=5)


def spoil_total(game: Game) -> None:
    Score.objects.filter(round__game=game, round__number=1, team__number=1).update(total=5)


def lose_score(game: Game) -> None:
    Score.objects.filter(round__game=game, round__number=2, team__number=1).delete()


def add_score(game: Game) -> None:
    team = Team.objects.exclude(game=game)[0]
    Score.objects.create(round=game.rounds.get(number=2), team=team, points=7, total=7)


def lines(game: Game, number: int) -> Tally:
    """Return the last line of the first team in a round."""
    return Tally.objects.filter(round__game=game, round__number=number, team__number=0).latest(
        "position"
    )


def spoil_line(game: Game, **changes: object) -> None:
    second = Tally.objects.filter(round__game=game, round__number=1, team__number=0, position=1)
    second.update(**changes)


def move_line(game: Game) -> None:
    spoil_line(game, position=9)


def lose_line(game: Game) -> None:
    lines(game, 1).delete()


def add_line(game: Game) -> None:
    line = lines(game, 1)
    line.pk, line.position, line.code = None, line.position + 1, "extra"
    line.save()


def add_line_of_another(game: Game) -> None:
    line = lines(game, 1)
    line.pk, line.team = None, Team.objects.exclude(game=game)[0]
    line.save()


def spoil_final(game: Game, **changes: object) -> None:
    game.teams.filter(number=1).update(**changes)


def leave_out(game: Game) -> None:
    game.rounds.filter(number=2).update(number=3)


def leave_out_revision(game: Game) -> None:
    game.revisions.filter(kind="finish").update(number=9)


def sit_in(game: Game, name: str) -> None:
    Sitting.objects.filter(round__game=game).update(player=game.club.players.get(name=name))


def sit_in_elsewhere(game: Game) -> None:
    seat = Seat.objects.exclude(game=game).get(number=1)
    Sitting.objects.filter(round__game=game).update(seat=seat)


def change(game: Game, **changes: object) -> None:
    Game.objects.filter(pk=game.pk).update(**changes)


def change_round(game: Game, **changes: object) -> None:
    game.rounds.filter(number=2).update(**changes)


SPOILT: dict[str, tuple[Callable[[Game], object], list[str]]] = {
    "score": (
        spoil_score,
        ["Round 1: score of Ana-Ben: 5 is kept, 1,950 follows."],
    ),
    "total": (
        spoil_total,
        [f"Round 1: total of Celia-Dev: 5 is kept, {MINUS}50 follows."],
    ),
    "missing score": (lose_score, ["Round 2: Celia-Dev has no score."]),
    "surplus score": (add_score, ["Round 2: a score of 7 is kept for another game's team."]),
    "code": (
        lambda game: spoil_line(game, code="books"),
        ["Round 1: Ana-Ben, line 1: code books is kept, natural_canastas follows."],
    ),
    "count": (
        lambda game: spoil_line(game, count=2),
        ["Round 1: Ana-Ben, line 1: count 2 is kept, 1 follows."],
    ),
    "points of a line": (
        lambda game: spoil_line(game, points=1),
        ["Round 1: Ana-Ben, line 1: points 1.0 is kept, 500 follows."],
    ),
    "position": (
        move_line,
        ["Round 1: Ana-Ben, line 1, natural_canastas: it stands in place 9."],
    ),
    "missing line": (lose_line, ["Round 1: Ana-Ben, line 2, hand_points: it is missing."]),
    "surplus line": (add_line, ["Round 1: Ana-Ben, line 3, extra: it does not follow."]),
    "another's line": (add_line_of_another, ["Round 1: 1 of another game's lines are kept."]),
    "points": (
        lambda game: spoil_final(game, points=3),
        ["Points of Celia-Dev: 3 is kept, 100 follows."],
    ),
    "place": (
        lambda game: spoil_final(game, place=1),
        ["Place of Celia-Dev: 1 is kept, 2 follows."],
    ),
    "rounds' numbers": (leave_out, ["The rounds are numbered 1, 3."]),
    "revisions' numbers": (leave_out_revision, ["The revisions are numbered 1, 2, 3, 4, 9."]),
    "version": (
        lambda game: change(game, version=F("version") + 1),
        ["The version is 6, but there are 5 revisions."],
    ),
    "revision of the setup": (
        lambda game: change(game, setup_revision=7),
        ["Revision 7, which wrote the setup, is missing."],
    ),
    "revision of a round": (
        lambda game: change_round(game, revision=7),
        ["Round 2: revision 7, which wrote it, is missing."],
    ),
    "first dealer": (
        lambda game: change(game, first_dealer=4),
        ["The first dealer is number 4, and nobody has it."],
    ),
    "own dealer": (
        lambda game: change_round(game, dealer=4),
        ["Round 2: its dealer is number 4, and nobody has it."],
    ),
    "substitute twice": (
        lambda game: sit_in(game, "Dev"),
        [
            "It is found by the word eva, which is in none of its names.",
            "It is found among the games of Eva, who has not played.",
            "Round 2: Dev sits in two seats.",
        ],
    ),
    "substitute elsewhere": (
        sit_in_elsewhere,
        ["Round 2: Eva sits in at another game's table."],
    ),
    "substitute to come": (
        lambda game: game.seats.filter(number=1).update(
            substitute=game.club.players.get(name="Dev")
        ),
        ["The rounds to come: Dev sits in two seats."],
    ),
    "places": (
        lambda game: game.seats.filter(number=3).update(place=7),
        ["The places are numbered 0, 1, 2, 7."],
    ),
    "team of a seat": (
        lambda game: game.seats.filter(number=0).update(team=game.teams.get(number=1)),
        ["Ana has the number 0, which is of another team."],
    ),
    "missing seat": (
        lambda game: game.seats.get(number=3).delete(),
        ["3 seats cannot be shared among 2 teams."],
    ),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_what_is_spoilt_is_found_and_nothing_else(game: Game, other: Game, kind: str) -> None:
    spoil, said = SPOILT[kind]
    spoil(game)
    assert differences(game) == said
    assert differences(other) == []


def test_a_team_of_one_bears_the_players_name(by: User) -> None:
    game = started(by, "marriage", 3, 1)
    record(game)
    assert differences(game) == []
    game.teams.filter(number=1).update(name="The Bens")
    assert differences(game) == [
        "The team of Ben alone is called The Bens.",
        "It is not found by the word bens.",
        "It is not found by the word the.",
    ]


def test_an_entry_that_was_changed_by_hand(game: Game) -> None:
    played = game.rounds.get(number=1)
    played.entry["entries"][0]["natural_canastas"] = 2
    played.save()
    assert differences(game) == [
        "Round 1: score of Ana-Ben: 1,950 is kept, 2,450 follows.",
        "Round 1: total of Ana-Ben: 1,950 is kept, 2,450 follows.",
        "Round 1: Ana-Ben, line 1: count 1 is kept, 2 follows.",
        "Round 1: Ana-Ben, line 1: points 500.0 is kept, 1000 follows.",
        "Round 2: total of Ana-Ben: 1,900 is kept, 2,400 follows.",
        "Points of Ana-Ben: 1,900 is kept, 2,400 follows.",
    ]


def test_a_game_without_a_table(game: Game) -> None:
    game.seats.all().delete()
    assert differences(game) == ["0 seats cannot be shared among 2 teams."]


def test_deleting_hides_nothing(game: Game) -> None:
    change(game, deleted_at=datetime(2026, 1, 1, tzinfo=UTC))
    spoil_score(game)
    assert len(differences(game)) == 1
