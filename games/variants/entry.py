"""What is asked about a round, what was answered, and what is wrong with it.

A variant declares its questions as the fields of frozen dataclasses, one line a field. That line is
all that forms, files and tests know of the question. Answers travel as plain JSON, in which columns
(teams or players) are numbers and half points are text.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from dataclasses import field as dataclass_field
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar, Literal

type Points = int | Decimal
"""Points are exact. A Decimal stands only where half points are played."""

LIMIT = 1_000_000
"""No number entered may lie beyond this, either way."""

LETTERS = 200
"""A note may have so many characters."""

FINEST = -30
"""No number that is not whole may be finer than ten to this power: nobody plays for less."""

HALF = Decimal("0.5")
TEXT_NUMBER = re.compile(r"(?=.*[0-9])[0-9]*[.,]?[0-9]*", re.ASCII)


def _(message: str) -> str:
    """Mark a message for translation. The words are looked up where they are shown."""
    return message


class Kind(StrEnum):
    """What sort of answer a question takes."""

    WHOLE = "whole"
    POINTS = "points"
    YES_NO = "yes_no"
    COLUMN = "column"
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards of equal value, counted together. `deck` is how many there are, None if that varies."""

    key: str
    label: str
    value: Points
    deck: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """The card points of a pile: written down as a sum, or counted by card class."""

    points: Points = 0
    cards: tuple[tuple[str, int], ...] | None = None

    def count(self, *keys: str) -> int:
        """Return how many cards of these classes were counted; 0 where points were written down."""
        return sum(number for key, number in self.cards or () if key in keys)

    @property
    def size(self) -> int:
        """How many cards were counted; 0 where points were written down."""
        return sum(number for _key, number in self.cards or ())


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is asked.

    `worth` is the points for each, the points for 1, 2 and 3, or the option that holds them; `unit`
    says in words what an answer does where that does not, such as take them off. `reason` is the
    sentence said of an answer above `high` where the limit has one. Of a text `high` is the number
    of characters. `when` says of a house rule, in a sentence, beside which others it counts at all,
    which `used` judges.
    """

    kind: Kind
    label: str
    anchor: str
    name: str = ""
    group: str = ""
    unit: str = ""
    low: int | None = 0
    high: int | None = None
    reason: str = ""
    when: str = ""
    step: Points = 1
    worth: int | tuple[int, ...] | str | None = None
    choices: tuple[tuple[str, str], ...] = ()
    classes: tuple[CardClass, ...] = ()
    usual: tuple[int, ...] = (0, 1, 2)
    required: bool = False
    used: Callable[[Any], bool] = lambda _options: True
    by_seating: Callable[[Any], int] | None = None

    @property
    def cards_field(self) -> str:
        """The field that holds a count by card class in place of the points."""
        return self.name.removesuffix("_points") + "_cards"

    def field_of(self, pile: Pile) -> str:
        """Return the field that was used: the points, or the count by card class."""
        return self.name if pile.cards is None else self.cards_field


def _field(default: object, question: Question) -> Any:
    return dataclass_field(default=default, metadata={"question": question})


def whole(label: str, anchor: str, **more: Any) -> Any:
    """Ask for a whole number, from 0 unless said otherwise."""
    return _field(0, Question(Kind.WHOLE, label, anchor, **more))


def points(label: str, anchor: str, classes: tuple[CardClass, ...], **more: Any) -> Any:
    """Ask for card points, or for the cards by class."""
    return _field(Pile(), Question(Kind.POINTS, label, anchor, classes=classes, **more))


def yes_no(label: str, anchor: str, **more: Any) -> Any:
    """Ask for yes or no; no unless said."""
    return _field(False, Question(Kind.YES_NO, label, anchor, **more))


def one_column(label: str, anchor: str, **more: Any) -> Any:
    """Ask for one of the columns, by its number; None if nobody."""
    return _field(None, Question(Kind.COLUMN, label, anchor, **more))


def choice(
    label: str, anchor: str, choices: tuple[tuple[str, str], ...], default: str | None, **more: Any
) -> Any:
    """Ask for one of the values listed with their labels."""
    return _field(default, Question(Kind.CHOICE, label, anchor, choices=choices, **more))


def adjustment(step: int) -> Any:
    """Ask for the table's own penalty or gift, which may be negative."""
    label = _("Penalty or gift")
    more: dict[str, Any] = {"low": None, "step": step, "group": ADJUSTMENT}
    return whole(label, "adjustment", **more)


