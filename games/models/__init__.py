"""What is kept. Entries are the truth; every figure kept beside them is computed from them."""

from .clublog import ClubRevision
from .drafts import Draft
from .game import Game
from .games import NewTeam
from .links import Link
from .mentions import Mention
from .people import Club, Membership, User
from .players import Player
from .refusals import (
    DraftChangedError,
    EntryRefusedError,
    FileKnownError,
    GameDeletedError,
    GameFinishedError,
    NameClashError,
    NameTakenError,
    NoSuchRoundError,
    NothingToRedoError,
    NothingToUndoError,
    OutOfDateError,
    SameGameError,
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
    "ClubRevision",
    "Count",
    "Draft",
    "DraftChangedError",
    "EntryRefusedError",
    "Evening",
    "Feat",
    "FileKnownError",
    "Game",
    "GameDeletedError",
    "GameFinishedError",
    "Link",
    "Membership",
    "Mention",
    "NameClashError",
    "NameTakenError",
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
    "SameGameError",
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
