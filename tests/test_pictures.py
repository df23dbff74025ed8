"""Drawings of what many games come to: whatever the numbers, they stand within their frame."""

import itertools
import math
import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import pictures, wording
from games.pictures import CELL, MONTHS, SIZES, Bar

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _numbers(path: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(path)]


def _inside(
    drawn: pictures.Curve | pictures.Bars | pictures.Calendar, *, x: float, y: float
) -> None:
    assert math.isfinite(x)
    assert math.isfinite(y)
    assert 0 <= x <= drawn.width
    assert 0 <= y <= drawn.height


# ---- a rating


@given(
    st.lists(
        st.tuples(st.integers(-(10**6), 10**6), st.integers(1, 10**4)), min_size=2, max_size=60
    )
)
def test_a_curve_stays_inside(ratings: list[tuple[int, int]]) -> None:
    drawn = pictures.curve(ratings)
    for path, points in ((drawn.line, len(ratings)), (drawn.band, 2 * len(ratings))):
        numbers = _numbers(path)
        assert len(numbers) == 2 * points
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            _inside(drawn, x=x, y=y)
    _inside(drawn, x=drawn.end[0], y=drawn.end[1])
    for y, _label in drawn.grid:
        _inside(drawn, x=0, y=y)
    assert len(drawn.grid) <= 6


def test_a_higher_rating_stands_higher() -> None:
    numbers = _numbers(pictures.curve([(1500, 200), (1600, 150), (1550, 100)]).line)
    first, highest, last = numbers[1::2]
    assert highest < last < first
    assert numbers[::2] == sorted(numbers[::2])


# ---- a spread


counted = st.dictionaries(st.integers(-4000, 4000), st.integers(0, 10**6), max_size=60)


@given(counted, st.sampled_from([10, 500]))
def test_no_round_is_lost_among_the_classes(counts: dict[int, int], width: int) -> None:
    bars = pictures.classes(counts, width)
    assert len(bars) <= pictures.MOST_BARS
    assert sum(bar.times for bar in bars) == sum(counts.values())
    for before, after in itertools.pairwise(bars):
        assert after.low == before.high + 1
    for number, times in counts.items():
        if times:
            assert any(bar.low <= number * width <= bar.high and bar.times >= times for bar in bars)


@given(counted, st.sampled_from([10, 500]))
def test_bars_stay_inside(counts: dict[int, int], width: int) -> None:
    drawn = pictures.spread(counts, width)
    if drawn is None:
        assert not any(counts.values())
        return
    for bar in re.findall(r"M(\S+) (\S+)V(\S+)h(\S+)V(\S+)z", drawn.above + drawn.below):
        left, base, top, wide, floor = (float(number) for number in bar)
        assert base == floor == drawn.base_y
        assert wide > 0
        for x, y in ((left, base), (left + wide, top)):
            _inside(drawn, x=x, y=y)
    shown = len(re.findall("M", drawn.above + drawn.below))
    assert shown == sum(1 for bar in drawn.bars if bar.times)
    for x, _label in drawn.labels_x:
        _inside(drawn, x=x + pictures.LABEL_WIDTH / 2, y=drawn.height)
        _inside(drawn, x=x - pictures.LABEL_WIDTH / 2, y=drawn.height)
    xs = [x for x, _label in drawn.labels_x]
    apart = [after - before for before, after in itertools.pairwise(xs)]
    assert min(apart) >= pictures.LABEL_WIDTH - 0.11
    # The first and the last edge are marked, so that no bar stands beyond what is told.
    first, last = drawn.labels_x[0][1], drawn.labels_x[-1][1]
    assert first == wording.points(drawn.bars[0].low)
    assert last == wording.points(drawn.bars[-1].high + 1)


def test_classes_are_made_wider_where_there_are_too_many() -> None:
    assert pictures.classes({0: 1, 1: 2}, 500) == [Bar(0, 499, 1), Bar(500, 999, 2)]
    wide = pictures.classes({-1: 1, 0: 1, 40: 5}, 500)
    assert (wide[0].low, wide[0].high) == (-1000, -1)
    assert wide[1] == Bar(0, 999, 1)
    assert wide[-1] == Bar(20_000, 20_999, 5)


