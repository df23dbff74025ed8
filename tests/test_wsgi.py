"""What a request may say about itself before Django reads it."""

import io
from wsgiref.util import setup_testing_defaults

import pytest

from scorekeeper.wsgi import application

# Requests that come in look after the connections to the database.
pytestmark = pytest.mark.django_db


def status_of(method: str, path: str, query: str = "", body: bytes = b"", **headers: str) -> str:
    """Answer a request as the server would, and return the answer's status."""
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, **headers}
    environ["CONTENT_LENGTH"] = str(len(body))
    setup_testing_defaults(environ)
    answered: list[str] = []
    environ["wsgi.input"] = io.BytesIO(body)  # type: ignore[assignment]
    answer = application(environ, lambda status, _headers, _error=None: answered.append(status))  # type: ignore[arg-type]
    assert b"".join(answer)
    return answered[0][:3]


@pytest.mark.parametrize("charset", ["hex", "rot13", "utf-16", "latin-1", "undefined", '"x y"'])
def test_another_charset_is_not_believed(charset: str) -> None:
    kind = f"text/plain; charset={charset}"
    assert status_of("GET", "/rules/", "q=red", HTTP_HOST="localhost", CONTENT_TYPE=kind) == "200"
    form = f"application/x-www-form-urlencoded; charset={charset}"
    posted = {"HTTP_HOST": "localhost", "CONTENT_TYPE": form}
    assert status_of("POST", "/games/new/bain/", body=b"a=b", **posted) == "403"


def test_an_endless_host_is_refused() -> None:
    assert status_of("GET", "/rules/", HTTP_HOST="localhost:" + "0" * 2300 + "80") == "400"
    assert status_of("GET", "/rules/", HTTP_HOST="localhost:8000") == "200"
