"""Take pictures of all pages in all states, to look at: `make screenshots`.

They show games played into a database of their own, on a server of their own.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.torture.server import ROOT, Server, use

FOLDER = ROOT / "build" / "screenshots"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument("--only", default="", help="only the scenes with this in their names")
    parser.add_argument("--widths", default="", help="only these, such as 390,1280")
    parser.add_argument("--themes", default="light,dark", help="of light, dark, light-contrast ...")
    asked = parser.parse_args(arguments)
    began, scratch = time.monotonic(), Path(tempfile.mkdtemp(prefix="scorekeeper-pictures-"))
    # Whoever is told to stop takes the server along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    server = Server(scratch)
    server.launch()
    use(scratch)
    # Playwright runs an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    try:
        server.wait()
        faults = _take(server, asked)
    finally:
        server.kill()
        shutil.rmtree(scratch)
    say(f"It took {time.monotonic() - began:.0f} s.")
    for fault in faults:
        say(fault)
    return 1 if faults else 0


def _take(server: Server, asked: argparse.Namespace) -> list[str]:
    # They need Django to be ready.
    from tests.browser.conftest import FLAGS
    from tests.browser.scenes import SCENES

    from .album import SIZES, Album

    widths = [int(width) for width in asked.widths.split(",") if width]
    sizes = [size for size in SIZES if not widths or size[0] in widths]
    scenes = [scene for scene in SCENES if asked.only in scene.name]
    if not asked.only:
        shutil.rmtree(FOLDER, ignore_errors=True)
    with sync_playwright() as playwright:
        path = chromium.find(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        album = Album(FOLDER, server.url, browser)
        for scene in scenes:
            album.take(scene, sizes, asked.themes.split(","))
        browser.close()
    say(f"{len(album.pictures)} pictures of {len(scenes)} scenes: {album.bind()}")
    return album.faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
