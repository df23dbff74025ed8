"""Bringing games in from files: choosing them, looking at them, importing them."""

import base64
import json
import zlib
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import importing
from games.models import Club, Device, Game, Upload, User
from games.views import imports
from tests.build import viewer_of
from tests.documents import CASES, EAST, EXAMPLE, NORTH, TWO, file, played, raw
from tests.gamefile.reading import ended
from tests.models import play
from tests.pages import Page

pytestmark = pytest.mark.django_db

URL = "/games/import/"
NAMED = {**EXAMPLE, "id": "friday-1"}
OTHER = {**NAMED, "name": "Saturday"}
WRONG = played(entries={NORTH: {"red_threes": 9}, EAST: {"books": 1}})


def sent(*documents: object) -> list[SimpleUploadedFile]:
    """Return files as a browser sends them, with the names 0.json, 1.json and so on."""
    return [
        SimpleUploadedFile(f"{number}.json", one if isinstance(one, bytes) else raw(one))
        for number, one in enumerate(documents)
    ]


def choose(client: Client, *documents: object) -> Any:
    return client.post(URL, {"files": sent(*documents)})


def looked_at(client: Client, *documents: object) -> str:
    """Choose files that can be imported, and return the address where they are looked at."""
    answer = choose(client, *documents)
    assert answer.status_code == 303, Page(answer.text).text
    assert answer.url.startswith(URL)
    return str(answer.url)


def form_of(client: Client, url: str) -> dict[str, str]:
    answer = client.get(url)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.unsafe == []
    (form,) = page.forms
    assert (form.action or url, form.method) == (url, "post")
    return form.sent


def press(client: Client, url: str, **changes: str) -> Any:
    """Press Import on the page as it stands, with these changes."""
    return client.post(url, form_of(client, url) | changes)


def where(answer: Any) -> str:
    """Return the page to which an answer leads."""
    assert answer.status_code == 303
    return str(answer["Location"])


def stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (User, Club, Game, Upload, Session))


def notes(answer: Any) -> str:
    return " ".join(str(message) for message in answer.context["messages"])


# ---- choosing


def test_the_page_writes_nothing(client: Client) -> None:
    before = stored()
    answer = client.get(URL)
    assert answer.status_code == 200
    page = Page(answer.text)
    (form,) = page.forms
    assert (form.action, form.method) == (URL, "post")
    assert 'enctype="multipart/form-data"' in answer.text
    assert page.unsafe == []
    assert stored() == before


def test_home_leads_there(client: Client, account: User) -> None:
    assert URL in Page(client.get("/").text).links
    client.force_login(viewer_of(account.home_club()))
    assert URL not in Page(client.get("/").text).links


def test_looking_keeps_the_files_and_no_game(client: Client, account: User) -> None:
    url = looked_at(client, EXAMPLE, played("banakil"))
    assert not Game.objects.exists()
    upload = Upload.objects.get()
    assert url == f"{URL}{upload.pk}/"
    assert upload.by == account
    text = Page(client.get(url).text).text
    for words in ("0.json", "Friday cards", "Bain", NORTH, "4,495", "1.json", "Banakil"):
        assert words in text


def test_whoever_looks_on_may_not(client: Client, account: User) -> None:
    url = looked_at(client, EXAMPLE)
    client.force_login(viewer_of(account.home_club()))
    assert client.get(URL).status_code == 403
    assert choose(client, EXAMPLE).status_code == 403
    assert client.get(url).status_code == 403
    assert client.post(url).status_code == 403
    assert not Game.objects.exists()


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods(client: Client, account: User, method: str) -> None:
    for url in (URL, looked_at(client, EXAMPLE)):
        assert getattr(client, method)(url).status_code == 405
    assert account.home_club().games.count() == 0


def test_no_file_was_chosen(client: Client) -> None:
    for data in ({}, {"files": ""}, {"files": "text"}, {"other": sent(EXAMPLE)}):
        answer = client.post(URL, data)
        assert answer.status_code == 422
        assert "Choose one file or several" in answer.text
    assert not Upload.objects.exists()


# ---- what is wrong with a file


def test_errors_stand_with_their_file_and_place(client: Client) -> None:
    answer = choose(client, EXAMPLE, WRONG, b"no game")
    assert answer.status_code == 422
    text = Page(answer.text).text
    assert "Friday cards" in text
    assert "Round 1, East-West, books “books” is not a field of this game." in text
    assert "The file is not JSON" in text
    assert not Upload.objects.exists()
    assert "Choose again" in text
    assert Page(answer.text).forms == []


