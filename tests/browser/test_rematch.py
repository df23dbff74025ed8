"""The same people once more, on the phone that kept the score."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import sign_in
from tests.build import played, started

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = re.compile(r"/games/[0-9a-f-]{36}/$")


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(user: User) -> Game:
    """A finished game of Ana and Ben against Celia and Dev, who were behind."""
    game = started(user, target=4000)
    played(game, user, {"meld_points": 100})
    game.finish(by=user, submission=uuid4())
    return game


def _look(page: Page, game: Game, user: User, client: Client, url: str) -> None:
    """Look at the sheet, as whoever has kept the score."""
    sign_in(page, user, client, url)
    page.goto(f"/games/{game.pk}/")


def _new(before: Game) -> Game:
    return Game.objects.exclude(pk=before.pk).get()


def test_two_taps_from_the_sheet(
    phone: Page, game: Game, user: User, client: Client, live_server: LiveServer
) -> None:
    """The next game is on the table, and its sheet says who deals."""
    _look(phone, game, user, client, live_server.url)
    foot = phone.locator(".foot")
    taps = [
        foot.get_by_role("link", name="Rematch"),
        foot.get_by_role("button", name="Rematch: Celia deals round 1"),
    ]
    for seen in taps:
        seen.tap()
    expect(phone.locator("#board .deal")).to_contain_text("Celia deals round 1. Ben begins.")
    assert len(taps) <= 2
    new = _new(game)
    expect(phone).to_have_url(f"{live_server.url}/games/{new.pk}/")
    assert (new.table.teams, new.options) == (game.table.teams, game.options)


def test_a_second_tap_starts_no_second_game(
    phone: Page, game: Game, user: User, client: Client, live_server: LiveServer
) -> None:
    _look(phone, game, user, client, live_server.url)
    phone.get_by_role("link", name="Rematch").tap()
    phone.locator(".foot").get_by_role("button").dblclick()
    expect(phone.locator("#board .deal")).to_contain_text("Celia deals round 1.")
    assert _new(game).table.first_dealer == 2


def test_new_partners_without_a_script(
    open_page: OpenPage, game: Game, user: User, client: Client, live_server: LiveServer
) -> None:
    page = open_page(320, 568, javascript=False)
    _look(page, game, user, client, live_server.url)
    page.get_by_role("link", name="Rematch").tap()
    page.get_by_role("button", name="Ana & Dev against Celia & Ben").tap()
    expect(page).to_have_url(SHEET)
    expect(page.locator("#board .team")).to_have_text(["Ana & Dev", "Celia & Ben"])
    assert _new(game).club == game.club


def test_something_is_changed_first(
    phone: Page, game: Game, user: User, client: Client, live_server: LiveServer
) -> None:
    _look(phone, game, user, client, live_server.url)
    phone.get_by_role("link", name="Rematch").tap()
    phone.get_by_role("link", name="Change something first").tap()
    expect(phone.get_by_label("Seat 2", exact=True)).to_have_value("Celia")
    expect(phone.get_by_label("Seat 2 deals first")).to_be_checked()
    phone.get_by_label("Seat 4", exact=True).fill("Zoe")
    phone.locator(".foot").get_by_role("button", name="Start: Celia deals round 1").tap()
    expect(phone.locator("#board .deal")).to_contain_text("Celia deals round 1.")
    new = _new(game)
    assert new.table.players == ("Ana", "Ben", "Celia", "Zoe")
    assert new.options["target"] == 4000


def test_another_game_is_played_by_the_same_people(
    phone: Page, game: Game, user: User, client: Client, live_server: LiveServer
) -> None:
    _look(phone, game, user, client, live_server.url)
    phone.get_by_role("link", name="Rematch").tap()
    phone.get_by_role("link", name="Play another game").tap()
    phone.get_by_role("link", name="Marriage").tap()
    phone.locator(".foot").get_by_role("button", name="Start: Celia deals round 1").tap()
    expect(phone.locator("#board .deal")).to_contain_text("Celia deals round 1.")
    assert _new(game).table.players == ("Ana", "Celia", "Ben", "Dev")
