"""Secret addresses that add a friend to a club."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .accounts import User
from .again import made_again
from .links import new_token
from .people import Club, Membership
from .refusals import LinkClosedError


class Invitation(models.Model):
    """A secret address that makes its visitor a member of a club, 192 random bits long."""

    ROLES = (Membership.Role.SCORER, Membership.Role.VIEWER)
    """What a link can make of somebody; owners are made by owners, one by one."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=10, choices=Membership.Role.choices)
    token = models.CharField(_("token"), max_length=64, unique=True, default=new_token)
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "role"],
                condition=models.Q(revoked_at=None),
                name="one_open_invitation_of_a_role",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=["scorer", "viewer"]), name="no_invitation_for_owners"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.club_id}"

    @classmethod
    @made_again
    def renew(cls, club: Club, role: str, seen: int | None) -> "Invitation":
        """Return a new address in place of the one that was seen, None if there was none.

        Asked twice, or by somebody who saw another one, it is the one that is open.
        """
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        opened = club.invitations.filter(role=role, revoked_at=None).first()
        if opened is not None and opened.pk != seen:
            return opened
        if opened is not None:
            opened.close()
        return club.invitations.create(role=role)

    def close(self) -> None:
        """Let this address lead nowhere from now on."""
        type(self).objects.filter(pk=self.pk, revoked_at=None).update(revoked_at=timezone.now())

    @made_again
    def accept(self, user: User) -> Membership:
        """Make somebody a member; who may do more already still may. LinkClosedError if revoked."""
        club = Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
        opened = type(self).objects.filter(pk=self.pk, revoked_at=None)
        if club.closed_at or not opened.exists():
            raise LinkClosedError
        return club.take_in(user, self.role)
