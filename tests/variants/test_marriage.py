"""Nepali Marriage, by its rules: rows of points, and the exchange called maal."""

import pytest

from games.variants.entry import questions
from games.variants.variant import Seating
from tests.variants.build import MARRIAGE, Play, is_label, shown

FOUR = MARRIAGE
MAAL = MARRIAGE.at(4, settlement="maal")
MURDER = MARRIAGE.at(4, settlement="maal", unopened_maal="murder")

# Maal of 5, 2, 13 and 10, as in the worked round; Chandra, player 2, ends it.
ASHA = {"seen": True, "tunnelas": 1}
BIKASH = {"upper_wilds": 1}
CHANDRA = {"seen": True, "main_wilds": 1, "lower_wilds": 3}
DEEPA = {"seen": True, "upper_wilds": 2, "tunnelas": 1}
PLAYERS = (ASHA, BIKASH, CHANDRA, DEEPA)


def test_the_worked_settlement() -> None:
    assert MAAL.found(*PLAYERS, went_out=2) == []
    assert MAAL.scores(*PLAYERS, went_out=2) == [-13, -32, 38, 7]


def test_the_worked_settlement_line_by_line() -> None:
    lines = MAAL.lines(*PLAYERS, went_out=2)
    assert shown(lines[0]) == [
        ("maal", 5, 4, 20),
        ("maal_of_all", None, None, -30),
        ("paid_to_winner", None, None, -3),
    ]
    assert shown(lines[1]) == [
        ("maal", 2, 4, 8),
        ("maal_of_all", None, None, -30),
        ("paid_to_winner", None, None, -10),
    ]
    assert [(one.code, one.points, one.column) for one in lines[2]] == [
        ("received", 13, 0),
        ("received", 32, 1),
        ("received", -7, 3),
    ]
    assert [lines[player][-1].label for player in (0, 1, 3)] == [
        "For having opened",
        "For not having opened",
        "For having opened",
    ]


def test_the_worked_settlement_with_murder() -> None:
    assert MURDER.scores(*PLAYERS, went_out=2) == [-11, -38, 40, 9]


def test_the_worked_settlement_with_a_dublee() -> None:
    assert MAAL.scores(*PLAYERS, went_out=2, dublee=True) == [-18, -37, 53, 2]


def test_the_payments_of_the_worked_settlement() -> None:
    entry = MAAL.variant.read(MAAL.data(*PLAYERS, went_out=2), MAAL.table).entry
    payments = MAAL.variant.payments(entry, MAAL.table)
    assert [(one.payer, one.receiver, one.points) for one in payments] == [
        (0, 2, 13),
        (1, 2, 32),
        (3, 2, -7),
    ]


# What a round is worth


@pytest.mark.parametrize(
    ("field", "worth"),
    [
        ("main_wilds", (3, 7)),
        ("upper_wilds", (2, 5, 10)),
        ("lower_wilds", (2, 5, 10)),
        ("tunnelas", (5, 15, 25)),
        ("wild_tunnelas", (15, 35)),
        ("marriages_in_hand", (10, 30)),
        ("marriages_on_table", (15, 35)),
    ],
)
def test_a_row_of_the_table_is_worth(field: str, worth: tuple[int, ...]) -> None:
    for count, points in enumerate((0, *worth)):
        assert FOUR.scores({}, {field: count}) == [30, points, 0, 0]
        row = shown(FOUR.lines({}, {field: count})[1])
        assert row == ([(field, count, None, points)] if count else [])
    assert FOUR.found({}, {field: len(worth) + 1})[0] == ("error", "too_high", field, 1)


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ({"upper_wilds": 1, "lower_wilds": 1}, 4),
        ({"wild_tunnelas": 2, "tunnelas": 1}, 40),
        ({"wild_tunnelas": 1, "tunnelas": 2}, 30),
        ({"marriages_in_hand": 1, "marriages_on_table": 1}, 25),
        ({"main_wilds": 2, "upper_wilds": 3, "lower_wilds": 2, "tunnelas": 3}, 7 + 10 + 5 + 25),
    ],
)
def test_the_rows_are_added(counts: dict[str, int], points: int) -> None:
    assert FOUR.scores({}, counts)[1] == points


