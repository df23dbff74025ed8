"""Import a club from its archive, however large."""

import sys
import uuid
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import CommandParser
from django.db import Error, transaction

from games import importing
from games.formats import Kind, Parcel, opened
from games.importing import Done, ImportRefusedError
from games.management.clubcommand import ClubCommand
from games.management.filecommand import one_line
from games.models import Club

LARGEST = 2 * 1024 * 1024 * 1024


class Command(ClubCommand):
    """Imports an archive, all of it or nothing, and prints how many games became what.

    Exit status 0: imported. 1: something in it has errors, which are printed with their lines. 2:
    one line on standard error says why nothing could be imported.
    """

    help = "Import a club's archive (- for standard input), all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="an archive, or - for stdin")
        parser.add_argument("--club", metavar="ID", help="the club, if there are several")
        parser.add_argument("--new", action="store_true", help="make a new club of it")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="put a game of the archive in the place of a known one that has other content",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        parcel = opened(
            options["file"], self.read(options["file"]), ZoneInfo("UTC"), largest=LARGEST
        )
        if parcel.refusal:
            self.refuse(parcel.refusal)
        if parcel.kind is not Kind.ARCHIVE:
            self.refuse("The file is not the archive of a club.")
        try:
            self._import(parcel, options)
        except ImportRefusedError as why:
            found = self.findings(why.prospects, replace=options["replace"])
            self.print_json({"findings": found})
            sys.exit(1)
        except Error as wrong:
            self.refuse(f"The database does not do it: {wrong}")

    @transaction.atomic
    def _import(self, parcel: Parcel, options: dict[str, Any]) -> None:
        club = Club.objects.create() if options["new"] else self.club(options["club"])
        done = importing.import_all(
            club,
            parcel.arrivals,
            by=None,
            submission=uuid.uuid4(),
            replace=range(len(parcel.arrivals)) if options["replace"] else (),
            told=[parcel.club] if parcel.club else [],
        )
        for kind in Done:
            if number := sum(one.done is kind for one in done):
                self.print(one_line(f"{kind} {number}"))
        self.print(one_line(f"club {club.pk} {club.name}"))
