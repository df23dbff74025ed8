"""Looking something up in the rules with a thumb: while it is typed, or by the form."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage

KEY = 40
"""Milliseconds between the letters of somebody who types."""


def test_places_come_up_while_it_is_typed(phone: Page) -> None:
    phone.goto("/rules/")
    phone.get_by_role("searchbox").press_sequentially("freez", delay=KEY)
    hits = phone.locator("#hits")
    expect(hits.get_by_role("heading")).to_contain_text("Found for “freez”")
    expect(hits.get_by_role("link", name="Bain: Taking the discard pile")).to_be_visible()
    expect(phone.get_by_role("status").first).to_contain_text("Found for “freez”")
    phone.get_by_role("searchbox").fill("")
    expect(hits.get_by_role("heading")).to_have_count(0)


def test_a_place_found_is_opened_and_found_again_on_coming_back(phone: Page) -> None:
    phone.goto("/rules/")
    phone.get_by_role("searchbox").press_sequentially("tiplu", delay=KEY)
    expect(phone.get_by_text("“tiplu” is also looked for as: main wild.")).to_be_visible()
    phone.get_by_role("link", name="Marriage: Wild cards").tap()
    expect(phone.get_by_role("heading", name="Wild cards", exact=True)).to_be_in_viewport()
    phone.go_back()
    expect(phone.get_by_role("searchbox")).to_have_value("tiplu")
    expect(phone.get_by_role("link", name="Marriage: Wild cards")).to_be_visible()


def test_a_games_own_rules_come_first_and_others_after(phone: Page) -> None:
    phone.goto("/rules/pennies/more/")
    phone.get_by_role("searchbox").press_sequentially("red three", delay=KEY)
    places = phone.locator("#hits li")
    expect(places.first).to_contain_text("Red threes")
    expect(places.first.locator("a")).to_have_attribute("href", "/rules/pennies/#red-threes")
    expect(places.last).to_contain_text(":")


@pytest.mark.parametrize("address", ["/rules/", "/rules/bga/"])
def test_the_form_finds_the_same_without_a_script(open_page: OpenPage, address: str) -> None:
    page = open_page(javascript=False)
    page.goto(address)
    page.get_by_role("searchbox").fill("pile")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_role("heading", name="Found for “pile”")).to_be_visible()
    page.locator("#hits").get_by_role("link", name="The three books").tap()
    expect(page.get_by_role("heading", name="The three books")).to_be_in_viewport()


def test_while_the_network_is_away_nothing_is_lost(
    phone: Page, expect_problem: Callable[[str], None]
) -> None:
    expect_problem("ERR_INTERNET_DISCONNECTED")
    phone.goto("/rules/?q=garbage")
    phone.context.set_offline(True)
    with phone.expect_event("requestfailed"):
        phone.get_by_role("searchbox").fill("garbage pile")
    status = phone.get_by_role("status").first
    expect(status).to_have_text("Nothing was looked up: no connection.")
    expect(status).to_be_in_viewport(ratio=1)
    expect(phone.locator("#hits li").first).to_contain_text("The garbage pile")
    phone.context.set_offline(False)
    phone.get_by_role("searchbox").fill("garbage")
    expect(status).to_contain_text("Found for “garbage”")
    expect(status).to_have_class("vh")
    phone.get_by_role("searchbox").fill("garbage pile")
    phone.get_by_role("searchbox").press("Enter")
    expect(phone.get_by_role("heading", name="Found for “garbage pile”")).to_be_visible()
