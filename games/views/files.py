"""Take a game away: as a file, as a table for a spreadsheet, on paper."""

import json
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access, gamefile, spreadsheet
from games.models import Game
from games.paper import Paper

LONGEST_FILE_NAME = 60


@require_safe
@never_cache
def export_json(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Give a game as a game file, from which it can be imported again."""
    game = access.game_to_see(request, pk, Game.objects.with_entries())
    document = gamefile.written(gamefile.of_game(game))
    content = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return attachment(game, content.encode(), "application/json", "json")


@require_safe
@never_cache
def export_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Give a game as a table for a spreadsheet."""
    game = access.game_to_see(request, pk, Game.objects.whole())
    return attachment(game, spreadsheet.written(game), "text/csv; charset=utf-8", "csv")


def attachment(game: Game, content: bytes, kind: str, ending: str) -> HttpResponse:
    """Answer with a file of a game that the browser keeps."""
    response = HttpResponse(content, content_type=kind)
    name = f"{file_name(game)}.{ending}"
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response


def file_name(game: Game) -> str:
    """Return what a game's files are called, in letters that every system can write."""
    title = slugify(game.title)[:LONGEST_FILE_NAME].strip("-_") or game.variant
    day = timezone.localtime(game.started_at, ZoneInfo(game.club.time_zone)).date()
    return f"{title}-{day.isoformat()}"


@require_safe
def paper(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a game as a sheet of paper to print and to sign."""
    game = access.game_to_see(request, pk, Game.objects.whole())
    context = {"paper": Paper(game), "back_url": reverse("game", args=[pk])}
    return render(request, "files/print.html", context)
