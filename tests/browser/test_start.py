"""A new game on a phone, before anybody has registered for anything."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Game
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.django_db(transaction=True)

NEW = "/games/new/bain/"
SHEET = re.compile(r"/games/[0-9a-f-]{36}/$")
NAMES = ("Ana", "Ben", "Celia", "Dev")


def _sit(page: Page, names: Sequence[str]) -> None:
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Seat {number}", exact=True).fill(name)


def _start(page: Page) -> Game:
    """Press Start, and return the game whose sheet comes up."""
    page.locator(".foot").get_by_role("button").tap()
    expect(page).to_have_url(SHEET)
    return Game.objects.get()


def _seats(page: Page, names: Sequence[str]) -> None:
    for number, name in enumerate(names, start=1):
        expect(page.get_by_label(f"Seat {number}", exact=True)).to_have_value(name)


def test_from_nothing_to_a_running_game(phone: Page) -> None:
    """Four pages and at most twelve taps, besides the letters."""
    phone.goto("/")
    taps = 0
    for name in ("New game", "Bain Hand and Foot"):
        phone.get_by_role("link", name=name).tap()
        taps += 1
    for number, name in enumerate(NAMES, start=1):
        phone.get_by_label(f"Seat {number}", exact=True).tap()
        phone.keyboard.type(name)
        taps += 1
    game = _start(phone)
    assert taps + 1 <= 12
    assert game.club.time_zone == "Europe/Berlin"
    assert game.table.players == ("Ana", "Celia", "Ben", "Dev")


def test_enter_starts_and_moves_nobody(desktop: Page) -> None:
    desktop.goto(NEW)
    _sit(desktop, NAMES)
    desktop.keyboard.press("Enter")
    expect(desktop).to_have_url(SHEET)
    assert Game.objects.get().table.players == ("Ana", "Celia", "Ben", "Dev")


def test_enter_goes_on_to_the_next_seat_that_is_empty(desktop: Page) -> None:
    desktop.goto(NEW)
    desktop.locator("#seat-0").focus()
    for name in NAMES:
        desktop.keyboard.type(name)
        desktop.keyboard.press("Enter")
    expect(desktop).to_have_url(SHEET)
    assert Game.objects.get().table.players == ("Ana", "Celia", "Ben", "Dev")


def test_what_was_wrong_goes_as_a_name_is_typed(phone: Page) -> None:
    phone.goto(NEW)
    phone.locator("footer .go").tap()
    expect(phone.locator(".seat .wrong")).to_have_count(4)
    phone.locator("#seat-0").fill("Ana")
    expect(phone.locator(".seat .wrong")).to_have_count(3)


def test_the_button_says_who_deals(phone: Page) -> None:
    phone.goto(NEW)
    button = phone.locator(".foot").get_by_role("button")
    expect(button).to_have_text("Start, and draw who deals")
    phone.locator("label.deals").nth(1).tap()
    expect(button).to_have_text("Start: seat 2 deals round 1")
    _sit(phone, ["Ana", "$& Ben"])
    expect(button).to_have_text("Start: $& Ben deals round 1")
    phone.get_by_label("Draw lots").check()
    expect(button).to_have_text("Start, and draw who deals")


def test_neighbours_change_places_and_what_was_typed_stays(phone: Page) -> None:
    phone.goto(NEW)
    _sit(phone, NAMES)
    phone.locator("label.deals").nth(0).tap()
    phone.get_by_text("House rules").tap()
    phone.get_by_label("Play to").fill("5000")
    phone.get_by_text("Change places").tap()
    swap = phone.get_by_role("button", name="1 and 2")
    swap.tap()
    _seats(phone, ["Ben", "Ana", "Celia", "Dev"])
    expect(phone.locator(".foot").get_by_role("button")).to_have_text("Start: Ana deals round 1")
    expect(phone.get_by_label("Seat 2 deals first")).to_be_checked()
    expect(phone.locator("#target")).to_have_value("5000")
    swap.tap()
    _seats(phone, NAMES)
    expect(phone.locator(".foot").get_by_role("button")).to_have_text("Start: Ana deals round 1")
    assert not Game.objects.exists()


def test_what_is_wrong_stands_beside_it(phone: Page) -> None:
    phone.goto(NEW)
    _sit(phone, ["Ana", "ana", "Celia", "Dev"])
    phone.locator(".foot").get_by_role("button").tap()
    seat = phone.get_by_label("Seat 2", exact=True)
    expect(seat).to_have_attribute("aria-invalid", "true")
    expect(seat).to_have_accessible_description(
        "“ana” is here twice. Add an initial to tell them apart."
    )
    _seats(phone, ["Ana", "ana", "Celia", "Dev"])
    seat.fill("Ana B")
    assert _start(phone).table.players == ("Ana", "Celia", "Ana B", "Dev")


def test_a_second_tap_starts_no_second_game(phone: Page) -> None:
    phone.goto(NEW)
    _sit(phone, NAMES)
    phone.locator(".foot").get_by_role("button").dblclick()
    expect(phone).to_have_url(SHEET)
    assert Game.objects.count() == 1


def test_names_are_offered_at_the_second_game(open_page: OpenPage) -> None:
    page = open_page(320, 568)
    page.goto(NEW)
    _sit(page, NAMES)
    _start(page)
    page.goto("/games/new/banakil/")
    for name in ("Dev", "Ana", "Ben"):
        page.get_by_role("button", name=name, exact=True).tap()
    _seats(page, ["Dev", "Ana", "Ben", ""])
    ana = page.get_by_role("button", name="Ana", exact=True)
    expect(ana).to_have_attribute("aria-pressed", "true")
    ana.tap()
    expect(ana).to_have_attribute("aria-pressed", "false")
    _seats(page, ["Dev", "", "Ben", ""])
    alone = page.get_by_role("button", name="3 players, each alone")
    alone.tap()
    expect(alone).to_have_attribute("aria-pressed", "true")
    expect(alone).to_be_focused()
    _seats(page, ["Dev", "", "Ben"])
    page.get_by_label("Seat 2", exact=True).fill("Zoe")
    ana.tap()
    expect(page.get_by_text("Every seat is taken.")).to_be_visible()
    _seats(page, ["Dev", "Zoe", "Ben"])


def test_people_move_about_without_a_script(open_page: OpenPage) -> None:
    page = open_page(javascript=False)
    page.goto(NEW)
    _sit(page, NAMES)
    _start(page)
    page.goto(NEW)
    for name in ("Dev", "Ana", "Ben"):
        page.get_by_role("button", name=name, exact=True).tap()
    _seats(page, ["Dev", "Ana", "Ben", ""])
    page.get_by_role("button", name="Ana", exact=True).tap()
    page.get_by_text("Change places").tap()
    page.get_by_role("button", name="4 and 1").tap()
    _seats(page, ["", "", "Ben", "Dev"])


def test_what_is_typed_while_the_table_is_drawn_anew(phone: Page) -> None:
    held: list[Route] = []
    phone.goto("/games/new/marriage/")
    phone.get_by_label("Seat 1", exact=True).fill("Asha")
    phone.route("**/games/new/marriage/", lambda route: held.append(route))
    phone.get_by_role("button", name="3 players, each alone").tap()
    _sit(phone, ("Asha", "Bikash", "Chandra"))
    phone.locator("label.deals").nth(2).tap()
    while not held:
        phone.wait_for_timeout(20)
    held[0].continue_()
    expect(phone.get_by_label("Seat 4", exact=True)).to_have_count(0)
    _seats(phone, ("Asha", "Bikash", "Chandra"))
    phone.unroute_all()
    phone.get_by_role("button", name="Start: Chandra deals round 1").tap()
    expect(phone).to_have_url(SHEET)


def test_a_closed_fold_says_what_was_typed_in_it(phone: Page) -> None:
    phone.goto("/games/new/bain/")
    rules, name = (phone.locator(f"#{fold} summary") for fold in ("house-rules", "game-name"))
    rules.tap()
    phone.get_by_label("Play to", exact=True).fill("5000")
    expect(rules).to_contain_text("Changed: play to 5000")
    phone.get_by_label("Red threes count for a team with", exact=True).select_option(index=1)
    expect(rules).to_contain_text("play to 5000, red threes count for a team with")
    phone.get_by_label("Play to", exact=True).fill("20000")
    phone.get_by_label("Red threes count for a team with", exact=True).select_option(index=0)
    expect(rules).to_contain_text("As usual: play to 20,000, going out is worth 200")
    name.tap()
    phone.get_by_label("Name", exact=True).fill("Friday")
    expect(name).to_contain_text("Friday")
    phone.get_by_label("Name", exact=True).fill("")
    expect(name).to_contain_text("Give it one")
