"""Pages are there at once on a slow phone: what comes over the network, as the browser counts."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState

from tests.browser.conftest import Guard
from tests.torture.server import Server
from tests.weight.scale import ABROAD, AT_HOME, Scale, import_game, served

pytestmark = pytest.mark.looks

FIRST, LATER = 45_000, 8_000
"""Bytes at most: of the first visit to a sheet, and of each page after it."""

OF_A_GAME = (
    "rounds/13/",
    "",
    "rounds/13/",
    "rounds/12/",
    "?open=12",
    "rounds/12/delete/",
    "log/",
    "setup/",
    "substitute/",
    "share/",
    "rematch/",
    "print/",
    "delete/",
)
OF_ALL = (
    "/",
    "/games/new/",
    "/games/new/bain/",
    "/games/import/",
    "/history/",
    "/history/?q=ana",
    "/history/new/",
    "/account/",
    "/account/name/",
    "/account/sign-in/",
    "/account/link/",
    "/account/delete/",
    "/rules/bain/",
    "/rules/bain/more/",
    "/rules/side-by-side/",
    "/rules/at-a-glance/",
    "/rules/",
    "/rules/?q=canasta",
    "/rules/marriage/",
    "/rules/bain/opening/",
    "/rules/marriage/opening/",
    "/rules/marriage/opening/?laid=9c-1.10c-1.Jc-1.4h-2.4h-2.4h-2.Kd-3",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="module")
def game(browser: Browser, server: Server) -> tuple[str, StorageState]:
    """The address of a sheet of twelve rounds, and the cookies of who keeps it."""
    return import_game(browser, server)


@pytest.fixture
def new_phone(
    browser: Browser, server: Server, game: tuple[str, StorageState]
) -> Iterator[Callable[[str], Scale]]:
    """Phones that have never been here; whatever goes wrong in them is a fault."""
    guard = Guard(server.url.removeprefix("http://"))
    contexts = []

    def new_phone(accepted: str) -> Scale:
        context = browser.new_context(
            base_url=server.url,
            storage_state=game[1],
            viewport={"width": 390, "height": 844},
            device_scale_factor=2,
            is_mobile=True,
            has_touch=True,
        )
        guard.watch(context)
        contexts.append(context)
        return Scale(context.new_page(), accepted)

    yield new_phone
    for context in contexts:
        context.close()
    assert not guard.unexpected()


# One test, for the server takes long to make, and two workers would make it twice.
def test_pages_are_light(new_phone: Callable[[str], Scale], game: tuple[str, StorageState]) -> None:
    abroad, at_home = new_phone(ABROAD), new_phone(AT_HOME)
    too_heavy = {}
    for first in (abroad, at_home):
        if first.weigh(game[0]) > FIRST or not first.is_whole():
            too_heavy[f"first visit, {first.accepted}"] = dict(first.received)
    # The first of the rules that is opened is that of the game, and brings the style of them all.
    rules = f"/rules/bain/?game={game[0].rstrip('/').rpartition('/')[2]}"
    for address in (*(game[0] + one for one in OF_A_GAME), rules, *OF_ALL):
        if at_home.weigh(address) > LATER or not at_home.is_whole():
            too_heavy[address] = dict(at_home.received)
    # The club's own pages first: looking through many games finishes this one.
    for address in (*of_a_club(at_home, game[0]), *_of_many_games(at_home.page, game[0])):
        if at_home.weigh(address) > LATER or not at_home.is_whole():
            too_heavy[address] = dict(at_home.received)
    assert not too_heavy


def _of_many_games(page: Page, game: str) -> Iterator[str]:
    """Finish the game, and yield where it is told what it comes to."""
    page.goto(game)
    page.locator(".early button").click()
    page.locator("[data-finished]").wait_for()
    page.goto("/")
    club = page.locator("a[href^='/clubs/']").first.get_attribute("href")
    assert club is not None
    yield club
    page.goto(club)
    player = page.locator("a[href^='/players/']").first.get_attribute("href")
    assert player is not None
    yield player.split("?")[0]


def of_a_club(scale: Scale, game: str) -> Iterator[str]:
    """Yield where the people of a club are, and what can be done with them, as pages lead there."""
    scale.page.goto("/")
    yield (club := _leads(scale, r"/clubs/[0-9a-f-]{36}/$"))
    yield f"{club}players/"
    scale.page.goto(f"{club}players/")
    player = _leads(scale, r"/players/\d+/edit/$")
    yield from (player, player.replace("/edit/", "/merge/"), f"{club}edit/", f"{game}move/")


def _leads(scale: Scale, pattern: str) -> str:
    links: list[str] = scale.page.eval_on_selector_all("a", "all => all.map(one => one.pathname)")
    return next(link for link in links if re.search(pattern, link))
