"""What the page of a new game shows of its form."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names, wording
from games.board import MARKS
from games.variants.entry import Points, Question, questions
from games.variants.variant import Seating, Variant

from .again import AGAIN
from .start import StartForm

MOST_LATELY = 24
MOST_TOLD = 4


class Playable(NamedTuple):
    """A game to choose from."""

    key: str
    name: str
    players: str
    summary: str


class SeatingChoice(NamedTuple):
    """How many can play; `row` says how, and `short` how many where there is little room."""

    value: str
    row: str
    short: str
    words: str
    chosen: bool


class StartWords(NamedTuple):
    """What the start button says: by lot, of a {name}, or of the seat of a {number}."""

    lot: str
    named: str
    seat: str


@dataclass(frozen=True, slots=True)
class SeatField:
    """A place at the table, and the name typed there."""

    index: int
    field: str
    name: str
    errors: Sequence[str]
    mark: str
    deals: bool

    @property
    def number(self) -> int:
        """What the place is called."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class TeamField:
    """A team's name; left empty, the team is called by its label."""

    index: int
    field: str
    value: str
    errors: Sequence[str]
    mark: str
    label: str


@dataclass(frozen=True, slots=True)
class OptionField:
    """A house rule; `choices` has value, words, and whether it is chosen."""

    name: str
    value: str
    errors: Sequence[str]
    label: str
    kind: str
    help: str
    anchor: str
    choices: Sequence[tuple[str, str, bool]]


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody who has played in this club."""

    name: str
    seated: bool


class StartPage:
    """A form for a new game, in words and fields."""

    def __init__(self, form: StartForm) -> None:
        self.form, self.variant = form, form.variant

    # ---- the whole

    @property
    def rules_url(self) -> str:
        """The rules of this game."""
        return reverse("rules_variant", args=[self.variant.key])

    @property
    def players(self) -> str:
        """How many play, in words."""
        return _number_of_players(self.form.seating.players)

    @property
    def name(self) -> str:
        """The game's name, as typed."""
        return self.form.text("name")

    @property
    def time_zone(self) -> str:
        """Where the browser is, if it says so."""
        return self.form.time_zone

    @property
    def again(self) -> str:
        """The game whose people play again, if they do."""
        return self.form.text(AGAIN)

    @property
    def submission(self) -> UUID:
        """What this page is known by, so that sending it twice starts one game."""
        return self.form.submission

    @property
    def errors(self) -> Sequence[str]:
        """What is wrong with no field in particular."""
        return self._errors("")

    @property
    def name_errors(self) -> Sequence[str]:
        """What is wrong with the game's name."""
        return self._errors("name")

    @property
    def dealer_errors(self) -> Sequence[str]:
        """What is wrong with the choice of the first dealer."""
        return self._errors("first_dealer")

    @property
    def first_wrong(self) -> str:
        """The first field with something wrong in it, where the page is to open."""
        return next((field for field in self.form.faults if field), "")

    def _errors(self, field: str) -> Sequence[str]:
        return self.form.faults.get(field, ())

    @property
    def start_words(self) -> StartWords:
        """What the button that starts the game may say, for the script that keeps it true."""
        return StartWords(
            lot=_("Start, and draw who deals"),
            named=_("Start: {name} deals round 1"),
            seat=_("Start: seat {number} deals round 1"),
        )

    @property
    def start_label(self) -> str:
        """What the button says that starts the game."""
        dealer, words = self.form.dealer, self.start_words
        if dealer is None:
            return words.lot
        if name := self.form.sitting(dealer):
            return words.named.replace("{name}", name)
        return words.seat.replace("{number}", str(dealer + 1))

    # ---- the table

    @property
    def seating(self) -> str:
        """How many teams of how many players, as “2x2”."""
        return self.form.chosen

    @property
    def seatings(self) -> list[SeatingChoice]:
        """How the game can be played: by lone players first, then in teams."""
        return [
            SeatingChoice(
                value=value,
                row=_("Each alone") if one.each == 1 else _("In teams"),
                short=_seating_in_short(one),
                words=_seating_words(one),
                chosen=value == self.form.chosen,
            )
            for value, one in self.form.seatings.items()
        ]

    @property
    def chosen(self) -> str:
        """Who plays, in words."""
        return _seating_words(self.form.seating)

    @property
    def counter_clockwise(self) -> bool:
        """Say whether the deal goes to the right."""
        return not self.variant.clockwise

    @property
    def lot(self) -> bool:
        """Say whether the first dealer is drawn by lot."""
        return self.form.dealer is None

    @property
    def seats(self) -> list[SeatField]:
        """The places at the table, in dealing order."""
        return [
            SeatField(
                index=place,
                field=f"seat-{place}",
                name=self.form.text(f"seat-{place}"),
                errors=self._errors(f"seat-{place}"),
                mark=MARKS[place % self.form.seating.teams],
                deals=place == self.form.dealer,
            )
            for place in range(self.form.seating.players)
        ]

    @property
    def teams(self) -> list[TeamField]:
        """The teams that can be given a name."""
        return [
            TeamField(
                index=team,
                field=f"team-{team}",
                value=self.form.text(f"team-{team}"),
                errors=self._errors(f"team-{team}"),
                mark=MARKS[team],
                label=self._label(team),
            )
            for team in self.form.named_teams
        ]

    def _label(self, team: int) -> str:
        places = self.form.places(team)
        players = [self.form.sitting(place) for place in places]
        if all(players):
            return names.team_of(players)
        numbers = names.team_of([str(place + 1) for place in places])
        return _("Seats %(numbers)s") % {"numbers": numbers}

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What was typed in fields that this seating does not show, in case it is changed back."""
        shown = {seat.field for seat in self.seats} | {team.field for team in self.teams}
        most = max(one.players for one in self.form.seatings.values())
        fields = [f"{kind}-{index}" for kind in ("seat", "team") for index in range(most)]
        typed = [(field, self.form.text(field)) for field in fields if field not in shown]
        return [(field, text) for field, text in typed if text]

    @cached_property
    def lately(self) -> list[Acquaintance]:
        """Who played in this club most recently, and whether they sit here."""
        if self.form.club is None:
            return []
        places = range(self.form.seating.players)
        seated = {names.same_as(self.form.sitting(place)) for place in places}
        return [
            Acquaintance(player.name, player.key in seated)
            for player in self.form.club.players.lately()[:MOST_LATELY]
        ]

    # ---- house rules

    @property
    def options(self) -> list[OptionField]:
        """The house rules, as the variant asks for them."""
        usual = self.form.usual
        return [
            self._option(item, getattr(usual, item.name))
            for item in questions(self.variant.options)
        ]

    def _option(self, question: Question, usual: Points | str | None) -> OptionField:
        typed = self.form.text(question.name)
        return OptionField(
            name=question.name,
            value=typed,
            errors=self._errors(question.name),
            label=_(question.label),
            kind=question.kind.value,
            help=_("Usually %(value)s.") % {"value": _to_type(question, usual)},
            anchor=question.anchor,
            choices=[(value, _(words), value == typed) for value, words in question.choices],
        )

    @property
    def options_in_words(self) -> str:
        """The house rules in a line: those that were changed, or the first few as usual."""
        options, _found = self.form.options()
        return options_in_words(options, self.form.usual)

    @property
    def options_open(self) -> bool:
        """Say whether something is wrong among the house rules."""
        return any(option.errors for option in self.options)


def options_in_words(options: Any, usual: Any) -> str:
    """Return house rules in a line: those that are not as usual, or the first few as usual."""
    values = {name: value for name, value in asdict(options).items() if value is not None}
    asked = [item for item in questions(type(options)) if item.name in values]
    changed = [item for item in asked if values[item.name] != getattr(usual, item.name)]
    rules = [
        _("%(rule)s %(value)s")
        % {"rule": _lower(_(item.label)), "value": wording.answer(item, values[item.name], ())}
        for item in changed or asked[:MOST_TOLD]
    ]
    told = _("Changed: %(rules)s") if changed else _("As usual: %(rules)s")
    return told % {"rules": names.listed(rules)}


def playable(variant: Variant[Any, Any, Any]) -> Playable:
    """Return how a game is offered to choose from."""
    players = sorted({seating.players for seating in variant.seatings})
    words = _number_of_players(players[-1])
    if len(players) > 1:
        words = ngettext(
            "%(least)s to %(most)s player", "%(least)s to %(most)s players", players[-1]
        ) % {"least": players[0], "most": players[-1]}
    return Playable(variant.key, _(variant.name), words, _(variant.summary))


def _number_of_players(number: int) -> str:
    return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}


def _seating_words(seating: Seating) -> str:
    if seating.each == 1:
        return ngettext(
            "%(number)s player, alone", "%(number)s players, each alone", seating.players
        ) % {"number": seating.players}
    if seating.each == 2:
        return ngettext("%(number)s pair", "%(number)s pairs", seating.teams) % {
            "number": seating.teams
        }
    return ngettext("%(teams)s team of %(each)s", "%(teams)s teams of %(each)s", seating.teams) % {
        "teams": seating.teams,
        "each": seating.each,
    }


def _seating_in_short(seating: Seating) -> str:
    if seating.each == 1:
        return str(seating.players)
    return _("%(teams)s\N{MULTIPLICATION SIGN}%(each)s") % {
        "teams": seating.teams,
        "each": seating.each,
    }


def _lower(label: str) -> str:
    """Return a label as it stands within a sentence."""
    return label[:1].lower() + label[1:]


def _to_type(question: Question, value: Points | str | None) -> str:
    """Return an answer as it may be typed: the digits of a number alone."""
    if value is None or isinstance(value, str):
        return wording.answer(question, value, ())
    return str(value)
