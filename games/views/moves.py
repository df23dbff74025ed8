"""The way back from the latest write, and forth again, as the pages of a game offer it."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games import log
from games.models import Game

LOG = "log"
"""What a form sends to come back to the log and not to the sheet."""


@dataclass(frozen=True, slots=True)
class Move:
    """A button that takes a write back or does it again; the form names it by its revision."""

    url: str
    revision: int
    says: str


def moves(game: Game, *, allowed: bool) -> dict[str, Move | None]:
    """Return what can be taken back and done again now, each None if there is nothing."""
    if not allowed or game.finished_at:
        return {"undo": None, "redo": None}
    return {"undo": _undo(game), "redo": _redo(game)}


def back_to(request: HttpRequest, game: Game) -> str:
    """Return where a move leads that was not made on the sheet; empty if it was."""
    return reverse("log", args=[game.pk]) if request.POST.get("to") == LOG else ""


def _undo(game: Game) -> Move | None:
    if (latest := game.revisions.undoable().first()) is None:
        return None
    latest.game = game
    says = _("Undo: %(what)s") % {"what": log.title(latest)}
    return Move(reverse("undo", args=[game.pk]), latest.number, says)


def _redo(game: Game) -> Move | None:
    latest = game.revisions.redoable().select_related("undoes").first()
    if latest is None or latest.undoes is None:
        return None
    latest.undoes.game = game
    then = log.People.of(game).before(latest)
    says = _("Redo: %(what)s") % {"what": log.title(latest.undoes, then)}
    return Move(reverse("redo", args=[game.pk]), latest.number, says)
