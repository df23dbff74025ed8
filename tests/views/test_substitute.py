"""Somebody sits in for a player from a round on."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from games.models import Game, User
from tests.build import played, started, stored, viewer_of
from tests.models.play import change_setup, correct, entry_of, fresh, substitute, undo
from tests.pages import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(account: User) -> Game:
    """Five rounds of Bain: Ana, Celia, Ben, Dev in dealing order."""
    game = started(account)
    for _each in range(5):
        played(game, account)
    return fresh(game)


def _url(game: Game) -> str:
    return f"/games/{game.pk}/substitute/"


def _setup(game: Game) -> str:
    return f"/games/{game.pk}/setup/"


def _fields(client: Client, game: Game, number: int = 6, **typed: str) -> dict[str, str]:
    """What a browser sends that opened the page now, to seat Eva in Ben's place."""
    answer = client.get(_url(game))
    sent = Page(answer.text).form(_url(game)).sent
    rounds = [one.value for one in answer.context["substitute"].rounds]
    chosen = next(value for value in rounds if value.split(":")[0] == str(number))
    return {**sent, "player": "1", "name": "Eva", "from": chosen, **typed}


def _sits_in(game: Game) -> list[str]:
    rounds = [played.substitutes.get(1, "") for played in fresh(game).played]
    return [*rounds, fresh(game).sitting.get(1, "")]


def _said(answer: Any) -> str:
    (message,) = get_messages(answer.wsgi_request)
    return str(message)


def test_from_the_next_round_on(client: Client, game: Game) -> None:
    assert "Nobody sits in for anybody." in Page(client.get(_setup(game)).text).text
    answer = client.post(_url(game), _fields(client, game))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.pk}/")
    assert _said(answer) == "Eva sits in for Ben from round 6 on"
    assert _sits_in(game) == ["", "", "", "", "", "Eva"]
    page = Page(client.get(_setup(game)).text)
    assert "Eva for Ben, from round 6 on" in page.text


def test_in_rounds_that_are_played_and_back_again(client: Client, game: Game) -> None:
    assert client.post(_url(game), _fields(client, game, 3)).status_code == 303
    assert _sits_in(game) == ["", "", "Eva", "Eva", "Eva", "Eva"]
    client.get(f"/games/{game.pk}/")
    answer = client.post(_url(game), _fields(client, game, 5, name=""))
    assert answer.status_code == 303
    assert _said(answer) == "Ben plays again from round 5 on"
    assert _sits_in(game) == ["", "", "Eva", "Eva", "", ""]
    assert "Eva for Ben, rounds 3 to 4" in Page(client.get(_setup(game)).text).text


def test_who_may_not(client: Client, game: Game) -> None:
    fields, before = _fields(client, game), stored(game)
    client.force_login(viewer_of(game.club))
    assert client.post(_url(game), fields).status_code == 403
    client.force_login(User.objects.make_silently())
    assert client.post(_url(game), fields).status_code == 404
    client.logout()
    assert client.post(_url(game), fields).status_code == 404
    assert stored(game) == before


def test_wrong_methods(client: Client, game: Game) -> None:
    for method in (client.put, client.patch, client.delete):
        assert method(_url(game)).status_code == 405


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("player", "9", "Choose whose seat it is."),
        ("name", "ana", "would sit in two seats of a round."),
        ("name", "", "Ben plays from that round on anyway."),
        ("name", "x" * 81, "This name is too long."),
        ("from", "x", "Choose the round from which on."),
        ("submission", "x", "This page was out of date."),
    ],
)
def test_bad_input_stands_beside_its_field(
    client: Client, game: Game, field: str, text: str, sentence: str
) -> None:
    fields, before = _fields(client, game, 3, **{field: text}), stored(game)
    answer = client.post(_url(game), fields)
    assert (answer.status_code, stored(game)) == (422, before)
    assert sentence in Page(answer.text).text
    page = answer.context["substitute"]
    assert page.name == (text if field == "name" else "Eva")
    if field != "from":
        assert [one.words for one in page.rounds if one.chosen] == ["Round 3"]


