"""A variant, the table it is played at, and what follows from its scores."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from .entry import (
    Entry,
    Finding,
    Kind,
    Points,
    Question,
    Reading,
    limits_of,
    questions,
    read_answers,
    read_entry,
    write_entry,
)
from .melds import Melding

type Row = Sequence[int]
"""The score of each team in one round, in points; rows are listed from round 1."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How many teams of how many players each."""

    teams: int
    each: int

    @property
    def players(self) -> int:
        """How many people sit at the table."""
        return self.teams * self.each

    def alternate(self) -> tuple[int, ...]:
        """Return the players in dealing order where each team seats one in turn."""
        return tuple(
            team * self.each + turn for turn in range(self.each) for team in range(self.teams)
        )


@dataclass(frozen=True, slots=True)
class Team:
    """Who a total belongs to. A lone player's team bears the player's name."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table[O]:
    """Who plays, where they sit, and by which house rules.

    Players are numbered through: all of team 0, then team 1 and so on. `seats` lists these numbers
    in dealing order.
    """

    teams: tuple[Team, ...]
    options: O
    seats: tuple[int, ...]
    first_dealer: int | None = None
    starting_totals: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by their number."""
        return tuple(player for team in self.teams for player in team.players)

    @property
    def in_pairs(self) -> bool:
        """Say whether partners play together."""
        return len(self.teams[0].players) > 1

    def team_of(self, player: int) -> int:
        """Return the number of a player's team."""
        return player // len(self.teams[0].players)

    def members(self, team: int) -> range:
        """Return the numbers of a team's players."""
        each = len(self.teams[team].players)
        return range(team * each, (team + 1) * each)

    def after(self, player: int | None) -> int | None:
        """Return the player in the next seat, who begins when `player` deals and deals next."""
        if player is None:
            return None
        return self.seats[(self.seats.index(player) + 1) % len(self.seats)]

    def dealers(self, named: Iterable[int | None]) -> list[int | None]:
        """Return who deals each round and the next; `named` has each round's own dealer or None."""
        dealers, due = [], self.first_dealer
        for own in named:
            dealer = due if own is None else own
            dealers.append(dealer)
            due = self.after(dealer)
        return [*dealers, due]

    def totals(self, rows: Sequence[Row]) -> tuple[int, ...]:
        """Return each team's total after these rounds, carried-on totals included."""
        started = self.starting_totals or (0,) * len(self.teams)
        return tuple(start + sum(row[team] for row in rows) for team, start in enumerate(started))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score's breakdown. `value` is points each, None where a table gives the points.

    `column` names the player where a team's lines are about its players.
    """

    code: str
    label: str
    points: Points
    anchor: str
    count: int | None = None
    value: Points | None = None
    column: int | None = None


type Lines = tuple[Line, ...]


def total_of(lines: Iterable[Line]) -> int:
    """Return the score that these lines make, a whole number."""
    return int(sum(line.points for line in lines))


def each(code: str, label: str, count: int, value: int, anchor: str) -> Iterator[Line]:
    """Yield the line for `count` things of `value` points each, unless there are none."""
    if count:
        yield Line(code, label, count * value, anchor, count, value)


def amount(
    code: str, label: str, points: Points, anchor: str, column: int | None = None
) -> Iterator[Line]:
    """Yield the line for some points, unless they are 0."""
    if points:
        yield Line(code, label, points, anchor, column=column)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a team's next first meld must be worth. `then` is asked from the total `changes_at` on.

    All None where the variant has no minimum; `words` then says what opens instead.
    """

    points: int | None = None
    changes_at: int | None = None
    then: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Requirement:
    """An item of the going-out checklist: `least` of these fields, of the team or all together.

    More than `most` cannot be, so that it was counted wrong.
    Without fields it is only there to be read. `counted` says that the label is no sentence of its
    own, but names what is counted and stands before the number.
    """

    code: str
    label: str
    warning: str
    anchor: str
    fields: tuple[str, ...] = ()
    least: int = 1
    most: int | None = None
    together: bool = False
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """How far a column meets an item of the checklist: `found` is how many of what it asks for.

    `found` is None where nothing that was entered can show it.
    """

    item: Requirement
    found: int | None

    @property
    def is_met(self) -> bool:
        """Say whether enough of it was entered, and no more than there can be."""
        if self.found is None or self.found < self.item.least:
            return False
        return self.item.most is None or self.found <= self.item.most

    @property
    def is_missing(self) -> bool:
        """Say whether it can be seen from what was entered that it is not met."""
        return self.found is not None and not self.is_met