def test_points_count_whether_or_not_a_contract_was_met() -> None:
    assert FOUR.scores({}, {"seen": False, "tunnelas": 2})[1] == 15
    assert FOUR.scores({}, {"seen": True, "tunnelas": 2})[1] == 15


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_who_ends_the_round_has_10_for_each_other_player(players: int) -> None:
    assert MARRIAGE.at(players).scores() == [10 * (players - 1), *[0] * (players - 1)]
    assert MARRIAGE.at(players, finish_bonus=7).scores()[0] == 7 * (players - 1)
    lines = MARRIAGE.at(players).lines(went_out=1)
    assert shown(lines[1]) == [("finish", players - 1, 10, 10 * (players - 1))]
    assert lines[0] == ()


def test_an_adjustment_is_added_after_the_settlement() -> None:
    fine = {"adjustment": -4, "adjustment_note": "Foul"}
    for play, before in ((MAAL, [-13, -32, 38, 7]), (FOUR, [5, 2, 43, 10])):
        asha, *others = PLAYERS
        assert play.scores({**asha, **fine}, *others, went_out=2) == [
            before[0] - 4,
            *before[1:],
        ]
        assert play.lines({**asha, **fine}, *others, went_out=2)[0][-1].code == "adjustment"
    assert MAAL.found({**fine, "adjustment": -3}) == []
    assert MAAL.found({"adjustment": -4}) == [("error", "note_missing", "adjustment_note", 0)]
    assert MAAL.found({"adjustment": 0.5, "adjustment_note": "Foul"}) == [
        ("error", "not_whole", "adjustment", 0)
    ]


def test_with_points_the_fields_of_maal_are_accepted_and_ignored() -> None:
    plain = FOUR.scores({}, {"tunnelas": 1}, went_out=0)
    told = FOUR.scores({"seen": False}, {"tunnelas": 1, "seen": True}, went_out=0, dublee=True)
    assert plain == told
    entry = FOUR.variant.read(FOUR.data(*PLAYERS), FOUR.table).entry
    assert FOUR.variant.payments(entry, FOUR.table) == ()


def test_maal_is_asked_about_only_where_it_is_played() -> None:
    variant = MARRIAGE.variant
    for play, names in ((FOUR, []), (MAAL, ["dublee", "seen"])):
        asked = [
            question.name
            for kind in (variant.round_questions, variant.column_questions)
            for question in variant.asked(kind, play.table.options)
        ]
        every = [
            question.name
            for kind in (variant.round_questions, variant.column_questions)
            for question in questions(kind)
        ]
        assert [name for name in every if name in ("dublee", "seen") and name in asked] == names
        assert len(asked) == len(every) - 2 + len(names)


# The settlement, and the house rules about it


def test_a_settlement_does_not_use_the_finish_bonus() -> None:
    house = MARRIAGE.at(4, settlement="maal", finish_bonus=500)
    assert house.scores(*PLAYERS, went_out=2) == [-13, -32, 38, 7]


def test_who_has_opened_pays_the_seen_payment() -> None:
    house = MARRIAGE.at(4, settlement="maal", seen_payment=5)
    assert house.scores(*PLAYERS, went_out=2) == [-15, -32, 42, 5]


def test_who_has_not_opened_pays_the_unseen_payment() -> None:
    house = MARRIAGE.at(4, settlement="maal", unseen_payment=25)
    assert house.scores(*PLAYERS, went_out=2) == [-13, -47, 53, 7]


def test_eight_pairs_add_the_dublee_bonus_to_every_payment() -> None:
    house = MARRIAGE.at(4, settlement="maal", dublee_bonus=2)
    assert house.scores(*PLAYERS, went_out=2) == [-13, -32, 38, 7]
    assert house.scores(*PLAYERS, went_out=2, dublee=True) == [-15, -34, 44, 5]


