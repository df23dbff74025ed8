"""Mending the setup of a game on a phone: what changes is said while it is typed."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from games.wording import MINUS
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad, sign_in
from tests.browser.test_pages import is_whole
from tests.build import played, started
from tests.models.play import change_setup, fresh
from tests.variants.build import ONE_OF_EACH

type Mend = Callable[[Page, Game], None]

pytestmark = pytest.mark.django_db(transaction=True)

RED = {**ONE_OF_EACH, "garbage_points": 30, "red_threes": 5, "hand_points": 25}
BLACK = {"mixed_canastas": 2, "meld_points": 185, "red_threes": 3, "hand_points": 310}
TWICE = "Look at what this changes, then press Save once more."


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def bain(user: User) -> Game:
    """A round of Bain, 4,495 to 175."""
    game = started(user)
    played(game, user, RED, BLACK, ended_by="going_out:0")
    return game


@pytest.fixture
def banakil(user: User) -> Game:
    """A round of Banakil in pairs, 50 to 12: Ana went out."""
    game = started(user, "banakil", 2, 2)
    columns = [
        {"meld_points": points, "hand_points": hand}
        for points, hand in ((30, 0), (10, 2), (20, 1), (5, 4))
    ]
    played(game, user, *columns, ended_by="going_out:0")
    return game


@pytest.fixture
def mend(user: User, client: Client, live_server: LiveServer) -> Mend:
    """Opens the setup of a game on a page, as whoever keeps its score."""

    def mend(page: Page, game: Game) -> None:
        sign_in(page, user, client, live_server.url)
        page.goto(f"/games/{game.pk}/setup/")

    return mend


def _save(page: Page) -> None:
    page.locator(".foot").get_by_role("button", name="Save").tap()


def _is_back(page: Page, game: Game) -> None:
    expect(page).to_have_url(re.compile(f"/games/{game.pk}/$"))


def test_the_target_is_mended(phone: Page, mend: Mend, bain: Game) -> None:
    mend(phone, bain)
    told = phone.locator("#headline")
    expect(told).to_have_text("Nothing is changed yet.")
    phone.get_by_text("House rules").tap()
    phone.get_by_label("Play to").fill("4000")
    expect(told).to_have_text("No total changes. The game is then over: Ana-Ben win with 4,495.")
    phone.get_by_label("Going out is worth").fill("100")
    expect(told).to_have_text(re.compile("^1 total changes. The game is then over"))
    told.tap()
    expect(phone.locator("#changes")).to_have_text("Ana-Ben 4,495 to 4,395.")
    _save(phone)
    _is_back(phone, bain)
    pad = Pad(phone)
    pad.stands("4,395", "175")
    pad.wins("Ana-Ben win with 4,395.")
    expect(phone.locator("#said")).to_contain_text("Setup changed: ")


def test_totals_follow_when_partners_are_swapped(phone: Page, mend: Mend, banakil: Game) -> None:
    mend(phone, banakil)
    phone.get_by_text("Change places").tap()
    phone.get_by_role("button", name="3 and 4").tap()
    expect(phone.locator("#headline")).to_have_text("1 total changes.")
    phone.locator("#headline").tap()
    changes = phone.locator("#changes")
    expect(changes).to_contain_text("Partners are then: Ana & Dev, Celia & Ben.")
    expect(changes).to_contain_text("Celia-Dev 12 to 26.")
    expect(phone.locator("#label-team-0")).to_have_text("Ana & Dev")
    _save(phone)
    _is_back(phone, banakil)
    Pad(phone).stands("50", "26")
    assert fresh(banakil).table.players == ("Ana", "Dev", "Celia", "Ben")


def test_what_is_wrong_is_said_while_it_is_typed_and_beside_its_field(
    phone: Page, mend: Mend, bain: Game
) -> None:
    mend(phone, bain)
    seat = phone.get_by_label("Seat 2", exact=True)
    seat.fill("ana")
    expect(phone.locator("#headline")).to_contain_text("To mend first: “ana” is here twice.")
    _save(phone)
    expect(seat).to_have_attribute("aria-invalid", "true")
    expect(seat).to_have_value("ana")
    seat.fill("Anna")
    expect(phone.locator("#headline")).to_have_text("No total changes.")
    _save(phone)
    _is_back(phone, bain)
    assert fresh(bain).table.players == ("Ana", "Ben", "Anna", "Dev")


def test_a_second_tap_saves_once(phone: Page, mend: Mend, bain: Game) -> None:
    mend(phone, bain)
    phone.get_by_label("Seat 1", exact=True).fill("Eva")
    phone.locator(".foot").get_by_role("button", name="Save").dblclick()
    _is_back(phone, bain)
    assert bain.revisions.filter(kind="setup").count() == 1


@pytest.mark.parametrize("javascript", [True, False])
def test_two_phones_mend_it(open_page: OpenPage, mend: Mend, bain: Game, javascript: bool) -> None:
    page = open_page(javascript=javascript)
    mend(page, bain)
    page.get_by_text("Name of the game").tap()
    page.get_by_label("Name", exact=True).fill("Friday")
    change_setup(bain, name="Saturday")
    _save(page)
    expect(page.get_by_text("Somebody changed the setup meanwhile.")).to_be_visible()
    expect(page.get_by_role("row", name="Name of the game Saturday Friday")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Friday")
    is_whole(page)
    page.get_by_role("button", name="Save mine all the same").tap()
    _is_back(page, bain)
    assert fresh(bain).name == "Friday"


def test_without_a_script(open_page: OpenPage, mend: Mend, banakil: Game) -> None:
    """The first press says what changes, the second saves it."""
    page = open_page(javascript=False)
    mend(page, banakil)
    page.get_by_text("Change places").tap()
    page.get_by_role("button", name="3 and 4").tap()
    expect(page.get_by_label("Seat 3", exact=True)).to_have_value("Dev")
    expect(page.locator("#headline")).to_have_text("1 total changes.")
    page.get_by_text("House rules").tap()
    page.get_by_label("Play to").fill("40")
    _save(page)
    expect(page.get_by_text(TWICE)).to_be_visible()
    expect(page.locator("#changes")).to_contain_text("Celia-Dev 12 to 26.")
    _save(page)
    _is_back(page, banakil)
    pad = Pad(page, script=False)
    pad.stands("50", "26")
    pad.wins("Ana-Ben win with 50.")


def test_names_without_a_script_are_saved_at_once(
    open_page: OpenPage, mend: Mend, bain: Game
) -> None:
    page = open_page(javascript=False)
    mend(page, bain)
    seat = page.get_by_label("Seat 1", exact=True)
    seat.fill("Eva")
    seat.press("Enter")
    _is_back(page, bain)
    assert fresh(bain).table.players[0] == "Eva"


@pytest.mark.parametrize("javascript", [True, False])
def test_somebody_sits_in(open_page: OpenPage, mend: Mend, bain: Game, javascript: bool) -> None:
    page = open_page(javascript=javascript)
    mend(page, bain)
    page.get_by_text("Let somebody sit in").tap()
    page.get_by_label("Whose seat?").select_option("Celia")
    page.get_by_role("button", name="Save the substitute").tap()
    name = page.get_by_label("Who sits in?")
    expect(name).to_have_accessible_description(re.compile("Type who sits in."))
    name.fill("Eva")
    page.get_by_role("button", name="Save the substitute").tap()
    _is_back(page, bain)
    Pad(page).deals("Eva deals round 2. Ben begins.")
    page.goto(f"/games/{bain.pk}/setup/")
    expect(page.get_by_text("Eva for Celia, from round 2 on")).to_be_visible()


def test_totals_from_paper_are_typed_with_the_number_pad(
    phone: Page, mend: Mend, bain: Game
) -> None:
    mend(phone, bain)
    phone.locator("#carried-on summary").tap()
    pad, fields = Pad(phone), phone.locator("#carried-on input")
    fields.first.tap()
    pad.press("1250")
    pad.key("Next: Celia-Dev").tap()
    pad.key("Plus or minus").tap()
    pad.press("300")
    # The last key saves a round, but no setup: what it changes has yet to be told.
    pad.key("Done").tap()
    expect(pad.keys).to_have_count(0)
    expect(phone.locator(".told")).to_contain_text(f"{MINUS}125")
    _save(phone)
    _is_back(phone, bain)
    Pad(phone).stands("5,745", "-125")


def test_a_closed_fold_says_what_was_typed_in_it(phone: Page, mend: Mend, bain: Game) -> None:
    mend(phone, bain)
    rules, carried, name = (
        phone.locator(f"#{fold} summary") for fold in ("house-rules", "carried-on", "game-name")
    )
    rules.tap()
    phone.get_by_label("Play to", exact=True).fill("5000")
    expect(rules).to_contain_text("Changed: play to 5,000")
    carried.tap()
    phone.locator("#carried-on input").first.fill("-1250")
    expect(carried).to_contain_text(f"Ana-Ben {MINUS}1,250")
    name.tap()
    phone.get_by_label("Name", exact=True).fill("Friday")
    expect(name).to_contain_text("Friday")
