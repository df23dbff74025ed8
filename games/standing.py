"""How a game stands: whether it goes on, and who is ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import names, wording
from .variants.variant import Row, Table, Variant


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands after its rounds; `ahead` are the teams with the best total, by number.

    A game is `played` too of which nobody wrote down the rounds, only the totals.
    """

    state: Literal["running", "tied", "over", "finished"]
    ahead: tuple[int, ...]
    best: int
    played: bool

    @property
    def is_won(self) -> bool:
        """Say whether those ahead have won."""
        return self.played and self.state in ("over", "finished")

    def headline(self, table: Table[Any]) -> str:
        """Return who has won, or that a tie must be played off; empty while the game runs."""
        if self.state == "running" or not self.played:
            return ""
        told = [table.teams[number].name for number in self.ahead]
        values = {"teams": names.in_sentence(told), "total": wording.points(self.best)}
        if self.state == "tied":
            return _("%(teams)s are level at %(total)s: another round decides.") % values
        if len(told) > 1:
            return _("%(teams)s share the win with %(total)s.") % values
        # Partners win, whatever they are called together; one player wins.
        players = len(table.teams[self.ahead[0]].players)
        return (
            ngettext("%(teams)s wins with %(total)s.", "%(teams)s win with %(total)s.", players)
            % values
        )


def standing(
    variant: Variant[Any, Any, Any], table: Table[Any], rows: Sequence[Row], *, finished: bool
) -> Standing:
    """Return how a game stands that was scored like this; `finished` if somebody closed it."""
    totals = table.totals(rows)
    ahead = tuple(number for number, total in enumerate(totals) if total == max(totals))
    state: Literal["running", "tied", "over", "finished"] = "running"
    if finished:
        state = "finished"
    elif variant.is_over(rows, table):
        state = "over"
    elif variant.is_tied(rows, table):
        state = "tied"
    played = bool(rows) or (finished and any(totals))
    return Standing(state, ahead, max(totals), played)
