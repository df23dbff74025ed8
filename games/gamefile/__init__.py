"""The portable game file: one JSON document that holds a whole game.

In the file teams and players go by their names; everywhere else by their numbers.
"""

from .game import FileRound, GameFile, Remark
from .load import FORMAT, VERSION, NotAGameFileError, load
from .of_game import of_game
from .read import KNOWN, read
from .score import scored
from .write import digest, written

__all__ = [
    "FORMAT",
    "KNOWN",
    "VERSION",
    "FileRound",
    "GameFile",
    "NotAGameFileError",
    "Remark",
    "digest",
    "load",
    "of_game",
    "read",
    "scored",
    "written",
]
