"""The board for all at the table: a read-only page behind a secret address, and how to share it."""

from urllib.parse import urljoin, urlsplit
from uuid import UUID

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import access, live
from games.board import Board
from games.context import theme
from games.forms.submission import number_of
from games.models import Game, Link
from scorekeeper import network

from .outcome import go_to

TELEVISION = "tv"
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Show the board to whoever has the address; an unchanged one costs a single query.

    With `?display=tv` it is laid out for a television, which nobody touches.
    """
    part, on_television = live.is_part(request), request.GET.get("display") == TELEVISION
    game = access.watched(token).game
    etag = live.board_etag(request, game, part=part)
    if request.headers.get("If-None-Match") == etag:
        return live.marked(HttpResponse(status=304), etag)
    game = Game.objects.whole().get(pk=game.pk)
    board = Board(
        game,
        url=_television_url(token) if on_television else reverse("watch", args=[token]),
        opened=number_of(request.GET, "open"),
        rules_url=_of_rules("rules_variant", game, token),
        check_url=_of_rules("opening", game, token),
        etag=live.board_etag(request, game, part=True),
    )
    what = _("You are watching this game. The board follows by itself; only its scorers change it.")
    context: dict[str, object] = {"board": board, "what_is_this": what}
    template = "watch/watch.html"
    if on_television:
        # A bright wall hurts the eyes of a whole room.
        template, context["theme"] = "watch/television.html", theme(request)["theme"] or "dark"
    return live.marked(render(request, f"{template}#fresh" if part else template, context), etag)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the address of the board as a QR code; POST makes a new one and closes the old."""
    game = access.game_to_score(request, pk)
    link = game.links.get(kind=Link.Kind.WATCH, revoked_at=None)
    if request.method == "POST":
        link.replace()
        return go_to(request, reverse("share", args=[pk]))
    watch_url = seen_from_phones(request, reverse("watch", args=[link.token]))
    context = {
        "title": game.title,
        "watch_url": watch_url,
        "television_url": seen_from_phones(request, _television_url(link.token)),
        "qr": qr(watch_url),
        "back_url": reverse("game", args=[pk]),
    }
    return render(request, "score/share.html", context)


def _of_rules(view: str, game: Game, token: str) -> str:
    """Return a page of the rules that speaks as this table plays, and leads back to its board."""
    return reverse(view, args=[game.variant], query={"watch": token})


def _television_url(token: str) -> str:
    return reverse("watch", args=[token]) + f"?display={TELEVISION}"


def seen_from_phones(request: HttpRequest, path: str) -> str:
    """Return the full address of a page, under a name that other phones can reach."""
    own = request.build_absolute_uri(path)
    if urlsplit(own).hostname in LOOPBACK and not settings.HTTPS:
        _here, near = network.reachable_at(settings.LISTEN, int(request.get_port()))
        return urljoin(near[0], path) if near else own
    return own


def qr(address: str) -> str:
    code = segno.make(address, error="m").svg_inline(
        omitsize=True, svgclass="qr", lineclass=None, border=4
    )
    return mark_safe(code)  # noqa: S308  It is drawn by the library from an address of our own.
