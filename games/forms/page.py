"""The entry page of a round: its questions laid out, with what was typed and what was found."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.board import MARKS, BreakdownRow, breakdown, settlement
from games.models import Draft
from games.variants.entry import (
    ADJUSTMENT,
    EITHER,
    HALF,
    TAKES_OFF,
    Finding,
    Kind,
    Question,
)

from .goingout import GoingOut, going_out_of
from .numbers import as_json
from .round import RoundForm, asked, class_name, field_name
from .sums import Sum, notes_of, sums_of

SIGNS = {TAKES_OFF: wording.MINUS, EITHER: "\N{PLUS-MINUS SIGN}"}
"""What stands before the points of an answer that does not simply add them."""

MOST_SKIPPING = 3
"""A count that is offered in more values than these is offered in all there are."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding in words; `field` is the input it belongs to, `keep` what a tick sends."""

    severity: str
    text: str
    rule_url: str
    keep: str
    kept: bool
    field: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place beside some inputs where findings are said."""

    id: str
    findings: list[ShownFinding]


@dataclass(frozen=True, slots=True)
class ClassCell:
    """The input that counts one class of cards."""

    name: str
    label: str
    accessible: str
    value: str
    worth: str


@dataclass(frozen=True, slots=True)
class Cell:
    """The input of one question in one column."""

    column: int
    name: str
    id: str
    label: str
    value: str
    checked: bool
    usual: list[int]
    most: int | None
    worth: str
    inputmode: str
    signed: bool
    pad: str
    invalid: bool
    say_id: str
    classes: list[ClassCell]
    counted: bool
    sum: str

    @property
    def cells(self) -> int:
        """How many cells lie over the field of a count: its usual values, and one that goes on."""
        return len(self.usual) + (self.most is None or self.usual[-1] < self.most)


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question, and where its rule stands."""

    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question with its cells: one a column, or the one of the column it is shown for."""

    name: str
    label: str
    unit: str
    kind: str
    anchor: str
    cells: list[Cell]
    say: Slot

    @property
    def cell(self) -> Cell:
        """The only cell."""
        return self.cells[0]


@dataclass(frozen=True, slots=True)
class Group:
    """Questions under one heading."""

    title: str
    questions: list[QuestionRow]


@dataclass(frozen=True, slots=True)
class PageColumn:
    """A team or player on the page: how far its column is."""

    index: int
    mark: str
    name: str
    base: str
    faulty: bool
    todo: bool
    points: str
    open: bool


@dataclass(frozen=True, slots=True)
class ColumnGroups:
    """All questions of one column, for pages with the columns below one another."""

    column: PageColumn
    groups: list[Group]
    say: Slot


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The adjustment of one column and what it is for."""

    column: PageColumn
    cells: list[Cell]
    say: Slot


@dataclass(frozen=True, slots=True)
class End:
    """One way in which the round may have ended."""

    value: str
    label: str
    mark: str
    checked: bool
    field: str


@dataclass(frozen=True, slots=True)
class Dealing:
    """Somebody who may have dealt; without a value, whoever was due."""

    value: str
    label: str
    checked: bool


