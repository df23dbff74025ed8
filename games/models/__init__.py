"""What is kept. Entries are the truth; every figure kept beside them is computed from them."""

from .game import (
    EntryRefusedError,
    Game,
    GameFinishedError,
    Link,
    NewTeam,
    NoSuchRoundError,
    NothingToUndoError,
    OutOfDateError,
    Seat,
    SubmissionReusedError,
    Team,
    WriteRefusedError,
)
from .people import Club, Membership, Player, User
from .revisions import Revision
from .rounds import Draft, Round, Score, Tally

__all__ = [
    "Club",
    "Draft",
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
