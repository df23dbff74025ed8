"""Who won a season as a drawing: lines of words with their places and sizes.

What letters come out how wide is not known here, so that room is left for wide ones.
"""

from dataclasses import dataclass
from textwrap import wrap

WIDE = 920
"""So wide are the words at most; the drawing is 1080 units wide."""

LETTER = 0.62
"""How wide a letter is at most on average, as a share of its size."""

TOP, BOTTOM = 540, 810
LARGEST, SMALLEST = 110, 20
LEADING = 1.15


@dataclass(frozen=True, slots=True)
class Words:
    """A line of words with its size, and the height of its base line."""

    words: str
    size: int
    y: int


def fitting(words: str, largest: int) -> int:
    """Return the size at which words fit on one line."""
    return max(min(largest, int(WIDE / (LETTER * max(len(words), 1)))), SMALLEST // 2)


def lines_of(names: str) -> list[Words]:
    """Return names in as many lines as are needed, as large as they fit."""
    for size in range(LARGEST, SMALLEST, -2):
        lines = wrap(names, max(int(WIDE / (LETTER * size)), 4)) or [""]
        if len(lines) * size * LEADING <= BOTTOM - TOP:
            break
    else:
        size, lines = SMALLEST, wrap(names, int(WIDE / (LETTER * SMALLEST)))[:11]
    height = len(lines) * size * LEADING
    first = TOP + (BOTTOM - TOP - height) / 2 + size
    return [
        Words(line, size, round(first + number * size * LEADING))
        for number, line in enumerate(lines)
    ]
