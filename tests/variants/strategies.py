"""Tables and rounds of any variant, made from its questions: no game is named here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from games.variants import VARIANTS
from games.variants.entry import LIMIT, Entry, Finding, Kind, Question, plain, questions
from games.variants.variant import Table, Variant
from tests.variants.build import teams_of

type Json = Any
type AnyVariant = Variant[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round of a variant at a table, in which there is no error."""

    variant: AnyVariant
    table: Table[Any]
    data: dict[str, Json]

    @property
    def entry(self) -> Entry[Any, Any]:
        """The round as the variant reads it."""
        return self.variant.read(self.data, self.table).entry


# Tables


@cache
def house_rules(variant: AnyVariant) -> st.SearchStrategy[dict[str, Json]]:
    """Return house rules within their ranges, some left at their default."""
    named = [_named(one.name, _house_rule(one)) for one in questions(variant.options)]
    return st.tuples(*named).map(dict)


def _house_rule(question: Question) -> st.SearchStrategy[Json]:
    if question.kind is Kind.CHOICE:
        return st.sampled_from([None, *dict(question.choices)])
    low, high = question.low or 0, question.high or LIMIT
    return st.sampled_from([None, None, low, high]) | st.integers(low, min(high, low + 200))


def _named(name: str, values: st.SearchStrategy[Json]) -> st.SearchStrategy[tuple[str, Json]]:
    return values.map(lambda value: (name, value))


