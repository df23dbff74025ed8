"""Sign in, with what is on the device already, and sign out."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import hashers
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.models import Device, Game, Membership, User
from games.models.devices import KEPT
from tests.build import PASSWORD, named, played, started, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

URL, ASKS, OUT = "/account/sign-in/", "/account/sign-in/asks/", "/account/sign-out/"
HOSTILE = ("\0", "\ud800", "a" * 70_000, "\x1b[31m", "' or 1=1 --", "\u202e", "\uff19" * 81, " ")


def _fields(name: str = "Ana", password: str = PASSWORD, **more: str) -> dict[str, str]:
    return {"submission": str(uuid4()), "name": name, "password": password, **more}


def _who(client: Client) -> User | None:
    """Return whose device this is."""
    key = client.session.get("_auth_user_id")
    return None if key is None else User.objects.get(pk=key)


@pytest.fixture
def ana() -> User:
    return named("Ana")


@pytest.fixture
def phone() -> Client:
    """A phone that was never here."""
    return Client(headers={"User-Agent": "Mozilla/5.0 (Android 15) Firefox/140.0"})


@pytest.fixture
def held(phone: Client) -> Game:
    """A game that was started on the phone, by an account made silently for it."""
    user = User.objects.make_silently("Europe/Berlin")
    phone.force_login(user)
    session = str(phone.session.session_key)
    Device.objects.create(user=user, session=session)
    user.home_club().name = "Kitchen"
    game = started(user)
    played(game, user, {"meld_points": 100})
    return game


def _answered(phone: Client, do: str, ana: User) -> Any:
    """Sign in as Ana on a phone that holds something, and answer what is asked."""
    asked = phone.post(URL, _fields())
    assert (asked.status_code, asked["Location"]) == (303, ASKS)
    assert _who(phone) != ana
    page = Page(phone.get(ASKS).text)
    fields = page.forms[1].sent if do != "stay" else page.forms[0].sent
    return phone.post(ASKS, fields | {"do": do})


# ---- sign in


def test_a_page_asks_for_name_and_password(phone: Client) -> None:
    answer = phone.get(URL)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.unsafe == []
    assert set(page.form(URL).sent) == {
        "csrfmiddlewaretoken",
        "submission",
        "next",
        "name",
        "password",
    }
    assert "/account/link/" in page.links
    assert phone.head(URL).status_code == 200
    assert Session.objects.count() == 0


@pytest.mark.parametrize("typed", ["Ana", "ana", " ANA ", "aNa\u00a0"])
def test_right_name_and_password_sign_in(phone: Client, ana: User, typed: str) -> None:
    answer = phone.post(URL, _fields(typed))
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert _who(phone) == ana
    device = ana.devices.get()
    assert device.session == phone.session.session_key
    assert "Firefox" in device.agent
    assert "Signed in as Ana" in phone.get("/").text


def test_a_password_is_one_however_its_letters_are_composed(phone: Client) -> None:
    named("Zoë", "caf\u00e9 au lait")
    assert phone.post(URL, _fields("zoë", "cafe\u0301 au lait")).status_code == 303


@pytest.mark.parametrize(
    ("name", "password"), [("Ana", "wrong"), ("Ben", PASSWORD), ("", PASSWORD), ("Ana", "")]
)
def test_wrong_ones_are_refused_in_one_sentence(
    phone: Client, ana: User, name: str, password: str
) -> None:
    answer = phone.post(URL, _fields(name, password))
    assert answer.status_code == 422
    page = Page(answer.text)
    assert "Name and password do not belong together" in page.text
    assert page.form(URL).sent["name"] == name
    assert PASSWORD not in answer.text
    assert _who(phone) is None
    assert ana.devices.count() == 0


@pytest.mark.parametrize("field", ["name", "password"])
@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_input_is_refused(phone: Client, ana: User, field: str, hostile: str) -> None:
    sent = hostile.encode("utf-8", "surrogatepass")
    body = b"&".join(
        [
            f"submission={uuid4()}".encode(),
            *(
                one.encode() + b"=" + (sent if one == field else b"Ana")
                for one in ("name", "password")
            ),
        ]
    )
    answer = phone.post(URL, body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (400, 413, 422)
    assert ana.devices.count() == 0


@given(name=st.text(), password=st.text(), onward=st.text())
def test_whatever_is_typed_it_is_an_answer(name: str, password: str, onward: str) -> None:
    texts = [one.encode("utf-8", "replace").decode() for one in (name, password, onward)]
    fields = _fields(texts[0], texts[1], next=texts[2])
    assert Client().post(URL, fields).status_code in (422, 429)
    AccessAttempt.objects.all().delete()


def test_a_name_that_nobody_has_takes_as_long(
    phone: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []
    encode = hashers.MD5PasswordHasher.encode

    def count(self: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", count)
    silent = User.objects.make_silently()
    User.objects.filter(pk=silent.pk).update(name="Cy", key="cy")
    for name in ("Ana", "Nobody", "Cy"):
        hashed.clear()
        phone.post(URL, _fields(name, "wrong"))
        assert len(hashed) == 1, name
    assert ana.devices.count() == 0


@pytest.mark.parametrize(
    "onward",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "http:evil.example",
        "javascript:alert(1)",
        "///evil.example",
        "https:///evil.example",
        "/\t/evil.example",
        "evil.example",
        "\0",
        "",
    ],
)
def test_no_address_leads_to_another_site(phone: Client, ana: User, onward: str) -> None:
    shown = Page(phone.get(URL, {"next": onward}).text)
    assert shown.form(URL).sent["next"] == "/"
    answer = phone.post(URL, _fields(next=onward))
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert _who(phone) == ana


def test_an_address_of_ours_is_gone_to(phone: Client, ana: User) -> None:
    shown = Page(phone.get(URL, {"next": "/rules/?q=a b"}).text)
    answer = phone.post(URL, _fields(next=shown.form(URL).sent["next"]))
    assert answer["Location"] == "/rules/?q=a%20b"
    assert phone.get(URL, {"next": "/rules/"})["Location"] == "/rules/"
    assert ana.devices.count() == 1


def test_the_key_of_the_session_is_new(phone: Client, ana: User) -> None:
    """Whoever has planted a session in a browser has not got that of the account."""
    phone.get("/")
    planted = Session.objects.create(
        session_key="planted" * 4, session_data="", expire_date=timezone.now() + timedelta(days=1)
    )
    phone.cookies["sessionid"] = planted.session_key
    phone.post(URL, _fields())
    assert _who(phone) == ana
    assert phone.cookies["sessionid"].value != planted.session_key
    assert not Session.objects.filter(session_key=planted.session_key).exists()


def test_a_form_without_its_token_is_refused(ana: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    for url in (URL, ASKS, OUT, "/account/link/", "/account/link/typed/", "/account/delete/"):
        assert strict.post(url, _fields()).status_code == 403
    assert ana.devices.count() == 0


def test_a_form_that_is_not_whole(phone: Client, ana: User) -> None:
    for submission in ("", "x", "\0"):
        answer = phone.post(URL, _fields() | {"submission": submission})
        assert answer.status_code == 400
    assert ana.devices.count() == 0


@pytest.mark.parametrize("url", [URL, ASKS, OUT])
@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(phone: Client, url: str, method: str) -> None:
    assert getattr(phone, method)(url).status_code == 405


def test_sent_twice_it_signs_in_once(phone: Client, ana: User) -> None:
    fields, again = _fields(), Client()
    assert phone.post(URL, fields).status_code == 303
    assert again.post(URL, fields).status_code == 303
    assert again.session.session_key == phone.session.session_key
    assert (_who(again), ana.devices.count(), Session.objects.count()) == (ana, 1, 1)
    assert phone.post(URL, fields).status_code == 303
    assert _who(phone) == ana


@pytest.mark.usefixtures("ana")
def test_a_form_that_has_signed_in_somebody_else(phone: Client) -> None:
    named("Ben")
    fields = _fields()
    assert phone.post(URL, fields).status_code == 303
    other = Client()
    answer = other.post(URL, fields | {"name": "Ben"})
    assert answer.status_code == 409
    assert _who(other) is None
    assert Page(answer.text).form(URL).sent["submission"] != fields["submission"]


def test_who_is_signed_in_by_name_is_not_asked_again(phone: Client, ana: User) -> None:
    named("Ben")
    phone.post(URL, _fields())
    assert phone.get(URL).status_code == 302
    assert phone.post(URL, _fields("Ben"))["Location"] == "/"
    assert _who(phone) == ana


# ---- too many tries


def _try(client: Client, times: int, name: str = "Ana", **meta: Any) -> list[int]:
    return [client.post(URL, _fields(name, "wrong"), **meta).status_code for _time in range(times)]


def test_after_five_tries_one_has_to_wait(phone: Client, ana: User) -> None:
    assert _try(phone, 6) == [422, 422, 422, 422, 429, 429]
    answer = phone.post(URL, _fields())
    assert answer.status_code == 429
    assert answer["Retry-After"] == "900"
    assert "Try again in 15 minutes" in Page(answer.text).text
    assert _who(phone) is None
    assert phone.get(URL).status_code == 200
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=10, seconds=30))
    assert "Try again in 5 minutes" in Page(phone.post(URL, _fields()).text).text
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=15))
    assert phone.post(URL, _fields()).status_code == 303
    assert AccessAttempt.objects.count() == 0
    assert ana.devices.count() == 1


def test_a_name_that_nobody_has_is_refused_as_well(phone: Client) -> None:
    assert _try(phone, 5, "Nobody")[-1] == 429


def test_nobody_at_the_table_is_kept_out_by_another(phone: Client, ana: User) -> None:
    named("Ben")
    _try(phone, 8)
    assert phone.post(URL, _fields("Ben")).status_code == 303
    assert ana.devices.count() == 0


def test_who_signs_in_begins_to_count_anew(phone: Client, ana: User) -> None:
    _try(phone, 4)
    assert phone.post(URL, _fields()).status_code == 303
    assert _try(Client(), 4) == [422] * 4
    assert ana.devices.count() == 1


@pytest.mark.usefixtures("ana")
def test_one_name_is_not_tried_from_everywhere() -> None:
    tried = [_try(Client(), 1, REMOTE_ADDR=f"192.0.2.{one}")[0] for one in range(21)]
    assert tried == [422] * 19 + [429] * 2


def test_one_address_does_not_try_all_names(phone: Client, ana: User) -> None:
    tried = [_try(phone, 1, f"Nobody {one}")[0] for one in range(61)]
    assert tried == [422] * 59 + [429] * 2
    assert phone.post(URL, _fields()).status_code == 429
    assert phone.post(URL, _fields(), REMOTE_ADDR="192.0.2.9").status_code == 303
    assert ana.devices.count() == 1


def test_nothing_that_was_typed_is_kept_but_the_name(phone: Client) -> None:
    phone.post(URL, _fields("Nobody", "my secret word", next="/join/tok/") | {"code": "ABCD"})
    (attempt,) = AccessAttempt.objects.all()
    assert attempt.username == "nobody"
    kept = f"{attempt.post_data}{attempt.get_data}{attempt.path_info}"
    assert "secret" not in kept
    assert "ABCD" not in kept
    assert "tok" not in kept


def test_what_a_browser_says_it_is_changes_nothing(phone: Client) -> None:
    agents = ("\0", "a", "b", "c", "")
    tried = [_try(phone, 1, headers={"User-Agent": agent})[0] for agent in agents]
    assert tried == [422] * 4 + [429]
    assert AccessAttempt.objects.get().user_agent == ""


def test_no_name_is_logged(phone: Client, caplog: pytest.LogCaptureFixture) -> None:
    _try(phone, 6, "Philomena")
    assert caplog.records
    assert "philomena" not in caplog.text.lower()
    assert "127.0.0.1" not in caplog.text


def test_old_tries_are_let_go(phone: Client) -> None:
    _try(phone, 2, "Nobody")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(hours=1))
    _try(phone, 1, "Somebody")
    assert [one.username for one in AccessAttempt.objects.all()] == ["somebody"]


# ---- on a device that holds something


def test_a_device_that_holds_games_asks_first(phone: Client, held: Game, ana: User) -> None:
    held.club.name = "Kitchen"
    held.club.save()
    silent = _who(phone)
    asked = phone.post(URL, _fields())
    assert asked["Location"] == ASKS
    answer = phone.get(ASKS)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert "Kitchen 1 game" in page.text
    assert "they stand beside what Ana has already" in page.text
    assert "no device leads to them any more" in page.text
    assert page.unsafe == []
    assert [value for name, value in page.buttons if name == "do"] == ["stay", "take", "leave"]
    assert _who(phone) == silent
    assert ana.memberships.count() == 1


def test_taken_along_both_clubs_games_are_there(phone: Client, held: Game, ana: User) -> None:
    own, silent = started(ana), _who(phone)
    answer = _answered(phone, "take", ana)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert _who(phone) == ana
    assert {board.url for board in phone.get("/").context["running"]} == {
        f"/games/{own.pk}/",
        f"/games/{held.pk}/",
    }
    assert dict(ana.memberships.values_list("club", "role")) == {
        own.club_id: "owner",
        held.club_id: "owner",
    }
    assert ana.home_club() == own.club
    assert silent not in User.objects.all()
    assert {revision.by for revision in held.revisions.all()} == {ana}
    assert ana.devices.count() == Session.objects.count() == 1


def test_the_higher_role_wins(phone: Client, held: Game, ana: User) -> None:
    silent, third = _who(phone), User.objects.make_silently()
    assert silent is not None
    for club, roles in (
        (third.home_club(), ("viewer", "scorer")),
        (started(third).club, ("scorer", "viewer")),
    ):
        for user, role in zip((silent, ana), roles, strict=True):
            Membership.objects.update_or_create(user=user, club=club, defaults={"role": role})
    _answered(phone, "take", ana)
    assert ana.memberships.get(club=third.home_club()).role == "scorer"
    assert ana.memberships.get(club=held.club).role == "owner"


def test_left_behind_they_are_as_they_were(phone: Client, held: Game, ana: User) -> None:
    silent = _who(phone)
    answer = _answered(phone, "leave", ana)
    assert answer.status_code == 303
    assert _who(phone) == ana
    assert ana.memberships.count() == 1
    assert phone.get(f"/games/{held.pk}/").status_code == 404
    assert silent is not None
    assert silent.memberships.get().club == held.club
    assert silent.devices.count() == 0


def test_who_stays_stays(phone: Client, held: Game, ana: User) -> None:
    silent = _who(phone)
    answer = _answered(phone, "stay", ana)
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert _who(phone) == silent
    assert phone.get(ASKS)["Location"] == URL
    assert phone.get(f"/games/{held.pk}/").status_code == 200
    assert ana.devices.count() == 0


def test_other_devices_of_a_silent_account_keep_it(phone: Client, held: Game, ana: User) -> None:
    silent = _who(phone)
    assert silent is not None
    Device.objects.create(user=silent, session="other")
    phone.post(URL, _fields())
    assert "they stay on the other devices" in Page(phone.get(ASKS).text).text
    _answered(phone, "take", ana)
    assert ana.memberships.filter(club=held.club, role="owner").exists()
    assert silent.memberships.get().club == held.club
    assert silent.devices.get().session == "other"


def test_an_account_in_which_nothing_was_done_is_not_asked_about(phone: Client, ana: User) -> None:
    silent = User.objects.make_silently()
    club = silent.home_club()
    phone.force_login(silent)
    assert phone.post(URL, _fields())["Location"] == "/"
    assert _who(phone) == ana
    assert not User.objects.filter(pk=silent.pk).exists()
    assert not type(club).objects.filter(pk=club.pk).exists()


def test_what_one_only_looks_on_at_is_asked_about_as_well(phone: Client, ana: User) -> None:
    game = started(User.objects.make_silently())
    phone.force_login(viewer_of(game.club))
    _answered(phone, "take", ana)
    assert ana.memberships.get(club=game.club).role == "viewer"


def test_answered_twice_it_is_done_once(phone: Client, held: Game, ana: User) -> None:
    phone.post(URL, _fields())
    old = phone.cookies["sessionid"].value
    fields = Page(phone.get(ASKS).text).forms[1].sent | {"do": "take"}
    second, stranger = Client(), Client()
    second.cookies["sessionid"] = old
    second.cookies["csrftoken"] = phone.cookies["csrftoken"].value
    stranger.cookies["csrftoken"] = "a" * 32
    assert phone.post(ASKS, fields).status_code == 303
    assert stranger.post(ASKS, fields)["Location"] == URL
    assert _who(stranger) != ana
    answer = second.post(ASKS, fields)
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert second.session.session_key == phone.session.session_key
    assert (_who(second), ana.devices.count()) == (ana, 1)
    assert ana.memberships.filter(club=held.club).count() == 1


def test_the_question_waits_for_ten_minutes(
    phone: Client, held: Game, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.post(URL, _fields())
    later = timezone.now() + KEPT + timedelta(seconds=1)
    monkeypatch.setattr("games.views.signing.timezone.now", lambda: later)
    assert phone.get(ASKS)["Location"] == URL
    assert phone.post(ASKS, _fields(do="take"))["Location"] == URL
    assert _who(phone) != ana
    assert held.club.memberships.count() == 1


def test_a_password_that_was_changed_meanwhile_is_asked_for_again(
    phone: Client, held: Game, ana: User
) -> None:
    phone.post(URL, _fields())
    ana.identify("Ana", "another good one", uuid4())
    assert phone.post(ASKS, _fields(do="take"))["Location"] == URL
    assert _who(phone) != ana
    assert held.club.memberships.count() == 1


@pytest.mark.parametrize("do", ["", "x", "\0"])
def test_an_answer_that_is_none(phone: Client, held: Game, ana: User, do: str) -> None:
    phone.post(URL, _fields())
    assert phone.post(ASKS, _fields(do=do)).status_code == 400
    assert phone.post(ASKS, {"do": "take"}).status_code == 400
    assert _who(phone) != ana
    assert held.club.memberships.count() == 1


def test_nobody_is_asked_whose_password_was_not_right(phone: Client, held: Game, ana: User) -> None:
    assert phone.get(ASKS)["Location"] == URL
    assert phone.post(ASKS, _fields(do="take"))["Location"] == URL
    assert Client().get(ASKS)["Location"] == URL
    assert _who(phone) != ana
    assert held.club.memberships.count() == 1


# ---- sign out


def test_whoever_can_come_back_signs_out(phone: Client, ana: User) -> None:
    phone.post(URL, _fields())
    old = phone.cookies["sessionid"].value
    assert "until you sign in again" in Page(phone.get(OUT).text).text
    assert _who(phone) == ana
    answer = phone.post(OUT)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert _who(phone) is None
    assert (ana.devices.count(), Session.objects.filter(session_key=old).count()) == (0, 0)
    assert phone.post(OUT)["Location"] == "/account/"
    assert phone.get(OUT)["Location"] == "/account/"


def test_the_only_device_of_a_silent_account_stays_signed_in(phone: Client, held: Game) -> None:
    page = Page(phone.get(OUT).text)
    assert "Only this device holds your games" in page.text
    assert page.forms == []
    assert phone.post(OUT).status_code == 409
    assert _who(phone) is not None
    assert phone.get(f"/games/{held.pk}/").status_code == 200


def test_one_of_two_devices_of_a_silent_account_signs_out(phone: Client, held: Game) -> None:
    silent = _who(phone)
    assert silent is not None
    Device.objects.create(user=silent, session="other")
    assert "They stay on your other devices" in Page(phone.get(OUT).text).text
    assert phone.post(OUT).status_code == 303
    assert silent.devices.get().session == "other"
    assert held.club.memberships.count() == 1


def test_behind_a_proxy_each_address_counts_by_itself(phone: Client, settings: Any) -> None:
    settings.HTTPS = True
    for one in range(2):
        said = f"192.0.2.{one}, 198.51.100.{one}"
        tries = _try(phone, 5, headers={"X-Forwarded-For": said})
        assert tries[-1] == 429
    assert {one.ip_address for one in AccessAttempt.objects.all()} == {
        "198.51.100.0",
        "198.51.100.1",
    }
