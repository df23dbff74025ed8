"""What the three Hand and Foot games say of cards laid down together; suits do not matter in them.

A meld is three to seven cards of one rank. Jokers and twos are wild; how many of them a meld takes
differs. Wild cards alone are a meld of their own. Red threes are never melded, black ones not
before the end. The first melds of a round are worth their cards: no bonus, no red three counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from .canasta import CARDS, NATURALS_IN_MIXED, OPENING, OPENING_BELOW, SIZE
from .entry import CardClass, _
from .melds import (
    ACE,
    BLACK,
    JOKER,
    RANKS,
    RED,
    THREE,
    TWO,
    Card,
    Cards,
    Face,
    Fault,
    Laid,
    Level,
    Meld,
    Melding,
    counted,
    fault,
    too_few,
    too_many,
)

LEAST = 3
"""The fewest cards of a meld."""

MOST_WILDS = SIZE - NATURALS_IN_MIXED
"""The most wild cards of a mixed meld."""

WILD = (JOKER, TWO)
SEVEN = "7"
RED_THREE, BLACK_THREE = Card(THREE, RED), Card(THREE, BLACK)

OF_CLASS = {
    "jokers": (Card(JOKER),),
    "twos": (Card(TWO),),
    "aces": (Card(ACE),),
    "eight_to_king": tuple(Card(rank) for rank in RANKS[1:7]),
    "four_to_seven": tuple(Card(rank) for rank in RANKS[7:11]),
    "black_threes": (BLACK_THREE,),
}
"""The cards of each class."""

TOO_EARLY = "opener_completes"

NOT_YET = _("Black threes are melded only in the turn in which you go out.")
NEVER = _("Black threes are never melded in this game.")
CANASTA = _("A whole canasta: its bonus does not count towards the opening.")
BOOK = _("A whole book: its bonus does not count towards the opening.")
KINDS = (_("Natural meld"), _("Mixed meld"), _("Wild meld"))
BOOK_KINDS = (_("Clean meld"), _("Dirty meld"), _("Wild meld"))


@dataclass(frozen=True, slots=True)
class Limits:
    """What a meld may be. `outnumbered` asks for more natural than wild cards.

    `plain_sevens` keeps wild cards from sevens; `opener_waits` keeps whoever opens from completing
    a canasta. With `may_grow` some tables let it have more than seven cards. The others are what is
    said.
    """

    most_wilds: int = MOST_WILDS
    least_naturals: int = 1
    outnumbered: bool = True
    plain_sevens: bool = True
    opener_waits: bool = False
    may_grow: bool = False
    of_black_threes: str = NOT_YET
    of_whole: str = CANASTA
    kinds: tuple[str, str, str] = KINDS
    classes: tuple[CardClass, ...] = CARDS


def by_total() -> tuple[Level, ...]:
    """Return what opens, by the team's total."""
    return (Level(OPENING_BELOW), *(Level(points, total) for total, points in OPENING))


def melding(limits: Limits, levels: tuple[Level, ...]) -> Melding:
    """Return how a game with these limits judges melds."""
    dealt = faces(limits.classes)
    return Melding(dealt, partial(judge, limits, dealt), partial(place, limits), levels)


