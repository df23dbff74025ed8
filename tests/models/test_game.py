"""A game from first deal to winner, as it is kept and written to."""

import copy
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Model
from django.db.models.base import ModelState
from django.test.utils import CaptureQueriesContext

from games.models import (
    Draft,
    EntryRefusedError,
    Game,
    GameFinishedError,
    Membership,
    NewTeam,
    NoSuchRoundError,
    NothingToUndoError,
    OutOfDateError,
    Record,
    Revision,
    Round,
    Score,
    SubmissionReusedError,
    Tally,
    User,
    WriteRefusedError,
)
from games.models.drafts import mark_of
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import started

from .play import (
    assert_follows_from_entries,
    correct,
    delete_round,
    entry_of,
    figures,
    finish,
    fresh,
    insert,
    kept,
    record,
    redo,
    reopen,
    totals,
    undo,
)

pytestmark = pytest.mark.django_db


def start(by: User, **changes: Any) -> Game:
    """Start a game of Banakil for two, with these changes."""
    variant = VARIANTS["banakil"]
    options, _found = variant.read_options({}, Seating(2, 1))
    told: dict[str, Any] = {
        "club": by.home_club(),
        "by": by,
        "variant": variant,
        "teams": [NewTeam("Ana", ("Ana",)), NewTeam("Ben", ("Ben",), 50)],
        "options": options,
        "seats": (1, 0),
        "first_dealer": 1,
        "submission": uuid4(),
        "name": "  Friday   cards ",
    }
    return Game.objects.start(**{**told, **changes})


def melded(game: Game, *points: int) -> Any:
    """Return a round of Bain in which each team melded this much and holds 50."""
    return entry_of(game, *[{"meld_points": number} for number in points])


# ---- start


def test_start(by: User) -> None:
    game = start(by)
    assert str(game) == game.name == "Friday cards"
    assert game.options == {"target": 150, "pairs_scoring": "winner_and_opponents"}
    assert (game.version, game.finished_at, game.next_number) == (1, None, 1)
    table = fresh(game).table
    assert [str(team) for team in game.teams.all()] == ["Ana", "Ben"]
    assert [str(seat) for seat in game.seats.all()] == ["0 Ben", "1 Ana"]
    assert [team.name for team in table.teams] == ["Ana", "Ben"]
    assert table.players == ("Ana", "Ben")
    assert table.seats == (1, 0)
    assert table.first_dealer == 1
    assert table.starting_totals == (0, 50)
    assert table.options.target == 150
    assert [player.name for player in by.home_club().players.order_by("name")] == ["Ana", "Ben"]
    assert [(link.kind, link.revoked_at) for link in game.links.all()] == [("watch", None)]
    revision = game.revisions.get()
    assert (revision.number, revision.kind, revision.by) == (1, "start", by)
    assert_follows_from_entries(game)


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [("bain", 2, 2), ("pennies", 2, 3), ("bga", 3, 4), ("banakil", 2, 2), ("marriage", 5, 1)],
)
def test_every_game_can_be_started_and_played(by: User, key: str, teams: int, each: int) -> None:
    game = started(by, key, teams, each)
    record(game)
    record(game, dealer=1)
    assert fresh(game).dealers == [0, 1, game.table.after(1)]
    assert_follows_from_entries(game)


def test_every_option_is_kept_resolved(by: User) -> None:
    game = started(by, "bga", 2, 2, clean_bonus=400)
    options = fresh(game).options
    assert options["clean_bonus"] == 400
    assert set(options) == set(VARIANTS["bga"].options.__dataclass_fields__)
    assert fresh(game).table.options == game.table.options


def test_start_twice_is_once(by: User) -> None:
    submission = uuid4()
    game = start(by, submission=submission)
    assert start(by, submission=submission) == game
    assert Game.objects.count() == 1
    assert game.revisions.count() == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Saturday"},
        {"seats": (0, 1)},
        {"first_dealer": None},
        {"teams": [NewTeam("Ana", ("Ana",)), NewTeam("Ben", ("Ben",))]},
        {"teams": [NewTeam("Ana", ("Ana",)), NewTeam("Dev", ("Dev",), 50)]},
    ],
)
def test_start_something_else_under_the_same_submission(
    by: User, changes: dict[str, object]
) -> None:
    submission = uuid4()
    game = start(by, submission=submission)
    before = kept(game)
    with pytest.raises(SubmissionReusedError):
        start(by, submission=submission, **changes)
    assert Game.objects.count() == 1
    assert kept(game) == before


