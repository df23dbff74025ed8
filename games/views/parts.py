"""A part of the rules by itself, for the sheet in which a page shows it over what is being done."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import mark_safe

from games import rulebook
from games.rulepart import cut
from games.templatetags.cards import carrying
from games.variants import VARIANTS

from .kept import kept
from .rules import way_back


@kept
def part(request: HttpRequest, key: str, anchor: str) -> HttpResponse:
    """Answer with one part of a game's rules: its heading, and the text beneath it."""
    if key not in VARIANTS:
        raise Http404
    back = way_back(request, "", "")
    page = rulebook.page(key, back.house(key))
    text = cut(page.html, anchor) or cut(page.more, anchor)
    if text is None:
        raise Http404
    return HttpResponse(carrying(mark_safe(text), back.carried))  # noqa: S308
