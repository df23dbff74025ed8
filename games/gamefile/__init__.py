"""The portable game file: one JSON document that holds a whole game.

In the file teams and players go by their names; everywhere else by their numbers.
"""

from .game import FileRound, GameFile, Remark
from .load import FORMAT, VERSION, NotAGameFileError, checked, load, parsed
from .of_game import of_game
from .read import KNOWN, read
from .score import scored
from .write import digest, text_of, written

__all__ = [
    "FORMAT",
    "KNOWN",
    "VERSION",
    "FileRound",
    "GameFile",
    "NotAGameFileError",
    "Remark",
    "checked",
    "digest",
    "load",
    "of_game",
    "parsed",
    "read",
    "scored",
    "text_of",
    "written",
]
