"""Export a game as a game file."""

import uuid
from typing import Any

from django.core.management.base import CommandParser
from django.db import Error

from games import gamefile
from games.management.filecommand import FileCommand
from games.models import Game


class Command(FileCommand):
    """Prints a game as a game file, which `import_game` takes in again.

    Exit status 0: exported. 2: there is no such game; one line on standard error says so.
    """

    help = "Print a game as a game file, in JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="UUID", help="the game's id, as in its address")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            game = self._game(options["game"])
            document = gamefile.written(gamefile.of_game(game))
        except Error as wrong:
            self.refuse(f"The database does not do it: {wrong}")
        self.print_json(document)

    def _game(self, named: str) -> Game:
        try:
            return Game.objects.with_entries().get(pk=uuid.UUID(named), deleted_at=None)
        except (ValueError, Game.DoesNotExist):
            self.refuse("There is no game of this id.")
