"""The pocket card drawn: all of it on the card, as large as it fits."""

import pytest

from games.pocket import Card, Row, Section, card
from games.pocketimage import BAND, HEIGHT, LARGEST, MARGIN, WIDTH, Drawing, draw
from games.variants import VARIANTS


def _is_whole(drawing: Drawing) -> bool:
    inside = (
        MARGIN <= text.x <= WIDTH - MARGIN and BAND < text.y < HEIGHT - 4 for text in drawing.texts
    )
    return all(inside) and all(BAND < y < HEIGHT for y in drawing.lines)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_all_of_a_card_is_drawn(key: str) -> None:
    made = card(VARIANTS[key])
    drawing = draw(made)
    words = [text.words for text in drawing.texts]
    assert _is_whole(drawing)
    assert len(drawing.lines) == len(made.sections)
    for section in made.sections:
        assert section.title in words
        for row in section.rows:
            assert set(row.values) <= set(words)
            assert row.label.split()[-1] in " ".join(words)
    assert drawing.title.words == made.title


def test_words_are_as_large_as_they_fit() -> None:
    few = Card("Few", (Section("Rules", (Row("One", ("1",)),)),))
    many = Card("Many", (Section("Rules", tuple(Row(f"Rule {n}", ("1",)) for n in range(40))),))
    sizes = [max(text.size for text in draw(one).texts if not text.is_bold) for one in (few, many)]
    assert sizes[0] == LARGEST
    assert sizes[1] < LARGEST
    assert _is_whole(draw(many))


def test_a_long_label_goes_on_in_the_next_line_beside_its_figure() -> None:
    label = "a rule of many words " * 6
    drawing = draw(Card("Long", (Section("Rules", (Row(label.strip(), ("1,500",)),)),)))
    parts = [text for text in drawing.texts if text.words.startswith(("a rule", "of", "many"))]
    assert len(parts) > 1
    assert " ".join(text.words for text in drawing.texts[2:]) == label.strip()
    assert drawing.texts[1].words == "1,500"
    assert drawing.texts[1].y == drawing.texts[2].y


def test_a_long_title_is_smaller() -> None:
    short, long = (draw(Card(title, ())).title for title in ("Bain", "n" * 80))
    assert short.size > long.size