def test_a_club_has_one_player_of_a_name(by: User) -> None:
    start(by)
    game = start(by, teams=[NewTeam("ana", (" ana ",)), NewTeam("Ceci  Lia", ("Ceci  Lia",))])
    assert by.home_club().players.count() == 3
    # A player alone is a team of the same name, spelled as the club knows the player.
    assert [team.name for team in fresh(game).table.teams] == ["Ana", "Ceci Lia"]
    assert fresh(game).table.players == ("Ana", "Ceci Lia")
    assert Game.objects.count() == 2


def test_what_can_be_played_needs_no_migration() -> None:
    assert dict(Game._meta.get_field("variant").flatchoices).keys() == VARIANTS.keys()


# ---- reads


def test_who_may_see_a_game(by: User, game: Game) -> None:
    other = User.objects.make_silently()
    assert Game.objects.of(by).get() == game
    assert list(Game.objects.of(other)) == []
    Membership.objects.create(user=other, club=game.club, role=Membership.Role.VIEWER)
    assert Game.objects.of(other).get() == game
    assert list(Game.objects.of(AnonymousUser())) == []
    game.deleted_at = game.started_at
    game.save()
    assert list(Game.objects.of(by)) == []


def test_running_and_finished_games_the_latest_first(by: User, game: Game) -> None:
    second, third, clubs = started(by), started(by), [by.home_club()]
    record(game)
    assert list(Game.objects.running(clubs, 9)) == [game, third, second]
    assert list(Game.objects.running(clubs, 2)) == [game, third]
    assert list(Game.objects.running([], 9)) == []
    finish(second)
    finish(game)
    assert list(Game.objects.running(clubs, 9)) == [third]
    assert list(Game.objects.finished(clubs, 9)) == [game, second]


def copied[Row: Model](row: Row, **changes: object) -> Row:
    """Return a new row like this one, with these changes, to be created."""
    another = copy.copy(row)
    another.pk = None
    another._state = ModelState()
    for name, value in changes.items():
        setattr(another, name, value)
    return another


def rounds_of(by: User, number: int) -> Game:
    """Return a game in which the same round was recorded so many times."""
    game = started(by)
    record(game)
    first = game.rounds.get()
    rounds = [copied(first, number=later) for later in range(2, number + 1)]
    Round.objects.bulk_create(rounds)
    Score.objects.bulk_create(
        copied(score, round=played, total=score.points * played.number)
        for played in rounds
        for score in first.scores.all()
    )
    Tally.objects.bulk_create(
        copied(line, round=played) for played in rounds for line in first.tallies.all()
    )
    return game


def read_whole(game: Game) -> None:
    whole = Game.objects.whole().get(pk=game.pk)
    assert len(whole.table.players) == 4
    assert len(whole.rows) == len(whole.played) == whole.next_number - 1
    assert whole.rows[-1] == [-50, -50]
    assert len(whole.dealers) == whole.next_number
    assert str(whole.club)


def number_of_queries(act: Callable[[Game], object], game: Game) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        act(game)
    return len(queries)


def test_no_read_and_no_write_grows_with_the_rounds(by: User) -> None:
    # The first game of a club that is finished also begins its standings.
    finish(rounds_of(by, 1))
    few, many = rounds_of(by, 5), rounds_of(by, 200)
    assert number_of_queries(read_whole, few) <= 7
    acts: list[Callable[[Game], object]] = [
        read_whole,
        record,
        lambda game: correct(game, 3, melded(game, 100)),
        undo,
        undo,
        finish,
    ]
    for act in acts:
        assert number_of_queries(act, fresh(few)) == number_of_queries(act, fresh(many))
    # For each record that a game held, it is looked up who holds it now.
    records = Record.objects.count()
    assert number_of_queries(reopen, fresh(many)) <= number_of_queries(reopen, fresh(few)) + records
    assert_follows_from_entries(few)
    assert_follows_from_entries(many)


