"""What is said of cards laid down to open, in every game: each limit at its border, and laws."""

import re
from collections import Counter
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.variants import VARIANTS
from games.variants.canasta import OPENING, OPENING_BELOW
from games.variants.melds import Cards, Laid, Level, Melding, over_deck
from tests.variants.build import ANCHORS, is_label

PAIRS: dict[str, Any] = {"settlement": "maal"}
FAMILY = ("bain", "pennies", "bga")


def melding_of(key: str, **options: Any) -> Melding:
    """Return how a game judges melds, by house rules as they stand in a game file."""
    seating = VARIANTS[key].seatings[0]
    read, wrong = VARIANTS[key].read_options(options, seating)
    assert wrong == ()
    return VARIANTS[key].melding(read)


def cards(melding: Melding, codes: str) -> Cards:
    """Return cards by their codes, with blanks between them."""
    faces = [melding.face(code) for code in codes.split()]
    return tuple(face.card for face in faces if face)


def laid(key: str, *melds: str, need: int = 50, **options: Any) -> Laid:
    """Return what a game says of melds; all that it says is whole sentences with an anchor."""
    melding = melding_of(key, **options)
    judged = melding.judge([cards(melding, meld) for meld in melds], need)
    for meld in judged.melds:
        assert bool(meld.kind) == meld.is_legal
        assert not meld.kind or is_label(meld.kind)
        for said in (*meld.faults, *meld.remarks):
            assert re.fullmatch(r"[A-Z].*[.]", said.message)
            assert set(re.findall(r"%\((\w+)\)s", said.message)) == said.values.keys()
            assert said.anchor in ANCHORS[key]
    return judged


def faults(key: str, *melds: str, **options: Any) -> list[str]:
    """Return the codes of what is wrong with the last meld."""
    return [one.code for one in laid(key, *melds, **options).melds[-1].faults]


def kind(key: str, meld: str, **options: Any) -> str:
    """Return what a legal meld is called."""
    judged = laid(key, meld, **options).melds[0]
    assert judged.faults == ()
    return judged.kind


def placed(key: str, taps: str, **options: Any) -> list[str]:
    """Return the melds that taps on cards make one after another, the codes of each."""
    melding = melding_of(key, **options)
    melds: list[Cards] = [()]
    current = 0
    for card in cards(melding, taps):
        at = melding.place(melds, current, card)
        current = len(melds) if at is None else at
        melds += [()] * (current == len(melds))
        melds[current] = (*melds[current], card)
    return [" ".join(card.code for card in meld) for meld in melds]


# ---- Hand and Foot


@pytest.mark.parametrize("key", FAMILY)
def test_three_nines_and_a_two_open_at_50(key: str) -> None:
    judged = laid(key, "9 9 9 2")

    assert (judged.points, judged.unit, judged.need, judged.reached) == (50, "points", 50, 50)
    assert judged.opens
    assert judged.missing == 0


@pytest.mark.parametrize("key", FAMILY)
def test_seven_sixes_are_35_and_do_not_open(key: str) -> None:
    judged = laid(key, "6 6 6 6 6 6 6")

    assert judged.points == 35
    assert judged.missing == 15
    assert not judged.opens


@pytest.mark.parametrize("key", FAMILY)
def test_what_is_missing_is_said_to_the_point(key: str) -> None:
    assert laid(key, "9 9 9 2", need=55).missing == 5
    assert laid(key, "9 9 9 2", "8 8 8", need=90).missing == 10
    assert laid(key, "9 9 9 2", "8 8 8 8", need=90).opens
    assert laid(key, "4 4 4", need=15).opens


@pytest.mark.parametrize("key", FAMILY)
def test_what_is_no_meld_reaches_nothing(key: str) -> None:
    wrong = laid(key, "9 9 9", "K joker joker joker")
    assert (wrong.points, wrong.reached, wrong.missing) == (190, 30, 20)
    assert laid(key, "9 9 9", "K K").reached == 50
    assert laid(key, "9 8 7", "3black 3black 3black").reached == 0


@pytest.mark.parametrize("key", FAMILY)
def test_nothing_laid_opens_nothing(key: str) -> None:
    assert not laid(key, need=0).opens
    assert not laid(key, "", need=0).opens
    assert laid(key).missing == 50


