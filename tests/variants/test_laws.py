"""Laws that hold for every game that can be played, whatever is entered."""

import copy
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.variants import VARIANTS
from games.variants.ending import who_went_out
from games.variants.entry import (
    Entry,
    Finding,
    Kind,
    Pile,
    Question,
    plain,
    question_named,
    questions,
)
from games.variants.variant import Table, Team, checked, places, total_of
from tests.variants.build import ANCHORS, is_label, worded
from tests.variants.strategies import (
    AnyVariant,
    Dealt,
    Json,
    answers,
    broken,
    copied,
    counted,
    dealt,
    entered,
    tables,
)

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def law(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a law with so many rounds, always the same ones, however busy the machine is.

    A profile of fewer examples makes them fewer.
    """
    return settings(
        max_examples=min(examples, settings().max_examples),
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def scores(variant: AnyVariant, entry: Entry[Any, Any], table: Table[Any]) -> list[int]:
    """Return each team's score."""
    return [total_of(lines) for lines in variant.score(entry, table)]


def by_sum(variant: AnyVariant, entry: Entry[Any, Any]) -> Entry[Any, Any]:
    """Return the entry with each pile written down as a sum, as if it had not been counted."""
    piles = [one.name for one in questions(variant.column_questions) if one.kind is Kind.POINTS]
    columns = (
        replace(column, **{name: Pile(getattr(column, name).points) for name in piles})
        for column in entry.columns
    )
    return Entry(entry.round, tuple(columns))


# Scores


@every_variant
@given(data=st.data())
@law(30)
def test_the_lines_add_up_to_the_score_exactly_and_scores_are_whole(
    variant: AnyVariant, data: st.DataObject
) -> None:
    one: Dealt = data.draw(dealt(variant))
    scored = variant.score(one.entry, one.table)
    assert len(scored) == len(one.table.teams)
    for lines in scored:
        exact = sum((Decimal(line.points) for line in lines), start=Decimal(0))
        assert type(total_of(lines)) is int
        assert exact == total_of(lines)
        for line in lines:
            assert isinstance(line.points, int | Decimal)
            assert is_label(line.label)
            assert line.anchor in ANCHORS[variant.key]
            if line.count is not None and line.value is not None:
                assert line.count * line.value == line.points


@every_variant
@given(data=st.data())
@law(30)
def test_the_order_of_the_teams_and_of_their_players_does_not_matter(
    variant: AnyVariant, data: st.DataObject
) -> None:
    table = data.draw(tables(variant))
    entry = variant.read(data.draw(entered(variant, len(variant.columns(table)))), table).entry
    order = data.draw(st.permutations(range(len(table.teams))))
    players = [
        player for team in order for player in data.draw(st.permutations(table.members(team)))
    ]
    columns = order if variant.columns_are == "teams" else players
    moved_table, moved = moved_to(variant, table, entry, order, players, columns)
    before = scores(variant, entry, table)
    assert scores(variant, moved, moved_table) == [before[team] for team in order]
    found = {
        (one.severity, one.code, one.field, one.column, str(one.values))
        for one in variant.findings(entry, table)
    }
    assert {
        (
            one.severity,
            one.code,
            one.field,
            None if one.column is None else columns[one.column],
            str(one.values),
        )
        for one in variant.findings(moved, moved_table)
    } == found


def moved_to(
    variant: AnyVariant,
    table: Table[Any],
    entry: Entry[Any, Any],
    order: Sequence[int],
    players: Sequence[int],
    columns: Sequence[int],
) -> tuple[Table[Any], Entry[Any, Any]]:
    """Return table and entry with teams, players and columns listed in another order."""
    moved_table = Table(
        tuple(
            Team(
                table.teams[team].name,
                tuple(table.players[one] for one in players if table.team_of(one) == team),
            )
            for team in order
        ),
        table.options,
        tuple(players.index(player) for player in table.seats),
        None if table.first_dealer is None else players.index(table.first_dealer),
        tuple(table.starting_totals[team] for team in order) if table.starting_totals else (),
    )
    named = {
        one.name: columns.index(getattr(entry.round, one.name))
        for one in questions(variant.round_questions)
        if one.kind is Kind.COLUMN and getattr(entry.round, one.name) is not None
    }
    moved_columns = tuple(entry.columns[column] for column in columns)
    return moved_table, Entry(replace(entry.round, **named), moved_columns)


@every_variant
@given(data=st.data())
@law(30)
def test_counting_cards_by_class_is_the_same_as_entering_their_points(
    variant: AnyVariant, data: st.DataObject
) -> None:
    table = data.draw(tables(variant))
    by_class = data.draw(entered(variant, len(variant.columns(table))))
    as_sums = copied(by_class)
    piles = [one for one in questions(variant.column_questions) if one.kind is Kind.POINTS]
    for column, column_in_sums in zip(by_class["entries"], as_sums["entries"], strict=True):
        for question in piles:
            cards = data.draw(counted(question))
            values = {item.key: item.value for item in question.classes}
            total = sum((Decimal(values[key]) * cards[key] for key in cards), start=Decimal(0))
            column.pop(question.name, None)
            column[question.cards_field] = cards
            column_in_sums.pop(question.cards_field, None)
            column_in_sums[question.name] = plain(total)
    first, second = variant.read(by_class, table), variant.read(as_sums, table)
    assert second.entry == by_sum(variant, first.entry)
    assert scores(variant, first.entry, table) == scores(variant, second.entry, table)
    assert {(one.code, one.column) for one in variant.check(second, table)} <= {
        (one.code, one.column) for one in variant.check(first, table)
    }


@every_variant
@given(data=st.data())
@law(30)
def test_an_adjustment_changes_the_score_of_its_own_team_and_nothing_else(
    variant: AnyVariant, data: st.DataObject
) -> None:
    one: Dealt = data.draw(dealt(variant))
    column = data.draw(st.integers(0, len(one.entry.columns) - 1))
    step = int(question_named(variant.column_questions, "adjustment").step)
    change = step * data.draw(st.integers(-300, 300))
    changed = copied(one.data)
    own = one.entry.columns[column].adjustment
    changed["entries"][column] |= {"adjustment": own + change, "adjustment_note": "Agreed"}
    team = column if variant.columns_are == "teams" else one.table.team_of(column)
    expected = scores(variant, one.entry, one.table)
    expected[team] += change
    assert scores(variant, variant.read(changed, one.table).entry, one.table) == expected


@pytest.mark.parametrize("unopened", ["counts", "murder"])
@pytest.mark.parametrize("key", [key for key in VARIANTS if "settlement" in ANCHORS[key]])
@given(data=st.data())
@law(30)
def test_a_settlement_only_moves_points_between_the_players(
    key: str, unopened: str, data: st.DataObject
) -> None:
    variant = VARIANTS[key]
    table = data.draw(tables(variant, settlement="maal", unopened_maal=unopened))
    one: Dealt = data.draw(dealt(variant, table))
    entry = one.entry
    own = [
        score - column.adjustment
        for score, column in zip(scores(variant, entry, table), entry.columns, strict=True)
    ]
    assert sum(own) == 0
    payments = variant.payments(entry, table)
    assert len(payments) == len(own) - 1
    for payment in payments:
        assert payment.receiver == entry.round.went_out
        assert payment.points == -own[payment.payer]
        own[payment.receiver] -= payment.points
    assert own[entry.round.went_out] == 0


# Keeping


@every_variant
@given(data=st.data())
@law(30)
def test_an_entry_survives_being_written_and_read(variant: AnyVariant, data: st.DataObject) -> None:
    one: Dealt = data.draw(dealt(variant))
    written = json.loads(json.dumps(variant.write(one.entry)))
    reading = variant.read(written, one.table)
    assert reading.findings == ()
    assert reading.entry == one.entry
    assert variant.write(reading.entry) == written
    assert variant.score(reading.entry, one.table) == variant.score(one.entry, one.table)


@every_variant
@given(data=st.data())
@law(30)
def test_house_rules_written_out_in_full_are_read_as_the_same(
    variant: AnyVariant, data: st.DataObject
) -> None:
    options = data.draw(tables(variant)).options
    written = {item.name: getattr(options, item.name) for item in fields(options)}
    for seating in variant.seatings:
        assert variant.read_options(json.loads(json.dumps(written)), seating) == (options, ())


# Findings


@every_variant
@given(data=st.data())
@law(30)
def test_a_finding_names_a_question_and_a_column_that_exist_and_can_be_worded(
    variant: AnyVariant, data: st.DataObject
) -> None:
    table = data.draw(tables(variant))
    given_ = data.draw(entered(variant, len(variant.columns(table))) | broken(variant, table))
    reading = variant.read(given_, table)
    found = variant.check(reading, table)
    of_round, of_column = names(variant.round_questions), names(variant.column_questions)
    severities = [one.severity for one in found]
    assert severities == sorted(severities)
    for one in found:
        assert one.severity in ("error", "warning")
        assert one.anchor in ANCHORS[variant.key]
        assert one.column is None or 0 <= one.column < len(variant.columns(table))
        if one.code == "unknown_field":
            assert one.field not in (of_round if one.column is None else of_column)
        elif one.column is None:
            assert one.field in {None} | of_round | of_column
        else:
            assert one.field in {None} | of_column
        assert worded(one)


def names(asked: type[Any]) -> set[str | None]:
    """Return every field that holds an answer to these questions."""
    piles = (one for one in questions(asked) if one.kind is Kind.POINTS)
    return {*(one.name for one in questions(asked)), *(one.cards_field for one in piles)}


@every_variant
@given(data=st.data())
@law(80)
def test_no_entry_whatever_raises(variant: AnyVariant, data: st.DataObject) -> None:
    table = data.draw(tables(variant))
    given_: Json = data.draw(broken(variant, table))
    before = copy.deepcopy(given_)
    reading = variant.read(given_, table)
    assert len(reading.entry.columns) == len(variant.columns(table))
    assert all(isinstance(one, Finding) for one in variant.check(reading, table))
    scored = scores(variant, reading.entry, table)
    assert [type(score) for score in scored] == [int] * len(table.teams)
    variant.payments(reading.entry, table)
    variant.may_be_untouched(reading.entry)
    json.dumps(variant.write(reading.entry))
    assert repr(given_) == repr(before)


@every_variant
@given(data=st.data())
@law(30)
def test_no_house_rule_whatever_raises(variant: AnyVariant, data: st.DataObject) -> None:
    seating = data.draw(st.sampled_from(variant.seatings))
    given_ = data.draw(answers(variant.options, 2))
    options, wrong = variant.read_options(given_, seating)
    assert all(one.field in given_ for one in wrong)
    for question in questions(variant.options):
        value = getattr(options, question.name)
        if question.name not in {one.field for one in wrong}:
            assert allowed(question, value)


def allowed(question: Question, value: Any) -> bool:
    """Say whether a house rule's value is one of its range, or its default of none."""
    if question.kind is Kind.CHOICE:
        return value in dict(question.choices)
    return value is None or question.low <= value <= (question.high or 1_000_000)


# What follows from the totals


@every_variant
@given(data=st.data())
@law(30)
def test_an_opening_changes_where_it_says(variant: AnyVariant, data: st.DataObject) -> None:
    table = data.draw(tables(variant))
    number = len(table.teams)
    rows = data.draw(
        st.lists(st.tuples(*[st.integers(-3_000, 3_000).map(lambda n: 5 * n)] * number), max_size=5)
    )
    totals = table.totals(rows)
    openings = variant.opening(rows, table)
    assert len(openings) == number
    for team, opening in enumerate(openings):
        if opening.changes_at is None:
            assert opening.then is None
            continue
        assert totals[team] < opening.changes_at
        assert opening.changes_at == 0 or opening.changes_at in variant.opening_totals(table)
        for total, points in (
            (opening.changes_at - 1, opening.points),
            (opening.changes_at, opening.then),
        ):
            lifted = [*rows, tuple(total - own for own in totals)]
            by_total = variant.opening(lifted, table)[team]
            assert by_total.points == points


@every_variant
@given(data=st.data())
@law(30)
def test_who_has_more_is_placed_before_and_a_game_is_over_or_tied_never_both(
    variant: AnyVariant, data: st.DataObject
) -> None:
    table = data.draw(tables(variant))
    small = st.integers(0, 3).map(lambda n: 5 * n)
    rows = data.draw(st.lists(st.tuples(*[small] * len(table.teams)), max_size=6))
    totals = table.totals(rows)
    placed = places(totals)
    assert min(placed) == 1
    for own, place in zip(totals, placed, strict=True):
        assert place == 1 + len([other for other in totals if other > own])
    over, tied = variant.is_over(rows, table), variant.is_tied(rows, table)
    assert not (over and tied)
    assert (over or tied) == variant.is_reached(rows, table)
    assert not tied or placed.count(1) > 1
    assert not over or placed.count(1) == 1 or variant.ties_share


@every_variant
def test_everybody_deals_once_before_anybody_deals_twice(variant: AnyVariant) -> None:
    for seating in variant.seatings:
        table: Table[Any] = Table((), None, seating.alternate(), 0)
        dealers = table.dealers([None] * (2 * seating.players))
        assert set(dealers[: seating.players]) == set(range(seating.players))
        assert dealers[seating.players :] == dealers[: seating.players + 1]


# Questions


@every_variant
def test_every_question_has_a_label_and_a_rule_and_what_it_is_worth(variant: AnyVariant) -> None:
    options = {one.name for one in questions(variant.options)}
    for asked in (variant.round_questions, variant.column_questions, variant.options):
        for question in questions(asked):
            assert is_label(question.label)
            assert question.anchor in ANCHORS[variant.key]
            assert not isinstance(question.worth, str) or question.worth in options
            assert bool(question.choices) == (question.kind is Kind.CHOICE)
            assert bool(question.classes) == (question.kind is Kind.POINTS)


@every_variant
@law(200)
@given(data=st.data())
def test_who_goes_out_with_the_whole_checklist_is_not_warned_and_nobody_else_is(
    variant: AnyVariant, data: st.DataObject
) -> None:
    one: Dealt = data.draw(dealt(variant))
    checklist = variant.going_out(one.table)
    warned = {
        finding.code
        for finding in variant.findings(one.entry, one.table)
        if finding.code in {item.code for item in checklist}
    }
    out = who_went_out(one.entry.round)
    missing = () if out is None else checked(checklist, one.entry, out)
    assert warned == {check.item.code for check in missing if check.is_missing}
    if out is not None:
        ticked = all(check.is_met for check in missing if check.item.fields)
        assert ticked == (not warned)


@every_variant
def test_every_item_of_the_checklist_names_fields_of_the_entry(variant: AnyVariant) -> None:
    for seating in variant.seatings:
        options, _wrong = variant.read_options({}, seating)
        table: Table[Any] = Table((), options, seating.alternate())
        for item in variant.going_out(table):
            assert is_label(item.label)
            assert item.anchor in ANCHORS[variant.key]
            assert set(item.fields) <= names(variant.column_questions)
            assert (item.warning == "") == (item.fields == ())


# Values


@pytest.mark.parametrize(
    "module",
    [module for name, module in sorted(sys.modules.items()) if name.startswith("games.variants.")],
    ids=lambda module: module.__name__,
)
def test_what_is_handed_around_cannot_be_changed(module: ModuleType) -> None:
    for value in vars(module).values():
        if isinstance(value, type) and is_dataclass(value):
            assert "__slots__" in vars(value)
            blank = object.__new__(value)
            with pytest.raises(FrozenInstanceError):
                setattr(blank, fields(value)[0].name, None)
