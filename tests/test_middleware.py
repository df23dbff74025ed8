"""What happens around every page."""

import gzip
from datetime import timedelta
from typing import Any

import brotli
import pytest
from django.contrib.sessions.models import Session
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import middleware
from games.models import Game, User
from tests.build import started

pytestmark = pytest.mark.django_db

YEAR = timedelta(days=365)
POLL = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def game(client: Client) -> Game:
    """A game of the account that the client is signed in with."""
    user = User.objects.make_silently()
    client.force_login(user)
    return started(user)


def _later(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    now = middleware.now()
    monkeypatch.setattr(middleware, "now", lambda: now + days * 24 * 60 * 60)


def _grow_old() -> None:
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))


def _left() -> timedelta:
    return Session.objects.get().expire_date - timezone.now()


@pytest.mark.usefixtures("game")
def test_a_visit_after_a_day_renews_the_session(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _day in range(3):
        _grow_old()
        _later(monkeypatch, 0.9)
        assert "sessionid" not in client.get("/").cookies
        _later(monkeypatch, 0.2)
        answer = client.get("/")
        assert answer.cookies["sessionid"]["max-age"] == YEAR.total_seconds()
        assert _left() > YEAR - timedelta(minutes=5)
        assert "sessionid" not in client.get("/").cookies


def test_a_poll_is_no_visit(client: Client, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    _grow_old()
    _later(monkeypatch, 100)
    answer = client.get(f"/games/{game.pk}/", headers=POLL)
    assert (answer.status_code, dict(answer.cookies)) == (200, {})
    assert _left() < timedelta(days=1)


def test_who_has_no_account_has_no_session(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    _later(monkeypatch, 100)
    with django_assert_num_queries(0):
        answer = client.get("/")
    assert dict(answer.cookies) == {}


def test_a_page_that_asks_for_nobody_is_not_made_to(
    client: Client,
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    _later(monkeypatch, 100)
    url = f"/watch/{game.links.get().token}/"
    etag = client.get(url)["ETag"]
    with django_assert_num_queries(1):
        assert client.get(url, headers={"If-None-Match": etag}).status_code == 304


def test_what_is_too_large_is_refused_before_it_is_read(client: Client) -> None:
    class Never:
        def read(self, *_sizes: int) -> bytes:
            raise AssertionError

        readline = read

    sent: dict[str, Any] = {
        "CONTENT_LENGTH": middleware.LARGEST_REQUEST + 1,
        "wsgi.input": Never(),
    }
    for url in ("/games/import/", "/games/new/bain/", "/"):
        answer = client.generic("POST", url, **sent)
        assert answer.status_code == 413
        assert "larger than 5 MB" in answer.text


@pytest.mark.parametrize("length", ["", "many", "-1"])
def test_a_length_that_is_none(client: Client, length: str) -> None:
    assert client.generic("POST", "/games/import/", CONTENT_LENGTH=length).status_code == 422


# ---- how pages are sent


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip; q=1.0", "gzip"),
        ("br; q=0.000", None),
        ("identity", None),
        ("", None),
    ],
)
def test_a_page_is_sent_as_small_as_can_be_read(
    client: Client, accepted: str, sent: str | None
) -> None:
    plain = client.get("/games/new/")
    answer = client.get("/games/new/", headers={"Accept-Encoding": accepted})
    assert answer.get("Content-Encoding") == sent
    assert "Accept-Encoding" in answer["Vary"]
    unpack: dict[str | None, Any] = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}
    page = unpack[sent](answer.content)
    assert page.split() == plain.content.split()
    assert (b"\n  " in page) == (sent is None)
    assert int(answer["Content-Length"]) == len(answer.content)
    assert (len(answer.content) < len(plain.content) / 2) == (sent is not None)


@pytest.mark.parametrize(
    "answer",
    [
        HttpResponse("ok" * 200),
        HttpResponse(b"\0" * 1000, content_type="image/png"),
        HttpResponse("packed" * 200, headers={"Content-Encoding": "zstd"}),
        StreamingHttpResponse(["word"] * 1000),
    ],
    ids=["short", "no text", "packed", "streamed"],
)
def test_what_cannot_be_made_smaller_is_sent_as_it_is(
    rf: RequestFactory, answer: HttpResponse
) -> None:
    before = dict(answer.items())
    request = rf.get("/", headers={"Accept-Encoding": "br, gzip"})
    assert middleware.compress(lambda _request: answer)(request) is answer
    assert dict(answer.items()) == before


def test_of_what_is_no_page_the_spaces_stay(rf: RequestFactory) -> None:
    table = "round;\n   North\n\n" * 50
    answer = HttpResponse(table, content_type="text/csv; charset=utf-8")
    request = rf.get("/", headers={"Accept-Encoding": "gzip"})
    sent = middleware.compress(lambda _request: answer)(request)
    assert gzip.decompress(sent.content).decode() == table


def test_a_page_is_known_again_however_it_was_sent(client: Client) -> None:
    plain = client.get("/rules/bain/")["ETag"]
    packed = client.get("/rules/bain/", headers={"Accept-Encoding": "br"})["ETag"]
    assert packed == f"W/{plain}"
    for etag in (plain, packed):
        assert client.get("/rules/bain/", headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize(("kept", "bare"), [("max-age=9, immutable", True), ("no-cache", False)])
def test_a_file_that_is_kept_for_ever_says_nothing_more(
    rf: RequestFactory, kept: str, *, bare: bool
) -> None:
    headers = dict.fromkeys(middleware.OF_PAGES, "said") | {"X-Content-Type-Options": "nosniff"}
    said = HttpResponse(headers={**headers, "Cache-Control": kept})
    answer = middleware.bare_files(lambda _request: said)(rf.get("/static/a.css"))
    assert [name in answer for name in middleware.OF_PAGES] == [not bare] * 4
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/history/", "/account/", "/players/{0}/"])
def test_what_is_one_persons_is_kept_by_nobody_else(client: Client, game: Game, path: str) -> None:
    player = game.club.players.first()
    kept = client.get(path.format(player and player.pk))["Cache-Control"]
    assert {"private", "no-cache"} <= {*kept.split(", ")}


@pytest.mark.parametrize(
    "path", ["/games/{0}/share/", "/account/name/", "/account/delete/", "/account/link/"]
)
def test_secrets_are_kept_nowhere(client: Client, game: Game, path: str) -> None:
    assert "no-store" in client.get(path.format(game.pk))["Cache-Control"]
    assert "no-store" in Client().get("/account/sign-in/")["Cache-Control"]


def test_what_a_view_says_of_keeping_stays(client: Client) -> None:
    assert "max-age=300" in client.get("/rules/bain/")["Cache-Control"]
