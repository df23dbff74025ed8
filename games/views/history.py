"""The games that were played, newest first, and how to find one of them."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import access, live
from games.forms.history import CLUB, HistoryForm
from games.forms.submission import id_of
from games.history import AT_ONCE, Cursor, Found, page
from games.models import Club, Membership
from games.models.seasons import evening_of
from games.results import Line

from .account import club_url

OLDER, NEWER, LOADED = "after", "before", "loaded"
MOST_LOADED = 3
"""So many pages come by themselves one after another; then the end of the page can be reached."""


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Show a page of a club's games, or those that follow to who scrolls on."""
    clubs = list(access.clubs(request).order_by("memberships__joined_at"))
    if not clubs:
        return render(request, "history/empty.html", {"can_start": access.may_start(request)})
    told = id_of(request.GET, CLUB)
    club = _chosen(request, clubs) if CLUB not in request.GET else _named(clubs, told)
    form = HistoryForm(request.GET, club, reverse("history"), told_club=CLUB in request.GET)
    older = Cursor.read(request.GET.get(OLDER, ""))
    newer = None if older else Cursor.read(request.GET.get(NEWER, ""))
    found = (
        page(form.asked, older or newer, newer=newer is not None) if not form.faults else Found([])
    )
    context = {
        "form": form,
        "club": club,
        "back_url": club_url(club) if CLUB in request.GET else "",
        "clubs": [(one, f"{reverse('history')}?{CLUB}={one.pk}") for one in clubs],
        "lines": [Line(game, club) for game in found.games],
        "looked_back_to": found.looked_back_to and evening_of(found.looked_back_to, club),
        "begins": older is None and found.newer is None,
        "newer_url": form.url(**{NEWER: str(found.newer)}) if found.newer else "",
        "can_score": access.has_role(request, club, *Membership.MAY_SCORE),
        **_going_on(request, form, found),
    }
    return render(request, _template(request), context)


def _going_on(request: HttpRequest, form: HistoryForm, found: Found) -> dict[str, object]:
    """Return where older games are, and whether they come by themselves when the end is seen."""
    if found.older is None:
        return {}
    loaded = request.GET.get(LOADED, "0")
    number = int(loaded) + 1 if loaded in map(str, range(MOST_LOADED)) else MOST_LOADED + 1
    url = form.url(**{OLDER: str(found.older)})
    return {
        "older_url": url,
        "more_url": f"{url}&{LOADED}={number}" if number <= MOST_LOADED else "",
        "at_once": AT_ONCE,
    }


def _template(request: HttpRequest) -> str:
    if not live.is_part(request):
        return "history/history.html"
    return "history/history.html#more" if LOADED in request.GET else "history/history.html#changed"


def _chosen(request: HttpRequest, clubs: list[Club]) -> Club:
    """Return the club that is shown unless another is named: where this account starts games."""
    try:
        return access.club_to_start_in(request) or clubs[0]
    except PermissionDenied:
        return clubs[0]


def _named(clubs: list[Club], pk: object) -> Club:
    for club in clubs:
        if club.pk == pk:
            return club
    raise Http404
