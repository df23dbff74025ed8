"""Who plays and who keeps the score: accounts, clubs, and the players of a club."""

import uuid
from typing import ClassVar
from zoneinfo import available_timezones

from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from games import names, performance


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

    def player_named(self, name: str, *, respell: bool = False) -> "Player":
        """Return the club's player of this name, made now if there is none yet.

        With `respell` the player is written as here from now on, in capitals or not. Spaces within
        a name tell it apart from others; what is typed is tidied before it comes here.
        """
        name = names.trimmed(name)
        player, _made = self.players.get_or_create(key=names.same_as(name), defaults={"name": name})
        if respell and player.name != name:
            player.name = name
            player.save(update_fields=["name"])
        return player


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


class PlayerQuerySet(models.QuerySet["Player"]):
    """Reads players."""

    def lately(self) -> "PlayerQuerySet":
        """List those who sat at a table, most recently first."""
        seats = apps.get_model("games", "Seat").objects.filter(player=models.OuterRef("pk"))
        # One look at the latest seat of each, however many games there are.
        latest = seats.order_by("-started_at", "-game").values("started_at")[:1]
        played = self.annotate(last_played=models.Subquery(latest)).exclude(last_played=None)
        return played.order_by("-last_played", "name")


class Player(models.Model):
    """A person in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=names.LENGTH)
    key = models.CharField(max_length=3 * names.LENGTH, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_player_per_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
