"""Drawings of what many games come to: figures only, which a template turns into lines.

Everything stands inside `width` by `height` units, whatever the numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from . import wording
from .chart import graduation

WIDTH = 358
CURVE_HEIGHT, BARS_HEIGHT = 170, 150
TOP, FLOOR, SIDE = 20.0, 24.0, 8.0

MOST_BARS, WIDEST_BAR = 24, 48.0
LABEL_WIDTH, BESIDE = 62.0, 40.0
"""A number under a bar needs so much room, and one beside the bars."""

WEEK = 7
MONTHS, MONTHS_IN_A_ROW = 14, 7
"""A year and so much that 53 weeks always lie within it."""

CELL, MONTH_WIDTH, MONTH_HEIGHT, MONTH_TOP = 7.4, 51.0, 82.0, 22.0
SIZES = (0.0, 4.2, 5.6, 7.0)
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


def spread(counted: Mapping[int, int], width: int) -> Bars | None:
    """Draw how many scores there are of each class of this width; None if there are none."""
    bars = classes(counted, width)
    if not bars:
        return None
    most = max(bar.times for bar in bars)
    each = min((WIDTH - SIDE - BESIDE) / len(bars), WIDEST_BAR)
    base = BARS_HEIGHT - FLOOR

    def at_y(times: int) -> float:
        return round(base - (base - TOP) * times / most, 1)

    def path(chosen: Sequence[tuple[int, Bar]]) -> str:
        return "".join(
            f"M{round(SIDE + each * number + 1, 1)} {round(base, 1)}V{at_y(bar.times)}"
            f"h{round(each - 2, 1)}V{round(base, 1)}z"
            for number, bar in chosen
            if bar.times
        )

    numbered = list(enumerate(bars))
    every = max(-(-LABEL_WIDTH // each), 1)
    return Bars(
        width=WIDTH,
        height=BARS_HEIGHT,
        bars=bars,
        above=path([one for one in numbered if one[1].low >= 0]),
        below=path([one for one in numbered if one[1].low < 0]),
        base_y=round(base, 1),
        grid=[(at_y(times), wording.points(times)) for times in graduation(0, most, most=3)],
        labels_x=[
            (round(SIDE + each * number, 1), wording.points(bar.low))
            for number, bar in numbered
            if number % every == 0 and SIDE + each * number <= WIDTH - LABEL_WIDTH
        ],
    )


# ---- a calendar


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the picture: its days as squares, the larger the more was played."""

    first: date
    x: float
    y: float
    evenings: int
    games: int
    label: tuple[float, float]
    squares: str
    dots: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months of a year and a bit, each column of a month one week."""

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
        drawn.append(
            _month(games, month, column * MONTH_WIDTH, row * MONTH_HEIGHT, first_weekday, today)
        )
    return Calendar(WIDTH, round(rows * MONTH_HEIGHT), MONTH_WIDTH, MONTH_HEIGHT, drawn)


def _month(
    games: Mapping[date, int], month: date, x: float, y: float, first_weekday: int, today: date
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
        left = x + 2 + CELL * (week + 0.5)
        top = y + MONTH_TOP + CELL * (weekday + 0.5)
        if size:
            squares.append(f"M{left - size / 2:.1f} {top - size / 2:.1f}h{size}v{size}h-{size}z")
        else:
            dots.append(f"M{left - 0.5:.1f} {top:.1f}h1")
    played = [games[day] for day in days if games.get(day)]
    return Month(
        first=month,
        x=round(x, 1),
        y=round(y, 1),
        evenings=len(played),
        games=sum(played),
        label=(round(x + 3, 1), round(y + MONTH_TOP - 5, 1)),
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
