"""What is said when somebody else writes for so long that a write could not be made."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error

AGAIN_AFTER = 10
"""After so many seconds it is worth trying again."""

SQLITE_BUSY, SQLITE_LOCKED = 5, 6
POSTGRESQL_STATES = {
    "40001",  # Two wrote at once what only one of them may.
    "40P01",  # Two waited for each other.
    "55P03",  # A lock was not to be had.
    "57014",  # Nobody waits for a lock for longer than a statement may take.
}


def is_why(wrong: BaseException | None) -> bool:
    """Say whether this went wrong only because others were writing; nothing was written then."""
    if not isinstance(wrong, OperationalError):
        return False
    cause = wrong.__cause__
    # The lower byte is the kind; what is above it says more about it.
    kind = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    state = getattr(cause, "sqlstate", None)
    return kind in (SQLITE_BUSY, SQLITE_LOCKED) or state in POSTGRESQL_STATES


def page(request: HttpRequest) -> HttpResponse:
    """Answer that nothing was changed, and when to try again."""
    answer = render(request, "503.html", status=503)
    answer["Retry-After"] = str(AGAIN_AFTER)
    return answer


def or_broken(request: HttpRequest) -> HttpResponse:
    """Answer what broke around a view, as where the session is kept: busy, or our own fault."""
    return page(request) if is_why(sys.exc_info()[1]) else server_error(request)
