"""What the commands about game files share: how they read, print, and refuse."""

import json
import os
import sys
from pathlib import Path
from typing import NoReturn

from django.core.management.base import BaseCommand


class FileCommand(BaseCommand):
    """A command that never ends in a traceback, whatever the file.

    Exit status 0: done. 1: a game has errors, which are printed. 2: one line on standard error says
    why nothing could be done.
    """

    requires_system_checks = ()

    def read(self, name: str) -> bytes:
        """Return the bytes of a file, or of standard input for `-`."""
        try:
            return _bytes_of(name)
        except (OSError, ValueError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            self.refuse(f"The file cannot be read: {why}.")

    def print(self, result: str) -> None:
        """Write to standard output."""
        try:
            self.stdout.write(result)
            self.stdout.flush()
        except OSError as wrong:
            # Nothing more can be written there, not even when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self.refuse(f"The result cannot be written: {wrong.strerror or wrong}.")

    def print_json(self, result: object) -> None:
        """Write plain JSON to standard output."""
        self.print(json.dumps(result, indent=1))

    def refuse(self, sentence: str) -> NoReturn:
        """End with one line that says why."""
        self.stderr.write(one_line(sentence))
        sys.exit(2)


def one_line(text: str) -> str:
    """Return a text on one line, in characters that every terminal can write."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()


def _bytes_of(name: str) -> bytes:
    if name != "-":
        return Path(name).read_bytes()
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer.read()
