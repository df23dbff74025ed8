"""The standings of a season: who is placed where, by what, and what decided between equals.

Equal players share a place and the next is skipped: 1, 1, 3. Two who are equal by what the season
is reckoned by are told apart by the games that they played against each other, then by the
difference: how many points their teams were ahead of the best other, or behind, in all their games
together. What a team wins, each of its members wins.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from itertools import groupby
from typing import Any

type Direct = Mapping[tuple[int, int], tuple[int, int]]
"""By two players, how often the first was placed before the other, and after."""

DIRECT, DIFFERENCE, SHARED = "direct", "difference", "shared"
"""What decides between equals; if nothing does, they share the place."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player's games of a season come to; `places` counts each place, from the first."""

    player: int
    games: int
    wins: int
    places: tuple[int, ...]
    points: int
    difference: int


@dataclass(frozen=True, slots=True)
class Rules:
    """How a season is reckoned; `place_points` are what each place is worth, from the first."""

    reckoning: str
    place_points: tuple[int, ...] = (3, 1, 0)
    least_games: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; None for who has not played enough.

    `figure` is what the season is reckoned by. `decided` says what put the player behind those
    before who are equal by it: their direct games or the difference; `shared` if nothing did.
    """

    tally: Tally
    figure: Fraction
    place: int | None
    decided: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings as they are shown: who is placed, who has played too little, and in how many
    games. `direct` has the games between equals; `names` are those of when it was written down.
    """

    placed: Sequence[Standing]
    few: Sequence[Standing]
    direct: Direct
    games: int
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def players(self) -> list[int]:
        """Everybody who is in it."""
        return [one.tally.player for one in (*self.placed, *self.few)]

    @property
    def first(self) -> list[Standing]:
        """Who is in the first place: several if they share it, nobody before the first game."""
        return [one for one in self.placed if one.place == 1]

    def equal_to(self, standing: Standing) -> list[Standing]:
        """Return those who are placed and equal by the figure, this one too, in their order."""
        return [one for one in self.placed if one.figure == standing.figure]

    def among(self, before: Standing, standing: Standing) -> list[Standing]:
        """Return the equals whose games with each other put one of two before the other.

        If none did, return those who are still level by them.
        """
        equals = self.equal_to(standing)
        while True:
            ahead = _balances([one.tally.player for one in equals], self.direct)
            own = ahead[standing.tally.player]
            level = [one for one in equals if ahead[one.tally.player] == own]
            if ahead[before.tally.player] != own or len(level) == len(equals):
                return equals
            equals = level

    def between(self, standing: Standing, equals: Sequence[Standing]) -> tuple[int, int]:
        """Return how often a player was ahead of these in their games together, and behind."""
        own = standing.tally.player
        told = [self.direct.get((own, other.tally.player), (0, 0)) for other in equals]
        return sum(won for won, _lost in told), sum(lost for _won, lost in told)

    def told(self, names: Mapping[int, str]) -> dict[str, Any]:
        """Return it as plain JSON, with the names of its players."""
        return {
            "placed": [_told(one) for one in self.placed],
            "few": [_told(one) for one in self.few],
            "direct": [[*pair, *games] for pair, games in sorted(self.direct.items())],
            "games": self.games,
            "names": {str(player): names[player] for player in self.players if player in names},
        }

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> "Table":
        """Return what was written as plain JSON."""
        return cls(
            placed=[_read(one) for one in told["placed"]],
            few=[_read(one) for one in told["few"]],
            direct={(one, other): (won, lost) for one, other, won, lost in told["direct"]},
            games=told["games"],
            names={int(player): name for player, name in told["names"].items()},
        )


def _told(standing: Standing) -> dict[str, Any]:
    figure = standing.figure
    return {
        **asdict(standing.tally),
        "figure": [figure.numerator, figure.denominator],
        "place": standing.place,
        "decided": standing.decided,
    }


def _read(told: Mapping[str, Any]) -> Standing:
    tally = {one.name: told[one.name] for one in fields(Tally)}
    return Standing(
        Tally(**{**tally, "places": tuple(tally["places"])}),
        Fraction(*told["figure"]),
        told["place"],
        told["decided"],
    )


def _average_place(tally: Tally) -> Fraction:
    taken = sum(place * times for place, times in enumerate(tally.places, start=1))
    return Fraction(taken, tally.games)


