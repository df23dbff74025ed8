"""Work out the results and sums of clubs anew where they were reckoned in another way."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import Club
from games.models.reckoning import reckon_club


class Command(BaseCommand):
    """Reckons the clubs that are behind, one by one; `make run` does it after an upgrade."""

    help = "Work out results, ratings and records anew, where an upgrade has made that needful."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="of all clubs, behind or not")

    def handle(self, *_args: Any, **options: Any) -> None:
        clubs = Club.objects.all() if options["all"] else Club.objects.behind()
        reckoned = 0
        for pk in list(clubs.values_list("pk", flat=True)):
            if club := Club.objects.filter(pk=pk).first():
                reckon_club(club)
                reckoned += 1
        if options["verbosity"]:
            told = "1 club" if reckoned == 1 else f"{reckoned} clubs"
            self.stdout.write(f"{told} reckoned.")
