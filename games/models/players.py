"""The people of a club: what they are called, what stands beside their names, who is one person."""

import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self

from django.apps import apps
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import names

from . import merging, naming
from .again import made_again
from .clublog import ClubChange, ClubRevision
from .refusals import OutOfDateError

if TYPE_CHECKING:
    from .accounts import User
    from .games import GameQuerySet


class PlayerQuerySet(models.QuerySet["Player"]):
    """Reads players."""

    def listed(self) -> Self:
        """List the people themselves, without the records that were merged into another."""
        return self.filter(merged_into=None)

    def shown(self) -> Self:
        """List those who are not hidden, the regulars first."""
        return self.listed().filter(hidden_at=None).order_by("is_guest", "key")

    def lately(self) -> Self:
        """List those who sat at a table, regulars before guests, the latest of each first."""
        games = apps.get_model("games", "Presence").objects.filter(player=models.OuterRef("pk"))
        # One look at the latest game of each, however many there are.
        latest = games.order_by("-started_at", "-game").values("started_at")[:1]
        played = self.shown().annotate(last_played=models.Subquery(latest))
        played = played.exclude(last_played=None)
        return played.order_by("is_guest", "-last_played", "name")

    def splittable(self) -> Self:
        """List the merged records of which it is known what moved when they were merged.

        It is not where an archive only told that two names are one person's.
        """
        merges = ClubRevision.objects.filter(
            player=models.OuterRef("pk"), kind=ClubRevision.Kind.MERGE, undone=False
        )
        return self.exclude(merged_into=None).filter(models.Exists(merges))


