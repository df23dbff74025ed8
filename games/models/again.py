"""A write that the database has given up because two waited for one another is made again."""

from collections.abc import Callable
from functools import wraps

from django.db import OperationalError, connection, transaction

TIMES = 5
"""So often a write is made before it fails. The other one of the two has gone on meanwhile."""

DEADLOCK = "40P01"
"""What PostgreSQL calls it. SQLite lets only one write at a time, so none waits for another."""


def made_again[**Told, Made](write: Callable[Told, Made]) -> Callable[Told, Made]:
    """Make a write as a whole, and from its beginning again where it was given up."""

    @wraps(write)
    def whole(*args: Told.args, **kwargs: Told.kwargs) -> Made:
        # A part of a larger write cannot be made again by itself.
        times = 1 if connection.in_atomic_block else TIMES
        for _time in range(times - 1):
            try:
                with transaction.atomic():
                    return write(*args, **kwargs)
            except OperationalError as why:
                if not was_given_up(why):
                    raise
        with transaction.atomic():
            return write(*args, **kwargs)

    return whole


def was_given_up(why: OperationalError) -> bool:
    """Say whether the write was one of two that waited for one another."""
    return getattr(why.__cause__, "sqlstate", None) == DEADLOCK
