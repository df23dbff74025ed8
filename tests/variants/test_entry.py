"""What was written down: how it is read from plain JSON, what of it is refused, how it is kept."""

import json
from collections.abc import Callable, Mapping
from dataclasses import make_dataclass
from decimal import Decimal
from typing import Any

import pytest

from games.variants import VARIANTS
from games.variants.entry import (
    ADJUSTMENT,
    HALF,
    LIMIT,
    CardClass,
    Entry,
    Finding,
    Kind,
    Pile,
    Question,
    Reading,
    adjustment,
    adjustment_note,
    choice,
    error,
    limits,
    one_column,
    option,
    plain,
    points,
    question_named,
    questions,
    read_entry,
    warning,
    whole,
    yes_no,
)
from tests.variants.build import ANCHORS, BAIN, BANAKIL, BGA, MARRIAGE, PENNIES, Play, worded

TEAM = BAIN.variant.column_questions
ROUND = BAIN.variant.round_questions
NOTE = {"adjustment_note": "Agreed"}


def only(data: Any) -> list[tuple[str, str | None, int | None]]:
    """Return code, field and column of what could not be read of a round of Bain."""
    reading = BAIN.variant.read(data, BAIN.table)
    assert len(reading.entry.columns) == 2
    assert {one.severity for one in reading.findings} <= {"error"}
    assert all(worded(one) and one.anchor in ANCHORS["bain"] for one in reading.findings)
    return [(one.code, one.field, one.column) for one in reading.findings]


# Questions

CARDS = (CardClass("aces", "Aces", 20, 8),)
WAYS = (("out", "Somebody went out"), ("end", "Nobody did"))


@pytest.mark.parametrize(
    ("declare", "given", "default", "question"),
    [
        (whole, ("Books", "books"), 0, Question(Kind.WHOLE, "Books", "books", worth=5)),
        (
            points,
            ("Melded", "scoring", CARDS),
            Pile(),
            Question(Kind.POINTS, "Melded", "scoring", classes=CARDS, worth=5),
        ),
        (yes_no, ("Opened", "seen"), False, Question(Kind.YES_NO, "Opened", "seen", worth=5)),
        (one_column, ("Who?", "end"), None, Question(Kind.COLUMN, "Who?", "end", worth=5)),
        (
            choice,
            ("How?", "end", WAYS, "out"),
            "out",
            Question(Kind.CHOICE, "How?", "end", choices=WAYS, worth=5),
        ),
        (option, (4, "Rounds"), 4, Question(Kind.WHOLE, "Rounds", "house", worth=5)),
    ],
)
def test_a_question_is_declared_in_one_line(
    declare: Callable[..., Any], given: tuple[Any, ...], default: object, question: Question
) -> None:
    declared = declare(*given, worth=5)
    assert (declared.default, declared.metadata["question"]) == (default, question)


def test_the_adjustment_may_be_negative_and_is_explained_in_a_note() -> None:
    number, note = adjustment(5), adjustment_note()
    assert (number.default, note.default) == (0, "")
    assert number.metadata["question"] == Question(
        Kind.WHOLE, "Penalty or gift", "adjustment", group=ADJUSTMENT, low=None, step=5
    )
    assert note.metadata["question"] == Question(
        Kind.TEXT, "What for", "adjustment", group=ADJUSTMENT, high=200
    )


def test_every_field_is_a_question_of_its_name_in_the_order_of_the_fields() -> None:
    assert [one.name for one in questions(ROUND)] == ["ended_by", "went_out"]
    assert [one.name for one in questions(TEAM)] == [
        "sevens_canastas",
        "wild_canastas",
        "natural_canastas",
        "mixed_canastas",
        "red_threes",
        "red_threes_in_foot",
        "meld_points",
        "garbage_points",
        "hand_points",
        "adjustment",
        "adjustment_note",
    ]
    assert questions(TEAM) is questions(TEAM)


