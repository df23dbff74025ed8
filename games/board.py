"""What the sheet shows of a game: the answers to what a table asks at a glance.

Everything here is worked out from the game's kept scores and its variant; nothing depends on who
looks, but for the addresses that are handed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.template.defaultfilters import date
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import chart, names, wording
from .models import Game, Round
from .models.judging import untouched
from .models.seasons import evening_of
from .standing import Standing, standing
from .variants.ending import who_went_out
from .variants.entry import ADJUSTMENT, Entry, Points, question_named
from .variants.variant import Opening, Payment, total_of

MARKS = "abcdefg"
MOST_ON_TELEVISION = 7
WORDY_NAME, WORDY_HEADLINE = 28, 80
"""So many letters have room on a television in their usual size."""

type Cell = tuple[int | None, Points | None, Points | None]
"""How many, worth how much each, and the points; None where a team has nothing."""


@dataclass(frozen=True, slots=True)
class BoardTeam:
    """A team's column: its total, how it stands, and what it needs to open."""

    index: int
    mark: str
    name: str
    players: str
    total: int
    leads: bool
    wins: bool
    lead: str
    to_go: str
    progress: float | None
    ticks: list[float]
    opens: int | None
    opens_next: str
    check_url: str

    @property
    def is_wordy(self) -> bool:
        """Whether its name is long for its place on a television."""
        return len(self.name) > WORDY_NAME


@dataclass(frozen=True, slots=True)
class Deal:
    """Who deals the round that is played now, and who begins; empty where no dealer was named."""

    number: int
    dealer: str
    first: str

    @property
    def is_wordy(self) -> bool:
        """Whether the dealer's name is long for its place on a television."""
        return len(self.dealer) > WORDY_NAME


@dataclass(frozen=True, slots=True)
class BoardRound:
    """A round's row on the pad."""

    number: int
    dealer: str
    cells: list[tuple[int, int]]
    kept: bool
    opened: bool
    url: str
    """Where its lines are shown, or hidden if they are."""

    @property
    def place(self) -> str:
        """Where its row is, on a page that is opened anew."""
        return f"{self.url}#round-{self.number}"


