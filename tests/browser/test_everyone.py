"""Everybody can use every page, in every state: WCAG 2.2 AA.

Each scene is played once on a phone and looked at by axe in every theme, by day and by night, and
by the checks of `checks.js`: on a small phone, with text twice as large, at 400 %, on a desktop.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from playwright.sync_api import Error, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.scenes import SCENES, Scene, Stage, show
from tests.browser.test_pages import is_night

pytestmark = [pytest.mark.looks, pytest.mark.django_db(transaction=True)]

CHECKS = (Path(__file__).parent / "checks.js").read_text()
AXE = Axe().axe_script
STANDARDS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
# Fetched again beforehand would be style sheets and films, which none of these rules needs here.
ALL_RULES: dict[str, Any] = {
    "resultTypes": ["violations"],
    "runOnly": STANDARDS,
    "preload": False,
}
COLOURS = ALL_RULES | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
DAY: Literal["light"] = "light"
NIGHT: Literal["dark"] = "dark"
USUAL: Literal["no-preference"] = "no-preference"
HIGH: Literal["more"] = "more"
THEMES = ((DAY, USUAL), (NIGHT, USUAL))
HIGH_THEMES = ((DAY, HIGH), (NIGHT, HIGH))
FIRST_OF_VIEW = {scene.view: scene for scene in reversed(SCENES)}
"""Every page once. There high contrast is looked at too, whose colours are all measured apart."""
SHARES = 8
"""So many tests share the scenes, so that several workers can take them on."""

PHONE, SMALL_PHONE, DESKTOP, TELEVISION = (390, 844), (320, 568), (1280, 900), (1920, 1080)
AT_400_PERCENT = (320, 256)
THUMB, POINTER = 44, 24
FITS = ("checks.sideways()", "checks.cut()", "checks.spilt()", "checks.overlaps()")

NO_CONNECTION = r"ERR_FAILED|htmx\.min\.js"
"""Some scenes play without a network, of which the browser and htmx complain."""

SHIFTS = """downwards => new Promise(done => {
  const rows = one => one.previousRect.y !== one.currentRect.y;
  new PerformanceObserver(list => done(list.getEntries()
    .filter(shift => !shift.hadRecentInput && shift.startTime < checks.unfolded())
    .filter(shift => !downwards || shift.sources.some(rows))
    .map(shift => `moved by ${shift.value.toFixed(4)}: ` +
      shift.sources.map(one => one.node?.nodeType === 1 ? checks.name(one.node) : "text"))))
    .observe({ type: "layout-shift", buffered: true });
  const end = () => setTimeout(() => done([]), 20);
  requestAnimationFrame(end);
  // A page that is not drawn has no frames, and then this must come to its end all the same.
  setTimeout(end, 1000);
})"""
"""What has moved on a page since it was opened, although nobody touched it; or only rows."""

TYPED = """(field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.mark.parametrize("number", range(SHARES))
def test_every_page_in_every_state(
    phone: Page, live_server: LiveServer, expect_problem: Callable[[str], None], number: int
) -> None:
    expect_problem(NO_CONNECTION)
    stage = Stage(phone, live_server.url)
    found = []
    for scene in SCENES[number::SHARES]:
        try:
            found += [f"{scene.name}{said}" for said in look(stage, scene)]
        except (AssertionError, Error) as why:
            found.append(f"{scene.name} cannot be shown: {why}")
    assert not found, "\n".join(found)


def look(stage: Stage, scene: Scene) -> Iterator[str]:
    """Play a scene and yield whatever keeps anybody from using it."""
    page = stage.page
    _resize(page, TELEVISION if scene.medium == "television" else PHONE)
    show(scene, stage)
    if scene.view and resolve(page.evaluate("location.pathname")).url_name != scene.view:
        yield f" is not at {scene.view}, but {page.url}"
    page.evaluate(CHECKS)
    yield from _asked(page, "", SHIFTS, "checks.frame()", "checks.headless()")
    stage.unfold()
    yield from _asked(page, "", f"checks.targets({THUMB})", *FITS)
    yield from _in_themes(page, with_high=FIRST_OF_VIEW[scene.view] is scene)
    yield from _in_sizes(page)


def _in_themes(page: Page, *, with_high: bool) -> Iterator[str]:
    # The whole page is seen at once, so that nothing lies under what stays at its foot.
    width, height = page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
    _resize(page, (width, height))
    page.evaluate(AXE)
    for colours, contrast in (*THEMES, *HIGH_THEMES) if with_high else THEMES:
        page.emulate_media(color_scheme=colours, contrast=contrast)
        if is_night(page) != (colours == NIGHT) and not page.locator(".screen").count():
            yield f" ({colours}) is drawn in the colours of the other theme"
        rules = ALL_RULES if (colours, contrast) == (DAY, USUAL) else COLOURS
        for broken in page.evaluate("rules => axe.run(rules)", rules)["violations"]:
            for node in broken["nodes"]:
                yield f" ({colours}, contrast {contrast}): {broken['id']}: {node['html'][:200]}"
    page.emulate_media(color_scheme=DAY, contrast=USUAL)


def _in_sizes(page: Page) -> Iterator[str]:
    for size in (DESKTOP, SMALL_PHONE):
        _resize(page, size)
        yield from _asked(page, f" at {size[0]} px", *FITS)
    yield from _asked(page, f" at {SMALL_PHONE[0]} px", f"checks.targets({POINTER})")
    _resize(page, AT_400_PERCENT)
    yield from _asked(page, " at 400 %", *FITS, "checks.covered()")
    _resize(page, PHONE)
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    yield from _asked(page, " with text at 200 %", *FITS, "checks.covered()")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    session.detach()


def _asked(page: Page, when: str, *questions: str) -> Iterator[str]:
    for question in questions:
        for answer in page.evaluate(question):
            yield f"{when}: {answer}"


def _resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("name", ["entry-bain", "entry-for-seven"])
def test_nothing_moves_while_a_round_is_typed(
    phone: Page, live_server: LiveServer, name: str
) -> None:
    """The sums and findings of what was typed come where there is room for them already."""
    stage = Stage(phone, live_server.url)
    show(next(scene for scene in SCENES if scene.name == name), stage)
    phone.evaluate(CHECKS)
    for field, text in (("hand_points", "1285"), ("red_threes", "2")):
        typed = phone.locator(f"[name='0-{field}']")
        with phone.expect_response(lambda response: response.url.endswith("/preview/")):
            # No hand has touched the page, so whatever moves counts.
            typed.evaluate(TYPED, text)
    assert phone.evaluate(SHIFTS, True) == []
