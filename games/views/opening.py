"""The opening checker: cards are tapped, and it is said whether they open. Nothing is kept."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from games import live
from games.forms.submission import number_of
from games.laying import Laying
from games.opening import Asked, Checker, imagined
from games.variants import VARIANTS

from .rules import Back, way_back


@require_safe
@vary_on_headers("Cookie", "HX-Request")
@cache_control(private=True, no_cache=True)
@conditional_page
def opening(request: HttpRequest, key: str) -> HttpResponse:
    """Say of the cards that were tapped whether they are melds and open.

    From a game that the reader may see it is known what each team needs; else that is chosen.
    """
    if key not in VARIANTS:
        raise Http404
    variant = VARIANTS[key]
    rules = reverse("rules_variant", args=[key])
    usual = Back(f"{rules}#opening", _("Back to the rules"))
    back = way_back(request, usual.url, usual.label, whole=True)
    game = back.of(key)
    if game is None:
        back = usual
    table = imagined(variant, request.GET) if game is None else game.table
    rows = [] if game is None else game.rows[: (back.round or game.next_number) - 1]
    told = (request.GET.get(name, "") for name in ("laid", "was"))
    laying = Laying.read(variant.melding(table.options), *told)
    checker = Checker(
        variant,
        laying.after(request.GET.getlist("tap")),
        table,
        variant.opening(rows, table),
        rules + back.carried,
        Asked(number_of(request.GET, "team"), number_of(request.GET, "need")),
        in_game=game is not None,
    )
    context = {"variant": variant, "checker": checker, "back": back, "title": game and game.title}
    template = "rules/opening.html"
    return render(request, f"{template}#fresh" if live.is_part(request) else template, context)
