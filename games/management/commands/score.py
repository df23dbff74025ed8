"""Score a game file without touching the database."""

import json
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from games import gamefile


class Command(BaseCommand):
    """Prints the scores of a game file as JSON.

    Exit status 0: scored. 1: the game has errors, which are printed. 2: no game file; one line on
    standard error says why.
    """

    help = "Score a game file (- for standard input) and print the result as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the game file, or - for standard input")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            document = gamefile.load(_bytes_of(options["file"]))
        except gamefile.NotAGameFileError as wrong:
            self._refuse(str(wrong))
        except (OSError, ValueError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            self._refuse(f"The file cannot be read: {why}.")
        game, remarks = gamefile.read(document)
        if game is None:
            errors = [one.as_json() for one in remarks if one.severity == "error"]
            self._print({"findings": errors})
            sys.exit(1)
        self._print(gamefile.scored(game, remarks))

    def _print(self, result: dict[str, object]) -> None:
        try:
            self.stdout.write(json.dumps(result, indent=1))
            self.stdout.flush()
        except OSError as wrong:
            # Nothing more can be written there, not even when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self._refuse(f"The result cannot be written: {wrong.strerror or wrong}.")

    def _refuse(self, sentence: str) -> NoReturn:
        line = " ".join(sentence.split()).encode("ascii", "backslashreplace").decode()
        self.stderr.write(line)
        sys.exit(2)


def _bytes_of(name: str) -> bytes:
    if name != "-":
        return Path(name).read_bytes()
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer.read()
