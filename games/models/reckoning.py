"""How results and their sums are kept in step with the games, in the transaction of each write.

Every sum is the sum of results, so a game that changes takes out what it gave before and puts in
what it gives now: that costs the same however many games there are. Streaks and ratings follow one
another in time, so those of later games are worked out again where an earlier game has changed.

Whoever writes holds the game's lock first and the club's second.
"""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from itertools import batched, groupby
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.apps import apps
from django.db import connection, models, transaction

from games import performance, rating
from games.performance import Performance, PlayedRound

from .people import Club
from .players import Player
from .results import ALL, Count, Evening, Feat, Pair, Record, Result, Summary, Volume
from .rounds import Round
from .seasons import Season, evening_of
from .seating import Team

if TYPE_CHECKING:
    from .game import Game
    from .games import GameQuerySet

type When = tuple[datetime, UUID]
"""The order of games in time; of two that began at once, the order of their ids."""

OF_CLUBS: tuple[Any, ...] = (Result, Feat, Evening)
OF_SEASONS: tuple[Any, ...] = (Summary, Pair, Count, Volume, Record)
"""What is reckoned, by what it belongs to."""

AT_ONCE = 200
"""So many games are held in memory with all their rounds."""

_LATER: ContextVar[set[UUID] | None] = ContextVar("games to be reckoned later", default=None)


@transaction.atomic
def reckon_again(games: Iterable["Game"]) -> None:
    """Bring the results of these games, and all that is summed of them, in step with the games."""
    changed = {game.pk for game in games}
    if (later := _LATER.get()) is not None:
        later |= changed
    else:
        _reckon(changed)


@contextlib.contextmanager
def reckoning_later() -> Iterator[None]:
    """Reckon games that are written meanwhile all together at the end, in one transaction.

    Many games at once are reckoned a good deal faster like this.
    """
    changed: set[UUID] = set()
    with transaction.atomic():
        before = _LATER.set(changed)
        try:
            yield
        finally:
            _LATER.reset(before)
        _reckon(changed)


def reckon_club(club: Club) -> None:
    """Work out everything anew that follows from a club's games."""
    with transaction.atomic():
        _lock(club.pk)
        for kept in OF_CLUBS:
            kept.objects.filter(club=club).delete()
        for sums in OF_SEASONS:
            sums.objects.filter(season__club=club).delete()
        _reckon(set(_games().counted().filter(club=club).values_list("pk", flat=True)))
        Club.objects.filter(pk=club.pk).update(reckoned=performance.VERSION)


def reckon_season(season: Season) -> None:
    """Sum up anew what belongs to a season, after its span or its variants were changed."""
    with transaction.atomic():
        _lock(season.club_id)
        for sums in OF_SEASONS:
            sums.objects.filter(season=season).delete()
        sums_of = Sums([season])
        results = Result.objects.filter(**season.span()).order_by("played_at", "game", "number")
        for _game, own in groupby(results.iterator(2000), lambda result: result.game_id):
            sums_of.add(list(own), 1)
        sums_of.keep()
        told = Feat.objects.filter(**season.span()).order_by().values_list("variant", "kind")
        _crown({(season.pk, variant, kind) for variant, kind in told.distinct()}, [season])


def _games() -> "GameQuerySet":
    found: GameQuerySet = apps.get_model("games", "Game").objects.all()
    return found


def _lock(club: UUID) -> Club:
    # Whoever starts a game in the club meanwhile need not wait.
    return Club.objects.select_for_update(no_key=True).get(pk=club)


def _reckon(games: set[UUID]) -> None:
    """Reckon these games, club by club."""
    if not games:
        return
    clubs = {
        *_games().filter(pk__in=games).values_list("club", flat=True),
        *Result.objects.filter(game__in=games).values_list("club", flat=True),
    }
    reckonings = [Reckoning(_lock(club)) for club in sorted(clubs)]
    if len(reckonings) > 1:
        # What has moved to another club is taken out of the one before it counts in the other.
        for reckoning in reckonings:
            reckoning.take_out(games)
    for reckoning in reckonings:
        reckoning.renew(games)


