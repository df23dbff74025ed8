"""What stands on the pocket card of a game: the figures of its variant and no others."""

from dataclasses import replace
from typing import Any

import pytest

from games.facts import House
from games.pocket import Card, Row, Section, card
from games.variants import VARIANTS
from games.variants.entry import questions
from games.variants.variant import Bonus, Goal, Opening, Seating
from games.wording import MINUS
from tests.variants.build import otherwise, usual


def _sections(made: Card) -> dict[str, list[tuple[str, ...]]]:
    return {
        section.title: [(row.label, *row.values) for row in section.rows]
        for section in made.sections
    }


def test_the_card_of_bain() -> None:
    assert _sections(card(VARIANTS["bain"])) == {
        "To open, by total": [
            ("below zero", "15"),
            ("from 0", "50"),
            ("from 5,000", "90"),
            ("from 10,000", "120"),
            ("from 15,000", "150"),
        ],
        "A round scores": [
            ("Sevens canastas", "1,500"),
            ("Wild canastas", "1,000"),
            ("Natural canastas", "500"),
            ("Mixed canastas", "300"),
            ("Red threes in a foot or hand", f"{MINUS}100"),
            ("Going out", "200"),
            ("Red three, with a canasta of sevens", "100"),
            ("Red three, without it", f"{MINUS}100"),
            ("Melded, canastas included", "+ card values"),
            ("Garbage pile", "+ card values"),
            ("Left in hands and feet", f"{MINUS} card values"),
        ],
        "Cards are worth": [
            ("Jokers", "50"),
            ("Twos", "20"),
            ("Aces", "20"),
            ("8 to king", "10"),
            ("4 to 7", "5"),
            ("Black threes", "5"),
        ],
        "To go out": [
            ("A canasta of sevens",),
            ("A wild canasta",),
            ("A natural canasta",),
            ("A mixed canasta",),
            ("The last card is discarded, and it is not a seven",),
            ("All eight red threes on the table, both teams together",),
        ],
        "The game goes": [("to 20,000",)],
    }


def test_an_opening_by_the_round_is_told_up_to_the_last_that_changes() -> None:
    assert _sections(card(VARIANTS["bga"]))["To open"] == [
        ("round 1", "50"),
        ("round 2", "90"),
        ("round 3", "120"),
        ("from round 4 on", "150"),
    ]


def test_the_contract_of_bga_is_counted_and_red_threes_left_take_off() -> None:
    sections = _sections(card(VARIANTS["bga"]))
    assert sections["To go out"] == [
        ("Clean books", "2"),
        ("Dirty books", "2"),
        ("Wild books", "1"),
    ]
    assert ("Red threes on the table", "100") in sections["A round scores"]
    assert ("Red threes in hands and feet", f"{MINUS}100") in sections["A round scores"]
    assert sections["The game goes"] == [("4 rounds",)]


def test_what_goes_by_who_plays_is_told_for_all_who_may() -> None:
    assert _sections(card(VARIANTS["banakil"]))["The game goes"] == [
        ("2 players", "to 150"),
        ("3 players", "to 203"),
        ("4 players", "to 203"),
        ("2 pairs", "to 303"),
    ]
    assert _sections(card(VARIANTS["banakil"]))["To open"] == [("No minimum to open",)]


def test_a_table_of_points_has_a_column_for_each_number() -> None:
    made = card(VARIANTS["marriage"])
    (scoring,) = (section for section in made.sections if section.title == "A round scores")
    assert scoring.heads == ("1", "2", "3")
    assert list(scoring.lines)[:2] == [
        ("Main wilds", [("3", 1), ("7", 1), ("", 1)]),
        ("Upper wilds", [("2", 1), ("5", 1), ("10", 1)]),
    ]
    assert list(scoring.lines)[-1] == ("Ending the round, for each other player", [("10", 3)])
    assert "Cards are worth" not in _sections(made)


