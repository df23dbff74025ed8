"""Export a club as one archive."""

import uuid
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandParser
from django.db import Error, transaction

from games.formats import archive
from games.management.filecommand import FileCommand
from games.models import Club


class Command(FileCommand):
    """Writes a club as one archive, which `import_club` takes in again.

    Exit status 0: exported. 2: there is no such club, or the file cannot be written; one line on
    standard error says so.
    """

    help = "Write a club as one archive, in lines of JSON; to standard output, or to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", metavar="ID", help="the club's id, as in its address")
        parser.add_argument(
            "--output", metavar="FILE", help="where to write; compressed if it ends with .gz"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        club = self._club(options["club"])
        output = options["output"]
        try:
            # In one transaction all lines are of the same moment.
            with transaction.atomic():
                if output is None:
                    self._print(club)
                else:
                    with Path(output).open("wb") as file:
                        self._write(club, file, packed=output.endswith(".gz"))
        except Error as wrong:
            self.refuse(f"The database does not do it: {wrong}")
        except (OSError, ValueError) as wrong:
            self.refuse(f"The file cannot be written: {getattr(wrong, 'strerror', None) or wrong}.")

    def _print(self, club: Club) -> None:
        for line in archive.lines(club):
            self.print(line.decode())

    def _write(self, club: Club, file: BinaryIO, *, packed: bool) -> None:
        lines = archive.lines(club)
        file.writelines(archive.packed(lines) if packed else lines)

    def _club(self, named: str) -> Club:
        try:
            return Club.objects.get(pk=uuid.UUID(named))
        except (ValueError, Club.DoesNotExist):
            self.refuse("There is no club of this id.")
        except Error as wrong:
            self.refuse(f"The database does not do it: {wrong}")
