"""The words for what the pure part says by code and values."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from .variants.entry import Finding, Kind, Pile, Points, Question
from .variants.variant import Line

ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"


def points(number: Points | None) -> str:
    """Return points as they are printed: thousands apart, a true minus, halves as .5."""
    if number is None:
        return ""
    whole = number == int(number)
    size = -number if number < 0 else number
    text = number_format(size, decimal_pos=0 if whole else 1, force_grouping=True)
    return f"{MINUS}{text}" if number < 0 else text


def working(count: int | None, each: Points | None, worth: Points | None) -> str:
    """Return what stands before the points of a line: how many at how much each, or how many."""
    if count is not None and each is not None:
        return f"{points(count)} {TIMES} {points(each)} ="
    return "" if count in (None, worth) else f"({points(count)})"


def day(when: date) -> str:
    """Return a day as it is written here."""
    return date_format(when, "DATE_FORMAT")


def begun(words: str) -> str:
    """Return words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def left_open(text: str) -> str:
    """Return the marks of direction that a text opens and does not close."""
    opened = 0
    for letter in text:
        opened = max(opened + (letter == ISOLATE) - (letter == POP), 0)
    return ISOLATE * opened


def mended(text: str) -> str:
    """Return a text that was cut out with its marks of direction in pairs.

    One that stays open would draw all that follows in its own direction.
    """
    missing = len(left_open("".join(_turned(letter) for letter in reversed(text))))
    return ISOLATE * missing + text + POP * len(left_open(text))


def _turned(letter: str) -> str:
    return {ISOLATE: POP, POP: ISOLATE}.get(letter, letter)


def sentence(finding: Finding, columns: Sequence[str]) -> str:
    """Return the sentence for a finding, given the names of the columns."""
    values = {name: _value(name, value) for name, value in finding.values.items()}
    if finding.column is not None:
        values["column"] = columns[finding.column]
    return _(finding.message) % values


def line_label(line: Line, columns: Sequence[str], *, by_player: bool) -> str:
    """Return what a line is called, given the names of the columns.

    With `by_player` a line about one player of a team says whose it is.
    """
    name = "" if line.column is None else columns[line.column]
    label = _(line.label)
    if "%(column)s" in label:
        return label % {"column": name}
    if by_player and name:
        return _("%(label)s, %(player)s") % {"label": label, "player": name}
    return label


def answer(question: Question, value: object, columns: Sequence[str]) -> str:
    """Return the answer to a question as it is read out, given the names of the columns."""
    if isinstance(value, Pile):
        return points(value.points)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if question.kind is Kind.COLUMN and isinstance(value, int):
        return columns[value]
    if isinstance(value, int | Decimal):
        return points(value)
    if value is None or value == "":
        return _("none")
    return _(dict(question.choices).get(str(value), str(value)))


def _value(name: str, value: object) -> str:
    if isinstance(value, int | Decimal):
        return points(value)
    return _(str(value)) if name == "label" else str(value)
