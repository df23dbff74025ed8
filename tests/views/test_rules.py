"""The rules pages: complete, findable, safe to link to, and the same as what the pad computes.

The database is out of reach of these tests, so that each of them also proves that a visitor
without an account costs no query.
"""

import random
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import rulebook
from games.templatetags.cards import points
from games.variants import VARIANTS
from games.variants.entry import Kind, Question, questions
from games.variants.variant import Seating, Table, Team, Variant

type AnyVariant = Variant[Any, Any, Any]

PAGES = ("rules_variant", "rules_more")
ANCHORS = (
    "short",
    "setup",
    "cards",
    "melds",
    "opening",
    "turn",
    "end",
    "going-out",
    "scoring",
    "counting",
    "adjustment",
    "house",
    "places",
)
MORE = ("learn", "worked", "rulings", "checks", "errors", "warnings")
FORGED = (
    "//evil.example/",
    "https://evil.example/",
    "javascript:alert(1)",
    "../../account/",
    '"><script>alert(1)</script>',
    "01890000",
    "",
)


class Outline(HTMLParser):
    """What a page is made of, as far as these tests ask."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.headings: list[tuple[int, str | None]] = []
        self.unsafe: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if own := given.get("id"):
            self.ids[own] += 1
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append((int(tag[1]), given.get("id")))
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.unsafe.append(tag)
        if tag == "script" and not given.get("src"):
            self.unsafe.append(tag)


def outline(client: Client, key: str, view: str = "rules_variant", **query: str) -> Outline:
    return Outline(client.get(reverse(view, args=[key]), query).text)


def found(client: Client, url: str, query: str) -> list[str]:
    """Return the addresses of what a search lists."""
    text = client.get(url, {"q": query}).text
    start = text.index('id="found"')
    return Outline(text[start : text.index("</section>", start)]).links


@pytest.fixture(params=sorted(VARIANTS))
def variant(request: pytest.FixtureRequest) -> AnyVariant:
    return VARIANTS[request.param]


def test_index_leads_to_every_game(client: Client) -> None:
    response = client.get(reverse("rules"))

    assert response.status_code == 200
    links = Outline(response.text).links
    assert [link for link in links if link.startswith("/rules/")] == [
        *(f"/rules/{key}/" for key in VARIANTS),
        "/rules/at-a-glance/",
        "/rules/side-by-side/",
    ]


def test_every_game_has_its_rules(client: Client, variant: AnyVariant) -> None:
    response = client.get(f"/rules/{variant.key}/")

    assert response.status_code == 200
    assert f"<h1>{variant.name}" in response.text
    assert f"<title>Rules of {variant.name}</title>" in response.text


@pytest.mark.parametrize("key", ["canasta", "BAIN", "_found", "rules", "bain_more"])
@pytest.mark.parametrize("page", ["", "more/"])
def test_unknown_game_is_not_found(client: Client, key: str, page: str) -> None:
    assert client.get(f"/rules/{key}/{page}").status_code == 404


@pytest.mark.parametrize("url", ["/rules/", "/rules/bain/", "/rules/bain/more/"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_rules_are_only_read(client: Client, url: str, method: str) -> None:
    assert getattr(client, method)(url).status_code == 405


@pytest.mark.parametrize("url", ["/rules/", "/rules/bain/", "/rules/bain/more/"])
def test_unchanged_rules_are_not_sent_again(client: Client, url: str) -> None:
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 304
    assert "private" in first["Cache-Control"]
    assert "Cookie" in first["Vary"]


def test_page_has_what_every_page_has(client: Client, variant: AnyVariant) -> None:
    ids = outline(client, variant.key).ids
    more = outline(client, variant.key, "rules_more").ids

    assert [anchor for anchor in ANCHORS if ids[anchor] != 1] == []
    assert [anchor for anchor in MORE if more[anchor] != 1] == []


@pytest.mark.parametrize("view", PAGES)
def test_ids_are_unique(client: Client, variant: AnyVariant, view: str) -> None:
    ids = outline(client, variant.key, view, q="a").ids

    assert [one for one, number in ids.items() if number > 1] == []


@pytest.mark.parametrize("view", PAGES)
def test_headings_are_in_order_and_can_be_linked_to(
    client: Client, variant: AnyVariant, view: str
) -> None:
    headings = outline(client, variant.key, view).headings
    levels = [level for level, _anchor in headings]

    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(anchor for level, anchor in headings if level > 1)


@pytest.mark.parametrize("view", PAGES)
def test_links_within_the_rules_lead_somewhere(
    client: Client, variant: AnyVariant, view: str
) -> None:
    pages = {reverse(one, args=[variant.key]): outline(client, variant.key, one) for one in PAGES}
    here = pages[reverse(view, args=[variant.key])]
    anchored = [link.partition("#") for link in here.links if "#" in link]
    pointed = [(pages[path] if path else here, anchor) for path, _hash, anchor in anchored]

    assert len(pointed) >= len(MORE) - 1
    assert [anchor for page, anchor in pointed if page.ids[anchor] != 1] == []


@pytest.mark.parametrize("view", PAGES)
def test_pages_need_nothing_inline(client: Client, variant: AnyVariant, view: str) -> None:
    assert outline(client, variant.key, view, q="a").unsafe == []


def test_whatever_points_at_a_rule_finds_it(client: Client, variant: AnyVariant) -> None:
    ids = outline(client, variant.key).ids
    pointed = Counter(anchors(variant))

    assert len(pointed) > 5
    assert {anchor for anchor in pointed if ids[anchor] != 1} == set()


def test_house_rules_are_listed_with_their_defaults(variant: AnyVariant) -> None:
    rows = rows_of(variant, "house")
    for question in questions(variant.options):
        (row,) = [row for row in rows if row.startswith(f"{question.label}, ")]
        usual = {getattr(options, question.name) for options in usual_options(variant)}
        if question.kind is Kind.WHOLE and len(usual) == 1:
            (default,) = usual
            assert row.endswith(f" {points(default) or 'none'}"), row


def test_what_things_are_worth_is_written_down(client: Client, variant: AnyVariant) -> None:
    html = client.get(f"/rules/{variant.key}/").text
    for question in questions(variant.column_questions):
        for worth in worths(variant, question):
            assert f">{points(worth)}<" in html, question.label


def test_card_classes_are_written_down(variant: AnyVariant) -> None:
    rows = rows_of(variant, "cards")
    for question in questions(variant.column_questions):
        for item in question.classes:
            deck = "" if item.deck is None else f", {item.deck}"
            assert f"{item.label}, {points(item.value)}{deck}" in rows


@pytest.mark.parametrize("name", ["game", "round", "back", "next"])
@pytest.mark.parametrize("value", FORGED)
def test_a_forged_way_back_is_not_followed(client: Client, name: str, value: str) -> None:
    response = client.get("/rules/bain/", {name: value})

    assert response.status_code == 200
    assert "evil.example" not in response.text
    assert "alert(1)" not in response.text
    links = Outline(response.text).links
    ours = {"", *(f"/rules/{one}" for one in ("", "bain/more/", "bain/opening/", "bain/card/"))}
    assert {link.partition("#")[0] for link in links} == ours


def test_search_finds_the_heading_first(client: Client) -> None:
    assert found(client, "/rules/bain/", "garbage")[0] == "/rules/bain/#garbage"
    assert found(client, "/rules/pennies/", "Red  THREES")[0] == "/rules/pennies/#red-threes"
    assert found(client, "/rules/marriage/", "dublee")[0] == "/rules/marriage/#dublee"


def test_search_in_all_rules_names_the_game(client: Client) -> None:
    links = found(client, "/rules/", "tunnela")

    assert links[0] == "/rules/marriage/#tunnelas"
    assert all(link.startswith("/rules/marriage/") for link in links)


def test_search_in_one_game_goes_on_in_the_others(client: Client) -> None:
    links = found(client, "/rules/bga/", "book")
    own = [link.startswith("/rules/bga/") for link in links]

    assert own == sorted(own, reverse=True)
    assert "/rules/bain/#canastas" in links


def test_who_is_still_typing_gets_no_more_than_what_was_found(client: Client) -> None:
    whole = client.get("/rules/", {"q": "book"}).text
    part = client.get("/rules/", {"q": "book", "part": ""}).text

    assert part.strip().startswith("<section")
    assert "<html" not in part
    assert part.strip() in whole
    assert client.get("/rules/bain/", {"q": "", "part": ""}).text.strip() == ""


def test_search_looks_for_the_beginnings_of_words(client: Client) -> None:
    assert found(client, "/rules/bain/", "arbage") == []


@pytest.mark.parametrize("query", ["xyzzy", "%", "(", '"><script>alert(1)</script>', "x" * 5000])
def test_search_that_finds_nothing_says_so(client: Client, query: str) -> None:
    text = client.get("/rules/", {"q": query}).text

    assert "Nothing was found" in text
    assert "<script>alert" not in text


def test_empty_search_is_no_search(client: Client) -> None:
    assert 'id="found"' not in client.get("/rules/bain/", {"q": "   "}).text


def rows_of(variant: AnyVariant, anchor: str) -> list[str]:
    """Return the paragraphs and table rows under a heading, cells parted by commas."""
    parts = rulebook.page(variant.key).parts
    return [" ".join(row.split()) for part in parts if part.anchor == anchor for row in part.blocks]


def usual_options(variant: AnyVariant) -> list[Any]:
    """Return the house rules that are played unless agreed otherwise, for each way to sit."""
    return [variant.read_options({}, seating)[0] for seating in variant.seatings]


def worths(variant: AnyVariant, question: Question) -> tuple[int, ...]:
    """Return what a thing counted is worth, house rules at their defaults."""
    match question.worth:
        case None:
            return ()
        case str() as option:
            return (getattr(usual_options(variant)[0], option),)
        case int() as each:
            return (each,)
        case table:
            return table


def anchors(variant: AnyVariant) -> Iterator[str]:
    """Yield every anchor that questions, checklists, lines and findings of a variant point at.

    Lines and findings come from many entries drawn by chance, always the same ones.
    """
    for asked in (variant.round_questions, variant.column_questions, variant.options):
        yield from (question.anchor for question in questions(asked))
    chance = random.Random(variant.key)
    for _turn in range(400):
        table = some_table(variant, chance)
        yield from (item.anchor for item in variant.going_out(table))
        reading = variant.read(some_entry(variant, table, chance), table)
        yield from (finding.anchor for finding in variant.check(reading, table))
        yield from (line.anchor for lines in variant.score(reading.entry, table) for line in lines)


def some_table(variant: AnyVariant, chance: random.Random) -> Table[Any]:
    seating: Seating = chance.choice(variant.seatings)
    given = {
        question.name: chance.choice(question.choices)[0]
        for question in questions(variant.options)
        if question.choices
    }
    options, wrong = variant.read_options(given, seating)
    assert not wrong
    names = [f"P{number}" for number in range(seating.players)]
    teams = tuple(
        Team(f"T{team}", tuple(names[team * seating.each : (team + 1) * seating.each]))
        for team in range(seating.teams)
    )
    return Table(teams, options, seating.alternate())


def some_entry(variant: AnyVariant, table: Table[Any], chance: random.Random) -> dict[str, Any]:
    columns = len(variant.columns(table))
    answers = [some_answers(variant.column_questions, columns, chance) for _ in range(columns)]
    return {**some_answers(variant.round_questions, columns, chance), "entries": answers}


def some_answers(asked: type[Any], columns: int, chance: random.Random) -> dict[str, Any]:
    return {
        name: answer
        for question in questions(asked)
        if chance.random() < 0.6
        for name, answer in [some_answer(question, columns, chance)]
    }


def some_answer(question: Question, columns: int, chance: random.Random) -> tuple[str, object]:
    """Return a field and an answer to it, now and then an impossible one."""
    answers: dict[Kind, list[object]] = {
        Kind.WHOLE: [1, 1, 2, 3, 5, 8, 30, -1],
        Kind.POINTS: [5, 1, "0.5", 25, 490, 3000, -5],
        Kind.YES_NO: [True, False],
        Kind.COLUMN: list(range(columns)),
        Kind.CHOICE: [key for key, _label in question.choices],
        Kind.TEXT: ["a card shown"],
    }
    if chance.random() < 0.02:
        return question.name, {"no": "answer"}
    if question.classes and chance.random() < 0.5:
        counts = {item.key: chance.choice([0, 1, 2, 7, 30, -1]) for item in question.classes}
        return question.cards_field, counts
    return question.name, chance.choice(answers[question.kind])
