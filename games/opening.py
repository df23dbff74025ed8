"""The opening checker in words: the cards to tap, what was made of them, and whether they open."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from . import names, wording
from .board import MARKS
from .laying import OUT, Laying, Mark
from .variants.entry import Kind, Question, questions
from .variants.melds import ACE, BEGUN, BLACK, JOKER, RED, Card, Face, Fault, Laid, Level, Meld
from .variants.variant import Opening, Table, Variant

SIGNS = {
    JOKER: gettext_lazy("Joker"),
    ACE: pgettext_lazy("what stands on an ace", "A"),
    "K": pgettext_lazy("what stands on a king", "K"),
    "Q": pgettext_lazy("what stands on a queen", "Q"),
    "J": pgettext_lazy("what stands on a jack", "J"),
}
"""What stands on a card where that is no number."""

RANKS = {
    JOKER: gettext_lazy("Joker"),
    ACE: gettext_lazy("Ace"),
    "K": gettext_lazy("King"),
    "Q": gettext_lazy("Queen"),
    "J": gettext_lazy("Jack"),
}
SUIT_NAMES = {
    "s": ("a", gettext_lazy("spades")),
    "h": ("d", gettext_lazy("hearts")),
    "d": ("b", gettext_lazy("diamonds")),
    "c": ("c", gettext_lazy("clubs")),
}
"""The mark and the name of each suit."""

THREES = {RED: ("d", gettext_lazy("Red 3")), BLACK: ("a", gettext_lazy("Black 3"))}
REDS = ("h", "d", RED)
DIGITS = 10
HINTS = (*BEGUN, "red_threes_apart", "bonus_apart", "grown")
"""What is no mistake: that a meld is not whole yet, or may become one, and what is to be known."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card as it is drawn: what stands on it, the mark of its suit, and what it is called."""

    sign: str
    mark: str
    name: str
    is_red: bool


LAID = gettext_lazy("{card}, {number} laid")
"""What a card to tap is called while there are some of it on the table."""


@dataclass(frozen=True, slots=True)
class Key:
    """A card to tap: how many are laid, and whether the deck has another."""

    code: str
    card: Shown
    laid: int
    copies: int | None

    @property
    def label(self) -> str:
        """What it is called, with how many are laid."""
        name = self.card.name
        if not self.laid:
            return name
        return str(LAID).replace("{card}", name).replace("{number}", str(self.laid))

    @property
    def is_spent(self) -> bool:
        """Whether all that there are lie there."""
        return self.copies is not None and self.laid >= self.copies


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card in a meld, the tap that takes it out, and what that is called."""

    card: Shown
    tap: str
    label: str


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence about a meld, and where its rule stands. A hint is no mistake."""

    text: str
    url: str
    is_hint: bool


@dataclass(frozen=True, slots=True)
class MeldShown:
    """A meld as it is drawn, and what is said about it. One that is begun may have no card yet.

    `place` counts those that are drawn from 1; taps mean it by its own number, which stays with it.
    """

    place: int
    number: int
    title: str
    cards: list[LaidCard]
    kind: str
    points: str
    says: list[Said]
    is_current: bool
    has_room: bool = True


@dataclass(frozen=True, slots=True)
class Need:
    """Something that can be asked for: of a team, or of everybody at some total or in a round.

    Or an answer to a house rule, which has no points.
    """

    field: str
    value: int | str
    name: str
    mark: str
    points: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose opening it is, or what it must be worth; the numbers as they were sent."""

    team: int | None = None
    need: int | None = None


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule that is asked where no game can tell it, with its answers."""

    label: str
    answers: list[Need]