@pytest.mark.parametrize("key", FAMILY)
def test_every_card_is_worth_what_the_scoring_says(key: str) -> None:
    dealt = {face.card.code: face.value for face in melding_of(key).faces}

    assert dealt == {
        "joker": 50,
        **dict.fromkeys(("2", "A"), 20),
        **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
        **dict.fromkeys(("7", "6", "5", "4", "3black"), 5),
        "3red": None,
    }


def test_four_packs_hold_so_many_of_each() -> None:
    for key in ("bain", "pennies"):
        held = {face.card.code: face.copies for face in melding_of(key).faces}
        few = {held.pop("joker"), held.pop("3black"), held.pop("3red")}
        assert few == {8}
        assert set(held.values()) == {16}
        assert sum((face.value or 0) * (face.copies or 0) for face in melding_of(key).faces) == 2360
    assert {face.copies for face in melding_of("bga").faces} == {None}


@pytest.mark.parametrize("key", FAMILY)
def test_a_meld_has_three_cards_at_least_and_seven_at_most(key: str) -> None:
    assert faults(key, "K K") == ["too_few"]
    assert faults(key, "K") == ["too_few"]
    assert faults(key, "") == ["too_few"]
    assert faults(key, "K K K") == []
    assert faults(key, "K K K K K K") == []
    assert faults(key, "K 2") == ["too_few"]
    assert laid(key, "K K").melds[0].faults[0].values == {"least": 3}


def test_more_than_seven_cards_are_a_book_only_at_some_tables() -> None:
    eight = "K K K K K K K K"
    for key in ("bain", "pennies"):
        assert faults(key, eight) == ["too_many"]
        assert laid(key, eight).melds[0].faults[0].values == {"most": 7}
    judged = laid("bga", eight)
    assert judged.opens
    assert [one.code for one in judged.melds[0].remarks] == ["bonus_apart", "grown"]
    assert "tables" in judged.melds[0].remarks[1].message
    assert laid("bga", "K K K K K K K").melds[0].remarks[1:] == ()


def test_who_opens_in_bain_completes_no_canasta() -> None:
    assert faults("bain", "K K K K K K K") == ["opener_completes"]
    assert faults("bain", "2 2 2 2 2 2 2") == ["opener_completes"]
    assert laid("bain", "K K K K K K K").melds[0].faults[0].values == {"most": 6}
    for key in ("pennies", "bga"):
        judged = laid(key, "K K K K K K K")
        assert judged.opens
        assert [one.code for one in judged.melds[0].remarks] == ["bonus_apart"]
    assert laid("pennies", "K K K K K K").melds[0].remarks == ()
    assert laid("pennies", "K K K K K K K K").melds[0].remarks == ()


def test_a_whole_one_has_the_name_it_has_in_its_game() -> None:
    said = {key: laid(key, "K K K K K K K").melds[0].remarks[0].message for key in FAMILY[1:]}
    assert said == {
        "pennies": "A whole canasta: its bonus does not count towards the opening.",
        "bga": "A whole book: its bonus does not count towards the opening.",
    }


@pytest.mark.parametrize("key", FAMILY)
def test_a_meld_is_of_one_rank(key: str) -> None:
    assert faults(key, "9 9 8") == ["ranks_differ"]
    assert faults(key, "9 9 8 2") == ["ranks_differ"]


def test_wild_cards_are_limited_by_the_size_of_the_meld() -> None:
    """By size the most wild cards: RULES names 1, 1, 2, 2 and 3 for Bain."""
    most = {
        "bain": {3: 1, 4: 1, 5: 2, 6: 2},
        "pennies": {3: 1, 4: 2, 5: 3, 6: 3, 7: 3},
        "bga": {3: 1, 4: 1, 5: 2, 6: 2, 7: 3},
    }
    for key, of_size in most.items():
        for size, wild in of_size.items():
            assert faults(key, "9 " * (size - wild) + "2 " * wild) == []
            too_wild = laid(key, "9 " * (size - wild - 1) + "joker " * (wild + 1)).melds[0]
            assert [one.code for one in too_wild.faults] == ["too_many_wilds"]
            assert too_wild.faults[0].values == {"size": size, "most": wild}
    assert faults("bain", "9 9 9 9 2 2 2") == ["opener_completes"]
    assert faults("bain", "9 9 9 2 2 2 2") == ["too_many_wilds", "opener_completes"]
    assert faults("pennies", "9 9 9 9 9 2 2 2") == ["too_many"]
    assert faults("bga", "9 9 9 9 9 2 2 2") == []
    assert faults("bga", "9 9 9 9 2 2 2 2") == ["too_many_wilds"]


