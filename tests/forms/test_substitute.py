"""Who sits in for whom, and the form to let somebody sit in."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.forms.substitute import Spell, SubstituteForm, SubstitutePage, spells
from games.models import Club, Game, User
from tests.build import imagined, played, started
from tests.models.play import fresh, substitute
from tests.variants.build import table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Five rounds of Bain: Ana, Celia, Ben, Dev in dealing order."""
    user = User.objects.make_silently()
    game = started(user)
    for _each in range(5):
        played(game, user)
    return fresh(game)


def _form(game: Game, **typed: Any) -> SubstituteForm:
    """The form as it is sent to seat Eva in Ben's place from the next round on."""
    usual = {"submission": uuid4(), "player": 1, "name": "Eva", "from": game.next_number}
    told = {name.strip("_"): str(text) for name, text in {**usual, **typed}.items()}
    if "from_" in typed:
        told["from"] = str(typed["from_"])
    return _sent(game, told)


def _sent(game: Game, typed: dict[str, str]) -> SubstituteForm:
    data = QueryDict(mutable=True)
    data.update(typed)
    return SubstituteForm(game, data)


# ---- who sits or sat in


def test_spells(game: Game) -> None:
    assert spells(game) == []
    for player, name, number in ((1, "Eva", 3), (1, "", 6), (3, "Finn", 5), (0, "Gita", 2)):
        substitute(game, player, name, number)
    substitute(game, 0, "Hugo", 3)
    substitute(game, 0, "", 4)
    game = fresh(game)
    assert spells(game) == [
        Spell(0, "Gita", 2, 2),
        Spell(0, "Hugo", 3, 3),
        Spell(1, "Eva", 3, 5),
        Spell(3, "Finn", 5, None),
    ]
    page = SubstitutePage(SubstituteForm(game))
    assert page.spells == [
        "Gita for Ana, round 2",
        "Hugo for Ana, round 3",
        "Eva for Ben, rounds 3 to 5",
        "Finn for Dev, from round 5 on",
    ]


def test_who_sits_in_from_the_next_round_on(game: Game) -> None:
    substitute(game, 1, "Eva", 6)
    assert SubstitutePage(SubstituteForm(fresh(game))).spells == ["Eva for Ben, from round 6 on"]


# ---- the form


def test_what_is_sent(game: Game) -> None:
    form = _form(game, name=" Eva   B ")
    assert form.is_valid()
    assert form.changes_something()
    assert (form.player, form.name, form.number, form.revision) == (1, "Eva B", 6, None)
    form = _form(game, from_="3:17")
    assert (form.number, form.revision) == (3, 17)
    form = _form(game, name=" ")
    assert form.is_valid()
    assert form.name == ""


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("player", "4"),
        ("player", "x"),
        ("player", ""),
        ("from", "0"),
        ("from", "x"),
        ("from", "3:"),
        ("name", "x" * 81),
        ("name", "\u200b"),
        ("submission", "x"),
    ],
)
def test_what_is_wrong_is_said_of_its_field(game: Game, field: str, text: str) -> None:
    form = _form(game, **{field: text})
    assert not form.is_valid()
    assert list(form.faults) == ["" if field == "submission" else field]


def test_somebody_must_move(game: Game) -> None:
    form = _form(game, name="")
    assert not form.changes_something()
    said = "Ben plays from that round on anyway. Type who sits in."
    assert form.faults == {"name": [said]}
    own = _form(game, name="ben")
    assert not own.changes_something()
    substitute(game, 1, "Eva", 6)
    again = _form(fresh(game))
    assert not again.changes_something()
    assert again.faults == {"name": ["Eva sits there already from that round on."]}
    assert _form(fresh(game), name="").changes_something()


def test_nobody_sits_in_two_seats(game: Game) -> None:
    form = _form(game, name="ana")
    assert not form.changes_something()
    said = "Ana would sit in two seats of a round. Type another name."
    assert [text.casefold() for text in form.faults["name"]] == [said.casefold()]


@given(
    typed=st.dictionaries(
        st.sampled_from(["player", "name", "from", "submission"]),
        st.text(max_size=8) | st.sampled_from(["0", "1:1", "१", "99999:999999999"]),
    )
)
def test_nothing_that_is_sent_makes_it_raise(typed: dict[str, str]) -> None:
    game = imagined("banakil", table_of("banakil", 2, 2))
    game.club = Club()
    form = _sent(game, typed)
    assert isinstance(form.submission, UUID)
    assert form.is_valid() == (not form.faults)
    page = SubstitutePage(form)
    assert len(page.players) == 4
    assert len(page.rounds) == 1


# ---- the page


def test_whose_seat_and_from_when(game: Game) -> None:
    page = SubstitutePage(SubstituteForm(game))
    assert [one.words for one in page.players] == ["Ana", "Celia", "Ben", "Dev"]
    assert not any(one.chosen for one in (*page.players, *page.rounds))
    assert [one.value for one in page.rounds] == ["6", "5:6", "4:5", "3:4", "2:3", "1:2"]
    assert [one.words for one in page.rounds[:2]] == ["Round 6, the next", "Round 5"]
    assert page.can_change
    typed = SubstitutePage(_form(game, from_="3:99", player="3"))
    assert [one.value for one in typed.rounds if one.chosen] == ["3:4"]
    assert [one.words for one in typed.players if one.chosen] == ["Dev"]
    assert typed.name == "Eva"


def test_nobody_sits_in_once_it_is_finished(game: Game) -> None:
    game.finish(by=None, submission=uuid4())
    assert not SubstitutePage(SubstituteForm(fresh(game))).can_change
