"""Taking a club along, and a game in other forms than its file."""

import csv
import gzip
import io
import json
import re
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.formats import archive, rounds, sheets
from games.models import Club, Game, User
from tests.build import played, played_on, started, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

OF_CLUB = ("", "archive.jsonl", "archive.jsonl.gz", "sheets.csv", "rounds.csv")
OF_GAME = ("", "sheet.csv", "rounds.csv", "play.bgsplay")
of_club = pytest.mark.parametrize("part", OF_CLUB)
of_game = pytest.mark.parametrize("part", OF_GAME)


@pytest.fixture
def game(account: User) -> Game:
    """A finished game."""
    game = started(account)
    played(game, account)
    game.finish(by=account, submission=uuid4())
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def club(game: Game) -> Club:
    return game.club


def url(of: Game | Club, part: str) -> str:
    return f"/{'games' if isinstance(of, Game) else 'clubs'}/{of.pk}/export/{part}"


def content(answer: Any) -> bytes:
    return bytes(answer.getvalue() if answer.streaming else answer.content)


# ---- for all of them


@of_club
def test_those_who_look_on_may_take_a_club_along(client: Client, club: Club, part: str) -> None:
    client.force_login(viewer_of(club))
    answer = client.get(url(club, part))
    assert answer.status_code == 200
    assert content(answer)


@of_game
def test_those_who_look_on_may_take_a_game_along(client: Client, game: Game, part: str) -> None:
    client.force_login(viewer_of(game.club))
    assert client.get(url(game, part)).status_code == 200


@pytest.mark.parametrize("of", ["game", "club"])
def test_nobody_else_is_told_of_it(client: Client, game: Game, of: str) -> None:
    one, parts = (game, OF_GAME) if of == "game" else (game.club, OF_CLUB)
    client.logout()
    for other in (None, User.objects.make_silently()):
        if other:
            client.force_login(other)
        for part in parts:
            assert client.get(url(one, part)).status_code == 404


def test_there_is_no_such_club(client: Client, game: Game) -> None:
    for part in OF_CLUB:
        assert client.get(f"/clubs/{uuid4()}/export/{part}").status_code == 404
        assert client.get(f"/clubs/{game.pk}/export/{part}").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_is_sent_there(client: Client, game: Game, method: str) -> None:
    for part in OF_GAME:
        assert getattr(client, method)(url(game, part)).status_code == 405
    for part in OF_CLUB:
        assert getattr(client, method)(url(game.club, part)).status_code == 405


def test_only_the_head_is_asked_for(client: Client, club: Club) -> None:
    for part in OF_CLUB:
        answer = client.head(url(club, part))
        assert (answer.status_code, content(answer)) == (200, b"")


def test_a_deleted_game_is_not_there(client: Client, account: User, game: Game) -> None:
    game.discard(by=account, submission=uuid4())
    for part in OF_GAME:
        assert client.get(url(game, part)).status_code == 404
    assert str(game.pk).encode() not in content(client.get(url(game.club, "archive.jsonl")))


