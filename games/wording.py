"""The words for what the pure part says by code and values."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from .variants.entry import Finding, Points
from .variants.variant import Line

MINUS = "\N{MINUS SIGN}"


def points(number: Points | None) -> str:
    """Return points as they are printed: thousands apart, a true minus, halves as .5."""
    if number is None:
        return ""
    whole = number == int(number)
    size = -number if number < 0 else number
    text = number_format(size, decimal_pos=0 if whole else 1, force_grouping=True)
    return f"{MINUS}{text}" if number < 0 else text


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


def _value(name: str, value: object) -> str:
    if isinstance(value, int | Decimal):
        return points(value)
    return _(str(value)) if name == "label" else str(value)