def test_one_id_in_two_files_is_said(client: Client) -> None:
    answer = choose(client, NAMED, OTHER)
    assert answer.status_code == 422
    assert "Another of these files tells otherwise of the same game." in answer.text
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 100,
        b"[" * 100_000,
        b"\xff\xfe",
        raw(file(teams=None)),
        raw(file(name=5, teams=[{"name": "\ud800", "players": ["\x00"]}])),
        raw({**file(), "\ud800\x00": 1}),
        raw(played(entries={"\ud800": {}}, went_out="\udfff")),
        raw(file(rounds=ended(*[{}] * 1001))),
        raw(file(name="n" * 500)),
        raw(file(started="0001-01-01T00:00:00+14:00", finished="0001-01-01T00:00:00Z")),
    ],
    ids=lambda content: content[:30],
)
def test_garbage_is_said_in_a_sentence(client: Client, content: bytes) -> None:
    answer = choose(client, content)
    assert answer.status_code == 422
    assert "Nothing was imported" in answer.text
    assert "\x00" not in answer.text
    assert not Upload.objects.exists()


def test_of_many_errors_the_first_are_told(client: Client) -> None:
    answer = choose(client, file(rounds=[{}] * 500))
    assert answer.status_code == 422
    assert "And 470 more." in answer.text
    assert len(answer.content) < 50_000


NAMES = ["a\x00b.json", "x" * 300, "<b>.json", "../../etc/passwd", "\u202e"]


@pytest.mark.parametrize("name", NAMES)
def test_files_of_any_name(client: Client, name: str) -> None:
    sending = SimpleUploadedFile("game.json", raw(EXAMPLE))
    sending._name = name  # type: ignore[attr-defined]
    answer = client.post(URL, {"files": [sending]})
    assert answer.status_code in (303, 400, 422)
    if answer.status_code == 303:
        page = client.get(where(answer))
        assert page.status_code == 200
        assert "<b>.json" not in page.text


def test_a_file_that_is_too_large_is_not_read(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_arguments: object) -> None:
        raise AssertionError

    monkeypatch.setattr(importing, "arrived", never)
    answer = choose(client, b" " * (imports.LARGEST_FILE + 1))
    assert answer.status_code == 422
    assert "larger than 1 MB" in answer.text


def test_a_file_may_be_as_large_as_that(client: Client) -> None:
    content = raw(EXAMPLE)
    looked_at(client, content + b" " * (imports.LARGEST_FILE - len(content)))


def test_more_than_5_mb_at_once_is_refused(client: Client) -> None:
    answer = choose(client, *[raw(EXAMPLE) + b" " * 1024 * 1000] * 6)
    assert answer.status_code == 413
    assert "larger than 5 MB" in answer.text
    assert not Upload.objects.exists()


def test_a_hundred_games_may_be_brought_in_at_once(client: Client, account: User) -> None:
    url = looked_at(client, *[file(name=str(number)) for number in range(100)])
    assert press(client, url).url == "/"
    assert account.home_club().games.count() == 100


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--y"),
        ("multipart/form-data; boundary=\xff", b""),
        ("application/json", raw(EXAMPLE)),
        ("application/x-www-form-urlencoded", b"files=%FF%00&files=x"),
        ("text/plain", b"hello"),
    ],
)
def test_any_body(client: Client, kind: str, body: bytes) -> None:
    answer = client.post(URL, body, content_type=kind)
    assert answer.status_code in (400, 422)
    assert not Upload.objects.exists()


@given(content=st.binary(max_size=80))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes(client: Client, content: bytes) -> None:
    assert choose(client, content).status_code == 422


# ---- looking at them


def test_warnings_are_told(client: Client) -> None:
    url = looked_at(client, played())
    text = Page(client.get(url).text).text
    assert "2 warnings" in text
    assert "Round 1, North-South" in text


def test_what_is_known_is_said(client: Client, account: User) -> None:
    press(client, looked_at(client, NAMED))
    game = account.home_club().games.get()
    page = Page(client.get(looked_at(client, NAMED, EXAMPLE)).text)
    assert "Known already: nothing changes." in page.text
    assert "A new game." in page.text
    assert f"/games/{game.pk}/" in page.links
    assert 'name="replace"' not in client.get(looked_at(client, NAMED)).text


def test_what_was_deleted_is_said(client: Client, account: User) -> None:
    press(client, looked_at(client, NAMED))
    game = account.home_club().games.get()
    game.discard(by=account, submission=uuid4())
    page = Page(client.get(looked_at(client, NAMED)).text)
    assert "It comes back" in page.text
    assert f"/games/{game.pk}/" not in page.links


def test_the_same_file_twice_is_said(client: Client) -> None:
    assert "it is imported once" in Page(client.get(looked_at(client, NAMED, NAMED)).text).text


