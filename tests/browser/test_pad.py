"""The number pad: our own keys for points and for counting cards."""

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from games.wording import MINUS
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad, sign_in
from tests.build import started
from tests.models.play import change_setup

pytestmark = pytest.mark.django_db(transaction=True)

RESTING = """document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => {
  const taken = document.querySelectorAll(".sheet-foot :is(form, .doing)");
  window.resting = [...taken].map((one) => getComputedStyle(one).pointerEvents);
}))"""
"""Takes down which parts of a sheet's foot take taps when it is first drawn."""

MELDED = "Melded, canastas included, Ana-Ben"
THEIRS = "Melded, canastas included, Celia-Dev"
LEFT = "Left in hands and feet, Celia-Dev"


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def at(user: User, client: Client, live_server: LiveServer) -> Any:
    """Puts a page on the next round of a new game."""

    def at(page: Page, variant: str = "bain", **more: Any) -> Pad:
        game = started(user, variant, **more)
        sign_in(page, user, client, live_server.url)
        page.goto(f"/games/{game.pk}/rounds/1/")
        return Pad(page)

    return at


def is_seen(page: Page, field: Locator) -> bool:
    """Say whether a field stands between what sticks to the top and the pad."""
    box = field.bounding_box()
    foot = page.locator(".foot").bounding_box()
    heads = page.locator(".heads").bounding_box() if page.locator(".heads").count() else None
    assert box
    assert foot
    top = heads["y"] + heads["height"] if heads else 0
    return box["y"] >= top - 1 and box["y"] + box["height"] <= foot["y"] + 1


def test_it_opens_on_a_tap_and_gives_the_focus_back(phone: Page, at: Any) -> None:
    pad = at(phone)
    field = pad.field(MELDED)
    # Without a system keyboard.
    assert field.get_attribute("inputmode") == "none"
    expect(pad.keys).to_have_count(0)
    field.tap()
    expect(phone.get_by_role("dialog", name=f"Number pad: {MELDED}")).to_be_focused()
    pad.press("490")
    phone.keyboard.press("Escape")
    expect(pad.keys).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value("490")


def test_digits_what_adds_and_what_takes_back(phone: Page, at: Any) -> None:
    pad = at(phone)
    shown = pad.keys.locator("output")
    field = pad.field(MELDED)
    pad.type(MELDED, "0")
    expect(field).to_have_value("0")
    pad.press("1250")
    expect(field).to_have_value("1250")
    expect(shown).to_have_text("1,250")
    pad.key("Take back one digit").tap()
    pad.key("Take back one digit").tap()
    for step in (5, 10, 20, 50):
        pad.key(f"Add {step}").tap()
    expect(field).to_have_value("97")
    pad.key("Clear").tap()
    expect(field).to_have_value("")
    expect(shown).to_have_text("0")
    pad.key("Add 50").tap()
    expect(field).to_have_value("50")
    # No more digits than any game needs.
    pad.key("Clear").tap()
    pad.press("12345678")
    expect(field).to_have_value("1234567")


def test_what_stands_there_gives_way_to_the_next_digit(phone: Page, at: Any) -> None:
    pad = at(phone)
    pad.type(MELDED, "345")
    pad.type(THEIRS, "6")
    pad.type(MELDED, "5")
    expect(pad.field(MELDED)).to_have_value("5")
    pad.type(THEIRS, "")
    pad.key("Add 20").tap()
    expect(pad.field(THEIRS)).to_have_value("26")
    pad.field(MELDED).tap()
    pad.key("Take back one digit").tap()
    expect(pad.field(MELDED)).to_have_value("")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_next_leads_through_the_fields_and_saves(
    open_page: OpenPage, at: Any, width: int, height: int
) -> None:
    phone = open_page(width, height)
    pad = at(phone)
    pad.ended("Stock ran out")
    pad.field(MELDED).tap()
    told = (
        ("490", "Next: Celia-Dev"),
        ("185", "Next: Garbage pile"),
        ("", "Next: Celia-Dev"),
        ("", "Next: Left in hands and feet"),
        ("25", "Next: Celia-Dev"),
        ("310", "Save round 1"),
    )
    for keys, after in told:
        assert is_seen(phone, phone.locator(".now"))
        pad.press(keys)
        pad.key(after).tap()
    pad.is_back()
    assert [score.points for score in Game.objects.get().rounds.get().scores.all()] == [465, -125]


