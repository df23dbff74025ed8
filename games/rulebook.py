"""The rules of a game cut into their parts, so that contents and search come from the text itself.

They stand on two pages: how the game goes and is scored, and more about it, which is how to learn
it, rounds worked out, how tables differ, and what the pad checks.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from textwrap import shorten

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from . import wording
from .facts import House, facts
from .names import folded
from .query import Query, Term
from .variants import VARIANTS

EXCERPT = 140
SENTENCE = re.compile(r"(?<=[.;:]) ")
KEPT = 128
"""So many rules are kept rendered: those of each game, and those of the tables asked for lately."""


@dataclass(slots=True)
class Part:
    """A heading and the text beneath it, up to the next heading. `topic` is its short name.

    `more` says that it stands on the second page.
    """

    anchor: str
    level: int
    more: bool = False
    topic: str = ""
    title: str = ""
    blocks: list[str] = field(default_factory=list)
    texts: tuple[str, str] = ("", "")

    def close(self) -> None:
        """Prepare the heading, and all of it, to be looked through."""
        self.topic = self.topic or self.title
        heading = folded(f"{self.title} {self.topic}")
        self.texts = (heading, folded(" ".join((self.title, *self.blocks))))

    def rank(self, query: Query) -> int | None:
        """Return how well this part answers a query, 0 the best; None if it does not.

        First come headings that name what was asked for, by these words and then by ours, and
        then texts that do.
        """
        worst = 0
        for term in query.terms:
            rank = self._rank(term)
            if rank is None:
                return None
            worst = max(worst, rank)
        return worst

    def _rank(self, term: Term) -> int | None:
        for level, text in enumerate(self.texts):
            if term.is_in(text):
                return 2 * level
            if term.is_in_other_words(text):
                return 2 * level + 1
        return None

    def excerpt(self, query: Query) -> str:
        """Return the paragraph or row that has most of the query, from the sentence that has it."""
        best = max(self.blocks, key=lambda block: query.found_in(folded(block)), default="")
        sentences = SENTENCE.split(best)
        found = (n for n, one in enumerate(sentences) if query.found_in(folded(one)))
        first = next(found, 0)
        opened = wording.left_open(" ".join(sentences[:first]))
        cut = shorten(opened + " ".join(sentences[first:]), EXCERPT, placeholder=" …")
        return wording.mended(cut)


@dataclass(frozen=True, slots=True)
class Page:
    """The rules of one game as HTML, the second page of them, and both by parts."""

    html: SafeString
    more: SafeString
    parts: tuple[Part, ...]

    @property
    def topics(self) -> list[Part]:
        """The parts that a reader jumps to."""
        return [part for part in self.parts if part.level == 2]


def page(key: str, house: House | None = None) -> Page:
    """Return the rules of a game, which are the same for all who read one language.

    With the house rules of a table they speak with these. They are rendered once a process and
    table, or every time while somebody is writing on them.
    """
    language = get_language() or settings.LANGUAGE_CODE
    return _read(key, house) if settings.DEBUG else _kept(key, house, language)


def matching(parts: Iterable[Part], query: Query) -> list[tuple[int, Part]]:
    """Return the parts that answer a query with their ranks, the best first."""
    if not query.terms:
        return []
    ranked = ((part.rank(query), part) for part in parts)
    found = [(rank, part) for rank, part in ranked if rank is not None]
    return sorted(found, key=lambda one: one[0])


@lru_cache(maxsize=KEPT)
def _kept(key: str, house: House | None, _language: str) -> Page:
    return _read(key, house)


def _read(key: str, house: House | None) -> Page:
    told = facts(VARIANTS[key], house)
    html = render_to_string(f"rules/{key}.html", told)
    more = render_to_string(f"rules/{key}_more.html", told)
    return Page(html, more, (*_parts(html), *_parts(more, more=True)))


def _parts(html: str, *, more: bool = False) -> list[Part]:
    reader = _Reader(more=more)
    reader.feed(html)
    reader.close()
    for part in reader.parts:
        part.close()
    return reader.parts


class _Reader(HTMLParser):
    """Collects headings, and the text of paragraphs, list items and table rows under each."""

    HEADINGS = ("h2", "h3")
    BLOCKS = ("p", "li", "tr")
    CELLS = ("th", "td", "small", "br")
    UNREAD = ("caption", "thead")

    def __init__(self, *, more: bool) -> None:
        super().__init__()
        self.more = more
        self.parts: list[Part] = []
        self._in_heading = self._unread = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.HEADINGS:
            given = dict(attrs)
            self.parts.append(
                Part(given.get("id") or "", int(tag[1]), self.more, given.get("data-topic") or "")
            )
            self._in_heading = True
        elif tag in self.UNREAD:
            self._unread = True
        elif self.parts and not self._unread:
            self._start_text(tag, self.parts[-1].blocks)

    def _start_text(self, tag: str, blocks: list[str]) -> None:
        if tag in self.BLOCKS:
            blocks.append("")
        elif tag in self.CELLS and blocks and (text := blocks[-1].rstrip()):
            blocks[-1] = text + (" " if text[-1] in ",.;" else ", ")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.HEADINGS:
            self._in_heading = False
        elif tag in self.UNREAD:
            self._unread = False

    def handle_data(self, data: str) -> None:
        if self._unread or not self.parts:
            return
        part = self.parts[-1]
        if self._in_heading:
            part.title += data
        elif part.blocks:
            part.blocks[-1] += data
