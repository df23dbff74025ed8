"""A share of games won, told with as much doubt as so many games leave."""

from math import ceil, floor, sqrt

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import wording

SURE = 1.96
"""So many standard deviations to either side hold nineteen in twenty."""

NO_BREAK = "\N{NO-BREAK SPACE}"

FEW = 5
"""Of fewer games a share in per cent says more than there is to know."""

WIDE = 30
"""Who can only be told to lie within more per cent than that has played few games."""


def likely(wins: int, games: int) -> tuple[int, int]:
    """Return between which per cent the share lies that so many wins speak for, by Wilson.

    Nineteen times in twenty it does. Rounded outwards; 0 to 100 before the first game.
    """
    if not games:
        return 0, 100
    share, square = wins / games, SURE**2
    middle = share + square / (2 * games)
    half = SURE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 100 / (1 + square / games)
    low, high = floor((middle - half) * scale), ceil((middle + half) * scale)
    # What is exact at either end comes out a hair beside it.
    return (max(low, 0) if wins else 0), (min(high, 100) if wins < games else 100)


def percent(part: int, whole: int) -> str:
    """Return a share in whole per cent; nothing of nothing is 0.

    All is 100 and nothing is 0, and no other share is, however close it comes.
    """
    number = round(100 * part / whole) if whole else 0
    return in_percent(min(max(number, 1), 99) if 0 < part < whole else number)


def in_percent(number: int) -> str:
    """Return a number of per cent as it is written."""
    return (_("%(number)s %%") % {"number": wording.points(number)}).replace(" ", NO_BREAK)


def in_short(wins: int, games: int) -> str:
    """Return what is told first of so many wins: the share, or of few games how many they were."""
    if games >= FEW:
        return percent(wins, games)
    values = {"wins": wording.points(wins), "games": wording.points(games)}
    return _("%(wins)s of %(games)s") % values


def share(wins: int, games: int) -> str:
    """Return the share where the wins are told already; empty if there were too few games."""
    return percent(wins, games) if games >= FEW else ""


def beneath(wins: int, games: int) -> str:
    """Return what stands under what is told first, so that the two say all."""
    return won(wins, games) if games >= FEW else ngettext("game won", "games won", games)


def told(wins: int, games: int) -> str:
    """Return in words how much so many wins tell; empty before the first game."""
    if not games:
        return ""
    low, high = likely(wins, games)
    values = {"low": in_percent(low), "high": in_percent(high)}
    if games == 1:
        return _("One game tells nothing yet.")
    if high - low > WIDE:
        return _("With so few games it may as well be anything from %(low)s to %(high)s.") % values
    return _("Luck aside, that stands for %(low)s to %(high)s.") % values


def won(wins: int, games: int) -> str:
    """Return how many of how many games were won."""
    words = ngettext("%(wins)s of %(games)s game won", "%(wins)s of %(games)s games won", games)
    return words % {"wins": wording.points(wins), "games": wording.points(games)}
