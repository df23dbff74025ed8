"""A game as a file holds it, and what is said about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.variants.entry import Entry, Finding
from games.variants.variant import Table, Variant


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding as a file reports it, with names in place of numbers. `round` counts from 1."""

    severity: str
    code: str
    round: int | None
    field: str | None
    column: str | None
    message: str

    def as_json(self) -> dict[str, object]:
        """Return the remark as plain JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class FileRound:
    """A round of a game file. `dealer` and the keys of `substitutes` are players' numbers."""

    entry: Entry[Any, Any]
    findings: tuple[Finding, ...]
    dealer: int | None = None
    kept: tuple[str, ...] = ()
    substitutes: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as a file holds it, read without error."""

    variant: Variant[Any, Any, Any]
    table: Table[Any]
    rounds: tuple[FileRound, ...]
    name: str = ""
    id: str = ""
    started: datetime | None = None
    finished: datetime | None = None
