"""What may be a name, and when two names are the same."""

import re
import unicodedata
from collections.abc import Sequence

from django.utils.translation import gettext as _

LENGTH = 80
TEAM_LENGTH = 4 * LENGTH
GAME_LENGTH = 200
"""The name of a game from a file may say what happened in it."""

WORD_LENGTH = 40
"""Of a longer word the beginning is enough to find a name by."""

WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")
"""A word; each sign is one where words are written without spaces between them."""

BLANK = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp", "Zs"))
"""The kinds of character that leave no mark on paper."""


def tidy(name: str) -> str:
    """Return a name as it is kept: composed, with single spaces and none around it."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def trimmed(name: str) -> str:
    """Return a name as a file may give it: composed, with nothing blank around it."""
    return unicodedata.normalize("NFC", name).strip()


def same_as(name: str) -> str:
    """Return what two names share exactly when they count as the same name."""
    return trimmed(name).casefold()


def folded(text: str) -> str:
    """Return a text as it is compared: in small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    """Return the words by which a name is found, as they are compared; a picture is one too.

    >>> words("Zoë & the Canasta-Queens 🂡")
    ['zoe', 'the', 'canasta', 'queens', '🂡']
    """
    told = folded(text)
    pictures = [sign for sign in told if unicodedata.category(sign) == "So"]
    return [word[:WORD_LENGTH] for word in (*WORD.findall(told), *pictures)]


def unwritable(text: str) -> bool:
    """Say whether a text holds control characters or halves of characters."""
    return any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)


def writable(text: str) -> str:
    """Return a text with a mark in place of each character that cannot be written down."""
    return "".join("\N{REPLACEMENT CHARACTER}" if unwritable(one) else one for one in text)


def fault(name: str) -> str:
    """Return a sentence about what makes this no name; empty if it is one.

    Marks that join or direct letters are welcome, but do not make a name by themselves.
    """
    if all(unicodedata.category(letter) in BLANK for letter in name):
        return _("A name needs at least one letter, digit or sign.")
    if unwritable(name):
        return _("This name holds a character that cannot be written down.")
    return ""


def team_of(players: Sequence[str]) -> str:
    """Return what a team is called that has been given no name: “Ana, Celia & Eva”."""
    *others, last = players
    if not others:
        return last
    return _("%(names)s & %(last)s") % {"names": listed(others), "last": last}


def listed(several: Sequence[str]) -> str:
    """Return words one after another: “Ana, Celia, Eva”."""
    return _(", ").join(several)


def in_sentence(several: Sequence[str]) -> str:
    """Return words as a sentence joins them: “Ana, Celia and Eva”."""
    if len(several) < 2:
        return "".join(several)
    return _("%(names)s and %(last)s") % {"names": listed(several[:-1]), "last": several[-1]}
