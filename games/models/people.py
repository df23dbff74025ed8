"""Who keeps the score, and for whom: accounts, and clubs."""

import secrets
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import names, performance

from .clublog import ClubChange, ClubRevision
from .players import Player
from .refusals import (
    AccountNameTakenError,
    LastOwnerError,
    NameTakenError,
    OutOfDateError,
    SeenChangedError,
    SubmissionReusedError,
)
from .revisions import digest_of


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

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account of this name, however it is typed; User.DoesNotExist if there is none.

        This is how Django asks for whoever signs in.
        """
        return self.get(key=names.same_as(username or ""))


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a club when an account that belongs to it is deleted.

    It goes where nobody else is in it. Where there are others but no owner, `heir` becomes one.
    """

    club: "Club"
    games: int
    goes: bool
    heir: "Membership | None"

    @property
    def mark(self) -> str:
        """What differs when another fate is meant."""
        return (
            f"{self.club.pk}:{self.games if self.goes else ''}:{self.heir.pk if self.heir else ''}"
        )


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
    starts_in = models.ForeignKey(
        "Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
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

    def home_club(self) -> "Club":
        """Return the club whose games this account starts: the chosen one, or else the first.

        Both only as long as it may score there; Club.DoesNotExist if it may only look on.
        """
        chosen = models.Case(models.When(club=self.starts_in_id, then=0), default=1)
        scoring = self.memberships.filter(role__in=Membership.MAY_SCORE)
        if (first := scoring.select_related("club").order_by(chosen, "joined_at").first()) is None:
            raise Club.DoesNotExist
        return first.club

    def settle_in(self, club: "Club") -> bool:
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

    @transaction.atomic
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

    def holds(self) -> list[tuple["Club", int]]:
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
        for fate in self._discard(seen):
            if fate.goes and fate.games <= CLEARED_AT_ONCE:
                fate.club.clear()

    @transaction.atomic
    def _discard(self, seen: str) -> list[Fate]:
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


def way_of_reckoning() -> int:
    """Return which way of reckoning results the code has; a new club has none that are behind."""
    return performance.VERSION


class ClubQuerySet(models.QuerySet["Club"]):
    """Reads clubs."""

    def behind(self) -> "ClubQuerySet":
        """List the clubs whose results were reckoned in another way than today's."""
        return self.exclude(reckoned=way_of_reckoning())


class Club(models.Model):
    """People who play together."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=names.LENGTH, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    reckoned = models.PositiveSmallIntegerField(
        _("way in which the results were reckoned"), default=way_of_reckoning, editable=False
    )
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name or str(self.pk)

    @property
    def title(self) -> str:
        """What the club is called, also where nobody has given it a name."""
        return self.name or gettext("Your games")

    @property
    def title_for_others(self) -> str:
        """What the club is called by those who did not begin it."""
        return self.name or gettext("A club without a name")

    def is_blank(self) -> bool:
        """Say whether nothing was ever done here: no name, no game, nobody invited."""
        return not (
            self.name
            or self.games.exists()
            or self.players.exists()
            or self.memberships.count() > 1
            or self.invitations.filter(revoked_at=None).exists()
        )

    # ---- who is in it

    @transaction.atomic
    def take_in(self, user: User, role: str) -> "Membership":
        """Make an account a member; who may do more here already still may."""
        Club.objects.select_for_update(no_key=True).get(pk=self.pk)
        membership, _made = self.memberships.get_or_create(user=user, defaults={"role": role})
        if Membership.rank(role) > Membership.rank(membership.role):
            membership.role = role
            membership.save(update_fields=["role"])
        return membership

    @transaction.atomic
    def change_role(self, membership: "Membership", role: str) -> None:
        """Let a member do more or less; LastOwnerError if no owner would be left."""
        member = self._member(membership)
        if role != Membership.Role.OWNER:
            self._check_owned_without(member)
        member.role = role
        member.save(update_fields=["role"])

    @transaction.atomic
    def remove(self, membership: "Membership") -> None:
        """Let somebody be a member no longer; LastOwnerError if no owner would be left."""
        member = self._member(membership)
        self._check_owned_without(member)
        member.delete()

    def _member(self, membership: "Membership") -> "Membership":
        """Return a member as it is now, with the club locked; OutOfDateError if it has left."""
        Club.objects.select_for_update(no_key=True).get(pk=self.pk)
        if (member := self.memberships.filter(pk=membership.pk).first()) is None:
            raise OutOfDateError
        return member

    def _check_owned_without(self, member: "Membership") -> None:
        owners = self.memberships.filter(role=Membership.Role.OWNER).exclude(pk=member.pk)
        if member.role == Membership.Role.OWNER and not owners.exists():
            raise LastOwnerError

    def fate_without(self, user: User) -> Fate:
        """Return what becomes of the club when this member's account is deleted."""
        others = list(self.memberships.exclude(user=user).select_related("user"))
        others.sort(key=lambda one: (-Membership.rank(one.role), one.joined_at, one.pk))
        heir = others[0] if others and others[0].role != Membership.Role.OWNER else None
        games = self.games.filter(deleted_at=None).count()
        was_owner = self.memberships.filter(user=user, role=Membership.Role.OWNER).exists()
        return Fate(self, games, not others, heir if was_owner else None)

    def close(self) -> None:
        """Let nobody see the club and its games any more; `clear_expired` removes them for good."""
        self.memberships.all().delete()
        self.closed_at = timezone.now()
        self.save(update_fields=["closed_at"])

    def clear(self) -> None:
        """Remove a closed club for good, game by game, so that nobody has to wait for all of it."""
        while game := self.games.first():
            game.delete()
        self.delete()

    # ---- its players

    def player_named(self, name: str, *, respell: bool = False) -> Player:
        """Return the club's player of this name, made now if there is none yet.

        A name under which somebody was kept twice stands for the one record that is left. With
        `respell` the player is written as here from now on, in capitals or not. Spaces within a
        name tell it apart from others; what is typed is tidied before it comes here.
        """
        name = names.trimmed(name)
        usual: dict[str, Any] = {"name": name, "mark": self.least_used_mark}
        known = self.players.select_related("merged_into")
        player, _made = known.get_or_create(club=self, key=names.same_as(name), defaults=usual)
        if player.merged_into is not None:
            return player.merged_into
        if respell and player.name != name:
            player.name = name
            player.save(update_fields=["name"])
        return player

    def least_used_mark(self) -> str:
        """Return the mark that the fewest players of the club have, the first of those."""
        shown = self.players.listed().values_list("mark")
        used = dict(shown.annotate(models.Count("pk")).order_by())
        return min(Player.Mark.values, key=lambda mark: used.get(mark, 0))

    def unaliased(self, told: Iterable[str]) -> list[str]:
        """Return these names, with that of the record that is left for each that was merged."""
        told = list(told)
        keys = [names.same_as(name) for name in told]
        merged = self.players.filter(key__in=keys).exclude(merged_into=None)
        left = dict(merged.values_list("key", "merged_into__name"))
        return [left.get(key, name) for key, name in zip(keys, told, strict=True)]

    def add_player(
        self, name: str, *, is_guest: bool, by: User | None, submission: uuid.UUID
    ) -> ClubRevision:
        """Add somebody; NameTakenError if the club has a player of this name already."""
        name = names.tidy(name)

        def change() -> ClubChange:
            key = names.same_as(name)
            if known := self.players.filter(key=key).select_related("merged_into").first():
                raise NameTakenError(known)
            mark = self.least_used_mark()
            player = self.players.create(name=name, key=key, mark=mark, is_guest=is_guest)
            return ClubChange(player, {}, {"name": name, "is_guest": is_guest})

        return self.write(ClubRevision.Kind.ADD, by, submission, [name, is_guest], change)

    # ---- itself

    def change(
        self, *, name: str, time_zone: str, by: User | None, submission: uuid.UUID
    ) -> ClubRevision:
        """Give the club another name or time zone; the time zone must be a known one."""
        new = {"name": names.tidy(name), "time_zone": time_zone}

        def change() -> ClubChange:
            self.refresh_from_db()
            old = {"name": self.name, "time_zone": self.time_zone}
            self.name, self.time_zone = new["name"], new["time_zone"]
            self.save(update_fields=["name", "time_zone"])
            if old["time_zone"] != new["time_zone"]:
                from .reckoning import reckon_club  # It is made of clubs, as this is.

                # Other games may have begun on another evening now.
                reckon_club(self)
            return ClubChange(None, old, dict(new))

        return self.write(ClubRevision.Kind.CLUB, by, submission, [new], change)

    @transaction.atomic
    def write(
        self,
        kind: ClubRevision.Kind,
        by: User | None,
        submission: uuid.UUID,
        told: Sequence[object],
        change: Callable[[], ClubChange],
    ) -> ClubRevision:
        """Lock the club, answer a repeat as the first was answered, else change it and log it."""
        Club.objects.select_for_update(no_key=True).get(pk=self.pk)
        digest = digest_of(kind, told)
        if repeat := self.revisions.filter(submission=submission).first():
            if repeat.digest != digest:
                raise SubmissionReusedError
            return repeat
        # What a name stood for is found by the time: see `naming.called_now`.
        now = timezone.now()
        made = change()
        return self.revisions.create(
            kind=kind,
            by=by,
            at=now,
            submission=submission,
            digest=digest,
            player=made.player,
            key=made.key,
            before=made.before,
            after=made.after,
        )


def closed_clubs() -> models.QuerySet[Club]:
    """List the clubs that went with the account of whoever ran them."""
    return Club.objects.exclude(closed_at=None)


class Membership(models.Model):
    """What an account may do in a club."""

    class Role(models.TextChoices):
        """Owners run the club, scorers keep score, viewers look on."""

        OWNER = "owner", _("owner")
        SCORER = "scorer", _("scorer")
        VIEWER = "viewer", _("viewer")

    MAY_SCORE: ClassVar = (Role.OWNER, Role.SCORER)
    RANKS: ClassVar = (Role.VIEWER, Role.SCORER, Role.OWNER)

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    joined_at = models.DateTimeField(_("joined at"), auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="one_membership_per_club"),
            models.CheckConstraint(
                condition=models.Q(role__in=["owner", "scorer", "viewer"]), name="known_role"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"

    @property
    def title(self) -> str:
        """What this member calls the club."""
        owns = self.role == self.Role.OWNER
        return self.club.title if owns else self.club.title_for_others

    @classmethod
    def rank(cls, role: str) -> int:
        """Return how much a role may do: the more, the higher."""
        return cls.RANKS.index(cls.Role(role))
