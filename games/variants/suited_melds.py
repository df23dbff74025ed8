"""What Banakil and Marriage say of cards laid down together: games in which the suits matter.

Banakil: a set is three or four aces, or threes, of different suits, a joker standing in for one. A
run is three cards or more in sequence in one suit, ace high, with one joker and one two at most; in
a complete run a two stays as a thirteenth card. Any meld opens.
Marriage: three melds of three cards open, pure sequences (ace high or low) or tunnelas, which are
three identical cards. Where rounds are settled by maal seven pairs of identical cards open too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from .entry import CardClass, _
from .melds import (
    ACE,
    JOKER,
    RANKS,
    SUITS,
    THREE,
    TWO,
    Card,
    Cards,
    Face,
    Fault,
    Laid,
    Meld,
    Melding,
    counted,
    fault,
    too_few,
    too_many,
)

LEAST = 3
"""The fewest cards of a meld."""


def copies(number: int, ranks: Sequence[str], values: dict[str, CardClass]) -> Iterator[Face]:
    """Yield each card of these ranks in every suit, so many of each; in suits, the ace first."""
    for suit in SUITS:
        for rank in ranks:
            value = values[rank].value if rank in values else None
            yield Face(Card(rank, suit), value, number)


# ---- Banakil

SET_RANKS = (ACE, THREE)
WILD = (JOKER, TWO)
MOST_OF_EACH = 1
"""A meld takes one joker and one two at most."""

OF_CLASS = {
    "aces": (ACE,),
    "seven_to_king": RANKS[1:8],
    "three_to_six": RANKS[8:],
}
"""The ranks of each class; jokers and twos have none."""


def banakil(classes: Sequence[CardClass], packs: int) -> Melding:
    """Return how Banakil judges melds, its cards worth what their classes are."""
    known = {item.key: item for item in classes}
    values = {rank: known[key] for key, ranks in OF_CLASS.items() for rank in ranks}
    wild = (
        Face(Card(rank), item.value, item.deck)
        for rank, item in ((JOKER, known["jokers"]), (TWO, known["twos"]))
    )
    dealt = (*copies(packs, RANKS, values), *wild)
    return Melding(dealt, partial(judge_banakil, dealt), place_banakil)


def judge_banakil(dealt: Sequence[Face], melds: Sequence[Cards], _need: int) -> Laid:
    """Judge what is laid down in Banakil, where one meld opens whatever it is worth."""
    judged = tuple(_banakil(dealt, cards) for cards in melds)
    points = sum((meld.points or 0 for meld in judged), start=0)
    return Laid(judged, points, "melds", 1, sum(meld.is_legal for meld in judged))


def _banakil(dealt: Sequence[Face], cards: Cards) -> Meld:
    faults = tuple(_banakil_faults(cards))
    kind = _("Set") if _is_set(cards) else _("Run")
    return Meld(cards, "" if faults else kind, counted(dealt, cards), faults)


def _naturals(cards: Cards) -> Cards:
    return tuple(card for card in cards if card.rank not in WILD)


def _is_set(cards: Cards) -> bool:
    """Say whether cards are meant as a set: natural ones of one rank, of which a run has but one.

    A single one among wild cards can only be a run, since a set takes one joker and no two.
    """
    naturals = _naturals(cards)
    return len(naturals) > 1 and len({card.rank for card in naturals}) == 1


def _banakil_faults(cards: Cards) -> Iterator[Fault]:
    """Yield what keeps some cards from being a set or a run."""
    if len(cards) < LEAST:
        yield too_few(LEAST)
    elif _is_set(cards):
        yield from _set_faults(cards)
    else:
        yield from _run_faults(cards)
    if sum(card.rank == JOKER for card in cards) > MOST_OF_EACH:
        yield fault("jokers", _("A meld takes one joker at most."), "wild-cards")


def _set_faults(cards: Cards) -> Iterator[Fault]:
    naturals = _naturals(cards)
    if naturals[0].rank not in SET_RANKS:
        message = _("Only aces and threes make a set. Other cards make runs, in one suit.")
        yield fault("rank_of_set", message, "melds")
    if len({card.suit for card in naturals}) < len(naturals):
        yield fault("suits_repeat", _("The cards of a set are of different suits."), "melds")
    if any(card.rank == TWO for card in cards):
        message = _("In a set only a joker may stand in, no two.")
        yield fault("two_in_set", message, "wild-cards")
    if len(cards) > len(SUITS):
        yield fault("too_many", _("A set has at most %(most)s cards."), "melds", most=len(SUITS))


def _run_faults(cards: Cards) -> Iterator[Fault]:
    naturals = _naturals(cards)
    twos = sum(card.rank == TWO for card in cards)
    if twos > MOST_OF_EACH:
        yield fault("twos", _("A run takes one two at most."), "wild-cards")
    if not naturals:
        message = _("Wild cards alone are no meld: a run needs a card they can stand beside.")
        yield fault("only_wild", message, "melds")
    elif len({card.suit for card in naturals}) > 1:
        message = _("A run is of one suit; a set is of aces, or of threes, in different suits.")
        yield fault("suits_differ", message, "melds")
    elif len({card.rank for card in naturals}) < len(naturals):
        yield fault("rank_repeats", _("A run has each card only once."), "melds")
    else:
        yield from _sequence_faults(naturals, len(cards), twos)


def _sequence_faults(naturals: Cards, size: int, twos: int) -> Iterator[Fault]:
    """Yield what is wrong with cards of one suit, each there once, and so many wild ones."""
    at = [RANKS.index(card.rank) for card in naturals]
    gaps = max(at) - min(at) + 1 - len(naturals)
    if gaps > size - len(naturals):
        message = _("The run has a gap that no wild card fills. The ace comes after the king only.")
        yield fault("gap", message, "melds")
    # In a complete run a two has lost its place to the card it stood for, and stays.
    elif size > len(RANKS) + min(twos, 1):
        message = _(
            "A run from three to ace has no place for more wild cards: "
            "only one two may stay in it, as card number %(size)s."
        )
        yield fault("no_room", message, "wild-cards", size=len(RANKS) + 1)


def place_banakil(melds: Sequence[Cards], current: int, card: Card) -> int | None:
    """Return the meld that a card joins: the one being laid, unless it is whole without it."""
    laid = melds[current]
    whole = not any(_banakil_faults(laid))
    return None if whole and any(_banakil_faults((*laid, card))) else current


# ---- Marriage

MELD = 3
"""The cards of every meld of Marriage."""

PAIR = 2


@dataclass(frozen=True, slots=True)
class Contract:
    """What opens: so many melds, or so many pairs, None where pairs do not count."""

    melds: int
    pairs: int | None


def marriage(packs: int, contract: Contract) -> Melding:
    """Return how Marriage judges melds; its cards have no value."""
    ranks = (*RANKS, TWO)
    return Melding(
        tuple(copies(packs, ranks, {})),
        partial(judge_marriage, contract),
        partial(place_marriage, contract),
    )


def judge_marriage(contract: Contract, melds: Sequence[Cards], _need: int) -> Laid:
    """Judge what is laid down in Marriage: melds, or nothing but pairs, one of them only begun."""
    only_pairs = any(_is_pair(cards) for cards in melds) and all(
        _is_pair(cards) or len(cards) < PAIR for cards in melds
    )
    if contract.pairs is not None and only_pairs:
        judged = tuple(_pair(cards) for cards in melds)
        return Laid(judged, None, "pairs", contract.pairs, sum(meld.is_legal for meld in judged))
    judged = tuple(_marriage(contract, cards) for cards in melds)
    return Laid(judged, None, "melds", contract.melds, sum(meld.is_legal for meld in judged))


def _pair(cards: Cards) -> Meld:
    if _is_pair(cards):
        return Meld(cards, _("Pair"), None)
    message = _("A pair is two identical cards.")
    return Meld(cards, "", None, (fault("too_few", message, "dublee"),))


def _is_pair(cards: Cards) -> bool:
    return len(cards) == PAIR and len(set(cards)) == 1


def _marriage(contract: Contract, cards: Cards) -> Meld:
    faults = tuple(_marriage_faults(contract, cards))
    kind = _("Tunnela") if len(set(cards)) == 1 else _("Pure sequence")
    return Meld(cards, "" if faults else kind, None, faults)


def _marriage_faults(contract: Contract, cards: Cards) -> Iterator[Fault]:
    """Yield what keeps some cards from counting towards the opening contract."""
    if len(cards) < MELD:
        yield fault("too_few", _("Every meld has %(size)s cards."), "melds", size=MELD)
        if contract.pairs is not None and _is_pair(cards):
            message = _("Pairs open only by themselves, %(pairs)s of them.")
            yield fault("pair_among_melds", message, "dublee", pairs=contract.pairs)
    elif len(cards) > MELD:
        yield too_many(MELD)
    elif len(set(cards)) > 1:
        yield from _no_tunnela(cards)


def _no_tunnela(cards: Cards) -> Iterator[Fault]:
    """Yield why three cards that are not identical are no pure sequence."""
    ranks, suits = {card.rank for card in cards}, {card.suit for card in cards}
    if len(ranks) == 1 and len(suits) == MELD:
        message = _("A triplet is a meld, but only pure sequences and tunnelas open.")
        yield fault("triplet", message, "opening")
    elif len(suits) > 1:
        message = _("The cards of a pure sequence are of one suit.")
        yield fault("suits_differ", message, "melds")
    elif ranks == {"K", ACE, TWO}:
        message = _("The ace is high or low, but a sequence does not go round the corner.")
        yield fault("round_the_corner", message, "cards")
    elif not _in_sequence(cards):
        message = _("These are neither three in sequence nor three identical cards.")
        yield fault("no_sequence", message, "melds")


def _in_sequence(cards: Cards) -> bool:
    """Say whether three cards of one suit follow one another, the ace high or low."""
    ranks = (*RANKS, TWO, ACE)
    three = {card.rank for card in cards}
    return any(set(ranks[first : first + MELD]) == three for first in range(len(ranks) - MELD + 1))


def place_marriage(
    contract: Contract, melds: Sequence[Cards], current: int, card: Card
) -> int | None:
    """Return the meld that a card joins: the one being laid, unless that is whole without it.

    Where pairs open, two identical cards and another one are never a meld.
    """
    laid = melds[current]
    is_whole = len(laid) >= MELD
    paired = contract.pairs is not None and _is_pair(laid) and card not in laid
    return None if is_whole or paired else current
