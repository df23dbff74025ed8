"""The setup of a game as a form."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.forms.setup import NOBODY, SetupForm
from games.forms.setuppage import SetupPage
from games.models import Club, Game, Setup, User
from games.wording import MINUS
from tests.build import imagined, played, started
from tests.models.play import change_setup, fresh, substitute
from tests.variants.build import table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of Bain: Ana, Celia, Ben, Dev in dealing order, each Ana-Ben against Celia-Dev."""
    return started(User.objects.make_silently())


def _sent(game: Game, fields: Mapping[str, object]) -> SetupForm:
    data = QueryDict(mutable=True)
    data.update({name: str(value) for name, value in fields.items()})
    return SetupForm(game, data)


def _form(game: Game, **typed: object) -> SetupForm:
    """The form that a browser sends which was shown the setup as it is, with these changes."""
    usual = {"submission": uuid4(), "revision": game.setup_revision}
    return _sent(game, {**usual, **SetupForm(game).present, **typed})


def _seat(place: int, name: str) -> dict[str, Any]:
    return {f"seat-{place}": name}


# ---- what was typed


def test_a_fresh_form_has_the_setup_as_it_stands(game: Game) -> None:
    form = SetupForm(game)
    assert form.is_valid()
    assert form.setup() == Setup.of(game)
    assert form.revision == 1
    assert form.typed["first_dealer"] == "0"
    assert [form.typed[f"seat-{place}"] for place in range(4)] == ["Ana", "Celia", "Ben", "Dev"]
    assert (form.typed["team-0"], form.typed["start-1"], form.typed["target"]) == (
        "Ana-Ben",
        "",
        "20000",
    )


@pytest.mark.parametrize(("key", "teams", "each"), [("bga", 7, 1), ("pennies", 2, 3)])
def test_every_setup_is_read_as_it_was_written(key: str, teams: int, each: int) -> None:
    game = started(User.objects.make_silently(), key, teams, each)
    form = _form(game)
    assert form.is_valid()
    assert form.setup() == Setup.of(game)
    assert form.changes is not None
    assert form.changes.nothing


def test_what_was_not_sent_stays(game: Game) -> None:
    change_setup(game, first_dealer=None, starting_totals=(5, -10))
    game = fresh(game)
    form = _sent(game, {"submission": uuid4(), "revision": 2, "name": "Friday"})
    assert form.is_valid()
    assert form.setup().name == "Friday"
    assert form.setup().starting_totals == (5, -10)
    assert form.setup().first_dealer is None


def test_names_are_tidied_but_one_that_is_there_stays(game: Game) -> None:
    change_setup(game, sitting=("Ana  Maria", "Celia", "Ben", "Dev"))
    game = fresh(game)
    assert "  " in game.table.players[0]
    form = _form(game, name="  Friday   cards ", **_seat(1, " Zoe   B "))
    assert form.setup().sitting == ("Ana  Maria", "Zoe B", "Ben", "Dev")
    assert form.setup().name == "Friday cards"
    moved = _form(game, **_seat(0, "Ben"), **_seat(2, "Ana  Maria"))
    assert moved.setup().sitting == ("Ben", "Celia", "Ana  Maria", "Dev")


