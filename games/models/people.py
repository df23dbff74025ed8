"""For whom the score is kept: clubs, and what accounts may do in them."""

import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import names, performance

from .again import made_again
from .clublog import ClubChange, ClubRevision
from .players import Player
from .refusals import (
    LastOwnerError,
    NameTakenError,
    NotEmptyError,
    OutOfDateError,
    SubmissionReusedError,
)
from .revisions import digest_of

if TYPE_CHECKING:
    from .accounts import User


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


def way_of_reckoning() -> int:
    """Return which way of reckoning results the code has; a new club has none that are behind."""
    return performance.VERSION


class ClubQuerySet(models.QuerySet["Club"]):
    """Reads clubs."""

    def behind(self) -> "ClubQuerySet":
        """List the clubs whose results were reckoned in another way than today's."""
        return self.exclude(reckoned=way_of_reckoning())

    def closed(self) -> "ClubQuerySet":
        """List the clubs that went with the account of whoever ran them."""
        return self.exclude(closed_at=None)


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

    @made_again
    def take_in(self, user: "User", role: str) -> "Membership":
        """Make an account a member; who may do more here already still may."""
        Club.objects.select_for_update(no_key=True).get(pk=self.pk)
        membership, _made = self.memberships.get_or_create(user=user, defaults={"role": role})
        if Membership.rank(role) > Membership.rank(membership.role):
            membership.role = role
            membership.save(update_fields=["role"])
        return membership

    @made_again
    def change_role(self, membership: "Membership", role: str) -> None:
        """Let a member do more or less; LastOwnerError if no owner would be left."""
        member = self._member(membership)
        if role != Membership.Role.OWNER:
            self._check_owned_without(member)
        member.role = role
        member.save(update_fields=["role"])

    @made_again
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

    def fate_without(self, user: "User") -> Fate:
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

    @made_again
    def remove_empty(self) -> None:
        """Remove the club for good; NotEmptyError if it has a game or several members."""
        Club.objects.select_for_update().get(pk=self.pk)
        if self.games.exists() or self.memberships.count() > 1:
            raise NotEmptyError
        self.delete()

    def clear(self) -> None:
        """Remove a closed club for good, game by game, so that nobody has to wait for all of it."""
        while self._clear_one():
            pass
        self._remove()

    @made_again
    def _clear_one(self) -> bool:
        # Whoever still writes to the game holds it, and is waited for before anything is removed.
        game = self.games.select_for_update().order_by("pk").first()
        if game is not None:
            game.delete()
        return game is not None

    @made_again
    def _remove(self) -> None:
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
        self, name: str, *, is_guest: bool, by: "User | None", submission: uuid.UUID
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
        self, *, name: str, time_zone: str, by: "User | None", submission: uuid.UUID
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

    @made_again
    def write(
        self,
        kind: ClubRevision.Kind,
        by: "User | None",
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
    RANKS: ClassVar = (Role.VIEWER, Role.SCORER, Role.OWNER)

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
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
        return self.club.title

    @classmethod
    def rank(cls, role: str) -> int:
        """Return how much a role may do: the more, the higher."""
        return cls.RANKS.index(cls.Role(role))
