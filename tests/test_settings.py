"""What the environment may say, and what it may not."""

import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from games.forms.round import columns_of, field_names
from games.variants import VARIANTS
from scorekeeper import environment
from tests.build import imagined
from tests.variants.build import table_of

ROOT = Path(__file__).resolve().parent.parent
KEY = "a key of fifty characters that nobody will ever guess"


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def refusal(read: Callable[[], object]) -> str:
    with pytest.raises(ImproperlyConfigured) as caught:
        read()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


# ---- flags, numbers, words


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("0", False), ("", False)])
def test_flag(value: str, expected: bool) -> None:
    assert environment.flag({"HTTPS": value}, "HTTPS") is expected
    assert environment.flag({}, "HTTPS") is False


@pytest.mark.parametrize("value", ["yes", "2", "-1", "true", "01"])
def test_flag_refuses(value: str) -> None:
    assert "HTTPS" in refusal(lambda: environment.flag({"HTTPS": value}, "HTTPS"))


def test_port() -> None:
    assert environment.port({}, "PORT", 8000) == 8000
    assert environment.port({"PORT": " 80 "}, "PORT", 8000) == 80
    assert environment.port({"PORT": "65535"}, "PORT", 8000) == 65535


@pytest.mark.parametrize("value", ["0", "65536", "-1", "http", "8000.0", "٨٠", "1e3"])
def test_port_refuses(value: str) -> None:
    assert "PORT" in refusal(lambda: environment.port({"PORT": value}, "PORT", 8000))


