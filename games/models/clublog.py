"""What was written to a club: its players, what they are called, and the club itself."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from .players import Player


@dataclass(frozen=True, slots=True)
class ClubChange:
    """What a write changes; `key` is that of a name which its player no longer has."""

    player: "Player | None"
    before: dict[str, Any]
    after: dict[str, Any]
    key: str = ""


def kinds() -> list[tuple[str, str]]:
    """Return what can be done; a callable, so that a new kind of write needs no migration."""
    return [(kind.value, str(kind.label)) for kind in ClubRevision.Kind]


class ClubRevision(models.Model):
    """One write to a club. `before` and `after` hold what it changed.

    A merge keeps in `before` which rows followed, by their ids, so that they can come back.
    """

    class Kind(models.TextChoices):
        """What was done."""

        ADD = "add", _("player added")
        CHANGE = "change", _("player changed")
        UNDO = "undo", _("name taken back")
        HIDE = "hide", _("player hidden")
        SHOW = "show", _("player shown again")
        MERGE = "merge", _("players merged")
        SPLIT = "split", _("merging taken back")
        CLUB = "club", _("club changed")

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="revisions")
    player = models.ForeignKey(
        "Player", null=True, on_delete=models.CASCADE, related_name="revisions"
    )
    kind = models.CharField(_("kind"), max_length=20, choices=kinds)
    key = models.CharField(_("name that was given up"), max_length=240, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(_("at"))
    submission = models.UUIDField(_("submission"))
    digest = models.CharField(_("digest of what was sent"), max_length=64)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    undone = models.BooleanField(_("undone"), default=False)

    class Meta:
        indexes = [models.Index(fields=["club", "key"])]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "submission"], name="one_club_write_per_submission"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.kind}"
