"""The signs of the pages: marks, icons, and figures as a score pad writes them."""

from typing import Literal

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games import wording
from games.variants.entry import Points

register = template.Library()

# Every icon is inline SVG that takes the colour of its text; its drawing comes from one file of our
# own, which a browser fetches once (1.1 KB) and keeps. With the drawings in the pages themselves
# each page would send its share again, and a later page may weigh no more than 8 KB.
SPRITE = "icons/sprite.svg"
SUITS = {
    "a": "spade",
    "b": "diamond",
    "c": "club",
    "d": "heart",
    "e": "star",
    "f": "moon",
    "g": "bell",
}


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon of the sprite. It says nothing: words stand beside it, or label its control."""
    return _drawing(f"ic ic-{name}", name)


@register.simple_tag
def suit(mark: str) -> SafeString:
    """The suit that stands for a team or a player, in its colour; nothing where no mark is given.

    Raises KeyError for a mark that does not exist.
    """
    return _drawing(f"suit {mark}", SUITS[mark]) if mark else SafeString("")


@register.filter
def suit_href(mark: str) -> str:
    """Where a drawing that is no row of text, such as a chart, takes the suit of a mark from."""
    return f"{static(SPRITE)}#{SUITS[mark]}"


@register.filter
def points(value: Points | Literal[""] | None) -> str:
    """Points as a pad shows them: grouped, with a real minus, a half only where there is one.

    >>> points(13085)
    '13,085'

    Nothing stands for None or for a value that is missing, so that an empty cell stays empty.
    """
    return "" if value == "" else wording.points(value)


@register.filter
def carrying(rules: SafeString, query: str) -> SafeString:
    """Rules whose links to the opening checker take along where the reader came from.

    >>> carrying(SafeString('<a href="/rules/bain/opening/">'), "?game=1&round=2")
    '<a href="/rules/bain/opening/?game=1&amp;round=2">'
    """
    return mark_safe(rules.replace('/opening/"', f'/opening/{escape(query)}"'))  # noqa: S308


working = register.simple_tag(wording.working)


def _drawing(classes: str, name: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        classes,
        static(SPRITE),
        name,
    )