def test_the_card_of_a_table_speaks_with_its_house_rules() -> None:
    bga, seating = VARIANTS["bga"], Seating(3, 2)
    given = {"opening_by": "score", "contract_wild": 0, "clean_bonus": 555, "target": 9_000}
    options, wrong = bga.read_options(given, seating)
    assert wrong == ()
    sections = _sections(card(bga, House(options, seating)))
    assert sections["To open, by total"][1] == ("from 0", "50")
    assert sections["A round scores"][0] == ("Clean books", "555")
    assert sections["To go out"] == [("Clean books", "2"), ("Dirty books", "2")]
    assert sections["The game goes"] == [("to 9,000",)]
    pairs = House(VARIANTS["banakil"].read_options({}, Seating(2, 2))[0], Seating(2, 2))
    assert _sections(card(VARIANTS["banakil"], pairs))["The game goes"] == [("to 303",)]


def test_a_table_that_settles_by_maal_reads_how() -> None:
    marriage, seating = VARIANTS["marriage"], Seating(4, 1)
    rows = {}
    for unopened in ("counts", "murder"):
        given = {"settlement": "maal", "unopened_maal": unopened}
        options, _wrong = marriage.read_options(given, seating)
        rows[unopened] = _sections(card(marriage, House(options, seating)))["A round scores"]
    assert rows["counts"][-1][0].startswith("Each pays who ended the round: the maal of all")
    assert rows["murder"] == [
        *rows["counts"],
        ("The maal of a player who has not opened is lost (murder)",),
    ]


def test_pairs_of_banakil_read_how_they_score_and_who_plays_alone_does_not() -> None:
    banakil, told = VARIANTS["banakil"], {}
    for seating in (Seating(2, 1), Seating(2, 2)):
        for how in ("winner_and_opponents", "sum_of_partners"):
            options, _wrong = banakil.read_options({"pairs_scoring": how}, seating)
            rows = _sections(card(banakil, House(options, seating)))["A round scores"]
            told[seating.each, how] = [row[0] for row in rows if row[0].startswith("In pairs")]
    assert told[1, "winner_and_opponents"] == told[1, "sum_of_partners"] == []
    assert "winners have the score of who went out" in told[2, "winner_and_opponents"][0]
    assert told[2, "sum_of_partners"][0] == "In pairs the scores of both partners are added"
    usually = [row[0] for row in _sections(card(banakil))["A round scores"]]
    assert set(told[2, "winner_and_opponents"]) < set(usually)
    assert usually[-4:-2] == [
        "Half a point is rounded up once the score is made, below zero too",
        "Nobody scores when the stock runs out",
    ]


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_house_rule_changes_the_card_of_its_table(key: str) -> None:
    variant = VARIANTS[key]
    seating = variant.seatings[-1]
    for question in questions(variant.options):
        options = otherwise(variant, question, seating)
        as_usual = {question.name: getattr(usual(variant, seating), question.name)}
        before = card(variant, House(replace(options, **as_usual), seating))
        assert card(variant, House(options, seating)) != before, question.name


def test_a_line_of_one_figure_and_a_sentence_need_no_columns() -> None:
    section = Section("", (Row("one", ("5",)), Row("Said.")))
    assert list(section.lines) == [("one", [("5", 1)]), ("Said.", [])]


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_figure_follows_the_variant(key: str) -> None:
    """A made-up game, which plays like this one for other points, has them on its card."""

    def opening(rows: Any, table: Any) -> tuple[Opening, ...]:
        return (Opening(7_000 + 3 * min(len(rows), 1)),) * len(table.teams)

    other: dict[str, Any] = {
        "opening": opening,
        "opening_totals": lambda _table: (),
        "bonuses": lambda _options: (Bonus("Finding a pin", 4_321),),
        "goal": lambda table: Goal(target=1_000 * len(table.teams)),
        "seatings": (Seating(2, 1), Seating(2, 2)),
    }
    sections = _sections(card(replace(VARIANTS[key], **other)))
    assert sections["To open"] == [("round 1", "7,000"), ("from round 2 on", "7,003")]
    assert ("Finding a pin", "4,321") in sections["A round scores"]
    assert sections["The game goes"] == [("to 2,000",)]
