"""A new game as a form: a table, and how many play at it.

Each team seats one player in turn. Here is what was typed and what it means; `startpage` has what
the page shows of it.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import names
from games.models import Club, NewTeam
from games.variants.variant import Seating, Variant

from .submission import new_submission, submission_of
from .table import TableForm, texts_of

LOT = "lot"
USUAL_PLAYERS = 4


def seating_key(seating: Seating) -> str:
    """Return how a seating is called in a form: “2x2”."""
    return f"{seating.teams}x{seating.each}"


def seatings_of(variant: Variant[Any, Any, Any]) -> dict[str, Seating]:
    """Return how many may play a game, by what that is called in a form."""
    return {seating_key(one): one for one in variant.seatings}


class StartForm(TableForm):
    """A game about to start. `data` is what a browser sent, or None for a fresh page.

    On a fresh page stands what was `proposed`.
    """

    UNNAMED = LOT

    def __init__(
        self,
        variant: Variant[Any, Any, Any],
        data: QueryDict | None,
        club: Club | None,
        proposed: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(variant, (proposed or {}) if data is None else data.dict(), club)
        self.seatings = seatings_of(variant)
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

    # ---- what was typed

    @property
    def seating(self) -> Seating:
        """How many teams of how many players."""
        return self.seatings[self.chosen]

    @property
    def in_turn(self) -> Iterable[int]:
        """The places in the order in which they are filled."""
        return range(self.seating.players)

    @property
    def time_zone(self) -> str:
        """Where the browser is, if it says so."""
        return self.text("time_zone")

    def _usual_texts(self) -> dict[str, str]:
        return texts_of(self.usual)

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

    def _add(self, name: str) -> None:
        """Seat somebody in the first empty place, or take them away if they sit here already."""
        order = list(self.in_turn)
        keys = [names.same_as(self.sitting(place)) for place in order]
        key = names.same_as(names.tidy(name))
        if key in keys:
            self.typed[f"seat-{order[keys.index(key)]}"] = ""
        elif "" in keys:
            self.typed[f"seat-{order[keys.index('')]}"] = name
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

    def wrong_names(self) -> None:
        """Say that the names mean other people by now than those that were typed."""
        message = _(
            "Two records of one person were made one this very moment. "
            "Nothing was changed. Look at the names, then do this once more."
        )
        self._wrong("", message)

    # ---- what is wrong with it

    def is_valid(self) -> bool:
        """Say whether a game can be started with this; fills `faults`."""
        self._check_names()
        if not self._has_dealer():
            self._wrong("first_dealer", _("Choose who deals first, or let the lot decide."))
        self._check_options()
        if self._sent is None:
            self._wrong("", _("This page was out of date. Look it over and press Start once more."))
        return not self.faults

    def _spelled(self, place: int) -> str:
        return self._players[place]

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
            "name": self.named("name"),
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
            named = self.named(f"team-{team}") if team in self.named_teams else ""
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
