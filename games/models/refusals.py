"""Why a write was refused. Nothing was stored."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.variants.entry import Finding

if TYPE_CHECKING:
    from .game import Game
    from .players import Player


class WriteRefusedError(Exception):
    """A write that would contradict what is kept. Nothing was stored."""


class GameFinishedError(WriteRefusedError):
    """The game was closed; it must be reopened first."""


class SubmissionReusedError(WriteRefusedError):
    """The submission id was used before, for something else."""


class TooManySeasonsError(WriteRefusedError):
    """A club has as many seasons as are counted while a game is closed."""


class OutOfDateError(WriteRefusedError):
    """Somebody else wrote in between: what this write rests on is no longer so."""


class DraftChangedError(WriteRefusedError):
    """Another phone has typed something into the round that nobody here has seen."""


class NoSuchRoundError(WriteRefusedError):
    """The round's number is neither taken nor the next."""


class NothingToUndoError(WriteRefusedError):
    """Nothing is left that could be taken back."""


class NothingToRedoError(WriteRefusedError):
    """Nothing was taken back that could be done again, or something new was written since."""


class GameDeletedError(WriteRefusedError):
    """The game was deleted; it must be restored first."""


class SetupChangedError(WriteRefusedError):
    """The setup was changed since the game was fetched: an entry may be for other columns."""


class SeatTakenError(WriteRefusedError):
    """Somebody would sit in two seats of a round; `name` says who."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NameTakenError(WriteRefusedError):
    """Another player of the club has the name, or had it before being merged: `player`."""

    def __init__(self, player: "Player") -> None:
        super().__init__(player.name)
        self.player = player


class NameClashError(WriteRefusedError):
    """In `game` two would be called `name`: names are unique among its teams and players."""

    def __init__(self, name: str, game: "Game") -> None:
        super().__init__(name)
        self.name, self.game = name, game


class SameGameError(WriteRefusedError):
    """Both have sat in `game`, so that they are two people."""

    def __init__(self, game: "Game") -> None:
        super().__init__(str(game.pk))
        self.game = game


class FileKnownError(WriteRefusedError):
    """The club has a game that came from the same file: `game`."""

    def __init__(self, game: "Game") -> None:
        super().__init__(str(game.pk))
        self.game = game


class EntryRefusedError(WriteRefusedError):
    """The entry has errors, or warnings that nobody has kept; they are in `findings`."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(finding.code for finding in findings))
        self.findings = findings


class CodeUsedError(WriteRefusedError):
    """The code has added a device already."""


class CodeExpiredError(WriteRefusedError):
    """The code was made too long ago, or another one was made since."""


class LinkClosedError(WriteRefusedError):
    """The address was closed by those who run the club."""


class NotEmptyError(WriteRefusedError):
    """A club is not removed while it has a game, or somebody else in it."""


class LastOwnerError(WriteRefusedError):
    """A club would be left without an owner."""


class AccountNameTakenError(WriteRefusedError):
    """Another account has this name."""


class NoWayBackError(WriteRefusedError):
    """Nobody could sign in to the account any more: it has no password and no other device."""


class SeenChangedError(WriteRefusedError):
    """What a page has said would happen is no longer what would happen."""
