"""The running totals as a drawing: figures only, which a template turns into lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import wording
from .names import in_sentence

WIDTH, HEIGHT = 358, 210
TOP, FLOOR, RIGHT = 22.0, 22.0, 78.0
LABEL_GAP = 17.0
"""End values closer than this would stand on one another."""

MOST_DOTS, MOST_NUMBERS, MOST_TOLD = 16, 12, 8
MOST_LETTERS = 7
"""What fits to the right of a line's end; a longer total is given in thousands, or in more."""

UNITS = ("k", "M", "G", "T", "P")
DASHES = ("", "6 5", "2 4", "10 4", "8 3 2 3", "4 3", "1 5")
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One team's line; `end_y` is where its last total stands in figures, clear of the others."""

    mark: str
    dash: str
    points: str
    dots: list[tuple[float, float]]
    end_x: float
    end_y: float
    value: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of `width` by `height` units; `turns` are where the lead changed."""

    width: int
    height: int
    title: str
    lines: list[ChartLine]
    grid: list[tuple[float, str]]
    base_y: float
    target_y: float | None
    target_label: str
    labels_x: list[tuple[float, int]]
    turns: list[tuple[float, float]]
    turns_told: str


def draw(
    names: Sequence[str], marks: str, running: Sequence[Sequence[int]], target: int | None
) -> Chart:
    """Draw totals from before the first round to after the last, one list a team."""
    rounds = len(running[0]) - 1
    lowest = min(0, *(min(totals) for totals in running))
    highest = max(max(totals) for totals in running)
    shown_target = target if target is not None and highest > target / 20 else None
    top = max(highest, shown_target or 0, 1)

    def at_x(number: int) -> float:
        return round((WIDTH - RIGHT) * number / rounds, 1)

    def at_y(total: int) -> float:
        return round(TOP + (HEIGHT - TOP - FLOOR) * (top - total) / (top - lowest), 1)

    ends = _apart([at_y(totals[-1]) for totals in running])
    said = _("; ").join(
        f"{name} {', '.join(wording.points(total) for total in totals[1:])}"
        for name, totals in zip(names, running, strict=True)
    )
    every = -(-rounds // MOST_NUMBERS)
    changes = lead_changes(running)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        title=_("Running totals. %(totals)s.") % {"totals": said},
        lines=[
            ChartLine(
                mark=marks[index],
                dash=DASHES[index],
                points=" ".join(f"{at_x(at)},{at_y(total)}" for at, total in enumerate(totals)),
                dots=[(at_x(at), at_y(total)) for at, total in enumerate(totals) if at]
                if rounds <= MOST_DOTS
                else [],
                end_x=at_x(rounds),
                end_y=ends[index],
                value=_short(totals[-1]),
            )
            for index, totals in enumerate(running)
        ],
        # A label beside that of the target would stand on it.
        grid=[
            (at_y(total), wording.points(total))
            for total in graduation(lowest, top, most=6)
            if shown_target is None or abs(at_y(total) - at_y(shown_target)) >= LABEL_GAP
        ],
        base_y=at_y(0),
        target_y=None if shown_target is None else at_y(shown_target),
        target_label="" if shown_target is None else wording.points(shown_target),
        labels_x=[(at_x(number), number) for number in range(every, rounds + 1, every)],
        turns=[(at_x(number), at_y(max(own[number] for own in running))) for number in changes],
        turns_told=_told(changes, rounds),
    )


def lead_changes(running: Sequence[Sequence[int]]) -> list[int]:
    """Return the rounds after which none of the teams that led before was among the first.

    `running` has each team's totals, from before the first round on. Who is caught up with still
    leads, as one of several; and of several who lead the last to be among the first does. Nobody
    leads yet while all are level before the first round.
    """
    leading, changes = set(range(len(running))), []
    for number, totals in enumerate(zip(*running, strict=True)):
        best = max(totals)
        first = {index for index, total in enumerate(totals) if total == best}
        if leading.isdisjoint(first):
            changes.append(number)
            leading = first
        else:
            leading &= first
    return changes


def _told(changes: Sequence[int], rounds: int) -> str:
    """Return in words how often the lead changed, and when; of one round there is nothing to say.

    More rounds than anybody cares to read are only counted.
    """
    if rounds == 1:
        return ""
    if not changes:
        return _("The lead has never changed.")
    number = len(changes)
    if number > MOST_TOLD:
        words = ngettext(
            "The lead changed %(number)s time.", "The lead changed %(number)s times.", number
        )
        return words % {"number": number}
    words = ngettext(
        "The lead changed once, in round %(rounds)s.",
        "The lead changed %(number)s times, in rounds %(rounds)s.",
        number,
    )
    told = in_sentence([str(round_number) for round_number in changes])
    return words % {"number": number, "rounds": told}


def _short(total: int) -> str:
    text = wording.points(total)
    for unit in UNITS:
        if len(text) <= MOST_LETTERS:
            break
        total = (total + 500) // 1000
        text = f"{wording.points(total)}{unit}"
    return text


def graduation(lowest: int, top: int, most: int) -> list[int]:
    """Return round numbers between the lowest and the top, 0 aside; about so many at most."""
    step = 1
    while (top - lowest) / step > most:
        power = len(str(step)) - 1
        following = STEPS[(STEPS.index(step // 10**power) + 1) % len(STEPS)]
        step = following * 10 ** (power + (following == 1))
    first = -(-lowest // step)
    return [step * number for number in range(first, top // step + 1) if number]


def _apart(ends: Sequence[float]) -> list[float]:
    """Move heights apart until each label has its own room, in the same order."""
    order = sorted(range(len(ends)), key=lambda index: ends[index])
    placed = list(ends)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    placed[order[-1]] = min(placed[order[-1]], HEIGHT - FLOOR)
    for below, above in pairwise(reversed(order)):
        placed[above] = min(placed[above], placed[below] - LABEL_GAP)
    return [round(height, 1) for height in placed]
