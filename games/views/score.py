"""Keep the score of one game: look at its sheet, go back and forth, close it, open it again."""

from contextlib import suppress
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import access, live
from games.board import Board
from games.formats import bgstats
from games.forms.round import RoundForm
from games.forms.submission import new_submission, number_of
from games.models import Game, OutOfDateError, WriteRefusedError

from .moves import back_to, moves
from .outcome import check_url, refused, rules_url, store, written
from .rounds import entry_page, is_meant, take_over

MORE = (
    *("setup", "log", "print", "export_json", "export_csv", "export_game"),
    *("rematch", "delete"),
)
"""What else can be done with a game; the list of it stands at the end of the sheet."""

# ---- the sheet


@require_safe
def sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the sheet, or only its board to a page that asks for news."""
    part = live.is_part(request)
    game = access.game_to_see(request, pk)
    etag = live.board_etag(request, game, part=part)
    if request.headers.get("If-None-Match") == etag and "messages" not in request.COOKIES:
        response = HttpResponse(status=304)
    else:
        context = _sheet_context(request, Game.objects.whole().get(pk=pk))
        response = render(
            request, "score/sheet.html#fresh" if part else "score/sheet.html", context
        )
    return live.marked(response, etag)


def _sheet_context(request: HttpRequest, game: Game) -> dict[str, object]:
    can_score = access.may_score(request.user, game)
    board = Board(
        game,
        url=reverse("game", args=[game.pk]),
        opened=number_of(request.GET, "open"),
        correct_url=reverse("game", args=[game.pk]) + "rounds/" if can_score else "",
        rules_url=rules_url(game),
        check_url=check_url(game),
        etag=live.board_etag(request, game, part=True),
    )
    return {
        "board": board,
        "game_id": game.pk,
        "can_score": can_score,
        "round_number": game.next_number,
        "round_url": reverse("round", args=[game.pk, game.next_number]),
        "finish_url": reverse("finish", args=[game.pk]),
        **moves(game, allowed=can_score),
        "reopen_url": reverse("reopen", args=[game.pk]),
        "more": {
            **{name: reverse(name, args=[game.pk]) for name in MORE},
            "club": reverse("club", args=[game.club_id]),
            "history": f"{reverse('history')}?club={game.club_id}",
        },
        "bgstats_url": bgstats.link(game) if game.finished_at else "",
        "share_url": reverse("share", args=[game.pk]) if can_score else "",
        "submission": new_submission(),
    }


# ---- take back, do again, close, open again


@require_POST
def undo(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take back the latest write, which is named by its revision."""
    game = access.game_to_score(request, pk)
    revision = number_of(request.POST, "revision")
    return written(request, game, game.undo, to=back_to(request, game), revision=revision)


@require_POST
def redo(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Do again what was taken back last; the taking back is named by its revision."""
    game = access.game_to_score(request, pk)
    revision = number_of(request.POST, "revision")
    return written(request, game, game.redo, to=back_to(request, game), revision=revision)


@require_POST
def finish(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Close the game."""
    game = access.game_to_score(request, pk)
    return written(request, game, game.finish)


@require_POST
def reopen(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Open a closed game again; a round that was refused before is shown as it was typed."""
    game, number = access.game_to_score(request, pk), number_of(request.POST, "round")
    if number is None:
        return written(request, game, game.reopen)
    if not is_meant(game, number):
        raise Http404
    try:
        # If it is open already, whoever wanted to go on with what was typed can do so.
        with suppress(OutOfDateError):
            store(request, game.reopen)
    except WriteRefusedError as why:
        return refused(request, game, why)
    return _typed_before(request, pk, number)


def _typed_before(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    game = Game.objects.whole().get(pk=pk)
    form, revision = RoundForm.posted(game, request.POST), number_of(request.POST, "revision")
    notice = _("The game is open again. What you typed is not saved yet.")
    if revision is None:
        notice = f"{notice} {take_over(game, number, form)}".strip()
    insert = "insert" in request.POST and revision is not None
    return entry_page(request, game, number, form, revision, insert=insert, notice=notice)