def test_murder_takes_the_maal_of_a_player_who_has_not_opened_only() -> None:
    opened = (ASHA, {**BIKASH, "seen": True}, CHANDRA, DEEPA)
    assert MURDER.scores(*opened, went_out=2) == MAAL.scores(*opened, went_out=2)
    points = MARRIAGE.at(4, unopened_maal="murder")
    assert points.scores(*PLAYERS, went_out=2) == FOUR.scores(*PLAYERS, went_out=2)


def test_who_ended_the_round_has_opened_whatever_was_ticked() -> None:
    unticked = (ASHA, BIKASH, {**CHANDRA, "seen": False}, DEEPA)
    assert MAAL.scores(*unticked, went_out=2) == [-13, -32, 38, 7]
    assert MURDER.scores(*unticked, went_out=2) == [-11, -38, 40, 9]


def test_a_payment_of_nothing_is_still_a_line_of_the_winner() -> None:
    two = MARRIAGE.at(2, settlement="maal")
    assert two.scores({}, {"seen": True, "main_wilds": 1}) == [0, 0]
    assert shown(two.lines({}, {"seen": True, "main_wilds": 1})[0]) == [("received", None, None, 0)]


def test_nobody_is_paid_until_it_is_said_who_ended_the_round() -> None:
    lines = MAAL.lines(*PLAYERS, went_out=None)
    assert lines == ((), (), (), ())


# What is found


@pytest.mark.parametrize("play", [FOUR, MAAL], ids=["points", "maal"])
def test_a_round_without_wild_cards_has_no_findings(play: Play) -> None:
    assert play.found() == []
    assert play.found(ended_by="going_out") == []
    assert play.found(ended_by=None) == []


def test_who_ended_the_round_must_be_said_and_how_is_always_the_same() -> None:
    assert FOUR.found(went_out=None) == [("error", "required", "went_out", None)]
    assert FOUR.found(went_out=4) == [("error", "not_a_value", "went_out", None)]
    assert FOUR.found(went_out=3) == []
    assert FOUR.found(ended_by="stock_out") == [("error", "not_a_value", "ended_by", None)]


@pytest.mark.parametrize(
    ("field", "high"),
    [
        ("main_wilds", 2),
        ("upper_wilds", 3),
        ("lower_wilds", 3),
        ("tunnelas", 3),
        ("wild_tunnelas", 2),
        ("marriages_in_hand", 2),
        ("marriages_on_table", 2),
    ],
)
def test_a_count_outside_its_range_is_an_error(field: str, high: int) -> None:
    assert FOUR.found({field: high}) == []
    assert ("error", "too_high", field, 0) in FOUR.found({field: high + 1})
    assert ("error", "negative", field, 3) in FOUR.found({}, {}, {}, {field: -1})
    assert FOUR.found({field: 1.5}) == [("error", "not_whole", field, 0)]
    assert FOUR.found({field: False}) == [("error", "not_a_number", field, 0)]


def test_yes_or_no_is_nothing_else() -> None:
    assert MAAL.found({"seen": 1}) == [("error", "not_a_value", "seen", 0)]
    assert MAAL.found(dublee="yes") == [("error", "not_a_value", "dublee", None)]
    assert MAAL.found({"seen": None}, dublee=None) == []


def test_a_player_shows_three_tunnelas_at_the_most() -> None:
    assert FOUR.found({}, {"tunnelas": 2, "wild_tunnelas": 2}) == [
        ("error", "too_many_tunnelas", None, 1)
    ]
    assert FOUR.found({}, {"tunnelas": 3, "wild_tunnelas": 1}) == [
        ("error", "too_many_tunnelas", None, 1)
    ]
    assert FOUR.found({"tunnelas": 3}, {"tunnelas": 1, "wild_tunnelas": 2}) == []


