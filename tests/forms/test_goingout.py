"""The checklist of going out, ticked from what was typed."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.forms.goingout import CheckCell, GoingOut, going_out_of
from games.variants import VARIANTS
from tests.variants.build import ONE_OF_EACH, table_of

THERE, MISSING = CheckCell(is_met=True, found=""), CheckCell(is_met=False, found="")


def _of(
    key: str, *columns: Mapping[str, object], at: tuple[int, int] = (2, 2), **options: Any
) -> GoingOut:
    variant, table = VARIANTS[key], table_of(key, *at, **options)
    return going_out_of(variant, variant.read({"entries": list(columns)}, table).entry, table)


def test_each_team_has_a_tick_for_what_it_has() -> None:
    checklist = _of("bain", {"wild_canastas": 2, "red_threes": 5}, {"red_threes": 1})
    assert [(row.label, row.cells) for row in checklist.ticked] == [
        ("A canasta of sevens", [MISSING, MISSING]),
        ("A wild canasta", [THERE, MISSING]),
        ("A natural canasta", [MISSING, MISSING]),
        ("A mixed canasta", [MISSING, MISSING]),
        (
            "All eight red threes on the table, both teams together",
            [CheckCell(is_met=False, found="6 of 8")] * 2,
        ),
    ]
    assert [row.label for row in checklist.to_read] == [
        "The last card is discarded, and it is not a seven"
    ]
    assert all(row.anchor == "going-out" for row in checklist.rows)
    assert checklist.said == "Something is missing yet"


def test_who_has_all_of_it_is_said() -> None:
    ready = {**ONE_OF_EACH, "red_threes": 4}
    assert _of("bain", ready, {"red_threes": 4}).said == "Ana-Ben has all of it"
    assert _of("bain", ready, ready).said == "Ana-Ben and Celia-Dev have all of it"


def test_more_red_threes_than_there_are_let_nobody_go_out() -> None:
    ready = {**ONE_OF_EACH, "red_threes": 8}
    checklist = _of("bain", ready, {"red_threes": 3})
    assert checklist.ticked[-1].cells == [CheckCell(is_met=False, found="11 of 8")] * 2
    assert checklist.said == "Something is missing yet"


def test_the_contract_of_the_table_is_counted() -> None:
    books = {"clean_books": 4, "dirty_books": 1}
    checklist = _of("bga", books, {}, {}, at=(3, 1), contract_clean=3, contract_wild=0)
    assert [(row.label, [cell.found for cell in row.cells]) for row in checklist.ticked] == [
        ("Clean books", ["4 of 3", "0 of 3", "0 of 3"]),
        ("Dirty books", ["1 of 2", "0 of 2", "0 of 2"]),
    ]
    assert [cell.is_met for cell in checklist.ticked[0].cells] == [True, False, False]


@pytest.mark.parametrize(("key", "at"), [("banakil", (3, 1)), ("marriage", (4, 1))])
def test_of_some_games_nothing_that_is_typed_shows_it(key: str, at: tuple[int, int]) -> None:
    checklist = _of(key, at=at)
    assert not checklist.ticked
    assert checklist.to_read
