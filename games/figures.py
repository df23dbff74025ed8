"""Figures that pages about many games have in common: what each is called, and where it is from."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from . import wording
from .performance import counted_questions
from .variants import VARIANTS
from .variants.entry import Kind
from .variants.variant import Variant

WIDE = 100
"""Where the scores of a game are grouped by so many points, nobody cares for tenths of one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, what it is called, what is told beside it, and the page where it happened."""

    label: str
    value: str
    note: str = ""
    url: str = ""
    is_negative: bool = False


def round_url(game: UUID, number: int | None = None) -> str:
    """Return where a game is looked at, opened at one of its rounds if a number is given."""
    url = reverse("game", args=[game])
    return url if number is None else f"{url}?open={number}#round-{number}"


def average(points: Decimal | int, times: int, variant: Variant[Any, Any, Any]) -> str:
    """Return how many points that is each time, as exactly as somebody cares to know."""
    step = Decimal(1) if variant.spread >= WIDE else Decimal("0.1")
    return wording.points((Decimal(points) / times).quantize(step, ROUND_HALF_UP))


def a_time(count: Decimal | int, times: int) -> str:
    """Return how many of a thing that is each time, to a tenth."""
    return wording.points((Decimal(count) / times).quantize(Decimal("0.1"), ROUND_HALF_UP))


def counted_labels(variant: Variant[Any, Any, Any]) -> dict[str, tuple[str, bool]]:
    """Return what is asked of a column as numbers or points: its label, and if it is points."""
    return {
        question.name: (_(question.label), question.kind is Kind.POINTS)
        for question in counted_questions(variant, Kind.WHOLE, Kind.POINTS)
    }


def in_order(keys: Iterable[str]) -> list[str]:
    """Return the variants among these keys, in the order in which they are always listed."""
    known = set(keys)
    return [key for key in VARIANTS if key in known]