def test_a_question_is_found_by_its_name() -> None:
    question = question_named(TEAM, "hand_points")
    assert (question.kind, question.step, question.cards_field) == (Kind.POINTS, 5, "hand_cards")
    assert question_named(BANAKIL.variant.column_questions, "meld_points").step == HALF
    with pytest.raises(KeyError):
        question_named(TEAM, "luck")


def test_a_question_offers_the_usual_numbers() -> None:
    assert question_named(TEAM, "sevens_canastas").usual == (0, 1, 2)
    assert question_named(TEAM, "red_threes").usual == (0, 1, 2, 3, 4, 5, 6, 7, 8)


def test_a_pile_knows_in_which_field_it_was_given_and_what_was_counted() -> None:
    question = question_named(TEAM, "hand_points")
    written, counted = Pile(30), Pile(60, (("jokers", 1), ("aces", 0), ("eight_to_king", 1)))
    assert question.field_of(written) == "hand_points"
    assert question.field_of(counted) == "hand_cards"
    assert (written.size, written.count("jokers")) == (0, 0)
    assert (counted.size, counted.count("jokers", "eight_to_king"), counted.count("twos")) == (
        2,
        2,
        0,
    )


def test_a_kept_warning_is_remembered_by_its_code_and_column() -> None:
    assert warning("late", "Late.", "house", "adjustment", 1).key == "late:1"
    assert warning("late", "Late.", "house", "adjustment", 0).key == "late:0"
    assert error("late", "Late.", "house").key == "late"


def test_findings_carry_their_severity_and_values() -> None:
    found = error("much", "More than %(most)s.", "house", "target", most=3)
    assert (found.severity, found.values, found.column) == ("error", {"most": 3}, None)
    assert warning("much", "Much.", "house").severity == "warning"
    assert error("one", "One.", "house") == Finding("error", "one", "One.", "house")


# Reading


@pytest.mark.parametrize(
    "data",
    [
        {"ended_by": "stock_out"},
        {"ended_by": "stock_out", "entries": None, "went_out": None},
        {"ended_by": "stock_out", "entries": []},
        {"ended_by": "stock_out", "entries": [{}]},
        {"ended_by": "stock_out", "entries": [None, {}]},
        {"ended_by": "stock_out", "entries": [{"red_threes": None, "meld_points": None}, {}]},
        {"ended_by": "stock_out", "entries": ({"meld_cards": None, "adjustment_note": None}, {})},
    ],
)
def test_what_is_missing_or_null_has_its_default(data: dict[str, object]) -> None:
    reading = BAIN.variant.read(data, BAIN.table)
    assert reading.findings == ()
    assert reading.entry.round == ROUND(ended_by="stock_out")
    assert reading.entry.columns == (TEAM(), TEAM())


@pytest.mark.parametrize("data", [5, "bain", [], True, 1.5])
def test_an_entry_that_is_no_object_is_an_error(data: Any) -> None:
    assert only(data) == [("not_fields", None, None)]
    found = BAIN.variant.check(BAIN.variant.read(data, BAIN.table), BAIN.table)
    assert [(one.code, one.field) for one in found if one.severity == "error"] == [
        ("not_fields", None),
        ("required", "ended_by"),
    ]


@pytest.mark.parametrize("entries", [5, "two", {}, {"0": {}}, True, [{}, {}, {}]])
def test_entries_must_be_a_list_with_one_for_each_column(entries: object) -> None:
    data = {"ended_by": "stock_out", "entries": entries}
    assert only(data) == [("not_entries", None, None)]


@pytest.mark.parametrize("column", [5, "", [], False, 0])
def test_a_column_that_is_no_object_is_an_error_of_that_column(column: object) -> None:
    data = {"ended_by": "stock_out", "entries": [{}, column]}
    assert only(data) == [("not_fields", None, 1)]


def test_a_field_of_another_game_is_unknown_even_if_null() -> None:
    assert BAIN.found({"clean_books": None}) == [("error", "unknown_field", "clean_books", 0)]
    assert BAIN.found({}, {"seen": False}) == [("error", "unknown_field", "seen", 1)]
    assert BAIN.found(all_at_once=False) == [("error", "unknown_field", "all_at_once", None)]
    assert BAIN.found(red_threes=8) == [("error", "unknown_field", "red_threes", None)]


