"""Mend the setup of a game: names, seats, dealer, house rules, totals carried on, substitutes."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import access, live, log
from games.forms.setup import SetupForm
from games.forms.setuppage import SetupPage
from games.forms.substitute import SubstituteForm, SubstitutePage
from games.models import (
    Game,
    GameFinishedError,
    NoSuchRoundError,
    OutOfDateError,
    Revision,
    SeatTakenError,
    SubmissionReusedError,
    WriteRefusedError,
)

from .outcome import done, go_to, refused
from .start import choose_url, new_url

# ---- the setup


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the setup of a game, say what another one changes, and save it."""
    game = access.game_to_score(request, pk, Game.objects.with_entries())
    if request.method != "POST":
        return _page(request, SetupPage(SetupForm(game)))
    form = SetupForm(game, request.POST)
    if "save" in request.POST:
        return _save(request, form)
    if "swap" in request.POST:
        return _page(request, SetupPage(form), 200 if form.rearrange() else 422)
    return _page(request, SetupPage(form), part="preview" if live.is_part(request) else "")


def _save(request: HttpRequest, form: SetupForm) -> HttpResponse:
    game = form.game
    if not (form.is_valid() and form.is_whole()):
        return _page(request, SetupPage(form), 422)
    if not game.revisions.filter(submission=form.submission).exists():
        if form.changes is None:
            return _page(request, SetupPage(form), 422)
        if form.changes.nothing:
            return go_to(request, reverse("game", args=[game.pk]))
        if form.revision != game.setup_revision:
            return _conflict(request, game, OutOfDateError())
        if not (form.changes.only_names or form.seen == form.changes.digest):
            return _page(request, SetupPage(form, asks=True), 422)
    try:
        revision = game.change_setup(
            by=access.scorer(request),
            submission=form.submission,
            revision=form.revision or 0,
            setup=form.setup(),
        )
    except SeatTakenError as taken:
        form.taken(taken.name)
        return _page(request, SetupPage(form), 422)
    except (OutOfDateError, SubmissionReusedError) as why:
        return _conflict(request, game, why)
    except WriteRefusedError as why:
        return refused(request, game, why)
    return done(request, revision)


def _conflict(request: HttpRequest, game: Game, why: WriteRefusedError) -> HttpResponse:
    """Show what was written in between beside what was typed, and let the person choose."""
    form = SetupForm(Game.objects.with_entries().get(pk=game.pk), request.POST)
    meanwhile = _written_since(request, form.game, form.revision or 0)
    form.renew()
    form.is_valid()
    reused = isinstance(why, SubmissionReusedError)
    page = SetupPage(form, meanwhile=meanwhile, reused=reused)
    return _page(request, page, 409)


def _written_since(request: HttpRequest, game: Game, seen: int) -> list[str]:
    """Return what was written to the setup after the revision that a page has seen."""
    later = game.revisions.filter(number__gt=seen)
    numbers = {revision.number for revision in later if "setup" in revision.after}
    items = log.items(game, access.scorer(request))
    return [
        _("%(what)s (%(who)s)") % {"what": item.says, "who": item.who} if item.who else item.says
        for item in reversed(items)
        if item.number in numbers
    ]


# ---- substitutes


@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Let somebody sit in for a player from a round on, or the player return."""
    game = access.game_to_score(request, pk, Game.objects.with_entries())
    if game.finished_at:
        return refused(request, game, GameFinishedError())
    if request.method != "POST":
        return _substitutes(request, SubstituteForm(game))
    form = SubstituteForm(game, request.POST)
    if not form.is_valid():
        return _substitutes(request, form, 422)
    repeat = game.revisions.filter(submission=form.submission).exists()
    if not (repeat or form.changes_something()):
        return _substitutes(request, form, 422)
    try:
        revision = _sit_in(request, form)
    except SeatTakenError as taken:
        form.taken(taken.name)
        return _substitutes(request, form, 422)
    except (OutOfDateError, NoSuchRoundError, SubmissionReusedError) as why:
        form = SubstituteForm(Game.objects.with_entries().get(pk=game.pk), request.POST)
        form.again(_round_changed(why))
        return _substitutes(request, form, 409)
    except WriteRefusedError as why:
        return refused(request, game, why)
    return done(request, revision)


def _sit_in(request: HttpRequest, form: SubstituteForm) -> Revision:
    return form.game.substitute(
        by=access.scorer(request),
        submission=form.submission,
        player=form.player,
        name=form.name,
        number=form.number,
        revision=form.revision,
    )


def _round_changed(why: WriteRefusedError) -> str:
    if isinstance(why, SubmissionReusedError):
        return _("Somebody was seated from this page before. Press once more to do this too.")
    if isinstance(why, NoSuchRoundError):
        return _("A round was taken back meanwhile. Choose the round once more.")
    return _("That round was written on another phone meanwhile. Choose the round once more.")


def _substitutes(request: HttpRequest, form: SubstituteForm, status: int = 200) -> HttpResponse:
    game = form.game
    context = {
        "substitute": SubstitutePage(form),
        "game": game,
        "setup_url": reverse("setup", args=[game.pk]),
        "substitute_url": reverse("substitute", args=[game.pk]),
    }
    return render(request, "setup/substitute.html", context, status=status)


# ---- the page of the setup


def _page(request: HttpRequest, page: SetupPage, status: int = 200, part: str = "") -> HttpResponse:
    game = page.game
    context = {
        "form": page,
        "substitute": SubstitutePage(SubstituteForm(game)),
        "game": game,
        "back_url": reverse("game", args=[game.pk]),
        "setup_url": reverse("setup", args=[game.pk]),
        "substitute_url": reverse("substitute", args=[game.pk]),
        "new_url": new_url(game.variant, game),
        "choose_url": choose_url(game),
        "move_url": _move_url(request, game),
    }
    template = "setup/setup.html" + (f"#{part}" if part else "")
    return render(request, template, context, status=status)


def _move_url(request: HttpRequest, game: Game) -> str:
    """Return where the game can move to another club; empty if it cannot from here."""
    if not access.may_let_go(request, game):
        return ""
    others = access.clubs_to_score(request).exclude(pk=game.club_id)
    return reverse("move", args=[game.pk]) if others.exists() else ""
