"""A part of the rules by itself, for the sheet in which a page shows it over what is being done."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games import rulebook
from games.rulepart import cut
from games.variants import VARIANTS


@require_safe
@cache_control(private=True, max_age=300)
@conditional_page
def part(_request: HttpRequest, key: str, anchor: str) -> HttpResponse:
    """Answer with one part of a game's rules: its heading, and the text beneath it."""
    if key not in VARIANTS or (text := cut(rulebook.page(key).html, anchor)) is None:
        raise Http404
    return HttpResponse(text)
