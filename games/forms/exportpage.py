"""The ways in which a club or a game can be taken away, in words, and how large each is."""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.formats import archive, bgstats, rounds, sheets
from games.models import Club, Game

SAMPLE = 20
"""So many games are looked at to say how large all of them will be."""


class WayOut(NamedTuple):
    """One way: where it leads, what it is, what it is for, and how large it is, if that is said."""

    url: str
    name: str
    about: str
    size: str = ""


class ClubExport:
    """A club that is taken away."""

    def __init__(self, club: Club) -> None:
        self.club = club
        there = club.games.filter(deleted_at=None)
        self.games = there.count()
        newest = there.order_by("-started_at", "pk").values_list("pk", flat=True)[:SAMPLE]
        self.sample = list(Game.objects.with_entries().filter(pk__in=list(newest)))

    @property
    def name(self) -> str:
        """What the club is called, if it has a name."""
        return self.club.name

    @property
    def counted(self) -> str:
        """How much there is."""
        words = ngettext("%(number)s game", "%(number)s games", self.games)
        return words % {"number": self.games}

    @property
    def ways(self) -> list[WayOut]:
        """Every way, the one that keeps everything first."""
        first = list(islice(archive.lines_of_club(self.club), 1))
        lines = [archive.line_of_game(game) for game in self.sample]
        return [
            self._way(
                "club_archive",
                _("Archive"),
                _("All players, games and seasons, for another installation of this score pad."),
                self._size([len(line) for line in lines], _length(first)),
            ),
            self._way(
                "club_archive_packed",
                _("Archive, compressed"),
                _("The same in much less room. It can be brought in as it is."),
                # Games are like each other: the more of them, the less room for each.
                self._size([_length(archive.packed([*first, *lines]))]),
            ),
            self._way(
                "club_sheets",
                _("Score sheets"),
                _("For people: each game with its rounds and totals. CSV, for a spreadsheet."),
                self._size([_length(sheets.written([game])) for game in self.sample]),
            ),
            self._way(
                "club_rounds",
                _("Every component"),
                _("A table to reckon with: a line for each round, team and component. CSV."),
                self._size([_length(rounds.written([game])) for game in self.sample]),
            ),
        ]

    def _way(self, view: str, name: str, about: str, size: str = "") -> WayOut:
        return WayOut(reverse(view, args=[self.club.pk]), name, about, size)

    def _size(self, of_games: list[int], head: int = 0) -> str:
        """Return how large all games will be, by those that were looked at."""
        looked_at = len(self.sample)
        share = self.games / looked_at if looked_at else 0
        size = filesizeformat(head + share * sum(of_games))
        return size if self.games == looked_at else _("about %(size)s") % {"size": size}


class GameExport:
    """A game that is taken away."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game.title

    @property
    def back_url(self) -> str:
        """The sheet of the game."""
        return reverse("game", args=[self.game.pk])

    @property
    def ways(self) -> list[WayOut]:
        """Every way, the one that keeps everything first."""
        return [
            self._way(
                "export_json",
                _("Game file"),
                _("Everything about this game. It can be imported again, here or elsewhere."),
            ),
            self._way(
                "game_sheet",
                _("Score sheet"),
                _("Rounds down, teams across, for a spreadsheet. It can be brought in again. CSV."),
            ),
            self._way(
                "game_rounds",
                _("Every component"),
                _("A table to reckon with: a line for each round, team and component. CSV."),
            ),
            self._way("print", _("Score sheet to print"), _("On paper, to sign and to keep.")),
        ]

    @property
    def bgstats_url(self) -> str:
        """Where Board Game Stats takes the game; empty while it runs."""
        return bgstats.link(self.game) if self.game.finished_at else ""

    @property
    def play_url(self) -> str:
        """The play file of Board Game Stats."""
        return reverse("game_play", args=[self.game.pk])

    def _way(self, view: str, name: str, about: str) -> WayOut:
        return WayOut(reverse(view, args=[self.game.pk]), name, about)


def _length(content: Iterable[bytes]) -> int:
    return sum(map(len, content))
