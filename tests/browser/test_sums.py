"""The sums at the bottom of the entry page, and what is said once the round is saved."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from games.wording import MINUS
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad, sign_in
from tests.build import played, started

pytestmark = pytest.mark.django_db(transaction=True)

OURS, THEIRS = "Ana-Ben", "Celia-Dev"
HANDS, MELDED, THREES = (
    "Left in hands and feet",
    "Melded, canastas included",
    "Red threes on the table",
)
SLOW = 800


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(user: User) -> Game:
    return started(user, "bain", 2, 2)


@pytest.fixture
def pad(
    open_page: OpenPage, user: User, game: Game, client: Client, live_server: LiveServer
) -> Pad:
    """A phone on the page of round 1."""
    pad = Pad(open_page())
    sign_in(pad.page, user, client, live_server.url)
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    return pad


def top_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["y"]


def height_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["height"]


@pytest.fixture
def answers(pad: Pad) -> Iterator[list[Route]]:
    """Holds back what the page sends by itself; a test lets it through, in the order it likes."""
    held: list[Route] = []
    pad.page.route("**/preview/", lambda route: held.append(route))
    yield held
    pad.page.unroute("**/preview/")


def wait_for(page: Page, held: list[Route], number: int) -> None:
    for _time in range(100):
        if len(held) >= number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(len(held))


# ---- what they say


def test_each_team_has_its_points_total_lead_and_opening(pad: Pad) -> None:
    pad.ended("Stock ran out")
    pad.fill({OURS: {MELDED: "5000"}, THEIRS: {HANDS: "60"}})
    sums = pad.page.locator("#sums .sum")
    expect(sums.first).to_contain_text("then 5,000 leads by 5,060 opens with 90 next")
    expect(sums.last).to_contain_text(f"then {MINUS}60 5,060 behind opens with 15 next")
    pad.fill({OURS: {MELDED: "20000"}})
    expect(sums.first).to_contain_text("wins")
    pad.page.locator(".sums-fold summary").tap()
    expect(pad.page.locator("#lines tfoot tr").nth(1)).to_have_text(
        re.compile(f"Total then.*20,000.*{MINUS}60", re.DOTALL)
    )


def test_whoever_listens_hears_what_changed_once_the_typing_pauses(pad: Pad) -> None:
    said = pad.page.locator("#sums-said")
    pad.ended("Stock ran out")
    pad.fill({OURS: {THREES: 1, HANDS: "30"}})
    pad.sums("-130", "0")
    expect(said).to_be_empty()
    expect(said).to_contain_text(f"{OURS} {MINUS}130, then {MINUS}130, 130 behind")
    # Both are told, for the lead of the other has changed with it.
    expect(said).to_contain_text(THEIRS)


# ---- in whatever order the answers come


def test_the_sums_are_those_of_what_was_typed_last(pad: Pad, answers: list[Route]) -> None:
    pad.ended("Stock ran out")
    pad.fill({OURS: {THREES: 1}})
    wait_for(pad.page, answers, 1)
    for count in (2, 1, 0, 2):
        pad.fill({OURS: {THREES: count}, THEIRS: {THREES: count}})
        pad.page.wait_for_timeout(100)
    # All that were sent meanwhile are answered, the latest first.
    for _time in range(30):
        while answers:
            answers.pop().continue_()
        pad.page.wait_for_timeout(50)
    pad.sums("-200", "-200")


def test_a_slow_answer_does_not_come_over_a_later_one(pad: Pad, game: Game) -> None:
    waits = iter((900, 0, 300, 0))

    def slowly(route: Route) -> None:
        pad.page.wait_for_timeout(next(waits, 0))
        route.continue_()

    pad.page.route("**/preview/", slowly)
    pad.ended("Stock ran out")
    for text in ("5", "50", "505"):
        pad.field(f"{HANDS}, {OURS}").fill(text)
        pad.page.wait_for_timeout(450)
    pad.sums("-505", "0")
    pad.page.wait_for_timeout(SLOW)
    pad.sums("-505", "0")
    assert game.drafts.get(column=0).text["0-hand_points"] == "505"


# ---- steady


def test_the_bar_keeps_its_height(pad: Pad) -> None:
    bar = pad.page.locator("#sums")
    before = height_of(bar)
    pad.ended("Stock ran out")
    pad.fill({OURS: {MELDED: "5000"}, THEIRS: {HANDS: "60"}})
    pad.sums("5,000", "-60")
    assert height_of(bar) == before
    pad.fill({OURS: {MELDED: "20003"}})
    pad.field(f"{MELDED}, {OURS}").blur()
    expect(bar.locator("b").first).to_have_text("?")
    assert height_of(bar) == before


def test_a_row_stays_under_the_finger(pad: Pad, answers: list[Route]) -> None:
    """What is wrong above is said while somebody is further down already; and is taken back."""
    page = pad.page
    pad.ended("Stock ran out")
    pad.fill({OURS: {MELDED: "187"}})
    row = page.locator(".q").filter(has=pad.field(f"{HANDS}, {THEIRS}"))
    pad.field(f"{HANDS}, {THEIRS}").tap()
    page.wait_for_timeout(300)
    before = top_of(row)
    wait_for(page, answers, 1)
    while answers:
        answers.pop().continue_()
        page.wait_for_timeout(300)
    finding = page.locator(".finding.error").filter(has_text="steps of 5")
    expect(finding).to_have_count(1)
    assert abs(top_of(row) - before) <= 1
    expect(page.locator("#pad")).to_be_focused()
    expect(pad.field(f"{HANDS}, {THEIRS}")).to_have_class("now")

    # The field above is mended by the number in it; the finger is still below.
    pad.field(f"{MELDED}, {OURS}").evaluate(
        """field => {
          field.value = "185";
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    wait_for(page, answers, 1)
    while answers:
        answers.pop().continue_()
        page.wait_for_timeout(300)
    expect(finding).to_have_count(0)
    assert abs(top_of(row) - before) <= 1
    expect(page.locator("#pad")).to_be_focused()
    expect(pad.field(f"{HANDS}, {THEIRS}")).to_have_class("now")


def test_at_the_top_of_the_page_a_row_stays_too(pad: Pad) -> None:
    """There is nothing to scroll back when what was said above is taken back."""
    page = pad.page
    page.evaluate(
        """() => {
          const said = document.createElement("div");
          said.id = "said-above";
          said.style.height = "120px";
          document.getElementById("elsewhere").append(said);
        }"""
    )
    row = page.locator(".q").first
    row.locator("button").first.tap()
    before = top_of(row)
    pad.ended("Stock ran out")
    pad.sums("0", "0")
    row.locator("button").nth(1).tap()
    expect(page.locator("#said-above")).to_have_count(0)
    assert abs(top_of(row) - before) <= 1
    page.mouse.wheel(0, 600)
    page.wait_for_timeout(300)
    assert page.evaluate("document.getElementById('main').style.marginTop") == ""


def test_where_the_writing_goes_on_is_left_alone(pad: Pad) -> None:
    """An answer takes neither the focus nor the place in the text."""
    note = pad.page.locator("[name='0-adjustment_note']")
    pad.page.get_by_text("A penalty or a gift").tap()
    note.fill("Spilled the beans")
    note.evaluate("field => field.setSelectionRange(3, 3)")
    with pad.page.expect_response("**/preview/"):
        note.press("X")
    pad.page.wait_for_timeout(200)
    expect(note).to_be_focused()
    assert note.evaluate("field => field.selectionStart") == 4
    expect(note).to_have_value("SpiXlled the beans")


# ---- saved, said


@pytest.fixture
def shakes(pad: Pad) -> list[object]:
    """How often the phone vibrated, and how long."""
    felt: list[object] = []
    pad.page.expose_function("shaken", lambda time: felt.append(time))
    pad.page.add_init_script("navigator.vibrate = time => { shaken(time); return true }")
    pad.page.reload()
    return felt


def test_a_saved_round_is_said_and_felt(pad: Pad, shakes: list[object]) -> None:
    page = pad.page
    pad.ended("Stock ran out")
    pad.fill({OURS: {MELDED: "187", HANDS: "5"}, THEIRS: {HANDS: "60"}})
    pad.save(1)
    expect(page.locator("#to-mend")).to_contain_text("Not saved yet")
    assert shakes == []
    pad.fill({OURS: {MELDED: "185"}})
    pad.save(1)
    words = f"Round 1 saved: {OURS} 180, {THEIRS} {MINUS}60"
    pad.says(words)
    assert shakes == [40]
    # It is read aloud, for it comes into a status after the page was there.
    expect(page.get_by_role("status").filter(has_text=words)).to_have_count(1)
    said, undo = page.locator("#said"), page.get_by_role("button", name="Undo: round 1 saved")
    assert top_of(undo) < top_of(said) + height_of(said)
    assert top_of(said) < top_of(undo) + height_of(undo)
    undo.tap()
    pad.says("Taken back: round 1 saved")
    assert shakes == [40]


def test_what_was_said_goes_when_another_phone_writes(pad: Pad, user: User, game: Game) -> None:
    """Else "Undo" would stand beside what it does not take back."""
    pad.ended("Stock ran out")
    pad.fill({OURS: {HANDS: "5"}, THEIRS: {HANDS: "60"}})
    pad.save(1)
    pad.says(f"Round 1 saved: {OURS} {MINUS}5, {THEIRS} {MINUS}60")
    played(game, user)
    pad.stands("-55", "-110")
    expect(pad.page.locator("#said")).to_be_empty()


@pytest.mark.parametrize("width", [390, 320])
def test_of_many_the_best_is_named(
    open_page: OpenPage, user: User, client: Client, live_server: LiveServer, width: int
) -> None:
    game = started(user, "bga", 7, 1)
    pad = Pad(open_page(width, 844 if width == 390 else 568))
    sign_in(pad.page, user, client, live_server.url)
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    bar = pad.page.locator("#sums")
    before = height_of(bar)
    pad.ended("Stock ran out")
    names = game.table.players
    pad.fill({name: {"Melded, books included": str(50 + 5 * n)} for n, name in enumerate(names)})
    pad.sums("50", "55", "60", "65", "70", "75", "80")
    assert height_of(bar) == before
    expect(bar.locator(".notes")).to_have_text("All open with 90 next")
    expect(bar.locator(".sum").first).to_have_attribute(
        "data-said", re.compile(r"^\w+ 50, then 50, 30 behind, opens with 90 next$")
    )
    pad.save(1)
    pad.says(f"Round 1 saved: {names[-1]} best with 80")
