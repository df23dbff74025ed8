"""Taps become melds, and what is laid is read back as it was; whatever is sent is answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.laying import MOST_CARDS, MOST_TAPS, Laying
from games.variants import VARIANTS
from games.variants.melds import Melding


def melding_of(key: str) -> Melding:
    variant = VARIANTS[key]
    return variant.melding(variant.read_options({}, variant.seatings[0])[0])


BAIN, BANAKIL, MARRIAGE = (melding_of(key) for key in ("bain", "banakil", "marriage"))


def tapped(melding: Melding, taps: str, laid: str = "") -> str:
    """Return the text of what is laid after taps with blanks between them."""
    return str(Laying.read(melding, laid).after(taps.split()))


def test_one_tap_lays_one_card() -> None:
    assert tapped(BAIN, "9 9 9 2") == "9-1.9-1.9-1.2-1"
    assert tapped(BAIN, "9 9 K K 9") == "9-1.9-1.K-2.K-2.9-1"
    assert tapped(MARRIAGE, "9c 10c Jc 4h 4h 4h") == "9c-1.10c-1.Jc-1.4h-2.4h-2.4h-2"


def test_taps_go_on_from_what_is_laid() -> None:
    assert tapped(BAIN, "2", "9-1.9-1") == "9-1.9-1.2-1"
    laid = Laying.read(BAIN, "9-1.9-1.K-2")
    assert (laid.current, len(laid.melds), laid.unread) == (2, 2, False)
    assert [card.code for card in laid.melds[0]] == ["9", "9"]


def test_nothing_laid_has_no_meld() -> None:
    for text in ("", "-1"):
        laid = Laying.read(BAIN, text)
        assert (laid.melds, laid.current, laid.unread) == ([], 1, False)


def test_next_begins_a_meld_by_hand() -> None:
    assert tapped(BAIN, "2 2 2 next") == "2-1.2-1.2-1.-2"
    assert tapped(BAIN, "2 2 2 next 9") == "2-1.2-1.2-1.9-2"
    assert tapped(BAIN, "2 next next next 9") == "2-1.9-2"
    assert tapped(BAIN, "next") == ""
    assert len(Laying.read(BAIN, "2-1.-2").melds) == 2


def test_back_takes_the_last_tap() -> None:
    assert tapped(BAIN, "9 9 K back") == "9-1.9-1"
    assert tapped(BAIN, "9 next back") == "9-1"
    assert tapped(BAIN, "9 back back back") == ""
    assert tapped(BAIN, "9 K 9 back") == "9-1.K-2"


def test_clear_takes_all() -> None:
    assert tapped(BAIN, "9 9 K clear") == ""
    assert not Laying.read(BAIN, "nonsense").after(["clear"]).unread


def test_a_meld_is_dropped() -> None:
    assert tapped(BAIN, "9 9 K K drop-1") == "K-1.K-1"
    assert tapped(BAIN, "9 9 K K drop-2") == "9-1.9-1"
    assert tapped(BAIN, "9 drop-1") == ""
    assert tapped(BAIN, "9 K 8 drop-2") == "9-1.8-2"


def test_a_meld_is_gone_on_with() -> None:
    assert tapped(BAIN, "9 K meld-1 2") == "9-1.K-2.2-1"
    assert tapped(BAIN, "9 K meld-1") == "9-1.K-2.-1"
    assert tapped(BAIN, "9 K next meld-1 2") == "9-1.K-2.2-1"
    assert Laying.read(BAIN, "9-1.K-2.-1").current == 1


def test_what_is_full_has_no_room() -> None:
    assert Laying.read(MARRIAGE, "9c-1.9c-1").has_room(1)
    assert not Laying.read(MARRIAGE, "9c-1.9c-1.9c-1").has_room(1)
    assert not Laying.read(BAIN, ".".join(["9-1"] * 7)).has_room(1)
    assert Laying.read(BAIN, "9-1.9-1.K-2").has_room(1)


def test_a_card_is_taken_out() -> None:
    assert tapped(BAIN, "9 9 2 K out-9-1") == "9-1.2-1.K-2"
    assert tapped(BAIN, "9 K out-9-1") == "K-1"
    assert tapped(BAIN, "9 K out-9-2") == "9-1.K-2"
    assert tapped(BAIN, "9 next out--2") == "9-1.-2"


def test_melds_are_numbered_through() -> None:
    assert str(Laying.read(BAIN, "9-7.9-7.K-40")) == "9-1.9-1.K-2"
    assert str(Laying.read(BAIN, "K-2.9-1")) == "K-2.9-1"


def test_a_deck_has_only_so_many_of_a_card() -> None:
    laid = Laying.read(BANAKIL, "").after(["joker", "joker", "joker"])
    assert laid.unread
    assert laid.number_of(BANAKIL.faces[-2].card) == 2
    assert tapped(MARRIAGE, "9c 9c 9c 9c") == "9c-1.9c-1.9c-1"
    assert Laying.read(MARRIAGE, ".".join(["9c-1"] * 4)).unread


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "9",
        "9-",
        "9-0",
        "9--1",
        "9-100",
        "9-\N{ARABIC-INDIC DIGIT ONE}",
        "11-1",
        "9h-1",
        "..",
        "9-1..9-1",
        "9-1 ",
        "\0-1",
        "9-1.<script>",
        "-",
    ],
)
def test_what_cannot_be_read_is_left_out_and_told(text: str) -> None:
    laid = Laying.read(BAIN, text)
    assert laid.unread
    assert set(str(laid).split(".")) <= {"", "9-1"}


@pytest.mark.parametrize(
    "tap", ["", "11", "drop-0", "drop-2", "drop-x", "meld-9", "out-K-1", "Next"]
)
def test_a_tap_that_means_nothing_changes_nothing_and_is_told(tap: str) -> None:
    laid = Laying.read(BAIN, "9-1").after([tap])
    assert (str(laid), laid.unread) == ("9-1", True)


def test_there_is_an_end_to_what_can_be_laid() -> None:
    full = Laying.read(melding_of("bga"), ".".join(["9-1"] * MOST_CARDS))
    assert not full.unread
    assert not Laying.read(melding_of("bga"), f"{full}.-2").unread
    more = full.after(["K"])
    assert (more.unread, str(more)) == (True, str(full))
    assert Laying.read(melding_of("bga"), ".".join(["9-1"] * (MOST_CARDS + 1))).unread
    assert Laying.read(melding_of("bga"), "9-1." * 50_000).unread
    assert Laying.read(BAIN, "").after(["next"] * (MOST_TAPS + 1)).unread
    assert not Laying.read(BAIN, "").after(["next"] * MOST_TAPS).unread


words = st.sampled_from(
    ["next", "back", "clear", "drop-1", "drop-2", "meld-1", "meld-3", "out-9-1"]
)


@st.composite
def taps(draw: st.DrawFn) -> tuple[Melding, list[str]]:
    """Draw taps on any game's cards, few of them, with whatever else can be tapped between."""
    melding = melding_of(draw(st.sampled_from(sorted(VARIANTS))))
    few = draw(st.lists(st.sampled_from(melding.faces), min_size=1, max_size=3))
    return melding, draw(st.lists(words | st.sampled_from([face.card.code for face in few])))


@given(taps())
def test_what_is_laid_is_read_back_as_it_was(drawn: tuple[Melding, list[str]]) -> None:
    melding, made = drawn
    laid = Laying.read(melding, "").after(made)
    again = Laying.read(melding, str(laid))

    assert (str(again), again.melds, again.current) == (str(laid), laid.melds, laid.current)
    assert not again.unread
    assert all(laid.melds[:-1]) or not laid.melds
    assert melding.judge(laid.melds, 50).melds is not None


@given(taps())
def test_taps_sent_together_are_taps_sent_one_by_one(drawn: tuple[Melding, list[str]]) -> None:
    melding, made = drawn
    text = ""
    for tap in made[:MOST_TAPS]:
        text = str(Laying.read(melding, text).after([tap]))
    assert text == str(Laying.read(melding, "").after(made[:MOST_TAPS]))


@given(st.text(alphabet="9K-1.2-0x ", max_size=40), st.lists(st.text(max_size=8), max_size=4))
def test_anything_is_answered(text: str, made: list[str]) -> None:
    laid = Laying.read(BAIN, text).after(made)
    assert str(Laying.read(BAIN, str(laid))) == str(laid)
