"""What the three Hand and Foot games share: cards, openings, and checks, as plain functions.

Card values: joker 50, two and ace 20, king to eight 10, seven to four 5, black three 5.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .ending import who_went_out
from .entry import (
    ADDS,
    CARD_POINTS,
    EITHER,
    LIMIT,
    CardClass,
    Entry,
    Finding,
    Pile,
    Points,
    _,
    error,
    field_of,
    piles_of,
    question_named,
    warning,
)
from .entry import points as card_points
from .variant import Bonus, Line, Lines, Opening, Requirement, Row, Table, amount, checked, each

CARDS = (
    CardClass("jokers", _("Jokers"), 50, 8),
    CardClass("twos", _("Twos"), 20, 16),
    CardClass("aces", _("Aces"), 20, 16),
    CardClass("eight_to_king", _("8 to king"), 10, 96),
    CardClass("four_to_seven", _("4 to 7"), 5, 64),
    CardClass("black_threes", _("Black threes"), 5, 8),
)
"""The card classes of four packs and eight jokers; what they hold together is DECK points."""

SIZE = 7
"""How many cards a canasta has."""

NATURALS_IN_MIXED = 4
"""How many natural cards a mixed canasta has at the least."""

DECK = 2360
STEP = 5
PACKS = 4
"""How many packs of 52 are shuffled together, with two jokers to each."""

RED_THREES_IN_DECK = 8
OF_A_RANK = 16
"""How many cards of one rank four packs hold."""

RANKS = 10
"""The ranks from four to ace that take wild cards: all but the seven."""

CANASTAS_OF_A_RANK = OF_A_RANK // SIZE
NATURAL_CARDS = RANKS * OF_A_RANK
WILD_CARDS = sum(item.deck or 0 for item in CARDS if item.key in ("jokers", "twos"))

CANASTAS = _("Canastas")
RED_THREES = _("Red threes")

SEVENS, WILD, NATURAL, MIXED = 1500, 1000, 500, 300
RED_THREE = 100
RED: dict[str, Any] = {"group": RED_THREES, "worth": RED_THREE}
EIGHT: dict[str, Any] = {**RED, "unit": EITHER, "usual": tuple(range(9))}
"""How a count is asked that may well come to all eight red threes."""

LEAST = {"sevens_canastas": 35, "wild_canastas": 140, "natural_canastas": 35, "mixed_canastas": 50}
"""The fewest points a canasta holds: seven fives 35, seven twos 140, six fives and a two 50."""

WILDS = {"wild_canastas": 7, "mixed_canastas": 1}
"""The fewest wild cards that a canasta can hold."""

OPENING = ((0, 50), (5_000, 90), (10_000, 120), (15_000, 150))
"""From which total on a first meld must be worth how much; below the first, OPENING_BELOW."""

OPENING_BELOW = 15


def pile(label: str, anchor: str, unit: str = ADDS, classes: tuple[CardClass, ...] = CARDS) -> Any:
    """Ask for card points in steps of five, or for the cards by class."""
    return card_points(label, anchor, classes, step=STEP, group=CARD_POINTS, unit=unit)


def opening_at(total: int) -> Opening:
    """Return what a team with this total must lay down to open, and where that changes.

    >>> opening_at(4995)
    Opening(points=50, changes_at=5000, then=90, words='')
    """
    points = OPENING_BELOW
    for threshold, asked in OPENING:
        if total < threshold:
            return Opening(points, threshold, asked)
        points = asked
    return Opening(points)


def opening_by_total(rows: Sequence[Row], table: Table[Any]) -> tuple[Opening, ...]:
    """Return each team's opening by its total before the next round."""
    return tuple(opening_at(total) for total in table.totals(rows))


def opening_totals(_table: Table[Any]) -> tuple[int, ...]:
    """Return the totals above 0 at which the opening changes."""
    return tuple(total for total, _points in OPENING if total)


