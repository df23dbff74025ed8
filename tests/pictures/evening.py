"""The games that stand on the pictures, played through the same methods as at a table."""

import json
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import StringIO
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management import call_command

from games import gamefile
from games.models import Game, Link, NewTeam, User
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import played, viewer_of
from tests.documents import CASES, Document, raw
from tests.variants.build import NAMES

ROOT = Path(__file__).resolve().parents[2]
EVENING = ROOT / "games" / "management" / "evening"
LONG = "Maximiliane-Wilhelmina von und zu Hohenzollern"


@dataclass
class Evening:
    """An account with games of every kind; each is played when it is first asked for."""

    user: User = field(default_factory=lambda: User.objects.make_silently("Europe/Berlin"))
    _games: dict[str, Game] = field(default_factory=dict)

    @cached_property
    def viewer(self) -> User:
        """Somebody who may look on at these games, and not change them."""
        return viewer_of(self.user.home_club())

    @cached_property
    def host(self) -> User:
        """Somebody else, whose home page is as full as `make demo` makes it."""
        host = User.objects.make_silently("Europe/Berlin")
        call_command("demo", "--account", str(host.pk), stdout=StringIO())
        game = Game.objects.of(host).get(name="Friday cards")
        game.discard(by=host, submission=uuid4())
        return host

    def __getitem__(self, name: str) -> Game:
        if name not in self._games:
            self._games[name] = getattr(self, f"_{name}")()
        return Game.objects.whole().get(pk=self._games[name].pk)

    def play_anew(self, name: str) -> None:
        """Forget a game, so that another of its kind is played when it is next asked for."""
        self._games.pop(name, None)

    def token(self, name: str) -> str:
        """Return the secret of a game's watch page."""
        return self[name].links.get(kind=Link.Kind.WATCH, revoked_at=None).token

    # ---- two teams

    def _fresh(self) -> Game:
        return self._start("bain", 2, 2, name="Friday cards")

    def _three(self) -> Game:
        return self._of_file("bain-friday", rounds=3)

    def _friday(self) -> Game:
        return self._of_file("bain-friday")

    def _twelve(self) -> Game:
        return self._of_file("bain-friday", rounds=12, target=50_000)

    def _over(self) -> Game:
        return self._of_file("bain-sunday")

    def _finished(self) -> Game:
        game = self._of_file("bain-sunday")
        game.finish(by=self.user, submission=uuid4())
        return game

    def _tied(self) -> Game:
        (path,) = (path for path in CASES if path.stem == "bain-tie-at-the-target")
        return self._play(json.loads(path.read_text()) | {"name": "Level at the target"})

    def _negative(self) -> Game:
        game = self._start("bain", 2, 2, name="A bad evening")
        for ours, theirs in ((410, 55), (1_385, 90), (20, 640)):
            played(game, self.user, {"hand_points": ours}, {"hand_points": theirs})
        return game

    def _close(self) -> Game:
        game = self._start("bain", 2, 2, name="Neck and neck")
        for ours, theirs in ((400, 405), (1_100, 1_080), (905, 925)):
            sides = ({"meld_points": points, "hand_points": None} for points in (ours, theirs))
            played(game, self.user, *sides)
        return game

    # ---- more

    def _five(self) -> Game:
        return self._of_file("marriage-points", rounds=3)

    def _seven(self) -> Game:
        return self._of_file("bga-seven")

    def _six_teams(self) -> Game:
        game = self._start("bga", 6, 2, name="Twelve at two tables pushed together")
        self._vary(game, 4)
        return game

    def _crowded(self) -> Game:
        """As much of everything as a sheet can be asked to show."""
        people = [f"{LONG} {number}" for number in range(1, 8)]
        name = f"The long weekend with {LONG}"
        game = self._start("bga", 7, 1, name=name, people=people, target=1_000_000, start=200_000)
        self._vary(game, 20)
        return game

    # ---- one of each kind, for its entry page

    def _pennies(self) -> Game:
        return self._of_file("pennies")

    def _bga(self) -> Game:
        return self._of_file("bga-teams")

    def _banakil(self) -> Game:
        return self._of_file("banakil-three")

    def _banakil_pairs(self) -> Game:
        return self._of_file("banakil-pairs", rounds=3)

    def _marriage(self) -> Game:
        return self._of_file("marriage-maal")

    # ---- how

    def _start(
        self,
        key: str,
        teams: int,
        each: int,
        *,
        name: str,
        people: list[str] | None = None,
        start: int = 0,
        **options: Any,
    ) -> Game:
        seating, names = Seating(teams, each), people or list(NAMES)
        agreed = VARIANTS[key].read_options({}, seating)[0]
        return Game.objects.start(
            club=self.user.home_club(),
            by=self.user,
            variant=VARIANTS[key],
            teams=[
                NewTeam(" & ".join(own), tuple(own), start)
                for own in (names[team * each : (team + 1) * each] for team in range(teams))
            ],
            options=replace(agreed, **options),
            seats=seating.alternate(),
            first_dealer=0,
            submission=uuid4(),
            name=name,
        )

    def _vary(self, game: Game, rounds: int) -> None:
        """Play rounds in which everybody has something else."""
        for number in range(rounds):
            sides = [
                {"meld_points": 5 * ((37 * number + 11 * team) % 90) + 100}
                for team in range(len(game.table.teams))
            ]
            played(game, self.user, *sides)

    def _of_file(self, name: str, rounds: int | None = None, **options: Any) -> Game:
        """Play a game of the demo's evening, with so many rounds of it if a number is given."""
        document: Document = json.loads((EVENING / f"{name}.json").read_text())
        if rounds is not None:
            document["rounds"] = list(islice(cycle(document["rounds"]), rounds))
        return self._play(document | {"options": {**document.get("options", {}), **options}})

    def _play(self, document: Document) -> Game:
        told, remarks = gamefile.read(gamefile.load(raw(document)))
        assert told is not None, remarks
        table = told.table
        game = Game.objects.start(
            club=self.user.home_club(),
            by=self.user,
            variant=told.variant,
            teams=[
                NewTeam(team.name, team.players, start)
                for team, start in zip(table.teams, table.starting_totals, strict=True)
            ],
            options=table.options,
            seats=table.seats,
            first_dealer=table.first_dealer,
            submission=uuid4(),
            name=told.name,
        )
        for number, one in enumerate(told.rounds, start=1):
            kept = [finding.key for finding in one.findings if finding.code in one.kept]
            game.record(
                by=self.user,
                submission=uuid4(),
                number=number,
                entry=one.entry,
                kept=kept,
                dealer=one.dealer,
            )
        return game