# ---- record


def test_record(by: User, game: Game) -> None:
    revision = record(game, melded(game, 500, 300), by=by)
    assert (revision.number, revision.kind, revision.by) == (2, "record", by)
    assert game.version == fresh(game).version == 2
    assert game.next_number == 2
    assert game.rows == [[450, 250]]
    played = game.rounds.get()
    assert (played.number, played.revision, played.recorded_by, played.dealer) == (1, 2, by, None)
    assert played.recorded_at == revision.at == fresh(game).changed_at
    assert played.read() == melded(game, 500, 300)
    record(game, melded(game, 0, 100))
    assert totals(game) == [400, 300]
    assert_follows_from_entries(game)


def test_totals_carry_on_from_the_starting_totals(by: User) -> None:
    game = start(by)
    assert totals(game) == [0, 50]
    out = {"meld_points": "24.5"}
    record(game, entry_of(game, out, {"hand_points": 3}, ended_by="going_out", went_out=0))
    assert totals(game) == [45, 30]
    assert_follows_from_entries(game)


def test_half_points_are_kept_exactly(by: User) -> None:
    game = start(by)
    out, left = {"meld_points": "24.5"}, {"meld_points": 6, "hand_points": "11.5"}
    record(game, entry_of(game, out, left, ended_by="going_out", went_out=0))
    lines = game.rounds.get().tallies.filter(team__number=0).order_by("position")
    assert [(line.code, str(line.points)) for line in lines] == [
        ("meld_points", "24.5"),
        ("going_out", "20.0"),
        ("rounding", "0.5"),
    ]
    assert_follows_from_entries(game)


def test_the_deal_goes_on_from_a_rounds_own_dealer(game: Game) -> None:
    # Dealt in the order Ana 0, Celia 2, Ben 1, Dev 3.
    record(game)
    record(game, dealer=0)
    record(game)
    assert fresh(game).dealers == [0, 0, 2, 1]


def test_the_largest_figures_fit(by: User) -> None:
    game = started(by, "bga", 2, 2, red_three_value=1_000_000, clean_bonus=1_000_000)
    most = {"red_threes": 1_000_000, "meld_points": 1_000_000}
    record(game, entry_of(game, most, {"red_threes_left": 1_000_000}))
    record(game, entry_of(game, most, {"red_threes_left": 1_000_000}))
    assert totals(game) == [2 * (10**12 + 10**6), -2 * 10**12]
    assert_follows_from_entries(game)


def test_record_a_number_that_is_taken(game: Game) -> None:
    record(game)
    record(game)
    before = kept(game)
    for number in (1, 2):
        with pytest.raises(OutOfDateError):
            record(game, number=number)
    assert kept(game) == before


@pytest.mark.parametrize("number", [-1, 0, 3, 40_000])
def test_record_a_number_that_is_not_the_next(game: Game, number: int) -> None:
    record(game)
    before = kept(game)
    with pytest.raises(NoSuchRoundError):
        record(game, number=number)
    assert kept(game) == before


def test_a_phone_that_has_not_seen_the_round_that_another_recorded(game: Game) -> None:
    other = fresh(game)
    assert other.next_number == 1
    record(game)
    with pytest.raises(OutOfDateError):
        record(other, number=1)
    record(other, number=2)
    assert fresh(game).next_number == 3
    assert_follows_from_entries(game)


def test_an_entry_with_errors_is_refused(game: Game) -> None:
    entry = entry_of(game, {"red_threes": 9}, {"meld_points": 3})
    before = kept(game)
    with pytest.raises(EntryRefusedError) as refused:
        record(game, entry)
    assert {one.code for one in refused.value.findings} == {"red_threes_over_deck", "off_step"}
    assert "off_step" in str(refused.value)
    assert kept(game) == before


