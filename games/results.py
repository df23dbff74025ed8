"""A game in a line: who won it and by how much, or how it stands."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from . import names, wording
from .board import MARKS
from .models import Club, Game
from .models.seasons import evening_of
from .models.seating import Team
from .standing import Outcome, is_played, outcome

MOST_TEAMS = 4
"""Of more teams than so many only the first are named, and how many others there are."""

IN_A_LINE = Outcome(
    level=gettext_lazy("%(teams)s are level at %(total)s"),
    shared=gettext_lazy("%(teams)s share the win with %(total)s"),
    leads=ngettext_lazy("%(teams)s leads by %(points)s", "%(teams)s lead by %(points)s", "players"),
    wins=ngettext_lazy("%(teams)s wins by %(points)s", "%(teams)s win by %(points)s", "players"),
)


@dataclass(frozen=True, slots=True)
class LineTeam:
    """A team, who plays in it where its name does not say so, and its total."""

    mark: str
    name: str
    players: str
    total: int
    is_first: bool


class Line:
    """How a game ended or stands; it must have been fetched by `in_lines`."""

    def __init__(self, game: Game, club: Club) -> None:
        self.evening = evening_of(game.started_at, club)
        self.game, self.has_rounds = game, bool(vars(game)["first_rounds"])
        self.kept = sorted(game.teams.all(), key=lambda team: team.number)
        self.totals = [team.points for team in self.kept]

    @property
    def variant(self) -> str:
        """What was played."""
        return _(self.game.rules.short)

    @property
    def is_running(self) -> bool:
        """Whether nobody has closed it."""
        return self.game.finished_at is None

    @property
    def is_totals_only(self) -> bool:
        """Whether it was played and nobody wrote down the rounds."""
        return self.is_played and not self.has_rounds

    @property
    def is_played(self) -> bool:
        """Whether there is anything to tell."""
        finished = not self.is_running
        return is_played(rounds=self.has_rounds, finished=finished, totals=self.totals)

    @cached_property
    def ahead(self) -> list[Team]:
        """Those with the best total."""
        best = max(self.totals)
        pairs = zip(self.kept, self.totals, strict=True)
        return [team for team, total in pairs if total == best]

    @property
    def sentence(self) -> str:
        """Who won by how much, who shared, or how it stands."""
        if not self.is_played:
            return _("No round yet") if self.is_running else _("Closed before the first round")
        second, best = sorted(self.totals)[-2:]
        told = [self._name(team) for team in self.ahead]
        values = {"points": wording.points(best - second), "total": wording.points(best)}
        players = len(self._players(self.ahead[0]))
        return outcome(IN_A_LINE, told, players, values, goes_on=self.is_running)

    @property
    def teams(self) -> list[LineTeam]:
        """The teams as they came in, or as they sit while nothing is played; not too many."""
        both = list(zip(self.kept, self.totals, strict=True))
        if self.is_played:
            both.sort(key=lambda pair: -pair[1])
        most = len(both) if len(both) <= MOST_TEAMS else MOST_TEAMS - 1
        return [
            LineTeam(
                mark=MARKS[team.number],
                name=self._name(team),
                players=self._partners(team),
                total=total,
                is_first=self.is_played and team in self.ahead,
            )
            for team, total in both[:most]
        ]

    @property
    def others(self) -> int:
        """How many teams are not among those named."""
        return len(self.kept) - len(self.teams)

    def _name(self, team: Team) -> str:
        # A lone player's team bears the player's name, however that is written by now.
        own = self._players(team)
        return own[0] if len(own) == 1 else team.name

    def _players(self, team: Team) -> list[str]:
        seats = [seat for seat in self.game.seats.all() if seat.team_id == team.pk]
        return [seat.player.name for seat in sorted(seats, key=lambda seat: seat.number)]

    def _partners(self, team: Team) -> str:
        own = self._players(team)
        return "" if team.name == names.team_of(own) else names.in_sentence(own)