@of_club
def test_queries_do_not_grow_with_the_games(
    client: Client, account: User, club: Club, part: str
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            content(client.get(url(club, part)))
        return len(caught)

    before = queries()
    for _one in range(6):
        played(started(account), account)
    assert queries() == before


@of_game
def test_queries_do_not_grow_with_the_rounds(
    client: Client, account: User, game: Game, part: str
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(url(game, part)).status_code == 200
        return len(caught)

    before = queries()
    game.reopen(by=account, submission=uuid4())
    played_on(Game.objects.get(pk=game.pk), account, 12)
    Game.objects.get(pk=game.pk).finish(by=account, submission=uuid4())
    assert queries() == before


# ---- a club


def test_the_page_lists_every_way_with_its_size(client: Client, club: Club) -> None:
    answer = client.get(url(club, ""))
    page = Page(answer.text)
    assert page.unsafe == []
    for part in OF_CLUB[1:]:
        assert url(club, part) in page.links
    size = len(content(client.get(url(club, "sheets.csv"))))
    assert f"{size}\xa0bytes" in answer.text
    assert "1 game" in page.text
    assert "players, games and seasons" in page.text
    packed = len(content(client.get(url(club, "archive.jsonl.gz"))))
    (told,) = re.findall(r"brought in as it is\. (\d+)\sbytes", page.text)
    assert int(told) <= packed
    assert f"/clubs/{club.pk}/" in page.links
    assert f"/clubs/{club.pk}/import/" in page.links
    client.force_login(viewer_of(club))
    assert f"/clubs/{club.pk}/import/" not in Page(client.get(url(club, "")).text).links


def test_of_many_games_the_size_is_told_about(
    client: Client, account: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.forms.exportpage.SAMPLE", 2)
    for _one in range(4):
        started(account)
    text = Page(client.get(url(club, "")).text).text
    assert "5 games" in text
    assert "about" in text


def test_a_club_without_games_is_exported_too(client: Client, account: User) -> None:
    club = account.home_club()
    assert "Nothing was played here yet" in client.get(url(club, "")).text
    for part in OF_CLUB[1:]:
        assert client.get(url(club, part)).status_code == 200
    (line,) = content(client.get(url(club, "archive.jsonl"))).splitlines()
    assert json.loads(line)["format"] == "scorekeeper-club"


def test_the_files_are_what_they_say(client: Client, club: Club) -> None:
    expected = b"".join(archive.lines(club))
    games = list(archive.in_order(club))
    assert content(client.get(url(club, "archive.jsonl"))) == expected
    assert gzip.decompress(content(client.get(url(club, "archive.jsonl.gz")))) == expected
    assert content(client.get(url(club, "sheets.csv"))) == b"".join(sheets.written(games))
    assert content(client.get(url(club, "rounds.csv"))) == b"".join(rounds.written(games))


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("", "club"),
        ("Friday friends", "friday-friends"),
        ("王", "club"),
        ('a"; x=\r\ny/../z', "a-x-yz"),
        ("x" * 80, "x" * 60),
    ],
)
def test_the_files_have_a_sensible_name(client: Client, club: Club, name: str, called: str) -> None:
    Club.objects.filter(pk=club.pk).update(name=name)
    for part, ending in (("archive.jsonl", "archive.jsonl"), ("rounds.csv", "rounds.csv")):
        answer = client.get(url(club, part))
        assert answer["Content-Disposition"] == f'attachment; filename="{called}-{ending}"'
        assert "no-store" in answer["Cache-Control"]


# ---- a game


def test_the_sheet_leads_there(client: Client, game: Game) -> None:
    assert url(game, "") in Page(client.get(f"/games/{game.pk}/").text).links


def test_a_finished_game_goes_to_board_game_stats(client: Client, game: Game) -> None:
    for where in (f"/games/{game.pk}/", url(game, "")):
        answer = client.get(where)
        page = Page(answer.text)
        assert page.unsafe == []
        (link,) = (one for one in page.links if "bgstatsapp" in one)
        address, _equals, data = link.partition("?data=")
        assert address == "https://app.bgstatsapp.com/createPlay.html"
        assert json.loads(unquote(data))["sourcePlayId"] == str(game.pk)
        assert f'href="{link.replace("&", "&amp;")}" rel="noreferrer"' in answer.text


def test_a_running_game_does_not(client: Client, account: User, game: Game) -> None:
    game.reopen(by=account, submission=uuid4())
    for where in (f"/games/{game.pk}/", url(game, "")):
        assert "app.bgstatsapp.com" not in client.get(where).text
    assert client.get(url(game, "play.bgsplay")).status_code == 404


def test_the_play_file(client: Client, game: Game) -> None:
    answer = client.get(url(game, "play.bgsplay"))
    assert answer["Content-Disposition"].endswith('.bgsplay"')
    (play,) = json.loads(answer.content)["plays"]
    assert play["uuid"] == str(game.pk)


def test_the_tables_are_for_spreadsheets(client: Client, game: Game) -> None:
    for part in ("sheet.csv", "rounds.csv"):
        answer = client.get(url(game, part))
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer.streaming == (part == "rounds.csv")
        table = content(answer)
        assert table.startswith(b"\xef\xbb\xbf")
        assert table.count(b"\n") == table.count(b"\r\n")
        assert list(csv.reader(io.StringIO(table.decode("utf-8-sig"), newline="")))
