"""Take a club away, or a game in other forms than its file: archive, tables, Board Game Stats."""

import json
from collections.abc import Iterable
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access
from games.formats import archive, bgstats, rounds, sheets
from games.forms.exportpage import ClubExport, GameExport
from games.models import Club, Game

from .account import club_url
from .files import attachment, file_name

CSV = "text/csv; charset=utf-8"
LINES = "application/jsonl; charset=utf-8"
LONGEST_FILE_NAME = 60


# ---- a club


@require_safe
def export_club(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show every way in which a club can be taken away."""
    club = access.club_to_see(request, pk)
    can_score = access.has_role(request, club, *club.memberships.model.MAY_SCORE)
    context = {
        "page": ClubExport(club),
        "back_url": club_url(club),
        "import_url": reverse("import_club", args=[pk]) if can_score else "",
    }
    return render(request, "exports/club.html", context)


@require_safe
@never_cache
def club_archive(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Give a club as one archive."""
    club = access.club_to_see(request, pk)
    return _streamed(request, archive.lines(club), LINES, _file_name(club, "archive.jsonl"))


@require_safe
@never_cache
def club_archive_packed(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Give a club as one archive, compressed."""
    club = access.club_to_see(request, pk)
    lines = archive.packed(archive.lines(club))
    return _streamed(request, lines, "application/gzip", _file_name(club, "archive.jsonl.gz"))


@require_safe
@never_cache
def club_rounds(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Give a table of every component of every round of a club."""
    club = access.club_to_see(request, pk)
    table = rounds.written(archive.in_order(club))
    return _streamed(request, table, CSV, _file_name(club, "rounds.csv"))


@require_safe
@never_cache
def club_sheets(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Give the score sheets of a club in one table."""
    club = access.club_to_see(request, pk)
    table = sheets.written(archive.in_order(club))
    return _streamed(request, table, CSV, _file_name(club, "sheets.csv"))


def _streamed(
    request: HttpRequest, content: Iterable[bytes], kind: str, name: str
) -> HttpResponseBase:
    """Answer with a file that is written while it is sent, so that it need not fit in memory."""
    response = StreamingHttpResponse(() if request.method == "HEAD" else content, content_type=kind)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response


def _file_name(club: Club, ending: str) -> str:
    name = slugify(club.name)[:LONGEST_FILE_NAME].strip("-_") or "club"
    return f"{name}-{ending}"


# ---- a game


@require_safe
def export_game(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show every way in which a game can be taken away."""
    game = access.game_to_see(request, pk, Game.objects.whole())
    return render(request, "exports/game.html", {"page": GameExport(game)})


@require_safe
@never_cache
def game_rounds(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Give a table of every component of every round of a game."""
    game = access.game_to_see(request, pk, Game.objects.with_entries())
    name = f"{file_name(game)}.rounds.csv"
    return _streamed(request, rounds.written([game]), CSV, name)


@require_safe
@never_cache
def game_sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Give the score sheet of a game as a table."""
    game = access.game_to_see(request, pk, Game.objects.whole())
    return attachment(game, b"".join(sheets.written([game])), CSV, "sheet.csv")


@require_safe
@never_cache
def game_play(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Give a finished game as a play file of Board Game Stats."""
    finished = Game.objects.whole().exclude(finished_at=None)
    game = access.game_to_see(request, pk, finished)
    content = json.dumps(bgstats.play_file(game), ensure_ascii=False, indent=1) + "\n"
    return attachment(game, content.encode(), "application/json", "bgsplay")
