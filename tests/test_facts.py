"""The text of the rules cannot part from the scoring: each of its numbers is the variant's own."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils.html import strip_tags

from games import rulebook, wording
from games.facts import House, differing, facts
from games.variants import VARIANTS, bain, banakil, bga, canasta, marriage, pennies
from games.variants.entry import questions
from games.variants.variant import Seating, Variant
from tests.messages import ROOT
from tests.variants.build import otherwise, usual

type AnyVariant = Variant[Any, Any, Any]

TEMPLATES = sorted((ROOT / "templates" / "rules").glob("*.html"))
NAMES_OF_CARDS = re.compile(r"\b(A-2-3|Q-K-A-2|9-10-J|(10|9) of clubs|2 of spades|A6)\b")
"""Cards called by their names, and paper, which are no numbers of the scoring."""

SELF_EVIDENT = {"rounds", "target"}
"""House rules about which printed rules are clear."""

IN_WORDS = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE
)
MAY_BE_IN_WORDS = re.compile(
    "|".join(
        (
            # Ranks of cards
            "(red|black|that) three",
            "an?( |y )seven|seven canastas|seven completed canastas",
            "three nines and a two|down to the four|from three to ace|three is the lowest",
            "(one|a) two|three or four (aces|threes)",
            # Who plays, which follows from the seatings and changes the whole text
            "(two|three|four|six) (players|people|who play alone|may form two pairs|in pairs)",
            "two to four|two, three or four people|two against two|three against three",
            "two three four, each alone|for two, for three|game of three|teams of two",
            "two (teams( of three)?|partnerships|pairs)|(all|each of the|other) three( players)?",
            # What is done in a turn
            "draw two|two cards of (a|its) rank|two natural cards|(those|all) three",
            "two or three at a time|one or two packs more|two piles|two hours|six (more|lie)",
            # How many kinds or parts there are
            "the three (books|games)|three ways|(the )?four (canastas|types)|five games",
            "two (kinds|ends|sorts|scores)|the two read|its two|round (two|three)",
            # What a meld is, which a judge knows and no number
            "three cards or more|three low cards|three in sequence|three identical|three times the",
            "(two|three) (of one suit|suits|wild cards and one)|three or four cards",
            "five or six|fewer than three of them",
            # Rounds worked out, and examples
            "two (clean|mixed|upper|ordinary|of wild cards|of the same)|the other two",
            "seven laid down|three tunnelas|two or (more share|three are usual)",
        )
    ),
    re.IGNORECASE,
)
"""Numbers that the text may have in words; all others are the variant's to say."""

ODD = 7_654_321
"""A number that no game knows."""

OF_GAMES = {
    "bain": (bain, canasta),
    "pennies": (pennies, canasta),
    "banakil": (banakil,),
    "bga": (bga,),
    "marriage": (marriage,),
}
"""Where the numbers of each game stand."""


@pytest.fixture(params=sorted(VARIANTS))
def variant(request: pytest.FixtureRequest) -> AnyVariant:
    return VARIANTS[request.param]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_no_text_holds_a_number_of_its_own(template: Path) -> None:
    source = re.sub(r"{% comment %}.*?{% endcomment %}", "", template.read_text(), flags=re.DOTALL)
    messages = " ".join(re.findall(r'{% translate "(.*?)"', source))
    text = strip_tags(re.sub(r"{[{%].*?[%}]}", " ", source))

    told = NAMES_OF_CARDS.sub("", f"{' ' * 20}{messages} {text}")
    assert re.findall(r".{20}\d", told) == []
    plain = MAY_BE_IN_WORDS.sub("", " ".join(told.split()))
    assert [plain[one.start() - 25 : one.end() + 25] for one in IN_WORDS.finditer(plain)] == []


