"""Import game files into a club."""

import sys
import uuid
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandParser
from django.db import Error, transaction

from games import importing
from games.importing import Arrival, Fate, Import, ImportRefusedError, Prospect
from games.management.filecommand import FileCommand, one_line
from games.models import Club


class Command(FileCommand):
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
            self.print_json({"findings": _findings(why.prospects, replace=options["replace"])})
            sys.exit(1)
        except Error as wrong:
            self.refuse(f"The database does not do it: {wrong}")
        for one in imported:
            self.print(one_line(f"{one.done} {one.game} {one.name}"))

    @transaction.atomic
    def _import(self, arrivals: list[Arrival], club: str | None, *, replace: bool) -> list[Import]:
        return importing.import_all(
            self._club(club),
            arrivals,
            by=None,
            submission=uuid.uuid4(),
            replace=range(len(arrivals)) if replace else (),
        )

    def _club(self, named: str | None) -> Club:
        """Return the club of this id, or else the only one, or a new one if there is none yet."""
        if named is not None:
            try:
                return Club.objects.get(pk=uuid.UUID(named))
            except (ValueError, Club.DoesNotExist):
                self.refuse("There is no club of this id.")
        clubs = list(Club.objects.order_by("created_at")[:2])
        if len(clubs) > 1:
            self.refuse(
                "There are several clubs: name one with --club ID, where the ID is that of one of "
                f"these: {_listed()}."
            )
        return clubs[0] if clubs else Club.objects.create()


def _listed() -> str:
    """Return the clubs with those who play there, so that one can tell which is meant."""
    told = []
    for club in Club.objects.order_by("-created_at")[:20]:
        players = ", ".join(player.name for player in club.players.order_by("name")[:6])
        told.append(f"{club.pk} ({club.name or players or 'nobody has played there yet'})")
    return "; ".join(told)


def _findings(prospects: Sequence[Prospect], *, replace: bool) -> list[dict[str, object]]:
    """Return every error with the name of its file."""
    found: list[dict[str, object]] = []
    for one in prospects:
        name = one.arrival.name
        found += [{"file": name, **remark.as_json()} for remark in one.findings]
        if one.fate is Fate.DIFFERS and not replace:
            message = (
                "This game is known with other content. Import it with --replace to put the file "
                "in its place."
            )
            found.append(
                {
                    "file": name,
                    "severity": "error",
                    "code": "differs",
                    "round": None,
                    "field": "id",
                    "column": None,
                    "message": message,
                }
            )
    return found
