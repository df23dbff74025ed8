"""The games beside each other: the five at a glance, and how the three Hand and Foot games differ.

Every number is that of the variant, as it is played unless a table agrees otherwise.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from . import wording
from .variants import VARIANTS
from .variants.entry import Points, question_named
from .variants.variant import Goal, Variant

HAND_AND_FOOT = ("bain", "pennies", "bga")
TO = "\N{EN DASH}"


type Rows = Iterator[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Glance:
    """What there is to know of a game before one chooses it."""

    key: str
    name: str
    players: str
    cards: str
    opening: str
    length: str
    ends: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the games compared have each in its own way."""

    label: str
    cells: tuple[str, ...]


def at_a_glance() -> list[Glance]:
    """Return each game in a few words."""
    return [
        Glance(
            key=variant.key,
            name=_(variant.name),
            players=_players(variant),
            cards=_cards(variant),
            opening=_opening(variant),
            length=_length(variant),
            ends=" ".join(_ends(variant)),
        )
        for variant in VARIANTS.values()
    ]


def side_by_side() -> list[Difference]:
    """Return what differs among the three Hand and Foot games, in the order of a round.

    What comes out alike in all of them, since their numbers are the same, is left out.
    """
    rows = (Difference(label, tuple(cells)) for label, cells in _rows())
    return [row for row in rows if len(set(row.cells)) > 1]


# ---- the five


def _span(numbers: Sequence[int]) -> str:
    """Return numbers by their ends: 2-5."""
    ends = dict.fromkeys((min(numbers), max(numbers)))
    return TO.join(wording.points(number) for number in ends)


def _players(variant: Variant[Any, Any, Any]) -> str:
    number = _span([seating.players for seating in variant.seatings])
    in_teams = {seating.each > 1 for seating in variant.seatings}
    how = _("alone or in teams") if len(in_teams) > 1 else _("in teams")
    return _("%(number)s, %(how)s") % {
        "number": number,
        "how": _("each alone") if in_teams == {False} else how,
    }


def _cards(variant: Variant[Any, Any, Any]) -> str:
    figures = _figures(variant)
    if "deck_cards" not in figures:
        return _("as many packs as agreed")
    return _("%(number)s in %(packs)s packs") % {
        "number": wording.points(figures["deck_cards"]),
        "packs": wording.points(figures["packs"]),
    }


def _opening(variant: Variant[Any, Any, Any]) -> str:
    opening = variant.opening((), variant.empty_table(variant.seatings[0]))[0]
    if opening.points is not None:
        return _("To open: %(points)s at first.") % {"points": wording.points(opening.points)}
    if opening.words:
        return _("No points are needed to open. %(words)s.") % {"words": _(opening.words)}
    return _("To open: any meld.")


def _goals(variant: Variant[Any, Any, Any]) -> list[Goal]:
    return [variant.goal(variant.empty_table(seating)) for seating in variant.seatings]


def _length(variant: Variant[Any, Any, Any]) -> str:
    goals = _goals(variant)
    if targets := [goal.target for goal in goals if goal.target is not None]:
        return _("to %(points)s") % {"points": _span(targets)}
    rounds = [goal.rounds for goal in goals if goal.rounds is not None]
    return _("Rounds: %(number)s") % {"number": _span(rounds)}


def _ends(variant: Variant[Any, Any, Any]) -> Iterator[str]:
    """Yield the sentences about how a round ends, and who wins."""
    choices = question_named(variant.round_questions, "ended_by").choices
    ways = "; ".join(_(label) for _value, label in choices)
    yield _("End of a round: %(ways)s.") % {"ways": ways}
    if any(goal.target for goal in _goals(variant)):
        yield _("The game ends when the total is reached.")
    else:
        yield _("The game ends after the last round.")
    yield _("Equal totals share the win.") if variant.ties_share else _("A tie is played off.")


# ---- the three


def _figures(variant: Variant[Any, Any, Any]) -> dict[str, Points]:
    options = variant.read_options({}, variant.seatings[0])[0]
    return dict(variant.figures(options))


class _Side:
    """One of the three: its numbers in words."""

    def __init__(self, key: str) -> None:
        self.variant = VARIANTS[key]
        self.options = self.variant.read_options({}, self.variant.seatings[0])[0]
        self.numbers = _figures(self.variant)

    def __getitem__(self, name: str) -> str:
        """Return a figure or a house rule as it is printed."""
        number = self.numbers.get(name)
        return wording.points(getattr(self.options, name) if number is None else number)