def test_only_card_points_are_counted_by_class() -> None:
    assert BAIN.found({"red_threes_cards": {}}) == [
        ("error", "unknown_field", "red_threes_cards", 0)
    ]


def test_points_and_cards_are_not_given_both() -> None:
    both = {"meld_points": 50, "meld_cards": {"jokers": 1}}
    assert BAIN.found({}, both) == [("error", "both_ways", "meld_cards", 1)]
    assert BAIN.found({**both, "meld_points": 0}) == [("error", "both_ways", "meld_cards", 0)]
    assert BAIN.found({**both, "meld_points": None}) == []
    assert BAIN.found({**both, "meld_cards": None}) == []
    assert BAIN.found({"meld_points": "x", "meld_cards": 5}) == [
        ("error", "both_ways", "meld_cards", 0)
    ]
    entry = BAIN.variant.read(BAIN.data(both), BAIN.table).entry
    assert entry.columns[0].meld_points == Pile()


@pytest.mark.parametrize("given", [50, "50", [50], True, 0])
def test_a_count_by_class_is_an_object(given: object) -> None:
    assert BAIN.found({"meld_cards": given}) == [("error", "not_cards", "meld_cards", 0)]


@pytest.mark.parametrize("given", [{"jokers": 1}, {}])
def test_points_are_no_object(given: object) -> None:
    assert BAIN.found({"meld_points": given}) == [("error", "not_a_number", "meld_points", 0)]


def test_a_class_that_the_game_does_not_have_is_an_error() -> None:
    found = BAIN.findings({"meld_cards": {"seven_to_king": 1}})
    assert [(one.code, one.field, one.column, one.values) for one in found] == [
        (
            "unknown_class",
            "meld_cards",
            0,
            {"label": "Melded, canastas included", "name": "seven_to_king"},
        )
    ]
    assert BANAKIL.found({"hand_cards": {"black_threes": 1}}) == [
        ("error", "unknown_class", "hand_cards", 0)
    ]


@pytest.mark.parametrize(
    ("number", "code"),
    [(1.5, "not_whole"), ("1", "not_a_number"), (True, "not_a_number"), (1e9, "too_large")],
)
def test_a_class_is_counted_in_whole_cards(number: object, code: str) -> None:
    assert BAIN.found({"meld_cards": {"aces": number}}) == [("error", code, "meld_cards", 0)]


def test_a_class_left_out_or_null_is_counted_as_none() -> None:
    reading = BAIN.variant.read(BAIN.data({"meld_cards": {"aces": None, "twos": 2.0}}), BAIN.table)
    pile = reading.entry.columns[0].meld_points
    assert (reading.findings, pile.points, pile.size) == ((), 40, 2)


@pytest.mark.parametrize("given", [490, 490.0, Decimal("490.00"), Decimal("4.9E2")])
def test_a_whole_number_may_be_written_with_a_point(given: object) -> None:
    entry = BAIN.variant.read(BAIN.data({"meld_points": given}), BAIN.table).entry
    assert entry.columns[0].meld_points == Pile(490)
    assert type(entry.columns[0].meld_points.points) is int
    assert BAIN.found({"adjustment": given, **NOTE}) == []


@pytest.mark.parametrize("given", [LIMIT, -LIMIT, float(LIMIT), Decimal("1000000.0")])
def test_a_million_may_be_entered(given: object) -> None:
    assert BAIN.found({"adjustment": given, **NOTE}) == []


@pytest.mark.parametrize(
    "given",
    [
        LIMIT + 5,
        -LIMIT - 5,
        1_000_000.5,
        10**5000,
        -(10**5000),
        1e300,
        float("inf"),
        float("-inf"),
        float("nan"),
        Decimal("1e999999"),
        Decimal("-1e999999"),
        Decimal("Infinity"),
        Decimal("NaN"),
        Decimal("sNaN"),
    ],
    ids=lambda given: f"{given:.3g}" if isinstance(given, float) else str(type(given)),
)
@pytest.mark.parametrize("field", ["adjustment", "hand_points", "red_threes"])
def test_nothing_beyond_a_million_can_be_entered(field: str, given: object) -> None:
    assert BAIN.found({field: given}) == [("error", "too_large", field, 0)]


