"""A table as a form: who sits where, what teams are called, who deals first, by which house rules.

Places at the table count from 0 in dealing order. What a new game and the setup of one that is
played share stands here; `tablepage` has what their pages show of it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from games import names, wording
from games.models import Club
from games.variants.entry import Finding, Kind, Question, questions
from games.variants.variant import Seating, Variant

from .numbers import as_json, ungrouped

INDEX = re.compile(r"\d{1,2}", re.ASCII)


def texts_of(options: Any) -> dict[str, str]:
    """Return house rules as they are typed."""
    values = {item.name: getattr(options, item.name) for item in questions(type(options))}
    return {name: "" if value is None else str(value) for name, value in values.items()}


class TableForm:
    """What was typed about a table, by the name of the field.

    Nothing that was sent makes it raise; `faults` tells what is wrong with it, by field, and under
    "" what belongs to none.
    """

    UNNAMED: ClassVar[str]
    """What stands in place of the first dealer where nobody is named."""

    def __init__(
        self, variant: Variant[Any, Any, Any], typed: Mapping[str, object], club: Club | None
    ) -> None:
        self.variant, self.club = variant, club
        self.typed = {name: str(value) for name, value in typed.items()}
        self.faults: dict[str, list[str]] = {}

    def _wrong(self, field: str, sentence: str) -> None:
        self.faults.setdefault(field, []).append(sentence)

    # ---- what was typed

    @property
    def seating(self) -> Seating:
        """How many teams of how many players."""
        raise NotImplementedError

    def text(self, field: str) -> str:
        """Return what was typed in a field."""
        return self.typed.get(field, "")

    def named(self, field: str) -> str:
        """Return the name that was typed in a field, as it is kept."""
        return names.tidy(self.text(field))

    def sitting(self, place: int) -> str:
        """Return the name of who sits in a place, without the spaces around it.

        Somebody whose records were merged has the name that is left, whichever was typed.
        """
        name = self.named(f"seat-{place}")
        return self._left.get(names.same_as(name), name)

    @cached_property
    def _left(self) -> dict[str, str]:
        """The names that are left for those of records that were merged, by their keys."""
        if self.club is None:
            return {}
        merged = self.club.players.exclude(merged_into=None)
        return dict(merged.values_list("key", "merged_into__name"))

    @property
    def named_teams(self) -> range:
        """The teams that have a name of their own; a lone player's team bears the player's."""
        return range(self.seating.teams if self.seating.each > 1 else 0)

    def places(self, team: int) -> Sequence[int]:
        """Return the places of a team's players."""
        return range(team, self.seating.players, self.seating.teams)

    def team_at(self, place: int) -> int:
        """Return the team of whoever sits in a place."""
        return place % self.seating.teams

    @property
    def dealer(self) -> int | None:
        """The place of the first dealer; None if nobody is named."""
        return self._place(self.typed.get("first_dealer", self.UNNAMED))

    def _place(self, text: str) -> int | None:
        """Return the place of this number, None if there is none."""
        place = int(text) if INDEX.fullmatch(text) else None
        return place if place is not None and place < self.seating.players else None

    @property
    def usual(self) -> Any:
        """The house rules that this seating plays by unless agreed otherwise."""
        return self.variant.read_options({}, self.seating)[0]

    def options(self) -> tuple[Any, tuple[Finding, ...]]:
        """Return the house rules, and what is wrong with them."""
        given = {item.name: self._answer(item) for item in questions(self.variant.options)}
        return self.variant.read_options(given, self.seating)

    def _answer(self, question: Question) -> object:
        typed = self.text(question.name)
        return as_json(ungrouped(typed)) if question.kind is Kind.WHOLE else typed or None

    # ---- moving people about

    def _swap(self, place: int | None) -> None:
        """Let the player in a place and the next one change places; the deal goes with them."""
        if place is None:
            self._wrong("", _("There is no such seat at this table."))
            return
        other, dealer = (place + 1) % self.seating.players, self.dealer
        one, two = f"seat-{place}", f"seat-{other}"
        self.typed[one], self.typed[two] = self.text(two), self.text(one)
        if dealer in (place, other):
            self.typed["first_dealer"] = str(other if dealer == place else place)

    # ---- what is wrong with it

    def _check_names(self) -> None:
        """Check every name: each is there, can be written down, and is here once."""
        taken: set[str] = set()
        for place in range(self.seating.players):
            field = f"seat-{place}"
            if not self.text(field).strip():
                self._wrong(field, _("Who sits here? Type a name."))
            elif fault := self._name_fault(field):
                self._wrong(field, fault)
            else:
                self._check_once(field, self.sitting(place), taken)
        seated = not self.faults
        for team in self.named_teams:
            if self.text(f"team-{team}").strip():
                self._check_name(f"team-{team}", taken)
            elif seated:
                self._check_joined(team, taken)
        if self.text("name").strip():
            self._check_name("name", set())

    def _check_joined(self, team: int, taken: set[str]) -> None:
        """Check the name that a team has from its players, of whom each has a name."""
        name = names.team_of([self._spelled(place) for place in self.places(team)])
        if len(name) > names.TEAM_LENGTH:
            message = _("These names are too long to be joined. Give the team a name.")
            self._wrong(f"team-{team}", message)
        self._check_once(f"team-{team}", name, taken)

    def _spelled(self, place: int) -> str:
        """Return the name of who sits in a place, as it will be spelled."""
        return self.sitting(place)

    def _check_name(self, field: str, taken: set[str]) -> None:
        if fault := self._name_fault(field):
            self._wrong(field, fault)
        else:
            self._check_once(field, self.named(field), taken)

    def _name_fault(self, field: str) -> str:
        return name_fault(self.text(field))

    def _check_once(self, field: str, name: str, taken: set[str]) -> None:
        if names.same_as(name) in taken:
            message = _("“%(name)s” is here twice. Add an initial to tell them apart.")
            self._wrong(field, message % {"name": name})
        taken.add(names.same_as(name))

    def _check_options(self) -> None:
        for finding in self.options()[1]:
            self._wrong(finding.field or "", wording.sentence(finding, ()))

    def _has_dealer(self) -> bool:
        """Say whether somebody here is named as the first dealer, or nobody on purpose."""
        told = self.typed.get("first_dealer", self.UNNAMED)
        return self.dealer is not None or told == self.UNNAMED


def name_fault(typed: str) -> str:
    """Return a sentence about what makes this no name of one line; empty if it is one."""
    if fault := names.fault(typed):
        return fault
    if len(names.tidy(typed)) > names.LENGTH:
        message = _("This name is too long. It can have up to %(most)s letters.")
        return message % {"most": names.LENGTH}
    return ""
