"""How the application is served: one port, two processes with a few threads each."""

import os
import socket
import struct
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from gunicorn.arbiter import Arbiter

sys.path.insert(0, str(Path(__file__).resolve().parent))
try:
    from scorekeeper import settings
except ImproperlyConfigured as error:
    sys.exit(f"Scorekeeper cannot start. {error}")

from scorekeeper import network
from scorekeeper.logs import SecretHidingFormatter

wsgi_app = "scorekeeper.wsgi:application"
bind = f"{network.in_url(settings.LISTEN)}:{settings.PORT}"
worker_class = "gthread"
workers = 2
threads = 8
preload_app = True
timeout = 60
graceful_timeout = 10
keepalive = 15
# Whether a request came by HTTPS is for the settings to say, which know if a proxy may be believed.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
# A phone that goes out of reach in the middle of a request must not hold a thread for ever.
PATIENCE = struct.pack("ll", 20, 0)
# Addresses hold the secrets of watch and score links, so requests are not written down.
accesslog = None
errorlog = "-"
loglevel = "warning"
# Workers say that they are alive through a file, which on a slow disk would stop them.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
control_socket_disable = True


def on_starting(server: Arbiter) -> None:
    for handler in server.log.error_log.handlers:
        handler.setFormatter(SecretHidingFormatter(server.log.error_fmt, server.log.datefmt))

    if not (settings.STATIC_ROOT / "staticfiles.json").exists():
        sys.exit(
            "Scorekeeper cannot start. Its static files are not collected:"
            " use `make run`, or run `manage.py collectstatic` first."
        )
    inherited = os.environ.keys() & {"LISTEN_FDS", "GUNICORN_FD"}
    reason = "" if inherited else network.refusal(settings.LISTEN, settings.PORT)
    if reason:
        sys.exit(
            f"Scorekeeper cannot start. It cannot listen on {bind}: {reason}."
            " Choose another address with LISTEN or PORT."
        )


def when_ready(server: Arbiter) -> None:
    for listener in server.LISTENERS:
        # What is accepted there takes the limit over; this worker sets none of its own.
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, PATIENCE)
    here, near = network.reachable_at(settings.LISTEN, settings.PORT)
    lines = ["Scorekeeper is running. Ctrl-C stops it.", f"  On this machine:  {' '.join(here)}"]
    if settings.HTTPS:
        lines[1:] = [f"  For the HTTPS proxy in front of it:  {' '.join(here)}"]
    elif near:
        lines.append(f"  On phones in the same network:  {' '.join(near)}")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
