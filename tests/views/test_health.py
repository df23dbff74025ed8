"""Answers for machines."""

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client


def test_healthz(client: Client) -> None:
    # No database is set up for this test: being alive does not depend on one.
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.content == b"alive\n"
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.cookies == {}


@pytest.mark.django_db
def test_readyz(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.content == b"ready\n"


@pytest.mark.django_db
def test_readyz_misses_a_migration(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert b"migrations" in answer.content


def test_readyz_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*_: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(MigrationExecutor, "__init__", silent)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert b"database" in answer.content


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_only_reads(path: str, client: Client) -> None:
    assert client.post(path).status_code == 405
    assert client.head("/healthz").status_code == 200
