"""Prove that every figure follows from the entries."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from games import clubproof
from games.models import Club, Game
from games.proof import differences


class Command(BaseCommand):
    """Works out every game anew, deleted ones too, and compares it with what is kept.

    Unless games are named, the results and sums of every club are compared as well.

    Exit status 0: all of it follows. 1: something differs, and is told. 2: there is no such game;
    one line on standard error says which.
    """

    help = "Prove that every figure follows from the entries, of these games or of all."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="UUID", help="a game; all are proved if none is named"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            self._prove(options["games"])
        except Error as wrong:
            raise CommandError(f"The database does not answer: {wrong}", returncode=2) from wrong

    def _prove(self, named: Sequence[str]) -> None:
        games = rounds = differing = 0
        for game in _named(named) if named else _every():
            found = differences(game)
            for sentence in found:
                self.stdout.write(f"{game.pk} {game.title}: {sentence}")
            games += 1
            rounds += game.rounds.count()
            differing += bool(found)
        behind = 0 if named else self._prove_clubs()
        if differing:
            self.stdout.write(f"{differing} of {_counted(games, 'game')} differ from the entries.")
        if behind:
            self.stdout.write(f"Of {_counted(behind, 'club')} the results differ from the games.")
        if differing or behind:
            sys.exit(1)
        proved = f"{_counted(games, 'game')}, {_counted(rounds, 'round')}"
        self.stdout.write(f"{proved}: every figure follows from the entries.")

    def _prove_clubs(self) -> int:
        differing = 0
        for club in Club.objects.order_by("pk"):
            found = clubproof.differences(club)
            for sentence in found:
                self.stdout.write(f"Club {club.pk}: {sentence}")
            differing += bool(found)
        return differing


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _named(told: Sequence[str]) -> list[Game]:
    return list({game.pk: game for game in map(_game, told)}.values())


def _game(told: str) -> Game:
    try:
        return Game.objects.get(pk=UUID(told))
    except (ValueError, Game.DoesNotExist):
        raise CommandError(f"There is no game {told!a}.", returncode=2) from None


def _every() -> Iterator[Game]:
    """Yield one game after the other; never more than one is held."""
    game = Game.objects.order_by("pk").first()
    while game is not None:
        yield game
        game = Game.objects.filter(pk__gt=game.pk).order_by("pk").first()
