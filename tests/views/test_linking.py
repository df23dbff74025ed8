"""One's own second device: a one-time code, as a QR code or typed."""

from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.models import Device, DeviceCode, Game, Membership, User
from games.models.devices import KEPT, as_typed
from tests.build import PASSWORD, named, started
from tests.models.play import at_once
from tests.pages import Page

pytestmark = pytest.mark.django_db

URL, TYPED = "/account/link/", "/account/link/typed/"
NOWHERE = ["x", "%00", "%ED%A0%80", "é", "x" * 5000, "..", "'%20or%201=1", "typed"]


def _who(client: Client) -> User | None:
    key = client.session.get("_auth_user_id")
    return None if key is None else User.objects.get(pk=key)


def _made(user: User, age: timedelta = timedelta()) -> DeviceCode:
    code = DeviceCode.objects.make(user, uuid4())
    DeviceCode.objects.filter(pk=code.pk).update(made_at=timezone.now() - age)
    return code


def _here(code: DeviceCode) -> str:
    return f"{URL}{code.token}/"


def _kept() -> list[Any]:
    """Return all that a page might have written."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (User, Device, DeviceCode, Membership, Session)
    ]


@pytest.fixture
def ana(client: Client) -> User:
    """An account with a name, on the client, which makes codes."""
    user = named("Ana")
    client.force_login(user)
    return user


@pytest.fixture
def phone() -> Client:
    """A phone that was never here."""
    return Client()


@pytest.fixture
def held(phone: Client) -> Game:
    """A game that was started on the phone, by an account made silently for it."""
    user = User.objects.make_silently()
    phone.force_login(user)
    Device.objects.create(user=user, session=str(phone.session.session_key))
    return started(user)


# ---- making a code


def test_a_code_is_made_and_shown(client: Client, ana: User) -> None:
    page = Page(client.get(URL).text)
    assert DeviceCode.objects.count() == 0
    fields = page.form(URL).sent
    for _time in range(2):
        answer = client.post(URL, fields)
        assert (answer.status_code, answer["Location"]) == (303, URL)
    code = DeviceCode.objects.get()
    shown = client.get(URL)
    page = Page(shown.text)
    assert code.typed_in_halves in page.text
    assert "within 10 minutes" in page.text
    assert "http://testserver/account/link/" in page.text
    assert shown.context["url"].endswith(_here(code))
    assert 'class="qr"' in shown.text
    assert page.unsafe == []
    assert code.user == ana


def test_codes_cannot_be_guessed() -> None:
    code = _made(User.objects.make_silently())
    assert len(code.token) == 22  # of 6 bits each: 128
    assert len(code.typed) == 8
    assert as_typed(code.typed) == code.typed
    assert str(code) == str(code.pk)


def test_only_the_last_code_is_good(client: Client, ana: User, phone: Client) -> None:
    first, second = _made(ana), _made(ana)
    page = Page(client.get(URL).text)
    assert second.typed_in_halves in page.text
    assert first.typed_in_halves not in page.text
    answer = phone.get(_here(first))
    assert answer.status_code == 409
    assert "another one was made since" in Page(answer.text).text
    assert phone.get(_here(second)).status_code == 200


def test_a_code_is_shown_to_its_own_account_only(client: Client, ana: User, phone: Client) -> None:
    code = _made(ana)
    for other in (phone, _signed_in(named("Ben"))):
        shown = other.get(URL)
        assert code.token not in shown.text
        assert code.typed_in_halves not in shown.text
    assert code.token not in client.get("/").text


def _signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_visitors_make_no_code(phone: Client) -> None:
    assert phone.post(URL, {"submission": str(uuid4())}).status_code == 400
    page = Page(phone.get(URL).text)
    assert "On the device that holds your games" in page.text
    assert [form.action for form in page.forms] == [TYPED]
    assert (DeviceCode.objects.count(), Session.objects.count()) == (0, 0)


@pytest.mark.parametrize("submission", ["", "x", "\0"])
def test_a_form_that_is_not_whole(
    client: Client, ana: User, phone: Client, submission: str
) -> None:
    assert client.post(URL, {"submission": submission}).status_code == 400
    assert ana.device_codes.count() == 0
    assert phone.post(_here(_made(ana)), {"submission": submission}).status_code == 400
    assert _who(phone) is None


# ---- by its address


def test_looking_at_the_address_writes_nothing(ana: User, phone: Client) -> None:
    code = _made(ana)
    before = _kept()
    answer = phone.get(_here(code))
    assert answer.status_code == 200
    assert phone.head(_here(code)).status_code == 200
    assert _kept() == before
    page = Page(answer.text)
    assert "all games of Ana" in page.text
    assert len(page.forms) == 1
    assert page.unsafe == []
    assert dict(answer.cookies).keys() <= {"csrftoken"}


def test_the_button_adds_the_device(ana: User, phone: Client) -> None:
    game = started(ana)
    code = _made(ana)
    answer = phone.post(_here(code), {"submission": str(uuid4())})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert _who(phone) == ana
    assert "This device is added" in phone.get("/").text
    assert phone.get(f"/games/{game.pk}/").status_code == 200
    assert ana.devices.get().session == phone.session.session_key
    assert User.objects.count() == 1


def test_a_code_adds_one_device(client: Client, ana: User, phone: Client) -> None:
    code = _made(ana)
    assert phone.post(_here(code), {"submission": str(uuid4())}).status_code == 303
    second = Client()
    for answer in (second.get(_here(code)), second.post(_here(code), {"submission": str(uuid4())})):
        assert answer.status_code == 409
        page = Page(answer.text)
        assert "It has added a device already" in page.text
        assert "Make a new one" in page.text
    assert _who(second) is None
    assert "If it was not you" in client.get(_here(code)).text
    assert code.typed_in_halves not in client.get(URL).text


def test_sent_twice_it_adds_one_device(ana: User, phone: Client) -> None:
    code, fields, again = _made(ana), {"submission": str(uuid4())}, Client()
    assert phone.post(_here(code), fields).status_code == 303
    assert again.post(_here(code), fields)["Location"] == "/"
    assert again.session.session_key == phone.session.session_key
    assert (_who(again), ana.devices.count()) == (ana, 1)


def test_after_ten_minutes_it_is_over(ana: User, phone: Client) -> None:
    code = _made(ana, KEPT - timedelta(seconds=5))
    assert phone.get(_here(code)).status_code == 200
    code = _made(ana, KEPT)
    for answer in (phone.get(_here(code)), phone.post(_here(code), {"submission": str(uuid4())})):
        assert answer.status_code == 409
        assert "It was good for ten minutes" in Page(answer.text).text
    assert _who(phone) is None


@pytest.mark.parametrize("token", NOWHERE)
def test_addresses_that_lead_nowhere(phone: Client, ana: User, token: str) -> None:
    _made(ana)
    url = f"{URL}{token}/"
    assert phone.post(url, {"submission": str(uuid4())}).status_code in (404, 422)
    assert phone.get(url).status_code in (404, 405)
    assert _who(phone) is None


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, ana: User, method: str) -> None:
    for url in (URL, TYPED, _here(_made(ana))):
        assert getattr(client, method)(url).status_code == 405
    assert client.get(TYPED).status_code == 405


def test_a_device_of_the_account_needs_no_code(client: Client, ana: User) -> None:
    code = _made(ana)
    assert "belongs to the account already" in Page(client.get(_here(code)).text).text
    assert client.post(_here(code), {"submission": str(uuid4())}).status_code == 409
    code.refresh_from_db()
    assert code.used_at is None


def test_an_account_with_a_name_is_not_replaced(ana: User) -> None:
    ben = named("Ben")
    other, code = _signed_in(ben), _made(ana)
    assert "Sign out there first" in Page(other.get(_here(code)).text).text
    for do in ("", "take", "leave"):
        sent = {"submission": str(uuid4()), "do": do}
        assert other.post(_here(code), sent).status_code == 409
    assert _who(other) == ben
    code.refresh_from_db()
    assert code.used_at is None


def test_the_key_of_the_session_is_new(ana: User, phone: Client) -> None:
    phone.cookies["sessionid"] = "planted" * 4
    phone.post(_here(_made(ana)), {"submission": str(uuid4())})
    assert phone.cookies["sessionid"].value != "planted" * 4
    assert _who(phone) == ana


# ---- on a device that holds something


def test_a_device_that_holds_games_is_asked(ana: User, phone: Client, held: Game) -> None:
    silent, code = _who(phone), _made(ana)
    page = Page(phone.get(_here(code)).text)
    assert "1 game" in page.text
    assert [value for name, value in page.buttons if name == "do"] == ["take", "leave"]
    assert phone.post(_here(code), {"submission": str(uuid4())}).status_code == 422
    assert _who(phone) == silent
    answer = phone.post(_here(code), {"submission": str(uuid4()), "do": "take"})
    assert answer.status_code == 303
    assert _who(phone) == ana
    assert ana.memberships.get(club=held.club).role == "owner"
    assert ana.memberships.count() == 2


def test_what_is_left_behind_stays_as_it_was(ana: User, phone: Client, held: Game) -> None:
    answer = phone.post(_here(_made(ana)), {"submission": str(uuid4()), "do": "leave"})
    assert answer.status_code == 303
    assert _who(phone) == ana
    assert ana.memberships.count() == 1
    assert held.club.memberships.count() == 1


def test_two_silent_accounts_become_one(phone: Client, held: Game) -> None:
    first = User.objects.make_silently()
    answer = phone.post(_here(_made(first)), {"submission": str(uuid4()), "do": "take"})
    assert answer.status_code == 303
    assert _who(phone) == first
    assert first.memberships.filter(club=held.club).exists()
    assert User.objects.count() == 1


# ---- typed


@pytest.mark.parametrize(
    "how", [str, str.lower, "-".join, " ".join, lambda code: f" {code[:4]} \u2013 {code[4:]} "]
)
def test_a_code_is_typed_in_any_way(ana: User, phone: Client, how: Any) -> None:
    code = _made(ana)
    answer = phone.post(TYPED, {"code": how(code.typed)})
    assert (answer.status_code, answer["Location"]) == (303, _here(code))
    code.refresh_from_db()
    assert code.used_at is None


def test_a_code_that_is_over_or_was_never_made(ana: User, phone: Client) -> None:
    old, used = _made(ana, KEPT), _made(named("Ben"))
    Client().post(_here(used), {"submission": str(uuid4())})
    for typed in (old.typed, used.typed, "ABCDEFGH", "", "\0", "x" * 9_000, "\ud800", "\uff10" * 8):
        sent = f"code={typed}".encode("utf-8", "surrogatepass")
        answer = phone.post(TYPED, sent, content_type="application/x-www-form-urlencoded")
        assert answer.status_code in (422, 429)
    assert _who(phone) is None


def test_codes_are_not_guessed_without_end(ana: User, phone: Client) -> None:
    code = _made(ana)
    tried = [phone.post(TYPED, {"code": "ABCDEFGH"}).status_code for _time in range(21)]
    assert tried == [422] * 19 + [429] * 2
    assert phone.post(TYPED, {"code": code.typed}).status_code == 429
    assert (
        phone.post(
            "/account/sign-in/", {"submission": str(uuid4()), "name": "Ana", "password": PASSWORD}
        ).status_code
        == 303
    )
    assert Client().post(TYPED, {"code": code.typed}, REMOTE_ADDR="192.0.2.9").status_code == 303


@given(text=st.text())
def test_whatever_is_typed_is_a_code_or_none(text: str) -> None:
    assert as_typed(text) == "" or len(as_typed(text)) == 8


# ---- at once


@pytest.mark.django_db(transaction=True)
def test_of_four_devices_that_use_a_code_at_once_one_wins(ana: User) -> None:
    code = _made(ana)
    phones = [Client() for _phone in range(4)]

    def add(phone: Client) -> int:
        return phone.post(_here(code), {"submission": str(uuid4())}).status_code

    done = at_once(*[lambda phone=phone: add(phone) for phone in phones])
    assert Counter(done) == {303: 1, 409: 3}
    assert sorted(str(_who(phone)) for phone in phones) == sorted(["None"] * 3 + [str(ana.pk)])
    assert ana.devices.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_form_four_times_at_once_adds_one_device(ana: User) -> None:
    code, fields = _made(ana), {"submission": str(uuid4())}
    phones = [Client() for _phone in range(4)]
    done = at_once(
        *[lambda phone=phone: phone.post(_here(code), fields).status_code for phone in phones]
    )
    assert set(done) <= {303, 409}
    assert 303 in done
    assert ana.devices.count() == 1
