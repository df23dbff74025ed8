"""Pennies from Heaven, by its rules: where it differs from Bain."""

import pytest

from games.variants.canasta import opening_at
from games.variants.variant import Seating
from tests.variants.build import ONE_OF_EACH, PENNIES, shown

TEAM_A = {
    "sevens_canastas": 1,
    "natural_canastas": 1,
    "mixed_canastas": 1,
    "meld_points": 320,
    "red_threes": 8,
    "hand_points": 95,
}


def test_the_worked_round_with_a_canasta_of_sevens() -> None:
    assert PENNIES.found(TEAM_A) == []
    assert PENNIES.scores(TEAM_A)[0] == 3_525
    assert shown(PENNIES.lines(TEAM_A)[0]) == [
        ("meld_points", None, None, 320),
        ("sevens_canastas", 1, 1500, 1500),
        ("natural_canastas", 1, 500, 500),
        ("mixed_canastas", 1, 300, 300),
        ("red_threes", 8, None, 1000),
        ("hand_points", None, None, -95),
    ]


def test_the_worked_round_without_a_canasta_of_sevens() -> None:
    without = {**TEAM_A, "sevens_canastas": 0, "meld_points": 285}
    assert PENNIES.scores(without)[0] == -10
    assert shown(PENNIES.lines(without)[0])[3] == ("red_threes", 8, None, -1000)
    rows = [tuple(PENNIES.scores(without))]
    assert PENNIES.variant.opening(rows, PENNIES.table)[0] == opening_at(-10)
    assert PENNIES.variant.opening(rows, PENNIES.table)[0].points == 15


def test_six_play_in_two_teams_of_three_seated_alternately() -> None:
    assert PENNIES.variant.seatings == (Seating(2, 3),)
    assert Seating(2, 3).alternate() == (0, 3, 1, 4, 2, 5)
    assert PENNIES.variant.clockwise


@pytest.mark.parametrize(
    ("field", "bonus"),
    [
        ("sevens_canastas", 1500),
        ("wild_canastas", 1000),
        ("natural_canastas", 500),
        ("mixed_canastas", 300),
    ],
)
def test_a_canasta_has_its_bonus_on_top_of_its_cards(field: str, bonus: int) -> None:
    assert PENNIES.scores({field: 1, "meld_points": 140}) == [bonus + 140 - 50, -50]


def test_going_out_is_100_unless_agreed_otherwise() -> None:
    stock = PENNIES.scores(ONE_OF_EACH)
    out = PENNIES.scores(ONE_OF_EACH, ended_by="going_out", went_out=0)
    assert out == [stock[0] + 100, stock[1]]
    agreed = PENNIES.at(2, 3, going_out_bonus=200)
    assert agreed.scores(ONE_OF_EACH, ended_by="going_out", went_out=0)[0] == stock[0] + 200


@pytest.mark.parametrize(
    ("laid", "worth"), [(0, 0), (1, 100), (2, 200), (6, 600), (7, 700), (8, 1000)]
)
def test_red_threes_are_100_each_but_a_thousand_for_all_eight(laid: int, worth: int) -> None:
    sevens = {"sevens_canastas": 1, "meld_points": 35, "red_threes": laid}
    assert PENNIES.scores(sevens)[0] == 1485 + worth
    assert PENNIES.scores({"red_threes": laid})[0] == -50 - worth


def test_seven_red_threes_laid_down_and_one_in_the_foot_are_700_less_100() -> None:
    one = {"red_threes": 7, "red_threes_in_foot": 1}
    assert PENNIES.scores({**one, "sevens_canastas": 1, "meld_points": 35})[0] == 1485 + 700 - 100
    assert PENNIES.scores(one)[0] == -50 - 700 - 100


def test_by_house_rule_red_threes_need_seven_canastas_of_any_types() -> None:
    table = PENNIES.at(2, 3, red_threes_need="seven_canastas")
    seven = {"mixed_canastas": 7, "meld_points": 350, "red_threes": 8}
    assert table.scores(seven)[0] == 350 + 2100 + 1000 - 50
    assert PENNIES.scores(seven)[0] == 350 + 2100 - 1000 - 50
    assert table.scores({**seven, "mixed_canastas": 6})[0] == 350 + 1800 - 1000 - 50


def test_there_is_no_garbage_pile() -> None:
    assert PENNIES.found({"garbage_points": 0}) == [("error", "unknown_field", "garbage_points", 0)]
    assert PENNIES.found({"garbage_cards": {}}) == [("error", "unknown_field", "garbage_cards", 0)]


def test_red_threes_play_no_part_in_going_out() -> None:
    one = {**ONE_OF_EACH, "red_threes": 2, "red_threes_in_foot": 1}
    other = {"red_threes_in_foot": 1}
    assert PENNIES.found(one, other, ended_by="going_out", went_out=0) == []
    checklist = PENNIES.variant.going_out(PENNIES.table)
    assert [item.fields for item in checklist] == [
        ("sevens_canastas",),
        ("wild_canastas",),
        ("natural_canastas",),
        ("mixed_canastas",),
        (),
    ]


def test_only_sevens_in_a_hand_although_both_teams_may_discard_them_is_a_warning() -> None:
    sevens = {"sevens_canastas": 1, "meld_points": 35}
    assert PENNIES.found(sevens, sevens, ended_by="only_sevens") == [
        ("warning", "sevens_may_be_discarded", "ended_by", None)
    ]
    assert PENNIES.found(sevens, sevens) == []
    assert PENNIES.found(sevens, {}, ended_by="only_sevens") == []
    assert PENNIES.found({}, sevens, ended_by="only_sevens") == []
    assert PENNIES.found(ended_by="only_sevens") == []
    both = {"sevens_canastas": 2, "meld_points": 70}
    assert PENNIES.found(both, {}, ended_by="only_sevens") == []