def test_a_table_of_hand_and_foot_caps_wild_cards() -> None:
    assert faults("bga", "9 9 9 9 2 2 2", max_wilds=3) == []
    assert faults("bga", "9 9 9 9 2 2 2", max_wilds=2) == ["too_many_wilds"]
    assert faults("bga", "9 9 9 2", max_wilds=0) == ["too_many_wilds"]
    assert faults("bga", "9 9 9 9 2 2 2 2", max_wilds=9) == ["too_many_wilds"]
    assert faults("bga", "2 2 2", max_wilds=0) == []


@pytest.mark.parametrize("key", FAMILY)
def test_wild_cards_alone_are_a_meld(key: str) -> None:
    assert kind(key, "2 2 joker") == "Wild meld"
    assert faults(key, "2 joker") == ["too_few"]
    assert laid(key, "2 2 joker").points == 90


def test_kinds_are_named() -> None:
    assert kind("bain", "9 9 9") == kind("pennies", "7 7 7") == "Natural meld"
    assert kind("bain", "9 9 2") == kind("pennies", "9 9 2 2") == "Mixed meld"
    assert kind("bga", "9 9 9") == "Clean meld"
    assert kind("bga", "7 7 2") == "Dirty meld"


def test_sevens_take_no_wild_card_in_bain_and_pennies() -> None:
    for key in ("bain", "pennies"):
        assert faults(key, "7 7 7 7 2") == ["wild_sevens"]
        assert faults(key, "7 7 joker") == ["wild_sevens"]
        assert faults(key, "7 7 7") == []
    assert faults("bga", "7 7 7 2") == []


@pytest.mark.parametrize("key", FAMILY)
def test_black_threes_do_not_open(key: str) -> None:
    judged = laid(key, "3black 3black 3black").melds[0]
    assert [one.code for one in judged.faults] == ["black_threes_melded"]
    assert ("never" in judged.faults[0].message) == (key == "bga")
    assert faults(key, "3black 3black 2") == ["black_threes_melded"]


@pytest.mark.parametrize("key", FAMILY)
def test_red_threes_count_nothing(key: str) -> None:
    judged = laid(key, "9 9 9 2", "3red 3red")
    assert judged.points == 50
    assert judged.opens
    apart = judged.melds[1]
    assert (apart.apart, apart.kind, apart.points) == (True, "Red threes", 0)
    assert [one.code for one in apart.remarks] == ["red_threes_apart"]
    assert not judged.melds[0].apart
    assert not laid(key, "3red 3red 3red", need=0).opens
    assert faults(key, "9 9 9 3red") == ["red_three_melded", "ranks_differ"]
    assert faults(key, "3red 3red 2") == ["red_three_melded"]


@pytest.mark.parametrize("key", FAMILY)
def test_only_one_meld_of_a_rank_is_unfinished(key: str) -> None:
    assert faults(key, "9 9 9", "9 9 9") == ["open_twice"]
    assert laid(key, "9 9 9", "9 9 9 2").melds[0].is_legal
    assert faults(key, "2 9 9", "9 9 9") == ["open_twice"]
    assert faults(key, "9 9 9", "8 8 8") == []
    assert faults(key, "2 2 2", "joker joker joker") == ["open_twice"]
    assert faults(key, "2 2 2", "joker 2") == ["too_few"]
    assert faults("pennies", "2 2 2 2 2 2 2", "joker joker joker") == []
    assert faults(key, "2 2 2", "9 9 9") == []
    assert faults(key, "3red", "3red") == []
    # What is of several ranks is no meld of any of them, in whatever order it was laid.
    for wrong in ("9 8 8", "8 8 9"):
        assert faults(key, wrong, "9 9 9") == []
    assert faults("pennies", "9 9 9 9 9 9 9", "9 9 9") == []
    assert faults("pennies", "9 9 9", "9 9 9 9 9 9 9") == []


