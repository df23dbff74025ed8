"""A game as a sheet of paper: everything about it in black on white, to sign and to keep."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.template.defaultfilters import date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import names, wording
from .board import Board
from .models import Game
from .models.seasons import evening_of
from .spreadsheet import sat_in
from .variants.entry import questions
from .variants.variant import places

DENSE, DENSER = 14, 25
"""With more rounds than so many the rows are set closer, to stay on one page."""


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round's row: the dealer, and each team's points and total."""

    number: int
    dealer: str
    cells: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PaperTeam:
    """A team's column, and how it stands: its place is empty before the first round."""

    name: str
    players: str
    total: int
    place: int | None


class Paper:
    """A game as it is printed."""

    def __init__(self, game: Game) -> None:
        self.game, self.board, self.table = game, Board(game), game.table

    @property
    def name(self) -> str:
        """What the game is called."""
        return self.game.title

    @property
    def variant(self) -> str:
        """What is played."""
        return _(self.game.rules.name)

    @property
    def when(self) -> str:
        """When it was played."""
        started, finished = self._day(self.game.started_at), self._day(self.game.finished_at)
        if not finished or finished == started:
            return started
        return _("%(first)s to %(last)s") % {"first": started, "last": finished}

    def _day(self, at: datetime | None) -> str:
        if at is None:
            return ""
        return str(date(evening_of(at, self.game.club), "DATE_FORMAT"))

    @property
    def density(self) -> str:
        """How close the rows are set, so that a game of many rounds fits the page."""
        rounds, teams = len(self.game.played), len(self.table.teams)
        rows = "dense" if rounds > DENSE else "roomy"
        return f"{'denser' if rounds > DENSER else rows}{' many' if teams > 3 else ''}"

    @property
    def teams(self) -> list[PaperTeam]:
        """The teams with their totals."""
        standing = places(self.board.totals)
        played = self.board.standing.played
        return [
            PaperTeam(
                team.name,
                names.listed(team.players) if len(team.players) > 1 else "",
                total,
                place if played else None,
            )
            for team, total, place in zip(
                self.table.teams, self.board.totals, standing, strict=True
            )
        ]

    @property
    def ranked(self) -> list[PaperTeam]:
        """The teams by their places, none before the first round."""
        placed = [team for team in self.teams if team.place is not None]
        return sorted(placed, key=lambda team: team.place or 0)

    @property
    def result(self) -> str:
        """How it ended, or how it stands."""
        if not self.board.standing.played:
            return _("No round is played yet.")
        if self.board.headline:
            return self.board.headline
        return _("After round %(number)s") % {"number": len(self.game.played)}

    @property
    def seats(self) -> str:
        """The players as they sit, in the order in which they deal."""
        return names.listed([self.table.players[number] for number in self.table.seats])

    @property
    def house_rules(self) -> Iterable[tuple[str, str]]:
        """Every house rule in words, with its value."""
        options: Any = self.table.options
        for question in questions(self.game.rules.options):
            if (value := getattr(options, question.name)) is not None:
                yield _(question.label), wording.answer(question, value, ())

    @property
    def start(self) -> list[int]:
        """The totals carried on; empty where all began at 0, or where there is nothing else."""
        return [] if self.is_totals_only else self.board.start

    @property
    def is_totals_only(self) -> bool:
        """Whether it was played and nobody wrote down the rounds."""
        return self.board.is_totals_only

    @property
    def rounds(self) -> list[PaperRound]:
        """The rounds, each with its dealer."""
        return [PaperRound(row.number, row.dealer, row.cells) for row in self.board.rounds]

    @property
    def sat_in(self) -> str:
        """Who sat in for whom, with the rounds in which they did; empty if nobody did."""
        rounds: dict[str, list[str]] = {}
        for played in self.game.played:
            if who := sat_in(self.table.players, played.substitutes):
                rounds.setdefault(who, []).append(str(played.number))
        return _("; ").join(
            ngettext("%(who)s (round %(rounds)s)", "%(who)s (rounds %(rounds)s)", len(numbers))
            % {"who": who, "rounds": names.listed(numbers)}
            for who, numbers in rounds.items()
        )

    @property
    def players(self) -> list[str]:
        """Those who sign, in dealing order."""
        return [self.table.players[number] for number in self.table.seats]
