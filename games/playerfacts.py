"""What the games of a player come to, in words and figures.

All of it is read from sums that are kept, and from a few results; so it takes as long for many
games as for few.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from math import sqrt
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import performance, pictures, rating, shares, wording
from .figures import Figure, a_time, average, counted_labels, in_order, round_url
from .models import Count, Pair, Player, Result, Season, Summary
from .models.results import ALL, ResultQuerySet
from .variants import VARIANTS
from .variants.variant import Variant

LATEST = 30
"""The curve of a rating shows so many games."""

MOST_PEOPLE, FIRST_PEOPLE = 200, 12
"""So many others are listed, and so many of them at once."""

UNTOLD = ("details", "spread")
"""What results are fetched without, since sums are kept of it."""

CHANCE = 2
"""A difference within so many standard errors may well be chance."""

type Rules = Variant[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class InVariant:
    """A row about one of the games that were played."""

    key: str
    name: str
    games: int
    wins: int
    share: str
    rating: str


@dataclass(frozen=True, slots=True)
class Company:
    """How somebody fared with another as partner, and against them."""

    other: Player
    together: int
    together_won: int
    against: int
    ahead: int


@dataclass(frozen=True, slots=True)
class AtSeat:
    """How somebody fared at one seat; `each` is the average of a round, if any was written down."""

    number: int
    games: int
    wins: int
    total: str
    each: str


@dataclass(frozen=True, slots=True)
class Dealing:
    """What rounds bring that somebody deals, beside those that others deal."""

    dealt: int
    own: str
    others_dealt: int
    others: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Habit:
    """How much of something there was in all rounds together, and in a round on average."""

    label: str
    total: str
    each: str


@dataclass(frozen=True, slots=True)
class Side:
    """What is known of a side in so many rounds: a team's, or somebody's own."""

    title: str
    habits: list[Habit]


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating after a game."""

    day: date
    value: int
    url: str
    place: int
    teams: int


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is reckoned, how that came, and how far off it may be.

    The change is that since before the first of the games in `rows`, where the curve begins.
    """

    now: str
    doubt: str
    change: str
    title: str
    curve: pictures.Curve
    first: str
    last: str
    rows: list[Rated]


@dataclass
class PlayerFacts:
    """A player's games of all time; `asked` is the variant to tell more of."""

    player: Player
    asked: str = ""
    season: Season | None = field(init=False)
    summaries: Mapping[str, Summary] = field(init=False)

    def __post_init__(self) -> None:
        self.season = Season.objects.filter(club=self.player.club_id, everything=True).first()
        rows = Summary.objects.filter(season=self.season, player=self.player)
        self.summaries = {row.variant: row for row in rows}

    @property
    def overall(self) -> Summary | None:
        """The sum of all games; None before the first."""
        return self.summaries.get(ALL)

    @property
    def share(self) -> str:
        """How many of the games were won, in per cent, or of few games in numbers."""
        told = self.overall
        return shares.in_short(told.wins, told.games) if told else ""

    @property
    def won(self) -> str:
        """How many of how many games were won, where that stands not above it, and how many
        of the wins were shared.
        """
        if (told := self.overall) is None:
            return ""
        words = shares.beneath(told.wins, told.games)
        if not told.shared_wins:
            return words
        shared = ngettext("%(number)s win shared", "%(number)s wins shared", told.shared_wins)
        return f"{words} · {shared % {'number': wording.points(told.shared_wins)}}"

    @property
    def doubt(self) -> str:
        """How much that tells."""
        return shares.told(self.overall.wins, self.overall.games) if self.overall else ""

    @property
    def has_rounds(self) -> bool:
        """Whether a round of any of the games was written down."""
        return bool(self.overall and self.overall.rounds)

    # ---- all variants together

    @cached_property
    def variants(self) -> list[InVariant]:
        """What was played, each with what came of it."""
        return [self._row(self.summaries[key]) for key in in_order(self.summaries)]

    @property
    def chosen(self) -> str:
        """The key of the variant of which more is told: the one asked for, or the only one."""
        keys = [row.key for row in self.variants]
        if self.asked in keys:
            return self.asked
        return keys[0] if len(keys) == 1 else ""

    @property
    def shows_all(self) -> bool:
        """Whether what is of all variants together is shown."""
        return not self.chosen or len(self.variants) == 1

    @cached_property
    def more(self) -> "VariantFacts | None":
        """What is told of the variant that was chosen."""
        if not self.chosen or self.season is None:
            return None
        return VariantFacts(self.player, self.season, self.summaries[self.chosen])

    def _row(self, summary: Summary) -> InVariant:
        return InVariant(
            key=summary.variant,
            name=_(VARIANTS[summary.variant].short),
            games=summary.games,
            wins=summary.wins,
            share=shares.share(summary.wins, summary.games),
            rating="" if summary.mu is None else wording.points(rating.shown(summary.mu)),
        )

    @cached_property
    def streaks(self) -> list[Figure]:
        """Games won in a row: now, the most ever, and the most without a win."""
        own = Result.objects.filter(player=self.player).defer(*UNTOLD)
        now = own.order_by("-played_at", "-game").first()
        longest = own.filter(streak__gt=0).first_with_the("-streak")
        without = own.filter(streak__lt=0).first_with_the("streak")
        told = []
        if now and now.streak > 0:
            told.append(_streak(_("Won in a row now"), now))
        elif now:
            label = _("Games since the last win") if longest else _("Games so far without a win")
            told.append(_streak(label, now))
        if longest:
            told.append(_streak(_("Most won in a row"), longest))
        if without:
            told.append(_streak(_("Most games without a win"), without))
        return told

    @cached_property
    def company(self) -> list[Company]:
        """The others, with whom and against whom most was played first."""
        pairs = Pair.objects.filter(season=self.season, player=self.player)
        most = pairs.select_related("other").order_by(
            (F("together") + F("against")).desc(), "other__key"
        )
        return [
            Company(pair.other, pair.together, pair.together_won, pair.against, pair.won)
            for pair in most[:MOST_PEOPLE]
        ]

    @property
    def first_company(self) -> list[Company]:
        """Those of the others who are shown at once."""
        return self.company[:FIRST_PEOPLE]

    @property
    def more_company(self) -> list[Company]:
        """The rest of them."""
        return self.company[FIRST_PEOPLE:]

    @property
    def had_partners(self) -> bool:
        """Whether somebody was ever a partner."""
        return any(one.together for one in self.company)


