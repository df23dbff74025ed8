"""What another setup changes of a game, in sentences. Nothing is written."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import names, wording
from .board import lead
from .models.seasons import evening_of
from .models.setup import Plan, Setup
from .standing import Standing, standing
from .variants.entry import Finding, Question, questions
from .variants.variant import Opening

MOST_REMARKS = 6
"""So many remarks about rounds are told; of the rest only the number."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What becomes of a game. `headline` is the gist, `sentences` are all else there is to say.

    `nothing` says that the setup stays as it is, `only_names` that nothing but names changes.
    """

    headline: str
    sentences: tuple[str, ...]
    nothing: bool
    only_names: bool

    @property
    def digest(self) -> str:
        """A short mark of what is said here."""
        return hashlib.sha256("\n".join([self.headline, *self.sentences]).encode()).hexdigest()[:16]


def changes(plan: Plan) -> Changes:
    """Return what a plan changes; SeatTakenError if somebody would sit in two seats of a round."""
    before, after = plan.states()
    if before == after:
        return Changes(_("Nothing is changed yet."), (), nothing=True, only_names=True)
    compared = Comparison(plan)
    return Changes(compared.headline, tuple(compared.sentences()), False, compared.only_names)


class Comparison:
    """A game as it stands beside the same game with another setup."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.game, self.variant = plan, plan.game, plan.game.rules
        self.now, self.then = plan.game.table, plan.table
        self.finished = plan.game.finished_at is not None

    @property
    def only_names(self) -> bool:
        """Say whether everybody keeps their seat and the rules theirs."""
        old, new = Setup.of(self.game), self.plan.setup
        return self.plan.places.who == self.now.seats and (
            (old.first_dealer, old.options, old.starting_totals)
            == (new.first_dealer, new.options, new.starting_totals)
            and new.started_at is None
        )

    @property
    def headline(self) -> str:
        """How many totals change, and how the game stands then if that changes."""
        number = len(self._totals)
        told = ngettext("%(number)s total changes.", "%(number)s totals change.", number)
        first = told % {"number": number} if number else _("No total changes.")
        return " ".join([first, *self._stands()])

    def sentences(self) -> Iterator[str]:
        """Yield all that changes for those who play, beyond the headline."""
        if self.plan.setup.started_at is not None:
            yield _("The game was then played on %(day)s.") % {"day": _day(self.plan)}
        yield from self._people()
        yield from self._names()
        if self._totals:
            yield self._totals_in_words
        if not self.finished:
            yield from self._openings()
        yield from self._deals()
        yield from self._newly_asked()
        yield from self._remarks()

    def _newly_asked(self) -> Iterator[str]:
        """Yield what the rounds played so far were never asked, and are scored without."""
        old, new = self.now.options, self.then.options
        asked = [
            _("“%(label)s”") % {"label": _(question.label)}
            for kind in (self.variant.round_questions, self.variant.column_questions)
            for question in questions(kind)
            if question.used(new) and not question.used(old)
        ]
        if asked and self.game.played:
            message = _(
                "The rounds so far were not asked for %(labels)s, and count as if the answer "
                "were no. Correct those where it was yes."
            )
            yield message % {"labels": names.listed(asked)}

    # ---- who plays

    def _people(self) -> Iterator[str]:
        who, sitting = self.plan.places.who, self.plan.setup.sitting
        for number, name in zip(who, sitting, strict=True):
            if names.same_as(old := self.now.players[number]) != names.same_as(name):
                told = {"new": name, "old": old}
                yield _("%(new)s stands in the place of %(old)s, in every round.") % told
        if self.now.in_pairs and self._parted():
            teams = names.listed([names.team_of(team.players) for team in self.then.teams])
            yield _("Partners are then: %(teams)s.") % {"teams": teams}
        if self.plan.places.who != self.now.seats:
            order = names.listed(list(sitting))
            yield _("The deal then goes round in this order: %(names)s.") % {"names": order}

    def _names(self) -> Iterator[str]:
        """Yield what the game and its teams are called then, where they are called otherwise."""
        if self.plan.setup.name != self.game.name:
            told = {"name": self.plan.setup.name or _(self.variant.name)}
            yield _("The game is then called “%(name)s”.") % told
        if self.now.in_pairs:
            for now, then in zip(self.now.teams, self.then.teams, strict=True):
                if now.name != then.name and then.name != names.team_of(then.players):
                    told = {"old": now.name, "new": then.name}
                    yield _("%(old)s is then called “%(new)s”.") % told

    def _parted(self) -> bool:
        """Say whether anybody changes teams."""
        team_of = self.now.team_of
        moved = enumerate(self.plan.places.moved)
        return any(team_of(then) != team_of(now) for now, then in moved)

    # ---- the totals, and who is ahead

    @cached_property
    def _totals(self) -> list[tuple[str, int, int]]:
        """The teams whose total changes, from what to what."""
        now, then = self.now.totals(self.game.rows), self.then.totals(self.plan.rows)
        teams = [team.name for team in self.then.teams]
        return [one for one in zip(teams, now, then, strict=True) if one[1] != one[2]]

    @property
    def _totals_in_words(self) -> str:
        changed = [
            _("%(what)s %(old)s to %(new)s")
            % {"what": name, "old": wording.points(old), "new": wording.points(new)}
            for name, old, new in self._totals
        ]
        return f"{names.listed(changed)}."

    def _stands(self) -> Iterator[str]:
        """Yield how the game stands then, if another is ahead or the game ends otherwise."""
        now = standing(self.variant, self.now, self.game.rows, finished=self.finished)
        then = standing(self.variant, self.then, self.plan.rows, finished=self.finished)
        if (now.state, now.ahead) == (then.state, then.ahead) or not then.played:
            return
        told = {"standing": self._headline(then)}
        if now.state == "over" != then.state:
            yield _("The game is then not over any more: %(standing)s") % told
        elif then.state == "over" != now.state:
            yield _("The game is then over: %(standing)s") % told
        else:
            yield _("Then %(standing)s") % told

    def _headline(self, then: Standing) -> str:
        if headline := then.headline(self.then):
            return headline
        totals = self.then.totals(self.plan.rows)
        told = [self.then.teams[number].name for number in then.ahead]
        others = [total for number, total in enumerate(totals) if number != then.ahead[0]]
        if len(told) > 1:
            values = {"teams": names.in_sentence(told), "total": wording.points(then.best)}
            return _("%(teams)s are level at %(total)s.") % values
        return _("%(team)s %(leads)s.") % {"team": told[0], "leads": lead(then.best - max(others))}

    # ---- the round that is played now

    def _openings(self) -> Iterator[str]:
        now = self.variant.opening(self.game.rows, self.now)
        then = self.variant.opening(self.plan.rows, self.then)
        changed = [
            (team.name, {"old": _opens_with(old), "new": _opens_with(new)})
            for team, old, new in zip(self.then.teams, now, then, strict=True)
            if _opens_with(old) != _opens_with(new)
        ]
        told = [values for _name, values in changed]
        if len(told) == len(self.then.teams) and all(values == told[0] for values in told):
            yield _("Everybody then opens with %(new)s instead of %(old)s.") % told[0]
            return
        for name, values in changed:
            sentence = _("%(team)s then opens with %(new)s instead of %(old)s.")
            yield sentence % {**values, "team": name}

    def _deals(self) -> Iterator[str]:
        moved, then = self.plan.places.moved, self.plan.dealers
        now = [None if number is None else moved[number] for number in self.game.dealers]
        other = [old != new for old, new in zip(now, then, strict=True)]
        if number := sum(other[:-1]):
            told = ngettext(
                "%(number)s round is then marked with another dealer.",
                "%(number)s rounds are then marked with another dealer.",
                number,
            )
            yield told % {"number": number}
        if other[-1] and not self.finished:
            yield self._deals_next(then[-1])

    def _deals_next(self, dealer: int | None) -> str:
        told: dict[str, object] = {"number": self.game.next_number}
        if dealer is None:
            return _("Nobody is then named as the dealer of round %(number)s.") % told
        told["dealer"] = self.plan.sitting.get(dealer, self.then.players[dealer])
        return _("%(dealer)s then deals round %(number)s.") % told

    # ---- entries that the rules look at with other eyes

    def _remarks(self) -> Iterator[str]:
        """Yield what is found in entries then and was not before, alike ones in one sentence."""
        rounds: dict[tuple[str, str], list[str]] = {}
        columns = self.variant.columns(self.then)
        for number, finding in self._new_findings():
            told = (finding.severity, wording.sentence(finding, columns))
            rounds.setdefault(told, []).append(str(number))
        remarks = [_remark(*told, numbers) for told, numbers in rounds.items()]
        yield from remarks[:MOST_REMARKS]
        if more := len(remarks[MOST_REMARKS:]):
            told_more = ngettext(
                "%(number)s more remark on entries is not shown here.",
                "%(number)s more remarks on entries are not shown here.",
                more,
            )
            yield told_more % {"number": more}

    def _new_findings(self) -> Iterator[tuple[int, Finding]]:
        """Yield each finding that stands in a round then, and stood not, nor was kept."""
        column_now = {then: now for now, then in enumerate(self._column_then)}
        entries = zip(self.game.played, self.game.entries, self.plan.entries, strict=True)
        for played, old, new in entries:
            known = {
                (finding.severity, finding.code, finding.column)
                for finding in self.variant.findings(old, self.now)
            }
            for finding in self.variant.findings(new, self.then):
                column = None if finding.column is None else column_now[finding.column]
                if (finding.severity, finding.code, column) not in known:
                    yield played.number, finding

    @cached_property
    def _column_then(self) -> list[int]:
        """The column of each present one then, by its number."""
        if self.variant.columns_are == "players":
            return list(self.plan.places.moved)
        return list(range(len(self.now.teams)))