def meld_minimum(
    entry: Entry[Any, Any], least: dict[str, int], wilds: dict[str, int], sevens: str | None = None
) -> Iterator[Finding]:
    """Yield an error where the cards melded are less than the completed canastas must hold.

    `least` is the fewest points, `wilds` the fewest wild cards that each field's canasta holds;
    `sevens` is the field of the canastas made of seven sevens.
    """
    for column, answers in enumerate(entry.columns):
        if not any(getattr(answers, name) for name in least):
            continue
        meld: Pile = answers.meld_points
        field = field_of(answers, "meld_points")
        where = (question_named(type(answers), next(iter(least))).anchor, field, column)
        held = sum(points * getattr(answers, name) for name, points in least.items())
        if meld.points < held:
            message = _("What was completed holds at least %(least)s, so the melds cannot be less.")
            yield error("melds_too_low", message, *where, least=held)
        if meld.cards is None:
            continue
        wild = sum(number * getattr(answers, name) for name, number in wilds.items())
        if meld.count("jokers", "twos") < wild:
            message = _(
                "Jokers and twos in what was completed: at least %(least)s. Count them again."
            )
            yield error("too_few_wilds", message, *where, least=wild)
        if sevens and meld.count("four_to_seven") < SIZE * getattr(answers, sevens):
            message = _(
                "Cards from 4 to 7 in the canastas of sevens: at least %(least)s. Count again."
            )
            yield error("too_few_sevens", message, *where, least=SIZE * getattr(answers, sevens))
        if meld.size < SIZE * sum(getattr(answers, name) for name in least):
            message = _("Cards in what was completed, seven each: at least %(least)s. Count again.")
            number = SIZE * sum(getattr(answers, name) for name in least)
            yield error("too_few_cards", message, *where, least=number)


def unmet(
    entry: Entry[Any, Any], out: int | None, checklist: Sequence[Requirement]
) -> Iterator[Finding]:
    """Yield a warning for each item of the checklist that the team which went out lacks."""
    if out is None:
        return
    for check in checked(checklist, entry, out):
        if check.is_missing:
            item = check.item
            field, column = item.fields[0], None if item.together else out
            values = {"found": check.found, "least": item.least}
            yield warning(item.code, item.warning, item.anchor, field, column, **values)


def four_packs(entry: Entry[Any, Any]) -> Iterator[Finding]:
    """Yield an error for all that four packs and eight jokers cannot hold, both teams together."""

    def both(*names: str) -> int:
        return sum(getattr(answers, name) for answers in entry.columns for name in names)

    if (found := both("red_threes", "red_threes_in_foot")) > RED_THREES_IN_DECK:
        message = _("Both teams together have %(found)s red threes, but there are only 8.")
        yield error("red_threes_over_deck", message, "red-threes", found=found)
    if (found := both("sevens_canastas")) > CANASTAS_OF_A_RANK:
        message = _("Sevens canastas of both teams: %(found)s. Sixteen sevens make only 2.")
        yield error("sevens_over_deck", message, "canastas", "sevens_canastas", found=found)
    if (found := SIZE * both("wild_canastas") + both("mixed_canastas")) > WILD_CARDS:
        message = _("Wild cards in these canastas: at least %(found)s. There are only 24.")
        yield error("wilds_over_deck", message, "wild-cards", found=found)
    if (found := both("natural_canastas")) > RANKS * CANASTAS_OF_A_RANK:
        message = _("Natural canastas of both teams: %(found)s. The cards make only 20.")
        yield error("naturals_over_deck", message, "canastas", "natural_canastas", found=found)
    naturals = SIZE * both("natural_canastas") + NATURALS_IN_MIXED * both("mixed_canastas")
    if (found := naturals) > NATURAL_CARDS:
        message = _(
            "Natural cards in the natural and mixed canastas: at least %(found)s. "
            "The ten ranks have only 160."
        )
        yield error("ranks_over_deck", message, "canastas", found=found)
    held = sum(pile.points for answers in entry.columns for _question, pile in piles_of(answers))
    if held > DECK:
        message = _("The cards of both teams come to %(found)s, but the deck holds %(deck)s.")
        yield error("points_over_deck", message, "cards", found=held, deck=DECK)


