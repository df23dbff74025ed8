"""What a page shows of a form about a table."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games import names, wording
from games.board import MARKS
from games.variants.entry import Points, Question, questions

from .table import TableForm

MOST_LATELY = 24
MOST_TOLD = 4


@dataclass(frozen=True, slots=True)
class SeatField:
    """A place at the table, and the name typed there."""

    index: int
    field: str
    name: str
    errors: Sequence[str]
    mark: str
    deals: bool

    @property
    def number(self) -> int:
        """What the place is called."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class TeamField:
    """A team's name; left empty, the team is called by its label."""

    index: int
    field: str
    value: str
    errors: Sequence[str]
    mark: str
    label: str


@dataclass(frozen=True, slots=True)
class OptionField:
    """A house rule; `choices` has value, words, and whether it is chosen.

    `in_words` is its label within a sentence, `usual` its usual value as it is typed.
    """

    name: str
    value: str
    errors: Sequence[str]
    label: str
    kind: str
    help: str
    anchor: str
    choices: Sequence[tuple[str, str, bool]]
    in_words: str
    usual: str


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody who has played in this club."""

    name: str
    seated: bool


class TablePage[F: TableForm]:
    """A table in words and fields."""

    def __init__(self, form: F) -> None:
        self.form, self.variant = form, form.variant

    # ---- the whole

    @property
    def rules_url(self) -> str:
        """The rules of this game."""
        return reverse("rules_variant", args=[self.variant.key])

    @property
    def name(self) -> str:
        """The game's name, as typed."""
        return self.form.text("name")

    @property
    def errors(self) -> Sequence[str]:
        """What is wrong with no field in particular."""
        return self._errors("")

    @property
    def name_errors(self) -> Sequence[str]:
        """What is wrong with the game's name."""
        return self._errors("name")

    @property
    def dealer_errors(self) -> Sequence[str]:
        """What is wrong with the choice of the first dealer."""
        return self._errors("first_dealer")

    @property
    def first_wrong(self) -> str:
        """The first field with something wrong in it, where the page is to open."""
        return next((field for field in self.form.faults if field), "")

    def _errors(self, field: str) -> Sequence[str]:
        return self.form.faults.get(field, ())

    # ---- the table

    @property
    def counter_clockwise(self) -> bool:
        """Say whether the deal goes to the right."""
        return not self.variant.clockwise

    @property
    def unnamed(self) -> bool:
        """Say whether nobody is named as the first dealer."""
        return self.form.dealer is None

    @property
    def unnamed_value(self) -> str:
        """What is sent where nobody is named as the first dealer."""
        return self.form.UNNAMED

    @property
    def unnamed_label(self) -> str:
        """What it is called to name nobody as the first dealer."""
        raise NotImplementedError

    @property
    def seats(self) -> list[SeatField]:
        """The places at the table, in dealing order."""
        return [
            SeatField(
                index=place,
                field=f"seat-{place}",
                name=self.form.text(f"seat-{place}"),
                errors=self._errors(f"seat-{place}"),
                mark=MARKS[self.form.team_at(place)],
                deals=place == self.form.dealer,
            )
            for place in range(self.form.seating.players)
        ]

    @property
    def teams(self) -> list[TeamField]:
        """The teams that can be given a name."""
        return [
            TeamField(
                index=team,
                field=f"team-{team}",
                value=self.form.text(f"team-{team}"),
                errors=self._errors(f"team-{team}"),
                mark=MARKS[team],
                label=self._label(team),
            )
            for team in self.form.named_teams
        ]

    def _label(self, team: int) -> str:
        places = self.form.places(team)
        players = [self.form.sitting(place) for place in places]
        if all(players):
            return names.team_of(players)
        numbers = names.team_of([str(place + 1) for place in places])
        return _("Seats %(numbers)s") % {"numbers": numbers}

    @cached_property
    def lately(self) -> list[Acquaintance]:
        """Who played in this club most recently, and whether they sit here."""
        if self.form.club is None:
            return []
        places = range(self.form.seating.players)
        seated = {names.same_as(self.form.sitting(place)) for place in places}
        return [
            Acquaintance(player.name, player.key in seated)
            for player in self.form.club.players.lately()[:MOST_LATELY]
        ]

    # ---- house rules

    @property
    def options(self) -> list[OptionField]:
        """The house rules, as the variant asks for them."""
        usual = self.form.usual
        return [
            self._option(item, getattr(usual, item.name))
            for item in questions(self.variant.options)
        ]

    def _option(self, question: Question, usual: Points | str | None) -> OptionField:
        typed = self.form.text(question.name)
        return OptionField(
            name=question.name,
            value=typed,
            errors=self._errors(question.name),
            label=_(question.label),
            kind=question.kind.value,
            help=_help(question, usual),
            anchor=question.anchor,
            choices=[(value, _(words), value == typed) for value, words in question.choices],
            in_words=_lower(_(question.label)),
            usual="" if usual is None else str(usual),
        )

    @property
    def options_in_words(self) -> str:
        """The house rules in a line: those that were changed, or the first few as usual."""
        options, _found = self.form.options()
        return options_in_words(options, self.form.usual)

    @property
    def options_open(self) -> bool:
        """Say whether something is wrong among the house rules."""
        return any(option.errors for option in self.options)


def options_in_words(options: Any, usual: Any) -> str:
    """Return house rules in a line: those that are not as usual, or the first few as usual."""
    values = {name: value for name, value in asdict(options).items() if value is not None}
    asked = [item for item in questions(type(options)) if item.name in values]
    changed = [item for item in asked if values[item.name] != getattr(usual, item.name)]
    rules = [
        _("%(rule)s %(value)s")
        % {"rule": _lower(_(item.label)), "value": wording.answer(item, values[item.name], ())}
        for item in changed or asked[:MOST_TOLD]
    ]
    told = _("Changed: %(rules)s") if changed else _("As usual: %(rules)s")
    return told % {"rules": names.listed(rules)}


def _lower(label: str) -> str:
    """Return a label as it stands within a sentence."""
    return label[:1].lower() + label[1:]


def _help(question: Question, usual: Points | str | None) -> str:
    """Return what is usual, and where the rule counts at all if that depends on others."""
    told = _("Usually %(value)s.") % {"value": wording.answer(question, usual, ())}
    return f"{told} {_(question.when)}" if question.when else told
