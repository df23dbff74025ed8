"""Who sits at a game's table, and for whom the totals count."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import names


class Team(models.Model):
    """Who a total belongs to: one player or several.

    `points` and `place` are those after the last round.
    """

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=names.TEAM_LENGTH)
    starting_total = models.BigIntegerField(_("starting total"), default=0)
    points = models.BigIntegerField(_("points"), default=0)
    place = models.PositiveSmallIntegerField(_("place"), default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_team_of_a_number"),
            models.UniqueConstraint(fields=["game", "name"], name="one_team_of_a_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A player's place at this table, in dealing order; `number` is the player's in the game.

    `substitute` is who sits in there for the rounds to come.
    """

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="seats")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="seats")
    substitute = models.ForeignKey(
        "Player", null=True, blank=True, on_delete=models.PROTECT, related_name="standing_in"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    place = models.PositiveSmallIntegerField(_("place"))

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="one_seat_per_place"),
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_of_a_number"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.player}"
