"""The picture of a champion has room for whatever the names are."""

import pytest

from games.championimage import BOTTOM, LARGEST, LETTER, TOP, WIDE, fitting, lines_of

LONG = "Maximiliane-Wilhelmina von und zu Hohenzollern-Sigmaringen the Elder"


@pytest.mark.parametrize(
    "names", ["Ana", "", LONG, f"{LONG} and {LONG}", " and ".join([LONG] * 6), "W" * 80]
)
def test_names_stay_in_their_place(names: str) -> None:
    lines = lines_of(names)
    assert all(TOP <= line.y <= BOTTOM for line in lines)
    assert all(len(line.words) * LETTER * line.size <= WIDE for line in lines)


def test_a_short_name_is_large() -> None:
    assert [line.size for line in lines_of("Ana")] == [LARGEST]


def test_words_on_one_line_get_smaller_until_they_fit() -> None:
    assert fitting("Winter", 56) == 56
    assert fitting("W" * 80, 56) * 80 * LETTER <= WIDE
