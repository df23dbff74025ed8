"""What the page of a game that was played long ago shows of its form."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.board import MARKS
from games.variants import VARIANTS

from .past import DAY, FIRST, PastForm
from .startpage import StartPage
from .tablepage import SeatField, TeamField


@dataclass(frozen=True, slots=True)
class SideField:
    """A team: who plays in it, what it is called where it can have a name, and its total."""

    index: int
    mark: str
    title: str
    seats: Sequence[SeatField]
    team: TeamField | None
    field: str
    value: str
    errors: Sequence[str]

    @property
    def number(self) -> int:
        """What the team is called before it has a name."""
        return self.index + 1


class PastPage(StartPage):
    """A form for a game that was played, in words and fields."""

    form: PastForm

    @property
    def variants(self) -> list[tuple[str, str, bool]]:
        """What can be played: its key, its name, and whether it is chosen."""
        return [
            (key, _(variant.short), variant == self.variant) for key, variant in VARIANTS.items()
        ]

    @property
    def day(self) -> str:
        """When it was played, as typed."""
        return self.form.text(DAY)

    @property
    def day_errors(self) -> Sequence[str]:
        """What is wrong with the day."""
        return self._errors(DAY)

    @property
    def first_day(self) -> str:
        """The first day that can be chosen."""
        return FIRST.isoformat()

    @property
    def last_day(self) -> str:
        """The last day that can be chosen: today."""
        return self.form.today.isoformat()

    @property
    def sides(self) -> list[SideField]:
        """The teams, each with its players and its total."""
        seats, named = self.seats, {team.index: team for team in self.teams}
        return [
            SideField(
                index=number,
                mark=MARKS[number],
                title=self._side(number),
                seats=[seats[place] for place in self.form.places(number)],
                team=named.get(number),
                field=f"total-{number}",
                value=self.form.text(f"total-{number}"),
                errors=self._errors(f"total-{number}"),
            )
            for number in range(self.form.seating.teams)
        ]

    @property
    def teams_open(self) -> bool:
        """Whether something is wrong among the names of the teams."""
        return any(team.errors for team in self.teams)

    def _side(self, number: int) -> str:
        words = _("Team %(number)s") if self.form.seating.each > 1 else _("Player %(number)s")
        return words % {"number": number + 1}

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What was typed in fields that this seating does not show, in case it is changed back."""
        most = max(one.teams for one in self.form.seatings.values())
        totals = [f"total-{number}" for number in range(self.form.seating.teams, most)]
        typed = [(field, self.form.text(field)) for field in totals]
        return [*super().kept, *((field, text) for field, text in typed if text)]
