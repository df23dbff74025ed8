"""The page of a player, who may look at it, and how long it takes."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player, User
from tests.build import finished, played, started, viewer_of
from tests.models.play import substitute
from tests.pages import Page

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 3, 1, 19, tzinfo=UTC)


def _ana(account: User) -> Player:
    return account.home_club().player_named("Ana")


def _url(account: User, query: str = "") -> str:
    return f"/players/{_ana(account).pk}/{query}"


def test_a_player_is_shown(client: Client, account: User) -> None:
    game = finished(account, (500, 100), (200, 300))
    answer = client.get(_url(account))
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.unsafe == []
    assert "1 of 1 game won" in page.text
    assert "%" not in page.text.split("anything from")[0]
    assert "Ana's teams went out in 0 of 2 rounds." in page.text
    assert f"/games/{game.pk}/?open=1#round-1" in page.links
    assert f"/players/{_ana(account).pk}/edit/" in page.links
    assert f"/history/?club={account.home_club().pk}&player={_ana(account).pk}" in page.links
    assert client.head(_url(account)).status_code == 200


def test_who_has_not_played_is_told_what_to_do(client: Client, account: User) -> None:
    page = Page(client.get(_url(account)).text)
    assert "When Ana has played a game to its end" in page.text
    assert page.unsafe == []


def test_a_guest_and_a_hidden_player_are_marked_as_such(client: Client, account: User) -> None:
    finished(account, (500, 100))
    ana = _ana(account)
    ana.change(name="Ana", mark="d", is_guest=True, by=account, submission=uuid4())
    ana.hide(by=account, submission=uuid4())
    assert "Ana guest · hidden" in Page(client.get(_url(account)).text).text


def test_who_was_merged_is_looked_up_at_who_is_left(client: Client, account: User) -> None:
    finished(account, (500, 100))
    annie = account.home_club().player_named("Annie")
    annie.merge_into(_ana(account), by=account, submission=uuid4())
    answer = client.get(f"/players/{annie.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, _url(account))


def test_all_games_first_and_each_variant_by_itself(client: Client, account: User) -> None:
    finished(account, (500, 100))
    finished(account, (), key="marriage", each=1)
    everything = Page(client.get(_url(account)).text)
    assert "?variant=marriage" in everything.links
    assert "Streaks" in everything.text
    assert "Does dealing help" not in everything.text
    one = Page(client.get(_url(account, "?variant=marriage")).text)
    assert "Streaks" not in one.text
    assert "Seat by seat" in one.text


@pytest.mark.parametrize("variant", ["chess", "%00", "\N{FIRE}", "bain&variant=%ff"])
def test_what_is_not_played_is_not_told_of(client: Client, account: User, variant: str) -> None:
    finished(account, (500, 100))
    finished(account, (), key="marriage", each=1)
    answer = client.get(_url(account, f"?variant={variant}"))
    assert answer.status_code == 200
    assert answer.context["facts"].chosen == ""


def test_in_how_many_games_somebody_sat_in(client: Client, account: User) -> None:
    games = [started(account), started(account)]
    for game in games:
        played(game, account)
        substitute(game, 0, "Xenia", 1)
        played(game, account)
    xenia = account.home_club().players.get(key="xenia")
    url = f"/players/{xenia.pk}/"
    assert "Xenia sat in for somebody else in 2 games" in Page(client.get(url).text).text
    games[0].discard(by=account, submission=uuid4())
    assert "Xenia sat in for somebody else in 1 game," in Page(client.get(url).text).text
    assert "sat in for somebody else" not in client.get(_url(account)).text


def test_who_may_look_at_a_player(client: Client, account: User) -> None:
    finished(account, (500, 100))
    url = _url(account)
    client.force_login(viewer_of(account.home_club()))
    answer = client.get(url)
    assert answer.status_code == 200
    assert f"{url}edit/" not in Page(answer.text).links
    client.force_login(User.objects.make_silently())
    assert client.get(url).status_code == 404
    assert Client().get(url).status_code == 404


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("pk", ["0", "9" * 9, "9" * 40, "-1", "x"])
def test_a_player_who_is_not_there(client: Client, pk: str) -> None:
    assert client.get(f"/players/{pk}/").status_code == 404


def test_it_is_only_looked_at(client: Client, account: User) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert client.generic(method, _url(account)).status_code == 405


@pytest.mark.parametrize("query", ["", "?variant=bain"])
def test_many_games_are_read_as_quickly_as_few(client: Client, account: User, query: str) -> None:
    def play(day: int) -> None:
        rows = [(500, 100), (200, 300)] if day % 2 else [(100, 500), (900, 100)]
        finished(account, *rows, began=BEGAN + timedelta(days=day))

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(_url(account, query)).status_code == 200
        return len(asked)

    finished(account, (), key="marriage", each=1)
    play(0)
    play(1)
    few = queries()
    for day in range(2, 9):
        play(day)
    assert queries() == few
    assert few <= 16