@dataclass
class Checker:
    """What a team means to open with, tap by tap: may it?

    `openings` is what each team of the game needs; without a game the table is any.
    """

    variant: Variant[Any, Any, Any]
    laying: Laying
    table: Table[Any]
    openings: Sequence[Opening]
    rules_url: str
    asked: Asked = Asked()
    in_game: bool = False

    # ---- what is asked for

    @property
    def by_points(self) -> bool:
        """Whether the first meld must be worth something."""
        return self.openings[0].points is not None

    @cached_property
    def team(self) -> int:
        """The number of the team that opens: the first, unless another was chosen."""
        told = self.asked.team or 0
        return told if told < len(self.openings) else 0

    @cached_property
    def need(self) -> int:
        """What the first melds must be worth, in points; 0 where that does not matter."""
        levels = {level.points for level in self.laying.melding.levels}
        if not self.in_game and self.asked.need in levels:
            return self.asked.need or 0
        return self.openings[self.team].points or 0

    @property
    def needs(self) -> list[Need]:
        """What can be chosen: the teams if they need different things; without a game anything."""
        if not self.in_game:
            return [self._of_level(level) for level in self.laying.melding.levels]
        if len({opening.points for opening in self.openings}) == 1:
            return []
        return [self._of_team(number) for number in range(len(self.openings))]

    def _of_team(self, number: int) -> Need:
        points = wording.points(self.openings[number].points)
        chosen = number == self.team
        return Need("team", number, self.table.teams[number].name, MARKS[number], points, chosen)

    def _of_level(self, level: Level) -> Need:
        if level.round is not None:
            words = _("round %(number)s on") if level.last else _("round %(number)s")
            name = words % {"number": level.round}
        elif level.total is None:
            name = _("below zero")
        else:
            name = _("from %(total)s") % {"total": wording.points(level.total)}
        points = wording.points(level.points)
        return Need("need", level.points, name, "", points, level.points == self.need)

    @property
    def told(self) -> dict[str, object]:
        """The house rules that are carried along where there is no game to ask."""
        return {} if self.in_game else told_of(self.variant, self.table)

    @property
    def house_rules(self) -> list[HouseRule]:
        """The house rules to choose from where no game tells them."""
        if self.in_game:
            return []
        return [
            HouseRule(_(question.label), self._answers(question))
            for question in questions(self.variant.options)
            if question.name in self.variant.melding_rules
        ]

    def _answers(self, question: Question) -> list[Need]:
        chosen = getattr(self.table.options, question.name)
        if question.choices:
            answers = [(value, _(label)) for value, label in question.choices]
        else:
            # A table may have any number, of which the usual ones are offered.
            answers = [(number, str(number)) for number in sorted({*question.usual, chosen})]
        return [
            Need(question.name, value, words, "", "", value == chosen) for value, words in answers
        ]

    @property
    def demand(self) -> str:
        """What is asked for, in a sentence; empty where it can be chosen."""
        if self.needs:
            return ""
        words = self.openings[0].words
        if words:
            return _("To open: %(words)s") % {"words": _(words)}
        if not self.by_points:
            return _("No minimum to open")
        return _("Everybody opens with %(points)s") % {"points": wording.points(self.need)}

    # ---- the cards to tap

    @property
    def words_of_laid(self) -> str:
        """What a card of which some are laid is called, for the script to fill in."""
        return str(LAID)

    @property
    def suits(self) -> list[list[Key]]:
        """The cards to tap, by suit; all in one list where suits do not matter."""
        suits: list[list[Key]] = []
        last = ""
        for face in self.laying.melding.faces:
            # What has no suit stands with the cards before it.
            suit = face.card.suit if face.card.suit in SUIT_NAMES else last
            if suit != last or not suits:
                suits.append([])
            suits[-1].append(self._key(face))
            last = suit
        return suits

    def _key(self, face: Face) -> Key:
        laid = self.laying.number_of(face.card)
        return Key(face.card.code, card_shown(face.card), laid, face.copies)

    # ---- what is laid

    @cached_property
    def laid(self) -> Laid:
        """What is laid, judged, without a meld that has no card yet."""
        return self.laying.melding.judge([cards for cards in self.laying.melds if cards], self.need)

    @cached_property
    def melds(self) -> list[MeldShown]:
        """The melds, each with what is said about it."""
        numbers, judged = self.laying.numbers, self.laid.melds
        shown = [
            self._meld(place, number, meld)
            for place, (number, meld) in enumerate(zip(numbers, judged, strict=False), start=1)
        ]
        if len(self.laying.melds) > len(shown):
            place, number = len(shown) + 1, numbers[-1]
            shown.append(MeldShown(place, number, _title(place), [], "", "", [], is_current=True))
        return shown

    @property
    def current(self) -> MeldShown | None:
        """The meld that is being laid; None while nothing is."""
        return next((meld for meld in self.melds if meld.is_current), None)

    def _meld(self, place: int, number: int, meld: Meld) -> MeldShown:
        return MeldShown(
            place=place,
            number=number,
            title=_title(place),
            cards=[_laid_card(card, place, number) for card in meld.cards],
            kind=_(meld.kind) if meld.kind else "",
            points=wording.points(meld.points),
            says=[self._said(one) for one in (*meld.faults, *meld.remarks)],
            is_current=number == self.laying.current,
            has_room=self.laying.has_room(number),
        )

    def _said(self, one: Fault) -> Said:
        text = _(one.message) % {name: wording.points(value) for name, value in one.values.items()}
        is_hint = one.code in HINTS
        return Said(text, f"{self.rules_url}#{one.anchor}", is_hint)

    # ---- may it?

    @property
    def figure(self) -> str:
        """How much of what is asked for is reached; where any meld will do, what it is worth."""
        laid = self.laid
        if not self.by_points and laid.points is not None:
            return wording.points(laid.points)
        told = {"reached": wording.points(laid.reached), "need": wording.points(laid.need)}
        return _("%(reached)s of %(need)s") % told

    @property
    def verdict(self) -> str:
        """Whether these cards open, and if not, what is missing and which melds are not legal."""
        if not self.laying.melds:
            return _("Tap each card that you mean to lay down.")
        if self.laid.opens:
            return self._opens()
        return " ".join(filter(None, (self._missing(), *self._faulty())))

    def _opens(self) -> str:
        if not self.in_game or not self.needs:
            return _("This opens.")
        return _("%(team)s can open with this.") % {"team": self.table.teams[self.team].name}

    def _missing(self) -> str:
        missing = self.laid.missing
        told = {"missing": wording.points(missing)}
        if not missing or (not self.by_points and self.laid.points is not None):
            return ""
        if self.laid.unit == "points":
            return _("%(missing)s points are missing.") % told
        if self.laid.unit == "pairs":
            words = ngettext(
                "%(missing)s pair is missing.", "%(missing)s pairs are missing.", int(missing)
            )
            return words % told
        words = ngettext(
            "%(missing)s meld is missing.", "%(missing)s melds are missing.", int(missing)
        )
        return words % told

    def _faulty(self) -> Iterator[str]:
        """Yield a sentence about melds that are not whole, and one about those that are wrong."""
        faulty = [
            (str(number), meld.is_begun)
            for number, meld in enumerate(self.laid.melds, start=1)
            if not meld.is_legal
        ]
        begun = [number for number, is_begun in faulty if is_begun]
        wrong = [number for number, is_begun in faulty if not is_begun]
        if wrong:
            words = ngettext(
                "Meld %(numbers)s is not legal.", "Melds %(numbers)s are not legal.", len(wrong)
            )
            yield words % {"numbers": names.in_sentence(wrong)}
        if begun:
            words = ngettext(
                "Meld %(numbers)s is not whole.", "Melds %(numbers)s are not whole.", len(begun)
            )
            yield words % {"numbers": names.in_sentence(begun)}

    @property
    def notice(self) -> str:
        """That something that was sent made no sense, or more than there is; empty if all did."""
        if not self.laying.unread:
            return ""
        return _(
            "Something was left out: no such card, or no more of it. Look over what lies here."
        )


