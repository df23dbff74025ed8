"""Secret addresses that add a friend to a club."""

import pytest
from django.db import IntegrityError

from games.models import Club, Invitation, LinkClosedError, User

from .play import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(by: User) -> Club:
    return by.home_club()


def test_an_invitation_is_random_bits_that_stand_in_an_address(club: Club) -> None:
    invitation = Invitation.renew(club, "viewer", None)
    assert len(invitation.token) == 32  # of 6 bits each
    assert str(invitation) == f"viewer {club.pk}"


def test_there_is_one_for_each_role(club: Club) -> None:
    viewer, scorer = (Invitation.renew(club, role, None) for role in ("viewer", "scorer"))
    assert Invitation.renew(club, "viewer", None) == viewer
    newer = Invitation.renew(club, "viewer", viewer.pk)
    assert newer.token != viewer.token
    assert Invitation.renew(club, "viewer", viewer.pk) == newer
    assert set(club.invitations.filter(revoked_at=None)) == {newer, scorer}


def test_nobody_is_invited_to_own(club: Club) -> None:
    with pytest.raises(IntegrityError):
        club.invitations.create(role="owner")


def test_a_closed_one_lets_nobody_in(club: Club) -> None:
    invitation = Invitation.renew(club, "viewer", None)
    invitation.close()
    first = Invitation.objects.get().revoked_at
    invitation.close()
    assert Invitation.objects.get().revoked_at == first
    with pytest.raises(LinkClosedError):
        invitation.accept(User.objects.make_silently())
    assert club.memberships.count() == 1


@pytest.mark.django_db(transaction=True)
def test_accepted_four_times_at_once_it_makes_one_member(club: Club) -> None:
    invitation, user = Invitation.renew(club, "scorer", None), User.objects.make_silently()
    at_once(*[lambda: invitation.accept(user)] * 4)
    assert club.memberships.get(user=user).role == "scorer"


@pytest.mark.django_db(transaction=True)
def test_renewed_four_times_at_once_it_is_renewed_once(club: Club) -> None:
    seen = Invitation.renew(club, "viewer", None).pk
    done = at_once(*[lambda: Invitation.renew(club, "viewer", seen)] * 4)
    assert len({one.pk for one in done if isinstance(one, Invitation)}) == 1
    assert club.invitations.count() == 2
