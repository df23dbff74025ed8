"""What is looked for among the games of a club, as it stands in an address and in a form."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from urllib.parse import urlencode

from django.http import QueryDict
from django.template.defaultfilters import date as worded
from django.utils.translation import gettext as _

from games import names
from games.history import Asked
from games.models import Club, Player, Season
from games.models.seasons import beginning_of
from games.variants import VARIANTS

from .choice import Choice

CLUB, WORDS, VARIANT, PLAYER, SEASON = "club", "q", "variant", "player", "season"
SINCE, UNTIL, STATE = "from", "to", "state"
FILTERS = (WORDS, VARIANT, PLAYER, SEASON, SINCE, UNTIL, STATE)
RUNNING, FINISHED = "running", "finished"
MOST_LETTERS, MOST_WORDS = 100, 5
MOST_TOLD = 30
"""So many letters of what was typed are told where it is no choice."""

NONE = "none"
"""What stands for a variant of which there are no games."""

KEY = 18
"""So many digits the key of a row has at most."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is on, in words, and where the list is without it."""

    words: str
    url: str


class HistoryForm:
    """What is looked for. Nothing in an address makes it raise; `faults` tells what is wrong."""

    def __init__(self, data: QueryDict, club: Club, path: str, *, told_club: bool) -> None:
        self.club, self.path, self.told_club = club, path, told_club
        self.typed = {name: _plain(data.get(name, "")) for name in FILTERS}
        self.faults: dict[str, str] = {}
        self.asked = self._asked()

    # ---- what was typed

    def text(self, field: str) -> str:
        """Return what was typed in a field."""
        return self.typed[field]

    @property
    def filters(self) -> int:
        """How many filters are on."""
        return sum(bool(text) for text in self.typed.values())

    def _wrong(self, field: str, sentence: str) -> None:
        typed = self.text(field)
        short = typed if len(typed) <= MOST_TOLD else f"{typed[:MOST_TOLD]}…"
        self.faults[field] = sentence % {"typed": short}

    def _asked(self) -> Asked:
        since, until = self._day(SINCE), self._day(UNTIL)
        if since and until and until < since:
            self.faults[UNTIL] = _("The span ends before it begins.")
        begins = [self._evening(since)]
        ends = [self._evening(until, days=1)]
        variants = self._variants()
        if season := self.season:
            begins.append(self._evening(season.starts_on))
            ends.append(self._evening(season.ends_on, days=1))
            variants = _both(variants, tuple(season.variants))
        return Asked(
            club=self.club,
            variants=variants,
            player=self.player,
            since=max((one for one in begins if one), default=None),
            until=min((one for one in ends if one), default=None),
            finished=self._finished(),
            words=self._words(),
        )

    def _variants(self) -> tuple[str, ...]:
        key = self.text(VARIANT)
        if key and key not in VARIANTS:
            self._wrong(
                VARIANT, _("“%(typed)s” is none of the games here. Choose one of the list.")
            )
        return (key,) if key in VARIANTS else ()

    @cached_property
    def player(self) -> Player | None:
        """Who must have played; an old address may name a record that was merged since."""
        if not (told := self.text(PLAYER)):
            return None
        people = self.club.players.select_related("merged_into")
        player = people.filter(pk=int(told)).first() if _is_key(told) else None
        if player is None:
            self._wrong(PLAYER, _("“%(typed)s” is nobody in this club. Choose one of the list."))
            return None
        return player.merged_into or player

    @cached_property
    def season(self) -> Season | None:
        """The season that it must belong to."""
        if not (told := self.text(SEASON)):
            return None
        season = self.club.seasons.named().filter(pk=int(told)).first() if _is_key(told) else None
        if season is None:
            self._wrong(SEASON, _("“%(typed)s” is no season here. Choose one of the list."))
        return season

    def _evening(self, day: date | None, days: int = 0) -> datetime | None:
        """Return when an evening begins, or the one after; None at the end of time."""
        if day is None:
            return None
        try:
            return beginning_of(day + timedelta(days=days), self.club).astimezone(UTC)
        except OverflowError:
            return None

    def _day(self, field: str) -> date | None:
        if not (told := self.text(field)):
            return None
        try:
            return date.fromisoformat(told)
        except ValueError:
            self._wrong(field, _("“%(typed)s” is no day. Write year, month and day: 2026-01-31."))
            return None

    def _finished(self) -> bool | None:
        state = self.text(STATE)
        if state and state not in (RUNNING, FINISHED):
            self._wrong(STATE, _("“%(typed)s” is no choice. Choose one of the list."))
        return {RUNNING: False, FINISHED: True}.get(state)

    def _words(self) -> tuple[str, ...]:
        words = tuple(dict.fromkeys(names.words(self.text(WORDS)[:MOST_LETTERS])))
        if self.text(WORDS) and not words:
            self.faults[WORDS] = _("Write at least one letter or digit to look for.")
        elif len(words) > MOST_WORDS or len(self.text(WORDS)) > MOST_LETTERS:
            self.faults[WORDS] = _("That is too much at once. Look for a few words.")
        return words

    # ---- what the page shows of it

    @property
    def words(self) -> str:
        """The words to look for, as typed."""
        return self.text(WORDS)

    @property
    def since(self) -> str:
        """The first day, as typed."""
        return self.text(SINCE)

    @property
    def until(self) -> str:
        """The last day, as typed."""
        return self.text(UNTIL)

    @property
    def club_told(self) -> str:
        """The club that the address names; empty where it is the usual one."""
        return str(self.club.pk) if self.told_club else ""

    @property
    def wrong(self) -> dict[str, str]:
        """What is wrong, by names that a page can ask for."""
        called = {WORDS: "words", SINCE: "since", UNTIL: "until"}
        return {called.get(field, field): self.faults.get(field, "") for field in FILTERS}

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """What is wrong with each field, by what the field is called on the page."""
        own = {WORDS: "words"}
        return [(own.get(field, field), self.faults.get(field, "")) for field in FILTERS]

    @property
    def variants(self) -> list[Choice]:
        """The games that can be played."""
        told = self.text(VARIANT)
        return [Choice(key, _(one.short), key == told) for key, one in VARIANTS.items()]

    @property
    def players(self) -> list[Choice]:
        """The people of the club."""
        people = self.club.players.listed().order_by("name").values_list("pk", "name")
        chosen = self.player and self.player.pk
        return [Choice(str(pk), name, pk == chosen) for pk, name in people]

    @property
    def seasons(self) -> list[Choice]:
        """The seasons of the club, the latest first."""
        told = self.text(SEASON)
        named = self.club.seasons.named().values_list("pk", "name")
        return [Choice(str(pk), name, str(pk) == told) for pk, name in named]

    @property
    def states(self) -> list[Choice]:
        """Whether games must be finished."""
        words = {FINISHED: _("Finished"), RUNNING: _("Still running")}
        return [Choice(key, label, key == self.text(STATE)) for key, label in words.items()]

    @property
    def chips(self) -> list[Chip]:
        """The filters that are on, each with the way to clear it."""
        return [Chip(words, self.url(without=field)) for field, words in self._said()]

    def _said(self) -> Iterator[tuple[str, str]]:
        for field in FILTERS:
            if not (text := self.text(field)) or field in self.faults:
                continue
            match field:
                case "q":
                    yield field, _("“%(words)s”") % {"words": text}
                case "variant":
                    yield field, _(VARIANTS[text].short)
                case "player":
                    yield field, self.player.name if self.player else text
                case "season":
                    yield field, self.season.name if self.season else text
                case "from":
                    yield field, _("from %(day)s") % {"day": _in_words(text)}
                case "to":
                    yield field, _("to %(day)s") % {"day": _in_words(text)}
                case _:
                    yield field, {one.value: one.label for one in self.states}[text]

    @property
    def clear_url(self) -> str:
        """Where the list is without any filter."""
        return self._address({})

    def url(self, *, without: str = "", **more: str) -> str:
        """Return where this list is, without one of its filters, or with something more."""
        on = {name: text for name, text in self.typed.items() if text and name != without}
        return self._address({**on, **more})

    def _address(self, query: dict[str, str]) -> str:
        club = {CLUB: self.club_told} if self.told_club else {}
        told = urlencode({**club, **query})
        return f"{self.path}?{told}" if told else self.path


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= KEY


def _both(ones: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is in both; without any, a tuple stands for all."""
    if not ones or not others:
        return ones or others
    return tuple(one for one in ones if one in others) or (NONE,)


def _in_words(day: str) -> str:
    return str(worded(date.fromisoformat(day), "DATE_FORMAT"))


def _plain(text: str) -> str:
    """Return what was typed without what no page can be asked to carry on."""
    return names.writable(text).strip()
