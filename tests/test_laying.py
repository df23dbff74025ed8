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


@pytest.mark.parametrize("taken", ["drop-1", "clear", "out-9-1", "clear clear", "drop-1 drop-1"])
def test_back_brings_back_what_was_taken_away(taken: str) -> None:
    laid = Laying.read(BAIN, "9-1.9-1.K-2").after(taken.split())
    carried = Laying.read(BAIN, str(laid), laid.was)
    back = carried.after(["back"])
    assert (str(back), back.was) == ("9-1.9-1.K-2", "")
    more = carried.after(["8", "next", "back", "back", "back"])
    assert str(more) == "9-1.9-1.K-2"
    assert str(carried.after(["back", "back"])) == "9-1.9-1"


def test_back_brings_back_one_step() -> None:
    assert tapped(BAIN, "9 K drop-1 clear back back") == ""
    assert tapped(BAIN, "9 9 K next out-9-1 back") == "9-1.9-1.K-2.-3"
    assert tapped(BAIN, "9 9 K next out-9-1 8 back back") == "9-1.9-1.K-2.-3"
    assert tapped(BAIN, "9 next drop-1 clear back") == "9-1.-2"


@pytest.mark.parametrize("was", ["", "9-1", "1.", "x.9-1", "2.9-1", "-1.9-1", "0.nonsense", "1.\0"])
def test_what_makes_no_sense_is_not_brought_back(was: str) -> None:
    laid = Laying.read(BAIN, "9-1", was)
    assert (laid.was, laid.unread) == ("", False)
    assert str(laid.after(["back"])) == ""


def test_numbers_of_melds_do_not_run_out() -> None:
    assert tapped(BAIN, "9", "K-99") == "K-99.9-1"
    assert tapped(BAIN, "next 9 8", "K-99.K-1") == "K-99.K-1.9-2.8-3"


def test_clear_takes_all() -> None:
    assert tapped(BAIN, "9 9 K clear") == ""
    assert not Laying.read(BAIN, "nonsense").after(["clear"]).unread


def test_a_meld_is_dropped() -> None:
    assert tapped(BAIN, "9 9 K K drop-1") == "K-2.K-2"
    assert tapped(BAIN, "9 9 K K drop-2") == "9-1.9-1"
    assert tapped(BAIN, "9 drop-1") == ""
    assert tapped(BAIN, "9 K 8 drop-2") == "9-1.8-3"


def test_a_tap_on_a_meld_that_is_gone_means_no_other() -> None:
    assert tapped(BAIN, "drop-1 drop-1", "9-1.9-1.9-1.K-2.K-2.K-2") == "K-2.K-2.K-2"
    assert tapped(BAIN, "drop-1 meld-2 2", "9-1.K-2.8-3") == "K-2.8-3.2-2"
    assert tapped(BAIN, "drop-1 meld-1 2", "9-1.K-2.8-3") == "K-2.8-3.2-3"
    assert tapped(BAIN, "out-9-1 out-9-1", "9-1.K-2") == "K-2"
    assert tapped(BAIN, "drop-2 K drop-2", "9-1.8-2") == "9-1.K-3"
    assert tapped(BAIN, "clear K drop-1", "9-1.8-2") == "K-3"
    for tap in ("drop-2", "meld-9", "out-K-1"):
        laid = Laying.read(BAIN, "9-1").after([tap])
        assert (str(laid), laid.unread) == ("9-1", False)


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
    assert tapped(BAIN, "9 K out-9-1") == "K-2"
    assert tapped(BAIN, "9 K out-9-2") == "9-1.K-2"
    assert tapped(BAIN, "9 next out--2") == "9-1.-2"


def test_melds_keep_their_numbers() -> None:
    laid = Laying.read(BAIN, "9-7.9-7.K-40")
    assert (str(laid), laid.numbers, laid.current) == ("9-7.9-7.K-40", [7, 40], 40)
    assert Laying.read(BAIN, "9-5.-2").numbers == [5, 2]
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


@pytest.mark.parametrize("tap", ["", "11", "drop-0", "drop-x", "meld-100", "out-K", "out-", "Next"])
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
    again = Laying.read(melding, str(laid), laid.was)

    assert (str(again), again.melds, again.current) == (str(laid), laid.melds, laid.current)
    assert not again.unread
    assert all(laid.melds[:-1]) or not laid.melds
    assert melding.judge(laid.melds, 50).melds is not None


@given(taps())
def test_taps_sent_together_are_taps_sent_one_by_one(drawn: tuple[Melding, list[str]]) -> None:
    melding, made = drawn
    text = was = ""
    for tap in made[:MOST_TAPS]:
        laid = Laying.read(melding, text, was).after([tap])
        text, was = str(laid), laid.was
    together = Laying.read(melding, "").after(made[:MOST_TAPS])
    assert (text, was) == (str(together), together.was)


some_text = st.text(alphabet="9K-1.2-0x ", max_size=40)


@given(some_text, some_text, st.lists(st.text(max_size=8) | words, max_size=4))
def test_anything_is_answered(text: str, was: str, made: list[str]) -> None:
    laid = Laying.read(BAIN, text, was).after(made)
    again = Laying.read(BAIN, str(laid), laid.was)
    assert (str(again), again.was) == (str(laid), laid.was)
