"""What was written to a game: every write, what it changed, and whether it was taken back."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy

from games.variants.entry import plain

if TYPE_CHECKING:
    from .rounds import Snapshot

type State = dict[str, Any]
"""A part of a game's state, in plain JSON; see `states.py`."""


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Reads the log."""

    def undoable(self) -> "RevisionQuerySet":
        """List the writes that can be taken back, the latest first.

        Those from before a game moved to another club cannot: they name people of the other club.
        """
        left = (*BEGINNINGS, *MOVES, Revision.Kind.MOVE)
        moved = self.filter(kind=Revision.Kind.MOVE).order_by("-number").values("number")[:1]
        since = Coalesce(models.Subquery(moved), 0)
        return (
            self.exclude(kind__in=left).filter(undone=False, number__gt=since).order_by("-number")
        )

    def redoable(self) -> "RevisionQuerySet":
        """List the takings back that can be taken back, the latest first: none once one is new."""
        new = self.exclude(kind__in=MOVES).order_by("-number").values("number")[:1]
        back = Revision.Kind.UNDO, Revision.Kind.REOPEN
        taken_back = self.filter(kind__in=back, undone=False, number__gt=models.Subquery(new))
        return taken_back.exclude(undoes=None).order_by("-number")


def kinds() -> list[tuple[str, str]]:
    """Return what can be done; a callable, so that a new kind of write needs no migration."""
    return [(kind.value, str(kind.label)) for kind in Revision.Kind]


class Revision(models.Model):
    """One write to a game. `before` and `after` hold what it changed; see `states.py`."""

    class Kind(models.TextChoices):
        """What was done."""

        START = "start", gettext_lazy("game started")
        IMPORT = "import", gettext_lazy("game imported")
        RECORD = "record", gettext_lazy("round saved")
        CORRECT = "correct", gettext_lazy("round corrected")
        INSERT = "insert", gettext_lazy("round inserted")
        DELETE_ROUND = "delete_round", gettext_lazy("round deleted")
        SUBSTITUTE = "substitute", gettext_lazy("substitute named")
        SETUP = "setup", gettext_lazy("setup changed")
        REPLACE = "replace", gettext_lazy("game replaced by a file")
        FINISH = "finish", gettext_lazy("game finished")
        REOPEN = "reopen", gettext_lazy("game reopened")
        DELETE = "delete", gettext_lazy("game deleted")
        RESTORE = "restore", gettext_lazy("game restored")
        UNDO = "undo", gettext_lazy("taken back")
        REDO = "redo", gettext_lazy("done again")
        RENAME = "rename", gettext_lazy("player renamed")
        MOVE = "move", gettext_lazy("game moved to another club")

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(gettext_lazy("number"))
    kind = models.CharField(gettext_lazy("kind"), max_length=20, choices=kinds)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(gettext_lazy("at"))
    submission = models.UUIDField(gettext_lazy("submission"))
    digest = models.CharField(gettext_lazy("digest of what was sent"), max_length=64)
    before = models.JSONField(gettext_lazy("before"), default=dict)
    after = models.JSONField(gettext_lazy("after"), default=dict)
    undone = models.BooleanField(gettext_lazy("undone"), default=False)
    undoes = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="undoing")

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_revision_of_a_number"),
            models.UniqueConstraint(fields=["game", "submission"], name="one_write_per_submission"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number} {self.kind}"


BEGINNINGS = (Revision.Kind.START, Revision.Kind.IMPORT)
"""What a log begins with."""

MOVES = (
    Revision.Kind.UNDO,
    Revision.Kind.REDO,
    Revision.Kind.REOPEN,
    Revision.Kind.DELETE,
    Revision.Kind.RESTORE,
    Revision.Kind.RENAME,
)
"""What goes back and forth in the log and writes nothing new. A game is reopened and restored by
writes of their own, so nobody needs to take back that it was deleted. A new name is taken back
where it was given: in the club, for all games at once.
"""


@dataclass(frozen=True, slots=True)
class Change:
    """What a write changes, and the write that it takes back, if it takes one back."""

    before: State
    after: State
    undoes: Revision | None = None


def names_people(state: State) -> bool:
    """Say whether somebody is looked up by name when a game is brought into this state."""
    rounds = state.get("rounds", {}).values()
    seated = any(snapshot and snapshot.get("players") for snapshot in rounds)
    return seated or not {"setup", "sitting"}.isdisjoint(state)


def of_round(number: int, before: "Snapshot | None", after: "Snapshot | None") -> Change:
    """Return the change of one round."""
    return Change({"rounds": {str(number): before}}, {"rounds": {str(number): after}})


def taking_back(revision: Revision) -> Change:
    """Return the change that takes a write back.

    What replaced a game may have closed or opened it too. By now it has been closed or opened by a
    write of its own, and stays so.
    """
    before, after = dict(revision.after), dict(revision.before)
    if revision.kind == Revision.Kind.REPLACE:
        before.pop("finished_at", None)
        after.pop("finished_at", None)
    return Change(before, after, undoes=revision)


def digest_of(kind: str, told: Sequence[object]) -> str:
    """Return what two writes share exactly when they were told the same."""
    text = json.dumps([kind, told], sort_keys=True, default=plain)
    return hashlib.sha256(text.encode()).hexdigest()