@pytest.mark.parametrize(
    "given",
    [
        *("1e-31", "-1e-31", "1e-400", "1e-999999", "1e-2000000", "-1e-2000000"),
        "1e-999999999999999999",
        "5." + "0" * 60 + "1",
    ],
)
def test_a_number_with_far_too_many_places_is_none(given: str) -> None:
    number = Decimal(given)
    for field in ("hand_points", "red_threes", "adjustment"):
        assert BAIN.found({field: number}) == [("error", "not_a_number", field, 0)]
    assert BANAKIL.found({"hand_points": number}) == [("error", "not_a_number", "hand_points", 0)]
    assert BAIN.found({"hand_points": 1e-300}) == [("error", "not_a_number", "hand_points", 0)]


def test_a_number_with_many_places_is_off_the_step_and_a_whole_one_may_have_more() -> None:
    for given in (Decimal("1e-30"), Decimal("5." + "0" * 29 + "1")):
        assert BAIN.found({"hand_points": given}) == [("error", "off_step", "hand_points", 0)]
        assert BAIN.found({"red_threes": given}) == [("error", "not_whole", "red_threes", 0)]
    for whole_ in (Decimal("5." + "0" * 60), Decimal("0e-2000000")):
        assert BAIN.found({"red_threes_in_foot": whole_}) == []


@pytest.mark.parametrize("given", ["6", "6.5", "6,5", ".5", ",5", "6.", "0006.50", "1000000"])
def test_text_is_a_number_in_half_points_only(given: str) -> None:
    reading = BANAKIL.variant.read(BANAKIL.data({"hand_points": given}), BANAKIL.table)
    assert reading.findings == ()
    points = reading.entry.columns[0].hand_points.points
    assert points == Decimal(given.replace(",", "."))
    for field in ("hand_points", "adjustment", "red_threes"):
        assert BAIN.found({field: given}) == [("error", "not_a_number", field, 0)]
    assert BANAKIL.found({"adjustment": given}) == [("error", "not_a_number", "adjustment", 0)]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "not_a_number"),
        (".", "not_a_number"),
        ("6.5.", "not_a_number"),
        ("1,000.5", "not_a_number"),
        (" 6", "not_a_number"),
        ("+6", "not_a_number"),
        ("-6", "not_a_number"),
        ("6e3", "not_a_number"),
        ("Infinity", "not_a_number"),
        ("NaN", "not_a_number"),
        ("६", "not_a_number"),
        ("1_000", "not_a_number"),
        ("6\n", "not_a_number"),
        ("1000000.5", "too_large"),
        pytest.param("9" * 5000, "too_large", id="five thousand nines"),
    ],
)
def test_other_text_is_no_number(given: str, code: str) -> None:
    found = BANAKIL.found({"hand_points": given})
    assert found == [("error", code, "hand_points", 0)]


def test_text_may_have_any_number_of_digits() -> None:
    assert BANAKIL.found({"meld_points": "0" * 5000 + "6.5", "hand_points": 1}) == []


def test_half_points_are_exact() -> None:
    entry = BANAKIL.variant.read(
        BANAKIL.data({"meld_points": 24.5}, {"meld_points": "0,5"}), BANAKIL.table
    ).entry
    points = [column.meld_points.points for column in entry.columns]
    assert points == [Decimal("24.5"), Decimal("0.5")]
    assert {type(one) for one in points} == {Decimal}


def test_a_note_is_trimmed() -> None:
    data = BAIN.data({"adjustment": 5, "adjustment_note": "  Für die Mühe ☕ "})
    entry = BAIN.variant.read(data, BAIN.table).entry
    assert entry.columns[0].adjustment_note == "Für die Mühe ☕"


