"""Playing again: who could play whom, and who deals first."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import names
from games.rematch import (
    Kind,
    Offer,
    drawn_groups,
    offers,
    order_for,
    other_groups,
    regrouped,
    seating_for,
)
from games.variants import VARIANTS
from games.variants.variant import Seating, Table, Team
from tests.variants.build import table_of

SEATINGS = [
    (key, seating) for key, variant in sorted(VARIANTS.items()) for seating in variant.seatings
]
LOTS = st.integers(0, 2**128 - 1)


def _dealers(found: list[Offer]) -> list[tuple[Kind, str]]:
    return [(offer.kind, offer.lineup.dealer_name) for offer in found]


def _partners(offer: Offer) -> list[str]:
    return [team.name for team in offer.lineup.teams]


# ---- what holds wherever people play again


@given(st.sampled_from(SEATINGS), LOTS, st.data())
def test_every_offer_seats_the_same_people(
    played: tuple[str, Seating], lot: int, data: st.DataObject
) -> None:
    key, seating = played
    table = table_of(key, seating.teams, seating.each)
    due = data.draw(st.none() | st.sampled_from(table.seats))
    points = st.integers(-50, 50)
    totals = data.draw(st.lists(points, min_size=seating.teams, max_size=seating.teams))
    found = offers(table, due, totals, lot)
    assert [offer.kind for offer in found].count(Kind.NOTHING) == 1
    assert found[0].kind is Kind.NOTHING
    assert found[0].lineup.teams == table.teams
    assert found[0].lineup.seats == table.seats
    assert len({offer.value for offer in found}) == len(found)
    parted = []
    for offer in found:
        lineup = offer.lineup
        seated = [player for team in lineup.teams for player in team.players]
        assert sorted(seated) == sorted(table.players)
        assert {len(team.players) for team in lineup.teams} == {seating.each}
        assert sorted(lineup.seats) == list(range(seating.players))
        turns = [player // seating.each for player in lineup.seats]
        assert turns == turns[: seating.teams] * seating.each
        if offer.kind in (Kind.PARTNERS, Kind.DRAWN_PARTNERS):
            assert lineup.dealer_name == found[0].lineup.dealer_name
            parted.append({frozenset(team.players) for team in lineup.teams})
    assert {frozenset(team.players) for team in table.teams} not in parted
    assert bool(parted) == table.in_pairs
    assert found == offers(table, due, totals, lot)


# ---- who deals


def test_the_next_in_turn_deals_or_the_first_loser_after_them() -> None:
    table = table_of("bain", 2, 2)
    assert table.seats == (0, 2, 1, 3)
    usual, losers = offers(table, 2, (500, 900), 0)[:2]
    assert _dealers([usual, losers]) == [(Kind.NOTHING, "Celia"), (Kind.DEALER, "Ben")]
    assert (usual.value, losers.value) == ("same:2", "same:1")
    assert not usual.draws_dealer
    assert not losers.draws_dealer


@pytest.mark.parametrize(
    ("totals", "losers"),
    [
        ((0, 0, 0, 0), ""),
        ((7, 7, 7, 7), ""),
        ((-5, 9, 9, 9), ""),
        ((9, 9, 9, -5), "Dev"),
        ((9, 3, 9, 3), "Ben"),
        ((3, 3, 9, 3), ""),
    ],
)
def test_losers_deal_unless_all_are_level_or_one_is_due_anyway(
    totals: tuple[int, ...], losers: str
) -> None:
    found = offers(table_of("marriage", 4), 0, totals, 0)
    assert _dealers(found)[1:] == ([(Kind.DEALER, losers)] if losers else [])


@pytest.mark.parametrize(("lot", "dealer"), [(0, "Ana"), (1, "Celia"), (2, "Ben"), (7, "Dev")])
def test_where_nobody_was_ever_named_the_dealer_is_drawn(lot: int, dealer: str) -> None:
    found = offers(table_of("bain", 2, 2), None, (0, 0), lot)
    assert {offer.lineup.dealer_name for offer in found} == {dealer}
    assert [offer.value for offer in found] == ["same:lot", "with-2:lot", "with-3:lot"]
    assert all(offer.draws_dealer for offer in found)


def test_a_loser_is_drawn_only_where_there_are_several() -> None:
    pairs = [offers(table_of("bain", 2, 2), None, (0, 5), lot)[1] for lot in range(4)]
    assert {offer.value for offer in pairs} == {"losers:lot"}
    assert [offer.lineup.dealer_name for offer in pairs] == ["Ana", "Ben", "Ben", "Ana"]
    assert all(offer.draws_dealer for offer in pairs)
    alone = [offers(table_of("marriage", 3), None, (0, -5, 5), lot)[1] for lot in range(3)]
    assert {(offer.value, offer.draws_dealer) for offer in alone} == {("same:1", False)}


# ---- new partners


def test_two_pairs_have_two_other_ways() -> None:
    found = offers(table_of("bain", 2, 2), 3, (0, 0), 0)
    assert [(_partners(offer), offer.value) for offer in found[1:]] == [
        (["Ana & Celia", "Ben & Dev"], "with-2:3"),
        (["Ana & Dev", "Celia & Ben"], "with-3:3"),
    ]
    for offer in found[1:]:
        assert offer.lineup.seats == (0, 2, 1, 3)
        assert offer.lineup.dealer_name == "Dev"


@pytest.mark.parametrize(
    ("teams", "each"), [(2, 3), (2, 6), (3, 2), (3, 3), (3, 4), (4, 2), (5, 2)]
)
def test_all_other_partners_are_as_likely(teams: int, each: int) -> None:
    table = table_of("bga", teams, each)
    others = [_parted(groups) for groups in other_groups(table)]
    drawn = [_parted(drawn_groups(table, lot)) for lot in range(len(others))]
    assert len(set(others)) == len(others)
    assert set(drawn) == set(others)
    assert _parted([tuple(table.members(team)) for team in range(teams)]) not in others
    (offer,) = offers(table, 0, (0,) * teams, 2**127 + 5)[1:]
    assert (offer.kind, offer.value) == (Kind.DRAWN_PARTNERS, "draw:0")


def test_the_present_partners_are_not_drawn_where_theirs_is_the_last_way() -> None:
    table = table_of("bga", 2, 3)
    beside = replace(table, seats=(0, 3, 4, 5, 1, 2))
    now = _parted([(0, 1, 2), (3, 4, 5)])
    drawn = {_parted(drawn_groups(beside, lot)) for lot in range(9)}
    assert now not in drawn
    assert len(drawn) == 9


def _parted(groups: list[tuple[int, ...]]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(group) for group in groups)


def _team_names(table: Table[object], *groups: tuple[int, ...]) -> list[str]:
    return [team.name for team in regrouped(table, list(groups), 0).teams]


def test_only_a_team_that_stays_together_keeps_its_name() -> None:
    table = table_of("bga", 3, 2)
    named = replace(
        table,
        teams=tuple(
            Team(name, team.players)
            for name, team in zip(("Aces", "Kings", "Jokers"), table.teams, strict=True)
        ),
    )
    assert _team_names(named, (1, 0), (2, 4), (3, 5)) == ["Aces", "Celia & Ece", "Dev & Finn"]


def test_names_that_are_taken_or_too_long() -> None:
    table = table_of("bga", 3, 2)
    aces, *others = table.teams
    named = replace(table, teams=(Team("CELIA & ece", aces.players), *others))
    assert _team_names(named, (0, 1), (2, 4), (3, 5))[1:] == ["Celia & Ece 2", "Dev & Finn"]
    players = tuple(f"{number}".rjust(names.LENGTH, "x") for number in range(6))
    long = replace(
        table_of("bga", 2, 6), teams=(Team("One", players), Team("Two", tuple("abcdef")))
    )
    one, two = _team_names(long, (0, 1, 2, 3, 4, 6), (5, 7, 8, 9, 10, 11))
    assert one == names.team_of(players[:3])
    assert two == names.team_of([players[5], *"bcdef"])


# ---- the same people at another game


@pytest.mark.parametrize(
    ("key", "seating", "other", "seats"),
    [
        ("bain", (2, 2), "bain", (2, 2)),
        ("bain", (2, 2), "banakil", (2, 2)),
        ("banakil", (4, 1), "bain", (2, 2)),
        ("banakil", (4, 1), "bga", (4, 1)),
        ("bain", (2, 2), "bga", (2, 2)),
        ("bain", (2, 2), "marriage", (4, 1)),
        ("marriage", (5, 1), "banakil", (4, 1)),
        ("bga", (7, 1), "marriage", (5, 1)),
        ("bga", (2, 6), "pennies", (2, 3)),
        ("bga", (3, 2), "pennies", (2, 3)),
        ("bga", (5, 1), "pennies", (2, 3)),
        ("banakil", (2, 1), "bain", (2, 2)),
        ("marriage", (3, 1), "pennies", (2, 3)),
    ],
)
def test_as_many_are_seated_as_another_game_has_room_for(
    key: str, seating: tuple[int, int], other: str, seats: tuple[int, int]
) -> None:
    found = seating_for(table_of(key, *seating), VARIANTS[other].seatings)
    assert found == Seating(*seats)


def test_where_the_deal_goes_the_other_way_round_everybody_keeps_their_chair() -> None:
    table = table_of("bga", 6, 1)
    assert order_for(table, Seating(6, 1), mirrored=False) == (0, 1, 2, 3, 4, 5)
    assert order_for(table, Seating(6, 1), mirrored=True) == (0, 5, 4, 3, 2, 1)
    assert order_for(table, Seating(4, 1), mirrored=True) == (0, 3, 2, 1)
    assert order_for(table, Seating(2, 4), mirrored=False) == (0, 1, 2, 3, 4, 5)
