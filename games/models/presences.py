"""Who was at the table of a game: who has a seat there, and who sat in for a round.

They stand in an index by the time of the game, so that the latest games of somebody are found at
once, however many there are.
"""

from collections import defaultdict
from collections.abc import Collection
from itertools import batched
from typing import TYPE_CHECKING
from uuid import UUID

from django.apps import apps
from django.db import models
from django.utils.translation import gettext_lazy as _

from .mentions import keep_words
from .rounds import Sitting
from .seating import Seat

if TYPE_CHECKING:
    from .game import Game

AT_ONCE = 500
"""So many games are written in one statement."""


class Presence(models.Model):
    """Somebody was at the table of a game, which began then."""

    player = models.ForeignKey(
        "Player", on_delete=models.CASCADE, related_name="presences", db_index=False
    )
    game = models.ForeignKey(
        "Game", on_delete=models.CASCADE, related_name="presences", db_index=False
    )
    started_at = models.DateTimeField(_("started at"))

    class Meta:
        indexes = [
            models.Index(fields=["player", "-started_at", "-game"], name="games_of_a_player")
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_presence_in_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.player_id}"


def keep_presences(games: Collection[UUID]) -> None:
    """Keep who was at the tables of these games, after somebody sat down there or left."""
    for some in batched(games, AT_ONCE):
        _keep(some)


def _keep(games: Collection[UUID]) -> None:
    due: defaultdict[UUID, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(game__in=games).order_by().values_list("game", "player")
    sittings = Sitting.objects.filter(round__game__in=games).order_by().distinct()
    for game, player in (*seats, *sittings.values_list("round__game", "player")):
        due[game].add(player)
    gone = []
    for one in Presence.objects.filter(game__in=games):
        if one.player_id in due[one.game_id]:
            due[one.game_id].remove(one.player_id)
        else:
            gone.append(one.pk)
    Presence.objects.filter(pk__in=gone).delete()
    began = apps.get_model("games", "Game").objects.filter(pk__in=games)
    Presence.objects.bulk_create(
        Presence(game_id=pk, player_id=player, started_at=started_at)
        for pk, started_at in began.values_list("pk", "started_at")
        for player in sorted(due[pk])
    )


def keep_found(game: "Game") -> None:
    """Keep by what a game is found, after others sit there or are called otherwise."""
    keep_words(game)
    keep_presences([game.pk])
