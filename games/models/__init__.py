"""What is kept. Entries are the truth; every figure kept beside them is computed from them."""

from .accounts import User
from .clublog import ClubRevision
from .devices import Device, DeviceCode
from .drafts import Draft
from .game import Game
from .games import NewTeam
from .invitations import Invitation
from .links import Link
from .mentions import Mention
from .people import Club, Membership
from .players import Player
from .presences import Presence
from .refusals import (
    AccountNameTakenError,
    CodeExpiredError,
    CodeUsedError,
    DraftChangedError,
    EntryRefusedError,
    FileKnownError,
    GameDeletedError,
    GameFinishedError,
    LastOwnerError,
    LinkClosedError,
    NameClashError,
    NameTakenError,
    NoSuchRoundError,
    NotEmptyError,
    NothingToRedoError,
    NothingToUndoError,
    NoWayBackError,
    OutOfDateError,
    SameGameError,
    SeatTakenError,
    SeenChangedError,
    SetupChangedError,
    SubmissionReusedError,
    TooManySeasonsError,
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
    "AccountNameTakenError",
    "Club",
    "ClubRevision",
    "CodeExpiredError",
    "CodeUsedError",
    "Count",
    "Device",
    "DeviceCode",
    "Draft",
    "DraftChangedError",
    "EntryRefusedError",
    "Evening",
    "Feat",
    "FileKnownError",
    "Game",
    "GameDeletedError",
    "GameFinishedError",
    "Invitation",
    "LastOwnerError",
    "Link",
    "LinkClosedError",
    "Membership",
    "Mention",
    "NameClashError",
    "NameTakenError",
    "NewTeam",
    "NoSuchRoundError",
    "NoWayBackError",
    "NotEmptyError",
    "NothingToRedoError",
    "NothingToUndoError",
    "OutOfDateError",
    "Pair",
    "Player",
    "Presence",
    "Record",
    "Result",
    "Revision",
    "Round",
    "SameGameError",
    "Score",
    "Season",
    "Seat",
    "SeatTakenError",
    "SeenChangedError",
    "Setup",
    "SetupChangedError",
    "Sitting",
    "SubmissionReusedError",
    "Summary",
    "Tally",
    "Team",
    "TooManySeasonsError",
    "Upload",
    "User",
    "Volume",
    "WriteRefusedError",
]
