"""The pocket card of a game: a page to print on A6, and the same as a picture to share."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from games.pocket import card as card_of
from games.pocketimage import BAND, HEIGHT, WIDTH, draw
from games.variants import VARIANTS

from .kept import kept
from .rules import way_back


@kept
def card(request: HttpRequest, key: str) -> HttpResponse:
    """Show the card of a game, with the house rules of the table one comes from."""
    if key not in VARIANTS:
        raise Http404
    back = way_back(request, reverse("rules_variant", args=[key]), gettext("Back to the rules"))
    house = back.house(key)
    of_table = {name: value for name, value in back.given.items() if house and name != "round"}
    context = {
        "card": card_of(VARIANTS[key], house),
        "variant": VARIANTS[key],
        "here": house is not None,
        "back": back,
        "rules_url": reverse("rules_variant", args=[key]) + back.carried,
        "image_url": reverse("rules_card_image", args=[key], query=of_table),
    }
    return render(request, "rules/card.html", context)


@kept
def image(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the card as a drawing."""
    if key not in VARIANTS:
        raise Http404
    context = {
        "drawing": draw(card_of(VARIANTS[key], way_back(request, "", "").house(key))),
        "width": WIDTH,
        "height": HEIGHT,
        "band": BAND,
    }
    return render(request, "rules/card.svg", context, content_type="image/svg+xml")
