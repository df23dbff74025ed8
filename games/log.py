"""The log of a game in sentences: what each write did, from what to what.

A write is told with the names that people and teams had when it was made.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import names, wording
from .models import Game, Revision, User
from .models.revisions import State
from .models.seasons import evening_of
from .variants.entry import Entry, Kind, Question, questions


@dataclass(frozen=True, slots=True)
class People:
    """What teams and players are called, by their numbers."""

    teams: tuple[str, ...]
    players: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> "People":
        """Return what they are called now."""
        return cls(tuple(team.name for team in game.table.teams), game.table.players)

    def before(self, revision: Revision) -> "People":
        """Return what they were called before a write."""
        setup, then = revision.before.get("setup", {}), revision.after.get("setup", {})
        teams, players = tuple(setup.get("teams", self.teams)), list(self.players)
        for old, new in zip(setup.get("seats", ()), then.get("seats", ()), strict=True):
            players[old["number"]] = old.get("player", self.players[new["number"]])
        return People(teams, tuple(players))


ABOUT_ROUNDS = (
    Revision.Kind.RECORD,
    Revision.Kind.CORRECT,
    Revision.Kind.INSERT,
    Revision.Kind.DELETE_ROUND,
)
"""The writes that are each about one round."""

FEW = 2
"""As many teams, or changes, are named where there is little room."""


# ---- one write


def says(revision: Revision, people: People | None = None, *, brief: bool = False) -> str:
    """Return in words what a write did, with its figures; `brief` as there is room on a phone."""
    people = people or People.of(revision.game)
    taken_back = revision.undoes
    if revision.kind == Revision.Kind.UNDO and taken_back is not None:
        before = people.before(revision)
        return _("taken back: %(what)s") % {"what": title(taken_back, before, brief=brief)}
    if revision.kind == Revision.Kind.REDO and taken_back is not None and taken_back.undoes:
        again = title(taken_back.undoes, people, brief=brief)
        return _("done again: %(what)s") % {"what": again}
    if revision.kind in (Revision.Kind.RECORD, Revision.Kind.INSERT):
        told = title(revision, people)
        scores = _scores(revision.after, people, brief=brief)
        return _("%(what)s: %(scores)s") % {"what": told, "scores": scores} if scores else told
    return title(revision, people, brief=brief)


def title(revision: Revision, people: People | None = None, *, brief: bool = False) -> str:
    """Return what a write is called where it can be taken back or done again."""
    people = people or People.of(revision.game)
    match revision.kind:
        case Revision.Kind.RECORD:
            return _("round %(number)s saved") % {"number": round_number(revision)}
        case Revision.Kind.INSERT:
            return _("round %(number)s inserted") % {"number": round_number(revision)}
        case Revision.Kind.DELETE_ROUND:
            return _deleted(revision, people, brief=brief)
        case Revision.Kind.CORRECT:
            told = {
                "number": round_number(revision),
                "changes": _changes([*_corrections(revision, people)], brief=brief),
            }
            return _("round %(number)s corrected, %(changes)s") % told
        case Revision.Kind.SUBSTITUTE:
            return _substitute(revision, people)
        case Revision.Kind.SETUP:
            parts = [*_began(revision), *_setup(revision, people)]
            changes = names.listed(parts) or _("nothing changed")
            return _("setup changed: %(changes)s") % {"changes": changes}
        case Revision.Kind.RENAME:
            told = {"old": revision.before["player"], "new": revision.after["player"]}
            return _("%(old)s is now %(new)s") % told
    return str(Revision.Kind(revision.kind).label)


def details(revision: Revision, people: People) -> list[str]:
    """Return which answers a correction changed, from what to what."""
    if revision.kind != Revision.Kind.CORRECT:
        return []
    (before,) = revision.before["rounds"].values()
    (after,) = revision.after["rounds"].values()
    game = revision.game
    columns = people.teams if game.rules.columns_are == "teams" else people.players
    old, new = _entry(game, before), _entry(game, after)
    return [
        *_answers(None, old.round, new.round, columns),
        *(
            said
            for name, one, other in zip(columns, old.columns, new.columns, strict=True)
            for said in _answers(name, one, other, columns)
        ),
    ]


def round_number(revision: Revision) -> int | None:
    """Return the number that the round of a write had, if it was about one."""
    if revision.undoes is not None:
        return round_number(revision.undoes)
    if revision.kind not in ABOUT_ROUNDS:
        return None
    return next((int(number) for number in revision.after.get("rounds", {})), None)


def _scores(state: State, people: People, *, brief: bool = False) -> str:
    (snapshot,) = state["rounds"].values()
    scores = list(zip(people.teams, snapshot["scores"], strict=True))
    if brief and len(scores) > FEW:
        return _best(scores)
    return names.listed(
        [
            _("%(team)s %(points)s") % {"team": name, "points": wording.points(points)}
            for name, points in scores
        ]
    )


def _best(scores: Sequence[tuple[str, int]]) -> str:
    """Return who has scored most in a round; empty where too many have to be named."""
    most = max(points for _name, points in scores)
    best = [name for name, points in scores if points == most]
    if len(best) > FEW:
        return ""
    told = {"teams": names.in_sentence(best), "points": wording.points(most)}
    return _("%(teams)s best with %(points)s") % told


def _deleted(revision: Revision, people: People, *, brief: bool) -> str:
    number = round_number(revision)
    scores = _scores(revision.before, people, brief=brief)
    if not scores:
        return _("round %(number)s deleted") % {"number": number}
    return _("round %(number)s deleted (%(scores)s)") % {"number": number, "scores": scores}


def _changes(changes: Sequence[str], *, brief: bool) -> str:
    if brief and len(changes) > FEW:
        words = ngettext("%(number)s change", "%(number)s changes", len(changes))
        return words % {"number": len(changes)}
    return names.listed(changes) or _("no score changed")


def _corrections(revision: Revision, people: People) -> Iterator[str]:
    (before,) = revision.before["rounds"].values()
    (after,) = revision.after["rounds"].values()
    for name, old, new in zip(people.teams, before["scores"], after["scores"], strict=True):
        if old != new:
            yield _from_to(name, wording.points(old), wording.points(new))
    if before["dealer"] != after["dealer"]:
        dealers = [_dealt(one["dealer"], people) for one in (before, after)]
        yield _("dealer from %(old)s to %(new)s") % dict(zip(("old", "new"), dealers, strict=True))


def _player(number: int | None, people: People) -> str:
    return _("nobody") if number is None else people.players[number]


def _dealt(number: int | None, people: People) -> str:
    return _("“in turn”") if number is None else people.players[number]


def _from_to(what: str, old: str, new: str) -> str:
    return _("%(what)s %(old)s to %(new)s") % {"what": what, "old": old, "new": new}


def _otherwise(what: str, question: Question, old: str, new: str) -> str:
    """Return how an answer changed; one that was chosen is read as it stands on the page."""
    if question.kind is Kind.CHOICE:
        told = {"what": what, "old": old, "new": new}
        return _("%(what)s from “%(old)s” to “%(new)s”") % told
    return _("%(what)s from %(old)s to %(new)s") % {"what": what, "old": old, "new": new}


def _quoted(question: Question) -> str:
    return _("“%(label)s”") % {"label": _(question.label)}


def _substitute(revision: Revision, people: People) -> str:
    ((number, name),) = revision.after["sitting"].items()
    told = {"player": people.players[int(number)], "name": name, "number": revision.after["from"]}
    if name is None:
        return _("%(player)s plays again from round %(number)s on") % told
    return _("%(name)s sits in for %(player)s from round %(number)s on") % told


def _setup(revision: Revision, people: People) -> Iterator[str]:
    """Yield what changed in the setup, part by part; `people` are those after the write."""
    old, new = revision.before["setup"], revision.after["setup"]
    before = people.before(revision)
    if "name" in new:
        yield _from_to(_("name"), old["name"] or _("none"), new["name"] or _("none"))
    yield from _seats(old.get("seats", ()), new.get("seats", ()), people)
    if "teams" in new and len(people.players) > len(people.teams):
        usual = [[names.team_of(own) for own in _partners(told)] for told in (before, people)]
        for one, other in zip(old["teams"], new["teams"], strict=True):
            # A team that is called after its players is told with them.
            if one != other and not (one in usual[0] and other in usual[1]):
                yield _("%(old)s is now %(new)s") % {"old": one, "new": other}
    if "first_dealer" in new:
        yield from _first_dealer(old, new, before, people)
    if "starting_totals" in new:
        totals = zip(people.teams, old["starting_totals"], new["starting_totals"], strict=True)
        for name, one, other in totals:
            if one != other:
                what = _("starting total of %(team)s") % {"team": name}
                yield _from_to(what, wording.points(one), wording.points(other))
    if "options" in new:
        yield from _options(revision.game, old["options"], new["options"])


def _began(revision: Revision) -> Iterator[str]:
    """Yield on which day the game began, if that is another one."""
    if "started_at" in revision.after:
        days = [_day(revision, told) for told in (revision.before, revision.after)]
        yield _from_to(_("day"), *days)


def _day(revision: Revision, state: State) -> str:
    began = datetime.fromisoformat(state["started_at"])
    return wording.day(evening_of(began, revision.game.club))


def _partners(people: People) -> Iterator[tuple[str, ...]]:
    each = len(people.players) // len(people.teams)
    for number in range(len(people.teams)):
        yield people.players[number * each : (number + 1) * each]


def _first_dealer(old: State, new: State, before: People, people: People) -> Iterator[str]:
    """Yield who deals first, unless that is the same person with another number."""
    seats = zip(old.get("seats", ()), new.get("seats", ()), strict=True)
    moved = {one["number"]: other["number"] for one, other in seats}
    was, is_ = old["first_dealer"], new["first_dealer"]
    if moved.get(was, was) != is_:
        yield _from_to(_("first dealer"), _player(was, before), _player(is_, people))


def _seats(
    old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]], people: People
) -> Iterator[str]:
    for one, other in zip(old, new, strict=True):
        if "player" in one:
            yield _("%(old)s is now %(new)s") % {"old": one["player"], "new": other["player"]}
    if any(one["place"] != other["place"] for one, other in zip(old, new, strict=True)):
        order = [people.players[one["number"]] for one in sorted(new, key=lambda one: one["place"])]
        yield _("seats %(names)s") % {"names": names.listed(order)}


def _options(game: Game, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for question in questions(game.rules.options):
        if old[question.name] != new[question.name]:
            values = [wording.answer(question, one[question.name], ()) for one in (old, new)]
            yield _otherwise(_quoted(question), question, *values)


def _entry(game: Game, snapshot: Mapping[str, Any]) -> Entry[Any, Any]:
    upgraded = game.rules.upgrade(snapshot["entry"], snapshot["schema"])
    return game.rules.read(upgraded, game.table).entry


def _answers(name: str | None, old: Any, new: Any, columns: Sequence[str]) -> Iterator[str]:
    for question in questions(type(old)):
        one, other = getattr(old, question.name), getattr(new, question.name)
        if one != other:
            label = _quoted(question) if name is None else f"{name}, {_quoted(question)}"
            values = [wording.answer(question, it, columns) for it in (one, other)]
            yield _otherwise(label, question, *values)


# ---- the whole log


@dataclass(frozen=True, slots=True)
class Item:
    """One write in the log; `round` is the number that its round has now, if it is still there."""

    number: int
    at: datetime
    who: str
    says: str
    details: list[str]
    undone: bool
    round: int | None


def items(game: Game, reader: User | None) -> list[Item]:
    """Return every write to a game, the latest first."""
    revisions = list(game.revisions.select_related("undoes__undoes").order_by("number"))
    people, phones, zone = People.of(game), _phones(revisions), ZoneInfo(game.club.time_zone)
    found = []
    later: list[tuple[int, bool]] = []
    for revision in reversed(revisions):
        for one in (revision, revision.undoes, revision.undoes and revision.undoes.undoes):
            if one is not None:
                one.game = game
        told = says(revision, people)
        found.append(
            Item(
                number=revision.number,
                at=timezone.localtime(revision.at, zone),
                who=_who(revision, reader, phones),
                says=wording.begun(told),
                details=details(revision, people),
                # What was taken back and then done again was not, and says so by itself.
                undone=revision.undone and revision.kind != Revision.Kind.UNDO,
                round=_now(revision, later),
            )
        )
        people = people.before(revision)
        later = [*_moves(revision), *later]
    return found


def _phones(revisions: Sequence[Revision]) -> dict[object, int]:
    """Number the accounts that wrote, in the order of their first writes."""
    seen = dict.fromkeys(revision.by_id for revision in revisions if revision.by_id)
    return {account: number for number, account in enumerate(seen, start=1)}


def _who(revision: Revision, reader: User | None, phones: Mapping[object, int]) -> str:
    if revision.by_id is None:
        return ""
    if reader is not None and revision.by_id == reader.pk:
        return _("you")
    return _("phone %(number)s") % {"number": phones[revision.by_id]}


def _moves(revision: Revision) -> Iterator[tuple[int, bool]]:
    """Yield the rounds that a write took out, from the last, and put in, from the first."""
    before, after = (state.get("rounds", {}) for state in (revision.before, revision.after))
    numbers = sorted(map(int, after))
    others = Revision.Kind.REPLACE in _kinds(revision)
    for number in reversed(numbers):
        there, then = before[str(number)] is not None, after[str(number)] is not None
        if there and (others or not then):
            yield number, False
    for number in numbers:
        there, then = before[str(number)] is not None, after[str(number)] is not None
        if then and (others or not there):
            yield number, True


def _kinds(revision: Revision) -> Iterator[str]:
    """Yield what a write is, and what it takes back, if it takes something back."""
    yield revision.kind
    if revision.undoes is not None:
        yield from _kinds(revision.undoes)


def _now(revision: Revision, later: Sequence[tuple[int, bool]]) -> int | None:
    """Return the number that the round of a write has after all later ones, None if it is gone."""
    number = round_number(revision)
    if number is None or revision.after.get("rounds", {}).get(str(number)) is None:
        return None
    for moved, put_in in later:
        if moved == number and not put_in:
            return None
        if put_in and moved <= number:
            number += 1
        elif not put_in and moved < number:
            number -= 1
    return number
