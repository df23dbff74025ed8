"""What was written is taken back and done again, with a thumb."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad, sign_in
from tests.build import form_of, played, started, typed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(user: User) -> Game:
    """A game with a round that was corrected."""
    game = started(user)
    revision = played(game, user, {"meld_points": 1500})
    form = form_of(game, typed(game, {"meld_points": 1400}))
    told: dict[str, Any] = {"number": 1, "revision": revision.number, "entry": form.entry}
    game.correct(by=user, submission=uuid4(), **told)
    return game


@pytest.fixture(params=["phone", "small", "without a script"])
def pad(
    request: pytest.FixtureRequest,
    open_page: OpenPage,
    game: Game,
    user: User,
    client: Client,
    live_server: LiveServer,
) -> Pad:
    """A phone on the sheet of the game."""
    script, width = request.param != "without a script", 390 if request.param == "phone" else 320
    page = open_page(width, 844 if width == 390 else 568, javascript=script)
    sign_in(page, user, client, live_server.url)
    page.goto(f"/games/{game.pk}/")
    return Pad(page, script=script)


def lies_within(page: Page) -> None:
    """Check that nothing in the foot sticks out of it, or lies over something else in it."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    seen = page.locator(".foot :is(button, a, .said):visible").all()
    boxes = [box for one in seen if (box := one.bounding_box())]
    assert len(boxes) > 1
    for number, box in enumerate(boxes):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        for other in boxes[:number]:
            apart = (
                min(box["x"] + box["width"], other["x"] + other["width"])
                - max(box["x"], other["x"])
                <= 1
            ) or (
                min(box["y"] + box["height"], other["y"] + other["height"])
                - max(box["y"], other["y"])
                <= 1
            )
            assert apart, (box, other)


def test_back_and_forth(pad: Pad) -> None:
    pad.stands("1,350", "-50")
    lies_within(pad.page)
    pad.undo("round 1 corrected, Ana-Ben 1,450 to 1,350")
    pad.says("Taken back: round 1 corrected, Ana-Ben 1,450 to 1,350")
    pad.stands("1,450", "-50")
    lies_within(pad.page)
    pad.page.reload()
    expect(pad.page.locator("#said")).to_be_empty()
    lies_within(pad.page)
    pad.undo("round 1 saved")
    pad.says("Taken back: round 1 saved")
    pad.stands("0", "0")
    lies_within(pad.page)
    pad.redo("round 1 saved")
    pad.says("Done again: round 1 saved")
    pad.redo("round 1 corrected, Ana-Ben 1,450 to 1,350")
    pad.stands("1,350", "-50")
    expect(pad.page.get_by_role("button", name="Redo")).to_have_count(0)


def test_the_row_that_is_tapped_stays_under_the_thumb(pad: Pad, game: Game, user: User) -> None:
    for _round in range(3):
        played(game, user, {"meld_points": 100})
    page = pad.page
    page.reload()
    for number in (1, 3, 2):
        row = page.locator(f"#round-{number} .why")
        row.scroll_into_view_if_needed()
        before = row.bounding_box()
        row.tap()
        expect(page.locator(f"#round-{number}.open")).to_be_visible()
        after = row.bounding_box()
        assert before
        assert after
        if pad.script:
            assert abs(before["y"] - after["y"]) < 2


def test_the_log_leads_back_and_to_each_round(pad: Pad) -> None:
    page = pad.page
    page.goto(f"{page.url}log/")
    expect(page.locator(".says")).to_have_text(
        [
            "Round 1 corrected, Ana-Ben 1,450 to 1,350",
            "Round 1 saved: Ana-Ben 1,450, Celia-Dev \N{MINUS SIGN}50",
            "Game started",
        ]
    )
    pad.undo("round 1 corrected, Ana-Ben 1,450 to 1,350")
    pad.says("Taken back: round 1 corrected, Ana-Ben 1,450 to 1,350")
    expect(page.locator(".says")).to_have_count(4)
    expect(page.locator(".undone")).to_have_text(re.compile("corrected.*taken back", re.DOTALL))
    pad.redo("round 1 corrected, Ana-Ben 1,450 to 1,350")
    expect(page.locator(".says").first).to_contain_text("Done again")
    page.get_by_role("link", name="Round 1 saved").tap()
    expect(page.locator("#round-1.open")).to_be_in_viewport()
    pad.stands("1,350", "-50")


def test_deleted_and_restored(pad: Pad) -> None:
    page = pad.page
    page.goto(f"{page.url}delete/")
    page.get_by_role("button", name="Delete this game").tap()
    pad.says("Game deleted")
    expect(page.get_by_text("The table is free.")).to_be_visible()
    page.locator("#deleted summary").tap()
    expect(page.locator("#deleted").get_by_role("button", name="Restore")).to_be_visible()
    page.locator(".foot").get_by_role("button", name="Restore").tap()
    pad.says("Game restored")
    pad.stands("1,350", "-50")