def test_a_repeat_is_answered_as_the_first(client: Client, game: Game) -> None:
    fields = _fields(client, game)
    client.post(_url(game), fields)
    before = stored(game)
    client.get(f"/games/{game.pk}/")
    again = client.post(_url(game), fields)
    assert (again.status_code, _said(again)) == (303, "Eva sits in for Ben from round 6 on")
    assert stored(game) == before


def test_the_same_page_with_something_else(client: Client, game: Game) -> None:
    fields = _fields(client, game)
    client.post(_url(game), fields)
    before = stored(game)
    answer = client.post(_url(game), {**fields, "name": "Finn"})
    assert (answer.status_code, stored(game)) == (409, before)
    assert "Press once more to do this too." in Page(answer.text).text
    sent = Page(answer.text).form(_url(game)).sent
    assert sent["name"] == "Finn"
    again = client.post(_url(game), {**fields, **sent})
    assert again.status_code == 303
    assert fresh(game).sitting == {1: "Finn"}


def test_the_round_was_written_meanwhile(client: Client, game: Game) -> None:
    fields = _fields(client, game, 3)
    correct(game, 3, entry_of(game))
    before = stored(game)
    answer = client.post(_url(game), fields)
    assert (answer.status_code, stored(game)) == (409, before)
    assert "That round was written on another phone meanwhile." in Page(answer.text).text
    page = answer.context["substitute"]
    (chosen,) = [one.value for one in page.rounds if one.chosen]
    sent = Page(answer.text).form(_url(game)).sent
    assert sent["name"] == "Eva"
    mine = client.post(_url(game), {**fields, **sent, "from": chosen})
    assert mine.status_code == 303
    assert _sits_in(game) == ["", "", "Eva", "Eva", "Eva", "Eva"]


def test_the_next_round_is_another_by_now(client: Client, account: User, game: Game) -> None:
    fields = _fields(client, game)
    played(game, account)
    answer = client.post(_url(game), fields)
    assert answer.status_code == 409
    assert [one.words for one in answer.context["substitute"].rounds if one.chosen] == ["Round 6"]
    undo(game)
    undo(game)
    answer = client.post(_url(game), fields)
    assert answer.status_code == 409
    assert "A round was taken back meanwhile." in Page(answer.text).text


def test_a_seat_is_taken_at_the_last_moment(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Game.substitute

    def late(self: Game, **told: Any) -> object:
        monkeypatch.setattr(Game, "substitute", write)
        substitute(fresh(self), 0, "Eva", 6)
        return write(self, **told)

    fields = _fields(client, game)
    monkeypatch.setattr(Game, "substitute", late)
    answer = client.post(_url(game), fields)
    assert answer.status_code == 422
    assert "Eva would sit in two seats of a round." in Page(answer.text).text


def test_a_finished_game(client: Client, account: User, game: Game) -> None:
    fields = _fields(client, game)
    game.finish(by=account, submission=uuid4())
    before = stored(game)
    answer = client.post(_url(game), fields)
    assert (answer.status_code, stored(game)) == (409, before)
    assert "This game is finished" in Page(answer.text).text
    page = Page(client.get(_setup(game)).text)
    assert "Reopen it to let somebody sit in." in page.text
    assert _url(game) not in [form.action for form in page.forms]


def test_a_deleted_game(client: Client, account: User, game: Game) -> None:
    fields = _fields(client, game)
    game.discard(by=account, submission=uuid4())
    assert client.post(_url(game), fields).status_code == 404


def test_the_setup_goes_on_with_a_substitute(client: Client, game: Game) -> None:
    """Who sat in stays with the seat when its player is another one."""
    client.post(_url(game), _fields(client, game, 5))
    change_setup(game, sitting=("Ana", "Celia", "Benno", "Dev"))
    assert "Eva for Benno, from round 5 on" in Page(client.get(_setup(game)).text).text


def test_whoever_was_meant_on_the_page_is_meant_wherever_they_sit_by_now(
    client: Client, game: Game
) -> None:
    sent = _fields(client, game, 3)
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"))
    assert client.post(_url(game), sent).status_code == 303
    game = fresh(game)
    (number,) = game.sitting
    assert game.table.players[number] == "Ben"
