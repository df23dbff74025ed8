"""Tables as spreadsheets read and write them: CSV, its cells, and the numbers in them."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from .parcel import NotReadableError

type Cell = str | int | Decimal

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What stands first in a table by which spreadsheets know that it is written in UTF-8."""

SIGNS = "=+\\-@\N{MINUS SIGN}\uff1d\uff0b\uff0d\uff20"
FORMULA = re.compile(rf"'*(?:[\t\r\n]|\s*[{SIGNS}])")
"""How a text begins that a spreadsheet may take for a formula, or that was kept from being one."""

MOST_COLUMNS, MOST_ROWS = 1000, 50_000
LONGEST_NUMBER, LONGEST_SUM = 20, 400

SPACES = (
    "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE} '\N{RIGHT SINGLE QUOTATION MARK}"
)
SPACED = re.compile(rf"(?<=\d)[{SPACES}](?=\d\d\d(?!\d))")
GROUPED = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3})+")
WHOLE = re.compile(r"[+-]?[0-9]+(?:[.,]0*)?")
SUM = re.compile(r"[+-]?\s*[0-9]+(?:\s*[+-]\s*[0-9]+)*")


# ---- out


def harmless(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula; numbers stay as they are.

    `as_meant` returns every text as it was, those too that began like that already.
    """
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell


def written(rows: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """Yield the lines of a table, with dots in its numbers, ends of line as spreadsheets have them.

    A number that is whole stands without its decimals.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    for row in rows:
        writer.writerow([harmless(plain(cell)) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def plain(cell: Cell) -> Cell:
    """Return a number as it is written: whole without decimals, never with an exponent."""
    if not isinstance(cell, Decimal):
        return cell
    return int(cell) if cell == int(cell) else cell.normalize()


# ---- in


def as_meant(cell: str) -> str:
    """Return the text that `harmless` made harmless."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def text_of(raw: bytes) -> str:
    """Return the text in these bytes; NotReadableError if they are none.

    Besides UTF-8 a table may be written in UTF-16, with the mark that says so.
    """
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        raise NotReadableError(
            _("The table is not written in UTF-8. Save it again as “CSV UTF-8”.")
        ) from None
    if "\0" in text:
        raise NotReadableError(_("The file holds characters that cannot be written down."))
    return text


def rows_of(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows of a table, each with the number of its line; blank ones too.

    Cells may be parted by commas, semicolons or tabs. NotReadableError if it is no table at all.
    """
    parted, text = _parted_by(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=parted, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if len(row) > MOST_COLUMNS or len(rows) >= MOST_ROWS:
                raise NotReadableError(
                    _("The table has more than %(columns)s columns or %(rows)s rows.")
                    % {"columns": MOST_COLUMNS, "rows": MOST_ROWS}
                )
            rows.append((reader.line_num, [as_meant(cell) for cell in row]))
    except csv.Error:
        raise NotReadableError(
            _("The table breaks off or goes wrong at line %(line)s.") % {"line": reader.line_num}
        ) from None
    return rows


def trimmed(rows: Iterable[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Return the rows of a table without what is blank around the text in a cell."""
    return [(line, [cell.strip() for cell in row]) for line, row in rows]


def _parted_by(text: str) -> tuple[str, str]:
    """Return what parts the cells, and the text without a first line that only says that."""
    first, _end, rest = text.lstrip("\r\n").partition("\n")
    said = re.fullmatch(r'"?sep=(.)"?\s*', first)
    if said:
        return said[1] if said[1] in ",;\t" else ",", rest
    bare = re.sub(r'"[^"]*"', "", first)
    return max(",;\t", key=bare.count), text


def whole(text: str) -> int | None:
    """Return the whole number in a cell, however its thousands are set apart; None if none is."""
    given = SPACED.sub("", text.strip().replace("\N{MINUS SIGN}", "-"))
    if not given or len(given) > LONGEST_NUMBER:
        return None
    sign, digits = (given[0], given[1:].strip()) if given[0] in "+-" else ("", given)
    if not all(letter.isdecimal() or letter in ".," for letter in digits):
        return None
    digits = "".join(letter if letter in ".," else str(int(letter)) for letter in digits)
    head, sign_of_decimals, decimals = digits.rpartition(
        "." if digits.rfind(".") > digits.rfind(",") else ","
    )
    if GROUPED.fullmatch(digits):
        digits = re.sub("[.,]", "", digits)
    elif GROUPED.fullmatch(head) and sign_of_decimals not in head:
        digits = f"{re.sub('[.,]', '', head)}.{decimals}"
    if not WHOLE.fullmatch(digits):
        return None
    number = int(re.split("[.,]", digits)[0])
    return -number if sign == "-" else number


def summed(told: Any) -> int | None:
    """Return the score that a number or a text comes to, as in “1250+830-305”; None if it is none.

    Only whole numbers are added and taken away.
    """
    if isinstance(told, bool) or not isinstance(told, int | Decimal | str):
        return None
    if not isinstance(told, str):
        given = Decimal(told)
        fits = given.is_finite() and abs(given.adjusted()) < LONGEST_NUMBER
        return int(given) if fits and given == int(given) else None
    text = told.strip().replace("\N{MINUS SIGN}", "-")
    if len(text) <= LONGEST_SUM and SUM.fullmatch(text):
        parts = re.findall(r"[+-]?[0-9]+", re.sub(r"\s", "", text))
        return sum(map(int, parts)) if all(len(one) < LONGEST_NUMBER for one in parts) else None
    return whole(text)