def hands_counted(entry: Entry[Any, Any]) -> Iterator[Finding]:
    """Yield a warning for each team with an empty hand: somebody there always holds a card."""
    for column, answers in enumerate(entry.columns):
        if answers.hand_points.points == 0:
            message = _(
                "%(column)s has nothing left in hands and feet, though somebody always "
                "holds a card there. Were they counted?"
            )
            field = field_of(answers, "hand_points")
            yield warning("hands_not_counted", message, "hands", field, column)


def black_threes(entry: Entry[Any, Any], out: int | None) -> Iterator[Finding]:
    """Yield a warning where black threes were melded other than three or more while going out."""
    for column, answers in enumerate(entry.columns):
        melded = answers.meld_points.count("black_threes")
        place = ("black-threes", "meld_cards", column)
        if melded and column != out:
            message = _("%(column)s melded black threes, which only the team going out may do.")
            yield warning("black_threes_not_out", message, *place)
        elif 0 < melded < 3:
            message = _("%(column)s melded fewer than three black threes.")
            yield warning("black_threes_too_few", message, *place)


NEEDS_SEVENS, NEEDS_SEVEN = "sevens_canasta", "seven_canastas"

RED_THREES_NEED = (
    (NEEDS_SEVENS, _("a canasta of sevens")),
    (NEEDS_SEVEN, _("seven canastas of any types")),
)

FOUR_TYPES = ("sevens_canastas", "wild_canastas", "natural_canastas", "mixed_canastas")


def red_threes_add(answers: Any, options: Any) -> bool:
    """Say whether a team's red threes count for it, by the house rule `red_threes_need`."""
    if options.red_threes_need == NEEDS_SEVENS:
        return bool(answers.sevens_canastas)
    return bool(sum(getattr(answers, name) for name in FOUR_TYPES) >= 7)


def one_of_each() -> tuple[Requirement, ...]:
    """Return the checklist of four types of canasta, and of a last discard that none can show."""
    return (
        Requirement(
            "no_sevens_canasta",
            _("A canasta of sevens"),
            _("%(column)s went out without a canasta of sevens."),
            "going-out",
            ("sevens_canastas",),
        ),
        Requirement(
            "no_wild_canasta",
            _("A wild canasta"),
            _("%(column)s went out without a wild canasta."),
            "going-out",
            ("wild_canastas",),
        ),
        Requirement(
            "no_natural_canasta",
            _("A natural canasta"),
            _("%(column)s went out without a natural canasta."),
            "going-out",
            ("natural_canastas",),
        ),
        Requirement(
            "no_mixed_canasta",
            _("A mixed canasta"),
            _("%(column)s went out without a mixed canasta."),
            "going-out",
            ("mixed_canastas",),
        ),
        Requirement(
            "last_discard",
            _("The last card is discarded, and it is not a seven"),
            "",
            "going-out",
        ),
    )


def cards_and_opening() -> dict[str, Points]:
    """Return the figures that all three Hand and Foot games speak of."""
    (_zero, first), (second_from, second), (third_from, third), (last_from, last) = OPENING
    values = {item.key: item.value for item in CARDS}
    return {
        "black_three": values["black_threes"],
        "opening_below": OPENING_BELOW,
        "opening_1": first,
        "opening_2": second,
        "opening_3": third,
        "opening_4": last,
        "total_2": second_from,
        "total_3": third_from,
        "total_4": last_from,
        "nines_and_two": 3 * values["eight_to_king"] + values["twos"],
        "sixes": SIZE * values["four_to_seven"],
        "size": SIZE,
        "step": STEP,
        "limit": LIMIT,
    }


