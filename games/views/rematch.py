"""The same people once more, in two taps from the sheet of a finished game."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games import access
from games.forms.rematch import RematchForm
from games.models import Game, OutOfDateError, SeatTakenError, SubmissionReusedError
from games.rematch import Offer

from .outcome import go_to, rules_url
from .start import choose_url, new_url


@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Offer the ways to play again; start the game that was chosen."""
    game = access.game_to_score(request, pk, Game.objects.whole())
    form = RematchForm(game, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, form)
    if (offer := form.chosen()) is None:
        return _page(request, form, 422)
    try:
        started = _start(request, form, offer)
    except SubmissionReusedError:
        form.renew()
        return _page(request, form, 409)
    except (SeatTakenError, OutOfDateError):
        # Somebody who plays was merged this very moment, and is read anew.
        form = RematchForm(Game.objects.whole().get(pk=game.pk), request.POST)
        form.out_of_date()
        return _page(request, form, 409)
    return go_to(request, reverse("game", args=[started.pk]))


def _page(request: HttpRequest, form: RematchForm, status: int = 200) -> HttpResponse:
    game = form.game
    context = {
        "game": game,
        "form": form,
        "sheet_url": reverse("game", args=[game.pk]),
        "rules_url": rules_url(game),
        "change_url": new_url(game.variant, game),
        "elsewhere_url": choose_url(game),
    }
    return render(request, "rematch/rematch.html", context, status=status)


def _start(request: HttpRequest, form: RematchForm, offer: Offer) -> Game:
    """Start the game, or return the one that this very page has started already.

    SubmissionReusedError if the page's submission id belongs to anything else.
    """
    game = Game.objects.start(by=access.scorer(request), **form.new_game(offer))
    if game.club_id != form.game.club_id or game.deleted_at:
        raise SubmissionReusedError
    return game