@pytest.mark.parametrize("given", ["a\nb", "a\x00", "\x7f", "a\ud800", "\x85"])
def test_a_note_holds_no_control_characters_and_no_half_of_a_pair(given: str) -> None:
    assert BAIN.found({"adjustment_note": given}) == [("error", "bad_text", "adjustment_note", 0)]


@pytest.mark.parametrize("play", [BAIN, PENNIES, BGA, BANAKIL, MARRIAGE], ids=lambda play: play.key)
def test_a_note_has_200_characters_at_most(play: Play) -> None:
    assert question_named(play.variant.column_questions, "adjustment_note").high == 200
    assert play.found({"adjustment_note": "ई" * 200}) == []
    assert play.found({"adjustment_note": f"  {'e' * 200}  "}) == []
    assert play.found({}, {"adjustment_note": "☕" * 201}) == [
        ("error", "too_long", "adjustment_note", 1)
    ]


@pytest.mark.parametrize("given", [5, True, ["Late"], {}])
def test_a_note_is_text(given: object) -> None:
    assert BAIN.found({"adjustment_note": given}) == [
        ("error", "not_a_value", "adjustment_note", 0)
    ]


@pytest.mark.parametrize("given", [-1, 2, True, 0.0, "0", [], {}])
def test_a_column_is_one_of_the_table_by_its_number(given: object) -> None:
    assert BAIN.found(went_out=given) == [("error", "not_a_value", "went_out", None)]


def test_a_column_that_a_column_names_is_one_of_the_table_too() -> None:
    asked = make_dataclass("Asked", [("partner", int | None, one_column("Who?", "end"))])
    reading: Reading[Any, Any] = read_entry(
        {"entries": [{"partner": 1}, {"partner": 2}]}, ROUND, asked, 2
    )
    assert [one.partner for one in reading.entry.columns] == [1, None]
    assert [(one.code, one.field, one.column) for one in reading.findings] == [
        ("not_a_value", "partner", 1)
    ]


@pytest.mark.parametrize("given", ["", "Stock_out", 1, True, ["stock_out"], {"stock_out": 1}])
def test_a_choice_is_one_of_its_values(given: object) -> None:
    assert BAIN.found(ended_by=given) == [("error", "not_a_value", "ended_by", None)]


@pytest.mark.parametrize("given", [0, 1, "true", "", [], {}])
def test_yes_or_no_is_true_or_false(given: object) -> None:
    assert MARRIAGE.found({"seen": given}) == [("error", "not_a_value", "seen", 0)]


def test_a_number_asked_once_for_the_round_has_its_limits_too() -> None:
    asked = make_dataclass("asked", [("hands", int, whole("Hands", "house", low=1, high=3))])
    for number, code in ((0, "too_low"), (4, "too_high")):
        found = list(limits(Entry(asked(number), ())))
        assert [(one.code, one.field, one.column) for one in found] == [(code, "hands", None)]
    assert list(limits(Entry(asked(1), ()))) == list(limits(Entry(asked(3), ()))) == []


def test_an_entry_built_in_code_lacks_what_is_required_too() -> None:
    def lacking(play: Play) -> list[tuple[str, str | None, int | None]]:
        variant, columns = play.variant, len(play.variant.columns(play.table))
        entry = Entry(variant.round_questions(), (variant.column_questions(),) * columns)
        found = variant.findings(entry, play.table)
        return [(one.code, one.field, one.column) for one in found if one.severity == "error"]

    for play in (BAIN, PENNIES, BGA, BANAKIL):
        assert lacking(play) == [("required", "ended_by", None)]
    assert lacking(MARRIAGE) == [("required", "went_out", None)]


def said(play: Play, *columns: Mapping[str, object], **of_round: object) -> list[str]:
    """Return what is said of the round, in words."""
    return [worded(one) for one in play.findings(*columns, **of_round)]


