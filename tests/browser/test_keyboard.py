"""A keyboard is enough: every stop is seen, none holds on to whoever came there.

What has the focus shows it, and lies neither beyond the screen nor under what stays at its edges.
"""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.scenes import SCENES, Stage, show

pytestmark = [pytest.mark.looks, pytest.mark.django_db(transaction=True)]

MOST = 250
SCENES_TO_WALK = (
    "history",
    "history-that-is-looked-through",
    "past",
    "season-by-wins",
    "edit-season",
    "home-with-games",
    "new-bain",
    "sheet-of-12-rounds",
    "sheet-of-bga-seven",
    "entry-bain",
    "entry-marriage",
    "entry-with-warnings-bain",
    "setup-bain-friday",
    "rules-of-marriage",
    "opening-bain-that-is-illegal",
    "conflict",
    "account-with-devices-and-clubs",
    "club-of-a-season-bain",
    "player-of-a-season-bga",
    "sign-in-asks",
    "members-for-an-owner",
)

STOP = """() => new Promise((done) => {
  const stop = document.activeElement;
  if (stop === document.body || stop === document.documentElement) return done([]);
  const words = stop.id || stop.name || stop.textContent.trim().slice(0, 30);
  const name = `${stop.tagName.toLowerCase()} ${words}`;
  // A field that lies unseen over its cell lets the cell show that it has the focus.
  const shows = [stop, stop.nextElementSibling, stop.parentElement]
    .filter(Boolean).map((one) => getComputedStyle(one));
  const seen = parseFloat(shows[0].borderBottomWidth) >= 3
    || shows.some((one) => one.outlineStyle !== "none" && parseFloat(one.outlineWidth) >= 2);
  const own = stop.closest("label, .count") ?? stop;

  function above() {
    const box = stop.getBoundingClientRect();
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  }

  // The page may still be on its way there.
  const until = performance.now() + 1000;
  function look() {
    const over = above();
    if (over && (own.contains(over) || over.contains(stop))) {
      return done(seen ? [] : [`${name} does not show the focus`]);
    }
    if (performance.now() < until) return setTimeout(look, 20);
    done([`${name} lies under ${over ? over.outerHTML.slice(0, 60) : "the edge"}`]);
  }
  look();
})"""
"""What is wrong with where the focus is."""


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A phone that somebody has put a keyboard beside."""
    return open_page(touch=False)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something is reached; each stop on the way must be seen."""
    for _stop in range(MOST):
        page.keyboard.press("Tab")
        assert page.evaluate(STOP) == []
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}.")


def press(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def type_into(page: Page, selector: str, text: str) -> None:
    tab_to(page, selector)
    page.keyboard.type(text)


def test_a_game_is_begun_played_and_taken_back(page: Page) -> None:
    page.goto("/")
    press(page, "footer .go")
    expect(page.locator(".games")).to_be_visible()
    press(page, ".games a[href*=bain]")
    expect(page.locator("#new")).to_be_visible()
    for seat, name in enumerate(("Ana", "Ben", "Celia", "Dev")):
        type_into(page, f"#seat-{seat}", name)
    press(page, "footer .go")
    pad = Pad(page)
    pad.is_back()
    press(page, "footer .go")
    expect(page.locator("#entry")).to_be_visible()
    tab_to(page, ".ends input")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    type_into(page, "[name='0-red_threes']", "3")
    type_into(page, "[name='1-red_threes']", "2")
    type_into(page, "[name='0-hand_points']", "45")
    type_into(page, "[name='1-hand_points']", "120")
    press(page, "footer .go[type=submit]")
    pad.is_back()
    pad.scored(1, "-345", "-320")
    press(page, ".undo button")
    expect(page.locator("#board .empty")).to_be_visible()
    pad.stands("0", "0")


@pytest.mark.parametrize("name", SCENES_TO_WALK)
def test_the_focus_is_seen_on_its_way_through_a_page(
    page: Page, live_server: LiveServer, name: str
) -> None:
    stage = Stage(page, live_server.url)
    show(next(scene for scene in SCENES if scene.name == name), stage)
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    found = list[str]()
    for _stop in range(MOST):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        found += page.evaluate(STOP)
    else:
        found.append("Tab does not lead out of the page.")
    assert not found, "\n".join(found)
