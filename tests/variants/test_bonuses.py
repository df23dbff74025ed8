"""What the pocket card says is given besides what is counted: the same as what is scored."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.variants.build import BAIN, BANAKIL, BGA, MARRIAGE, ONE_OF_EACH, PENNIES, Play, shown

OUT = {"ended_by": "going_out", "went_out": 0}
SEVENS = {"sevens_canastas": 1, "meld_points": 35}
SEVEN = {"natural_canastas": 7, "meld_points": 245}
NOTHING = "Nothing melded, in place of the hand"
NEEDS_SEVEN = {"red_threes_need": "seven_canastas"}

BONUSES: tuple[tuple[Play, str, str, Mapping[str, Any], Mapping[str, Any]], ...] = (
    (BAIN, "Going out", "going_out", ONE_OF_EACH, OUT),
    (BAIN.at(2, 2, going_out_bonus=77), "Going out", "going_out", ONE_OF_EACH, OUT),
    (BAIN, "Red three, with a canasta of sevens", "red_threes", SEVENS | {"red_threes": 1}, {}),
    (BAIN, "Red three, without it", "red_threes", {"red_threes": 1}, {}),
    (
        BAIN.at(2, 2, **NEEDS_SEVEN),
        "Red three, with seven canastas",
        "red_threes",
        SEVEN | {"red_threes": 1},
        {},
    ),
    (
        BAIN.at(2, 2, **NEEDS_SEVEN),
        "Red three, without them",
        "red_threes",
        SEVENS | {"red_threes": 1},
        {},
    ),
    (PENNIES, "Going out", "going_out", ONE_OF_EACH, OUT),
    (PENNIES, "Red three, with a canasta of sevens", "red_threes", SEVENS | {"red_threes": 1}, {}),
    (PENNIES, "Red three, without it", "red_threes", {"red_threes": 1}, {}),
    (PENNIES, "All eight red threes, in all", "red_threes", SEVENS | {"red_threes": 8}, {}),
    (PENNIES, "All eight against a team, in all", "red_threes", {"red_threes": 8}, {}),
    (BGA, "Going out", "going_out", {}, OUT),
    (BGA.at(3, 1, going_out_bonus=5), "Going out", "going_out", {}, OUT),
    (BANAKIL, "Going out", "going_out", {"meld_points": 9}, OUT),
    (
        BANAKIL,
        "The whole hand at once, in place of all else",
        "all_at_once",
        {"meld_points": 9},
        OUT | {"all_at_once": True},
    ),
    (
        MARRIAGE.at(2, 1, finish_bonus=12),
        "Ending the round, for each other player",
        "finish",
        {},
        {"went_out": 0},
    ),
)


@pytest.mark.parametrize(("play", "label", "code", "column", "of_round"), BONUSES)
def test_a_bonus_is_what_is_scored(
    play: Play, label: str, code: str, column: Mapping[str, Any], of_round: Mapping[str, Any]
) -> None:
    (bonus,) = (one for one in play.variant.bonuses(play.table.options) if one.label == label)
    lines = shown(play.lines(column, **of_round)[0])
    assert [points for line, _count, _value, points in lines if line == code] == [bonus.points]


def test_nothing_melded_is_what_is_scored() -> None:
    (bonus,) = (one for one in BANAKIL.variant.bonuses(None) if one.label == NOTHING)
    lines = shown(BANAKIL.lines({"meld_points": 9}, {"hand_points": 5}, **OUT)[1])
    assert lines == [("no_meld", None, None, bonus.points)]


def test_what_is_paid_with_maal_is_what_is_settled() -> None:
    play = MARRIAGE.at(3, 1, settlement="maal", seen_payment=4, unseen_payment=11, dublee_bonus=6)
    bonuses = play.variant.bonuses(play.table.options)
    assert [one.label for one in bonuses] == [
        "Paid by who has opened, besides maal",
        "Paid by who has not opened, besides maal",
        "Closed with eight pairs, on each payment",
    ]
    opened, unopened, pairs = (one.points for one in bonuses)
    columns: tuple[Mapping[str, Any], ...] = ({}, {"seen": True}, {"seen": False})
    for dublee in (False, True):
        paid = [lines[0][3] for lines in map(shown, play.lines(*columns, dublee=dublee)[1:])]
        more = pairs if dublee else 0
        assert paid == [-(opened + more), -(unopened + more)]


def test_every_bonus_of_a_game_is_looked_at() -> None:
    told = {(play.key, label) for play, label, *_rest in BONUSES}
    for play in (BAIN, PENNIES, BGA, MARRIAGE):
        labels = {(play.key, one.label) for one in play.variant.bonuses(play.table.options)}
        assert labels <= told
