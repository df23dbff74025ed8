"""How strong a player is in a variant, as far as the results tell: Plackett and Luce's model.

A rating is a pair of numbers: `mu`, the strength, and `sigma`, how far off it may be. A team plays
as strong as its players together, and all that counts of a game is the order of its teams.
"""

from collections.abc import Sequence

from openskill.models import PlackettLuce

type Rating = tuple[float, float]

_MODEL = PlackettLuce()
START: Rating = (25.0, 25.0 / 3)
"""The rating of somebody who has not played yet."""

SHOWN_START, SHOWN_EACH = 1500, 24
"""Players read ratings that begin at 1,500 and move by tens, not by tenths."""


def after_game(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of the teams' players after a game; equal places were shared."""
    rated = [[_MODEL.create_rating(list(player)) for player in team] for team in teams]
    after = _MODEL.rate(rated, ranks=list(places))
    return [[(player.mu, player.sigma) for player in team] for team in after]


def shown(mu: float) -> int:
    """Return a strength as people read it."""
    return round(SHOWN_START + SHOWN_EACH * (mu - START[0]))


def shown_doubt(sigma: float) -> int:
    """Return how far off a strength may be, as people read it: two times in three it is less."""
    return round(SHOWN_EACH * sigma)
