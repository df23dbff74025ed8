"""A game is deleted, which hides it everywhere, and restored for as long as it can be."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Link, User
from games.models.games import RESTORABLE
from tests.build import played, played_on, started, stored, viewer_of
from tests.models.play import assert_follows_from_entries
from tests.pages import Page

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def game(account: User) -> Game:
    """A game with a round."""
    game = started(account)
    played(game, account, {"meld_points": 100})
    return game


def _url(game: Game, part: str = "") -> str:
    return f"/games/{game.pk}/{part}"


def _fields(**fields: str) -> dict[str, str]:
    return {"submission": str(uuid4())} | fields


def _deleted(game: Game, ago: timedelta = timedelta()) -> Game:
    """Delete a game, and let so much time go by."""
    game.discard(by=None, submission=uuid4())
    Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now() - ago)
    return Game.objects.get(pk=game.pk)


def _press(client: Client, page: Any, action: str) -> Any:
    form = next(form for form in Page(page.text).forms if form.action == action)
    assert form.method == "post"
    return client.post(form.action, form.sent)


# ---- delete


def test_a_page_asks_before_a_game_is_deleted(client: Client, game: Game) -> None:
    before = stored(game)
    answer = client.get(_url(game, "delete/"))
    assert answer.status_code == 200
    page = Page(answer.text)
    assert "For 30 days it can be restored" in page.text
    assert "Ana-Ben 50" in page.text
    assert page.links.count(_url(game)) == 2
    assert page.unsafe == []
    assert client.head(_url(game, "delete/")).status_code == 200
    assert stored(game) == before


@pytest.mark.parametrize("finished", [False, True])
def test_a_game_is_deleted_and_at_once_restored(
    client: Client, account: User, game: Game, finished: bool
) -> None:
    if finished:
        game.finish(by=account, submission=uuid4())
    answer = _press(client, client.get(_url(game, "delete/")), _url(game, "delete/"))
    assert (answer.status_code, answer["Location"]) == (303, f"/?deleted={game.pk}")
    home = client.get(answer["Location"])
    assert home.context["running"] == home.context["finished"] == []
    assert "Game deleted" in Page(home.text).text
    assert home.context["just_deleted"] == game
    restore = _url(game, "restore/")
    assert [form.action for form in Page(home.text).forms] == [restore, restore]

    answer = _press(client, home, restore)
    assert (answer.status_code, answer["Location"]) == (303, _url(game))
    sheet = client.get(answer["Location"])
    assert "Game restored" in Page(sheet.text).text
    assert [team.total for team in sheet.context["board"].teams] == [50, -50]
    assert sheet.context["board"].state == ("finished" if finished else "running")
    assert_follows_from_entries(game)


def test_the_offer_beside_what_is_said_goes_with_it(client: Client, game: Game) -> None:
    answer = _press(client, client.get(_url(game, "delete/")), _url(game, "delete/"))
    client.get(answer["Location"])
    again = Page(client.get(answer["Location"]).text)
    assert "Game deleted" not in again.text
    assert [form.action for form in again.forms] == [_url(game, "restore/")]


@pytest.mark.parametrize("told", ["", "x", "\0", str(UUID(int=7))])
def test_the_page_that_says_so_knows_no_other_game(client: Client, game: Game, told: str) -> None:
    _deleted(game)
    answer = client.get("/", {"deleted": told})
    assert answer.status_code == 200
    assert answer.context["just_deleted"] is None


def test_a_deleted_game_is_nowhere_to_be_seen(client: Client, game: Game) -> None:
    link = game.links.get(kind=Link.Kind.WATCH)
    assert client.get(f"/watch/{link.token}/").status_code == 200
    _deleted(game)
    assert client.get(f"/watch/{link.token}/").status_code == 404
    parts = ("", "delete/", "share/", "rematch/", "rounds/1/", "rounds/2/", "log/", "print/")
    for part in (*parts, "export.json", "export.csv"):
        answer = client.get(_url(game, part))
        assert (part, answer.status_code) == (part, 404)
        assert "Ana" not in answer.text
    for part in ("undo/", "redo/", "finish/", "reopen/", "share/"):
        assert client.post(_url(game, part), _fields(revision="2")).status_code == 404


def test_what_is_deleted_already_can_be_restored(client: Client, game: Game) -> None:
    before = stored(_deleted(game))
    answer = client.post(_url(game, "delete/"), _fields())
    assert answer.status_code == 409
    assert answer.context["heading"] == "This game was deleted"
    assert stored(game) == before
    assert _press(client, answer, _url(game, "restore/")).status_code == 303
    assert client.get(_url(game)).status_code == 200


# ---- restore


def test_a_game_is_restored_as_long_as_it_can_be(client: Client, game: Game) -> None:
    _deleted(game, RESTORABLE - timedelta(minutes=1))
    answer = client.post(_url(game, "restore/"), _fields())
    assert answer.status_code == 303
    assert Game.objects.get().deleted_at is None


@pytest.mark.parametrize("part", ["delete/", "restore/"])
def test_after_that_it_is_gone(client: Client, game: Game, part: str) -> None:
    before = stored(_deleted(game, RESTORABLE))
    assert client.post(_url(game, part), _fields()).status_code == 404
    assert stored(game) == before


def test_a_game_that_is_there_is_not_restored(client: Client, game: Game) -> None:
    before = stored(game)
    answer = client.post(_url(game, "restore/"), _fields())
    assert answer.status_code == 409
    assert stored(game) == before


# ---- who may not, wrong methods, bad input, twice


@pytest.mark.parametrize("part", ["delete/", "restore/"])
def test_strangers_learn_nothing(game: Game, part: str) -> None:
    if part == "restore/":
        _deleted(game)
    before, stranger = stored(game), Client()
    stranger.force_login(User.objects.make_silently())
    for client in (Client(), stranger):
        for answer in (client.post(_url(game, part), _fields()), client.get(_url(game, "delete/"))):
            assert answer.status_code == 404
            assert "Ana" not in answer.text
    assert stored(game) == before


def test_those_who_look_on_delete_nothing_and_restore_nothing(game: Game) -> None:
    before, client = stored(game), Client()
    client.force_login(viewer_of(game.club))
    assert client.get(_url(game, "delete/")).status_code == 403
    for part in ("delete/", "restore/"):
        assert client.post(_url(game, part), _fields()).status_code == 403
    assert stored(game) == before
    _deleted(game)
    for part in ("delete/", "restore/"):
        assert client.post(_url(game, part), _fields()).status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, game: Game, method: str) -> None:
    for part in ("delete/", "restore/"):
        assert getattr(client, method)(_url(game, part)).status_code == 405
    assert client.get(_url(game, "restore/")).status_code == 405


@pytest.mark.parametrize("part", ["delete/", "restore/"])
@pytest.mark.parametrize("fields", [{}, {"submission": "x"}, {"submission": "\0"}])
def test_a_form_that_is_not_whole(
    client: Client, game: Game, part: str, fields: dict[str, str]
) -> None:
    if part == "restore/":
        _deleted(game)
    before = stored(game)
    assert client.post(_url(game, part), fields).status_code == 400
    assert stored(game) == before


@pytest.mark.parametrize("part", ["delete/", "restore/"])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_sent_twice_it_is_done_once(
    client: Client, game: Game, part: str, headers: dict[str, str]
) -> None:
    if part == "restore/":
        _deleted(game)
    fields, leads = _fields(), f"/?deleted={game.pk}" if part == "delete/" else _url(game)
    where = "HX-Redirect" if headers else "Location"
    assert client.post(_url(game, part), fields, headers=headers)[where] == leads
    before = stored(game)
    assert client.post(_url(game, part), fields, headers=headers)[where] == leads
    assert stored(game) == before


@pytest.mark.parametrize("part", ["delete/", "restore/"])
def test_an_id_that_was_used_for_something_else(client: Client, game: Game, part: str) -> None:
    used = game.revisions.get(number=2).submission
    before = stored(game)
    answer = client.post(_url(game, part), _fields(submission=str(used)))
    assert answer.status_code == 409
    assert answer.context["heading"] == "This page was already used"
    assert stored(game) == before


def test_the_queries_do_not_grow_with_the_rounds(client: Client, account: User, game: Game) -> None:
    counts = []
    for rounds in (3, 100):
        played_on(game, account, rounds)
        client.get(_url(game, "delete/"))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(_url(game, "delete/")).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