@st.composite
def tables(draw: st.DrawFn, /, variant: AnyVariant, **fixed: Json) -> Table[Any]:
    """Draw a table of any size the variant has, by any house rules, with totals carried on."""
    seating = draw(st.sampled_from(variant.seatings))
    options, wrong = variant.read_options({**draw(house_rules(variant)), **fixed}, seating)
    assert wrong == ()
    carried = draw(st.integers(-20_000, 20_000))
    return Table(
        teams_of(seating),
        options,
        seating.alternate(),
        draw(st.sampled_from([None, *range(seating.players)])),
        tuple(5 * carried // (1 + team) for team in range(seating.teams)) if carried else (),
    )


# Rounds as people enter them


@cache
def entered(variant: AnyVariant, columns: int) -> st.SearchStrategy[dict[str, Json]]:
    """Return rounds as plain JSON, which may have errors; from the fourth column on they repeat."""
    return st.builds(
        lambda of_round, *some: {
            **of_round,
            "entries": [dict(some[column % len(some)]) for column in range(columns)],
        },
        answers(variant.round_questions, columns),
        *[answers(variant.column_questions, columns)] * min(columns, 3),
    )


def answers(asked: type[Any], columns: int) -> st.SearchStrategy[dict[str, Json]]:
    """Return answers to each question, the card points either as a sum or counted by class."""
    return st.tuples(*[answer(one, columns) for one in questions(asked)]).map(dict)


def answer(question: Question, columns: int) -> st.SearchStrategy[tuple[str, Json]]:
    """Return a field and an answer of the question's own kind."""
    match question.kind:
        case Kind.WHOLE:
            low = -4 if question.low is None else question.low
            high = 2 if question.high is None else question.high
            some = [0, 0, 0, *range(low, high + 1)]
            return _named(question.name, st.sampled_from([one * question.step for one in some]))
        case Kind.POINTS:
            return st.one_of(
                _named(question.name, points(question)),
                _named(question.cards_field, counted(question)),
            )
        case Kind.YES_NO:
            return _named(question.name, st.booleans())
        case Kind.COLUMN:
            return _named(question.name, st.sampled_from([None, *range(columns)]))
        case Kind.CHOICE:
            return _named(question.name, st.sampled_from([*dict(question.choices)]))
        case Kind.TEXT:
            return _named(question.name, st.sampled_from(["", "Late", "Für die Mühe ☕"]))


def points(question: Question) -> st.SearchStrategy[Json]:
    """Return card points in the question's steps."""
    return st.integers(0, 60).map(lambda steps: plain(steps * Decimal(question.step)))


def counted(question: Question) -> st.SearchStrategy[dict[str, int]]:
    """Return counts of some cards of each class."""
    some = st.sampled_from([0, 0, 1, 2, 4, 8])
    return st.fixed_dictionaries({item.key: some for item in question.classes})


@st.composite
def dealt(draw: st.DrawFn, /, variant: AnyVariant, table: Table[Any] | None = None) -> Dealt:
    """Draw a round without errors: what is drawn is mended until there are none."""
    at = draw(tables(variant)) if table is None else table
    data = draw(entered(variant, len(variant.columns(at))))
    for attempt in range(8):
        wrong = list(errors(variant, at, data))
        if not wrong:
            return Dealt(variant, at, data)
        for finding in wrong:
            mend(variant, data, finding, raising=attempt % 2 == 1)
    assume(not list(errors(variant, at, data)))
    return Dealt(variant, at, data)


def errors(variant: AnyVariant, table: Table[Any], data: Json) -> Iterator[Finding]:
    """Yield the errors of a round."""
    for finding in variant.check(variant.read(data, table), table):
        if finding.severity == Finding.ERROR:
            yield finding


def mend(variant: AnyVariant, data: dict[str, Json], finding: Finding, *, raising: bool) -> None:
    """Change the field that a finding names, or empty a column if it names none."""
    entries: list[dict[str, Json]] = data["entries"]
    if finding.field is None or (finding.column is None and finding.field not in data):
        fullest = max(range(len(entries)), key=lambda column: len(entries[column]))
        entries[fullest if finding.column is None else finding.column].clear()
        return
    where = data if finding.column is None else entries[finding.column]
    asked = variant.round_questions if finding.column is None else variant.column_questions
    question = next(one for one in questions(asked) if finding.field in (one.name, one.cards_field))
    before = where.pop(finding.field, None)
    where.pop(question.name, None)
    if question.kind is Kind.COLUMN and before is None:
        where[question.name] = 0
    elif question.kind is Kind.TEXT:
        where[question.name] = "Agreed"
    elif question.kind is Kind.POINTS and raising:
        where[question.name] = plain(100 * Decimal(question.step))


# Whatever else may stand in a file

NAMES = sorted(
    {"entries", "rounds"}
    | {
        name
        for variant in VARIANTS.values()
        for asked in (variant.round_questions, variant.column_questions)
        for question in questions(asked)
        for name in (question.name, question.cards_field, *(one.key for one in question.classes))
    }
)

odd: st.SearchStrategy[Json] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 400),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from([10**4000, -(10**400), LIMIT, -LIMIT - 1, "\ud800", "a\x00b", "-0", "1e9"]),
    st.sampled_from(["1e999999", "-1e999999", "1e-999999", "NaN", "sNaN", "-Infinity", "0.25"]).map(
        Decimal
    ),
    st.sampled_from(["going_out", "stock_out", "only_sevens", "6,5", "0.5", "5" * 40]),
)

junk: st.SearchStrategy[Json] = st.recursive(
    odd,
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inside, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def broken(draw: st.DrawFn, /, variant: AnyVariant, table: Table[Any]) -> Json:
    """Draw a round with junk in the place of some answers, of a column, or of all."""
    data = draw(entered(variant, len(variant.columns(table))))
    for holder in (data, *data["entries"]):
        for name in draw(st.lists(st.sampled_from([*holder, *NAMES]), max_size=3)):
            if name != "entries":
                holder[name] = draw(junk)
    if draw(st.integers(0, 3)) == 0:
        data["entries"] = draw(st.lists(junk, max_size=len(data["entries"]) + 1) | junk)
    return draw(junk) if draw(st.integers(0, 9)) == 0 else data


def copied(given: Mapping[str, Json]) -> dict[str, Json]:
    """Return a round that can be changed without changing the one given."""
    return {**given, "entries": [dict(column) for column in given["entries"]]}