def test_what_opens_by_the_total_and_by_the_round() -> None:
    by_total = (
        Level(15),
        Level(50, 0),
        Level(90, 5_000),
        Level(120, 10_000),
        Level(150, 15_000),
    )
    assert melding_of("bain").levels == melding_of("pennies").levels == by_total
    assert melding_of("bga", opening_by="score").levels == by_total
    assert melding_of("bga").levels == (
        Level(50, round=1),
        Level(90, round=2),
        Level(120, round=3),
        Level(150, round=4, last=True),
    )
    assert melding_of("banakil").levels == melding_of("marriage").levels == ()
    assert {points for _total, points in OPENING} | {OPENING_BELOW} == {15, 50, 90, 120, 150}


@pytest.mark.parametrize("key", FAMILY)
def test_a_card_joins_the_meld_of_its_rank(key: str) -> None:
    assert placed(key, "9 9 9 2") == ["9 9 9 2"]
    assert placed(key, "9 9 9 K K 9 K joker") == ["9 9 9 9", "K K K joker"]
    assert placed(key, "2 2 2") == ["2 2 2"]
    assert placed(key, "2 9 9 K") == ["2 9 9", "K"]
    assert placed(key, "3red 9 3red 9 9") == ["3red 3red", "9 9 9"]
    assert placed(key, "3red 2 2") == ["3red", "2 2"]
    assert placed(key, "9 9 9 9 9 9 9 9 9") == ["9 9 9 9 9 9 9", "9 9"]
    assert placed(key, "9 9 9 9 9 9 9 2") == ["9 9 9 9 9 9 9", "2"]
    assert placed(key, "9 9 9 9 9 9 9 K K 9") == ["9 9 9 9 9 9 9", "K K", "9"]


@pytest.mark.parametrize("key", FAMILY)
def test_a_card_spoils_no_meld(key: str) -> None:
    assert placed(key, "2 2 2 9 9 9") == ["2 2 2", "9 9 9"]
    most = "9 9 9 2 2 2" if key == "pennies" else "9 9 9 2 2"
    assert placed(key, "9 9 9 2 2 2 2")[0] == most
    assert most in placed(key, "2 2 2 9 9 9 2 2 2")
    assert placed(key, "2 2 9 9 9") == ["2 2 9 9 9"]
    assert placed(key, "9 9 2 2 9 K")[0] == ("9 9 2 2 9" if key == "pennies" else "9 9 2 9")


def test_a_wild_card_joins_no_sevens() -> None:
    for key in ("bain", "pennies"):
        assert placed(key, "7 7 7 2 2 2 7") == ["7 7 7 7", "2 2 2"]
        assert placed(key, "2 2 2 7 7 7 joker") == ["2 2 2 joker", "7 7 7"]
        assert placed(key, "7 7 2") == ["7 7 2"]
    assert placed("bga", "7 7 7 2") == ["7 7 7 2"]


# ---- Banakil


def test_any_meld_opens_in_banakil() -> None:
    judged = laid("banakil", "3s 3h 3d", need=0)
    assert (judged.unit, judged.need, judged.reached) == ("melds", 1, 1)
    assert judged.points == Decimal("1.5")
    assert judged.opens
    assert not laid("banakil", "3s 3h").opens
    assert laid("banakil", "3s 3h 3d", "5h 6h").reached == 1
    assert not laid("banakil", "3s 3h 3d", "5h 6h").opens
    assert not laid("banakil").opens


