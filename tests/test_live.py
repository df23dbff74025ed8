"""When a board has changed, and what a browser is told about keeping it."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from games import live
from games.models import Game


def _request(query: str = "", **cookies: str) -> HttpRequest:
    request = RequestFactory().get(f"/{query}")
    request.COOKIES.update(cookies)
    return request


def _etag(
    request: HttpRequest | None = None,
    version: int = 3,
    *,
    part: bool = False,
    language: str = "en",
) -> str:
    with translation.override(language):
        return live.board_etag(request or _request(), Game(version=version), part=part)


def test_the_same_board_has_the_same_mark() -> None:
    assert _etag() == _etag(_request("?other=1", sessionid="x"))
    assert _etag().startswith('W/"3-')
    assert _etag().endswith('"')


def test_the_mark_changes_with_all_that_is_shown() -> None:
    marks = [
        _etag(),
        _etag(version=4),
        _etag(part=True),
        _etag(_request("?open=2")),
        _etag(_request("?open=3")),
        _etag(_request("?display=tv")),
        _etag(_request(theme="dark")),
        _etag(_request(theme="light")),
        _etag(_request(csrftoken="a")),
        _etag(_request(csrftoken="b")),
        _etag(language="de"),
    ]
    assert len(set(marks)) == len(marks)


def test_no_two_answers_run_together_in_the_mark() -> None:
    assert _etag(_request("?open=2", theme="")) != _etag(_request("?open=", theme="2"))


def test_the_mark_changes_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _etag()
    monkeypatch.setattr(live, "_build", lambda: "another")
    assert _etag() != before


def test_a_board_is_kept_only_to_ask_whether_it_still_stands() -> None:
    response = live.marked(HttpResponse(), '"3-x"')
    assert response["ETag"] == '"3-x"'
    assert {item.strip() for item in response["Cache-Control"].split(",")} == {
        "private",
        "no-cache",
    }
    assert response["Vary"] == "Cookie, HX-Request, HX-Request-Type"


@pytest.mark.parametrize(
    ("headers", "part"),
    [
        ({}, False),
        ({"HX-Request": "true", "HX-Request-Type": "partial"}, True),
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "true", "HX-Request-Type": "full"}, False),
        ({"HX-Request-Type": "partial"}, False),
    ],
)
def test_what_is_asked_for_in_part(headers: dict[str, str], *, part: bool) -> None:
    assert live.is_part(RequestFactory().get("/", headers=headers)) is part
