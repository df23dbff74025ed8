"""The opening checker in words, in every game: what is asked for, the cards, and the verdict."""

from typing import Any

import pytest

from games.laying import Laying
from games.opening import Asked, Checker, card_shown, imagined, told_of
from games.variants import VARIANTS
from games.variants.melds import Card
from tests.variants.build import table_of

ANY = Asked()


def checker(key: str, taps: str = "", *, asked: Asked = ANY) -> Checker:
    """Return what is said of taps where no game is known."""
    return _checker(key, imagined(VARIANTS[key]), taps, asked, in_game=False)


def at_table(
    key: str,
    teams: int = 2,
    each: int = 1,
    *,
    taps: str = "",
    asked: Asked = ANY,
    totals: tuple[int, ...] = (),
    **options: Any,
) -> Checker:
    """Return what is said of taps at a table of so many teams of so many players."""
    table = table_of(key, teams, each, starting_totals=totals, **options)
    return _checker(key, table, taps, asked, in_game=True)


def _checker(key: str, table: Any, taps: str, asked: Asked, *, in_game: bool) -> Checker:
    variant = VARIANTS[key]
    laying = Laying(variant.melding(table.options)).after(taps.split())
    openings = variant.opening([], table)
    return Checker(variant, laying, table, openings, f"/rules/{key}/", asked, in_game=in_game)


def needs(made: Checker) -> list[tuple[str, int | str, str, str, bool]]:
    return [(one.field, one.value, one.name, one.points, one.is_chosen) for one in made.needs]


# ---- what is asked for


def test_without_a_game_anything_may_be_asked_for() -> None:
    assert needs(checker("bain", asked=Asked(need=90))) == [
        ("need", 15, "below zero", "15", False),
        ("need", 50, "from 0", "50", False),
        ("need", 90, "from 5,000", "90", True),
        ("need", 120, "from 10,000", "120", False),
        ("need", 150, "from 15,000", "150", False),
    ]
    assert needs(checker("bga")) == [
        ("need", 50, "round 1", "50", True),
        ("need", 90, "round 2", "90", False),
        ("need", 120, "round 3", "120", False),
        ("need", 150, "round 4 on", "150", False),
    ]
    assert needs(checker("marriage")) == needs(checker("banakil")) == []


def test_nothing_that_no_team_can_need_is_asked_for() -> None:
    for wrong in (0, 49, 1_000, None):
        assert checker("pennies", asked=Asked(need=wrong)).need == 50
    assert checker("banakil", asked=Asked(need=50)).need == 0


def test_at_a_table_each_team_has_its_own() -> None:
    made = at_table("bain", 2, 2, totals=(-5, 15_000), asked=Asked(team=1, need=50))
    assert needs(made) == [
        ("team", 0, "Ana-Ben", "15", False),
        ("team", 1, "Celia-Dev", "150", True),
    ]
    assert [one.mark for one in made.needs] == ["a", "b"]
    assert (made.team, made.need, made.demand) == (1, 150, "")
    for wrong in (None, 2, 99):
        assert at_table("bain", 2, 2, totals=(-5, 15_000), asked=Asked(team=wrong)).need == 15


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (at_table("bain", 2, 2), "Everybody opens with 50"),
        (at_table("bga", 3, 2), "Everybody opens with 50"),
        (at_table("banakil", 2, 2), "No minimum to open"),
        (checker("banakil"), "No minimum to open"),
        (
            checker("marriage"),
            "To open: Three melds together, each a pure sequence or a tunnela",
        ),
        (
            at_table("marriage", 3, settlement="maal"),
            "To open: Three melds together, each a pure sequence or a tunnela; or seven pairs",
        ),
        (checker("bain"), ""),
    ],
)
def test_what_is_asked_of_all_is_said_in_a_sentence(made: Checker, said: str) -> None:
    assert made.demand == said


def test_without_a_game_house_rules_are_chosen() -> None:
    assert checker("bain").house_rules == checker("banakil").house_rules == []
    (rule,) = checker("marriage").house_rules
    assert rule.label == "A round is scored by"
    assert [(one.field, one.value, one.is_chosen) for one in rule.answers] == [
        ("settlement", "points", True),
        ("settlement", "maal", False),
    ]
    assert at_table("marriage", 3).house_rules == []


