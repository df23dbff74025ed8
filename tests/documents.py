"""Game files to test with: whole ones, and small ones made for one question."""

import copy
import json
from pathlib import Path
from typing import Any

type Document = dict[str, Any]
CASES = sorted((Path(__file__).parent / "data" / "cases").glob("*.json"))
NORTH, EAST = "North-South", "East-West"
PAIRS = [{"name": NORTH, "players": ["Ana", "Celia"]}, {"name": EAST, "players": ["Ben", "Dev"]}]
THREES = [
    {"name": "Red", "players": ["Ana", "Celia", "Ece"]},
    {"name": "Blue", "players": ["Ben", "Dev", "Finn"]},
]
TWO = [{"name": "Ana", "players": ["Ana"]}, {"name": "Ben", "players": ["Ben"]}]
TEAMS = {"bain": PAIRS, "pennies": THREES, "bga": PAIRS, "banakil": TWO, "marriage": TWO}
ENDING = {"marriage": {"went_out": "Ana"}}


def file(variant: str = "bain", /, **changes: Any) -> Document:
    """Return a game without rounds, with these changes."""
    return {
        "format": "scorekeeper-game",
        "version": 1,
        "variant": variant,
        "teams": copy.deepcopy(TEAMS[variant]),
        **changes,
    }


def played(
    variant: str = "bain", entries: object = None, of_file: Document | None = None, **of_round: Any
) -> Document:
    """Return a game with one round that ended with the stock, with these changes."""
    ending = ENDING.get(variant, {"ended_by": "stock_out"})
    return file(
        variant, rounds=[{**ending, **of_round, "entries": entries or {}}], **(of_file or {})
    )


def raw(document: object) -> bytes:
    return json.dumps(document).encode()


EXAMPLE: Document = file(
    name="Friday cards",
    options={"target": 20000},
    first_dealer="Ana",
    rounds=[
        {
            "ended_by": "going_out",
            "went_out": NORTH,
            "entries": {
                NORTH: {
                    "sevens_canastas": 1,
                    "wild_canastas": 1,
                    "natural_canastas": 1,
                    "mixed_canastas": 1,
                    "meld_points": 490,
                    "garbage_points": 30,
                    "red_threes": 5,
                    "hand_points": 25,
                },
                EAST: {
                    "mixed_canastas": 2,
                    "meld_points": 185,
                    "red_threes": 3,
                    "hand_points": 310,
                },
            },
        }
    ],
)
"""The game that explains the format."""
