"""A whole evening of each game, on a phone that has never been here, through the pages alone.

All totals, openings and dealers were worked out by hand from the rules.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.pad import Answers, Pad

# The worked round of Bain.
WORKED: Answers = {
    "Sevens canastas": 1,
    "Wild canastas": 1,
    "Natural canastas": 1,
    "Mixed canastas": 1,
    "Red threes on the table": 5,
    "Melded, canastas included": "490",
    "Garbage pile": "30",
    "Left in hands and feet": "25",
}
WORKED_OTHER: Answers = {
    "Mixed canastas": 2,
    "Red threes on the table": 3,
    "Melded, canastas included": "185",
    "Left in hands and feet": "310",
}


def test_bain(phone: Page) -> None:
    pad = Pad(phone)
    ours, theirs = "North-South", "East-West"
    pad.begin(
        "Bain Hand and Foot",
        ["Ana", "Ben", "Celia", "Dev"],
        dealer=1,
        teams=[ours, theirs],
        rules={"Play to": "10000"},
    )
    pad.stands("0", "0")
    pad.opens("50", "50")
    pad.deals("Ana deals round 1. Ben begins.")

    pad.enter(1, f"{ours} went out", {ours: WORKED, theirs: WORKED_OTHER})
    pad.sums("4,495", "175")
    pad.save(1)
    pad.says("Round 1 saved: North-South 4,495, East-West 175")
    pad.stands("4,495", "175")
    pad.opens("50", "50")
    pad.deals("Ben deals round 2. Celia begins.")

    # 240 + 500 + 600 - 400 - 180, and 560 + 40 + 1,500 + 1,000 + 1,000 + 300 + 200 + 400 - 20.
    pad.play(
        2,
        f"{theirs} went out",
        {
            ours: {
                "Natural canastas": 1,
                "Mixed canastas": 2,
                "Red threes on the table": 4,
                "Melded, canastas included": "240",
                "Left in hands and feet": "180",
            },
            theirs: {
                "Sevens canastas": 1,
                "Wild canastas": 1,
                "Natural canastas": 2,
                "Mixed canastas": 1,
                "Red threes on the table": 4,
                "Melded, canastas included": "560",
                "Garbage pile": "40",
                "Left in hands and feet": "20",
            },
        },
    )
    pad.scored(2, "760", "4,980")
    pad.stands("5,255", "5,155")
    pad.opens("90", "90")
    pad.deals("Celia deals round 3. Dev begins.")

    # -300 - 100 - 305; counted by cards 80 + 90 + 75 = 245, + 1,500 + 3 x 300 + 400 - 95.
    pad.enter(
        3,
        "Stock ran out",
        {
            ours: {
                "Red threes on the table": 3,
                "Red threes in a foot or hand": 1,
                "Left in hands and feet": "305",
            },
            theirs: {
                "Sevens canastas": 1,
                "Mixed canastas": 3,
                "Red threes on the table": 4,
                "Left in hands and feet": "95",
            },
        },
    )
    pad.count_cards(
        f"Melded, canastas included, {theirs}", {"Twos": 4, "8 to king": 9, "4 to 7": 15}
    )
    expect(phone.get_by_text("245 counted by cards")).to_be_visible()
    pad.save(3)
    pad.stands("4,550", "8,105")
    pad.opens("50", "90")
    pad.deals("Dev deals round 4. Ana begins.")
    pad.open_round(3)
    assert pad.lines(0)[-4:] == ["3 x -100 = -300", "1 x -100 = -100", "-305", "-705"]

    # A hundred fewer were left in hand in round 1 than was written down.
    pad.correct(1, {theirs: {"Left in hands and feet": "210"}})
    pad.says("Round 1 corrected, East-West 175 to 275")
    pad.scored(1, "4,495", "275")
    pad.stands("4,550", "8,205")

    # Garbage without sevens is against the rules; this table lets it stand.
    pad.enter(
        4,
        "Only sevens left",
        {
            ours: {
                "Natural canastas": 1,
                "Mixed canastas": 1,
                "Red threes on the table": 2,
                "Melded, canastas included": "150",
                "Garbage pile": "15",
                "Left in hands and feet": "110",
            },
            theirs: {
                "Mixed canastas": 1,
                "Red threes on the table": 5,
                "Melded, canastas included": "90",
                "Left in hands and feet": "140",
            },
        },
    )
    pad.save(4)
    pad.keep("garbage pile without a canasta of sevens")
    pad.save(4)
    # 150 + 15 + 500 + 300 - 200 - 110, and 90 + 300 - 500 - 140.
    pad.scored(4, "655", "-250")
    pad.stands("5,205", "7,955")
    pad.undo("round 4 saved")
    pad.says("Taken back: round 4 saved")
    pad.stands("4,550", "8,205")
    pad.deals("Dev deals round 4. Ana begins.")

    # 65 + 300 - 355, and 420 + 3,300 + 200 + 800 - 30.
    pad.play(
        4,
        f"{theirs} went out",
        {
            ours: {
                "Mixed canastas": 1,
                "Melded, canastas included": "65",
                "Left in hands and feet": "355",
            },
            theirs: {
                "Sevens canastas": 1,
                "Wild canastas": 1,
                "Natural canastas": 1,
                "Mixed canastas": 1,
                "Red threes on the table": 8,
                "Melded, canastas included": "420",
                "Left in hands and feet": "30",
            },
        },
    )
    pad.stands("4,560", "12,895")
    pad.opens()
    pad.wins("East-West win with 12,895.")
    pad.finish()
    pad.stands("4,560", "12,895")
    pad.opens()
    pad.reopen()
    pad.wins("East-West win with 12,895.")


def test_pennies(phone: Page) -> None:
    pad = Pad(phone)
    a, b = "Team A", "Team B"
    pad.begin(
        "Pennies from Heaven",
        ["Ana", "Ben", "Celia", "Dev", "Ece", "Finn"],
        dealer=6,
        teams=[a, b],
        rules={"Play to": "6000"},
    )
    pad.opens("50", "50")
    pad.deals("Finn deals round 1. Ana begins.")

    # 300 + 1,500 + 600 - 60, and the worked round without sevens: -10.
    worked: Answers = {
        "Natural canastas": 1,
        "Mixed canastas": 1,
        "Red threes on the table": 8,
        "Left in hands and feet": "95",
    }
    pad.play(
        1,
        "Stock ran out",
        {
            a: {
                "Sevens canastas": 1,
                "Mixed canastas": 2,
                "Melded, canastas included": "300",
                "Left in hands and feet": "60",
            },
            b: {**worked, "Melded, canastas included": "285"},
        },
    )
    pad.stands("2,340", "-10")
    pad.opens("50", "15")
    pad.deals("Ana deals round 2. Ben begins.")

    # The worked round with sevens: 3,525; and 90 + 300 - 120.
    pad.enter(
        2,
        "Stock ran out",
        {
            a: {**worked, "Sevens canastas": 1, "Melded, canastas included": "320"},
            b: {
                "Mixed canastas": 1,
                "Melded, canastas included": "90",
                "Left in hands and feet": "120",
            },
        },
    )
    pad.sums("3,525", "270")
    pad.save(2)
    pad.stands("5,865", "260")
    pad.opens("90", "50")
    pad.deals("Ben deals round 3. Celia begins.")

    # 190 + 800 - 200 - 100 - 260, and 505 + 3,800 + 100 + 500 - 40.
    pad.play(
        3,
        "Team B went out",
        {
            a: {
                "Natural canastas": 1,
                "Mixed canastas": 1,
                "Red threes on the table": 2,
                "Red threes in a foot or hand": 1,
                "Melded, canastas included": "190",
                "Left in hands and feet": "260",
            },
            b: {
                "Sevens canastas": 1,
                "Wild canastas": 1,
                "Natural canastas": 2,
                "Mixed canastas": 1,
                "Red threes on the table": 5,
                "Melded, canastas included": "505",
                "Left in hands and feet": "40",
            },
        },
    )
    pad.scored(3, "430", "4,865")
    pad.stands("6,295", "5,125")
    pad.opens()
    pad.wins("Team A win with 6,295.")

    pad.correct(1, {a: {"Left in hands and feet": "160"}})
    pad.stands("6,195", "5,125")
    pad.undo("round 1 corrected, Team A 2,340 to 2,240")
    pad.stands("6,295", "5,125")
    pad.finish()
    pad.wins("Team A win with 6,295.")
    pad.reopen()
    pad.wins("Team A win with 6,295.")


def test_bga(phone: Page) -> None:
    pad = Pad(phone)
    red, green, blue = "Red", "Green", "Blue"
    pad.begin(
        "Hand and Foot as on Board Game Arena",
        ["Ana", "Ben", "Celia", "Dev", "Ece", "Finn"],
        dealer=3,
        seating="3 pairs",
        teams=[red, green, blue],
        rules={
            "Rounds": "2",
            "Clean books to go out": "2",
            "Dirty books to go out": "1",
            "Wild books to go out": "0",
        },
    )
    opening = phone.locator("#board .opens.all")
    expect(opening).to_contain_text("Everybody opens with 50")
    expect(opening).to_contain_text("2 rounds left of 2")
    pad.deals("Celia deals round 1. Dev begins.")

    # The worked round, 1,695; then 265 + 1,100 + 200 - 85 - 100, and 75 + 300 - 150.
    pad.play(
        1,
        "Red went out",
        {
            red: {
                "Clean books": 2,
                "Dirty books": 1,
                "Melded, books included": "340",
                "Left, without red threes": "45",
            },
            green: {
                "Clean books": 1,
                "Dirty books": 2,
                "Red threes on the table": 2,
                "Red threes in hands and feet": 1,
                "Melded, books included": "265",
                "Left, without red threes": "85",
            },
            blue: {
                "Dirty books": 1,
                "Melded, books included": "75",
                "Left, without red threes": "150",
            },
        },
    )
    pad.stands("1,695", "1,380", "225")
    expect(opening).to_contain_text("Everybody opens with 90")
    pad.deals("Dev deals round 2. Ece begins.")

    # 305 + 500 + 600 + 200 - 130; 310 + 1,000 + 300 + 100 + 100 - 20; and -240 - 200.
    pad.play(
        2,
        "Green went out",
        {
            red: {
                "Clean books": 1,
                "Dirty books": 2,
                "Red threes on the table": 2,
                "Melded, books included": "305",
                "Left, without red threes": "130",
            },
            green: {
                "Clean books": 2,
                "Dirty books": 1,
                "Red threes on the table": 1,
                "Melded, books included": "310",
                "Left, without red threes": "20",
            },
            blue: {"Red threes in hands and feet": 2, "Left, without red threes": "240"},
        },
    )
    pad.stands("3,170", "3,170", "-215")
    pad.wins("Red and Green are level at 3,170: another round decides.")
    expect(opening).to_contain_text("Everybody opens with 120")
    pad.deals("Ece deals round 3. Finn begins.")

    # 160 + 1,000 - 60; 125 + 300 - 45; 200 + 1,500 + 300.
    pad.play(
        3,
        "Stock ran out",
        {
            red: {
                "Clean books": 2,
                "Melded, books included": "160",
                "Left, without red threes": "60",
            },
            green: {
                "Dirty books": 1,
                "Melded, books included": "125",
                "Left, without red threes": "45",
            },
            blue: {
                "Wild books": 1,
                "Red threes on the table": 3,
                "Melded, books included": "200",
            },
        },
    )
    pad.stands("4,270", "3,550", "1,785")
    pad.wins("Red win with 4,270.")

    pad.correct(1, {green: {"Left, without red threes": "95"}})
    pad.stands("4,270", "3,540", "1,785")
    pad.undo("round 1 corrected, Green 1,380 to 1,370")
    pad.stands("4,270", "3,550", "1,785")
    pad.finish()
    pad.wins("Red win with 4,270.")
    pad.reopen()
    pad.wins("Red win with 4,270.")


def test_banakil_in_pairs(phone: Page) -> None:
    pad = Pad(phone)
    west, north, east, south = "West", "North", "East", "South"
    pad.begin(
        "Banakil",
        [west, north, east, south],
        dealer=1,
        seating="2 pairs",
        teams=["WE", "NS"],
        rules={"Play to": "90"},
    )
    expect(phone.locator("#board .opens.all")).to_contain_text("No minimum to open")
    pad.deals("West deals round 1. North begins.")

    # The fourth worked round: 46.5 is 47; 15 - 20 - 7.5 = -12.5 is -12.
    pad.enter(
        1,
        "West went out",
        {
            west: {"Melded": "26.5"},
            east: {"Melded": "14", "Left in hand": "6,5"},
            north: {"Melded": "17", "Left in hand": "2"},
            south: {"Left in hand": "11"},
        },
    )
    pad.sums("47", "-12")
    pad.save(1)
    pad.stands("47", "-12")
    pad.deals("North deals round 2. East begins.")

    # The fifth: South goes out at once, but the others had melded.
    pad.enter(
        2,
        "South went out",
        {
            west: {"Melded": "10.5", "Left in hand": "9"},
            east: {"Melded": "3.5", "Left in hand": "16"},
            north: {"Left in hand": "20"},
            south: {"Melded": "25"},
        },
    )
    pad.answer("The whole hand at once", True)
    expect(phone.get_by_text("melds and 20 make 45")).to_be_visible()
    pad.save(2)
    pad.keep("the 40 for the whole hand at once does not apply")
    pad.save(2)
    pad.scored(2, "9", "45")
    pad.stands("56", "33")
    pad.deals("East deals round 3. South begins.")

    # The stock ran out: nobody scores, and nothing need be entered.
    pad.play(3, "Stock ran out", {})
    pad.scored(3, "0", "0")
    pad.stands("56", "33")
    pad.deals("South deals round 4. West begins.")

    # The sixth: East at once, nobody else melded.
    pad.enter(
        4,
        "East went out",
        {
            east: {"Melded": "22"},
            west: {"Left in hand": "12"},
            north: {"Left in hand": "15.5"},
            south: {"Left in hand": "9"},
        },
    )
    pad.answer("The whole hand at once", True)
    pad.save(4)
    pad.scored(4, "40", "-20")
    pad.stands("96", "13")
    pad.wins("WE win with 96.")

    # 17 - 2.5 - 20 - 7.5 = -13.
    pad.correct(1, {north: {"Left in hand": "2.5"}})
    pad.stands("96", "12")
    pad.undo("round 1 corrected, NS -12 to -13")
    pad.stands("96", "13")
    pad.finish()
    pad.wins("WE win with 96.")
    pad.reopen()
    pad.wins("WE win with 96.")


def test_banakil_by_the_sum_of_partners(phone: Page) -> None:
    """The seventh worked round of Banakil."""
    pad = Pad(phone)
    pad.begin(
        "Banakil",
        ["South", "East", "North", "West"],
        dealer=4,
        seating="2 pairs",
        rules={"Pairs score": "the sum of both partners"},
    )
    pad.enter(
        1,
        "South went out",
        {
            "South": {"Melded": "25"},
            "North": {"Left in hand": "20"},
            "East": {"Melded": "3.5", "Left in hand": "16"},
            "West": {"Melded": "10.5", "Left in hand": "9"},
        },
    )
    pad.save(1)
    pad.stands("25", "-11")
    expect(phone.locator("#board h2.team")).to_have_text(
        [re.compile("South & North"), re.compile("East & West")]
    )


def test_marriage(phone: Page) -> None:
    pad = Pad(phone)
    asha, bikash, chandra, deepa = "Asha", "Bikash", "Chandra", "Deepa"
    pad.begin(
        "Nepali Marriage",
        [asha, bikash, chandra, deepa],
        dealer=1,
        seating="4 players, each alone",
        rules={"Rounds": "3", "A round is scored by": "maal, paid between the players"},
    )
    expect(phone.locator("#board .opens.all")).to_contain_text(
        "To open: Three melds together, each a pure sequence or a tunnela"
    )
    pad.deals("Asha deals round 1. Bikash begins.")

    # The worked round: maal 5, 2, 13 and 10.
    worked: dict[str, Answers] = {
        asha: {"Has opened": True, "Tunnelas shown": 1},
        bikash: {"Upper wilds": 1},
        chandra: {"Main wilds": 1, "Upper wilds": 2, "Tunnelas shown": 1},
        deepa: {"Has opened": True, "Lower wilds": 3},
    }
    pad.enter(1, chandra, worked)
    pad.sums("-13", "-32", "38", "7")
    pad.save(1)
    pad.stands("-13", "-32", "38", "7")
    pad.deals("Bikash deals round 2. Chandra begins.")
    pad.open_round(1)
    expect(phone.get_by_text("Asha pays Chandra 13")).to_be_visible()
    expect(phone.get_by_text("Chandra pays Deepa 7")).to_be_visible()

    # The same, closed with eight pairs: -18, -37, +53, +2.
    pad.enter(2, chandra, worked)
    pad.answer("Closed with eight pairs", True)
    pad.save(2)
    pad.scored(2, "-18", "-37", "53", "2")
    pad.stands("-31", "-69", "91", "9")
    pad.deals("Chandra deals round 3. Deepa begins.")

    # Bikash had opened in round 1 after all: 30 + 3 - 4 x 2 = 25.
    pad.correct(1, {bikash: {"Has opened": True}})
    pad.scored(1, "-13", "-25", "31", "7")
    pad.stands("-31", "-62", "84", "9")

    # T = 20: Asha pays 20 + 10, Bikash 20 + 3 - 4 x 2, Chandra 20 + 3 - 4 x 3.
    last: dict[str, Answers] = {
        asha: {"Main wilds": 0},
        bikash: {"Has opened": True, "Lower wilds": 1},
        chandra: {"Has opened": True, "Main wilds": 1},
        deepa: {"Wild tunnelas": 1},
    }
    pad.play(3, deepa, last)
    pad.stands("73", "65", "-61", "-77")
    pad.wins("Chandra wins with 73.")
    pad.undo("round 3 saved")
    pad.stands("-31", "-62", "84", "9")
    pad.deals("Chandra deals round 3. Deepa begins.")
    pad.play(3, deepa, last)
    pad.wins("Chandra wins with 73.")
    pad.finish()
    pad.wins("Chandra wins with 73.")
    pad.reopen()
    pad.stands("73", "65", "-61", "-77")
