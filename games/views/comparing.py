"""The games beside each other, for who chooses one or comes from another of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from games import comparing
from games.variants import VARIANTS

from .kept import kept
from .rules import way_back


@kept
def glance(request: HttpRequest) -> HttpResponse:
    """Show the five games in a table: who plays, with which cards, for how long."""
    back = way_back(request, reverse("rules"), gettext("Back to all rules"))
    context = {"back": back, "games": comparing.at_a_glance()}
    return render(request, "rules/glance.html", context)


@kept
def sides(request: HttpRequest) -> HttpResponse:
    """Show what differs among the three Hand and Foot games."""
    context = {
        "back": way_back(request, reverse("rules"), gettext("Back to all rules")),
        "games": [VARIANTS[key] for key in comparing.HAND_AND_FOOT],
        "rows": comparing.side_by_side(),
    }
    return render(request, "rules/sides.html", context)
