"""Who keeps the score: accounts, silent ones and those with a name."""

import contextlib
import secrets
import uuid
from datetime import timedelta
from zoneinfo import available_timezones

from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.models import Session
from django.db import DatabaseError, IntegrityError, models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games import names

from .again import made_again
from .people import Club, Fate, Membership
from .refusals import AccountNameTakenError, SeenChangedError


def new_seal() -> str:
    """Return what the sessions of a new account are sealed with."""
    return secrets.token_urlsafe(32)


WRITTEN_BY = {
    "Revision": "by",
    "ClubRevision": "by",
    "Draft": "filled_by",
    "Round": "recorded_by",
    "Upload": "by",
}
"""What remembers by which account it was written, and under which name."""

UNREACHABLE_FOR = timedelta(days=30)
"""How long an account is kept to which nobody has a way any more. A page tells this number."""

CLEARED_AT_ONCE = 20
"""How many games of a club somebody who deletes their account waits for."""


class UserManager(BaseUserManager["User"]):
    """Makes accounts."""

    @transaction.atomic
    def make_silently(self, time_zone: str = "") -> "User":
        """Make an account without a password, and its club, for a browser that writes first."""
        user = self.model()
        user.set_unusable_password()
        user.save(using=self._db)
        known = time_zone in available_timezones()
        club = Club.objects.create(time_zone=time_zone if known else "UTC")
        Membership.objects.create(user=user, club=club, role=Membership.Role.OWNER)
        return user

    def clear_unreachable(self) -> int:
        """Delete the accounts to which nobody has had a way for long; return how many.

        These are only those that somebody left behind on signing in to another. Clubs in which
        others are stay.
        """
        now, unreachable = timezone.now(), self._unreachable()
        found_again = self.exclude(unreachable_since=None).exclude(pk__in=unreachable.values("pk"))
        found_again.update(unreachable_since=None)
        removed = 0
        for user in unreachable.filter(unreachable_since__lt=now - UNREACHABLE_FOR):
            # Whoever joins or leaves a club of it this moment is asked about the next time.
            with contextlib.suppress(SeenChangedError):
                user.discard(marks_of(user.fates()))
                removed += 1
        return removed

    def _unreachable(self) -> models.QuerySet["User"]:
        """List the accounts that have neither a password nor a device nor a session."""
        devices = apps.get_model("games", "Device").objects.values("session")
        # A session from before devices were kept is one, too.
        sessions = Session.objects.exclude(session_key__in=devices).iterator()
        told = {str(one.get_decoded().get(SESSION_KEY, "")) for one in sessions}
        silent = models.Q(key=None) | models.Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
        return self.filter(silent, devices=None).exclude(pk__in=told - {""})

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account of this name, however it is typed; User.DoesNotExist if there is none.

        This is how Django asks for whoever signs in.
        """
        return self.get(key=names.same_as(username or ""))


class User(AbstractBaseUser):
    """An account. Most have no name and no password and live in the cookie of one phone.

    `key` is the name as all spell it, by which one signs in. Sessions are sealed with `seal` and
    not with the password: naming one must sign nobody out behind their back.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=names.LENGTH, blank=True)
    key = models.CharField(max_length=3 * names.LENGTH, unique=True, null=True, editable=False)  # noqa: DJ001
    seal = models.CharField(max_length=128, default=new_seal, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    submission = models.UUIDField(_("the form that last named it"), null=True, editable=False)
    unreachable_since = models.DateTimeField(null=True, editable=False)
    starts_in = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    USERNAME_FIELD = "key"

    objects = UserManager()

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def is_silent(self) -> bool:
        """Whether this account was made for a phone and nobody has given it a name yet."""
        return self.key is None

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        return salted_hmac(salt, self.seal, secret=secret, algorithm="sha256").hexdigest()

    def home_club(self) -> Club:
        """Return the club whose games this account starts: the chosen one, or else the first.

        Both only as long as it may score there; Club.DoesNotExist if it may only look on.
        """
        chosen = models.Case(models.When(club=self.starts_in_id, then=0), default=1)
        scoring = self.memberships.filter(role__in=Membership.MAY_SCORE)
        if (first := scoring.select_related("club").order_by(chosen, "joined_at").first()) is None:
            raise Club.DoesNotExist
        return first.club

    def settle_in(self, club: Club) -> bool:
        """Start games in this club from now on, if nothing was done yet where they start now.

        Whoever joins the club of friends keeps score there, and not in one that is still empty. Say
        whether games start there.
        """
        if not self.memberships.filter(club=club, role__in=Membership.MAY_SCORE).exists():
            return False
        if (home := self.home_club()) != club and home.is_blank():
            self.starts_in = home = club
            self.save(update_fields=["starts_in"])
        return home == club

    @property
    def can_sign_in(self) -> bool:
        """Whether this account can be signed in to anew, where it is not signed in yet."""
        return not self.is_silent and self.has_usable_password()

    def introduce(self, name: str) -> None:
        """Let the members of a club see this name, where nobody knows any: it signs nobody in."""
        if name:
            User.objects.filter(pk=self.pk, key=None, name="").update(name=names.tidy(name))
            self.refresh_from_db(fields=["name"])

    @made_again
    def identify(self, name: str, password: str | None, submission: uuid.UUID) -> None:
        """Sign in by this name from now on, with this password, or None for the one there is.

        Sent twice, it is done once. AccountNameTakenError if somebody else has the name.
        """
        now = User.objects.select_for_update(no_key=True).get(pk=self.pk)
        if now.submission != submission:
            now.name, now.key = names.tidy(name), names.same_as(names.tidy(name))
            now.submission = submission
            if password is not None:
                now.set_password(password)
            try:
                with transaction.atomic():
                    now.save(update_fields=["name", "key", "password", "submission"])
            except IntegrityError:
                raise AccountNameTakenError from None
        self.refresh_from_db()

    # ---- from one account to another

    def leave_behind(self) -> None:
        """Remember that nobody wanted to take along what this account has."""
        User.objects.filter(pk=self.pk).update(unreachable_since=timezone.now())

    @transaction.atomic
    def take_along(self, other: "User") -> None:
        """Give this account what a silent one may do in its clubs; the higher role wins.

        The other keeps it for its other devices; without any it is gone, and this account has
        written what it wrote. A club in which nothing was ever done is not worth taking along.
        """
        users = (
            User.objects.select_for_update(no_key=True)
            .filter(pk__in=[self.pk, other.pk])
            .order_by("pk")
        )
        if len(users) < 2 or not other.is_silent:
            return
        leaves = not other.devices.exists()
        for membership in other.memberships.select_related("club"):
            if membership.club.is_blank():
                continue
            membership.club.take_in(self, membership.role)
        if leaves:
            other.vanish(into=self)

    @transaction.atomic
    def vanish(self, into: "User | None" = None) -> None:
        """Remove this account, and its clubs in which nothing was ever done.

        What it wrote was written by `into` then, or by nobody.
        """
        for membership in self.memberships.select_related("club"):
            if membership.club.is_blank():
                membership.club.delete()
        for name, field in WRITTEN_BY.items() if into else ():
            written = apps.get_model("games", name).objects.filter(**{field: self})
            written.update(**{field: into})
        self.delete()

    def holds(self) -> list[tuple[Club, int]]:
        """Return the clubs in which something was done, with the number of their games."""
        clubs = Club.objects.filter(memberships__user=self).order_by("created_at")
        return [
            (club, club.games.filter(deleted_at=None).count())
            for club in clubs
            if not club.is_blank()
        ]

    # ---- the end of an account

    def fates(self) -> list[Fate]:
        """Return what becomes of each club when this account is deleted."""
        clubs = Club.objects.filter(memberships__user=self).order_by("created_at")
        return [club.fate_without(self) for club in clubs]

    def discard(self, seen: str) -> None:
        """Delete this account, and each club as its fate is, if that is what the page has said.

        SeenChangedError if it is not.
        """
        try:
            fates = self._discard(seen)
        except IntegrityError:
            # One of its devices has written something new this very moment.
            raise SeenChangedError from None
        for fate in fates:
            if fate.goes and fate.games <= CLEARED_AT_ONCE:
                # The account and its clubs are gone already, whatever comes in between here:
                # `clear_expired` removes what is left.
                with contextlib.suppress(DatabaseError):
                    fate.club.clear()

    @made_again
    def _discard(self, seen: str) -> list[Fate]:
        # Games first, as in every write: what was written in them is written by nobody then.
        games = apps.get_model("games", "Game").objects
        in_them = models.Q(
            pk__in=apps.get_model("games", "Revision").objects.filter(by=self).values("game")
        ) | models.Q(
            pk__in=apps.get_model("games", "Draft").objects.filter(filled_by=self).values("game")
        )
        list(games.select_for_update(no_key=True).filter(in_them).order_by("pk").values_list("pk"))
        User.objects.select_for_update(no_key=True).get(pk=self.pk)
        mine = list(self.memberships.values_list("club", flat=True))
        list(Club.objects.select_for_update(no_key=True).filter(pk__in=mine).order_by("pk"))
        fates = self.fates()
        if marks_of(fates) != seen:
            raise SeenChangedError
        self.devices.all().sign_out()
        for fate in fates:
            if fate.heir is not None:
                fate.heir.role = Membership.Role.OWNER
                fate.heir.save(update_fields=["role"])
            if fate.goes:
                fate.club.close()
        self.delete()
        return fates


def marks_of(fates: list[Fate]) -> str:
    """Return what tells whether the fates of an account are still those that were seen."""
    return " ".join(sorted(fate.mark for fate in fates))
