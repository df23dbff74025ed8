"""Rounds are put in between, taken out and dealt out of turn, whatever was changed meanwhile."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Game, User
from tests.build import played, started, stored, typed, viewer_of
from tests.models.play import assert_follows_from_entries, change_setup, fresh, substitute
from tests.pages import Page

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def game(account: User) -> Game:
    """A game of Bain with three rounds, in which the first team melded 500, 600 and 700."""
    game = started(account)
    for melded in (500, 600, 700):
        played(fresh(game), account, {"meld_points": melded})
    return fresh(game)


def _url(game: Game, number: int, part: str = "") -> str:
    return f"/games/{game.pk}/rounds/{number}/{part}"


def _points(game: Game) -> list[int]:
    return [row[0] for row in fresh(game).rows]


def _sent(answer: Any, url: str, **changes: object) -> dict[str, str]:
    """Return what a page would send, with these changes."""
    sent = {name: text for name, text in Page(answer.text).form(url).sent.items() if text}
    return sent | {name: str(value) for name, value in changes.items()}


# ---- put in


def test_a_missed_round_is_put_in_between(client: Client, game: Game) -> None:
    url = _url(game, 2, "insert/")
    page = client.get(url)
    assert page.context["heading"] == "Insert round 2"
    answer = client.post(url, _sent(page, url) | typed(game, {"meld_points": 90}))
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert _points(game) == [450, 40, 550, 650]
    assert "Round 2 inserted: Ana-Ben 40" in Page(client.get(answer["Location"]).text).text
    assert_follows_from_entries(game)


def test_the_sums_while_it_is_typed_count_every_round(client: Client, game: Game) -> None:
    url = _url(game, 2, "insert/")
    sent = _sent(client.get(url), url) | typed(game, {"meld_points": 90})
    sums = client.post(_url(game, 2, "preview/"), sent, headers=HTMX).context["entry"].sums
    assert [one.then for one in sums] == ["then 1,690", "then \N{MINUS SIGN}200"]
    assert game.drafts.count() == 0


@pytest.mark.parametrize("number", [4, 5, 0])
def test_nothing_can_be_put_before_a_round_that_is_not_there(
    client: Client, game: Game, number: int
) -> None:
    assert client.get(_url(game, number, "insert/")).status_code == 404


def test_a_round_put_in_is_judged_like_any_other(client: Client, game: Game) -> None:
    url, before = _url(game, 1, "insert/"), stored(game)
    answer = client.post(url, _sent(client.get(url), url) | typed(game, {"meld_points": "x"}))
    assert answer.status_code == 422
    assert Page(answer.text).form(url).sent["0-meld_points"] == "x"
    assert stored(game) == before


def test_the_same_page_sent_twice_puts_one_round_in(client: Client, game: Game) -> None:
    url = _url(game, 1, "insert/")
    sent = _sent(client.get(url), url) | typed(game, {"meld_points": 90})
    assert [client.post(url, sent).status_code for _each in range(3)] == [303, 303, 303]
    assert client.post(url, sent | {"0-meld_points": "95"}).status_code == 409
    assert _points(game) == [40, 450, 550, 650]


def test_a_page_without_its_number_or_place_saves_nothing(client: Client, game: Game) -> None:
    url, before = _url(game, 1, "insert/"), stored(game)
    sent = _sent(client.get(url), url) | typed(game)
    for name in ("submission", "revision"):
        answer = client.post(url, {one: text for one, text in sent.items() if one != name})
        assert answer.status_code == 422
    assert stored(game) == before


def test_what_was_put_in_meanwhile_is_shown_and_the_place_chosen(
    client: Client, game: Game
) -> None:
    url = _url(game, 2, "insert/")
    sent = _sent(client.get(url), url) | typed(game, {"meld_points": 90})
    client.post(url, sent | {"submission": str(uuid4())})
    answer = client.post(url, sent)
    assert answer.status_code == 409
    form = Page(answer.text).form(url)
    assert client.post(url, form.sent).status_code == 303
    assert _points(game) == [450, 40, 40, 550, 650]
    last = client.post(url, sent | {"submission": str(uuid4())})
    following = _url(game, 6)
    assert client.post(following, Page(last.text).form(following).sent).status_code == 303
    assert _points(game) == [450, 40, 40, 550, 650, 40]


# ---- taken out


def test_a_round_is_deleted_after_a_look(client: Client, game: Game) -> None:
    url = _url(game, 2, "delete/")
    page = client.get(url)
    assert "The later rounds move down by one" in Page(page.text).text
    answer = client.post(url, _sent(page, url))
    assert answer.status_code == 303
    assert _points(game) == [450, 650]
    sheet = Page(client.get(answer["Location"]).text).text
    assert "Round 2 deleted (Ana-Ben 550, Celia-Dev \N{MINUS SIGN}50)" in sheet
    assert_follows_from_entries(game)


def test_deleting_twice_deletes_one(client: Client, game: Game) -> None:
    url = _url(game, 1, "delete/")
    sent = _sent(client.get(url), url)
    assert [client.post(url, sent).status_code for _each in range(3)] == [303, 303, 303]
    assert _points(game) == [550, 650]
    assert client.post(url, sent | {"submission": str(uuid4())}).status_code == 409
    assert _points(game) == [550, 650]


@pytest.mark.parametrize("name", ["submission", "revision"])
def test_a_deletion_that_is_not_whole(client: Client, game: Game, name: str) -> None:
    url, before = _url(game, 1, "delete/"), stored(game)
    sent = _sent(client.get(url), url)
    assert client.post(url, sent | {name: "x"}).status_code == 400
    assert stored(game) == before


def test_a_round_that_is_not_there_cannot_be_deleted(client: Client, game: Game) -> None:
    assert client.get(_url(game, 4, "delete/")).status_code == 404
    sent = {"submission": str(uuid4()), "revision": "2"}
    assert client.post(_url(game, 4, "delete/"), sent).status_code == 409


@pytest.mark.parametrize("part", ["insert/", "delete/"])
def test_a_finished_game_offers_to_reopen(client: Client, game: Game, part: str) -> None:
    game.finish(by=None, submission=uuid4())
    url, before = _url(game, 1, part), stored(game)
    assert client.get(url).status_code == 409
    sent = {"submission": str(uuid4()), "revision": "2"} | typed(game)
    answer = client.post(url, sent)
    assert answer.status_code == 409
    assert "Reopen this game" in answer.text
    assert stored(game) == before


def test_a_round_to_put_in_is_still_there_after_reopening(client: Client, game: Game) -> None:
    url = _url(game, 2, "insert/")
    sent = _sent(client.get(url), url) | typed(game, {"meld_points": 90})
    game.finish(by=None, submission=uuid4())
    reopen = f"/games/{game.pk}/reopen/"
    page = client.post(reopen, Page(client.post(url, sent).text).form(reopen).sent)
    assert client.post(url, _sent(page, url)).status_code == 303
    assert _points(game) == [450, 40, 550, 650]


@pytest.mark.parametrize("part", ["insert/", "delete/"])
def test_who_may_not(client: Client, game: Game, part: str) -> None:
    url, before = _url(game, 1, part), stored(game)
    client.force_login(viewer_of(game.club))
    assert client.get(url).status_code == client.post(url).status_code == 403
    client.force_login(User.objects.make_silently())
    assert client.get(url).status_code == client.post(url).status_code == 404
    client.logout()
    assert client.get(url).status_code == client.post(url).status_code == 404
    assert client.put(url).status_code in (403, 404, 405)
    assert stored(game) == before


# ---- dealt out of turn


def test_a_round_may_have_its_own_dealer(client: Client, game: Game) -> None:
    url = _url(game, 4)
    page = client.get(url)
    assert page.context["subtitle"].endswith("Dev dealt")
    labels = [one.label for one in page.context["entry"].dealings]
    assert labels == ["Dev, in turn", "Ana", "Celia", "Ben"]
    client.post(url, _sent(page, url, dealer=0) | typed(game))
    players = game.table.players
    assert [players[one or 0] for one in fresh(game).dealers] == [
        "Ana",
        "Celia",
        "Ben",
        "Ana",
        "Celia",
    ]
    correct = _url(game, 4)
    page = client.get(correct)
    assert Page(page.text).form(correct).sent["dealer"] == "0"
    sent = _sent(page, correct)
    client.post(correct, {**sent, "dealer": ""})
    assert [players[one or 0] for one in fresh(game).dealers][3:] == ["Dev", "Ana"]


def test_the_dealer_is_drafted_with_the_rest(client: Client, game: Game) -> None:
    url = _url(game, 4)
    sent = _sent(client.get(url), url, dealer=2)
    client.post(_url(game, 4, "preview/"), sent, headers=HTMX)
    assert Page(client.get(url).text).form(url).sent["dealer"] == "2"


@pytest.mark.parametrize("dealer", ["4", "-1", "x", "1.5", "9" * 40])
def test_nobody_can_deal_who_is_not_there(client: Client, game: Game, dealer: str) -> None:
    url, before = _url(game, 4), stored(game)
    answer = client.post(url, _sent(client.get(url), url, dealer=dealer) | typed(game))
    assert answer.status_code == 422
    assert "Choose who dealt." in answer.text
    assert stored(game) == before


def test_who_sits_in_is_said_where_the_round_is_entered(client: Client, game: Game) -> None:
    substitute(game, 3, "Eva", 2)
    page = client.get(_url(game, 4))
    assert page.context["subtitle"].endswith("Eva dealt")
    assert "Eva sits in for Dev." in Page(page.text).text
    assert "sits in" not in Page(client.get(_url(game, 1)).text).text
    assert "Eva sits in for Dev." in Page(client.get(_url(game, 2)).text).text


# ---- pages made before the setup was changed


@pytest.fixture
def pairs(account: User) -> Game:
    return started(account, "banakil", 2, 2)


HANDS: tuple[Mapping[str, object], ...] = tuple({"hand_points": 10 + n} for n in range(4))


@pytest.mark.parametrize("part", ["", "insert/"])
def test_what_was_typed_for_people_stays_with_them(
    client: Client, account: User, pairs: Game, part: str
) -> None:
    if part:
        played(pairs, account)
    url = _url(pairs, 1, part)
    sent = _sent(client.get(url), url, dealer=1, ended_by="stock_out")
    sent |= {f"{n}-hand_points": str(10 + n) for n in range(4)}
    change_setup(pairs, sitting=("Ana", "Ben", "Celia", "Dev"))
    assert fresh(pairs).table.players == ("Ana", "Celia", "Ben", "Dev")
    before = stored(pairs)
    answer = client.post(url, sent)
    assert answer.status_code == 409
    assert "The setup of this game was changed meanwhile." in answer.text
    assert stored(pairs) == before
    shown = Page(answer.text).form(url).sent
    assert [shown[f"{n}-hand_points"] for n in range(4)] == ["10", "12", "11", "13"]
    assert shown["dealer"] == "2"
    client.post(url, {**shown, "keep": [f"untouched:{n}" for n in range(4)]})
    entry = fresh(pairs).rounds.get(number=1).read()
    assert [one.hand_points.points for one in entry.columns] == [10, 12, 11, 13]


def test_a_draft_goes_along_with_its_people(client: Client, pairs: Game) -> None:
    url = _url(pairs, 1)
    sent = _sent(client.get(url), url, ended_by="going_out:1", dealer=2)
    sent |= {f"{n}-hand_points": str(10 + n) for n in range(4)}
    client.post(_url(pairs, 1, "preview/"), sent, headers=HTMX)
    change_setup(pairs, sitting=("Ana", "Ben", "Celia", "Dev"))
    shown = Page(client.get(url).text).form(url).sent
    assert [shown[f"{n}-hand_points"] for n in range(4)] == ["10", "12", "11", "13"]
    assert (shown["ended_by"], shown["dealer"]) == ("going_out:2", "1")


def test_questions_that_are_asked_no_more_are_dropped_from_the_page(
    client: Client, account: User
) -> None:
    game = started(account, "marriage", 4, 1, settlement="maal")
    url = _url(game, 1)
    sent = _sent(client.get(url), url, **{"1-seen": "yes", "1-tunnelas": 1})
    options = fresh(game).rules.options(settlement="points")
    change_setup(game, options=options)
    answer = client.post(url, sent | typed(game))
    assert answer.status_code == 409
    shown = Page(answer.text).form(url).sent
    assert shown["1-tunnelas"] == "1"
    assert "1-seen" not in shown
    assert client.post(url, shown | typed(game)).status_code == 303


def test_a_preview_says_that_the_setup_was_changed(client: Client, pairs: Game) -> None:
    url = _url(pairs, 1)
    sent = _sent(client.get(url), url) | {"0-hand_points": "10"}
    change_setup(pairs, name="Friday")
    answer = client.post(_url(pairs, 1, "preview/"), sent, headers=HTMX)
    assert answer.context["notice"].startswith("The setup of this game was changed meanwhile.")
    assert pairs.drafts.count() == 0


@pytest.mark.parametrize("seats", ["", "x", "1,2", "1,2,3,4", "9" * 5000, ",,,"])
def test_seats_that_are_not_of_this_game_tell_nothing(
    client: Client, pairs: Game, seats: str
) -> None:
    url = _url(pairs, 1)
    answer = client.post(url, _sent(client.get(url), url, seats=seats) | typed(pairs))
    assert answer.status_code == 303


# ---- a game that was deleted while a round was typed


@pytest.mark.parametrize(("number", "part"), [(4, ""), (2, ""), (2, "insert/")])
def test_what_was_typed_is_shown_and_the_game_can_be_restored(
    client: Client, game: Game, number: int, part: str
) -> None:
    url, restore = _url(game, number, part), f"/games/{game.pk}/restore/"
    sent = _sent(client.get(url), url) | typed(game, {"meld_points": 90})
    game.discard(by=None, submission=uuid4())
    before = stored(game)
    preview = client.post(_url(game, number, "preview/"), sent, headers=HTMX)
    assert preview.status_code == 200
    answer = client.post(url, sent)
    assert answer.status_code == 409
    page = Page(answer.text)
    assert "What you typed" in page.text
    assert stored(game) == before
    assert client.get(url).status_code == 404
    assert client.post(restore, page.form(restore).sent).status_code == 303
    assert client.post(url, sent).status_code == 303


def test_only_its_scorers_are_told_that_a_game_was_deleted(client: Client, game: Game) -> None:
    url, sent = _url(game, 4), typed(game) | {"submission": str(uuid4())}
    game.discard(by=None, submission=uuid4())
    client.force_login(viewer_of(game.club))
    assert client.post(url, sent).status_code == 404
    client.force_login(User.objects.make_silently())
    assert client.post(url, sent).status_code == 404
