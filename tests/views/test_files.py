"""Taking a game away: as a game file, as a table for a spreadsheet, on paper."""

import csv
import io
import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import gamefile, importing
from games.models import Game, User
from tests.build import played, played_on, started, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

PARTS = ("export.json", "export.csv", "print/")
parts = pytest.mark.parametrize("part", PARTS)


@pytest.fixture
def game(account: User) -> Game:
    game = started(account)
    played(game, account)
    return game


def url(game: Game, part: str) -> str:
    return f"/games/{game.pk}/{part}"


def named(account: User, name: str) -> Game:
    """Return a game of this name, begun in the last hour of a day in its own zone."""
    game = started(account)
    club = account.home_club()
    club.time_zone = "Asia/Kathmandu"
    club.save()
    Game.objects.filter(pk=game.pk).update(name=name, started_at="2026-01-30T18:30:00Z")
    return game


# ---- for all of them


@parts
def test_those_who_look_on_may_take_it_away(client: Client, game: Game, part: str) -> None:
    client.force_login(viewer_of(game.club))
    assert client.get(url(game, part)).status_code == 200


@parts
def test_nobody_else_is_told_of_it(client: Client, game: Game, part: str) -> None:
    client.logout()
    assert client.get(url(game, part)).status_code == 404
    client.force_login(User.objects.make_silently())
    assert client.get(url(game, part)).status_code == 404


@parts
def test_a_deleted_game_is_not_there(client: Client, game: Game, part: str) -> None:
    game.discard(by=None, submission=uuid4())
    assert client.get(url(game, part)).status_code == 404


@parts
def test_nothing_is_sent_there(client: Client, game: Game, part: str) -> None:
    assert client.post(url(game, part)).status_code == 405


@parts
def test_queries_do_not_grow_with_the_rounds(
    client: Client, account: User, game: Game, part: str
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(url(game, part)).status_code == 200
        return len(caught)

    def sit_in(number: int) -> None:
        guest = game.club.player_named(f"Guest {number}")
        one = game.rounds.get(number=number)
        one.sittings.create(seat=game.seats.get(number=0), player=guest)

    sit_in(1)
    before = queries()
    played_on(game, account, 12)
    for number in (2, 3, 4):
        sit_in(number)
    assert queries() == before


# ---- as a file


def test_the_file_is_the_game(client: Client, game: Game) -> None:
    answer = client.get(url(game, "export.json"))
    assert answer["Content-Type"] == "application/json"
    assert "no-store" in answer["Cache-Control"]
    document = json.loads(answer.content)
    assert document == gamefile.written(gamefile.of_game(Game.objects.get(pk=game.pk)))
    arrival = importing.arrived("x", answer.content)
    (prospect,) = importing.prospects(game.club, [arrival])
    assert (prospect.fate, prospect.game) == (importing.Fate.KNOWN, game)


def test_names_stand_in_the_file_as_they_are_written(client: Client, account: User) -> None:
    game = named(account, "Éva's 王 game")
    assert "Éva's 王 game" in client.get(url(game, "export.json")).content.decode()


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Friday cards", "friday-cards"),
        ("", "bain-hand-and-foot"),
        ("Éva's game", "evas-game"),
        ("王", "bain"),
        ('a"; x=\r\ny/../z', "a-x-yz"),
        ("x" * 200, "x" * 60),
        ("..", "bain"),
    ],
)
@pytest.mark.parametrize("ending", ["json", "csv"])
def test_the_files_have_a_sensible_name(
    client: Client, account: User, name: str, called: str, ending: str
) -> None:
    game = named(account, name)
    answer = client.get(url(game, f"export.{ending}"))
    assert answer["Content-Disposition"] == f'attachment; filename="{called}-2026-01-31.{ending}"'


# ---- as a table


def test_the_table_is_a_spreadsheet(client: Client, game: Game) -> None:
    answer = client.get(url(game, "export.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    header, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
    assert header[:3] == ["Round", "Dealer", "Sat in"]
    assert rows == [["1", "Ana", "", "-50", "-50", "-50", "-50"]]


# ---- on paper


def test_the_sheet_of_paper(client: Client, game: Game) -> None:
    answer = client.get(url(game, "print/"))
    page = Page(answer.text)
    assert page.unsafe == []
    assert f"/games/{game.pk}/" in page.links
    for name in (*(team.name for team in game.table.teams), *game.table.players):
        assert name in page.text
    assert "Signatures" in page.text


def test_names_are_no_markup(client: Client, account: User) -> None:
    game = named(account, "<script>alert(1)</script>")
    assert "<script>alert" not in client.get(url(game, "print/")).text
