"""The log of a game: every write, what it changed, and whether it was taken back."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import wording


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Reads the log."""

    def undoable(self) -> "RevisionQuerySet":
        """List the writes that can be taken back, the latest first."""
        # A game is opened again by a write of its own, which nobody needs to take back.
        kinds = Revision.Kind.START, Revision.Kind.UNDO, Revision.Kind.REOPEN
        return self.exclude(kind__in=kinds).filter(undone=False).order_by("-number")


class Revision(models.Model):
    """One write to a game.

    `before` and `after` hold what it changed in one form: `rounds` maps a round's number to its
    snapshot (None where there is none), `finished_at` is a time or None.
    """

    class Kind(models.TextChoices):
        """What was done."""

        START = "start", gettext_lazy("game started")
        RECORD = "record", gettext_lazy("round saved")
        CORRECT = "correct", gettext_lazy("round corrected")
        FINISH = "finish", gettext_lazy("game finished")
        REOPEN = "reopen", gettext_lazy("game reopened")
        UNDO = "undo", gettext_lazy("taken back")

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(gettext_lazy("number"))
    kind = models.CharField(gettext_lazy("kind"), max_length=10, choices=Kind.choices)
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

    @property
    def round_number(self) -> int | None:
        """The number of the round that this write was about, if it was about one."""
        return next(
            (int(number) for number in {**self.before, **self.after}.get("rounds", {})), None
        )

    def says(self) -> str:
        """Return in words what this write did, with its figures."""
        if self.undoes is not None:
            return _("Taken back: %(what)s") % {"what": self.undoes.names_itself()}
        if self.kind == self.Kind.RECORD:
            return f"{self.names_itself()}: {', '.join(self._totals())}"
        return self.names_itself()

    def names_itself(self) -> str:
        """Return what this write is called where it can be taken back."""
        number = {"number": self.round_number}
        if self.kind == self.Kind.RECORD:
            return _("round %(number)s saved") % number
        if self.kind == self.Kind.CORRECT:
            changes = ", ".join(self._changes()) or _("no score changed")
            return _("round %(number)s corrected, %(changes)s") % {**number, "changes": changes}
        return str(self.Kind(self.kind).label)

    def _scores(self, state: dict[str, Any]) -> list[int]:
        return list(next(iter(state["rounds"].values()))["scores"])

    def _totals(self) -> list[str]:
        scores = zip(self.game.table.teams, self._scores(self.after), strict=True)
        return [f"{team.name} {wording.points(points)}" for team, points in scores]

    def _changes(self) -> list[str]:
        both = zip(
            self.game.table.teams,
            self._scores(self.before),
            self._scores(self.after),
            strict=True,
        )
        return [
            _("%(team)s %(before)s to %(after)s")
            % {
                "team": team.name,
                "before": wording.points(before),
                "after": wording.points(after),
            }
            for team, before, after in both
            if before != after
        ]
