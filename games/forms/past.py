"""A game that was played long ago, of which only the totals are known, as a form.

Who played is asked as for a new game, team by team: nobody remembers who sat where.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import NewTeam
from games.models.seasons import evening_in
from games.variants.entry import LIMIT
from games.wording import points

from .numbers import as_json, ungrouped
from .start import StartForm
from .submission import new_submission

DAY = "day"
FIRST = date(1900, 1, 1)
"""Nobody remembers a game that was played before."""

NOON = time(12)


def day_of(text: str) -> date | None:
    """Return a day as it was typed; None if that is none."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None


def day_fault(text: str, today: date) -> str:
    """Say why no game that was played can have been played on this day; empty if it can."""
    day = day_of(text)
    if not text.strip():
        return _("On which day was it? If nobody knows, choose one that is near.")
    if day is None:
        return _("Write a day as year, month and day: 2026-01-31.")
    if day > today:
        return _("That day is still to come. Start a new game when it is there.")
    return _("That is too long ago. Choose a day from 1900 on.") if day < FIRST else ""


def noon_of(day: date, zone: ZoneInfo) -> datetime:
    """Return when a game counts as begun of which only the day is known."""
    return datetime.combine(day, NOON, zone).astimezone(UTC)


class PastForm(StartForm):
    """A game that was played. `data` is what a browser sent, or None for a fresh page."""

    @property
    def in_turn(self) -> Iterable[int]:
        """The places in the order in which they are filled: team by team."""
        return [place for team in range(self.seating.teams) for place in self.places(team)]

    # ---- what was typed

    @property
    def zone(self) -> ZoneInfo:
        """Where the club is, or for a visitor the browser."""
        told = self.club.time_zone if self.club else self.time_zone
        return ZoneInfo(told if told in available_timezones() else "UTC")

    @property
    def today(self) -> date:
        """The evening that it is there; whoever plays after midnight still plays that evening."""
        return evening_in(timezone.now(), self.zone)

    @cached_property
    def day(self) -> date | None:
        """When it was played; None if that is no day."""
        return day_of(self.text(DAY))

    def total(self, team: int) -> int | None:
        """Return a team's final total; None if it is no whole number in bounds."""
        number = as_json(ungrouped(self.text(f"total-{team}")))
        return number if isinstance(number, int) and -LIMIT <= number <= LIMIT else None

    # ---- what is wrong with it

    def is_valid(self) -> bool:
        """Say whether a game can be written down like this; fills `faults`."""
        self._check_day()
        self._check_names()
        self._check_totals()
        self._check_options()
        if self._sent is None:
            message = _("This page was out of date. Look it over and write it down once more.")
            self._wrong("", message)
        return not self.faults

    def _check_day(self) -> None:
        if fault := day_fault(self.text(DAY), self.today):
            self._wrong(DAY, fault)

    def _check_totals(self) -> None:
        teams = range(self.seating.teams)
        for team in teams:
            if not self.text(f"total-{team}").strip():
                self._wrong(f"total-{team}", _("What was the total? Type it, or 0."))
            elif self.total(team) is None:
                message = _("Totals are whole numbers, from %(least)s to %(most)s.")
                limits = {"least": points(-LIMIT), "most": points(LIMIT)}
                self._wrong(f"total-{team}", message % limits)
        if all(self.total(team) == 0 for team in teams):
            self._wrong("total-0", _("If all totals are 0 there is nothing to remember. Type one."))

    def renew(self) -> None:
        """Take a new submission id: the old one belongs to another game."""
        self.submission = new_submission()
        message = _(
            "A game was already written down from this page, with something else on it. "
            "Nothing was changed. Write it down once more to keep this game too."
        )
        self._wrong("", message)

    # ---- what is kept of it

    def game(self) -> dict[str, Any]:
        """Return what `Game.objects.write_down` needs to know of a valid form."""
        return {**super().game(), "first_dealer": None, "started_at": self._started_at()}

    def _started_at(self) -> datetime:
        """Return the noon of that day, so that it is the same whenever this is sent again.

        Of today the game keeps the time at which it is written down, if noon is still to come.
        """
        return noon_of(self.day or self.today, self.zone)

    def _teams(self) -> list[NewTeam]:
        return [
            NewTeam(team.name, team.players, self.total(number) or 0)
            for number, team in enumerate(super()._teams())
        ]