def _streak(label: str, result: Result) -> Figure:
    return Figure(
        label,
        wording.points(abs(result.streak)),
        _("up to %(day)s") % {"day": wording.day(result.evening)},
        round_url(result.game_id, result.last_round),
    )


class VariantFacts:
    """What a player's games of one variant come to."""

    def __init__(self, player: Player, season: Season, summary: Summary) -> None:
        self.player, self.summary = player, summary
        self.rules: Rules = VARIANTS[summary.variant]
        counts = Count.objects.filter(season=season, variant=summary.variant, player=player)
        self.counts = {count.code: count for count in counts}

    @property
    def name(self) -> str:
        """What is played."""
        return _(self.rules.name)

    @property
    def won(self) -> str:
        """How many of how many games were won, where that stands not above it."""
        return shares.beneath(self.summary.wins, self.summary.games)

    @property
    def share(self) -> str:
        """How many of them, in per cent, or of few games in numbers."""
        return shares.in_short(self.summary.wins, self.summary.games)

    @property
    def doubt(self) -> str:
        """How much that tells."""
        return shares.told(self.summary.wins, self.summary.games)

    @property
    def are_teams(self) -> bool:
        """Whether points are those of a team, in some of the games."""
        return performance.TEAMED in self.counts

    @property
    def has_rounds(self) -> bool:
        """Whether a round of any of these games was written down."""
        return self.summary.rounds > 0

    def _results(self) -> ResultQuerySet:
        own = Result.objects.filter(player=self.player, variant=self.summary.variant)
        return own.defer(*UNTOLD)

    def _times(self, code: str) -> int:
        return self.counts[code].times if code in self.counts else 0

    def _rounds(self, code: str) -> int:
        return self.counts[code].count if code in self.counts else 0

    # ---- figures

    @cached_property
    def figures(self) -> list[Figure]:
        """Averages, the best and the worst round, and how often a game was turned."""
        told = self.summary
        figures = [
            Figure(
                _("Average total"),
                average(told.points, told.games, self.rules),
                ngettext("over %(number)s game", "over %(number)s games", told.games)
                % {"number": wording.points(told.games)},
                is_negative=told.points < 0,
            )
        ]
        if told.rounds:
            figures.append(
                Figure(
                    _("Average of a round"),
                    average(told.round_points, told.rounds, self.rules),
                    ngettext("over %(number)s round", "over %(number)s rounds", told.rounds)
                    % {"number": wording.points(told.rounds)},
                    is_negative=told.round_points < 0,
                )
            )
            figures += self._utmost()
        return figures

    def _utmost(self) -> list[Figure]:
        written_down = self._results().exclude(best=None)
        best = written_down.first_with_the("-best")
        worst = written_down.first_with_the("worst")
        figures = []
        if best and best.best is not None:
            figures.append(_of_round(_("Best round"), best, best.best, best.best_round))
        if worst and worst.worst is not None:
            figures.append(_of_round(_("Worst round"), worst, worst.worst, worst.worst_round))
        # Of a game whose rounds nobody wrote down it is not known who was behind.
        if wins := sum(count.wins for _seat, count in self._seats()):
            figures += self._comebacks(wins)
        return figures

    def _comebacks(self, wins: int) -> list[Figure]:
        figures = [
            Figure(
                _("Won after being behind"),
                wording.points(self.summary.comebacks),
                ngettext("of %(number)s win", "of %(number)s wins", wins)
                % {"number": wording.points(wins)},
            )
        ]
        turned = self._results().filter(comeback__gt=0)
        if most := turned.first_with_the("-comeback"):
            figures.append(_turned(most))
        return figures

    # ---- rating

    @cached_property
    def rating(self) -> Rating | None:
        """The rating and how it came, over the latest games."""
        if self.summary.mu is None or self.summary.sigma is None:
            return None
        newest = list(self._results().order_by("-played_at", "-game")[: LATEST + 1])
        if not newest:
            return None
        latest, before = newest[:LATEST][::-1], newest[LATEST:]
        ratings = [(before[0].mu, before[0].sigma) if before else rating.START]
        ratings += [(result.mu, result.sigma) for result in latest]
        shown = [(rating.shown(mu), rating.shown_doubt(sigma)) for mu, sigma in ratings]
        first, last, games = shown[0][0], shown[-1][0], len(latest)
        title = ngettext(
            "Rating before and after the latest game, from %(first)s to %(last)s.",
            "Rating over the latest %(number)s games, from %(first)s to %(last)s.",
            games,
        )
        values = {
            "number": wording.points(games),
            "first": wording.points(first),
            "last": wording.points(last),
        }
        return Rating(
            now=wording.points(last),
            doubt=_("Two times in three the true strength lies within %(doubt)s of it.")
            % {"doubt": wording.points(shown[-1][1])},
            change=_change(last - first, games),
            title=title % values,
            curve=pictures.curve(shown),
            first=wording.day(latest[0].evening),
            last=wording.day(latest[-1].evening),
            rows=[
                Rated(result.evening, value, round_url(result.game_id), result.place, result.teams)
                for result, (value, _doubt) in zip(latest, shown[1:], strict=True)
            ][::-1],
        )

    # ---- seats, and dealing

    @cached_property
    def seats(self) -> list[AtSeat]:
        """How the games went, by the seat in the dealing order."""
        return [
            AtSeat(
                number + 1,
                count.times,
                count.wins,
                self._total_at(number),
                average(count.points, count.count, self.rules) if count.count else "",
            )
            for number, count in self._seats()
        ]

    def _seats(self) -> list[tuple[int, Count]]:
        found = [
            (int(code.removeprefix(performance.SEAT)), count)
            for code, count in self.counts.items()
            if code.startswith(performance.SEAT)
        ]
        return sorted(found, key=lambda one: one[0])

    def _total_at(self, seat: int) -> str:
        count = self.counts.get(f"{performance.TOTAL_AT}{seat}")
        return average(count.points, count.times, self.rules) if count else ""

    @cached_property
    def dealing(self) -> Dealing | None:
        """Whether dealing helps; None if it is not known of rounds of both kinds."""
        own = self.counts.get(performance.DEALT)
        others = self.counts.get(performance.OTHERS_DEALT)
        if own is None or others is None:
            return None
        mean, other_mean = float(own.points) / own.times, float(others.points) / others.times
        error = self._deviation() * sqrt(1 / own.times + 1 / others.times)
        if abs(mean - other_mean) <= CHANCE * error or min(own.times, others.times) == 1:
            verdict = _("The difference may well be chance.")
        elif mean > other_mean:
            verdict = _("Dealing seems to help: chance alone seldom makes so much.")
        else:
            verdict = _("Dealing seems to cost: chance alone seldom makes so much.")
        return Dealing(
            own.times,
            average(own.points, own.times, self.rules),
            others.times,
            average(others.points, others.times, self.rules),
            verdict,
        )

    @cached_property
    def scores(self) -> dict[int, int]:
        """How many rounds there are of each class of scores."""
        return {
            int(code.removeprefix(performance.SCORE)): count.times
            for code, count in self.counts.items()
            if code.startswith(performance.SCORE)
        }

    def _deviation(self) -> float:
        """Return about how far a score lies from the average, as far as classes tell."""
        rounds = sum(self.scores.values())
        if not rounds:
            return 0.0
        mean = sum(number * times for number, times in self.scores.items()) / rounds
        square = sum((number - mean) ** 2 * times for number, times in self.scores.items())
        # Within a class scores are taken to lie evenly.
        return self.rules.spread * sqrt(square / rounds + 1 / 12)

    @cached_property
    def spread(self) -> pictures.Bars | None:
        """The scores of the rounds, drawn by class; None if there are too few."""
        if sum(self.scores.values()) < pictures.LEAST_ROUNDS:
            return None
        return pictures.spread(self.scores, self.rules.spread)

    @property
    def no_spread(self) -> str:
        """Why the scores of the rounds are not drawn."""
        return pictures.too_few()

    # ---- what sides do

    @cached_property
    def going_out(self) -> list[str]:
        """How often who went out, in sentences: the teams where it is the team's, or the player."""
        alone, teamed = self._rounds(performance.ALONE), self._rounds(performance.TEAMED)
        own = self._times(f"{performance.OWN}{performance.WENT_OUT}")
        others = self._times(performance.WENT_OUT)
        if self.rules.columns_are == "players":
            alone, own, teamed = alone + teamed, own + others, 0
        told = []
        if teamed:
            told.append(
                self._said(
                    _("%(name)s's teams went out in %(times)s of %(rounds)s rounds."),
                    others,
                    teamed,
                )
            )
        if alone:
            told.append(
                self._said(_("%(name)s went out in %(times)s of %(rounds)s rounds."), own, alone)
            )
        return told

    def _said(self, words: str, times: int, rounds: int) -> str:
        values = {"times": wording.points(times), "rounds": wording.points(rounds)}
        return words % {"name": self.player.name, **values}

    @cached_property
    def sides(self) -> list[Side]:
        """What was counted of the player's teams, and of the player alone."""
        teamed, alone = self._rounds(performance.TEAMED), self._rounds(performance.ALONE)
        of_teams = ngettext(
            "What %(name)s's teams had in %(rounds)s round",
            "What %(name)s's teams had in %(rounds)s rounds",
            teamed,
        )
        own = ngettext(
            "What %(name)s had, alone, in %(rounds)s round",
            "What %(name)s had, alone, in %(rounds)s rounds",
            alone,
        )
        told = [
            (of_teams, teamed, performance.LINE),
            (own, alone, f"{performance.OWN}{performance.LINE}"),
        ]
        return [
            Side(words % {"name": self.player.name, "rounds": wording.points(rounds)}, habits)
            for words, rounds, prefix in told
            if rounds and (habits := self._habits(prefix, rounds))
        ]

    def _habits(self, prefix: str, rounds: int) -> list[Habit]:
        found = []
        for code, (label, is_points) in counted_labels(self.rules).items():
            if (count := self.counts.get(f"{prefix}{code}")) is None:
                continue
            total, each = (
                (count.points, average(count.points, rounds, self.rules))
                if is_points
                else (count.count, a_time(count.count, rounds))
            )
            found.append(Habit(label, wording.points(total), each))
        return found