def _rows() -> Rows:
    sides = [_Side(key) for key in HAND_AND_FOOT]
    bain, pennies, bga = sides
    yield _("Players"), [_players(side.variant) for side in sides]
    yield _("Cards"), [_cards(side.variant) for side in sides]
    yield (
        _("Hand and foot"),
        [
            *(f"{side['hand']} + {side['foot']}" for side in (bain, pennies)),
            _("twice %(small)s, or twice %(large)s")
            % {"small": bga["hand_small"], "large": bga["hand_large"]},
        ],
    )
    yield (
        _("Looking at the foot"),
        [_("once, when it is dealt"), _("not before it is earned"), _("not before it is earned")],
    )
    fewer = _("fewer than natural ones, at most %(number)s")
    yield (
        _("Wild cards in a meld"),
        [
            fewer % {"number": bain["wilds_of_all"]},
            _("at most %(number)s, beside %(naturals)s natural ones")
            % {"number": pennies["most_wilds"], "naturals": pennies["least_naturals"]},
            fewer % {"number": bga["max_wilds"]},
        ],
    )
    yield from _bonuses(bain, pennies, bga)
    yield (
        _("The opening goes by"),
        [_("the team's total"), _("the team's total"), _("the round")],
    )
    yield (
        _("What opens"),
        [
            *(_steps(side, "opening", "total_4") for side in (bain, pennies)),
            _steps(bga, "round", ""),
        ],
    )
    yield (
        _("After opening"),
        [
            _("the opener waits with a canasta for the partner"),
            _("nobody has to wait"),
            _("nobody has to wait"),
        ],
    )
    yield from _in_a_turn()
    yield from _red_threes(bain, pennies, bga)
    yield from _at_the_end(bain, pennies, bga)


def _steps(side: _Side, name: str, last: str) -> str:
    """Return what opens, from the first step to the last."""
    steps = ", ".join(side[f"{name}_{number}"] for number in range(1, 5))
    if not last:
        return steps
    told = {"steps": steps, "below": side["opening_below"]}
    return _("%(steps)s; below zero %(below)s") % told


def _bonuses(bain: _Side, pennies: _Side, bga: _Side) -> Rows:
    none = _("as any book")
    yield _("Canasta of sevens"), [bain["sevens"], pennies["sevens"], none]
    yield _("Wild canasta or book"), [bain["wild"], pennies["wild"], bga["wild_bonus"]]
    yield (
        _("Natural or clean"),
        [bain["natural"], pennies["natural"], bga["clean_bonus"]],
    )
    yield _("Mixed or dirty"), [bain["mixed"], pennies["mixed"], bga["dirty_bonus"]]


def _in_a_turn() -> Rows:
    yield (
        _("The discard pile"),
        [
            _("all of it; if frozen, down to the wild card"),
            _("all of it, frozen or not"),
            _("the top card, and usually six more"),
        ],
    )
    yield (
        _("The foot is taken up"),
        [
            _("after the turn in which one completed a canasta"),
            _("after the turn in which one completed a canasta"),
            _("when the hand is played out"),
        ],
    )
    yield (
        _("Sevens are discarded"),
        [_("never"), _("when both teams have a canasta of them"), _("like any card")],
    )
    yield (
        _("Garbage pile"),
        [_("yes, with a canasta of sevens"), _("no"), _("no")],
    )
    yield (
        _("Black threes are melded"),
        [_("while going out"), _("while going out"), _("never")],
    )


def _red_threes(bain: _Side, pennies: _Side, bga: _Side) -> Rows:
    with_sevens = _("%(points)s each; minus without a canasta of sevens")
    yield (
        _("Red three on the table"),
        [
            with_sevens % {"points": bain["red_three"]},
            with_sevens % {"points": pennies["red_three"]},
            _("%(points)s each") % {"points": bga["red_three_value"]},
        ],
    )
    costs = _("costs %(points)s, with or without a canasta of sevens")
    yield (
        _("Red three left in a foot or hand"),
        [
            costs % {"points": bain["red_three"]},
            costs % {"points": pennies["red_three"]},
            _("costs %(points)s") % {"points": bga["red_three_value"]},
        ],
    )
    yield (
        _("All eight of them"),
        [
            _("no bonus"),
            _("%(points)s in all, plus or minus") % {"points": pennies["all_eight"]},
            _("no bonus"),
        ],
    )


def _at_the_end(bain: _Side, pennies: _Side, bga: _Side) -> Rows:
    contract = _("clean %(clean)s, dirty %(dirty)s, wild %(wild)s") % {
        "clean": bga["contract_clean"],
        "dirty": bga["contract_dirty"],
        "wild": bga["contract_wild"],
    }
    yield (
        _("Going out needs"),
        [
            _("one canasta of each of four types, and all red threes on the table"),
            _("one canasta of each of four types"),
            contract,
        ],
    )
    yield _("Going out is worth"), [one["going_out_bonus"] for one in (bain, pennies, bga)]
    yield (
        _("The last card"),
        [
            _("is discarded, and no seven"),
            _("is discarded, and no seven"),
            _("is melded or discarded"),
        ],
    )
    yield (
        _("Asking for leave to go out"),
        [_("of the partner"), _("of one team mate"), _("not spoken of")],
    )
    yield (
        _("Nothing but sevens in hand"),
        [
            _("ends the round, after a draw"),
            _("ends the round, if a team has no canasta of them"),
            _("play goes on"),
        ],
    )
    yield _("Length"), [_length(one.variant) for one in (bain, pennies, bga)]
