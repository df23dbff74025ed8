"""Pennies from Heaven: six players in two teams of three, to 20,000.

A team scores in a round:
  the card values of all it melded, canastas included,
  + 1,500 for each canasta of sevens, 1,000 wild, 500 natural, 300 mixed,
  + 100 if it went out,
  + 100 for each red three laid down, but 1,000 in all for all eight; with no canasta of sevens
    they take the same off instead,
  - 100 for each red three in a foot never picked up (or found in a hand),
  - the card values left in the hands and feet of all three players.
Going out needs one canasta of each type; red threes play no part in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from . import canasta, canasta_melds, ending
from .canasta import CANASTAS, EIGHT, MIXED, NATURAL, RED, RED_THREE, SEVENS, WILD
from .entry import (
    TAKES_OFF,
    Entry,
    Finding,
    Pile,
    Points,
    _,
    adjustment,
    adjustment_note,
    choice,
    deck_classes,
    limits,
    option,
    warning,
    whole,
)
from .variant import Bonus, Goal, Line, Lines, Requirement, Seating, Table, Variant

ENDS = (*ending.ENDS, ("only_sevens", _("Only sevens in a hand")))
ALL_EIGHT = 1000
HAND, FOOT = 13, 11
"""How many cards each player is dealt: RULES, Set-up."""


@dataclass(frozen=True, slots=True)
class Round:
    """What is asked once for the round."""

    ended_by: str | None = ending.how(ENDS)
    went_out: int | None = ending.who()


@dataclass(frozen=True, slots=True)
class Column:
    """What is asked for each team."""

    sevens_canastas: int = whole(_("Sevens canastas"), "canastas", group=CANASTAS, worth=SEVENS)
    wild_canastas: int = whole(_("Wild canastas"), "canastas", group=CANASTAS, worth=WILD)
    natural_canastas: int = whole(_("Natural canastas"), "canastas", group=CANASTAS, worth=NATURAL)
    mixed_canastas: int = whole(_("Mixed canastas"), "canastas", group=CANASTAS, worth=MIXED)
    red_threes: int = whole(_("Red threes on the table"), "red-threes", **EIGHT)
    red_threes_in_foot: int = whole(
        _("Red threes in a foot or hand"), "red-threes", unit=TAKES_OFF, **RED
    )
    meld_points: Pile = canasta.pile(_("Melded, canastas included"), "scoring")
    hand_points: Pile = canasta.pile(_("Left in hands and feet"), "hands", TAKES_OFF)
    adjustment: int = adjustment(canasta.STEP)
    adjustment_note: str = adjustment_note()


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a table."""

    target: int = option(20_000, _("Play to"), low=1)
    going_out_bonus: int = option(100, _("Going out is worth"))
    red_threes_need: str = choice(
        _("Red threes count for a team with"),
        "red-threes",
        canasta.RED_THREES_NEED,
        canasta.NEEDS_SEVENS,
    )


def going_out(_table: Table[Options]) -> tuple[Requirement, ...]:
    """Return what must be there before anybody may go out."""
    return canasta.one_of_each()


LIMITS = canasta_melds.Limits(outnumbered=False, least_naturals=2)
MELDING = canasta_melds.melding(LIMITS, canasta_melds.by_total())


def figures(_options: Options) -> dict[str, Points]:
    """Return the numbers that the rules page speaks of."""
    seven = RED_THREE * (canasta.RED_THREES_IN_DECK - 1)
    return {
        **canasta.figures(HAND, FOOT),
        "meld_least": canasta_melds.LEAST,
        "all_eight": ALL_EIGHT,
        "most_wilds": LIMITS.most_wilds,
        "least_naturals": LIMITS.least_naturals,
        "seven_red_threes": seven,
        "seven_and_one_in_foot": seven - RED_THREE,
    }


def rules(entry: Entry[Round, Column], table: Table[Options]) -> Iterator[Finding]:
    """Yield every finding about an entry, in points and cards of four packs with eight jokers."""
    out = ending.who_went_out(entry.round)
    yield from limits(entry)
    yield from ending.faults(entry.round)
    yield from canasta.four_packs(entry)
    yield from canasta.meld_minimum(entry, canasta.LEAST, canasta.WILDS, "sevens_canastas")
    yield from deck_classes(entry, canasta.CARDS)
    yield from canasta.unmet(entry, out, going_out(table))
    yield from canasta.hands_counted(entry)
    yield from canasta.black_threes(entry, out)
    both_have_sevens = all(answers.sevens_canastas > 0 for answers in entry.columns)
    if entry.round.ended_by == "only_sevens" and both_have_sevens:
        message = _(
            "Both teams have a canasta of sevens, so a hand of sevens does not end the round: "
            "they may be discarded."
        )
        yield warning("sevens_may_be_discarded", message, "end", "ended_by")


def score(entry: Entry[Round, Column], table: Table[Options]) -> tuple[Lines, ...]:
    """Return the lines of each team's score, in points."""
    return canasta.per_team(entry, partial(_lines, table.options))


def _lines(options: Options, answers: Column, went_out: bool) -> Iterator[Line]:
    yield from canasta.melded_lines(answers)
    yield from canasta.canasta_lines(answers)
    yield from canasta.going_out_lines(options, went_out)
    if answers.red_threes == canasta.RED_THREES_IN_DECK:
        worth = ALL_EIGHT if canasta.red_threes_add(answers, options) else -ALL_EIGHT
        yield Line(
            "red_threes", _("All eight red threes"), worth, "red-threes", count=answers.red_threes
        )
    else:
        yield from canasta.red_three_lines(answers, options)
    yield from canasta.held_lines(answers)


def bonuses(options: Options) -> tuple[Bonus, ...]:
    """Return what is given besides canastas and cards."""
    return (
        *canasta.bonuses(options),
        Bonus(_("All eight red threes, in all"), ALL_EIGHT),
        Bonus(_("All eight against a team, in all"), -ALL_EIGHT),
    )


PENNIES = Variant(
    key="pennies",
    name=_("Pennies from Heaven"),
    short=_("Pennies"),
    summary=_("Two teams of three, all eight red threes a fortune, to 20,000"),
    columns_are="teams",
    seatings=(Seating(2, 3),),
    round_questions=Round,
    column_questions=Column,
    options=Options,
    rules=rules,
    score=score,
    goal=lambda table: Goal(target=table.options.target),
    going_out=going_out,
    bonuses=bonuses,
    melding=lambda _options: MELDING,
    opening=canasta.opening_by_total,
    opening_totals=canasta.opening_totals,
    figures=figures,
)