def test_half_points(phone: Page, at: Any) -> None:
    pad = at(phone, "banakil", teams=3, each=1)
    field = pad.field("Melded, Ana")
    pad.type("Melded, Ana", "12")
    pad.key("And a half").tap()
    expect(field).to_have_value("12.5")
    # There is nothing after a half, and the half itself can be taken back.
    pad.press("3")
    expect(field).to_have_value("12.5")
    pad.key("And a half").tap()
    expect(field).to_have_value("12")
    for step in ("0.5", "1", "1.5", "2", "4"):
        pad.key(f"Add {step}").tap()
    expect(field).to_have_value("21")
    pad.key("Clear").tap()
    phone.keyboard.type("12,5")
    expect(field).to_have_value("12.5")
    expect(pad.key("Add 50")).to_have_count(0)
    # The next player opens when it is their turn.
    pad.key("Next: Left in hand").tap()
    pad.key("Next: Ben").tap()
    expect(pad.field("Melded, Ben")).to_be_visible()
    assert is_seen(phone, pad.field("Melded, Ben"))
    expect(field).to_be_hidden()


def test_a_penalty_has_a_sign(phone: Page, at: Any) -> None:
    pad = at(phone)
    sign = pad.key("Plus or minus")
    pad.field(MELDED).tap()
    expect(sign).to_have_count(0)
    phone.locator(".adjustments > summary").tap()
    expect(pad.keys).to_have_count(0)
    field = pad.field(f"Penalty or gift, Ana-Ben: Points, + or {MINUS}")
    field.tap()
    sign.tap()
    expect(pad.keys.locator("output")).to_have_text(MINUS)
    pad.key("Add 50").tap()
    expect(field).to_have_value("-50")
    pad.key("Clear").tap()
    sign.tap()
    pad.press("50")
    expect(field).to_have_value("-50")
    sign.tap()
    expect(field).to_have_value("50")
    sign.tap()
    pad.key("Add 20").tap()
    expect(field).to_have_value("-30")
    pad.key("Next: What for").tap()
    expect(pad.keys).to_have_count(0)
    expect(phone.get_by_label("What for").first).to_be_focused()
    phone.keyboard.type("A card too many")
    pad.sums("-30", "0")
    field.tap()
    expect(pad.key("Next: Celia-Dev")).to_be_visible()


def test_cards_are_counted_by_class(phone: Page, at: Any) -> None:
    pad = at(phone)
    shown, field = pad.keys.locator("output"), pad.field(MELDED)
    pad.type(MELDED, "70")
    pad.keys.locator("label", has_text="Count cards").tap()
    pad.keys.locator(".classes label").filter(has_text="Twos").tap()
    pad.press("4")
    pad.key("The next kind of card").tap()
    pad.key("The next kind of card").tap()
    pad.press("1")
    pad.key("One less").tap()
    pad.key("Seven more").tap()
    pad.key("One more").tap()
    pad.key("One more").tap()
    pad.keys.locator(".classes label").filter(has_text="4 to 7").tap()
    pad.press("15")
    # 4 x 20 + 9 x 10 + 15 x 5, in place of the 70 typed before.
    expect(shown).to_have_text("245")
    expect(field).to_have_value("")
    expect(field).to_have_attribute("placeholder", "245")
    pad.sums("245", "0")
    pad.key("Close the number pad").tap()
    phone.reload()
    expect(field).to_have_attribute("placeholder", "245")
    field.tap()
    expect(pad.keys.get_by_role("radio", name="Twos")).to_be_visible()
    expect(pad.keys.get_by_role("radio", name="8 to king")).to_have_attribute(
        "aria-label", re.compile(r"^8 to king, .*: 9$")
    )
    # What is added to a pile that was counted goes on from there, as points.
    pad.keys.locator("label", has_text="Type points").tap()
    pad.key("Add 5").tap()
    expect(field).to_have_value("250")
    pad.sums("250", "0")


