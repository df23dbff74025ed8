"""What a club is called, and where it plays."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import access
from games.forms.club import ClubForm
from games.models import SubmissionReusedError

from .account import club_url
from .outcome import go_to
from .players import USED


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the name and the time zone of a club, and change them."""
    club = access.club_to_own(request, pk)
    if request.method != "POST":
        return _page(request, ClubForm(club))
    form = ClubForm(club, request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    try:
        club.change(
            name=form.name,
            time_zone=form.time_zone,
            by=access.scorer(request),
            submission=form.submission,
        )
    except SubmissionReusedError:
        form.again(str(USED))
        return _page(request, form, 409)
    messages.success(request, _("Saved: %(name)s.") % {"name": club.title})
    return go_to(request, club_url(club))


def _page(request: HttpRequest, form: ClubForm, status: int = 200) -> HttpResponse:
    context = {"club": form.club, "form": form, "back_url": club_url(form.club)}
    return render(request, "clubs/edit.html", context, status=status)
