"""The pocket card of a game: a page to print on A6, and the same as a picture to share."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.pocket import card as card_of
from games.pocketimage import BAND, HEIGHT, WIDTH, draw
from games.variants import VARIANTS

from .kept import kept
from .rules import house_of

CARRIED = ("game", "round")
"""What the way back is told by; the rules read it."""


@kept
def card(request: HttpRequest, key: str) -> HttpResponse:
    """Show the card of a game, with the house rules of the table one comes from."""
    if key not in VARIANTS:
        raise Http404
    house = house_of(request, key)
    carried = {name: request.GET[name] for name in CARRIED if name in request.GET}
    game = {"game": request.GET["game"]} if house else {}
    context = {
        "card": card_of(VARIANTS[key], house),
        "variant": VARIANTS[key],
        "here": house is not None,
        "back_url": reverse("rules_variant", args=[key], query=carried),
        "image_url": reverse("rules_card_image", args=[key], query=game),
    }
    return render(request, "rules/card.html", context)


@kept
def image(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the card as a drawing."""
    if key not in VARIANTS:
        raise Http404
    context = {
        "drawing": draw(card_of(VARIANTS[key], house_of(request, key))),
        "width": WIDTH,
        "height": HEIGHT,
        "band": BAND,
    }
    return render(request, "rules/card.svg", context, content_type="image/svg+xml")
