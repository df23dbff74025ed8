"""A new game as a form."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.forms.start import LOT, StartForm
from games.forms.startpage import StartPage, playable
from games.models import NewTeam, User
from games.variants import VARIANTS
from games.variants.entry import questions
from tests.build import started
from tests.variants.build import NAMES

TIMES = "\N{MULTIPLICATION SIGN}"

OWN_FIELDS = {
    *("submission", "seated", "seating", "start", "swap", "add", "first_dealer", "name"),
    *("time_zone", "again", "csrfmiddlewaretoken"),
}


def _typed(key: str = "bain", seated: str = "", **typed: object) -> dict[str, str]:
    """What is typed to start a game of as many players as usual, with these changes."""
    fresh = StartForm(VARIANTS[key], None, None)
    seated = seated or fresh.chosen
    players = fresh.seatings[seated].players if seated in fresh.seatings else 4
    seats = {f"seat-{place}": NAMES[place] for place in range(players)}
    usual = {"seated": seated, "submission": str(uuid4()), "start": "", "first_dealer": "0"}
    return {**usual, **seats, **{name: str(text) for name, text in typed.items()}}


def _form(key: str = "bain", seated: str = "", **typed: object) -> StartForm:
    return _sent(key, _typed(key, seated, **typed))


def _sent(key: str, fields: Mapping[str, str]) -> StartForm:
    data = QueryDict(mutable=True)
    data.update(fields)
    return StartForm(VARIANTS[key], data, None)


def _seat(place: int, name: str) -> dict[str, Any]:
    return {f"seat-{place}": name}


def _sitting(form: StartForm) -> list[str]:
    return [form.sitting(place) for place in range(form.seating.players)]


# ---- what a game is started with


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_seating_of_every_game(key: str) -> None:
    for seated, seating in StartForm(VARIANTS[key], None, None).seatings.items():
        form = _form(key, seated, first_dealer=1)
        assert form.is_valid(), form.faults
        game = form.game()
        assert [len(team.players) for team in game["teams"]] == [seating.each] * seating.teams
        players = [player for team in game["teams"] for player in team.players]
        assert [players[number] for number in game["seats"]] == list(NAMES[: seating.players])
        assert players[game["first_dealer"]] == NAMES[1]
        assert game["options"] == VARIANTS[key].read_options({}, seating)[0]


def test_partners_sit_opposite_and_a_team_is_called_by_its_players() -> None:
    assert _form().game()["teams"] == [
        NewTeam("Ana & Celia", ("Ana", "Celia")),
        NewTeam("Ben & Dev", ("Ben", "Dev")),
    ]
    three = _form("pennies", **{"team-1": " East  West "}).game()["teams"]
    assert [team.name for team in three] == ["Ana, Celia & Ece", "East West"]


def test_a_lone_players_team_bears_the_players_name() -> None:
    form = _form("banakil", "3x1", **{"team-0": "North"})
    assert form.is_valid()
    assert form.game()["teams"] == [NewTeam(name, (name,)) for name in NAMES[:3]]


def test_names_are_tidied() -> None:
    form = _form(name="  Friday   cards ", **_seat(0, "  Ana\u3000 Maria "))
    assert form.is_valid()
    assert form.game()["teams"][0].players == ("Ana Maria", "Celia")
    assert form.game()["name"] == "Friday cards"


def test_house_rules_that_were_changed() -> None:
    form = _form(target="१५०००", red_threes_need="seven_canastas")
    assert form.is_valid()
    options = form.game()["options"]
    assert (options.target, options.going_out_bonus) == (15_000, 200)
    assert options.red_threes_need == "seven_canastas"


def test_a_house_rule_left_empty_is_as_usual() -> None:
    assert _form("banakil", "2x2", target=" ").game()["options"].target == 303
    assert _form("bga", target="", rounds="").game()["options"].rounds == 4


# ---- who deals


def test_the_lot_draws_every_player_and_the_same_one_for_the_same_form() -> None:
    drawn = set()
    for number in range(60):
        submission = UUID(int=number * 7919, version=4)
        forms = [_form(first_dealer=LOT, submission=submission) for _twice in range(2)]
        dealers = [form.game()["first_dealer"] for form in forms]
        assert dealers[0] == dealers[1]
        drawn.add(dealers[0])
    assert drawn == {0, 1, 2, 3}


def test_without_a_choice_the_lot_decides() -> None:
    fields = _typed()
    del fields["first_dealer"]
    form = _sent("bain", fields)
    assert form.is_valid()
    assert StartPage(form).unnamed


@pytest.mark.parametrize("dealer", ["4", "-1", "1e0", "", "x", "9" * 40, "\0", "२"])
def test_a_dealer_who_does_not_sit_here(dealer: str) -> None:
    form = _form(first_dealer=dealer)
    assert not form.is_valid()
    assert list(form.faults) == ["first_dealer"]
    assert StartPage(form).dealer_errors


# ---- names that are none


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u200b",
        "\u202e\u200f",
        "\t",
        "\0",
        "A\0",
        "A\nB",
        "A\x1b[1m",
        "x" * 81,
        "é" * 81,
    ],
)
def test_what_is_no_name_is_told_beside_its_seat(name: str) -> None:
    form = _form(**_seat(2, name))
    assert not form.is_valid()
    assert list(form.faults) == ["seat-2"]
    page = StartPage(form)
    assert page.seats[2].name == name
    assert page.seats[2].errors
    assert [seat.name for seat in page.seats if not seat.errors] == ["Ana", "Ben", "Dev"]


@pytest.mark.parametrize(
    "name",
    [
        *("Zoë", "😀", "👩\u200d👩\u200d👧", "مريم", "דָּוִד", "नेहा"),
        *("x" * 80, "&", "1", "O'Neil <b>"),
    ],
)
def test_names_of_all_kinds(name: str) -> None:
    form = _form(**_seat(0, name))
    assert form.is_valid(), form.faults
    assert form.game()["teams"][0].players[0] == name


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "ANA"), ("Ana", " ana "), ("Zoe\u0308", "Zoë"), ("Maß", "MASS")]
)
def test_a_name_twice(one: str, other: str) -> None:
    form = _form(**_seat(0, one), **_seat(3, other))
    assert not form.is_valid()
    assert list(form.faults) == ["seat-3"]


@pytest.mark.parametrize(
    ("teams", "wrong"),
    [
        ({"team-0": "Ben"}, "team-0"),
        ({"team-0": "We", "team-1": "WE"}, "team-1"),
        ({"team-0": "Ben & Dev"}, "team-1"),
        ({"team-0": "x" * 81}, "team-0"),
        ({"team-1": "\0"}, "team-1"),
        ({"team-1": "\u200b"}, "team-1"),
    ],
)
def test_a_teams_name_that_cannot_be(teams: Mapping[str, str], wrong: str) -> None:
    form = _form(**teams)
    assert not form.is_valid()
    assert list(form.faults) == [wrong]


def test_names_too_long_to_be_joined() -> None:
    long = {f"seat-{place}": f"{NAMES[place]:x<80}" for place in range(12)}
    form = _form("bga", "2x6", **long)
    assert not form.is_valid()
    assert list(form.faults) == ["team-0", "team-1"]
    assert _form("bga", "2x6", **long, **{"team-0": "North", "team-1": "South"}).is_valid()


@pytest.mark.parametrize("name", ["x" * 81, "\0", "A\0", "\u200b"])
def test_a_name_that_the_game_cannot_have(name: str) -> None:
    form = _form(name=name)
    assert not form.is_valid()
    assert StartPage(form).name_errors
    assert StartPage(form).name == name


# ---- house rules that are none


@pytest.mark.parametrize(
    "text", ["20,0000", "20,000.5", "0", "-5", "1" + "0" * 30, "9" * 5000, "1e4", "x", "\0", "12.5"]
)
def test_a_number_that_is_none(text: str) -> None:
    form = _form(target=text)
    assert not form.is_valid()
    assert list(form.faults) == ["target"]
    option = next(option for option in StartPage(form).options if option.name == "target")
    assert (option.value, len(option.errors)) == (text, 1)
    assert StartPage(form).options_open


def test_what_is_no_number_is_told_to_write_digits_only() -> None:
    form = _form(target="20 thousand")
    assert not form.is_valid()
    assert "digits only" in form.faults["target"][0]


def test_a_choice_that_is_none() -> None:
    form = _form(red_threes_need="whatever")
    assert not form.is_valid()
    assert list(form.faults) == ["red_threes_need"]


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_house_rules_share_no_name_with_other_fields(key: str) -> None:
    named = {question.name for question in questions(VARIANTS[key].options)}
    assert not named & OWN_FIELDS
    assert not [name for name in named if name.startswith(("seat-", "team-"))]


# ---- what else is sent


@pytest.mark.parametrize("text", ["", "x", "\0", "1" * 5000])
def test_a_submission_that_is_none(text: str) -> None:
    form = _form(submission=text)
    assert not form.is_valid()
    assert list(form.faults) == [""]
    assert StartPage(form).submission.version == 4


@pytest.mark.parametrize("seated", ["9x9", "2", "x", "\0", "2X2", "9" * 5000])
def test_a_seating_that_the_game_does_not_have(seated: str) -> None:
    form = _form(seated=seated)
    assert not form.is_valid()
    assert StartPage(form).errors
    assert StartPage(form).seating == "2x2"


@given(st.dictionaries(st.sampled_from(sorted(_typed("bga", "2x6"))), st.text(max_size=90)))
def test_nothing_that_is_sent_makes_it_raise(fields: dict[str, str]) -> None:
    form = _sent("bga", {**_typed("bga"), **fields})
    page = StartPage(form)
    if form.rearranges:
        form.rearrange()
    elif form.is_valid():
        form.game()
    names = [name for name in dir(page) if not name.startswith("_") and name != "lately"]
    assert [getattr(page, name) for name in names]


# ---- moving people about


def test_neighbours_change_places_and_the_deal_goes_with_them() -> None:
    form = _sent("bain", {**_typed(first_dealer=1), "swap": "1"} | {"start": ""})
    assert not form.rearranges
    for place, seats, dealer in (
        ("1", ["Ana", "Celia", "Ben", "Dev"], 2),
        ("3", ["Dev", "Ben", "Celia", "Ana"], 1),
    ):
        fields = _typed(first_dealer=1)
        del fields["start"]
        form = _sent("bain", {**fields, "swap": place})
        assert form.rearranges
        assert form.rearrange()
        assert (_sitting(form), form.dealer) == (seats, dealer)


def _pressed(button: str, value: str, key: str = "bain", seated: str = "", **typed: object) -> Any:
    fields = _typed(key, seated, **typed)
    del fields["start"]
    form = _sent(key, {**fields, button: value})
    assert form.rearranges
    return form


@pytest.mark.parametrize("place", ["4", "-1", "x", "", "\0", "9" * 40])
def test_nobody_sits_there_to_change_places(place: str) -> None:
    form = _pressed("swap", place)
    assert not form.rearrange()
    assert StartPage(form).errors
    assert _sitting(form) == list(NAMES[:4])


def test_a_name_goes_to_the_first_empty_seat_and_away_again() -> None:
    form = _pressed("add", "Ece", **_seat(1, " "), **_seat(3, ""))
    assert form.rearrange()
    assert _sitting(form) == ["Ana", "Ece", "Celia", ""]
    form = _pressed("add", "ECE", **_seat(1, "Ece"))
    assert form.rearrange()
    assert _sitting(form) == ["Ana", "", "Celia", "Dev"]


def test_no_seat_is_empty() -> None:
    form = _pressed("add", "Ece")
    assert not form.rearrange()
    assert StartPage(form).errors


def test_other_people_play_and_nothing_typed_is_lost() -> None:
    form = _pressed("seating", "2x2", "bga", "6x1", name="Friday", rounds="6", clean_bonus="400")
    assert form.rearrange()
    page = StartPage(form)
    assert (page.seating, [seat.name for seat in page.seats]) == ("2x2", list(NAMES[:4]))
    assert page.kept == [("seat-4", "Ece"), ("seat-5", "Finn")]
    assert page.name == "Friday"
    values = {option.name: option.value for option in page.options}
    assert (values["rounds"], values["clean_bonus"]) == ("6", "400")
    assert not page.errors


def test_team_names_wait_while_everybody_plays_alone() -> None:
    form = _pressed("seating", "4x1", "banakil", "2x2", **{"team-0": "North"})
    assert form.rearrange()
    assert StartPage(form).teams == []
    assert StartPage(form).kept == [("team-0", "North")]


def test_usual_house_rules_follow_who_plays_and_agreed_ones_stay() -> None:
    form = _pressed("seating", "2x2", "banakil", "4x1", target="203")
    assert form.rearrange()
    assert form.text("target") == "303"
    form = _pressed("seating", "2x2", "banakil", "4x1", target="250")
    assert form.rearrange()
    assert form.text("target") == "250"


def test_a_dealer_who_no_longer_plays_leaves_it_to_the_lot() -> None:
    form = _pressed("seating", "2x1", "banakil", "4x1", first_dealer="3")
    assert form.rearrange()
    assert StartPage(form).unnamed


def test_a_seating_that_cannot_be_chosen() -> None:
    form = _pressed("seating", "5x5")
    assert not form.rearrange()


def test_what_is_no_button_starts_the_game() -> None:
    fields = _typed()
    del fields["start"]
    assert not _sent("bain", fields).rearranges
    assert not _sent("bain", {**fields, "start": "", "swap": "0"}).rearranges
    del fields["seated"]
    assert not _sent("bain", {**fields, "seating": "2x2"}).rearranges


# ---- what the page shows


def test_a_fresh_page() -> None:
    page = StartPage(StartForm(VARIANTS["banakil"], None, None))
    assert (page.seating, page.players, page.unnamed) == ("4x1", "4 players", True)
    assert page.counter_clockwise
    assert [seat.number for seat in page.seats] == [1, 2, 3, 4]
    assert [seat.mark for seat in page.seats] == ["a", "b", "c", "d"]
    assert page.chosen == "4 players, each alone"
    row = f"Teams {TIMES} players in each"
    assert page.seatings[-1] == ("2x2", row, f"2{TIMES}2", "2 pairs", False)
    assert (page.teams, page.kept, page.lately, page.errors) == ([], [], [], ())
    assert page.start_label == "Start, and draw who deals"
    assert page.options_in_words == (
        "As usual: play to 203, pairs score the player who went out, "
        "and the opponents less that player's partner"
    )
    assert page.options[0].help == "Usually 203."
    page = StartPage(StartForm(VARIANTS["bga"], None, None))
    assert [page.options[index].help for index in (1, 2, 9)] == [
        "Usually none.",
        "Usually the round.",
        "Usually 100.",
    ]


def test_what_is_usual_can_be_typed_as_it_stands_there() -> None:
    page = StartPage(StartForm(VARIANTS["bain"], None, None))
    assert page.options[0].help == "Usually 20,000."
    for typed in ("20,000", " 20.000 ", "20 000", "20\N{NARROW NO-BREAK SPACE}000", "20000"):
        form = _form(target=typed)
        assert (form.options()[0].target, form.is_valid()) == (20_000, True)


def test_a_house_rule_says_beside_which_others_it_counts() -> None:
    def told(key: str) -> dict[str, str]:
        options = StartPage(StartForm(VARIANTS[key], None, None)).options
        return {one.name: one.help.partition(". ")[2] for one in options}

    assert told("bga")["rounds"] == "Only where no total is played to."
    assert told("bga")["target"] == told("bain")["target"] == ""
    with_maal = "Only where a round is scored by maal."
    payments = ("seen_payment", "unseen_payment", "dublee_bonus", "unopened_maal")
    assert [told("marriage")[name] for name in payments] == [with_maal] * 4
    assert told("marriage")["finish_bonus"] == "Only where a round is scored by points."


def test_teams_are_called_by_their_seats_until_somebody_sits_there() -> None:
    page = StartPage(StartForm(VARIANTS["pennies"], None, None))
    assert [team.label for team in page.teams] == ["Seats 1, 3 & 5", "Seats 2, 4 & 6"]
    assert [seat.mark for seat in page.seats] == ["a", "b", "a", "b", "a", "b"]
    page = StartPage(_form())
    assert [team.label for team in page.teams] == ["Ana & Celia", "Ben & Dev"]


def test_the_button_says_who_deals() -> None:
    assert StartPage(_form(first_dealer=1)).start_label == "Start: Ben deals round 1"
    page = StartPage(_form(first_dealer=1, **_seat(1, " ")))
    assert page.start_label == "Start: seat 2 deals round 1"
    assert [seat.deals for seat in page.seats] == [False, True, False, False]


def test_house_rules_in_a_line() -> None:
    assert StartPage(_form(target="15000")).options_in_words == "Changed: play to 15,000"
    words = StartPage(_form("bga", target="6000", rounds="")).options_in_words
    assert words == "Changed: or play to 6,000"
    fresh = StartPage(StartForm(VARIANTS["bga"], None, None))
    assert fresh.options_in_words == (
        "As usual: rounds 4, the opening goes by the round, "
        "clean books to go out 2, dirty books to go out 2"
    )


@pytest.mark.parametrize(
    ("key", "players"),
    [("bain", "4 players"), ("bga", "2 to 12 players"), ("marriage", "2 to 5 players")],
)
def test_games_to_choose_from(key: str, players: str) -> None:
    offered = playable(VARIANTS[key])
    assert (offered.key, offered.name, offered.players) == (key, VARIANTS[key].name, players)


@pytest.mark.parametrize(("key", "words"), [("pennies", "2 teams of 3"), ("bga", "3 pairs")])
def test_seatings_in_words(key: str, words: str) -> None:
    page = StartPage(StartForm(VARIANTS[key], None, None))
    assert words in [one.words for one in page.seatings]


def test_seatings_in_two_rows() -> None:
    page = StartPage(StartForm(VARIANTS["bga"], None, None))
    rows = {
        row: [one.short for one in seatings]
        for row, seatings in groupby(page.seatings, lambda one: one.row)
    }
    assert rows["Each alone"] == ["2", "3", "4", "5", "6", "7"]
    assert rows[f"Teams {TIMES} players in each"][:3] == [f"2{TIMES}{each}" for each in (2, 3, 4)]
    assert [one.words for one in page.seatings if one.chosen] == ["4 players, each alone"]


# ---- a club that has played before


@pytest.mark.django_db
def test_names_are_offered_and_spelled_as_the_club_knows_them() -> None:
    club = started(User.objects.make_silently()).club
    data = QueryDict(mutable=True)
    data.update(_typed(**_seat(0, "ANA"), **_seat(1, "Hugo")))
    form = StartForm(VARIANTS["bain"], data, club)
    seated = {item.name: item.seated for item in StartPage(form).lately}
    assert seated == {"Ana": True, "Ben": False, "Celia": True, "Dev": True}
    assert form.is_valid()
    assert [team.name for team in form.game()["teams"]] == ["Ana & Celia", "Hugo & Dev"]
