"""Score a game file without touching the database."""

import sys
from typing import Any

from django.core.management.base import CommandParser

from games import gamefile
from games.management.filecommand import FileCommand


class Command(FileCommand):
    """Prints the scores of a game file as JSON.

    Exit status 0: scored. 1: the game has errors, which are printed. 2: no game file; one line on
    standard error says why.
    """

    help = "Score a game file (- for standard input) and print the result as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the game file, or - for standard input")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            document = gamefile.load(self.read(options["file"]))
        except gamefile.NotAGameFileError as wrong:
            self.refuse(str(wrong))
        game, remarks = gamefile.read(document)
        if game is None:
            errors = [one.as_json() for one in remarks if one.severity == "error"]
            self.print_json({"findings": errors})
            sys.exit(1)
        self.print_json(gamefile.scored(game, remarks))
