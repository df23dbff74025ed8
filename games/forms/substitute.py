"""Who sits in for whom: what stands, and a form to let somebody sit in from a round on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import names
from games.models import Game, SeatTakenError
from games.models.setup import substituting

from .seats import moved_since, seats_of
from .submission import new_submission, submission_of
from .table import INDEX, name_fault
from .tablepage import MOST_LATELY

ROUND = re.compile(r"(?P<number>\d{1,5})(?::(?P<revision>\d{1,9}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: what is sent, and the words for it."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Spell:
    """Rounds in a row in which the same one sits in; `last` is None if it goes on."""

    player: int
    name: str
    first: int
    last: int | None

    def in_words(self, player: str) -> str:
        """Return who sits in for whom, and when."""
        told = {"name": self.name, "player": player, "first": self.first, "last": self.last}
        if self.last is None:
            return _("%(name)s for %(player)s, from round %(first)s on") % told
        if self.last == self.first:
            return _("%(name)s for %(player)s, round %(first)s") % told
        return _("%(name)s for %(player)s, rounds %(first)s to %(last)s") % told


def spells(game: Game) -> list[Spell]:
    """Return who sits or sat in for whom, player by player."""
    return [one for player in game.table.seats for one in _spells_of(game, player)]


def _spells_of(game: Game, player: int) -> Iterator[Spell]:
    first, sitting = 0, ""
    of_rounds = [*(played.substitutes for played in game.played), game.sitting]
    for number, substitutes in enumerate(of_rounds, start=1):
        name = substitutes.get(player, "")
        if name == sitting:
            continue
        if sitting:
            yield Spell(player, sitting, first, number - 1)
        first, sitting = number, name
    if sitting:
        yield Spell(player, sitting, first, None)


class SubstituteForm:
    """Somebody who is to sit in. `data` is what a browser sent, or None for a fresh form.

    `player` is -1 and `number`, of the round from which on, is 0 where what was sent names none.
    `revision`, which wrote that round as the browser saw it, is None for the next one.
    """

    def __init__(self, game: Game, data: QueryDict | None = None) -> None:
        self.game = game
        self.typed = {name: str(value) for name, value in data.dict().items()} if data else {}
        self.faults: dict[str, list[str]] = {}
        self._sent = submission_of(data) if data else None
        self.submission = self._sent or new_submission()
        self.player = self._player(self.typed.get("player", ""))
        if moves := moved_since(game, self.typed.get("seats", "")):
            self.player = moves.numbers.get(self.player, self.player)
        told = ROUND.fullmatch(self.typed.get("from", ""))
        self.number = int(told["number"]) if told else 0
        self.revision = int(told["revision"]) if told and told["revision"] else None

    def _player(self, text: str) -> int:
        number = int(text) if INDEX.fullmatch(text) else -1
        return number if number < len(self.game.table.players) else -1

    def _wrong(self, field: str, sentence: str) -> None:
        self.faults.setdefault(field, []).append(sentence)

    @cached_property
    def name(self) -> str:
        """The name of who sits in; empty if the player returns."""
        typed = names.tidy(self.typed.get("name", ""))
        (name,) = self.game.club.unaliased([typed]) if typed else [""]
        return name

    def is_valid(self) -> bool:
        """Say whether this can be written; fills `faults`."""
        if self.player < 0:
            self._wrong("player", _("Choose whose seat it is."))
        if not self.number:
            self._wrong("from", _("Choose the round from which on."))
        if self.name and (fault := name_fault(self.typed["name"])):
            self._wrong("name", fault)
        if self._sent is None:
            self._wrong("", _("This page was out of date. Look it over and press once more."))
        return not self.faults

    def changes_something(self) -> bool:
        """Say whether anybody sits elsewhere then; else fills `faults`."""
        try:
            made = substituting(self.game, self.player, self.name, self.number)
        except SeatTakenError as taken:
            self.taken(taken.name)
            return False
        if made.before != made.after:
            return True
        told = {"player": self.game.table.players[self.player], "name": self.name}
        if self.name:
            self._wrong("name", _("%(name)s sits there already from that round on.") % told)
        else:
            message = _("%(player)s plays from that round on anyway. Type who sits in.")
            self._wrong("name", message % told)
        return False

    def taken(self, name: str) -> None:
        """Say that somebody would sit in two seats of a round."""
        message = _("%(name)s would sit in two seats of a round. Type another name.")
        self._wrong("name", message % {"name": name})

    def again(self, sentence: str) -> None:
        """Let this be sent once more, under a new id, after that was said about the round."""
        self.submission = new_submission()
        self._wrong("from", sentence)


class SubstitutePage:
    """Who sits in for whom, in words and fields."""

    def __init__(self, form: SubstituteForm) -> None:
        self.form, self.game = form, form.game

    @property
    def errors(self) -> dict[str, list[str]]:
        """What is wrong, by field."""
        return self.form.faults

    @property
    def seats(self) -> str:
        """What tells later who had which number when this was shown."""
        return seats_of(self.game)

    @property
    def general_errors(self) -> Sequence[str]:
        """What is wrong with no field in particular."""
        return self.form.faults.get("", ())

    @property
    def first_wrong(self) -> str:
        """The first field with something wrong in it, where the page is to open."""
        return next((field for field in self.form.faults if field), "")

    @property
    def name(self) -> str:
        """The name of who sits in, as typed."""
        return self.form.typed.get("name", "")

    @property
    def people(self) -> list[str]:
        """Who could sit in: those who played here lately."""
        return [player.name for player in self.game.club.players.lately()[:MOST_LATELY]]

    @property
    def can_change(self) -> bool:
        """Say whether anybody can sit in: not in a game that is finished."""
        return self.game.finished_at is None

    @cached_property
    def spells(self) -> list[str]:
        """Who sits or sat in for whom, in words."""
        players = self.game.table.players
        return [one.in_words(players[one.player]) for one in spells(self.game)]

    @property
    def players(self) -> list[Choice]:
        """Whose seat it can be."""
        table = self.game.table
        chosen = self.form.player
        return [
            Choice(str(number), table.players[number], number == chosen) for number in table.seats
        ]

    @property
    def rounds(self) -> list[Choice]:
        """From which round on, the next one first; a played one says which revision wrote it."""
        due = self.game.next_number
        coming = Choice(str(due), _("Round %(number)s, the next") % {"number": due}, False)
        played = [
            Choice(
                f"{played.number}:{played.revision}",
                _("Round %(number)s") % {"number": played.number},
                played.number == self.form.number,
            )
            for played in reversed(self.game.played)
        ]
        return [coming, *played]
