"""Taps on cards, turned into melds. All that is laid stands in the address; nothing is kept.

What is laid is a text of marks, `9-1.9-1.2-1.K-2`: a card and the number of its meld, in the order
of the taps. A mark without a card, `-3`, comes last and says which meld is being laid.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .variants.melds import Card, Cards, Melding, over_deck

MOST_CARDS = 60
"""More than anybody holds; what is said of them still has room on a page."""

MOST_TAPS = 80
"""Taps made faster than they are answered come together."""

MARK = re.compile(r"([0-9A-Za-z]{0,9})-([1-9][0-9]?)", re.ASCII)
NEXT, BACK, CLEAR = "next", "back", "clear"
DROP, GO_ON, OUT = "drop-", "meld-", "out-"


@dataclass(frozen=True, slots=True)
class Mark:
    """A card in a meld; without a card only the meld that is being laid. Melds count from 1."""

    card: Card | None
    meld: int

    def __str__(self) -> str:
        return f"{self.card.code if self.card else ''}-{self.meld}"


@dataclass(frozen=True, slots=True)
class Laying:
    """Cards being laid down, tap by tap. `unread` says that something of it could not be."""

    melding: Melding
    marks: tuple[Mark, ...] = ()
    unread: bool = False

    @classmethod
    def read(cls, melding: Melding, text: str) -> "Laying":
        """Read what is laid; what is no card of this game, or more than its deck, is left out."""
        laid = cls(melding)
        for word in text.split(".")[: MOST_CARDS + 1] if text else ():
            laid = laid._with(word)
        is_whole = text.count(".") <= MOST_CARDS
        marks = _in_order(laid.marks)
        return replace(laid, marks=marks, unread=laid.unread or not is_whole)

    def _with(self, word: str) -> "Laying":
        found = MARK.fullmatch(word)
        face = self.melding.face(found[1]) if found and found[1] else None
        if found is None or (found[1] and face is None):
            return replace(self, unread=True)
        return self._added(face.card if face else None, int(found[2]))

    def _added(self, card: Card | None, meld: int) -> "Laying":
        """Return this with one more mark, unless the deck has no such card any more."""
        # A mark without a card stands only until a card follows.
        kept = tuple(mark for mark in self.marks if mark.card)
        if card is not None and (len(kept) >= MOST_CARDS or not self._is_left(card)):
            return replace(self, unread=True)
        return replace(self, marks=(*kept, Mark(card, meld)))

    def _is_left(self, card: Card) -> bool:
        return card not in over_deck(self.melding.faces, [*self._grouped(), (card,)])

    def _grouped(self) -> list[Cards]:
        most = max((mark.meld for mark in self.marks), default=1)
        return [
            tuple(mark.card for mark in self.marks if mark.card and mark.meld == number)
            for number in range(1, most + 1)
        ]

    # ---- what is laid

    def __str__(self) -> str:
        return ".".join(map(str, self.marks))

    @property
    def current(self) -> int:
        """The number of the meld that is being laid, from 1."""
        return self.marks[-1].meld if self.marks else 1

    @property
    def melds(self) -> list[Cards]:
        """The melds that have cards; only the last may have none yet, while it is being laid."""
        return self._grouped() if any(mark.card for mark in self.marks) else []

    def number_of(self, card: Card) -> int:
        """Return how many of a card are laid."""
        return sum(mark.card == card for mark in self.marks)

    def has_room(self, number: int) -> bool:
        """Say whether any card can join a meld."""
        melds, place = self._grouped(), self.melding.place
        return any(place(melds, number - 1, face.card) == number - 1 for face in self.melding.faces)

    # ---- taps

    def after(self, taps: Sequence[str]) -> "Laying":
        """Return what is laid after some taps: each a card, or something to do with what is laid.

        A tap that means nothing, or on a card that is not left, changes nothing but is told.
        """
        laid = self
        for tap in taps[:MOST_TAPS]:
            laid = laid._after(tap)
        return replace(laid, unread=True) if len(taps) > MOST_TAPS else laid

    def _after(self, tap: str) -> "Laying":
        if face := self.melding.face(tap):
            return self._tapped(face.card)
        if tap == NEXT:
            return self._next()
        if tap == BACK:
            return replace(self, marks=_in_order(self.marks[:-1]))
        if tap == CLEAR:
            return replace(self, marks=(), unread=False)
        return self._with_meld(tap)

    def _tapped(self, card: Card) -> "Laying":
        melds = self._grouped()
        place = self.melding.place(melds, self.current - 1, card)
        return self._added(card, (len(melds) if place is None else place) + 1)

    def _next(self) -> "Laying":
        """Begin another meld, unless the one being laid has no card yet."""
        melds = self._grouped()
        empty = next((number for number, cards in enumerate(melds, 1) if not cards), len(melds) + 1)
        return self if not self.marks else self._added(None, empty)

    def _with_meld(self, tap: str) -> "Laying":
        """Return this after a tap on a meld, or on a card in it."""
        if tap.startswith(OUT) and (found := self._last(tap.removeprefix(OUT))) is not None:
            marks = (*self.marks[:found], *self.marks[found + 1 :])
            return replace(self, marks=_in_order(marks))
        for action in (DROP, GO_ON):
            for number in range(1, len(self._grouped()) + 1):
                if tap == f"{action}{number}":
                    return self._dropped(number) if action == DROP else self._added(None, number)
        return replace(self, unread=True)

    def _last(self, word: str) -> int | None:
        places = [place for place, mark in enumerate(self.marks) if mark.card and str(mark) == word]
        return places[-1] if places else None

    def _dropped(self, number: int) -> "Laying":
        marks = tuple(mark for mark in self.marks if mark.meld != number)
        return replace(self, marks=_in_order(marks))


def _in_order(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return marks with their melds numbered through from 1."""
    numbers = sorted({mark.meld for mark in marks})
    return tuple(replace(mark, meld=numbers.index(mark.meld) + 1) for mark in marks)