def _rows(game: "Game", club: Club) -> tuple[list[Result], list[Feat]]:
    """Return the results and feats of a game that counts, unsaved."""
    told = performance_of(game)
    evening = evening_of(game.started_at, club)
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    teams = sorted(game.teams.all(), key=lambda team: team.number)
    common = {
        "club": club,
        "game": game,
        "variant": game.variant,
        "played_at": game.started_at,
        "evening": evening,
    }
    results = [
        Result(
            **common,
            team=teams[part.team.number],
            player_id=seats[part.number].player_id,
            number=part.number,
            seat=part.seat,
            teams=len(teams),
            place=part.team.place,
            is_shared=part.team.is_shared,
            points=part.team.points,
            margin=part.team.margin,
            rounds=len(told.rounds),
            round_points=part.team.round_points,
            best=part.team.best and part.team.best[0],
            best_round=part.team.best and part.team.best[1],
            worst=part.team.worst and part.team.worst[0],
            worst_round=part.team.worst and part.team.worst[1],
            comeback=part.team.comeback,
            comeback_round=part.team.comeback_round,
            details={code: amount.told() for code, amount in part.details.items()},
        )
        for part in told.parts()
    ]
    results[0].seconds, results[0].spread = _seconds(game), dict(told.spread())
    feats = [
        Feat(
            **common,
            team=teams[feat.team],
            kind=feat.kind,
            value=feat.value,
            rank=feat.rank,
            number=feat.number,
        )
        for feat in told.feats()
    ]
    return results, feats


def _seconds(game: "Game") -> int | None:
    """Return how long a game took; None if nobody can tell, as of an old evening.

    Of a game that came from a file this is what the file says.
    """
    if game.finished_at is None or not (game.played or game.file_key):
        return None
    seconds = int((game.finished_at - game.started_at).total_seconds())
    return seconds if 0 < seconds <= performance.NEVER_LONGER else None


def performance_of(game: "Game") -> Performance:
    """Return a game as it is counted, from the scores and lines that are kept of it."""
    teams = sorted(game.teams.all(), key=lambda team: team.number)
    rounds = [
        PlayedRound(
            number=played.number,
            scores=[score.points for score in played.scores.all()],
            lines=_lines(played, teams),
            dealer=dealer,
            out=played.went_out,
        )
        for played, dealer in zip(game.played, game.dealers, strict=False)
    ]
    return Performance(game.rules, game.table, rounds)


def _lines(played: Round, teams: Sequence[Team]) -> list[list[performance.Counted]]:
    lines: dict[int, list[performance.Counted]] = {team.pk: [] for team in teams}
    for tally in played.tallies.all():
        lines[tally.team_id].append(performance.Counted(tally.code, tally.count, tally.points))
    return list(lines.values())


class Reckoning:
    """What is written of a club's games, whose lock is held."""

    def __init__(self, club: Club) -> None:
        Season.objects.of_all_time(club)
        self.club, self.seasons = club, list(club.seasons.all())

    def renew(self, games: Iterable[UUID]) -> None:
        """Take out what these games gave, and put in what they give now."""
        self._replace(list(games), put_in=True)

    def take_out(self, games: Iterable[UUID]) -> None:
        """Take out what these games gave."""
        self._replace(list(games), put_in=False)

    def _replace(self, chosen: Sequence[UUID], *, put_in: bool) -> None:
        old: list[Result] = []
        lost: set[tuple[int, str, str]] = set()
        for several in batched(chosen, AT_ONCE):
            # Asked for the club's as well, the database would look through all that the club has.
            results = [row for row in Result.objects.filter(game__in=several) if self._is_own(row)]
            feats = [feat for feat in Feat.objects.filter(game__in=several) if self._is_own(feat)]
            held = Record.objects.filter(feat__in=[feat.pk for feat in feats])
            lost.update(held.values_list("season", "variant", "kind"))
            Result.objects.filter(pk__in=[result.pk for result in results]).delete()
            Feat.objects.filter(pk__in=[feat.pk for feat in feats]).delete()
            old += results
        old.sort(key=lambda result: result.number)
        sums = Sums(self.seasons)
        for own in _by_game(old):
            sums.add(own, -1)
        new, met = self._put_in(chosen if put_in else (), sums)
        sums.keep()
        if touched := [*old, *new]:
            Course(self.club, touched).settle()
        _crown(lost, self.seasons)
        self._rival(met, lost)

    def _is_own(self, row: Result | Feat) -> bool:
        return row.club_id == self.club.pk

    def _put_in(self, games: Iterable[UUID], sums: "Sums") -> tuple[list[Result], list[Feat]]:
        new: list[Result] = []
        met: list[Feat] = []
        counted = _games().counted().with_lines().order_by("started_at", "pk")
        for chosen in batched(games, AT_ONCE):
            results: list[Result] = []
            feats: list[Feat] = []
            for game in counted.filter(club=self.club, pk__in=chosen):
                own, reached = _rows(game, self.club)
                sums.add(own, 1)
                results += own
                feats += reached
            new += Result.objects.bulk_create(results)
            met += Feat.objects.bulk_create(feats)
        return new, met

    def _rival(self, met: Iterable[Feat], known: set[tuple[int, str, str]]) -> None:
        """Let new feats take the records that they beat; `known` have been looked up already."""
        best: dict[tuple[int, str, str], Feat] = {}
        for feat in met:
            for season in self.seasons:
                key = season.pk, feat.variant, feat.kind
                if key in known or not season.covers(feat.evening, feat.variant):
                    continue
                if key not in best or _beats(feat, best[key]):
                    best[key] = feat
        if not best:
            return
        records = Record.objects.filter(season__in=self.seasons).select_related("feat")
        held = {(one.season_id, one.variant, one.kind): one.feat for one in records}
        _keep_records(
            {key: feat for key, feat in best.items() if key not in held or _beats(feat, held[key])}
        )


