"""What the text of the rules says in figures and words, as the variants know it.

The templates of the rules hold no number of their own. They are given the figures of the variant,
each of its house rules as played at a table, and the same as usual. What is played otherwise than
usual, or follows from it, comes as marked text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from . import wording, worked
from .variants.entry import CardClass, Kind, Points, Question, questions
from .variants.variant import Seating, Variant

NOTHING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a table, and how many play at it."""

    options: Any
    seating: Seating


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule: what is played here, what usually, and what there is to choose from.

    `used` says whether it counts beside the others of the table; one that does not never differs.
    """

    label: str
    answer: str
    usual: str
    choices: str
    when: str
    used: bool
    differs: bool
    is_number: bool

    @property
    def here(self) -> str:
        """Return what is played here, marked where it differs from the usual."""
        return marked(self.answer) if self.differs else self.answer

    @property
    def look(self) -> str:
        """The classes of a cell with an answer."""
        return "r h" if self.is_number else ""


def facts(variant: Variant[Any, Any, Any], house: House | None) -> dict[str, Any]:
    """Return all that the templates of a game's rules are given; None is no table in particular."""
    seating = house.seating if house else variant.seatings[0]
    usual, _found = variant.read_options({}, seating)
    options = house.options if house else usual
    rules = {item.name: _rule(item, options, usual, house) for item in questions(variant.options)}
    return {
        **_figures(variant, options, usual),
        **{name: rule.here for name, rule in rules.items()},
        **{f"usual_{name}": rule.usual for name, rule in rules.items()},
        "here": house is not None,
        "options": options,
        "own": rules,
        "house_rules": list(rules.values()),
        "classes": classes_of(variant),
        "worth": _worth(variant),
        "worked": worked.rounds(variant, options),
    }


def differing(variant: Variant[Any, Any, Any], house: House) -> list[Rule]:
    """Return the house rules of a table that are not as usual and count beside its others."""
    usual, _found = variant.read_options({}, house.seating)
    rules = (_rule(item, house.options, usual, house) for item in questions(variant.options))
    return [rule for rule in rules if rule.differs]


def marked(text: str) -> SafeString:
    """Mark what is played otherwise than usual; who cannot see the mark is told."""
    return format_html(
        '<mark>{}<span class="vh"> {}</span></mark>', text, _("(house rule of this table)")
    )


def _figures(variant: Variant[Any, Any, Any], options: Any, usual: Any) -> dict[str, str]:
    here, normally = variant.figures(options), variant.figures(usual)
    return {name: _figure(number, number != normally[name]) for name, number in here.items()}


def _figure(number: Points, differs: bool) -> str:
    told = wording.points(number)
    return marked(told) if differs else told


def _rule(question: Question, options: Any, usual: Any, house: House | None) -> Rule:
    here, normally = (getattr(rules, question.name) for rules in (options, usual))
    used = question.used(options)
    told = wording.answer(question, normally, ())
    if house is None and question.by_seating:
        told = _("by who plays")
    return Rule(
        label=_(question.label),
        answer=wording.answer(question, here, ()) if house else told,
        usual=told,
        choices=_choices(question),
        when=_(question.when) if question.when else "",
        used=used,
        differs=used and here != normally,
        is_number=question.kind is Kind.WHOLE,
    )


def _choices(question: Question) -> str:
    """Return what a house rule may be set to, where it is not just any number."""
    if question.choices:
        offered = "; ".join(_(label) for _value, label in question.choices)
        return _("To choose from: %(choices)s.") % {"choices": offered}
    if question.high is None:
        return ""
    ends = {"low": wording.points(question.low), "high": wording.points(question.high)}
    return _("From %(low)s to %(high)s.") % ends


def classes_of(variant: Variant[Any, Any, Any]) -> tuple[CardClass, ...]:
    """Return the classes of cards that a pile is counted by, where there are any."""
    return next((one.classes for one in questions(variant.column_questions) if one.classes), ())


def _worth(variant: Variant[Any, Any, Any]) -> dict[str, Any]:
    """Return the table of points where it goes by the number of things held."""
    rows = {
        item: item.worth
        for item in questions(variant.column_questions)
        if isinstance(item.worth, tuple)
    }
    most = max((len(points) for points in rows.values()), default=0)
    return {
        "numbers": [wording.points(number + 1) for number in range(most)],
        "rows": [(_(item.label), list(_cells(points, most))) for item, points in rows.items()],
    }


def _cells(points: tuple[int, ...], most: int) -> Iterator[str]:
    for number in range(most):
        yield wording.points(points[number]) if number < len(points) else NOTHING
