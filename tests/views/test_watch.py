"""The board for all at the table, how it follows, and how it is shared."""

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.board import Board
from games.models import Game, User
from tests.build import form_of, played, played_on, started, stored, typed, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def game(account: User) -> Game:
    return started(account)


@pytest.fixture
def visitor() -> Client:
    """A phone without an account."""
    return Client()


def _watch(game: Game) -> str:
    return f"/watch/{game.links.get(revoked_at=None).token}/"


def _sheet(game: Game) -> str:
    return f"/games/{game.pk}/"


def _share(game: Game) -> str:
    return f"/games/{game.pk}/share/"


def _polled(answer: Any) -> str:
    """The mark that the board on a page asks with whether it still stands."""
    (headers,) = re.findall(r"hx-headers='([^']*)'", answer.text)
    return str(json.loads(headers)["If-None-Match"])


def _totals(answer: Any) -> list[int]:
    board = answer.context["board"]
    assert isinstance(board, Board)
    return [team.total for team in board.teams]


def _television(game: Game) -> str:
    return f"{_watch(game)}?display=tv"


# ---- watching


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [("bain", 2, 2), ("bga", 7, 1), ("bga", 6, 2), ("banakil", 2, 2), ("marriage", 5, 1)],
)
def test_whoever_has_the_address_sees_the_board(
    visitor: Client, account: User, key: str, teams: int, each: int
) -> None:
    game = started(account, key, teams, each)
    played(game, account)
    answer = visitor.get(f"{_watch(game)}?open=1")
    assert answer.status_code == 200
    page = Page(answer.text)
    for team in game.table.teams:
        assert team.name in page.text
    assert answer.context["board"].breakdown.number == 1
    assert page.forms == []
    assert f"{_watch(game)}#round-1" in page.links
    assert f"/rules/{key}/?watch={_watch(game)[7:-1]}" in page.links
    assert str(game.pk) not in answer.text
    assert answer.cookies == {}


@pytest.mark.parametrize(
    "token", ["x", "%00", "%ED%A0%80", "é", "x" * 5000, "..", "%2e%2e", "'%20or%201=1", "null"]
)
def test_addresses_that_lead_nowhere(visitor: Client, game: Game, token: str) -> None:
    answer = visitor.get(f"/watch/{token}/")
    assert answer.status_code == 404
    assert game.table.teams[0].name not in answer.text


def test_a_board_that_was_withdrawn_or_deleted(visitor: Client, game: Game) -> None:
    before = _watch(game)
    game.links.get().replace()
    assert visitor.get(before).status_code == 404
    assert visitor.get(before, headers={"If-None-Match": '"1"'}).status_code == 404
    assert visitor.get(_watch(game)).status_code == 200
    Game.objects.update(deleted_at=timezone.now())
    assert visitor.get(_watch(game)).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_watching_only_reads(visitor: Client, game: Game, method: str) -> None:
    assert getattr(visitor, method)(_watch(game)).status_code == 405
    assert visitor.head(_watch(game)).status_code == 200


def test_scorers_watch_as_anybody_does(client: Client, visitor: Client, game: Game) -> None:
    url = _watch(game)
    assert client.get(url).text == visitor.get(url).text


def test_three_teams_are_told_at_what_total_their_opening_changes(
    visitor: Client, account: User
) -> None:
    game = started(account, "bga", 3, 1, opening_by="score", target=20_000)
    played(game, account, {"meld_points": 5000}, {"meld_points": 0, "hand_points": 5})
    totals = Page(visitor.get(_watch(game)).text).text.partition("Rounds")[0]
    for words in (
        "opens with 90, 120 from 10,000",
        "opens with 15, 50 from 0",
        "opens with 50, 90 from 5,000",
    ):
        assert words in totals


# ---- how it follows


def _correct(game: Game, by: User) -> None:
    entry = form_of(game, typed(game, {"meld_points": 300})).entry
    revision = game.rounds.get(number=1).revision
    game.correct(by=by, submission=uuid4(), number=1, revision=revision, entry=entry)


def _undo(game: Game, by: User) -> None:
    latest = game.revisions.undoable()[0]
    game.undo(by=by, submission=uuid4(), revision=latest.number)


