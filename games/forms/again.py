"""The people of one game as the beginning of a new one, of the same kind or of another."""

from typing import Any

from games import names
from games.models import Game
from games.rematch import order_for, seating_for
from games.variants.variant import Variant

from .start import seating_key
from .table import texts_of

AGAIN = "again"
"""The name of the field, and of the parameter in addresses, for the id of the game before."""


def again(game: Game, variant: Variant[Any, Any, Any]) -> dict[str, str]:
    """Return what is typed already in the form of a new game with the same people.

    Of people for whom there are too few seats the first in dealing order take part. Names of teams
    go with the teams, house rules with the game they are of.
    """
    table, (*_dealt, due) = game.table, game.dealers
    seating = seating_for(table, variant.seatings)
    mirrored = variant.clockwise != game.rules.clockwise
    order = order_for(table, seating, mirrored=mirrored)
    typed = {AGAIN: str(game.pk), "seated": seating_key(seating)}
    typed |= {f"seat-{place}": table.players[player] for place, player in enumerate(order)}
    if due in order:
        typed["first_dealer"] = str(order.index(due))
    if (seating.teams, seating.each) == (len(table.teams), len(table.teams[0].players)):
        teams = [table.teams[table.team_of(player)] for player in order[: seating.teams]]
        typed |= {
            f"team-{number}": team.name
            for number, team in enumerate(teams)
            if team.name != names.team_of(team.players)
        }
    if variant == game.rules:
        typed |= texts_of(table.options)
    return typed