def _by_game(results: Iterable[Result]) -> list[list[Result]]:
    found: dict[UUID, list[Result]] = defaultdict(list)
    for result in results:
        found[result.game_id].append(result)
    return list(found.values())


def _beats(one: Feat, other: Feat) -> bool:
    """Say whether a feat is greater, or as great and earlier."""
    if one.rank != other.rank:
        return one.rank > other.rank
    return (one.played_at, one.game_id) < (other.played_at, other.game_id)


def _crown(records: Iterable[tuple[int, str, str]], seasons: Iterable[Season]) -> None:
    """Look up who holds these records now."""
    spans = {season.pk: season.span() for season in seasons}
    found = {}
    for season, variant, kind in sorted(records):
        feats = Feat.objects.filter(kind=kind, **{**spans[season], "variant": variant})
        if best := feats.order_by("-rank", "played_at", "game").first():
            found[season, variant, kind] = best
    _keep_records(found)


def _keep_records(found: dict[tuple[int, str, str], Feat]) -> None:
    Record.objects.bulk_create(
        [
            Record(season_id=season, variant=variant, kind=kind, feat=feat)
            for (season, variant, kind), feat in found.items()
        ],
        update_conflicts=True,
        unique_fields=["season", "variant", "kind"],
        update_fields=["feat"],
    )


# ---- sums


