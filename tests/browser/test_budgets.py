"""What the things people do again and again may cost, counted in taps and pages.

The README tells the budgets and the counts of today; each is read from there and held against what
is counted here.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Frame, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad, sign_in
from tests.browser.test_evenings import WORKED, WORKED_OTHER
from tests.build import played, started

pytestmark = pytest.mark.django_db(transaction=True)

README = Path(__file__).resolve().parents[2] / "README.md"
ROW = re.compile(r"^\| (?P<job>.+?) \| (?P<most>\d+) \| (?P<today>\d+) \|$", re.MULTILINE)
BUDGETS = {
    row["job"]: (int(row["most"]), int(row["today"])) for row in ROW.finditer(README.read_text())
}

# Told to the test by the page itself, which outlives what is loaded into it.
COUNT = "addEventListener('touchstart', () => tapped(), true)"


class Thumb:
    """Counts the taps on a page and the pages that were loaded into it."""

    def __init__(self, page: Page) -> None:
        self.taps, self.pages, self.page = 0, 0, page
        page.expose_function("tapped", self._tapped)
        page.add_init_script(COUNT)
        page.on("framenavigated", self._navigated)

    def _tapped(self) -> None:
        self.taps += 1

    def _navigated(self, frame: Frame) -> None:
        self.pages += frame.url != "about:blank"

    def spent(self) -> int:
        """Return the taps so far, all of which have been told."""
        self.page.wait_for_timeout(50)
        return self.taps


def holds(job: str, spent: int) -> None:
    """Check that a job costs what the README says, and no more than it may."""
    most, today = BUDGETS[job]
    assert spent == today, f"{job}: {spent} now, the README says {today}"
    assert spent <= most


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def of_four(user: User) -> Game:
    """The game of the rules' worked round."""
    game = started(user)
    names = {"Ana-Ben": "North-South", "Celia-Dev": "East-West"}
    for team in game.teams.all():
        team.name = names[team.name]
        team.save()
    return game


@pytest.fixture
def thumb(phone: Page, user: User, client: Client, live_server: LiveServer, of_four: Game) -> Thumb:
    """A thumb over the sheet of that game."""
    thumb = Thumb(phone)
    sign_in(phone, user, client, live_server.url)
    phone.goto(f"/games/{of_four.pk}/")
    return thumb


def test_the_readme_tells_them_all() -> None:
    assert len(BUDGETS) == 10


def test_first_visit(phone: Page) -> None:
    thumb = Thumb(phone)
    phone.goto("/")
    phone.get_by_role("link", name="New game").tap()
    phone.get_by_role("link", name="Bain Hand and Foot").tap()
    for seat, name in enumerate(("Ana", "Ben", "Celia", "Dev"), start=1):
        phone.get_by_label(f"Seat {seat}", exact=True).tap()
        phone.keyboard.type(name)
    phone.get_by_label("Seat 2 deals first").tap()
    phone.get_by_role("button", name="Start: Ben deals round 1").tap()
    expect(phone.locator("#board .deal")).to_contain_text("Ben deals round 1.")
    job = "First visit to a running Bain game, four new names typed"
    holds(f"{job}: taps besides the letters", thumb.spent())
    holds(f"{job}: pages", thumb.pages)


def test_rematch(thumb: Thumb, user: User, of_four: Game) -> None:
    phone = thumb.page
    played(of_four, user)
    of_four.finish(by=user, submission=of_four.pk)
    phone.reload()
    phone.get_by_role("link", name="Rematch").tap()
    phone.locator(".foot").get_by_role("button").tap()
    expect(phone.locator("#board .deal")).to_contain_text("deals round 1.")
    holds("Rematch with the same people, next dealer: taps", thumb.spent())


