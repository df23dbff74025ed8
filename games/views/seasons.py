"""Seasons of a club: their standings, how they are made, changed and closed, and who won them."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import access
from games.championimage import fitting, lines_of
from games.clubfacts import records_by_variant
from games.forms.season import SeasonForm, seasons_in_words
from games.models import (
    Club,
    Membership,
    OutOfDateError,
    Season,
    SubmissionReusedError,
    TooManySeasonsError,
)
from games.seasonpage import SeasonPage

from .account import club_url
from .outcome import go_to

LONGEST_FILE_NAME = 60


@require_safe
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standings of a season."""
    chosen = access.season_to_see(request, pk)
    context = {
        "season": chosen,
        "club": chosen.club,
        "page": SeasonPage(chosen),
        "records": records_by_variant(chosen),
        "is_owner": access.has_role(request, chosen.club, Membership.Role.OWNER),
        "history_url": _history(request, chosen),
        "seasons": _of(chosen.club),
        "back_url": club_url(chosen.club),
    }
    return render(request, "seasons/season.html", context)


def _of(club: Club) -> list[Season]:
    """Return the seasons of a club: that of all time first, then the latest."""
    return [*club.seasons.filter(everything=True), *club.seasons.named()]


def _history(request: HttpRequest, season: Season) -> str:
    """Return where the games of a season are."""
    query = {} if season.everything else {"season": str(season.pk)}
    if access.clubs(request).count() > 1:
        query["club"] = str(season.club_id)
    return reverse("history", query=query or None)


@require_safe
def champion(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who won a season, to be shown around."""
    chosen = access.season_to_see(request, pk)
    context = {
        "season": chosen,
        "club": chosen.club,
        "page": SeasonPage(chosen),
        "file_name": _file_name(chosen),
    }
    return render(request, "seasons/champion.html", context)


@require_safe
def champion_image(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with who won a season as a drawing that can be sent."""
    chosen = access.season_to_see(request, pk)
    page = SeasonPage(chosen)
    context = {
        "club": chosen.club,
        "page": page,
        "lines": lines_of(page.champions or _("Nobody is first yet")),
        "season_size": fitting(page.title, 56),
        "club_size": fitting(f"{chosen.club.title} · {page.games}", 34),
    }
    answer = render(request, "seasons/champion.svg", context, content_type="image/svg+xml")
    name = f"{_file_name(chosen)}.svg"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def _file_name(season: Season) -> str:
    """Return what a picture of who won is called, in letters that every system can write."""
    return slugify(f"{season.title} champion")[:LONGEST_FILE_NAME].strip("-_")


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask for a new season of a club; make it."""
    club = access.club_to_own(request, pk)
    form = SeasonForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _form(request, club, form)
    if not form.is_valid():
        return _form(request, club, form, status=422)
    try:
        made = Season.objects.begin(club=club, submission=form.submission, plan=form.plan())
    except SubmissionReusedError:
        form.again(_("Another season was made from this page. Save once more to make this."))
        return _form(request, club, form, status=409)
    except TooManySeasonsError:
        form.again(seasons_in_words())
        return _form(request, club, form, status=409)
    messages.success(request, _("Season saved."))
    return go_to(request, _url(made))


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a season: its name, its span, how it is reckoned."""
    chosen = access.season_to_own(request, pk)
    form = SeasonForm(request.POST if request.method == "POST" else None, chosen)
    if request.method != "POST":
        return _form(request, chosen.club, form)
    if not form.is_valid():
        return _form(request, chosen.club, form, status=422)
    seen = chosen.plan
    try:
        if not form.is_of(chosen) and form.plan() != seen:
            raise OutOfDateError
        chosen.change(seen=seen, plan=form.plan())
    except OutOfDateError:
        chosen.refresh_from_db()
        form.again(
            _("This season is closed. Open it again to change it.")
            if chosen.is_closed
            else _("Somebody changed this season meanwhile. Save once more to put yours in place.")
        )
        return _form(request, chosen.club, form, status=409)
    messages.success(request, _("Season saved."))
    return go_to(request, _url(chosen))


def _form(request: HttpRequest, club: Club, form: SeasonForm, *, status: int = 200) -> HttpResponse:
    chosen = form.season
    context = {
        "club": club,
        "season": chosen,
        "form": form,
        "here": reverse("edit_season", args=[chosen.pk])
        if chosen
        else reverse("new_season", args=[club.pk]),
        "back_url": _url(chosen) if chosen else club_url(club),
    }
    return render(request, "seasons/edit.html", context, status=status)


@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep the standings as they are."""
    chosen = _with_an_end(request, pk)
    chosen.close()
    messages.success(request, _("Season closed: its result stands."))
    return go_to(request, _url(chosen))


@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the standings follow the games again."""
    chosen = _with_an_end(request, pk)
    chosen.reopen()
    messages.success(request, _("Season opened again: its standings follow the games."))
    return go_to(request, _url(chosen))


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether a season is to be deleted; POST deletes it. Its games stay."""
    chosen = access.season_to_own(request, pk)
    club = club_url(chosen.club)
    if request.method == "POST" and not chosen.everything:
        chosen.remove()
        messages.success(request, _("Season deleted. Its games are all there."))
        return go_to(request, club)
    context = {"season": chosen, "club": chosen.club, "page": SeasonPage(chosen)}
    status = 409 if request.method == "POST" else 200
    return render(request, "seasons/delete.html", context, status=status)


def _with_an_end(request: HttpRequest, pk: int) -> Season:
    """Return a season that can be closed: that of all time goes on for ever."""
    chosen = access.season_to_own(request, pk)
    if chosen.everything:
        raise Http404
    return chosen


def _url(season: Season) -> str:
    return reverse("season", args=[season.pk])
