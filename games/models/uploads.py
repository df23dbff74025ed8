"""Game files that were sent and looked at, but not imported yet."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .accounts import User

KEPT = timedelta(days=1)
MOST_OF_ONE, MOST_OF_VISITORS = 5, 500


class UploadManager(models.Manager["Upload"]):
    """Keeps what was sent, and no more than is still wanted."""

    @transaction.atomic
    def keep(self, by: User | None, documents: Sequence[dict[str, Any]]) -> "Upload":
        """Keep these documents until they are imported, and let go what was sent earlier."""
        most = MOST_OF_VISITORS if by is None else MOST_OF_ONE
        newest = self.filter(by=by).order_by("-at").values_list("pk", flat=True)
        old = models.Q(at__lt=timezone.now() - KEPT) | models.Q(pk__in=list(newest[most - 1 :]))
        # Two phones may tidy up at once: neither waits for what the other is about to remove.
        skip = connection.features.has_select_for_update_skip_locked
        gone = self.filter(old).select_for_update(skip_locked=skip).values_list("pk", flat=True)
        self.filter(pk__in=list(gone)).delete()
        return self.create(by=by, documents=list(documents))


class Upload(models.Model):
    """What was sent in one go. Its id is the submission of the import, which happens once.

    Each document has the `name` of its file and the text of it, `packed`, that of a game as it is
    written again; and `called` where somebody said which of our games a name in it stands for.
    `outcome` says of each what became of it, once they are imported.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="uploads"
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    documents = models.JSONField(_("documents"), default=list)
    outcome = models.JSONField(_("what became of them"), null=True)

    objects = UploadManager()

    class Meta:
        indexes = [models.Index(fields=["by", "-at"])]

    def __str__(self) -> str:
        return str(self.pk)

    def close(self, by: User, outcome: Sequence[dict[str, str]]) -> None:
        """Keep what became of the files, in place of the files."""
        self.by, self.documents, self.outcome = by, [], list(outcome)
        self.save(update_fields=["by", "documents", "outcome"])

    @transaction.atomic
    def call(self, called: Sequence[dict[str, str]]) -> None:
        """Keep for each file which of our games the names in it stand for."""
        fresh = type(self).objects.select_for_update(of=("self",)).get(pk=self.pk)
        for document, own in zip(fresh.documents, called, strict=False):
            if own:
                document["called"] = {**document.get("called", {}), **own}
        fresh.save(update_fields=["documents"])
