"""Days and times as people and programs write them in tables."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

MOST_MINUTES = 7 * 24 * 60
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

NUMBERS = re.compile(r"(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})(?:(?:\s*,)?[\sT]+(.+))?")
WORDS = re.compile(
    r"(?:[a-z]{3,9}\.?,?\s+)?(?:(\d{1,2})\.?\s+)?([a-z]{3,9})\.?\s*(\d{1,2})?(?:st|nd|rd|th)?,?\s+(\d{4})"
    r"(?:(?:\s*,)?(?:\s+at)?\s+(.+))?"
)
CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?\s?m?\.?")
EPOCH = re.compile(r"\d{10}|\d{13}")
PARTS = re.compile(r"(\d{1,4})\s*(?:(h|m|s)[a-z]*)\.?\s*")
COLONS = re.compile(r"(\d{1,4}):(\d{2})(?::(\d{2}))?")

NOON = timedelta(hours=12)
"""When something was that is told with its day alone: midnight belongs to the evening before."""

LONGEST = timedelta(days=1)
"""A game that was closed or changed later than that was forgotten, not played."""


def told(at: datetime, zone: str) -> str:
    """Return a time as people there read it, to the second: “2026-01-31 20:15:00”."""
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None).isoformat(" ", "seconds")


class Days:
    """Reads days as one file writes them: the day first, or the month."""

    def __init__(self, zone: ZoneInfo, told: Iterable[str] = ()) -> None:
        self.zone = zone
        self.month_first = _month_comes_first(told)

    def read(self, text: str) -> datetime | None:
        """Return the time that a text tells, in the zone where it was played; None if none is."""
        text = " ".join(text.split())[:60]
        try:
            return self._told(text)
        except (ValueError, OverflowError, OSError):
            return None

    def read_at_noon(self, text: str) -> datetime | None:
        """Return the time that a text tells in which midnight stands for a day without a time."""
        told = self.read(text)
        if told is None or told.tzinfo is not self.zone or told.time() != time():
            return told
        return told + NOON

    def _told(self, text: str) -> datetime | None:
        if EPOCH.fullmatch(text) and text.isascii():
            seconds = int(text[:10])
            return datetime.fromtimestamp(seconds, UTC).astimezone(self.zone)
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}.*", text):
            try:
                told = datetime.fromisoformat(text)
                told += NOON if len(text) == len("2026-01-31") else timedelta()
            except ValueError:
                pass
            else:
                return told if told.tzinfo else told.replace(tzinfo=self.zone)
        day, clock = self._day(text.casefold())
        if day is None:
            return None
        hours = _clock(clock or "")
        return None if hours is None else (day + hours).replace(tzinfo=self.zone)

    def _day(self, text: str) -> tuple[datetime | None, str | None]:
        if found := NUMBERS.fullmatch(text):
            one, two, three = (int(found[part]) for part in (1, 2, 3))
            if len(found[1]) == 4:
                return datetime(one, two, three), found[4]  # noqa: DTZ001
            first, second = (two, one) if self.month_first else (one, two)
            year = three + 2000 if len(found[3]) <= 2 else three
            return datetime(year, second, first), found[4]  # noqa: DTZ001
        if found := WORDS.fullmatch(text):
            day = found[1] or found[3]
            if found[2][:3] in MONTHS and day:
                month = MONTHS.index(found[2][:3]) + 1
                return datetime(int(found[4]), month, int(day)), found[5]  # noqa: DTZ001
        return None, None


def _month_comes_first(told: Iterable[str]) -> bool:
    """Say whether days are written as in America: some of them can be read in one way only."""
    halves = False
    for text in told:
        found = NUMBERS.fullmatch(" ".join(text.split())[:60].casefold())
        if found and len(found[1]) <= 2:
            if int(found[1]) > 12:
                return False
            if int(found[2]) > 12:
                return True
            halves = halves or ("/" in text and found[4] is not None and found[4][-1:] == "m")
    return halves


def _clock(text: str) -> timedelta | None:
    """Return the time of day; noon if none is told."""
    if not text:
        return NOON
    found = CLOCK.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds = (int(found[part] or 0) for part in (1, 2, 3))
    if found[4]:
        hours = hours % 12 + (12 if found[4] == "p" else 0)
    fits = hours < 24 and minutes < 60 and seconds < 60
    return timedelta(hours=hours, minutes=minutes, seconds=seconds) if fits else None


def duration(text: str) -> timedelta | None:
    """Return how long something took; None if that is not told."""
    text = text.strip().casefold()[:40]
    if found := COLONS.fullmatch(text):
        parts = [int(part) for part in found.groups() if part is not None]
        hours, minutes, seconds = parts if len(parts) == 3 else (0, *parts)
        return _no_longer(timedelta(hours=hours, minutes=minutes, seconds=seconds))
    found = PARTS.match(text)
    if found is None or PARTS.sub("", text):
        return None
    units = {"h": "hours", "m": "minutes", "s": "seconds"}
    told = {units[unit]: int(number) for number, unit in PARTS.findall(text)}
    return _no_longer(timedelta(**told))


def minutes(number: object) -> timedelta:
    """Return a number of minutes as another program tells it; none if it makes no sense."""
    told = number if isinstance(number, int) and not isinstance(number, bool) else 0
    return timedelta(minutes=told) if 0 < told <= MOST_MINUTES else timedelta()


def after(began: datetime, lasted: timedelta) -> datetime:
    """Return when something was over; when it began if that is after the last of all days."""
    try:
        return began + lasted
    except OverflowError:
        return began


def _no_longer(told: timedelta) -> timedelta | None:
    return told if told <= timedelta(minutes=MOST_MINUTES) else None