@pytest.mark.parametrize(
    ("play", "column", "sentence"),
    [
        (
            BAIN,
            {"red_threes": "x"},
            "“Red threes on the table” is not a number. Write digits only, such as 250.",
        ),
        (
            BAIN,
            {"red_threes": 1.5},
            "“Red threes on the table” must be a whole number, such as 2. Count it again.",
        ),
        (
            BAIN,
            {"garbage_points": 10**9},
            "“Garbage pile” is too large a number. The most that can be entered is 1000000.",
        ),
        (
            BAIN,
            {"sevens_canastas": -1},
            "“Sevens canastas” cannot be less than 0. Write 0 or more.",
        ),
        (
            BAIN,
            {"meld_points": 12},
            "“Melded, canastas included” must come in steps of 5, as all points of this game do.",
        ),
        (
            BAIN,
            {"meld_points": 50, "meld_cards": {"jokers": 1}},
            "Give “Melded, canastas included” either in points or as a count of cards, not both.",
        ),
        (
            BAIN,
            {"meld_cards": {"aces": -1}},
            "“Melded, canastas included”: no class can have less than 0 cards. Write 0 or more.",
        ),
        (
            BAIN,
            {"meld_cards": {"aces": 10**9}},
            (
                "“Melded, canastas included” is too large a number. "
                "The most that can be entered is 1000000."
            ),
        ),
        (
            BAIN,
            {"meld_cards": {"aces": 1.5}},
            (
                "“Melded, canastas included”: what is written for a class of cards "
                "is not a number of cards. Write digits only, such as 4."
            ),
        ),
        (
            BAIN,
            {"meld_cards": {"kings": 1}},
            "“kings” is not a class of cards that “Melded, canastas included” is counted by.",
        ),
        (
            BAIN,
            {"meld_cards": 5},
            "Give for “Melded, canastas included” the number of cards of each class.",
        ),
        (
            BAIN,
            {"adjustment": 5},
            "“What for” is empty. Say what the adjustment is for, to be read later.",
        ),
        (
            BAIN,
            {"adjustment_note": "a" * 201},
            "“What for” is too long. Write 200 characters at most.",
        ),
        (BAIN, {"adjustment_note": 5}, "“What for” must be text. Write it in words."),
        (
            BAIN,
            {"adjustment_note": "a\nb"},
            "“What for” holds a character that cannot be kept. Write it in one line.",
        ),
        (
            MARRIAGE,
            {"seen": "x"},
            "What is given for “Has opened” is not one of the answers. Choose one of them.",
        ),
        (
            MARRIAGE,
            {"main_wilds": 3},
            "“Main wilds” cannot be more than 2: the third lies under the stock.",
        ),
        (
            MARRIAGE,
            {"upper_wilds": 4},
            "“Upper wilds” cannot be more than 3: there are three copies of that card.",
        ),
    ],
)
def test_an_error_names_the_field_the_limit_and_the_reason(
    play: Play, column: Mapping[str, object], sentence: str
) -> None:
    assert sentence in said(play, column)


def test_a_house_rule_off_its_range_names_itself_and_its_limit() -> None:
    bga = BGA.variant
    _options, wrong = bga.read_options({"rounds": 101, "target": 0}, bga.seatings[0])
    assert [one.message % one.values for one in wrong] == [
        "“Rounds” cannot be more than 100.",
        "“Or play to” cannot be less than 1.",
    ]


# Every fault once


def test_every_fault_is_found_not_the_first() -> None:
    found = BAIN.found(
        {"red_threes": -1, "meld_points": 12, "luck": 1},
        {"hand_points": "ten", "mixed_canastas": 1},
        ended_by="going_out",
    )
    assert sorted(found, key=str) == [
        ("error", "melds_too_low", "meld_points", 1),
        ("error", "negative", "red_threes", 0),
        ("error", "not_a_number", "hand_points", 1),
        ("error", "off_step", "meld_points", 0),
        ("error", "unknown_field", "luck", 0),
        ("error", "went_out_missing", "went_out", None),
    ]


def test_errors_stand_before_warnings() -> None:
    found = BAIN.found({"hand_points": 0, "adjustment": 5}, {"hand_points": 0, "meld_points": 7})
    assert [severity for severity, *_rest in found] == ["error", "error", "warning", "warning"]