def adjustment_note() -> Any:
    """Ask what the adjustment is for."""
    question = Question(Kind.TEXT, _("What for"), "adjustment", group=ADJUSTMENT, high=LETTERS)
    return _field("", question)


def option(default: int | None, label: str, **more: Any) -> Any:
    """Declare a house rule that is a whole number."""
    return _field(default, Question(Kind.WHOLE, label, "house", **more))


NOT_A_NUMBER = _("“%(label)s” is not a number. Write digits only, such as 250.")
ADJUSTMENT = _("Adjustment")
CARD_POINTS = _("Card points")
ADDS, TAKES_OFF, EITHER = _("adds"), _("takes off"), _("adds or takes off")


_asked: dict[type[Any], tuple[Question, ...]] = {}


def questions(asked: type[Any]) -> tuple[Question, ...]:
    """Return the questions of a dataclass, in the order in which they are asked."""
    if asked not in _asked:
        _asked[asked] = tuple(
            replace(item.metadata["question"], name=item.name) for item in fields(asked)
        )
    return _asked[asked]


def question_named(asked: type[Any], name: str) -> Question:
    """Return one question; KeyError if there is none of that name."""
    return {question.name: question for question in questions(asked)}[name]


def piles_of(answers: Any) -> Iterator[tuple[Question, Pile]]:
    """Yield each points question of a column with the pile that answers it."""
    for question in questions(type(answers)):
        if isinstance(value := getattr(answers, question.name), Pile):
            yield question, value


def field_of(answers: Any, name: str) -> str:
    """Return the field that a pile was entered in: its points, or its count by card class."""
    return next(item.field_of(pile) for item, pile in piles_of(answers) if item.name == name)


@dataclass(frozen=True, slots=True)
class Finding:
    """An error or a warning about what was entered.

    `field` is a question's name (or its `cards_field`), None across several; `column` is the number
    of a team or player, None for the whole round. `message` is worded with `values` and, where a
    column is named, with that column's name as %(column)s. `anchor` is where the rule stands.
    """

    severity: Literal["error", "warning"]
    code: str
    message: str
    anchor: str
    field: str | None = None
    column: int | None = None
    values: Mapping[str, object] = dataclass_field(default_factory=dict)

    ERROR: ClassVar[Literal["error"]] = "error"
    WARNING: ClassVar[Literal["warning"]] = "warning"

    @property
    def key(self) -> str:
        """What a kept warning is remembered by: its code, and the column if it has one."""
        return self.code if self.column is None else f"{self.code}:{self.column}"


def error(
    code: str,
    message: str,
    anchor: str,
    field: str | None = None,
    column: int | None = None,
    **values: object,
) -> Finding:
    """Make a finding that stops the round from being saved."""
    return Finding(Finding.ERROR, code, message, anchor, field, column, values)


def warning(
    code: str,
    message: str,
    anchor: str,
    field: str | None = None,
    column: int | None = None,
    **values: object,
) -> Finding:
    """Make a finding that the scorer may keep."""
    return Finding(Finding.WARNING, code, message, anchor, field, column, values)


@dataclass(frozen=True, slots=True)
class Entry[R, C]:
    """What was written down for one round: once for the round, and once for each column."""

    round: R
    columns: tuple[C, ...]


