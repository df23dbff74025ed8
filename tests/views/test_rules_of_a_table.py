"""The rules as they are read from a game: with its house rules, for those who may see it."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Game, User
from tests.build import played, started
from tests.pages import Page
from tests.views.test_comparing import PAGES as COMPARED

pytestmark = pytest.mark.django_db

SPEAKS = "This page speaks with the house rules of"


@pytest.fixture
def game(account: User) -> Game:
    """A game of the account, at a table of its own habits."""
    return started(account, going_out_bonus=350, red_threes_need="seven_canastas")


def test_the_page_speaks_with_the_house_rules(client: Client, game: Game) -> None:
    page = client.get("/rules/bain/", {"game": str(game.pk)}).text

    assert f"{SPEAKS} “Bain Hand and Foot”" in page
    assert "Going out: <mark>350" in page
    assert "with <mark>seven canastas of any types" in page
    assert "(usually 200)" in page
    assert "House rule of this table: Red threes count for a team with" in page


def test_so_does_the_second_page_and_its_round_worked_out(client: Client, game: Game) -> None:
    page = client.get("/rules/bain/more/", {"game": str(game.pk)}).text

    assert SPEAKS in page
    # Four types of canasta are not seven canastas, so that five red threes take off 500.
    assert ">3,645</td>" in page


@pytest.mark.parametrize("anchor", ["house", "red-threes", "worked"])
def test_so_does_a_part_by_itself(client: Client, game: Game, anchor: str) -> None:
    usual = client.get(f"/rules/bain/part/{anchor}/").text
    address = {"game": str(game.pk), "round": "1"}

    assert client.get(f"/rules/bain/part/{anchor}/", address).text != usual
    assert Client().get(f"/rules/bain/part/{anchor}/", address).text == usual


def test_a_table_that_plays_as_usual_is_told_so(client: Client, account: User) -> None:
    page = client.get("/rules/pennies/", {"game": str(started(account, "pennies", 2, 3).pk)}).text

    assert "All of them are as usual." in page
    assert "<mark>" not in page


@pytest.mark.parametrize(
    ("key", "sizes", "options", "anchor", "words"),
    [
        ("bga", (3, 1), {"opening_by": "score"}, "opening", "depends on the team's own total"),
        (
            "banakil",
            (2, 2),
            {"pairs_scoring": "sum_of_partners"},
            "pairs",
            "each pair adds up its two scores. Usually",
        ),
    ],
)
def test_what_this_table_plays_is_told_before_what_is_usual(
    client: Client,
    account: User,
    key: str,
    sizes: tuple[int, int],
    options: dict[str, Any],
    anchor: str,
    words: str,
) -> None:
    own, usual = started(account, key, *sizes, **options), started(account, key, *sizes)

    def text(game: Game) -> str:
        return Page(client.get(f"/rules/{key}/part/{anchor}/?game={game.pk}").text).text

    assert words in text(own)
    assert words not in text(usual)


def test_another_games_rules_are_as_usual(client: Client, game: Game) -> None:
    page = client.get("/rules/pennies/", {"game": str(game.pk)}).text

    assert SPEAKS not in page
    assert f'href="/games/{game.pk}/"' in page


def test_who_may_not_see_the_game_learns_nothing_of_it(game: Game) -> None:
    visitor, stranger = Client(), Client()
    stranger.force_login(User.objects.make_silently())
    for client in (visitor, stranger):
        page = client.get("/rules/bain/", {"game": str(game.pk)}).text
        assert SPEAKS not in page
        assert "<mark>" not in page


def test_a_game_that_is_none_or_deleted_is_as_usual(client: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now())
    for pk in (game.pk, uuid4()):
        response = client.get("/rules/bain/", {"game": str(pk)})
        assert response.status_code == 200
        assert SPEAKS not in response.text


def test_a_changed_house_rule_changes_the_page_and_its_mark(client: Client, game: Game) -> None:
    first = client.get("/rules/bain/", {"game": str(game.pk)})
    kept = {"If-None-Match": first["ETag"]}
    assert client.get("/rules/bain/", {"game": str(game.pk)}, headers=kept).status_code == 304

    Game.objects.filter(pk=game.pk).update(options={**game.options, "going_out_bonus": 400})
    again = client.get("/rules/bain/", {"game": str(game.pk)}, headers=kept)
    assert again.status_code == 200
    assert "Going out: <mark>400" in again.text


@pytest.mark.parametrize("page", ["", "more/"])
def test_it_takes_few_queries(
    client: Client, game: Game, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):  # the session, the account, the game, its teams and seats
        client.get(f"/rules/bain/{page}", {"game": str(game.pk)})


def test_a_game_of_pairs_is_told_its_own_usual_target(client: Client, account: User) -> None:
    game = started(account, "banakil", 2, 2)
    page = client.get("/rules/banakil/", {"game": str(game.pk)}).text

    assert "Played to 303." in page
    assert "All of them are as usual." in page


# ---- the way back

PAGES = (
    "",
    "bain/",
    "bain/more/",
    "bain/part/house/",
    "bain/card/",
    "bain/card.svg",
    "at-a-glance/",
    "side-by-side/",
)


@pytest.mark.parametrize("page", PAGES)
def test_what_comes_from_a_game_is_asked_for_again_each_time(
    client: Client, game: Game, page: str
) -> None:
    asked = {"game": str(game.pk)}
    of_table, usual = client.get(f"/rules/{page}", asked), client.get(f"/rules/{page}")

    assert set(of_table["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert set(usual["Cache-Control"].split(", ")) == {"private", "max-age=300"}
    kept = {"If-None-Match": of_table["ETag"]}
    again = client.get(f"/rules/{page}", asked, headers=kept)
    assert again.status_code == 304
    assert "no-cache" in again["Cache-Control"]


def links(html: str) -> list[str]:
    return unescape(" ".join(re.findall('href="([^"]*)"', html))).split()


READ = ("/rules/", "/rules/bain/", "/rules/bain/more/", *COMPARED, "/rules/bain/card/")


@pytest.mark.parametrize("url", READ)
def test_the_way_back_leads_to_the_round_one_came_from(
    client: Client, account: User, game: Game, url: str
) -> None:
    played(game, account)
    for number in (1, 2):
        page = client.get(url, {"game": str(game.pk), "round": str(number)}).text
        assert f"/games/{game.pk}/rounds/{number}/" in links(page)
        assert f"Back to round {number}" in page


@pytest.mark.parametrize("url", READ)
def test_the_way_back_leads_to_the_game_where_no_round_is_named(
    client: Client, game: Game, url: str
) -> None:
    assert f"/games/{game.pk}/" in links(client.get(url, {"game": str(game.pk)}).text)


@pytest.mark.parametrize(
    "number",
    ["2", "9999", "0", "-1", "x", "7/undo", "\N{ARABIC-INDIC DIGIT SEVEN}", "12345", "1e1", ""],
)
def test_a_round_that_there_is_not_leads_to_the_game(
    client: Client, game: Game, number: str
) -> None:
    page = client.get("/rules/bain/", {"game": str(game.pk), "round": number}).text
    back = f"/games/{game.pk}/"
    assert [link for link in links(page) if link.startswith("/games/")] == [back] * 2
    assert "round=" not in page


def test_the_way_back_is_carried_from_page_to_page(client: Client, game: Game) -> None:
    carried = f"?game={game.pk}&round=1"
    from_all = links(client.get(f"/rules/{carried}").text)
    assert {f"/rules/bain/{carried}", *(f"{url}{carried}" for url in COMPARED)} <= set(from_all)
    assert f"/rules/marriage/{carried}" in links(client.get(f"/rules/at-a-glance/{carried}").text)
    part = client.get(f"/rules/bain/part/opening/{carried}").text
    assert f"/rules/bain/opening/{carried}" in links(part)


@pytest.mark.parametrize("url", READ)
def test_a_game_that_the_reader_may_not_see_is_no_way_back(
    client: Client, game: Game, url: str
) -> None:
    stranger = Client()
    stranger.force_login(User.objects.make_silently())
    asked = {"game": str(game.pk), "round": "1"}
    answers = [one.get(url, asked).text for one in (Client(), stranger)]
    game.discard(by=None, submission=uuid4())
    answers += [client.get(url, one).text for one in (asked, {"game": str(uuid4())})]
    for page in answers:
        assert not [link for link in links(page) if "/games/" in link or "game=" in link]


# ---- from the board that is watched


@pytest.mark.parametrize("url", ["/rules/bain/", "/rules/bain/more/"])
def test_who_watches_reads_by_the_house_rules_and_is_led_back(game: Game, url: str) -> None:
    token = game.links.get().token
    assert f"/rules/bain/?watch={token}" in links(Client().get(f"/watch/{token}/").text)

    answer = Client().get(url, {"watch": token})
    assert SPEAKS in answer.text
    assert f"/watch/{token}/" in links(answer.text)
    assert f"/rules/bain/card/?watch={token}" in links(answer.text)
    assert f'name="watch" value="{token}"' in answer.text
    assert str(game.pk) not in answer.text
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_who_watches_reads_a_part_and_the_card_by_them(game: Game) -> None:
    asked = {"watch": game.links.get().token}
    for page in ("part/red-threes/", "card/", "card.svg"):
        url = f"/rules/bain/{page}"
        assert Client().get(url, asked).text != Client().get(url).text
    assert f"card.svg?watch={asked['watch']}" in Client().get("/rules/bain/card/", asked).text
    assert "Back to the board" in Client().get("/rules/bain/card/", asked).text


@pytest.mark.parametrize("token", ["x", "\0", "//evil.example/", "../../", '"><b>', "x" * 5000])
@pytest.mark.parametrize("page", ["", "part/red-threes/", "card/", "opening/"])
def test_a_link_that_is_none_is_no_way_back(client: Client, page: str, token: str) -> None:
    answer = client.get(f"/rules/bain/{page}", {"watch": token})
    assert answer.status_code == 200
    assert SPEAKS not in answer.text
    assert "watch" not in "".join(links(answer.text))
    assert "evil.example" not in answer.text


def test_a_link_that_was_closed_is_no_way_back(game: Game) -> None:
    link = game.links.get()
    link.replace()
    assert SPEAKS not in Client().get("/rules/bain/", {"watch": link.token}).text
    new = game.links.get(revoked_at=None).token
    assert SPEAKS in Client().get("/rules/bain/", {"watch": new}).text
    game.discard(by=None, submission=uuid4())
    assert SPEAKS not in Client().get("/rules/bain/", {"watch": new}).text
