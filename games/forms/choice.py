"""What a page offers to choose from."""

from typing import NamedTuple


class Choice(NamedTuple):
    """One of several to choose from."""

    value: str
    label: str
    chosen: bool