@dataclass(frozen=True, slots=True)
class Reading[R, C]:
    """An entry as read, with defaults in place of what could not be read, and what that was."""

    entry: Entry[R, C]
    findings: tuple[Finding, ...]

    def hides(self, finding: Finding) -> bool:
        """Say whether a finding is only about a field that could not be read in the first place."""
        return any(
            finding.column == unread.column and finding.field in _emptied(unread.field)
            for unread in self.findings
            if finding.field is not None
        )


def _emptied(name: str | None) -> tuple[str | None, ...]:
    """Return what stays empty with a field: with a count by card class the points that it makes."""
    return () if name is None else (name, name.removesuffix("_cards") + "_points")


class _UnreadableError(Exception):
    """A value is not one of its field. The arguments are a code, a message and its values.

    The message may also name the question's label as %(label)s.
    """

    def __init__(self, code: str, message: str, **values: object) -> None:
        self.code, self.message, self.values_ = code, message, values


def read_entry[R, C](
    data: Mapping[str, Any], round_type: type[R], column_type: type[C], columns: int
) -> Reading[R, C]:
    """Read an entry from plain JSON: the round's fields, and `entries` with an object a column.

    Everything that cannot be read is a finding; nothing raises. Missing and null are the default.
    """
    found: list[Finding] = []
    given = _object(data, None, found)
    of_round = {key: value for key, value in given.items() if key != "entries"}
    per_column = _one_each(given.get("entries"), columns, found)
    entry = Entry(
        read_answers(round_type, of_round, None, columns, found),
        tuple(
            read_answers(column_type, _object(answers, column, found), column, columns, found)
            for column, answers in enumerate(per_column)
        ),
    )
    return Reading(entry, tuple(found))


def _object(given: object, column: int | None, found: list[Finding]) -> Mapping[str, Any]:
    """Return the fields given; none, with a finding, where no object stands."""
    if isinstance(given, Mapping):
        return given
    if given is not None:
        message = _("Here the answers must stand with the names of their fields.")
        found.append(error("not_fields", message, "scoring", None, column))
    return {}


def _one_each(given: object, columns: int, found: list[Finding]) -> list[object]:
    """Return what is given for each column; None for the rest, with a finding if it is no list."""
    if given is None:
        return [None] * columns
    if isinstance(given, list | tuple) and len(given) <= columns:
        return [*given, *[None] * (columns - len(given))]
    message = _("There must be a list of entries, one for each column. Columns: %(columns)s.")
    found.append(error("not_entries", message, "scoring", columns=columns))
    return [None] * columns


def read_answers[T](
    asked: type[T],
    data: Mapping[str, Any],
    column: int | None,
    columns: int,
    found: list[Finding],
) -> T:
    """Read the answers to one dataclass of questions; `found` gets what cannot be read."""
    answers: dict[str, object] = {}
    known: set[str] = set()
    for question in questions(asked):
        known.add(question.name)
        given, name = data.get(question.name), question.name
        if question.kind is Kind.POINTS:
            known.add(question.cards_field)
            cards = data.get(question.cards_field)
            if cards is not None and given is not None:
                found.append(
                    error(
                        "both_ways",
                        _("Give “%(label)s” either in points or as a count of cards, not both."),
                        "counting",
                        question.cards_field,
                        column,
                        label=question.label,
                    )
                )
                continue
            if cards is not None:
                given, name = cards, question.cards_field
        if given is None:
            continue
        try:
            answers[question.name] = _read(question, name, given, columns)
        except _UnreadableError as wrong:
            code, message = wrong.code, wrong.message
            values = {"label": question.label, **wrong.values_}
            found.append(error(code, message, question.anchor, name, column, **values))
    for name in data:
        if name not in known:
            message = _("“%(name)s” is not a field of this game.")
            found.append(error("unknown_field", message, "scoring", name, column, name=name))
    return asked(**answers)