def test_a_round_of_bain(thumb: Thumb) -> None:
    pad, phone = Pad(thumb.page), thumb.page
    ours, theirs = "North-South", "East-West"
    phone.get_by_role("link", name="Enter round 1").tap()
    pad.ended(f"{ours} went out")
    typed: dict[str, str] = {}
    for column, answers in ((ours, WORKED), (theirs, WORKED_OTHER)):
        for label, answer in answers.items():
            if isinstance(answer, int):
                pad.answer(f"{label}, {column}", answer)
            else:
                typed[f"{label}, {column}"] = str(answer)
    fields = phone.locator('[data-pad="whole"]:visible')
    fields.first.tap()
    for label in fields.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"):
        expect(pad.field(label)).to_have_class(re.compile("now"))
        pad.press(typed.pop(label, ""))
        pad.keys.locator(".go").tap()
    pad.is_back()
    assert not typed
    pad.stands("4,495", "175")
    holds("A Bain round of both teams, points known, from sheet to sheet: taps", thumb.spent())


def test_no_field_of_a_round_asks_for_the_system_keyboard(thumb: Thumb, of_four: Game) -> None:
    thumb.page.goto(f"/games/{of_four.pk}/rounds/1/")
    fields = thumb.page.locator("#entry input[type=text]:visible")
    expect(fields.first).to_have_attribute("inputmode", "none")
    modes = fields.evaluate_all("all => all.map(one => one.inputMode)")
    assert len(modes) > 10
    assert set(modes) == {"none"}


def test_counting_a_pile(thumb: Thumb, of_four: Game) -> None:
    pad, phone = Pad(thumb.page), thumb.page
    phone.goto(f"/games/{of_four.pk}/rounds/1/")
    label = "Melded, canastas included, North-South"
    pad.count_cards(label, {"Twos": 4, "8 to king": 9, "4 to 7": 15})
    expect(pad.field(label)).to_have_attribute("placeholder", "245")
    job = "One pile counted by class, twos 4, eights to kings 9, fours to sevens 15: taps"
    holds(job, thumb.spent())


def test_what_do_we_need_to_open(thumb: Thumb, user: User, of_four: Game) -> None:
    played(of_four, user, {"sevens_canastas": 2, "natural_canastas": 3, "meld_points": 700})
    thumb.page.reload()
    Pad(thumb.page).opens("90", "15")
    for words in thumb.page.locator("#board .opens").all():
        expect(words).to_be_in_viewport(ratio=1)
    holds("What do we need to open, from the sheet: taps", thumb.spent())


def test_a_rule_while_entering(thumb: Thumb, of_four: Game) -> None:
    pad, phone = Pad(thumb.page), thumb.page
    phone.goto(f"/games/{of_four.pk}/rounds/1/")
    pad.type("Garbage pile, North-South", "30")
    pad.key("Close the number pad").tap()
    before = thumb.spent()
    phone.get_by_role("link", name="Garbage pile").tap()
    rule = phone.get_by_role("dialog", name="Garbage pile")
    expect(rule).to_be_visible()
    holds("A rule while entering, and back with all that was typed: taps", thumb.spent() - before)
    phone.go_back()
    expect(rule).to_have_count(0)
    expect(pad.field("Garbage pile, North-South")).to_have_value("30")


def test_undo(thumb: Thumb, user: User, of_four: Game) -> None:
    played(of_four, user)
    thumb.page.reload()
    thumb.page.get_by_role("button", name="Undo: round 1 saved").tap()
    expect(thumb.page.locator("#board .empty")).to_be_visible()
    holds("Undo the last round: taps", thumb.spent())


def test_another_phone_sees_the_board(
    thumb: Thumb, open_page: OpenPage, user: User, of_four: Game
) -> None:
    played(of_four, user)
    phone = thumb.page
    phone.reload()
    phone.get_by_role("link", name="Share this game").tap()
    address = phone.get_by_label("Or send the address").input_value()
    other = open_page()
    watching = Thumb(other)
    # What the code holds is this machine's address in its network; the test stays on the machine.
    other.goto(urlsplit(address).path)
    expect(other.locator("#board .total").first).to_be_visible()
    assert other.context.cookies() == []
    job = "Another phone sees the board after the QR code was read: taps"
    holds(job, watching.spent())