@pytest.mark.parametrize(
    ("value", "expected"),
    [("", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("[::]", "::"), ("localhost", "localhost")],
)
def test_listen(value: str, expected: str) -> None:
    assert environment.listen({"LISTEN": value}, "LISTEN") == expected


@pytest.mark.parametrize("value", ["http://localhost", "a b", "unix:/tmp/x", "*"])
def test_listen_refuses(value: str) -> None:
    assert "LISTEN" in refusal(lambda: environment.listen({"LISTEN": value}, "LISTEN"))


def test_language() -> None:
    spoken = ["en", "pt-br"]
    assert environment.language({}, "LANGUAGE_CODE", spoken) == "en"
    assert environment.language({"LANGUAGE_CODE": "pt-BR"}, "LANGUAGE_CODE", spoken) == "pt-br"
    given = {"LANGUAGE_CODE": "tlh"}
    assert "LANGUAGE_CODE" in refusal(lambda: environment.language(given, "LANGUAGE_CODE", spoken))


# ---- hosts


def test_hosts() -> None:
    default = ["localhost"]
    assert environment.hosts({}, "ALLOWED_HOSTS", default) == default
    assert environment.hosts({"ALLOWED_HOSTS": " , "}, "ALLOWED_HOSTS", default) == default
    given = "cards.example, .example.org,10.0.0.7,[fd00::7],my_pi.local"
    assert environment.hosts({"ALLOWED_HOSTS": given}, "ALLOWED_HOSTS", default) == [
        "cards.example",
        ".example.org",
        "10.0.0.7",
        "[fd00::7]",
        "my_pi.local",
    ]


@pytest.mark.parametrize("value", ["https://cards.example", "cards.example:8000", "a b", "fd00::7"])
def test_hosts_refuses(value: str) -> None:
    sentence = refusal(lambda: environment.hosts({"ALLOWED_HOSTS": value}, "ALLOWED_HOSTS", []))
    assert value in sentence


def test_origins() -> None:
    assert environment.origins({}, "CSRF_TRUSTED_ORIGINS") == []
    given = "https://cards.example/, http://10.0.0.7:8080,https://*.example.org"
    assert environment.origins({"CSRF_TRUSTED_ORIGINS": given}, "CSRF_TRUSTED_ORIGINS") == [
        "https://cards.example",
        "http://10.0.0.7:8080",
        "https://*.example.org",
    ]


@pytest.mark.parametrize("value", ["cards.example", "https://cards.example/path", "ftp://x"])
def test_origins_refuses(value: str) -> None:
    sentence = refusal(
        lambda: environment.origins({"CSRF_TRUSTED_ORIGINS": value}, "CSRF_TRUSTED_ORIGINS")
    )
    assert value in sentence


# ---- the folder and the key in it


def test_data_dir_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    home = tmp_path / "shared"
    assert environment.data_dir({"XDG_DATA_HOME": str(home)}, "DATA_DIR") == home / "scorekeeper"
    expected = tmp_path / ".local" / "share" / "scorekeeper"
    assert environment.data_dir({}, "DATA_DIR") == expected
    assert environment.data_dir({"XDG_DATA_HOME": "not/absolute"}, "DATA_DIR") == expected
    assert stat.S_IMODE(expected.stat().st_mode) == 0o700


def test_data_dir_refuses_a_relative_path() -> None:
    assert "absolute" in refusal(lambda: environment.data_dir({"DATA_DIR": "data"}, "DATA_DIR"))


def test_data_dir_refuses_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "DATA_DIR" in refusal(lambda: environment.data_dir({"DATA_DIR": str(file)}, "DATA_DIR"))
    inside = {"DATA_DIR": str(file / "below")}
    assert "DATA_DIR" in refusal(lambda: environment.data_dir(inside, "DATA_DIR"))


def test_data_dir_refuses_what_it_cannot_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    given = {"DATA_DIR": str(tmp_path)}
    assert "written" in refusal(lambda: environment.data_dir(given, "DATA_DIR"))


def test_data_dir_refuses_where_nobody_is_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", nobody)
    assert "home" in refusal(lambda: environment.data_dir({}, "DATA_DIR"))


def test_secret_key_is_made_once(tmp_path: Path) -> None:
    key = environment.secret_key({}, "SECRET_KEY", tmp_path)
    assert len(key) >= 50
    assert environment.secret_key({}, "SECRET_KEY", tmp_path) == key
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_secret_key_is_one_for_all_who_start_at_once(tmp_path: Path) -> None:
    starters = 8
    barrier = Barrier(starters)

    def start(_: int) -> str:
        barrier.wait()
        return environment.secret_key({}, "SECRET_KEY", tmp_path)

    for attempt in range(10):
        with ThreadPoolExecutor(starters) as pool:
            assert len(set(pool.map(start, range(starters)))) == 1
        assert [file.name for file in tmp_path.iterdir()] == ["secret_key"], attempt
        (tmp_path / "secret_key").unlink()


def test_secret_key_given_is_not_written(tmp_path: Path) -> None:
    assert environment.secret_key({"SECRET_KEY": KEY}, "SECRET_KEY", tmp_path) == KEY
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", ["short", "ab" * 40])
def test_secret_key_refuses_the_guessable(value: str, tmp_path: Path) -> None:
    given = {"SECRET_KEY": value}
    sentence = refusal(lambda: environment.secret_key(given, "SECRET_KEY", tmp_path))
    assert value not in sentence
    (tmp_path / "secret_key").write_text(value)
    sentence = refusal(lambda: environment.secret_key({}, "SECRET_KEY", tmp_path))
    assert str(tmp_path) in sentence
    assert value not in sentence


def test_secret_key_refuses_an_unreadable_file(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(b"\xff" * 60)
    assert "secret_key" in refusal(lambda: environment.secret_key({}, "SECRET_KEY", tmp_path))
    (tmp_path / "secret_key").unlink()
    (tmp_path / "secret_key").mkdir()
    assert "secret_key" in refusal(lambda: environment.secret_key({}, "SECRET_KEY", tmp_path))


# ---- the database


def database(url: str, folder: Path = Path("/")) -> dict[str, Any]:
    return environment.database({"DATABASE_URL": url}, "DATABASE_URL", folder)


def test_database_default(tmp_path: Path) -> None:
    found = environment.database({}, "DATABASE_URL", tmp_path)
    assert found["ENGINE"] == "django.db.backends.sqlite3"
    assert found["NAME"] == str(tmp_path / "db.sqlite3")
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]


def test_database_sqlite(tmp_path: Path) -> None:
    assert database(f"sqlite:///{tmp_path}/my%20games.db")["NAME"] == f"{tmp_path}/my games.db"
    assert database("sqlite:///other.db", tmp_path)["NAME"] == f"{tmp_path}/other.db"


def test_database_postgresql() -> None:
    found = database("postgres://ana:p%40ss@db.example:5433/scores?sslmode=require")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"]) == ("ana", "p@ss")
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", 5433, "scores")
    assert found["OPTIONS"]["sslmode"] == "require"
    assert "statement_timeout" in found["OPTIONS"]["options"]


@pytest.mark.parametrize(
    "url", ["postgresql://ana@/scores?host=/run/sockets", "postgres://ana@%2Frun%2Fsockets/scores"]
)
def test_database_postgresql_socket(url: str) -> None:
    found = database(url)
    assert (found["HOST"], found["PORT"], found["USER"]) == ("/run/sockets", "", "ana")
    assert "host" not in found["OPTIONS"]


@pytest.mark.parametrize(
    "url",
    [
        "mysql://host/scores",
        "scores.db",
        "sqlite://",
        "sqlite:///",
        "sqlite://:memory:",
        "sqlite:///:memory:",
        "sqlite://host/file.db",
        "sqlite:////no/such/folder/file.db",
        "postgres://host",
        "postgres://host/",
        "postgres://host/a/b",
        "postgres://host:port/scores",
        "postgres://host:99999/scores",
        "postgres://[host/scores",
        "postgres://host/scores?options=-cfsync%3Doff",
    ],
)
def test_database_refuses(url: str) -> None:
    assert "DATABASE_URL" in refusal(lambda: database(url))


def test_database_never_repeats_a_password() -> None:
    assert "hunter2" not in refusal(lambda: database("mysql://ana:hunter2@host/scores"))
    assert "hunter2" not in refusal(lambda: database("postgres://ana:hunter2@host:x/scores"))


def test_database_says_when_the_driver_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda _: None)
    assert "requirements-postgresql.txt" in refusal(lambda: database("postgres://host/scores"))