class Player(models.Model):
    """A person in a club.

    Where somebody was kept twice, `merged_into` is the record that is left; this one is no more
    than another name for it, and nothing else refers to it. That record is never merged itself.
    """

    class Mark(models.TextChoices):
        """The colour and the suit that stand beside a name; never one without the other."""

        SPADE = "a", _("blue spade")
        DIAMOND = "b", _("red diamond")
        CLUB = "c", _("violet club")
        HEART = "d", _("pink heart")
        STAR = "e", _("green star")
        MOON = "f", _("teal moon")
        BELL = "g", _("grey bell")

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=names.LENGTH)
    key = models.CharField(max_length=3 * names.LENGTH, editable=False)
    mark = models.CharField(_("mark"), max_length=1, choices=Mark.choices, default=Mark.SPADE)
    is_guest = models.BooleanField(_("is a guest"), default=False)
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.RESTRICT, related_name="aliases"
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_player_per_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def games(self) -> "GameQuerySet":
        """List the games in which this player has a seat or sat in, those deleted too."""
        return naming.games_with(self)

    def games_sat_in(self) -> int:
        """Count the games in which this player sat in for others; they count for those."""
        games = self.club.games.filter(deleted_at=None, rounds__sittings__player=self)
        return games.distinct().count()

    # ---- writes

    def change(
        self,
        *,
        name: str,
        mark: str,
        is_guest: bool,
        by: "User | None",
        submission: uuid.UUID,
    ) -> ClubRevision:
        """Change the name, the mark, and whether this is a guest.

        Every game shows the new name, and its log tells when it was given; no result changes.
        NameTakenError if another of the club has the name, NameClashError if a team has it in a
        game of this player, OutOfDateError if this record was merged into another.
        """
        name = names.tidy(name)
        new = {"name": name, "mark": mark, "is_guest": is_guest}

        def change() -> ClubChange:
            self.lock()
            old = {field: getattr(self, field) for field in new}
            changed = [field for field in new if old[field] != new[field]]
            key = naming.rename(self, name, by) if "name" in changed else ""
            self.mark, self.is_guest = mark, is_guest
            self.save(update_fields=["mark", "is_guest"])
            before, after = ({field: told[field] for field in changed} for told in (old, new))
            return ClubChange(self, before, after, key)

        return self._write(ClubRevision.Kind.CHANGE, by, submission, [new], change)

    def call_as_before(
        self, *, revision: int, by: "User | None", submission: uuid.UUID
    ) -> ClubRevision:
        """Take back that the player was given another name by this write; errors as in `change`.

        OutOfDateError if the player has got another one since.
        """

        def change() -> ClubChange:
            self.lock()
            given = self.renamings().filter(pk=revision).first()
            if given is None or given.after["name"] != self.name:
                raise OutOfDateError
            old = self.name
            key = naming.rename(self, given.before["name"], by)
            self.club.revisions.filter(pk=given.pk).update(undone=True)
            return ClubChange(self, {"name": old}, {"name": self.name}, key)

        return self._write(ClubRevision.Kind.UNDO, by, submission, [revision], change)

    def renamings(self) -> models.QuerySet[ClubRevision]:
        """List the writes that gave this player another name and stand, the latest first."""
        renamed = self.revisions.filter(kind=ClubRevision.Kind.CHANGE, undone=False)
        return renamed.filter(after__has_key="name").order_by("-pk")

    def hide(self, *, by: "User | None", submission: uuid.UUID) -> ClubRevision:
        """Propose this player no more for a new game."""
        return self._show(ClubRevision.Kind.HIDE, by, submission)

    def show(self, *, by: "User | None", submission: uuid.UUID) -> ClubRevision:
        """Propose this player again."""
        return self._show(ClubRevision.Kind.SHOW, by, submission)

    def _show(
        self, kind: ClubRevision.Kind, by: "User | None", submission: uuid.UUID
    ) -> ClubRevision:
        def change() -> ClubChange:
            self.lock()
            hidden = kind == ClubRevision.Kind.HIDE
            if hidden != (self.hidden_at is not None):
                self.hidden_at = timezone.now() if hidden else None
                self.save(update_fields=["hidden_at"])
            return ClubChange(self, {"hidden": not hidden}, {"hidden": hidden})

        return self.club.write(kind, by, submission, [self.pk], change)

    def merge_into(
        self, other: "Player", *, by: "User | None", submission: uuid.UUID
    ) -> ClubRevision:
        """Let all games of this record follow to another one of the same person.

        SameGameError if both have sat in one game, NameClashError if a team of a game has the name
        that is left, OutOfDateError if either was merged meanwhile.
        """

        def change() -> ClubChange:
            self.lock()
            other.lock()
            if self.pk == other.pk or self.club_id != other.club_id:
                raise OutOfDateError
            moved = merging.merge(self, other, by)
            return ClubChange(self, moved, {"into": other.pk, "name": other.name})

        return self._write(ClubRevision.Kind.MERGE, by, submission, [other.pk], change, other)

    def split(self, *, by: "User | None", submission: uuid.UUID) -> ClubRevision:
        """Take back that this record was merged: what moved then and still belongs comes back.

        OutOfDateError if it is not merged, NameClashError as in `change`.
        """

        def change() -> ClubChange:
            self.refresh_from_db()
            merges = self.revisions.filter(kind=ClubRevision.Kind.MERGE, undone=False)
            merge = merges.order_by("-pk").first()
            if self.merged_into is None or merge is None:
                raise OutOfDateError
            left = self.merged_into
            merging.split(self, merge.before, by)
            self.club.revisions.filter(pk=merge.pk).update(undone=True)
            return ClubChange(self, {"into": left.pk, "name": left.name}, {"name": self.name})

        others = [self.merged_into] if self.merged_into else []
        return self._write(ClubRevision.Kind.SPLIT, by, submission, [], change, *others)

    @made_again
    def _write(
        self,
        kind: ClubRevision.Kind,
        by: "User | None",
        submission: uuid.UUID,
        told: Sequence[object],
        change: Callable[[], ClubChange],
        *others: "Player",
    ) -> ClubRevision:
        """Make a write that reaches the games of this player and of others.

        They are locked in the order in which every write does it: games, people, club.
        OutOfDateError if one of them sat down at another table this very moment.
        """
        people = [self, *others]
        games = naming.lock_games_of(*people)
        of_people = Player.objects.filter(pk__in=[one.pk for one in people]).order_by("pk")
        list(of_people.select_for_update(no_key=True))

        def change_all() -> ClubChange:
            # Who has locked a game that has come along may wait for the club.
            if naming.games_of(*people) != games:
                raise OutOfDateError
            return change()

        return self.club.write(kind, by, submission, [self.pk, *told], change_all)

    def lock(self) -> None:
        """See how other writes left this record, now that the club is locked."""
        self.refresh_from_db()
        if self.merged_into_id is not None:
            raise OutOfDateError