def test_main_wilds_and_marriages_above_three_are_an_error() -> None:
    expected = [("error", "main_wilds_over_deck", None, None)]
    assert FOUR.found({"main_wilds": 2}, {"main_wilds": 2}) == expected
    hand, table = {"marriages_in_hand": 1}, {"marriages_on_table": 1}
    assert FOUR.found({"main_wilds": 2}, hand, table) == expected


def test_all_three_main_wilds_are_a_warning_since_one_lies_under_the_stock() -> None:
    expected = [("warning", "third_main_wild", None, None)]
    assert FOUR.found({"main_wilds": 2}, {"main_wilds": 1}) == expected
    assert FOUR.found({"main_wilds": 1}, {"marriages_in_hand": 2}) == expected
    assert FOUR.found({"main_wilds": 1}, {"main_wilds": 1}) == []
    assert FOUR.found({"marriages_on_table": 1, "main_wilds": 1}) == []


@pytest.mark.parametrize("side", ["upper", "lower"])
def test_secondary_wilds_and_marriages_above_three_are_an_error(side: str) -> None:
    field = f"{side}_wilds"
    expected = [("error", f"{side}_wilds_over_deck", None, None)]
    assert FOUR.found({field: 2}, {field: 2}) == expected
    assert FOUR.found({field: 2}, {"marriages_in_hand": 1, "marriages_on_table": 1}) == expected
    assert FOUR.found({field: 2}, {"marriages_in_hand": 1}) == []
    assert FOUR.found({field: 3}) == []


@pytest.mark.parametrize(
    ("players", "possible"),
    [
        ([{"wild_tunnelas": 2}], True),
        ([{"wild_tunnelas": 1}, {"wild_tunnelas": 1}], True),
        ([{"wild_tunnelas": 2}, {"wild_tunnelas": 1}], False),
        ([{"wild_tunnelas": 1}, {"upper_wilds": 3}], True),
        ([{"wild_tunnelas": 1}, {"lower_wilds": 3}], True),
        ([{"wild_tunnelas": 1, "upper_wilds": 1}, {"lower_wilds": 1}], False),
        ([{"wild_tunnelas": 2}, {"upper_wilds": 1}], False),
        ([{"wild_tunnelas": 2}, {"lower_wilds": 1}], False),
        ([{"wild_tunnelas": 1}, {"marriages_in_hand": 1}], False),
        ([{"wild_tunnelas": 1, "marriages_on_table": 1}], False),
        ([{"wild_tunnelas": 2}, {"main_wilds": 2}], True),
        ([{"marriages_in_hand": 1, "upper_wilds": 2, "lower_wilds": 2}], True),
    ],
)
def test_wild_tunnelas_must_leave_every_card_its_three_copies(
    players: list[dict[str, int]], possible: bool
) -> None:
    expected = [] if possible else [("error", "wild_tunnelas_over_deck", None, None)]
    assert FOUR.found(*players) == expected


def test_with_maal_a_marriage_on_the_table_of_a_player_not_seen_is_a_warning() -> None:
    one = {"marriages_on_table": 1}
    assert MAAL.found({}, one) == [("warning", "marriage_unseen", "marriages_on_table", 1)]
    assert MAAL.found({}, {**one, "seen": True}) == []
    assert MAAL.found({}, {"marriages_in_hand": 1}) == []
    assert FOUR.found({}, one) == []


def test_who_ended_the_round_may_have_a_marriage_on_the_table() -> None:
    assert MAAL.found({"marriages_on_table": 1, "seen": False}, went_out=0) == []


# The table and the end