def test_without_a_game_the_most_wild_cards_of_a_book_are_chosen() -> None:
    rule = checker("bga").house_rules[1]
    assert rule.label == "Wild cards in a book, at most"
    assert [(one.value, one.name, one.is_chosen) for one in rule.answers] == [
        (2, "2", False),
        (3, "3", True),
    ]
    capped = _checker("bga", imagined(VARIANTS["bga"], {"max_wilds": "1"}), "", ANY, in_game=False)
    assert [(one.value, one.is_chosen) for one in capped.house_rules[1].answers] == [
        (1, True),
        (2, False),
        (3, False),
    ]


def test_house_rules_are_carried_along_where_they_are_not_the_usual() -> None:
    bga, marriage = VARIANTS["bga"], VARIANTS["marriage"]
    told: dict[str, Any] = {"opening_by": "score", "max_wilds": 2}
    assert told_of(bga, table_of("bga", 3, 1, **told)) == told
    assert told_of(bga, table_of("bga", 3, 1, rounds=9)) == {}
    assert told_of(marriage, table_of("marriage", 3, settlement="maal")) == {"settlement": "maal"}
    assert told_of(VARIANTS["bain"], table_of("bain", 2, 2, target=1_000)) == {}
    assert at_table("marriage", 3, settlement="maal").told == {}


@pytest.mark.parametrize("wrong", ["", "-1", "two", "9999999999", "1e3", "\0"])
def test_house_rules_that_make_no_sense_are_the_usual_ones(wrong: str) -> None:
    bga = VARIANTS["bga"]
    for told in ({"max_wilds": wrong}, {"opening_by": wrong}):
        assert imagined(bga, told) == imagined(bga)
    assert imagined(bga, {"max_wilds": "2", "rounds": "9"}).options.max_wilds == 2
    assert imagined(bga, {"rounds": "9"}) == imagined(bga)


# ---- the cards


@pytest.mark.parametrize(
    ("card", "sign", "mark", "name", "is_red"),
    [
        (Card("9"), "9", "", "9", False),
        (Card("joker"), "Joker", "", "Joker", False),
        (Card("A"), "A", "", "Ace", False),
        (Card("3", "red"), "3", "d", "Red 3", True),
        (Card("3", "black"), "3", "a", "Black 3", False),
        (Card("10", "h"), "10", "d", "10 of hearts", True),
        (Card("K", "d"), "K", "b", "King of diamonds", True),
        (Card("Q", "c"), "Q", "c", "Queen of clubs", False),
        (Card("J", "s"), "J", "a", "Jack of spades", False),
    ],
)
def test_a_card_has_its_sign_and_its_name(
    card: Card, sign: str, mark: str, name: str, is_red: bool
) -> None:
    shown = card_shown(card)
    assert (shown.sign, shown.mark, shown.name, shown.is_red) == (sign, mark, name, is_red)


@pytest.mark.parametrize("key", VARIANTS)
def test_a_name_holds_what_stands_on_the_card(key: str) -> None:
    """Whoever speaks to the phone says what is seen."""
    keys = [one for suit in checker(key).suits for one in suit]
    assert all(one.card.sign in one.card.name for one in keys)
    assert len({one.card.name for one in keys}) == len(keys)


def test_cards_stand_together_by_suit() -> None:
    assert [len(suit) for suit in checker("bain").suits] == [15]
    assert [len(suit) for suit in checker("marriage").suits] == [13] * 4
    # The joker and the two, which have no suit, fill up the last row.
    assert [len(suit) for suit in checker("banakil").suits] == [12, 12, 12, 14]


def test_a_card_says_how_many_are_laid_and_whether_it_is_spent() -> None:
    made = checker("banakil", "joker joker 2")
    joker, two = made.suits[-1][-2:]
    assert (joker.laid, joker.is_spent, two.laid, two.is_spent) == (2, True, 1, False)
    assert [one.label for one in made.suits[-1][-3:]] == [
        "3 of clubs",
        "Joker, 2 laid",
        "2, 1 laid",
    ]
    many = checker("bga", " ".join(["K"] * 30)).suits[0]
    assert [one.laid for one in many if one.laid] == [30]
    assert not any(one.is_spent for one in many)


# ---- what is laid, and the verdict