def _read(question: Question, name: str, given: object, columns: int) -> object:
    match question.kind:
        case Kind.WHOLE:
            return _whole(_number(given))
        case Kind.POINTS if name == question.cards_field:
            return _pile(question, given)
        case Kind.POINTS:
            return Pile(_exact(_number(given, text=question.step == HALF)))
        case Kind.YES_NO if isinstance(given, bool):
            return given
        case Kind.COLUMN if isinstance(given, int) and not isinstance(given, bool):
            if 0 <= given < columns:
                return given
        case Kind.CHOICE if isinstance(given, str) and given in dict(question.choices):
            return given
        case Kind.TEXT if isinstance(given, str):
            return _text(given)
        case Kind.TEXT:
            raise _UnreadableError("not_a_value", _("“%(label)s” must be text. Write it in words."))
    message = _("What is given for “%(label)s” is not one of the answers. Choose one of them.")
    raise _UnreadableError("not_a_value", message)


def _number(given: object, *, text: bool = False) -> Decimal:
    if text and isinstance(given, str) and TEXT_NUMBER.fullmatch(given):
        given = Decimal(given.replace(",", "."))
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal):
        raise _UnreadableError("not_a_number", NOT_A_NUMBER)
    number = Decimal(str(given)) if isinstance(given, float) else Decimal(given)
    if not number.is_finite() or number.copy_abs() > LIMIT:
        message = _("“%(label)s” is too large a number. The most that can be entered is %(limit)s.")
        raise _UnreadableError("too_large", message, limit=LIMIT)
    if number != int(number) and int(number.as_tuple().exponent) < FINEST:
        raise _UnreadableError("not_a_number", NOT_A_NUMBER)
    return number


def _whole(number: Decimal) -> int:
    if number != int(number):
        message = _("“%(label)s” must be a whole number, such as 2. Count it again.")
        raise _UnreadableError("not_whole", message)
    return int(number)


def _exact(number: Decimal) -> Points:
    return int(number) if number == int(number) else number


def _pile(question: Question, given: object) -> Pile:
    if not isinstance(given, Mapping):
        message = _("Give for “%(label)s” the number of cards of each class.")
        raise _UnreadableError("not_cards", message)
    values = {item.key: item.value for item in question.classes}
    counted: dict[str, int] = {}
    for key, number in given.items():
        if key not in values:
            message = _("“%(name)s” is not a class of cards that “%(label)s” is counted by.")
            raise _UnreadableError("unknown_class", message, name=key)
        counted[key] = 0 if number is None else _cards(number)
    total = sum(values[key] * number for key, number in counted.items())
    # In the order of the classes, so that the same cards are the same pile in whatever order given.
    cards = tuple((item.key, counted[item.key]) for item in question.classes if item.key in counted)
    return Pile(_exact(Decimal(total)), cards)


def _cards(given: object) -> int:
    """Return how many cards of one class were counted."""
    try:
        return _whole(_number(given))
    except _UnreadableError as wrong:
        if wrong.code == "too_large":
            raise
        message = _(
            "“%(label)s”: what is written for a class of cards is not a number of cards. "
            "Write digits only, such as 4."
        )
        raise _UnreadableError(wrong.code, message) from wrong


def _text(given: str) -> str:
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in given):
        message = _("“%(label)s” holds a character that cannot be kept. Write it in one line.")
        raise _UnreadableError("bad_text", message)
    return given.strip()


def write_entry(entry: Entry[Any, Any]) -> dict[str, Any]:
    """Write an entry as plain JSON; answers that are the default are left out."""
    return {
        **write_answers(entry.round),
        "entries": [write_answers(column) for column in entry.columns],
    }


def write_answers(answers: Any) -> dict[str, Any]:
    """Write the answers of one dataclass as plain JSON; defaults are left out."""
    written: dict[str, Any] = {}
    defaults = {item.name: item.default for item in fields(answers)}
    for question in questions(type(answers)):
        value = getattr(answers, question.name)
        if value == defaults[question.name]:
            continue
        if isinstance(value, Pile):
            if value.cards is None:
                written[question.name] = plain(value.points)
            else:
                written[question.cards_field] = dict(value.cards)
        else:
            written[question.name] = value
    return written


