"""Hand and Foot as on Board Game Arena: 2 to 7 alone, or equal teams of up to 12 players.

A team scores in a round:
  the card values of all it melded, books included,
  + 500 for each clean book, 300 for each dirty one, 1,500 for each wild one,
  + 100 for each red three laid down,
  + 100 if it went out,
  - the card values left in its hands and feet, each red three there 100 as well.
Going out needs the contract: two clean books, two dirty and one wild, unless agreed otherwise.
Played for four rounds, or to a total. All bonuses can be changed by the table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from . import canasta, canasta_melds, ending
from .canasta import RED_THREES
from .entry import (
    ADDS,
    TAKES_OFF,
    Entry,
    Finding,
    Pile,
    Points,
    _,
    adjustment,
    adjustment_note,
    choice,
    error,
    field_of,
    limits,
    option,
    warning,
    whole,
)
from .melds import Level, Melding
from .variant import (
    Bonus,
    Goal,
    Line,
    Lines,
    Note,
    Opening,
    Requirement,
    Row,
    Seating,
    Table,
    Variant,
    amount,
    each,
)

BOOKS = _("Books")
RED: dict[str, Any] = {"group": RED_THREES, "worth": "red_three_value"}
LEAST = {"clean_books": 35, "dirty_books": 50, "wild_books": 140}
WILDS = {"wild_books": 7, "dirty_books": 1}
CARDS = tuple(replace(item, deck=None) for item in canasta.CARDS)
"""The deck varies with the table, so no class has a limit."""

HANDS = (11, 13)
"""How many cards each of a player's two piles may have: RULES, Set-up."""

OPENING = (50, 90, 120, 150)
"""What opens in rounds 1, 2, 3, and 4 and later."""


@dataclass(frozen=True, slots=True)
class Round:
    """What is asked once for the round."""

    ended_by: str | None = ending.how()
    went_out: int | None = ending.who()


@dataclass(frozen=True, slots=True)
class Column:
    """What is asked for each team, or each lone player."""

    clean_books: int = whole(_("Clean books"), "books", group=BOOKS, worth="clean_bonus")
    dirty_books: int = whole(_("Dirty books"), "books", group=BOOKS, worth="dirty_bonus")
    wild_books: int = whole(_("Wild books"), "books", group=BOOKS, worth="wild_bonus")
    red_threes: int = whole(_("Red threes on the table"), "red-threes", **RED)
    red_threes_left: int = whole(
        _("Red threes in hands and feet"), "red-threes", unit=TAKES_OFF, **RED
    )
    meld_points: Pile = canasta.pile(_("Melded, books included"), "scoring", ADDS, CARDS)
    hand_points: Pile = canasta.pile(_("Left, without red threes"), "hands", TAKES_OFF, CARDS)
    adjustment: int = adjustment(canasta.STEP)
    adjustment_note: str = adjustment_note()


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a table. With a target, `rounds` is not used."""

    rounds: int = option(
        4,
        _("Rounds"),
        low=1,
        high=100,
        when=_("Only where no total is played to."),
        used=lambda options: not options.target,
    )
    target: int | None = option(None, _("Or play to"), low=1)
    opening_by: str = choice(
        _("The opening goes by"),
        "opening",
        (("round", _("the round")), ("score", _("the team's total"))),
        "round",
    )
    contract_clean: int = option(2, _("Clean books to go out"))
    contract_dirty: int = option(2, _("Dirty books to go out"))
    contract_wild: int = option(1, _("Wild books to go out"))
    clean_bonus: int = option(500, _("A clean book is worth"))
    dirty_bonus: int = option(300, _("A dirty book is worth"))
    wild_bonus: int = option(1500, _("A wild book is worth"))
    going_out_bonus: int = option(100, _("Going out is worth"))
    red_three_value: int = option(100, _("A red three is worth"))
    max_wilds: int = option(3, _("Wild cards in a book, at most"), usual=(2, 3))


def going_out(table: Table[Options]) -> tuple[Requirement, ...]:
    """Return the contract: the books that a team must have before it may go out."""
    options = table.options
    contract = (
        Requirement(
            "too_few_clean_books",
            _("Clean books"),
            _(
                "Clean books of %(column)s: %(found)s. "
                "The contract asks for %(least)s before going out."
            ),
            "contract",
            ("clean_books",),
            options.contract_clean,
            counted=True,
        ),
        Requirement(
            "too_few_dirty_books",
            _("Dirty books"),
            _(
                "Dirty books of %(column)s: %(found)s. "
                "The contract asks for %(least)s before going out."
            ),
            "contract",
            ("dirty_books",),
            options.contract_dirty,
            counted=True,
        ),
        Requirement(
            "too_few_wild_books",
            _("Wild books"),
            _(
                "Wild books of %(column)s: %(found)s. "
                "The contract asks for %(least)s before going out."
            ),
            "contract",
            ("wild_books",),
            options.contract_wild,
            counted=True,
        ),
    )
    return tuple(item for item in contract if item.least)


def opening(rows: Sequence[Row], table: Table[Options]) -> tuple[Opening, ...]:
    """Return what opens in the next round, by its number or by each team's total."""
    if table.options.opening_by == "score":
        return canasta.opening_by_total(rows, table)
    asked = OPENING[min(len(rows), len(OPENING) - 1)]
    return (Opening(asked),) * len(table.teams)


