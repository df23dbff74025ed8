"""The phones that an account is signed in on, and the one-time codes that add another one."""

import secrets
import unicodedata
import uuid
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .accounts import User
from .again import made_again
from .refusals import CodeExpiredError, CodeUsedError

AGENT = 300
"""How much is kept of what a browser says it is."""

KEPT = timedelta(minutes=10)
"""How long a code can be used."""

FORGOTTEN = timedelta(days=1)
"""How long a code that cannot be used any more is still known, so that a page can say why."""

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What a code is typed with: no sign that is taken for another one."""

TYPED = 8
"""How long a code is that is typed: one of 850 thousand million."""


class DeviceQuerySet(models.QuerySet["Device"]):
    """Reads devices, and signs them out."""

    def lately(self) -> "DeviceQuerySet":
        """List them, the one that was used last first."""
        return self.order_by("-seen_at", "-made_at", "pk")

    @transaction.atomic
    def sign_out(self) -> None:
        """End the sessions of these devices, and forget the devices."""
        sessions = list(self.values_list("session", flat=True))
        Session.objects.filter(session_key__in=sessions).delete()
        self.delete()


class Device(models.Model):
    """A browser that an account is signed in on, known by its session.

    `submission` is the id of the form that signed it in: sent twice, it signs in once. `browser`
    tells that browser from every other by something that it alone held when it sent the form.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices"
    )
    session = models.CharField(max_length=40, unique=True)
    submission = models.UUIDField(null=True, unique=True)
    browser = models.CharField(max_length=64, blank=True, editable=False)
    agent = models.CharField(_("browser"), max_length=AGENT, blank=True)
    made_at = models.DateTimeField(_("signed in at"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen at"), default=timezone.now)

    objects = DeviceQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.pk)


def new_token() -> str:
    """Return 128 random bits that stand in an address."""
    return secrets.token_urlsafe(16)


def new_typed() -> str:
    """Return a code that can be read out and typed."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(TYPED))


def as_typed(text: str) -> str:
    """Return a code as it is kept, however it was typed; empty if it can be none."""
    letters = unicodedata.normalize("NFKC", text[: 8 * TYPED]).upper()
    code = "".join(letter for letter in letters if letter not in " -\u2013\u00ad\u2010\u2011")
    return code if len(code) == TYPED and set(code) <= set(ALPHABET) else ""


class DeviceCodeManager(models.Manager["DeviceCode"]):
    """Makes codes, and finds them."""

    @made_again
    def make(self, user: User, submission: uuid.UUID) -> "DeviceCode":
        """Make a code that adds a device to this account; the same one for the same submission.

        Earlier codes of the account are not to be used any more; what is long over is let go.
        """
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if made := self.filter(user=user, submission=submission).first():
            return made
        self.forgotten().delete()
        self.withdraw(user)
        return self.create(user=user, submission=submission)

    def withdraw(self, user: User) -> None:
        """Let the codes of this account that are still open add nothing any more."""
        self.filter(user=user, used_at=None).update(used_at=timezone.now(), replaced=True)

    def forgotten(self) -> models.QuerySet["DeviceCode"]:
        """List the codes that nobody asks about any more."""
        return self.filter(made_at__lt=timezone.now() - FORGOTTEN)

    def open(self) -> models.QuerySet["DeviceCode"]:
        """List the codes that can be used now."""
        return self.filter(used_at=None, made_at__gt=timezone.now() - KEPT)


class DeviceCode(models.Model):
    """A code that adds one device to an account, within ten minutes.

    `token` stands in the address of its QR code; `typed` is for those who cannot scan.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="device_codes"
    )
    submission = models.UUIDField()
    token = models.CharField(max_length=40, unique=True, default=new_token)
    typed = models.CharField(max_length=TYPED, unique=True, default=new_typed)
    made_at = models.DateTimeField(_("made at"), default=timezone.now, db_index=True)
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)
    replaced = models.BooleanField(_("replaced by another one"), default=False)

    objects = DeviceCodeManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "submission"], name="one_code_of_a_form"),
        ]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def typed_in_halves(self) -> str:
        """The code as it is easily read out."""
        return f"{self.typed[: TYPED // 2]}-{self.typed[TYPED // 2 :]}"

    def check_open(self) -> None:
        """Do nothing if the code can be used now; else CodeUsedError or CodeExpiredError."""
        if self.used_at is not None and not self.replaced:
            raise CodeUsedError
        if self.used_at is not None or timezone.now() - self.made_at >= KEPT:
            raise CodeExpiredError

    @made_again
    def use(self) -> User:
        """Return whose device this adds; CodeUsedError or CodeExpiredError if it adds none."""
        code = type(self).objects.select_for_update().select_related(None).get(pk=self.pk)
        code.check_open()
        code.used_at = timezone.now()
        code.save(update_fields=["used_at"])
        return User.objects.get(pk=code.user_id)
