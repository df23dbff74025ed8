"""Days, times and durations as people and programs write them."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.formats import times

ZONE = ZoneInfo("Europe/Berlin")
EVENING = datetime(2019, 1, 30, 20, 15, tzinfo=ZONE)


@pytest.mark.parametrize(
    "text",
    [
        "2019-01-30 20:15:00",
        "2019-01-30T20:15",
        "2019-01-30T19:15:00Z",
        "2019-01-30T19:15:00+00:00",
        "2019-1-30 20:15",
        "2019/01/30 20:15",
        "30.01.2019 20:15",
        "30.1.19, 20:15:00",
        "30/01/2019 8:15 pm",
        "1/30/2019 8:15 PM",
        "Jan 30, 2019 8:15:00 PM",
        "January 30 2019, 8:15 p.m.",
        "Jan 30 2019 08:15PM",
        "30 Jan 2019 20:15",
        "30. January 2019 20.15",
        "Wed, 30 Jan 2019 20:15:00",
        "Wednesday, January 30th, 2019 at 8:15 pm",
        "1548875700",
        "1548875700000",
        "  2019-01-30\N{NO-BREAK SPACE}20:15 ",
    ],
)
def test_one_evening_however_it_is_told(text: str) -> None:
    assert times.Days(ZONE, [text]).read(text) == EVENING


@pytest.mark.parametrize("text", ["2019-01-30", "30.01.2019", "Jan 30, 2019"])
def test_a_day_alone_is_its_noon(text: str) -> None:
    assert times.Days(ZONE).read(text) == EVENING.replace(hour=12, minute=0)


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        *(("2019-01-30 00:00:00", 12), ("30.01.2019 00:00", 12), ("2019-01-30", 12)),
        *(("2019-01-30 01:00", 1), ("2019-01-30T00:00:00+01:00", 0)),
    ],
)
def test_midnight_stands_for_a_day_alone_where_nobody_tells_the_time(text: str, hour: int) -> None:
    days = times.Days(ZONE)
    assert days.read_at_noon(text) == EVENING.replace(hour=hour, minute=0)
    assert days.read_at_noon("yesterday") is None


def test_others_of_the_same_table_say_whether_the_month_comes_first() -> None:
    fourth = datetime(2019, 3, 4, 12, tzinfo=ZONE)
    third = datetime(2019, 4, 3, 12, tzinfo=ZONE)
    assert times.Days(ZONE, ["04/03/2019"]).read("04/03/2019") == third.replace(month=3, day=4)
    assert times.Days(ZONE, ["03/04/2019", "03/31/2019"]).read("03/04/2019") == fourth
    assert times.Days(ZONE, ["03/04/2019", "31/03/2019"]).read("03/04/2019") == third


@pytest.mark.parametrize(
    "text",
    [
        *("", "yesterday", "2019-13-01", "2019-02-30 20:15", "30.02.2019", "1/2", "20:15"),
        *("2019-01-30 25:00", "30.01.2019 20:61", "Foo 30, 2019", "0000-01-01", "99999999999999"),
        *("1" * 5000, "२\u0966१९-\u0966१-३\u0966T", "2019-01-30 soon", "\ud800", "30.01.0000"),
    ],
)
def test_what_is_no_time(text: str) -> None:
    assert times.Days(ZONE, [text]).read(text) is None


@given(text=st.text())
def test_nothing_that_is_told_as_a_time_does_harm(text: str) -> None:
    assert isinstance(times.Days(ZONE, [text]).read(text), datetime | None)
    assert isinstance(times.duration(text), timedelta | None)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        *(("1:30:00", 90), ("90:00", 90), ("1h 30m", 90), ("1 h 30 min", 90), ("90 minutes", 90)),
        *(("5400 s", 90), ("0:00", 0)),
    ],
)
def test_durations(text: str, minutes: int) -> None:
    assert times.duration(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "long", "90", "9999:00:00", "1:2", "1h soon", "9999 h"])
def test_what_is_no_duration(text: str) -> None:
    assert times.duration(text) is None


@pytest.mark.parametrize("number", [None, "90", -5, True, 10**30, 1.5, []])
def test_minutes_that_make_no_sense(number: object) -> None:
    assert times.minutes(number) == timedelta()


def test_minutes() -> None:
    assert times.minutes(90) == timedelta(minutes=90)