def test_what_is_below_0_is_drawn_apart() -> None:
    drawn = pictures.spread({-1: 3, 0: 1}, 500)
    assert drawn is not None
    assert drawn.below.count("M") == drawn.above.count("M") == 1
    minus = "\N{MINUS SIGN}"
    assert [bar.span for bar in drawn.bars] == [(f"{minus}500", f"{minus}1"), ("0", "499")]


# ---- a calendar


days = st.dates(date(1990, 1, 1), date(2200, 12, 31))


@given(days, st.integers(0, 6), st.lists(st.tuples(st.integers(0, 500), st.integers(1, 9))))
def test_each_evening_of_53_weeks_stands_in_the_calendar(
    today: date, first_weekday: int, told: list[tuple[int, int]]
) -> None:
    games = {today - timedelta(days=ago): number for ago, number in told}
    drawn = pictures.calendar(games, today, first_weekday)
    assert len(drawn.months) == MONTHS
    assert drawn.months[0].first <= today - timedelta(weeks=53)
    assert drawn.months[-1].first <= today < pictures.after(drawn.months[-1].first)
    known = {day: number for day, number in games.items() if day >= drawn.months[0].first}
    assert sum(month.games for month in drawn.months) == sum(known.values())
    assert sum(month.evenings for month in drawn.months) == len(known)
    assert sum(month.squares.count("M") for month in drawn.months) == len(known)
    total = (today - drawn.months[0].first).days + 1
    assert sum(month.dots.count("M") for month in drawn.months) == total - len(known)
    years = [month.year for month in drawn.months if month.year]
    assert years == sorted({month.first.year for month in drawn.months})
    for month in drawn.months:
        for left, top in re.findall(r"M(\S+) ([\d.]+)h", month.squares + month.dots):
            _inside(drawn, x=float(left), y=float(top))
            assert month.x <= float(left) <= month.x + drawn.month_width - SIZES[-1] + 1
            assert month.y <= float(top) <= month.y + drawn.month_height - CELL


@given(days, days, st.integers(0, 6))
def test_days_of_a_week_stand_in_one_row_as_in_the_month_below(
    today: date, other: date, first_weekday: int
) -> None:
    day = today - timedelta(days=other.toordinal() % today.day)
    drawn = pictures.calendar({day: 3}, today, first_weekday).months[-1]
    ((left, top),) = re.findall(r"M(\S+) ([\d.]+)h", drawn.squares)
    ((week, weekday),) = (
        (number, row.index(day))
        for number, row in enumerate(pictures.weeks(drawn.first, first_weekday))
        if day in row
    )
    column = (float(left) + SIZES[-1] / 2 - drawn.x - 2) / CELL - 0.5
    row = (float(top) + SIZES[-1] / 2 - drawn.y - pictures.MONTH_TOP) / CELL - 0.5
    assert (round(row), round(column)) == (week, weekday)


@given(days, st.integers(0, 6))
def test_the_weeks_of_a_month(day: date, first_weekday: int) -> None:
    month = pictures.first_of(day)
    weeks = pictures.weeks(month, first_weekday)
    shown = [one for week in weeks for one in week if one]
    assert shown == sorted(shown)
    assert (shown[0], shown[-1] + timedelta(days=1)) == (month, pictures.after(month))
    assert all(len(week) == 7 and any(week) for week in weeks)
    for week in weeks:
        for at, one in enumerate(week):
            assert one is None or one.weekday() == (first_weekday + at) % 7


@pytest.mark.parametrize(
    ("day", "back", "first"),
    [
        (date(2026, 1, 31), 0, date(2026, 1, 1)),
        (date(2026, 1, 31), 1, date(2025, 12, 1)),
        (date(2026, 3, 5), 14, date(2025, 1, 1)),
        (date(2025, 12, 5), -1, date(2026, 1, 1)),
    ],
)
def test_months_before(day: date, back: int, first: date) -> None:
    assert pictures.first_of(day, back) == first
