"""The server as people run it, which can be killed at any moment and started again."""

import contextlib
import http.client
import itertools
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
PATIENCE = 30.0
# What is wrong with a server says so in its log, even where every answer was a good one.
ALARMS = ("Traceback", "ERROR", "CRITICAL", "database is locked")


def use(folder: Path) -> None:
    """Let Django read the database in this folder, which is that of the server."""
    import django

    for name in ("DATABASE_URL", "SECRET_KEY", "DEBUG", "HTTPS"):
        os.environ.pop(name, None)
    os.environ |= {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    django.setup()


class Server:
    """The server in a process group of its own, with its games in this folder.

    What is run is `make run` in this checkout, unless told otherwise.
    """

    def __init__(
        self, folder: Path, command: Sequence[str] = ("make", "run"), root: Path = ROOT
    ) -> None:
        self.port = _free_port()
        self.log = folder / "server.log"
        self.killed = threading.Event()
        self.lives = 0
        self.environment = _environment(folder, self.port)
        self._command, self._root = command, root
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.port}"

    def launch(self) -> None:
        """Begin to start; `wait` for the end of that."""
        self.killed.clear()
        self.lives += 1
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Return once it answers; RuntimeError if it does not start."""
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.01)

    def kill(self) -> None:
        """End every process of it at once, without a chance to tidy up, and wait for that."""
        if self._process is None:
            return
        self.killed.set()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        deadline = time.monotonic() + PATIENCE
        while self._listens():
            # A worker that waits for the disk dies a moment later.
            if time.monotonic() > deadline:
                raise RuntimeError("The server still listens after it was killed.")
            time.sleep(0.005)

    def while_it_lives(self) -> Iterator[int]:
        """Count, until it is killed."""
        return itertools.takewhile(lambda _number: not self.killed.is_set(), itertools.count())

    def alarms(self) -> list[str]:
        """Return what its log complains of."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if any(alarm in line for alarm in ALARMS)]

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _listens(self) -> bool:
        with socket.socket() as trial:
            return trial.connect_ex((HOST, self.port)) == 0


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as trial:
        return int(trial.getsockname()[1])


def _environment(folder: Path, port: int) -> Mapping[str, str]:
    """Return this machine's environment without what is set for make and for another server."""
    unwanted = (
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "DATABASE_URL",
        "DEBUG",
        "DJANGO_SETTINGS_MODULE",
        "HTTPS",
        "LANGUAGE_CODE",
        "MAKEFLAGS",
        "MAKELEVEL",
        "MFLAGS",
        "SECRET_KEY",
    )
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "DATA_DIR": str(folder), "LISTEN": HOST, "PORT": str(port)}
