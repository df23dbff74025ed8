"""Several phones at one table: one sees what another writes, and none loses what was typed."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Link, User
from games.wording import MINUS
from tests.browser.conftest import OpenPage
from tests.browser.pad import Answers, Pad, sign_in
from tests.build import played, started

pytestmark = pytest.mark.django_db(transaction=True)

NORTH_SOUTH, EAST_WEST = "Ana-Ben", "Celia-Dev"
HANDS = "Left in hands and feet"
OURS: Answers = {
    "Sevens canastas": 1,
    "Wild canastas": 1,
    "Natural canastas": 1,
    "Mixed canastas": 1,
    "Red threes on the table": 5,
    "Melded, canastas included": "490",
    "Garbage pile": "30",
    HANDS: "25",
}
THEIRS: Answers = {
    "Mixed canastas": 2,
    "Red threes on the table": 3,
    "Melded, canastas included": "185",
    HANDS: "310",
}


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(user: User) -> Game:
    return started(user, "bain", 2, 2)


@pytest.fixture
def phones(
    open_page: OpenPage, user: User, game: Game, client: Client, live_server: LiveServer
) -> tuple[Pad, Pad]:
    """Two phones of one account, both on the sheet."""
    pads = Pad(open_page()), Pad(open_page())
    for pad in pads:
        sign_in(pad.page, user, client, live_server.url)
        pad.page.goto(reverse("game", args=[game.pk]))
    return pads


@pytest.fixture
def watcher(open_page: OpenPage, game: Game) -> Pad:
    """A phone that only watches, without any account; it must follow without being reloaded."""
    pad = Pad(open_page())
    link = game.links.get(kind=Link.Kind.WATCH, revoked_at=None)
    pad.page.goto(reverse("watch", args=[link.token]))
    pad.page.evaluate("window.loadedOnce = true")
    return pad


def test_the_watch_page_follows(phones: tuple[Pad, Pad], watcher: Pad) -> None:
    pad, _other = phones
    watcher.stands("0", "0")
    watcher.deals("Ana deals round 1. Celia begins.")

    pad.play(1, f"{NORTH_SOUTH} went out", {NORTH_SOUTH: OURS, EAST_WEST: THEIRS})
    pad.stands("4,495", "175")
    watcher.stands("4,495", "175")
    watcher.deals("Celia deals round 2. Ben begins.")

    watcher.open_round(1)
    assert "1 x 1,500 = 1,500" in watcher.lines(0)

    pad.correct(1, {EAST_WEST: {HANDS: "210"}})
    pad.stands("4,495", "275")
    watcher.stands("4,495", "275")
    expect(watcher.page.locator("#round-1.open")).to_be_visible()

    pad.undo("round 1 corrected")
    watcher.stands("4,495", "175")
    pad.undo("round 1 saved")
    watcher.stands("0", "0")
    assert watcher.page.evaluate("window.loadedOnce")


def test_the_sheet_of_another_phone_follows(phones: tuple[Pad, Pad]) -> None:
    one, other = phones
    other.page.evaluate("window.loadedOnce = true")
    one.play(1, "Stock ran out", {NORTH_SOUTH: THEIRS, EAST_WEST: THEIRS})
    other.stands("175", "175")
    other.undo("round 1 saved")
    one.stands("0", "0")
    assert one.page.locator("form.undo").count() == 0


def test_two_phones_fill_one_round(phones: tuple[Pad, Pad]) -> None:
    one, other = phones
    one.enter(1, f"{NORTH_SOUTH} went out", {})
    other.page.get_by_role("link", name="Enter round 1").tap()
    one.fill({NORTH_SOUTH: OURS})
    one.sums("4,495", "0")
    other.fill({EAST_WEST: THEIRS})
    expect(other.page.locator("#elsewhere")).to_contain_text(NORTH_SOUTH)
    expect(other.page.locator("#sums b").last).to_have_text("175")

    one.save(1)
    expect(one.page.locator("#elsewhere")).to_contain_text(
        f"Filled in on another phone meanwhile: {EAST_WEST}. Look it over."
    )
    one.sums("4,495", "175")
    expect(one.field(f"Left in hands and feet, {EAST_WEST}")).to_have_value("310")
    one.save(1)
    one.stands("4,495", "175")


def test_what_the_other_phone_typed_can_be_looked_at(phones: tuple[Pad, Pad]) -> None:
    one, other = phones
    for pad in phones:
        pad.enter(1, "Stock ran out", {})
    one.fill({NORTH_SOUTH: OURS})
    one.sums("4,295", "0")
    other.fill({EAST_WEST: {"Red threes on the table": 2}})
    other.page.get_by_role("link", name="Show it").tap()
    other.sums("4,295", "-200")
    expect(other.field(f"Red threes on the table, {EAST_WEST}")).to_have_value("2")
    expect(other.field(f"Garbage pile, {NORTH_SOUTH}")).to_have_value("30")


def test_what_was_typed_is_there_on_the_other_phone(phones: tuple[Pad, Pad]) -> None:
    one, other = phones
    one.enter(1, f"{NORTH_SOUTH} went out", {NORTH_SOUTH: OURS})
    one.sums("4,495", "0")
    other.page.get_by_role("link", name="Enter round 1").tap()
    other.sums("4,495", "0")
    other.fill({EAST_WEST: THEIRS})
    other.save(1)
    other.stands("4,495", "175")


@pytest.mark.parametrize("way", ["Back to the sheet", "The rules"])
def test_what_was_typed_last_is_kept(phones: tuple[Pad, Pad], way: str) -> None:
    """The page is left at once, before it has sent anything by itself."""
    pad, other = phones
    pad.enter(1, "Stock ran out", {NORTH_SOUTH: {"Red threes on the table": 2, HANDS: "30"}})
    pad.page.get_by_role("link", name=way).tap()
    expect(pad.page.get_by_role("button", name="Save round 1")).to_have_count(0)
    other.page.get_by_role("link", name="Enter round 1").tap()
    expect(other.field(f"{HANDS}, {NORTH_SOUTH}")).to_have_value("30")
    other.sums("-230", "0")


def test_both_save_the_round(phones: tuple[Pad, Pad], game: Game) -> None:
    one, other = phones
    for pad in phones:
        pad.enter(1, f"{NORTH_SOUTH} went out", {})
    one.fill({NORTH_SOUTH: OURS, EAST_WEST: THEIRS})
    one.save(1)
    one.stands("4,495", "175")
    other.fill({NORTH_SOUTH: OURS, EAST_WEST: {**THEIRS, HANDS: "210"}})
    expect(other.page.locator("#elsewhere")).to_contain_text("Round 1 was saved on another phone")
    other.save(1)

    expect(other.page.get_by_role("heading", name="Not saved yet")).to_be_visible()
    theirs, mine = other.page.locator(".version").all()
    expect(theirs.get_by_role("heading")).to_have_text("Saved already")
    expect(mine.get_by_role("heading")).to_have_text("What you typed")
    differing = [row.inner_text().split()[-1] for row in mine.locator("tr.differs").all()]
    assert differing == [f"{MINUS}210", "275"]
    assert [score.points for score in game.rounds.get().scores.all()] == [4495, 175]

    other.page.get_by_role("button", name="Put mine in place of round 1").tap()
    other.stands("4,495", "275")
    one.stands("4,495", "275")
    other.undo("round 1 corrected")
    other.stands("4,495", "175")


@pytest.fixture
def clash(phones: tuple[Pad, Pad], game: Game) -> Pad:
    """A phone that saved round 1 after another had."""
    pad, _other = phones
    pad.enter(1, "Stock ran out", {NORTH_SOUTH: THEIRS, EAST_WEST: THEIRS})
    played(game, None)
    pad.save(1)
    expect(pad.page.get_by_role("heading", name="Not saved yet")).to_be_visible()
    return pad


def test_mine_is_another_round(clash: Pad) -> None:
    clash.page.get_by_role("button", name="save it as round 2").tap()
    clash.stands("125", "125")
    clash.scored(1, "-50", "-50")
    clash.scored(2, "175", "175")


def test_leave_it(clash: Pad) -> None:
    clash.page.get_by_role("link", name="Leave it and look at the sheet").tap()
    clash.stands("-50", "-50")
