"""Takes the pictures of the scenes and lays them out on one page."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypedDict
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page

from tests.browser.conftest import Guard
from tests.browser.scenes import Scene, Stage, show

SIZES = ((320, 568), (390, 844), (768, 1024), (1280, 800))
TELEVISIONS = ((1920, 1080), (1280, 720))
PAPER = ((794, 1123),)
PATIENCE = 10_000
# A scene that shows what goes wrong makes it go wrong.
PROVOKED = (
    re.compile(r"status of (400|403|404|413|500)"),
    re.compile(r"ERR_FAILED|Failed to fetch|NetworkError"),
)


class Theme(TypedDict):
    """What the browser is told that the reader wants."""

    color_scheme: Literal["light", "dark"]
    contrast: Literal["more", "no-preference"]


THEMES: dict[str, Theme] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "light-contrast": {"color_scheme": "light", "contrast": "more"},
    "dark-contrast": {"color_scheme": "dark", "contrast": "more"},
}


USUAL = ("light", "dark")


@dataclass(frozen=True)
class Picture:
    """A file in the album, and what is on it."""

    scene: str
    width: int
    theme: str

    @property
    def file(self) -> str:
        return f"{self.scene}-{self.width}-{self.theme}.png"


@dataclass
class Album:
    """Pictures in this folder, of the pages of a server."""

    folder: Path
    url: str
    browser: Browser

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.pictures: list[Picture] = []
        self.faults: list[str] = []

    def take(
        self, scene: Scene, sizes: Sequence[tuple[int, int]] = SIZES, themes: Sequence[str] = USUAL
    ) -> None:
        """Lead a browser to a scene once, and take it in each size and theme."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": 390, "height": 844},
            has_touch=scene.medium == "screen",
            is_mobile=scene.medium == "screen",
            locale="en-GB",
            timezone_id="Europe/Berlin",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        guard = Guard(urlsplit(self.url).netloc)
        guard.expected += PROVOKED
        guard.watch(context)
        page = context.new_page()
        try:
            show(scene, Stage(page, self.url))
            own = {"television": TELEVISIONS, "paper": PAPER}.get(scene.medium, sizes)
            self._take_all(page, scene, own, themes)
        except (AssertionError, Error) as error:
            # One page that cannot be reached is told of; the others are still worth a look.
            self.faults.append(f"{scene.name}: {(str(error) or repr(error)).splitlines()[0]}")
            page.screenshot(path=self.folder / f"{scene.name}-fault.png", full_page=True)
        self.faults += [f"{scene.name}: {problem}" for problem in guard.unexpected()]
        context.close()

    def _take_all(
        self, page: Page, scene: Scene, sizes: Sequence[tuple[int, int]], themes: Sequence[str]
    ) -> None:
        page.wait_for_load_state("load")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            if scene.whole:
                # A screen as high as the page: what sticks to an edge stands at the page's own.
                high = page.evaluate("document.documentElement.scrollHeight")
                page.set_viewport_size({"width": width, "height": max(height, high)})
            for theme in themes:
                self._picture(page, scene, width, theme)
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                self.faults.append(f"{scene.name}: {wide} px wide at {width}")

    def _picture(self, page: Page, scene: Scene, width: int, theme: str) -> None:
        media: Literal["print", "screen"] = "print" if scene.medium == "paper" else "screen"
        page.emulate_media(media=media, **THEMES[theme])
        picture = Picture(scene.name, width, theme)
        page.screenshot(path=self.folder / picture.file, animations="disabled", caret="hide")
        self.pictures.append(picture)

    def bind(self) -> Path:
        """Write a page that shows all pictures, a row for each scene."""
        page = self.folder / "index.html"
        page.write_text("\n".join(self._page()), encoding="utf-8")
        return page

    def _page(self) -> Iterator[str]:
        yield '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pictures</title>'
        yield f"<style>{STYLE}</style></head><body>"
        for scene in dict.fromkeys(picture.scene for picture in self.pictures):
            yield f"<h2>{html.escape(scene)}</h2><p>"
            for picture in self.pictures:
                if picture.scene == scene:
                    words = html.escape(f"{picture.width} {picture.theme}")
                    yield (
                        f'<a href="{picture.file}"><img loading="lazy" src="{picture.file}"'
                        f' alt="{words}"><small>{words}</small></a>'
                    )
            yield "</p>"
        yield "</body></html>"


STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 1rem; background: #888; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
p { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0; align-items: start; }
a { color: inherit; }
img { display: block; height: 22rem; width: auto; max-width: 24rem; object-fit: cover;
  object-position: top; background: #fff; }
small { display: block; }
"""
