"""The id of a form, and the numbers that it carries unseen."""

from uuid import UUID, uuid4

import pytest
from django.http import QueryDict

from games.forms.submission import new_submission, number_of, submission_of

OWN = UUID("0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9")


def _sent(**fields: str) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update(fields)
    return data


def test_every_form_has_an_id_of_its_own() -> None:
    assert len({new_submission() for _form in range(100)}) == 100


@pytest.mark.parametrize("text", [str(OWN), OWN.hex, OWN.hex.upper(), f"{{{OWN}}}", OWN.urn])
def test_an_id_in_any_of_its_spellings(text: str) -> None:
    assert submission_of(_sent(submission=text)) == OWN


@pytest.mark.parametrize(
    "text", ["", " ", "1", "\0", "\0" * 36, "g" * 32, OWN.hex[:-1], f"{OWN}0", "é" * 32, "0" * 9999]
)
def test_what_is_no_id(text: str) -> None:
    assert submission_of(_sent(submission=text)) is None


def test_no_id_at_all() -> None:
    assert submission_of(QueryDict("")) is None


def test_of_two_ids_the_last_is_meant() -> None:
    assert submission_of(QueryDict(f"submission={uuid4()}&submission={OWN}")) == OWN
    assert submission_of(QueryDict(f"submission={OWN}&submission=")) is None


def test_an_id_is_128_bits_and_no_more() -> None:
    assert submission_of(_sent(submission="f" * 32)) == UUID(int=2**128 - 1)


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 999_999_999)]
)
def test_numbers(text: str, number: int) -> None:
    assert number_of(_sent(revision=text), "revision") == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 7",
        "7 ",
        "-1",
        "+1",
        "1.0",
        "1e3",
        "1_000",
        "٣",
        "²",
        "\0",
        "1\0",
        "9" * 10,
        "9" * 5000,
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert number_of(_sent(revision=text), "revision") is None


def test_no_number_at_all() -> None:
    assert number_of(QueryDict("open=3"), "revision") is None
