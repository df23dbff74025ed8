"""Links that give access are not written down."""

import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from scorekeeper.logs import SecretHidingFormatter, without_secrets


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Not Found: /watch/abcDEF-1_2/", "Not Found: /watch/***/"),
        ('"GET /watch/abc?display=tv HTTP/1.1"', '"GET /watch/***?display=tv HTTP/1.1"'),
        ('"GET /rules/bain/?watch=abc HTTP/1.1"', '"GET /rules/bain/?watch=*** HTTP/1.1"'),
        ("/rules/?q=x&watch=a-b_c&round=1#y", "/rules/?q=x&watch=***&round=1#y"),
        ("/live/watch/abc/ and /join/def/", "/live/watch/***/ and /join/***/"),
        ("Forbidden: /score/abc", "Forbidden: /score/***"),
        ("/account/link/abc/", "/account/link/***/"),
        (
            "/account/sign-in/?next=%2Fjoin%2Fabc%2F&x=1",
            "/account/sign-in/?next=%2Fjoin%2F***%2F&x=1",
        ),
        ("?next=%2fjoin%2fa%C3%A9c", "?next=%2fjoin%2f***"),
        ("/account/link/", "/account/link/"),
        ("/games/1/rounds/2/", "/games/1/rounds/2/"),
        ("/watch/", "/watch/"),
    ],
)
def test_without_secrets(line: str, expected: str) -> None:
    assert without_secrets(line) == expected


def test_tracebacks_are_cleaned_too() -> None:
    try:
        raise ValueError("/watch/abc/")
    except ValueError as error:
        caught = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "at %s", ("/join/def/",), caught)
    line = SecretHidingFormatter("%(message)s").format(record)
    assert "at /join/***/" in line
    assert "ValueError: /watch/***/" in line
    assert "abc" not in line.replace("abcdef", "")


@pytest.fixture
def logging_again() -> Iterator[None]:
    """Let the tests to come log to an output that is still open."""
    yield
    logging.config.dictConfig(settings.LOGGING)


@pytest.mark.usefixtures("logging_again")
def test_a_missing_page_is_logged_without_its_secret(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.config.dictConfig(settings.LOGGING)
    client.get("/watch/abcdef/no-such-page/")
    line = capsys.readouterr().err
    assert "/watch/***/no-such-page/" in line
    assert "abcdef" not in line
