"""A game from first deal to winner: what is kept of it, and everything that is written to it."""

import hashlib
import itertools
import json
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import names
from games.variants import VARIANTS
from games.variants.entry import Entry, Finding, plain
from games.variants.variant import Row, Table, Variant, places, total_of
from games.variants.variant import Team as SeatedTeam

from .links import Link
from .people import Club, User
from .refusals import (
    DraftChangedError,
    EntryRefusedError,
    GameFinishedError,
    NoSuchRoundError,
    NothingToUndoError,
    OutOfDateError,
    SubmissionReusedError,
)
from .revisions import Revision
from .rounds import Round, Score, Text, mark_of, untouched

type State = dict[str, Any]
"""A part of a game's state, as a revision keeps it: rounds by number, and when it was finished."""

type Snapshot = dict[str, Any]
"""A round in such a state."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a write changes, and the write that it takes back, if it takes one back."""

    before: State
    after: State
    undoes: Revision | None = None


def variant_choices() -> list[tuple[str, str]]:
    """Return what can be played; a callable, so that a new game needs no migration."""
    return [(key, variant.name) for key, variant in VARIANTS.items()]


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team as a new game is started with it."""

    name: str
    players: tuple[str, ...]
    starting_total: int = 0


class GameQuerySet(models.QuerySet["Game"]):
    """Reads games."""

    def of(self, user: Any) -> "GameQuerySet":
        """List the games that an account may see."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(club__memberships__user=user, deleted_at=None)

    def running(self) -> "GameQuerySet":
        """List the games that nobody has closed, the latest played first."""
        return self.filter(finished_at=None).order_by("-changed_at")

    def finished(self) -> "GameQuerySet":
        """List the games that were closed, the latest first."""
        return self.exclude(finished_at=None).order_by("-finished_at")

    def whole(self) -> "GameQuerySet":
        """Fetch all that the sheet shows along with each game, in a fixed number of queries."""
        rounds = Round.objects.defer("entry").prefetch_related("scores")
        return self.select_related("club").prefetch_related(
            "teams", "seats__player", models.Prefetch("rounds", rounds)
        )

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
    name = models.CharField(_("name"), max_length=names.LENGTH, blank=True)
    options = models.JSONField(_("house rules"))
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"), default=timezone.now)
    changed_at = models.DateTimeField(_("changed at"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    submission = models.UUIDField(_("submission"), unique=True)
    digest = models.CharField(_("digest of what was sent"), max_length=64)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "-changed_at"])]

    def __str__(self) -> str:
        return self.name or str(self.pk)

    # ---- reads

    @property
    def title(self) -> str:
        """What the game is called: its own name, or that of what is played."""
        return self.name or gettext(self.rules.name)

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
                SeatedTeam(
                    team.name, tuple(seat.player.name for seat in seats if seat.team_id == team.pk)
                )
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
        models.prefetch_related_objects(rounds, "scores")
        # One that was taken back while this was read has no scores any more.
        return [played for played in rounds if played.scores.all()]

    @cached_property
    def rows(self) -> list[Row]:
        """What each team scored in each round, in points."""
        order = {team.pk: team.number for team in self.teams.all()}
        return [
            [
                score.points
                for score in sorted(played.scores.all(), key=lambda score: order[score.team_id])
            ]
            for played in self.played
        ]

    @property
    def next_number(self) -> int:
        """The number of the round that is played now."""
        return len(self.played) + 1

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
            after = self._judged(entry, kept, dealer)
            return Change({"rounds": {str(number): None}}, {"rounds": {str(number): after}})

        return self._write("record", by, submission, entry_told, change)

    def correct(
        self,
        *,
        by: User | None,
        submission: uuid.UUID,
        number: int,
        revision: int,
        entry: Entry[Any, Any],
        kept: Collection[str] = (),
    ) -> Revision:
        """Correct a round; `revision` is the one that wrote what was seen.

        OutOfDateError if another has written it since, NoSuchRoundError if there is no such round,
        EntryRefusedError as in `record`. Every later total follows.
        """
        entry_told = [number, revision, self.rules.write(entry), sorted(kept)]

        def change() -> Change:
            old = self.rounds.filter(number=number).first()
            if old is None:
                raise NoSuchRoundError
            if old.revision != revision:
                raise OutOfDateError
            after = self._judged(entry, kept, old.dealer)
            before = old.snapshot()
            return Change({"rounds": {str(number): before}}, {"rounds": {str(number): after}})

        return self._write("correct", by, submission, entry_told, change)

    def undo(self, *, by: User | None, submission: uuid.UUID, revision: int) -> Revision:
        """Take back the latest write not undone; OutOfDateError unless it is `revision`."""

        def change() -> Change:
            latest = self.revisions.undoable().first()
            if latest is None:
                raise NothingToUndoError
            if latest.number != revision:
                raise OutOfDateError
            latest.undone = True
            latest.save(update_fields=["undone"])
            return Change(latest.after, latest.before, undoes=latest)

        return self._write("undo", by, submission, [revision], change)

    def finish(self, *, by: User | None, submission: uuid.UUID) -> Revision:
        """Close the game: points and places are kept, and nothing more can be recorded."""
        now = timezone.now().isoformat()
        closed = Change({"finished_at": None}, {"finished_at": now})
        return self._write("finish", by, submission, [], lambda: closed)

    def reopen(self, *, by: User | None, submission: uuid.UUID) -> Revision:
        """Open a closed game again, which takes back the closing; OutOfDateError if it is open."""

        def change() -> Change:
            if self.finished_at is None:
                raise OutOfDateError
            self.revisions.filter(kind=Revision.Kind.FINISH).update(undone=True)
            return Change({"finished_at": self.finished_at.isoformat()}, {"finished_at": None})

        return self._write("reopen", by, submission, [], change)

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
        OutOfDateError if this is not the next round.
        """
        self._lock()
        if self.finished_at or number != self._next_number():
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

    def _next_number(self) -> int:
        """Count the rounds as they are kept now, whatever was fetched before the lock."""
        return Round.objects.filter(game=self).count() + 1

    @transaction.atomic
    def _write(
        self,
        kind: str,
        by: User | None,
        submission: uuid.UUID,
        told: Sequence[object],
        change: Callable[[], Change],
    ) -> Revision:
        """Lock the game, answer a repeat as the first was answered, else change it and log it."""
        self._lock()
        self._forget()
        digest = _digest(kind, told)
        if repeat := self.revisions.filter(submission=submission).first():
            if repeat.digest != digest:
                raise SubmissionReusedError
            return repeat
        if self.finished_at and kind != "reopen":
            raise GameFinishedError
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
        self._become(made, revision)
        self.version += 1
        self.changed_at = now
        self.save(update_fields=["version", "changed_at", "finished_at"])
        self._forget()
        return revision

    def _lock(self) -> None:
        """Wait for every other write to this game, and see how it left the game itself."""
        fresh = type(self).objects.select_for_update().get(pk=self.pk)
        self.version, self.finished_at = fresh.version, fresh.finished_at

    def _forget(self) -> None:
        """Drop what was fetched before the write."""
        self._prefetched_objects_cache: dict[str, Any] = {}
        for name in ("table", "played", "rows"):
            self.__dict__.pop(name, None)

    def _judged(
        self, entry: Entry[Any, Any], kept: Collection[str], dealer: int | None
    ) -> Snapshot:
        """Return the snapshot of an entry, marked with the warnings that were kept.

        EntryRefusedError unless every finding is a warning and among those.
        """
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
            "scores": [total_of(lines) for lines in self.rules.score(entry, self.table)],
        }

    def _become(self, made: Change, revision: Revision) -> None:
        """Bring the game into the state after a change; what it does not name stays."""
        rounds = made.after.get("rounds", {})
        for number, snapshot in rounds.items():
            if snapshot is None:
                self.rounds.filter(number=number).delete()
            else:
                self._put_round(int(number), snapshot, revision)
            if (snapshot is None) != (made.before["rounds"][number] is None):
                # Another round is played now. Mending an earlier one takes nothing from who types.
                self.drafts.all().delete()
        if "finished_at" in made.after:
            at = made.after["finished_at"]
            self.finished_at = parse_datetime(at) if at else None
            self._keep_places(self.finished_at)

    def _put_round(self, number: int, snapshot: Snapshot, revision: Revision) -> None:
        played, _made = self.rounds.update_or_create(
            number=number,
            defaults={
                **{name: snapshot[name] for name in ("entry", "schema", "kept", "dealer")},
                "revision": revision.number,
                "recorded_at": revision.at,
                "recorded_by": revision.by,
            },
        )
        played.game = self
        played.keep_figures()

    def _keep_places(self, finished_at: datetime | None) -> None:
        """Keep each team's final points and place, or none while the game is open."""
        last = Score.objects.filter(round__game=self, round__number=self.rounds.count())
        reached = {score.team_id: score.total for score in last}
        teams = list(self.teams.order_by("number"))
        totals = [reached.get(team.pk, team.starting_total) for team in teams]
        for team, total, place in zip(teams, totals, places(totals), strict=True):
            team.points, team.place = (total, place) if finished_at else (None, None)
            team.save(update_fields=["points", "place"])


def _seat(game: Game, teams: Sequence[NewTeam], seats: Sequence[int]) -> None:
    told = [name for team in teams for name in team.players]
    # Two games that are started at once make the club's players in the same order, so that neither
    # start waits for a name of the other for ever.
    players = {name: game.club.player_named(name) for name in sorted(told, key=names.same_as)}
    count = itertools.count()
    for number, team in enumerate(teams):
        own = [players[name] for name in team.players]
        name = own[0].name if len(own) == 1 else names.tidy(team.name)
        row = game.teams.create(number=number, name=name, starting_total=team.starting_total)
        for player in own:
            place = next(count)
            game.seats.create(team=row, number=place, place=seats.index(place), player=player)


def _digest(kind: str, told: Sequence[object]) -> str:
    text = json.dumps([kind, told], sort_keys=True, default=plain)
    return hashlib.sha256(text.encode()).hexdigest()
