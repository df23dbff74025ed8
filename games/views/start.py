"""The games to go on with, and how a new one is started."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games import access, live
from games.board import Board
from games.forms.again import AGAIN, again
from games.forms.start import StartForm, seatings_of
from games.forms.startpage import StartPage, playable
from games.forms.submission import id_of, new_submission
from games.models import (
    Club,
    Game,
    Membership,
    OutOfDateError,
    SeatTakenError,
    SubmissionReusedError,
    User,
)
from games.models.again import made_again
from games.variants import VARIANTS
from games.variants.variant import Variant

from .deleting import JUST_DELETED
from .outcome import go_to

MOST_RUNNING, MOST_FINISHED = 12, 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the games to go on with, the latest that are finished, and what can be restored."""
    memberships = list(access.memberships(request))
    clubs, games = [one.club for one in memberships], Game.objects.whole()
    running = [_board(game) for game in games.running(clubs, MOST_RUNNING + 1)]
    deleted = list(access.games_to_restore(request).select_related("club"))
    told = id_of(request.GET, JUST_DELETED)
    context = {
        "running": running[:MOST_RUNNING],
        "more_running": len(running) > MOST_RUNNING,
        "finished": [_board(game) for game in games.finished(clubs, MOST_FINISHED)],
        "deleted": deleted,
        "just_deleted": next((game for game in deleted if game.pk == told), None),
        "submission": new_submission(),
        "can_start": access.may_start(request),
        "signed_out": access.was_signed_out(request),
        "memberships": memberships,
        **_own_club(memberships),
    }
    return render(request, "home.html", context)


def _own_club(memberships: list[Membership]) -> dict[str, object]:
    """Return what is said to those who were only let in to look on, and never began a game.

    The club that their own games would be in was made for them, and is not to be seen before that.
    """
    scoring = [one for one in memberships if one.role in Membership.MAY_SCORE]
    if len(scoring) != 1 or len(memberships) == 1 or not scoring[0].club.is_blank():
        return {}
    return {
        "only_looks_on": True,
        "memberships": [one for one in memberships if one != scoring[0]],
    }


def _board(game: Game) -> Board:
    return Board(game, url=reverse("game", args=[game.pk]))


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Offer what can be played, by the people of another game if the address names one."""
    game = access.game_again(request, id_of(request.GET, AGAIN))
    variants = [(playable(one), new_url(key, game)) for key, one in VARIANTS.items()]
    context = {
        "variants": variants,
        "again": game,
        **_in_which_club(request, game.club if game else None),
    }
    return render(request, "start/choose.html", context)


def _in_which_club(request: HttpRequest, club: Club | None) -> dict[str, object]:
    """Return the club that a game will be one of, None for the usual, if there are several."""
    own = [one for one in access.memberships(request) if one.role in Membership.MAY_SCORE]
    if len(own) < 2:
        return {}
    return {"in_club": club or access.club_to_start_in(request)}


def choose_url(game: Game | None = None) -> str:
    """Return where a new game is chosen, for the people of `game` if given."""
    return reverse("choose") + _people(game)


def new_url(key: str, game: Game | None = None) -> str:
    """Return where a new game is prepared, with the people of `game` in their seats if given."""
    return reverse("new", args=[key]) + _people(game)


def _people(game: Game | None) -> str:
    return f"?{AGAIN}={game.pk}" if game else ""


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Seat the players and agree on the house rules; start the game."""
    if key not in VARIANTS:
        raise Http404
    form = _asked(request, VARIANTS[key])
    if request.method != "POST":
        return _form(request, form)
    if form.rearranges:
        return _form(request, form, 200 if form.rearrange() else 422)
    if not form.is_valid():
        return _form(request, form, 422)
    try:
        game = started(request, form, Game.objects.start)
    except SubmissionReusedError:
        form.renew()
        return _form(request, form, 409)
    except (SeatTakenError, OutOfDateError):
        return _form(request, looked_over(_asked(request, VARIANTS[key])), 422)
    return go_to(request, reverse("game", args=[game.pk]))


def _asked(request: HttpRequest, variant: Variant[Any, Any, Any]) -> StartForm:
    """Return the form as it was sent, or a fresh one, with the people who play again if any do."""
    sent = request.POST if request.method == "POST" else None
    before = access.game_again(request, id_of(request.GET if sent is None else sent, AGAIN))
    club = access.club_to_start_in(request) if before is None else before.club
    proposed = {} if before is None else dict(again(before, variant))
    # A page that somebody goes back to has the seats that were chosen there.
    if (chosen := request.GET.get("seating")) in seatings_of(variant):
        proposed["seating"] = chosen
    return StartForm(variant, sent, club, proposed)


def _form(request: HttpRequest, form: StartForm, status: int = 200) -> HttpResponse:
    page = "start/new.html#form" if live.is_part(request) else "start/new.html"
    context = {"form": StartPage(form), **_in_which_club(request, form.club)}
    return render(request, page, context, status=status)


def looked_over[F: StartForm](form: F) -> F:
    """Return a form that says why no game was started, after people were merged this moment."""
    if form.is_valid():
        form.wrong_names()
    return form


def started(request: HttpRequest, form: StartForm, start: Callable[..., Game]) -> Game:
    """Start the game, or return the one that this very form has started already.

    SubmissionReusedError if the form's submission id belongs to anything else, SeatTakenError if
    two of the names have become one person's this very moment, and OutOfDateError if people are
    merged again and again meanwhile.
    """
    visitor = request.user if request.user.is_authenticated else None
    try:
        return _started(request, visitor, form, start)
    except (SubmissionReusedError, OutOfDateError):
        # A second tap may have got in between. If so, its game is there by now, and will be found.
        # And whoever was merged is another name of the record that is left by now.
        return _started(request, visitor, form, start)


@made_again
def _started(
    request: HttpRequest, visitor: User | None, form: StartForm, start: Callable[..., Game]
) -> Game:
    """Start the game and, for a visitor without one, make the account in the same breath."""
    known = None if visitor else _just_made_for(request, form.submission)
    user = visitor or known or User.objects.make_silently(form.time_zone)
    club = form.club or user.home_club()
    game = start(club=club, by=user, **form.game())
    if game.club_id != club.pk or game.deleted_at:
        raise SubmissionReusedError
    if visitor is None:
        access.sign_in(request, user, form.submission)
    return game


def _just_made_for(request: HttpRequest, submission: UUID) -> User | None:
    """Return the account made for this submission when it came first, None if it comes first now.

    After a double tap the second request has no session yet. SubmissionReusedError if it may not
    have the account of the first.
    """
    if not Game.objects.filter(submission=submission).exists():
        return None
    if (device := access.made_by(request, submission)) is None:
        raise SubmissionReusedError
    return device.user
