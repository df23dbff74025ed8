import re
from decimal import Decimal
from pathlib import Path
from typing import Literal

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import SafeString

from games.templatetags.cards import SPRITE, SUITS, carrying, icon, points, suit, suit_href
from games.variants.entry import Points
from games.wording import MINUS

SYMBOLS = set(
    re.findall(r'<symbol id="(\w+)"', (Path(settings.BASE_DIR) / "static" / SPRITE).read_text())
)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (50, "50"),
        (13085, "13,085"),
        (-245, f"{MINUS}245"),
        (-12345, f"{MINUS}12,345"),
        (1_000_000, "1,000,000"),
        (Decimal("24.5"), "24.5"),
        (Decimal("24.0"), "24"),
        (Decimal("-0.5"), f"{MINUS}0.5"),
        (None, ""),
        ("", ""),
    ],
)
def test_points_are_written_as_on_a_pad(value: Points | Literal[""] | None, written: str) -> None:
    assert points(value) == written


def test_links_to_the_checker_take_the_way_back_along() -> None:
    rules = SafeString('<a href="/rules/bain/opening/">Tap</a> <a href="#opening">')
    assert carrying(rules, "") == rules
    taken = carrying(rules, "?game=1&round=2")
    assert taken == rules.replace("opening/", "opening/?game=1&amp;round=2")
    assert carrying(rules, '?"><script>').count("<script>") == 0


def test_points_follow_the_readers_language() -> None:
    with translation.override("de"):
        assert points(13085) == "13.085"
        assert points(Decimal("-24.5")) == f"{MINUS}24,5"


def test_an_icon_is_hidden_from_screen_readers_and_comes_from_the_sprite() -> None:
    drawn = icon("left")
    assert 'aria-hidden="true"' in drawn
    assert 'class="ic ic-left"' in drawn
    assert '#left"' in drawn


@pytest.mark.parametrize("mark", SUITS)
def test_every_mark_has_a_suit_in_the_sprite(mark: str) -> None:
    assert SUITS[mark] in SYMBOLS
    assert f'class="suit {mark}"' in suit(mark)
    assert f'href="{suit_href(mark)}"' in suit(mark)
    assert suit_href(mark).endswith(f"#{SUITS[mark]}")


def test_no_two_marks_share_a_suit() -> None:
    assert len(set(SUITS.values())) == len(SUITS)


def test_where_no_mark_is_given_nothing_is_drawn() -> None:
    assert suit("") == ""


def test_a_mark_that_does_not_exist_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        suit("z")


def test_the_templates_draw_no_icon_that_is_missing_from_the_sprite() -> None:
    templates = Path(settings.BASE_DIR) / "templates"
    drawn = {
        name
        for page in templates.rglob("*.html")
        for name in re.findall(r'{% icon "(\w+)" %}', page.read_text())
    }
    assert drawn <= SYMBOLS


def test_the_tags_work_in_a_template() -> None:
    page = Template('{% load cards %}{% suit "a" %}{% icon "undo" %}{{ total|points }}')
    shown = page.render(Context({"total": -8890}))
    assert "#spade" in shown
    assert "#undo" in shown
    assert shown.endswith(f"{MINUS}8,890")
