"""What a finished game comes to for each of its teams and players, worked out from its scores.

Points are whole; they are halves only where a variant's lines are. Nothing here is fetched or kept.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .variants.entry import Kind, Points, Question, questions
from .variants.variant import Row, Table, Variant, places

VERSION = 3
"""Which way of reckoning this is. Clubs whose results were reckoned otherwise are reckoned anew."""

SEAT, DEALT, OTHERS_DEALT, WENT_OUT, LINE = "seat:", "dealt", "others_dealt", "went_out", "line:"
ALONE, TEAMED, SCORE, TOTAL_AT, OWN = "alone", "teamed", "score:", "total:", "own_"
"""What is counted of a player, by code.

* `seat:N`: games in the seat N of the dealing order, with the rounds as count;
* `total:N`: the same games, with their totals as points, from before the first round on;
* `alone`, `teamed`: games played alone, or in a team of several, with the rounds as count;
* `dealt`, `others_dealt`: rounds in which the player dealt, or somebody else is known to have;
* `went_out`: rounds in which the player, or the team where that is asked, went out;
* `line:CODE`: rounds in which the team had such a line, with all that was counted in it;
* `score:CLASS`: rounds in which the team's score was of this class, see `Performance.spread`.

`own_went_out` and `own_line:CODE` stand in place of these two where the player was alone, so that
nothing is told of a player that was a team's.
"""

MOST = "most:"
HIGHEST, LOWEST, TOTAL = "highest_round", "lowest_round", "highest_total"
COMEBACK, CLOSEST, LONGEST = "comeback", "closest", "longest"
"""Kinds of feats: the round with the most or least points, the greatest total, the lead of others
that was made up, the narrowest win or a shared one, the most rounds; `most:FIELD` is the most of
what is counted in a round.
"""

ADJUSTMENT = "adjustment"

NEVER_LONGER = 12 * 60 * 60
"""A game that was open for more seconds than that was forgotten, or went on another day."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A line of a team's score in a round; `count` is None where there are only points."""

    code: str
    count: int | None
    points: Points


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was scored: `out` is the column that went out, each team has its `lines`."""

    number: int
    scores: Row
    lines: Sequence[Sequence[Counted]]
    dealer: int | None = None
    out: int | None = None


@dataclass(slots=True)
class Amount:
    """How often something was so, how many games were won then, a count and points."""

    times: int = 0
    wins: int = 0
    count: int = 0
    points: Points = 0

    def add(self, times: int, wins: int = 0, count: int = 0, points: Points = 0) -> None:
        """Add so much."""
        self.times += times
        self.wins += wins
        self.count += count
        self.points += points

    def told(self) -> list[Any]:
        """Return it as plain JSON."""
        return [self.times, self.wins, self.count, str(Decimal(self.points))]


@dataclass(frozen=True, slots=True)
class TeamsPart:
    """What a game comes to for a team; best and worst round are (points, number)."""

    number: int
    place: int
    is_shared: bool
    points: int
    margin: int
    round_points: int
    best: tuple[int, int] | None
    worst: tuple[int, int] | None
    comeback: int
    comeback_round: int | None


@dataclass(frozen=True, slots=True)
class PlayersPart:
    """What a game comes to for a player besides what it does for the team."""

    number: int
    seat: int
    team: TeamsPart
    details: Mapping[str, Amount] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Utmost:
    """The utmost of one kind in a game, and the team and round where it happened."""

    kind: str
    team: int
    value: int
    rank: int
    number: int | None


@dataclass(frozen=True)
class Performance:
    """A game that counts, with its rounds in order; there are none if nobody wrote them down."""

    variant: Variant[Any, Any, Any]
    table: Table[Any]
    rounds: Sequence[PlayedRound]

    def parts(self) -> list[PlayersPart]:
        """Return each player's part, by number."""
        teams = self.teams()
        found = []
        for number in range(len(self.table.players)):
            team = self.table.team_of(number)
            seat = self.table.seats.index(number)
            details = self._details(number, seat, teams[team])
            found.append(PlayersPart(number, seat, teams[team], details))
        return found

    def teams(self) -> list[TeamsPart]:
        """Return each team's part, by number."""
        totals = self.totals()
        placed = places(totals)
        return [self._team(number, totals, placed) for number in range(len(totals))]

    def totals(self) -> tuple[int, ...]:
        """Return each team's final total."""
        return self.table.totals([one.scores for one in self.rounds])

    def _team(self, number: int, totals: Sequence[int], placed: Sequence[int]) -> TeamsPart:
        own = [(one.scores[number], one.number) for one in self.rounds]
        behind, when = self._comeback(number) if placed[number] == 1 else (0, None)
        others = [total for other, total in enumerate(totals) if other != number]
        return TeamsPart(
            number=number,
            place=placed[number],
            is_shared=placed.count(placed[number]) > 1,
            points=totals[number],
            margin=totals[number] - max(others, default=totals[number]),
            round_points=sum(points for points, _round in own),
            best=max(own, key=lambda one: (one[0], -one[1]), default=None),
            worst=min(own, default=None),
            comeback=behind,
            comeback_round=when,
        )

    def _comeback(self, team: int) -> tuple[int, int | None]:
        """Return by how much a winner was once behind, at most, and after which round.

        That is None if it was before the first, by what was carried on from paper.
        """
        running = list(self.table.totals([]))
        most, when = (max(running) - running[team] if self.rounds else 0), None
        for played in self.rounds:
            running = [total + more for total, more in zip(running, played.scores, strict=True)]
            if (behind := max(running) - running[team]) > most:
                most, when = behind, played.number
        return most, when

    # ---- what is counted

    def _details(self, player: int, seat: int, part: TeamsPart) -> dict[str, Amount]:
        found: dict[str, Amount] = {}
        team = part.number

        def add(code: str, times: int = 1, **more: Any) -> None:
            found.setdefault(code, Amount()).add(times, **more)

        won, rounds, points = int(part.place == 1), len(self.rounds), part.round_points
        played_so = {"wins": won, "count": rounds, "points": points}
        if rounds:
            # Of an old evening nobody knows who sat where.
            add(f"{SEAT}{seat}", **played_so)
            add(f"{TOTAL_AT}{seat}", points=part.points)
        is_alone = len(self.table.members(team)) == 1
        add(ALONE if is_alone else TEAMED, **played_so)
        own = OWN if is_alone else ""
        for played in self.rounds:
            add(f"{SCORE}{self._class(played.scores[team])}")
            if played.dealer is not None:
                code = DEALT if played.dealer == player else OTHERS_DEALT
                add(code, points=played.scores[team])
            if played.out == (team if self.variant.columns_are == "teams" else player):
                add(f"{own}{WENT_OUT}")
            for code, amount in _counted(played.lines[team]):
                add(f"{own}{LINE}{code}", count=amount.count, points=amount.points)
        return found

    def spread(self) -> Counter[str]:
        """Count the scores of rounds, a team each, by their class: its lower end over its width."""
        return Counter(str(self._class(score)) for one in self.rounds for score in one.scores)

    def _class(self, score: int) -> int:
        return score // self.variant.spread

    # ---- feats

    def feats(self) -> Iterator[Utmost]:
        """Yield the utmost of each kind; of equal ones the first round's, and the first team's."""
        teams = self.teams()
        for kind, sign, chosen in ((HIGHEST, 1, "best"), (LOWEST, -1, "worst")):
            ranked = [(one.number, getattr(one, chosen)) for one in teams]
            known = [(sign * told[0], -told[1], -team) for team, told in ranked if told]
            if known:
                rank, number, team = max(known)
                yield Utmost(kind, -team, sign * rank, rank, -number)
        winners = [one for one in teams if one.place == 1]
        winner, last = winners[0], self.rounds[-1].number if self.rounds else None
        yield Utmost(TOTAL, winner.number, winner.points, winner.points, last)
        if len(teams) > 1:
            yield Utmost(CLOSEST, winner.number, winner.margin, -winner.margin, last)
        most = max(winners, key=lambda one: one.comeback)
        if most.comeback:
            yield Utmost(COMEBACK, most.number, most.comeback, most.comeback, most.comeback_round)
        if self.rounds:
            rounds = len(self.rounds)
            yield Utmost(LONGEST, winner.number, rounds, rounds, last)
        yield from self._most()

    def _most(self) -> Iterator[Utmost]:
        names = {question.name for question in counted_questions(self.variant, Kind.WHOLE)}
        best: dict[str, tuple[int, int, int]] = {}
        for played in self.rounds:
            for team, lines in enumerate(played.lines):
                for code, amount in _counted(lines):
                    found = amount.count, -played.number, -team
                    if code in names and found > best.get(code, (0, 0, 0)):
                        best[code] = found
        for code, (count, number, team) in sorted(best.items()):
            yield Utmost(f"{MOST}{code}", -team, count, count, -number)


def counted_questions(variant: Variant[Any, Any, Any], *kinds: Kind) -> Iterator[Question]:
    """Yield the questions of these kinds about what a column has done, as the form asks them.

    The table's own adjustment is nothing that anybody does.
    """
    for question in questions(variant.column_questions):
        if question.kind in kinds and question.name != ADJUSTMENT:
            yield question


def _counted(lines: Iterable[Counted]) -> list[tuple[str, Amount]]:
    """Return what a team's lines of a round come to by code; a line may be there twice."""
    found: dict[str, Amount] = {}
    for line in lines:
        found.setdefault(line.code, Amount()).add(1, count=line.count or 0, points=line.points)
    return list(found.items())
