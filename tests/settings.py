"""The settings, as the tests need them: a folder of their own, and nothing slow on purpose."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# What is set on this machine must not change what the tests see; only the database may be chosen.
for name in (
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "HTTPS",
    "LANGUAGE_CODE",
    "LISTEN",
    "PORT",
    "SECRET_KEY",
):
    os.environ.pop(name, None)
FOLDER = Path(tempfile.mkdtemp(prefix="scorekeeper-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["DATA_DIR"] = str(FOLDER)

from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import DATABASES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir()
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, so that the threads of a live server see what the test wrote. Nobody will miss it
    # after a power cut, so it need not wait for the disk.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
