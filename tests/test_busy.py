"""A write that had to wait for too long is no fault of ours, and says so."""

import sqlite3
from pathlib import Path
from unittest import mock
from uuid import uuid4

import psycopg.errors
import pytest
from django.db import IntegrityError, OperationalError
from django.test import Client

from games import busy
from games.models import Game, User
from tests.build import started
from tests.pages import Page

pytestmark = pytest.mark.django_db


def caused_by(cause: Exception) -> OperationalError:
    wrong = OperationalError(str(cause))
    wrong.__cause__ = cause
    return wrong


def locked(path: Path) -> sqlite3.OperationalError:
    """Return what SQLite says to the second who writes."""
    first, second = (sqlite3.connect(path / "x", timeout=0, autocommit=True) for _one in range(2))
    try:
        first.execute("BEGIN IMMEDIATE")
        second.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as wrong:
        return wrong
    finally:
        first.close()
        second.close()
    raise AssertionError


@pytest.fixture
def wrong(tmp_path: Path) -> OperationalError:
    return caused_by(locked(tmp_path))


def test_a_locked_database_is_busy(wrong: OperationalError) -> None:
    assert "database is locked" in str(wrong)
    assert busy.is_why(wrong)


@pytest.mark.parametrize(
    "cause",
    [
        psycopg.errors.SerializationFailure,
        psycopg.errors.DeadlockDetected,
        psycopg.errors.LockNotAvailable,
        psycopg.errors.QueryCanceled,
    ],
)
def test_what_postgresql_gives_up_is_busy(cause: type[Exception]) -> None:
    assert busy.is_why(caused_by(cause()))


@pytest.mark.parametrize(
    "wrong",
    [
        OperationalError("no such table: games_club"),
        caused_by(sqlite3.OperationalError("disk I/O error")),
        caused_by(psycopg.errors.DiskFull()),
        IntegrityError("database is locked"),
        ValueError("database is locked"),
        None,
    ],
)
def test_what_broke_is_not(wrong: Exception | None) -> None:
    assert not busy.is_why(wrong)


@pytest.fixture
def account(client: Client) -> User:
    user = User.objects.make_silently()
    client.force_login(user)
    return user


def test_a_view_that_waited_in_vain(
    client: Client, account: User, wrong: OperationalError, monkeypatch: pytest.MonkeyPatch
) -> None:
    def waits(*_told: object, **_more: object) -> None:
        raise wrong

    game = started(account)
    monkeypatch.setattr(Game, "finish", waits)
    sent = {"submission": str(uuid4())}
    answer = client.post(f"/games/{game.pk}/finish/", sent)
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    said = Page(answer.text)
    assert "Nothing was lost" in said.text
    assert said.unsafe == []
    monkeypatch.undo()
    assert client.post(f"/games/{game.pk}/finish/", sent).status_code == 303


def test_what_is_around_a_view_may_wait_in_vain_too(
    client: Client, account: User, wrong: OperationalError, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[int, Exception] = {503: wrong, 500: ValueError()}
    started(account)
    client.raise_request_exception = False
    for status, why in said.items():
        monkeypatch.setattr("games.middleware.now", mock.Mock(side_effect=why))
        answer = client.get("/")
        assert answer.status_code == status
        assert answer.has_header("Retry-After") == (status == 503)