@pytest.mark.usefixtures("account")
def test_only_the_account_that_sent_them_may_look(client: Client) -> None:
    url = looked_at(client, EXAMPLE)
    other = Client()
    assert other.get(url).status_code == 404
    assert other.post(url).status_code == 404
    other.force_login(User.objects.make_silently())
    assert other.get(url).status_code == 404
    assert other.post(url).status_code == 404
    assert not Game.objects.exists()


def test_what_is_no_longer_kept_is_said(client: Client, account: User) -> None:
    first = looked_at(client, EXAMPLE)
    Upload.objects.update(at=timezone.now() - timedelta(days=2))
    looked_at(client, NAMED)
    for url in (first, f"{URL}{uuid4()}/"):
        for answer in (client.get(url), client.post(url)):
            assert answer.status_code == 404
            assert "Choose them again" in answer.text
    assert not account.home_club().games.exists()


def test_queries_do_not_grow_with_what_a_game_holds(client: Client, account: User) -> None:
    def queries(rounds: int) -> int:
        document = file(id="one", rounds=ended(*[{"players": {"Ana": "Emil"}}] * rounds))
        press(client, looked_at(client, document), replace="0")
        url = looked_at(client, document)
        with CaptureQueriesContext(connection) as caught:
            client.get(url)
        return len(caught)

    assert queries(20) == queries(2)
    assert account.home_club().games.count() == 1


# ---- importing them


def test_one_game_leads_to_its_sheet(client: Client, account: User) -> None:
    answer = press(client, looked_at(client, EXAMPLE))
    assert answer.status_code == 303
    game = account.home_club().games.get()
    assert answer.url == f"/games/{game.pk}/"
    assert game.revisions.get().by == account
    play.assert_follows_from_entries(game)
    assert "1 game imported." in notes(client.get(answer.url))


def test_several_games_lead_home(client: Client, account: User) -> None:
    press(client, looked_at(client, NAMED))
    answer = press(client, looked_at(client, NAMED, EXAMPLE, file("marriage")))
    assert answer.url == "/"
    assert "2 games imported. 1 was known already." in notes(client.get("/"))
    assert account.home_club().games.count() == 3


def test_every_case_comes_in(client: Client, account: User) -> None:
    documents = [path.read_bytes() for path in CASES]
    press(client, looked_at(client, *documents))
    assert account.home_club().games.count() == len(CASES)
    press(client, looked_at(client, *documents))
    assert account.home_club().games.count() == len(CASES)


def test_sending_it_twice_imports_it_once(client: Client, account: User) -> None:
    url = looked_at(client, EXAMPLE)
    sending = form_of(client, url)
    first, second = (client.post(url, sending) for _time in range(2))
    assert where(first) == where(second)
    assert notes(client.get(where(second))) == "1 game imported. 1 game imported."
    assert account.home_club().games.count() == 1
    assert where(client.get(url)) == where(first)


def test_what_was_imported_is_not_kept_twice(client: Client, account: User) -> None:
    press(client, looked_at(client, EXAMPLE))
    assert Upload.objects.get(by=account).documents == []


def test_other_content_must_be_ticked(client: Client, account: User) -> None:
    press(client, looked_at(client, NAMED))
    game = account.home_club().games.get()
    url = looked_at(client, file("marriage"), OTHER)
    page = client.get(url)
    assert "It differs from the game that you have." in page.text
    assert 'name="replace" value="1"' in page.text
    refused = press(client, url)
    assert refused.status_code == 409
    assert "Tick what is to be replaced" in refused.text
    assert account.home_club().games.count() == 1
    assert press(client, url, replace="0").status_code == 409
    answer = press(client, url, replace="1")
    assert answer.status_code == 303
    assert "1 game imported. 1 game replaced." in notes(client.get(answer.url))
    assert play.fresh(game).name == "Saturday"


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("ticked", ["", "x", "-1", "9", "1" * 5000, "\x00", "१"])
def test_a_tick_that_is_none(client: Client, ticked: str) -> None:
    press(client, looked_at(client, NAMED))
    assert press(client, looked_at(client, OTHER), replace=ticked).status_code == 409


def test_what_became_known_in_between_is_told_when_it_is_imported(
    client: Client, account: User
) -> None:
    url = looked_at(client, OTHER)
    sending = form_of(client, url)
    arrival = importing.arrived("x", raw(NAMED))
    club = account.home_club()
    importing.import_all(club, [arrival], by=account, submission=uuid4(), replace=())
    answer = client.post(url, sending)
    assert answer.status_code == 409
    assert "It differs from the game that you have." in answer.text


