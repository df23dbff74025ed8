"""The bytes of a game file: whether they are one at all."""

import json
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from games.variants import VARIANTS

FORMAT, VERSION = "scorekeeper-game", 1
DEEPEST = 40
"""A game file is five levels deep; what is nested far beyond that is none."""


class NotAGameFileError(Exception):
    """These bytes are no game file at all. The argument is one sentence that says why."""


def load(raw: bytes) -> dict[str, Any]:
    """Return the document in these bytes; NotAGameFileError if they are no game file at all."""
    if raw.startswith(b"\xef\xbb\xbf"):
        raise NotAGameFileError(_("The file starts with a byte-order mark; save it without one."))
    return checked(parsed(raw))


def parsed(raw: bytes, first: int = 1) -> dict[str, Any]:
    """Return the JSON object in these bytes, with exact numbers; NotAGameFileError if it is none.

    Nothing is named twice in one place of it. `first` is the number of its first line.
    """
    try:
        document = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_without_duplicates,
            parse_constant=_no_constant,
            parse_float=_number,
            parse_int=_number,
        )
    except UnicodeDecodeError:
        raise NotAGameFileError(_("The file is not written in UTF-8.")) from None
    except RecursionError:
        raise NotAGameFileError(_("The file is nested too deeply to be a game.")) from None
    except json.JSONDecodeError as wrong:
        place = {"line": first + wrong.lineno - 1}
        message = _("The file is not JSON: it breaks off or goes wrong at line %(line)s.")
        raise NotAGameFileError(message % place) from None
    if not isinstance(document, dict):
        raise NotAGameFileError(_("The file is not a game of this score pad."))
    return document


def checked(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document if it is one of a game file; else NotAGameFileError."""
    if document.get("format") != FORMAT:
        raise NotAGameFileError(_("The file is not a game of this score pad."))
    if isinstance(document.get("version"), bool) or document.get("version") != VERSION:
        raise NotAGameFileError(_("The file has a version that this score pad does not know."))
    variant = document.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise NotAGameFileError(_("The file is of a game that this score pad does not know."))
    if _deeper_than(document, DEEPEST):
        raise NotAGameFileError(_("The file is nested too deeply to be a game."))
    return document


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotAGameFileError(_("The file names the same thing twice in one place."))
    return found


def _no_constant(_text: str) -> None:
    raise NotAGameFileError(_("The file holds NaN or Infinity, which are no numbers of a game."))


def _number(text: str) -> int | Decimal:
    if len(text) < 19 and text.lstrip("-").isdigit():
        return int(text)
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("Infinity")


def _deeper_than(document: object, depth: int) -> bool:
    level: list[object] = [document]
    for _step in range(depth):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        level = inner
    return bool(level)
