"""The games beside each other, with the numbers that each variant has."""

from dataclasses import replace
from pathlib import Path

import pytest

from games import comparing
from games.comparing import HAND_AND_FOOT, at_a_glance, side_by_side
from games.variants import VARIANTS, bain, canasta
from tests.messages import _in_python


def glance(key: str) -> comparing.Glance:
    return next(one for one in at_a_glance() if one.key == key)


def rows() -> dict[str, tuple[str, ...]]:
    return {row.label: row.cells for row in side_by_side()}


def test_every_game_is_there_in_its_order() -> None:
    assert [one.key for one in at_a_glance()] == list(VARIANTS)


@pytest.mark.parametrize(
    ("key", "players", "cards", "opening", "length"),
    [
        ("bain", "4, in teams", "216 in 4 packs", "To open: 50 at first.", "to 20,000"),
        ("pennies", "6, in teams", "216 in 4 packs", "To open: 50 at first.", "to 20,000"),
        (
            "bga",
            "2-12, alone or in teams",
            "as many packs as agreed",
            "To open: 50 at first.",
            "Rounds: 4",
        ),
        ("banakil", "2-4, alone or in teams", "106 in 2 packs", "To open: any meld.", "to 150-303"),
        (
            "marriage",
            "2-5, each alone",
            "156 in 3 packs",
            (
                "No points are needed to open. "
                "Three melds together, each a pure sequence or a tunnela."
            ),
            "Rounds: 2-5",
        ),
    ],
)
def test_a_game_at_a_glance(key: str, players: str, cards: str, opening: str, length: str) -> None:
    one = glance(key)
    told = (one.players, one.cards, one.opening, one.length)
    assert tuple(text.replace(comparing.TO, "-") for text in told) == (
        players,
        cards,
        opening,
        length,
    )


def test_how_a_game_ends() -> None:
    assert glance("bain").ends == (
        "End of a round: Somebody went out; Stock ran out; Only sevens left. "
        "The game ends when the total is reached. A tie is played off."
    )
    assert glance("marriage").ends == (
        "End of a round: Somebody went out. "
        "The game ends after the last round. Equal totals share the win."
    )
    assert "after the last round. A tie is played off." in glance("bga").ends


def test_each_row_has_a_cell_for_each_game_and_something_differs() -> None:
    assert len(rows()) == len(side_by_side())
    for label, cells in rows().items():
        assert len(cells) == len(HAND_AND_FOOT)
        assert len(set(cells)) > 1, label
    assert "Mixed or dirty" not in rows()


def test_what_is_told_of_board_game_arena_is_what_its_rules_say() -> None:
    assert rows()["Canasta of sevens"] == ("1,500", "1,500", "as any book")
    assert rows()["Asking for leave to go out"][2] == "not spoken of"
    assert rows()["Red three left in a foot or hand"] == (
        "costs 100, with or without a canasta of sevens",
        "costs 100, with or without a canasta of sevens",
        "costs 100",
    )


def test_what_the_three_are_worth() -> None:
    assert rows()["Wild canasta or book"] == ("1,000", "1,000", "1,500")
    assert rows()["Going out is worth"] == ("200", "100", "100")
    assert rows()["What opens"] == (
        "50, 90, 120, 150; below zero 15",
        "50, 90, 120, 150; below zero 15",
        "50, 90, 120, 150",
    )
    assert rows()["All eight of them"][1] == "1,000 in all, plus or minus"


def test_no_sentence_holds_a_number_of_its_own() -> None:
    source = Path(comparing.__file__).read_text()
    assert [text for text in _in_python(source) if any(letter.isdigit() for letter in text)] == []


def test_a_number_that_is_changed_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canasta, "MIXED", 345)
    monkeypatch.setattr(bain, "FOOT", 12)
    odd = replace(VARIANTS["pennies"], opening=lambda _rows, _table: (canasta.opening_at(-1),))
    monkeypatch.setitem(VARIANTS, "pennies", odd)
    assert rows()["Mixed or dirty"] == ("345", "345", "300")
    assert rows()["Hand and foot"][:2] == ("15 + 12", "13 + 11")
    assert glance("pennies").opening == "To open: 15 at first."
