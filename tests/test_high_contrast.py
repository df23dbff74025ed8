"""High contrast is whole: every colour has one, and all that is read stands out."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[1] / "static" / "css" / "tokens.css"
DECLARED = re.compile(r"--([\w-]+): ([^;]+);")
COLOUR = re.compile(r"#[0-9a-f]{6}")
GROUNDS = {
    **dict.fromkeys(("ink", "ink-2"), ("paper", "paper-2", "warn", "error")),
    **dict.fromkeys(("ivory", "ivory-2", "brass"), ("felt", "felt-2", "felt-3")),
    **dict.fromkeys(("minus", "gold", "link"), ("paper", "paper-2")),
    **{f"ink-{mark}": ("paper", "paper-2") for mark in "abcdefg"},
    **{f"felt-{mark}": ("felt", "felt-2") for mark in "abcdefg"},
    "on-brass": ("brass",),
    "on-ink": ("on",),
    "warn-ink": ("warn",),
    "error-ink": ("error",),
}
"""What is read, and the grounds on which it is."""

ENOUGH = 7


def declared(selector: str) -> dict[str, str]:
    text = TOKENS.read_text()
    block = text[text.index(selector) :].split("}")[0]
    return dict(DECLARED.findall(block))


USUAL = declared(":root {")
CHOSEN = declared(':root[data-theme="contrast"] {')
ASKED_FOR = declared("@media (prefers-contrast: more)")


def test_what_is_chosen_is_what_a_phone_asks_for() -> None:
    assert CHOSEN == ASKED_FOR


def test_every_colour_has_one_of_high_contrast() -> None:
    colours = {name for name, value in USUAL.items() if COLOUR.search(value)}
    assert colours | {"edge", "edge-felt"} == set(CHOSEN)


@pytest.mark.parametrize("theme", [0, -1], ids=["day", "night"])
@pytest.mark.parametrize("name", GROUNDS)
def test_all_that_is_read_stands_out(name: str, theme: int) -> None:
    for ground in GROUNDS[name]:
        one, other = (COLOUR.findall(CHOSEN[token])[theme] for token in (name, ground))
        assert contrast(one, other) >= ENOUGH, f"{name} on {ground}"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 measures it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
