"""What pages say of what went wrong, how their controls are called, and day and night.

That every page can be used by everybody is seen to in `test_everyone.py`.
"""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad, sign_in
from tests.browser.scenes import SCENES, Stage, show
from tests.build import started

pytestmark = pytest.mark.django_db(transaction=True)

CONTROLS = {"button", "link", "textbox", "checkbox", "radio", "combobox", "DisclosureTriangle"}
TABLES = {"bain": (2, 2), "bga": (7, 1), "banakil": (2, 2), "marriage": (4, 1)}


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


def fits(page: Page, width: int) -> list[str]:
    """Return what sticks out of the page to the side, and the totals that are cut off."""
    page.set_viewport_size({"width": width, "height": 844})
    found: list[str] = page.evaluate(
        """width => [
          ...(document.documentElement.scrollWidth > width ? ["sideways"] : []),
          ...[...document.querySelectorAll(".total, .mid, #sums b")]
            .filter(total => total.scrollWidth > total.clientWidth && total.clientWidth
                          || total.getBoundingClientRect().right > width)
            .map(total => `cut off: ${total.textContent}`),
        ]""",
        width,
    )
    return [f"{page.url} at {width}: {one}" for one in found]


def nameless(page: Page) -> list[str]:
    """Return the controls that nothing says the purpose of."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        f"{page.url}: {node['role']['value']}"
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"] in CONTROLS
        and not node.get("name", {}).get("value", "").strip()
    ]


def is_whole(page: Page) -> None:
    """Check that nothing sticks out of a page on a phone, and nothing in it is nameless."""
    assert nameless(page) + fits(page, 390) + fits(page, 320) == []


def is_night(page: Page) -> bool:
    """Say whether the page is darker than it is light."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(float(part) for part in re.findall(r"[\d.]+", colour)[:3]) < 3 * 128


# ---- what controls are called


@pytest.fixture
def game(user: User, variant: str) -> Game:
    """A game before its first round."""
    return started(user, variant, *TABLES[variant])


@pytest.fixture
def at_round_1(phone: Page, game: Game, user: User, client: Client, live_server: LiveServer) -> Pad:
    """A phone on the page where the first round is entered."""
    sign_in(phone, user, client, live_server.url)
    phone.goto(reverse("round", args=[game.pk, 1]))
    return Pad(phone)


def inputs(page: Page) -> list[tuple[str, str]]:
    """Return form name and accessible name of every input of one column, folded ones too."""
    found: list[tuple[str, str]] = page.evaluate(
        """() => [...document.querySelectorAll("input:not([type=hidden])")]
          .filter(input => /^\\d+-/.test(input.name))
          .map(input => [input.name, input.ariaLabel ?? input.labels[0].textContent])"""
    )
    return found


@pytest.mark.parametrize("variant", TABLES)
def test_every_answer_is_named_with_its_column(at_round_1: Pad, game: Game) -> None:
    named, columns = inputs(at_round_1.page), game.rules.columns(game.table)
    assert {int(name.split("-")[0]) for name, _label in named} == set(range(len(columns)))
    for name, label in named:
        column = columns[int(name.split("-")[0])]
        assert re.search(f".+, {re.escape(column)}(:|$)", " ".join(label.split())), label
    assert len({label for _name, label in named}) == len(named)


# ---- pages that say what went wrong


@pytest.mark.parametrize("variant", TABLES)
def test_a_round_that_cannot_be_saved_yet(at_round_1: Pad) -> None:
    at_round_1.save(1)
    expect(at_round_1.page.locator(".finding:visible").first).to_be_in_viewport()
    is_whole(at_round_1.page)


@pytest.mark.parametrize("variant", ["bain"])
def test_a_round_of_a_finished_game(at_round_1: Pad, game: Game, user: User) -> None:
    game.finish(by=user, submission=uuid4())
    at_round_1.page.reload()
    expect(at_round_1.page.get_by_role("heading", name="This game is finished")).to_be_visible()
    is_whole(at_round_1.page)


@pytest.mark.parametrize("variant", ["bain", "bga"])
def test_a_game_that_cannot_be_started_yet(phone: Page, variant: str) -> None:
    phone.goto(reverse("new", args=[variant]))
    phone.locator(".foot").get_by_role("button").tap()
    wrong = phone.get_by_text("Who sits here? Type a name.")
    expect(wrong).to_have_count(4)
    expect(wrong.first).to_be_in_viewport()
    is_whole(phone)


