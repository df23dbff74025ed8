"""What the database gave up is made again, and nothing else is."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, OperationalError, transaction

from games.models import Club
from games.models.again import DEADLOCK, TIMES, made_again

pytestmark = pytest.mark.django_db(transaction=True)


def given_up(sqlstate: str = DEADLOCK) -> OperationalError:
    why = OperationalError("deadlock detected")
    cause = DatabaseError()
    cause.sqlstate = sqlstate  # type: ignore[attr-defined]
    why.__cause__ = cause
    return why


def write(*failures: Exception) -> tuple[Callable[[str], Club], list[str]]:
    """Return a write that fails like this, time by time, and what it was called with."""
    told: list[str] = []

    @made_again
    def make(name: str) -> Club:
        told.append(name)
        club = Club.objects.create(name=name)
        if len(told) <= len(failures):
            raise failures[len(told) - 1]
        return club

    return make, told


def test_a_write_that_was_given_up_is_made_again_whole() -> None:
    make, told = write(given_up(), given_up())
    assert make("Ana").name == "Ana"
    assert told == ["Ana"] * 3
    assert Club.objects.count() == 1


def test_it_is_not_made_for_ever() -> None:
    make, told = write(*[given_up() for _time in range(TIMES)])
    with pytest.raises(OperationalError):
        make("Ana")
    assert len(told) == TIMES
    assert not Club.objects.exists()


@pytest.mark.parametrize("why", [given_up("57014"), OperationalError("no"), ValueError("no")])
def test_what_failed_otherwise_is_not_made_again(why: Exception) -> None:
    make, told = write(why)
    with pytest.raises(type(why)):
        make("Ana")
    assert told == ["Ana"]
    assert not Club.objects.exists()


def test_a_part_of_a_larger_write_is_not_made_again_by_itself() -> None:
    make, told = write(given_up())
    with pytest.raises(OperationalError), transaction.atomic():
        make("Ana")
    assert told == ["Ana"]


def test_what_was_refused_within_a_larger_write_leaves_nothing() -> None:
    make, _told = write(ValueError("no"))
    with transaction.atomic():
        with pytest.raises(ValueError, match="no"):
            make("Ana")
        assert not Club.objects.exists()