def figures(hand: int, foot: int) -> dict[str, Points]:
    """Return the figures of Bain and Pennies, where so many cards are dealt to each player."""
    return {
        **cards_and_opening(),
        "hand": hand,
        "foot": foot,
        "packs": PACKS,
        "jokers_in_deck": next(item.deck or 0 for item in CARDS if item.key == "jokers"),
        "deck_cards": sum(item.deck or 0 for item in CARDS) + RED_THREES_IN_DECK,
        "deck_points": DECK,
        "total_before_2": OPENING[1][0] - STEP,
        "sevens": SEVENS,
        "wild": WILD,
        "natural": NATURAL,
        "mixed": MIXED,
        "red_three": RED_THREE,
        "red_threes_in_deck": RED_THREES_IN_DECK,
        "of_a_rank": OF_A_RANK,
        "ranks": RANKS,
        "sevens_most": CANASTAS_OF_A_RANK,
        "natural_most": RANKS * CANASTAS_OF_A_RANK,
        "natural_cards": NATURAL_CARDS,
        "naturals_in_mixed": NATURALS_IN_MIXED,
        "wild_cards": WILD_CARDS,
        **{f"least_{name}": points for name, points in LEAST.items()},
        **{f"wilds_{name}": number for name, number in WILDS.items()},
    }


def bonuses(options: Any) -> tuple[Bonus, ...]:
    """Return what Bain and Pennies give for going out, and for red threes by what the team has."""
    counts, against = {
        NEEDS_SEVENS: (_("Red three, with a canasta of sevens"), _("Red three, without it")),
        NEEDS_SEVEN: (_("Red three, with seven canastas"), _("Red three, without them")),
    }[options.red_threes_need]
    return (
        Bonus(_("Going out"), options.going_out_bonus),
        Bonus(counts, RED_THREE),
        Bonus(against, -RED_THREE),
    )


def melded_lines(answers: Any) -> Iterator[Line]:
    """Yield what a team has for the cards it melded."""
    yield from amount("meld_points", _("Cards melded"), answers.meld_points.points, "scoring")


def canasta_lines(answers: Any) -> Iterator[Line]:
    """Yield the bonus lines of a team's completed canastas."""
    yield from each("sevens_canastas", _("Sevens"), answers.sevens_canastas, SEVENS, "canastas")
    yield from each("wild_canastas", _("Wild"), answers.wild_canastas, WILD, "canastas")
    yield from each("natural_canastas", _("Natural"), answers.natural_canastas, NATURAL, "canastas")
    yield from each("mixed_canastas", _("Mixed"), answers.mixed_canastas, MIXED, "canastas")


def going_out_lines(options: Any, went_out: bool) -> Iterator[Line]:
    """Yield what a team has for going out, if it did."""
    if went_out:
        yield from amount("going_out", _("Going out"), options.going_out_bonus, "going-out")


def red_three_lines(answers: Any, options: Any) -> Iterator[Line]:
    """Yield what the red threes that a team laid down add or take off, each counted alike."""
    worth = RED_THREE if red_threes_add(answers, options) else -RED_THREE
    yield from each("red_threes", _("Red threes"), answers.red_threes, worth, "red-threes")


def per_team(
    entry: Entry[Any, Any], lines: Callable[[Any, bool], Iterator[Line]]
) -> tuple[Lines, ...]:
    """Return the lines of each team, made from its answers and whether it went out."""
    out = who_went_out(entry.round)
    return tuple(
        tuple(lines(answers, column == out)) for column, answers in enumerate(entry.columns)
    )


def held_lines(answers: Any) -> Iterator[Line]:
    """Yield what a team loses for what it still holds, and the table's own adjustment."""
    in_foot = answers.red_threes_in_foot
    label = _("Red threes in a foot or hand")
    yield from each("red_threes_in_foot", label, in_foot, -RED_THREE, "red-threes")
    left = -answers.hand_points.points
    yield from amount("hand_points", _("In hands and feet"), left, "hands")
    yield from amount("adjustment", _("Adjustment"), answers.adjustment, "adjustment")