def test_two_to_five_play_each_alone() -> None:
    assert MARRIAGE.variant.seatings == tuple(Seating(players, 1) for players in (2, 3, 4, 5))
    assert MARRIAGE.variant.columns(FOUR.table) == ("Ana", "Ben", "Celia", "Dev")
    assert MARRIAGE.variant.clockwise


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_is_one_round_a_player_unless_agreed_otherwise(players: int) -> None:
    play = MARRIAGE.at(players)
    assert play.table.options.rounds == players
    rows = [tuple(range(players))] * players
    assert play.variant.is_over(rows, play.table)
    assert not play.variant.is_over(rows[1:], play.table)
    longer = MARRIAGE.at(players, rounds=7)
    assert not longer.variant.is_over(rows, longer.table)
    assert longer.variant.is_over(rows[:1] * 7, longer.table)


def test_equal_totals_share_the_win() -> None:
    rows = [(10, 10, 3, 10)] * 4
    assert FOUR.variant.is_over(rows, FOUR.table)
    assert not FOUR.variant.is_tied(rows, FOUR.table)


def test_what_opens_is_a_contract_and_no_number() -> None:
    openings = FOUR.variant.opening([(1, 2, 3, 4)], FOUR.table)
    assert [(one.points, one.changes_at) for one in openings] == [(None, None)] * 4
    assert all("pure sequence" in one.words for one in openings)
    assert FOUR.variant.opening_totals(FOUR.table) == ()


def test_the_checklist_is_the_two_contracts_in_words() -> None:
    checklist = FOUR.variant.going_out(FOUR.table)
    assert [(item.code, item.fields) for item in checklist] == [
        ("opening_contract", ()),
        ("closing_contract", ()),
    ]


def test_pairs_open_and_end_the_round_at_tables_that_pay_maal_and_are_not_named_elsewhere() -> None:
    house = FOUR.at(4, settlement="maal")
    opened, closed = house.variant.going_out(house.table)
    assert "seven pairs" in opened.label
    assert "eight pairs" in closed.label
    assert all("seven pairs" in one.words for one in house.variant.opening([], house.table))
    plain = [item.label for item in FOUR.variant.going_out(FOUR.table)]
    plain += [one.words for one in FOUR.variant.opening([], FOUR.table)]
    assert not any("pairs" in words for words in plain)
    words = house.variant.opening([], house.table)[0].words
    assert all(map(is_label, [opened.label, closed.label, words, *plain]))


@pytest.mark.parametrize(
    ("option", "given", "code"),
    [
        ("rounds", 0, "too_low"),
        ("rounds", 101, "too_high"),
        ("settlement", "money", "not_a_value"),
        ("finish_bonus", -1, "negative"),
        ("seen_payment", -1, "negative"),
        ("unseen_payment", -1, "negative"),
        ("dublee_bonus", -1, "negative"),
        ("dublee_bonus", 1_000_001, "too_large"),
        ("unopened_maal", True, "not_a_value"),
        ("target", 100, "unknown_field"),
    ],
)
def test_a_house_rule_off_its_range_is_refused(option: str, given: object, code: str) -> None:
    _options, wrong = MARRIAGE.variant.read_options({option: given}, Seating(4, 1))
    assert [(one.severity, one.code, one.field) for one in wrong] == [("error", code, option)]


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("rounds", 1),
        ("rounds", 100),
        ("finish_bonus", 0),
        ("seen_payment", 0),
        ("unseen_payment", 0),
        ("dublee_bonus", 0),
        ("settlement", "points"),
        ("unopened_maal", "counts"),
    ],
)
def test_a_house_rule_within_its_range_is_taken(option: str, given: object) -> None:
    options, wrong = MARRIAGE.variant.read_options({option: given}, Seating(4, 1))
    assert (getattr(options, option), wrong) == (given, ())


def test_the_house_rules_have_these_defaults() -> None:
    options, wrong = MARRIAGE.variant.read_options({"rounds": None}, Seating(5, 1))
    assert wrong == ()
    assert {name: getattr(options, name) for name in options.__slots__} == {
        "rounds": 5,
        "settlement": "points",
        "finish_bonus": 10,
        "seen_payment": 3,
        "unseen_payment": 10,
        "dublee_bonus": 5,
        "unopened_maal": "counts",
    }
