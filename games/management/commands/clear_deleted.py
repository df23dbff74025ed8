"""Remove for good what was deleted longer ago than it can be restored."""

from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game


class Command(BaseCommand):
    """Removes the games whose time to be restored is over, one by one; `make run` does it."""

    help = "Remove for good the games that were deleted too long ago to be restored."

    def handle(self, *_args: Any, **options: Any) -> None:
        removed = 0
        while game := Game.objects.expired().first():
            game.delete()
            removed += 1
        if options["verbosity"]:
            games = "1 game" if removed == 1 else f"{removed} games"
            self.stdout.write(f"{games} removed for good.")