def _opens_with(opening: Opening) -> str:
    if opening.words:
        return _(opening.words)
    return _("no minimum") if opening.points is None else wording.points(opening.points)


def _remark(severity: str, finding: str, numbers: list[str]) -> str:
    told = {"rounds": names.in_sentence(numbers), "finding": finding}
    number = len(numbers)
    if severity == Finding.ERROR:
        sentence = ngettext(
            "Round %(rounds)s would now be refused: %(finding)s It keeps its entry.",
            "Rounds %(rounds)s would now be refused: %(finding)s They keep their entries.",
            number,
        )
    else:
        sentence = ngettext(
            "Round %(rounds)s would now be asked about: %(finding)s It keeps its entry.",
            "Rounds %(rounds)s would now be asked about: %(finding)s They keep their entries.",
            number,
        )
    return sentence % told


# ---- two setups side by side


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of the setup that two people see differently, in words."""

    label: str
    theirs: str
    mine: str


def differences(plan: Plan) -> list[Difference]:
    """Return each part of the setup that stands otherwise in a plan than in the game."""
    game, theirs, mine = plan.game, Setup.of(plan.game), plan.setup
    one, other = game.table, plan.table
    rows = [
        (_("Name of the game"), theirs.name or _("none"), mine.name or _("none")),
        *(
            (_("Seat %(number)s") % {"number": place}, *both)
            for place, both in enumerate(zip(theirs.sitting, mine.sitting, strict=True), start=1)
        ),
        (_("First dealer"), _dealer(theirs), _dealer(mine)),
    ]
    for number, (old, new) in enumerate(zip(one.teams, other.teams, strict=True)):
        if one.in_pairs:
            label = _("Team %(number)s") % {"number": number + 1}
            rows.append((label, old.name, new.name))
        rows.append(
            (
                _("Starting total of %(team)s") % {"team": new.name},
                wording.points(one.starting_totals[number]),
                wording.points(other.starting_totals[number]),
            )
        )
    rows += [
        (_(question.label), _rule(question, theirs), _rule(question, mine))
        for question in questions(game.rules.options)
    ]
    if mine.started_at is not None:
        rows.append((_("Day"), wording.day(evening_of(game.started_at, game.club)), _day(plan)))
    return [Difference(*row) for row in rows if row[1] != row[2]]


def _day(plan: Plan) -> str:
    return wording.day(evening_of(plan.started_at, plan.game.club))


def _dealer(setup: Setup) -> str:
    return _("nobody named") if setup.first_dealer is None else setup.sitting[setup.first_dealer]


def _rule(question: Question, setup: Setup) -> str:
    return wording.answer(question, getattr(setup.options, question.name), ())
