"""The pocket card of a game: what opens, what scores and what it takes to go out, on one A6 page.

Every figure on it is asked of the variant, so that card and scoring cannot part.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import wording
from .facts import House, classes_of
from .variants.entry import EITHER, TAKES_OFF, Kind, Question
from .variants.variant import Opening, Seating, Table, Variant

type AnyVariant = Variant[Any, Any, Any]

MANY_ROUNDS = 100
"""An opening that still changes after so many rounds does not go by them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the card: a label, and its figures; a sentence has none."""

    label: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading. `heads` says what several figures of a line are for.

    `short` says that two lines have room side by side.
    """

    title: str
    rows: tuple[Row, ...]
    heads: tuple[str, ...] = ()
    short: bool = False

    @property
    def width(self) -> int:
        """How many columns a sentence takes: that of the labels, and those of the figures."""
        return 1 + max(len(self.heads), 1)

    @property
    def lines(self) -> Iterator[tuple[str, list[tuple[str, int]]]]:
        """Yield the rows for a table: each label with its figures and how many columns they take.

        A figure that stands alone takes all columns there are.
        """
        columns = max(len(self.heads), 1)
        for row in self.rows:
            if len(row.values) == 1:
                yield row.label, [(row.values[0], columns)]
            else:
                blank = [""] * (columns - len(row.values)) if row.values else []
                yield row.label, [(value, 1) for value in (*row.values, *blank)]


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on the card."""

    title: str
    sections: tuple[Section, ...]


def card(variant: AnyVariant, house: House | None = None) -> Card:
    """Return the card of a game, as a table plays it or else as it is usually played."""
    seating = house.seating if house else variant.seatings[0]
    table = variant.empty_table(seating, house.options if house else None)
    values = tuple(Row(_(one.label), (wording.points(one.value),)) for one in classes_of(variant))
    tables = [table] if house else [variant.empty_table(one) for one in variant.seatings]
    notes = _notes(variant, tables)
    scoring = (*_scoring(variant, table), *notes.pop("", ()))
    most = max(len(row.values) for row in scoring)
    sections = (
        Section(_opened_by(variant, table), tuple(_opening(variant, table)), short=True),
        Section(
            _("A round scores"), scoring, tuple(map(str, range(1, most + 1)))[: most * (most > 1)]
        ),
        Section(_("Cards are worth"), values, short=True),
        *(Section(heading, tuple(rows)) for heading, rows in notes.items()),
        Section(_("To go out"), tuple(_going_out(variant, table))),
        Section(_("The game goes"), tuple(_goal(variant, table if house else None)), short=True),
    )
    return Card(_(variant.name), tuple(one for one in sections if one.rows))


def _opened_by(variant: AnyVariant, table: Table[Any]) -> str:
    by_total = variant.opening_totals(table)
    return _("To open, by total") if by_total else _("To open")


def _opening(variant: AnyVariant, table: Table[Any]) -> Iterator[Row]:
    """Yield what opens, by the team's total or else by the round."""
    if totals := variant.opening_totals(table):
        for total in (-1, 0, *totals):
            at = replace(table, starting_totals=(total,) * len(table.teams))
            asked = variant.opening([], at)[0].points
            label = _("below zero") if total < 0 else _("from %(total)s")
            yield Row(label % {"total": wording.points(total)}, (wording.points(asked),))
        return
    asked_by_round = _by_round(variant, table)
    for number, opening in enumerate(asked_by_round, start=1):
        if opening.words:
            yield Row(_(opening.words))
        elif opening.points is None:
            yield Row(_("No minimum to open"))
        else:
            last = number == len(asked_by_round)
            label = _("from round %(number)s on") if last else _("round %(number)s")
            yield Row(label % {"number": number}, (wording.points(opening.points),))


def _by_round(variant: AnyVariant, table: Table[Any]) -> list[Opening]:
    """Return what opens in each round, up to the one from which on it stays the same."""
    nothing = (0,) * len(table.teams)
    asked = [variant.opening([nothing] * number, table)[0] for number in range(MANY_ROUNDS)]
    last = next(number for number in range(MANY_ROUNDS) if len(set(asked[number:])) == 1)
    return asked[: last + 1]


def _scoring(variant: AnyVariant, table: Table[Any]) -> Iterator[Row]:
    """Yield what is counted, what comes besides, and what becomes of the cards."""
    asked = variant.asked(variant.column_questions, table.options)
    for question in asked:
        if isinstance(question.worth, tuple):
            yield Row(_(question.label), tuple(map(wording.points, question.worth)))
        elif question.worth is not None and question.unit != EITHER:
            yield Row(_(question.label), (_worth(question, question.worth, table.options),))
    for bonus in variant.bonuses(table.options):
        yield Row(_(bonus.label), (wording.points(bonus.points),))
    for question in asked:
        if question.kind is Kind.POINTS:
            yield Row(_(question.label), (_of_cards(question),))


def _worth(question: Question, worth: int | str, options: Any) -> str:
    """Return what one of a thing adds or takes off; the worth may be a house rule."""
    points = int(getattr(options, worth)) if isinstance(worth, str) else worth
    return wording.points(-points if question.unit == TAKES_OFF else points)


def _of_cards(question: Question) -> str:
    sign = wording.MINUS if question.unit == TAKES_OFF else "+"
    return _("%(sign)s card values") % {"sign": sign}


def _notes(variant: AnyVariant, tables: list[Table[Any]]) -> dict[str, list[Row]]:
    """Return what else there is to tell at some of these tables, each once, by headings."""
    notes = dict.fromkeys(note for table in tables for note in variant.notes(table))
    told: dict[str, list[Row]] = {}
    for note in notes:
        values = () if note.number is None else (wording.points(note.number),)
        told.setdefault(_(note.heading) if note.heading else "", []).append(
            Row(_(note.label), values)
        )
    return told


def _going_out(variant: AnyVariant, table: Table[Any]) -> Iterator[Row]:
    for item in variant.going_out(table):
        yield Row(_(item.label), (wording.points(item.least),) if item.counted else ())


def _goal(variant: AnyVariant, table: Table[Any] | None) -> Iterator[Row]:
    """Yield how far a game goes, by who plays where that makes a difference."""
    if table:
        yield Row(_how_far(variant, table))
        return
    told = {one: _how_far(variant, variant.empty_table(one)) for one in variant.seatings}
    if len(set(told.values())) == 1:
        yield Row(next(iter(told.values())))
        return
    for seating, how_far in told.items():
        yield Row(_who(seating), (how_far,))


def _how_far(variant: AnyVariant, table: Table[Any]) -> str:
    goal = variant.goal(table)
    if goal.target is not None:
        return _("to %(total)s") % {"total": wording.points(goal.target)}
    rounds = goal.rounds or 0
    return ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}


def _who(seating: Seating) -> str:
    words = _("%(number)s pairs") if seating.each > 1 else _("%(number)s players")
    return words % {"number": seating.teams}
