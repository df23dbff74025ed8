"""Bain Hand and Foot: four players in two teams, to 20,000.

A team scores in a round:
  the card values of all it melded, canastas and garbage pile included,
  + 1,500 for each canasta of sevens, 1,000 wild, 500 natural, 300 mixed,
  + 200 if it went out,
  + 100 for each red three laid down; with no canasta of sevens they take off 100 each instead,
  - 100 for each red three in a foot never picked up (or found in a hand),
  - the card values left in its hands and feet.
Going out needs one canasta of each type, and all eight red threes on the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from . import canasta, canasta_melds, ending
from .canasta import CANASTAS, EIGHT, MIXED, NATURAL, RED, SEVENS, WILD
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
    field_of,
    limits,
    option,
    warning,
    whole,
)
from .variant import Goal, Line, Lines, Requirement, Seating, Table, Variant, amount

HAND, FOOT = 15, 13
"""How many cards each player is dealt: RULES, Set-up."""

ENDS = (*ending.ENDS, ("only_sevens", _("Only sevens left")))


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
    garbage_points: Pile = canasta.pile(_("Garbage pile"), "garbage")
    hand_points: Pile = canasta.pile(_("Left in hands and feet"), "hands", TAKES_OFF)
    adjustment: int = adjustment(canasta.STEP)
    adjustment_note: str = adjustment_note()


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a table."""

    target: int = option(20_000, _("Play to"), low=1)
    going_out_bonus: int = option(200, _("Going out is worth"))
    red_threes_need: str = choice(
        _("Red threes count for a team with"),
        "red-threes",
        canasta.RED_THREES_NEED,
        canasta.NEEDS_SEVENS,
    )


def going_out(_table: Table[Options]) -> tuple[Requirement, ...]:
    """Return what must be there before anybody may go out."""
    red_threes = Requirement(
        "red_threes_not_all_out",
        _("All eight red threes on the table, both teams together"),
        _("Red threes on the table: %(found)s of %(least)s, although somebody went out."),
        "going-out",
        ("red_threes",),
        least=canasta.RED_THREES_IN_DECK,
        most=canasta.RED_THREES_IN_DECK,
        together=True,
    )
    return (*canasta.one_of_each(), red_threes)


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
    for column, answers in enumerate(entry.columns):
        if out is not None and answers.red_threes_in_foot > 0:
            message = _("%(column)s has red threes in a foot or hand although a player went out.")
            place = ("going-out", "red_threes_in_foot", column)
            yield warning("red_threes_in_foot_after_out", message, *place)
        yield from _garbage(answers, column)


def _garbage(answers: Column, column: int) -> Iterator[Finding]:
    if answers.garbage_points.points <= 0:
        return
    place = ("garbage", field_of(answers, "garbage_points"), column)
    if answers.sevens_canastas <= 0:
        message = _("%(column)s has a garbage pile without a canasta of sevens.")
        yield warning("garbage_without_sevens", message, *place)
    if answers.wild_canastas + answers.natural_canastas + answers.mixed_canastas <= 0:
        message = _("%(column)s has a garbage pile, but no completed canasta that cards may join.")
        yield warning("garbage_without_canasta", message, *place)


def score(entry: Entry[Round, Column], table: Table[Options]) -> tuple[Lines, ...]:
    """Return the lines of each team's score, in points."""
    return canasta.per_team(entry, partial(_lines, table.options))


def _lines(options: Options, answers: Column, went_out: bool) -> Iterator[Line]:
    yield from canasta.melded_lines(answers)
    yield from amount("garbage_points", _("Garbage pile"), answers.garbage_points.points, "garbage")
    yield from canasta.canasta_lines(answers)
    yield from canasta.going_out_lines(options, went_out)
    yield from canasta.red_three_lines(answers, options)
    yield from canasta.held_lines(answers)


LIMITS = canasta_melds.Limits(opener_waits=True)
MELDING = canasta_melds.melding(LIMITS, canasta_melds.by_total())


def figures(_options: Options) -> dict[str, Points]:
    """Return the numbers that the rules page speaks of; `wilds_of_4` is for a meld of so many."""
    return {
        **canasta.figures(HAND, FOOT),
        "meld_least": canasta_melds.LEAST,
        "wilds_of_4": canasta_melds.most_wilds(LIMITS, 4),
        "wilds_of_6": canasta_melds.most_wilds(LIMITS, 6),
        "wilds_of_all": canasta_melds.most_wilds(LIMITS, canasta.SIZE),
    }


BAIN = Variant(
    key="bain",
    name=_("Bain Hand and Foot"),
    short=_("Bain"),
    summary=_("Two pairs, four packs, sevens and red threes, to 20,000"),
    columns_are="teams",
    seatings=(Seating(2, 2),),
    round_questions=Round,
    column_questions=Column,
    options=Options,
    rules=rules,
    score=score,
    goal=lambda table: Goal(target=table.options.target),
    going_out=going_out,
    bonuses=canasta.bonuses,
    melding=lambda _options: MELDING,
    opening=canasta.opening_by_total,
    opening_totals=canasta.opening_totals,
    figures=figures,
)
