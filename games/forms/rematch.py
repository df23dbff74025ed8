"""A rematch as a form: each way to play again is a button, and the page says what it does."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names
from games.board import MARKS
from games.models import Game, NewTeam
from games.rematch import Kind, Offer, losers_of, offers
from games.variants.variant import Seating

from .submission import new_submission, number_of, submission_of
from .tablepage import options_in_words


@dataclass(frozen=True, slots=True)
class TeamWords:
    """Who plays together; `players` is empty where the name says it already."""

    mark: str
    name: str
    players: str


@dataclass(frozen=True, slots=True)
class Button:
    """A way to play again in words."""

    value: str
    title: str
    words: str


class RematchForm:
    """A game about to be played again. `data` is what a browser sent, or None for a fresh page.

    `faults` are sentences about what is wrong with what was sent.
    """

    def __init__(self, game: Game, data: QueryDict | None) -> None:
        self.game = game
        self.faults: list[str] = []
        self._sent = submission_of(data) if data else None
        self._setup = None if data is None else number_of(data, "setup")
        self._chosen = "" if data is None else str(data.get("play", ""))
        self.submission = self._sent or new_submission()

    @property
    def offers(self) -> list[Offer]:
        """The ways to play again. What is drawn comes from the submission id, as in StartForm."""
        table, (*_dealt, due) = self.game.table, self.game.dealers
        return offers(table, due, table.totals(self.game.rows), self.submission.int)

    def chosen(self) -> Offer | None:
        """Return the way that was chosen; None if `faults` say why no game can be started so."""
        chosen = next((offer for offer in self.offers if offer.value == self._chosen), None)
        if self._setup not in (None, self.game.setup_revision):
            # The numbers may stand for other people by now than those that were read on the page.
            chosen = None
        if chosen is None:
            self.out_of_date()
        elif self._sent is None:
            self.faults.append(_("This page was out of date. Look it over and choose once more."))
        return None if self.faults else chosen

    def out_of_date(self) -> None:
        """Say that what was chosen is no way to play again by now."""
        self.faults.append(_("This cannot be chosen any more. Look at what can, and choose."))

    def renew(self) -> None:
        """Take a new submission id: the old one belongs to another game."""
        self.submission = new_submission()
        message = _(
            "A game was already started from this page, with another choice. "
            "Nothing was changed. Choose once more to start this game too."
        )
        self.faults.append(message)

    def new_game(self, offer: Offer) -> dict[str, Any]:
        """Return what `Game.objects.start` needs to know to start a game this way."""
        lineup = offer.lineup
        return {
            "club": self.game.club,
            "variant": self.game.rules,
            "teams": [NewTeam(team.name, team.players) for team in lineup.teams],
            "options": self.game.table.options,
            "seats": lineup.seats,
            "first_dealer": lineup.dealer,
            "submission": self.submission,
        }

    # ---- in words

    @property
    def teams(self) -> list[TeamWords]:
        """Who plays whom."""
        return [
            TeamWords(
                mark=MARKS[number],
                name=team.name,
                players="" if team.name == (own := names.team_of(team.players)) else own,
            )
            for number, team in enumerate(self.game.table.teams)
        ]

    @property
    def seats(self) -> str:
        """The players in dealing order."""
        table = self.game.table
        return names.listed([table.players[player] for player in table.seats])

    @property
    def rules(self) -> str:
        """The house rules, those first that are not as usual."""
        table, variant = self.game.table, self.game.rules
        seating = Seating(len(table.teams), len(table.teams[0].players))
        return options_in_words(table.options, variant.read_options({}, seating)[0])

    @property
    def first(self) -> Button:
        """The usual way: the same people, and the next of them deals."""
        return self._button(self.offers[0])

    @property
    def others(self) -> list[Button]:
        """All other ways."""
        return [self._button(offer) for offer in self.offers[1:]]

    def _button(self, offer: Offer) -> Button:
        return Button(offer.value, self._title(offer), self._words(offer))

    def _title(self, offer: Offer) -> str:
        match offer.kind:
            case Kind.NOTHING if offer.draws_dealer:
                return _("Rematch, and draw who deals")
            case Kind.NOTHING:
                return _("Rematch: %(dealer)s deals round 1") % {"dealer": offer.lineup.dealer_name}
            case Kind.DEALER:
                table = self.game.table
                losers = len(losers_of(table, table.totals(self.game.rows)))
                return ngettext("The loser deals", "The losers deal", losers)
            case Kind.PARTNERS:
                one, two = (names.team_of(team.players) for team in offer.lineup.teams)
                return _("%(one)s against %(two)s") % {"one": one, "two": two}
            case Kind.DRAWN_PARTNERS:
                return _("Draw new partners")

    def _words(self, offer: Offer) -> str:
        if not offer.draws_dealer:
            return _("%(dealer)s deals round 1") % {"dealer": offer.lineup.dealer_name}
        if offer.kind is Kind.DEALER:
            return _("The lot says which of them")
        return _("The lot says who deals")