def checked(
    checklist: Sequence[Requirement], entry: Entry[Any, Any], column: int
) -> tuple[Check, ...]:
    """Return how far a column meets each item of the checklist, by what was entered."""
    return tuple(Check(item, _found(item, entry, column)) for item in checklist)


def _found(item: Requirement, entry: Entry[Any, Any], column: int) -> int | None:
    if not item.fields:
        return None
    columns = entry.columns if item.together else (entry.columns[column],)
    return sum(int(getattr(answers, name)) for answers in columns for name in item.fields)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for something that no question counts at one worth; for the pocket card."""

    label: str
    points: int


@dataclass(frozen=True, slots=True)
class Note:
    """What else a pocket card tells: a sentence, or a label with its number.

    It is about scoring, unless it has a heading of its own.
    """

    label: str
    number: int | None = None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """When the game ends: at a total, or after some rounds."""

    target: int | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player pays another in the settlement of a round; negative if it flows back."""

    payer: int
    receiver: int
    points: int


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """Return each team's place; equal totals share one and the next is skipped: 1, 1, 3."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def no_opening(_rows: Sequence[Row], table: Table[Any]) -> tuple[Opening, ...]:
    """Return openings without a minimum."""
    return (Opening(),) * len(table.teams)


@dataclass(frozen=True, slots=True)
class Variant[R, C, O]:
    """One of the games: its questions and its plain functions, put together.

    `findings` and `score` take any entry and never raise; `score` gives each team its lines.
    `melding` judges the cards that a team means to open with; `melding_rules` names the house rules
    that it asks.
    `figures` names the numbers that the rules page speaks of besides the house rules themselves:
    points, and how many cards. The text takes them from there and writes none of its own.
    `spread` is how many points wide the classes are into which the scores of rounds are grouped.
    """

    key: str
    name: str
    short: str
    summary: str
    columns_are: Literal["teams", "players"]
    seatings: tuple[Seating, ...]
    round_questions: type[R]
    column_questions: type[C]
    options: type[O]
    rules: Callable[[Entry[R, C], Table[O]], Iterator[Finding]]
    score: Callable[[Entry[R, C], Table[O]], tuple[Lines, ...]]
    goal: Callable[[Table[O]], Goal]
    going_out: Callable[[Table[O]], tuple[Requirement, ...]]
    melding: Callable[[O], Melding]
    opening: Callable[[Sequence[Row], Table[O]], tuple[Opening, ...]] = no_opening
    melding_rules: tuple[str, ...] = ()
    opening_totals: Callable[[Table[O]], tuple[int, ...]] = lambda _table: ()
    bonuses: Callable[[O], tuple[Bonus, ...]] = lambda _options: ()
    notes: Callable[[Table[O]], tuple[Note, ...]] = lambda _table: ()
    payments: Callable[[Entry[R, C], Table[O]], tuple[Payment, ...]] = lambda _entry, _table: ()
    figures: Callable[[O], Mapping[str, Points]] = lambda _options: {}
    may_be_untouched: Callable[[Entry[R, C]], bool] = lambda _entry: False
    ties_share: bool = False
    spread: int = 500
    clockwise: bool = True
    schema: int = 1
    upgrade: Callable[[dict[str, Any], int], dict[str, Any]] = lambda entry, _schema: entry

    def columns(self, table: Table[Any]) -> tuple[str, ...]:
        """Return the names of those who each have an entry: the teams, or the players."""
        if self.columns_are == "teams":
            return tuple(team.name for team in table.teams)
        return table.players

    def asked(self, asked: type[Any], options: O) -> tuple[Question, ...]:
        """Return the questions of a dataclass that these house rules use."""
        return tuple(question for question in questions(asked) if question.used(options))

    def empty_table(self, seating: Seating, options: O | None = None) -> Table[O]:
        """Return a table at which nobody has sat down yet, by the usual house rules if none."""
        if options is None:
            options, _found = self.read_options({}, seating)
        teams = tuple(Team("", ("",) * seating.each) for _team in range(seating.teams))
        return Table(teams, options, seating.alternate())

    def read_options(
        self, data: Mapping[str, Any], seating: Seating
    ) -> tuple[O, tuple[Finding, ...]]:
        """Read the house rules from plain JSON, defaults resolved, with all that is wrong."""
        found: list[Finding] = []
        options = read_answers(self.options, data, None, 0, found)
        for question in questions(self.options):
            if question.by_seating and data.get(question.name) is None:
                options = replace(options, **{question.name: question.by_seating(seating)})  # type: ignore[type-var]
        return options, (*found, *limits_of(options))

    def read(self, data: Mapping[str, Any], table: Table[Any]) -> Reading[R, C]:
        """Read an entry from plain JSON; see `read_entry`."""
        columns = len(self.columns(table))
        return read_entry(data, self.round_questions, self.column_questions, columns)

    def write(self, entry: Entry[R, C]) -> dict[str, Any]:
        """Write an entry as plain JSON, which `read` reads back as the same entry."""
        return write_entry(entry)

    def moved(self, entry: Entry[R, C], numbers: Sequence[int]) -> Entry[R, C]:
        """Return an entry as it stands once players have new numbers; `numbers` has that of each.

        What was written down for a player goes with the player. An entry of teams stays as it is.
        """
        if self.columns_are == "teams":
            return entry
        of_round = {
            question.name: numbers[number]
            for question in questions(self.round_questions)
            if question.kind is Kind.COLUMN
            and (number := getattr(entry.round, question.name)) is not None
        }
        columns = (entry.columns[numbers.index(number)] for number in range(len(numbers)))
        return Entry(replace(entry.round, **of_round), tuple(columns))  # type: ignore[type-var]

    def findings(self, entry: Entry[R, C], table: Table[O]) -> tuple[Finding, ...]:
        """Return every error and warning about an entry, errors first."""
        found = tuple(self.rules(entry, table))
        return tuple(sorted(found, key=lambda finding: finding.severity))

    def check(self, reading: Reading[R, C], table: Table[O]) -> tuple[Finding, ...]:
        """Return what could not be read and what the rules find, each fault once, errors first."""
        ruled = self.findings(reading.entry, table)
        return (*reading.findings, *(one for one in ruled if not reading.hides(one)))

    def is_reached(self, rows: Sequence[Row], table: Table[O]) -> bool:
        """Say whether the target is reached, or the rounds are played, after the last round."""
        goal = self.goal(table)
        if not rows:
            return False
        if goal.target is not None:
            return max(table.totals(rows)) >= goal.target
        return goal.rounds is not None and len(rows) >= goal.rounds

    def is_over(self, rows: Sequence[Row], table: Table[O]) -> bool:
        """Say whether the game is over: its goal reached and, unless ties share, one team ahead."""
        totals = table.totals(rows)
        alone = totals.count(max(totals)) == 1
        return self.is_reached(rows, table) and (alone or self.ties_share)

    def is_tied(self, rows: Sequence[Row], table: Table[O]) -> bool:
        """Say whether the goal is reached but another round must decide."""
        return self.is_reached(rows, table) and not self.is_over(rows, table)
