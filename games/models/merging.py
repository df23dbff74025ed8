"""Two records of one person become one, and two again: what refers to a player goes along."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from uuid import UUID

from .naming import games_of, tables, tell
from .presences import keep_presences
from .refusals import SameGameError
from .rounds import Sitting
from .seating import Seat

if TYPE_CHECKING:
    from .accounts import User
    from .players import Player

type Moved = dict[str, list[int]]
"""The ids of the rows that followed, by what they are."""


def merge(player: "Player", left: "Player", by: "User | None") -> Moved:
    """Let all that refers to a player refer to another; return what has followed.

    SameGameError if both have sat in one game; NameClashError if a team has the other's name.
    """
    if together := player.games().filter(pk__in=left.games().values("pk")).first():
        raise SameGameError(together)
    before = tables(player.club, games_of(player))
    moved: Moved = {
        "seats": list(player.seats.values_list("pk", flat=True)),
        "substitutes": list(player.standing_in.values_list("pk", flat=True)),
        "sittings": list(player.sittings.values_list("pk", flat=True)),
        "aliases": list(player.aliases.values_list("pk", flat=True)),
    }
    player.seats.update(player=left)
    player.standing_in.update(substitute=left)
    player.sittings.update(player=left)
    player.aliases.update(merged_into=left)
    player.merged_into = left
    player.save(update_fields=["merged_into"])
    tell(player.club, before, (player.name, left.name), by)
    keep_presences(before)
    _reckon(player, before)
    return moved


def split(player: "Player", moved: Mapping[str, Iterable[int]], by: "User | None") -> None:
    """Give a merged player back what has followed and still belongs to the record that was left.

    NameClashError if a team has got the player's name meanwhile.
    """
    left = player.merged_into
    if left is None:
        return
    before = tables(player.club, games_of(left))
    Seat.objects.filter(pk__in=moved["seats"], player=left).update(player=player)
    Seat.objects.filter(pk__in=moved["substitutes"], substitute=left).update(substitute=player)
    Sitting.objects.filter(pk__in=moved["sittings"], player=left).update(player=player)
    left.aliases.filter(pk__in=moved["aliases"]).update(merged_into=player)
    player.merged_into = None
    player.save(update_fields=["merged_into"])
    own = set(games_of(player))
    told = {game: sitters for game, sitters in before.items() if game in own}
    tell(player.club, told, (left.name, player.name), by)
    keep_presences(told)
    _reckon(player, told)


def _reckon(player: "Player", games: Iterable[UUID]) -> None:
    """Let what is reckoned of these games follow."""
    from .reckoning import reckon_again  # It is made of players, as this is.

    reckon_again(player.club.games.filter(pk__in=list(games)))
