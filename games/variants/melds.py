"""Cards laid down together, and what a variant says about them: is each a meld, and do they open?

What a player means to lay down for the first time in a round is judged here before it is laid.
Nothing of it is ever kept, and no score rests on it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .entry import Points, _

RED, BLACK = "red", "black"
SUITS = ("s", "h", "d", "c")
"""Spades, hearts, diamonds, clubs."""

JOKER, TWO, THREE, ACE = "joker", "2", "3", "A"
RANKS = (ACE, "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", THREE)
"""The ranks of the cards, the ace high; the two comes below, where it is no wild card."""


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card. The suit is one of SUITS, a colour of threes, or "" where it is all one."""

    rank: str
    suit: str = ""

    @property
    def code(self) -> str:
        """The card in a word: 9, joker, 3red, 10h."""
        return self.rank + self.suit


type Cards = tuple[Card, ...]
"""Cards laid down together, in the order in which they were laid."""


@dataclass(frozen=True, slots=True)
class Face:
    """A kind of card that a deck holds: its value in points, None where cards have none.

    `copies` is how many of them there are, None if that varies with the table.
    """

    card: Card
    value: Points | None
    copies: int | None


@dataclass(frozen=True, slots=True)
class Fault:
    """Why cards are no meld, or what else is to be known of them, with the anchor of the rule."""

    code: str
    message: str
    anchor: str
    values: dict[str, Points] = field(default_factory=dict)


def fault(code: str, message: str, anchor: str, **values: Points) -> Fault:
    """Return a fault; the values fill the places in its message."""
    return Fault(code, message, anchor, values)


BEGUN = ("too_few", "pair_among_melds")
"""What keeps cards from being a meld only until more follow, or others are taken away."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Some cards laid down together, judged: what they are, their points, and what is wrong.

    `kind` is a label for what is legal, "" for what is no meld. A remark is no fault. Points are
    None where cards have no value. What is `apart` is no meld and none is asked of it.
    """

    cards: Cards
    kind: str
    points: Points | None
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Fault, ...] = ()
    apart: bool = False

    @property
    def is_legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.faults

    @property
    def is_begun(self) -> bool:
        """Whether nothing is wrong with it but that it is no meld yet."""
        return bool(self.faults) and all(one.code in BEGUN for one in self.faults)


@dataclass(frozen=True, slots=True)
class Laid:
    """All that is laid down, judged: how much of what is asked is reached, in points or in melds.

    `points` is what the cards are worth, legal or not, None where cards have no value.
    """

    melds: tuple[Meld, ...]
    points: Points | None
    unit: Literal["points", "melds", "pairs"]
    need: int
    reached: Points

    @property
    def missing(self) -> Points:
        """How much more is asked for."""
        return max(self.need - self.reached, 0)

    @property
    def is_legal(self) -> bool:
        """Whether nothing is wrong with any meld, and there is one."""
        judged = [meld for meld in self.melds if not meld.apart]
        return bool(judged) and all(meld.is_legal for meld in judged)

    @property
    def opens(self) -> bool:
        """Whether these cards may be laid down as the first meld of the round."""
        return self.is_legal and not self.missing


@dataclass(frozen=True, slots=True)
class Level:
    """What the first meld must be worth from a total on, or in a round; below all totals if None.

    `last` says that the round stands for all later ones too.
    """

    points: int
    total: int | None = None
    round: int | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class Melding:
    """How a variant judges what is laid down, by the house rules of a table.

    `judge` takes any cards and never raises; what it is given as a need is the least worth of an
    opening in points, which counts only where points are asked for. `place` says to which of the
    melds, one of which is being laid, a card belongs that was tapped; None begins a new one.
    """

    faces: tuple[Face, ...]
    judge: Callable[[Sequence[Cards], int], Laid]
    place: Callable[[Sequence[Cards], int, Card], int | None]
    levels: tuple[Level, ...] = ()

    def face(self, code: str) -> Face | None:
        """Return a kind of card by its code; None if this game has no such card."""
        return next((face for face in self.faces if face.card.code == code), None)


def counted(faces: Sequence[Face], cards: Cards) -> Points:
    """Return what cards are worth, in points; those without a value are worth nothing."""
    values = {face.card: face.value or 0 for face in faces}
    return sum((values[card] for card in cards), start=0)


def over_deck(faces: Sequence[Face], melds: Sequence[Cards]) -> set[Card]:
    """Return the cards of which more are laid than the deck holds."""
    laid = Counter(card for cards in melds for card in cards)
    return {
        face.card for face in faces if face.copies is not None and laid[face.card] > face.copies
    }


def too_few(least: int) -> Fault:
    """Say that more cards are needed."""
    return fault("too_few", _("A meld has at least %(least)s cards."), "melds", least=least)


def too_many(most: int) -> Fault:
    """Say that there are more cards than a meld can have."""
    return fault("too_many", _("A meld has at most %(most)s cards."), "melds", most=most)
