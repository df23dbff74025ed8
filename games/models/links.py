"""Secret addresses that open a game to whoever has them."""

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .again import made_again


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Link(models.Model):
    """A secret address that lets its visitor watch a game, 192 random bits long."""

    class Kind(models.TextChoices):
        """What the visitor may do."""

        WATCH = "watch", _("watch")

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    token = models.CharField(_("token"), max_length=64, unique=True, default=new_token)
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"],
                condition=models.Q(revoked_at=None),
                name="one_open_link_of_a_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id}"

    @made_again
    def replace(self) -> "Link":
        """Revoke this link and return a new one to the same game; asked twice, the same new one."""
        type(self.game).objects.select_for_update(no_key=True).get(pk=self.game_id)
        links, now = self.game.links.filter(kind=self.kind), timezone.now()
        if not links.filter(pk=self.pk, revoked_at=None).update(revoked_at=now):
            return links.get(revoked_at=None)
        self.revoked_at = now
        return self.game.links.create(kind=self.kind)
