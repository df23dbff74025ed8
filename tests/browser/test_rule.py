"""One tap opens a rule over the page, and what lies beneath is as it was when it is closed."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import sign_in
from tests.build import played, started

pytestmark = pytest.mark.django_db(transaction=True)

TYPED = "[name='0-garbage_points']"
TO_THE_MIDDLE = "link => link.scrollIntoView({ block: 'center', behavior: 'instant' })"
TOP = "link => link.getBoundingClientRect().top"
FOCUSED = "link => link === document.activeElement"


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(user: User) -> Game:
    return started(user)


@pytest.fixture
def entry(phone: Page, user: User, game: Game, client: Client, live_server: LiveServer) -> Page:
    """A round being entered, of which something is typed already."""
    return opened(phone, user, game, client, live_server)


def opened(page: Page, user: User, game: Game, client: Client, live_server: LiveServer) -> Page:
    sign_in(page, user, client, live_server.url)
    page.goto(f"/games/{game.pk}/rounds/1/")
    with page.expect_response(lambda response: response.url.endswith("/preview/")):
        page.locator(TYPED).fill("30")
    return page


def rule(page: Page) -> Locator:
    return page.get_by_role("dialog")


def asked(page: Page, words: str) -> Locator:
    return page.locator("#entry").get_by_role("link", name=words, exact=True)


def read(page: Page, words: str) -> None:
    asked(page, words).tap()
    expect(rule(page)).to_be_visible()


def is_as_it_was(page: Page, words: str, top: float) -> None:
    expect(rule(page)).to_have_count(0)
    expect(page.locator(TYPED)).to_have_value("30")
    assert asked(page, words).evaluate(FOCUSED)
    page.wait_for_function("() => !history.state?.rule")
    assert asked(page, words).evaluate(TOP) == pytest.approx(top, abs=1)


def test_a_tap_opens_the_rule_of_a_question(entry: Page) -> None:
    link, address = asked(entry, "Garbage pile"), entry.url
    link.evaluate(TO_THE_MIDDLE)
    top = link.evaluate(TOP)
    read(entry, "Garbage pile")
    dialog = entry.get_by_role("dialog", name="Garbage pile")
    expect(dialog).to_contain_text("canasta of sevens")
    expect(dialog.get_by_role("link", name="All the rules")).to_have_attribute(
        "href", str(link.evaluate("link => link.href"))
    )
    assert entry.url == address
    dialog.get_by_role("button", name="Close the rule").tap()
    is_as_it_was(entry, "Garbage pile", top)
    assert entry.url == address


def test_the_way_back_closes_it(entry: Page) -> None:
    link = asked(entry, "Left in hands and feet")
    link.evaluate(TO_THE_MIDDLE)
    top = link.evaluate(TOP)
    read(entry, "Left in hands and feet")
    entry.go_back()
    is_as_it_was(entry, "Left in hands and feet", top)


def test_a_tap_beside_it_closes_it(entry: Page) -> None:
    link = asked(entry, "Sevens canastas")
    link.evaluate(TO_THE_MIDDLE)
    top = link.evaluate(TOP)
    read(entry, "Sevens canastas")
    entry.touchscreen.tap(200, 40)
    is_as_it_was(entry, "Sevens canastas", top)


def test_all_the_rules_lead_back_to_the_page(entry: Page, game: Game) -> None:
    """And not to the sheet over it."""
    read(entry, "Garbage pile")
    rule(entry).get_by_role("link", name="All the rules").tap()
    expect(entry.locator("#garbage")).to_be_in_viewport()
    entry.go_back()
    entry.wait_for_url(f"**/games/{game.pk}/rounds/1/")
    expect(rule(entry)).to_have_count(0)
    expect(entry.locator(TYPED)).to_have_value("30")
    assert entry.evaluate("history.state?.rule ?? false") is False


def test_a_rule_leads_to_another_within_the_sheet(entry: Page) -> None:
    asked(entry, "Sevens canastas").evaluate(TO_THE_MIDDLE)
    top = asked(entry, "Sevens canastas").evaluate(TOP)
    short = '<h2>Canastas</h2><p>See the <a href="#garbage">garbage pile</a>.</p>'
    entry.route("**/part/canastas/*", lambda route: route.fulfill(body=short))
    read(entry, "Sevens canastas")
    rule(entry).get_by_role("link", name="garbage pile").tap()
    expect(entry.get_by_role("dialog", name="Garbage pile")).to_be_visible()
    whole = rule(entry).get_by_role("link", name="All the rules")
    expect(whole).to_have_attribute("href", re.compile("round=1#garbage$"))
    entry.go_back()
    is_as_it_was(entry, "Sevens canastas", top)


def test_a_link_within_the_sheet_keeps_the_keyboard_in_it(
    open_page: OpenPage, user: User, game: Game, client: Client, live_server: LiveServer
) -> None:
    page = opened(open_page(touch=False), user, game, client, live_server)
    short = '<h2>Canastas</h2><p>See the <a href="#garbage">garbage pile</a>.</p>'
    page.route("**/part/canastas/*", lambda route: route.fulfill(body=short))
    asked(page, "Sevens canastas").focus()
    page.keyboard.press("Enter")
    rule(page).get_by_role("link", name="garbage pile").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Garbage pile")).to_be_visible()
    expect(rule(page).locator(".prose")).to_be_focused()


def test_only_links_to_a_rule_open_one(phone: Page) -> None:
    """The way back to the rules leads there, though it leads to the part on the opening."""
    phone.goto("/rules/bain/opening/?laid=" + ".".join(["6-1"] * 7))
    phone.get_by_role("link", name="The rule", exact=True).first.tap()
    expect(rule(phone)).to_be_visible()
    phone.get_by_role("button", name="Close the rule").tap()
    phone.get_by_role("link", name="The rule of the opening").tap()
    expect(rule(phone)).to_be_visible()
    phone.get_by_role("button", name="Close the rule").tap()
    phone.get_by_role("link", name="Back to the rules").tap()
    phone.wait_for_url("**/rules/bain/#opening")
    expect(rule(phone)).to_have_count(0)
    expect(phone.locator("#opening")).to_be_in_viewport()


def test_the_checker_is_reached_from_a_rule_with_the_way_back(
    phone: Page, user: User, game: Game, client: Client, live_server: LiveServer
) -> None:
    sign_in(phone, user, client, live_server.url)
    carried = f"?game={game.pk}&round=1"
    phone.goto(f"/rules/bain/opening/{carried}")
    phone.get_by_role("link", name="The rule of the opening").tap()
    link = rule(phone).get_by_role("link", name="Tap the cards")
    expect(link).to_have_attribute("href", f"/rules/bain/opening/{carried}")


def test_a_tap_that_is_answered_under_a_rule_stands_in_the_address(phone: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.goto("/rules/bain/opening/?laid=9-1.9-1")
    phone.route("**/bain/opening/?*", hold)
    phone.locator(".suits [value='9']").tap()
    phone.get_by_role("link", name="The rule of the opening").tap()
    expect(rule(phone)).to_be_visible()
    held[0].continue_()
    expect(phone.locator(".meld .card")).to_have_count(3)
    phone.get_by_role("button", name="Close the rule").tap()
    # The way back out of the sheet takes a moment; only then is the address the page's own.
    phone.wait_for_function("() => !history.state?.rule")
    expect(phone).to_have_url(re.compile(r"laid=9-1\.9-1\.9-1&"))
    assert phone.evaluate("history.state?.rule ?? false") is False


def test_the_rule_of_a_finding(entry: Page) -> None:
    entry.locator(".ends .v").first.tap()
    entry.get_by_role("button", name="Save round 1").tap()
    entry.get_by_role("link", name="The rule", exact=True).first.tap()
    expect(rule(entry)).to_be_visible()


def test_the_rule_of_a_line_of_the_sums(entry: Page) -> None:
    entry.locator(".sums-fold summary").tap()
    entry.locator("#lines").get_by_role("link", name="Garbage pile").tap()
    expect(entry.get_by_role("dialog", name="Garbage pile")).to_be_visible()


def test_the_rule_of_a_line_of_a_round(
    phone: Page, user: User, game: Game, client: Client, live_server: LiveServer
) -> None:
    played(game, user, {"red_threes": 3}, {"hand_points": 40})
    sign_in(phone, user, client, live_server.url)
    phone.goto(f"/games/{game.pk}/")
    phone.locator("a.why").tap()
    link = phone.locator("#board").get_by_role("link", name="Red threes", exact=True)
    link.tap()
    expect(phone.get_by_role("dialog", name="Red threes")).to_be_visible()
    # The board asks for news of itself meanwhile.
    with phone.expect_response(lambda response: "open=1" in response.url):
        pass
    phone.keyboard.press("Escape")
    expect(rule(phone)).to_have_count(0)
    assert link.evaluate(FOCUSED)


def test_who_watches_reads_and_checks_as_the_table_plays(phone: Page, user: User) -> None:
    game = started(user, red_threes_need="seven_canastas")
    played(game, user, {"red_threes": 3}, {"hand_points": 40})
    token = game.links.get().token
    phone.goto(f"/watch/{token}/?open=1")
    phone.locator("#board").get_by_role("link", name="Red threes", exact=True).tap()
    expect(rule(phone)).to_contain_text("seven canastas of any types")
    phone.get_by_role("button", name="Close the rule").tap()
    phone.locator("#board .opens").first.tap()
    phone.locator(".suits [value='9']").tap()
    expect(phone).to_have_url(re.compile(rf"watch={token}.*laid=9-1"))
    phone.get_by_role("link", name="Back to the board").last.tap()
    phone.wait_for_url(f"**/watch/{token}/")


def test_with_a_keyboard(
    open_page: OpenPage, user: User, game: Game, client: Client, live_server: LiveServer
) -> None:
    page = opened(open_page(touch=False), user, game, client, live_server)
    asked(page, "Red threes on the table").focus()
    asked(page, "Red threes on the table").evaluate(TO_THE_MIDDLE)
    top = asked(page, "Red threes on the table").evaluate(TOP)
    page.keyboard.press("Enter")
    expect(rule(page)).to_be_visible()
    stops = set()
    for _stop in range(12):
        page.keyboard.press("Tab")
        inside = page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
        assert inside
        stops.add(page.evaluate("document.activeElement.tagName"))
    assert {"A", "BUTTON", "DIV"} <= stops
    page.keyboard.press("Escape")
    is_as_it_was(page, "Red threes on the table", top)


def test_a_rule_that_was_changed_meanwhile_is_read_as_it_is_now(entry: Page, game: Game) -> None:
    read(entry, "Red threes on the table")
    expect(rule(entry)).to_contain_text("a canasta of sevens")
    entry.go_back()
    changed = {**game.options, "red_threes_need": "seven_canastas"}
    Game.objects.filter(pk=game.pk).update(options=changed)
    read(entry, "Red threes on the table")
    expect(rule(entry)).to_contain_text("seven canastas of any types")


def test_what_was_read_once_is_there_without_a_network(
    entry: Page, expect_problem: Callable[[str], None]
) -> None:
    expect_problem("ERR_")
    read(entry, "Garbage pile")
    entry.go_back()
    entry.context.set_offline(True)
    read(entry, "Garbage pile")
    expect(rule(entry)).to_contain_text("canasta of sevens")


def test_nobody_is_led_away_without_a_network(
    entry: Page, expect_problem: Callable[[str], None]
) -> None:
    for problem in ("ERR_INTERNET_DISCONNECTED", "Failed to fetch"):
        expect_problem(problem)
    here = entry.url
    entry.context.set_offline(True)
    asked(entry, "Garbage pile").tap()
    expect(entry.locator("[data-trouble=draft]")).to_be_visible()
    expect(entry).to_have_url(here)
    entry.context.set_offline(False)
    expect(entry.locator(TYPED)).to_have_value("30")


def test_what_cannot_be_fetched_is_said(entry: Page, expect_problem: Callable[[str], None]) -> None:
    expect_problem("ERR_|504")
    read(entry, "Garbage pile")
    entry.go_back()

    def refuse(route: Route) -> None:
        route.abort()

    entry.route("**/part/**", refuse)
    read(entry, "Sevens canastas")
    expect(rule(entry)).to_contain_text("could not be fetched")
    expect(rule(entry).get_by_role("heading")).to_have_text("Sevens canastas")
    expect(rule(entry).get_by_role("link", name="All the rules")).to_be_visible()
    entry.go_back()
    entry.unroute("**/part/**")
    read(entry, "Sevens canastas")
    expect(rule(entry)).to_contain_text("1,500")


def test_without_javascript_it_is_a_link(
    open_page: OpenPage, user: User, game: Game, client: Client, live_server: LiveServer
) -> None:
    page = open_page(javascript=False)
    sign_in(page, user, client, live_server.url)
    page.goto(f"/games/{game.pk}/rounds/1/")
    asked(page, "Garbage pile").tap()
    expect(page.locator("#garbage")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Back to round 1").first).to_be_visible()