def test_a_keyboard_types_straight_into_it(desktop: Page, at: Any) -> None:
    pad = at(desktop)
    pad.field(MELDED).click()
    desktop.keyboard.type("4905")
    desktop.keyboard.press("Backspace")
    expect(pad.field(MELDED)).to_have_value("490")
    desktop.keyboard.press("Enter")
    desktop.keyboard.type("185")
    expect(pad.field(THEIRS)).to_have_value("185")
    # The Tab key goes around within it, and Enter presses the key that it leads to.
    names = []
    for _stop in range(40):
        desktop.keyboard.press("Tab")
        assert desktop.evaluate("document.getElementById('pad').contains(document.activeElement)")
        names.append(desktop.evaluate("document.activeElement.textContent.trim()"))
    assert {"1", "0", "+50", "Clear"} <= set(names)
    while desktop.evaluate("document.activeElement.textContent.trim()") != "Clear":
        desktop.keyboard.press("Shift+Tab")
    desktop.keyboard.press("Enter")
    expect(pad.field(THEIRS)).to_have_value("")
    desktop.keyboard.press("Escape")
    # Who has no use for the pad types into the field itself, and comes to the cards from there.
    pad.field(MELDED).press("Tab")
    desktop.keyboard.press("Enter")
    expect(pad.keys.get_by_role("radio", name="Jokers")).to_be_visible()


def test_half_a_number_is_not_judged(phone: Page, at: Any) -> None:
    pad = at(phone)
    fault = phone.locator(".finding.error[data-for]")
    pad.type(MELDED, "13")
    pad.sums("13", "0")
    expect(fault).to_have_count(0)
    pad.field(THEIRS).tap()
    expect(fault).to_contain_text("steps of 5")
    pad.sums("?", "0")
    pad.type(MELDED, "135")
    pad.sums("135", "0")
    pad.key("Close the number pad").tap()
    expect(fault).to_have_count(0)


def test_the_page_stays_where_it_is_when_the_pad_goes(phone: Page, at: Any) -> None:
    pad = at(phone)
    pad.field(LEFT).tap()
    before = pad.field(LEFT).bounding_box()
    pad.press("5")
    pad.key("Close the number pad").tap()
    assert pad.field(LEFT).bounding_box() == before


def test_counts_keep_within_their_limits(phone: Page, at: Any) -> None:
    pad = at(phone, "marriage", teams=3, each=1)
    pad.unfold("Ana")
    upper = pad.field("Upper wilds, Ana")
    cells = phone.locator(".count").filter(has=upper)
    expect(cells.get_by_role("button")).to_have_count(4)
    assert [one.split("\n")[0] for one in cells.get_by_role("button").all_inner_texts()] == [
        *"0123"
    ]
    # More than there can be is typed into the field and said beside it, but never with the pad.
    upper.fill("7")
    pad.type("Upper wilds, Ana", "52")
    expect(upper).to_have_value("2")


def test_a_count_beyond_the_cells(phone: Page, at: Any) -> None:
    pad = at(phone)
    label = "Mixed canastas, Ana-Ben"
    field = pad.field(label)
    cells = phone.locator(".count").filter(has=field)
    place = "one => [one.offsetTop, one.offsetLeft, one.offsetWidth, one.offsetHeight]"
    row = cells.evaluate(place)
    more = cells.get_by_role("button", name=f"One more: {label}")
    less = cells.get_by_role("button", name=f"One less: {label}")
    more.tap()
    expect(field).to_have_value("3")
    assert cells.evaluate(place) == row
    for key in (more, less):
        box = key.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 48
    # Fast taps count each, and neither zoom the page nor mark its text.
    for _tap in range(4):
        more.tap()
    expect(field).to_have_value("7")
    assert phone.evaluate("visualViewport.scale") == 1
    assert phone.evaluate("String(getSelection())") == ""
    assert more.evaluate("key => getComputedStyle(key).touchAction") == "manipulation"
    # Scrolling over it changes nothing, and many are typed.
    field.hover()
    phone.mouse.wheel(0, -300)
    expect(field).to_have_value("7")
    pad.type(label, "12")
    expect(field).to_have_value("12")
    pad.key("Close the number pad").tap()
    less.tap()
    expect(field).to_have_value("11")
    cells.get_by_role("button", name="0").tap()
    expect(field).to_have_value("0")
    expect(less).to_be_hidden()