FIGURES: Mapping[str, Callable[[Tally, Rules], Fraction]] = {
    "wins": lambda tally, _rules: Fraction(tally.wins),
    "share": lambda tally, _rules: Fraction(tally.wins, tally.games),
    "places": lambda tally, rules: Fraction(
        sum(worth * times for worth, times in zip(rules.place_points, tally.places, strict=False))
    ),
    "points": lambda tally, _rules: Fraction(tally.points),
    "average_place": lambda tally, _rules: _average_place(tally),
}
"""What standings go by; more is better, but for the average place."""

LESS_IS_BETTER = ("average_place",)


def standings(
    tallies: Iterable[Tally], rules: Rules, direct: Direct, names: Mapping[int, str] | None = None
) -> tuple[list[Standing], list[Standing]]:
    """Return those who are placed, the best first, and those who have not played enough.

    Of the latter those with more games come first. Whoever has not played at all is in neither.
    Those who are equal in everything stand by name, if `names` has them by player.
    """

    def called(tally: Tally) -> tuple[str, int]:
        return (names or {}).get(tally.player, ""), tally.player

    sign = -1 if rules.reckoning in LESS_IS_BETTER else 1
    figure = FIGURES[rules.reckoning]
    told = [(figure(tally, rules), tally) for tally in tallies if tally.games]
    enough = [one for one in told if one[1].games >= rules.least_games]
    few = [one for one in told if one[1].games < rules.least_games]
    enough.sort(key=lambda one: called(one[1]))
    enough.sort(key=lambda one: sign * one[0], reverse=True)
    placed: list[Standing] = []
    for worth, group in groupby(enough, key=lambda one: one[0]):
        placed += _untied([tally for _worth, tally in group], worth, direct, len(placed) + 1)
    few.sort(key=lambda one: (-one[1].games, -sign * one[0], called(one[1])))
    return placed, [Standing(tally, worth, None) for worth, tally in few]


def tied(placed: Iterable[Standing]) -> set[int]:
    """Return the players who are equal to others by the figure alone."""
    found: set[int] = set()
    for _figure, group in groupby(placed, key=lambda one: one.figure):
        members = [one.tally.player for one in group]
        found.update(members if len(members) > 1 else [])
    return found


def _untied(
    equals: Sequence[Tally], figure: Fraction, direct: Direct, first: int
) -> list[Standing]:
    """Return those who are equal by the figure in their order; the best has the place `first`."""
    found: list[Standing] = []
    for level in _by_direct_games(equals, direct):
        # Sorting leaves those who are equal in everything as they were: by name.
        ranked = sorted(level, key=lambda one: -one.difference)
        for at, tally in enumerate(ranked):
            place, decided = first + len(found), DIRECT if found else ""
            if at:
                shares = ranked[at - 1].difference == tally.difference
                decided = SHARED if shares else DIFFERENCE
                place = found[-1].place or place if shares else place
            found.append(Standing(tally, figure, place, decided))
    return _sharing(found)


def _by_direct_games(equals: Sequence[Tally], direct: Direct) -> list[Sequence[Tally]]:
    """Return the equals in groups, the best first, which their games with each other do not part.

    Of those who are level among all, only the games between themselves count further.
    """
    ahead = _balances([one.player for one in equals], direct)
    ranked = sorted(equals, key=lambda one: -ahead[one.player])
    groups = [list(level) for _ahead, level in groupby(ranked, key=lambda one: ahead[one.player])]
    if len(groups) == 1:
        return [equals]
    return [level for group in groups for level in _by_direct_games(group, direct)]


def _balances(players: Collection[int], direct: Direct) -> dict[int, int]:
    """Return how often each was before the others of these, less how often behind."""
    found = {}
    for player in players:
        told = [direct.get((player, other), (0, 0)) for other in players]
        found[player] = sum(won - lost for won, lost in told)
    return found


def _sharing(found: Sequence[Standing]) -> list[Standing]:
    """Say of the first of those who share a place, too, that it is shared."""
    shared = {one.place for one in found if one.decided == SHARED}
    return [
        Standing(one.tally, one.figure, one.place, one.decided or SHARED)
        if one.place in shared
        else one
        for one in found
    ]
