"""A part of the rules by itself, for the sheet in which a page shows it over what is being done."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_cookie

from games import rulebook
from games.rulepart import cut
from games.variants import VARIANTS

from .rules import house_of


@require_safe
@vary_on_cookie
@cache_control(private=True, max_age=300)
@conditional_page
def part(request: HttpRequest, key: str, anchor: str) -> HttpResponse:
    """Answer with one part of a game's rules: its heading, and the text beneath it."""
    if key not in VARIANTS:
        raise Http404
    page = rulebook.page(key, house_of(request, key))
    text = cut(page.html, anchor) or cut(page.more, anchor)
    if text is None:
        raise Http404
    return HttpResponse(text)
