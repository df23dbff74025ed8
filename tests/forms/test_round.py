"""A round as a form: what was typed, what it means, what is found in it."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from games.forms.round import (
    RoundForm,
    asked,
    base_name,
    class_name,
    columns_of,
    field_name,
    field_names,
)
from games.models import Draft, Game, User
from games.variants import VARIANTS
from games.variants.entry import (
    HALF,
    Entry,
    Finding,
    Kind,
    Pile,
    Question,
    question_named,
    questions,
)
from tests.build import form_of, imagined, started, typed
from tests.variants.build import table_of
from tests.variants.strategies import dealt

type Found = tuple[str, str | None, int | None]
"""Code, field and column of a finding."""

SIZES = {"bain": (2, 2), "pennies": (2, 3), "bga": (3, 2), "banakil": (3, 1), "marriage": (4, 1)}
PILES = [
    (key, question.name)
    for key, variant in VARIANTS.items()
    for question in questions(variant.column_questions)
    if question.kind is Kind.POINTS
]
COUNTS = [
    (key, question.name)
    for key, variant in VARIANTS.items()
    for question in questions(variant.column_questions)
    if question.kind is Kind.WHOLE
]


def _game(key: str, teams: int = 0, each: int = 1, **options: Any) -> Game:
    """A game of a variant, of a usual size unless another is asked for."""
    if not teams:
        teams, each = SIZES[key]
    return imagined(key, table_of(key, teams, each, **options))


def _form(key: str, *columns: Mapping[str, object], **of_round: object) -> RoundForm:
    game = _game(key)
    return form_of(game, typed(game, *columns, **of_round))


def _sent(game: Game, body: str) -> RoundForm:
    return RoundForm.posted(game, QueryDict(body))


def _question(key: str, name: str) -> Question:
    return question_named(VARIANTS[key].column_questions, name)


def _errors(form: RoundForm) -> set[Found]:
    return {(one.code, one.field, one.column) for one in form.errors}


def _warnings(form: RoundForm) -> set[Found]:
    return {
        (one.code, one.field, one.column)
        for one in form.findings
        if one.severity == Finding.WARNING
    }


def _pile(form: RoundForm, name: str, column: int = 1) -> Pile:
    pile: Pile = getattr(form.entry.columns[column], name)
    return pile


# ---- there and back


@pytest.mark.parametrize("key", sorted(VARIANTS))
@settings(max_examples=40)
@given(st.data())
def test_a_round_written_into_the_form_and_sent_back_is_the_same_round(
    key: str, data: st.DataObject
) -> None:
    round_ = data.draw(dealt(VARIANTS[key]))
    game, entry = imagined(key, round_.table), _as_asked(round_.entry, round_.table.options)
    kept = [finding.key for finding in VARIANTS[key].findings(entry, round_.table)]
    shown = RoundForm.of_entry(game, entry, kept)
    body = QueryDict(mutable=True)
    body.setlist("keep", kept)
    for text in shown.texts.values():
        body.update(text)
    sent = RoundForm.posted(game, body)
    assert sent.entry == shown.entry
    assert VARIANTS[key].write(sent.entry) == VARIANTS[key].write(entry)
    assert sent.errors == []
    assert sent.texts == shown.texts
    assert {one.key for one in sent.findings} - set(kept) <= {
        f"untouched:{column}" for column in range(len(entry.columns))
    }


def _as_asked(entry: Entry[Any, Any], options: Any) -> Entry[Any, Any]:
    """Drop the answers to what these house rules do not ask: a file may hold them, a form not."""

    def of(answers: Any) -> Any:
        return type(answers)(
            **{
                question.name: getattr(answers, question.name)
                for question in questions(type(answers))
                if question.used(options)
            }
        )

    return Entry(of(entry.round), tuple(of(answers) for answers in entry.columns))


def test_every_answer_is_written_out_so_that_nothing_is_untouched() -> None:
    game = _game("bga")
    entry = form_of(game, {"ended_by": "stock_out"}).entry
    shown = RoundForm.of_entry(game, entry, [])
    assert shown.texts[1]["1-clean_books"] == shown.texts[1]["1-meld_points"] == "0"
    assert "1-adjustment_note" not in shown.texts[1]
    assert _warnings(shown) == set()
    assert shown.attempted


# ---- points, in every way they are entered


@pytest.mark.parametrize(("key", "name"), PILES)
@pytest.mark.parametrize("text", ["10", " 10 ", "१०", "\u0661\u0660", "\uff11\uff10", "0010"])
def test_points_as_a_sum(key: str, name: str, text: str) -> None:
    form = _form(key, {}, {name: text})
    assert _pile(form, name) == Pile(10)
    assert not [one for one in form.errors if one.field == name]
    assert form.texts[1][f"1-{name}"] == text.strip()


@pytest.mark.parametrize(("key", "name"), PILES)
@pytest.mark.parametrize(
    "digits", ["1234567", "१२३४५६७", "\u0661\u0662\u0663\u0664\u0665\u0666\u0667"]
)
def test_points_counted_by_card_class(key: str, name: str, digits: str) -> None:
    question = _question(key, name)
    counts = {
        class_name(question, item.key, 1): digit
        for item, digit in zip(question.classes, digits, strict=False)
    }
    form = form_of(_game(key), counts)
    expected = sum(number * item.value for number, item in enumerate(question.classes, 1))
    assert _pile(form, name).points == expected
    assert _pile(form, name).cards == tuple(
        (item.key, number) for number, item in enumerate(question.classes, 1)
    )
    assert form.texts[1] == counts


@pytest.mark.parametrize(("key", "name"), PILES)
def test_one_class_counted_leaves_the_others_at_none(key: str, name: str) -> None:
    question = _question(key, name)
    last = question.classes[-1]
    form = form_of(_game(key), {class_name(question, last.key, 1): "4"})
    assert _pile(form, name).points == 4 * last.value


@pytest.mark.parametrize(("key", "name"), PILES)
def test_points_given_both_ways_are_refused_where_they_were_counted(key: str, name: str) -> None:
    question = _question(key, name)
    form = _form(key, {}, {name: "10", f"{question.cards_field}-twos": "1"})
    assert ("both_ways", question.cards_field, 1) in _errors(form)
    assert form.texts[1][f"1-{name}"] == "10"


@pytest.mark.parametrize("text", ["12,5", "12.5", "१२,५", "\u0661\u0662\u066b\u0665", "12,50"])
def test_half_points_are_played_in_banakil(text: str) -> None:
    form = _form("banakil", {}, {"meld_points": text})
    assert _pile(form, "meld_points").points == HALF * 25
    assert _errors(form) == set()


@pytest.mark.parametrize(("key", "name"), [pile for pile in PILES if pile[0] != "banakil"])
@pytest.mark.parametrize("text", ["12,5", "12.5", "१२,५"])
def test_half_points_are_none_elsewhere(key: str, name: str, text: str) -> None:
    form = _form(key, {}, {name: text})
    assert ("off_step", name, 1) in _errors(form)
    assert form.texts[1][f"1-{name}"] == text


NO_NUMBERS = {
    "text": "not_a_number",
    "1,200": "not_a_number",
    "1.200": "not_a_number",
    "1 200": "not_a_number",
    "1e3": "not_a_number",
    "NaN": "not_a_number",
    "Infinity": "not_a_number",
    "0x10": "not_a_number",
    "½": "not_a_number",
    "--5": "not_a_number",
    "1\0": "not_a_number",
    "[]": "not_a_number",
    str(10**30): "not_a_number",
    "9" * 5000: "not_a_number",
    str(10**29): "too_large",
    "1000005": "too_large",
    "-1000005": "too_large",
}


@pytest.mark.parametrize(("key", "name"), PILES)
@pytest.mark.parametrize(("text", "code"), NO_NUMBERS.items())
def test_points_that_are_no_number(key: str, name: str, text: str, code: str) -> None:
    form = _form(key, {}, {name: text})
    assert (code, name, 1) in _errors(form)
    assert form.texts[1][f"1-{name}"] == text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    assert not form.is_valid()


@pytest.mark.parametrize(("key", "name"), PILES)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1,5", "not_whole"),
        ("1,500", "not_a_number"),
        ("text", "not_a_number"),
        ("1e3", "not_a_number"),
        ("1\0", "not_a_number"),
        ("9" * 40, "not_a_number"),
    ],
)
def test_a_count_of_cards_that_is_no_number(key: str, name: str, text: str, code: str) -> None:
    question = _question(key, name)
    form = _form(key, {}, {name: None, f"{question.cards_field}-twos": text})
    assert (code, question.cards_field, 1) in _errors(form)
    assert class_name(question, "twos", 1) in form.texts[1]


@pytest.mark.parametrize(("key", "name"), PILES)
def test_negative_points_and_negative_counts(key: str, name: str) -> None:
    question = _question(key, name)
    assert ("negative", name, 1) in _errors(_form(key, {}, {name: "-5"}))
    assert ("negative", name, 1) in _errors(_form(key, {}, {name: "\N{MINUS SIGN}5"}))
    counted = _form(key, {}, {name: None, f"{question.cards_field}-twos": "-1"})
    assert ("negative", question.cards_field, 1) in _errors(counted)


@pytest.mark.parametrize(("key", "name"), COUNTS)
@pytest.mark.parametrize(("text", "code"), [*NO_NUMBERS.items(), ("1,5", "not_whole")])
def test_counts_that_are_no_number(key: str, name: str, text: str, code: str) -> None:
    form = _form(key, {}, {name: text})
    assert (code, name, 1) in _errors(form)
    assert getattr(form.entry.columns[1], name) == 0


@pytest.mark.parametrize(("key", "name"), COUNTS)
def test_counts_go_no_further_than_their_limits(key: str, name: str) -> None:
    question = _question(key, name)
    negative = _errors(_form(key, {}, {name: -1}))
    assert (("negative", name, 1) in negative) == (question.low == 0)
    if question.high is not None:
        assert ("too_high", name, 1) in _errors(_form(key, {}, {name: question.high + 1}))
        assert ("too_high", name, 1) not in _errors(_form(key, {}, {name: question.high}))


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_an_adjustment_may_be_negative_and_says_what_it_is_for(key: str) -> None:
    form = _form(key, {}, {"adjustment": "\N{MINUS SIGN}10", "adjustment_note": " Late again "})
    assert form.entry.columns[1].adjustment == -10
    assert form.entry.columns[1].adjustment_note == "Late again"
    assert _errors(form) == set()
    form = _form(key, {}, {"adjustment": "-10"})
    assert _errors(form) == {("note_missing", "adjustment_note", 1)}


def test_blank_fields_are_as_if_not_sent() -> None:
    form = _sent(_game("bain"), "ended_by=&0-hand_points=++&1-hand_points=%00")
    assert form.texts[Draft.WHOLE] == form.texts[0] == {}
    assert form.texts[1] == {"1-hand_points": "\N{REPLACEMENT CHARACTER}"}


def test_spaces_that_a_spreadsheet_leaves_around_a_number_do_no_harm() -> None:
    form = _sent(_game("bain"), "0-hand_points=%0950%0A&1-hand_points=%09")
    assert _pile(form, "hand_points", 0) == Pile(50)
    assert form.texts[1] == {}


def test_of_two_values_for_a_field_the_last_is_meant() -> None:
    form = _sent(_game("bain"), "1-hand_points=5&1-hand_points=50&ended_by=x&ended_by=stock_out")
    assert _pile(form, "hand_points") == Pile(50)
    assert form.entry.round.ended_by == "stock_out"


# ---- how it ended


ENDS = {
    "going_out:1": ("going_out", 1, set()),
    "going_out:१": ("going_out", 1, set()),
    "stock_out": ("stock_out", None, set()),
    "going_out": ("going_out", None, {("went_out_missing", "went_out", None)}),
    "going_out:9": ("going_out", None, {("not_a_value", "went_out", None)}),
    "going_out:-1": ("going_out", None, {("not_a_value", "went_out", None)}),
    "going_out:x": ("going_out", None, {("not_a_value", "went_out", None)}),
    "going_out:1:1": ("going_out", None, {("not_a_value", "went_out", None)}),
    "stock_out:0": ("stock_out", 0, {("went_out_present", "went_out", None)}),
    "going_out:": (None, None, {("not_a_value", "ended_by", None)}),
    ":1": (None, 1, {("not_a_value", "ended_by", None)}),
    "only_threes": (None, None, {("not_a_value", "ended_by", None)}),
    "GOING_OUT:1": (None, 1, {("not_a_value", "ended_by", None)}),
    "x" * 9000: (None, None, {("not_a_value", "ended_by", None)}),
}


@pytest.mark.parametrize("key", ["bain", "pennies", "bga"])
@pytest.mark.parametrize(("text", "expected"), ENDS.items())
def test_one_answer_says_how_it_ended_and_who_went_out(
    key: str, text: str, expected: tuple[str | None, int | None, set[Found]]
) -> None:
    form = _form(key, ended_by=text)
    ended_by, went_out, errors = expected
    assert (form.entry.round.ended_by, form.entry.round.went_out) == (ended_by, went_out)
    assert _errors(form) == errors


def test_an_end_is_needed() -> None:
    assert _errors(_form("bain", ended_by=None)) == {("required", "ended_by", None)}
    assert _errors(_form("marriage", went_out=None)) == {("required", "went_out", None)}
    assert _errors(_form("marriage", went_out="4")) == {("not_a_value", "went_out", None)}


@pytest.mark.parametrize(("text", "yes"), [("yes", True), ("on", True)])
def test_a_tick(text: str, *, yes: bool) -> None:
    assert _form("banakil", all_at_once=text).entry.round.all_at_once == yes


@pytest.mark.parametrize("text", ["no", "0", "true", "YES", "\0"])
def test_what_is_no_tick(text: str) -> None:
    assert ("not_a_value", "all_at_once", None) in _errors(_form("banakil", all_at_once=text))


# ---- what nobody asked for


@pytest.mark.parametrize("key", sorted(VARIANTS))
@pytest.mark.parametrize(
    "name", ["9-hand_points", "0-rubies", "entries", "base", "0-meld_cards", "x" * 5000, "\0", "0-"]
)
def test_unknown_fields_are_found_out(key: str, name: str) -> None:
    form = _form(key, **{name: "1"})
    assert ("unknown_field", None, None) in _errors(form)
    assert not form.is_valid()


def test_what_the_house_rules_do_not_use_is_unknown() -> None:
    game, maal = _game("marriage"), _game("marriage", 4, settlement="maal")
    seen = {"0-seen": "yes", "dublee": "yes"}
    assert _errors(form_of(game, typed(game) | seen)) == {("unknown_field", None, None)}
    form = form_of(maal, typed(maal) | seen)
    assert _errors(form) == set()
    assert form.entry.columns[0].seen
    assert form.entry.round.dublee


def test_what_the_page_itself_carries_is_no_answer() -> None:
    game = _game("bain")
    carried = dict.fromkeys(
        ["csrfmiddlewaretoken", "submission", "revision", "round", "attempted", "base-0", "base-x"],
        "1",
    )
    form = form_of(game, typed(game) | carried)
    assert form.is_valid()
    assert form.texts == form_of(game, typed(game)).texts


# ---- what is found


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_quiet_round_is_valid(key: str) -> None:
    form = _form(key)
    assert form.findings == ()
    assert form.is_valid()


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_an_untouched_column_is_a_warning(key: str) -> None:
    game = _game(key)
    fields = {name: text for name, text in typed(game).items() if not name.startswith("1-")}
    form = form_of(game, fields)
    assert ("untouched", None, 1) in _warnings(form)
    assert not form.is_valid()
    kept = RoundForm(game, form.texts, [one.key for one in form.findings])
    assert kept.is_valid()


def test_a_column_touched_with_a_nought_is_not_untouched() -> None:
    form = _form("bga", {}, {"meld_points": None, "clean_books": "0"})
    assert _warnings(form) == set()


def test_nobody_need_touch_a_round_in_which_nobody_scores() -> None:
    game = _game("banakil")
    assert form_of(game, {"ended_by": "stock_out"}).findings == ()
    assert ("untouched", None, 2) in _warnings(form_of(game, {"ended_by": "going_out:0"}))
    assert ("untouched", None, 2) in _warnings(form_of(_game("bga"), {"ended_by": "stock_out"}))


def test_a_warning_is_kept_by_its_own_column_and_an_error_by_nothing() -> None:
    columns = {"hand_points": "0"}, {"hand_points": "0"}
    game = _game("bain")
    texts = form_of(game, typed(game, *columns)).texts
    one, both = ["hands_not_counted:0"], ["hands_not_counted:0", "hands_not_counted:1"]
    assert not RoundForm(game, texts).is_valid()
    assert not RoundForm(game, texts, one).is_valid()
    assert RoundForm(game, texts, both).is_valid()
    wrong = form_of(game, typed(game, {"hand_points": "3"}))
    assert not RoundForm(game, wrong.texts, [error.key for error in wrong.findings]).is_valid()


def test_errors_come_first() -> None:
    form = _form("bain", {"hand_points": "0"}, {"hand_points": "3"})
    assert [one.severity for one in form.findings] == ["error", "warning"]


# ---- what is said, and when


def _said(form: RoundForm) -> set[str]:
    return {finding.key for finding in form.findings_to_say}


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_fresh_page_does_not_scold_about_what_is_still_blank(key: str) -> None:
    game = _game(key)
    fresh = form_of(game, {})
    assert not fresh.is_valid()
    assert _said(fresh) == set()
    tried = form_of(game, {"attempted": "yes"})
    assert _said(tried) == {finding.key for finding in tried.findings} != set()


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_whatever_is_typed_first_nothing_blank_is_scolded_about(key: str) -> None:
    game = _game(key)
    for column in columns_of(game):
        for name in field_names(game, column):
            if name.endswith("_note"):
                continue
            form = form_of(game, {name: "0"})
            for finding in form.findings_to_say:
                own = field_name(finding.field or "?", column)
                assert name == own or name.startswith(f"{own}-"), (name, finding)


def test_what_is_typed_wrong_is_said_at_once() -> None:
    assert _said(form_of(_game("bain"), {"0-meld_points": "3"})) == {"off_step:0"}
    assert _said(form_of(_game("bain"), {"0-meld_cards-twos": "x"})) == {"not_a_number:0"}
    assert _said(form_of(_game("bain"), {"0-rubies": "1"})) == {"unknown_field"}


def test_a_field_is_not_taken_for_typed_because_another_begins_like_it() -> None:
    out = {"ended_by": "going_out:0", "0-red_threes_in_foot": "0", "1-red_threes_in_foot": "0"}
    assert "red_threes_not_all_out" not in _said(form_of(_game("bain"), out))
    typed_too = out | {"0-red_threes": "3", "1-red_threes": "3"}
    assert "red_threes_not_all_out" in _said(form_of(_game("bain"), typed_too))


def test_what_is_too_much_for_the_deck_is_said_at_once() -> None:
    assert _said(form_of(_game("bain"), {"0-sevens_canastas": "2"})) == set()
    assert _said(form_of(_game("bain"), {"0-sevens_canastas": "3"})) == {"sevens_over_deck"}
    counted = form_of(_game("bain"), {"0-meld_cards-twos": "17"})
    assert _said(counted) == {"class_over_deck"}


def test_what_is_still_missing_is_said_once_all_columns_are_typed() -> None:
    first = {"ended_by": "going_out:0", "0-red_threes": "3"}
    assert "red_threes_not_all_out" not in _said(form_of(_game("bain"), first))
    second = first | {"1-red_threes": "4"}
    assert "red_threes_not_all_out" in _said(form_of(_game("bain"), second))


# ---- drafts


def _kept(form: RoundForm) -> RoundForm:
    """The form as it is made anew from the same texts, once they are kept."""
    return RoundForm(form.game, form.texts)


def test_the_mark_of_a_column_changes_with_its_text_alone() -> None:
    before, after = _kept(_form("bain")), _kept(_form("bain", {}, {"hand_points": "55"}))
    assert before.bases[0] == after.bases[0]
    assert before.bases[Draft.WHOLE] == after.bases[Draft.WHOLE]
    assert before.bases[1] != after.bases[1]
    assert before.bases == _kept(_form("bain")).bases


def test_what_was_typed_since_is_known_by_the_marks_sent_along() -> None:
    game, fields = _game("bain"), typed(_game("bain"))
    known = _kept(form_of(game, fields)).bases
    marks = {base_name(column): mark for column, mark in known.items()}
    assert marks.keys() == {"base-round", "base-0", "base-1"}
    untouched = form_of(game, fields | marks)
    assert not any(untouched.is_touched(column) for column in columns_of(game))
    form = form_of(game, fields | marks | {"1-hand_points": "55"})
    assert [column for column in columns_of(game) if form.is_touched(column)] == [1]
    form.know(form.texts)
    assert not form.is_touched(1)
    cleared = form_of(game, marks)
    assert all(cleared.is_touched(column) for column in columns_of(game))


def test_without_marks_all_that_is_typed_is_new() -> None:
    form = _form("bain", {}, {"hand_points": None})
    assert [column for column in columns_of(form.game) if form.is_touched(column)] == [-1, 0]


@pytest.mark.django_db
def test_a_draft_is_a_form_again() -> None:
    game = started(User.objects.make_silently())
    fields = {"ended_by": "going_out:1", "0-meld_points": "٣", "1-meld_cards-twos": "x"}
    sent = form_of(game, fields)
    game.fill_draft(by=None, number=1, texts=sent.texts, bases={})
    again = RoundForm.of_draft(game)
    assert again.texts == sent.texts
    assert again.bases == _kept(sent).bases
    assert not again.attempted


@pytest.mark.django_db
def test_without_a_draft_the_form_is_blank() -> None:
    game = started(User.objects.make_silently())
    assert set(map(len, RoundForm.of_draft(game).texts.values())) == {0}


# ---- names


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_two_fields_bear_one_name(key: str) -> None:
    game = _game(key, settlement="maal") if key == "marriage" else _game(key)
    names = list(_all_names(game))
    assert len(set(names)) == len(names)
    assert "1-adjustment" in names


def _all_names(game: Game) -> Iterator[str]:
    for column in columns_of(game):
        yield from field_names(game, column)


def test_the_columns_of_a_table() -> None:
    assert columns_of(_game("bga")) == [Draft.WHOLE, 0, 1, 2]
    assert columns_of(_game("banakil", 2, 2)) == [Draft.WHOLE, 0, 1, 2, 3]
    assert [question.name for question in asked(_game("marriage"), Draft.WHOLE)] == [
        "ended_by",
        "went_out",
    ]


# ---- anything at all


@pytest.mark.parametrize("key", sorted(VARIANTS))
@settings(max_examples=40)
@given(st.data())
def test_no_body_whatever_raises(key: str, data: st.DataObject) -> None:
    game = _game(key)
    names = st.sampled_from([*_all_names(game), "keep", "submission", "base-0"]) | st.text(
        max_size=5
    )
    texts = st.sampled_from([*NO_NUMBERS, *ENDS, "0", "5", "yes", "\0", "٣", "\ud800"]) | st.text()
    body = QueryDict(mutable=True)
    for name, text in data.draw(st.lists(st.tuples(names, texts), max_size=30)):
        body.appendlist(name, text)
    form = RoundForm.posted(game, body)
    written = VARIANTS[key].write(form.entry)
    assert VARIANTS[key].read(written, game.table).entry == form.entry
    assert all(finding in form.findings for finding in form.findings_to_say)
    assert not (form.is_valid() and form.errors)
