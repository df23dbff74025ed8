"""Where a Chromium is: `python -m tests.browser.chromium` prints it, or fails."""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

# The first has no windows that nobody would see, and takes a quarter less time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def find(playwright: Playwright) -> str | None:
    """The Chromium of the CHROMIUM variable, of this machine, or of Playwright, in this order."""
    wanted = os.environ.get("CHROMIUM")
    if wanted:
        return wanted
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def main() -> None:
    with sync_playwright() as playwright:
        path = find(playwright)
    if path is None:
        sys.exit("There is no Chromium on this machine.")
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
