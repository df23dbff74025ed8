"""The log of a game: who wrote what and when, and what was taken back."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import access
from games.forms.submission import new_submission
from games.log import items
from games.models import Game

from .moves import LOG, moves

AT_ONCE = 50


@require_safe
def log(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show every write to a game, the latest first, so many at once."""
    seated = Game.objects.select_related("club").prefetch_related("teams", "seats__player")
    game = access.game_to_see(request, pk, seated)
    reader = request.user if request.user.is_authenticated else None
    context = {
        "game": game,
        "page": Paginator(items(game, reader), AT_ONCE).get_page(request.GET.get("page")),
        "sheet_url": reverse("game", args=[pk]),
        "submission": new_submission(),
        "to": LOG,
        **moves(game, allowed=access.may_score(request.user, game)),
    }
    return render(request, "score/log.html", context)
