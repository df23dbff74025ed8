"""How a round ends in every game but Marriage: somebody goes out, or the cards run out."""

from collections.abc import Iterator
from typing import Any, Protocol

from .entry import Finding, _, choice, error, one_column

ENDS = (("going_out", _("Somebody went out")), ("stock_out", _("Stock ran out")))


def how(ends: tuple[tuple[str, str], ...] = ENDS) -> Any:
    """Ask how the round ended."""
    return choice(_("How did it end?"), "end", ends, None, required=True)


def who() -> Any:
    """Ask which column went out."""
    return one_column(_("Who went out?"), "going-out")


class Ended(Protocol):
    """The answers about how a round ended."""

    @property
    def ended_by(self) -> str | None: ...
    @property
    def went_out(self) -> int | None: ...


def who_went_out(ended: Ended) -> int | None:
    """Return the column that went out, None where nobody did."""
    return ended.went_out if ended.ended_by == "going_out" else None


def faults(ended: Ended) -> Iterator[Finding]:
    """Yield an error if who went out is missing, or is named although nobody did."""
    if ended.ended_by == "going_out" and ended.went_out is None:
        message = _("Say who went out: the round is said to have ended that way.")
        yield error("went_out_missing", message, "going-out", "went_out")
    if ended.ended_by not in (None, "going_out") and ended.went_out is not None:
        message = _("Nobody goes out in a round that ended this way. Clear who went out.")
        yield error("went_out_present", message, "end", "went_out")
