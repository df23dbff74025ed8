"""Score sheets in one table for people: rounds down, teams across, totals, one game after another.

Each game begins with a line “Game”, and a blank line follows it. The words in the first column are
the same in every language, so that the sheets can be brought in again everywhere. The rounds tell
only what each team scored, so what comes in is a finished game with its totals.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext as _

from games import names
from games.importing import Arrival
from games.models import Game
from games.variants import VARIANTS

from . import cells, evenings, times
from .cells import Cell
from .evenings import Evening, NoResultError, Side
from .parcel import Kind, Parcel

GAME, NAME, ID, STARTED, FINISHED = "Game", "Name", "Id", "Started", "Finished"
ROUND, PLAYER, START, TOTAL = "Round", "Player", "Start", "Total"
HEADS = {word.casefold(): word for word in (GAME, NAME, ID, STARTED, FINISHED)}
ROWS = {word.casefold(): word for word in (PLAYER, START, TOTAL)}
BEFORE = 2
"""So many cells of a line of rounds stand before those of the teams."""


# ---- out


def written(games: Iterable[Game]) -> Iterator[bytes]:
    """Yield the sheets of games as a table in UTF-8, with its mark."""
    yield cells.MARK.encode()
    for line in cells.written(rows(games)):
        yield line.encode()


def rows(games: Iterable[Game]) -> Iterator[list[Cell]]:
    """Yield the lines of each game's sheet, and a blank one between two."""
    for number, game in enumerate(games):
        if number:
            yield []
        yield from _sheet(game)


def _sheet(game: Game) -> Iterator[list[Cell]]:
    table, zone = game.table, game.club.time_zone
    yield [GAME, game.variant, game.rules.name]
    yield [NAME, game.name]
    yield [ID, game.file_id or str(game.pk)]
    yield [STARTED, _time(game.started_at, zone), zone]
    yield [FINISHED, _time(game.finished_at, zone), zone]
    yield [ROUND, "Dealer", *(team.name for team in table.teams)]
    for turn in range(len(table.teams[0].players)):
        yield [PLAYER, "", *(team.players[turn] for team in table.teams)]
    totals = table.totals([])
    if any(totals):
        yield [START, "", *totals]
    for played, row, dealer in zip(game.played, game.rows, game.dealers, strict=False):
        yield [played.number, "" if dealer is None else played.at_table(table)[dealer], *row]
    yield [TOTAL, "", *table.totals(game.rows)]


def _time(at: datetime | None, zone: str) -> str:
    return "" if at is None else times.told(at, zone)


# ---- in


def is_header(row: Sequence[str]) -> bool:
    """Say whether a table that begins with this line is one of score sheets."""
    return len(row) > 1 and row[0].casefold() == GAME.casefold()


def read(
    name: str,
    text: str,
    rows: Sequence[tuple[int, list[str]]],
    zone: ZoneInfo,
    chosen: Mapping[str, str],
) -> Parcel:
    """Read the sheets; `chosen` has the variants that somebody chose for the names of games."""
    blocks: list[_Block] = []
    for (line, row), (_line, whole) in zip(cells.trimmed(rows), rows, strict=True):
        if is_header(row):
            blocks.append(_Block(line, row))
        elif any(row):
            # An id is kept as it is, blanks and all.
            is_id = row[0].casefold() == ID.casefold()
            blocks[-1].rows.append((line, [row[0], *whole[1:]] if is_id else row))
    called = {block.game: chosen.get(block.game, block.variant) for block in blocks if block.game}
    days = times.Days(
        zone, [block.head(word)[0] for block in blocks for word in (STARTED, FINISHED)]
    )
    arrivals = [_arrived(name, block, days, called.get(block.game, "")) for block in blocks]
    return Parcel(name, Kind.SHEETS, tuple(arrivals), text=text, names=called)


