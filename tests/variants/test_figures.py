"""The numbers that the rules page speaks of, and what the pocket card adds, against the rules."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from games.variants import VARIANTS
from tests.variants.build import table_of

HAND_AND_FOOT = {
    "black_three": 5,
    "opening_below": 15,
    "opening_1": 50,
    "opening_2": 90,
    "opening_3": 120,
    "opening_4": 150,
    "total_2": 5_000,
    "total_3": 10_000,
    "total_4": 15_000,
    "nines_and_two": 50,
    "sixes": 35,
    "size": 7,
    "step": 5,
}
BAIN_AND_PENNIES = {
    **HAND_AND_FOOT,
    "packs": 4,
    "deck_cards": 216,
    "deck_points": 2_360,
    "sevens": 1_500,
    "wild": 1_000,
    "natural": 500,
    "mixed": 300,
    "red_three": 100,
    "red_threes_in_deck": 8,
}
FIGURES: dict[str, Mapping[str, Any]] = {
    "bain": {**BAIN_AND_PENNIES, "hand": 15, "foot": 13, "wilds_of_4": 1, "wilds_of_6": 2},
    "pennies": {**BAIN_AND_PENNIES, "hand": 13, "foot": 11, "all_eight": 1_000, "most_wilds": 3},
    "bga": {
        **HAND_AND_FOOT,
        "hand_small": 11,
        "hand_large": 13,
        "round_1": 50,
        "round_2": 90,
        "round_3": 120,
        "round_4": 150,
    },
    "banakil": {
        "packs": 2,
        "jokers_in_deck": 2,
        "deck_cards": 106,
        "deck_points": 108,
        "hand": 18,
        "out": 20,
        "at_once": 40,
        "no_meld": -20,
        "cheapest": Decimal("1.5"),
        "target_2_1": 150,
        "target_3_1": 203,
        "target_4_1": 203,
        "target_2_2": 303,
    },
    "marriage": {
        "packs": 3,
        "deck_cards": 156,
        "hand": 21,
        "main_wilds_1": 3,
        "main_wilds_2": 7,
        "upper_wilds_3": 10,
        "lower_wilds_3": 10,
        "tunnelas_3": 25,
        "wild_tunnelas_2": 35,
        "marriages_in_hand_2": 30,
        "marriages_on_table_2": 35,
        "finish_of_two": 10,
    },
}


@pytest.mark.parametrize("key", VARIANTS)
def test_figures(key: str) -> None:
    variant = VARIANTS[key]
    figures = variant.figures(table_of(key, *_usual(key)).options)
    assert FIGURES[key].items() <= figures.items()


@pytest.mark.parametrize(
    ("key", "teams", "each", "options", "words"),
    [
        ("bain", 2, 2, {}, ()),
        ("bga", 2, 2, {}, ("Wild cards in a book, at most",)),
        ("banakil", 3, 1, {}, ("Half a point is rounded up", "Nobody scores when the stock")),
        ("banakil", 2, 2, {}, ("winners have", "only if nobody else", "Half a point", "Nobody")),
        (
            "banakil",
            2,
            2,
            {"pairs_scoring": "sum_of_partners"},
            ("both partners are added", "only if nobody else", "Half a point", "Nobody"),
        ),
        ("marriage", 4, 1, {}, ()),
        ("marriage", 4, 1, {"settlement": "maal"}, ("Each pays who ended",)),
        (
            "marriage",
            4,
            1,
            {"settlement": "maal", "unopened_maal": "murder"},
            ("Each pays who ended", "is lost"),
        ),
    ],
)
def test_notes(
    key: str, teams: int, each: int, options: Mapping[str, Any], words: tuple[str, ...]
) -> None:
    notes = VARIANTS[key].notes(table_of(key, teams, each, **options))
    for note, part in zip(notes, words, strict=True):
        assert part in note.label


def _usual(key: str) -> tuple[int, int]:
    seating = VARIANTS[key].seatings[0]
    return seating.teams, seating.each
