"""The opening checker under a thumb: a tap a card, no page anew, nothing lost on the way back."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad, sign_in
from tests.browser.test_budgets import Thumb, holds
from tests.build import started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(user: User, phone: Page, client: Client, live_server: LiveServer) -> Game:
    """A game that the phone keeps the score of."""
    sign_in(phone, user, client, live_server.url)
    return started(user)


def tap(page: Page, *names: str) -> None:
    for name in names:
        called = re.compile(rf"^{re.escape(name)}(, \d+ laid)?$")
        page.locator(".suits").get_by_role("button", name=called).tap()


def says(page: Page, verdict: str) -> None:
    expect(page.locator("#verdict")).to_have_text(re.compile(rf"^\s*{re.escape(verdict)}\s*$"))


def test_each_card_takes_one_tap(
    phone: Page, user: User, client: Client, live_server: LiveServer
) -> None:
    game, thumb = started(user, "marriage", 3, 1), Thumb(phone)
    sign_in(phone, user, client, live_server.url)
    phone.goto(f"/games/{game.pk}/")
    phone.locator("#board .opens").tap()
    tap(phone, "9 of clubs", "10 of clubs", "Jack of clubs")
    tap(phone, *["4 of hearts"] * 3)
    tap(phone, "Ace of spades", "2 of spades", "3 of spades")
    says(phone, "3 of 3 This opens.")
    holds("Nine cards of three melds checked, from the sheet: taps", thumb.spent())


def test_taps_load_no_page_and_lengthen_no_way_back(phone: Page, game: Game) -> None:
    phone.goto(f"/games/{game.pk}/")
    phone.locator("#board .opens").first.tap()
    expect(phone.locator("#laying")).to_be_visible()
    length = phone.evaluate("history.length")
    phone.evaluate("window.same = true")
    tap(phone, "9", "9", "9", "2")
    says(phone, "50 of 50 This opens.")
    expect(phone).to_have_url(re.compile(r"laid=9-1\.9-1\.9-1\.2-1"))
    assert phone.evaluate("[window.same, history.length]") == [True, length]
    expect(phone.locator(".suits [value='9']")).to_have_attribute("data-laid", "3")

    phone.reload()
    says(phone, "50 of 50 This opens.")
    phone.go_back()
    expect(phone.locator("#board")).to_be_visible()


def test_back_from_there_finds_all_that_was_typed(phone: Page, game: Game) -> None:
    pad = Pad(phone)
    phone.goto(f"/games/{game.pk}/rounds/1/")
    pad.type("Garbage pile, Ana-Ben", "30")
    pad.key("Close the number pad").tap()
    way = phone.get_by_role("link", name="Do these cards open?")
    for back in (phone.go_back, phone.get_by_role("link", name="Back to round 1").last.tap):
        way.tap()
        tap(phone, "King", "King", "King")
        says(phone, "30 of 50 20 points are missing.")
        back()
        expect(pad.field("Garbage pile, Ana-Ben")).to_have_value("30")


def test_fast_taps_are_all_laid_in_their_order(phone: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    phone.goto("/rules/bain/opening/")
    phone.route("**/opening/?*", hold)
    tap(phone, "9", "9", "King", "9", "2")
    assert len(held) == 1
    held[0].continue_()
    says(phone, "60 of 50 Meld 2 is not whole.")
    assert len(held) == 2
    expect(phone.locator(".meld").first.locator(".card")).to_have_text(["9", "9", "9", "2"])


def test_melds_are_changed_by_hand(phone: Page) -> None:
    phone.goto("/rules/bain/opening/")
    tap(phone, "2", "2", "2")
    phone.get_by_role("button", name="Next meld").tap()
    expect(phone.locator(".meld")).to_have_count(2)
    tap(phone, "9", "9")
    says(phone, "80 of 50 Meld 2 is not whole.")
    phone.get_by_role("button", name="Take back").tap()
    phone.get_by_role("button", name="Take out of meld 2: 9").first.tap()
    says(phone, "60 of 50 This opens.")
    phone.get_by_role("button", name="Next meld").tap()
    tap(phone, "King")
    phone.get_by_role("button", name="Add to it: Meld 1").tap()
    expect(phone.locator(".current h3")).to_contain_text("Meld 1")
    tap(phone, "Joker")
    phone.get_by_role("button", name="Drop it: Meld 2").tap()
    says(phone, "110 of 50 This opens.")
    phone.get_by_role("button", name="Clear").tap()
    says(phone, "0 of 50 Tap each card that you mean to lay down.")


def test_a_double_tap_drops_one_meld_and_it_can_be_brought_back(phone: Page) -> None:
    phone.goto("/rules/bain/opening/?laid=9-1.9-1.9-1.K-2.K-2.K-2.8-3.8-3.8-3")
    for delay in (0, 120):
        phone.get_by_role("button", name="Drop it: Meld 1").dblclick(delay=delay)
        expect(phone.locator(".meld")).to_have_count(2)
        says(phone, "60 of 50 This opens.")
        phone.get_by_role("button", name="Take back").tap()
        expect(phone.locator(".meld")).to_have_count(3)
        says(phone, "90 of 50 This opens.")
    phone.get_by_role("button", name="Clear").tap()
    says(phone, "0 of 50 Tap each card that you mean to lay down.")
    phone.reload()
    phone.get_by_role("button", name="Take back").tap()
    says(phone, "90 of 50 This opens.")


def test_taps_on_a_drawing_that_is_behind_mean_what_it_shows(phone: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    phone.goto("/rules/bain/opening/?laid=9-1.K-2.K-2.K-2.8-3.8-3.8-3")
    phone.route("**/opening/?*", hold)
    phone.get_by_role("button", name="Take out of meld 1: 9").dblclick()
    phone.get_by_role("button", name="Add to it: Meld 2").tap()
    tap(phone, "2")
    assert len(held) == 1
    held[0].continue_()
    says(phone, "80 of 50 This opens.")
    expect(phone.locator(".meld").first.locator(".card")).to_have_text(["K", "K", "K", "2"])
    expect(phone.locator(".finding")).to_have_count(0)


def test_what_is_asked_for_is_chosen_with_a_tap(phone: Page) -> None:
    phone.goto("/rules/bain/opening/?laid=9-1.9-1.9-1.2-1")
    phone.get_by_role("button", name="from 5,000 90").tap()
    says(phone, "50 of 90 40 points are missing.")
    tap(phone, "2")
    says(phone, "70 of 90 20 points are missing.")
    expect(phone.get_by_role("button", name="from 5,000 90")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_spent_card_can_not_be_tapped(phone: Page) -> None:
    phone.goto("/rules/banakil/opening/")
    joker = phone.locator(".suits [value='joker']")
    tap(phone, "Joker", "Joker")
    expect(joker).to_be_disabled()
    expect(joker).to_have_accessible_name("Joker, 2 laid")
    joker.tap(force=True)
    phone.get_by_role("button", name="Take back").tap()
    expect(joker).to_be_enabled()
    expect(joker).to_have_accessible_name("Joker, 1 laid")
    phone.get_by_role("button", name="Take back").tap()
    expect(joker).to_have_accessible_name("Joker")
    expect(phone.locator(".finding")).to_have_count(0)


def test_a_spent_card_keeps_the_focus(desktop: Page) -> None:
    desktop.goto("/rules/banakil/opening/?laid=joker-1")
    joker = desktop.locator(".suits [value='joker']")
    expect(joker).to_have_accessible_name("Joker, 1 laid")
    joker.focus()
    desktop.keyboard.press("Enter")
    expect(joker).to_be_disabled()
    desktop.keyboard.press("Enter")
    expect(joker).to_be_focused()
    says(desktop, "8 Meld 1 is not legal.")


def test_the_keyboard_keeps_its_place(desktop: Page) -> None:
    desktop.goto("/rules/bain/opening/")
    nine = desktop.locator(".suits [value='9']")
    nine.focus()
    for _card in range(3):
        desktop.keyboard.press("Enter")
    says(desktop, "30 of 50 20 points are missing.")
    expect(nine).to_be_focused()
    desktop.get_by_role("button", name="from 5,000 90").focus()
    desktop.keyboard.press("Space")
    says(desktop, "30 of 90 60 points are missing.")
    expect(desktop.get_by_role("button", name="from 5,000 90")).to_be_focused()
    desktop.get_by_role("button", name="Drop it: Meld 1").focus()
    desktop.keyboard.press("Enter")
    says(desktop, "0 of 90 Tap each card that you mean to lay down.")
    expect(desktop.locator("#main")).to_be_focused()


def test_a_rule_is_read_over_the_cards(phone: Page) -> None:
    phone.goto("/rules/bain/opening/")
    tap(phone, *["6"] * 7)
    phone.locator(".meld").get_by_role("link", name="The rule").tap()
    sheet = phone.get_by_role("dialog")
    expect(sheet).to_contain_text("may not finish a canasta until the partner has finished one")
    sheet.get_by_role("button", name="Close the rule").tap()
    expect(sheet).to_be_hidden()
    says(phone, "35 of 50 15 points are missing. Meld 1 is not legal.")


def test_the_rules_lead_there_and_back_with_the_game(phone: Page, game: Game) -> None:
    phone.goto(f"/rules/bain/?game={game.pk}&round=1")
    phone.get_by_role("link", name="Tap the cards").tap()
    tap(phone, "King")
    says(phone, "10 of 50 40 points are missing. Meld 1 is not whole.")
    phone.get_by_role("link", name="Back to round 1").last.tap()
    expect(phone).to_have_url(re.compile(f"/games/{game.pk}/rounds/1/$"))


def test_without_a_network_nothing_is_lost(
    phone: Page, expect_problem: Callable[[str], None]
) -> None:
    expect_problem("ERR_FAILED")
    phone.goto("/rules/bain/opening/?laid=9-1.9-1.9-1")
    phone.route("**/opening/?*", lambda route: route.abort())
    tap(phone, "2")
    expect(phone.locator("[data-trouble]")).to_be_visible()
    phone.unroute("**/opening/?*")
    tap(phone, "2")
    says(phone, "50 of 50 This opens.")
    expect(phone.locator("[data-trouble]")).to_be_hidden()


def test_without_a_script_every_card_is_a_page(open_page: OpenPage) -> None:
    phone = open_page(javascript=False)
    phone.goto("/rules/bain/opening/")
    phone.get_by_role("button", name="from 5,000 90").tap()
    tap(phone, "9", "9", "9", "King", "9")
    says(phone, "50 of 90 40 points are missing. Meld 2 is not whole.")
    phone.get_by_role("button", name="Drop it: Meld 2").tap()
    phone.get_by_role("button", name="Take back").tap()
    says(phone, "50 of 90 40 points are missing. Meld 2 is not whole.")
    phone.get_by_role("button", name="Drop it: Meld 2").tap()
    tap(phone, "Joker")
    says(phone, "90 of 90 This opens.")
    phone.get_by_role("link", name="The rule of the opening").tap()
    expect(phone.locator("#opening")).to_be_in_viewport()
