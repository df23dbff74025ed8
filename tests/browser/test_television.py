"""The board on a television: all of it on one screen, whatever is played and whoever plays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.scenes import SCENES, Scene, Stage, show
from tests.build import played

pytestmark = pytest.mark.django_db(transaction=True)

TELEVISED = [scene for scene in SCENES if scene.medium == "television"]
LETTERS = 16
"""The smallest letters on a screen of 1280 by 720, in pixels; those of a chart are smaller."""


OUT_OF_PLACE = """least => {
  const said = [];
  const box = element => element.getBoundingClientRect();
  const words = element => `${element.className} "${element.textContent.trim()}"`;
  const letters = element => parseFloat(getComputedStyle(element).fontSize);
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) said.push("it scrolls");
  const texts = ".head > *, .who bdi, .total, .lead, .opens, .now > *, .pad tbody th, .pts, .run";
  for (const one of document.querySelectorAll(`${texts}, .chart`)) {
    const own = box(one), around = box(one.closest(".stand, .now, .head, .paper"));
    // What only screen readers are told is one pixel large.
    if (own.width <= 1) continue;
    if (own.top < around.top - 1 || own.bottom > around.bottom + 1 || own.bottom > innerHeight
        || own.left < around.left - 1 || own.right > around.right + 1 || own.right > innerWidth)
      said.push(`beyond its place: ${words(one)}`);
    if (one.matches(".chart")) continue;
    // A figure may reach a little over its line; the names of dealers are cut on purpose.
    if (!one.matches("th") && one.clientHeight
        && (one.scrollHeight > one.clientHeight + 4 + 0.3 * letters(one)
          || one.scrollWidth > one.clientWidth + 1))
      said.push(`cut off: ${words(one)}`);
    if (innerWidth === 1280 && letters(one) < least) said.push(`small: ${words(one)}`);
  }
  for (const stand of document.querySelectorAll(".stand")) {
    const lead = stand.querySelector(".lead");
    if (lead.textContent && box(stand.querySelector(".who")).bottom > box(lead).top + 2)
      said.push(`over one another: ${words(stand)}`);
  }
  return said;
}"""


@pytest.fixture
def television(open_page: OpenPage) -> Page:
    return open_page(1920, 1080, touch=False)


def out_of_place(page: Page) -> list[str]:
    """Return what does not fit: beyond the screen, cut off, over something else, or too small."""
    found: list[str] = page.evaluate(OUT_OF_PLACE, LETTERS)
    return found


@pytest.mark.looks
@pytest.mark.parametrize("scene", TELEVISED, ids=[scene.name for scene in TELEVISED])
def test_all_of_it_stands_on_one_screen(
    television: Page, live_server: LiveServer, scene: Scene
) -> None:
    show(scene, Stage(television, live_server.url))
    for width, height in ((1920, 1080), (1280, 720)):
        television.set_viewport_size({"width": width, "height": height})
        assert out_of_place(television) == []


def test_it_follows(television: Page, live_server: LiveServer) -> None:
    stage = Stage(television, live_server.url)
    stage.enter()
    game = stage.new("bain", 2, 2)
    token = game.links.get().token
    stage.sign_in(None)
    stage.open("watch", token, query="?display=tv")
    television.evaluate("window.loadedOnce = true")
    played(game, stage.user)
    expect(television.locator(".total")).to_have_text(["\N{MINUS SIGN}50", "\N{MINUS SIGN}50"])
    assert television.evaluate("window.loadedOnce")


@pytest.mark.looks
def test_without_javascript_it_loads_itself_anew(
    open_page: OpenPage, live_server: LiveServer, expect_problem: Callable[[str], None]
) -> None:
    expect_problem("Refused to execute")
    page = open_page(1920, 1080, touch=False, javascript=False)
    (scene,) = (one for one in TELEVISED if one.name.endswith("a-crowd"))
    show(scene, Stage(page, live_server.url))
    refresh = page.locator("noscript meta, meta[http-equiv=refresh]")
    expect(refresh).to_have_attribute("content", "20")
    assert page.locator(".total").count() == 7
