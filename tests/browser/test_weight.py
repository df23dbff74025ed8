"""Pages are there at once on a slow phone: what comes over the network, as the browser counts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, StorageState

from tests.browser.conftest import Guard
from tests.torture.server import Server
from tests.weight.scale import ABROAD, AT_HOME, Scale, import_game, served

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
    "/rules/",
    "/rules/?q=canasta",
    "/rules/bain/",
    "/rules/marriage/",
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
def scale(
    browser: Browser, server: Server, game: tuple[str, StorageState], accepted: str
) -> Iterator[Scale]:
    """A phone that has never been here; whatever goes wrong in it is a fault."""
    context = browser.new_context(
        base_url=server.url,
        storage_state=game[1],
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
    )
    guard = Guard(server.url.removeprefix("http://"))
    guard.watch(context)
    yield Scale(context.new_page(), accepted)
    context.close()
    assert not guard.unexpected()


@pytest.mark.parametrize("accepted", [AT_HOME, ABROAD], ids=["at home", "abroad"])
def test_the_first_visit_to_a_sheet(scale: Scale, game: tuple[str, StorageState]) -> None:
    assert scale.weigh(game[0]) <= FIRST, scale.received
    assert scale.is_whole()


@pytest.mark.parametrize("accepted", [AT_HOME], ids=["at home"])
def test_every_page_after_it(scale: Scale, game: tuple[str, StorageState]) -> None:
    scale.weigh(game[0])
    too_heavy = {}
    for address in (*(game[0] + one for one in OF_A_GAME), *OF_ALL):
        if scale.weigh(address) > LATER or not scale.is_whole():
            too_heavy[address] = dict(scale.received)
    assert not too_heavy