class EntryPage:
    """What the template of the entry page is given, worked out from a form."""

    def __init__(
        self,
        form: RoundForm,
        rules_url: str,
        number: int,
        *,
        correcting: bool = False,
        inserting: bool = False,
    ) -> None:
        self.form, self.rules_url, self.number = form, rules_url, number
        self.correcting, self.inserting = correcting, inserting
        self.game, self.variant, self.table = form.game, form.variant, form.table
        self.names = self.variant.columns(self.table)
        self.layout = "side" if len(self.names) == 2 else "stack"
        self.base = form.bases[Draft.WHOLE]
        self.points = self._own_points()

    # ---- columns and questions

    @cached_property
    def columns(self) -> list[PageColumn]:
        """The columns in order; the first with an error stands open, else the first not done."""
        wrong = {
            finding.column
            for finding in self.form.findings_to_say
            if finding.severity == Finding.ERROR
        }
        todo = [index for index in range(len(self.names)) if not self.form.texts[index]]
        faulty = [index for index in range(len(self.names)) if index in wrong]
        shown = (faulty or todo or [-1])[0]
        return [
            PageColumn(
                index=index,
                mark=MARKS[self._team(index)],
                name=name,
                base=self.form.bases[index],
                faulty=index in wrong,
                todo=index in todo,
                points="" if index in todo else self.points[index],
                open=index == shown,
            )
            for index, name in enumerate(self.names)
        ]

    def _team(self, column: int) -> int:
        return column if self.variant.columns_are == "teams" else self.table.team_of(column)

    def _own_points(self) -> list[str]:
        """Return each column's own points, where it has a score of its own."""
        _rows, totals = self._scored
        if self.variant.columns_are == "players" and self.table.in_pairs:
            return [""] * len(self.names)
        return [wording.points(points) for points in totals]

    @cached_property
    def groups(self) -> list[Group]:
        """The questions with a cell for each column, adjustments aside."""
        return self._groups(list(range(len(self.names))))

    @cached_property
    def by_column(self) -> list[ColumnGroups]:
        """The questions of each column by itself, adjustments aside."""
        return [
            ColumnGroups(column, self._groups([number]), self._slot(f"say-{number}"))
            for number, column in enumerate(self.columns)
        ]

    def _groups(self, columns: list[int]) -> list[Group]:
        titles: dict[str, list[QuestionRow]] = {}
        for question in asked(self.game, columns[0]):
            if question.group != ADJUSTMENT:
                titles.setdefault(question.group, []).append(self._row(question, columns))
        return [Group(_(title), rows) for title, rows in titles.items()]

    def _row(self, question: Question, columns: list[int]) -> QuestionRow:
        slot = self._slot_id(question.name, columns[0])
        return QuestionRow(
            name=question.name,
            label=_(question.label),
            unit=self._unit(question),
            kind=question.kind.value,
            anchor=question.anchor,
            cells=[self._cell(question, column, slot) for column in columns],
            say=self._slot(slot),
        )

    def _unit(self, question: Question) -> str:
        worth = question.worth
        if isinstance(worth, str):
            worth = int(getattr(self.table.options, worth))
        if isinstance(worth, int):
            sign = SIGNS.get(question.unit, "")
            return _("%(points)s each") % {"points": f"{sign}{wording.points(worth)}"}
        return _(question.unit) if question.unit else ""

    def _cell(self, question: Question, column: int, slot: str) -> Cell:
        name, text = field_name(question.name, column), self.form.texts[column]
        whose = "" if column == Draft.WHOLE else self.names[column]
        label = f"{_(question.label)}, {whose}" if whose else _(question.label)
        classes = [
            ClassCell(
                name=class_name(question, item.key, column),
                label=_(item.label),
                accessible=f"{_(item.label)}, {label}",
                value=text.get(class_name(question, item.key, column), ""),
                worth=wording.points(item.value),
            )
            for item in question.classes
        ]
        counted = any(item.value for item in classes)
        worth = question.worth if isinstance(question.worth, tuple) else ()
        usual = list(question.usual if question.high is None else range(question.high + 1))
        return Cell(
            column=column,
            name=name,
            id=f"id-{name}",
            label=label,
            value=text.get(name, ""),
            checked=name in text,
            usual=usual,
            most=usual[-1] if question.high is not None or len(usual) > MOST_SKIPPING else None,
            worth=" · ".join(wording.points(points) for points in worth),
            inputmode="decimal" if question.step == HALF else "numeric",
            signed=question.low is None,
            pad="half" if question.step == HALF else "whole",
            invalid=any(
                _column_of(finding) == column
                and finding.field in (question.name, question.cards_field)
                for finding in self.form.findings_to_say
                if finding.severity == Finding.ERROR
            ),
            say_id=slot,
            classes=classes,
            counted=counted,
            sum=self._sum_of(question, column) if counted else "",
        )

    def _sum_of(self, question: Question, column: int) -> str:
        """Return what the cards counted come to, whatever else is wrong with the field."""
        counts = {
            item: as_json(self.form.texts[column].get(class_name(question, item.key, column), ""))
            for item in question.classes
        }
        return wording.points(
            sum(item.value * number for item, number in counts.items() if isinstance(number, int))
        )

    @cached_property
    def adjustments(self) -> list[Adjustment]:
        """The adjustment and its note, for each column."""
        return [
            Adjustment(
                column,
                [
                    self._cell(question, column.index, f"say-adjustment-{column.index}")
                    for question in asked(self.game, column.index)
                    if question.group == ADJUSTMENT
                ],
                self._slot(f"say-adjustment-{column.index}"),
            )
            for column in self.columns
        ]

    @property
    def adjustments_open(self) -> bool:
        """Whether anything stands in the folded adjustments."""
        return any(
            cell.value not in ("", "0") or adjustment.say.findings
            for adjustment in self.adjustments
            for cell in adjustment.cells
        )

    # ---- how the round ended

    @cached_property
    def _ending(self) -> tuple[Question, Question]:
        named = {question.name: question for question in asked(self.game, Draft.WHOLE)}
        return named["ended_by"], named["went_out"]

    @property
    def end_asked(self) -> Asked:
        """What is asked about the end of the round."""
        ended_by, went_out = self._ending
        question = ended_by if len(ended_by.choices) > 1 else went_out
        return Asked(_(question.label), question.anchor)

    @property
    def ends(self) -> list[End]:
        """The answers: one tap says how it ended and who went out."""
        ended_by, _went_out = self._ending
        entry = self.form.entry.round
        chosen = entry.went_out if entry.ended_by == "going_out" else None
        if len(ended_by.choices) == 1:
            return [
                End(str(column.index), column.name, column.mark, column.index == chosen, "went_out")
                for column in self.columns
            ]
        ends = [
            End(
                f"going_out:{column.index}",
                _("%(column)s went out") % {"column": column.name},
                column.mark,
                column.index == chosen,
                "ended_by",
            )
            for column in self.columns
        ]
        return ends + [
            End(value, _(label), "", entry.ended_by == value, "ended_by")
            for value, label in ended_by.choices
            if value != "going_out"
        ]

    @property
    def end_extra(self) -> list[QuestionRow]:
        """What else is asked once, to be ticked."""
        return [
            self._row(question, [Draft.WHOLE])
            for question in asked(self.game, Draft.WHOLE)
            if question.kind is Kind.YES_NO
        ]

    @property
    def end_say(self) -> Slot:
        """What is found in how the round ended."""
        return self._slot(self._end_slot)

    @property
    def _end_slot(self) -> str:
        return f"say-{self.ends[0].field}"

    # ---- who may go out

    @cached_property
    def going_out(self) -> GoingOut:
        """The checklist of what must be there before anybody may go out."""
        return going_out_of(self.variant, self.form.entry, self.table)

    @property
    def going_out_open(self) -> bool:
        """Whether it is said that something of the checklist is missing."""
        codes = {item.code for item in self.variant.going_out(self.table)}
        return any(finding.code in codes for finding in self.form.findings_to_say)

    # ---- who dealt

    @cached_property
    def _due(self) -> int | None:
        earlier = self.game.played[: self.number - 1]
        return self.table.dealers(played.dealer for played in earlier)[-1]

    @property
    def dealer(self) -> str:
        """Who deals this round; empty where nobody knows."""
        dealer = self._due if self.form.dealer is None else self.form.dealer
        return "" if dealer is None else self._sitting(dealer)

    @property
    def dealings(self) -> list[Dealing]:
        """Who may have dealt: whoever was due, or anybody out of turn."""
        own = self.form.dealer
        if self._due is None:
            due = _("Not known")
        else:
            due = _("%(player)s, in turn") % {"player": self._sitting(self._due)}
        return [
            Dealing("", due, own is None),
            *(
                Dealing(str(number), self._sitting(number), number == own)
                for number in self.table.seats
                if number != self._due or number == own
            ),
        ]

    @cached_property
    def _substitutes(self) -> dict[int, str]:
        placed = self.correcting or self.inserting
        played = self.game.played[self.number - 1 : self.number] if placed else []
        return played[0].substitutes if played else self.game.sitting

    def _sitting(self, number: int) -> str:
        """Return who sits in a seat: its player, or who sits in."""
        return self._substitutes.get(number, self.table.players[number])

    @property
    def sitting_in(self) -> list[str]:
        """Who sits in for whom, in sentences."""
        return [
            _("%(name)s sits in for %(player)s.")
            % {"name": name, "player": self.table.players[number]}
            for number, name in self._substitutes.items()
        ]

    # ---- what was found

    @cached_property
    def _found(self) -> dict[str, list[ShownFinding]]:
        found: dict[str, list[ShownFinding]] = {}
        for finding in self.form.findings_to_say:
            found.setdefault(self._place(finding), []).append(self._shown(finding))
        return found

    def _slot(self, slot: str) -> Slot:
        return Slot(slot, self._found.get(slot, []))

    def _slot_id(self, name: str, column: int) -> str:
        if self.layout == "side" or column == Draft.WHOLE:
            return f"say-{name}"
        return f"say-{column}-{name}"

    def _place(self, finding: Finding) -> str:
        """Return the slot where a finding is said."""
        if finding.field in ("ended_by", "went_out"):
            return self._end_slot
        if finding.field in {question.name for question in asked(self.game, Draft.WHOLE)}:
            return f"say-{finding.field}"
        question = self._asked_about(finding)
        if finding.column is None and self.layout == "stack":
            return "say-"
        if question is None:
            return "say-" if self.layout == "side" else f"say-{finding.column}"
        if question.group == ADJUSTMENT:
            return f"say-adjustment-{finding.column}"
        return self._slot_id(question.name, finding.column or 0)

    def _asked_about(self, finding: Finding) -> Question | None:
        """Return the question beside which a finding is said: its own, or the first of its rule."""
        for question in asked(self.game, 0):
            if finding.field in (question.name, question.cards_field):
                return question
            if finding.field is None and finding.anchor == question.anchor:
                return question
        return None

    def _shown(self, finding: Finding) -> ShownFinding:
        text = wording.sentence(finding, self.names)
        whose = finding.column is not None and "%(column)s" not in finding.message
        if whose and finding.column is not None:
            text = f"{self.names[finding.column]}: {text}"
        return ShownFinding(
            severity=finding.severity,
            text=text,
            rule_url=f"{self.rules_url}#{finding.anchor}",
            keep="" if finding.severity == Finding.ERROR else finding.key,
            kept=finding.key in self.form.kept,
            field="" if finding.field is None else field_name(finding.field, _column_of(finding)),
        )

    @property
    def say(self) -> Slot:
        """What belongs to no field."""
        return self._slot("say-")

    @property
    def says(self) -> list[Slot]:
        """Every slot of the page."""
        return list(self._slots())

    def _slots(self) -> Iterator[Slot]:
        yield self.end_say
        yield from (row.say for row in self.end_extra)
        if self.layout == "side":
            yield from (row.say for group in self.groups for row in group.questions)
        else:
            for column in self.by_column:
                yield column.say
                yield from (row.say for group in column.groups for row in group.questions)
        yield from (adjustment.say for adjustment in self.adjustments)
        yield self.say

    # ---- the sums

    @cached_property
    def _scored(self) -> tuple[list[BreakdownRow], list[int]]:
        return breakdown(self.game, self.form.entry)

    @property
    def lines(self) -> list[BreakdownRow]:
        """The lines of the round as it stands."""
        return self._scored[0]

    @property
    def line_totals(self) -> list[int]:
        """The teams' sums under the lines."""
        return self._scored[1]

    @property
    def settlement(self) -> list[str]:
        """Who pays whom, where rounds are settled."""
        return settlement(self.game, self.form.entry)

    @cached_property
    def sums(self) -> list[Sum]:
        """What each team scores in this round, its total then, and how that stands.

        A team with an error that is said has no sum, and nobody a total to compare with it.
        """
        rows, before = [*self.game.rows[: self.number - 1], self.line_totals], self.game.rows
        if self.correcting or self.inserting:
            rows += self.game.rows[self.number - self.inserting :]
        else:
            before = before[: self.number - 1]
        unsure = {
            self._team(one.column)
            for one in self.form.findings_to_say
            if one.severity == Finding.ERROR and one.column is not None
        }
        begun = any(any(texts.values()) for texts in self.form.texts.values())
        return sums_of(self.game, self.line_totals, rows, before, unsure, begun=begun)

    @property
    def many_sums(self) -> bool:
        """Whether there are more sums than have room to say all in words."""
        return len(self.sums) > 2

    @property
    def notes(self) -> str:
        """What the round brings besides points, where teams have no room to say it each."""
        return notes_of(self.sums) if self.many_sums else ""

    @property
    def to_mend(self) -> str:
        """How much stands between a try to save and the saving; empty before one was made."""
        left = [one for one in self.form.findings if one.key not in self.form.kept]
        if not self.form.attempted or not left:
            return ""
        words = ngettext(
            "Not saved yet: %(number)s thing to look at.",
            "Not saved yet: %(number)s things to look at.",
            len(left),
        )
        return words % {"number": len(left)}

    @property
    def first_to_mend(self) -> str:
        """Where the first of these is said, from the top of the page."""
        unkept = (say.id for say in self.says if any(not one.kept for one in say.findings))
        return next(unkept, self.say.id)


def _column_of(finding: Finding) -> int:
    return Draft.WHOLE if finding.column is None else finding.column
