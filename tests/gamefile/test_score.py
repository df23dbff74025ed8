"""What a game file comes to, as its contract has it."""

import json
from pathlib import Path

import pytest

from games import gamefile
from games.variants import VARIANTS
from tests.documents import CASES, EAST, EXAMPLE, NORTH, PAIRS, TEAMS, file, played
from tests.gamefile.reading import ended, scored

# ---- whole games


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_whole_games(path: Path) -> None:
    document = gamefile.load(path.read_bytes())
    game, remarks = gamefile.read(document)
    assert game is not None, remarks
    result = json.loads(json.dumps(gamefile.scored(game, remarks)))
    assert document["expected"] == {
        "rounds": [one["scores"] for one in result["rounds"]],
        "totals": result["totals"],
        "opening": {team: opening["points"] for team, opening in result["opening"].items()},
        "changes_at": {team: opening["changes_at"] for team, opening in result["opening"].items()},
        "places": result["places"],
        "over": result["over"],
        "dealers": [one["dealer"] for one in result["rounds"]],
    }


def test_the_cases_cover_every_game() -> None:
    played = [json.loads(path.read_bytes())["variant"] for path in CASES]
    assert set(played) == set(VARIANTS)
    assert len(played) >= 40


def line(
    code: str, points: int | str, count: int | None = None, value: int | None = None
) -> object:
    return {"code": code, "count": count, "value": value, "points": points}


def test_the_result_has_exactly_this_shape() -> None:
    assert scored(EXAMPLE) == {
        "variant": "bain",
        "rounds": [
            {
                "number": 1,
                "dealer": "Ana",
                "scores": {NORTH: 4495, EAST: 175},
                "lines": {
                    NORTH: [
                        line("meld_points", 490),
                        line("garbage_points", 30),
                        line("sevens_canastas", 1500, 1, 1500),
                        line("wild_canastas", 1000, 1, 1000),
                        line("natural_canastas", 500, 1, 500),
                        line("mixed_canastas", 300, 1, 300),
                        line("going_out", 200),
                        line("red_threes", 500, 5, 100),
                        line("hand_points", -25),
                    ],
                    EAST: [
                        line("meld_points", 185),
                        line("mixed_canastas", 600, 2, 300),
                        line("red_threes", -300, 3, -100),
                        line("hand_points", -310),
                    ],
                },
                "findings": [],
            }
        ],
        "totals": {NORTH: 4495, EAST: 175},
        "opening": {
            NORTH: {"points": 50, "changes_at": 5000},
            EAST: {"points": 50, "changes_at": 5000},
        },
        "over": False,
        "places": {NORTH: 1, EAST: 2},
    }


def test_half_points_in_lines_are_text_and_rounding_is_a_line() -> None:
    entries = {"Ana": {"meld_points": "24,5"}, "Ben": {"meld_points": 6, "hand_points": "11.5"}}
    lines = scored(played("banakil", entries, ended_by="going_out", went_out="Ana"))["rounds"][0][
        "lines"
    ]
    assert [(one["code"], one["points"]) for one in lines["Ana"]] == [
        ("meld_points", "24.5"),
        ("going_out", 20),
        ("rounding", "0.5"),
    ]
    assert [(one["code"], one["points"]) for one in lines["Ben"]] == [
        ("meld_points", 6),
        ("hand_points", "-11.5"),
        ("rounding", "0.5"),
    ]


def test_in_pairs_the_lines_of_a_team_are_all_that_made_its_score() -> None:
    entries = {
        "Ana": {"meld_points": 26.5},
        "Celia": {"meld_points": 14, "hand_points": 6.5},
        "Ben": {"meld_points": 17, "hand_points": 2},
        "Dev": {"hand_points": 3},
    }
    of_file = {"teams": PAIRS}
    result = scored(played("banakil", entries, of_file, ended_by="going_out", went_out="Ana"))
    lines = result["rounds"][0]["lines"]
    assert result["totals"] == {NORTH: 47, EAST: -12}
    # The partner of who went out scores nothing: the line stands with the opponents.
    assert [one["points"] for one in lines[NORTH]] == ["26.5", 20, "0.5"]
    assert [(one["code"], one["points"]) for one in lines[EAST]] == [
        ("meld_points", 17),
        ("hand_points", -2),
        ("no_meld", -20),
        ("partner_of_winner", "-7.5"),
        ("rounding", "0.5"),
    ]


# ---- what follows


def test_equal_totals_share_a_place_and_the_next_is_skipped() -> None:
    teams = [{"name": name, "players": [name]} for name in ("Ana", "Ben", "Celia", "Dev")]
    starting_totals = {"Ana": 5, "Ben": 7, "Celia": 5, "Dev": -1}
    result = scored(file("marriage", teams=teams, starting_totals=starting_totals))
    assert result["places"] == {"Ana": 2, "Ben": 1, "Celia": 2, "Dev": 4}


@pytest.mark.parametrize(
    ("total", "points", "changes_at"),
    [
        (-1_000_000, 15, 0),
        (-5, 15, 0),
        (0, 50, 5_000),
        (4_995, 50, 5_000),
        (5_000, 90, 10_000),
        (9_995, 90, 10_000),
        (10_000, 120, 15_000),
        (14_995, 120, 15_000),
        (15_000, 150, None),
        (1_000_000, 150, None),
    ],
)
@pytest.mark.parametrize("variant", ["bain", "pennies", "bga"])
def test_the_opening_by_total(
    variant: str, total: int, points: int, changes_at: int | None
) -> None:
    team = str(TEAMS[variant][0]["name"])
    options = {"opening_by": "score"} if variant == "bga" else {}
    result = scored(file(variant, options=options, starting_totals={team: total}))
    assert result["opening"][team] == {"points": points, "changes_at": changes_at}


@pytest.mark.parametrize(("rounds", "points"), [*enumerate([50, 90, 120, 150, 150, 150])])
def test_the_opening_by_round(rounds: int, points: int) -> None:
    document = file("bga", rounds=ended(*[{}] * rounds), starting_totals={NORTH: 9_000})
    opening = {"points": points, "changes_at": None}
    assert scored(document)["opening"] == {NORTH: opening, EAST: opening}


@pytest.mark.parametrize("variant", ["banakil", "marriage"])
def test_no_opening(variant: str) -> None:
    nothing = {"points": None, "changes_at": None}
    assert scored(file(variant))["opening"] == {"Ana": nothing, "Ben": nothing}
