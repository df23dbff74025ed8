"""Cells: harmless to spreadsheets, read back as they were meant, and the numbers in them."""

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.formats import NotReadableError, cells

NUMBERS = st.integers() | st.decimals(allow_nan=False, allow_infinity=False)
STARTS = st.sampled_from(["", "=", "+", "-", "@", "\t", "\r", "'", "''", " =", "\N{MINUS SIGN}"])
TEXTS = st.builds("{}{}".format, STARTS, st.text(st.characters(exclude_categories=["Cs"])))
SIGNS = ("=", "+", "-", "@", "\t", "\r", "\N{MINUS SIGN}", "\N{FULLWIDTH EQUALS SIGN}")


# ---- out


@given(number=NUMBERS)
def test_numbers_stay_as_they_are(number: int | Decimal) -> None:
    assert cells.harmless(number) is number


@given(text=TEXTS)
def test_every_text_is_read_back_as_it_was(text: str) -> None:
    assert cells.as_meant(str(cells.harmless(text))) == text


@given(text=TEXTS)
def test_no_text_begins_like_a_formula(text: str) -> None:
    assert not str(cells.harmless(text)).lstrip(" \N{NO-BREAK SPACE}").startswith(SIGNS)


def test_ordinary_texts_stay_as_they_are() -> None:
    for text in ("", "Ana", "'tis", "3 - 1", "a=b", 'a "b"'):
        assert cells.harmless(text) == text


@given(row=st.lists(TEXTS.filter(lambda text: "\0" not in text) | NUMBERS, min_size=1, max_size=5))
def test_a_table_is_read_as_it_was_written(row: list[str | int | Decimal]) -> None:
    content = "".join(cells.written([["head"], row]))
    told = list(csv.reader(io.StringIO(content, newline="")))
    expected = [str(cells.plain(one)) for one in row]
    assert [cells.as_meant(one) for one in told[1]] == expected or row == [""]


def test_ends_of_line_and_numbers_are_those_of_spreadsheets() -> None:
    rows: list[list[cells.Cell]] = [
        ["a", 5, Decimal("24.50"), Decimal("1E+3"), Decimal("-0.5")],
        ['"', ",", "x\ny"],
    ]
    assert "".join(cells.written(rows)) == 'a,5,24.5,1000,-0.5\r\n"""",",","x\ny"\r\n'


# ---- in


@pytest.mark.parametrize(
    "content",
    [
        "a,b\r\n1,2\r\n",
        "\ufeffa,b\n1,2",
        "a;b\r\n1;2\r\n",
        "a\tb\n1\t2",
        "sep=;\na;b\n1;2",
        '"a","b"\n"1","2"',
    ],
)
def test_cells_are_parted_by_what_parts_the_first_line(content: str) -> None:
    told = cells.rows_of(cells.text_of(content.encode()))
    assert [row for _line, row in told] == [["a", "b"], ["1", "2"]]


def test_lines_keep_their_numbers() -> None:
    told = cells.rows_of('a,b\n"x\ny",2\n\n3,4\n')
    assert told == [(1, ["a", "b"]), (3, ["x\ny", "2"]), (4, []), (5, ["3", "4"])]


def test_a_comma_in_quotes_parts_nothing() -> None:
    assert cells.rows_of('"a,b,c";d\n"1,5";2') == [(1, ["a,b,c", "d"]), (2, ["1,5", "2"])]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_table_may_be_written_in(encoding: str) -> None:
    assert cells.text_of("Éva,王".encode(encoding)) == "Éva,王"


@pytest.mark.parametrize(
    "raw",
    ["Éva".encode("latin-1"), b"a\0b", b"\xff\xfea", "a\0".encode("utf-16"), b"\xff\xfe\x00\xd8"],
)
def test_what_is_no_text_is_said(raw: bytes) -> None:
    with pytest.raises(NotReadableError):
        cells.text_of(raw)


@pytest.mark.parametrize(
    "text",
    ['"a', '"a"b,c', "," * 1_000_000, "a\n" * 60_000, "a" * 200_000, '"' + "a\n" * 90_000],
    ids=lambda text: text[:5],
)
def test_what_is_no_table_is_said(text: str) -> None:
    with pytest.raises(NotReadableError):
        cells.rows_of(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        (" 4495 ", 4495),
        ("-50", -50),
        ("+50", 50),
        ("\N{MINUS SIGN}50", -50),
        ("- 50", -50),
        ("4,495", 4495),
        ("4.495", 4495),
        ("1.234.567", 1234567),
        ("1,234,567.00", 1234567),
        ("1.234,0", 1234),
        ("4 495", 4495),
        ("4\N{NARROW NO-BREAK SPACE}495", 4495),
        ("4'495", 4495),
        ("490.0", 490),
        ("490,", 490),
        ("४९५", 495),
    ],
)
def test_whole_numbers(text: str, number: int) -> None:
    assert cells.whole(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "x", "1e308", "1e5", "nan", "Infinity", "4.5", "4,55", "1,23,456"),
        *("1 2", "0x10", "1_000", "9" * 21, "½", "²", "=1+1", "1.2.3", "--5", "5-", "9**9**9"),
    ],
)
def test_what_is_no_whole_number(text: str) -> None:
    assert cells.whole(text) is None


@pytest.mark.parametrize(
    ("told", "score"),
    [
        ("1250+830-305", 1775),
        (" 1250 + 830 \N{MINUS SIGN} 305 ", 1775),
        ("-50-20", -70),
        ("1250", 1250),
        ("1,250", 1250),
        (1250, 1250),
        (Decimal("1250.0"), 1250),
        ("0", 0),
    ],
)
def test_scores_that_are_sums(told: object, score: int) -> None:
    assert cells.summed(told) == score


@pytest.mark.parametrize(
    "told",
    [
        *("9**9**9", "1+", "+", "1++2", "(1+2)", "1+2*3", "__import__('os')", "1+a", "1.5+2", ""),
        *("1+" * 300 + "1", "9" * 30 + "+1", "1e308", None, True, [], {}, 1.5),
        *(Decimal("1.5"), Decimal("1E+308"), Decimal("1E-308"), Decimal("Infinity"), "\ud800"),
    ],
)
def test_what_is_no_score(told: object) -> None:
    assert cells.summed(told) is None


@given(parts=st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=20))
def test_any_sum(parts: list[int]) -> None:
    told = "".join(f"{part:+d}" for part in parts)
    assert cells.summed(told) == sum(parts)
    assert cells.summed(told.removeprefix("+")) == sum(parts)


@given(told=st.text() | st.integers() | st.decimals() | st.none() | st.floats())
def test_nothing_that_is_told_as_a_score_does_harm(told: object) -> None:
    assert isinstance(cells.summed(told), int | None)
    assert isinstance(cells.whole(str(told)), int | None)
