"""What the games of a club come to: records, how often what is played, evenings, ratings.

All of it is read from sums that are kept; so it takes as long for many games as for few.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db.models import Prefetch, Q, QuerySet
from django.template.defaultfilters import date as written
from django.urls import reverse
from django.utils import dates, formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from . import names, performance, pictures, rating, wording
from .figures import Figure, a_time, counted_labels, in_order, round_url
from .models import Club, Evening, Feat, Pair, Player, Record, Result, Season, Summary, Volume
from .models.results import ALL
from .models.seating import Seat
from .variants import VARIANTS
from .variants.variant import Variant

MOST_RATED, MOST_AT_TABLE = 100, 10
"""So many players are listed by their rating, and so many of them against one another."""

MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
FIRST_YEAR, LAST_YEAR = 1900, 9998

MINUTE, HOUR = 60, 3600

SHARED = {
    performance.TOTAL: gettext_noop("shared by %(who)s, %(day)s"),
    performance.CLOSEST: gettext_noop("level: %(who)s, %(day)s"),
    performance.LONGEST: gettext_noop("shared by %(who)s, %(day)s"),
}
"""The records of those who won a game, and how they are told where several did."""

type Rules = Variant[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """How much of a variant was played; `rounds` and `time` are of a game, where they are known."""

    key: str
    name: str
    games: int
    rounds: str
    time: str


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating, and how far off it may be."""

    player: Player
    games: int
    value: str
    doubt: str


