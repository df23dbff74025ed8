"""Taps on cards, turned into melds. All that is laid stands in the address; nothing is kept.

What is laid is a text of marks, `9-1.9-1.2-1.K-2`: a card and the number of its meld, in the order
of the taps. A mark without a card, `-3`, comes last and says which meld is being laid. Numbers stay
with their melds, so that a tap made on an older drawing never means another one. What the last step
that took cards away has taken is carried as well: `2.9-1.K-2.K-2` is what lay there, with how many
marks were left of it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .variants.melds import Card, Cards, Melding, over_deck

MOST_CARDS = 60
"""More than anybody holds; what is said of them still has room on a page."""

MOST_TAPS = 80
"""Taps made faster than they are answered come together."""

MOST_MELDS = 99

MARK = re.compile(r"([0-9A-Za-z]{0,9})-([1-9][0-9]?)", re.ASCII)
COUNT = re.compile(r"[0-9]{1,2}", re.ASCII)
ON_MELD = re.compile(r"(drop-|meld-)([1-9][0-9]?)", re.ASCII)
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
    """Cards being laid down, tap by tap. `unread` says that something of it could not be.

    `before` is what lay there before cards were last taken away; `kept` marks were left of it.
    """

    melding: Melding
    marks: tuple[Mark, ...] = ()
    unread: bool = False
    before: tuple[Mark, ...] = ()
    kept: int = 0

    @classmethod
    def read(cls, melding: Melding, text: str, was: str = "") -> "Laying":
        """Read what is laid; what is no card of this game, or more than its deck, is left out."""
        laid = cls(melding)
        for word in text.split(".")[: MOST_CARDS + 1] if text else ():
            laid = laid._with(word)
        is_whole = text.count(".") <= MOST_CARDS
        before, kept = _read_before(melding, was, len(laid.marks))
        return replace(laid, unread=laid.unread or not is_whole, before=before, kept=kept)

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
        return replace(self, marks=(*kept, Mark(card, meld)), kept=min(self.kept, len(kept)))

    def _is_left(self, card: Card) -> bool:
        return card not in over_deck(self.melding.faces, [*self._grouped(), (card,)])

    def _grouped(self) -> list[Cards]:
        return [
            tuple(mark.card for mark in self.marks if mark.card and mark.meld == number)
            for number in self.numbers
        ]

    def _free(self) -> int:
        """Return the number of a new meld: none that has one now or had one a step ago."""
        number = max((mark.meld for mark in (*self.marks, *self.before)), default=0) + 1
        own = {mark.meld for mark in self.marks}
        is_left = number <= MOST_MELDS
        return number if is_left else next(n for n in range(1, MOST_MELDS + 1) if n not in own)

    # ---- what is laid

    def __str__(self) -> str:
        return ".".join(map(str, self.marks))

    @property
    def was(self) -> str:
        """What can be brought back, as it is carried; empty if nothing can."""
        return ".".join(map(str, (self.kept, *self.before))) if self.before else ""

    @property
    def current(self) -> int:
        """The number of the meld that is being laid."""
        return self.marks[-1].meld if self.marks else self._free()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the melds, rising; one that has no card yet comes last."""
        held = sorted({mark.meld for mark in self.marks if mark.card})
        return held if self.current in held else [*held, self.current]

    @property
    def melds(self) -> list[Cards]:
        """The melds that have cards; only the last may have none yet, while it is being laid."""
        return self._grouped() if any(mark.card for mark in self.marks) else []

    def number_of(self, card: Card) -> int:
        """Return how many of a card are laid."""
        return sum(mark.card == card for mark in self.marks)

    def has_room(self, number: int) -> bool:
        """Say whether any card can join a meld."""
        melds, place, at = self._grouped(), self.melding.place, self.numbers.index(number)
        return any(place(melds, at, face.card) == at for face in self.melding.faces)

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
            return self._back()
        if tap == CLEAR:
            return replace(self._left(()), unread=False)
        return self._with_meld(tap)

    def _tapped(self, card: Card) -> "Laying":
        numbers = self.numbers
        place = self.melding.place(self._grouped(), numbers.index(self.current), card)
        return self._added(card, self._free() if place is None else numbers[place])

    def _next(self) -> "Laying":
        """Begin another meld, unless the one being laid has no card yet."""
        is_begun = any(mark.card and mark.meld == self.current for mark in self.marks)
        return self._added(None, self._free()) if is_begun else self

    def _back(self) -> "Laying":
        """Undo the last tap: bring back what it took away, or take back what it laid."""
        if self.before and len(self.marks) <= self.kept:
            return replace(self, marks=self.before, before=(), kept=0)
        return replace(self, marks=self.marks[:-1])

    def _left(self, marks: tuple[Mark, ...]) -> "Laying":
        """Return this with only these marks left, and what is gone kept for one step back."""
        if len(marks) == len(self.marks):
            return self
        if not any(mark.card for mark in self.marks):
            return replace(self, marks=marks, kept=len(marks))
        return replace(self, marks=marks, before=self.marks, kept=len(marks))

    def _with_meld(self, tap: str) -> "Laying":
        """Return this after a tap on a meld, or on a card in it.

        One that is gone was tapped twice: the second tap has nothing to do.
        """
        if tap.startswith(OUT) and (out := MARK.fullmatch(tap.removeprefix(OUT))):
            return self._without(out[0])
        if found := ON_MELD.fullmatch(tap):
            number = int(found[2])
            if found[1] == DROP:
                return self._left(tuple(mark for mark in self.marks if mark.meld != number))
            return self._added(None, number) if number in self.numbers else self
        return replace(self, unread=True)

    def _without(self, word: str) -> "Laying":
        """Return this without the last card like this in its meld."""
        places = [place for place, mark in enumerate(self.marks) if mark.card and str(mark) == word]
        if not places:
            return self
        return self._left((*self.marks[: places[-1]], *self.marks[places[-1] + 1 :]))


def _read_before(melding: Melding, was: str, marks: int) -> tuple[tuple[Mark, ...], int]:
    """Read what lay there before; what makes no sense can not be brought back."""
    kept, _dot, text = was.partition(".")
    if not (text and COUNT.fullmatch(kept) and int(kept) <= marks):
        return (), 0
    before = Laying.read(melding, text)
    return ((), 0) if before.unread else (before.marks, int(kept))
