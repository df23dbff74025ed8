"""A game that is to be one of another club, as a form."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.models import Club, Game

from .form import Form
from .submission import id_of


class MoveForm(Form):
    """Which of these clubs a game is to be one of; the own one is among them."""

    def __init__(self, game: Game, clubs: Sequence[Club], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.game, self.clubs = game, clubs
        told = id_of(data, "club") if data else None
        self.club = next((club for club in clubs if club.pk == told), None)
        if data is None:
            self.club = self.only

    @property
    def only(self) -> Club | None:
        """The one club that it can move to, if there is no choice."""
        others = [club for club in self.clubs if club.pk != self.game.club_id]
        return others[0] if len(others) == 1 else None

    @property
    def others(self) -> list[tuple[Club, bool]]:
        """The clubs to choose from, and whether it was chosen."""
        chosen = self.club and self.club.pk
        return [(one, one.pk == chosen) for one in self.clubs if one.pk != self.game.club_id]

    def is_valid(self) -> bool:
        """Say whether the game can move there; fills `faults`."""
        if self.club is None:
            self.wrong("", _("Choose a club in which you keep the score."))
        return self.is_whole() and not self.faults
