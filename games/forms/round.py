"""A round as a form: what was typed, what it means, and what is found in it.

The form holds no rule of its own. It turns text into plain JSON; the variant reads and judges it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.http import QueryDict

from games import names
from games.models import Draft, Game
from games.models.drafts import DEALER, Moves, Text, mark_of
from games.models.judging import UNKNOWN_DEALER, untouched
from games.variants.entry import (
    Entry,
    Finding,
    Kind,
    Pile,
    Question,
    Reading,
    _,
    error,
    questions,
)

from .numbers import as_json
from .seats import moved_since
from .submission import submission_of

if TYPE_CHECKING:
    from uuid import UUID

CONTROLS = frozenset(
    (
        *("csrfmiddlewaretoken", "submission", "revision", "setup", "seats"),
        *("keep", "round", "attempted", "insert", "typing"),
    )
)
BASE = "base-"
TICKED = "yes"


class RoundForm:
    """One round being entered or corrected, `texts` with a text for each column and WHOLE."""

    def __init__(
        self,
        game: Game,
        texts: Mapping[int, Text],
        kept: Sequence[str] = (),
        strangers: Sequence[str] = (),
        *,
        attempted: bool = False,
    ) -> None:
        self.game, self.variant, self.table = game, game.rules, game.table
        self.texts = {column: dict(texts.get(column, {})) for column in columns_of(game)}
        self.kept = frozenset(kept)
        self.strangers = tuple(strangers)
        self.attempted = attempted
        self.bases = {column: mark_of(text) for column, text in self.texts.items()}
        self.page: UUID | None = None
        self.typing = ""

    @classmethod
    def posted(cls, game: Game, data: QueryDict) -> "RoundForm":
        """Make a form from what a browser sent; fields that nobody asked for are found out."""
        texts: dict[int, Text] = {column: {} for column in columns_of(game)}
        known = {name: column for column in texts for name in field_names(game, column)}
        strangers = []
        for name in data:
            value = names.writable(str(data.get(name)).strip())
            if name in known:
                if value:
                    texts[known[name]][name] = value
            elif name not in CONTROLS and not name.startswith(BASE):
                strangers.append(name)
        kept, attempted = data.getlist("keep"), "attempted" in data
        form = cls(game, texts, kept, strangers, attempted=attempted)
        form.bases = {column: str(data.get(base_name(column), mark_of({}))) for column in texts}
        form.page = submission_of(data)
        if moves := moved_since(game, str(data.get("seats", ""))):
            form.follow(moves)
        return form

    @classmethod
    def of_draft(cls, game: Game) -> "RoundForm":
        """Make a form from what has been typed of the next round so far."""
        return cls(game, {draft.column: draft.text for draft in game.drafts.all()})

    @classmethod
    def of_entry(
        cls,
        game: Game,
        entry: Entry[Any, Any],
        kept: Sequence[str],
        dealer: int | None = None,
    ) -> "RoundForm":
        """Make a form from a round as it was recorded, every answer written out."""
        texts = {Draft.WHOLE: dict(_typed(game, entry.round, Draft.WHOLE))}
        if dealer is not None:
            texts[Draft.WHOLE][DEALER] = str(dealer)
        for column, answers in enumerate(entry.columns):
            texts[column] = dict(_typed(game, answers, column))
        return cls(game, texts, kept, attempted=True)

    def follow(self, moves: Moves) -> None:
        """Let what was typed go along with players who have changed places since."""
        self.texts = {moves.column(one): moves.text(one, text) for one, text in self.texts.items()}
        self.kept = frozenset(moves.key(key) for key in self.kept)
        # How the columns stood was marked under their old numbers, so nothing is known of that now.
        self.bases = {column: mark_of({}) for column in self.texts}

    # ---- what others type of it meanwhile

    def is_touched(self, column: int) -> bool:
        """Say whether a column was changed since this phone last knew how it stands.

        `bases` marks how each column stood then; a form made from what is kept knows its own texts.
        """
        return mark_of(self.texts[column]) != self.bases[column]

    def seen(self) -> frozenset[str]:
        """Return marks of all that this phone has shown: what it sends, and how columns stood."""
        return frozenset((*map(mark_of, self.texts.values()), *self.bases.values()))

    def know(self, standing: Mapping[int, Text]) -> None:
        """Take note of how columns stand now."""
        self.bases |= {column: mark_of(text) for column, text in standing.items()}

    # ---- what it means

    @cached_property
    def reading(self) -> Reading[Any, Any]:
        """What was typed, as the variant reads it."""
        data = self._answers(Draft.WHOLE)
        ended, _colon, column = str(data.get("ended_by", "")).partition(":")
        if column:
            data["ended_by"], data["went_out"] = ended, as_json(column)
        columns = range(len(self.variant.columns(self.table)))
        data["entries"] = [self._answers(column) for column in columns]
        return self.variant.read(data, self.table)

    @property
    def dealer(self) -> int | None:
        """Who dealt, if this round has its own dealer; None if the deal went on in turn."""
        dealer = as_json(self.texts[Draft.WHOLE].get(DEALER, ""))
        known = isinstance(dealer, int) and 0 <= dealer < len(self.table.players)
        return dealer if known and isinstance(dealer, int) else None

    @property
    def entry(self) -> Entry[Any, Any]:
        """The entry; what cannot be read is its default, and an error among the findings."""
        return self.reading.entry

    def _answers(self, column: int) -> dict[str, Any]:
        """Return the answers of one column as plain JSON."""
        text, answers = self.texts[column], dict[str, Any]()
        for question in asked(self.game, column):
            typed = text.get(field_name(question.name, column))
            if typed is not None:
                answers[question.name] = self._answer(question, typed)
            counted = {
                item.key: as_json(text[name])
                for item in question.classes
                if (name := class_name(question, item.key, column)) in text
            }
            if counted:
                answers[question.cards_field] = counted
        return answers

    def _answer(self, question: Question, typed: str) -> object:
        if question.kind is Kind.YES_NO:
            return True if typed in (TICKED, "on") else typed
        if question.kind in (Kind.WHOLE, Kind.COLUMN, Kind.POINTS):
            return as_json(typed)
        return typed

    # ---- what is found in it

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Every error and warning, errors first, each fault once."""
        found = [*self.variant.check(self.reading, self.table), *self._untouched()]
        if self.dealer is None and DEALER in self.texts[Draft.WHOLE]:
            found.append(error("unknown_dealer", UNKNOWN_DEALER, "setup", DEALER))
        found += [
            error(
                "unknown_field",
                _("“%(name)s” is not a field of this round."),
                "entry",
                name=name[:40],
            )
            for name in self.strangers
        ]
        return tuple(sorted(found, key=lambda finding: finding.severity))

    def _untouched(self) -> list[Finding]:
        if self.variant.may_be_untouched(self.entry):
            return []
        return [one for one in untouched(self.game) if not self.texts[one.column or 0]]

    @property
    def findings_to_say(self) -> list[Finding]:
        """The findings that help by now: until a try to save, none about what is still blank.

        And none about the field that is being typed, since half a number is no fault.
        """
        return [
            one
            for one in self.findings
            if (self.attempted or self._is_about_typed(one)) and not self._is_being_typed(one)
        ]

    def _is_being_typed(self, finding: Finding) -> bool:
        if finding.field is None:
            return False
        column = Draft.WHOLE if finding.column is None else finding.column
        return _is_of(self.typing, field_name(finding.field, column))

    def _is_about_typed(self, finding: Finding) -> bool:
        if finding.field is None:
            return finding.code != "untouched"
        of_round = any(finding.field == one.name for one in asked(self.game, Draft.WHOLE))
        if of_round or finding.column is not None:
            return self._is_typed(finding.field, Draft.WHOLE if of_round else finding.column or 0)
        typed = [
            self._is_typed(finding.field, column)
            for column in range(len(self.variant.columns(self.table)))
        ]
        # What is too much for the deck stays so; what is still missing, another column may bring.
        return any(typed) if finding.severity == Finding.ERROR else all(typed)

    def _is_typed(self, field: str, column: int) -> bool:
        name = field_name(field, column)
        return any(_is_of(own, name) for own in self.texts[column])

    @property
    def errors(self) -> list[Finding]:
        """What must be mended before the round can be saved."""
        return [finding for finding in self.findings if finding.severity == Finding.ERROR]

    def is_valid(self) -> bool:
        """Say whether the round can be saved: no errors, and every warning kept."""
        return not self.errors and all(finding.key in self.kept for finding in self.findings)