def test_a_meld_says_what_it_is_and_how_it_is_changed() -> None:
    made = checker("bain", "9 9 9 2 K")
    first, second = made.melds
    assert (first.title, first.kind, first.points, first.says) == ("Meld 1", "Mixed meld", "50", [])
    assert [one.tap for one in first.cards] == ["out-9-1"] * 3 + ["out-2-1"]
    assert first.cards[3].label == "Take out of meld 1: 2"
    assert (first.is_current, second.is_current, first.has_room) == (False, True, True)
    assert made.current == second
    (said,) = second.says
    assert (said.text, said.url, said.is_hint) == (
        "A meld has at least 3 cards.",
        "/rules/bain/#melds",
        True,
    )


def test_a_meld_that_is_begun_has_its_place() -> None:
    begun = checker("bain", "9 next").melds[-1]
    assert (begun.title, begun.cards, begun.is_current) == ("Meld 2", [], True)
    assert checker("bain").current is None


def test_what_is_full_can_not_be_added_to() -> None:
    assert [one.has_room for one in checker("marriage", "9c 9c 9c 4h").melds] == [False, True]


def test_what_is_only_to_be_known_is_no_mistake() -> None:
    whole, red = checker("pennies", "K K K K K K K 3red").melds
    assert [one.is_hint for one in (*whole.says, *red.says)] == [True, True]
    assert (red.kind, red.points) == ("Red threes", "0")


@pytest.mark.parametrize(
    ("key", "taps", "figure", "said"),
    [
        ("bain", "", "0 of 50", "Tap each card that you mean to lay down."),
        ("bain", "9 9 9 2", "50 of 50", "This opens."),
        ("bain", "8 8 8", "30 of 50", "20 points are missing."),
        ("bain", "7 7 2", "0 of 50", "50 points are missing. Meld 1 is not legal."),
        ("bain", "9 9 9 K 2 2", "30 of 50", "20 points are missing. Meld 2 is not legal."),
        ("bain", "A A A K", "70 of 50", "Meld 2 is not whole."),
        ("bain", "3red 3red", "0 of 50", "50 points are missing."),
        ("bain", "9 next", "10 of 50", "40 points are missing. Meld 1 is not whole."),
        ("banakil", "", "0", "Tap each card that you mean to lay down."),
        ("banakil", "5h 6h 7h", "2", "This opens."),
        ("banakil", "5h 7h 9h", "2.5", "Meld 1 is not legal."),
        ("banakil", "5h 6h", "1", "Meld 1 is not whole."),
        ("marriage", "", "0 of 3", "Tap each card that you mean to lay down."),
        ("marriage", "9c 9c 9c", "1 of 3", "2 melds are missing."),
        ("marriage", "9c 9c 9c 4h 4h 4h Kd Kd Kd", "3 of 3", "This opens."),
        (
            "marriage",
            "9c 9h 9d 4h 5h 7h Kd",
            "0 of 3",
            "3 melds are missing. Melds 1 and 2 are not legal. Meld 3 is not whole.",
        ),
    ],
)
def test_the_verdict(key: str, taps: str, figure: str, said: str) -> None:
    made = checker(key, taps)
    assert (made.figure, made.verdict) == (figure, said)


def test_the_verdict_on_pairs() -> None:
    pairs = " ".join(f"{rank}s {rank}s" for rank in ("4", "5", "6", "7", "8", "9", "K"))
    made = at_table("marriage", 3, taps=pairs, settlement="maal")
    assert (made.figure, made.verdict) == ("7 of 7", "This opens.")
    made = at_table("marriage", 3, taps=pairs.removesuffix(" Ks"), settlement="maal")
    assert made.verdict == "1 pair is missing. Meld 7 is not whole."
    made = at_table("marriage", 3, taps=pairs[:11], settlement="maal")
    assert made.verdict == "5 pairs are missing."
    mixed = at_table("marriage", 3, taps="9c 10c Jc 4h 4h", settlement="maal")
    assert mixed.verdict == "2 melds are missing. Meld 2 is not whole."


def test_a_team_is_named_where_it_matters() -> None:
    totals = (-5, 15_000)
    made = at_table("bain", 2, 2, totals=totals, taps="4 4 4")
    assert made.verdict == "Ana-Ben can open with this."
    assert at_table("bain", 2, 2, taps="9 9 9 2").verdict == "This opens."


def test_what_was_left_out_is_told() -> None:
    assert checker("bain", "9").notice == ""
    assert checker("bain", "9 eleven").notice.startswith("Something was left out")
