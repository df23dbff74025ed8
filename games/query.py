"""What somebody looks for in the rules: words, and the names that our rules have for it."""

import re
from dataclasses import dataclass

from . import synonyms
from .names import folded

FEW = 3
"""So many letters of another name are enough to be led to ours."""

MOST_LETTERS, MOST_TERMS = 60, 8
"""No more is looked for. Letters count once they are folded: one alone can stand for a sentence."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is looked for: the words typed, and what our rules call it instead."""

    words: tuple[str, ...]
    ours: tuple[tuple[str, ...], ...] = ()

    def is_in(self, text: str) -> bool:
        """Say whether each of the words begins a word of the text; “red” is not in “entered”."""
        return _begin_words(self.words, text)

    def is_in_other_words(self, text: str) -> bool:
        """Say whether the text has it by one of our own names."""
        return any(_begin_words(words, text) for words in self.ours)


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. `instead` has what our rules call some of it, to be told."""

    text: str
    terms: tuple[Term, ...]
    instead: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @classmethod
    def of(cls, text: str) -> "Query":
        """Read what was typed, in which names of several words may stand."""
        words, instead = _words(folded(text)[:MOST_LETTERS]), []
        terms: dict[tuple[str, ...], Term] = {}
        known = [
            (tuple(_words(name)), names)
            for names in synonyms.table()
            for name in (*names.others, *names.ours)
        ]
        while words and len(terms) < MOST_TERMS:
            length, ours = _longest(words, known)
            taken, words = tuple(words[:length]), words[length:]
            if taken in terms:
                continue
            others = tuple(name for name in ours if not _begin_words(taken, folded(name)))
            terms[taken] = Term(taken, tuple(tuple(_words(name)) for name in others))
            if others:
                instead.append((" ".join(taken), others))
        return cls(text, tuple(terms.values()), tuple(instead))

    def found_in(self, text: str) -> int:
        """Return how much of it a folded text has, in whatever words."""
        return sum(2 * term.is_in(text) or term.is_in_other_words(text) for term in self.terms)


def _longest(
    words: list[str], known: list[tuple[tuple[str, ...], synonyms.Names]]
) -> tuple[int, tuple[str, ...]]:
    """Return how many words begin the longest name that stands first, and what we call it.

    Of the last word of a name some letters will do, but no fewer than FEW.
    """
    begun = [
        (len(name), names.ours)
        for name, names in known
        if tuple(words[: len(name) - 1]) == name[:-1]
        and len(words) >= len(name)
        and len(words[len(name) - 1]) >= FEW
        and name[-1].startswith(words[len(name) - 1])
    ]
    length = max((length for length, _ours in begun), default=1)
    ours = dict.fromkeys(name for long, names in begun if long == length for name in names)
    return length, tuple(ours)


def _begin_words(words: tuple[str, ...], text: str) -> bool:
    return all(re.search(rf"\b{re.escape(word)}", text) for word in words)


def _words(query: str) -> list[str]:
    """Return the words to look for, without a plural's s: red threes are found under red three."""
    words = re.findall(r"\w+", folded(query))
    return [word.removesuffix("s") if len(word) > 3 else word for word in words]
