"""Who keeps the score, and for whom: accounts, and clubs."""

import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import names, performance

from .clublog import ClubChange, ClubRevision
from .players import Player
from .refusals import NameTakenError, SubmissionReusedError
from .revisions import digest_of


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


class User(AbstractBaseUser):
    """An account. Most have no password and live in the session cookie of one phone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    USERNAME_FIELD = "id"

    objects = UserManager()

    def __str__(self) -> str:
        return str(self.pk)

    def home_club(self) -> "Club":
        """Return the club whose games this account starts: the first in which it may score.

        Club.DoesNotExist if it may only look on.
        """
        scoring = self.memberships.filter(role__in=Membership.MAY_SCORE).order_by("joined_at")
        if (first := scoring.select_related("club").first()) is None:
            raise Club.DoesNotExist
        return first.club


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

    objects = ClubQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name or str(self.pk)

    @property
    def title(self) -> str:
        """What the club is called, also where nobody has given it a name."""
        return self.name or gettext("Your games")

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


class Membership(models.Model):
    """What an account may do in a club."""

    class Role(models.TextChoices):
        """Owners run the club, scorers keep score, viewers look on."""

        OWNER = "owner", _("owner")
        SCORER = "scorer", _("scorer")
        VIEWER = "viewer", _("viewer")

    MAY_SCORE: ClassVar = (Role.OWNER, Role.SCORER)

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
