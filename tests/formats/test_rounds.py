"""The table with a line for each round, team and component."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games import gamefile
from games.formats import cells, rounds
from games.models import Club
from games.variants import VARIANTS
from tests.documents import CASES, EAST, EXAMPLE, NORTH, PAIRS, file, played
from tests.formats.build import fits, game_of, table
from tests.gamefile.reading import ended
from tests.gamefile.strategies import game_files

pytestmark = pytest.mark.django_db

HEADER = (
    "game_id,variant,played_at,round,dealer,team,players,component,count,points,round_total,"
    "running_total,went_out"
)
TOLD = {**EXAMPLE, "id": "friday-1", "started": "2026-01-30T20:15:00+01:00"}


def rows(*games: Any) -> list[dict[str, str]]:
    text = b"".join(rounds.written(games)).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_header_is_exactly_this() -> None:
    content = b"".join(rounds.written([]))
    assert content == b"\xef\xbb\xbf" + HEADER.encode() + b"\r\n"


def test_a_line_for_each_round_team_and_component() -> None:
    told = rows(game_of(TOLD))
    head = {
        "game_id": "friday-1",
        "variant": "bain",
        "played_at": "2026-01-30T20:15:00+01:00",
        "round": "1",
        "dealer": "Ana",
    }
    north = [one for one in told if one["team"] == NORTH]
    (sevens,) = (one for one in north if one["component"] == "sevens_canastas")
    assert sevens == {
        **head,
        "team": NORTH,
        "players": "Ana, Celia",
        "component": "sevens_canastas",
        "count": "1",
        "points": "1500",
        "round_total": "4495",
        "running_total": "4495",
        "went_out": "1",
    }
    assert sum(int(one["points"]) for one in north) == 4495
    east = [one for one in told if one["team"] == EAST]
    assert {one["went_out"] for one in east} == {"0"}
    assert len(told) == len({(one["team"], one["component"]) for one in told})


def test_half_points_have_a_dot() -> None:
    entries = {"Ana": {"meld_points": "24,5"}, "Ben": {"meld_points": 6, "hand_points": "11,5"}}
    game = game_of(played("banakil", entries, ended_by="going_out", went_out="Ana"))
    assert "24.5" in {one["points"] for one in rows(game)}


def test_who_went_out_of_a_pair_went_out_for_it() -> None:
    entries = {"Celia": {"meld_points": 6}}
    told = played("banakil", entries, {"teams": PAIRS}, ended_by="going_out", went_out="Celia")
    assert {(one["team"], one["went_out"]) for one in rows(game_of(told))} == {
        (NORTH, "1"),
        (EAST, "0"),
    }


def test_a_team_that_scored_nothing_has_a_line_too() -> None:
    told = rows(game_of(played("bga", {EAST: {"meld_points": 100}})))
    (north,) = (one for one in told if one["team"] == NORTH)
    assert (north["component"], north["count"], north["points"]) == ("", "", "0")
    assert north["running_total"] == "0"


def test_totals_carried_on_are_round_0() -> None:
    evening = file(starting_totals={NORTH: 20_100, EAST: -5}, finished="2026-01-31T20:15:00+01:00")
    told = rows(game_of(evening))
    assert [(one["team"], one["round"], one["component"]) for one in told] == [
        (NORTH, "0", "starting_total"),
        (EAST, "0", "starting_total"),
    ]
    assert [(one["points"], one["running_total"]) for one in told] == [
        ("20100", "20100"),
        ("-5", "-5"),
    ]
    assert rows(game_of(file())) == []


def test_who_really_sat_there_is_told_round_by_round() -> None:
    document = file(first_dealer="Ana", rounds=ended({"players": {"Ana": "Zoe"}}, {}, {}))
    told = rows(game_of(document))
    north = [one for one in told if one["team"] == NORTH]
    assert [(one["dealer"], one["players"]) for one in north] == [
        ("Zoe", "Zoe, Celia"),
        ("Ben", "Ana, Celia"),
        ("Celia", "Ana, Celia"),
    ]
    (first, *_rest) = (one for one in told if one["team"] == EAST)
    assert first["players"] == "Ben, Dev"


def test_no_name_is_a_formula() -> None:
    teams = [{"name": "=cmd|' /C calc'!A0", "players": ["+Ana", "@Celia"]}, PAIRS[1]]
    told = rows(game_of(played(of_file={"teams": teams, "first_dealer": "+Ana", "id": "-1+2"})))
    one = told[0]
    assert one["game_id"] == "'-1+2"
    assert one["dealer"] == "'+Ana"
    assert one["team"] == "'=cmd|' /C calc'!A0"
    assert cells.as_meant(one["team"]) == teams[0]["name"]
    assert {one["points"] for one in told} > {"-50"} or told


def test_several_games_stand_one_after_another() -> None:
    club = Club.objects.create()
    games = [game_of({**TOLD, "id": str(number)}, club) for number in range(3)]
    told = table(rounds.written(games))
    assert [one[0] for one in told].count("game_id") == 1
    assert list(dict.fromkeys(one[0] for one in told[1:])) == ["0", "1", "2"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_lines_add_up_in_every_case(path: Any) -> None:
    check(gamefile.read(gamefile.load(path.read_bytes()))[0])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@given(data=st.data())
@settings(
    max_examples=6,
    derandomize=True,
    deadline=None,
    suppress_health_check=[*HealthCheck],
    phases=[Phase.generate],
)
def test_lines_add_up_in_any_game(variant: Any, data: st.DataObject) -> None:
    told = data.draw(game_files(variant).filter(fits))
    check(told)


def check(told: Any) -> None:
    game = game_of(told)
    scored: Any = gamefile.scored(gamefile.of_game(game), ())
    lines = rows(game)
    for team in game.table.teams:
        own = [one for one in lines if cells.as_meant(one["team"]) == team.name]
        total = sum(Decimal(one["points"]) for one in own)
        assert total == scored["totals"][team.name]
        if own:
            assert int(own[-1]["running_total"]) == total
        for one in scored["rounds"]:
            of_round = [line for line in own if line["round"] == str(one["number"])]
            assert {int(line["round_total"]) for line in of_round} == {one["scores"][team.name]}
            assert sum(Decimal(line["points"]) for line in of_round) == one["scores"][team.name]
            components = [line["component"] for line in of_round]
            assert len(components) == len(set(components))
