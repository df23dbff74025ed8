"""A game from first deal to winner: what is kept of it, and everything that is written to it."""

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import gamefile, names
from games.gamefile import GameFile
from games.variants import VARIANTS
from games.variants.entry import Entry
from games.variants.variant import Row, Table, Variant
from games.variants.variant import Team as SeatedTeam

from .accounts import User
from .again import made_again
from .drafts import Text, mark_of
from .files import replacing
from .former import told_now
from .games import RESTORABLE, GameQuerySet
from .judging import judged
from .moving import moving
from .naming import check_nobody_left
from .people import Club
from .presences import keep_found
from .reckoning import reckon_again
from .refusals import (
    DraftChangedError,
    GameDeletedError,
    GameFinishedError,
    NoSuchRoundError,
    NothingToRedoError,
    NothingToUndoError,
    OutOfDateError,
    SetupChangedError,
    SubmissionReusedError,
)
from .revisions import Change, Revision, digest_of, names_people, of_round, taking_back
from .rounds import Round, Score, Snapshot, Tally, columns_of
from .seating import Team
from .setup import Plan, Setup, check_seats, substituting
from .states import MOST_ROUNDS, WRITTEN, become


def variant_choices() -> list[tuple[str, str]]:
    """Return what can be played; a callable, so that a new game needs no migration."""
    return [(key, variant.name) for key, variant in VARIANTS.items()]


WHILE_FINISHED = (
    Revision.Kind.REOPEN,
    Revision.Kind.SETUP,
    Revision.Kind.REPLACE,
    Revision.Kind.DELETE,
    Revision.Kind.RESTORE,
    Revision.Kind.MOVE,
)
"""What can be written to a finished game."""

WITH_NUMBERS = (
    Revision.Kind.RECORD,
    Revision.Kind.CORRECT,
    Revision.Kind.INSERT,
    Revision.Kind.SUBSTITUTE,
)
"""What tells players by the numbers that they had when the game was fetched."""


