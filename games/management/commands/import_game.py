"""Import game files into a club."""

import sys
import uuid
from typing import Any

from django.core.management.base import CommandParser
from django.db import Error, transaction

from games import importing
from games.importing import Arrival, Import, ImportRefusedError
from games.management.clubcommand import ClubCommand
from games.management.filecommand import one_line


class Command(ClubCommand):
    """Imports game files, all of them or none, and prints what became of each.

    Exit status 0: imported. 1: a file has errors, which are printed with its name. 2: one line on
    standard error says why nothing could be imported.
    """

    help = "Import game files (- for standard input) into a club, all of them or none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a game file, or - for stdin")
        parser.add_argument("--club", metavar="ID", help="the club, if there are several")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="put a file in the place of a known game that has other content",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        arrivals = [importing.arrived(name, self.read(name)) for name in options["files"]]
        for arrival in arrivals:
            if arrival.refusal:
                self.refuse(f"{arrival.name}: {arrival.refusal}")
        try:
            imported = self._import(arrivals, options["club"], replace=options["replace"])
        except ImportRefusedError as why:
            self.print_json({"findings": self.findings(why.prospects, replace=options["replace"])})
            sys.exit(1)
        except Error as wrong:
            self.refuse(f"The database does not do it: {wrong}")
        for one in imported:
            self.print(one_line(f"{one.done} {one.game} {one.name}"))

    @transaction.atomic
    def _import(self, arrivals: list[Arrival], club: str | None, *, replace: bool) -> list[Import]:
        return importing.import_all(
            self.club(club),
            arrivals,
            by=None,
            submission=uuid.uuid4(),
            replace=range(len(arrivals)) if replace else (),
        )
