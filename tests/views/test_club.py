"""The home of a club, who may look at it, and how long it takes."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import User
from tests.build import finished, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 3, 1, 19, tzinfo=UTC)


def _url(account: User, query: str = "") -> str:
    return f"/clubs/{account.home_club().pk}/{query}"


def test_a_club_is_shown(client: Client, account: User) -> None:
    game = finished(account, (500, 100), (200, 300))
    answer = client.get(_url(account))
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.unsafe == []
    assert "1 game · 2 rounds" in page.text
    assert f"/games/{game.pk}/?open=1#round-1" in page.links
    ana = account.home_club().player_named("Ana")
    assert f"/players/{ana.pk}/?variant=bain" in page.links
    for part in ("players/", "members/", "export/", "import/", "edit/"):
        assert _url(account, part) in page.links
    assert f"/history/?club={account.home_club().pk}" in page.links
    assert client.head(_url(account)).status_code == 200


def test_the_standings_are_those_of_the_latest_season(client: Client, account: User) -> None:
    club = account.home_club()
    assert f"/clubs/{club.pk}/seasons/new/" in Page(client.get(_url(account)).text).links
    finished(account, (500, 100))
    everything = club.seasons.get(everything=True)
    assert f"/seasons/{everything.pk}/" in Page(client.get(_url(account)).text).links
    for name, day in (("Spring", date(2026, 1, 1)), ("Winter", date(2025, 1, 1))):
        club.seasons.create(name=name, starts_on=day)
    spring = club.seasons.get(name="Spring")
    client.force_login(viewer_of(club))
    page = Page(client.get(_url(account)).text)
    assert [link for link in page.links if "season" in link] == [f"/seasons/{spring.pk}/"]


def test_a_club_without_a_finished_game_says_what_to_do(client: Client, account: User) -> None:
    page = Page(client.get(_url(account)).text)
    assert "Play a game to its end" in page.text
    assert "/games/new/" in page.links
    assert "Records" not in page.text


def test_the_records_of_the_game_that_is_asked_for(client: Client, account: User) -> None:
    finished(account, (500, 100))
    finished(account, (500, 100))
    finished(account, (), key="marriage", each=1)
    assert client.get(_url(account)).context["facts"].chosen == "bain"
    answer = client.get(_url(account, "?variant=marriage"))
    assert answer.context["facts"].chosen == "marriage"
    for nonsense in ("chess", "%00", "bain%ff", "\N{FIRE}"):
        answer = client.get(_url(account, f"?variant={nonsense}&month={nonsense}"))
        assert answer.status_code == 200


def test_who_may_look_at_a_club(client: Client, account: User) -> None:
    finished(account, (500, 100))
    url = _url(account)
    client.force_login(viewer_of(account.home_club()))
    answer = client.get(url)
    assert answer.status_code == 200
    links = Page(answer.text).links
    for closed in ("/games/new/", "/history/new/", f"{url}import/", f"{url}edit/"):
        assert closed not in links
    for open_ in ("players/", "members/", "export/"):
        assert url + open_ in links
    client.force_login(User.objects.make_silently())
    assert client.get(url).status_code == 404
    assert Client().get(url).status_code == 404
    assert client.get(f"/clubs/{uuid4()}/").status_code == 404


def test_it_is_only_looked_at(client: Client, account: User) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert client.generic(method, _url(account)).status_code == 405


def test_many_games_are_read_as_quickly_as_few(client: Client, account: User) -> None:
    def play(day: int) -> None:
        rows = [(500, 100), (200, 300)] if day % 2 else [(100, 500), (900, 100)]
        finished(account, *rows, began=BEGAN + timedelta(days=day))

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(_url(account)).status_code == 200
        return len(asked)

    finished(account, (), key="marriage", each=1)
    for day in range(3):
        play(day)
    few = queries()
    for day in range(3, 10):
        play(day)
    assert queries() == few
    assert few <= 20
