"""Going on through the history by scrolling, by keyboard and by links; finding a game in it."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games import history
from games.models import Game, NewTeam, User
from games.models.reckoning import reckoning_later
from games.variants import VARIANTS
from games.variants.variant import Seating
from games.views.history import MOST_LOADED
from tests.browser.conftest import OpenPage
from tests.browser.scenes import Stage

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE, GAMES = 10, 55
PEOPLE = ("Ana", "Ben", "Celia", "Dev", "Eva")


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> User:
    """An account with many games, of which a page shows few."""
    monkeypatch.setattr(history, "AT_ONCE", AT_ONCE)
    monkeypatch.setattr("games.views.history.AT_ONCE", AT_ONCE)
    user = User.objects.make_silently("Europe/Berlin")
    rules, seating = VARIANTS["banakil"], Seating(2, 1)
    with reckoning_later():
        for number in range(GAMES):
            two = (PEOPLE[number % 5], PEOPLE[(number + 1) % 5])
            Game.objects.write_down(
                club=user.home_club(),
                by=user,
                variant=rules,
                teams=[NewTeam(one, (one,), 100 + number) for one in two],
                options=rules.read_options({}, seating)[0],
                seats=seating.alternate(),
                first_dealer=None,
                started_at=datetime(2025, 1, 1, 12, tzinfo=UTC) + timedelta(days=number),
                submission=uuid4(),
                name=f"Evening {number}",
            )
    return user


def _open(page: Page, live_server: LiveServer, user: User, query: str = "") -> None:
    stage = Stage(page, live_server.url)
    stage.sign_in(user)
    stage.open("history", query=query)


def _reach(page: Page, games: int) -> None:
    page.locator("#older").scroll_into_view_if_needed()
    expect(page.locator("#games > li")).to_have_count(games)


def test_older_games_come_as_one_scrolls_on(
    phone: Page, live_server: LiveServer, user: User
) -> None:
    _open(phone, live_server, user)
    expect(phone.locator("#games > li")).to_have_count(AT_ONCE)
    for times in range(2, MOST_LOADED + 2):
        _reach(phone, times * AT_ONCE)
    # Then the end of the page is reached, and a link leads on.
    link = phone.locator("#older a")
    link.scroll_into_view_if_needed()
    phone.wait_for_timeout(300)
    expect(phone.locator("#games > li")).to_have_count((MOST_LOADED + 1) * AT_ONCE)
    link.click()
    expect(phone.locator("#games > li").first).to_contain_text("Evening 14")
    expect(phone.locator("#games > li")).to_have_count(AT_ONCE)
    phone.go_back()
    expect(phone.locator("#games > li").first).to_contain_text("Evening 54")


def test_who_goes_on_by_keyboard_stands_at_the_first_new_game(
    desktop: Page, live_server: LiveServer, user: User
) -> None:
    _open(desktop, live_server, user)
    desktop.locator("#games > li").last.locator("a").focus()
    desktop.keyboard.press("Tab")
    expect(desktop.locator("#games > li")).to_have_count(2 * AT_ONCE)
    expect(desktop.locator("#games > li").nth(AT_ONCE).locator("a")).to_be_focused()


def test_a_filter_changes_the_list_and_the_address(
    phone: Page, live_server: LiveServer, user: User
) -> None:
    _open(phone, live_server, user)
    phone.locator("#filters > summary").click()
    phone.locator("#words").press_sequentially("evening 1", delay=30)
    expect(phone.locator("#games > li").first).to_contain_text("Evening 19")
    expect(phone.locator("#on")).to_have_text("one filter on")
    expect(phone.locator("#words")).to_be_focused()
    assert phone.url.endswith("?q=evening+1")
    phone.locator("#from").fill("2025-01-15")
    phone.locator("#to").fill("2025-01-12")
    expect(phone.locator("#wrong-to")).to_have_text("The span ends before it begins.")
    expect(phone.locator("#words")).to_have_value("evening 1")
    phone.locator("#to").fill("2025-01-16")
    expect(phone.locator("#games > li")).to_have_count(2)
    expect(phone.locator("#wrong-to")).to_be_empty()
    phone.reload()
    expect(phone.locator("#games > li")).to_have_count(2)
    phone.locator(".chip").first.click()
    expect(phone.locator("#games > li")).to_have_count(2)
    assert "q=" not in phone.url


def test_without_a_script_links_and_the_form_do_the_same(
    open_page: OpenPage, live_server: LiveServer, user: User
) -> None:
    page = open_page(javascript=False)
    _open(page, live_server, user)
    page.get_by_role("link", name="Older games").click()
    expect(page.locator("#games > li").first).to_contain_text("Evening 44")
    page.get_by_role("link", name="Newer games").click()
    expect(page.locator("#games > li").first).to_contain_text("Evening 54")
    page.locator("#filters > summary").click()
    page.locator("#words").fill("evening 7")
    page.get_by_role("button", name="Show these games").click()
    expect(page.locator("#games > li")).to_have_count(1)
