"""What finished games come to: a result for each of their players, and the sums of these.

Every row here follows from the games and can be made anew; see `reckoning.py`. The sums are kept
season by season, so that a page about many years reads no more rows than one about a few evenings.
"""

from collections.abc import Collection
from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.standings import Tally

from .people import Club
from .players import Player
from .seasons import Season
from .seating import Team

ALL = ""
"""Stands for all variants together."""


def no_places() -> list[int]:
    """Return how often each place was taken before the first game."""
    return []


class ResultQuerySet(models.QuerySet["Result"]):
    """Reads results."""

    def first_with_the(self, figure: str) -> "Result | None":
        """Return the one with the least of a figure, or with - before it the most.

        Of equal ones that is the first that was played.
        """
        return self.order_by(figure, "played_at", "game").first()


class Result(models.Model):
    """A player's part in a game that counts.

    Points are whole, `margin` is by how much the team led the best other, or lagged behind.
    `number` is the player's in the game, and `teams` counts the teams. `comeback` is the greatest
    lead of others that the winner made up, after the round `comeback_round`. Who wins shares the
    first place or has it alone. `streak` counts the games won in a row up to this one, or below 0
    those not won; `mu` and `sigma` are the rating in the variant after it. `details` has, by code,
    how often something was so, how often the game was won then, a count and points; see
    `performance.py`. What is of the whole game, `seconds` and `spread`, stands with its first
    player.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="results")
    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="results")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="results")
    variant = models.CharField(_("game"), max_length=20)
    played_at = models.DateTimeField(_("played at"))
    evening = models.DateField(_("evening"))
    number = models.PositiveSmallIntegerField(_("number in the game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    teams = models.PositiveSmallIntegerField(_("teams"))
    place = models.PositiveSmallIntegerField(_("place"))
    is_shared = models.BooleanField(_("shared the place"), default=False)
    points = models.BigIntegerField(_("points"))
    margin = models.BigIntegerField(_("margin"))
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    round_points = models.BigIntegerField(_("points in rounds"))
    best = models.BigIntegerField(_("best round"), null=True)
    best_round = models.PositiveSmallIntegerField(_("number of the best round"), null=True)
    worst = models.BigIntegerField(_("worst round"), null=True)
    worst_round = models.PositiveSmallIntegerField(_("number of the worst round"), null=True)
    seconds = models.PositiveIntegerField(_("seconds"), null=True)
    spread = models.JSONField(_("scores by class"), default=dict)
    comeback = models.BigIntegerField(_("comeback"), default=0)
    comeback_round = models.PositiveSmallIntegerField(_("round before the comeback"), null=True)
    streak = models.IntegerField(_("streak"), default=0)
    mu = models.FloatField(_("rating"), default=0)
    sigma = models.FloatField(_("uncertainty of the rating"), default=0)
    details = models.JSONField(_("details"), default=dict)

    objects = ResultQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["club", "played_at", "game"]),
            models.Index(fields=["club", "evening", "variant"]),
            models.Index(fields=["player", "played_at", "game"]),
            models.Index(fields=["player", "variant", "played_at", "game"]),
            models.Index(fields=["player", "variant", "-best", "played_at", "game"]),
            models.Index(fields=["player", "variant", "worst", "played_at", "game"]),
            models.Index(fields=["player", "variant", "-comeback", "played_at", "game"]),
            models.Index(fields=["player", "-streak", "played_at", "game"]),
            models.Index(fields=["player", "streak", "played_at", "game"]),
            models.Index(fields=["club", "-streak", "played_at", "game"]),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_result_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.place}"

    @property
    def last_round(self) -> int | None:
        """The number of the round that ended the game; None if nobody wrote rounds down."""
        return self.rounds or None

    @property
    def is_won(self) -> bool:
        """Say whether the game was won, alone or with others."""
        return self.place == 1


class SummaryQuerySet(models.QuerySet["Summary"]):
    """Reads what players' games come to."""

    def tallies(self) -> list[Tally]:
        """Return them as standings are made of them."""
        return [
            Tally(
                player=one.player_id,
                games=one.games,
                wins=one.wins,
                places=tuple(one.places),
                points=one.points,
                difference=one.margin,
            )
            for one in self
        ]


