"""Rounds to write into games, and the check that what is kept follows from the entries alone."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.db import connections

from games.models import Game, Revision, Setup, User, WriteRefusedError
from games.proof import differences
from games.variants.entry import Entry, Finding

USUAL: Mapping[str, tuple[Mapping[str, object], Mapping[str, object]]] = {
    "bain": ({"ended_by": "stock_out"}, {"hand_points": 50}),
    "pennies": ({"ended_by": "stock_out"}, {"hand_points": 50}),
    "bga": ({"ended_by": "stock_out"}, {}),
    "banakil": ({"ended_by": "stock_out"}, {}),
    "marriage": ({"went_out": 0}, {}),
}
"""A round in which nothing is found until it is changed, and what stands in each column."""


def entry_of(game: Game, *columns: Mapping[str, object], **of_round: object) -> Entry[Any, Any]:
    """Return a usual round of a game with these changes."""
    whole, usual = USUAL[game.variant]
    number = len(game.rules.columns(game.table))
    changed = [*columns, *[{}] * (number - len(columns))]
    data = {**whole, **of_round, "entries": [{**usual, **change} for change in changed]}
    reading = game.rules.read(data, game.table)
    assert reading.findings == ()
    return reading.entry


def warnings(game: Game, entry: Entry[Any, Any]) -> list[str]:
    """Return what a scorer who keeps every warning sends along."""
    found = game.rules.findings(entry, game.table)
    return [finding.key for finding in found if finding.severity == Finding.WARNING]


def record(
    game: Game,
    entry: Entry[Any, Any] | None = None,
    *,
    by: User | None = None,
    number: int | None = None,
    submission: UUID | None = None,
    dealer: int | None = None,
) -> Revision:
    """Record the next round, or one of this number, with every warning kept."""
    entry = entry_of(game) if entry is None else entry
    return game.record(
        by=by,
        submission=submission or uuid4(),
        number=game.next_number if number is None else number,
        entry=entry,
        kept=warnings(game, entry),
        dealer=dealer,
    )


def correct(
    game: Game,
    number: int,
    entry: Entry[Any, Any],
    *,
    by: User | None = None,
    revision: int | None = None,
    submission: UUID | None = None,
    **dealt: int | None,
) -> Revision:
    """Correct a round as it was last seen, with every warning kept."""
    seen = _as_seen(game, number, entry, by, revision, submission)
    return game.correct(entry=entry, **{**seen, **dealt})


def insert(
    game: Game,
    number: int,
    entry: Entry[Any, Any] | None = None,
    *,
    by: User | None = None,
    revision: int | None = None,
    submission: UUID | None = None,
    dealer: int | None = None,
) -> Revision:
    """Insert a round before the one of this number, as that was last seen."""
    entry = entry_of(game) if entry is None else entry
    seen = _as_seen(game, number, entry, by, revision, submission)
    return game.insert(entry=entry, **{**seen, "dealer": dealer})


def _as_seen(
    game: Game,
    number: int,
    entry: Entry[Any, Any],
    by: User | None,
    revision: int | None,
    submission: UUID | None,
) -> dict[str, Any]:
    """Return what a page sends about a round, every warning and its dealer kept."""
    played = game.rounds.filter(number=number).first()
    return {
        "by": by,
        "submission": submission or uuid4(),
        "number": number,
        "revision": revision if revision is not None else played.revision if played else 0,
        "kept": warnings(game, entry),
        "dealer": played.dealer if played else None,
    }


def delete_round(
    game: Game, number: int, revision: int | None = None, submission: UUID | None = None
) -> Revision:
    """Delete a round as it was last seen."""
    if revision is None:
        revision = game.rounds.get(number=number).revision
    return game.delete_round(
        by=None, submission=submission or uuid4(), number=number, revision=revision
    )


def substitute(
    game: Game, player: int, name: str, number: int, submission: UUID | None = None
) -> Revision:
    """Let somebody sit in for a player from a round on, as that was last seen."""
    game = fresh(game)
    played = game.rounds.filter(number=number).first()
    return game.substitute(
        by=None,
        submission=submission or uuid4(),
        player=player,
        name=name,
        number=number,
        revision=played.revision if played else None,
    )


def change_setup(
    game: Game, *, revision: int | None = None, submission: UUID | None = None, **changes: Any
) -> Revision:
    """Change these parts of the setup as it was last seen."""
    game = fresh(game)
    return game.change_setup(
        by=None,
        submission=submission or uuid4(),
        revision=game.setup_revision if revision is None else revision,
        setup=replace(Setup.of(game), **changes),
    )


def undo(game: Game, revision: int | None = None, submission: UUID | None = None) -> Revision:
    """Take back the latest write."""
    if revision is None:
        latest = game.revisions.undoable().first()
        assert latest is not None
        revision = latest.number
    return game.undo(by=None, submission=submission or uuid4(), revision=revision)


def redo(game: Game, revision: int | None = None, submission: UUID | None = None) -> Revision:
    """Do again what was taken back last."""
    if revision is None:
        latest = game.revisions.redoable().first()
        assert latest is not None
        revision = latest.number
    return game.redo(by=None, submission=submission or uuid4(), revision=revision)


def discard(game: Game, submission: UUID | None = None) -> Revision:
    return game.discard(by=None, submission=submission or uuid4())


def restore(game: Game, submission: UUID | None = None) -> Revision:
    return game.restore(by=None, submission=submission or uuid4())


def finish(game: Game, submission: UUID | None = None) -> Revision:
    return game.finish(by=None, submission=submission or uuid4())


def reopen(game: Game, submission: UUID | None = None) -> Revision:
    return game.reopen(by=None, submission=submission or uuid4())


def at_once[Result](*acts: Callable[[], Result]) -> list[Result | WriteRefusedError]:
    """Do all of this at the same moment; return what each did, or why it was refused."""
    barrier = threading.Barrier(len(acts))

    def do(act: Callable[[], Result]) -> Result | WriteRefusedError:
        try:
            barrier.wait(timeout=30)
            return act()
        except WriteRefusedError as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(do, acts))


def fresh(game: Game) -> Game:
    """Return the game as it is kept, with nothing remembered."""
    return Game.objects.get(pk=game.pk)


def totals(game: Game) -> list[int]:
    """Return what is kept as each team's total after each round, from the latest round back."""
    last = game.rounds.order_by("-number").first()
    if last is None:
        return [team.starting_total for team in game.teams.order_by("number")]
    return [score.total for score in last.scores.order_by("team__number")]