@dataclass
class Sums:
    """What games add to the sums of these seasons, until it is kept."""

    seasons: Sequence[Season]
    summaries: dict[tuple[int, str, int], Counter[str]] = field(default_factory=dict)
    pairs: dict[tuple[int, int, int], Counter[str]] = field(default_factory=dict)
    counts: dict[tuple[int, str, int, str], dict[str, Any]] = field(default_factory=dict)
    volumes: dict[tuple[int, str], Counter[str]] = field(default_factory=dict)
    evenings: Counter[tuple[UUID, date]] = field(default_factory=Counter)

    def add(self, results: Sequence[Result], sign: int) -> None:
        """Add a game, or with -1 take it out."""
        first = results[0]
        for season in self.seasons:
            if not season.covers(first.evening, first.variant):
                continue
            self._add_volume(season, results, sign)
            for result in results:
                self._add_summary(season, result, sign)
                for other in results:
                    self._add_pair(season, result, other, sign)
            if season.everything:
                self.evenings[first.club_id, first.evening] += sign
                for result in results:
                    self._add_counts(season.pk, result, sign)

    def _add_summary(self, season: Season, result: Result, sign: int) -> None:
        told = {
            "games": 1,
            "wins": int(result.is_won),
            "shared_wins": int(result.is_won and result.is_shared),
            "points": result.points,
            "margin": result.margin,
            "comebacks": int(result.comeback > 0),
            "rounds": result.rounds,
            "round_points": result.round_points,
            f"place {result.place}": 1,
        }
        for variant in (ALL, result.variant) if season.everything else (ALL,):
            key = season.pk, variant, result.player_id
            _add(self.summaries.setdefault(key, Counter()), told, sign)

    def _add_pair(self, season: Season, result: Result, other: Result, sign: int) -> None:
        if result.team_id != other.team_id:
            told = {
                "against": 1,
                "won": int(result.place < other.place),
                "lost": int(result.place > other.place),
            }
        elif season.everything and result is not other:
            told = {"together": 1, "together_won": int(result.is_won)}
        else:
            return
        key = season.pk, result.player_id, other.player_id
        _add(self.pairs.setdefault(key, Counter()), told, sign)

    def _add_counts(self, season: int, result: Result, sign: int) -> None:
        for code, (times, wins, count, points) in result.details.items():
            key = season, result.variant, result.player_id, code
            sums = self.counts.setdefault(key, dict.fromkeys(Count.SUMS, 0))
            for name, more in zip(Count.SUMS, (times, wins, count, Decimal(points)), strict=True):
                sums[name] += sign * more

    def _add_volume(self, season: Season, results: Sequence[Result], sign: int) -> None:
        first = results[0]
        spread = first.spread if season.everything else {}
        told = {
            "games": 1,
            "unwritten": int(not first.rounds),
            "rounds": first.rounds,
            "timed": int(first.seconds is not None),
            "seconds": first.seconds or 0,
            **{f"class {at}": times for at, times in spread.items()},
        }
        _add(self.volumes.setdefault((season.pk, first.variant), Counter()), told, sign)

    # ---- keeping it

    def keep(self) -> None:
        """Add it to what is kept, with as many queries for many games as for one."""
        seasons = {season for season, _variant in self.volumes}
        players = {player for _season, _variant, player in self.summaries}
        own: dict[str, Any] = {"season__in": seasons, "player__in": players}
        _keep(Summary, ("season_id", "variant", "player_id"), own, self.summaries, "games")
        two = {**own, "other__in": players}
        _keep(Pair, ("season_id", "player_id", "other_id"), two, self.pairs, "together", "against")
        variants = {variant for _season, variant in self.volumes}
        told = {code for _season, _variant, _player, code in self.counts}
        codes = {**own, "variant__in": variants, "code__in": told}
        _keep(Count, ("season_id", "variant", "player_id", "code"), codes, self.counts, "times")
        _keep(Volume, ("season_id", "variant"), {"season__in": seasons}, self.volumes, "games")
        evenings = {key: {"games": games} for key, games in self.evenings.items()}
        days = {day for _club, day in self.evenings}
        clubs = {club for club, _day in self.evenings}
        chosen = {"club__in": clubs, "day__in": days}
        _keep(Evening, ("club_id", "day"), chosen, evenings, "games")


def _add(sums: Counter[str], told: dict[str, int], sign: int) -> None:
    for name, more in told.items():
        sums[name] += sign * more


def _keep(
    model: Any,
    names: tuple[str, ...],
    chosen: dict[str, Any],
    told: Any,
    *needed: str,
) -> None:
    """Add to the rows of a model what is told by their keys; drop those that have nothing left."""
    if not told:
        return
    rows = {
        tuple(getattr(row, name) for name in names): row for row in model.objects.filter(**chosen)
    }
    gone, left = [], []
    for key, sums in told.items():
        row = rows.get(key)
        if row is None:
            row = model(**dict(zip(names, key, strict=True)))
        for name, more in sums.items():
            _add_to(row, name, more)
        if any(getattr(row, name) for name in needed):
            left.append(row)
        elif row.pk is not None:
            gone.append(row.pk)
    model.objects.filter(pk__in=gone).delete()
    fields = [one for one in model._meta.concrete_fields if not one.primary_key]
    unique = [one.name for one in fields if one.attname in names]
    for row in left:
        row.pk = None
    model.objects.bulk_create(
        left,
        update_conflicts=True,
        unique_fields=unique,
        update_fields=[one.name for one in fields if one.name not in unique],
    )


def _add_to(row: Any, name: str, more: Any) -> None:
    what, _, at = name.partition(" ")
    if what == "place" and at:
        places = [*row.places, *([0] * (int(at) - len(row.places)))]
        places[int(at) - 1] += more
        while places and not places[-1]:
            places.pop()
        row.places = places
    elif what == "class":
        row.spread = {**row.spread, at: row.spread.get(at, 0) + more}
        if not row.spread[at]:
            del row.spread[at]
    else:
        setattr(row, name, getattr(row, name) + more)


# ---- what follows one another in time


@dataclass(slots=True)
class Step:
    """What is needed of a result to go on from it, in the order in which it is read."""

    pk: int
    game: UUID
    team: int
    player: int
    variant: str
    place: int
    streak: int
    mu: float
    sigma: float