@dataclass
class _Block:
    """The lines of one game."""

    line: int
    first: list[str]
    rows: list[tuple[int, list[str]]] = field(default_factory=list)

    @property
    def game(self) -> str:
        return evenings.shown(self.first[1])

    @property
    def variant(self) -> str:
        return self.game if self.game in VARIANTS else evenings.variant_called(self.game)

    def head(self, word: str) -> tuple[str, str]:
        """Return what stands beside a word above the rounds: the text, and what follows it."""
        for _line, row in self.rows:
            if row[0].casefold() == ROUND.casefold():
                break
            if HEADS.get(row[0].casefold()) == word:
                text, more = (*row[1:3], "", "")[:2]
                return text, more
        return "", ""

    def sides(self) -> list[Side]:
        """Return who played, and their totals; NoResultError where these cannot be read."""
        below = [
            (line, row)
            for line, row in self.rows
            if HEADS.get(row[0].casefold()) is None or row[0].casefold() == ROUND.casefold()
        ]
        if not below or below[0][1][0].casefold() != ROUND.casefold():
            raise NoResultError(_("The line “Round” with the names of the teams is missing."))
        teams = _filled(below[0][1])
        players: list[list[str]] = [[] for _team in teams]
        totals, told = [0] * len(teams), None
        for line, row in below[1:]:
            kind = ROWS.get(row[0].casefold())
            own = _of_teams(row, len(teams), line)
            if kind == PLAYER:
                for number, player in enumerate(own):
                    players[number] += [names.tidy(player)] if player else []
            elif kind == TOTAL:
                told = _numbers(own, line)
            else:
                totals = [sum(both) for both in zip(totals, _numbers(own, line), strict=True)]
        if told is not None and len(below) > 2 and _has_rounds(below) and told != totals:
            raise NoResultError(_("The rounds do not add up to the line “Total”."))
        result = totals if told is None else told
        return [
            Side(names.tidy(team), tuple(who) or (names.tidy(team),), total)
            for team, who, total in zip(teams, players, result, strict=True)
        ]


def _has_rounds(rows: Sequence[tuple[int, list[str]]]) -> bool:
    return any(ROWS.get(row[0].casefold()) in (None, START) for _line, row in rows[1:])


def _filled(row: Sequence[str]) -> list[str]:
    """Return the names of the teams: those after the dealer, without blank cells at the end."""
    teams = list(row[BEFORE:])
    while teams and not teams[-1]:
        teams.pop()
    if not teams or not all(teams):
        raise NoResultError(_("The line “Round” with the names of the teams is missing."))
    return teams


def _of_teams(row: Sequence[str], number: int, line: int) -> list[str]:
    own = [*row[BEFORE:], *[""] * number]
    if any(own[number:]):
        raise NoResultError(
            _("There are more cells in line %(line)s than there are teams.") % {"line": line}
        )
    return own[:number]


def _numbers(own: Sequence[str], line: int) -> list[int]:
    found = []
    for text in own:
        number = cells.whole(text) if text else 0
        if number is None:
            raise NoResultError(
                _("“%(text)s” in line %(line)s is not a whole number.")
                % {"text": evenings.shown(text), "line": line}
            )
        found.append(number)
    return found


def _arrived(name: str, block: _Block, days: times.Days, variant: str) -> Arrival:
    place = _("Line %(number)s") % {"number": block.line}
    own, day = block.head(NAME)[0], block.head(STARTED)[0]
    told = " · ".join(one for one in (own or block.game, day) if one)
    if not block.game:
        why = _("The line “Game” does not say which game it is.")
        return evenings.unreadable(name, place, told, why)
    if not variant:
        why = _("Nobody keeps the score of this game here. Say which of ours it is, if it is one.")
        return evenings.passed_by(name, place, told, why)
    try:
        started, finished = (_read(block.head(word), days, word) for word in (STARTED, FINISHED))
        if started is None:
            raise NoResultError(_("The line “Started” is missing: say when it was played."))
        if finished is None:
            raise NoResultError(
                _(
                    "This game was not finished, and a table cannot tell how to go on with it."
                    " Bring it in from an archive or a game file."
                )
            )
        sides = tuple(block.sides())
    except NoResultError as wrong:
        return evenings.unreadable(name, place, told, str(wrong))
    # A day alone is its noon, by which an evening of that day has not begun.
    finished = max(started, finished)
    evening = Evening(variant, sides, started, finished, block.head(ID)[0], own)
    return evenings.arrived(name, place, told, evening)


def _read(told: tuple[str, str], days: times.Days, _word: str) -> datetime | None:
    text, zone = told
    if not text:
        return None
    known = times.Days(ZoneInfo(zone)) if zone in available_timezones() else days
    known.month_first = days.month_first
    at = known.read(text)
    if at is None:
        raise NoResultError(
            _("The time “%(text)s” cannot be read.") % {"text": evenings.shown(text)}
        )
    return at
