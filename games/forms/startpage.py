"""What the page of a new game shows of its form."""

from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.variants.variant import Seating, Variant

from .again import AGAIN
from .start import StartForm
from .tablepage import TablePage


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


class StartPage(TablePage[StartForm]):
    """A form for a new game, in words and fields."""

    # ---- the whole

    @property
    def players(self) -> str:
        """How many play, in words."""
        return _number_of_players(self.form.seating.players)

    @property
    def submission(self) -> UUID:
        """What this page is known by, so that sending it twice starts one game."""
        return self.form.submission

    @property
    def time_zone(self) -> str:
        """Where the browser is, if it says so."""
        return self.form.time_zone

    @property
    def again(self) -> str:
        """The game whose people play again, if they do."""
        return self.form.text(AGAIN)

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
                row=_("Each alone") if one.each == 1 else _in_teams(),
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
    def unnamed_label(self) -> str:
        return _("Draw lots for the first deal")

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What was typed in fields that this seating does not show, in case it is changed back."""
        shown = {seat.field for seat in self.seats} | {team.field for team in self.teams}
        most = max(one.players for one in self.form.seatings.values())
        fields = [f"{kind}-{index}" for kind in ("seat", "team") for index in range(most)]
        typed = [(field, self.form.text(field)) for field in fields if field not in shown]
        return [(field, text) for field, text in typed if text]


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


def _in_teams() -> str:
    """Say once how the short words of seatings in teams are read."""
    return _("Teams × players in each")  # noqa: RUF001


def _seating_in_short(seating: Seating) -> str:
    if seating.each == 1:
        return str(seating.players)
    sizes = {"teams": seating.teams, "each": seating.each}
    return _("%(teams)s×%(each)s") % sizes  # noqa: RUF001  A translator sees the sign itself.