def test_the_field_is_in_sight_while_its_cards_are_counted(open_page: OpenPage, at: Any) -> None:
    phone = open_page(320, 568)
    pad = at(phone)
    for label in (MELDED, LEFT):
        phone.get_by_role("button", name=f"Count cards: {label}").tap()
        assert is_seen(phone, pad.field(label))
        pad.key("Close the number pad").tap()


def test_what_was_typed_elsewhere_is_read_as_it_will_be(phone: Page, at: Any) -> None:
    pad = at(phone)
    field = pad.field(MELDED)
    field.fill("\N{DEVANAGARI DIGIT TWO}\N{DEVANAGARI DIGIT FIVE}\N{DEVANAGARI DIGIT ZERO}")
    field.tap()
    expect(pad.keys.locator("output")).to_have_text("250")
    pad.key("Add 5").tap()
    expect(field).to_have_value("255")
    # This is no number, in which nothing is guessed.
    pad.key("Close the number pad").tap()
    field.fill("1,250")
    field.tap()
    pad.key("Add 5").tap()
    expect(field).to_have_value("1,250")
    pad.press("7")
    expect(field).to_have_value("7")


def test_a_key_that_is_held_down_goes_on_once(desktop: Page, at: Any) -> None:
    pad = at(desktop)
    pad.field(MELDED).click()
    desktop.keyboard.down("Enter")
    desktop.keyboard.down("Enter")
    desktop.keyboard.up("Enter")
    expect(pad.field(THEIRS)).to_have_class(re.compile("now"))


def test_a_look_at_the_cards_leaves_the_points_alone(phone: Page, at: Any) -> None:
    pad = at(phone)
    pad.type(MELDED, "490")
    pad.keys.locator("label", has_text="Count cards").tap()
    for key in ("Take back one digit", "One less", "Clear"):
        pad.key(key).tap()
        expect(pad.field(MELDED)).to_have_value("490")


def test_the_keyboard_goes_on_after_a_touch_beside_it(desktop: Page, at: Any) -> None:
    pad = at(desktop)
    pad.field(MELDED).click()
    desktop.keyboard.type("4")
    desktop.get_by_role("heading", name="Card points").click()
    desktop.keyboard.type("90")
    expect(pad.field(MELDED)).to_have_value("490")
    desktop.keyboard.press("Escape")
    expect(pad.keys).to_have_count(0)


def test_a_double_tap_on_save_saves_and_does_no_more(phone: Page, at: Any) -> None:
    """What comes up under the thumb takes no tap in its first moment."""
    phone.add_init_script(RESTING)
    pad = at(phone)
    pad.ended("Stock ran out")
    pad.fill(
        {"Ana-Ben": {"Left in hands and feet": "30"}, "Celia-Dev": {"Left in hands and feet": "30"}}
    )
    pad.sums("-30", "-30")
    phone.get_by_role("button", name="Save round 1").tap()
    pad.is_back()
    pad.stands("-30", "-30")
    resting = phone.wait_for_function("() => window.resting").json_value()
    assert set(resting) == {"none"}
    kinds = Game.objects.get().revisions.values_list("kind", flat=True)
    assert "record" in kinds
    assert not {"finish", "undo", "reopen"} & set(kinds)


def test_the_page_works_on_where_the_setup_was_changed_meanwhile(phone: Page, at: Any) -> None:
    pad = at(phone)
    pad.type(MELDED, "490")
    pad.key("Close the number pad").tap()
    change_setup(Game.objects.get(), sitting=("Ann", "Celia", "Ben", "Dev"))
    # The browser sends the form by itself, and the page is another one.
    with phone.expect_navigation(wait_until="load"):
        pad.save(1)
    expect(phone.locator("#elsewhere")).to_contain_text("setup of this game was changed")
    pad.type(MELDED, "")
    pad.key("Add 5").tap()
    expect(pad.field(MELDED)).to_have_value("495")
    expect(phone.locator(".count.live").first).to_be_visible()
