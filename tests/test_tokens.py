"""The colours of static/css/tokens.css contrast as much as is told beside them, and enough."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[1] / "static" / "css" / "tokens.css"
ENTRY = TOKENS.with_name("entry.css")
DECLARED = re.compile(r"--([\w-]+): ([^;]+);(?: /\* (.*?) \*/)?")
COLOUR = re.compile(r"(?:light-dark\()?#([0-9a-f]{6})(?:, #([0-9a-f]{6})\))?$")
RATIOS = re.compile(r"(?:on ([a-z][a-z0-9' -]*?) (?:at least )?)?(\d+\.\d)(?: / (\d+\.\d))?")
SURFACES = {"a chosen cell": "on", "it": ""}
"""Surfaces by another name than their token's; "ink on it" is told of the surface itself."""

GROUNDS = {"felt", "felt-2", "felt-3", "paper", "paper-2", "on", "warn", "error"}
ORNAMENTS = {"felt-line", "rule"}
EDGES = {"rule-2"}
MARKS = "abcdefg"

type Rgb = tuple[float, ...]


@dataclass(frozen=True)
class Told:
    """What a comment says: a colour on a surface, by day and by night."""

    colour: str
    surface: str
    day: float
    night: float


def _declared() -> Iterator[tuple[str, str, str]]:
    """Yield name, day and night of each colour, and what is told beside it."""
    root = TOKENS.read_text().split("}")[0]
    for name, value, comment in DECLARED.findall(root):
        if COLOUR.match(value):
            yield name, value, comment


def _colours() -> dict[str, tuple[Rgb, Rgb]]:
    found = {}
    for name, value, _comment in _declared():
        day, night = COLOUR.match(value).groups()  # type: ignore[union-attr]
        found[name] = (_rgb(day), _rgb(night or day))
    return found


def _rgb(written: str) -> Rgb:
    return tuple(int(written[place : place + 2], 16) / 255 for place in (0, 2, 4))


def _told() -> list[Told]:
    found, order = [], list[str]()
    for name, _value, comment in _declared():
        ratios = RATIOS.findall(comment)
        named = [surface for surface, _day, _night in ratios if surface]
        # Of a row of colours only the first says on what; the others follow in the same order.
        order = named or order
        for surface, (_name, day, night) in zip(order, ratios, strict=bool(named)):
            found.append(Told(name, surface, float(day), float(night or day)))
    return found


def _luminance(colour: Rgb) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: Rgb, other: Rgb) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _tint(mark: str, theme: int) -> Rgb:
    """Return the ground of a team's column, as entry.css mixes it."""
    share = re.search(
        r"color-mix\(in srgb, var\(--tint\) (\d+)%, var\(--paper\)\)", ENTRY.read_text()
    )
    assert share
    part, colours = int(share[1]) / 100, _colours()
    ink, paper = colours[f"ink-{mark}"][theme], colours["paper"][theme]
    return tuple(part * a + (1 - part) * b for a, b in zip(ink, paper, strict=True))


def _measured(told: Told, theme: int) -> float:
    colours = _colours()
    colour = colours[told.colour][theme]
    if told.surface == "it":
        return _contrast(colours["ink"][theme], colour)
    if told.surface == "its tint":
        return _contrast(colour, _tint(told.colour[-1], theme))
    if told.surface == "a tint":
        return min(_contrast(colour, _tint(mark, theme)) for mark in MARKS)
    return _contrast(colour, colours[SURFACES.get(told.surface, told.surface)][theme])


@pytest.mark.parametrize("told", _told(), ids=lambda told: f"{told.colour} on {told.surface}")
def test_a_contrast_is_as_told_and_enough(told: Told) -> None:
    least = 3 if told.colour in EDGES else 4.5
    for theme, ratio in enumerate((told.day, told.night)):
        assert _measured(told, theme) == pytest.approx(ratio, abs=0.06)
        assert ratio >= least


def test_every_colour_that_is_read_tells_its_contrast() -> None:
    read = {name for name, _value, _comment in _declared()} - GROUNDS - ORNAMENTS
    assert read - {told.colour for told in _told()} == set()
