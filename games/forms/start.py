"""A new game as a form: who sits where, who deals first, and by which house rules.

Places at the table count from 0 in dealing order, and each team seats one player in turn. Here is
what was typed and what it means; `startpage` has what the page shows of it.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import names, wording
from games.models import Club, NewTeam
from games.variants.entry import Finding, Kind, Question, questions
from games.variants.variant import Seating, Variant

from .numbers import as_json
from .submission import new_submission, submission_of

LOT = "lot"
INDEX = re.compile(r"\d{1,2}", re.ASCII)
USUAL_PLAYERS = 4


def seating_key(seating: Seating) -> str:
    """Return how a seating is called in a form: “2x2”."""
    return f"{seating.teams}x{seating.each}"


def texts_of(options: Any) -> dict[str, str]:
    """Return house rules as they are typed."""
    values = {item.name: getattr(options, item.name) for item in questions(type(options))}
    return {name: "" if value is None else str(value) for name, value in values.items()}


class StartForm:
    """A game about to start. `data` is what a browser sent, or None for a fresh page.

    On a fresh page stands what was `proposed`.

    Nothing that was sent makes it raise; `faults` tells what is wrong with it, by field, and under
    "" what belongs to none.
    """

    def __init__(
        self,
        variant: Variant[Any, Any, Any],
        data: QueryDict | None,
        club: Club | None,
        proposed: Mapping[str, str] | None = None,
    ) -> None:
        self.variant, self.club = variant, club
        sent = (proposed or {}) if data is None else data.dict()
        self.typed = {name: str(value) for name, value in sent.items()}
        self.faults: dict[str, list[str]] = {}
        self.seatings = {seating_key(one): one for one in variant.seatings}
        self._sit(self.text("seated") or self.text("seating") or self._usual_seating())
        for name, usual in self._usual_texts().items():
            self.typed.setdefault(name, usual)
        self._sent = submission_of(data) if data else None
        self.submission = self._sent or new_submission()

    def _sit(self, seating: str) -> None:
        if seating not in self.seatings:
            self._wrong("", _("This game is not played by that many. Choose who plays again."))
            seating = self._usual_seating()
        self.chosen = seating

    def _usual_seating(self) -> str:
        """Return the seating that is offered first: of four players, if the game has one."""
        fours = (key for key, one in self.seatings.items() if one.players == USUAL_PLAYERS)
        return next(fours, next(iter(self.seatings)))

    def _wrong(self, field: str, sentence: str) -> None:
        self.faults.setdefault(field, []).append(sentence)

    # ---- what was typed

    def text(self, field: str) -> str:
        """Return what was typed in a field."""
        return self.typed.get(field, "")

    def sitting(self, place: int) -> str:
        """Return the name of who sits in a place, without the spaces around it."""
        return names.tidy(self.text(f"seat-{place}"))

    @property
    def seating(self) -> Seating:
        """How many teams of how many players."""
        return self.seatings[self.chosen]

    @property
    def named_teams(self) -> range:
        """The teams that have a name of their own; a lone player's team bears the player's."""
        return range(self.seating.teams if self.seating.each > 1 else 0)

    def places(self, team: int) -> range:
        """Return the places of a team's players."""
        return range(team, self.seating.players, self.seating.teams)

    @property
    def time_zone(self) -> str:
        """Where the browser is, if it says so."""
        return self.text("time_zone")

    @property
    def dealer(self) -> int | None:
        """The place of the first dealer; None if drawn by lot."""
        return self._place(self.typed.get("first_dealer", LOT))

    def _place(self, text: str) -> int | None:
        """Return the place of this number, None if there is none."""
        place = int(text) if INDEX.fullmatch(text) else None
        return place if place is not None and place < self.seating.players else None

    @property
    def usual(self) -> Any:
        """The house rules that this seating plays by unless agreed otherwise."""
        return self.variant.read_options({}, self.seating)[0]

    def _usual_texts(self) -> dict[str, str]:
        return texts_of(self.usual)

    def options(self) -> tuple[Any, tuple[Finding, ...]]:
        """Return the house rules, and what is wrong with them."""
        given = {item.name: self._answer(item) for item in questions(self.variant.options)}
        return self.variant.read_options(given, self.seating)

    def _answer(self, question: Question) -> object:
        typed = self.text(question.name)
        return as_json(typed) if question.kind is Kind.WHOLE else typed or None

    # ---- moving people about

    @property
    def rearranges(self) -> bool:
        """Say whether a button was pressed that changes the page and starts nothing."""
        if "start" in self.typed:
            return False
        moves = {"swap", "add"} & self.typed.keys()
        return bool(moves) or {"seating", "seated"} <= self.typed.keys()

    def rearrange(self) -> bool:
        """Do what the button says; False if it cannot be done."""
        if "swap" in self.typed:
            self._swap(self._place(self.text("swap")))
        elif "add" in self.typed:
            self._add(self.text("add"))
        else:
            self._change_seating(self.text("seating"))
        return not self.faults

    def _swap(self, place: int | None) -> None:
        """Let the player in a place and the next one change places; the deal goes with them."""
        if place is None:
            self._wrong("", _("There is no such seat at this table."))
            return
        other, dealer = (place + 1) % self.seating.players, self.dealer
        one, two = f"seat-{place}", f"seat-{other}"
        self.typed[one], self.typed[two] = self.text(two), self.text(one)
        if dealer in (place, other):
            self.typed["first_dealer"] = str(other if dealer == place else place)

    def _add(self, name: str) -> None:
        """Seat somebody in the first empty place, or take them away if they sit here already."""
        keys = [names.same_as(self.sitting(place)) for place in range(self.seating.players)]
        key = names.same_as(names.tidy(name))
        if key in keys:
            self.typed[f"seat-{keys.index(key)}"] = ""
        elif "" in keys:
            self.typed[f"seat-{keys.index('')}"] = name
        else:
            self._wrong("", _("Every seat is taken. Clear a name to make room."))

    def _change_seating(self, seating: str) -> None:
        """Seat fewer or more; house rules that nobody changed become those usual then."""
        before = self._usual_texts()
        self._sit(seating)
        for name, usual in self._usual_texts().items():
            if self.typed[name] == before[name]:
                self.typed[name] = usual

    def renew(self) -> None:
        """Take a new submission id: the old one belongs to another game."""
        self.submission = new_submission()
        message = _(
            "A game was already started from this page, with something else on it. "
            "Nothing was changed. Press Start once more to start this game too."
        )
        self._wrong("", message)

    # ---- what is wrong with it

    def is_valid(self) -> bool:
        """Say whether a game can be started with this; fills `faults`."""
        taken: set[str] = set()
        for place in range(self.seating.players):
            field = f"seat-{place}"
            if not self.text(field).strip():
                self._wrong(field, _("Who sits here? Type a name."))
            else:
                self._check_name(field, taken)
        seated = not self.faults
        for team in self.named_teams:
            if self.text(f"team-{team}").strip():
                self._check_name(f"team-{team}", taken)
            elif seated:
                self._check_joined(team, taken)
        if self.text("name").strip():
            self._check_name("name", set())
        if self.dealer is None and self.typed.get("first_dealer", LOT) != LOT:
            self._wrong("first_dealer", _("Choose who deals first, or let the lot decide."))
        for finding in self.options()[1]:
            self._wrong(finding.field or "", wording.sentence(finding, ()))
        if self._sent is None:
            self._wrong("", _("This page was out of date. Look it over and press Start once more."))
        return not self.faults

    def _check_joined(self, team: int, taken: set[str]) -> None:
        """Check the name that a team has from its players, of whom each has a name."""
        name = names.team_of([self._players[place] for place in self.places(team)])
        if len(name) > names.TEAM_LENGTH:
            message = _("These names are too long to be joined. Give the team a name.")
            self._wrong(f"team-{team}", message)
        self._check_once(f"team-{team}", name, taken)

    def _check_name(self, field: str, taken: set[str]) -> None:
        typed = self.text(field)
        name = names.tidy(typed)
        if fault := names.fault(typed):
            self._wrong(field, fault)
        elif len(name) > names.LENGTH:
            message = _("This name is too long. It can have up to %(most)s letters.")
            self._wrong(field, message % {"most": names.LENGTH})
        else:
            self._check_once(field, name, taken)

    def _check_once(self, field: str, name: str, taken: set[str]) -> None:
        if names.same_as(name) in taken:
            message = _("“%(name)s” is here twice. Add an initial to tell them apart.")
            self._wrong(field, message % {"name": name})
        taken.add(names.same_as(name))

    # ---- what is started with it

    def game(self) -> dict[str, Any]:
        """Return what `Game.objects.start` needs to know of a valid form."""
        order = self.seating.alternate()
        dealer = self._lot() if self.dealer is None else self.dealer
        return {
            "variant": self.variant,
            "teams": self._teams(),
            "options": self.options()[0],
            "seats": order,
            "first_dealer": order[dealer],
            "submission": self.submission,
            "name": names.tidy(self.text("name")),
        }

    def _lot(self) -> int:
        """Draw the first dealer.

        The submission id is a random number, drawn for this page by the operating system. The lot
        is taken from it, so that the same form sent twice draws the same dealer.
        """
        return self.submission.int % self.seating.players

    def _teams(self) -> list[NewTeam]:
        teams = []
        for team in range(self.seating.teams):
            own = tuple(self._players[place] for place in self.places(team))
            named = names.tidy(self.text(f"team-{team}")) if team in self.named_teams else ""
            teams.append(NewTeam(named or names.team_of(own), own))
        return teams

    @cached_property
    def _players(self) -> list[str]:
        """The players by their place, each spelled as the club knows that name."""
        typed = [self.sitting(place) for place in range(self.seating.players)]
        if self.club is None:
            return typed
        keys = [names.same_as(name) for name in typed]
        known = {player.key: player.name for player in self.club.players.filter(key__in=keys)}
        return [known.get(key, name) for key, name in zip(keys, typed, strict=True)]
