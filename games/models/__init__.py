"""What is kept. Entries are the truth; every figure kept beside them is computed from them."""

from .drafts import Draft
from .game import Game
from .games import NewTeam
from .links import Link
from .mentions import Mention
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
from .results import Count, Evening, Feat, Pair, Record, Result, Summary, Volume
from .revisions import Revision
from .rounds import Round, Score, Sitting, Tally
from .seasons import Season
from .seating import Seat, Team
from .setup import Setup
from .uploads import Upload

__all__ = [
    "Club",
    "Count",
    "Draft",
    "DraftChangedError",
    "EntryRefusedError",
    "Evening",
    "Feat",
    "Game",
    "GameDeletedError",
    "GameFinishedError",
    "Link",
    "Membership",
    "Mention",
    "NewTeam",
    "NoSuchRoundError",
    "NothingToRedoError",
    "NothingToUndoError",
    "OutOfDateError",
    "Pair",
    "Player",
    "Record",
    "Result",
    "Revision",
    "Round",
    "Score",
    "Season",
    "Seat",
    "SeatTakenError",
    "Setup",
    "SetupChangedError",
    "Sitting",
    "SubmissionReusedError",
    "Summary",
    "Tally",
    "Team",
    "Upload",
    "User",
    "Volume",
    "WriteRefusedError",
]
