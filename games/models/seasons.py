"""Seasons: named spans of a club's games, and how their standings are reckoned."""

import uuid
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from games import names
from games.standings import Rules, Standing, standings, tied

from .people import Club

MORNING = timedelta(hours=5)
"""Whoever plays after midnight still plays that evening, until five."""


def evening_of(at: datetime, club: Club) -> date:
    """Return the day to which a game that began at this time belongs, where the club is at home."""
    return (at.astimezone(ZoneInfo(club.time_zone)) - MORNING).date()


def beginning_of(evening: date, club: Club) -> datetime:
    """Return when the games of an evening begin to belong to it."""
    # By the clock on the wall, as `evening_of` goes by it.
    return datetime.combine(evening, time.min, ZoneInfo(club.time_zone)) + MORNING


def usual_place_points() -> list[int]:
    """Return what the first places are worth where nobody says otherwise."""
    return [3, 1, 0]


class SeasonQuerySet(models.QuerySet["Season"]):
    """Reads seasons."""

    def named(self) -> "SeasonQuerySet":
        """List the seasons that somebody made, the latest first."""
        return self.filter(everything=False).order_by("-starts_on", "-pk")

    def of_all_time(self, club: Club) -> "Season":
        """Return the season of all games of a club, made now if there is none yet."""
        season, _made = self.get_or_create(club=club, everything=True)
        return season


class Season(models.Model):
    """A named span of a club's games. Each club has one with `everything`: all its games ever.

    Days are evenings in the club's time zone; `starts_on` and `ends_on` both belong to the season,
    and without them it is open. `variants` lists the keys of the games that count, all if empty.
    `place_points` are what each place is worth, from the first; further places are worth 0.
    `result` holds the standings as they were when the season was closed.
    """

    class Reckoning(models.TextChoices):
        """What the standings go by."""

        WINS = "wins", gettext_lazy("wins")
        SHARE = "share", gettext_lazy("share of wins")
        PLACES = "places", gettext_lazy("points per place")
        POINTS = "points", gettext_lazy("total points")
        AVERAGE_PLACE = "average_place", gettext_lazy("average place")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=names.LENGTH, blank=True)
    starts_on = models.DateField(_("from"), null=True, blank=True)
    ends_on = models.DateField(_("to"), null=True, blank=True)
    variants = models.JSONField(_("games that count"), default=list, blank=True)
    reckoning = models.CharField(
        _("reckoned by"), max_length=20, choices=Reckoning.choices, default=Reckoning.WINS
    )
    place_points = models.JSONField(_("points per place"), default=usual_place_points)
    least_games = models.PositiveSmallIntegerField(_("least number of games"), default=0)
    everything = models.BooleanField(default=False, editable=False)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    result = models.JSONField(null=True, blank=True, editable=False)
    submission = models.UUIDField(_("submission"), unique=True, default=uuid.uuid4)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(everything=True), name="one_season_of_all_time"
            ),
            models.CheckConstraint(
                condition=models.Q(starts_on=None)
                | models.Q(ends_on=None)
                | models.Q(starts_on__lte=models.F("ends_on")),
                name="season_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=models.Q(everything=True) | ~models.Q(name=""), name="season_has_a_name"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """What the season is called."""
        return gettext("All time") if self.everything else self.name

    def rules(self) -> Rules:
        """Return how the standings are reckoned."""
        return Rules(self.reckoning, tuple(self.place_points), self.least_games)

    def standings(self) -> tuple[list[Standing], list[Standing]]:
        """Return the standings as they are now; see `games/standings.py`."""
        tallies, rules = self.summaries.filter(variant="").tallies(), self.rules()
        placed, _few = standings(tallies, rules, {})
        return standings(tallies, rules, self.pairs.direct(tied(placed)))

    def covers(self, day: date, variant: str) -> bool:
        """Say whether a game of this evening belongs to the season."""
        if self.starts_on and day < self.starts_on:
            return False
        if self.ends_on and day > self.ends_on:
            return False
        return not self.variants or variant in self.variants

    def span(self) -> dict[str, Any]:
        """Return the condition on a club's results that chooses those of this season."""
        asked: dict[str, Any] = {"club": self.club_id}
        if self.starts_on:
            asked["evening__gte"] = self.starts_on
        if self.ends_on:
            asked["evening__lte"] = self.ends_on
        if self.variants:
            asked["variant__in"] = self.variants
        return asked