def kept(game: Game) -> dict[str, Any]:
    """Return everything that is kept of a game, to see whether a write has changed it."""
    return {
        "game": Game.objects.filter(pk=game.pk).values().get(),
        "teams": list(game.teams.order_by("number").values()),
        "seats": list(game.seats.order_by("number").values()),
        "drafts": list(game.drafts.order_by("column").values()),
        "revisions": list(game.revisions.order_by("number").values()),
        "rounds": [
            (
                list(game.rounds.filter(pk=played.pk).values()),
                list(played.scores.order_by("team__number").values()),
                list(played.tallies.order_by("team__number", "position").values()),
            )
            for played in game.rounds.order_by("number")
        ],
    }


def figures(game: Game) -> list[object]:
    """Return the figures that are kept, without who wrote them when."""
    return [
        (
            played.number,
            played.entry,
            played.dealer,
            played.kept,
            played.substitutes,
            list(played.scores.order_by("team__number").values_list("points", "total")),
            list(
                played.tallies.order_by("team__number", "position").values_list(
                    "team__number", "position", "code", "count", "points"
                )
            ),
        )
        for played in game.rounds.order_by("number")
    ]


def assert_follows_from_entries(game: Game) -> None:
    """Check that every figure that is kept of a game follows from its entries and its log."""
    assert differences(game) == []
