"""Games and tables for the tests of formats."""

import csv
import io
from collections.abc import Iterable
from uuid import uuid4
from zoneinfo import ZoneInfo

from games import gamefile, importing
from games.formats import Parcel, opened
from games.gamefile import GameFile
from games.importing import Import
from games.models import Club, Game
from tests.documents import Document, raw

ZONE = ZoneInfo("Europe/Berlin")


def game_of(document: Document | GameFile, club: Club | None = None) -> Game:
    """Import a game into a club, or one of its own."""
    content = gamefile.text_of(document).encode() if isinstance(document, GameFile) else None
    arrival = importing.arrived("x", content or raw(document))
    club = club or Club.objects.create(time_zone="Europe/Berlin")
    (one,) = importing.import_all(club, [arrival], by=None, submission=uuid4(), replace=())
    return Game.objects.with_entries().get(pk=one.game)


def fits(file: GameFile) -> bool:
    """Say whether a game that was drawn can be kept."""
    return importing.arrived("x", gamefile.text_of(file).encode()).file is not None


def table(content: Iterable[bytes]) -> list[list[str]]:
    """Return the cells of a table as a spreadsheet reads them."""
    text = b"".join(content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def brought_in(club: Club, parcel: Parcel) -> list[Import]:
    """Import all that can be read of a file."""
    arrivals = [one for one in parcel.arrivals if one.file]
    return importing.import_all(club, arrivals, by=None, submission=uuid4(), replace=())


def looked_at(content: bytes | str, name: str = "x.csv", **called: str) -> Parcel:
    """Look into a file."""
    return opened(name, content.encode() if isinstance(content, str) else content, ZONE, called)


def why_not(parcel: Parcel) -> list[str]:
    """Return why each line of a file cannot be read; empty for those that can be."""
    return [
        one.refusal or " ".join(error.message for error in one.errors) for one in parcel.arrivals
    ]


def results(parcel: Parcel) -> list[dict[str, int]]:
    """Return the totals of each game in a file that has no rounds."""
    return [
        dict(
            zip(
                [team.name for team in one.file.table.teams],
                one.file.table.starting_totals,
                strict=True,
            )
        )
        for one in parcel.arrivals
        if one.file
    ]
