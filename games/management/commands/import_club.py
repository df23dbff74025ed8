"""Import a club from its archive, or games that another program keeps, however many."""

import sys
import uuid
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import CommandParser
from django.db import Error, transaction

from games import importing
from games.formats import Kind, opened
from games.forms.season import seasons_in_words
from games.importing import Done, ImportRefusedError
from games.management.clubcommand import ClubCommand
from games.management.filecommand import one_line
from games.models import Club, Membership, TooManySeasonsError, User

LARGEST = 2 * 1024 * 1024 * 1024


class Command(ClubCommand):
    """Imports an archive, or another file of many games, and prints how many games became what.

    All of it is imported or nothing; games that nobody keeps the score of here are left out.

    Exit status 0: imported. 1: something in it has errors, which are printed with their lines. 2:
    one line on standard error says why nothing could be imported.
    """

    help = "Import a club's archive, or games of another program, all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file, or - for stdin")
        parser.add_argument("--club", metavar="ID", help="the club, if there are several")
        parser.add_argument(
            "--leave-out",
            action="store_true",
            help="leave out what cannot be read, in a file of another program",
        )
        parser.add_argument("--new", action="store_true", help="make a new club of it")
        parser.add_argument(
            "--owner", metavar="NAME", help="the account that runs the club from then on, too"
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="put a game of the archive in the place of a known one that has other content",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        raw = self.read(options["file"])
        try:
            self._import(options["file"], raw, options)
        except ImportRefusedError as why:
            found = self.findings(why.prospects, replace=options["replace"])
            self.print_json({"findings": found})
            sys.exit(1)
        except TooManySeasonsError:
            self.refuse(seasons_in_words())
        except Error as wrong:
            self.refuse(f"The database does not do it: {wrong}")

    def _account(self, name: str | None) -> User | None:
        if name is None:
            return None
        try:
            return User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            self.refuse("There is no account of this name.")

    @transaction.atomic
    def _import(self, name: str, raw: bytes, options: dict[str, Any]) -> None:
        owner = self._account(options["owner"])
        club = Club.objects.create() if options["new"] else self.club(options["club"])
        if owner:
            owned = {"role": Membership.Role.OWNER}
            club.memberships.update_or_create(user=owner, defaults=owned)
        parcel = opened(name, raw, ZoneInfo(club.time_zone), largest=LARGEST)
        if parcel.refusal:
            self.refuse(parcel.refusal)
        if parcel.kind is Kind.GAME:
            self.refuse("This is the file of one game: import_game takes it in.")
        arrivals = [one for one in parcel.arrivals if not one.left_out]
        if options["leave_out"] and parcel.is_foreign:
            arrivals = [one for one in arrivals if one.file]
        done = importing.import_all(
            club,
            arrivals,
            by=None,
            submission=uuid.uuid4(),
            replace=range(len(arrivals)) if options["replace"] else (),
            told=[parcel.club] if parcel.club else [],
        )
        for kind in Done:
            if number := sum(one.done is kind for one in done):
                self.print(one_line(f"{kind} {number}"))
        self.print(one_line(f"club {club.pk} {club.name}"))
