"""What must hold whatever the phones did and the server met, looked up in the database."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection

from games.models import Draft, Game, Revision, Score, User
from games.proof import differences

from .phones import DONE, Journal, Phone, Write


@dataclass
class Checks:
    """Look after phones; `faults` says, in sentences, what did not hold."""

    journal: Journal
    phones: list[Phone]
    faults: list[str] = field(default_factory=list)
    found: int = 0
    drafts: int = 0
    games: int = 0
    totals: int = 0
    _versions: dict[UUID, int] = field(default_factory=dict)

    def run(self, *, every_game: bool = False) -> None:
        """Check all that was ever sent, and the games that were written to since the last check."""
        self.faults += [*_in_the_file(), *self._writes(), *self._drafts()]
        if lonely := User.objects.filter(memberships=None).count():
            self.faults.append(f"{lonely} accounts were made without a club")
        for game in self._changed(every_game=every_game):
            self.games += 1
            self.totals += Score.objects.filter(round__game=game).count()
            self.faults += [f"Game {game.pk}: {fault}" for fault in faults_of(game)]

    def _writes(self) -> Iterator[str]:
        """Every acknowledged write is there once, in its game; a refused one is not there."""
        kept = Revision.objects.values_list("submission", "game_id")
        times = Counter((submission, game) for submission, game in kept)
        everywhere = Counter(submission for submission, _game in times.elements())
        self.found = 0
        for write in self.journal.writes:
            submission = UUID(write.submission)
            there = everywhere[submission]
            if write.status == DONE:
                self.found += there == 1
                if there != 1:
                    yield f"{write} was acknowledged and is there {there} times"
                elif not times[submission, _game_of(write)]:
                    yield f"{write} is not in the game that it was said to be in"
            elif there > (write.status is None):
                yield f"{write} was answered {write.status} and is there {there} times"

    def _drafts(self) -> Iterator[str]:
        """What was last typed in a game of one phone stands, if it was answered."""
        for phone in self.phones:
            if phone.own is None or phone.draft is None:
                continue
            standing: dict[str, str] = {}
            for draft in Draft.objects.filter(game_id=UUID(phone.own.pk)):
                standing |= draft.text
            self.drafts += 1
            if standing != phone.draft:
                yield f"The draft of game {phone.own.pk} is {standing}, typed was {phone.draft}"

    def _changed(self, *, every_game: bool) -> Iterator[Game]:
        for game in Game.objects.order_by("started_at"):
            if every_game or self._versions.get(game.pk) != game.version:
                self._versions[game.pk] = game.version
                yield game


def _game_of(write: Write) -> UUID:
    """Return the game of a write: where it leads, or where it was sent if the game is gone then."""
    games = (path for path in (write.leads_to, write.path) if path.startswith("/games/"))
    return UUID(next(games).split("/")[2])


def _in_the_file() -> Iterator[str]:
    """Yield what SQLite finds wrong with its own file."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for pragma, good in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
            cursor.execute(f"PRAGMA {pragma}")
            if (rows := cursor.fetchall()) != good:
                yield f"PRAGMA {pragma} found {rows[:5]}"


def faults_of(game: Game) -> Iterator[str]:
    """Yield what of a game is half written, or does not follow from its entries."""
    yield from differences(game)
    rounds, times = _replayed(game)
    if rounds != [_entered(played.snapshot()) for played in game.rounds.order_by("number")]:
        yield "its rounds are not those that its log tells of"
    for name, at in times.items():
        kept = getattr(game, name)
        if at != (kept.isoformat() if kept else None):
            yield f"its {name} is not what its log says"
    if not game.links.exists():
        yield "it has no link to watch it"


def _replayed(game: Game) -> tuple[list[dict[str, Any]], dict[str, str | None]]:
    """Return the rounds of a game, and when it was closed and deleted, as its log leads there."""
    rounds: list[dict[str, Any]] = []
    times: dict[str, str | None] = {"finished_at": None, "deleted_at": None}
    for revision in game.revisions.order_by("number"):
        times |= {name: revision.after[name] for name in times if name in revision.after}
        before, after = (state.get("rounds", {}) for state in (revision.before, revision.after))
        for number in sorted(map(int, after), reverse=True):
            if after[str(number)] is None:
                del rounds[number - 1]
        for number in sorted(map(int, after)):
            if (snapshot := after[str(number)]) is not None:
                # A round that was not there moves those that come after it.
                rounds[number - 1 : number - (before[str(number)] is None)] = [_entered(snapshot)]
    return rounds, times


def _entered(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return what was entered of a round, without the points, which other house rules change."""
    return {name: value for name, value in snapshot.items() if name != "scores"}
