"""Game files read as they arrive, and what is found in them."""

import json

from games import gamefile
from games.gamefile import GameFile, Remark
from tests.documents import Document, raw

type Found = tuple[str, int | None, str | None, str | None]
"""An error, as code, round, field and column."""


def read(document: object) -> tuple[GameFile | None, tuple[Remark, ...]]:
    """Read a document through its bytes, as it arrives."""
    return gamefile.read(gamefile.load(raw(document)))


def errors(document: object) -> list[Found]:
    """Return every error of a document; there is no game exactly if there is one."""
    return errors_in(raw(document))


def errors_in(content: bytes) -> list[Found]:
    game, remarks = gamefile.read(gamefile.load(content))
    found = [remark for remark in remarks if remark.severity == "error"]
    assert (game is None) == bool(found)
    return [(one.code, one.round, one.field, one.column) for one in found]


def scored(document: object) -> Document:
    """Return the scores of a document without errors, through JSON, as they are printed."""
    game, remarks = read(document)
    assert game is not None, remarks
    result: Document = json.loads(json.dumps(gamefile.scored(game, remarks)))
    return result


def score_of(column: str, document: object) -> int:
    score = scored(document)["rounds"][0]["scores"][column]
    assert isinstance(score, int)
    return score


def ended(*of_rounds: Document) -> list[Document]:
    return [{"ended_by": "stock_out", **of_round} for of_round in of_rounds]
