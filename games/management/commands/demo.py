"""Play an evening of every game into the database, to have something to look at."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from games import gamefile
from games.board import Board
from games.models import Club, Game, Link, Membership, NewTeam, User
from games.models.drafts import Text
from games.variants.entry import Entry, Pile
from scorekeeper.network import reachable_at

EVENING = Path(__file__).resolve().parents[1] / "evening"
UUID_IN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slip:
    """Points first written down wrong for one column of a round, and corrected at once."""

    round: int
    column: int
    field: str
    wrote: int

    def in_place_of(self, entry: Entry[Any, Any]) -> Entry[Any, Any]:
        """Return the entry with the slip in it."""
        columns = list(entry.columns)
        columns[self.column] = replace(columns[self.column], **{self.field: Pile(self.wrote)})
        return replace(entry, columns=tuple(columns))


@dataclass(frozen=True, slots=True)
class Play:
    """A game of the evening: its file, and what happened besides its rounds.

    Round `twice` was saved, taken back and saved again. `draft` is what has been typed so far of
    the round that is played now.
    """

    file: str
    finish: bool = False
    twice: int | None = None
    slip: Slip | None = None
    draft: Mapping[int, Text] = field(default_factory=dict)


PLAYS = (
    Play("bain-sunday", finish=True, twice=3),
    Play("banakil-pairs", finish=True),
    Play("marriage-points", finish=True),
    Play("bga-seven"),
    Play("banakil-two"),
    Play("bga-teams"),
    Play("pennies"),
    Play("banakil-three"),
    Play(
        "marriage-maal",
        draft={
            0: {"0-seen": "yes", "0-main_wilds": "1", "0-lower_wilds": "1"},
            2: {"2-tunnelas": "1"},
        },
    ),
    Play(
        "bain-friday",
        slip=Slip(round=2, column=0, field="hand_points", wrote=30),
        draft={
            0: {"0-sevens_canastas": "1", "0-natural_canastas": "1", "0-red_threes": "5"},
            1: {"1-mixed_canastas": "2", "1-meld_cards-twos": "4"},
        },
    ),
)


class Command(BaseCommand):
    """Adds the same games each time it is run; nothing that is kept already is touched."""

    help = "Play an evening of every game into the database, to have something to look at."

    def add_arguments(self, parser: CommandParser) -> None:
        whose = parser.add_mutually_exclusive_group()
        whose.add_argument(
            "--beside",
            metavar="ADDRESS",
            help="add the games to the club of the game at this address, to score them too",
        )
        whose.add_argument(
            "--account", type=UUID, metavar="UUID", help="add the games to this account's club"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        with transaction.atomic():
            club = _club(options["beside"], options["account"])
            by = _scorer(club)
            games = [_play(item, club, by) for item in PLAYS]
        self.stdout.write("These games can be watched while the server is running:\n")
        here, _near = reachable_at(settings.LISTEN, settings.PORT)
        for game in games:
            board = Board(game)
            token = game.links.get(kind=Link.Kind.WATCH, revoked_at=None).token
            address = here[0].rstrip("/") + reverse("watch", args=[token])
            self.stdout.write(f"  {board.name} ({board.subtitle})\n    {address}\n")
        if options["beside"] is None and options["account"] is None:
            self.stdout.write(
                "To score such games too, start a game in the browser and give its address:\n"
                "  .venv/bin/python manage.py demo --beside ADDRESS\n"
            )


def _club(beside: str | None, account: UUID | None) -> Club:
    """Return the club that the games are added to: a new one, unless one was named."""
    if beside is not None:
        uuid = UUID_IN.search(beside)
        game = uuid and Game.objects.filter(pk=uuid.group(), deleted_at=None).first()
        if not game:
            raise CommandError("There is no game at this address.")
        return game.club
    if account is not None:
        try:
            return User.objects.get(pk=account).home_club()
        except (User.DoesNotExist, Club.DoesNotExist):
            raise CommandError("There is no account of this id that may keep score.") from None
    return User.objects.make_silently().home_club()


def _scorer(club: Club) -> User:
    scorers = club.memberships.filter(role__in=Membership.MAY_SCORE).order_by("joined_at")
    return scorers.select_related("user")[0].user


def _play(item: Play, club: Club, by: User) -> Game:
    document = gamefile.load((EVENING / f"{item.file}.json").read_bytes())
    told, remarks = gamefile.read(document)
    if told is None:
        raise CommandError(f"{item.file}: {remarks[0].message}")
    table = told.table
    game = Game.objects.start(
        club=club,
        by=by,
        variant=told.variant,
        teams=[
            NewTeam(team.name, team.players, start)
            for team, start in zip(table.teams, table.starting_totals, strict=True)
        ],
        options=table.options,
        seats=table.seats,
        first_dealer=table.first_dealer,
        submission=uuid4(),
        name=told.name,
    )
    for number, played in enumerate(told.rounds, start=1):
        _record(game, by, number, played, item)
    if item.draft:
        game.fill_draft(by=by, number=game.next_number, texts=item.draft, bases={})
    if item.finish:
        game.finish(by=by, submission=uuid4())
    return game


def _record(game: Game, by: User, number: int, played: gamefile.FileRound, item: Play) -> None:
    """Record a round, with what went wrong about it at the table."""
    kept = [finding.key for finding in played.findings if finding.code in played.kept]
    told: dict[str, Any] = {"by": by, "number": number, "kept": kept, "dealer": played.dealer}
    slip = item.slip if item.slip and item.slip.round == number else None
    entry = slip.in_place_of(played.entry) if slip else played.entry
    revision = game.record(submission=uuid4(), entry=entry, **told)
    if slip:
        game.correct(submission=uuid4(), revision=revision.number, entry=played.entry, **told)
    if item.twice == number:
        game.undo(by=by, submission=uuid4(), revision=revision.number)
        game.record(submission=uuid4(), entry=entry, **told)
