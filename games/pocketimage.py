"""The pocket card as a drawing of A6: words with their places, which a template writes down.

What a browser will make of the letters is not known here, so that room is left for wide ones; the
words get as large as leaves all of them on the card.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from .pocket import Card, Row, Section

WIDTH, HEIGHT = 420, 592
"""A quarter of a millimetre is one unit."""

MARGIN, BAND, GAP = 22.0, 46.0, 18.0
LETTER = 0.57
"""How wide a letter is at most on average, as a share of its size."""

LINE, HEADING = 1.36, 1.15
LARGEST, SMALLEST, STEP = 17.0, 5.0, 0.25
LARGEST_TITLE = 22.0
COLUMN = 2.8
"""How wide a column of figures is, as a share of their size."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words with the place of their beginning or end on the base line."""

    x: float
    y: float
    words: str
    size: float
    is_bold: bool = False
    ends: bool = False


@dataclass(slots=True)
class Drawing:
    """What is drawn: words, and lines across the card at some heights."""

    title: Text
    texts: list[Text] = field(default_factory=list)
    lines: list[float] = field(default_factory=list)


def draw(card: Card) -> Drawing:
    """Return the card drawn as large as it fits."""
    size = LARGEST
    while True:
        pen = _Pen(card.title, size)
        for section in card.sections:
            pen.section(section)
        if pen.y <= HEIGHT - MARGIN / 2 or size <= SMALLEST:
            return pen.drawing
        size -= STEP


class _Pen:
    """Writes from top to bottom; `y` is where the next line would stand."""

    def __init__(self, title: str, size: float) -> None:
        fits = (WIDTH - 2 * MARGIN) / (LETTER * 1.1 * max(len(title), 1))
        title_size = round(min(LARGEST_TITLE, fits), 2)
        place = round((BAND + 0.7 * title_size) / 2, 1)
        self.drawing = Drawing(Text(MARGIN, place, title, title_size, is_bold=True))
        self.size, self.y = size, BAND + 1.9 * size

    def section(self, section: Section) -> None:
        size = round(self.size * HEADING, 2)
        self._put(MARGIN, section.title, size=size, bold=True)
        for place, head in zip(self._columns(len(section.heads)), section.heads, strict=True):
            self._put(place, head, ends=True)
        self.drawing.lines.append(round(self.y + 0.4 * self.size, 1))
        self.y += LINE * self.size + 0.3 * self.size
        if section.short:
            self._side_by_side(section.rows)
        else:
            for row in section.rows:
                self.y += self._row(row, MARGIN, WIDTH - MARGIN, len(section.heads))
        self.y += 0.75 * self.size

    def _side_by_side(self, rows: Sequence[Row]) -> None:
        if len(rows) == 1:
            self.y += self._row(rows[0], MARGIN, WIDTH - MARGIN)
            return
        width = (WIDTH - 2 * MARGIN - GAP) / 2
        half = (len(rows) + 1) // 2
        top, bottom = self.y, self.y
        for number, part in enumerate((rows[:half], rows[half:])):
            self.y, left = top, MARGIN + number * (width + GAP)
            for row in part:
                self.y += self._row(row, left, left + width)
            bottom = max(bottom, self.y)
        self.y = bottom

    def _row(self, row: Row, left: float, right: float, heads: int = 0) -> float:
        """Write a row, and return how high it is."""
        if heads > 1 and len(row.values) > 1:
            places, taken = self._columns(heads), COLUMN * heads * self.size
        else:
            places, taken = [right], max((self._width(one) for one in row.values), default=0.0)
        for place, value in zip(places, row.values, strict=False):
            self._put(place, value, bold=True, ends=True)
        room = right - left - taken - (self.size if row.values else 0.0)
        lines = wrap(row.label, max(int(room / (LETTER * self.size)), 8)) or [""]
        for number, line in enumerate(lines):
            self._put(left, line, down=number * LINE * self.size)
        return len(lines) * LINE * self.size

    def _columns(self, heads: int) -> list[float]:
        return [WIDTH - MARGIN - COLUMN * self.size * behind for behind in reversed(range(heads))]

    def _width(self, words: str) -> float:
        return len(words) * LETTER * 1.1 * self.size

    def _put(
        self,
        x: float,
        words: str,
        *,
        size: float = 0.0,
        bold: bool = False,
        ends: bool = False,
        down: float = 0.0,
    ) -> None:
        place = (round(x, 1), round(self.y + down, 1))
        self.drawing.texts.append(Text(*place, words, size or self.size, bold, ends))