def plain(number: Points | None) -> int | str | None:
    """Return a number as JSON holds it, exactly: whole as a number, halves as text."""
    if number is None or number == int(number):
        return number if number is None else int(number)
    return str(Decimal(number).normalize())


def limits(entry: Entry[Any, Any]) -> Iterator[Finding]:
    """Yield an error for each answer missing, off its limits or step, and each missing note."""
    yield from limits_of(entry.round)
    for column, answers in enumerate(entry.columns):
        yield from limits_of(answers, column)
        if answers.adjustment and not answers.adjustment_note:
            message = _("“%(label)s” is empty. Say what the adjustment is for, to be read later.")
            note = question_named(type(answers), "adjustment_note")
            yield error("note_missing", message, note.anchor, note.name, column, label=note.label)


def limits_of(answers: Any, column: int | None = None) -> Iterator[Finding]:
    """Yield an error for each answer of one dataclass that is missing, or off limits or step."""
    for question in questions(type(answers)):
        value = getattr(answers, question.name)
        if question.required and value is None:
            message = _("“%(label)s” must be answered before the round can be scored.")
            place = (question.anchor, question.name, column)
            yield error("required", message, *place, label=question.label)
        elif question.kind is Kind.POINTS:
            yield from _pile_limits(question, value, column)
        elif question.kind is Kind.WHOLE and value is not None:
            yield from _within(question, question.name, value, column)
        elif question.kind is Kind.TEXT and question.high and len(value) > question.high:
            message = _("“%(label)s” is too long. Write %(high)s characters at most.")
            values = {"label": question.label, "high": question.high}
            yield error("too_long", message, question.anchor, question.name, column, **values)


def _within(question: Question, name: str, value: Points, column: int | None) -> Iterator[Finding]:
    place, label = (question.anchor, name, column), question.label
    if question.low is not None and value < question.low:
        if question.low == 0:
            message = _("“%(label)s” cannot be less than 0. Write 0 or more.")
            yield error("negative", message, *place, label=label)
        else:
            message = _("“%(label)s” cannot be less than %(low)s.")
            yield error("too_low", message, *place, label=label, low=question.low)
    if question.high is not None and value > question.high:
        message = question.reason or _("“%(label)s” cannot be more than %(high)s.")
        yield error("too_high", message, *place, label=label, high=question.high)
    if value % question.step:
        message = _("“%(label)s” must come in steps of %(step)s, as all points of this game do.")
        yield error("off_step", message, *place, label=label, step=question.step)


def _pile_limits(question: Question, pile: Pile, column: int | None) -> Iterator[Finding]:
    if pile.cards is None:
        yield from _within(question, question.name, pile.points, column)
        return
    if any(number < 0 for _key, number in pile.cards):
        message = _("“%(label)s”: no class can have less than 0 cards. Write 0 or more.")
        place = ("counting", question.cards_field, column)
        yield error("negative", message, *place, label=question.label)


def deck_classes(entry: Entry[Any, Any], classes: Sequence[CardClass]) -> Iterator[Finding]:
    """Yield an error for each class of which more cards were counted than the deck holds."""
    piles = [
        (question.cards_field, getattr(answers, question.name))
        for answers in entry.columns
        for question in questions(type(answers))
        if question.kind is Kind.POINTS
    ]
    for item in classes:
        counted = sum(pile.count(item.key) for _name, pile in piles)
        if item.deck is not None and counted > item.deck:
            where = {name for name, pile in piles if pile.count(item.key)}
            yield error(
                "class_over_deck",
                _("“%(label)s” counted: %(found)s. The deck holds %(deck)s."),
                "cards",
                where.pop() if len(where) == 1 else None,
                found=counted,
                deck=item.deck,
                label=item.label,
            )