def test_a_deleted_game_comes_back(client: Client, account: User) -> None:
    press(client, looked_at(client, NAMED))
    game = account.home_club().games.get()
    game.discard(by=account, submission=uuid4())
    answer = press(client, looked_at(client, NAMED))
    assert answer.url == f"/games/{game.pk}/"
    assert "1 game is back." in notes(client.get(answer.url))


def test_all_at_once_in_htmx(client: Client, account: User) -> None:
    url = looked_at(client, EXAMPLE)
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"}
    answer = client.post(url, form_of(client, url), headers=headers)
    assert answer["HX-Redirect"] == f"/games/{account.home_club().games.get().pk}/"


# ---- visitors


def test_a_visitor_looks_without_an_account(client: Client) -> None:
    before = stored()
    url = looked_at(client, EXAMPLE)
    assert client.get(url).status_code == 200
    users, clubs, games, uploads, sessions = before
    assert stored() == (users, clubs, games, uploads + 1, sessions)


def test_a_visitors_first_import_makes_the_account(client: Client) -> None:
    url = looked_at(client, EXAMPLE)
    answer = press(client, url, time_zone="Asia/Kathmandu")
    assert answer.status_code == 303
    game = Game.objects.get()
    assert game.club.time_zone == "Asia/Kathmandu"
    assert client.get(answer.url).status_code == 200
    assert User.objects.get().home_club() == game.club
    assert where(client.get(url)) == where(answer)


def test_a_visitors_second_tap_has_the_same_account(client: Client) -> None:
    url = looked_at(client, EXAMPLE)
    sending = form_of(client, url)
    other = Client()
    other.cookies["csrftoken"] = client.cookies["csrftoken"].value
    first, second = client.post(url, sending), other.post(url, sending)
    assert where(first) == where(second)
    assert User.objects.count() == Game.objects.count() == 1
    assert other.get(f"/games/{Game.objects.get().pk}/").status_code == 200


def test_only_a_second_tap_has_it(client: Client) -> None:
    url = looked_at(client, EXAMPLE)
    sending = form_of(client, url)
    late, stranger = Client(), Client()
    late.cookies["csrftoken"] = client.cookies["csrftoken"].value
    client.post(url, sending)
    for path in (url, "/account/sign-in/asks/"):
        stranger.get("/account/sign-in/")
        told = {**sending, "submission": url.split("/")[-2]}
        assert stranger.post(path, told).status_code in {303, 404}
        assert "sessionid" not in stranger.cookies
    assert stranger.get(url).status_code == 404
    Device.objects.update(made_at=timezone.now() - timedelta(minutes=6))
    assert late.post(url, sending).status_code == 404
    Device.objects.update(made_at=timezone.now())
    user = User.objects.get()
    user.identify("Ana", "a very good one", uuid4())
    assert late.post(url, sending).status_code == 404
    assert "sessionid" not in late.cookies
    assert User.objects.count() == 1


def test_a_visitor_whose_files_are_refused_has_no_account(client: Client) -> None:
    before = stored()
    assert choose(client, WRONG).status_code == 422
    assert stored() == before


@pytest.mark.parametrize("path", CASES[:1], ids=lambda path: path.stem)
def test_what_is_kept_of_a_file_is_the_game_alone(client: Client, path: Path) -> None:
    looked_at(client, {**json.loads(path.read_bytes()), "expected": {"secret": "x" * 100}})
    (document,) = Upload.objects.get().documents
    assert set(document) == {"name", "packed"}
    text = zlib.decompress(base64.b64decode(document["packed"]))
    assert json.loads(text)["format"] == "scorekeeper-game"
    assert b"secret" not in text


def test_what_was_sent_before_an_update_can_still_be_looked_at(client: Client) -> None:
    kept = [{"name": "x.json", "text": raw(EXAMPLE).decode()}]
    upload = Upload.objects.keep(None, kept)
    assert "North-South" in Page(client.get(f"{URL}{upload.pk}/").text).text


def test_lone_players(client: Client) -> None:
    text = Page(client.get(looked_at(client, file("marriage", teams=TWO))).text).text
    assert "Ana 0" in text


def test_the_forms_token_is_asked_for(account: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(account)
    assert strict.post(URL, {"files": sent(EXAMPLE)}).status_code == 403
    upload = Upload.objects.keep(account, [])
    assert strict.post(f"{URL}{upload.pk}/").status_code == 403


def test_more_rounds_than_others_can_wait_for(
    client: Client, account: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "MOST_AT_ONCE", 1)
    answer = choose(client, EXAMPLE, NAMED)
    assert (answer.status_code, Upload.objects.exists()) == (422, False)
    assert "Choose fewer files at a time." in answer.text
    assert not account.home_club().games.exists()