def test_every_figure_stands_in_the_text_and_is_followed(
    variant: AnyVariant, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_a_table = {
        f"{question.name}_{number}"
        for question in questions(variant.column_questions)
        for number in range(1, 4)
    }
    unused = []
    for name in variant.figures(usual(variant)).keys() - in_a_table:
        odd = replace(variant, figures=partial(_changed, variant, name))
        monkeypatch.setitem(VARIANTS, variant.key, odd)
        if wording.points(ODD) not in text_of(variant.key):
            unused.append(name)
    assert unused == []


def _changed(variant: AnyVariant, name: str, options: Any) -> dict[str, Any]:
    return {**variant.figures(options), name: ODD}


@pytest.mark.parametrize("key", OF_GAMES)
def test_who_changes_a_number_of_the_scoring_changes_the_text(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual_text, unmoved = text_of(key), []
    for module in OF_GAMES[key]:
        for name in constants(Path(module.__file__ or "")):
            if isinstance(number := getattr(module, name), int | Decimal):
                with monkeypatch.context() as patch:
                    patch.setattr(module, name, number + 3)
                    if text_of(key) == usual_text:
                        unmoved.append(f"{module.__name__}.{name}")
    assert unmoved == []


def test_each_house_rule_is_heard_in_the_text(variant: AnyVariant) -> None:
    seating = variant.seatings[-1]
    for question in questions(variant.options):
        options = otherwise(variant, question, seating)
        page = rulebook.page(variant.key, House(options, seating))
        as_usual = rulebook.page(variant.key, House(usual(variant, seating), seating))
        told, before = (one.html.partition('<h2 id="house"') for one in (page, as_usual))
        assert told[0] != before[0], question.name
        assert "<mark>" not in before[0] + before[2]
        assert "<mark>" in told[0], question.name
        assert "<mark>" in told[2], question.name


def test_only_what_differs_is_told(variant: AnyVariant) -> None:
    seating = variant.seatings[0]
    for question in questions(variant.options):
        options = otherwise(variant, question, seating)
        rules = {rule.label: rule for rule in differing(variant, House(options, seating))}
        rule = rules.pop(question.label)
        assert rule.answer != rule.usual
        assert rules.keys() <= {"A round is scored by"}
    assert differing(variant, House(usual(variant), seating)) == []


@pytest.mark.parametrize(
    ("key", "rules", "told"),
    [
        ("bga", {"target": 5_000, "rounds": 7}, ["Or play to"]),
        ("bga", {"rounds": 7}, ["Rounds"]),
        ("marriage", {"seen_payment": 5, "dublee_bonus": 1, "unopened_maal": "murder"}, []),
        ("marriage", {"finish_bonus": 5, "settlement": "maal"}, ["A round is scored by"]),
    ],
)
def test_a_rule_that_does_not_count_beside_the_others_is_not_told_of(
    key: str, rules: dict[str, Any], told: list[str]
) -> None:
    variant = VARIANTS[key]
    seating = variant.seatings[0]
    house = House(replace(usual(variant), **rules), seating)
    assert [rule.label for rule in differing(variant, house)] == told
    table = part_of(key, "house", house)
    assert table.count("house rule of this table") == len(told)
    unused = [one for one in questions(variant.options) if not one.used(house.options)]
    assert table.count("not used") == len(unused)


def test_no_table_in_particular_marks_nothing(variant: AnyVariant) -> None:
    page = rulebook.page(variant.key)
    assert "<mark>" not in page.html + page.more
    assert "{" not in page.html + page.more


def test_a_total_told_in_a_few_words_is_the_usual_one(variant: AnyVariant) -> None:
    told = set(re.findall(r"\d[\d,]*", variant.summary))
    assert told <= {wording.points(getattr(usual(variant), "target", None))}


def test_a_limit_of_a_house_rule_is_told() -> None:
    rules = {rule.label: rule for rule in facts(VARIANTS["bga"], None)["house_rules"]}
    assert rules["Rounds"].choices == "From 1 to 100."
    assert rules["Rounds"].when == "Only where no total is played to."
    assert rules["The opening goes by"].choices == "To choose from: the round; the team's total."
    assert rules["Or play to"].usual == "none"


def test_what_follows_from_who_plays_is_usual_for_them() -> None:
    seating = Seating(2, 2)
    house = House(usual(VARIANTS["banakil"], seating), seating)
    (target, _pairs) = facts(VARIANTS["banakil"], house)["house_rules"]
    assert (target.usual, target.answer, target.differs) == ("303", "303", False)
    (unknown, _pairs) = facts(VARIANTS["banakil"], None)["house_rules"]
    assert unknown.usual == unknown.answer == "by who plays"


def test_a_bonus_multiplied_is_marked_where_the_bonus_is_changed() -> None:
    variant, seating = VARIANTS["marriage"], Seating(4, 1)
    house = House(replace(usual(variant, seating), finish_bonus=15), seating)
    assert "<mark>60" in rulebook.page("marriage", house).html


def test_pairs_open_and_end_a_round_wherever_that_is_told_at_a_table_that_settles_by_maal() -> None:
    variant, seating = VARIANTS["marriage"], Seating(4, 1)
    maal = House(replace(usual(variant, seating), settlement="maal"), seating)
    for anchor in ("short", "opening", "going-out"):
        told = part_of("marriage", anchor, maal)
        assert "7 pairs" in told, anchor
        assert "7 pairs" not in part_of("marriage", anchor, None), anchor
    for anchor in ("short", "going-out"):
        assert "8" in part_of("marriage", anchor, maal), anchor
    assert rulebook.page("marriage", maal).html.count('href="#dublee"') == 3


@pytest.mark.parametrize("key", ["bain", "pennies"])
def test_red_threes_turn_on_what_the_table_has_agreed_in_every_sentence(key: str) -> None:
    variant = VARIANTS[key]
    seating = variant.seatings[0]
    house = House(replace(usual(variant), red_threes_need="seven_canastas"), seating)
    told = part_of(key, "worked", house)
    assert "seven canastas of any types" in told
    assert "their red threes cost them" not in told
    assert "Red threes cost" in told
    learn = part_of(key, "learn", house)
    assert re.search(r"Red threes turn from a loss into a gain with seven canastas", learn)
    assert "a gain with a canasta of sevens" in part_of(key, "learn", None)


def test_how_tables_differ_marks_what_this_one_plays_otherwise(variant: AnyVariant) -> None:
    seating = variant.seatings[-1]
    for question in questions(variant.options):
        told = part_of(
            variant.key, "rulings", House(otherwise(variant, question, seating), seating)
        )
        marked = f"House rule of this table: {question.label}" in " ".join(told.split())
        assert marked or question.name in SELF_EVIDENT, question.name
    as_usual = part_of(variant.key, "rulings", House(usual(variant, seating), seating))
    assert "House rule" not in as_usual


def test_an_example_speaks_of_books_where_the_game_does() -> None:
    text = part_of("bga", "opening", None)
    assert "not even a whole book of them opens at 50" in text
    assert "canasta" not in text


def part_of(key: str, anchor: str, house: House | None) -> str:
    """Return the text of one part of the rules, as a table plays it."""
    (part,) = (one for one in rulebook.page(key, house).parts if one.anchor == anchor)
    return " ".join(part.blocks)


def text_of(key: str) -> str:
    """Return the rules of a game as they are rendered anew."""
    page = rulebook._read(key, None)
    return page.html + page.more


def constants(file: Path) -> Iterator[str]:
    """Yield the names that a module gives to values, in capitals."""
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                yield from (name.id for name in names if isinstance(name, ast.Name))
