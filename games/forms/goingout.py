"""May we go out? The checklist of a round while it is entered, ticked from what was typed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names
from games.variants.entry import Entry
from games.variants.variant import Check, Table, Variant, checked


@dataclass(frozen=True, slots=True)
class CheckCell:
    """How far one team has come: whether it is there, and how many where more than one is asked."""

    is_met: bool
    found: str


@dataclass(frozen=True, slots=True)
class CheckRow:
    """An item of the checklist, and where its rule stands; without cells it is only to be read."""

    label: str
    anchor: str
    cells: list[CheckCell]


@dataclass(frozen=True, slots=True)
class GoingOut:
    """The checklist of all teams. `said` is who has all of it, as far as it can be typed."""

    rows: list[CheckRow]
    said: str

    @property
    def ticked(self) -> list[CheckRow]:
        """The items that what is typed can show."""
        return [row for row in self.rows if row.cells]

    @property
    def to_read(self) -> list[CheckRow]:
        """The items that only those at the table can see."""
        return [row for row in self.rows if not row.cells]


def going_out_of(
    variant: Variant[Any, Any, Any], entry: Entry[Any, Any], table: Table[Any]
) -> GoingOut:
    """Return the checklist of a round as it stands."""
    columns = range(len(variant.columns(table)))
    checklist = variant.going_out(table)
    by_column = [checked(checklist, entry, column) for column in columns]
    rows = [
        CheckRow(
            _(item.label),
            item.anchor,
            [_cell(checks[number]) for checks in by_column] if item.fields else [],
        )
        for number, item in enumerate(checklist)
    ]
    ready = [
        name
        for name, checks in zip(variant.columns(table), by_column, strict=True)
        if not any(check.is_missing for check in checks)
    ]
    return GoingOut(rows, _said(ready))


def _cell(check: Check) -> CheckCell:
    if check.item.least == 1:
        return CheckCell(check.is_met, "")
    told = {"found": check.found, "least": check.item.least}
    return CheckCell(check.is_met, _("%(found)s of %(least)s") % told)


def _said(ready: Sequence[str]) -> str:
    if not ready:
        return _("Something is missing yet")
    words = ngettext("%(teams)s has all of it", "%(teams)s have all of it", len(ready))
    return words % {"teams": names.in_sentence(ready)}
