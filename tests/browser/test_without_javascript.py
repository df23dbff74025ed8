"""The same evenings where no script runs: every form posts, every answer is a page."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Answers, Pad


@pytest.fixture
def pad(open_page: OpenPage) -> Pad:
    return Pad(open_page(javascript=False), script=False)


def test_bain(pad: Pad) -> None:
    pad.begin(
        "Bain Hand and Foot",
        ["Ana", "Ben", "Celia", "Dev"],
        dealer=4,
        teams=["North-South", "East-West"],
        rules={"Play to": "4000"},
    )
    pad.deals("Dev deals round 1. Ana begins.")
    ours: Answers = {
        "Sevens canastas": 1,
        "Wild canastas": 1,
        "Natural canastas": 1,
        "Mixed canastas": 1,
        "Red threes on the table": 5,
        "Melded, canastas included": "490",
        "Garbage pile": "30",
    }
    theirs: Answers = {
        "Mixed canastas": 2,
        "Red threes on the table": 3,
        "Melded, canastas included": "187",
        "Left in hands and feet": "310",
    }
    pad.enter(1, "North-South went out", {"North-South": ours, "East-West": theirs})
    pad.save(1)

    # What was typed wrong stands there still, beside what is said about it.
    expect(pad.page.get_by_text("steps of 5")).to_be_visible()
    expect(pad.field("Melded, canastas included, East-West")).to_have_value("187")
    expect(pad.field("Sevens canastas, North-South")).to_have_value("1")
    pad.fill({"East-West": {"Melded, canastas included": "185"}})
    pad.save(1)
    pad.keep("North-South has nothing left in hands and feet")
    pad.save(1)
    pad.stands("4,520", "175")

    pad.correct(1, {"North-South": {"Left in hands and feet": "25"}})
    pad.stands("4,495", "175")
    pad.opens()
    pad.wins("North-South win with 4,495.")

    pad.undo("round 1 corrected, North-South 4,520 to 4,495")
    pad.stands("4,520", "175")
    pad.undo("round 1 saved")
    pad.stands("0", "0")
    pad.play(
        1,
        "North-South went out",
        {
            "North-South": {**ours, "Left in hands and feet": "25"},
            "East-West": {**theirs, "Melded, canastas included": "185"},
        },
    )
    pad.stands("4,495", "175")
    pad.finish()
    pad.reopen()
    pad.stands("4,495", "175")


def test_banakil(pad: Pad) -> None:
    """The first three worked rounds of Banakil, two players."""
    pad.begin(
        "Banakil",
        ["Ana", "Ben"],
        dealer=2,
        seating="2 players, each alone",
        rules={"Play to": "60"},
    )
    pad.deals("Ben deals round 1. Ana begins.")
    pad.play(
        1,
        "Ana went out",
        {"Ana": {"Melded": "24,5"}, "Ben": {"Melded": "6", "Left in hand": "11.5"}},
    )
    pad.stands("45", "-5")
    pad.deals("Ana deals round 2. Ben begins.")

    pad.enter(2, "Ben went out", {"Ben": {"Melded": "21"}, "Ana": {"Left in hand": "17"}})
    pad.answer("The whole hand at once", True)
    pad.save(2)
    pad.stands("25", "35")

    pad.enter(3, "Ana went out", {"Ana": {"Melded": "22"}, "Ben": {"Melded": "12"}})
    pad.answer("The whole hand at once", True)
    pad.answer("Left in hand, Ben", "9")
    pad.save(3)
    pad.scored(3, "40", "3")
    pad.stands("65", "38")
    pad.wins("Ana wins with 65.")
    pad.finish()
    pad.wins("Ana wins with 65.")


def test_marriage(pad: Pad) -> None:
    """The worked round of Marriage, where the maal of who has not opened is lost."""
    pad.begin(
        "Nepali Marriage",
        ["Asha", "Bikash", "Chandra", "Deepa"],
        dealer=3,
        seating="4 players, each alone",
        rules={
            "Rounds": "1",
            "A round is scored by": "maal, paid between the players",
            "The maal of a player who has not opened": "is lost (murder)",
        },
    )
    pad.deals("Chandra deals round 1. Deepa begins.")
    pad.play(
        1,
        "Chandra",
        {
            "Asha": {"Has opened": True, "Tunnelas shown": 1},
            "Bikash": {"Upper wilds": 1},
            "Chandra": {"Main wilds": 1, "Upper wilds": 2, "Tunnelas shown": 1},
            "Deepa": {"Has opened": True, "Lower wilds": 3},
        },
    )
    pad.stands("40", "9", "-11", "-38")
    pad.wins("Chandra wins with 40.")
    pad.correct(1, {"Deepa": {"Lower wilds": 2}})
    # Deepa's maal is 5 now, and T 23: she pays 23 + 3 - 20, Asha 6 too, Bikash 33.
    pad.stands("45", "-6", "-6", "-33")
    pad.undo("round 1 corrected")
    pad.stands("40", "9", "-11", "-38")
    pad.finish()


def test_the_watch_page(pad: Pad, open_page: OpenPage) -> None:
    """Without a script nothing follows by itself, but each visit shows what stands."""
    pad.begin("Bain", ["Ana", "Ben", "Celia", "Dev"], dealer=1)
    pad.page.get_by_role("link", name="Share this game").tap()
    address = pad.field("Or send the address").input_value()
    watcher = open_page(javascript=False)
    watcher.goto(urlsplit(address).path)
    expect(watcher.locator("#board .total")).to_have_text(["0", "0"])
    expect(watcher.get_by_role("button")).to_have_count(0)
    expect(watcher.locator("form:not(.choices)")).to_have_count(0)
