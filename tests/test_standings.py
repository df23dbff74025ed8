"""The standings of a season, and what decides between equals."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.standings import FIGURES, Rules, Standing, Table, Tally, standings, tied

ANA, BEN, CELIA, DEV = range(4)


def tally(player: int, games: int = 4, wins: int = 0, **told: int | tuple[int, ...]) -> Tally:
    places = told.get("places", (wins, games - wins))
    assert isinstance(places, tuple)
    points, difference = told.get("points", 0), told.get("difference", 0)
    assert isinstance(points, int)
    assert isinstance(difference, int)
    return Tally(player, games, wins, places, points, difference)


def order(placed: Sequence[Standing]) -> list[tuple[int | None, int, str]]:
    return [(one.place, one.tally.player, one.decided) for one in placed]


@pytest.mark.parametrize(
    ("reckoning", "figures"),
    [
        ("wins", [(ANA, 2), (BEN, 1)]),
        ("share", [(BEN, 1), (ANA, 0.4)]),
        ("places", [(ANA, 8), (BEN, 3)]),
        ("points", [(BEN, 900), (ANA, 500)]),
        ("average_place", [(BEN, 1), (ANA, 1.8)]),
    ],
)
def test_what_the_season_is_reckoned_by(reckoning: str, figures: list[tuple[int, float]]) -> None:
    # Ana was first twice, second twice and third once; Ben played a single game and won it.
    people = [
        tally(ANA, 5, 2, places=(2, 2, 1), points=500),
        tally(BEN, 1, 1, places=(1,), points=900),
    ]
    placed, few = standings(people, Rules(reckoning), {})
    assert [(one.tally.player, float(one.figure)) for one in placed] == figures
    assert few == []


def test_places_beyond_the_points_are_worth_nothing() -> None:
    people = [tally(ANA, 3, places=(0, 0, 1, 2)), tally(BEN, 1, places=(0, 1))]
    placed, _few = standings(people, Rules("places", (5, 2)), {})
    assert [(one.tally.player, int(one.figure)) for one in placed] == [(BEN, 2), (ANA, 0)]


def test_direct_games_decide_between_equals() -> None:
    people = [tally(ANA, wins=2, difference=900), tally(BEN, wins=2), tally(CELIA, wins=1)]
    placed, _few = standings(people, Rules("wins"), {(BEN, ANA): (2, 1), (ANA, BEN): (1, 2)})
    assert order(placed) == [(1, BEN, ""), (2, ANA, "direct"), (3, CELIA, "")]


def test_then_the_difference_decides() -> None:
    people = [tally(ANA, wins=2, difference=-5), tally(BEN, wins=2, difference=300)]
    placed, _few = standings(people, Rules("wins"), {(BEN, ANA): (1, 1), (ANA, BEN): (1, 1)})
    assert order(placed) == [(1, BEN, ""), (2, ANA, "difference")]


def test_who_is_equal_in_all_shares_the_place() -> None:
    people = [
        tally(ANA, wins=2, difference=50),
        tally(BEN, wins=2, difference=50),
        tally(CELIA, wins=2, difference=-100),
        tally(DEV, wins=1),
    ]
    placed, _few = standings(people, Rules("wins"), {})
    assert order(placed) == [
        (1, ANA, "shared"),
        (1, BEN, "shared"),
        (3, CELIA, "difference"),
        (4, DEV, ""),
    ]


@pytest.mark.parametrize("least", [0, 9])
def test_those_who_are_equal_in_everything_stand_by_name(least: int) -> None:
    people = [tally(ANA, wins=1), tally(BEN, wins=1), tally(CELIA, wins=1)]
    names = {ANA: "zoe", BEN: "eva", CELIA: "mia"}
    placed, few = standings(people, Rules("wins", least_games=least), {}, names)
    assert [one.tally.player for one in [*placed, *few]] == [BEN, CELIA, ANA]


def test_direct_games_against_others_do_not_count() -> None:
    people = [tally(ANA, wins=2), tally(BEN, wins=2), tally(CELIA, wins=0)]
    placed, _few = standings(people, Rules("wins"), {(BEN, CELIA): (9, 0), (CELIA, BEN): (0, 9)})
    assert order(placed)[:2] == [(1, ANA, "shared"), (1, BEN, "shared")]


def test_of_those_still_level_only_their_own_games_decide_further() -> None:
    # Ana beat Ben, Ben beat Celia more often; between all three Ben and Celia are level.
    people = [tally(ANA, wins=5), tally(BEN, wins=5), tally(CELIA, wins=5, difference=50)]
    direct = {
        (ANA, BEN): (2, 0),
        (BEN, ANA): (0, 2),
        (BEN, CELIA): (1, 0),
        (CELIA, BEN): (0, 1),
        (ANA, CELIA): (1, 1),
        (CELIA, ANA): (1, 1),
    }
    placed, few = standings(people, Rules("wins"), direct)
    assert order(placed) == [(1, ANA, ""), (2, BEN, "direct"), (3, CELIA, "direct")]
    table = Table(placed, few, direct, 15)
    assert table.among(placed[0], placed[1]) == placed
    assert table.among(placed[1], placed[2]) == placed[1:]
    assert table.between(placed[1], placed[1:]) == (1, 0)


def test_who_is_equal_by_the_figure_alone() -> None:
    people = [tally(ANA, wins=2), tally(BEN, wins=1), tally(CELIA, wins=2), tally(DEV, wins=0)]
    placed, _few = standings(people, Rules("wins"), {})
    assert tied(placed) == {ANA, CELIA}


def test_who_played_too_few_games_is_not_placed() -> None:
    people = [tally(ANA, 5, 1), tally(BEN, 4, 4), tally(CELIA, 0, 0), tally(DEV, 3, 3)]
    placed, few = standings(people, Rules("wins", least_games=5), {})
    assert order(placed) == [(1, ANA, "")]
    assert order(few) == [(None, BEN, ""), (None, DEV, "")]


GAMES = st.integers(1, 6).flatmap(
    lambda games: st.tuples(st.just(games), st.integers(0, games), st.integers(-3, 3))
)


@given(
    told=st.lists(GAMES, min_size=1, max_size=5),
    direct=st.lists(st.integers(-2, 2), min_size=10, max_size=10),
    reckoning=st.sampled_from(sorted(FIGURES)),
    least=st.integers(0, 4),
)
def test_laws(
    told: list[tuple[int, int, int]], direct: list[int], reckoning: str, least: int
) -> None:
    people = [
        tally(player, games, wins, difference=difference)
        for player, (games, wins, difference) in enumerate(told)
    ]
    pairs = {}
    for (one, other), ahead in zip(
        ((a, b) for a in range(5) for b in range(a + 1, 5)), direct, strict=True
    ):
        pairs[one, other] = max(ahead, 0), max(-ahead, 0)
        pairs[other, one] = max(-ahead, 0), max(ahead, 0)
    rules = Rules(reckoning, least_games=least)
    placed, few = standings(people, rules, pairs)
    assert sorted(one.tally.player for one in [*placed, *few]) == list(range(len(people)))
    assert all(one.tally.games < least for one in few)
    for at, standing in enumerate(placed):
        # Places are 1, 1, 3: a place is one more than the number of those before it.
        places = [other.place or 0 for other in placed]
        assert standing.place == 1 + sum(place < places[at] for place in places)
        assert places == sorted(places)
        if standing.decided in ("direct", "difference"):
            assert standing.figure == placed[at - 1].figure
    # The order in which people are told changes nothing.
    for told_otherwise in list(permutations(people))[:6]:
        assert standings(told_otherwise, rules, pairs) == (placed, few)
