"""What is typed leads to what our rules call it, in all five games."""

from collections import Counter

import pytest

from games import rulebook, synonyms
from games.query import FEW, MOST_LETTERS, MOST_TERMS, Query, Term
from games.variants import VARIANTS


def found(text: str, key: str) -> list[str]:
    """Return the anchors of what is found in the rules of a game, the best first."""
    return [
        part.anchor for _rank, part in rulebook.matching(rulebook.page(key).parts, Query.of(text))
    ]


@pytest.mark.parametrize(
    ("text", "key", "anchor"),
    [
        ("freeze", "bain", "pile"),
        ("frozen", "pennies", "pile"),
        ("garbage", "bain", "garbage"),
        ("rubbish", "bain", "garbage"),
        ("black three", "bga", "black-threes"),
        ("Black THREES", "bain", "black-threes"),
        ("dublee", "marriage", "dublee"),
        ("dubli", "marriage", "dublee"),
        ("book", "bain", "canastas"),
        ("canasta", "bga", "books"),
        ("pile", "pennies", "canastas"),
        ("clean", "bain", "canastas"),
        ("dirty", "pennies", "canastas"),
        ("natural", "bga", "books"),
        ("mixed book", "bga", "books"),
        ("red canasta", "bga", "books"),
        ("black pile", "bain", "canastas"),
        ("tiplu", "marriage", "wilds"),
        ("poplu", "marriage", "wilds"),
        ("jhi", "marriage", "wilds"),
        ("wild card", "marriage", "wilds"),
        ("maal", "marriage", "settlement"),
        ("banakil", "banakil", "short"),
        ("pinakel", "banakil", "short"),
        ("talon", "banakil", "turn"),
        ("initial meld", "bain", "opening"),
        ("minimum", "pennies", "opening"),
        ("penalty", "marriage", "adjustment"),
        ("deuce", "banakil", "wild-cards"),
        ("tie", "bga", "places"),
        ("straight", "marriage", "melds"),
        ("réd thrées", "bain", "red-threes"),
    ],
)
def test_a_few_letters_or_another_name_find_it(text: str, key: str, anchor: str) -> None:
    assert anchor in found(text, key)[:6]


def test_the_words_themselves_come_before_other_names_and_headings_before_texts() -> None:
    piles = found("pile", "bain")
    assert set(piles[:2]) == {"garbage", "pile"}
    assert piles.index("canastas") > 1
    assert found("garbage", "bain")[0] == "garbage"
    assert found("adjust", "bain")[0] == "adjustment"


def test_pairs_are_found_where_they_count() -> None:
    for text in ("seven pairs", "eight pairs", "pairs"):
        assert found(text, "marriage")[0] == "dublee", text


@pytest.mark.parametrize("key", ["bain", "pennies", "bga"])
@pytest.mark.parametrize("text", ["block", "blocks", "blocked"])
def test_a_black_three_blocks_and_a_wild_card_freezes(text: str, key: str) -> None:
    assert found(text, key)[0] == "black-threes"
    assert "black-threes" not in found("freeze", key)


def test_every_word_must_be_there() -> None:
    assert found("garbage tunnela", "bain") == []
    assert found("red three foot", "bain")


def test_words_are_looked_for_from_their_beginning() -> None:
    assert found("arbage", "bain") == []
    assert "red-threes" not in found("ed", "bain")


def test_what_it_is_called_here_is_told() -> None:
    assert Query.of("Book").instead == (("book", ("canasta",)),)
    assert Query.of("red pile").instead == (("red pile", ("natural canasta", "clean book")),)
    assert Query.of("red").instead == ()
    assert Query.of("tiplu jhiplu").instead == (
        ("tiplu", ("main wild",)),
        ("jhiplu", ("lower wild", "lower secondary")),
    )


def test_too_few_letters_are_no_other_name() -> None:
    assert Query.of("tiplu"[: FEW - 1]).instead == ()
    assert Query.of("tiplu"[:FEW]).instead == (("tip", ("main wild",)),)


@pytest.mark.parametrize("text", ["", "   ", "%", "(", "…"])
def test_nothing_to_look_for_finds_nothing(text: str) -> None:
    query = Query.of(text)
    assert query.terms == ()
    assert rulebook.matching(rulebook.page("bain").parts, query) == []


@pytest.mark.parametrize("text", ["\ufdfa" * 60, "\ufdfa " * 60])
def test_a_letter_that_stands_for_a_sentence_does_not_lengthen_the_search(text: str) -> None:
    terms = Query.of(text).terms
    assert len(terms) <= MOST_TERMS
    assert sum(len(word) for term in terms for word in term.words) <= MOST_LETTERS


def test_no_more_than_a_few_words_are_looked_for_and_each_once() -> None:
    assert [term.words for term in Query.of("t " * 30).terms] == [("t",)]
    assert len(Query.of("a b c d e f g h i j").terms) == MOST_TERMS
    assert Query.of("tiplu joker tiplu").instead == (("tiplu", ("main wild",)),)


def test_a_part_that_lacks_a_word_is_not_looked_through_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: Counter[tuple[str, ...]] = Counter()
    is_in = Term.is_in

    def counted(term: Term, text: str) -> bool:
        asked[term.words] += 1
        return is_in(term, text)

    parts = rulebook.page("bain").parts
    monkeypatch.setattr(Term, "is_in", counted)
    assert rulebook.matching(parts, Query.of("bicycle joker")) == []
    assert asked == {("bicycle",): 2 * len(parts)}


def test_the_excerpt_has_what_was_looked_for() -> None:
    query = Query.of("freeze")
    ((_rank, part), *_rest) = rulebook.matching(rulebook.page("pennies").parts, query)
    assert "freeze" in part.excerpt(query) or "frozen" in part.excerpt(query)


def test_the_excerpt_begins_with_the_sentence() -> None:
    query = Query.of("jhiplu")
    ((_rank, part), *_rest) = rulebook.matching(rulebook.page("marriage").parts, query)
    assert part.excerpt(query).startswith("The next card up and the next card down")


# ---- the table of names


@pytest.mark.parametrize("names", synonyms.table(), ids=lambda names: names.ours[0])
def test_each_of_our_names_stands_in_the_rules(names: synonyms.Names) -> None:
    for ours in names.ours:
        assert any(found(ours, key) for key in VARIANTS), ours


@pytest.mark.parametrize("names", synonyms.table(), ids=lambda names: names.ours[0])
def test_each_other_name_leads_to_ours(names: synonyms.Names) -> None:
    assert names.others
    for other in names.others:
        told = dict(Query.of(other).instead)
        reached = {name for ours in told.values() for name in ours}
        assert reached & set(names.ours) or any(found(other, key) for key in VARIANTS), other
        assert any(found(other, key) for key in VARIANTS), other


def test_no_other_name_stands_twice_beside_different_things() -> None:
    listed = [other for names in synonyms.table() for other in names.others]
    assert sorted(set(listed)) == sorted(listed)