def test_every_card_of_banakil_is_worth_what_the_scoring_says() -> None:
    faces = melding_of("banakil").faces
    assert sum((face.value or 0) * (face.copies or 0) for face in faces) == 108
    assert sum(face.copies or 0 for face in faces) == 106
    assert [face.card.code for face in faces][:13] == [
        *(f"{rank}s" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")),
        "Ah",
    ]
    worth = {face.card.code: face.value for face in faces}
    assert (worth["joker"], worth["2"], worth["Ad"]) == (4, 2, Decimal("1.5"))
    assert (worth["Kc"], worth["7h"], worth["6h"], worth["3s"]) == (1, 1, 0.5, 0.5)


@pytest.mark.parametrize(
    "meld", ["As Ah Ad", "As Ah Ad Ac", "3s 3h 3c", "As Ah joker", "3s joker 3d 3c"]
)
def test_a_set_is_of_aces_or_threes(meld: str) -> None:
    assert kind("banakil", meld) == "Set"


@pytest.mark.parametrize(
    ("meld", "found"),
    [
        ("As Ah", ["too_few"]),
        ("joker joker", ["too_few", "jokers"]),
        ("9s 9h 9d", ["rank_of_set"]),
        ("As Ah As", ["suits_repeat"]),
        ("9s 9s 9d", ["rank_of_set", "suits_repeat"]),
        ("As Ah 2", ["two_in_set"]),
        ("As Ah joker joker", ["jokers"]),
        ("As Ah Ad Ac joker", ["too_many"]),
        ("As Ah Ad Ac As", ["suits_repeat", "too_many"]),
        ("As Ah joker 2", ["two_in_set"]),
    ],
)
def test_a_set_is_of_different_suits_with_one_joker(meld: str, found: list[str]) -> None:
    assert faults("banakil", meld) == found


@pytest.mark.parametrize(
    "meld",
    [
        "5h 6h 7h",
        "7h 5h 6h",
        "Qs Ks As",
        "5h joker 7h",
        "5h 2 7h",
        "5h 8h joker 2",
        "5h joker 2",
        "As joker 2",
        "3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad",
        "3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd joker",
        "3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad 2",
        "3d 4d 5d 6d 7d 8d joker 10d Jd Qd Kd Ad 2",
    ],
)
def test_a_run_is_in_sequence_in_one_suit(meld: str) -> None:
    assert kind("banakil", meld) == "Run"


@pytest.mark.parametrize(
    ("meld", "found"),
    [
        ("5h 6h", ["too_few"]),
        ("5h 9h", ["too_few"]),
        ("5h 6h 8h", ["gap"]),
        ("5h 9h joker 2", ["gap"]),
        ("Ah 3h 4h", ["gap"]),
        ("Kh Ah 3h", ["gap"]),
        ("5h 6h 7s", ["suits_differ"]),
        ("5h 6h 6h", ["rank_repeats"]),
        ("5h joker joker", ["jokers"]),
        ("5h 2 2", ["twos"]),
        ("2 2 joker", ["twos", "only_wild"]),
        ("joker 2 joker", ["only_wild", "jokers"]),
        ("3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad joker", ["no_room"]),
        ("3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad joker 2", ["no_room"]),
        ("3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad 2 2", ["twos", "no_room"]),
        ("3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad 3d", ["rank_repeats"]),
    ],
)
def test_a_run_has_no_gap_and_few_wild_cards(meld: str, found: list[str]) -> None:
    assert faults("banakil", meld) == found


def test_limits_are_told_by_number() -> None:
    full = "3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Ad"
    for wild in ("joker", "2 2"):
        last = laid("banakil", f"{full} {wild}").melds[0].faults[-1]
        assert (last.values, "joker" in last.message) == ({"size": 13}, False)
    assert laid("banakil", "As Ah").melds[0].faults[0].values == {"least": 3}
    assert laid("banakil", "As Ah Ad Ac joker").melds[0].faults[0].values == {"most": 4}
    assert laid("marriage", "9c 9c").melds[0].faults[0].values == {"size": 3}
    assert laid("marriage", "9c 9c 9c 9c").melds[0].faults[0].values == {"most": 3}
    said = laid("marriage", "9c 9c", "9c 10c Jc", **PAIRS).melds[0].faults
    assert said[1].values == {"pairs": 7}


def test_the_next_meld_of_banakil_begins_where_a_card_does_not_fit() -> None:
    assert placed("banakil", "5h 6h 7h 8h As Ah Ad") == ["5h 6h 7h 8h", "As Ah Ad"]
    assert placed("banakil", "5h 7s 6h") == ["5h 7s 6h"]
    assert placed("banakil", "As Ah Ad joker 2") == ["As Ah Ad joker", "2"]
    assert placed("banakil", "5h 6h 7h 9h joker") == ["5h 6h 7h", "9h joker"]


# ---- Marriage


def test_three_pure_sequences_or_tunnelas_open() -> None:
    judged = laid("marriage", "9c 10c Jc", "4h 4h 4h", "As 2s 3s", need=0)
    assert [meld.kind for meld in judged.melds] == ["Pure sequence", "Tunnela", "Pure sequence"]
    assert (judged.unit, judged.need, judged.reached, judged.points) == ("melds", 3, 3, None)
    assert judged.opens
    assert laid("marriage", "9c 10c Jc", "4h 4h 4h").missing == 1
    assert not laid("marriage", "9c 10c Jc", "4h 4h 4h").opens
    assert not laid("marriage", "9c 10c Jc", "4h 4h 4h", "As 2s 3s", "5d 5d").opens
    assert laid("marriage", "9c 10c Jc", "4h 4h 4h", "As 2s 3s", "5d 5d 5d").opens


@pytest.mark.parametrize("meld", ["As 2s 3s", "Qh Kh Ah", "Ah Kh Qh", "2d 4d 3d", "9c 10c Jc"])
def test_a_pure_sequence_is_in_one_suit_ace_high_or_low(meld: str) -> None:
    assert kind("marriage", meld) == "Pure sequence"


@pytest.mark.parametrize(
    ("meld", "found"),
    [
        ("", ["too_few"]),
        ("9c 10c", ["too_few"]),
        ("9c 9c 9c 9c", ["too_many"]),
        ("9c 10c Jc Qc", ["too_many"]),
        ("9c 10c Jh", ["suits_differ"]),
        ("9c 9c 9h", ["suits_differ"]),
        ("9c 9h 9d", ["triplet"]),
        ("9c 10c Qc", ["no_sequence"]),
        ("9c 9c 10c", ["no_sequence"]),
        ("Ac Ac 2c", ["no_sequence"]),
        ("Kc Ac 2c", ["round_the_corner"]),
        ("Ks Ac 2c", ["suits_differ"]),
        ("9c 9c", ["too_few"]),
    ],
)
def test_nothing_else_opens(meld: str, found: list[str]) -> None:
    assert faults("marriage", meld) == found


def test_a_deck_of_marriage_is_three_packs() -> None:
    faces = melding_of("marriage").faces
    assert len(faces) == 52
    assert {(face.copies, face.value) for face in faces} == {(3, None)}
    assert faces[12].card.code == "2s"


def test_seven_pairs_open_where_a_round_is_settled_by_maal() -> None:
    pairs = [f"{rank}{suit} {rank}{suit}" for rank in ("4", "8", "K") for suit in "shd"]
    six, seven = laid("marriage", *pairs[:6], **PAIRS), laid("marriage", *pairs[:7], **PAIRS)
    assert (six.unit, six.need, six.reached, six.missing) == ("pairs", 7, 6, 1)
    assert not six.opens
    assert seven.opens
    assert {meld.kind for meld in seven.melds} == {"Pair"}
    assert seven.points is None
    assert {meld.points for meld in seven.melds} == {None}
    assert laid("marriage", *pairs[:8], **PAIRS).opens
    assert laid("marriage", *pairs[:7]).unit == "melds"
    assert not laid("marriage", *pairs[:7]).opens


def test_a_pair_may_be_only_begun() -> None:
    begun = laid("marriage", "4h 4h", "8s", **PAIRS)
    assert (begun.unit, begun.reached, begun.missing) == ("pairs", 1, 6)
    assert [[one.code for one in meld.faults] for meld in begun.melds] == [[], ["too_few"]]
    assert laid("marriage", "8s", **PAIRS).unit == "melds"
    assert laid("marriage", "8s", "4h 4h", **PAIRS).unit == "pairs"
    assert laid("marriage", "4h 4h", "8s 9s", **PAIRS).unit == "melds"
    assert laid("marriage", "4h 4h", "8s").unit == "melds"


def test_pairs_and_melds_do_not_go_together() -> None:
    assert faults("marriage", "9c 10c Jc", "4h 4h", **PAIRS) == ["too_few", "pair_among_melds"]
    assert faults("marriage", "9c 10c Jc", "4h 5h", **PAIRS) == ["too_few"]
    assert faults("marriage", "9c 10c Jc", "4h 4h") == ["too_few"]
    assert laid("marriage", **PAIRS).unit == "melds"


def test_the_next_meld_of_marriage_begins_after_three_cards_or_a_pair() -> None:
    taps = "9c 10c Jc 4h 4h 4h 4d 4d 5d"
    assert placed("marriage", taps) == ["9c 10c Jc", "4h 4h 4h", "4d 4d 5d"]
    assert placed("marriage", taps, **PAIRS) == ["9c 10c Jc", "4h 4h 4h", "4d 4d", "5d"]
    assert placed("marriage", "4h 5h 5h", **PAIRS) == ["4h 5h 5h"]
    assert placed("marriage", "4h 9s 4h", **PAIRS) == ["4h 9s 4h"]


# ---- in every game

TABLES: list[tuple[str, dict[str, Any]]] = [(key, {}) for key in VARIANTS] + [
    ("marriage", PAIRS),
    ("bga", {"max_wilds": 2, "opening_by": "score"}),
]


@st.composite
def lays(draw: st.DrawFn) -> tuple[Melding, list[Cards], int]:
    """Draw any cards of any game in any melds, and what is asked of them."""
    key, options = draw(st.sampled_from(TABLES))
    melding = melding_of(key, **options)
    # Of few cards, so that there are melds among them.
    few = draw(st.lists(st.sampled_from(melding.faces), min_size=1, max_size=4))
    meld = st.lists(st.sampled_from([face.card for face in few]), max_size=8).map(tuple)
    return melding, draw(st.lists(meld, max_size=5)), draw(st.sampled_from([0, 15, 50, 90, 150]))


@given(lays())
def test_anything_is_judged(drawn: tuple[Melding, list[Cards], int]) -> None:
    melding, melds, need = drawn
    judged = melding.judge(melds, need)

    assert [meld.cards for meld in judged.melds] == melds
    assert all(bool(meld.kind) == meld.is_legal for meld in judged.melds)
    assert judged.opens == (judged.is_legal and judged.missing == 0)
    assert judged.missing >= 0
    if judged.unit == "points":
        assert judged.points == sum(meld.points or 0 for meld in judged.melds)
        if all(meld.is_legal or meld.is_begun for meld in judged.melds):
            assert judged.reached == judged.points
        assert judged.reached <= judged.points
        assert judged.missing == max(need - judged.reached, 0)


@given(lays())
def test_the_order_of_cards_in_a_meld_is_all_one(drawn: tuple[Melding, list[Cards], int]) -> None:
    melding, melds, need = drawn
    turned = [tuple(reversed(meld)) for meld in melds]
    first, second = melding.judge(melds, need), melding.judge(turned, need)

    assert first.opens == second.opens
    assert [(one.kind, one.points) for one in first.melds] == [
        (one.kind, one.points) for one in second.melds
    ]


@given(lays())
def test_more_points_never_open_less(drawn: tuple[Melding, list[Cards], int]) -> None:
    melding, melds, need = drawn
    if melding.judge(melds, need).opens:
        assert melding.judge(melds, max(need - 5, 0)).opens


@given(lays(), st.data())
def test_a_card_is_placed_in_one_of_the_melds_or_in_a_new_one(
    drawn: tuple[Melding, list[Cards], int], data: st.DataObject
) -> None:
    melding, melds, _need = drawn
    laid = melds or [()]
    current = data.draw(st.integers(0, len(laid) - 1))
    card = data.draw(st.sampled_from(melding.faces)).card

    assert melding.place(laid, current, card) in {None, *range(len(laid))}
    if not laid[current]:
        assert melding.place(laid, current, card) == current


@pytest.mark.parametrize("key", VARIANTS)
def test_every_card_has_a_word_of_its_own(key: str) -> None:
    melding = melding_of(key)
    codes = [face.card.code for face in melding.faces]
    assert max(Counter(codes).values()) == 1
    assert [melding.face(code) for code in codes] == list(melding.faces)
    assert melding.face("11x") is None
    assert all(re.fullmatch(r"[0-9A-Za-z]+", code) for code in codes)


def test_more_than_a_deck_holds_is_found() -> None:
    banakil = melding_of("banakil")
    jokers = cards(banakil, "joker joker")
    assert over_deck(banakil.faces, [jokers]) == set()
    assert over_deck(banakil.faces, [jokers, jokers[:1]]) == {jokers[0]}
    bga = melding_of("bga")
    assert over_deck(bga.faces, [cards(bga, "joker " * 30)]) == set()


def test_a_sequence_of_marriage_is_one_in_any_order() -> None:
    melding = melding_of("marriage")
    for order in permutations(cards(melding, "Qh Kh Ah")):
        assert melding.judge([order], 0).melds[0].is_legal
