"""KeepScore's table comes in: a game on each line, a column for each player."""

import pytest

from games import importing
from games.formats import Kind
from games.importing import Done, Fate
from games.models import Club, Game
from games.models.seasons import evening_of
from tests.formats.build import brought_in, looked_at, results, why_not

pytestmark = pytest.mark.django_db

HEADER = (
    "Start time,Last modified,Game duration,Number of players,Number of rounds,Game name,"
    "Player(s) with the most points,Player(s) with the least points"
)
SHORT = (
    "Start time,Last modified,Game duration,Number of players,Number of rounds,Game name,most,least"
)
LINE = "2019-01-30 20:15,2019-01-30 23:00,2:45:00,2,9,Banakil,Ana,Ben"


def table(*lines: str, players: str = "Ana,Ben", header: str = HEADER) -> str:
    return "\r\n".join([f"{header},{players}", *lines])


@pytest.mark.parametrize(
    "header", [HEADER, SHORT, HEADER.upper(), f'"{HEADER}"'.replace(",", '","')]
)
@pytest.mark.parametrize("parted", [",", ";", "\t"])
def test_a_game_on_each_line(header: str, parted: str) -> None:
    parcel = looked_at(table(f"{LINE},1250,-30", header=header).replace(",", parted))
    assert parcel.kind is Kind.KEEPSCORE
    assert why_not(parcel) == [""]
    assert results(parcel) == [{"Ana": 1250, "Ben": -30}]
    club = Club.objects.create()
    brought_in(club, parcel)
    game = Game.objects.get()
    assert (game.variant, game.rounds.count()) == ("banakil", 0)
    assert game.started_at.isoformat() == "2019-01-30T19:15:00+00:00"
    assert game.finished_at is not None
    assert game.finished_at.isoformat() == "2019-01-30T22:00:00+00:00"
    assert {one.done for one in brought_in(club, parcel)} == {Done.UNCHANGED}
    assert Game.objects.count() == 1


def test_only_those_played_who_have_points() -> None:
    players = "Ana,Ben,Celia,Dev"
    parcel = looked_at(
        table(f"{LINE},1,2,,", f"{LINE.replace('30 20', '31 20')},,1,,2", players=players)
    )
    assert results(parcel) == [{"Ana": 1, "Ben": 2}, {"Ben": 1, "Dev": 2}]


@pytest.mark.parametrize("name", ["Ana & Celia", "Ana+Celia", "Ana / Celia", "Ana and Celia"])
def test_partners_may_share_a_column(name: str) -> None:
    line = LINE.replace("Banakil", "bain hand & foot")
    parcel = looked_at(table(f"{line},100,50", players=f"{name},Ben & Dev"))
    (arrival,) = parcel.arrivals
    assert why_not(parcel) == [""]
    assert arrival.file is not None
    assert [team.players for team in arrival.file.table.teams] == [("Ana", "Celia"), ("Ben", "Dev")]


def test_those_with_the_same_points_are_partners_where_only_partners_play() -> None:
    line = LINE.replace("Banakil", "Pennies from Heaven")
    players = "Ana,Ben,Celia,Dev,Ece,Finn"
    (arrival,) = looked_at(table(f"{line},9,5,9,5,9,5", players=players)).arrivals
    assert arrival.file is not None
    assert [team.players for team in arrival.file.table.teams] == [
        ("Ana", "Celia", "Ece"),
        ("Ben", "Dev", "Finn"),
    ]


def test_a_game_that_nobody_knows_is_left_out_until_somebody_says_which_it_is() -> None:
    text = table(f"{LINE.replace('Banakil', 'Rummy')},1,2", f"{LINE.replace('Banakil', '')},3,4")
    parcel = looked_at(text)
    assert parcel.names == {"Rummy": "", "": ""}
    assert all(one.left_out for one in parcel.arrivals)
    assert results(looked_at(text, Rummy="marriage")) == [{"Ana": 1, "Ben": 2}]
    assert results(looked_at(text, **{"": "marriage"})) == [{"Ana": 3, "Ben": 4}]


@pytest.mark.parametrize("name", ["Banakil", "banakil", "BANAKIL", "The game of Banakil (cards)"])
def test_games_are_known_by_any_of_their_names(name: str) -> None:
    assert results(looked_at(table(f"{LINE.replace('Banakil', name)},1,2"))) != []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"{LINE},many,2", "“many” is not a whole number"),
        (f"{LINE},1.5,2", "“1.5” is not a whole number"),
        (f"{LINE},1e308,2", "is not a whole number"),
        (f"{LINE},9**9**9,2", "is not a whole number"),
        (f"{LINE},99999999,2", "too large"),
        (f"{LINE},1,2,3", "more cells in this line"),
        (f"{LINE},1,", "not played by that many"),
        (f"{LINE},,", "not played by that many"),
        (f"{LINE.replace('2019-01-30 20', 'one 20')},1,2", "cannot be read"),
        (LINE, "not played by that many"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(line: str, words: str) -> None:
    parcel = looked_at(table("", line))
    (why,) = why_not(parcel)
    assert words in why
    assert parcel.arrivals[0].place == "Line 3"
    assert parcel.arrivals[0].told


def test_a_line_told_otherwise_is_another_game() -> None:
    club = Club.objects.create()
    brought_in(club, looked_at(table(f"{LINE},1,2")))
    (found,) = importing.prospects(club, looked_at(table(f"{LINE},1,3")).arrivals)
    assert found.fate is Fate.NEW


def test_the_time_it_took_says_when_it_ended() -> None:
    line = LINE.replace("2019-01-30 23:00", "")
    (arrival,) = looked_at(table(f"{line},1,2")).arrivals
    assert arrival.file is not None
    assert arrival.file.finished is not None
    assert arrival.file.started is not None
    assert (arrival.file.finished - arrival.file.started).total_seconds() == 2.75 * 3600


def test_a_later_change_does_not_make_the_evening_longer() -> None:
    line = LINE.replace("2019-01-30 23:00", "2019-02-04 10:00")
    for told, hours in ((line, 2.75), (line.replace("2:45:00", ""), 0)):
        (arrival,) = looked_at(table(f"{told},1,2")).arrivals
        assert arrival.file is not None
        assert arrival.file.finished is not None
        assert arrival.file.started is not None
        lasted = arrival.file.finished - arrival.file.started
        assert lasted.total_seconds() == hours * 3600


def test_a_day_without_a_time_is_an_evening_of_that_day() -> None:
    club = Club.objects.create(time_zone="Europe/Berlin")
    line = LINE.replace("2019-01-30 20:15", "2019-01-30").replace("2019-01-30 23:00", "")
    brought_in(club, looked_at(table(f"{line},1,2")))
    assert evening_of(club.games.get().started_at, club).isoformat() == "2019-01-30"


def test_columns_of_players_of_any_name() -> None:
    parcel = looked_at(table(f"{LINE},1,2", players="'=1+1,\ud800".replace("\ud800", "'@x")))
    assert results(parcel) == [{"=1+1": 1, "@x": 2}]


@pytest.mark.parametrize(
    ("times", "words"),
    [
        ("9999-12-31 23:00,,10h", "Nobody played cards then"),
        ("9999-12-31 23:00,9999-12-31T23:59-23:59,", "Nobody played cards then"),
        ("0001-01-01T00:00+23:59,0001-01-01 10:00,1h", "a date and time with its zone"),
        ("9990-01-01 20:00,,1h", "in the future"),
    ],
)
def test_days_in_which_nobody_played(times: str, words: str) -> None:
    assert words in why_not(looked_at(table(f"{times},2,9,Banakil,Ana,Ben,1,2")))[0]
