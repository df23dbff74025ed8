"""Let a game be one of another club."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import access
from games.forms.move import MoveForm
from games.forms.submission import submission_of
from games.models import (
    FileKnownError,
    Game,
    NameClashError,
    Revision,
    SeatTakenError,
    SubmissionReusedError,
    WriteRefusedError,
)

from .outcome import done, refused
from .players import USED


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Choose the club that a game is to be one of, and move it there."""
    game = _game(request, pk)
    clubs = list(access.clubs_to_score(request).order_by("created_at", "pk"))
    if request.method != "POST":
        return _page(request, MoveForm(game, clubs))
    form = MoveForm(game, clubs, request.POST)
    if not form.is_valid() or form.club is None:
        return _page(request, form, 422)
    try:
        revision = game.move(by=access.scorer(request), submission=form.submission, club=form.club)
    except (FileKnownError, SeatTakenError, NameClashError) as why:
        form.wrong("", _sentence(why))
        return _page(request, form, 422, known=getattr(why, "game", None))
    except SubmissionReusedError:
        form.again(str(USED))
        return _page(request, form, 409)
    except WriteRefusedError as why:
        return refused(request, game, why)
    return done(request, revision)


def _game(request: HttpRequest, pk: UUID) -> Game:
    """Return the game that may be moved, or that this very form has moved already."""
    if request.method == "POST" and (submission := submission_of(request.POST)):
        game = access.game_to_see(request, pk, Game.objects.whole())
        own = game.revisions.filter(kind=Revision.Kind.MOVE, by=access.scorer(request))
        if own.filter(submission=submission).exists():
            return game
    return access.game_to_let_go(request, pk, Game.objects.whole())


def _sentence(why: WriteRefusedError) -> str:
    match why:
        case FileKnownError():
            return _("That club has this game already, from the same file.")
        case NameClashError(name=name):
            return _(
                "Somebody here is called “%(name)s” in that club, and so is a team of this game. "
                "Give the team another name first."
            ) % {"name": name}
        case SeatTakenError(name=name):
            return _(
                "Two who play here are one person in that club, %(name)s. Take back there that "
                "they were merged, or mend the names of this game first."
            ) % {"name": name}
    return ""


def _page(
    request: HttpRequest, form: MoveForm, status: int = 200, known: Game | None = None
) -> HttpResponse:
    context = {
        "game": form.game,
        "form": form,
        "known": known if known is not None and known.pk != form.game.pk else None,
        "back_url": reverse("setup", args=[form.game.pk]),
        "sheet_url": reverse("game", args=[form.game.pk]),
    }
    return render(request, "moving/move.html", context, status=status)