def test_an_error_cannot_be_kept(game: Game) -> None:
    entry = entry_of(game, {"meld_points": 3})
    with pytest.raises(EntryRefusedError):
        game.record(by=None, submission=uuid4(), number=1, entry=entry, kept=["off_step:0"])


def test_warnings_must_be_kept_each_for_its_column(game: Game) -> None:
    entry = entry_of(game, {"hand_points": 0}, {"hand_points": 0})

    def record_with(*keys: str) -> Revision:
        return game.record(by=None, submission=uuid4(), number=1, entry=entry, kept=keys)

    before = kept(game)
    for keys in ((), ("hands_not_counted",), ("hands_not_counted:0",)):
        with pytest.raises(EntryRefusedError) as refused:
            record_with(*keys)
        assert {one.severity for one in refused.value.findings} == {"warning"}
        assert "hands_not_counted:1" in {one.key for one in refused.value.findings}
    assert kept(game) == before
    record_with("hands_not_counted:1", "hands_not_counted:0", "never heard of")
    assert game.rounds.get().kept == ["hands_not_counted:0", "hands_not_counted:1"]


# ---- correct


@pytest.mark.parametrize("number", [1, 2, 3])
def test_all_later_totals_follow_a_correction(by: User, game: Game, number: int) -> None:
    for points in (100, 200, 300):
        record(game, melded(game, points, 50))
    correct(game, number, melded(game, 1_000, 5), by=by)
    right = started(by)
    for one, points in enumerate((100, 200, 300), start=1):
        record(right, melded(right, 1_000, 5) if one == number else melded(right, points, 50))
    assert figures(game) == figures(right)
    assert_follows_from_entries(game)


def test_a_correction_changes_what_opens_and_whether_it_is_over(game: Game) -> None:
    record(game, melded(game, 500))
    bonus = {"adjustment": 4_550, "adjustment_note": "from the other table"}
    correct(game, 1, entry_of(game, {"meld_points": 500, **bonus}))
    asked = [opening.points for opening in game.rules.opening(game.rows, game.table)]
    assert asked == [90, 15]
    correct(game, 1, melded(game, 500))
    asked = [opening.points for opening in game.rules.opening(game.rows, game.table)]
    assert asked == [50, 15]


def test_correct(by: User, game: Game) -> None:
    record(game, dealer=2)
    revision = correct(game, 1, melded(game, 100), by=by)
    assert (revision.number, revision.kind, revision.by) == (3, "correct", by)
    played = game.rounds.get()
    assert (played.revision, played.recorded_by, played.dealer) == (3, by, 2)
    assert Tally.objects.filter(round=played).count() == 3
    assert revision.before["rounds"]["1"]["scores"] == [-50, -50]
    assert revision.after["rounds"]["1"]["scores"] == [50, -50]
    assert game.version == 3


def test_correct_what_another_has_corrected(game: Game) -> None:
    record(game)
    correct(game, 1, melded(game, 100))
    before = kept(game)
    with pytest.raises(OutOfDateError):
        correct(game, 1, melded(game, 200), revision=2)
    with pytest.raises(OutOfDateError):
        correct(game, 1, melded(game, 200), revision=4)
    assert kept(game) == before


def test_a_round_can_be_corrected_while_another_is_recorded(game: Game) -> None:
    record(game)
    record(game)
    correct(game, 1, melded(game, 100), revision=2)
    correct(game, 2, melded(game, 100), revision=3)
    assert totals(game) == [100, -100]


@pytest.mark.parametrize("number", [-1, 0, 2, 99])
def test_correct_a_round_that_there_is_not(game: Game, number: int) -> None:
    record(game)
    before = kept(game)
    with pytest.raises(NoSuchRoundError):
        correct(game, number, entry_of(game), revision=2)
    assert kept(game) == before


def test_correct_with_errors_or_warnings_that_nobody_kept(game: Game) -> None:
    record(game)
    before = kept(game)
    with pytest.raises(EntryRefusedError):
        correct(game, 1, melded(game, 3))
    with pytest.raises(EntryRefusedError):
        game.correct(
            by=None,
            submission=uuid4(),
            number=1,
            revision=2,
            entry=entry_of(game, {"hand_points": 0}),
        )
    assert kept(game) == before


