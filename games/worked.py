"""Rounds worked out for the rules, scored by the variants themselves at a table's house rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from . import wording
from .names import team_of
from .variants import VARIANTS
from .variants.entry import Points
from .variants.variant import Line, Seating, Table, Team, Variant, total_of

PLUS = " + "
LESS = f" {wording.MINUS} "


@dataclass(frozen=True, slots=True)
class Cell:
    """The points that one line brings one of those who score, and how they come about."""

    points: Points
    working: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a round for all who score; None for those who have no such line."""

    label: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A round line by line, with a column for each who scores."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """What a team scores, and the sum that it comes from where there is one to be made."""

    name: str
    working: str
    score: int


@dataclass(frozen=True, slots=True)
class Told:
    """A round in a few words, and a sum for each who scores."""

    name: str
    told: str
    sums: tuple[Sum, ...]


def rounds(variant: Variant[Any, Any, Any], options: Any) -> dict[str, Any]:
    """Return what the rules of a game show worked out, by the names that its page uses.

    A game that is not in the registry shows nothing.
    """
    make = ROUNDS.get(variant.key)
    return make(options) if make else {}


# ---- the three Hand and Foot games


def _bain(options: Any) -> dict[str, Any]:
    one_each = dict.fromkeys(
        ("sevens_canastas", "wild_canastas", "natural_canastas", "mixed_canastas"), 1
    )
    north_south = {"meld_points": 490, "garbage_points": 30, "red_threes": 5, "hand_points": 25}
    east_west = {"mixed_canastas": 2, "meld_points": 185, "red_threes": 3, "hand_points": 310}
    names = (_("North-South"), _("East-West"))
    columns = (one_each | north_south, east_west)
    return {"round": _sheet("bain", options, names, columns, went_out=0)}


def _pennies(options: Any) -> dict[str, Any]:
    without = {"natural_canastas": 1, "mixed_canastas": 1, "red_threes": 8, "hand_points": 95}
    teams = (without | {"sevens_canastas": 1, "meld_points": 320}, without | {"meld_points": 285})
    return {"round": _sheet("pennies", options, (_("With sevens"), _("Without")), teams)}


def _bga(options: Any) -> dict[str, Any]:
    first = {"clean_books": 2, "dirty_books": 1, "meld_points": 340, "hand_points": 45}
    second = {"dirty_books": 1, "meld_points": 260, "hand_points": 70, "red_threes_left": 1}
    names = (_("Went out"), _("The others"))
    return {"round": _sheet("bga", options, names, (first, second), went_out=0)}


def _sheet(
    key: str,
    options: Any,
    names: tuple[str, ...],
    columns: Sequence[Mapping[str, object]],
    went_out: int | None = None,
) -> Sheet:
    """Score a round of some teams or players, and lay its lines side by side."""
    variant = VARIANTS[key]
    ended: dict[str, object] = {"ended_by": "stock_out" if went_out is None else "going_out"}
    scored = _scored(variant, options, names, 1, {**ended, "went_out": went_out}, columns)
    labels: dict[tuple[str, str], list[Cell | None]] = {}
    for place, lines in enumerate(scored):
        for line in lines:
            cells = labels.setdefault((line.code, line.label), [None] * len(names))
            cells[place] = Cell(line.points, wording.working(line.count, line.value, line.points))
    rows = tuple(Row(_(label), tuple(cells)) for (_code, label), cells in labels.items())
    return Sheet(names, rows, tuple(total_of(lines) for lines in scored))


# ---- Banakil


def _banakil(options: Any) -> dict[str, Any]:
    first = replace(options, pairs_scoring="winner_and_opponents")
    added = replace(options, pairs_scoring="sum_of_partners")
    two = _("Two players.")
    is_usual = options.pairs_scoring == first.pairs_scoring
    pairs = _("Two pairs.") if is_usual else _("Two pairs, as usual.")
    north, south, east, west = _("North"), _("South"), _("East"), _("West")
    we_ns, sn_ew = ((west, east), (north, south)), ((south, north), (east, west))
    ew_ns = ((east, west), (north, south))
    fifth = ((25, 0), (0, 0), ("3.5", 16), ("10.5", 9))
    alone = ((_("Ana"),), (_("Ben"),))
    return {
        "rounds": (
            _played(first, two, alone, (("24.5", 0), (6, "11.5")), 0),
            _played(first, two, alone, ((0, 0), (21, 0)), 1, at_once=True),
            _played(first, two, alone, ((22, 0), (12, 9)), 0, at_once=True),
            _played(first, pairs, we_ns, (("26.5", 0), (14, "6.5"), (17, 2), (0, 0)), 0),
            _played(first, pairs, sn_ew, fifth, 0, at_once=True),
            _played(added, _("The same, partners added."), sn_ew, fifth, 0, at_once=True),
            _played(first, pairs, ew_ns, ((23, 0), *[(0, 0)] * 3), 0, True),
        ),
        "rounded": tuple(
            _rounded(first, *points) for points in ((14, "6.5"), (2, "2.5"), (2, "9.5"))
        ),
    }


def _played(
    options: Any,
    name: str,
    teams: tuple[tuple[str, ...], ...],
    players: Sequence[tuple[object, object]],
    out: int,
    at_once: bool = False,
) -> Told:
    """Score a round of Banakil, in which each player melded so much and has so much in hand."""
    variant = VARIANTS["banakil"]
    names = tuple(team_of(team) for team in teams)
    columns = [{"meld_points": melds, "hand_points": hand} for melds, hand in players]
    ended = {"ended_by": "going_out", "went_out": out, "all_at_once": at_once}
    scored = _scored(variant, options, names, len(teams[0]), ended, columns)
    each = [player for team in teams for player in team]
    told = " ".join(
        _happened(player, Decimal(str(melds)), Decimal(str(hand)), number == out, at_once)
        for number, (player, (melds, hand)) in enumerate(zip(each, players, strict=True))
    )
    return Told(name, told, tuple(_sum(*one) for one in zip(names, scored, strict=True)))


def _happened(player: str, melds: Decimal, hand: Decimal, out: bool, at_once: bool) -> str:
    """Say what a player of Banakil did in a round."""
    values = {"player": player, "melds": wording.points(melds), "hand": wording.points(hand)}
    if out and at_once:
        return _("%(player)s went out all at once with %(melds)s.") % values
    if out:
        return _("%(player)s went out, melds %(melds)s.") % values
    if not melds:
        return _("%(player)s melded nothing.") % values
    return _("%(player)s melds %(melds)s, hand %(hand)s.") % values


def _rounded(options: Any, melds: object, hand: object) -> tuple[str, str]:
    """Return what a player of Banakil has exactly, and what of it counts."""
    variant = VARIANTS["banakil"]
    columns = ({"meld_points": 10}, {"meld_points": melds, "hand_points": hand})
    ended = {"ended_by": "going_out", "went_out": 0}
    _winner, lines = _scored(variant, options, ("A", "B"), 1, ended, columns)
    exact = sum((line.points for line in lines if line.code != "rounding"), Decimal(0))
    return wording.points(exact), wording.points(total_of(lines))


# ---- Marriage


def _marriage(options: Any) -> dict[str, Any]:
    names = (_("Chandra"), _("Asha"))
    chandra = {"main_wilds": 1, "upper_wilds": 2, "marriages_on_table": 1}
    asha = {"tunnelas": 1, "lower_wilds": 1}
    by_points = replace(options, settlement="points")
    four = _sheet("marriage", by_points, (*names, "", ""), (chandra, asha, {}, {}), went_out=0)
    rows = tuple(replace(row, cells=row.cells[:2]) for row in four.rows)
    maal = replace(options, settlement="maal")
    counts, murder = (replace(maal, unopened_maal=how) for how in ("counts", "murder"))
    return {
        "round": Sheet(names, rows, four.totals[:2]),
        "rounds": (
            _settled(counts, _("As usual.")),
            _settled(murder, _("With murder.")),
            _settled(counts, _("Closed with eight pairs."), dublee=True),
        ),
    }


def _settled(options: Any, name: str, dublee: bool = False) -> Told:
    """Settle the same round of Marriage by maal, however the table does that."""
    names = (_("Asha"), _("Bikash"), _("Chandra"), _("Deepa"))
    columns = (
        {"seen": True, "tunnelas": 1},
        {"lower_wilds": 1},
        {"seen": True, "main_wilds": 1, "marriages_in_hand": 1},
        {"seen": True, "upper_wilds": 2, "tunnelas": 1},
    )
    ended = {"went_out": 2, "dublee": dublee}
    scored = _scored(VARIANTS["marriage"], options, names, 1, ended, columns)
    return Told(name, "", tuple(_sum(*one) for one in zip(names, scored, strict=True)))


# ---- what they share


def _scored(
    variant: Variant[Any, Any, Any],
    options: Any,
    names: tuple[str, ...],
    each: int,
    ended: Mapping[str, object],
    columns: Sequence[Mapping[str, object]],
) -> tuple[tuple[Line, ...], ...]:
    """Return the lines of a round, each who scores having so many players."""
    seating = Seating(len(names), each)
    teams = tuple(Team(name, (name,) * each) for name in names)
    table = Table(teams, options, seating.alternate())
    reading = variant.read({**ended, "entries": list(columns)}, table)
    if reading.findings:
        raise ValueError(reading.findings)
    return variant.score(reading.entry, table)


def _sum(name: str, lines: Sequence[Line]) -> Sum:
    """Return a team's score with the sum that it is, in figures."""
    parts = "".join(_in_figures(lines))
    return Sum(name, f"{parts} = " if len(lines) > 1 else "", total_of(lines))


def _in_figures(lines: Sequence[Line]) -> Iterator[str]:
    for place, line in enumerate(lines):
        size = wording.points(-line.points if line.points < 0 else line.points)
        if place:
            yield LESS if line.points < 0 else PLUS
        elif line.points < 0:
            yield wording.MINUS
        yield size


# ---- which game shows what

ROUNDS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "bain": _bain,
    "pennies": _pennies,
    "bga": _bga,
    "banakil": _banakil,
    "marriage": _marriage,
}
"""What makes the rounds that each game shows."""
