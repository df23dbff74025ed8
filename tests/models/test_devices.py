"""The devices that an account is signed in on, and the codes that add another one."""

from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import CodeExpiredError, CodeUsedError, Device, DeviceCode, User
from games.models.devices import ALPHABET, FORGOTTEN, KEPT

from .play import at_once

pytestmark = pytest.mark.django_db


def _aged(code: DeviceCode, age: timedelta) -> DeviceCode:
    DeviceCode.objects.filter(pk=code.pk).update(made_at=timezone.now() - age)
    return DeviceCode.objects.get(pk=code.pk)


def test_devices_go_with_their_sessions(by: User) -> None:
    later = timezone.now() + timedelta(days=1)
    for key in ("one", "two", "other"):
        Session.objects.create(session_key=key, session_data="", expire_date=later)
        Device.objects.create(user=by, session=key)
    by.devices.exclude(session="other").sign_out()
    assert [one.session for one in by.devices.all()] == ["other"]
    assert [one.session_key for one in Session.objects.all()] == ["other"]
    assert str(by.devices.get()) == str(by.devices.get().pk)


def test_no_letter_is_taken_for_another() -> None:
    assert not set("01ILO") & set(ALPHABET)
    assert len(set(ALPHABET)) == len(ALPHABET) == 31


def test_a_form_makes_one_code(by: User) -> None:
    submission = uuid4()
    code = DeviceCode.objects.make(by, submission)
    assert DeviceCode.objects.make(by, submission) == code
    newer = DeviceCode.objects.make(by, uuid4())
    assert list(DeviceCode.objects.open()) == [newer]


def test_what_is_long_over_is_let_go(by: User) -> None:
    code = _aged(DeviceCode.objects.make(by, uuid4()), FORGOTTEN + timedelta(seconds=1))
    DeviceCode.objects.make(User.objects.make_silently(), uuid4())
    assert not DeviceCode.objects.filter(pk=code.pk).exists()


def test_a_code_is_used_once_and_soon(by: User) -> None:
    code = DeviceCode.objects.make(by, uuid4())
    assert code.use() == by
    with pytest.raises(CodeUsedError):
        code.use()
    late = _aged(DeviceCode.objects.make(by, uuid4()), KEPT)
    with pytest.raises(CodeExpiredError):
        late.use()
    replaced = DeviceCode.objects.make(by, uuid4())
    DeviceCode.objects.make(by, uuid4())
    with pytest.raises(CodeExpiredError):
        replaced.use()


@pytest.mark.django_db(transaction=True)
def test_of_eight_that_use_a_code_at_once_one_wins(by: User) -> None:
    code = DeviceCode.objects.make(by, uuid4())
    done = at_once(*[DeviceCode.objects.get(pk=code.pk).use for _device in range(8)])
    assert Counter(type(one).__name__ for one in done) == {"User": 1, "CodeUsedError": 7}


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_four_times_at_once_makes_one_code(by: User) -> None:
    submission = uuid4()
    done = at_once(*[lambda: DeviceCode.objects.make(by, submission)] * 4)
    assert len({str(code) for code in done}) == 1
    assert DeviceCode.objects.count() == 1
