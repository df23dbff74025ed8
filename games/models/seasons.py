"""Seasons: named spans of a club's games, and how their standings are reckoned."""

import uuid
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from games import names
from games.standings import Rules, Standing, Table, standings, tied

from .again import made_again
from .people import Club
from .refusals import OutOfDateError, SubmissionReusedError, TooManySeasonsError

MOST_SEASONS = 100
"""So many a club can have besides that of all time: each may be counted as a game is closed."""

MORNING = timedelta(hours=5)
"""Whoever plays after midnight still plays that evening, until five."""


def evening_of(at: datetime, club: Club) -> date:
    """Return the day to which a game that began at this time belongs, where the club is at home."""
    return evening_in(at, ZoneInfo(club.time_zone))


def evening_in(at: datetime, zone: ZoneInfo) -> date:
    """Return the day to which a game that began at this time belongs, by the clocks of a zone."""
    return (at.astimezone(zone) - MORNING).date()


def beginning_of(evening: date, club: Club) -> datetime:
    """Return when the games of an evening begin to belong to it."""
    # By the clock on the wall, as `evening_of` goes by it.
    return datetime.combine(evening, time.min, ZoneInfo(club.time_zone)) + MORNING


def usual_place_points() -> list[int]:
    """Return what the first places are worth where nobody says otherwise."""
    return [3, 1, 0]


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """What can be said of a season; see `Season`."""

    name: str
    starts_on: date | None
    ends_on: date | None
    variants: list[str]
    reckoning: str
    place_points: list[int]
    least_games: int

    def of_all_time(self) -> "SeasonPlan":
        """Return it as it can be said of all games: without a name and a span of its own."""
        return replace(self, name="", starts_on=None, ends_on=None, variants=[])


class SeasonQuerySet(models.QuerySet["Season"]):
    """Reads seasons."""

    def named(self) -> "SeasonQuerySet":
        """List the seasons that somebody made, the latest first."""
        latest = models.F("starts_on").desc(nulls_last=True)
        return self.filter(everything=False).order_by(latest, "-pk")

    def of_all_time(self, club: Club) -> "Season":
        """Return the season of all games of a club, made now if there is none yet."""
        season, _made = self.get_or_create(club=club, everything=True)
        return season

    def make_room(self, club: Club, number: int = 1) -> None:
        """Raise TooManySeasonsError where a club, which nobody else writes to, has enough."""
        if self.filter(club=club, everything=False).count() + number > MOST_SEASONS:
            raise TooManySeasonsError

    @transaction.atomic
    def begin(self, *, club: Club, submission: uuid.UUID, plan: "SeasonPlan") -> "Season":
        """Make a season; the same submission again returns the one that it made.

        SubmissionReusedError if that is another, TooManySeasonsError if there are enough.
        """
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if not self.filter(submission=submission).exists():
            self.make_room(club)
        made = {"club": club, **asdict(plan)}
        season, is_new = self.get_or_create(submission=submission, defaults=made)
        if is_new:
            season.reckon()
        elif season.club_id != club.pk or season.everything:
            raise SubmissionReusedError
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
        told = self.summaries.filter(variant="").select_related("player")
        names = {one.player_id: one.player.key for one in told}
        tallies, rules = told.tallies(), self.rules()
        placed, _few = standings(tallies, rules, {}, names)
        return standings(tallies, rules, self.pairs.direct(tied(placed)), names)

    def table(self) -> Table:
        """Return the standings as they are shown: those of a closed season as they were then."""
        if self.result is not None:
            return Table.read(self.result)
        placed, few = self.standings()
        games = self.volumes.aggregate(games=models.Sum("games"))["games"] or 0
        return Table(placed, few, self.pairs.direct(tied(placed)), games)

    @property
    def plan(self) -> SeasonPlan:
        """What is said of it now."""
        return SeasonPlan(**{one.name: getattr(self, one.name) for one in fields(SeasonPlan)})

    @property
    def is_closed(self) -> bool:
        """Whether its result is kept as it was."""
        return self.closed_at is not None

    @made_again
    def change(self, *, seen: SeasonPlan, plan: SeasonPlan) -> None:
        """Say something else of it; `seen` is what was said when it was looked at.

        OutOfDateError if something else is said of it by now, or if it is closed. What is said
        twice is said once.
        """
        fresh = self._locked()
        if fresh.plan == plan and not fresh.is_closed:
            return
        if fresh.is_closed or fresh.plan != seen:
            raise OutOfDateError
        if fresh.everything:
            plan = plan.of_all_time()
        for name, told in asdict(plan).items():
            setattr(self, name, told)
        self.save(update_fields=list(asdict(plan)))
        spans = ("starts_on", "ends_on", "variants")
        if any(getattr(fresh, name) != getattr(self, name) for name in spans):
            self.reckon()

    @made_again
    def close(self) -> None:
        """Keep the standings as they are now, whatever is corrected later."""
        fresh = self._locked()
        if not fresh.is_closed and not fresh.everything:
            self.closed_at = timezone.now()
            table = fresh.table()
            names_now = self.club.players.in_bulk(table.players)
            self.result = table.told({pk: player.name for pk, player in names_now.items()})
            self.save(update_fields=["closed_at", "result"])

    @made_again
    def reopen(self) -> None:
        """Let the standings follow the games again."""
        self._locked()
        self.closed_at = self.result = None
        self.save(update_fields=["closed_at", "result"])

    @made_again
    def remove(self) -> None:
        """Let the season go, with its result; its games stay. All time has no end."""
        if not self._locked().everything:
            self.delete()

    def _locked(self) -> "Season":
        """Wait for every other write to the club's standings, and return this one as it is then."""
        Club.objects.select_for_update(no_key=True).get(pk=self.club_id)
        return type(self).objects.get(pk=self.pk)

    def reckon(self) -> None:
        """Sum up anew the games that belong to it."""
        # It needs this module itself.
        from .reckoning import reckon_season

        reckon_season(self)

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