def _is_of(own: str, name: str) -> bool:
    """Say whether a form field belongs to a field of a file: it is the same, or counts for it."""
    return own == name or own.startswith(f"{name}-")


def columns_of(game: Game) -> list[int]:
    """Return WHOLE and the number of every column."""
    return [Draft.WHOLE, *range(len(game.rules.columns(game.table)))]


def asked(game: Game, column: int) -> tuple[Question, ...]:
    """Return what this game asks about a column, or about the WHOLE round."""
    kind = game.rules.round_questions if column == Draft.WHOLE else game.rules.column_questions
    return game.rules.asked(kind, game.table.options)


def field_name(name: str, column: int) -> str:
    """Return a form field's name: the column's number and the question, or the question alone."""
    return name if column == Draft.WHOLE else f"{column}-{name}"


def base_name(column: int) -> str:
    """Return the name of the hidden field with the mark of a column."""
    return f"{BASE}round" if column == Draft.WHOLE else f"{BASE}{column}"


def class_name(question: Question, key: str, column: int) -> str:
    """Return the name of the form field that counts one class of cards."""
    return f"{field_name(question.cards_field, column)}-{key}"


def field_names(game: Game, column: int) -> Iterator[str]:
    """Yield the names of all form fields of a column."""
    if column == Draft.WHOLE:
        yield DEALER
    for question in asked(game, column):
        yield field_name(question.name, column)
        for item in question.classes:
            yield class_name(question, item.key, column)


def _typed(game: Game, answers: Any, column: int) -> Iterator[tuple[str, str]]:
    """Yield the form fields, with their texts, that would have given these answers."""
    used = {question.name for question in asked(game, column)}
    for question in questions(type(answers)):
        value, name = getattr(answers, question.name), field_name(question.name, column)
        if question.name not in used or value is None:
            continue
        if isinstance(value, Pile) and value.cards is not None:
            for key, number in value.cards:
                yield class_name(question, key, column), str(number)
        elif isinstance(value, Pile):
            yield name, str(value.points)
        elif question.kind is Kind.YES_NO:
            if value:
                yield name, TICKED
        elif value != "":
            yield name, str(value)
