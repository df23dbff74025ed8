"""Whole games of any variant, as a file may hold them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from games.gamefile import FileRound, GameFile
from games.variants.variant import Table
from tests.variants.strategies import AnyVariant, dealt, tables

WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8)
ZONES = st.sampled_from(
    [UTC, timezone(timedelta(hours=5, minutes=45)), timezone(timedelta(hours=-3, seconds=7))]
)
FIRST, LAST = datetime(1, 1, 3, tzinfo=UTC), datetime(2020, 12, 29, tzinfo=UTC)
TIMES = st.none() | st.datetimes(
    FIRST.replace(tzinfo=None), LAST.replace(tzinfo=None), timezones=ZONES
)
GUESTS = ("Emil", "E\u0301tienne", " Zoe ", "Nana  Ama", "=1+1", "王")


@st.composite
def game_files(draw: st.DrawFn, /, variant: AnyVariant, most_rounds: int = 3) -> GameFile:
    """Draw a game without errors: any table, seats and totals, and some rounds."""
    table = draw(tables(variant))
    table = replace(
        table,
        seats=draw(seats_of(table)),
        starting_totals=table.starting_totals or (0,) * len(table.teams),
    )
    rounds = draw(st.integers(0, most_rounds))
    return GameFile(
        variant,
        table,
        tuple(draw(file_rounds(variant, table)) for _round in range(rounds)),
        name=draw(WORDS),
        id=draw(WORDS),
        started=draw(TIMES),
        finished=draw(TIMES),
    )


@st.composite
def seats_of(draw: st.DrawFn, /, table: Table[Any]) -> tuple[int, ...]:
    """Draw who sits where: one of each team in turn, each team's players in any order."""
    order = draw(st.permutations(range(len(table.teams))))
    members = {team: draw(st.permutations(table.members(team))) for team in order}
    each = len(table.teams[0].players)
    return tuple(members[team][turn] for turn in range(each) for team in order)


@st.composite
def file_rounds(draw: st.DrawFn, /, variant: AnyVariant, table: Table[Any]) -> FileRound:
    """Draw a round without errors, perhaps with a dealer of its own, substitutes, kept warnings."""
    reading = variant.read(draw(dealt(variant, table)).data, table)
    findings = variant.check(reading, table)
    codes = [*{one.code for one in findings}, "untouched", "unheard-of"]
    numbers = range(len(table.players))
    away = draw(st.lists(st.sampled_from(numbers), unique=True, max_size=2))
    guests = draw(st.permutations(GUESTS))
    return FileRound(
        reading.entry,
        findings,
        draw(st.sampled_from([None, None, *numbers])),
        tuple(draw(st.lists(st.sampled_from(codes), max_size=3))),
        dict(zip(away, guests, strict=False)),
    )
