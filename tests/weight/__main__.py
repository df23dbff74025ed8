"""`make weigh`: what each page weighs, and how long a slow phone waits for the largest part of it.

The phone is one on slow 4G with a processor four times slower than this machine's; whoever opens a
page has been here before, except on the first line.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, StorageState, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import FLAGS
from tests.torture.server import Server
from tests.weight.scale import AT_HOME, Scale, import_game, served

PAGES = {
    "the sheet, for the first time": "",
    "the sheet, again": "",
    "entering a round": "rounds/13/",
    "an earlier round": "rounds/3/",
    "a round opened": "?open=12",
    "log": "log/",
    "setup": "setup/",
    "share": "share/",
    "print": "print/",
    "first page": "/",
    "new game": "/games/new/bain/",
    "rules": "/rules/bain/",
}
SLOW_4G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1_474_560 / 8,
    "uploadThroughput": 675_000 / 8,
}
SLOWER = 4
LARGEST = """() => new Promise(done => {
  new PerformanceObserver(list => done(Math.round(list.getEntries().at(-1).startTime)))
    .observe({ type: "largest-contentful-paint", buffered: true });
})"""


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        path = chromium.find(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        sheet, cookies = import_game(browser, server)
        weights = _weights(_phone(browser, server, cookies), sheet)
        paints = _paints(_phone(browser, server, cookies), sheet)
        browser.close()
    lines = ["| page | weight | largest part drawn after |", "| --- | --- | --- |"]
    lines += [f"| {name} | {weights[name]:,} bytes | {paints[name]:,} ms |" for name in PAGES]
    sys.stdout.write("\n".join(lines) + "\n")


def _phone(browser: Browser, server: Server, cookies: StorageState) -> BrowserContext:
    return browser.new_context(
        base_url=server.url,
        storage_state=cookies,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
    )


def _weights(phone: BrowserContext, sheet: str) -> dict[str, int]:
    scale = Scale(phone.new_page(), AT_HOME)
    return {name: scale.weigh(_address(sheet, path)) for name, path in PAGES.items()}


def _paints(phone: BrowserContext, sheet: str) -> dict[str, int]:
    scale = Scale(phone.new_page(), AT_HOME)
    scale.session.send("Network.emulateNetworkConditions", SLOW_4G)
    scale.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found = {}
    for name, path in PAGES.items():
        scale.weigh(_address(sheet, path))
        found[name] = int(scale.page.evaluate(LARGEST))
    return found


def _address(sheet: str, path: str) -> str:
    return path if path.startswith("/") else sheet + path


if __name__ == "__main__":
    main()
