"""Drawings of what many games come to: figures only, which a template turns into lines.

Everything stands inside `width` by `height` units, whatever the numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil

from django.utils.translation import gettext as _

from . import wording
from .chart import graduation

WIDTH = 358
CURVE_HEIGHT, BARS_HEIGHT = 170, 150
TOP, FLOOR, SIDE = 20.0, 24.0, 8.0

LEAST_ROUNDS = 8
"""Fewer scores than so many make no picture that tells anything."""

MOST_BARS, WIDEST_BAR = 24, 62.0
LABEL_WIDTH, BESIDE = 62.0, 40.0
"""A number under an edge needs so much room, and one beside the bars."""

BARS_X = LABEL_WIDTH / 2
"""Where the first bar begins."""

WEEK = 7
MONTHS, MONTHS_IN_A_ROW = 14, 7
"""A year and so much that 53 weeks always lie within it."""

CELL, MONTH_WIDTH, MONTH_HEIGHT, MONTH_TOP = 6.6, 51.0, 84.0, 38.0
SIZES = (0.0, 4.2, 5.2, 6.2)
"""How large the square of an evening is: without a game, with one, with two, with more."""


# ---- a rating over time


@dataclass(frozen=True, slots=True)
class Curve:
    """Ratings one after another, with the band in which each of them may lie."""

    width: int
    height: int
    line: str
    band: str
    end: tuple[float, float]
    grid: list[tuple[float, str]]


def curve(ratings: Sequence[tuple[int, int]]) -> Curve:
    """Draw ratings, each with how far off it may be; at least one."""
    lowest = min(rating - doubt for rating, doubt in ratings)
    highest = max(rating + doubt for rating, doubt in ratings)
    spare = 10 if highest == lowest else 0
    lowest, highest = lowest - spare, highest + spare
    steps = max(len(ratings) - 1, 1)

    def at_x(number: int) -> float:
        if len(ratings) == 1:
            return WIDTH / 2
        return round(SIDE + (WIDTH - 2 * SIDE) * number / steps, 1)

    def at_y(rating: int) -> float:
        room = CURVE_HEIGHT - TOP - FLOOR
        return round(TOP + room * (highest - rating) / (highest - lowest), 1)

    def path(points: Sequence[tuple[int, int]]) -> str:
        return " ".join(f"{at_x(number)},{at_y(rating)}" for number, rating in points)

    line = [(number, rating) for number, (rating, _doubt) in enumerate(ratings)]
    upper = [(number, rating + doubt) for number, (rating, doubt) in enumerate(ratings)]
    lower = [(number, rating - doubt) for number, (rating, doubt) in enumerate(ratings)]
    return Curve(
        width=WIDTH,
        height=CURVE_HEIGHT,
        line=path(line),
        band=path([*upper, *reversed(lower)]),
        end=(at_x(len(ratings) - 1), at_y(ratings[-1][0])),
        grid=[
            (at_y(value), wording.points(value)) for value in graduation(lowest, highest, most=4)
        ],
    )


# ---- a spread


@dataclass(frozen=True, slots=True)
class Bar:
    """How many scores lie from `low` to `high`, both included."""

    low: int
    high: int
    times: int

    @property
    def span(self) -> tuple[str, str]:
        """Both ends, as they are written."""
        return wording.points(self.low), wording.points(self.high)


@dataclass(frozen=True, slots=True)
class Bars:
    """Scores by class. What is below 0 is drawn apart."""

    width: int
    height: int
    bars: list[Bar]
    above: str
    below: str
    base_y: float
    grid: list[tuple[float, str]]
    labels_x: list[tuple[float, str]]


def classes(counted: Mapping[int, int], width: int) -> list[Bar]:
    """Return the classes from the first to the last, made wider where there are too many."""
    known = {number: times for number, times in counted.items() if times > 0}
    if not known:
        return []
    lowest, highest, wider = min(known), max(known), 1
    while highest // wider - lowest // wider >= MOST_BARS:
        # 2, 5, 10, 20, 50: ends of classes stay round numbers.
        wider = wider * 5 // 2 if str(wider).startswith("2") else wider * 2
    grouped: dict[int, int] = {}
    for number, times in known.items():
        grouped[number // wider] = grouped.get(number // wider, 0) + times
    each = width * wider
    return [
        Bar(number * each, (number + 1) * each - 1, grouped.get(number, 0))
        for number in range(lowest // wider, highest // wider + 1)
    ]


def too_few() -> str:
    """Return in words why no scores are drawn."""
    return _("With %(number)s rounds or more, a picture of their scores stands here.") % {
        "number": LEAST_ROUNDS
    }


def spread(counted: Mapping[int, int], width: int) -> Bars | None:
    """Draw how many scores there are of each class of this width; None if there are none."""
    bars = classes(counted, width)
    if not bars:
        return None
    most = max(bar.times for bar in bars)
    each = min((WIDTH - BARS_X - BESIDE) / len(bars), WIDEST_BAR)
    base = BARS_HEIGHT - FLOOR

    def at_y(times: int) -> float:
        return round(base - (base - TOP) * times / most, 1)

    def path(chosen: Sequence[tuple[int, Bar]]) -> str:
        return "".join(
            f"M{round(BARS_X + each * number + 1, 1)} {round(base, 1)}V{at_y(bar.times)}"
            f"h{round(each - 2, 1)}V{round(base, 1)}z"
            for number, bar in chosen
            if bar.times
        )

    numbered = list(enumerate(bars))
    return Bars(
        width=WIDTH,
        height=BARS_HEIGHT,
        bars=bars,
        above=path([one for one in numbered if one[1].low >= 0]),
        below=path([one for one in numbered if one[1].low < 0]),
        base_y=round(base, 1),
        grid=[(at_y(times), wording.points(times)) for times in graduation(0, most, most=3)],
        labels_x=[
            (round(BARS_X + each * number, 1), wording.points(edge))
            for number, edge in _marked([bar.low for bar in bars] + [bars[-1].high + 1], each)
        ],
    )


def _marked(edges: Sequence[int], each: float) -> list[tuple[int, int]]:
    """Return the edges that are marked, by number: the first, the last, and what fits between."""
    last = len(edges) - 1
    every = ceil(LABEL_WIDTH / each)
    between = range(every, last - every + 1, every)
    return [(number, edges[number]) for number in (0, *between, last)]


# ---- a calendar


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the picture: its days as squares, the larger the more was played.

    `year` is told where it is another than that of the month before.
    """

    first: date
    x: float
    y: float
    evenings: int
    games: int
    label: tuple[float, float]
    year: int | None
    year_label: tuple[float, float]
    squares: str
    dots: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months of a year and a bit, each row of a month one week."""

    width: int
    height: int
    month_width: float
    month_height: float
    months: list[Month]


def first_of(day: date, back: int = 0) -> date:
    """Return the first day of the month, or of one so many months before."""
    months = day.year * 12 + day.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


def after(month: date) -> date:
    """Return the first day of the month after."""
    return first_of(month, -1)


def calendar(games: Mapping[date, int], today: date, first_weekday: int) -> Calendar:
    """Draw the evenings of the last 53 weeks and of the whole months they lie in.

    `games` has how many were played on a day; weeks begin on `first_weekday`, Monday being 0.
    """
    months = [first_of(today, back) for back in reversed(range(MONTHS))]
    rows = -(-MONTHS // MONTHS_IN_A_ROW)
    drawn = []
    for number, month in enumerate(months):
        row, column = divmod(number, MONTHS_IN_A_ROW)
        x, y = column * MONTH_WIDTH, row * MONTH_HEIGHT
        drawn.append(_month(games, month, x, y, first_weekday, today, is_first=not number))
    return Calendar(WIDTH, round(rows * MONTH_HEIGHT), MONTH_WIDTH, MONTH_HEIGHT, drawn)


def _month(
    games: Mapping[date, int],
    month: date,
    x: float,
    y: float,
    first_weekday: int,
    today: date,
    *,
    is_first: bool,
) -> Month:
    days = [
        month + timedelta(days=number)
        for number in range((after(month) - month).days)
        if month + timedelta(days=number) <= today
    ]
    offset = (month.weekday() - first_weekday) % WEEK
    squares, dots = [], []
    for number, day in enumerate(days):
        week, weekday = divmod(number + offset, WEEK)
        size = SIZES[min(games.get(day, 0), len(SIZES) - 1)]
        left = x + 2 + CELL * (weekday + 0.5)
        top = y + MONTH_TOP + CELL * (week + 0.5)
        if size:
            squares.append(f"M{left - size / 2:.1f} {top - size / 2:.1f}h{size}v{size}h-{size}z")
        else:
            dots.append(f"M{left - 0.6:.1f} {top:.1f}h1.2")
    played = [games[day] for day in days if games.get(day)]
    return Month(
        first=month,
        x=round(x, 1),
        y=round(y, 1),
        evenings=len(played),
        games=sum(played),
        label=(round(x + 3, 1), round(y + MONTH_TOP - 5, 1)),
        year=month.year if month.month == 1 or is_first else None,
        year_label=(round(x + 3, 1), round(y + MONTH_TOP - 20, 1)),
        squares="".join(squares),
        dots="".join(dots),
    )


def weeks(month: date, first_weekday: int) -> list[list[date | None]]:
    """Return the days of a month week by week; None where a day belongs to another month."""
    offset = (month.weekday() - first_weekday) % WEEK
    days: list[date | None] = [None] * offset
    days += [month + timedelta(days=number) for number in range((after(month) - month).days)]
    days += [None] * (-len(days) % WEEK)
    return [days[at : at + WEEK] for at in range(0, len(days), WEEK)]
