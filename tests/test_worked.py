"""The rounds worked out in the rules come to what was worked out by hand."""

from dataclasses import replace
from typing import Any

import pytest

from games import worked
from games.variants import VARIANTS
from games.wording import MINUS, TIMES
from games.worked import Told

HOWS = ("winner_and_opponents", "sum_of_partners")


def shown(key: str, **house: Any) -> dict[str, Any]:
    variant = VARIANTS[key]
    options, _found = variant.read_options({}, variant.seatings[-1])
    return worked.rounds(variant, replace(options, **house))


@pytest.mark.parametrize(
    ("key", "totals"),
    [
        ("bain", (4_495, 175)),
        ("pennies", (3_525, -10)),
        ("bga", (1_695, 390)),
        ("marriage", (53, 7)),
    ],
)
def test_rounds_line_by_line(key: str, totals: tuple[int, ...]) -> None:
    sheet = shown(key)["round"]
    assert sheet.totals == totals
    for place, total in enumerate(totals):
        cells = [row.cells[place] for row in sheet.rows]
        assert sum(cell.points for cell in cells if cell) == total


def test_a_line_says_how_it_comes_about() -> None:
    rows = {row.label: row.cells for row in shown("bain")["round"].rows}
    north_south, east_west = rows["Mixed"]
    assert north_south is not None
    assert east_west is not None
    assert (north_south.working, north_south.points) == (f"1 {TIMES} 300 =", 300)
    assert (east_west.working, east_west.points) == (f"2 {TIMES} 300 =", 600)
    assert rows["Garbage pile"][1] is None


def test_a_table_sees_its_own_house_rules_worked_out() -> None:
    assert shown("bain", going_out_bonus=500)["round"].totals == (4_795, 175)
    assert shown("bga", clean_bonus=0)["round"].totals == (695, 390)
    assert shown("marriage", settlement="maal")["round"].totals == (53, 7)


def scores(told: Told) -> dict[str, int]:
    return {one.name: one.score for one in told.sums}


def test_the_rounds_of_banakil() -> None:
    assert [scores(one) for one in shown("banakil")["rounds"]] == [
        {"Ana": 45, "Ben": -5},
        {"Ana": -20, "Ben": 40},
        {"Ana": 40, "Ben": 3},
        {"West & East": 47, "North & South": -12},
        {"South & North": 45, "East & West": 9},
        {"South & North": 25, "East & West": -11},
        {"East & West": 40, "North & South": -20},
    ]


def test_a_round_of_banakil_in_words_and_figures() -> None:
    fourth = shown("banakil", pairs_scoring="sum_of_partners")["rounds"][3]
    assert fourth.told == (
        "West went out, melds 26.5. East melds 14, hand 6.5. "
        "North melds 17, hand 2. South melded nothing."
    )
    assert fourth.sums[1].working == "17 - 2 - 20 - 7.5 + 0.5 = ".replace("-", MINUS)


def test_rounds_of_pairs_scored_otherwise_than_at_the_table_say_so() -> None:
    names = {
        how: [one.name for one in shown("banakil", pairs_scoring=how)["rounds"]] for how in HOWS
    }
    assert names["winner_and_opponents"].count("Two pairs.") == 3
    assert names["sum_of_partners"].count("Two pairs, as usual.") == 3
    assert "Two pairs." not in names["sum_of_partners"]


def test_rounding() -> None:
    rounded = shown("banakil")["rounded"]
    assert list(rounded) == [("7.5", "8"), (f"{MINUS}0.5", "0"), (f"{MINUS}7.5", f"{MINUS}7")]


def test_the_settlement_of_marriage() -> None:
    usual, murder, dublee = shown("marriage")["rounds"]
    assert scores(usual) == {"Asha": -13, "Bikash": -32, "Chandra": 38, "Deepa": 7}
    assert scores(murder) == {"Asha": -11, "Bikash": -38, "Chandra": 40, "Deepa": 9}
    assert scores(dublee) == {"Asha": -18, "Bikash": -37, "Chandra": 53, "Deepa": 2}


def test_a_game_for_which_no_round_is_made_shows_none() -> None:
    assert set(worked.ROUNDS) == set(VARIANTS)
    sixth = replace(VARIANTS["bain"], key="canasta")
    assert worked.rounds(sixth, shown_options()) == {}


def test_what_cannot_be_read_is_no_round() -> None:
    with pytest.raises(ValueError, match="not_a_number"):
        worked._sheet("bain", shown_options(), ("Ana", "Ben"), ({"meld_points": "many"}, {}))


def shown_options() -> Any:
    variant = VARIANTS["bain"]
    return variant.read_options({}, variant.seatings[0])[0]