def _of_round(label: str, result: Result, points: int, number: int | None) -> Figure:
    words = _("round %(number)s, %(day)s") % {"number": number, "day": wording.day(result.evening)}
    url = round_url(result.game_id, number)
    return Figure(label, wording.points(points), words, url, is_negative=points < 0)


def _turned(result: Result) -> Figure:
    """Return how far somebody came back, and from where, if that was the furthest of the game."""
    day, number = wording.day(result.evening), result.comeback_round
    return Figure(
        _("Biggest deficit made up"),
        wording.points(result.comeback),
        _("behind after round %(number)s, %(day)s") % {"number": number, "day": day}
        if number
        else _("behind before the first round, %(day)s") % {"day": day},
        round_url(result.game_id, number),
    )


def _change(change: int, games: int) -> str:
    if change > 0:
        words = ngettext(
            "up %(points)s over the latest game",
            "up %(points)s over the latest %(games)s games",
            games,
        )
    elif change < 0:
        words = ngettext(
            "down %(points)s over the latest game",
            "down %(points)s over the latest %(games)s games",
            games,
        )
    else:
        words = ngettext(
            "where it was %(games)s game ago", "where it was %(games)s games ago", games
        )
    return words % {"points": wording.points(abs(change)), "games": wording.points(games)}