WRITES: list[tuple[str, Callable[[Game, User], object], list[int], str]] = [
    ("record", lambda game, by: played(game, by, {"meld_points": 150}), [100, -50], "running"),
    ("correct", _correct, [250, -50], "running"),
    ("undo", _undo, [100, -50], "running"),
    ("record", lambda game, by: played(game, by), [50, -100], "running"),
    ("finish", lambda game, by: game.finish(by=by, submission=uuid4()), [50, -100], "finished"),
    ("reopen", lambda game, by: game.reopen(by=by, submission=uuid4()), [50, -100], "running"),
    ("undo", _undo, [100, -50], "running"),
]


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [("bain", 2, 2), ("bga", 7, 1), ("bga", 6, 2), ("banakil", 3, 1), ("marriage", 5, 1)],
)
def test_a_television_shows_the_board_without_anything_to_touch(
    visitor: Client, account: User, key: str, teams: int, each: int
) -> None:
    game = started(account, key, teams, each)
    played_on(game, account, 20)
    answer = visitor.get(_television(game))
    assert answer.status_code == 200
    assert "watch/television.html" in [one.name for one in answer.templates]
    page = Page(answer.text)
    for team in game.table.teams:
        assert team.name in page.text
    assert page.forms == []
    assert page.buttons == []
    assert page.unsafe == []
    assert page.links == ["#main"]
    # The latest rounds have room; of the others the chart tells.
    shown = [one.number for one in answer.context["board"].latest]
    assert shown == list(range(14, 21))
    assert re.findall(r'<th scope="row" class="n">(\d+)', answer.text) == [str(n) for n in shown]


def test_a_television_is_dark_unless_somebody_chose_otherwise(visitor: Client, game: Game) -> None:
    assert 'data-theme="dark"' in visitor.get(_television(game)).text
    visitor.cookies["theme"] = "light"
    assert 'data-theme="light"' in visitor.get(_television(game)).text
    assert 'data-theme="dark"' not in visitor.get(_watch(game)).text


def test_a_television_follows(visitor: Client, account: User, game: Game) -> None:
    played(game, account)
    page = visitor.get(_television(game))
    assert f'hx-get="{_television(game)}"' in page.text
    # Without its script it loads itself anew.
    assert '<noscript><meta http-equiv="refresh" content="20"></noscript>' in page.text
    mark = {"If-None-Match": _polled(page)}
    assert visitor.get(_television(game), headers={**mark, **PART}).status_code == 304
    assert visitor.get(_watch(game), headers={**mark, **PART}).status_code == 200
    played(game, account)
    fresh = visitor.get(_television(game), headers={**mark, **PART})
    assert fresh.status_code == 200
    assert "<html" not in fresh.text
    assert 'id="board"' in fresh.text
    assert _totals(fresh) == [-100, -100]


def test_whoever_shares_is_led_to_the_television(client: Client, game: Game) -> None:
    page = Page(client.get(_share(game)).text)
    assert any(link.endswith(_television(game)) for link in page.links)


def test_a_revoked_link_shows_nothing_on_a_television(
    visitor: Client, client: Client, game: Game
) -> None:
    address = _television(game)
    client.post(_share(game))
    assert visitor.get(address).status_code == 404


@pytest.mark.parametrize("address", [_sheet, _watch])
@pytest.mark.parametrize("headers", [{}, PART], ids=["page", "part"])
def test_the_board_is_right_in_the_moment_after_each_write(
    client: Client,
    account: User,
    game: Game,
    address: Callable[[Game], str],
    headers: dict[str, str],
) -> None:
    url, etags = address(game), list[str]()
    client.cookies["csrftoken"] = "x" * 32
    for _name, write, totals, state in WRITES:
        write(game, account)
        known = {**headers, "If-None-Match": etags[-1]} if etags else headers
        answer = client.get(url, headers=known)
        assert answer.status_code == 200
        assert _totals(answer) == totals
        assert answer.context["board"].state == state
        assert answer["ETag"] not in etags
        etags.append(answer["ETag"])
        poll = client.get(url, headers={**PART, "If-None-Match": _polled(answer)})
        assert poll.status_code == 304
        unchanged = client.get(url, headers={**headers, "If-None-Match": etags[-1]})
        assert unchanged.status_code == 304
        assert unchanged["ETag"] == etags[-1]