def card_shown(card: Card) -> Shown:
    """Return a card as it is drawn."""
    sign = str(SIGNS.get(card.rank, card.rank))
    rank = str(RANKS.get(card.rank, card.rank))
    if card.suit in THREES:
        mark, three = THREES[card.suit]
        return Shown(sign, mark, str(three), card.suit in REDS)
    if not card.suit:
        return Shown(sign, "", rank, is_red=False)
    mark, suit = SUIT_NAMES[card.suit]
    name = _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}
    return Shown(sign, mark, name, card.suit in REDS)


def imagined(variant: Variant[Any, Any, Any], told: Mapping[str, str] | None = None) -> Table[Any]:
    """Return a table of a variant at which nobody has played yet, by its usual rules.

    What an address has told of the house rules that matter here takes their place, if it is right.
    """
    seating = variant.seatings[0]
    answers = {
        question.name: _answer(question, told[question.name])
        for question in questions(variant.options)
        if told and question.name in told and question.name in variant.melding_rules
    }
    options, wrong = variant.read_options(answers, seating)
    if wrong:
        return variant.empty_table(seating)
    return variant.empty_table(seating, options)


def _answer(question: Question, text: str) -> str | int:
    is_number = text.isascii() and text.isdecimal() and len(text) < DIGITS
    return int(text) if question.kind is Kind.WHOLE and is_number else text


def told_of(variant: Variant[Any, Any, Any], table: Table[Any]) -> dict[str, object]:
    """Return the house rules of a table that matter here, where they are not the usual ones."""
    usual = imagined(variant).options
    return {
        name: own
        for name in variant.melding_rules
        if (own := getattr(table.options, name)) != getattr(usual, name)
    }


def _title(place: int) -> str:
    return _("Meld %(number)s") % {"number": place}


def _laid_card(card: Card, place: int, number: int) -> LaidCard:
    shown = card_shown(card)
    label = _("Take out of meld %(number)s: %(card)s") % {"number": place, "card": shown.name}
    return LaidCard(shown, f"{OUT}{Mark(card, number)}", label)
