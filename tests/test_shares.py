"""How much so many wins tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import shares

NO_BREAK = "\N{NO-BREAK SPACE}"

played = st.integers(1, 10**6).flatmap(
    lambda games: st.tuples(st.integers(0, games), st.just(games))
)


@given(played)
def test_what_is_likely_holds_the_share(one: tuple[int, int]) -> None:
    wins, games = one
    low, high = shares.likely(wins, games)
    assert 0 <= low <= 100 * wins / games <= high <= 100
    assert low < high


@given(played)
def test_who_loses_as_often_is_told_the_same_the_other_way_round(one: tuple[int, int]) -> None:
    wins, games = one
    low, high = shares.likely(wins, games)
    assert shares.likely(games - wins, games) == (100 - high, 100 - low)


@given(played, st.integers(2, 50))
def test_more_games_tell_more(one: tuple[int, int], times: int) -> None:
    wins, games = one
    low, high = shares.likely(wins, games)
    closer_low, closer_high = shares.likely(wins * times, games * times)
    assert low <= closer_low < closer_high <= high


def test_before_the_first_game_anything_is_likely() -> None:
    assert shares.likely(0, 0) == (0, 100)
    assert shares.told(0, 0) == ""
    assert shares.percent(0, 0) == f"0{NO_BREAK}%"


def test_what_was_never_lost_may_be_lost_yet() -> None:
    assert shares.likely(3, 3) == (43, 100)
    assert shares.likely(0, 3) == (0, 57)


@pytest.mark.parametrize(
    ("wins", "games", "sentence"),
    [
        (1, 1, "One game tells nothing yet."),
        (3, 4, "With so few games it may as well be anything from 30 % to 96 %."),
        (30, 60, "Luck aside, that stands for 37 % to 63 %."),
    ],
)
def test_doubt_is_told_in_words(wins: int, games: int, sentence: str) -> None:
    assert shares.told(wins, games).replace(NO_BREAK, " ") == sentence


def test_of_few_games_the_wins_are_told_in_place_of_the_share() -> None:
    assert (shares.in_short(1, 1), shares.beneath(1, 1)) == ("1 of 1", "game won")
    assert (shares.in_short(2, 4), shares.beneath(2, 4)) == ("2 of 4", "games won")
    assert shares.in_short(5, 5) == shares.share(5, 5) == f"100{NO_BREAK}%"
    assert shares.beneath(5, 5) == "5 of 5 games won"
    assert shares.share(4, 4) == ""


def test_wins_and_games() -> None:
    assert shares.won(1, 1) == "1 of 1 game won"
    assert shares.won(1000, 2000) == "1,000 of 2,000 games won"
    assert shares.percent(2, 3) == f"67{NO_BREAK}%"


@pytest.mark.parametrize(
    ("wins", "games", "percent"),
    [(199, 200, 99), (1, 200, 1), (1, 10**6, 1), (200, 200, 100), (0, 200, 0), (1, 2, 50)],
)
def test_all_and_nothing_are_told_only_where_it_is_so(wins: int, games: int, percent: int) -> None:
    assert shares.percent(wins, games) == f"{percent}{NO_BREAK}%"
