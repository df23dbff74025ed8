"""How a game stands: whether it goes on, and who is ahead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext_lazy, ngettext_lazy

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
        # Partners win, whatever they are called together; one player wins.
        players = len(table.teams[self.ahead[0]].players)
        values = {"total": wording.points(self.best)}
        return outcome(HEADLINE, told, players, values, goes_on=self.state == "tied")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sentences about who is ahead: of several or of one, while it goes on and at the end.

    Those about one team are told by how many `players` it has. What is never said is empty.
    """

    level: Any
    shared: Any
    leads: Any
    wins: Any


HEADLINE = Outcome(
    level=gettext_lazy("%(teams)s are level at %(total)s: another round decides."),
    shared=gettext_lazy("%(teams)s share the win with %(total)s."),
    leads="",
    wins=ngettext_lazy(
        "%(teams)s wins with %(total)s.", "%(teams)s win with %(total)s.", "players"
    ),
)


def outcome(
    words: Outcome,
    ahead: Sequence[str],
    players: int,
    values: Mapping[str, str],
    *,
    goes_on: bool,
) -> str:
    """Return who is ahead or has won, by their names; `players` are how many the first team has."""
    told = {**values, "teams": names.in_sentence(ahead), "players": players}
    if len(ahead) > 1:
        return str((words.level if goes_on else words.shared) % told)
    return str((words.leads if goes_on else words.wins) % told)


def is_played(*, rounds: bool, finished: bool, totals: Sequence[int]) -> bool:
    """Say whether there is anything to tell of a game; see `GameQuerySet.counted`.

    One of which nobody wrote down the rounds is played where its totals are told, once it is
    finished.
    """
    return rounds or (finished and any(totals))


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
    played = is_played(rounds=bool(rows), finished=finished, totals=totals)
    return Standing(state, ahead, max(totals), played)
