"""The account: its name and password, its devices and clubs, and its end."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Club, Device, DeviceCode, Game, Membership, User
from games.models.accounts import CLEARED_AT_ONCE, marks_of
from tests.build import PASSWORD, member_of, named, played, started, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

URL, NAME, DELETE = "/account/", "/account/name/", "/account/delete/"
OTHERS, STARTS = "/account/devices/sign-out/", "/account/starts-in/"
HOSTILE = ("\0", "\x1b[31m", "\u202e\u200d", "x" * 81, "  ", "\x85")


def _fields(name: str = "Ana", password: str = PASSWORD, **more: str) -> dict[str, str]:
    return {"submission": str(uuid4()), "name": name, "password": password, **more}


def _add_device(user: User, agent: str = "") -> Client:
    """Sign in on another device, as the pages do it."""
    client = Client()
    client.force_login(user)
    Device.objects.create(user=user, session=str(client.session.session_key), agent=agent)
    return client


def _is_in(client: Client) -> bool:
    return bool(client.get(URL).context.get("account"))


@pytest.fixture
def ana(client: Client) -> User:
    """An account with a name, which the client is signed in with."""
    user = named("Ana")
    client.force_login(user)
    return user


# ---- the page


def test_a_visitor_reads_what_an_account_is_for(client: Client) -> None:
    answer = client.get(URL)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert "Nobody needs one to play" in page.text
    assert {"/account/sign-in/", "/account/link/", "/games/new/"} <= set(page.links)
    assert (page.forms, page.unsafe) == ([], [])
    assert (User.objects.count(), Session.objects.count()) == (0, 0)
    assert "/account/" in Page(client.get("/").text).links


def test_a_silent_account_is_told_to_take_a_name(client: Client, account: User) -> None:
    page = Page(client.get(URL).text)
    assert "Give a name and a password, and you can sign in anywhere" in page.text
    assert {NAME, "/account/sign-in/", "/account/link/", DELETE} <= set(page.links)
    assert f"/clubs/{account.home_club().pk}/members/" in page.links
    assert "this device" in page.text
    assert page.unsafe == []


def test_devices_are_listed_in_words(client: Client, ana: User) -> None:
    Device.objects.create(
        user=ana,
        session=str(client.session.session_key),
        agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1",
    )
    _add_device(ana, "Mozilla/5.0 (Windows NT 10.0) Chrome/130 Safari/537.36 Edg/130.0")
    Device.objects.exclude(agent__contains="iPhone").update(
        made_at=timezone.now() - timedelta(days=40), seen_at=timezone.now() + timedelta(days=1)
    )
    rows = client.get(URL).context["devices"]
    assert [(row.words, row.is_this) for row in rows] == [
        ("Safari on iPhone", True),
        ("Edge on Windows", False),
    ]


def test_devices_are_told_apart_by_when_they_came(client: Client, ana: User) -> None:
    Club.objects.filter(memberships__user=ana).update(time_zone="Europe/Zurich")
    _add_device(ana)
    Device.objects.update(
        made_at=datetime(2026, 1, 2, 11, 5, tzinfo=UTC),
        seen_at=datetime(2026, 1, 3, 17, 9, tzinfo=UTC),
    )
    text = Page(client.get(URL).text).text
    assert "signed in Jan. 2, 2026, 12:05 p.m. · last seen Jan. 3, 2026, 6:09 p.m." in text


def test_a_device_that_nobody_has_listed_is_listed(client: Client, ana: User) -> None:
    (row,) = client.get(URL, headers={"User-Agent": "Firefox/1 Linux"}).context["devices"]
    assert (row.words, row.is_this) == ("Firefox on Linux", True)
    assert ana.devices.count() == 0


def test_the_queries_do_not_grow(client: Client, ana: User) -> None:
    counts = []
    for _time in range(2):
        for _more in range(3):
            _add_device(ana)
            club = Club.objects.create(name="More")
            Membership.objects.create(user=ana, club=club, role="scorer")
        client.get(URL)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(URL).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("url", [URL, NAME, DELETE, OTHERS, STARTS])
@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, ana: User, url: str, method: str) -> None:
    assert getattr(client, method)(url).status_code == 405
    assert ana.name == "Ana"


@pytest.mark.parametrize("url", [OTHERS, STARTS, f"/account/devices/{UUID(int=7)}/sign-out/"])
def test_what_only_writes_is_no_page(client: Client, ana: User, url: str) -> None:
    assert client.get(url).status_code == 405
    assert Client().post(url).status_code == 404
    assert ana.devices.count() == 0


# ---- name and password


def test_a_silent_account_takes_a_name_and_a_password(client: Client, account: User) -> None:
    game = started(account)
    other = _add_device(account)
    page = Page(client.get(NAME).text)
    assert page.unsafe == []
    answer = client.post(
        NAME, page.form(NAME).sent | {"name": " Ana  Maria ", "password": PASSWORD}
    )
    assert (answer.status_code, answer["Location"]) == (303, URL)
    assert "Name and password saved" in client.get(URL).text
    account.refresh_from_db()
    assert (account.name, account.key) == ("Ana Maria", "ana maria")
    assert account.check_password(PASSWORD)
    assert _is_in(other)
    phone = Client()
    phone.post("/account/sign-in/", _fields("ana maria"))
    assert phone.get(f"/games/{game.pk}/").status_code == 200


@pytest.mark.parametrize("taken", ["Ben", "ben", "BEN", " be\u006e "])
def test_a_name_is_one_accounts_own(client: Client, account: User, taken: str) -> None:
    named("Ben")
    answer = client.post(NAME, _fields(taken))
    assert answer.status_code == 422
    assert "Somebody else has this name" in Page(answer.text).text
    account.refresh_from_db()
    assert (account.name, account.has_usable_password()) == ("", False)


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "at least 8"),
        ("short", "at least 8"),
        ("password1", "Many people use"),
        ("8675309017", "Digits alone"),
        ("Anastasia1", "too much like the name"),
        ("x" * 1_001, "at most 1000"),
    ],
)
def test_a_password_that_is_soon_guessed(
    client: Client, account: User, password: str, why: str
) -> None:
    answer = client.post(NAME, _fields("Anastasia", password))
    assert answer.status_code == 422
    assert why in Page(answer.text).text
    if password:
        assert password not in answer.text
    account.refresh_from_db()
    assert account.is_silent


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_is_none(client: Client, account: User, name: str) -> None:
    answer = client.post(NAME, _fields(name))
    assert answer.status_code == 422
    assert "\0" not in answer.text
    account.refresh_from_db()
    assert account.is_silent


def test_the_longest_name_fits(client: Client, account: User) -> None:
    assert client.post(NAME, _fields("\u0390" * 80)).status_code == 303
    account.refresh_from_db()
    assert len(account.key or "") == 240


def test_a_form_that_is_not_whole(client: Client, account: User) -> None:
    assert client.post(NAME, _fields() | {"submission": "x"}).status_code == 400
    account.refresh_from_db()
    assert account.is_silent
    assert Client().get(NAME).status_code == 404
    assert Client().post(NAME, _fields()).status_code == 404


def test_the_password_is_changed_with_the_present_one(client: Client, ana: User) -> None:
    other = _add_device(ana)
    wrong = client.post(NAME, _fields("Ana", "a new good one", present="wrong"))
    assert wrong.status_code == 422
    assert "This is not the present password" in Page(wrong.text).text
    assert client.post(NAME, _fields("Ana", "a new good one")).status_code == 422
    right = _fields("Ana", "a new good one", present=PASSWORD)
    assert client.post(NAME, right).status_code == 303
    ana.refresh_from_db()
    assert ana.check_password("a new good one")
    assert _is_in(client)
    assert _is_in(other)


def test_a_new_password_signs_out_the_others_where_it_is_ticked(client: Client, ana: User) -> None:
    other = _add_device(ana)
    ticked = _fields("Ana", "a new good one", present=PASSWORD, others="1")
    assert client.post(NAME, ticked).status_code == 303
    assert _is_in(client)
    assert not _is_in(other)


def test_a_name_is_changed_and_the_password_stays(client: Client, ana: User) -> None:
    other = _add_device(ana)
    assert client.post(NAME, _fields("Anna", "", present=PASSWORD, others="1")).status_code == 303
    ana.refresh_from_db()
    assert (ana.name, ana.check_password(PASSWORD)) == ("Anna", True)
    assert _is_in(other)


def test_the_present_password_is_not_guessed_without_end(client: Client, ana: User) -> None:
    tried = [
        client.post(NAME, _fields("Ana", "a new good one", present=f"wrong {one}")).status_code
        for one in range(6)
    ]
    assert tried == [422] * 4 + [429] * 2
    assert client.post(NAME, _fields("Ana", "a new one 2", present=PASSWORD)).status_code == 429
    assert (
        client.post(DELETE, {"password": PASSWORD, "seen": marks_of(ana.fates())}).status_code
        == 429
    )
    assert User.objects.filter(pk=ana.pk).exists()


def test_sent_twice_it_is_named_once(client: Client, account: User) -> None:
    fields = _fields()
    assert client.post(NAME, fields).status_code == 303
    assert client.post(NAME, fields)["Location"] == URL
    changed = _fields("Ana", "a new good one", present=PASSWORD)
    assert client.post(NAME, changed).status_code == 303
    assert client.post(NAME, changed)["Location"] == URL
    assert client.post(NAME, changed | {"submission": str(uuid4())}).status_code == 422
    account.refresh_from_db()
    assert account.check_password("a new good one")


# ---- devices


def test_each_device_is_signed_out_by_itself(client: Client, ana: User) -> None:
    one, two = _add_device(ana), _add_device(ana)
    device = ana.devices.get(session=one.session.session_key)
    for _time in range(2):
        answer = client.post(f"/account/devices/{device.pk}/sign-out/")
        assert (answer.status_code, answer["Location"]) == (303, URL)
    assert not _is_in(one)
    assert _is_in(two)
    assert _is_in(client)


def test_all_others_are_signed_out(client: Client, ana: User) -> None:
    others, stranger = [_add_device(ana) for _device in range(3)], _add_device(named("Ben"))
    for _time in range(2):
        assert client.post(OTHERS).status_code == 303
    assert [_is_in(one) for one in others] == [False] * 3
    assert _is_in(client)
    assert _is_in(stranger)


def test_an_open_code_lets_no_device_in_again(client: Client, ana: User) -> None:
    for url in (OTHERS, f"/account/devices/{UUID(int=7)}/sign-out/"):
        code = DeviceCode.objects.make(ana, uuid4())
        client.post(url)
        assert Client().get(f"/account/link/{code.token}/").status_code == 409


def test_what_is_secret_is_not_kept_by_the_browser(client: Client, account: User) -> None:
    code = DeviceCode.objects.make(account, uuid4())
    invite = f"/clubs/{account.home_club().pk}/members/invite/viewer/"
    for url in (URL, "/account/link/", f"/account/link/{code.token}/", invite):
        assert "no-store" in client.get(url)["Cache-Control"]


def test_nobody_signs_out_the_devices_of_others(client: Client, ana: User) -> None:
    ben = named("Ben")
    other = _add_device(ben)
    client.post(f"/account/devices/{ben.devices.get().pk}/sign-out/")
    assert _is_in(other)
    assert ana.devices.count() == 0


def test_a_visit_is_seen(client: Client, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = _add_device(ana)
    long_ago = timezone.now() - timedelta(days=3)
    Device.objects.update(seen_at=long_ago)
    phone.get(URL)
    assert ana.devices.get().seen_at == long_ago
    day = timezone.now().timestamp() + 25 * 60 * 60
    monkeypatch.setattr("games.middleware.now", lambda: day)
    phone.get(URL)
    assert ana.devices.get().seen_at > long_ago
    assert client.get(URL).status_code == 200


# ---- where games start


def test_games_start_where_one_has_chosen(client: Client, account: User) -> None:
    own, joined = account.home_club(), Club.objects.create(name="Friday cards")
    assert "starts-in" not in client.get(URL).text
    Membership.objects.create(user=account, club=joined, role="scorer")
    page = Page(client.get(URL).text)
    assert STARTS in [form.action for form in page.forms]
    for _time in range(2):
        answer = client.post(STARTS, {"club": str(joined.pk)})
        assert (answer.status_code, answer["Location"]) == (303, URL)
    assert "Your games start in Friday cards" in client.get(URL).text
    fresh = User.objects.get(pk=account.pk)
    assert fresh.home_club() == joined
    account.memberships.filter(club=joined).update(role="viewer")
    assert fresh.home_club() == own
    account.memberships.filter(club=joined).update(role="scorer")
    joined.delete()
    assert User.objects.get(pk=account.pk).home_club() == own


@pytest.mark.parametrize("club", ["", "x", "\0", str(UUID(int=7))])
def test_games_start_in_no_club_of_others(client: Client, account: User, club: str) -> None:
    looked_at = Club.objects.create()
    Membership.objects.create(user=account, club=looked_at, role="viewer")
    for told in (club, str(looked_at.pk), str(named("Ben").home_club().pk)):
        assert client.post(STARTS, {"club": told}).status_code == 404
    assert User.objects.get(pk=account.pk).starts_in is None


def test_who_only_looks_on_elsewhere_starts_games_at_home(client: Client, account: User) -> None:
    game = started(named("Ben"))
    Membership.objects.create(user=account, club=game.club, role="viewer")
    own = started(account)
    assert own.club != game.club
    assert len(client.get("/").context["running"]) == 2
    assert client.get("/games/new/bain/").status_code == 200


# ---- its end


def _seen(client: Client) -> dict[str, str]:
    return Page(client.get(DELETE).text).form(DELETE).sent


def test_a_page_says_what_goes_with_the_account(client: Client, ana: User) -> None:
    own = started(ana).club
    own.name = "Kitchen"
    own.save()
    heirless = Club.objects.create(name="Friday")
    Membership.objects.create(user=ana, club=heirless, role="owner")
    member_of(heirless, "viewer")
    member_of(heirless, "scorer", "Celia")
    shared = named("Ben").home_club()
    Club.objects.filter(pk=shared.pk).update(name="Sunday")
    Membership.objects.create(user=ana, club=shared, role="scorer")
    page = Page(client.get(DELETE).text)
    assert "Kitchen Nobody else is in it: it is deleted too, with its 1 game." in page.text
    assert "Friday It stays for its other members, and Celia becomes its owner." in page.text
    assert "Sunday It stays for its other members." in page.text
    assert page.unsafe == []


def test_the_account_is_deleted_with_what_only_it_had(client: Client, ana: User) -> None:
    game, other = started(ana), _add_device(ana)
    played(game, ana)
    link = game.links.get()
    kept = started(named("Ben"))
    Membership.objects.create(user=ana, club=kept.club, role="scorer")
    played(kept, ana)
    club = Club.objects.create(name="Friday")
    Membership.objects.create(user=ana, club=club, role="owner")
    viewer_of(club)
    heir = member_of(club, "scorer")
    answer = client.post(DELETE, _seen(client) | {"password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert "The account is deleted" in client.get("/").text
    assert not User.objects.filter(pk=ana.pk).exists()
    assert not Game.objects.filter(pk=game.pk).exists()
    assert not Club.objects.filter(pk=game.club_id).exists()
    assert not _is_in(other)
    assert Client().get(f"/watch/{link.token}/").status_code == 404
    assert kept.rounds.count() == 1
    assert club.memberships.get(role="owner").user == heir
    assert client.post(DELETE, {})["Location"] == URL
    assert client.get(DELETE)["Location"] == URL


def test_nobody_waits_for_a_large_club(client: Client, account: User) -> None:
    games = [started(account) for _game in range(CLEARED_AT_ONCE + 1)]
    token = games[0].links.get().token
    assert client.post(DELETE, _seen(client)).status_code == 303
    assert Client().get(f"/watch/{token}/").status_code == 404
    club = Club.objects.get(pk=games[0].club_id)
    assert club.closed_at is not None
    assert club.memberships.count() == 0


@pytest.mark.parametrize("typed", ["", "wrong", "\0", "x" * 2_000])
def test_who_has_a_password_is_asked_for_it(client: Client, ana: User, typed: str) -> None:
    answer = client.post(DELETE, _seen(client) | {"password": typed})
    assert answer.status_code == 422
    assert "Nothing was deleted" in Page(answer.text).text
    assert User.objects.filter(pk=ana.pk).exists()


@pytest.mark.parametrize("seen", ["", "x", "\0"])
def test_what_has_changed_meanwhile_is_looked_at_again(
    client: Client, account: User, seen: str
) -> None:
    started(account)
    fields = _seen(client)
    member_of(account.home_club(), "viewer")
    for sent in (fields, {"seen": seen}):
        answer = client.post(DELETE, sent)
        assert answer.status_code == 409
        assert "Something has changed meanwhile" in Page(answer.text).text
    assert User.objects.filter(pk=account.pk).exists()
