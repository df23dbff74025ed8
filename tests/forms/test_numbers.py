"""Numbers as people type them."""

import string
from collections.abc import Mapping
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.forms.numbers import as_json
from games.variants import VARIANTS
from games.variants.entry import LIMIT
from tests.variants.build import BANAKIL


def _in(zero: str, text: str) -> str:
    """Write a text with the digits of another script, of which this is the zero."""
    return text.translate({ord(digit): chr(ord(zero) + int(digit)) for digit in string.digits})


DEVANAGARI, ARABIC, FULL_WIDTH = "\N{DEVANAGARI DIGIT ZERO}", "\u0660", "\N{FULLWIDTH DIGIT ZERO}"
SCRIPTS = (DEVANAGARI, ARABIC, FULL_WIDTH, "\N{EXTENDED ARABIC-INDIC DIGIT ZERO}")
DECIMAL, THOUSANDS = "\N{ARABIC DECIMAL SEPARATOR}", "\N{ARABIC THOUSANDS SEPARATOR}"

WHOLE: Mapping[str, int] = {
    "0": 0,
    "250": 250,
    " 250\u00a0": 250,
    "007": 7,
    "-5": -5,
    "\N{MINUS SIGN}5": -5,
    "\N{FULLWIDTH HYPHEN-MINUS}5": -5,
    "9" * 30: int("9" * 30),
    **{_in(zero, "2750"): 2750 for zero in SCRIPTS},
    **{_in(zero, "-31"): -31 for zero in SCRIPTS},
}
HALVES: Mapping[str, int | str] = {
    "12.5": "12.5",
    "12,5": "12.5",
    "12,50": "12.50",
    "0,5": "0.5",
    ",5": "0.5",
    "12,": 12,
    "12.": 12,
    **{_in(zero, "12,5"): "12.5" for zero in SCRIPTS},
    **{_in(zero, "012.0"): "12.0" for zero in SCRIPTS},
    _in(ARABIC, f"12{DECIMAL}5"): "12.5",
    _in(FULL_WIDTH, "12\N{FULLWIDTH FULL STOP}5"): "12.5",
    _in(FULL_WIDTH, "12\N{FULLWIDTH COMMA}5"): "12.5",
}
REFUSED = (
    *("20,000", "20.000", "20 000", "20'000", "20\u202f000", "1_000", "1.2.3", "1,2,3"),
    *("1e3", "NaN", "Infinity", "0x10", "\u00b2", "\u00bd", "\u216b", "\u4e00", "two"),
    *("--5", "+5", "5-", "- 5", "1;2", "5\0", "\0", "9" * 31, "9" * 5000, "\N{EN DASH}5"),
    _in(ARABIC, f"20{THOUSANDS}000"),
    _in(FULL_WIDTH, "20,000"),
)


@pytest.mark.parametrize("half", [True, False])
@pytest.mark.parametrize(("text", "number"), WHOLE.items())
def test_whole_numbers(text: str, number: int, half: bool) -> None:
    assert as_json(text, half=half) == number


@pytest.mark.parametrize("half", [True, False])
@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u3000"])
def test_nothing(text: str, half: bool) -> None:
    assert as_json(text, half=half) is None


@pytest.mark.parametrize(("text", "number"), HALVES.items())
def test_halves(text: str, number: int | str) -> None:
    assert as_json(text, half=True) == number
    assert _refused(text, half=False)


@pytest.mark.parametrize("half", [True, False])
@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_number_is_refused_by_the_variant(text: str, half: bool) -> None:
    assert _refused(text, half=half)


@pytest.mark.parametrize("text", ["1,000", "1.000", "12,500", "0,500", ",", ".", "-12,5"])
def test_what_may_be_meant_as_thousands_is_refused_among_halves(text: str) -> None:
    assert _refused(text, half=True)


def test_too_large_a_number_is_told_so() -> None:
    assert _codes(str(LIMIT + 1), half=False) == ["too_large"]
    assert _codes("9" * 30, half=False) == ["too_large"]


TYPED = st.text(string.digits + ".,-_eE+ \N{MINUS SIGN}" + _in(DEVANAGARI, "123"), max_size=30)


@given(text=TYPED, half=st.booleans())
@example(text="1,000", half=True)
def test_no_text_is_taken_for_another_number(text: str, half: bool) -> None:
    """What is accepted has the value of its digits, with the separator as a decimal point."""
    number = as_json(text, half=half)
    if number is None:
        assert not text.strip()
    elif not str(number).startswith("“"):
        plain = text.strip().replace(",", ".").replace("\N{MINUS SIGN}", "-")
        assert Decimal(number) == Decimal(plain)


def _codes(text: str, *, half: bool) -> list[str]:
    """What the readers of house rules and of half points find wrong with a number."""
    number = as_json(text, half=half)
    if half:
        found = BANAKIL.findings({"meld_points": number}, {"hand_points": 10})
        return [one.code for one in found if one.field == "meld_points"]
    bain = VARIANTS["bain"]
    _options, wrong = bain.read_options({"target": number}, bain.seatings[0])
    return [one.code for one in wrong]


def _refused(text: str, *, half: bool) -> bool:
    return "not_a_number" in _codes(text, half=half)
