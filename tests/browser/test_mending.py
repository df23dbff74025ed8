"""What went wrong at the table is mended on the phone: a round missed, one too many, a misdeal.

All totals were worked out by hand.
"""

from playwright.sync_api import Page, expect

from tests.browser.pad import Pad

NAMES = ["Ana", "Ben", "Celia", "Dev"]
OURS, THEIRS = "Ana & Celia", "Ben & Dev"
LEFT = "Left in hands and feet"


def _played(phone: Page, *left: tuple[str, str]) -> Pad:
    """Play rounds that ended with the stock, with so many points left in hands."""
    pad = Pad(phone)
    pad.begin("Bain Hand and Foot", NAMES, dealer=1)
    for number, (ours, theirs) in enumerate(left, start=1):
        pad.play(number, "Stock ran out", {OURS: {LEFT: ours}, THEIRS: {LEFT: theirs}})
    return pad


def test_a_missed_round_is_put_in_and_taken_out_again(phone: Page) -> None:
    pad = _played(phone, ("100", "200"), ("300", "400"))
    pad.stands("-400", "-600")
    pad.open_round(2)
    phone.get_by_role("link", name="Insert a round before it").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Insert round 2")
    pad.ended("Stock ran out")
    pad.fill({OURS: {LEFT: "50"}, THEIRS: {LEFT: "60"}})
    pad.sums("-50", "-60")
    phone.get_by_role("button", name="Insert as round 2").tap()
    pad.says("Round 2 inserted: Ana & Celia \N{MINUS SIGN}50, Ben & Dev \N{MINUS SIGN}60")
    pad.scored(3, "-300", "-400")
    pad.stands("-450", "-660")
    pad.deals("Dev deals round 4. Ana begins.")
    pad.open_round(1)
    phone.get_by_role("link", name="Delete it").tap()
    phone.get_by_role("button", name="Delete round 1").tap()
    pad.stands("-350", "-460")
    pad.undo("round 1 deleted (Ana & Celia -100, Ben & Dev -200)")
    pad.stands("-450", "-660")


def test_a_misdeal(phone: Page) -> None:
    pad = _played(phone, ("100", "200"))
    pad.deals("Ben deals round 2. Celia begins.")
    pad.enter(2, "Stock ran out", {OURS: {LEFT: "50"}, THEIRS: {LEFT: "60"}})
    phone.locator(".dealing summary").tap()
    phone.locator(".dealing label").filter(has_text="Ana").tap()
    expect(phone.locator("#dealer")).to_have_text("Ana")
    pad.save(2)
    pad.deals("Ben deals round 3. Celia begins.")