@dataclass(frozen=True, slots=True)
class Cell:
    """How often somebody came in before another, and after."""

    ahead: int
    behind: int

    @property
    def leads(self) -> bool:
        """Whether that is more often than not."""
        return self.ahead > self.behind

    @property
    def told(self) -> str:
        """Both, as a result is written."""
        return _("%(ahead)s–%(behind)s") % {  # noqa: RUF001
            "ahead": wording.points(self.ahead),
            "behind": wording.points(self.behind),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """How somebody fared against each of the others; None where they never met."""

    player: Player
    cells: list[Cell | None]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a month, and how many games were played that evening."""

    day: date
    games: int
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class MonthLink:
    """A month of the picture, and what it leads to."""

    drawn: pictures.Month
    name: str
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class MonthPage:
    """The evenings of a month; the days of other months are None."""

    name: str
    said: str
    weekdays: list[tuple[str, str]]
    weeks: list[list[Day | None]]
    earlier_url: str
    later_url: str


@dataclass
class ClubFacts:
    """A club's games of all time; `variant` and `month` are what to tell more of."""

    club: Club
    today: date
    variant: str = ""
    month: str = ""
    season: Season | None = field(init=False)
    volumes: Mapping[str, Volume] = field(init=False)

    def __post_init__(self) -> None:
        self.season = Season.objects.filter(club=self.club, everything=True).first()
        rows = Volume.objects.filter(season=self.season)
        self.volumes = {row.variant: row for row in rows}

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return sum(volume.games for volume in self.volumes.values())

    @property
    def summary(self) -> str:
        """How many games and rounds that were, in words."""
        rounds = sum(volume.rounds for volume in self.volumes.values())
        told = ngettext("%(number)s game", "%(number)s games", self.games) % {
            "number": wording.points(self.games)
        }
        if not rounds:
            return told
        words = ngettext("%(number)s round", "%(number)s rounds", rounds)
        return f"{told} · {words % {'number': wording.points(rounds)}}"

    @cached_property
    def played(self) -> list[Played]:
        """What is played, the most often first."""
        rows = [self.volumes[key] for key in in_order(self.volumes)]
        return [_played(row) for row in sorted(rows, key=lambda row: -row.games)]

    @property
    def chosen(self) -> str:
        """The key of the variant of which more is told: the one asked for, or the most played."""
        if self.variant in {row.key for row in self.played}:
            return self.variant
        return self.played[0].key if self.played else ""

    @property
    def chosen_name(self) -> str:
        """What that game is called."""
        return _(self._rules.name)

    @property
    def _rules(self) -> Rules:
        return VARIANTS[self.chosen]

    def url(self, anchor: str, **asked: str) -> str:
        """Return the address of the page that tells of something else, and of the rest as now."""
        told = {"variant": self.variant, "month": self.month} | asked
        query = urlencode({name: text for name, text in told.items() if text})
        return f"?{query}#{anchor}"

    @property
    def chips(self) -> list[tuple[Played, str]]:
        """The variants that can be chosen, each with its address."""
        return [(row, self.url("more", variant=row.key)) for row in self.played]

    # ---- records, ratings, scores

    @cached_property
    def records(self) -> list[Figure]:
        """The records of the variant that was chosen."""
        return records(self.season, self._rules) if self.season and self.chosen else []

    @cached_property
    def streak(self) -> Figure | None:
        """The most games that anybody won in a row."""
        won = Result.objects.filter(club=self.club, streak__gt=1).select_related("player")
        if (most := won.first_with_the("-streak")) is None:
            return None
        # Partners who won every game together have the same.
        equal = won.filter(game=most.game_id, streak=most.streak).order_by("number")
        people = names.in_sentence([one.player.name for one in equal])
        values = {"name": people, "day": wording.day(most.evening)}
        return Figure(
            _("Most games won in a row"),
            wording.points(most.streak),
            _("%(name)s, up to %(day)s") % values,
            round_url(most.game_id, most.last_round),
        )

    @cached_property
    def ratings(self) -> list[Rated]:
        """The players of the variant that was chosen, the highest rating first."""
        rated = Summary.objects.filter(season=self.season, variant=self.chosen).exclude(mu=None)
        rows = rated.select_related("player").order_by("-mu", "player__key")[:MOST_RATED]
        return [
            Rated(
                row.player,
                row.games,
                wording.points(rating.shown(row.mu or 0)),
                wording.points(rating.shown_doubt(row.sigma or 0)),
            )
            for row in rows
        ]

    @cached_property
    def matrix(self) -> list[Row]:
        """How those who have played most fared against one another; empty if nobody did."""
        most = Summary.objects.filter(season=self.season, variant=ALL).select_related("player")
        people = [row.player for row in most.order_by("-games", "player__key")[:MOST_AT_TABLE]]
        met = Pair.objects.filter(season=self.season, player__in=people, other__in=people)
        cells = {
            (pair.player_id, pair.other_id): Cell(pair.won, pair.lost)
            for pair in met
            if pair.against
        }
        if not cells:
            return []
        return [
            Row(player, [cells.get((player.pk, other.pk)) for other in people]) for player in people
        ]

    @property
    def has_rounds(self) -> bool:
        """Whether a round of the variant that was chosen was written down."""
        return bool(self.chosen and self.volumes[self.chosen].rounds)

    @property
    def no_spread(self) -> str:
        """Why the scores of its rounds are not drawn."""
        return pictures.too_few()

    @cached_property
    def spread(self) -> pictures.Bars | None:
        """The scores of the rounds of the variant that was chosen, drawn by class.

        None if there are too few.
        """
        if not self.has_rounds or self.volumes[self.chosen].rounds < pictures.LEAST_ROUNDS:
            return None
        counted = {int(at): times for at, times in self.volumes[self.chosen].spread.items()}
        return pictures.spread(counted, self._rules.spread)

    # ---- evenings

    @cached_property
    def _latest(self) -> date | None:
        latest = Evening.objects.filter(club=self.club).order_by("-day").first()
        return latest.day if latest else None

    @cached_property
    def first_of_month(self) -> date:
        """The month that is shown day by day: the one asked for, or the latest with a game."""
        told = MONTH.fullmatch(self.month)
        if told and FIRST_YEAR <= int(told[1]) <= LAST_YEAR:
            return date(int(told[1]), int(told[2]), 1)
        return pictures.first_of(self._latest or self.today)

    @cached_property
    def _evenings(self) -> dict[date, int]:
        """How many games were played, by day: of the months drawn, and of the one shown."""
        drawn = Q(day__gte=pictures.first_of(self.today, pictures.MONTHS - 1), day__lte=self.today)
        month = self.first_of_month
        shown = Q(day__gte=month, day__lt=pictures.after(month))
        rows = Evening.objects.filter(drawn | shown, club=self.club)
        return dict(rows.values_list("day", "games"))

    @cached_property
    def calendar(self) -> pictures.Calendar:
        """The evenings of a year and a bit, drawn."""
        return pictures.calendar(self._evenings, self.today, _first_weekday())

    @property
    def months(self) -> list[MonthLink]:
        """The months of the picture; those with a game lead to their days."""
        return [
            MonthLink(
                drawn=month,
                name=written(month.first, "M"),
                url=self._month_url(month.first) if month.evenings else "",
                label=_("%(month)s: %(evenings)s")
                % {
                    "month": written(month.first, "YEAR_MONTH_FORMAT"),
                    "evenings": _evenings_said(month.evenings),
                },
            )
            for month in self.calendar.months
        ]

    @cached_property
    def shown_month(self) -> MonthPage:
        """The evenings of one month, day by day, and where the months beside it are."""
        month, first_weekday = self.first_of_month, _first_weekday()
        weekdays = [(number + first_weekday) % pictures.WEEK for number in range(pictures.WEEK)]
        weeks = pictures.weeks(month, first_weekday)
        shown = [day for week in weeks for day in week if day]
        evenings = Evening.objects.filter(club=self.club)
        earlier = evenings.filter(day__lt=month).order_by("-day").first()
        later = evenings.filter(day__gte=pictures.after(month)).order_by("day").first()
        return MonthPage(
            name=written(month, "YEAR_MONTH_FORMAT"),
            said=_evenings_said(sum(1 for day in shown if self._evenings.get(day))),
            weekdays=[
                (str(dates.WEEKDAYS_ABBR[number]), str(dates.WEEKDAYS[number]))
                for number in weekdays
            ],
            weeks=[[self._a_day(day) for day in week] for week in weeks],
            earlier_url=self._month_url(earlier.day) if earlier else "",
            later_url=self._month_url(later.day) if later else "",
        )

    def _a_day(self, day: date | None) -> Day | None:
        if day is None:
            return None
        games = self._evenings.get(day, 0)
        told = {"club": str(self.club.pk), "from": day.isoformat(), "to": day.isoformat()}
        words = ngettext("%(day)s: %(number)s game", "%(day)s: %(number)s games", games)
        return Day(
            day,
            games,
            f"{reverse('history')}?{urlencode(told)}" if games else "",
            words % {"day": wording.day(day), "number": wording.points(games)},
        )

    def _month_url(self, day: date) -> str:
        return self.url("evenings", month=f"{day.year:04}-{day.month:02}")


def records(season: Season, rules: Rules) -> list[Figure]:
    """Return the records of a variant in a season, each with whose it is and where it happened."""
    return _listed(rules, _whole(Record.objects.filter(season=season, variant=rules.key)))


def records_by_variant(season: Season) -> list[tuple[str, list[Figure]]]:
    """Return the records of a season by what is played, each with its name."""
    held: dict[str, list[Record]] = {}
    for record in _whole(Record.objects.filter(season=season)):
        held.setdefault(record.variant, []).append(record)
    return [(_(VARIANTS[key].name), _listed(VARIANTS[key], held[key])) for key in in_order(held)]


def _whole(held: QuerySet[Record]) -> QuerySet[Record]:
    seats = Seat.objects.select_related("player", "team").order_by("team__number", "place")
    return held.select_related("feat__game").prefetch_related(Prefetch("feat__game__seats", seats))


def _listed(rules: Rules, held: Iterable[Record]) -> list[Figure]:
    feats = {record.kind: record.feat for record in held}
    return [
        _record(label, feats[kind], words) for kind, label, words in _kinds(rules) if kind in feats
    ]


def _kinds(rules: Rules) -> Iterable[tuple[str, str, str]]:
    """Yield each kind of record, what it is called, and how it is told whose it is."""
    of_team = _("%(who)s, %(day)s")
    of_round = _("%(who)s, round %(number)s, %(day)s")
    yield performance.HIGHEST, _("Highest round"), of_round
    yield performance.LOWEST, _("Lowest round"), of_round
    yield performance.TOTAL, _("Highest total"), of_team
    behind = _("%(who)s, behind after round %(number)s, %(day)s")
    yield performance.COMEBACK, _("Biggest deficit made up"), behind
    yield performance.CLOSEST, _("Closest game"), _("won by %(who)s, %(day)s")
    yield performance.LONGEST, _("Most rounds in a game"), _("won by %(who)s, %(day)s")
    for name, (label, is_points) in counted_labels(rules).items():
        if not is_points:
            most = _("Most in a round: %(what)s") % {"what": label}
            yield f"{performance.MOST}{name}", most, of_round


def _record(label: str, feat: Feat, words: str) -> Figure:
    held_by: dict[int, list[str]] = {}
    for seat in feat.game.seats.all():
        if seat.team_id == feat.team_id or (feat.kind in SHARED and seat.team.place == 1):
            held_by.setdefault(seat.team_id, []).append(seat.player.name)
    teams = list(held_by.values())
    shared = len(teams) > 1
    values = {
        "who": names.in_sentence([names.team_of(one) for one in teams] if shared else teams[0]),
        "number": feat.number,
        "day": wording.day(feat.evening),
    }
    if feat.kind == performance.COMEBACK and feat.number is None:
        words = _("%(who)s, behind before the first round, %(day)s")
    elif shared:
        words = _(SHARED[feat.kind])
    url = round_url(feat.game_id, feat.number)
    return Figure(label, wording.points(feat.value), words % values, url, feat.value < 0)


def _played(volume: Volume) -> Played:
    rules, written_down = VARIANTS[volume.variant], volume.games - volume.unwritten
    return Played(
        key=volume.variant,
        name=_(rules.short),
        games=volume.games,
        rounds=a_time(volume.rounds, written_down) if written_down else "",
        time=_lasted(round(volume.seconds / volume.timed)) if volume.timed else "",
    )


def _lasted(seconds: int) -> str:
    hours, minutes = divmod(max(round(seconds / MINUTE), 1), HOUR // MINUTE)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}


def _evenings_said(number: int) -> str:
    words = ngettext("%(number)s evening", "%(number)s evenings", number)
    return words % {"number": wording.points(number)}


def _first_weekday() -> int:
    """Return on which day weeks begin where the reader is; Monday is 0."""
    return (int(formats.get_format("FIRST_DAY_OF_WEEK")) - 1) % pictures.WEEK