@pytest.mark.parametrize("address", [_sheet, _watch])
@pytest.mark.parametrize(("table", "times"), [("games_score", 1), ("games_round", 2)])
def test_a_round_that_is_taken_back_while_the_board_is_read(
    client: Client,
    account: User,
    game: Game,
    address: Callable[[Game], str],
    table: str,
    times: int,
) -> None:
    played(game, account)
    latest = played(game, account)
    asked: list[str] = []

    def read(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith("SELECT") and f'FROM "{table}"' in sql:
            asked.append(sql)
            if len(asked) == times:
                game.undo(by=account, submission=uuid4(), revision=latest.number)
        return execute(sql, *more)

    url = address(game)
    with connection.execute_wrapper(read):
        answer = client.get(f"{url}?open=2")
    assert answer.status_code == 200
    assert len(asked) >= times
    assert answer.context["board"].breakdown is None
    assert len(client.get(url).context["board"].rounds) == 1
    poll = client.get(f"{url}?open=2", headers={**PART, "If-None-Match": _polled(answer)})
    assert poll.status_code == 200


@pytest.mark.parametrize("address", [_sheet, _watch])
def test_an_unchanged_board_costs_nothing_to_draw(
    client: Client, account: User, game: Game, address: Callable[[Game], str]
) -> None:
    played(game, account)
    url = address(game)
    client.get(url)
    for headers in ({}, PART):
        etag = client.get(url, headers=headers)["ETag"]
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(url, headers={**headers, "If-None-Match": etag})
        assert answer.status_code == 304
        assert {*answer["Cache-Control"].split(", ")} == {"private", "no-cache"}
        assert {"Cookie", "HX-Request", "HX-Request-Type"} <= {*answer["Vary"].split(", ")}
        assert answer.content == b""
        assert answer.templates == []
        # A visitor who watches is asked for nothing but the link and its game.
        assert len(asked) == (1 if address is _watch else 3)


@pytest.mark.parametrize("address", [_sheet, _watch])
def test_what_else_is_shown_changes_the_mark(
    client: Client, account: User, game: Game, address: Callable[[Game], str]
) -> None:
    played(game, account)
    url = address(game)
    client.get(url)
    etag = client.get(url)["ETag"]
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(url, headers={"If-None-Match": etag, **PART}).status_code == 200
    assert client.get(f"{url}?open=1", headers={"If-None-Match": etag}).status_code == 200
    assert client.get(url, headers={"If-None-Match": etag[2:]}).status_code == 200
    assert client.get(url, headers={"If-None-Match": "*"}).status_code == 200
    client.cookies["theme"] = "dark"
    dark = client.get(url, headers={"If-None-Match": etag})
    assert dark.status_code == 200
    assert 'data-theme="dark"' in dark.text


def test_what_was_done_is_said_although_the_board_is_known(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    fields = {"submission": str(uuid4()), "revision": "2"}
    client.post(f"{_sheet(game)}undo/", fields)
    etag = client.get(_sheet(game))["ETag"]
    # The same write again changes nothing, but is answered like the first.
    client.post(f"{_sheet(game)}undo/", fields)
    answer = client.get(_sheet(game), headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "Taken back: round 1 saved" in Page(answer.text).text


@pytest.mark.parametrize("address", [_sheet, _watch])
def test_the_part_is_the_board_and_nothing_around_it(
    client: Client, account: User, game: Game, address: Callable[[Game], str]
) -> None:
    played(game, account)
    answer = client.get(address(game), headers=PART)
    assert "<html" not in answer.text
    assert 'id="board"' in answer.text
    assert "Ana-Ben \N{MINUS SIGN}50, Celia-Dev \N{MINUS SIGN}50" in answer.text
    page = client.get(address(game)).text
    assert page.count('id="board"') == 1


def test_a_poll_asks_for_the_round_that_stands_open(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    for url in (_sheet(game), _watch(game)):
        assert f'hx-get="{url}?open=1"' in client.get(f"{url}?open=1").text
        assert f'hx-get="{url}"' in client.get(url).text


# ---- what a browser may do with the pages


def _pages(game: Game, by: User) -> dict[str, Any]:
    """Answers of all pages about a game of one round, by name."""
    client, viewer = Client(), Client()
    client.force_login(by)
    viewer.force_login(viewer_of(game.club))
    rounds, submission = f"{_sheet(game)}rounds", {"submission": str(uuid4())}
    return {
        "sheet": client.get(f"{_sheet(game)}?open=1"),
        "sheet, part": client.get(_sheet(game), headers=PART),
        "watch": client.get(f"{_watch(game)}?open=1"),
        "share": client.get(_share(game)),
        "entry": client.get(f"{rounds}/2/"),
        "correction": client.get(f"{rounds}/1/"),
        "preview": client.post(f"{rounds}/2/preview/", typed(game, {"adjustment": "x"})),
        "refused": client.post(f"{rounds}/2/", typed(game, rubies="1") | submission),
        "clash": client.post(f"{rounds}/1/", typed(game) | submission),
        "not whole": client.post(f"{_sheet(game)}undo/", {}),
        "forbidden": viewer.get(f"{rounds}/2/"),
        "not there": Client().get(_sheet(game)),
        "too large": client.post(f"{rounds}/2/", {"x": "x" * 100_000}),
    }


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [("bain", 2, 2), ("pennies", 2, 3), ("bga", 6, 2), ("banakil", 2, 2), ("marriage", 5, 1)],
)
def test_no_page_needs_what_the_policy_forbids(
    account: User, key: str, teams: int, each: int
) -> None:
    game = started(account, key, teams, each)
    played(game, account, {"adjustment": -10, "adjustment_note": "Late"})
    pages = _pages(game, account)
    statuses = {name: answer.status_code for name, answer in pages.items()}
    assert [*statuses.values()] == [*[200] * 7, 422, 409, 400, 403, 404, 400]
    for name, answer in pages.items():
        page = Page(answer.text)
        assert page.unsafe == [], name
        assert max(page.ids.values(), default=1) == 1, name
        policy = answer["Content-Security-Policy"]
        assert "unsafe" not in policy, name
        assert "script-src 'self';" in policy, name
        assert "default-src 'none'" in policy, name
        assert answer["Referrer-Policy"] == "same-origin", name
        assert answer["X-Content-Type-Options"] == "nosniff", name
        assert answer["X-Frame-Options"] == "DENY", name


def test_a_page_of_forms_needs_their_cookie(account: User, game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(account)
    fields = typed(game) | {"submission": str(uuid4())}
    url = f"{_sheet(game)}rounds/1/"
    assert client.post(url, fields).status_code == 403
    form = Page(client.get(url).text).form(url)
    assert client.post(url, form.sent | fields).status_code == 303
    for part in ("undo", "finish", "reopen", "share"):
        before = stored(game)
        assert (
            client.post(f"{_sheet(game)}{part}/", {"submission": str(uuid4())}).status_code == 403
        )
        assert stored(game) == before


# ---- sharing


def test_the_address_is_shared_as_words_and_as_a_code(
    client: Client, visitor: Client, game: Game
) -> None:
    answer = client.get(_share(game))
    assert answer.status_code == 200
    assert answer.context["watch_url"] == f"http://testserver{_watch(game)}"
    assert answer.context["watch_url"] in answer.text
    assert "<svg" in answer.context["qr"]
    assert "style" not in answer.context["qr"]
    assert visitor.get(answer.context["watch_url"]).status_code == 200


def test_the_code_holds_the_address(client: Client, game: Game) -> None:
    first = client.get(_share(game)).context["qr"]
    assert client.get(_share(game)).context["qr"] == first
    client.post(_share(game))
    assert client.get(_share(game)).context["qr"] != first


@override_settings(HTTPS=True)
def test_the_address_is_as_safe_as_the_page(client: Client, game: Game) -> None:
    answer = client.get(_share(game), secure=True)
    assert answer.context["watch_url"].startswith("https://testserver/watch/")


@pytest.mark.parametrize("body", [{}, {"x": "1"}, {"revoke": "\0", "x": "9" * 5000}])
@pytest.mark.parametrize(("headers", "status"), [({}, 303), (PART, 200)])
def test_a_new_address_closes_the_old(
    client: Client,
    visitor: Client,
    game: Game,
    body: dict[str, str],
    headers: dict[str, str],
    status: int,
) -> None:
    old = _watch(game)
    answer = client.post(_share(game), body, headers=headers)
    assert answer.status_code == status
    assert answer.get("Location", answer.get("HX-Redirect")) == _share(game)
    assert visitor.get(old).status_code == 404
    assert visitor.get(client.get(_share(game)).context["watch_url"]).status_code == 200
    assert game.links.count() == 2


def test_who_may_not_share(game: Game) -> None:
    before = stored(game)
    stranger, viewer = Client(), Client()
    stranger.force_login(User.objects.make_silently())
    viewer.force_login(viewer_of(game.club))
    for client, status in ((Client(), 404), (stranger, 404), (viewer, 403)):
        for answer in (client.get(_share(game)), client.post(_share(game))):
            assert answer.status_code == status
            assert _watch(game) not in answer.text
    assert stored(game) == before


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods_of_sharing(client: Client, game: Game, method: str) -> None:
    assert getattr(client, method)(_share(game)).status_code == 405
    assert client.head(_share(game)).status_code == 200


def test_a_finished_game_is_shared_and_watched_too(
    client: Client, visitor: Client, account: User, game: Game
) -> None:
    game.finish(by=account, submission=uuid4())
    assert client.post(_share(game)).status_code == 303
    assert visitor.get(_watch(game)).status_code == 200


# ---- how much is asked of the database


def _queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def test_the_queries_do_not_grow_with_the_rounds(
    client: Client, visitor: Client, account: User, game: Game
) -> None:
    counts = []
    for rounds in (5, 200):
        played_on(game, account, rounds)
        counts.append(
            {
                "watch": _queries(visitor, _watch(game)),
                "opened": _queries(visitor, f"{_watch(game)}?open=5"),
                "share": _queries(client, _share(game)),
            }
        )
    assert counts[0] == counts[1] == {"watch": 8, "opened": 9, "share": 5}