def test_a_look_at_a_rule_loses_nothing_of_a_new_game(phone: Page) -> None:
    phone.goto(reverse("new", args=["bain"]))
    for seat, name in enumerate(("Ana", "Ben", "Celia", "Dev"), start=1):
        phone.get_by_label(f"Seat {seat}", exact=True).fill(name)
    phone.locator("label.deals").nth(1).tap()
    phone.get_by_text("House rules").tap()
    phone.get_by_label("Play to").fill("500")
    phone.locator("#house-rules").get_by_role("link", name="The rule").first.tap()
    expect(phone.get_by_role("heading", name="House rules")).to_be_in_viewport()
    phone.go_back()
    expect(phone.get_by_label("Seat 4", exact=True)).to_have_value("Dev")
    phone.get_by_role("button", name="Start: Ben deals round 1").tap()
    pad = Pad(phone)
    pad.deals("Ben deals round 1. Celia begins.")
    expect(phone.locator("h1")).to_contain_text("Bain to 500")


def test_whoever_comes_back_to_a_new_game_finds_the_seats_they_left(phone: Page) -> None:
    phone.goto(reverse("new", args=["marriage"]))
    phone.get_by_role("button", name="5 players, each alone").tap()
    people = ("Asha", "Bikash", "Chandra", "Deepa", "Esha")
    expect(phone.locator(".seat")).to_have_count(5)
    for seat, name in enumerate(people, start=1):
        phone.get_by_label(f"Seat {seat}", exact=True).fill(name)
    phone.goto(reverse("rules_variant", args=["marriage"]))
    phone.go_back()
    for seat, name in enumerate(people, start=1):
        expect(phone.get_by_label(f"Seat {seat}", exact=True)).to_have_value(name)


def test_a_page_that_is_not_there(phone: Page, expect_problem: Callable[[str], None]) -> None:
    expect_problem("status of 404")
    phone.goto(f"/games/{uuid4()}/")
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    is_whole(phone)


# ---- by day and by night


def _choose(page: Page, words: str) -> None:
    page.locator(".looks summary").tap()
    page.locator(".looks").get_by_role("button", name=words).tap()


def _theme(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-theme")


@pytest.mark.parametrize("javascript", [True, False])
def test_light_dark_and_high_contrast_are_chosen_on_any_page(
    open_page: OpenPage, javascript: bool
) -> None:
    page = open_page(javascript=javascript)
    page.goto("/rules/bain/?q=red")
    _choose(page, "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("heading", name="Found for")).to_be_visible()
    assert is_night(page)
    page.goto("/games/new/")
    assert _theme(page) == "dark"
    _choose(page, "High contrast")
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    page.goto("/rules/")
    chosen = page.locator(".looks button[aria-pressed=true]")
    expect(chosen).to_have_text("High contrast")
    _choose(page, "As the phone has it")
    expect(chosen).to_have_text("As the phone has it")
    page.goto("/rules/")
    assert _theme(page) is None
    assert not is_night(page)


def test_another_theme_loses_nothing_that_was_typed(open_page: OpenPage) -> None:
    page = open_page()
    page.goto(reverse("new", args=["bain"]))
    page.get_by_label("Seat 1", exact=True).fill("Ana")
    _choose(page, "Dark")
    assert is_night(page)
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("Ana")
    plain = open_page(javascript=False)
    plain.goto(reverse("new", args=["bain"]))
    expect(plain.locator(".looks")).to_be_hidden()


def test_what_was_chosen_is_ringed_where_the_system_forces_its_colours(phone: Page) -> None:
    phone.emulate_media(forced_colors="active")
    phone.goto(reverse("new", args=["bga"]))
    pressed = phone.locator(".sizes button[aria-pressed=true]")
    assert pressed.evaluate("button => getComputedStyle(button).outlineWidth") == "3px"
    other = phone.locator(".sizes button[aria-pressed=false]").first
    assert other.evaluate("button => getComputedStyle(button).outlineWidth") != "3px"


def test_motion_stops_where_the_phone_asks_for_it(phone: Page) -> None:
    phone.goto("/rules/")
    sign = phone.locator(".looks summary .ic")
    takes = "sign => getComputedStyle(sign).transitionProperty"
    assert sign.evaluate(takes) == "rotate"
    phone.emulate_media(reduced_motion="reduce")
    assert sign.evaluate(takes) == "none"


@pytest.mark.parametrize(
    "name", ["sheet-of-bga-seven", "player-of-a-season-bain", "club-of-a-season-bga"]
)
def test_the_figures_of_drawings_can_be_read_at_every_width(
    phone: Page, live_server: LiveServer, name: str
) -> None:
    stage = Stage(phone, live_server.url)
    show(next(scene for scene in SCENES if scene.name == name), stage)
    for width in (320, 344, 360, 375, 390, 430, 560, 768, 1280):
        phone.set_viewport_size({"width": width, "height": 844})
        smallest = phone.evaluate(
            """() => Math.min(...[...document.querySelectorAll(".chart text")].map(text =>
                 parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
        )
        assert 12 <= smallest < 40, width