def opening_totals(table: Table[Options]) -> tuple[int, ...]:
    """Return the totals at which the opening changes; none where it goes by the round."""
    return canasta.opening_totals(table) if table.options.opening_by == "score" else ()


def melding(options: Options) -> Melding:
    """Return how melds are judged, and what opens: by the round, or by each team's total."""
    limits = canasta_melds.Limits(
        most_wilds=options.max_wilds,
        plain_sevens=False,
        may_grow=True,
        of_black_threes=canasta_melds.NEVER,
        of_whole=canasta_melds.BOOK,
        kinds=canasta_melds.BOOK_KINDS,
        classes=CARDS,
    )
    if options.opening_by == "score":
        return canasta_melds.melding(limits, canasta_melds.by_total())
    last = len(OPENING)
    levels = (
        Level(points, round=number, last=number == last)
        for number, points in enumerate(OPENING, start=1)
    )
    return canasta_melds.melding(limits, tuple(levels))


def figures(_options: Options) -> dict[str, Points]:
    """Return the numbers that the rules page speaks of."""
    first, second, third, later = OPENING
    small, large = HANDS
    return {
        **canasta.cards_and_opening(),
        "meld_least": canasta_melds.LEAST,
        "players_least": SEATINGS[0].players,
        "players_most": max(seating.players for seating in SEATINGS),
        "alone_most": max(seating.players for seating in SEATINGS if seating.each == 1),
        "hand_small": small,
        "hand_large": large,
        "round_1": first,
        "round_2": second,
        "round_3": third,
        "round_4": later,
        **{f"least_{name}": points for name, points in LEAST.items()},
        **{f"wilds_{name}": number for name, number in WILDS.items()},
    }


def rules(entry: Entry[Round, Column], table: Table[Options]) -> Iterator[Finding]:
    """Yield every finding about an entry; nothing is summed over teams, since the deck varies."""
    out = ending.who_went_out(entry.round)
    yield from limits(entry)
    yield from ending.faults(entry.round)
    yield from canasta.meld_minimum(entry, LEAST, WILDS)
    if out is not None and not table.in_pairs:
        yield from _nothing_left(entry.columns[out], out)
    yield from canasta.unmet(entry, out, going_out(table))
    for column, answers in enumerate(entry.columns):
        if answers.meld_points.count("black_threes"):
            message = _("%(column)s melded black threes, which are never melded in this game.")
            place = ("black-threes", "meld_cards", column)
            yield warning("black_threes_melded", message, *place)


def _nothing_left(answers: Column, column: int) -> Iterator[Finding]:
    if answers.hand_points.points:
        message = _("%(column)s went out alone, so nothing can be left in hand or foot.")
        field = field_of(answers, "hand_points")
        yield error("hand_left_after_out", message, "going-out", field, column)
    if answers.red_threes_left:
        message = _("%(column)s went out alone, so no red three can be left in hand or foot.")
        yield error("red_threes_left_after_out", message, "going-out", "red_threes_left", column)


def score(entry: Entry[Round, Column], table: Table[Options]) -> tuple[Lines, ...]:
    """Return the lines of each team's score, in points."""
    return canasta.per_team(entry, partial(_lines, table.options))


def _lines(options: Options, answers: Column, went_out: bool) -> Iterator[Line]:
    yield from canasta.melded_lines(answers)
    clean, dirty, wild = answers.clean_books, answers.dirty_books, answers.wild_books
    yield from each("clean_books", _("Clean books"), clean, options.clean_bonus, "books")
    yield from each("dirty_books", _("Dirty books"), dirty, options.dirty_bonus, "books")
    yield from each("wild_books", _("Wild books"), wild, options.wild_bonus, "books")
    worth = options.red_three_value
    yield from each("red_threes", _("Red threes"), answers.red_threes, worth, "red-threes")
    yield from canasta.going_out_lines(options, went_out)
    left = -answers.hand_points.points
    yield from amount("hand_points", _("In hands and feet"), left, "hands")
    label, held = _("Red threes in hands and feet"), answers.red_threes_left
    yield from each("red_threes_left", label, held, -worth, "hands")
    yield from amount("adjustment", _("Adjustment"), answers.adjustment, "adjustment")


def notes(table: Table[Options]) -> tuple[Note, ...]:
    """Return what the pocket card says of melds."""
    label = _("Wild cards in a book, at most")
    return (Note(label, table.options.max_wilds, heading=_("Melds")),)


def goal(table: Table[Options]) -> Goal:
    """Return the target if the table has one, else the number of rounds."""
    options = table.options
    return Goal(target=options.target) if options.target else Goal(rounds=options.rounds)


SEATINGS = (
    *(Seating(players, 1) for players in range(2, 8)),
    *(Seating(teams, each) for teams in range(2, 7) for each in range(2, 12 // teams + 1)),
)

BGA = Variant(
    key="bga",
    name=_("Hand and Foot as on Board Game Arena"),
    short=_("Hand and Foot"),
    summary=_("Alone or in teams, books and a contract, four rounds"),
    columns_are="teams",
    seatings=SEATINGS,
    round_questions=Round,
    column_questions=Column,
    options=Options,
    rules=rules,
    score=score,
    goal=goal,
    going_out=going_out,
    bonuses=lambda options: (Bonus(_("Going out"), options.going_out_bonus),),
    notes=notes,
    melding=melding,
    melding_rules=("opening_by", "max_wilds"),
    opening=opening,
    opening_totals=opening_totals,
    figures=figures,
)
