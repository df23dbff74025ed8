"""Games of which only the totals are known: how another program's result becomes a game of ours."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games import gamefile, importing, names
from games.gamefile import Remark
from games.importing import Arrival
from games.variants import VARIANTS
from games.variants.entry import Finding
from games.variants.variant import Seating

TOLD_LENGTH = 160
PARTNERS = re.compile(r"\s*(?:&|\+|/|,|;|\band\b|\bund\b|\bet\b|\by\b)\s*", re.IGNORECASE)
"""What stands between the names of partners who share a column."""

NOISE = re.compile(r"\([^)]*\)|\b(?:the|card game|game of)\b")


class NoResultError(Exception):
    """A result cannot be read. The argument is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Side:
    """Who has a total together: a name, if there is one, and the players."""

    name: str
    players: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Evening:
    """A result as another program tells it."""

    variant: str
    sides: tuple[Side, ...]
    started: datetime | None = None
    finished: datetime | None = None
    id: str = ""
    name: str = ""


def variant_called(name: str) -> str:
    """Return the key of the game that is called so, or "" if none of ours is."""
    return _CALLED.get(_plainly(name), "")


def _plainly(name: str) -> str:
    text = unicodedata.normalize("NFKC", name).casefold().replace("&", " and ")
    return "".join(letter for letter in NOISE.sub(" ", text) if letter.isalnum())


_CALLED = {
    _plainly(called): variant.key
    for variant in VARIANTS.values()
    for called in (variant.key, variant.short, variant.name)
}


def arrived(name: str, place: str, told: str, evening: Evening) -> Arrival:
    """Return the game of a result; everything wrong with it is in the answer."""
    try:
        document = _document(evening)
    except NoResultError as wrong:
        return unreadable(name, place, told, str(wrong))
    arrival = importing.judged(name, document)
    return replace(arrival, place=place, told=shown(told), totals_only=True)


def unreadable(name: str, place: str, told: str, why: str) -> Arrival:
    """Return a result that cannot be read, and why."""
    remark = Remark(Finding.ERROR, "not_readable", None, None, None, why)
    return Arrival(name, remarks=(remark,), place=place, told=shown(told))


def passed_by(name: str, place: str, told: str, why: str) -> Arrival:
    """Return a result that is none of ours, and why."""
    return Arrival(name, place=place, told=shown(told), left_out=why)


def shown(text: str, longest: int = TOLD_LENGTH) -> str:
    """Return what stands somewhere in a file, as it can be shown and kept."""
    return names.writable(names.tidy(text))[:longest].rstrip()


def _document(evening: Evening) -> dict[str, Any]:
    """Return a result as the document of a game file: finished, with totals and no rounds."""
    variant = VARIANTS[evening.variant]
    sides = _seated(evening.sides, variant.seatings)
    if sides is None:
        raise NoResultError(
            _("%(game)s is not played by that many teams and players.") % {"game": _(variant.short)}
        )
    sides = _named(sides)
    document: dict[str, Any] = {
        "format": gamefile.FORMAT,
        "version": gamefile.VERSION,
        "variant": evening.variant,
        "teams": [{"name": side.name, "players": list(side.players)} for side in sides],
        "starting_totals": {side.name: side.total for side in sides},
        "rounds": [],
    }
    times = {
        "started": evening.started and evening.started.isoformat(),
        "finished": (at := evening.finished or evening.started) and at.isoformat(),
    }
    more = {"id": evening.id, "name": evening.name, **times}
    return {**document, **{name: value for name, value in more.items() if value}}


def _seated(sides: Sequence[Side], seatings: Sequence[Seating]) -> Sequence[Side] | None:
    """Return the sides as they can sit at a table of this game; None if they cannot.

    Where nobody says who are partners, those are who have the same total; and a column may bear the
    names of both.
    """
    for seated in (sides, _split(sides), _joined(sides)):
        sizes = {len(side.players) for side in seated}
        if len(sizes) == 1 and Seating(len(seated), sizes.pop()) in seatings:
            return seated
    return None


def _split(sides: Sequence[Side]) -> list[Side]:
    return [
        replace(side, players=tuple(parts))
        if len(side.players) == 1
        and len(parts := [one for one in PARTNERS.split(side.players[0]) if one]) > 1
        else side
        for side in sides
    ]


def _joined(sides: Sequence[Side]) -> list[Side]:
    totals = dict.fromkeys(side.total for side in sides)
    return [
        Side(
            "", tuple(name for side in sides if side.total == total for name in side.players), total
        )
        for total in totals
    ]


def _named(sides: Sequence[Side]) -> list[Side]:
    """Return the sides with names of their own: a player alone gives the name to the side."""
    players = {names.same_as(name) for side in sides for name in side.players}
    taken = set(players)
    named = []
    for side in sides:
        name = names.trimmed(side.name)
        if len(side.players) == 1:
            name = side.players[0]
        elif not name or names.fault(name) or names.same_as(name) in taken:
            name = names.team_of(side.players)
        taken.add(names.same_as(name))
        named.append(replace(side, name=name))
    return named