class Game(models.Model):
    """One physical game from first deal to winner."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="games")
    variant = models.CharField(_("game"), max_length=20, choices=variant_choices)
    name = models.CharField(_("name"), max_length=names.GAME_LENGTH, blank=True)
    options = models.JSONField(_("house rules"))
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"), default=timezone.now)
    changed_at = models.DateTimeField(_("changed at"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    setup_revision = models.PositiveIntegerField(_("revision that wrote the setup"), default=1)
    submission = models.UUIDField(_("submission"), unique=True)
    digest = models.CharField(_("digest of what was sent"), max_length=64)
    file_id = models.TextField(_("id in the file it came from"), blank=True)
    file_key = models.CharField(_("what the file is known by"), max_length=64, blank=True)
    file_digest = models.CharField(_("digest of the file's content"), max_length=64, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["club", "-changed_at"],
                condition=models.Q(deleted_at=None, finished_at=None),
                name="games_to_go_on_with",
            ),
            models.Index(
                fields=["club", "-finished_at"],
                condition=models.Q(deleted_at=None, finished_at__isnull=False),
                name="games_closed_lately",
            ),
            models.Index(
                fields=["club", "-deleted_at"],
                condition=models.Q(deleted_at__isnull=False),
                name="games_deleted_lately",
            ),
            models.Index(
                fields=["club", "-started_at", "-id"],
                condition=models.Q(deleted_at=None),
                name="games_of_a_club",
            ),
            models.Index(
                fields=["club", "variant", "-started_at", "-id"],
                condition=models.Q(deleted_at=None),
                name="games_of_a_variant",
            ),
            models.Index(
                fields=["club", "-started_at", "-id"],
                condition=models.Q(deleted_at=None, finished_at=None),
                name="running_games_of_a_club",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "file_key"],
                condition=~models.Q(file_key=""),
                name="one_game_of_a_file",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.pk)

    # ---- reads

    @property
    def title(self) -> str:
        """What the game is called: its own name, or that of what is played."""
        return self.name or gettext(self.rules.name)

    @property
    def restorable_until(self) -> datetime | None:
        """Until when the game can be restored; None if it is not deleted."""
        return self.deleted_at and self.deleted_at + RESTORABLE

    @property
    def rules(self) -> Variant[Any, Any, Any]:
        """The scoring service of this game."""
        return VARIANTS[self.variant]

    @cached_property
    def table(self) -> Table[Any]:
        """Who plays, where they sit, and by which house rules."""
        teams = sorted(self.teams.all(), key=lambda team: team.number)
        seats = sorted(self.seats.all(), key=lambda seat: seat.number)
        return Table(
            teams=tuple(
                _seated(team, [seat.player.name for seat in seats if seat.team_id == team.pk])
                for team in teams
            ),
            options=self.rules.options(**self.options),
            seats=tuple(seat.number for seat in sorted(seats, key=lambda seat: seat.place)),
            first_dealer=self.first_dealer,
            starting_totals=tuple(team.starting_total for team in teams),
        )

    @cached_property
    def played(self) -> list[Round]:
        """The rounds in order."""
        rounds = sorted(self.rounds.all(), key=lambda item: item.number)
        models.prefetch_related_objects(rounds, "scores", "sittings__player", "sittings__seat")
        # One that was taken back while this was read has no scores any more.
        return [played for played in rounds if played.scores.all()]

    @cached_property
    def rows(self) -> list[Row]:
        """What each team scored in each round, in points."""
        return [[score.points for score in played.scores.all()] for played in self.played]

    @property
    def next_number(self) -> int:
        """The number of the round that is played now."""
        return len(self.played) + 1

    @property
    def entries(self) -> list[Entry[Any, Any]]:
        """What was entered, round by round."""
        for played in self.played:
            played.game = self
        return [played.read() for played in self.played]

    @property
    def sitting(self) -> dict[int, str]:
        """Who sits in for whom in the rounds to come, by player number."""
        return {
            seat.number: seat.substitute.name
            for seat in sorted(self.seats.all(), key=lambda seat: seat.number)
            if seat.substitute
        }

    @property
    def seat_keys(self) -> list[int]:
        """What each player's seat is known by, whoever sits there, in the order of numbers."""
        return [seat.pk for seat in sorted(self.seats.all(), key=lambda seat: seat.number)]

    @property
    def dealers(self) -> list[int | None]:
        """Who deals each round, and the round that is played now."""
        return self.table.dealers(played.dealer for played in self.played)

    # ---- writes

    def record(
        self,
        *,
        by: User | None,
        submission: uuid.UUID,
        number: int,
        entry: Entry[Any, Any],
        kept: Collection[str] = (),
        dealer: int | None = None,
        seen: Collection[str] | None = None,
    ) -> Revision:
        """Record the next round.

        OutOfDateError if its number is taken, NoSuchRoundError if it is too far on,
        EntryRefusedError if the entry has errors, or warnings that are not among those kept,
        DraftChangedError if a draft holds anything but what `seen` marks, where that is given, or
        what was typed on the page of this submission.
        """
        entry_told = [number, self.rules.write(entry), sorted(kept), dealer]

        def change() -> Change:
            if self.rounds.filter(number=number).exists():
                raise OutOfDateError
            if number != self._next_number() or number > MOST_ROUNDS:
                raise NoSuchRoundError
            drafts = [] if seen is None else self.drafts.all()
            if not all(draft.is_known(submission, seen or ()) for draft in drafts):
                raise DraftChangedError
            made = of_round(number, None, judged(self, entry, kept, dealer, self.sitting))
            self.drafts.all().delete()
            return made

        return self._write(Revision.Kind.RECORD, by, submission, entry_told, change)

    def correct(
        self,
        *,
        by: User | None,
        submission: uuid.UUID,
        number: int,
        revision: int,
        entry: Entry[Any, Any],
        kept: Collection[str] = (),
        dealer: int | None = None,
    ) -> Revision:
        """Correct a round; `revision` is the one that wrote what was seen.

        OutOfDateError if another has written it since, NoSuchRoundError if there is no such round,
        EntryRefusedError as in `record`. Every later total and dealer follows.
        """
        entry_told = [number, revision, self.rules.write(entry), sorted(kept), dealer]

        def change() -> Change:
            old = self._round(number, revision)
            after = judged(self, entry, kept, dealer, old.substitutes)
            return of_round(number, old.snapshot(), after)

        return self._write(Revision.Kind.CORRECT, by, submission, entry_told, change)

    def insert(
        self,
        *,
        by: User | None,
        submission: uuid.UUID,
        number: int,
        revision: int,
        entry: Entry[Any, Any],
        kept: Collection[str] = (),
        dealer: int | None = None,
    ) -> Revision:
        """Insert a missed round before the one of this number, which `revision` wrote.

        Errors as in `correct`. That round and all later ones move up by one.
        """
        entry_told = [number, revision, self.rules.write(entry), sorted(kept), dealer]

        def change() -> Change:
            substitutes = self._round(number, revision).substitutes
            if self._next_number() > MOST_ROUNDS:
                raise NoSuchRoundError
            return of_round(number, None, judged(self, entry, kept, dealer, substitutes))

        return self._write(Revision.Kind.INSERT, by, submission, entry_told, change)

    def delete_round(
        self, *, by: User | None, submission: uuid.UUID, number: int, revision: int
    ) -> Revision:
        """Delete a round; errors as in `correct`. All later ones move down by one."""

        def change() -> Change:
            return of_round(number, self._round(number, revision).snapshot(), None)

        told = [number, revision]
        return self._write(Revision.Kind.DELETE_ROUND, by, submission, told, change)

    def substitute(
        self,
        *,
        by: User | None,
        submission: uuid.UUID,
        player: int,
        name: str,
        number: int,
        revision: int | None,
    ) -> Revision:
        """Let somebody sit in for a player from a round on; without a name, let them return.

        `revision` is the one that wrote the round, None if it is the next. OutOfDateError and
        NoSuchRoundError as in `correct`, SeatTakenError if somebody would sit in two seats.
        """

        def change() -> Change:
            if revision is not None:
                self._round(number, revision)
            elif number < self._next_number():
                raise OutOfDateError
            elif number > self._next_number():
                raise NoSuchRoundError
            (sitting,) = self.club.unaliased([name])
            return substituting(self, player, sitting, number)

        told = [player, name, number, revision]
        return self._write(Revision.Kind.SUBSTITUTE, by, submission, told, change)

    def change_setup(
        self, *, by: User | None, submission: uuid.UUID, revision: int, setup: Setup
    ) -> Revision:
        """Change the setup; `revision` is the one that wrote it as it was seen.

        OutOfDateError if another has changed it since, SeatTakenError if somebody would sit in two
        seats of a round. Every score, total, place and dealer follows.
        """

        def change() -> Change:
            if self.setup_revision != revision:
                raise OutOfDateError
            sitting = tuple(self.club.unaliased(setup.sitting))
            check_seats(sitting, {})
            before, after = Plan(self, replace(setup, sitting=sitting)).states()
            return Change(before, after)

        told = asdict(setup)
        if began := told.pop("started_at"):
            told["started_at"] = began.isoformat()
        return self._write(Revision.Kind.SETUP, by, submission, [revision, told], change)

    def move(self, *, by: User | None, submission: uuid.UUID, club: Club) -> Revision:
        """Move the game to another club; its result, its links and its drafts stay as they are.

        Errors as in `moving`. It is taken back by moving it again.
        """

        def change() -> Change:
            return moving(self, club)

        return self._write(Revision.Kind.MOVE, by, submission, [str(club.pk)], change)

    def takes(self, file: GameFile) -> bool:
        """Say whether the game of a file can stand in this one's place, with its links and log."""
        own, other = self.table.teams, file.table.teams
        same = [len(team.players) for team in own] == [len(team.players) for team in other]
        return same and self.variant == file.variant.key

    def replace(self, *, by: User | None, submission: uuid.UUID, file: GameFile) -> Revision:
        """Put the game of a file in this one's place, as one write; it must be one that it takes.

        Every score, total and place follows.
        """

        def change() -> Change:
            self.drafts.all().delete()
            return replacing(self, file)

        told = [gamefile.digest(file)]
        return self._write(Revision.Kind.REPLACE, by, submission, told, change)

    def forget_file(self) -> None:
        """Let another game be known by the file that this one came from."""
        self.file_id = self.file_key = ""
        self.save(update_fields=["file_id", "file_key"])

    def undo(self, *, by: User | None, submission: uuid.UUID, revision: int) -> Revision:
        """Take back the latest write not undone; OutOfDateError unless it is `revision`."""

        def change() -> Change:
            latest = self.revisions.undoable().first()
            if latest is None:
                raise NothingToUndoError
            return self._take_back(latest, revision)

        return self._write(Revision.Kind.UNDO, by, submission, [revision], change)

    def redo(self, *, by: User | None, submission: uuid.UUID, revision: int) -> Revision:
        """Do again what `revision` took back; OutOfDateError unless that is the latest to do so.

        NothingToRedoError if nothing was taken back since something new was written.
        """

        def change() -> Change:
            latest = self.revisions.redoable().first()
            if latest is None:
                raise NothingToRedoError
            made = self._take_back(latest, revision)
            self.revisions.filter(undoing=latest).update(undone=False)
            return made

        return self._write(Revision.Kind.REDO, by, submission, [revision], change)

    def finish(
        self, *, by: User | None, submission: uuid.UUID, at: datetime | None = None
    ) -> Revision:
        """Close the game, now unless told otherwise: nothing more can be recorded."""
        closed = Change({"finished_at": None}, {"finished_at": at.isoformat() if at else _now()})
        return self._write(Revision.Kind.FINISH, by, submission, [], lambda: closed)

    def reopen(self, *, by: User | None, submission: uuid.UUID) -> Revision:
        """Open a closed game again, which takes back the closing; OutOfDateError if it is open."""
        return self._come_back(Revision.Kind.REOPEN, Revision.Kind.FINISH, by, submission)

    def discard(self, *, by: User | None, submission: uuid.UUID) -> Revision:
        """Delete the game: it is hidden, and can be restored for some time."""
        hidden = Change({"deleted_at": None}, {"deleted_at": _now()})
        return self._write(Revision.Kind.DELETE, by, submission, [], lambda: hidden)

    def restore(self, *, by: User | None, submission: uuid.UUID) -> Revision:
        """Bring a deleted game back; OutOfDateError if it is there."""
        return self._come_back(Revision.Kind.RESTORE, Revision.Kind.DELETE, by, submission)

    @transaction.atomic
    def fill_draft(
        self,
        *,
        by: User | None,
        number: int,
        texts: Mapping[int, Text],
        bases: Mapping[int, str],
        page: uuid.UUID | None = None,
    ) -> dict[int, Text]:
        """Save what was typed of the next round, column by column, and return all that stands.

        `bases` marks each column as the typing phone last knew it, on the page of this submission.
        A column that it has not touched since keeps what another phone filled in, if one did.
        OutOfDateError if this is not the next round, SetupChangedError if the columns may be others
        by now.
        """
        known = self.setup_revision
        self._lock()
        if known != self.setup_revision:
            raise SetupChangedError
        if self.finished_at or self.deleted_at or number != self._next_number():
            raise OutOfDateError
        drafts = {draft.column: draft for draft in self.drafts.all()}
        for column, text in texts.items():
            draft = drafts.get(column)
            untouched = mark_of(text) == bases.get(column, mark_of({})) and (draft or not text)
            if untouched and not (draft and draft.is_known(page, ())):
                continue
            if draft is None:
                drafts[column] = self.drafts.create(
                    column=column, text=text, filled_by=by, page=page
                )
            elif draft.text != text:
                draft.text, draft.filled_by, draft.page = text, by, page
                draft.version += 1
                draft.save()
        return {column: draft.text for column, draft in drafts.items()}

    # ---- how a write is made

    def take_rounds(self, told: Mapping[str, Snapshot], revision: Revision) -> None:
        """Keep the rounds of a game that has none yet, and every figure that follows from them."""
        rounds = Round.objects.bulk_create(
            Round(game=self, number=int(number), **columns_of(snapshot, revision))
            for number, snapshot in told.items()
        )
        for played, snapshot in zip(rounds, told.values(), strict=True):
            if snapshot["players"]:
                played.seat_substitutes(snapshot["players"])
        if any(snapshot["players"] for snapshot in told.values()):
            keep_found(self)
        self.keep_figures()

    def keep_figures(self) -> None:
        """Compute every score, line and total anew from the entries."""
        teams = list(self.teams.order_by("number"))
        totals = [team.starting_total for team in teams]
        scores, tallies = [], []
        self._forget()
        for played in self.rounds.order_by("number"):
            played.game = self
            own_scores, own_tallies = played.figures(teams, totals)
            totals = [score.total for score in own_scores]
            scores += own_scores
            tallies += own_tallies
        # By their rounds, not through them: PostgreSQL might read all lines once for each line.
        Score.objects.filter(round__in=self.rounds.all()).delete()
        Tally.objects.filter(round__in=self.rounds.all()).delete()
        Score.objects.bulk_create(scores)
        Tally.objects.bulk_create(tallies)

    def _round(self, number: int, revision: int) -> Round:
        """Return the round of this number as it stands; it must be as this revision wrote it."""
        played = self.rounds.filter(number=number).first()
        if played is None:
            raise NoSuchRoundError
        if played.revision != revision:
            raise OutOfDateError
        return played

    def _take_back(self, latest: Revision, revision: int) -> Change:
        if latest.number != revision:
            raise OutOfDateError
        made = told_now(self, latest, taking_back(latest))
        latest.undone = True
        latest.save(update_fields=["undone"])
        return made

    def _come_back(
        self, kind: Revision.Kind, from_: Revision.Kind, by: User | None, submission: uuid.UUID
    ) -> Revision:
        """Take back that the game was closed or deleted."""
        name = "finished_at" if from_ == Revision.Kind.FINISH else "deleted_at"

        def change() -> Change:
            if (since := getattr(self, name)) is None:
                raise OutOfDateError
            latest = self.revisions.filter(kind=from_, undone=False).last()
            # A file that replaced the game may have closed it otherwise since.
            if latest is not None and latest.after[name] == since.isoformat():
                return self._take_back(latest, latest.number)
            return Change({name: since.isoformat()}, {name: None})

        return self._write(kind, by, submission, [], change)

    def _next_number(self) -> int:
        """Count the rounds as they are kept now, whatever was fetched before the lock."""
        return Round.objects.filter(game=self).count() + 1

    def _write(
        self,
        kind: Revision.Kind,
        by: User | None,
        submission: uuid.UUID,
        told: Sequence[object],
        change: Callable[[], Change],
    ) -> Revision:
        """Make a write to the game as it was known when it was fetched."""
        return self._make(kind, by, submission, told, change, self.setup_revision)

    @made_again
    def _make(
        self,
        kind: Revision.Kind,
        by: User | None,
        submission: uuid.UUID,
        told: Sequence[object],
        change: Callable[[], Change],
        known: int,
    ) -> Revision:
        """Lock the game, answer a repeat as the first was answered, else change it and log it.

        `known` is the revision that wrote the setup as it was fetched.
        """
        self._lock()
        self._forget()
        digest = digest_of(kind, told)
        if repeat := self.revisions.filter(submission=submission).first():
            if repeat.digest != digest:
                raise SubmissionReusedError
            return repeat
        if self.deleted_at and kind != Revision.Kind.RESTORE:
            raise GameDeletedError
        if self.finished_at and kind not in WHILE_FINISHED:
            raise GameFinishedError
        if known != self.setup_revision and kind in WITH_NUMBERS:
            raise SetupChangedError
        made = change()
        number = (self.revisions.aggregate(models.Max("number"))["number__max"] or 0) + 1
        now = timezone.now()
        revision = self.revisions.create(
            number=number,
            kind=kind,
            by=by,
            at=now,
            submission=submission,
            digest=digest,
            before=made.before,
            after=made.after,
            undoes=made.undoes,
        )
        become(self, made, revision)
        if names_people(made.after):
            check_nobody_left(self)
        self.version += 1
        self.changed_at = now
        self.save(update_fields=["changed_at", *WRITTEN])
        self._forget()
        if self.finished_at or "finished_at" in made.after:
            # A game that goes on counts for nothing yet.
            reckon_again([self])
        return revision

    def _lock(self) -> None:
        """Wait for every other write to this game, and see how it left the game itself."""
        # Standings that other games change may name this one meanwhile.
        fresh = type(self).objects.select_for_update(no_key=True).get(pk=self.pk)
        self.club_id = fresh.club_id
        for name in WRITTEN:
            setattr(self, name, getattr(fresh, name))

    def _forget(self) -> None:
        """Drop what was fetched before the write."""
        self._prefetched_objects_cache: dict[str, Any] = {}
        for name in ("table", "played", "rows"):
            self.__dict__.pop(name, None)


def _seated(team: Team, players: list[str]) -> SeatedTeam:
    """Return a team as the pure part knows it. A lone player's team bears the player's name."""
    return SeatedTeam(players[0] if len(players) == 1 else team.name, tuple(players))


def _now() -> str:
    return timezone.now().isoformat()
