"""A game from first deal to winner: what is kept of it, and everything that is written to it."""

import hashlib
import itertools
import json
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import gamefile, names
from games.gamefile import GameFile
from games.variants import VARIANTS
from games.variants.entry import Entry, Finding, error, plain
from games.variants.entry import _ as _noop
from games.variants.variant import Row, Table, Variant, total_of
from games.variants.variant import Team as SeatedTeam

from .files import key_of, replacing, snapshots
from .links import Link
from .people import Club, User
from .refusals import (
    DraftChangedError,
    EntryRefusedError,
    GameDeletedError,
    GameFinishedError,
    NoSuchRoundError,
    NothingToRedoError,
    NothingToUndoError,
    OutOfDateError,
    SetupChangedError,
    SubmissionReusedError,
)
from .revisions import Change, Revision, of_round, taking_back
from .rounds import Round, Score, Snapshot, Tally, Text, mark_of, untouched
from .seating import Team
from .setup import Plan, Setup, substituting
from .states import become

RESTORABLE = timedelta(days=30)
"""So long a deleted game can be restored."""


def variant_choices() -> list[tuple[str, str]]:
    """Return what can be played; a callable, so that a new game needs no migration."""
    return [(key, variant.name) for key, variant in VARIANTS.items()]


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team as a new game is started with it."""

    name: str
    players: tuple[str, ...]
    starting_total: int = 0

    def tidied(self) -> "NewTeam":
        """Return the team with names as they are kept of what was typed."""
        players = tuple(names.tidy(player) for player in self.players)
        return replace(self, name=names.tidy(self.name), players=players)


WRITTEN = (
    *("version", "name", "options", "first_dealer", "setup_revision", "file_digest"),
    *("started_at", "finished_at", "deleted_at"),
)
"""What a write may change of the game itself, and what it must see as the one before left it."""

WHILE_FINISHED = (
    Revision.Kind.REOPEN,
    Revision.Kind.SETUP,
    Revision.Kind.REPLACE,
    Revision.Kind.DELETE,
    Revision.Kind.RESTORE,
)
"""What can be written to a finished game."""

WITH_COLUMNS = (Revision.Kind.RECORD, Revision.Kind.CORRECT, Revision.Kind.INSERT)
"""What rests on the columns as they were when the game was fetched."""

UNKNOWN_DEALER = _noop("Nobody here has that number. Choose who dealt.")


class GameQuerySet(models.QuerySet["Game"]):
    """Reads games."""

    def of(self, user: Any) -> "GameQuerySet":
        """List the games that an account may see."""
        return self._in_clubs_of(user).filter(deleted_at=None)

    def deleted_of(self, user: Any) -> "GameQuerySet":
        """List the deleted games that an account may still see, the latest deleted first."""
        kept = timezone.now() - RESTORABLE
        return self._in_clubs_of(user).filter(deleted_at__gt=kept).order_by("-deleted_at")

    def expired(self) -> "GameQuerySet":
        """List the games that were deleted too long ago to be restored."""
        return self.filter(deleted_at__lte=timezone.now() - RESTORABLE)

    def _in_clubs_of(self, user: Any) -> "GameQuerySet":
        if not user.is_authenticated:
            return self.none()
        return self.filter(club__memberships__user=user)

    def running(self) -> "GameQuerySet":
        """List the games that nobody has closed, the latest played first."""
        return self.filter(finished_at=None).order_by("-changed_at")

    def finished(self) -> "GameQuerySet":
        """List the games that were closed, the latest first."""
        return self.exclude(finished_at=None).order_by("-finished_at")

    def whole(self) -> "GameQuerySet":
        """Fetch all that the sheet shows along with each game, in a fixed number of queries."""
        return self._with(Round.objects.defer("entry"))

    def with_entries(self) -> "GameQuerySet":
        """Fetch all that a file holds along with each game, in a fixed number of queries."""
        return self._with(Round.objects.all())

    def _with(self, rounds: models.QuerySet[Round]) -> "GameQuerySet":
        rounds = rounds.prefetch_related("scores", "sittings__player", "sittings__seat")
        return self.select_related("club").prefetch_related(
            "teams", "seats__player", "seats__substitute", models.Prefetch("rounds", rounds)
        )

    def known(self, club: Club, file: GameFile) -> "Game | None":
        """Return the game that a file tells of in a club, deleted or not; None if it is new there.

        A game is known by the id of the file from which it came, by all of its content where there
        was no id, and by its own id, as it is written when it is exported.
        """
        games = self.filter(club=club).with_entries()
        if game := games.filter(file_key=key_of(file)).first():
            return game
        own = _uuid_of(file.id)
        return None if own is None else games.filter(pk=own).first()

    @transaction.atomic
    def adopt(
        self, *, club: Club, by: User | None, file: GameFile, submission: uuid.UUID
    ) -> "Game":
        """Take in the game of a file, and compute every score anew.

        Nothing in it may be larger than what is kept of a game; see `importing.py`.
        """
        table, now = file.table, timezone.now()
        game = self.create(
            club=club,
            variant=file.variant.key,
            name=names.trimmed(file.name),
            options=asdict(table.options),
            first_dealer=table.first_dealer,
            started_at=file.started or min(now, file.finished or now),
            changed_at=now,
            submission=submission,
            digest=_digest(Revision.Kind.IMPORT, [gamefile.digest(file), file.id]),
            version=1,
            file_id=file.id,
            file_key=key_of(file),
            file_digest=gamefile.digest(file),
        )
        totals = table.starting_totals
        teams = [
            NewTeam(names.trimmed(team.name), team.players, total)
            for team, total in zip(table.teams, totals, strict=True)
        ]
        _seat(game, teams, table.seats)
        game.links.create(kind=Link.Kind.WATCH)
        revision = game.revisions.create(
            number=1,
            kind=Revision.Kind.IMPORT,
            by=by,
            at=now,
            submission=submission,
            digest=game.digest,
        )
        game.take_rounds(snapshots(game, file), revision)
        finished = file.finished and file.finished.isoformat()
        become(game, Change({}, {"finished_at": finished}), revision)
        game.save(update_fields=WRITTEN)
        return game

    @transaction.atomic
    def start(
        self,
        *,
        club: Club,
        by: User | None,
        variant: Variant[Any, Any, Any],
        teams: Sequence[NewTeam],
        options: Any,
        seats: Sequence[int],
        first_dealer: int | None,
        submission: uuid.UUID,
        name: str = "",
    ) -> "Game":
        """Start a game; `seats` lists the players' numbers in dealing order.

        The same submission again returns the game that it started. SubmissionReusedError if it
        started another.
        """
        teams = [team.tidied() for team in teams]
        told = [variant.key, [asdict(team) for team in teams], asdict(options), seats, first_dealer]
        digest = _digest("start", [*told, name])
        if game := self._started_by(submission, digest):
            return game
        try:
            with transaction.atomic():
                game = self.create(
                    club=club,
                    variant=variant.key,
                    name=names.tidy(name),
                    options=asdict(options),
                    first_dealer=first_dealer,
                    submission=submission,
                    digest=digest,
                    version=1,
                )
        except IntegrityError:
            # The same submission came twice at once; the first has started the game by now.
            if game := self._started_by(submission, digest):
                return game
            raise
        _seat(game, teams, seats)
        game.links.create(kind=Link.Kind.WATCH)
        game.revisions.create(
            number=1, kind="start", by=by, at=game.started_at, submission=submission, digest=digest
        )
        return game

    def _started_by(self, submission: uuid.UUID, digest: str) -> "Game | None":
        game = self.filter(submission=submission).first()
        if game and game.digest != digest:
            raise SubmissionReusedError
        return game


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
        indexes = [models.Index(fields=["club", "-changed_at"])]
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
            if number != self._next_number():
                raise NoSuchRoundError
            drafts = [] if seen is None else self.drafts.all()
            if not all(draft.is_known(submission, seen or ()) for draft in drafts):
                raise DraftChangedError
            made = of_round(number, None, self._judged(entry, kept, dealer, self.sitting))
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
            after = self._judged(entry, kept, dealer, old.substitutes)
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
            return of_round(number, None, self._judged(entry, kept, dealer, substitutes))

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
            return substituting(self, player, name, number)

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
            before, after = Plan(self, setup).states()
            return Change(before, after)

        return self._write(Revision.Kind.SETUP, by, submission, [revision, asdict(setup)], change)

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
        self.file_key = ""
        self.save(update_fields=["file_key"])

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

    def finish(self, *, by: User | None, submission: uuid.UUID) -> Revision:
        """Close the game: points and places are kept, and nothing more can be recorded."""
        closed = Change({"finished_at": None}, {"finished_at": _now()})
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
            Round(
                game=self,
                number=int(number),
                **{name: snapshot[name] for name in ("entry", "schema", "kept", "dealer")},
                revision=revision.number,
                recorded_at=revision.at,
                recorded_by=revision.by,
            )
            for number, snapshot in told.items()
        )
        for played, snapshot in zip(rounds, told.values(), strict=True):
            if snapshot["players"]:
                played.seat_substitutes(snapshot["players"])
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
        Score.objects.filter(round__game=self).delete()
        Tally.objects.filter(round__game=self).delete()
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
        latest.undone = True
        latest.save(update_fields=["undone"])
        return taking_back(latest)

    def _come_back(
        self, kind: Revision.Kind, from_: Revision.Kind, by: User | None, submission: uuid.UUID
    ) -> Revision:
        """Take back that the game was closed or deleted."""
        name = "finished_at" if from_ == Revision.Kind.FINISH else "deleted_at"

        def change() -> Change:
            if (since := getattr(self, name)) is None:
                raise OutOfDateError
            latest = self.revisions.filter(kind=from_, undone=False).last()
            if latest is not None:
                return self._take_back(latest, latest.number)
            return Change({name: since.isoformat()}, {name: None})

        return self._write(kind, by, submission, [], change)

    def _next_number(self) -> int:
        """Count the rounds as they are kept now, whatever was fetched before the lock."""
        return Round.objects.filter(game=self).count() + 1

    @transaction.atomic
    def _write(
        self,
        kind: Revision.Kind,
        by: User | None,
        submission: uuid.UUID,
        told: Sequence[object],
        change: Callable[[], Change],
    ) -> Revision:
        """Lock the game, answer a repeat as the first was answered, else change it and log it."""
        known = self.setup_revision
        self._lock()
        self._forget()
        digest = _digest(kind, told)
        if repeat := self.revisions.filter(submission=submission).first():
            if repeat.digest != digest:
                raise SubmissionReusedError
            return repeat
        if self.deleted_at and kind != Revision.Kind.RESTORE:
            raise GameDeletedError
        if self.finished_at and kind not in WHILE_FINISHED:
            raise GameFinishedError
        if known != self.setup_revision and kind in WITH_COLUMNS:
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
        self.version += 1
        self.changed_at = now
        self.save(update_fields=["changed_at", *WRITTEN])
        self._forget()
        return revision

    def _lock(self) -> None:
        """Wait for every other write to this game, and see how it left the game itself."""
        fresh = type(self).objects.select_for_update().get(pk=self.pk)
        for name in WRITTEN:
            setattr(self, name, getattr(fresh, name))

    def _forget(self) -> None:
        """Drop what was fetched before the write."""
        self._prefetched_objects_cache: dict[str, Any] = {}
        for name in ("table", "played", "rows"):
            self.__dict__.pop(name, None)

    def _judged(
        self,
        entry: Entry[Any, Any],
        kept: Collection[str],
        dealer: int | None,
        substitutes: Mapping[int, str],
    ) -> Snapshot:
        """Return the snapshot of an entry, marked with the warnings that were kept.

        EntryRefusedError unless every finding is a warning and among those.
        """
        if dealer is not None and not 0 <= dealer < len(self.table.players):
            raise EntryRefusedError([error("unknown_dealer", UNKNOWN_DEALER, "setup", "dealer")])
        findings = self.rules.findings(entry, self.table)
        standing = [
            finding
            for finding in findings
            if finding.severity == Finding.ERROR or finding.key not in kept
        ]
        if standing:
            raise EntryRefusedError(standing)
        found = {finding.key for finding in (*findings, *untouched(self))}
        return {
            "entry": self.rules.write(entry),
            "schema": self.rules.schema,
            "kept": sorted(found.intersection(kept)),
            "dealer": dealer,
            "players": {str(number): name for number, name in substitutes.items()},
            "scores": [total_of(lines) for lines in self.rules.score(entry, self.table)],
        }


def _seat(game: Game, teams: Sequence[NewTeam], seats: Sequence[int]) -> None:
    told = [name for team in teams for name in team.players]
    # Two games that are started at once make the club's players in the same order, so that neither
    # start waits for a name of the other for ever.
    players = {name: game.club.player_named(name) for name in sorted(told, key=names.same_as)}
    count = itertools.count()
    for number, team in enumerate(teams):
        own = [players[name] for name in team.players]
        name = own[0].name if len(own) == 1 else team.name
        row = game.teams.create(number=number, name=name, starting_total=team.starting_total)
        for player in own:
            place = next(count)
            game.seats.create(team=row, number=place, place=seats.index(place), player=player)


def _seated(team: Team, players: list[str]) -> SeatedTeam:
    """Return a team as the pure part knows it. A lone player's team bears the player's name."""
    return SeatedTeam(players[0] if len(players) == 1 else team.name, tuple(players))


def _now() -> str:
    return timezone.now().isoformat()


def _uuid_of(text: str) -> uuid.UUID | None:
    """Return the id that stands in a text, exactly as a game's own is written; else None."""
    try:
        found = uuid.UUID(text)
    except ValueError:
        return None
    return found if str(found) == text else None


def _digest(kind: str, told: Sequence[object]) -> str:
    text = json.dumps([kind, told], sort_keys=True, default=plain)
    return hashlib.sha256(text.encode()).hexdigest()