# ---- undo


def test_undo_a_round(by: User, game: Game) -> None:
    record(game, melded(game, 500))
    as_it_was = figures(game)
    record(game, melded(game, 300))
    revision = game.undo(by=by, submission=uuid4(), revision=3)
    assert (revision.number, revision.kind, revision.by) == (4, "undo", by)
    assert revision.undoes == game.revisions.get(number=3)
    assert figures(game) == as_it_was
    # The round lives on in its revision.
    assert game.revisions.get(number=3).after["rounds"]["2"]["scores"] == [250, -50]
    assert game.next_number == 2
    assert_follows_from_entries(game)


def test_undo_a_correction(game: Game) -> None:
    for points in (100, 200, 300):
        record(game, melded(game, points))
    as_it_was = figures(game)
    correct(game, 1, melded(game, 1_000))
    undo(game)
    assert figures(game) == as_it_was
    assert_follows_from_entries(game)
    # What stands there now was written by the undo: whoever saw the correction is out of date.
    assert game.rounds.get(number=1).revision == 6
    for seen in (2, 5):
        with pytest.raises(OutOfDateError):
            correct(game, 1, melded(game, 400), revision=seen)


def test_undo_goes_back_to_the_start_write_by_write(game: Game) -> None:
    seen = [figures(game)]
    record(game, melded(game, 100))
    seen.append(figures(game))
    record(game, melded(game, 200))
    seen.append(figures(game))
    correct(game, 1, melded(game, 700))
    seen.append(figures(game))
    correct(game, 1, melded(game, 800))
    while len(seen) > 0:
        undo(game)
        assert figures(game) == seen.pop()
        assert_follows_from_entries(game)
    before = kept(game)
    with pytest.raises(NothingToUndoError):
        game.undo(by=None, submission=uuid4(), revision=1)
    assert kept(game) == before


def test_after_an_undo_new_writes_are_taken_back_first(game: Game) -> None:
    record(game, melded(game, 100))
    record(game, melded(game, 200))
    undo(game)
    record(game, melded(game, 300))
    assert undo(game).undoes == game.revisions.get(number=5)
    assert undo(game).undoes == game.revisions.get(number=2)
    assert figures(game) == []


@pytest.mark.parametrize("revision", [0, 1, 2, 4, 99])
def test_undo_what_is_not_the_latest_write(game: Game, revision: int) -> None:
    record(game)
    record(game)
    before = kept(game)
    with pytest.raises(OutOfDateError):
        undo(game, revision)
    assert kept(game) == before


def test_undo_what_is_undone_already(game: Game) -> None:
    record(game)
    record(game)
    undo(game, 3)
    for revision in (3, 4):
        with pytest.raises(OutOfDateError):
            undo(game, revision)


def test_after_a_reopening_the_latest_round_is_what_can_be_taken_back(game: Game) -> None:
    record(game, melded(game, 100))
    finish(game)
    with pytest.raises(GameFinishedError):
        undo(game)
    reopen(game)
    undo(game)
    assert fresh(game).finished_at is None
    assert not game.rounds.exists()
    assert_follows_from_entries(game)


# ---- finish and reopen


def test_points_and_places_are_kept_from_the_first_round_on(by: User) -> None:
    game = started(by, "marriage", 3, 1)
    assert [(team.points, team.place) for team in game.teams.all()] == [(0, 1)] * 3
    record(game, entry_of(game, {"tunnelas": 2}, {"tunnelas": 3}, {"tunnelas": 1}, went_out=0))
    teams = game.teams.order_by("number")
    assert [(team.points, team.place) for team in teams] == [(35, 1), (25, 2), (5, 3)]
    revision = finish(game)
    assert (revision.number, revision.kind) == (3, "finish")
    assert [(team.points, team.place) for team in teams] == [(35, 1), (25, 2), (5, 3)]
    assert game.finished_at == fresh(game).finished_at
    assert game.finished_at is not None
    reopen(game)
    assert [(team.points, team.place) for team in teams.all()] == [(35, 1), (25, 2), (5, 3)]
    assert game.finished_at is fresh(game).finished_at is None


