"""Board Game Stats: what a link and a play file tell, and how an export comes in."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games import importing
from games.formats import Kind, bgstats
from games.importing import Done, Fate
from games.models import Club, Game
from games.models.seasons import evening_of
from games.variants import VARIANTS
from games.variants.entry import LIMIT
from tests.documents import EXAMPLE, file
from tests.formats.build import brought_in, fits, game_of, looked_at, results, why_not
from tests.gamefile.strategies import game_files

pytestmark = pytest.mark.django_db

WHEN = {"started": "2026-01-30T20:15:00+01:00", "finished": "2026-01-30T23:00:00+01:00"}
NAMES = ("A&B #1", '“Quote" + plus', "Ölgun \N{PILE OF POO}", "50% = half?")
PLAYERS = [
    {"id": number, "name": name} for number, name in enumerate(("Ana", "Ben", "Celia", "Dev"))
]
GAMES = [
    {"id": 1, "name": "Banakil", "highestWins": True},
    {"id": 2, "name": "Catan"},
    {"id": 3, "name": "Bain Hand & Foot"},
]
UUID = "1DB76738-9A83-4201-93CB-48E842B3CC7B"


def decoded(link: str) -> dict[str, Any]:
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc) == ("https", "app.bgstatsapp.com")
    assert parts.path == "/createPlay.html"
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    assert unquote(parts.query.removeprefix("data=")) == data
    told: dict[str, Any] = json.loads(data)
    return told


def score(player: object, points: object, **more: Any) -> dict[str, Any]:
    return {"playerRefId": player, "score": points, **more}


def play(*scores: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "uuid": UUID,
        "gameRefId": 1,
        "playDate": "2019-01-30 20:15:00",
        "durationMin": 165,
        "playerScores": scores or [score(0, "1250+830-305", winner=True), score(1, "830")],
        **more,
    }


def export(*plays: object, **more: Any) -> bytes:
    told = {"players": PLAYERS, "locations": [], "games": GAMES, "plays": plays, **more}
    return json.dumps(told).encode()


def look(*plays: object, **more: Any) -> Any:
    return looked_at(export(*plays, **more), "BGStatsExport.json")


# ---- out


def test_the_link_tells_a_game_of_teams() -> None:
    game = game_of({**EXAMPLE, **WHEN})
    told = decoded(bgstats.link(game))
    assert told["sourceName"] == "Scorekeeper"
    assert told["sourcePlayId"] == str(game.pk)
    assert told["playDate"] == "2026-01-30 20:15:00"
    assert told["durationMin"] == 165
    assert told["game"] == {
        "name": "Bain Hand and Foot",
        "sourceGameId": "bain",
        "highestWins": True,
        "noPoints": False,
    }
    keys = ("name", "rank", "score", "winner", "startPlayer", "role")
    assert [[one[key] for key in keys] for one in told["players"]] == [
        ["Ana", 1, 4495, True, False, "North-South"],
        ["Celia", 1, 4495, True, False, "North-South"],
        ["Ben", 2, 175, False, True, "East-West"],
        ["Dev", 2, 175, False, False, "East-West"],
    ]


def test_names_survive_the_link() -> None:
    teams = [{"name": name, "players": [name]} for name in NAMES]
    told = decoded(bgstats.link(game_of({**file("marriage", teams=teams, name=NAMES[1]), **WHEN})))
    assert [one["name"] for one in told["players"]] == list(NAMES)
    assert [one["role"] for one in told["players"]] == [""] * 4
    assert told["board"] == NAMES[1]


def test_a_game_that_was_closed_days_later_took_no_time() -> None:
    game = game_of({**EXAMPLE, **WHEN})
    game.finished_at = game.started_at + timedelta(days=3)
    assert decoded(bgstats.link(game))["durationMin"] == 0


def test_equal_totals_share_the_win() -> None:
    told = decoded(bgstats.link(game_of({**file(), **WHEN})))
    assert {(one["rank"], one["winner"]) for one in told["players"]} == {(1, True)}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@given(data=st.data())
@settings(
    max_examples=6,
    derandomize=True,
    deadline=None,
    suppress_health_check=[*HealthCheck],
    phases=[Phase.generate],
)
def test_what_goes_out_comes_in_with_the_same_result(variant: Any, data: st.DataObject) -> None:
    game = game_of(data.draw(game_files(variant, 2).filter(fits)))
    totals = dict(
        zip([t.name for t in game.table.teams], game.table.totals(game.rows), strict=True)
    )
    told = bgstats.play(game)
    assert decoded(bgstats.link(game)) == told
    assert {one["name"] for one in told["players"]} == set(game.table.players)
    if max(map(abs, totals.values())) > LIMIT:
        return
    for document in (told, bgstats.play_file(game)):
        parcel = looked_at(json.dumps(document), "x.bgsplay")
        assert parcel.kind is Kind.BGSTATS
        assert why_not(parcel) == [""]
        assert results(parcel) == [totals]
        (found,) = importing.prospects(game.club, parcel.arrivals)
        assert found.fate is Fate.KNOWN


# ---- in


def test_an_export_comes_in_as_evenings() -> None:
    parcel = look(play())
    assert why_not(parcel) == [""]
    assert results(parcel) == [{"Ana": 1775, "Ben": 830}]
    club = Club.objects.create()
    brought_in(club, parcel)
    game = Game.objects.get()
    assert (game.file_id, game.variant, game.rounds.count()) == (UUID.lower(), "banakil", 0)
    assert game.started_at.isoformat() == "2019-01-30T19:15:00+00:00"
    assert game.finished_at == game.started_at + timedelta(minutes=165)
    assert {one.done for one in brought_in(club, look(play()))} == {Done.UNCHANGED}


@pytest.mark.parametrize("day", ["2019-01-30", "2019-01-30 00:00:00", "2019-01-30T00:00:00"])
def test_a_day_without_a_time_is_an_evening_of_that_day(day: str) -> None:
    club = Club.objects.create(time_zone="Europe/Berlin")
    brought_in(club, look(play(playDate=day)))
    game = club.games.get()
    assert evening_of(game.started_at, club).isoformat() == "2019-01-30"
    assert game.finished_at == game.started_at + timedelta(minutes=165)


def test_our_own_games_did_begin_at_midnight() -> None:
    game = game_of({**file(), **WHEN, "started": "2026-01-30T00:00:00+01:00"})
    for document in (bgstats.play(game), bgstats.play_file(game)):
        (arrival,) = looked_at(json.dumps(document), "x.bgsplay").arrivals
        assert arrival.file is not None
        assert arrival.file.started == game.started_at


ODD: list[Any] = [0, None, [], {}, True, "7", 99, ""]
PLACES = [{"id": 7, "name": "At  Ben's"}, {"id": 8, "name": "\ud800" + "n" * 300}, {"id": None}]


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ({"locationRefId": 7}, "At Ben's"),
        ({"locationRefId": 7, "board": " "}, "At Ben's"),
        ({"locationRefId": 7, "board": "The final"}, "The final"),
        ({"locationRefId": 8}, "\N{REPLACEMENT CHARACTER}" + "n" * 199),
        *[({"locationRefId": odd}, "") for odd in ODD],
        *[({"board": odd}, "") for odd in ODD if odd != "7"],
        ({"board": "a\x00b"}, "a\N{REPLACEMENT CHARACTER}b"),
    ],
)
def test_a_play_is_called_after_its_board_or_its_place(told: dict[str, Any], name: str) -> None:
    parcel = look(play(**told), locations=PLACES)
    assert why_not(parcel) == [""]
    assert parcel.arrivals[0].file is not None
    assert parcel.arrivals[0].file.name == name


@pytest.mark.parametrize("name", ["", "Friday ♠ & friends", "n" * 200])
def test_the_name_of_a_game_survives_the_way_out_and_in(name: str) -> None:
    game = game_of({**file(name=name, starting_totals={"North-South": 5}), **WHEN})
    for document in (bgstats.play(game), bgstats.play_file(game)):
        (arrival,) = looked_at(json.dumps(document), "x.bgsplay").arrivals
        assert arrival.file is not None
        assert arrival.file.name == name
        (found,) = importing.prospects(game.club, [arrival])
        assert found.fate is Fate.KNOWN


def test_a_play_that_was_changed_differs() -> None:
    club = Club.objects.create()
    brought_in(club, look(play()))
    (found,) = importing.prospects(club, look(play(score(0, 5), score(1, 3))).arrivals)
    assert found.fate is Fate.DIFFERS


def test_other_games_are_left_out() -> None:
    parcel = look(play(), play(uuid=str(uuid4()), gameRefId=2), play(gameRefId=99))
    assert [bool(one.left_out) for one in parcel.arrivals] == [False, True, True]
    assert [one.place for one in parcel.arrivals] == ["Play 1", "Play 2", "Play 3"]
    assert parcel.names["Catan"] == ""
    assert len(results(looked_at(export(play(gameRefId=2)), "x.json", Catan="banakil"))) == 1


def test_plays_to_be_ignored_are_left_out() -> None:
    assert look(play(ignored=True)).arrivals[0].left_out


@pytest.mark.parametrize("label", ["team", "role", "teamRole"])
def test_partners_are_those_of_a_team_or_role(label: str) -> None:
    names = ("Red", "Blue", "Red", "Blue")
    scores = [score(number, str(number % 2), **{label: name}) for number, name in enumerate(names)]
    (arrival,) = look(play(*scores, gameRefId=3)).arrivals
    assert arrival.file is not None
    assert [(team.name, team.players) for team in arrival.file.table.teams] == [
        ("Red", ("Ana", "Celia")),
        ("Blue", ("Ben", "Dev")),
    ]


def test_teams_with_numbers_are_called_after_their_players() -> None:
    scores = [
        score(0, 9, team="1"),
        score(1, 9, team="1"),
        score(2, 5, team="2"),
        score(3, None, team="2"),
    ]
    assert results(look(play(*scores, gameRefId=3))) == [{"Ana & Ben": 9, "Celia & Dev": 5}]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"playerScores": [score(0, "9**9**9"), score(1, "1")]}, "“9**9**9” is not a whole number"),
        ({"playerScores": [score(0, "1.5"), score(1, "1")]}, "is not a whole number"),
        ({"playerScores": [score(0, 1e308), score(1, "1")]}, "is not a whole number"),
        ({"playerScores": [score(0, "2000000"), score(1, "1")]}, "too large"),
        ({"playerScores": [score(0, {"a": 1}), score(1, "1")]}, "is not a whole number"),
        ({"playerScores": [score(0, True), score(1, "1")]}, "is not a whole number"),
        ({"playerScores": [score(0, "\ud800\0"), score(1, "1")]}, "is not a whole number"),
        ({"playerScores": [score(0, None), score(1, "1")]}, "No score is told of Ana"),
        ({"playerScores": [score(0, "1"), score(99, "1")]}, "name of a player is missing"),
        ({"playerScores": [score(0, "1"), score([], "1")]}, "name of a player is missing"),
        ({"playerScores": [score(0, "1"), score(0, "2")]}, "stands twice"),
        ({"playerScores": [score(0, "1")]}, "not played by that many"),
        ({"playerScores": [score(1, "2", winner=True), score(0, "1")]}, ""),
        ({"playerScores": [score(0, "1", winner=True), score(1, "2")]}, "not won by the most"),
        ({"playerScores": []}, "Nobody played"),
        ({"playDate": "yesterday"}, "“yesterday” cannot be read"),
        ({"playDate": None}, "cannot be read"),
        ({"playDate": ["2019"]}, "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said(changes: dict[str, Any], words: str) -> None:
    one = play() | changes
    (why,) = why_not(look(one))
    assert words in why
    assert bool(why) == bool(words)
    assert "\0" not in why


@pytest.mark.parametrize(
    "document",
    [
        b'{"plays": 5}',
        b'{"plays": [5]}',
        b'{"plays": [], "games": {}}',
        b'{"plays": [], "plays": []}',
        b'{"plays": [NaN]}',
        b'{"plays": ' + b"[" * 100_000,
        b'{"plays": [',
        b'{"plays": [{"playerScores": 5}]}',
        b'[{"plays": []}]',
        b'{"plays": "\xff"}',
        b'{"plays": "\x00"}',
        '{"plays": "Éva"}'.encode("latin-1"),
    ],
    ids=lambda raw: str(raw)[:40],
)
def test_garbage_is_said_in_a_sentence(document: bytes) -> None:
    assert looked_at(document, "x.json").refusal.endswith(".")


@pytest.mark.parametrize("name", ["\ud800", "a\0b", "n" * 100, "\u202e", "=1+1", "", 5, None])
@pytest.mark.parametrize("where", ["players", "games"])
def test_names_of_any_kind(name: object, where: str) -> None:
    told = [{"id": 0, "name": name}, {"id": 1, "name": name if where == "games" else "Ben"}]
    parcel = look(play(), **{where: told})
    json.dumps([parcel.names, [one.told for one in parcel.arrivals], why_not(parcel)]).encode()
    for one in (*parcel.names, *(one.told for one in parcel.arrivals)):
        assert "\0" not in one
        one.encode()


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[*HealthCheck])
def test_anything_that_is_told_does_no_harm(data: st.DataObject) -> None:
    values = st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
        ),
        max_leaves=4,
    )
    name = data.draw(st.sampled_from(["score", "team", "role", "winner"]))
    one = play(score(0, "5") | {name: data.draw(values)}, score(1, "3"))
    one[data.draw(st.sampled_from([*one, "sourceName", "sourcePlayId"]))] = data.draw(values)
    parcel = look(one)
    assert parcel.refusal or len(parcel.arrivals) == 1


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("9999-12-31 23:59:00", "Nobody played cards then"),
        ("9999-12-29 23:59:00", "in the future"),
        ("0001-01-01 00:00:00", "Nobody played cards then"),
        ("0001-01-01T00:00:00+23:59", "a date and time with its zone"),
        ("9990-01-01 10:00:00", "in the future"),
    ],
)
@pytest.mark.parametrize("lasted", [0, 600, 10_000])
def test_days_in_which_nobody_played(day: str, words: str, lasted: int) -> None:
    assert words in why_not(look(play(playDate=day, durationMin=lasted)))[0]


def test_an_id_as_long_as_a_book_is_not_kept() -> None:
    told = {"uuid": "", "sourceName": "Other", "sourcePlayId": "i" * 100_000}
    assert why_not(look(play(**told))) == ["This id is too long. Write 200 characters at most."]
