"""The server as people run it, and a browser that weighs what comes from it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, FilePayload, Page, StorageState

from tests.torture.server import ROOT, Server

PROGRAM = ("games", "scorekeeper", "static", "templates", "gunicorn.conf.py", "manage.py")
EVENING = "games/management/evening/bain-friday.json"
ROUNDS = 12
AT_HOME, ABROAD = "gzip, deflate", "gzip, deflate, br"
"""What browsers can unpack: without HTTPS, as in a house, they do not offer brotli."""


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """Serve a copy of the program as `make run` does; nothing is written to the checkout."""
    copy = folder / "program"
    copy.mkdir()
    for name in PROGRAM:
        made = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        made(ROOT / name, copy / name)
    server = Server(folder / "games", (sys.executable, "-m", "gunicorn"), root=copy)
    server.log.parent.mkdir()
    for command in (("collectstatic", "--no-input"), ("migrate",)):
        subprocess.run(
            (sys.executable, "manage.py", *command, "--verbosity", "0"),
            cwd=copy,
            env=server.environment,
            check=True,
        )
    server.launch()
    try:
        server.wait()
        yield server
    finally:
        server.kill()


def import_game(browser: Browser, server: Server) -> tuple[str, StorageState]:
    """Bring a game of twelve rounds in; return where its sheet is, and the cookies to see it."""
    document = json.loads((ROOT / EVENING).read_text())
    document["rounds"] = (document["rounds"] * ROUNDS)[:ROUNDS]
    document["options"] = {"target": 100_000}
    raw = json.dumps(document).encode()
    page = browser.new_page(base_url=server.url)
    page.goto("/games/import/")
    page.locator("input[type=file]").set_input_files(
        FilePayload(name="game.json", mimeType="application/json", buffer=raw)
    )
    page.locator("footer .go").click()
    page.locator(".file").wait_for()
    page.locator("footer .go").click()
    page.locator("#board").wait_for()
    found = page.url.split("?")[0], page.context.storage_state()
    page.close()
    return found


class Scale:
    """Weighs what a page receives, the heads of the answers included."""

    def __init__(self, page: Page, accepted: str) -> None:
        self.page, self.accepted = page, accepted
        self.received: dict[str, int] = {}
        self.session: CDPSession = page.context.new_cdp_session(page)
        self._addresses: dict[str, str] = {}
        self.session.on("Network.requestWillBeSent", self._sent)
        self.session.on("Network.loadingFinished", self._finished)
        self.session.send("Network.enable")
        self.session.send("Network.setExtraHTTPHeaders", {"headers": {"Accept-Encoding": accepted}})

    def weigh(self, address: str) -> int:
        """Open a page, and return how many bytes it took until nothing more came."""
        self.received.clear()
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")
        return sum(self.received.values())

    def is_whole(self) -> bool:
        """Say whether all that the page is made of has come, and none of it is empty."""
        sizes: list[int] = self.page.evaluate(
            """() => performance.getEntriesByType("resource")
              .filter(one => one.name.includes("/static/") && one.responseStatus === 200)
              .map(one => one.decodedBodySize)"""
        )
        return bool(sizes) and all(sizes)

    def _sent(self, event: dict[str, Any]) -> None:
        self._addresses[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        address = self._addresses.get(event["requestId"], "")
        size = int(event["encodedDataLength"])
        self.received[address] = self.received.get(address, 0) + size
