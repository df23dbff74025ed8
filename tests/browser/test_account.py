"""An account outlives its phone: signed in on another one, or added to it by a code."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.models import Device, DeviceCode, Game, User
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = re.compile(r"/games/[0-9a-f-]{36}/$")
PASSWORD = "seven red threes"


def _begin(page: Page, *names: str) -> None:
    """Start a game of two, as somebody who was never here."""
    page.goto("/games/new/banakil/")
    page.get_by_role("button", name="2 players").tap()
    expect(page.locator(".seat")).to_have_count(2)
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Seat {number}", exact=True).fill(name)
    page.locator(".foot").get_by_role("button").tap()
    expect(page).to_have_url(SHEET)


def _go(page: Page, name: str) -> None:
    """Press what leads on at the foot of a page."""
    page.locator(".foot").get_by_role("button", name=name).tap()


def _name(page: Page, name: str) -> None:
    """Give the account of this phone a name and a password, beginning at home."""
    page.goto("/")
    page.get_by_role("link", name="Account").tap()
    page.locator(".foot").get_by_role("link", name="Give a name and a password").tap()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    _go(page, "Save")
    expect(page.locator("#said")).to_have_text("Name and password saved.")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_season_goes_on_on_another_phone(open_page: OpenPage, javascript: bool) -> None:
    """The other phone holds a game already, is asked, and has both then."""
    first, second = (open_page(javascript=javascript) for _phone in range(2))
    _begin(first, "Ana", "Ben")
    _name(first, "Ana")
    _begin(second, "Celia", "Dev")
    assert User.objects.count() == 2

    second.goto("/account/")
    second.get_by_role("link", name="Sign in to another account").tap()
    second.get_by_label("Name").fill("ana")
    second.get_by_label("Password").fill("not this one")
    _go(second, "Sign in")
    expect(second.get_by_role("alert")).to_contain_text("do not belong together")
    second.get_by_label("Password").fill(PASSWORD)
    _go(second, "Sign in")

    expect(second.get_by_role("heading", level=1)).to_contain_text("What becomes of these games?")
    expect(second.locator("main")).to_contain_text("1 game")
    _go(second, "Sign in, and take them along")
    expect(second.locator("#said")).to_have_text("Signed in as Ana.")
    expect(second.locator(".game")).to_have_count(2)
    first.goto("/")
    expect(first.locator(".game")).to_have_count(2)
    assert User.objects.get().devices.count() == 2
    assert Game.objects.values("club").distinct().count() == 2

    first.goto("/account/")
    first.get_by_role("button", name="Sign out all other devices").tap()
    expect(first.locator("#said")).to_have_text("All other devices are signed out.")
    second.goto("/")
    expect(second.locator(".game")).to_have_count(0)
    expect(first.locator("main")).to_contain_text("this device")


def test_a_second_phone_is_added_by_the_address_of_the_qr_code(open_page: OpenPage) -> None:
    first, second = open_page(), open_page()
    _begin(first, "Ana", "Ben")
    first.goto("/account/")
    first.get_by_role("link", name="Add another device").tap()
    _go(first, "Make a code")
    expect(first.locator(".code svg")).to_be_visible()
    code = DeviceCode.objects.get()
    expect(first.locator(".typed:not(.at)")).to_have_text(code.typed_in_halves)

    second.goto(f"/account/link/{code.token}/")
    assert Device.objects.count() == 1
    _go(second, "Add this device")
    expect(second.locator(".game")).to_have_count(1)
    expect(second.locator("#said")).to_have_text("This device is added.")
    assert User.objects.get().devices.count() == 2

    third = open_page()
    third.goto(f"/account/link/{code.token}/")
    expect(third.locator("main")).to_contain_text("It has added a device already")


def test_a_second_phone_is_added_by_a_typed_code(open_page: OpenPage) -> None:
    first, second = open_page(), open_page()
    _begin(first, "Ana", "Ben")
    first.goto("/account/link/")
    _go(first, "Make a code")
    typed = first.locator(".typed:not(.at)").inner_text()
    second.goto("/account/")
    second.get_by_role("link", name="Add this device by a code").tap()
    second.get_by_label("Code of the other device").fill(typed.lower())
    _go(second, "Look at it")
    _go(second, "Add this device")
    expect(second.locator(".game")).to_have_count(1)


def test_a_friend_joins_and_keeps_score(open_page: OpenPage) -> None:
    first, friend = open_page(), open_page()
    _begin(first, "Ana", "Ben")
    first.goto("/account/")
    first.get_by_role("link", name="Members").tap()
    first.get_by_role("link", name="Invite scorers").tap()
    _go(first, "Make an address")
    address = urlsplit(first.get_by_label("Or send the address").input_value()).path
    friend.goto(address)
    assert User.objects.count() == 1
    _go(friend, "Join")
    expect(friend.locator("#said")).to_contain_text("You are in")
    friend.goto("/")
    friend.locator(".game").tap()
    expect(friend).to_have_url(SHEET)
    friend.locator(".foot a.go").tap()
    expect(friend.locator("#entry")).to_be_visible()
    friend.goto("/rules/")
    first.goto("/account/")
    first.get_by_role("link", name="Members").tap()
    first.locator("summary", has_text="Somebody without a name").tap()
    first.get_by_role("button", name="Remove from the club").tap()
    expect(first.locator("#said")).to_have_text("This member is removed.")
    friend.goto("/")
    expect(friend.locator(".foot .go")).to_be_visible()
    expect(friend.locator(".game")).to_have_count(0)