@dataclass(frozen=True, slots=True)
class BreakdownRow:
    """One line of a round's score, with a cell for each team, and where its rule stands."""

    label: str
    cells: list[Cell]
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How one round ended, and how it was scored."""

    number: int
    ended: str
    rows: list[BreakdownRow]
    totals: list[int]
    kept: list[str]
    notes: list[str]
    who: str = ""
    correct_url: str = ""
    rules_url: str = ""


@dataclass
class Board:
    """A game as the sheet and the watch page show it; of round `opened` the lines are shown."""

    game: Game
    url: str = ""
    opened: int | None = None
    correct_url: str = ""
    rules_url: str = ""
    check_url: str = ""
    etag: str = ""
    opening_rows: list[Opening] = field(init=False)

    def __post_init__(self) -> None:
        self.variant = self.game.rules
        self.table = self.game.table
        self.rows = self.game.rows
        self.totals = self.table.totals(self.rows)
        self.opening_rows = list(self.variant.opening(self.rows, self.table))
        self.dealers = self.game.dealers

    # ---- how the game stands

    @cached_property
    def standing(self) -> Standing:
        """Whether it goes on, and who is ahead."""
        finished = self.game.finished_at is not None
        return standing(self.variant, self.table, self.rows, finished=finished)

    @property
    def state(self) -> str:
        """Whether the game is running, tied, over, or finished."""
        return self.standing.state

    @property
    def name(self) -> str:
        """What the game is called."""
        return self.game.title

    @property
    def subtitle(self) -> str:
        """What is played, to what, and how far it has come.

        To what an old evening was played nobody may have said.
        """
        if self.is_totals_only:
            day = date(evening_of(self.game.started_at, self.game.club), "DATE_FORMAT")
            values = {"game": _(self.variant.short), "day": day}
            return _("%(game)s · %(day)s, totals only") % values
        goal = self.variant.goal(self.table)
        if goal.target:
            played_to = _("%(game)s to %(target)s") % {
                "game": _(self.variant.short),
                "target": wording.points(goal.target),
            }
        else:
            played_to = ngettext(
                "%(game)s, %(rounds)s round", "%(game)s, %(rounds)s rounds", goal.rounds or 0
            ) % {"game": _(self.variant.short), "rounds": goal.rounds}
        if not self.rows:
            return played_to
        after = {"number": len(self.rows)}
        if self.state == "finished":
            how_far = _("finished after round %(number)s") % after
        else:
            how_far = _("after round %(number)s") % after
        return f"{played_to} · {how_far}"

    @property
    def is_totals_only(self) -> bool:
        """Whether it was played and nobody wrote down the rounds."""
        return self.standing.played and not self.rows

    @property
    def headline(self) -> str:
        """Who has won, or that a tie must be played off; empty while the game runs."""
        return self.standing.headline(self.table)

    @property
    def is_wordy(self) -> bool:
        """Whether the headline is long for its place on a television."""
        return len(self.headline) > WORDY_HEADLINE

    @property
    def goes_on(self) -> bool:
        """Whether a next round is sure to be played."""
        return self.state in ("running", "tied")

    @property
    def columns_many(self) -> bool:
        """Whether more teams play than stand side by side."""
        return len(self.table.teams) > 2

    @cached_property
    def teams(self) -> list[BoardTeam]:
        """The teams, each with all that is asked about it."""
        return [self._team(number) for number in range(len(self.table.teams))]

    @property
    def ranked(self) -> list[BoardTeam]:
        """The teams as they sit; by their places once the game is won."""
        if not self.standing.is_won:
            return self.teams
        return sorted(self.teams, key=lambda team: -team.total)

    def _team(self, number: int) -> BoardTeam:
        team, total = self.table.teams[number], self.totals[number]
        own = team.players
        others = [other for index, other in enumerate(self.totals) if index != number]
        opening, target = self.opening_rows[number], self.variant.goal(self.table).target
        shared = bool(self.common_opening)
        leads = self.standing.played and total > max(others)
        return BoardTeam(
            index=number,
            mark=MARKS[number],
            name=team.name,
            players="" if team.name == names.team_of(own) else names.in_sentence(own),
            total=total,
            leads=leads,
            wins=self.standing.is_won and number in self.standing.ahead,
            lead=lead(total - max(others), won=self.standing.is_won)
            if self.standing.played
            else "",
            to_go=_to_go(total, target) if self.goes_on else "",
            progress=None if target is None else _share(total, target),
            ticks=[
                _share(at, target) for at in self.variant.opening_totals(self.table) if at < target
            ]
            if target
            else [],
            opens=opening.points if self.goes_on and not shared else None,
            opens_next="" if opening.changes_at is None else _opens_next(opening),
            check_url=self._check(team=number, need=opening.points),
        )

    @property
    def common_opening(self) -> str:
        """What opens for everybody alike; empty where it goes by each team's own total."""
        first = self.opening_rows[0]
        if not self.goes_on or first.changes_at is not None:
            return ""
        if first.words:
            return _("To open: %(words)s") % {"words": _(first.words)}
        if first.points is None:
            # Who has begun knows it; it would take the place of what changes.
            return "" if self.rows else _("No minimum to open")
        if not self.variant.opening_totals(self.table):
            return _("Everybody opens with %(points)s") % {"points": first.points}
        return ""

    def _check(self, **asked: int | None) -> str:
        """Return where cards are checked that a team means to open with."""
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        between = "&" if "?" in self.check_url else "?"
        return f"{self.check_url}{between}{query}" if query else self.check_url

    @property
    def common_check_url(self) -> str:
        """Where cards are checked if all open alike, or more teams play than have a link each."""
        by_team = self.columns_many and not self.opens_freely
        needed = self.goes_on and (self.common_opening or by_team)
        return self._check(need=self.opening_rows[0].points) if needed else ""

    @property
    def opens_freely(self) -> bool:
        """Whether any meld opens, so that nothing more need be said of it."""
        return self.opening_rows[0] == Opening()

    @property
    def rounds_left(self) -> str:
        """How many rounds are still to be played, where the game goes by rounds."""
        rounds = self.variant.goal(self.table).rounds
        if rounds is None or self.state != "running":
            return ""
        left = rounds - len(self.rows)
        words = ngettext(
            "%(left)s round left of %(rounds)s", "%(left)s rounds left of %(rounds)s", left
        )
        return words % {"left": left, "rounds": rounds}

    @property
    def deal(self) -> Deal | None:
        """Who deals the next round; None where none may be played."""
        if not self.goes_on:
            return None
        dealer, sitting = self.dealers[-1], self.game.sitting
        return Deal(
            self.game.next_number,
            self._player(dealer, sitting),
            self._player(self.table.after(dealer), sitting),
        )

    @property
    def going_out(self) -> list[str]:
        """The checklist of what must be there before anybody may go out; empty after the game."""
        if not self.goes_on:
            return []
        return [
            _("%(what)s: %(number)s") % {"what": _(item.label), "number": item.least}
            if item.counted
            else _(item.label)
            for item in self.variant.going_out(self.table)
        ]

    @property
    def summary(self) -> str:
        """The totals in one sentence, for those who listen."""
        return names.listed(
            [
                _("%(team)s %(total)s") % {"team": team.name, "total": wording.points(total)}
                for team, total in zip(self.table.teams, self.totals, strict=True)
            ]
        )

    # ---- the pad

    @property
    def start(self) -> list[int]:
        """The totals carried on from paper; empty where all began at 0."""
        return list(self.table.starting_totals) if any(self.table.starting_totals) else []

    @property
    def rounds(self) -> list[BoardRound]:
        """The rounds, each with every team's points and the total after it."""
        return [
            BoardRound(
                number=played.number,
                dealer=self._player(dealer, played.substitutes),
                cells=[(score.points, score.total) for score in played.scores.all()],
                kept=bool(played.kept),
                opened=played.number == self.opened,
                url=self.url
                if played.number == self.opened
                else f"{self.url}?open={played.number}",
            )
            for played, dealer in zip(self.game.played, self.dealers, strict=False)
        ]

    @property
    def latest(self) -> list[BoardRound]:
        """The latest rounds, as many as a television has room for."""
        return self.rounds[-MOST_ON_TELEVISION:]

    @property
    def poll_url(self) -> str:
        """Where the board asks for itself again."""
        return self.url if self.opened is None else f"{self.url}?open={self.opened}"

    @cached_property
    def breakdown(self) -> Breakdown | None:
        """The lines of the opened round; None if none is."""
        # Asked for anew, since it may be taken back while the board is read.
        of_number = Round.objects.filter(game=self.game, number=self.opened or 0)
        if (played := of_number.first()) is None:
            return None
        played.game = self.game
        entry, columns = played.read(), self.variant.columns(self.table)
        rows, totals = breakdown(self.game, entry)
        correct = f"{self.correct_url}{played.number}/" if self.correct_url else ""
        return Breakdown(
            number=played.number,
            ended=how_it_ended(self.game, entry),
            rows=rows,
            totals=totals,
            kept=[
                wording.sentence(finding, columns)
                for finding in (*self.variant.findings(entry, self.table), *untouched(self.game))
                if finding.key in played.kept
            ],
            notes=[
                *self._sat_in(played.number),
                *adjustment_notes(entry, columns),
                *settlement(self.game, entry),
            ],
            who=self._when(played),
            correct_url="" if self.game.finished_at else correct,
            rules_url=self.rules_url,
        )

    @cached_property
    def chart(self) -> chart.Chart | None:
        """The running totals, drawn; None before there is anything to see."""
        if not self.rows:
            return None
        running = _running(self.table.totals([]), self.rows)
        teams = [team.name for team in self.table.teams]
        return chart.draw(teams, MARKS, running, self.variant.goal(self.table).target)

    def _player(self, number: int | None, sitting: Mapping[int, str]) -> str:
        """Return who is in a player's seat: the player, or whoever is `sitting` in."""
        return "" if number is None else sitting.get(number, self.table.players[number])

    def _sat_in(self, number: int) -> list[str]:
        """Return who sat in for whom in a round, in sentences."""
        return [
            _("%(name)s sat in for %(player)s.")
            % {"name": name, "player": self.table.players[player]}
            for played in self.game.played
            if played.number == number
            for player, name in played.substitutes.items()
        ]

    def _local(self, at: datetime) -> datetime:
        return timezone.localtime(at, ZoneInfo(self.game.club.time_zone))

    def _when(self, played: Round) -> str:
        at = self._local(played.recorded_at)
        return _("Saved on %(day)s at %(time)s") % {
            "day": date(at, "DATE_FORMAT"),
            "time": date(at, "TIME_FORMAT"),
        }


