"""A game as a sheet of paper: all that stands on it."""

from uuid import uuid4

import pytest

from games import importing
from games.models import Club, Game
from games.paper import Paper
from tests.documents import EAST, NORTH, Document, file, raw
from tests.gamefile.reading import ended

pytestmark = pytest.mark.django_db


def paper_of(document: Document, time_zone: str = "UTC") -> Paper:
    arrival = importing.arrived("game.json", raw(document))
    club = Club.objects.create(time_zone=time_zone)
    (one,) = importing.import_all(club, [arrival], by=None, submission=uuid4(), replace=())
    return Paper(Game.objects.whole().get(pk=one.game))


SCORED = ended(
    {"entries": {NORTH: {"meld_points": 100}, EAST: {"hand_points": 50}}},
    {"dealer": "Dev", "players": {"Ana": "Emil"}},
)


def test_the_rounds() -> None:
    paper = paper_of(file(first_dealer="Ana", rounds=SCORED, starting_totals={NORTH: 5}))
    assert paper.start == [5, 0]
    assert [(one.number, one.dealer, one.cells) for one in paper.rounds] == [
        (1, "Ana", [(100, 105), (-50, -50)]),
        (2, "Dev", [(0, 105), (0, -50)]),
    ]


def test_who_sat_in() -> None:
    emil, both = {"players": {"Ana": "Emil"}}, {"players": {"Ana": "Emil", "Dev": "Zoe"}}
    told = paper_of(file(rounds=ended({}, emil, both, emil, {}))).sat_in
    assert told == "Emil for Ana (rounds 2, 4); Emil for Ana, Zoe for Dev (round 3)"
    assert paper_of(file(rounds=ended({}))).sat_in == ""


def test_the_teams_by_place() -> None:
    paper = paper_of(file(rounds=ended({"entries": {NORTH: {"hand_points": 50}}})))
    assert [(one.name, one.players, one.total, one.place) for one in paper.ranked] == [
        (EAST, "Ben, Dev", 0, 1),
        (NORTH, "Ana, Celia", -50, 2),
    ]
    assert [one.name for one in paper.teams] == [NORTH, EAST]


def test_lone_players_are_named_once() -> None:
    paper = paper_of(file("marriage"))
    assert [(one.name, one.players) for one in paper.teams] == [("Ana", ""), ("Ben", "")]


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ({}, "No round is played yet."),
        ({"rounds": SCORED}, "After round 2"),
        ({"rounds": SCORED, "options": {"target": 100}}, "North-South win with 100."),
        (
            {"rounds": SCORED, "finished": "2026-01-31T20:15:00Z"},
            "North-South win with 100.",
        ),
        (
            {"rounds": ended({}), "finished": "2026-01-31T20:15:00Z"},
            "North-South and East-West share the win with 0.",
        ),
        ({"finished": "2026-01-31T20:15:00Z"}, "No round is played yet."),
    ],
)
def test_the_result(changes: Document, result: str) -> None:
    assert paper_of(file(**changes)).result == result


def test_when_it_was_played_where_it_was_played() -> None:
    started = {"started": "2026-01-30T23:30:00Z"}
    assert paper_of(file(**started)).when == "Jan. 30, 2026"
    assert paper_of(file(**started), "Asia/Kathmandu").when == "Jan. 31, 2026"
    assert paper_of(file(**started, finished="2026-01-30T23:45:00Z")).when == "Jan. 30, 2026"
    # Whoever plays after midnight still plays that evening.
    late = paper_of(file(**started, finished="2026-01-31T01:45:00Z"))
    assert late.when == "Jan. 30, 2026"
    later = paper_of(file(**started, finished="2026-01-31T19:45:00Z"))
    assert later.when == "Jan. 30, 2026 to Jan. 31, 2026"


def test_every_house_rule_in_words() -> None:
    assert list(paper_of(file(options={"target": 12_000})).house_rules) == [
        ("Play to", "12,000"),
        ("Going out is worth", "200"),
        ("Red threes count for a team with", "a canasta of sevens"),
    ]


def test_a_house_rule_without_a_value_is_left_out() -> None:
    labels = dict(paper_of(file("bga")).house_rules)
    assert "none" not in labels.values()
    assert labels["Rounds"] == "4"


def test_the_seats() -> None:
    paper = paper_of(file(seats=["Dev", "Ana", "Ben", "Celia"]))
    assert paper.seats == "Dev, Ana, Ben, Celia"
    assert paper.players == ["Dev", "Ana", "Ben", "Celia"]


@pytest.mark.parametrize(
    ("rounds", "density"), [(0, "roomy"), (14, "roomy"), (15, "dense"), (26, "denser")]
)
def test_many_rounds_are_set_closer(rounds: int, density: str) -> None:
    assert paper_of(file(rounds=ended(*[{}] * rounds))).density == density


def test_many_columns_are_set_smaller() -> None:
    names = ["Ana", "Ben", "Celia", "Dev", "Ece"]
    teams = [{"name": name, "players": [name]} for name in names]
    assert paper_of(file("marriage", teams=teams)).density == "roomy many"
    assert paper_of(file("marriage", teams=teams[:3])).density == "roomy"
