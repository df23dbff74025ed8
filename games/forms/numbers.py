"""Numbers as people type them, in whatever digits they write."""

import re

DIGITS = re.compile(r"(?P<minus>[-\N{MINUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}]?)(?P<whole>\d{1,30})")
"""Decimal digits of any script: Devanagari, Arabic and full-width ones count alike."""

HALVES = re.compile(
    r"(?P<whole>\d{0,10})"
    r"[.,\N{FULLWIDTH FULL STOP}\N{FULLWIDTH COMMA}\N{ARABIC DECIMAL SEPARATOR}]"
    r"(?P<part>\d{0,2})"
)
"""One separator, and no more than two digits after it: in 1,250 the comma parts thousands."""


def as_json(text: str, *, half: bool) -> int | str | None:
    """Return what was typed as a variant reads it: a number, or nothing at all for an empty field.

    With `half` a decimal comma or point may stand before one or two digits; the result is then
    text such as "12.5". Whatever else was typed comes back in quotation marks, which no variant
    takes for a number, so that it says so in its own words.

    >>> as_json("२५०", half=False)
    250
    >>> as_json("12,5", half=True)
    '12.5'
    >>> as_json("1,250", half=True)
    '“1,250”'
    """
    typed = text.strip()
    if not typed:
        return None
    if number := DIGITS.fullmatch(typed):
        return -int(number["whole"]) if number["minus"] else int(number["whole"])
    if half and (number := HALVES.fullmatch(typed)) and (number["whole"] or number["part"]):
        whole = int(number["whole"] or 0)
        return f"{whole}.{_ascii(number['part'])}" if number["part"] else whole
    return f"“{typed}”"


def _ascii(digits: str) -> str:
    return "".join(str(int(digit)) for digit in digits)