def test_a_field_that_cannot_be_read_is_not_found_fault_with_twice() -> None:
    assert BAIN.found({"hand_points": "x"}) == [("error", "not_a_number", "hand_points", 0)]
    cards = {"hand_points": None, "hand_cards": {"kings": 4}}
    assert BAIN.found(cards) == [("error", "unknown_class", "hand_cards", 0)]


def test_a_required_answer_that_cannot_be_read_is_not_also_missing() -> None:
    assert BAIN.found(ended_by="x") == [("error", "not_a_value", "ended_by", None)]
    assert MARRIAGE.found(went_out=9) == [("error", "not_a_value", "went_out", None)]


def test_a_fault_of_one_column_hides_nothing_of_another() -> None:
    assert BAIN.found({"hand_points": "x"}, {"hand_points": 0}) == [
        ("error", "not_a_number", "hand_points", 0),
        ("warning", "hands_not_counted", "hand_points", 1),
    ]
    assert BAIN.found({"hand_points": 0, "luck": 1}) == [
        ("error", "unknown_field", "luck", 0),
        ("warning", "hands_not_counted", "hand_points", 0),
    ]


def test_a_fault_across_fields_is_never_hidden() -> None:
    found = BAIN.found({"red_threes": 9}, {"red_threes": "x"})
    assert ("error", "red_threes_over_deck", None, None) in found
    broken = BAIN.variant.read({"ended_by": "stock_out", "entries": 1}, BAIN.table)
    assert not broken.hides(warning("late", "Late.", "house", "hand_points", 0))
    assert not broken.hides(warning("late", "Late.", "house", "went_out"))
    assert not broken.hides(warning("late", "Late.", "house"))


# Keeping


def test_answers_that_are_the_default_are_left_out() -> None:
    entry = BAIN.variant.read({"ended_by": "stock_out"}, BAIN.table).entry
    assert BAIN.variant.write(entry) == {"ended_by": "stock_out", "entries": [{}, {}]}
    nothing = BAIN.variant.read({"entries": [{"red_threes": 0, "meld_points": 0}]}, BAIN.table)
    assert BAIN.variant.write(nothing.entry) == {"entries": [{}, {}]}


def test_an_entry_is_written_as_plain_json() -> None:
    data = BANAKIL.data(
        {"meld_points": "24,50", "hand_points": 7},
        {"hand_cards": {"aces": 1, "twos": 0}, "adjustment": -2, "adjustment_note": "Late"},
        ended_by="going_out",
        went_out=0,
        all_at_once=True,
    )
    entry = BANAKIL.variant.read(data, BANAKIL.table).entry
    written = BANAKIL.variant.write(entry)
    assert written == {
        "ended_by": "going_out",
        "went_out": 0,
        "all_at_once": True,
        "entries": [
            {"meld_points": "24.5", "hand_points": 7},
            {"hand_cards": {"aces": 1, "twos": 0}, "adjustment": -2, "adjustment_note": "Late"},
        ],
    }
    assert BANAKIL.variant.read(json.loads(json.dumps(written)), BANAKIL.table).entry == entry


def test_a_count_of_no_cards_is_not_the_same_as_no_count() -> None:
    entry = BAIN.variant.read(BAIN.data({"meld_cards": {}}), BAIN.table).entry
    assert BAIN.variant.write(entry)["entries"][0] == {"meld_cards": {}, "hand_points": 50}


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (None, None),
        (0, 0),
        (-5, -5),
        (Decimal("24.50"), "24.5"),
        (Decimal("-0.5"), "-0.5"),
        (Decimal("-0.0"), 0),
        (Decimal("1E+2"), 100),
    ],
)
def test_halves_are_written_as_text_and_whole_numbers_as_numbers(
    number: int | Decimal | None, written: object
) -> None:
    assert plain(number) == written
    assert type(plain(number)) is type(written)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_an_old_entry_is_upgraded_to_the_schema_of_today(variant: Any) -> None:
    entry = {"ended_by": "going_out", "entries": [{}]}
    assert variant.upgrade(entry, variant.schema) == entry
    assert variant.schema == 1, "bring along the entries of schema 1, and say here how"