def breakdown(game: Game, entry: Entry[Any, Any]) -> tuple[list[BreakdownRow], list[int]]:
    """Return the lines of an entry in rows, the teams' cells side by side, and the teams' sums."""
    table, columns = game.table, game.rules.columns(game.table)
    scored = game.rules.score(entry, table)
    by_label = [
        {wording.line_label(line, columns, by_player=table.in_pairs): line for line in lines}
        for lines in scored
    ]
    rows = [
        BreakdownRow(
            label,
            [
                (line.count, line.value, line.points) if (line := lines.get(label)) else _NONE
                for lines in by_label
            ],
            next(lines[label].anchor for lines in by_label if label in lines),
        )
        for label in _merged([list(lines) for lines in by_label])
    ]
    return rows, [total_of(lines) for lines in scored]


_NONE: Cell = (None, None, None)


def _merged(lists: Sequence[Sequence[str]]) -> list[str]:
    """Merge lists into one that keeps the order of each as far as they agree."""
    rest, merged = [list(labels) for labels in lists], list[str]()
    while any(rest):
        # The longest first: what a short list has alone mostly stands near the end of them all.
        heads = [labels[0] for labels in sorted(rest, key=len, reverse=True) if labels]
        free = (head for head in heads if not any(head in labels[1:] for labels in rest))
        merged.append(next(free, heads[0]))
        rest = [[label for label in labels if label != merged[-1]] for labels in rest]
    return merged