def test_equal_totals_share_a_place(by: User) -> None:
    game = started(by, "marriage", 4, 1)
    record(game, entry_of(game, {}, {"tunnelas": 1}, {"tunnelas": 1}, went_out=3))
    finish(game)
    assert [team.place for team in game.teams.order_by("number")] == [4, 2, 2, 1]


def test_a_game_without_a_round_can_be_finished(by: User) -> None:
    game = start(by)
    finish(game)
    assert [(team.points, team.place) for team in game.teams.order_by("number")] == [
        (0, 2),
        (50, 1),
    ]


def test_a_finished_game_refuses_every_write_but_to_reopen(game: Game) -> None:
    record(game)
    finish(game)
    before = kept(game)
    writes: list[Callable[[], object]] = [
        lambda: record(game),
        lambda: record(game, number=1),
        lambda: record(game, melded(game, 3)),
        lambda: correct(game, 1, melded(game, 100)),
        lambda: undo(game, 2),
        lambda: finish(game),
    ]
    for write in writes:
        with pytest.raises(GameFinishedError):
            write()
    assert kept(game) == before
    reopen(game)
    record(game)
    assert_follows_from_entries(game)


def test_a_phone_that_has_not_seen_that_the_game_was_finished(game: Game) -> None:
    other = fresh(game)
    finish(game)
    with pytest.raises(GameFinishedError):
        record(other)


def test_reopen_an_open_game(game: Game) -> None:
    before = kept(game)
    with pytest.raises(OutOfDateError):
        reopen(game)
    assert kept(game) == before


# ---- twice is once


def test_a_repeat_stores_once_and_answers_as_the_first_did(game: Game) -> None:
    first, second, third, fourth, fifth = (uuid4() for _write in range(5))
    writes: list[Callable[[Game], Revision]] = [
        lambda game: record(game, melded(game, 100), number=1, submission=first),
        lambda game: correct(game, 1, melded(game, 200), revision=2, submission=second),
        lambda game: undo(game, 3, submission=third),
        lambda game: finish(game, fourth),
        lambda game: reopen(game, fifth),
    ]
    answers = []
    for write in writes:
        answers.append(write(game))
        before = kept(game)
        assert write(fresh(game)) == answers[-1]
        assert kept(game) == before
    # However late the repeat comes.
    for write, answer in zip(writes, answers, strict=True):
        assert write(fresh(game)) == answer
    assert [answer.number for answer in answers] == [2, 3, 4, 5, 6]
    finish(game)
    for write, answer in zip(writes, answers, strict=True):
        assert write(fresh(game)) == answer


def test_the_same_submission_with_another_body_is_refused(game: Game) -> None:
    submission = uuid4()
    record(game, melded(game, 100), number=1, submission=submission)
    before = kept(game)
    writes: list[Callable[[], object]] = [
        lambda: record(game, melded(game, 105), number=1, submission=submission),
        lambda: record(game, melded(game, 100), number=2, submission=submission),
        lambda: record(game, melded(game, 100), number=1, submission=submission, dealer=1),
        lambda: correct(game, 1, melded(game, 100), submission=submission),
        lambda: undo(game, 2, submission=submission),
        lambda: finish(game, submission),
        lambda: reopen(game, submission),
    ]
    for write in writes:
        with pytest.raises(SubmissionReusedError):
            write()
    assert kept(game) == before


def test_the_submission_that_started_the_game_writes_nothing_else(by: User) -> None:
    submission = uuid4()
    game = start(by, submission=submission)
    with pytest.raises(SubmissionReusedError):
        finish(game, submission)


def test_a_refused_write_leaves_its_submission_free(game: Game) -> None:
    submission = uuid4()
    with pytest.raises(EntryRefusedError):
        record(game, melded(game, 3), submission=submission)
    assert record(game, melded(game, 5), submission=submission).number == 2


def test_the_same_submission_may_write_to_two_games(by: User, game: Game) -> None:
    submission, other = uuid4(), started(by)
    assert record(game, submission=submission) != record(other, submission=submission)


