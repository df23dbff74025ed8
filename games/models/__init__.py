"""What is kept. Entries are the truth; every figure kept beside them is computed from them."""

from .game import Game, NewTeam
from .links import Link
from .people import Club, Membership, Player, User
from .refusals import (
    DraftChangedError,
    EntryRefusedError,
    GameFinishedError,
    NoSuchRoundError,
    NothingToUndoError,
    OutOfDateError,
    SubmissionReusedError,
    WriteRefusedError,
)
from .revisions import Revision
from .rounds import Draft, Round, Score, Tally
from .seating import Seat, Team

__all__ = [
    "Club",
    "Draft",
    "DraftChangedError",
    "EntryRefusedError",
    "Game",
    "GameFinishedError",
    "Link",
    "Membership",
    "NewTeam",
    "NoSuchRoundError",
    "NothingToUndoError",
    "OutOfDateError",
    "Player",
    "Revision",
    "Round",
    "Score",
    "Seat",
    "SubmissionReusedError",
    "Tally",
    "Team",
    "User",
    "WriteRefusedError",
]
