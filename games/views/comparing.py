"""The games beside each other, for who chooses one or comes from another of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_cookie

from games import comparing
from games.variants import VARIANTS

from .rules import way_back


@require_safe
@vary_on_cookie
@cache_control(private=True, max_age=300)
@conditional_page
def glance(request: HttpRequest) -> HttpResponse:
    """Show the five games in a table: who plays, with which cards, for how long."""
    back = way_back(request, reverse("rules"), gettext("Back to all rules"))
    context = {"back": back, "games": comparing.at_a_glance()}
    return render(request, "rules/glance.html", context)


@require_safe
@vary_on_cookie
@cache_control(private=True, max_age=300)
@conditional_page
def sides(request: HttpRequest) -> HttpResponse:
    """Show what differs among the three Hand and Foot games."""
    context = {
        "back": way_back(request, reverse("rules"), gettext("Back to all rules")),
        "games": [VARIANTS[key] for key in comparing.HAND_AND_FOOT],
        "rows": comparing.side_by_side(),
    }
    return render(request, "rules/sides.html", context)
