"""Score sheets for people go out as a table, and their totals come in again."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games import importing
from games.formats import Kind, sheets
from games.importing import Fate
from games.models import Club, Game
from games.variants import VARIANTS
from games.variants.entry import LIMIT
from tests.documents import EAST, EXAMPLE, NORTH, PAIRS, file
from tests.formats.build import (
    brought_in,
    fits,
    game_of,
    looked_at,
    results,
    table,
    why_not,
)
from tests.gamefile.reading import ended
from tests.gamefile.strategies import game_files

pytestmark = pytest.mark.django_db

WHEN = {"started": "2026-01-30T20:15:00+01:00", "finished": "2026-01-30T23:15:00+01:00"}
TOLD = {**EXAMPLE, **WHEN, "id": "friday-1"}

SHEET = """Game,bain,Bain Hand and Foot
Name,Friday
Id,mine-1
Started,2026-01-30 20:15:00,Europe/Berlin
Finished,2026-01-30 23:15:00,Europe/Berlin
Round,Dealer,North-South,East-West
Player,,Ana,Ben
Player,,Celia,Dev
Start,,500,0
1,Ana,4495,-310
2,Ben,100,50
Total,,5095,-260
"""


def changed(*changes: tuple[str, str]) -> str:
    text = SHEET
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


# ---- out


def test_rounds_down_and_teams_across() -> None:
    document = file(
        **WHEN,
        id="friday-1",
        name="=Friday",
        first_dealer="Ana",
        starting_totals={NORTH: 500},
        rounds=ended({"entries": {NORTH: {"meld_points": 100}, EAST: {"hand_points": 50}}}, {}),
    )
    assert table(sheets.written([game_of(document)])) == [
        ["Game", "bain", "Bain Hand and Foot"],
        ["Name", "'=Friday"],
        ["Id", "friday-1"],
        ["Started", "2026-01-30 20:15:00", "Europe/Berlin"],
        ["Finished", "2026-01-30 23:15:00", "Europe/Berlin"],
        ["Round", "Dealer", NORTH, EAST],
        ["Player", "", "Ana", "Ben"],
        ["Player", "", "Celia", "Dev"],
        ["Start", "", "500", "0"],
        ["1", "Ana", "100", "-50"],
        ["2", "Ben", "0", "0"],
        ["Total", "", "600", "-50"],
    ]


def test_who_sat_in_has_dealt() -> None:
    document = file(**WHEN, first_dealer="Ana", rounds=ended({"players": {"Ana": "Zoe"}}, {}))
    told = table(sheets.written([game_of(document)]))
    assert [row[1] for row in told if row[0] in ("1", "2")] == ["Zoe", "Ben"]


def test_a_blank_line_parts_two_games() -> None:
    club = Club.objects.create()
    games = [game_of({**TOLD, "id": str(number)}, club) for number in range(2)]
    told = table(sheets.written(games))
    assert told.count([]) == 1
    assert [row[0] for row in told if row].count("Game") == 2


# ---- in again


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@given(data=st.data())
@settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    suppress_health_check=[*HealthCheck],
    phases=[Phase.generate],
)
def test_totals_survive_the_way_out_and_in(variant: Any, data: st.DataObject) -> None:
    files = data.draw(st.lists(game_files(variant, 2).filter(fits), min_size=1, max_size=2))
    club = Club.objects.create(time_zone="Asia/Kathmandu")
    arrivals = [importing.Arrival("x", one) for one in files]
    games = [
        game_of(one.arrival.file, club)
        for one in importing.prospects(club, arrivals)
        if one.can_be_imported and one.arrival.file
    ]
    # What nobody plays for is no starting total of a game.
    games = [one for one in games if max(map(abs, one.table.totals(one.rows))) <= LIMIT]
    content = b"".join(sheets.written(games))
    parcel = looked_at(content)
    assert parcel.kind is Kind.SHEETS or not games
    finished = [game for game in games if game.finished_at]
    assert results(parcel) == [
        dict(
            zip([team.name for team in game.table.teams], game.table.totals(game.rows), strict=True)
        )
        for game in finished
    ], why_not(parcel)
    found = importing.prospects(club, [one for one in parcel.arrivals if one.file])
    assert {one.fate for one in found} <= {Fate.KNOWN, Fate.TWICE}
    there = Club.objects.create(time_zone="UTC")
    brought_in(there, looked_at(content))
    assert [
        one.fate for one in importing.prospects(there, [one for one in parcel.arrivals if one.file])
    ] == [Fate.KNOWN for _one in finished]


def test_a_sheet_comes_in_as_an_evening_with_totals() -> None:
    club = Club.objects.create()
    parcel = looked_at(SHEET)
    assert why_not(parcel) == [""]
    assert results(parcel) == [{NORTH: 5095, EAST: -260}]
    brought_in(club, parcel)
    game = Game.objects.get()
    assert (game.name, game.file_id, game.rounds.count()) == ("Friday", "mine-1", 0)
    assert game.started_at.isoformat() == "2026-01-30T19:15:00+00:00"
    assert game.finished_at is not None
    assert game.table.players == ("Ana", "Celia", "Ben", "Dev")
    before = list(Game.objects.values())
    brought_in(club, parcel)
    assert list(Game.objects.values()) == before


def test_days_alone_are_their_noon() -> None:
    text = changed(("2026-01-30 20:15:00", "2026-01-30"), ("2026-01-30 23:15:00", "2026-01-30"))
    (arrival,) = looked_at(text).arrivals
    assert arrival.file is not None
    assert arrival.file.started is not None
    assert arrival.file.started.isoformat() == "2026-01-30T12:00:00+01:00"
    (late,) = looked_at(changed(("2026-01-30 23:15:00", "2026-01-30"))).arrivals
    assert late.file is not None
    assert late.file.finished == late.file.started


def test_a_game_that_is_here_with_its_rounds_keeps_them() -> None:
    game = game_of(TOLD)
    content = b"".join(sheets.written([game])).replace(b"4495", b"4500")
    (found,) = importing.prospects(game.club, looked_at(content).arrivals)
    assert (found.fate, found.game) == (Fate.KNOWN, game)


def test_an_evening_that_is_here_with_other_totals_differs() -> None:
    club = Club.objects.create()
    brought_in(club, looked_at(SHEET))
    other = changed(("4495", "4500"), ("5095", "5100"))
    (found,) = importing.prospects(club, looked_at(other).arrivals)
    assert found.fate is Fate.DIFFERS


@pytest.mark.parametrize(
    "text",
    [
        SHEET.replace(",", ";"),
        SHEET.replace(",", "\t"),
        SHEET.replace("\n", "\r\n"),
        "\n\n" + SHEET + "\n,,\n",
        changed(("4495", '"4,495"'), ("5095", "5.095")).replace(',"4,495"', ',"4,495"'),
        changed(("2026-01-30 20:15:00", "30.01.2026 20:15"), ("2026-01-30 23", "30.1.26 23")),
        changed(("Total,,5095,-260\n", "")),
        changed(("Start,,500,0\n1,Ana,4495,-310\n2,Ben,100,50\n", "")),
        changed(("bain,Bain", "Bain,Bain")),
        changed(("Europe/Berlin", "")),
        changed(("Game,", "game,"), ("Total,", "TOTAL,")),
    ],
    ids=range(11),
)
def test_what_a_spreadsheet_makes_of_it_is_read(text: str) -> None:
    parcel = looked_at(text)
    assert why_not(parcel) == [""]
    assert results(parcel) == [{NORTH: 5095, EAST: -260}]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("4495", "4496")], "do not add up"),
        ([("4495", "many")], "“many” in line 10 is not a whole number."),
        ([("4495", "4495.5")], "is not a whole number"),
        ([("4495", "1e308")], "is not a whole number"),
        ([("4495", "=9**9")], "is not a whole number"),
        ([("Finished,2026-01-30 23:15:00,Europe/Berlin\n", "")], "was not finished"),
        ([("Started,2026-01-30 20:15:00,Europe/Berlin\n", "")], "say when it was played"),
        ([("2026-01-30 20:15:00", "yesterday")], "“yesterday” cannot be read"),
        ([("Round,Dealer,North-South,East-West\n", "")], "“Round” with the names"),
        ([(",North-South,East-West", ",,")], "“Round” with the names"),
        ([(",Celia,Dev", ",Celia,")], "not played by that many"),
        ([(",Celia,Dev", ",Ana,Dev")], "stands twice"),
        ([("100,50", "100,50,7")], "than there are teams"),
        ([("4495", "4495000000"), ("5095", "4495000600")], "too large"),
        ([("Game,bain", "Game,")], "does not say which game"),
    ],
)
def test_what_cannot_be_read_is_said(changes: list[tuple[str, str]], words: str) -> None:
    (why,) = why_not(looked_at(changed(*changes)))
    assert words in why


def test_a_game_that_nobody_knows_is_left_out_until_somebody_says_which_it_is() -> None:
    text = changed(("Game,bain,Bain Hand and Foot", "Game,Canasta with feet"))
    parcel = looked_at(text)
    assert parcel.names == {"Canasta with feet": ""}
    assert parcel.arrivals[0].left_out
    assert results(looked_at(text, **{"Canasta with feet": "bain"})) == [{NORTH: 5095, EAST: -260}]


def test_of_several_games_each_says_its_line() -> None:
    text = SHEET + "\n" + changed(("mine-1", "mine-2"), ("4495", "x")) + "\n" + SHEET
    parcel = looked_at(text)
    assert [one.place for one in parcel.arrivals] == ["Line 1", "Line 14", "Line 27"]
    assert [bool(why) for why in why_not(parcel)] == [False, True, False]
    found = importing.prospects(None, [parcel.arrivals[0], parcel.arrivals[2]])
    assert [one.fate for one in found] == [Fate.NEW, Fate.TWICE]


def test_names_that_begin_like_formulas_come_in_as_they_were() -> None:
    teams = [{"name": "=A", "players": ["+Ana", "'-Celia"]}, PAIRS[1]]
    game = game_of({**file(teams=teams, starting_totals={"=A": 5}), **WHEN})
    (arrival,) = looked_at(b"".join(sheets.written([game]))).arrivals
    assert arrival.file is not None
    assert arrival.file.table.teams[0].name == "=A"
    assert arrival.file.table.teams[0].players == ("+Ana", "'-Celia")


@pytest.mark.parametrize(
    ("day", "zone", "words"),
    [
        ("9999-12-31 23:59", "Pacific/Apia", "Nobody played cards then"),
        ("0001-01-01 00:00", "Asia/Tokyo", "a date and time with its zone"),
        ("9990-01-01 00:00", "Asia/Tokyo", "in the future"),
    ],
)
def test_days_in_which_nobody_played(day: str, zone: str, words: str) -> None:
    started = ("2026-01-30 20:15:00,Europe/Berlin", f"{day},{zone}")
    assert words in why_not(looked_at(changed(started)))[0]