def test_every_refusal_is_a_refused_write() -> None:
    for error in (
        EntryRefusedError,
        GameFinishedError,
        NoSuchRoundError,
        NothingToUndoError,
        OutOfDateError,
        SubmissionReusedError,
    ):
        assert issubclass(error, WriteRefusedError)


# ---- drafts


def drafted(game: Game) -> dict[int, dict[str, str]]:
    game.drafts.all().delete()
    game.drafts.create(column=Draft.WHOLE, text={"ended_by": "stock_out"})
    game.drafts.create(column=0, text={"meld_points": "490"})
    return {draft.column: draft.text for draft in game.drafts.all()}


def test_drafts_are_dropped_when_their_round_is_recorded(game: Game) -> None:
    drafted(game)
    record(game)
    assert game.drafts.count() == 0


def test_drafts_stay_whatever_else_is_written(game: Game) -> None:
    record(game)
    typed = drafted(game)
    correct(game, 1, melded(game, 100))
    undo(game)
    insert(game, 1, melded(game, 50))
    delete_round(game, 2)
    undo(game)
    undo(game)
    undo(game)
    redo(game)
    finish(game)
    reopen(game)
    assert {draft.column: draft.text for draft in game.drafts.all()} == typed


def test_drafts_stay_when_a_round_is_refused(game: Game) -> None:
    typed = drafted(game)
    with pytest.raises(EntryRefusedError):
        record(game, melded(game, 3))
    with pytest.raises(NoSuchRoundError):
        record(game, number=7)
    assert {draft.column: draft.text for draft in game.drafts.all()} == typed


def test_what_is_typed_on_two_phones_comes_together(by: User, game: Game) -> None:
    one, other = {"meld_points": "490"}, {"meld_points": "185"}

    def fill(texts: dict[int, dict[str, str]], bases: dict[int, str]) -> dict[int, dict[str, str]]:
        return fresh(game).fill_draft(by=by, number=1, texts=texts, bases=bases)

    assert fill({0: one, 1: {}}, {}) == {0: one}
    # The other phone has not seen the first column filled, and fills the second.
    assert fill({0: {}, 1: other}, {}) == {0: one, 1: other}
    # A phone that saw a column and leaves it as it was changes nothing in it.
    drafts = list(game.drafts.order_by("column").values())
    assert fill({0: one, 1: other}, {0: mark_of(one), 1: mark_of(other)}) == {0: one, 1: other}
    assert fill({0: one, 1: other}, {}) == {0: one, 1: other}
    assert list(game.drafts.order_by("column").values()) == drafts
    # One that saw it and empties it does.
    assert fill({0: {}}, {0: mark_of(one)}) == {0: {}, 1: other}
    draft = game.drafts.get(column=0)
    assert (draft.text, draft.version, draft.filled_by) == ({}, 2, by)


def test_only_the_next_round_has_a_draft(game: Game) -> None:
    record(game)
    for number in (0, 1, 3):
        with pytest.raises(OutOfDateError):
            game.fill_draft(by=None, number=number, texts={0: {"a": "1"}}, bases={})
    finish(game)
    with pytest.raises(OutOfDateError):
        game.fill_draft(by=None, number=2, texts={0: {"a": "1"}}, bases={})
    assert game.drafts.count() == 0


def test_what_is_sent_late_is_no_draft_of_the_round_after(game: Game) -> None:
    """A preview had fetched the game before the round was saved, and is let in after it."""
    late = Game.objects.whole().get(pk=game.pk)
    record(game)
    with pytest.raises(OutOfDateError):
        late.fill_draft(by=None, number=1, texts={0: {"a": "1"}}, bases={})
    assert game.drafts.count() == 0


def test_drafts_touch_no_version_and_make_no_revision(game: Game) -> None:
    before = kept(game)
    texts = {Draft.WHOLE: {"ended_by": "stock_out"}, 0: {"meld_points": "490"}}
    assert game.fill_draft(by=None, number=1, texts=texts, bases={}) == texts
    assert {**kept(game), "drafts": before["drafts"]} == before
