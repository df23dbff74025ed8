"""The command that removes what nobody can use any more."""

import io
from datetime import timedelta
from uuid import uuid4

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.models import Club, Device, DeviceCode, Game, Season, User
from games.models.accounts import marks_of
from tests.build import played, started

pytestmark = pytest.mark.django_db


def _clear(verbosity: int = 1) -> str:
    printed = io.StringIO()
    call_command("clear_expired", stdout=printed, verbosity=verbosity)
    return printed.getvalue()


def test_what_can_be_used_stays() -> None:
    user = User.objects.make_silently()
    game = started(user)
    later = timezone.now() + timedelta(days=1)
    Session.objects.create(session_key="here", session_data="", expire_date=later)
    Device.objects.create(user=user, session="here")
    DeviceCode.objects.make(user, uuid4())
    AccessAttempt.objects.create(username="ana", failures_since_start=1)
    assert _clear() == "0 devices, 0 codes, 0 tries, 0 accounts, 0 clubs\n"
    assert (Session.objects.count(), Device.objects.count(), DeviceCode.objects.count()) == (
        1,
        1,
        1,
    )
    assert AccessAttempt.objects.count() == 1
    assert Game.objects.get() == game


def test_what_has_run_out_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    user, before = User.objects.make_silently(), timezone.now() - timedelta(days=2)
    Session.objects.create(session_key="gone", session_data="", expire_date=before)
    Device.objects.create(user=user, session="gone")
    Device.objects.create(user=user, session="nowhere")
    DeviceCode.objects.make(user, uuid4())
    DeviceCode.objects.update(made_at=before)
    AccessAttempt.objects.create(username="ana", failures_since_start=1)
    AccessAttempt.objects.update(attempt_time=before)
    other = User.objects.make_silently()
    for _game in range(2):
        played(started(other), other)
    monkeypatch.setattr("games.models.accounts.CLEARED_AT_ONCE", 1)
    other.discard(marks_of(other.fates()))
    assert (Club.objects.count(), Game.objects.count()) == (2, 2)
    assert _clear() == "2 devices, 1 codes, 1 tries, 0 accounts, 1 clubs\n"
    assert (Club.objects.get(), Game.objects.count()) == (user.home_club(), 0)
    assert Season.objects.exclude(club=user.home_club()).count() == 0
    assert (Session.objects.count(), AccessAttempt.objects.count()) == (0, 0)


def test_it_can_be_silent() -> None:
    assert _clear(verbosity=0) == ""


def test_an_account_that_was_left_behind_goes_after_a_month() -> None:
    left, friend = User.objects.make_silently(), User.objects.make_silently()
    friend.identify("Ana", "a very good one", uuid4())
    own, shared = left.home_club(), Club.objects.create(name="Friday")
    started(left)
    shared.take_in(left, "owner")
    shared.take_in(friend, "viewer")
    left.leave_behind()
    assert "0 accounts" in _clear()
    month = timezone.now() - timedelta(days=29)
    User.objects.exclude(unreachable_since=None).update(unreachable_since=month)
    assert "0 accounts" in _clear()
    User.objects.exclude(unreachable_since=None).update(unreachable_since=month - timedelta(days=2))
    assert "1 accounts" in _clear()
    assert not User.objects.filter(pk=left.pk).exists()
    assert not Club.objects.filter(pk=own.pk).exists()
    assert friend.memberships.get(club=shared).role == "owner"
    assert "0 accounts" in _clear()


def test_an_account_whose_cookie_ran_out_is_kept() -> None:
    user = User.objects.make_silently()
    started(user)
    assert "0 accounts" in _clear()
    user.refresh_from_db()
    assert user.unreachable_since is None


@pytest.mark.parametrize("way", ["device", "session"])
def test_an_account_to_which_there_is_a_way_stays(way: str, client: Client) -> None:
    user = User.objects.make_silently()
    _clear()
    User.objects.update(unreachable_since=timezone.now() - timedelta(days=90))
    client.force_login(user)
    if way == "device":
        Device.objects.create(user=user, session=str(client.session.session_key))
    assert "0 accounts" in _clear()
    user.refresh_from_db()
    assert user.unreachable_since is None
