"""Playing again: who could play whom, and who deals first. Nothing here is read or written."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations, count, islice
from typing import Any

from games import names
from games.variants.variant import Seating, Table, Team

type Groups = list[tuple[int, ...]]
"""Who plays together: players by their number, in dealing order within each team."""


class Kind(StrEnum):
    """What is different from the game before, the dealer in turn aside."""

    NOTHING = "nothing"
    DEALER = "dealer"
    PARTNERS = "partners"
    DRAWN_PARTNERS = "drawn_partners"


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays whom, in which seats, and the player who deals first."""

    teams: tuple[Team, ...]
    seats: tuple[int, ...]
    dealer: int

    @property
    def dealer_name(self) -> str:
        """What the player is called who deals first."""
        return [player for team in self.teams for player in team.players][self.dealer]


@dataclass(frozen=True, slots=True)
class Offer:
    """A way to play again.

    `value` names what it is and not its place among the others: whatever happens to the game
    before, it stands for what was read on the page or for nothing.
    """

    kind: Kind
    value: str
    lineup: Lineup
    draws_dealer: bool


def offers(table: Table[Any], due: int | None, totals: Sequence[int], lot: int) -> list[Offer]:
    """Return the ways to play again, the usual one first.

    `due` is the player who would deal next, None if nobody was ever named, and `lot` a random
    number from which everything that has to be drawn is taken.
    """
    players, drawn = len(table.seats), due is None
    dealer = table.seats[lot % players] if due is None else due
    return [
        Offer(Kind.NOTHING, _value("same", dealer, drawn), _again(table, dealer), drawn),
        *_losers_deal(table, totals, dealer, drawn),
        # The dealer may come from the same number: the partners are drawn from what is left of it.
        *_new_partners(table, dealer, drawn, lot // players),
    ]


def _losers_deal(
    table: Table[Any], totals: Sequence[int], due: int, drawn: bool
) -> Iterator[Offer]:
    """Yield that the first loser in turn deals, unless the due dealer is known to be that."""
    losers = losers_of(table, totals)
    if not losers:
        return
    dealer = next(player for player in _in_turn(table, due) if player in losers)
    if drawn and len(losers) > 1:
        yield Offer(Kind.DEALER, _value("losers", dealer, True), _again(table, dealer), True)
    elif drawn or dealer != due:
        yield Offer(Kind.DEALER, _value("same", dealer, False), _again(table, dealer), False)


def _new_partners(table: Table[Any], dealer: int, drawn: bool, lot: int) -> Iterator[Offer]:
    """Yield the other partners where two pairs play, else partners by lot."""
    if not table.in_pairs:
        return
    if len(table.seats) > 4:
        value = _value("draw", dealer, drawn)
        groups = drawn_groups(table, lot)
        yield Offer(Kind.DRAWN_PARTNERS, value, regrouped(table, groups, dealer), drawn)
        return
    for groups in other_groups(table):
        value = _value(f"with-{groups[0][1]}", dealer, drawn)
        yield Offer(Kind.PARTNERS, value, regrouped(table, groups, dealer), drawn)


def _value(partners: str, dealer: int, drawn: bool) -> str:
    return f"{partners}:{'lot' if drawn else dealer}"


def _again(table: Table[Any], dealer: int) -> Lineup:
    return Lineup(table.teams, table.seats, dealer)


def losers_of(table: Table[Any], totals: Sequence[int]) -> frozenset[int]:
    """Return the players of the teams with the lowest total; nobody where all are level."""
    least = min(totals)
    if least == max(totals):
        return frozenset()
    return frozenset(player for player in table.seats if totals[table.team_of(player)] == least)


def _in_turn(table: Table[Any], first: int) -> tuple[int, ...]:
    place = table.seats.index(first)
    return table.seats[place:] + table.seats[:place]


# ---- new partners


def other_groups(table: Table[Any]) -> list[Groups]:
    """Return every way to put the players into teams of this size, except the present one."""
    ways = _ways(len(table.seats), _each(table))
    every = (_groups(table.seats, _each(table), way) for way in range(ways))
    return [groups for groups in every if _parted(groups) != _present(table)]


def drawn_groups(table: Table[Any], lot: int) -> Groups:
    """Draw one of the other ways to put the players into teams, each as likely as any other."""
    last = _ways(len(table.seats), _each(table)) - 1
    groups = _groups(table.seats, _each(table), lot % last)
    if _parted(groups) == _present(table):
        # The last way is not drawn otherwise: it stands in for the present one.
        return _groups(table.seats, _each(table), last)
    return groups


def regrouped(table: Table[Any], groups: Groups, dealer: int) -> Lineup:
    """Return the line-up of new teams, in which the partners take their seats in turn."""
    order = [player for group in groups for player in group]
    seats = Seating(len(groups), len(groups[0])).alternate()
    return Lineup(tuple(_teams(table, groups)), seats, order.index(dealer))


def _teams(table: Table[Any], groups: Groups) -> Iterable[Team]:
    """Yield the new teams, named by their players; one that stays together keeps its name."""
    own = {frozenset(table.members(number)): team for number, team in enumerate(table.teams)}
    stay = [own.get(frozenset(group)) for group in groups]
    taken = {names.same_as(name) for name in table.players}
    taken |= {names.same_as(team.name) for team in stay if team}
    for group, before in zip(groups, stay, strict=True):
        players = tuple(table.players[player] for player in group)
        name = before.name if before else _name(players, taken)
        taken.add(names.same_as(name))
        yield Team(name, players)


def _name(players: tuple[str, ...], taken: set[str]) -> str:
    """Return a team's name: its players', the first of them where all would be too long.

    A number after it tells it from one that is taken.
    """
    room = names.TEAM_LENGTH - len(" 99")
    shorter = (names.team_of(players[:many]) for many in range(len(players), 0, -1))
    joined = next(name for name in shorter if len(name) <= room)
    numbered = (f"{joined} {number}" for number in count(2))
    return next(name for name in chain([joined], numbered) if names.same_as(name) not in taken)


def _each(table: Table[Any]) -> int:
    return len(table.teams[0].players)


def _parted(groups: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return {frozenset(group) for group in groups}


def _present(table: Table[Any]) -> set[frozenset[int]]:
    return _parted(table.members(team) for team in range(len(table.teams)))


def _ways(players: int, each: int) -> int:
    """Return in how many ways people can be put into teams."""
    if players == 0:
        return 1
    return math.comb(players - 1, each - 1) * _ways(players - each, each)


def _groups(players: Sequence[int], each: int, way: int) -> Groups:
    """Return one of these ways, by its number: the first player's team, then all others'."""
    if not players:
        return []
    first, *others = players
    which, rest = divmod(way, _ways(len(players) - each, each))
    mates = next(islice(combinations(others, each - 1), which, None))
    left = [player for player in others if player not in mates]
    return [(first, *mates), *_groups(left, each, rest)]


# ---- the same people at another game


def seating_for(table: Table[Any], seatings: Sequence[Seating]) -> Seating:
    """Return the seating that suits these people: theirs, or the smallest with room for all.

    The largest where there is none. Of several, one that keeps partners or lone players.
    """
    now = Seating(len(table.teams), _each(table))
    roomy = [one for one in seatings if one.players >= now.players]
    most = max(one.players for one in seatings)
    size = min((one.players for one in roomy), default=most)
    fit = [one for one in seatings if one.players == size]
    return min(fit, key=lambda one: (one != now, (one.each > 1) != table.in_pairs))


def order_for(table: Table[Any], seating: Seating, *, mirrored: bool) -> tuple[int, ...]:
    """Return the players in the dealing order of another game, as many as it seats.

    Where that deals the other way round everybody keeps their chair, and so their neighbours.
    """
    first, *others = table.seats[: seating.players]
    return (first, *reversed(others)) if mirrored else (first, *others)
