"""What happens around every page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

WEEK = 7 * 24 * 60 * 60
LARGEST_REQUEST = 5 * 1024 * 1024


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
            if now() - request.session.get("renewed", began.timestamp()) > WEEK:
                request.session["renewed"] = now()
        return response

    return answer


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
