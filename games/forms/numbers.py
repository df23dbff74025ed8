"""Numbers as people type them, in whatever digits they write."""

import re
from decimal import Decimal

NUMBER = re.compile(
    r"(?P<minus>[-\N{MINUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}]?)"
    r"(?=.*\d)(?P<whole>\d{0,30})"
    r"(?:[.,\N{FULLWIDTH FULL STOP}\N{FULLWIDTH COMMA}\N{ARABIC DECIMAL SEPARATOR}]"
    r"(?P<part>\d{0,2}))?"
)
"""Decimal digits of any script: Devanagari, Arabic and full-width ones count alike.

There is one separator, and no more than two digits after it: in 1,250 the comma parts thousands.
"""

GROUPED = re.compile(r"\s*\d{1,3}(?:[.,' \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]\d{3})+\s*")


def ungrouped(text: str) -> str:
    """Return a whole number as it was typed, without what parts its thousands.

    >>> ungrouped("20,000")
    '20000'
    >>> ungrouped("2,5")
    '2,5'
    """
    return re.sub(r"\D", "", text) if GROUPED.fullmatch(text) else text


def as_json(text: str) -> int | Decimal | str | None:
    """Return what was typed as a variant reads it: a number, or nothing at all for an empty field.

    Whether a question takes a sign or decimals is for the variant to judge. Whatever is no number
    comes back in quotation marks, which no variant takes for one, so that it says so in its own
    words.

    >>> as_json("२५०")
    250
    >>> as_json("-12,5")
    Decimal('-12.5')
    >>> as_json("1,250")
    '“1,250”'
    """
    typed = text.strip()
    if not typed:
        return None
    number = NUMBER.fullmatch(typed)
    if number is None:
        return f"“{typed}”"
    sign, whole, part = "-" if number["minus"] else "", _ascii(number["whole"]), number["part"]
    return Decimal(f"{sign}{whole}.{_ascii(part)}") if part else int(f"{sign}{whole}")


def _ascii(digits: str) -> str:
    return "".join(str(int(digit)) for digit in digits)
