"""A file that was sent, whatever its format: the games in it, and what else it tells."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.clubtold import ClubTold
from games.importing import Arrival


class NotReadableError(Exception):
    """A file cannot be read at all. The argument is one sentence that says why."""


class Kind(StrEnum):
    """What a file turned out to be."""

    GAME = "game"
    ARCHIVE = "archive"
    SHEETS = "sheets"
    KEEPSCORE = "keepscore"
    BGSTATS = "bgstats"


FOREIGN = (Kind.SHEETS, Kind.KEEPSCORE, Kind.BGSTATS)
"""What other programs write, or people: where a line cannot be read the others still may be."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file as it was sent, with the games in it.

    `text` is what is kept of it until it is imported. `names` has what games are called there,
    each with the variant that it stands for, or "" where nobody knows, the most frequent first.
    """

    name: str
    kind: Kind
    arrivals: tuple[Arrival, ...] = ()
    refusal: str = ""
    text: str = ""
    club: ClubTold | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_foreign(self) -> bool:
        """Whether what cannot be read may be left out of it, if somebody says so."""
        return self.kind in FOREIGN
