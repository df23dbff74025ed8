"""The result of a closed season, told without the numbers that only one database knows.

There a player is told by place in the list `players`, which has what each is called now.
"""

from collections.abc import Mapping
from typing import Any

from games import names
from games.standings import DIFFERENCE, DIRECT, SHARED

LARGEST = 10**12
MOST_PLAYERS, MOST_PAIRS = 1000, 100_000
TALLY = frozenset(("games", "wins", "points", "difference", "places"))
STANDING = TALLY | {"player", "figure", "place", "decided"}
LISTS = ("placed", "few")
WHOLE = frozenset((*LISTS, "players", "names", "direct", "games"))


class NoResultError(Exception):
    """This is no result of a season."""


# ---- out


def told(result: Mapping[str, Any], called: Mapping[int, str]) -> dict[str, Any]:
    """Return a result as an archive has it; `called` has the names of today."""
    order = list(dict.fromkeys(one["player"] for name in LISTS for one in result[name]))
    place = {player: number for number, player in enumerate(order)}
    then = {int(player): name for player, name in result["names"].items()}
    direct = [[place[one], place[other], *games] for one, other, *games in result["direct"]]
    return {
        "players": [called.get(player, then.get(player, "")) for player in order],
        "names": [then.get(player) for player in order],
        **{
            name: [{**one, "player": place[one["player"]]} for one in result[name]]
            for name in LISTS
        },
        "direct": sorted(direct),
        "games": result["games"],
    }


# ---- in


def checked(given: object) -> dict[str, Any]:
    """Return what an archive tells of a result; NoResultError if a page could not show it."""
    if not isinstance(given, dict) or given.keys() != WHOLE:
        raise NoResultError
    number = _check_names(given["players"], given["names"])
    for name in LISTS:
        for one in _list(given[name], MOST_PLAYERS):
            _check(one, number, is_placed=name == "placed")
    seen = [one["player"] for name in LISTS for one in given[name]]
    if sorted(seen) != list(range(number)) or not _whole(given["games"], 0):
        raise NoResultError
    for pair in _list(given["direct"], MOST_PAIRS):
        fits = len(_list(pair, 4)) == 4 and all(_whole(one, 0) for one in pair)
        if not fits or max(pair[:2]) >= number:
            raise NoResultError
    return given


def _check_names(now: object, then: object) -> int:
    """Return how many players there are."""
    called, before = _list(now, MOST_PLAYERS), _list(then, MOST_PLAYERS)
    told = [*called, *(name for name in before if name is not None)]
    if len(called) != len(before) or not all(map(_is_name, told)):
        raise NoResultError
    if len(set(map(names.same_as, called))) < len(called):
        raise NoResultError
    return len(called)


def _check(one: object, number: int, *, is_placed: bool) -> None:
    if not isinstance(one, dict) or one.keys() != STANDING:
        raise NoResultError
    figure, places = _list(one["figure"], 2), _list(one["places"], MOST_PLAYERS)
    fits = (
        *(_whole(one[name], -LARGEST) for name in ("points", "difference")),
        _whole(one["games"], 1) and _whole(one["wins"], 0),
        _whole(one["player"], 0) and one["player"] < number,
        all(_whole(times, 0) for times in places),
        len(figure) == 2 and _whole(figure[0], -LARGEST) and _whole(figure[1], 1),
        _whole(one["place"], 1) if is_placed else one["place"] is None,
        one["decided"] in ("", DIRECT, DIFFERENCE, SHARED),
    )
    if not all(fits):
        raise NoResultError


def _list(given: object, most: int) -> list[Any]:
    if not isinstance(given, list) or len(given) > most:
        raise NoResultError
    return given


def _whole(given: object, least: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and least <= given <= LARGEST


def _is_name(given: object) -> bool:
    return isinstance(given, str) and not names.fault(given) and len(given) <= names.LENGTH


def kept(result: Mapping[str, Any], players: Mapping[str, int]) -> dict[str, Any] | None:
    """Return a result as a season keeps it, given the players of its club by the keys of names.

    None if somebody in it is not there.
    """
    numbers = [players.get(names.same_as(name)) for name in result["players"]]
    if None in numbers:
        return None
    return {
        **{
            name: [{**one, "player": numbers[one["player"]]} for one in result[name]]
            for name in LISTS
        },
        "direct": [
            [numbers[one], numbers[other], *games] for one, other, *games in result["direct"]
        ],
        "games": result["games"],
        "names": {
            str(number): name
            for number, name in zip(numbers, result["names"], strict=True)
            if name is not None
        },
    }
