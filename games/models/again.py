"""A write that another one has come in the way of at this very moment is made again."""

from collections.abc import Callable
from functools import wraps

from django.db import DatabaseError, connection, transaction

TIMES = 5
"""So often a write is made before it fails. The other one of the two has gone on meanwhile."""

DEADLOCK, TAKEN = "40P01", "23505"
"""What PostgreSQL calls it: two waited for one another, or what was free when it was looked up,
like a name, was taken before it was written. SQLite lets only one write at a time.
"""


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
            except DatabaseError as why:
                if not was_given_up(why):
                    raise
        with transaction.atomic():
            return write(*args, **kwargs)

    return whole


def was_given_up(why: DatabaseError) -> bool:
    """Say whether the write can do better from its beginning, now that the other is through."""
    return getattr(why.__cause__, "sqlstate", None) in (DEADLOCK, TAKEN)