def how_it_ended(game: Game, entry: Entry[Any, Any]) -> str:
    """Return a sentence about the end of a round."""
    out = who_went_out(entry.round)
    ends = dict(question_named(type(entry.round), "ended_by").choices)
    if out is None:
        return f"{_(ends[entry.round.ended_by])}."
    told = _("%(column)s went out.") if len(ends) > 1 else _("%(column)s ended the round.")
    return told % {"column": game.rules.columns(game.table)[out]}


def adjustment_notes(entry: Entry[Any, Any], columns: Sequence[str]) -> list[str]:
    """Return a sentence for each adjustment: whose, how much, what for."""
    return [
        _("%(title)s, %(column)s %(points)s: %(note)s")
        % {
            "title": _(ADJUSTMENT),
            "column": name,
            "points": wording.points(answers.adjustment),
            "note": answers.adjustment_note,
        }
        for name, answers in zip(columns, entry.columns, strict=True)
        if answers.adjustment
    ]


def settlement(game: Game, entry: Entry[Any, Any]) -> list[str]:
    """Return who pays whom, in sentences; empty where rounds are not settled."""
    return [
        sentence
        for payment in game.rules.payments(entry, game.table)
        if (sentence := _pays(payment, game.table.players))
    ]


def _pays(payment: Payment, players: Sequence[str]) -> str:
    if not payment.points:
        return ""
    giver, taker = payment.payer, payment.receiver
    if payment.points < 0:
        giver, taker = taker, giver
    return _("%(giver)s pays %(taker)s %(points)s") % {
        "giver": players[giver],
        "taker": players[taker],
        "points": wording.points(abs(payment.points)),
    }


def lead(ahead: int, *, won: bool = False) -> str:
    """Return in words by how much a total is ahead of the best of the others."""
    if ahead == 0:
        return _("level")
    if ahead > 0 and won:
        return _("wins by %(points)s") % {"points": wording.points(ahead)}
    if ahead > 0:
        return _("leads by %(points)s") % {"points": wording.points(ahead)}
    return _("%(points)s behind") % {"points": wording.points(-ahead)}


def _running(started: Sequence[int], rows: Sequence[Sequence[int]]) -> list[list[int]]:
    running = [[start] for start in started]
    for row in rows:
        for own, points in zip(running, row, strict=True):
            own.append(own[-1] + points)
    return running


def _share(part: int, whole: int) -> float:
    return round(min(max(100 * part / whole, 0), 100), 1)


def _to_go(total: int, target: int | None) -> str:
    if target is None or total >= target:
        return ""
    return _("%(points)s to go") % {"points": wording.points(target - total)}


def _opens_next(opening: Opening) -> str:
    return _("%(points)s from %(total)s") % {
        "points": wording.points(opening.then),
        "total": wording.points(opening.changes_at),
    }
