"""The setup of a game as a form: who sits where, names, the first dealer, house rules, totals.

Here is what was typed and what it means; `setuppage` has what the page shows of it.
"""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from games import names
from games.changes import Changes, changes
from games.models import Game, SeatTakenError, Setup
from games.models.seasons import evening_of
from games.models.setup import Places, Plan, placed
from games.variants.entry import LIMIT
from games.variants.variant import Seating
from games.wording import points

from .numbers import as_json
from .past import DAY, day_fault, day_of, noon_of
from .submission import new_submission, number_of, submission_of
from .table import TableForm, texts_of

NOBODY = "nobody"


class SetupForm(TableForm):
    """The setup of a game. `data` is what a browser sent, or None for the setup as it stands.

    A field that was not sent stays as it is. `revision` is the one that wrote the setup as the
    browser saw it, None if it does not say.
    """

    UNNAMED = NOBODY

    def __init__(self, game: Game, data: QueryDict | None = None) -> None:
        self.game = game
        self.present = _texts_of(game)
        super().__init__(game.rules, {**self.present, **(data.dict() if data else {})}, game.club)
        self.revision = number_of(data, "revision") if data else game.setup_revision
        self._sent = submission_of(data) if data else None
        self.submission = self._sent or new_submission()

    # ---- what was typed

    @property
    def seating(self) -> Seating:
        """How many teams of how many players; that never changes."""
        teams = self.game.table.teams
        return Seating(len(teams), len(teams[0].players))

    def named(self, field: str) -> str:
        """Return the name that was typed in a field, as it is kept.

        One that somebody has already stays as it is, spaces within it too.
        """
        typed = names.trimmed(self.text(field))
        return typed if typed in self._present_names else names.tidy(typed)

    @cached_property
    def _present_names(self) -> frozenset[str]:
        return frozenset(names.trimmed(text) for text in self.present.values())

    def places(self, team: int) -> Sequence[int]:
        """Return the places of a team's players."""
        players = range(self.seating.players)
        return [place for place in players if self.team_at(place) == team]

    def team_at(self, place: int) -> int:
        """Return the team of whoever sits in a place."""
        return self.game.table.team_of(self._placed.seats[place])

    @property
    def _placed(self) -> Places:
        """Who sits where; whose name is missing, or here twice, stands for who sat there before."""
        seen: set[str] = set()
        sitting = []
        for place in range(self.seating.players):
            name = self.sitting(place)
            sitting.append("" if names.same_as(name) in seen else name)
            seen.add(names.same_as(name))
        return placed(self.game.table, sitting)

    def total(self, team: int) -> int | None:
        """Return the total that a team has carried on; None if it is no whole number in bounds."""
        number = as_json(self.text(f"start-{team}"))
        if number is None:
            return 0
        return number if isinstance(number, int) and -LIMIT <= number <= LIMIT else None

    @property
    def seen(self) -> str:
        """A mark of the changes that were told before this was sent."""
        return self.text("told")

    @property
    def is_totals_only(self) -> bool:
        """Whether this is an old evening, of which only the totals are known, and the day."""
        return self.game.finished_at is not None and not self.game.played

    @property
    def today(self) -> date:
        """The evening that it is where the club is at home."""
        return evening_of(timezone.now(), self.game.club)

    @property
    def _started_at(self) -> datetime | None:
        """When the game began, if that is another day than it was."""
        day = day_of(self.text(DAY)) if self.is_totals_only else None
        if day is None or self.text(DAY).strip() == self.present[DAY]:
            return None
        return noon_of(day, ZoneInfo(self.game.club.time_zone))

    def setup(self) -> Setup:
        """Return the setup that was typed, if it is valid."""
        teams = range(self.seating.teams)
        own = [self.named(f"team-{team}") if team in self.named_teams else "" for team in teams]
        return Setup(
            name=self.named("name"),
            teams=tuple(own),
            starting_totals=tuple(self.total(team) or 0 for team in teams),
            sitting=tuple(self.sitting(place) for place in range(self.seating.players)),
            first_dealer=self.dealer,
            options=self.options()[0],
            started_at=self._started_at,
        )

    @cached_property
    def plan(self) -> Plan:
        """What becomes of the game with this setup, once it is valid."""
        return Plan(self.game, self.setup())

    # ---- moving people about

    def rearrange(self) -> bool:
        """Let two neighbours change places; False if there are none."""
        self._swap(self._place(self.text("swap")))
        return not self.faults

    def renew(self) -> None:
        """Let this be sent once more: against the setup as it stands now, under a new id."""
        self.submission, self.revision = new_submission(), self.game.setup_revision

    # ---- what is wrong with it

    def is_valid(self) -> bool:
        """Say whether this can be a setup; fills `faults`."""
        return self._valid

    @cached_property
    def _valid(self) -> bool:
        self._check_names()
        if not self._has_dealer():
            self._wrong("first_dealer", _("Choose who deals first, or that nobody is named."))
        self._check_options()
        if self.is_totals_only and (fault := day_fault(self.text(DAY), self.today)):
            self._wrong(DAY, fault)
        for team in range(self.seating.teams):
            if self.total(team) is None:
                message = _("Write a whole number from %(least)s to %(most)s, or leave it empty.")
                limits = {"least": points(-LIMIT), "most": points(LIMIT)}
                self._wrong(f"start-{team}", message % limits)
        return not self.faults

    def is_whole(self) -> bool:
        """Say whether it was sent with all that a page sends unseen; fills `faults`."""
        if self._sent is None or self.revision is None:
            self.renew()
            self._wrong("", _("This page was out of date. Look it over and press Save once more."))
        return not self.faults

    def _name_fault(self, field: str) -> str:
        return "" if self.text(field) == self.present[field] else super()._name_fault(field)

    @cached_property
    def changes(self) -> Changes | None:
        """What a valid setup changes.

        None, with a fault, if somebody would sit in two seats of a round then.
        """
        try:
            return changes(self.plan)
        except SeatTakenError as taken:
            self.taken(taken.name)
            return None

    def taken(self, name: str) -> None:
        """Say that somebody would sit in two seats of a round."""
        sitting = [names.same_as(self.sitting(place)) for place in range(self.seating.players)]
        key = names.same_as(name)
        message = _(
            "%(name)s sits in for somebody in a round, and cannot sit in two seats of it. "
            "Choose another name, or let the player return in that round first."
        )
        self._wrong(
            f"seat-{sitting.index(key)}" if key in sitting else "", message % {"name": name}
        )


def _texts_of(game: Game) -> dict[str, str]:
    """Return the setup of a game as it is typed."""
    setup = Setup.of(game)
    totals = enumerate(setup.starting_totals)
    dealer = NOBODY if setup.first_dealer is None else str(setup.first_dealer)
    return {
        "name": setup.name,
        "first_dealer": dealer,
        DAY: evening_of(game.started_at, game.club).isoformat(),
        **{f"seat-{place}": name for place, name in enumerate(setup.sitting)},
        **{f"team-{number}": name for number, name in enumerate(setup.teams)},
        **{f"start-{number}": str(total or "") for number, total in totals},
        **texts_of(setup.options),
    }