def faces(classes: Sequence[CardClass]) -> tuple[Face, ...]:
    """Return every kind of card, the red three last; each class is shared out among its cards."""
    known = {item.key: item for item in classes}
    dealt = tuple(
        Face(card, item.value, None if item.deck is None else item.deck // len(cards))
        for key, cards in OF_CLASS.items()
        for item in (known[key],)
        for card in cards
    )
    # There are as many red threes as black ones.
    return (*dealt, Face(RED_THREE, None, dealt[-1].copies))


def judge(limits: Limits, dealt: Sequence[Face], melds: Sequence[Cards], need: int) -> Laid:
    """Judge what is laid down to open with `need` points.

    Nine, nine, nine and a two are 50 points and open at 50 in all three games. What is no meld
    reaches nothing; what is only begun does, and a canasta that may not be completed yet.
    """
    judged = tuple(_judged(limits, dealt, melds, number) for number in range(len(melds)))
    points = sum((meld.points or 0 for meld in judged), start=0)
    reached = sum((meld.points or 0 for meld in judged if _counts(meld)), start=0)
    return Laid(judged, points, "points", need, reached)


def _counts(meld: Meld) -> bool:
    only = [one.code for one in meld.faults] == [TOO_EARLY]
    return meld.is_legal or meld.is_begun or only


def _judged(limits: Limits, dealt: Sequence[Face], melds: Sequence[Cards], number: int) -> Meld:
    cards = melds[number]
    points = counted(dealt, cards)
    if cards and set(cards) == {RED_THREE}:
        message = _("Red threes lie on their own and count nothing towards the opening.")
        remark = fault("red_threes_apart", message, "red-threes")
        return Meld(cards, _("Red threes"), points, remarks=(remark,), apart=True)
    faults = (*_faults(limits, cards), *_open_twice(melds, number))
    remarks = () if faults else tuple(_remarks(limits, cards))
    return Meld(cards, "" if faults else _kind(limits, cards), points, faults, remarks)


def _remarks(limits: Limits, cards: Cards) -> Iterator[Fault]:
    """Yield what is to be known of a meld that is whole, or longer than most tables let it be."""
    if len(cards) >= SIZE:
        yield fault("bonus_apart", limits.of_whole, "opening")
    if len(cards) > SIZE:
        message = _("More than %(size)s cards: only at tables that let a book grow further.")
        yield fault("grown", message, "melds", size=SIZE)


def _kind(limits: Limits, cards: Cards) -> str:
    wild = wilds_in(cards)
    natural, mixed, only_wild = limits.kinds
    if not wild:
        return natural
    return only_wild if wild == len(cards) else mixed


def wilds_in(cards: Cards) -> int:
    """Return how many of some cards are wild."""
    return sum(card.rank in WILD for card in cards)


def _faults(limits: Limits, cards: Cards) -> Iterator[Fault]:
    """Yield what keeps some cards from being a meld."""
    naturals = {card for card in cards if card.rank not in WILD}
    if RED_THREE in naturals:
        message = _("A red three is never part of a meld. It lies on its own.")
        yield fault("red_three_melded", message, "red-threes")
    if len(naturals) > 1:
        message = _("A meld is of one rank, filled up with wild cards.")
        yield fault("ranks_differ", message, "melds")
    if BLACK_THREE in naturals:
        yield fault("black_threes_melded", limits.of_black_threes, "black-threes")
    if len(cards) < LEAST:
        yield too_few(LEAST)
    elif naturals:
        yield from _too_wild(limits, cards, Card(SEVEN) in naturals)
    if len(cards) > SIZE and not limits.may_grow:
        yield too_many(SIZE)
    elif len(cards) == SIZE and limits.opener_waits:
        message = _(
            "Whoever opens may not complete a canasta before the partner has: "
            "a first meld has at most %(most)s cards."
        )
        yield fault(TOO_EARLY, message, "opening", most=SIZE - 1)


def _too_wild(limits: Limits, cards: Cards, sevens: bool) -> Iterator[Fault]:
    """Yield what is wrong with the wild cards among natural ones."""
    wild, size = wilds_in(cards), len(cards)
    if wild and sevens and limits.plain_sevens:
        message = _("A meld of sevens never takes a wild card.")
        yield fault("wild_sevens", message, "wild-cards")
        return
    # What is too long is said already; it takes no more wild cards than a full one.
    most = most_wilds(limits, min(size, SIZE))
    if wild > most:
        message = _("Wild cards in a meld of %(size)s: at most %(most)s.")
        yield fault("too_many_wilds", message, "wild-cards", size=size, most=most)


def most_wilds(limits: Limits, size: int) -> int:
    """Return how many wild cards a mixed meld of so many cards takes.

    In Bain 1 of three or four, 2 of five or six, 3 of seven: always fewer than the natural ones.
    """
    room = (size - 1) // 2 if limits.outnumbered else size - limits.least_naturals
    return min(room, limits.most_wilds)


def _open_twice(melds: Sequence[Cards], number: int) -> Iterator[Fault]:
    """Yield a fault where an unfinished meld of the same rank was laid before, or of wild cards.

    RULES, "Melds and canastas": one open meld per rank and team at a time, and three to seven wild
    cards form a meld of their own; so there is one of these too. Fewer than three are only begun.
    """
    cards = melds[number]
    own = rank_of(cards)
    before = [other for other in melds[:number] if len(other) < SIZE]
    if len(cards) >= SIZE or own == RED_THREE:
        return
    if own is not None and own in map(rank_of, before):
        message = _("A team has only one unfinished meld of a rank. Put these cards together.")
        yield fault("open_twice", message, "melds")
    elif _is_wild_meld(cards) and any(map(_is_wild_meld, before)):
        message = _("A team has only one unfinished wild meld. Put these cards together.")
        yield fault("open_twice", message, "melds")


def _is_wild_meld(cards: Cards) -> bool:
    return len(cards) >= LEAST and _only_wild(cards)


def _only_wild(cards: Cards) -> bool:
    return bool(cards) and wilds_in(cards) == len(cards)


def rank_of(cards: Cards) -> Card | None:
    """Return the natural card of a meld; None of wild cards alone, or of several ranks."""
    naturals = {card for card in cards if card.rank not in WILD}
    return naturals.pop() if len(naturals) == 1 else None


def place(limits: Limits, melds: Sequence[Cards], current: int, card: Card) -> int | None:
    """Return the meld that a card joins: one of its rank, for a wild card the one being laid.

    What has all its cards is joined by none, and no wild card is laid to red threes. Nothing joins
    a meld that would be none with it, for too many wild cards or for any among sevens: a wild card
    goes to the unfinished wild meld then, and what has no place begins a new one.
    """
    laid = melds[current]
    if not laid:
        return current
    if card.rank in WILD:
        alike = [number for number, cards in enumerate(melds) if _only_wild(cards)]
        fits = rank_of(laid) != RED_THREE
    else:
        alike = [number for number, cards in enumerate(melds) if rank_of(cards) == card]
        # Cards that are none of these are wild, or of several ranks and no meld as it is.
        fits = rank_of(laid) == card or (rank_of(laid) is None and not alike)
    if fits and len(laid) < SIZE and not _spoils(limits, laid, card):
        return current
    return next((number for number in alike if len(melds[number]) < SIZE), None)


def _spoils(limits: Limits, laid: Cards, card: Card) -> bool:
    """Say whether a meld is none any more with one card more, because of the wild ones in it."""
    more = (*laid, card)
    if any(_faults(limits, laid)) or _only_wild(more):
        return False
    return any(_too_wild(limits, more, rank_of(more) == Card(SEVEN)))
