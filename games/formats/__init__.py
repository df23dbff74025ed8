"""Other ways in and out than the file of one game: a club's archive, tables, Board Game Stats.

Each format is a module of its own. What comes in is looked at by `opened`, or
`opened_all`, whatever it is.
"""

from .parcel import Kind, NotReadableError, Parcel
from .recognise import kind_of, opened, opened_all

__all__ = ["Kind", "NotReadableError", "Parcel", "kind_of", "opened", "opened_all"]
