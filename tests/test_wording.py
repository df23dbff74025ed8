"""The words for what the pure part says by code and values."""

from decimal import Decimal

import pytest

from games import wording
from games.variants.entry import Points, error, warning
from games.variants.variant import Line
from tests.variants.build import BAIN


@pytest.mark.parametrize(
    ("number", "printed"),
    [
        (None, ""),
        (0, "0"),
        (5, "5"),
        (-5, "\N{MINUS SIGN}5"),
        (999, "999"),
        (1000, "1,000"),
        (-1234567, "\N{MINUS SIGN}1,234,567"),
        (Decimal("0.5"), "0.5"),
        (Decimal("-12.5"), "\N{MINUS SIGN}12.5"),
        (Decimal("12.0"), "12"),
        (Decimal("1234.5"), "1,234.5"),
        (Decimal("1E+3"), "1,000"),
    ],
)
def test_points(number: Points | None, printed: str) -> None:
    assert wording.points(number) == printed


def test_a_sentence_names_its_column_and_prints_its_values() -> None:
    message = "%(column)s has %(found)s of %(deck)s, by “%(name)s”."
    finding = warning(
        "code", message, "cards", "field", 1, found=-2500, deck=Decimal("1.5"), name="x%y"
    )
    expected = "Celia & co. has \N{MINUS SIGN}2,500 of 1.5, by “x%y”."
    assert wording.sentence(finding, ["Ana", "Celia & co."]) == expected


def test_a_sentence_about_the_whole_round_needs_no_names() -> None:
    finding = error("code", "There are %(found)s.", "cards", found=9)
    assert wording.sentence(finding, ()) == "There are 9."


def test_a_percent_sign_in_a_name_stays_one() -> None:
    finding = error("code", "%(column)s went out.", "end", None, 0)
    assert wording.sentence(finding, ["100%(s)"]) == "100%(s) went out."


def test_every_finding_of_a_round_is_a_full_sentence() -> None:
    columns = BAIN.variant.columns(BAIN.table)
    found = BAIN.findings(
        {"red_threes": 9, "wild_canastas": 4, "meld_points": 3, "hand_points": 0},
        {"sevens_canastas": 3, "hand_cards": {"jokers": 9}, "adjustment": 1, "books": 1},
        ended_by="going_out",
        went_out=0,
    )
    assert len(found) > 8
    for finding in found:
        sentence = wording.sentence(finding, columns)
        assert sentence[0].isupper() or sentence.startswith(("“", *"0123456789"))
        assert sentence.endswith((".", "?"))
        assert "%(" not in sentence


def test_a_line_is_called_by_its_label() -> None:
    line = Line("meld_points", "Cards melded", 490, "scoring")
    assert wording.line_label(line, ["Ana"], by_player=False) == "Cards melded"
    assert wording.line_label(line, ["Ana"], by_player=True) == "Cards melded"


def test_a_line_about_one_player_says_whose_it_is() -> None:
    line = Line("no_meld", "Nothing melded", -20, "no-meld", column=1)
    assert wording.line_label(line, ["Ana", "Ben"], by_player=True) == "Nothing melded, Ben"
    assert wording.line_label(line, ["Ana", "Ben"], by_player=False) == "Nothing melded"


def test_a_line_whose_label_names_the_player_says_it_once() -> None:
    line = Line("received", "From %(column)s", 13, "settlement", column=0)
    assert wording.line_label(line, ["100%"], by_player=True) == "From 100%"
    assert wording.line_label(line, ["100%"], by_player=False) == "From 100%"


@pytest.mark.parametrize(
    ("count", "each", "worth", "words"),
    [
        (2, 300, 600, "2 \N{MULTIPLICATION SIGN} 300 ="),
        (1200, -5, -6000, "1,200 \N{MULTIPLICATION SIGN} \N{MINUS SIGN}5 ="),
        (5, None, 1000, "(5)"),
        (7, None, 7, ""),
        (None, None, 490, ""),
        (None, None, None, ""),
    ],
)
def test_the_working_before_the_points(
    count: int | None, each: Points | None, worth: Points | None, words: str
) -> None:
    assert wording.working(count, each, worth) == words


@pytest.mark.parametrize(
    ("cut", "whole"),
    [("a", "a"), ("<a>", "<a>"), ("a> b", "<a> b"), ("a> <b", "<a> <b>"), ("<<a", "<<a>>")],
)
def test_marks_of_direction_stay_in_pairs(cut: str, whole: str) -> None:
    marks = str.maketrans({"<": wording.ISOLATE, ">": wording.POP})
    assert wording.mended(cut.translate(marks)) == whole.translate(marks)
