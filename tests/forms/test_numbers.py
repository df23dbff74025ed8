"""Numbers as people type them."""

import doctest
import string
from collections.abc import Mapping
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.forms import numbers
from games.forms.numbers import as_json
from games.variants import VARIANTS
from games.variants.entry import LIMIT
from tests.variants.build import BAIN, BANAKIL, Play


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
DECIMALS: Mapping[str, str] = {
    "12.5": "12.5",
    "12,5": "12.5",
    "12,50": "12.50",
    "12.0": "12.0",
    "0,5": "0.5",
    ",5": "0.5",
    "-6,5": "-6.5",
    "-.5": "-0.5",
    "\N{MINUS SIGN}6.25": "-6.25",
    "12,": "12",
    "-12.": "-12",
    "9" * 30 + ".5": "9" * 30 + ".5",
    **{_in(zero, "12,5"): "12.5" for zero in SCRIPTS},
    **{_in(zero, "-012.0"): "-12.0" for zero in SCRIPTS},
    _in(ARABIC, f"12{DECIMAL}5"): "12.5",
    _in(FULL_WIDTH, "12\N{FULLWIDTH FULL STOP}5"): "12.5",
    _in(FULL_WIDTH, "12\N{FULLWIDTH COMMA}5"): "12.5",
}
REFUSED = (
    *("20,000", "20.000", "20 000", "20'000", "20\u202f000", "1_000", "1.2.3", "1,2,3"),
    *(
        "1,000",
        "1.000",
        "1,200",
        "12,500",
        "0,500",
        "-1,250",
        "1,2505",
        ",",
        ".",
        "-",
        "-,",
        "1-,5",
    ),
    *("1e3", "1.5e3", "NaN", "Infinity", "0x10", "\u00b2", "\u00bd", "\u216b", "\u4e00", "two"),
    *("--5", "+5", "5-", "- 5", "1;2", "5\0", "\0", "9" * 31, "9" * 5000, "\N{EN DASH}5"),
    *("\u00b2,5", "1,\u00b2", "12, 5", "12 ,5"),
    _in(ARABIC, f"20{THOUSANDS}000"),
    _in(FULL_WIDTH, "20,000"),
)


def test_the_examples_in_the_module_hold() -> None:
    result = doctest.testmod(numbers)
    assert (result.attempted > 0, result.failed) == (True, 0)


@pytest.mark.parametrize(("text", "number"), WHOLE.items())
def test_whole_numbers(text: str, number: int) -> None:
    assert as_json(text) == number
    assert type(as_json(text)) is int


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u3000"])
def test_nothing(text: str) -> None:
    assert as_json(text) is None


@pytest.mark.parametrize(("text", "number"), DECIMALS.items())
def test_numbers_with_a_decimal_separator(text: str, number: str) -> None:
    assert str(as_json(text)) == number
    assert isinstance(as_json(text), int | Decimal)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_number_is_refused_by_every_question(text: str) -> None:
    for play, field in ((BAIN, "red_threes"), (BAIN, "meld_points"), (BANAKIL, "meld_points")):
        assert _codes(play, field, text) == ["not_a_number"]
    assert _of_target(text) == ["not_a_number"]


@pytest.mark.parametrize(
    ("play", "field", "text", "codes"),
    [
        (BAIN, "meld_points", "12,5", ["off_step"]),
        (BAIN, "red_threes", "1,5", ["not_whole"]),
        (BAIN, "red_threes", "1,0", []),
        (BAIN, "hand_points", "-5", ["negative"]),
        (BANAKIL, "meld_points", "12,5", []),
        (BANAKIL, "meld_points", "12,25", ["off_step"]),
        (BANAKIL, "hand_points", "-6,5", ["negative"]),
        (BANAKIL, "meld_points", "9" * 30 + ",5", ["too_large"]),
    ],
)
def test_the_variant_judges_sign_and_decimals(
    play: Play, field: str, text: str, codes: list[str]
) -> None:
    assert _codes(play, field, text) == codes


def test_a_house_rule_judges_its_number_too() -> None:
    assert _of_target("12,5") == ["not_whole"]
    assert _of_target("-5") == ["too_low"]
    assert _of_target(str(LIMIT + 1)) == ["too_large"]
    assert _of_target("9" * 30) == ["too_large"]


TYPED = st.text(string.digits + ".,-_eE+ \N{MINUS SIGN}" + _in(DEVANAGARI, "123"), max_size=30)


@given(text=TYPED)
@example(text="1,000")
@example(text="-,5")
def test_no_text_is_taken_for_another_number(text: str) -> None:
    """What is accepted has the value of its digits, with the separator as a decimal point."""
    number = as_json(text)
    if number is None:
        assert not text.strip()
    elif not isinstance(number, str):
        plain = text.strip().replace(",", ".").replace("\N{MINUS SIGN}", "-")
        assert Decimal(number) == Decimal(plain)


def _codes(play: Play, field: str, text: str) -> list[str]:
    """What a variant finds wrong with a number typed for a field of the first column."""
    found = play.findings({field: as_json(text)})
    return [one.code for one in found if one.field == field and one.severity == "error"]


def _of_target(text: str) -> list[str]:
    """What Bain finds wrong with a number typed for a house rule."""
    bain = VARIANTS["bain"]
    _options, wrong = bain.read_options({"target": as_json(text)}, bain.seatings[0])
    return [one.code for one in wrong]
