"""What happens around every page."""

import gzip
import re
from collections.abc import Callable

import brotli
from django.core.exceptions import ObjectDoesNotExist, ObjectNotUpdated
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers

from games import access, busy

DAY = 24 * 60 * 60
LARGEST_REQUEST = 5 * 1024 * 1024
WORTH_COMPRESSING = 500
OF_PAGES = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "ETag", "Last-Modified")
TEXTS = ("text/", "application/json", "image/svg+xml")
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda page: brotli.compress(page, quality=5),
    "gzip": lambda page: gzip.compress(page, compresslevel=9, mtime=0),
}
"""How pages are compressed, the smaller way first; browsers only know it over HTTPS."""

INDENTS = re.compile(rb"\s*\n\s*")
"""What a template has between its lines to be read by people; a browser takes it for one space."""


def now() -> float:
    """Return the time, as a session can keep it."""
    return timezone.now().timestamp()


def renew_session(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let a session run on from the last visit: its cookie is all that many accounts have."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Asking for news is no visit, and a page that asks for nobody is to cost no query for it.
        visited = request.session.accessed and not request.headers.get("HX-Request")
        if visited and request.user.is_authenticated:
            began = request.user.last_login or request.user.created_at
            if now() - request.session.get("renewed", began.timestamp()) > DAY:
                request.session["renewed"] = now()
                access.this_device(request).update(seen_at=timezone.now())
        return response

    return answer


def keep_to_one_person(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Say of each page that was made for whoever asks that nobody else may have it.

    The browser asks anew before it shows such a page again. A view that knows better has said so.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return answer


def say_what_is_gone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer that there is no such thing where it was removed while somebody wrote to it.

    Each view has looked for the account, the club, the game that it writes to, but whoever deletes
    one of them may come in between. The write itself is stored whole or not at all.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(_request: HttpRequest, why: Exception) -> None:
        if isinstance(why, ObjectDoesNotExist | ObjectNotUpdated) or _refers_to_nothing(why):
            raise Http404 from why

    answer.process_exception = process_exception  # type: ignore[attr-defined]
    return answer


def _refers_to_nothing(why: Exception) -> bool:
    """Say whether a row was refused because another, to which it refers, is there no more."""
    if not isinstance(why, IntegrityError):
        return False
    # PostgreSQL has a number for it, SQLite only words.
    is_so = getattr(why.__cause__, "sqlstate", None) == "23503"
    return is_so or str(why) == "FOREIGN KEY constraint failed"


def refuse_large(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse what no page here sends, by the length that it says it has, before it is read."""

    def answer(request: HttpRequest) -> HttpResponse:
        if _length_of(request) > LARGEST_REQUEST:
            return render(request, "413.html", status=413)
        return get_response(request)

    return answer


def _length_of(request: HttpRequest) -> int:
    """Return how many bytes come with a request; without a length none are read."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


class RefuseWhileBusy:
    """Say that others were still writing where a page could not wait for them any longer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; what goes wrong in a view comes to `process_exception`."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, wrong: Exception) -> HttpResponse | None:
        """Answer in place of a view that has waited in vain."""
        return busy.page(request) if busy.is_why(wrong) else None


def compress(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Send pages as small as the browser can read them, without the indents of their templates.

    From the length of a compressed page a stranger could guess at a secret in it, letter by letter,
    if the page also repeated what the stranger wrote. The token in a form is masked anew each time,
    and a page that shows a secret address repeats nothing that its own address says, unless that
    is the secret itself: no stranger can ask for it.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not _is_text(response):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        known = _known_encodings(request.headers.get("Accept-Encoding", ""))
        encoding = next((one for one in ENCODINGS if one in known), None)
        if encoding is None:
            return response
        page = response.content
        if response["Content-Type"].startswith("text/html"):
            page = INDENTS.sub(b"\n", page)
        response.content = ENCODINGS[encoding](page)
        response["Content-Encoding"] = encoding
        response["Content-Length"] = str(len(response.content))
        etag = response.get("ETag", "")
        if etag.startswith('"'):
            # It is no longer the same byte for byte, which a strong mark would promise.
            response["ETag"] = f"W/{etag}"
        return response

    return answer


def bare_files(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Leave out of a style, a script or a drawing what is said of pages only.

    A file that is kept for ever under its name is never asked for again, so it needs no mark and
    no time; together these lines would be longer than many of the files.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "immutable" in response.get("Cache-Control", ""):
            for name in OF_PAGES:
                response.headers.pop(name, None)
        return response

    return answer


def _is_text(response: HttpResponse) -> bool:
    """Say whether an answer is whole, in words, and long enough to be worth it."""
    return (
        not response.streaming
        and not response.has_header("Content-Encoding")
        and response.get("Content-Type", "").startswith(TEXTS)
        and len(response.content) >= WORTH_COMPRESSING
    )


def _known_encodings(accepted: str) -> set[str]:
    """Return the encodings that a browser says it knows; what it weighs with 0 it does not want."""
    known = set()
    for one in accepted.lower().split(","):
        name, _, weight = one.replace(" ", "").partition(";q=")
        if weight.strip("0.") or not weight:
            known.add(name)
    return known