class Summary(models.Model):
    """What a player's games of a season come to, in all variants; of all time in each of them, too.

    `places` counts how often each place was taken, from the first. `mu` and `sigma` are the rating
    after the latest game, in the season of all time only.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="summaries")
    variant = models.CharField(_("game"), max_length=20, blank=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="summaries")
    games = models.IntegerField(_("games"), default=0)
    wins = models.IntegerField(_("wins"), default=0)
    shared_wins = models.IntegerField(_("shared wins"), default=0)
    places = models.JSONField(_("places"), default=no_places)
    points = models.BigIntegerField(_("points"), default=0)
    margin = models.BigIntegerField(_("difference"), default=0)
    comebacks = models.IntegerField(_("comebacks"), default=0)
    rounds = models.IntegerField(_("rounds"), default=0)
    round_points = models.BigIntegerField(_("points in rounds"), default=0)
    mu = models.FloatField(_("rating"), null=True)
    sigma = models.FloatField(_("uncertainty of the rating"), null=True)

    SUMS: ClassVar = (
        *("games", "wins", "shared_wins", "points", "margin"),
        *("comebacks", "rounds", "round_points"),
    )

    objects = SummaryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = _("summaries")
        constraints = [
            models.UniqueConstraint(
                fields=["season", "variant", "player"], name="one_summary_per_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.variant} {self.games}"


class PairQuerySet(models.QuerySet["Pair"]):
    """Reads how players fared with and against each other."""

    def direct(self, players: Collection[int]) -> dict[tuple[int, int], tuple[int, int]]:
        """Return how often each of these players was before and behind each other of them."""
        pairs = self.filter(player__in=players, other__in=players) if players else []
        return {(one.player_id, one.other_id): (one.won, one.lost) for one in pairs}


class Pair(models.Model):
    """How a player fared against another in all games of a season; of all time as partners, too.

    `won` and `lost` compare the places of the two where they played against each other.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="pairs")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="pairs")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    together = models.IntegerField(_("games together"), default=0)
    together_won = models.IntegerField(_("games won together"), default=0)
    against = models.IntegerField(_("games against"), default=0)
    won = models.IntegerField(_("games ahead of the other"), default=0)
    lost = models.IntegerField(_("games behind the other"), default=0)

    SUMS: ClassVar = ("together", "together_won", "against", "won", "lost")

    objects = PairQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player", "other"], name="one_pair_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.other_id}"


class Count(models.Model):
    """How often something was so of a player in a variant, over all time, by its code.

    `wins` are the games won then, where the code is about whole games; see `performance.py`.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="counts")
    variant = models.CharField(_("game"), max_length=20)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="counts")
    code = models.CharField(_("code"), max_length=50)
    times = models.IntegerField(_("times"), default=0)
    wins = models.IntegerField(_("wins"), default=0)
    count = models.BigIntegerField(_("count"), default=0)
    points = models.DecimalField(_("points"), max_digits=20, decimal_places=1, default=Decimal(0))

    SUMS: ClassVar = ("times", "wins", "count", "points")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "variant", "player", "code"], name="one_count_of_a_code"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.code} {self.times}"


class Volume(models.Model):
    """How much of a variant was played in a season.

    `seconds` and `timed` are of the games of which it is known how long they took; `spread` counts
    the scores of rounds by their class, a team each, of all time only, see `performance.py`.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="volumes")
    variant = models.CharField(_("game"), max_length=20)
    games = models.IntegerField(_("games"), default=0)
    unwritten = models.IntegerField(_("games without rounds"), default=0)
    rounds = models.IntegerField(_("rounds"), default=0)
    timed = models.IntegerField(_("games that were timed"), default=0)
    seconds = models.BigIntegerField(_("seconds"), default=0)
    spread = models.JSONField(_("scores by class"), default=dict)

    SUMS: ClassVar = ("games", "unwritten", "rounds", "timed", "seconds")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "variant"], name="one_volume_of_a_variant"),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.games}"


class Feat(models.Model):
    """The utmost of one kind in a game: the greatest `rank` is the record.

    `value` is what is told of it, `number` the round where it happened, None if it is of the whole
    game.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="feats")
    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="feats")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="feats")
    variant = models.CharField(_("game"), max_length=20)
    kind = models.CharField(_("kind"), max_length=50)
    rank = models.BigIntegerField(_("rank"))
    value = models.BigIntegerField(_("value"))
    number = models.PositiveSmallIntegerField(_("round"), null=True)
    played_at = models.DateTimeField(_("played at"))
    evening = models.DateField(_("evening"))

    class Meta:
        indexes = [models.Index(fields=["club", "variant", "kind", "-rank", "played_at"])]
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], name="one_feat_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"


class Record(models.Model):
    """The greatest feat of a kind in a season, in one variant; of equal ones the first."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="records")
    variant = models.CharField(_("game"), max_length=20)
    kind = models.CharField(_("kind"), max_length=50)
    feat = models.ForeignKey(Feat, on_delete=models.CASCADE, related_name="records")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "variant", "kind"], name="one_record"),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.kind}"


class Evening(models.Model):
    """How many games of a club began on an evening, where the club is at home."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    day = models.DateField(_("day"))
    games = models.IntegerField(_("games"), default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "day"], name="one_row_per_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.games}"
