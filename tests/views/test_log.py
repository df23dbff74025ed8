"""The log of a game on its page: who wrote what and when, and what was taken back."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, User
from games.views import log
from tests.build import played, started, stored, viewer_of
from tests.models.play import correct, entry_of, finish, fresh, insert, record, redo, undo
from tests.pages import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(account: User) -> Game:
    """A game with two rounds."""
    game = started(account)
    played(game, account, {"meld_points": 100})
    played(game, account)
    return game


def _url(game: Game, part: str = "log/") -> str:
    return f"/games/{game.pk}/{part}"


def _log(client: Client, game: Game, query: str = "") -> Any:
    answer = client.get(f"{_url(game)}{query}")
    assert answer.status_code == 200
    return answer


def _says(answer: Any) -> list[str]:
    return [item.says for item in answer.context["page"]]


# ---- what it shows


def test_every_write_the_latest_first(client: Client, game: Game) -> None:
    answer = _log(client, game)
    assert _says(answer) == [
        "Round 2 saved: Ana-Ben \N{MINUS SIGN}50, Celia-Dev \N{MINUS SIGN}50",
        "Round 1 saved: Ana-Ben 50, Celia-Dev \N{MINUS SIGN}50",
        "Game started",
    ]
    page = Page(answer.text)
    for sentence in _says(answer):
        assert sentence in page.text
    assert page.unsafe == []
    assert _url(game, "") in page.links


def test_each_entry_leads_to_its_round(client: Client, game: Game) -> None:
    insert(game, 1)
    undo(game)
    insert(game, 2)
    links = [link for link in Page(_log(client, game).text).links if "?open=" in link]
    assert links == [f"{_url(game, '')}?open={number}#round-{number}" for number in (2, 3, 1)]
    assert client.get(links[1]).context["board"].breakdown.number == 3


def test_what_a_correction_changed_stands_below_it(client: Client, game: Game) -> None:
    changed = {"meld_points": 200, "adjustment": -5, "adjustment_note": "late"}
    correct(fresh(game), 1, entry_of(game, changed))
    text = Page(_log(client, game).text).text
    assert "Round 1 corrected, Ana-Ben 50 to 145" in text
    assert "“Melded, canastas included” from 100 to 200; Ana-Ben, “Penalty or gift”" in text


def test_what_was_taken_back_says_so(client: Client, game: Game) -> None:
    assert "taken back" not in Page(_log(client, game).text).text
    undo(game)
    answer = _log(client, game)
    assert [item.undone for item in answer.context["page"]] == [False, True, False, False]
    assert answer.text.count('class="undone"') == 1
    assert "Celia-Dev \N{MINUS SIGN}50 taken back" in Page(answer.text).text


def test_who_it_was(client: Client, game: Game) -> None:
    other = User.objects.make_silently()
    record(fresh(game), by=other)
    assert [item.who for item in _log(client, game).context["page"]] == ["phone 2", *["you"] * 3]
    client.force_login(viewer_of(game.club))
    whole = Page(_log(client, game).text).text
    assert "phone 1 Game started" in whole
    assert "phone 2 Round 3 saved" in whole


def test_days_and_times_are_those_of_the_club(client: Client, game: Game) -> None:
    game.club.time_zone = "Asia/Kathmandu"
    game.club.save()
    evening = datetime(2026, 3, 1, 18, 10, tzinfo=UTC)
    for number, minute in ((1, 10), (2, 20), (3, 16)):
        at = evening.replace(minute=minute)
        game.revisions.filter(number=number).update(at=at)
    text = Page(_log(client, game).text).text
    assert "March 2, 2026 12:01 a.m. you Round 2 saved" in text
    assert "March 1, 2026 11:55 p.m. you Game started" in text


def test_what_is_shown_of_names_is_only_text(client: Client, game: Game) -> None:
    evil = "<script>alert(1)</script>\"'&"
    game.teams.filter(number=0).update(name=evil)
    Game.objects.update(name=f"{evil}2")
    changed = {"meld_points": 100, "adjustment": -5, "adjustment_note": f"{evil}3"}
    correct(fresh(game), 1, entry_of(game, changed))
    answer = _log(client, game)
    assert "<script>alert" not in answer.text
    assert Page(answer.text).unsafe == []


# ---- page by page


def test_so_many_at_once(client: Client, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "AT_ONCE", 2)
    first = _log(client, game)
    assert len(_says(first)) == 2
    assert "Page 1 of 2" in Page(first.text).text
    assert [link for link in Page(first.text).links if "page" in link] == ["?page=2"]
    second = _log(client, game, "?page=2")
    assert _says(second) == ["Game started"]
    assert [link for link in Page(second.text).links if "page" in link] == ["?page=1"]


def test_one_page_needs_no_others(client: Client, game: Game) -> None:
    assert log.AT_ONCE == 50
    assert "Page 1" not in Page(_log(client, game).text).text


@pytest.mark.parametrize(
    ("page", "number"),
    [("", 1), ("0", 2), ("-1", 2), ("x", 1), ("\0", 1), ("3", 2), ("9" * 5000, 1), ("2.5", 1)],
)
def test_a_page_that_is_not_there(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch, page: str, number: int
) -> None:
    monkeypatch.setattr(log, "AT_ONCE", 2)
    answer = client.get(_url(game), {"page": page})
    assert answer.status_code == 200
    assert answer.context["page"].number == number


# ---- back and forth


def test_from_the_log_one_comes_back_to_it(client: Client, game: Game) -> None:
    assert _log(client, game).context["redo"] is None
    form = Page(_log(client, game).text).form(_url(game, "undo/"))
    answer = client.post(form.action, form.sent)
    assert (answer.status_code, answer["Location"]) == (303, _url(game))
    there = client.get(answer["Location"])
    assert "Taken back: round 2 saved" in Page(there.text).text
    form = Page(there.text).form(_url(game, "redo/"))
    assert client.post(form.action, form.sent)["Location"] == _url(game)
    assert fresh(game).next_number == 3


@pytest.mark.parametrize("to", ["", "x", "https://cards.example/", "home"])
def test_from_anywhere_else_one_comes_to_the_sheet(client: Client, game: Game, to: str) -> None:
    fields = {"submission": str(uuid4()), "revision": "3", "to": to}
    assert client.post(_url(game, "undo/"), fields)["Location"] == _url(game, "")


def test_a_finished_game_has_no_way_back(client: Client, game: Game) -> None:
    undo(game)
    finish(game)
    answer = _log(client, game)
    assert answer.context["undo"] is answer.context["redo"] is None
    assert Page(answer.text).forms == []


def test_those_who_look_on_change_nothing(client: Client, game: Game) -> None:
    undo(game)
    client.force_login(viewer_of(game.club))
    answer = _log(client, game)
    assert len(_says(answer)) == 4
    assert Page(answer.text).forms == []


# ---- who may not, wrong methods


def test_strangers_learn_nothing(game: Game) -> None:
    stranger = Client()
    stranger.force_login(User.objects.make_silently())
    for client in (Client(), stranger):
        answer = client.get(_url(game))
        assert answer.status_code == 404
        assert "Ana" not in answer.text


def test_a_deleted_game_is_gone(client: Client, game: Game) -> None:
    Game.objects.update(deleted_at=timezone.now())
    assert client.get(_url(game)).status_code == 404


def test_it_is_only_looked_at(client: Client, game: Game) -> None:
    before = stored(game)
    assert client.head(_url(game)).status_code == 200
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)(_url(game)).status_code == 405
    assert stored(game) == before


# ---- how much is asked of the database


def test_the_queries_do_not_grow_with_the_entries(client: Client, game: Game) -> None:
    counts = []
    for more in (1, 20):
        for _time in range(more):
            correct(fresh(game), 1, entry_of(game, {"meld_points": 200}))
            undo(fresh(game))
            redo(fresh(game))
            undo(fresh(game))
        client.get(_url(game))  # The first look brings the cookie that the forms need.
        with CaptureQueriesContext(connection) as asked:
            assert len(_says(_log(client, game))) >= 5
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 10
