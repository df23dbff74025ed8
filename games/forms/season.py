"""A season as a form: its name, its evenings, which games count, and how it is reckoned."""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import names
from games.models import Season
from games.models.seasons import MOST_SEASONS, SeasonPlan, usual_place_points
from games.variants import VARIANTS
from games.wording import begun, points

from .choice import Choice
from .form import Form
from .numbers import as_json
from .table import name_fault

NAME, SINCE, UNTIL, VARIANTS_ = "name", "from", "to", "variants"
RECKONING, PLACES, LEAST = "reckoning", "place_points", "least_games"
FIELDS = (NAME, SINCE, UNTIL, RECKONING, PLACES, LEAST)
MOST_PLACES, MOST_WORTH, MOST_LEAST = 12, 1000, 1000
BETWEEN = re.compile(r"[\s,;:/\u2013-]+")
"""What may stand between the points of two places."""


class SeasonForm(Form):
    """A season that is to be made or changed. `data` is what a browser sent, None for a fresh page.

    Of the season of all time only the reckoning can be changed, whatever else was sent.
    """

    def __init__(self, data: QueryDict | None, season: Season | None = None) -> None:
        super().__init__(data)
        self.season = season
        self.typed = (_texts(season.plan) if season else _texts(_usual())) | self.typed
        self.chosen = list(season.variants) if season else []
        self.seen = _mark(season.plan) if season else ""
        if data is not None:
            self.chosen = [str(key) for key in data.getlist(VARIANTS_)]
            self.seen = str(data.get("seen", ""))

    def text(self, field: str) -> str:
        """Return what was typed in a field."""
        return self.typed[field]

    # ---- what is wrong with it

    def is_valid(self) -> bool:
        """Say whether a season can be like this; fills `faults`."""
        if not self.is_of_all_time:
            self._check_span()
        if self.text(RECKONING) not in Season.Reckoning.values:
            self.wrong(RECKONING, _("Choose what the standings go by."))
        if self._place_points() is None:
            self.wrong(
                PLACES,
                _("Write what the places are worth, from the first: whole numbers such as 3-1-0."),
            )
        if self._least() is None:
            most = {"most": points(MOST_LEAST)}
            self.wrong(LEAST, _("Write a whole number from 0 to %(most)s.") % most)
        return self.is_whole() and not self.faults

    def _check_span(self) -> None:
        if not self.text(NAME).strip():
            self.wrong(NAME, _("What is the season called? Type a name."))
        elif fault := name_fault(self.text(NAME)):
            self.wrong(NAME, fault)
        first, last = self._day(SINCE), self._day(UNTIL)
        if first and last and last < first:
            self.wrong(UNTIL, _("The season ends before it begins."))
        if any(key not in VARIANTS for key in self.chosen):
            self.wrong(VARIANTS_, _("Choose games of this list."))

    def _day(self, field: str) -> date | None:
        told = self.text(field).strip()
        try:
            return date.fromisoformat(told) if told else None
        except ValueError:
            self.wrong(field, _("Write a day as year, month and day: 2026-01-31."))
            return None

    def _place_points(self) -> list[int] | None:
        told = [as_json(one) for one in BETWEEN.split(self.text(PLACES).strip()) if one]
        worth = [one for one in told if isinstance(one, int) and 0 <= one <= MOST_WORTH]
        return worth if len(worth) == len(told) and 0 < len(told) <= MOST_PLACES else None

    def _least(self) -> int | None:
        number = as_json(self.text(LEAST))
        if number is None:
            return 0
        return number if isinstance(number, int) and 0 <= number <= MOST_LEAST else None

    @property
    def is_of_all_time(self) -> bool:
        """Whether it is the season of all games, whose name and span are fixed."""
        return self.season is not None and self.season.everything

    def is_of(self, season: Season) -> bool:
        """Say whether the season is as it was when the page was made."""
        return self.seen == _mark(season.plan)

    def again(self, sentence: str) -> None:
        """Let this be sent once more, under a new id, against the season as it is now."""
        super().again(sentence)
        self.seen = _mark(self.season.plan) if self.season else ""

    # ---- what it means

    def plan(self) -> SeasonPlan:
        """Return what a valid form says of the season."""
        told = SeasonPlan(
            name=names.tidy(self.text(NAME)),
            starts_on=self._day(SINCE),
            ends_on=self._day(UNTIL),
            variants=[key for key in VARIANTS if key in self.chosen],
            reckoning=self.text(RECKONING),
            place_points=self._place_points() or usual_place_points(),
            least_games=self._least() or 0,
        )
        return told.of_all_time() if self.is_of_all_time else told

    # ---- what the page shows of it

    @property
    def fields(self) -> dict[str, dict[str, str]]:
        """What stands in each field, and what is wrong there, by a name that a page can ask for."""
        called = {SINCE: "since", UNTIL: "until"}
        told = {
            called.get(field, field): {
                "value": self.text(field),
                "wrong": self.wrong_in(field),
            }
            for field in FIELDS
        }
        return {**told, "variants": {"wrong": self.wrong_in(VARIANTS_)}}

    @property
    def variants(self) -> Sequence[Choice]:
        """The games that may count."""
        return [Choice(key, _(one.short), key in self.chosen) for key, one in VARIANTS.items()]

    @property
    def reckonings(self) -> Sequence[Choice]:
        """What the standings may go by."""
        return [
            Choice(value, begun(str(label)), value == self.text(RECKONING))
            for value, label in Season.Reckoning.choices
        ]


def seasons_in_words() -> str:
    """Return that there are enough seasons in a club."""
    words = _("A club can have %(most)s seasons at most. Delete one that nobody needs any more.")
    return words % {"most": MOST_SEASONS}


def _usual() -> SeasonPlan:
    usual = Season()
    return usual.plan


def _texts(plan: SeasonPlan) -> dict[str, str]:
    return {
        NAME: plan.name,
        SINCE: plan.starts_on.isoformat() if plan.starts_on else "",
        UNTIL: plan.ends_on.isoformat() if plan.ends_on else "",
        RECKONING: plan.reckoning,
        PLACES: "-".join(str(worth) for worth in plan.place_points),
        LEAST: str(plan.least_games or ""),
    }


def _mark(plan: SeasonPlan) -> str:
    """Return a short mark of what is said of a season."""
    told = json.dumps(asdict(plan), sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()[:12]
