"""What the environment says, read strictly.

Every function takes the environment as a mapping. A variable that is missing or empty has its
default; one that makes no sense is refused with `ImproperlyConfigured` and one sentence that names
the variable and what it may be.
"""

import os
import re
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

type Environment = Mapping[str, str]

HOST = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]", re.IGNORECASE)
ORIGIN = re.compile(r"https?://(\*\.)?([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?", re.IGNORECASE)
KEY_LENGTH = 50
POSTGRESQL_OPTIONS = {
    "application_name",
    "connect_timeout",
    "host",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "target_session_attrs",
}


def text(env: Environment, name: str, default: str = "") -> str:
    return env.get(name, "").strip() or default


def flag(env: Environment, name: str) -> bool:
    value = text(env, name, "0")
    if value not in {"0", "1"}:
        raise ImproperlyConfigured(f"{name} must be 0 or 1, not {value!r}.")
    return value == "1"


def port(env: Environment, name: str, default: int) -> int:
    value = text(env, name, str(default))
    if not (value.isascii() and value.isdigit() and 1 <= int(value) <= 65535):
        raise ImproperlyConfigured(f"{name} must be a number from 1 to 65535, not {value!r}.")
    return int(value)


def listen(env: Environment, name: str) -> str:
    value = text(env, name, "0.0.0.0").strip("[]")  # noqa: S104  Phones must reach it.
    if not re.fullmatch(r"[\w.:%-]+", value, re.ASCII):
        raise ImproperlyConfigured(
            f"{name} must be the address to listen on, such as 127.0.0.1, not {value!r}."
        )
    return value


def language(env: Environment, name: str, spoken: list[str]) -> str:
    """One of the languages the pages are written in; the first of them unless another is asked."""
    value = text(env, name, spoken[0]).lower()
    if value not in spoken:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(spoken)}, not {value!r}.")
    return value


def hosts(env: Environment, name: str, default: list[str]) -> list[str]:
    found = [item.strip() for item in text(env, name).split(",") if item.strip()]
    for item in found:
        if not HOST.fullmatch(item):
            raise ImproperlyConfigured(
                f"{name} must list host names without scheme or port, separated by commas;"
                f" {item!r} is none."
            )
    return found or default


def origins(env: Environment, name: str) -> list[str]:
    found = [item.strip().rstrip("/") for item in text(env, name).split(",") if item.strip()]
    for item in found:
        if not ORIGIN.fullmatch(item):
            raise ImproperlyConfigured(
                f"{name} must list origins such as https://cards.example, separated by commas;"
                f" {item!r} is none."
            )
    return found


def data_dir(env: Environment, name: str) -> Path:
    """The folder of everything that is kept, made with access for its owner only."""
    given = text(env, name)
    if given:
        folder = Path(given).expanduser()
        if not folder.is_absolute():
            raise ImproperlyConfigured(f"{name} must be an absolute path, not {given!r}.")
    else:
        folder = _data_home(env, name) / "scorekeeper"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} {str(folder)!r} cannot be made: {error.strerror or error}."
        ) from error
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name} {str(folder)!r} cannot be written to.")
    return folder


def _data_home(env: Environment, name: str) -> Path:
    home = Path(text(env, "XDG_DATA_HOME"))
    if home.is_absolute():
        return home
    try:
        return Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise ImproperlyConfigured(
            f"{name} must be set, because this user has no home folder."
        ) from error


def secret_key(env: Environment, name: str, folder: Path) -> str:
    """The key given, or else the one kept in the folder, which the first start makes."""
    file = folder / "secret_key"
    given = text(env, name)
    key = given or _kept_key(file)
    if len(key) < KEY_LENGTH or len(set(key)) < 5:
        where = name if given else f"The secret key in {str(file)!r}"
        raise ImproperlyConfigured(
            f"{where} must be at least {KEY_LENGTH} characters that nobody can guess."
        )
    return key


def _kept_key(file: Path) -> str:
    try:
        if not file.exists():
            _make_key(file)
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(
            f"The secret key in {str(file)!r} cannot be kept: {error}."
        ) from error


def _make_key(file: Path) -> None:
    # The key appears under its name whole or not at all, and of two processes that start at once
    # only one can link it; the other then reads that one's key.
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".secret_key.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(get_random_secret_key() + "\n")
            out.flush()
            os.fsync(out.fileno())
        file.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def database(env: Environment, name: str, folder: Path) -> dict[str, Any]:
    """The one entry of `DATABASES`: SQLite in the data folder unless a URL says otherwise."""
    given = text(env, name)
    if not given:
        return _sqlite(folder / "db.sqlite3")
    try:
        url = urlsplit(given)
        number = url.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not a URL: {error}.") from error
    path = unquote(url.path.removeprefix("/"))
    if url.scheme == "sqlite":
        if url.netloc or not path or ":memory:" in path:
            raise ImproperlyConfigured(
                f"{name} must name a file, such as sqlite:////var/lib/scorekeeper/db.sqlite3."
            )
        return _sqlite(folder / path)
    if url.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"{name} must begin with sqlite:/// or postgres://, not {url.scheme + ':'!r}."
        )
    if not path or "/" in path:
        raise ImproperlyConfigured(
            f"{name} must end with the name of a database, such as postgres://host/scorekeeper."
        )
    options = dict(parse_qsl(url.query, keep_blank_values=True))
    unknown = sorted(options.keys() - POSTGRESQL_OPTIONS)
    if unknown:
        known = ", ".join(sorted(POSTGRESQL_OPTIONS))
        raise ImproperlyConfigured(f"{name} may say {known} after the ?, not {unknown[0]}.")
    if find_spec("psycopg") is None:
        raise ImproperlyConfigured(
            f"{name} names PostgreSQL, whose driver is not installed:"
            " install requirements-postgresql.txt."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": path,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": options.pop("host", unquote(url.hostname or "")),
        "PORT": number or "",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        # A statement that hangs would keep one of the few threads for ever.
        "OPTIONS": {
            "options": "-c statement_timeout=15s -c idle_in_transaction_session_timeout=30s",
            **options,
        },
    }


def _sqlite(file: Path) -> dict[str, Any]:
    if not file.parent.is_dir():
        raise ImproperlyConfigured(
            f"DATABASE_URL names a file in {str(file.parent)!r}, which is no folder."
        )
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            # A transaction that reads before it writes would fail at once when another one writes
            # in between; one that takes the write lock at its beginning waits for it.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            " PRAGMA mmap_size=134217728; PRAGMA cache_size=-8000;",
        },
    }