# ---- the start


@pytest.mark.parametrize(
    "command", [("manage.py", "check"), ("-m", "gunicorn", "--check-config")], ids=" ".join
)
@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "many"), ("DATABASE_URL", "mysql://host/x"), ("HTTPS", "on"), ("DATA_DIR", "here")],
)
def test_nonsense_stops_the_start(
    name: str, value: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    done = run(*command, **{"DATA_DIR": str(tmp_path), name: value})
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Scorekeeper cannot start. ")
    assert name in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_good_environment_starts(tmp_path: Path) -> None:
    done = run("manage.py", "check", DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "secret_key").exists()


def test_deployment_checks_are_clean_with_https(tmp_path: Path) -> None:
    done = run(
        *("manage.py", "check", "--deploy", "--fail-level", "WARNING"),
        DATA_DIR=str(tmp_path),
        HTTPS="1",
    )
    assert done.returncode == 0, done.stderr


def test_every_variable_is_explained() -> None:
    source = (ROOT / "scorekeeper" / "settings.py").read_text()
    read = set(re.findall(r'\(os\.environ, "(\w+)"', source))
    explained = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert set(explained) == read


# ---- what every answer carries


def test_headers(client: Client) -> None:
    answer = client.get("/healthz")
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "Strict-Transport-Security" not in answer.headers


def test_every_round_fits_into_half_of_what_may_be_sent() -> None:
    most = 0
    for key, variant in VARIANTS.items():
        for seating in variant.seatings:
            game = imagined(key, table_of(key, seating.teams, seating.each))
            fields = [name for column in columns_of(game) for name in field_names(game, column)]
            most = max(most, len(fields))
    assert 2 * most <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS <= 3 * most


def test_unknown_hosts_are_refused(client: Client) -> None:
    assert client.get("/healthz", headers={"host": "elsewhere.example"}).status_code == 400
