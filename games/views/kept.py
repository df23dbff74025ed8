"""How long a browser may keep what it is shown of the rules."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_cookie

FOR = 300
"""Seconds."""

OF_A_GAME = ("game", "watch")
"""What a query has that names a game."""


def kept[**P](
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let a browser keep a page of the rules for a while before it asks whether it still stands.

    A page that comes from a game speaks with its house rules and leads back to it. Both may change
    while somebody reads, so that a browser asks each time.
    """
    view = conditional_page(view)

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if any(name in request.GET for name in OF_A_GAME):
            patch_cache_control(response, private=True, no_cache=True)
        else:
            patch_cache_control(response, private=True, max_age=FOR)
        return response

    return require_safe(vary_on_cookie(answer))
