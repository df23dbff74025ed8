"""A game that is kept, as a file holds it."""

from typing import TYPE_CHECKING

from .game import FileRound, GameFile

if TYPE_CHECKING:
    from games.models import Game, Round


def of_game(game: "Game") -> GameFile:
    """Return a game as a file holds it, known by the id it came with, or by its own."""
    return GameFile(
        variant=game.rules,
        table=game.table,
        rounds=tuple(_of_round(game, played) for played in game.played),
        name=game.name,
        id=game.file_id or str(game.pk),
        started=game.started_at,
        finished=game.finished_at,
    )


def _of_round(game: "Game", played: "Round") -> FileRound:
    played.game = game
    entry = played.read()
    return FileRound(
        entry=entry,
        findings=game.rules.findings(entry, game.table),
        dealer=played.dealer,
        kept=tuple(sorted({_code_of(key) for key in played.kept})),
        substitutes=played.substitutes,
    )


def _code_of(key: str) -> str:
    """Return the code of a warning that was kept, without the column that it was about."""
    return key.partition(":")[0]
