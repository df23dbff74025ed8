"""What may be a name, and when two names are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana\t", "Ana"),
        ("Ana \u00a0  Maria", "Ana Maria"),
        ("E\u0301va", "Éva"),
        ("McKay", "McKay"),
        ("", ""),
        (" \u3000 ", ""),
    ],
)
def test_tidy(typed: str, kept: str) -> None:
    assert names.tidy(typed) == kept


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ana\t", "Ana"),
        ("Ana \u00a0  Maria", "Ana \u00a0  Maria"),
        ("E\u0301va", "Éva"),
        (" ", ""),
    ],
)
def test_trimmed_leaves_what_stands_within(given: str, kept: str) -> None:
    assert names.trimmed(given) == kept


@given(st.text())
def test_what_is_trimmed_stays_so(name: str) -> None:
    trimmed = names.trimmed(name)
    assert names.trimmed(trimmed) == trimmed
    assert names.same_as(trimmed) == names.same_as(name)


@given(st.text())
def test_what_is_tidy_stays_so(name: str) -> None:
    tidy = names.tidy(name)
    assert names.tidy(tidy) == tidy
    assert tidy == tidy.strip()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", " ANA "),
        ("Éva", "E\u0301VA"),
        ("Weiß", "WEISS"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ],
)
def test_the_same_name(one: str, other: str) -> None:
    assert names.same_as(one) == names.same_as(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Anna"), ("Eva", "Éva"), ("Ana", "An a"), ("Ana", "\u0410n\u0430"), ("7", "\u0667")],
)
def test_names_that_differ(one: str, other: str) -> None:
    assert names.same_as(one) != names.same_as(other)


@given(st.text())
def test_a_name_is_the_same_however_it_is_composed_or_set_apart(name: str) -> None:
    decomposed = unicodedata.normalize("NFD", name)
    assert names.same_as(f" {decomposed}\t") == names.same_as(name)


@given(st.text(max_size=names.LENGTH))
def test_what_is_the_same_fits_where_it_is_kept(name: str) -> None:
    assert len(names.same_as(name)) <= 3 * names.LENGTH


@pytest.mark.parametrize(
    "name",
    ["A", "7", "-", "…", "Łukasz", "王秀英", "सीता", "👩\u200d👧", "\U0001fae9", "O'Neil", "a  b"],
)
def test_names(name: str) -> None:
    assert names.fault(name) == ""


@pytest.mark.parametrize("name", ["", " ", "\u3000", "\u200b", "\u200e\u200f", "\u2028", "\t\n"])
def test_blank_names(name: str) -> None:
    assert names.fault(name) == "A name needs at least one letter, digit or sign."


@pytest.mark.parametrize("name", ["A\x00", "A\tB", "A\x1b[31m", "A\x9b", "A\ud800", "\udfffA"])
def test_names_that_cannot_be_written_down(name: str) -> None:
    assert names.unwritable(name)
    assert names.fault(name) == "This name holds a character that cannot be written down."


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_made_writable_can_be_a_name_or_is_blank(text: str) -> None:
    writable = names.writable(text)
    assert len(writable) == len(text)
    assert not names.unwritable(writable)
    assert names.fault(writable) == "" or not any(letter.isprintable() for letter in text.strip())


def test_what_cannot_be_written_down_leaves_a_mark() -> None:
    assert names.writable("A\x00na\ud800") == "A\ufffdna\ufffd"


def test_a_team_without_a_name_is_called_by_its_players() -> None:
    assert names.team_of(["Ana"]) == "Ana"
    assert names.team_of(["Ana", "Celia"]) == "Ana & Celia"
    assert names.team_of(["Ana", "Celia", "Ece"]) == "Ana, Celia & Ece"


def test_words_one_after_another() -> None:
    assert names.listed([]) == ""
    assert names.listed(["Ana"]) == "Ana"
    assert names.listed(["Ana", "Celia", "Ece"]) == "Ana, Celia, Ece"
