"""Write down a game that was played long ago, of which only the totals are known."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import access, live
from games.forms.past import PastForm
from games.forms.pastpage import PastPage
from games.forms.start import seatings_of
from games.models import Game, OutOfDateError, SeatTakenError, SubmissionReusedError
from games.variants import VARIANTS
from games.variants.entry import questions
from games.variants.variant import Variant

from .outcome import go_to
from .start import looked_over, started

VARIANT, CHOSEN = "variant", "played"
"""The names of the button that chooses what was played, and of the field that says what was."""


@require_http_methods(["GET", "HEAD", "POST"])
def past(request: HttpRequest) -> HttpResponse:
    """Ask when it was, who played and what came out; keep the game."""
    form = _asked(request)
    if request.method != "POST":
        return _form(request, form)
    if VARIANT in request.POST and "start" not in request.POST:
        return _form(request, form)
    if form.rearranges:
        return _form(request, form, 200 if form.rearrange() else 422)
    if not form.is_valid():
        return _form(request, form, 422)
    try:
        game = started(request, form, Game.objects.write_down)
    except SubmissionReusedError:
        form.renew()
        return _form(request, form, 409)
    except (SeatTakenError, OutOfDateError):
        return _form(request, looked_over(_asked(request)), 422)
    messages.success(request, _("Written down, with the totals only."))
    return go_to(request, reverse("game", args=[game.pk]))


def _asked(request: HttpRequest) -> PastForm:
    """Return the form as it was sent, or a fresh one for what the club has played last."""
    club = access.club_to_start_in(request)
    if request.method != "POST":
        last = club.games.filter(deleted_at=None).order_by("-started_at").first() if club else None
        told = request.GET.get(VARIANT, last.variant if last else "")
        proposed = {}
        # A page that somebody goes back to has the seats that were chosen there.
        if seating := request.GET.get("seating"):
            proposed["seating"] = seating
        variant = _variant(told)
        if proposed.get("seating") not in seatings_of(variant):
            proposed = {}
        return PastForm(variant, None, club, proposed)
    before = _variant(request.POST.get(CHOSEN, ""))
    variant = _variant(request.POST.get(VARIANT, "")) if VARIANT in request.POST else before
    sent = request.POST if variant == before else _changed(request.POST, before, variant)
    return PastForm(variant, sent, club)


def _variant(key: str) -> Variant[Any, Any, Any]:
    return VARIANTS.get(key) or next(iter(VARIANTS.values()))


def _changed(
    data: QueryDict, before: Variant[Any, Any, Any], variant: Variant[Any, Any, Any]
) -> QueryDict:
    """Return what was sent, without what has no place where another game is played."""
    kept = data.copy()
    for question in questions(before.options):
        kept.pop(question.name, None)
    if kept.get("seated") not in seatings_of(variant):
        kept.pop("seated", None)
    return kept


def _form(request: HttpRequest, form: PastForm, status: int = 200) -> HttpResponse:
    page = "past/past.html#form" if live.is_part(request) else "past/past.html"
    return render(request, page, {"form": PastPage(form)}, status=status)
