"""The entry page of a round, as it is given to its template."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from games.forms.page import Cell, EntryPage, Group, QuestionRow, Slot
from games.forms.round import RoundForm, columns_of, field_names
from games.models import Game
from games.variants import VARIANTS
from games.variants.entry import Finding
from games.variants.variant import Seating
from tests.build import form_of, imagined, typed
from tests.variants.build import ANCHORS, table_of

type Columns = Sequence[Mapping[str, object]]

RULES = "/rules/x/"
TABLES = [
    (key, seating, {"settlement": how} if key == "marriage" else {})
    for key, variant in VARIANTS.items()
    for seating in variant.seatings
    for how in (("points", "maal") if key == "marriage" else ("",))
]


def _game(key: str, teams: int = 2, each: int = 1, **options: Any) -> Game:
    return imagined(key, table_of(key, teams, each, **options))


def _page(game: Game, fields: Mapping[str, str], *kept: str, **more: Any) -> EntryPage:
    form = form_of(game, fields)
    number = more.pop("correcting", None)
    return EntryPage(
        RoundForm(game, form.texts, kept, form.strangers, attempted=form.attempted),
        RULES,
        len(game.rows) + 1 if number is None else number,
        correcting=number is not None,
    )


def _bain(
    *columns: Mapping[str, object], kept: Sequence[str] = (), **of_round: object
) -> EntryPage:
    game = _game("bain", 2, 2)
    return _page(game, typed(game, *columns, **of_round), *kept)


def _rows(groups: Sequence[Group]) -> Iterator[QuestionRow]:
    for group in groups:
        yield from group.questions


def _cells(page: EntryPage) -> Iterator[Cell]:
    """All inputs of a page."""
    if page.layout == "side":
        shown = list(_rows(page.groups))
    else:
        shown = [row for part in page.by_column for row in _rows(part.groups)]
    for row in [*shown, *page.end_extra]:
        yield from row.cells
    for adjustment in page.adjustments:
        yield from adjustment.cells


def _cell(page: EntryPage, name: str) -> Cell:
    (cell,) = (cell for cell in _cells(page) if cell.name == name)
    return cell


def _row(page: EntryPage, name: str) -> QuestionRow:
    (row,) = (row for row in _rows(page.groups) if row.name == name)
    return row


def _slot(page: EntryPage, slot: str) -> Slot:
    (found,) = (say for say in page.says if say.id == slot)
    return found


# ---- nothing is left out, and nothing stands there twice


@pytest.mark.parametrize(("key", "seating", "options"), TABLES)
def test_every_field_of_the_form_has_its_input(
    key: str, seating: Seating, options: Mapping[str, str]
) -> None:
    game = _game(key, seating.teams, seating.each, **options)
    page = _page(game, {})
    shown = Counter(cell.name for cell in _cells(page))
    shown.update(cell.name for cells in _cells(page) for cell in cells.classes)
    asked = {name for column in columns_of(game) for name in field_names(game, column)}
    assert set(shown) == asked - {"ended_by", "went_out", "dealer"}
    assert max(shown.values()) == 1
    assert {end.field for end in page.ends} < {"ended_by", "went_out"}


@pytest.mark.parametrize(("key", "seating", "options"), TABLES)
def test_every_id_is_there_once_and_every_cell_has_a_slot(
    key: str, seating: Seating, options: Mapping[str, str]
) -> None:
    page = _page(_game(key, seating.teams, seating.each, **options), {})
    cells = list(_cells(page))
    ids = Counter([*(cell.id for cell in cells), *(say.id for say in page.says)])
    ids.update(item.name for cell in cells for item in cell.classes)
    assert max(ids.values()) == 1
    assert {cell.say_id for cell in cells} < {say.id for say in page.says}


@pytest.mark.parametrize(("key", "seating", "options"), TABLES)
def test_no_two_inputs_are_called_the_same(
    key: str, seating: Seating, options: Mapping[str, str]
) -> None:
    page = _page(_game(key, seating.teams, seating.each, **options), {})
    labels = [cell.label for cell in _cells(page)]
    labels += [item.accessible for cell in _cells(page) for item in cell.classes]
    assert len(set(labels)) == len(labels)
    assert len({end.label for end in page.ends}) == len(page.ends)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_rule_that_is_linked_to_has_its_heading(key: str) -> None:
    seating = VARIANTS[key].seatings[0]
    page = _page(_game(key, seating.teams, seating.each), {"attempted": "yes"})
    anchors = {row.anchor for row in [*_rows(page.groups), *page.end_extra]}
    linked = {f"{RULES}#{anchor}" for anchor in {page.end_asked.anchor, *anchors}}
    linked |= {finding.rule_url for say in page.says for finding in say.findings}
    assert linked
    assert linked <= {f"{RULES}#{anchor}" for anchor in ANCHORS[key]}


@pytest.mark.parametrize("key", sorted(VARIANTS))
@settings(max_examples=40)
@given(st.data())
def test_every_finding_is_said_in_one_place(key: str, data: st.DataObject) -> None:
    seating = data.draw(st.sampled_from(VARIANTS[key].seatings))
    options = {"settlement": "maal"} if key == "marriage" else {}
    game = _game(key, seating.teams, seating.each, **options)
    names = [name for column in columns_of(game) for name in field_names(game, column)]
    texts = ["0", "1", "3", "7", "2000", "-1", "x", "yes", "going_out:0", "stock_out", "0,5"]
    body = QueryDict(mutable=True)
    for name in data.draw(st.lists(st.sampled_from([*names, "strange"]), max_size=40)):
        body[name] = data.draw(st.sampled_from(texts))
    if data.draw(st.booleans()):
        body["attempted"] = "yes"
    page = EntryPage(RoundForm.posted(game, body), RULES, game.next_number)
    said = [finding for say in page.says for finding in say.findings]
    assert len(said) == len(page.form.findings_to_say)
    inputs = {cell.name for cell in _cells(page)} | {end.field for end in page.ends}
    for finding in said:
        assert finding.text.strip()
        assert "%(" not in finding.text
        assert bool(finding.keep) == (finding.severity == Finding.WARNING)
        where = finding.field.replace("_cards", "_points")
        assert (
            where in inputs
            or finding.field in ("", "ended_by", "went_out")
            or not (where[:1].isdigit())
        )


# ---- the columns


def test_two_columns_stand_side_by_side_and_more_below_one_another() -> None:
    assert _bain().layout == _page(_game("banakil"), {}).layout == "side"
    assert _page(_game("bga", 3), {}).layout == "stack"
    assert _page(_game("banakil", 2, 2), {}).layout == "stack"


def test_marks_go_by_team() -> None:
    assert [column.mark for column in _page(_game("bga", 7), {}).columns] == [*"abcdefg"]
    assert [column.mark for column in _page(_game("banakil", 2, 2), {}).columns] == [*"aabb"]


def test_the_first_column_that_is_not_done_stands_open() -> None:
    game = _game("bga", 3)
    texts = typed(game)
    assert [column.open for column in _page(game, {}).columns] == [True, False, False]
    del texts["1-meld_points"]
    page = _page(game, texts)
    assert [column.open for column in page.columns] == [False, True, False]
    assert [column.todo for column in page.columns] == [False, True, False]
    assert not any(column.faulty for column in page.columns)
    assert [column.points for column in page.columns] == ["100", "", "100"]


def test_a_column_with_an_error_stands_open_before_one_that_is_blank() -> None:
    game = _game("bga", 3)
    texts = typed(game, {"meld_points": None}, {}, {"meld_points": "3"})
    columns = _page(game, texts).columns
    assert [column.open for column in columns] == [False, False, True]
    assert [column.faulty for column in columns] == [False, False, True]


def test_when_all_is_done_none_stands_open() -> None:
    game = _game("bga", 3)
    assert not any(column.open for column in _page(game, typed(game)).columns)


def test_the_marks_of_what_was_typed() -> None:
    page = _bain()
    assert page.base == page.form.bases[-1]
    assert [column.base for column in page.columns] == [page.form.bases[0], page.form.bases[1]]


def test_partners_have_no_points_of_their_own() -> None:
    pairs, alone = _game("banakil", 2, 2), _game("banakil", 4)
    assert [column.points for column in _page(pairs, typed(pairs)).columns] == [""] * 4
    assert [column.points for column in _page(alone, typed(alone)).columns] == [
        "45",
        "\N{MINUS SIGN}5",
        "\N{MINUS SIGN}5",
        "\N{MINUS SIGN}5",
    ]


# ---- the questions


def test_the_groups_of_bain() -> None:
    assert [(group.title, [row.name for row in group.questions]) for group in _bain().groups] == [
        (
            "Canastas",
            ["sevens_canastas", "wild_canastas", "natural_canastas", "mixed_canastas"],
        ),
        ("Red threes", ["red_threes", "red_threes_in_foot"]),
        ("Card points", ["meld_points", "garbage_points", "hand_points"]),
    ]


def test_the_groups_of_one_column_are_the_same_with_one_cell_each() -> None:
    page = _page(_game("bga", 3), {})
    for part in page.by_column:
        own = [row for group in part.groups for row in group.questions]
        assert [row.name for row in own] == [row.name for row in _rows(page.groups)]
        assert {row.cell.column for row in own} == {part.column.index}
        assert {row.say.id for row in own} == {f"say-{part.column.index}-{row.name}" for row in own}


def test_what_each_is_worth() -> None:
    assert _row(_bain(), "sevens_canastas").unit == "1,500 each"
    assert _row(_bain(), "red_threes").unit == "\N{PLUS-MINUS SIGN}100 each"
    assert _row(_bain(), "red_threes_in_foot").unit == "\N{MINUS SIGN}100 each"
    assert _row(_bain(), "hand_points").unit == "takes off"
    house = _page(_game("bga", 2, 2, clean_bonus=450), {})
    assert _row(house, "clean_books").unit == "450 each"
    marriage = _page(_game("marriage", 4), {})
    assert _row(marriage, "main_wilds").unit == ""
    assert _cell(marriage, "2-main_wilds").worth == "3 · 7"
    assert _cell(_bain(), "0-sevens_canastas").worth == ""


def test_what_is_usual_and_the_most_there_can_be() -> None:
    counts = [("0-sevens_canastas", [0, 1, 2], None), ("0-red_threes", [*range(9)], 8)]
    for name, usual, most in counts:
        assert (_cell(_bain(), name).usual, _cell(_bain(), name).most) == (usual, most)
    marriage = _page(_game("marriage", 4), {})
    for name, high in (("3-main_wilds", 2), ("3-upper_wilds", 3), ("3-wild_tunnelas", 2)):
        assert _cell(marriage, name).usual == [*range(high + 1)]
        assert _cell(marriage, name).most == high


def test_how_numbers_are_typed() -> None:
    assert _cell(_bain(), "0-meld_points").inputmode == "numeric"
    assert _cell(_page(_game("banakil"), {}), "0-meld_points").inputmode == "decimal"
    assert _cell(_bain(), "0-adjustment").signed
    assert not _cell(_bain(), "0-meld_points").signed


def test_labels_name_their_column() -> None:
    page = _bain()
    assert _cell(page, "1-natural_canastas").label == "Natural canastas, Celia-Dev"
    (twos,) = (item for item in _cell(page, "0-hand_points").classes if "twos" in item.name)
    assert twos.accessible == "Twos, Left in hands and feet, Ana-Ben"
    assert (twos.label, twos.worth, twos.name) == ("Twos", "20", "0-hand_cards-twos")
    (at_once,) = _page(_game("banakil"), {}).end_extra
    assert at_once.cell.label == "The whole hand at once"
    assert at_once.kind == "yes_no"


def test_what_was_typed_stands_there_as_it_was_typed() -> None:
    page = _bain(
        {"meld_points": "1e3", "sevens_canastas": "٣"},
        {"meld_cards-twos": "x", "adjustment_note": "Late"},
    )
    assert _cell(page, "0-meld_points").value == "1e3"
    assert _cell(page, "0-sevens_canastas").value == "٣"
    assert _cell(page, "1-adjustment_note").value == "Late"
    counted = {item.name: item.value for item in _cell(page, "1-meld_points").classes}
    assert counted["1-meld_cards-twos"] == "x"
    assert counted["1-meld_cards-jokers"] == ""


def test_a_count_of_cards_shows_its_sum() -> None:
    page = _bain({"meld_cards-twos": "12", "meld_cards-aces": "1"})
    assert _cell(page, "0-meld_points").counted
    assert _cell(page, "0-meld_points").sum == "260"
    assert not _cell(page, "1-meld_points").counted
    assert _cell(page, "1-meld_points").sum == ""
    game = _game("banakil")
    halves = _page(game, {"0-hand_cards-aces": "3"})
    assert _cell(halves, "0-hand_points").sum == "4.5"


def test_ticks() -> None:
    game = _game("marriage", 4, settlement="maal")
    page = _page(game, typed(game) | {"2-seen": "yes", "dublee": "yes"})
    ticked = {cell.name for cell in _cells(page) if cell.checked and cell.value == "yes"}
    assert ticked == {"2-seen", "dublee"}


def test_the_adjustments_are_folded_until_something_stands_there() -> None:
    assert not _bain().adjustments_open
    assert _bain({}, {"adjustment": "5", "adjustment_note": "x"}).adjustments_open
    assert _bain({}, {"adjustment_note": "x"}).adjustments_open
    page = _bain({}, {"adjustment": "4", "adjustment_note": "x"})
    (finding,) = _slot(page, "say-adjustment-1").findings
    assert finding.field == "1-adjustment"
    assert [part.column.index for part in page.adjustments] == [0, 1]


# ---- how it ended


def test_the_ends_of_bain() -> None:
    page = _bain(ended_by="going_out:1")
    assert page.end_asked.label == "How did it end?"
    assert [(end.value, end.label, end.mark, end.checked) for end in page.ends] == [
        ("going_out:0", "Ana-Ben went out", "a", False),
        ("going_out:1", "Celia-Dev went out", "b", True),
        ("stock_out", "Stock ran out", "", False),
        ("only_sevens", "Only sevens left", "", False),
    ]
    assert [end.value for end in _bain().ends if end.checked] == ["stock_out"]
    assert not any(end.checked for end in _bain(ended_by=None).ends)


def test_where_every_round_ends_alike_only_who_is_asked() -> None:
    game = _game("marriage", 3)
    page = _page(game, {"went_out": "2"})
    assert page.end_asked.label == "Who ended the round?"
    assert [(end.value, end.label, end.checked, end.field) for end in page.ends] == [
        ("0", "Ana", False, "went_out"),
        ("1", "Ben", False, "went_out"),
        ("2", "Celia", True, "went_out"),
    ]
    assert not any(end.checked for end in _page(game, {}).ends)
    assert page.end_say.id == "say-went_out"
    assert _bain().end_say.id == "say-ended_by"


def test_an_end_that_is_missing_is_said_beside_the_ends() -> None:
    page = _bain(ended_by=None, attempted="yes")
    assert [finding.field for finding in page.end_say.findings] == ["ended_by"]
    page = _page(_game("marriage", 3), {"attempted": "yes"})
    assert [finding.field for finding in page.end_say.findings] == ["went_out"]
    both = _bain(ended_by="stock_out:1", attempted="yes")
    assert [finding.severity for finding in both.end_say.findings] == ["error"]


# ---- what is found


def test_an_error_stands_beside_its_field() -> None:
    page = _bain({}, {"meld_points": "1,200"})
    (finding,) = _slot(page, "say-meld_points").findings
    assert finding.text.startswith("Celia-Dev: ")
    assert "is not a number." in finding.text
    assert (finding.severity, finding.keep, finding.kept) == ("error", "", False)
    assert finding.field == "1-meld_points"
    assert finding.rule_url == f"{RULES}#scoring"
    assert _cell(page, "1-meld_points").invalid
    assert not _cell(page, "0-meld_points").invalid


def test_an_error_in_a_count_of_cards_marks_the_points_it_counts() -> None:
    page = _bain({"meld_cards-twos": "17"})
    assert [finding.field for finding in _slot(page, "say-meld_points").findings] == ["meld_cards"]
    page = _bain({"meld_cards-twos": "-1"})
    assert _cell(page, "0-meld_points").invalid


def test_an_error_about_the_whole_round_marks_its_own_field() -> None:
    game = _game("banakil")
    page = _page(game, {"ended_by": "stock_out", "all_at_once": "yes"})
    (at_once,) = page.end_extra
    assert [finding.severity for finding in at_once.say.findings] == ["error"]
    assert at_once.cell.invalid


def test_a_warning_offers_its_tick_and_keeps_it() -> None:
    column = {"hand_points": "0"}
    (finding,) = _slot(_bain(column), "say-hand_points").findings
    assert (finding.severity, finding.keep, finding.kept) == (
        "warning",
        "hands_not_counted:0",
        False,
    )
    assert finding.text.startswith("Ana-Ben has nothing left")
    assert not _cell(_bain(column), "0-hand_points").invalid
    page = _bain(column, kept=["hands_not_counted:0"])
    assert [finding.kept for finding in _slot(page, "say-hand_points").findings] == [True]


def test_what_belongs_to_no_field_is_said_apart() -> None:
    page = _bain(rubies="1")
    assert [finding.text for finding in page.say.findings] == [
        "“rubies” is not a field of this round."
    ]
    page = _bain({"wild_canastas": "2"}, {"wild_canastas": "2"})
    assert [finding.field for finding in page.say.findings] == [""]


def test_what_is_odd_of_a_player_is_said_below_the_player() -> None:
    page = _page(_game("bga", 3), {"ended_by": "stock_out", "attempted": "yes"})
    assert page.say.findings == []
    assert [[finding.text for finding in part.say.findings] for part in page.by_column] == [
        [f"Nothing was entered for {name}. Is that so?"] for name in ("Ana", "Ben", "Celia")
    ]
    assert (page.to_mend, page.first_to_mend) == (
        "Not saved yet: 3 things to look at.",
        page.by_column[0].say.id,
    )


def test_what_is_wrong_with_both_together_is_said_beside_what_it_is_about() -> None:
    page = _bain({"red_threes": "5"}, {"red_threes": "4"})
    said = _slot(page, "say-red_threes").findings
    assert [finding.text for finding in said] == [
        "Both teams together have 9 red threes, but there are only 8."
    ]


def test_below_one_another_each_column_has_its_own_slots() -> None:
    game = _game("bga", 3)
    page = _page(game, typed(game, {}, {"clean_books": "x"}))
    assert len(_slot(page, "say-1-clean_books").findings) == 1
    assert _slot(page, "say-0-clean_books").findings == []


# ---- the sums


def test_the_sums_follow_what_is_typed() -> None:
    game = _game("bain", 2, 2)
    game.rows = [[1000, 2000], [500, 100]]
    texts = typed(game, {"meld_points": "0", "hand_points": "50"}, {"meld_points": 200})
    assert [(one.mark, one.points, one.then, one.lead) for one in _page(game, texts).sums] == [
        ("a", "\N{MINUS SIGN}50", "then 1,450", "800 behind"),
        ("b", "150", "then 2,250", "leads by 800"),
    ]
    assert [one.leads for one in _page(game, texts).sums] == [False, True]
    assert [one.name for one in _page(game, {}).sums] == ["Ana-Ben", "Celia-Dev"]


def test_a_team_with_an_error_has_no_sum_yet() -> None:
    game = _game("bain", 2, 2)
    game.rows = [[1000, 2000]]
    texts = typed(game, {"meld_points": "1,200"}, {"meld_points": 200})
    sums = [(one.points, one.then, one.lead, one.leads) for one in _page(game, texts).sums]
    assert sums == [("?", "", "", False), ("150", "then 2,150", "", False)]


def test_a_page_of_a_round_that_was_saved_meanwhile_counts_it_once() -> None:
    game = _game("bain", 2, 2)
    game.rows = [[1000, 2000], [500, 100]]
    form = RoundForm(game, form_of(game, typed(game)).texts)
    assert [one.then for one in EntryPage(form, RULES, 2).sums] == ["then 950", "then 1,950"]


def test_what_is_left_to_mend_is_counted_from_the_first_try_on() -> None:
    game = _game("bain", 2, 2)
    texts = typed(game, {"meld_points": "x"})
    assert _page(game, texts).to_mend == ""
    tried = _page(game, texts | {"attempted": "yes"})
    assert tried.to_mend == "Not saved yet: 1 thing to look at."


def test_level_totals_lead_by_nothing() -> None:
    sums = _page(_game("bga", 3), {}).sums
    assert [one.lead for one in sums] == ["level"] * 3
    assert not any(one.leads for one in sums)


def test_a_correction_takes_the_place_of_the_round() -> None:
    game = _game("bain", 2, 2)
    game.rows = [[1000, 2000], [500, 100]]
    sums = _page(game, typed(game), correcting=1).sums
    assert [one.then for one in sums] == ["then 450", "then 50"]


def test_starting_totals_count() -> None:
    table = table_of("bain", 2, 2, starting_totals=(5000, -100))
    game = imagined("bain", table)
    assert [one.then for one in _page(game, typed(game)).sums] == [
        "then 4,950",
        "then \N{MINUS SIGN}150",
    ]


def test_the_lines_under_the_sums_add_up() -> None:
    page = _bain({"meld_points": 40, "sevens_canastas": 1, "red_threes": 2})
    assert [row.label for row in page.lines] == [
        "Cards melded",
        "Sevens",
        "Red threes",
        "In hands and feet",
    ]
    assert page.lines[2].cells == [(2, 100, 200), (None, None, None)]
    assert page.line_totals == [1690, -50]


def test_a_settlement_says_who_pays_whom() -> None:
    game = _game("marriage", 4, settlement="maal")
    seen = ({"seen": "yes", "main_wilds": 1, "upper_wilds": 1},)
    page = _page(game, typed(game, *seen, went_out=2))
    assert page.settlement == [
        "Celia pays Ana 12",
        "Ben pays Celia 15",
        "Dev pays Celia 15",
    ]
    assert _bain().settlement == []
