"""What the page of a game's setup shows of its form."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from django.utils.translation import gettext as _

from games import names, wording
from games.board import MARKS
from games.changes import Difference, differences

from .numbers import as_json
from .past import DAY, FIRST
from .setup import SetupForm
from .tablepage import TablePage


@dataclass(frozen=True, slots=True)
class TotalField:
    """A team's total carried on from paper."""

    field: str
    value: str
    errors: Sequence[str]
    mark: str
    label: str


class SetupPage(TablePage[SetupForm]):
    """The setup of a game, in words and fields.

    `asks` says that the page waits for a second press, after the changes were read; `meanwhile`
    tells what was written since it was opened, where that stands in the way, and `reused` that it
    was written from this very page.
    """

    def __init__(
        self,
        form: SetupForm,
        *,
        asks: bool = False,
        meanwhile: Sequence[str] | None = None,
        reused: bool = False,
    ) -> None:
        super().__init__(form)
        self.asks, self.meanwhile, self._reused = asks, meanwhile, reused
        self.game = form.game

    @property
    def notice(self) -> str:
        """What stands in the way of saving, where nothing that was typed is wrong."""
        if self._reused:
            return _("Something else was saved from this page before. What you typed now is not.")
        if self.meanwhile is not None:
            return _("Somebody changed the setup meanwhile. What you typed is not saved yet.")
        if self.asks:
            return _("Look at what this changes, then press Save once more.")
        return ""

    @property
    def rules_url(self) -> str:
        """The rules of this game, with the way back to its sheet."""
        return f"{super().rules_url}?game={self.game.pk}"

    # ---- the table

    @property
    def unnamed_label(self) -> str:
        return _("Nobody is named as the first dealer")

    @property
    def totals(self) -> list[TotalField]:
        """What each team has carried on."""
        teams = self.game.table.teams
        return [
            TotalField(
                field=(field := f"start-{number}"),
                value=self.form.text(field),
                errors=self._errors(field),
                mark=MARKS[number],
                label=self._team(number),
            )
            for number in range(len(teams))
        ]

    def _team(self, number: int) -> str:
        """Return what a team is called as it is typed."""
        return self.form.named(f"team-{number}") or self._label(number)

    @property
    def totals_open(self) -> bool:
        """Say whether something is wrong among the totals, or they are all that there is."""
        return self.is_totals_only or any(total.errors for total in self.totals)

    # ---- an old evening

    @property
    def is_totals_only(self) -> bool:
        """Whether only the totals of the game are known, and its day."""
        return self.form.is_totals_only

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
    def totals_in_words(self) -> str:
        """The totals carried on in a line; empty where all began at 0."""
        carried = [f"{one.label} {_printed(one.value)}" for one in self.totals if one.value]
        return names.listed(carried)

    # ---- what changes

    @cached_property
    def _told(self) -> tuple[str, Sequence[str], str]:
        """What is said of the changes in short, all of it, and its mark."""
        form = self.form
        if form.is_valid() and (changes := form.changes):
            return changes.headline, changes.sentences, changes.digest
        wrong = [sentence for sentences in form.faults.values() for sentence in sentences]
        return _("To mend first: %(what)s") % {"what": wrong[0]}, wrong[1:], ""

    @property
    def headline(self) -> str:
        """What changes, in short."""
        return self._told[0]

    @property
    def changes(self) -> Sequence[str]:
        """What changes, in sentences."""
        return self._told[1]

    @property
    def told(self) -> str:
        """The mark of what is said of the changes."""
        return self._told[2]

    @property
    def save_label(self) -> str:
        """What the button says that saves."""
        if self.meanwhile is not None:
            return _("Save mine all the same")
        return _("Save with these changes") if self.asks else _("Save")

    @property
    def differences(self) -> list[Difference]:
        """What was typed beside what stands, where that was written meanwhile."""
        if self.meanwhile is None or not self.form.is_valid():
            return []
        return differences(self.form.plan)


def _printed(typed: str) -> str:
    """Return a number that was typed as it is printed; what is none as it was typed."""
    number = as_json(typed)
    return wording.points(number) if isinstance(number, int | Decimal) else typed