class Course:
    """Streaks and ratings of a club from the first of these results on.

    A rating depends on all earlier games of the variant, a streak on those of the player.
    """

    def __init__(self, club: Club, touched: Iterable[Result]) -> None:
        self.club = club
        told = list(touched)
        self.start: When = min((result.played_at, result.game_id) for result in told)
        self.touched = {result.player_id for result in told}
        self.variants = {result.variant for result in told}
        self.streaks: dict[int, int] = {}
        self.ratings: dict[tuple[int, str], rating.Rating] = {}

    def settle(self) -> None:
        """Work out the streaks and ratings of all later games anew, and keep the latest."""
        later = self._later()
        self.players = self.touched | {step.player for step in later}
        self._look_up()
        changed = []
        for _game, own in groupby(later, lambda step: step.game):
            changed += self._settle(list(own))
        _write(changed)
        self._keep_latest()

    def _later(self) -> list[Step]:
        at, game = self.start
        own = models.Q(variant__in=self.variants) | models.Q(player__in=self.touched)
        later = Result.objects.filter(own, club=self.club, played_at__gte=at)
        ordered = later.exclude(played_at=at, game__lt=game).order_by("played_at", "game", "number")
        names = ("pk", "game", "team", "player", "variant", "place", "streak", "mu", "sigma")
        return [Step(*row) for row in ordered.values_list(*names)]

    def _look_up(self) -> None:
        """Find how everybody stood before."""
        at, game = self.start
        own = Result.objects.filter(player=models.OuterRef("pk"), played_at__lte=at)
        before = own.exclude(played_at=at, game__gte=game).order_by("-played_at", "-game")
        latest: dict[str, Any] = {"any": _first(before)}
        for variant in sorted(self.variants):
            latest[f"in_{variant}"] = _first(before.filter(variant=variant))
        players = Player.objects.filter(pk__in=self.players).annotate(**latest).values(*latest)
        wanted = {pk for row in players for pk in row.values() if pk is not None}
        results = Result.objects.in_bulk(wanted)
        for row in players:
            for name, pk in row.items():
                if pk is None:
                    continue
                result = results[pk]
                if name == "any":
                    self.streaks[result.player_id] = result.streak
                else:
                    key = result.player_id, result.variant
                    self.ratings[key] = result.mu, result.sigma

    def _settle(self, steps: Sequence[Step]) -> list[Step]:
        """Go through one game; returns the steps that are not as they were."""
        before = [(step.streak, step.mu, step.sigma) for step in steps]
        if steps[0].variant in self.variants:
            self._rate(steps)
        for step in steps:
            if step.player in self.touched:
                streak = self.streaks.get(step.player, 0)
                step.streak = max(streak, 0) + 1 if step.place == 1 else min(streak, 0) - 1
                self.streaks[step.player] = step.streak
        now = [(step.streak, step.mu, step.sigma) for step in steps]
        return [step for step, old, new in zip(steps, before, now, strict=True) if old != new]

    def _rate(self, steps: Sequence[Step]) -> None:
        variant = steps[0].variant
        teams = [list(own) for _team, own in groupby(steps, lambda step: step.team)]
        rated = [
            [self.ratings.get((step.player, variant), rating.START) for step in team]
            for team in teams
        ]
        after = rating.after_game(rated, [team[0].place for team in teams])
        for team, own in zip(teams, after, strict=True):
            for step, (mu, sigma) in zip(team, own, strict=True):
                step.mu, step.sigma = self.ratings[step.player, variant] = mu, sigma

    def _keep_latest(self) -> None:
        """Keep the latest ratings beside the sums."""
        summaries = list(
            Summary.objects.filter(
                season__club=self.club,
                season__everything=True,
                player__in=self.players,
                variant__in=self.variants,
            )
        )
        for summary in summaries:
            key = summary.player_id, summary.variant
            summary.mu, summary.sigma = self.ratings.get(key, (None, None))
        Summary.objects.bulk_update(summaries, ["mu", "sigma"], batch_size=AT_ONCE)


def _write(steps: Sequence[Step]) -> None:
    """Keep what changed: after a game of long ago that is thousands of rows, each its own way.

    One statement that is told all values of a row is many times as fast as one with all rows in it.
    """
    table = connection.ops.quote_name(Result._meta.db_table)
    told = [(step.streak, step.mu, step.sigma, step.pk) for step in steps]
    if told:
        with connection.cursor() as cursor:
            update = f"UPDATE {table} SET streak = %s, mu = %s, sigma = %s WHERE id = %s"  # noqa: S608
            cursor.executemany(update, told)


def _first(results: models.QuerySet[Result]) -> models.Subquery:
    return models.Subquery(results.values("pk")[:1])
