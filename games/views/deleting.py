"""Delete a game, which hides it, and bring it back for as long as it can be."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games import access
from games.board import Board
from games.forms.submission import new_submission
from games.models import Game
from games.models.games import RESTORABLE

from .outcome import written

JUST_DELETED = "deleted"
"""What names the game in the address of the page that says it was deleted."""


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask whether the game is to be deleted; POST deletes it."""
    if request.method == "POST":
        game = access.game_to_put_away(request, pk)
        home = f"{reverse('home')}?{JUST_DELETED}={game.pk}"
        return written(request, game, game.discard, to=home)
    game = access.game_to_score(request, pk, Game.objects.whole())
    context = {
        "board": Board(game),
        "days": RESTORABLE.days,
        "submission": new_submission(),
        "delete_url": reverse("delete", args=[pk]),
        "back_url": reverse("game", args=[pk]),
    }
    return render(request, "score/delete.html", context)


@require_POST
def restore(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Bring a deleted game back."""
    game = access.game_to_put_away(request, pk)
    return written(request, game, game.restore)