def test_a_name_that_came_from_a_file_may_be_long(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(name="x" * 120)
    game = fresh(game)
    assert _form(game).is_valid()
    assert not _form(game, name="y" * 120).is_valid()


def test_a_team_without_a_name_and_a_lone_player(game: Game) -> None:
    assert _form(game, **{"team-0": " "}).setup().teams == ("", "Celia-Dev")
    alone = started(User.objects.make_silently(), "banakil", 3, 1)
    assert _form(alone, **{"team-0": "North"}).setup().teams == ("", "", "")


@pytest.mark.parametrize(
    ("typed", "total"),
    [
        ("", 0),
        (" -5 ", -5),
        (f"{MINUS}1000000", -1_000_000),
        ("१०००", 1000),
        ("1000001", None),
        ("-1000001", None),
        ("1,5", None),
        ("many", None),
        ("1,000", None),
    ],
)
def test_totals_carried_on(game: Game, typed: str, total: int | None) -> None:
    form = _form(game, **{"start-1": typed})
    assert form.total(1) == total
    assert form.is_valid() == (total is not None)
    said = f"Write a whole number from {MINUS}1,000,000 to 1,000,000, or leave it empty."
    assert form.faults == ({} if total is not None else {"start-1": [said]})


def test_the_first_dealer(game: Game) -> None:
    assert _form(game, first_dealer=NOBODY).setup().first_dealer is None
    assert _form(game, first_dealer=3).setup().first_dealer == 3
    for wrong in ("4", "", "lot", "-1"):
        form = _form(game, first_dealer=wrong)
        assert not form.is_valid()
        assert list(form.faults) == ["first_dealer"]


def test_house_rules_are_the_variants(game: Game) -> None:
    assert _form(game, target=" ").setup().options.target == 20_000
    form = _form(game, target="0", red_threes_need="luck")
    assert not form.is_valid()
    assert sorted(form.faults) == ["red_threes_need", "target"]


# ---- who plays with whom, as it is typed


def test_the_marks_follow_those_who_sit_there() -> None:
    game = started(User.objects.make_silently(), "banakil", 2, 2)
    page = SetupPage(_form(game))
    assert "".join(seat.mark for seat in page.seats) == "abab"
    # Everybody moves on by one seat: the same partners, each side now where the other was.
    names = ("Dev", "Ana", "Celia", "Ben")
    turned = SetupPage(_form(game, **{f"seat-{at}": name for at, name in enumerate(names)}))
    assert "".join(seat.mark for seat in turned.seats) == "baba"
    assert [total.label for total in turned.totals] == ["Ana-Ben", "Celia-Dev"]
    assert [team.label for team in turned.teams] == ["Ana & Ben", "Dev & Celia"]


@pytest.mark.parametrize("name", ["", "Ana", "ANA "])
def test_the_page_stands_a_name_that_is_missing_or_here_twice(game: Game, name: str) -> None:
    form = _form(game, **_seat(3, name))
    page = SetupPage(form)
    assert "".join(seat.mark for seat in page.seats) == "abab"
    assert not form.is_valid()
    said = "“Ana” is here twice." if name else "Who sits here? Type a name."
    assert list(form.faults) == ["seat-3"]
    assert said[:10].casefold() in form.faults["seat-3"][0].casefold()
    assert page.headline.startswith("To mend first: ")
    assert page.told == ""


def test_neighbours_change_places_and_take_the_deal_along(game: Game) -> None:
    form = _form(game, swap=3)
    assert form.rearrange()
    assert [form.sitting(place) for place in range(4)] == ["Dev", "Celia", "Ben", "Ana"]
    assert form.dealer == 3
    for place in ("4", "x", ""):
        assert not _form(game, swap=place).rearrange()


# ---- who cannot sit there


def test_who_sits_in_for_somebody_cannot_take_a_seat(game: Game) -> None:
    substitute(game, 1, "Eva", 1)
    game = fresh(game)
    form = _form(game, **_seat(0, "eva"))
    assert form.is_valid()
    assert form.changes is None
    ((field, (sentence,)),) = form.faults.items()
    assert (field, sentence.split(",")[0]) == ("seat-0", "Eva sits in for somebody in a round")
    # In the seat that she fills she may stay for good.
    assert _form(game, **_seat(2, "Eva")).changes is not None


def test_players_and_teams_are_told_apart(game: Game) -> None:
    for typed in (_seat(0, "celia-dev"), {"team-0": "Dev"}, {"team-1": "ana-ben"}):
        assert not _form(game, **typed).is_valid()


# ---- whether it was sent whole


def test_what_a_page_sends_unseen(game: Game) -> None:
    assert _form(game).is_whole()
    for lost in ({"submission": "x"}, {"revision": "None"}):
        form = _form(game, **lost)
        assert form.is_valid()
        assert not form.is_whole()
        assert list(form.faults) == [""]
        assert form.revision == game.setup_revision


def test_a_form_that_is_sent_again_is_another(game: Game) -> None:
    form = _form(game, revision=0)
    before = form.submission
    form.renew()
    assert form.submission != before
    assert form.revision == 1


@given(
    typed=st.dictionaries(
        st.sampled_from(
            [
                *("name", "first_dealer", "target", "rounds", "revision", "submission", "told"),
                *(f"{kind}-{number}" for kind in ("seat", "team", "start") for number in range(4)),
            ]
        ),
        st.text(max_size=8) | st.sampled_from(["Ana", "Ben", "Celia", "Dev", "1", "-5", "nobody"]),
    )
)
def test_nothing_that_is_sent_makes_it_raise(typed: dict[str, str]) -> None:
    game = imagined("banakil", table_of("banakil", 2, 2))
    game.club = Club()
    form = _sent(game, typed)
    page = SetupPage(form)
    assert isinstance(form.submission, UUID)
    assert len(page.seats) == 4
    assert page.totals_in_words is not None
    assert form.is_valid() == (not form.faults)


# ---- what the page says


def test_what_the_page_says(game: Game) -> None:
    page = SetupPage(SetupForm(game))
    assert (page.headline, list(page.changes)) == ("Nothing is changed yet.", [])
    assert (page.notice, page.save_label, page.differences) == ("", "Save", [])
    assert not page.unnamed
    assert page.unnamed_label == "Nobody is named as the first dealer"
    assert page.totals_in_words == ""
    assert page.rules_url == f"/rules/bain/?game={game.pk}"


def test_it_says_what_changes(game: Game) -> None:
    played(game, None, {"meld_points": 300})
    page = SetupPage(_form(game, **{"start-1": "500"}))
    assert page.headline == "1 total changes. Then Celia-Dev leads by 200."
    assert list(page.changes) == [
        f"Celia-Dev {MINUS}50 to 450.",
        "Celia-Dev then opens with 50 instead of 15.",
    ]
    assert page.totals_in_words == "Celia-Dev 500"
    assert page.form.changes is not None
    assert page.told == page.form.changes.digest


def test_when_it_asks_once_more(game: Game) -> None:
    page = SetupPage(_form(game), asks=True)
    assert page.notice == "Look at what this changes, then press Save once more."
    assert page.save_label == "Save with these changes"


def test_when_others_have_written(game: Game) -> None:
    page = SetupPage(_form(game, name="Friday"), meanwhile=["Something"])
    assert page.notice.startswith("Somebody changed the setup meanwhile.")
    assert page.save_label == "Save mine all the same"
    assert [one.mine for one in page.differences] == ["Friday"]
    reused = SetupPage(_form(game), meanwhile=[], reused=True)
    assert reused.notice.startswith("Something else was saved from this page before.")
    assert SetupPage(_form(game, **_seat(0, "")), meanwhile=[]).differences == []
