"""When a board has changed: what a browser sends to be told that nothing has."""

import hashlib
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from .models import Game


def board_etag(request: HttpRequest, game: Game, *, part: bool) -> str:
    """Return the mark of a board as this browser would be shown it.

    It changes with the game's version and with all else that the page shows: the round that stands
    open, what it is laid out for, the theme, the language, the browser's own token, and the build
    of this program. A page that says something about the latest write has a mark of its own, so
    that it is said once. It is a weak one: the same page goes out compressed or not, and with
    another token in its forms.
    """
    shown = (
        "part" if part else f"page {request.COOKIES.get('messages', '')}",
        request.GET.get("open", ""),
        request.GET.get("display", ""),
        request.COOKIES.get("theme", ""),
        request.COOKIES.get(settings.CSRF_COOKIE_NAME, ""),
        str(get_language()),
        _build(),
    )
    digest = hashlib.sha256("\n".join(shown).encode()).hexdigest()[:12]
    return f'W/"{game.version}-{digest}"'


def marked(response: HttpResponse, etag: str) -> HttpResponse:
    """Let a browser keep a board only to ask whether it still stands."""
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "HX-Request", "HX-Request-Type"])
    return response


def is_part(request: HttpRequest) -> bool:
    """Say whether htmx asks for a part of the page; a whole page also comes to it by redirect."""
    return bool(request.headers.get("HX-Request")) and (
        request.headers.get("HX-Request-Type") != "full"
    )


@cache
def _build() -> str:
    """Return a mark of the program and its pages, so that no page outlives what made it.

    It is of their contents, so that several hosts that serve one program agree on it.
    """
    root = settings.BASE_DIR
    files = (
        *(root / "templates").rglob("*.html"),
        *(root / "static").rglob("*.*"),
        *(root / "games").rglob("*.py"),
    )
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()
