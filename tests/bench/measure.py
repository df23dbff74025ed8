"""What pages and writes of one club cost: time against a trivial view, and queries.

Run as a program it fills an empty database with so many games and prints the costs as JSON.
"""

import json
import os
import re
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from uuid import uuid4

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from games import access  # noqa: E402
from games.models import Game, Player, Season, User  # noqa: E402
from games.models.reckoning import reckon_season  # noqa: E402
from tests.bench.club import PEOPLE, fill  # noqa: E402
from tests.build import played  # noqa: E402

TRIVIAL = "/healthz"
RUNS = 25
GAME = re.compile(r'href="/games/[0-9a-f-]{36}/"')
SQLITE = connection.vendor == "sqlite"
CLOCK = time.process_time if SQLITE else time.perf_counter
"""What is embedded takes its time in this process, whatever else the machine does meanwhile."""


@dataclass(frozen=True)
class Cost:
    """The median time in milliseconds, that in units of a trivial view's, and the queries.

    `lines` are the games that a page leads to: one with more of them has more to show.
    """

    ms: float
    ratio: float
    queries: int
    lines: int = 0


def pages(user: User) -> dict[str, str]:
    """Return the addresses of what is to cost the same however long a club has played."""
    club = user.home_club()
    ana = Player.objects.get(club=club, name=PEOPLE[0])
    games = Game.objects.filter(club=club).order_by("-started_at")
    season = Season.objects.create(club=club, name="All of it")
    reckon_season(season)
    history = reverse("history")
    alike = games.filter(variant="bain")
    middle = alike[alike.count() // 2]
    return {
        "home": reverse("home"),
        "history": history,
        "history, one game": f"{history}?variant=marriage",
        "history, one player": f"{history}?player={ana.pk}",
        "history, some words": f"{history}?q=ana+ben",
        "history, words that nobody used": f"{history}?q=zzz",
        "history, the first days": f"{history}?to=2006-02-01",
        "season": reverse("season", args=[season.pk]),
        "player": reverse("player", args=[ana.pk]),
        "club": reverse("club", args=[club.pk]),
        "players": reverse("players", args=[club.pk]),
        "game": reverse("game", args=[middle.pk]),
        "new game": reverse("new", args=["bain"]),
    }


def signed_in(user: User) -> Client:
    """Return a browser in which the account is signed in."""
    client = Client()
    client.force_login(user, backend=access.BACKEND)
    return client


def cost_of_page(client: Client, address: str) -> Cost:
    """Ask for a page and for a trivial one in turn."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    cost = _cost(lambda: client.get(address), lambda: client.get(TRIVIAL), len(queries))
    return replace(cost, lines=len(GAME.findall(answer.text)))


def _cost(act: Callable[[], Any], trivial: Callable[[], Any], queries: int) -> Cost:
    times: list[tuple[float, float]] = []
    for _run in range(RUNS):
        began = CLOCK()
        act()
        between = CLOCK()
        trivial()
        times.append((between - began, CLOCK() - between))
    own = statistics.median(one for one, _other in times)
    ratio = own / statistics.median(other for _one, other in times)
    return Cost(round(1000 * own, 2), round(ratio, 2), queries)


def cost_of_writes(client: Client, user: User) -> Mapping[str, Cost]:
    """Record a round of the game that goes on, close it and open it again."""
    game = Game.objects.filter(finished_at=None).latest("started_at")

    def record() -> None:
        played(Game.objects.get(pk=game.pk), user)

    def undo() -> None:
        told = Game.objects.get(pk=game.pk)
        latest = told.revisions.undoable()[0]
        told.undo(by=user, submission=uuid4(), revision=latest.number)

    def finish() -> None:
        Game.objects.get(pk=game.pk).finish(by=user, submission=uuid4())

    def reopen() -> None:
        Game.objects.get(pk=game.pk).reopen(by=user, submission=uuid4())

    def both(one: Callable[[], None], other: Callable[[], None]) -> Cost:
        with CaptureQueriesContext(connection) as queries:
            one()
            other()

        def act() -> None:
            one()
            other()

        return _cost(act, lambda: client.get(TRIVIAL), len(queries))

    return {
        "a round recorded and taken back": both(record, undo),
        "a game finished and reopened": both(finish, reopen),
    }


def main(games: int) -> None:
    call_command("migrate", verbosity=0)
    settings.ALLOWED_HOSTS = ["testserver"]
    user = fill(games)
    client = signed_in(user)
    costs = {name: cost_of_page(client, address) for name, address in pages(user).items()}
    costs |= cost_of_writes(client, user)
    json.dump({name: asdict(cost) for name, cost in costs.items()}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
