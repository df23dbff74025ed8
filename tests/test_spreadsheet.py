"""A game as a table: what stands in which cell, and that nothing is taken for a formula."""

import csv
import io
from uuid import uuid4

import pytest

from games import importing, spreadsheet
from games.models import Club, Game
from tests.documents import EAST, NORTH, PAIRS, Document, file, raw
from tests.gamefile.reading import ended

pytestmark = pytest.mark.django_db


def game_of(document: Document) -> Game:
    arrival = importing.arrived("game.json", raw(document))
    (one,) = importing.import_all(
        Club.objects.create(), [arrival], by=None, submission=uuid4(), replace=()
    )
    return Game.objects.whole().get(pk=one.game)


def table_of(document: Document) -> list[list[str]]:
    text = spreadsheet.written(game_of(document)).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_a_row_for_each_round() -> None:
    rounds = ended(
        {"entries": {NORTH: {"meld_points": 100}, EAST: {"hand_points": 50}}},
        {"dealer": "Dev", "players": {"Ana": "Emil", "Dev": "Zoe"}},
        {"entries": {EAST: {"hand_points": 1500}}},
    )
    assert table_of(file(first_dealer="Ana", rounds=rounds)) == [
        ["Round", "Dealer", "Sat in", NORTH, f"{NORTH}, total", EAST, f"{EAST}, total"],
        ["1", "Ana", "", "100", "100", "-50", "-50"],
        ["2", "Dev", "Emil for Ana, Zoe for Dev", "0", "100", "0", "-50"],
        ["3", "Ana", "", "0", "100", "-1500", "-1550"],
    ]


def test_totals_carried_on_are_the_first_row() -> None:
    document = file(rounds=ended({}), starting_totals={NORTH: 12_345, EAST: -5})
    assert table_of(document)[1:] == [
        ["Start", "", "", "", "12345", "", "-5"],
        ["1", "", "", "0", "12345", "0", "-5"],
    ]


def test_a_game_that_has_not_begun_is_its_header() -> None:
    assert len(table_of(file())) == 1


FORMULAS = [
    *("=1+1", "+1", "-1", "@SUM(A1)", "\u00a0=1", "=cmd|' /C calc'!A0"),
    *("\N{FULLWIDTH EQUALS SIGN}1", "\N{FULLWIDTH PLUS SIGN}1", "\N{MINUS SIGN}1"),
    *("\N{FULLWIDTH HYPHEN-MINUS}1", "\N{FULLWIDTH COMMERCIAL AT}A"),
]


@pytest.mark.parametrize("name", FORMULAS)
def test_no_name_is_a_formula(name: str) -> None:
    teams = [{"name": name, "players": ["Ana", "+Celia"]}, PAIRS[1]]
    rounds = ended({"players": {"+Celia": f"{name}!"}})
    header, row = table_of(file(teams=teams, first_dealer="+Celia", rounds=rounds))
    shown = name.strip()
    assert header[3:5] == [f"'{shown}", f"'{shown}, total"]
    assert row[1:3] == ["'+Celia", f"'{shown}! for +Celia"]


def test_what_separates_cells_does_not_in_a_name() -> None:
    name = 'Ana, "the" ; Great'
    teams = [{"name": name, "players": ["Ana", "Celia"]}, PAIRS[1]]
    assert table_of(file(teams=teams))[0][3] == name
