"""What is kept. Entries are the truth; every figure kept beside them is computed from them."""

from .drafts import Draft
from .game import Game
from .games import NewTeam
from .links import Link
from .people import Club, Membership, Player, User
from .refusals import (
    DraftChangedError,
    EntryRefusedError,
    GameDeletedError,
    GameFinishedError,
    NoSuchRoundError,
    NothingToRedoError,
    NothingToUndoError,
    OutOfDateError,
    SeatTakenError,
    SetupChangedError,
    SubmissionReusedError,
    WriteRefusedError,
)
from .revisions import Revision
from .rounds import Round, Score, Sitting, Tally
from .seating import Seat, Team
from .setup import Setup
from .uploads import Upload

__all__ = [
    "Club",
    "Draft",
    "DraftChangedError",
    "EntryRefusedError",
    "Game",
    "GameDeletedError",
    "GameFinishedError",
    "Link",
    "Membership",
    "NewTeam",
    "NoSuchRoundError",
    "NothingToRedoError",
    "NothingToUndoError",
    "OutOfDateError",
    "Player",
    "Revision",
    "Round",
    "Score",
    "Seat",
    "SeatTakenError",
    "Setup",
    "SetupChangedError",
    "Sitting",
    "SubmissionReusedError",
    "Tally",
    "Team",
    "Upload",
    "User",
    "WriteRefusedError",
]
