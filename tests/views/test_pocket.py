"""The pocket card of a game, as a page and as a picture; nobody needs an account."""

from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from games.models import User
from games.pocket import card
from games.variants import VARIANTS
from tests.build import started

PAGES = ("card/", "card.svg")


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_game_has_its_card(client: Client, key: str) -> None:
    page, image = (client.get(f"/rules/{key}/{one}") for one in PAGES)
    assert image["Content-Type"] == "image/svg+xml"
    drawn = ET.fromstring(image.text)
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for section in card(VARIANTS[key]).sections:
        assert section.title in words
        assert f"<h2>{section.title}</h2>" in page.text
        for row in section.rows:
            assert row.label in page.text
            for value in row.values:
                assert value in words
                assert f">{value}</td>" in page.text
    assert f'href="/rules/{key}/card.svg"' in page.text
    assert f'href="/rules/{key}/card/"' in client.get(f"/rules/{key}/").text


@pytest.mark.parametrize("page", PAGES)
def test_what_there_is_not(client: Client, page: str) -> None:
    assert client.get(f"/rules/whist/{page}").status_code == 404


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_a_card_is_only_read(client: Client, page: str, method: str) -> None:
    assert getattr(client, method)(f"/rules/bain/{page}").status_code == 405


@pytest.mark.parametrize("page", PAGES)
def test_an_unchanged_card_is_not_sent_again(client: Client, page: str) -> None:
    first = client.get(f"/rules/bain/{page}")
    again = client.get(f"/rules/bain/{page}", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_a_picture_needs_nothing_inline(client: Client) -> None:
    text = client.get("/rules/bain/card.svg").text
    assert "style" not in text
    assert "script" not in text


@pytest.mark.django_db
def test_who_comes_from_a_game_gets_the_card_of_its_table(client: Client) -> None:
    user = User.objects.make_silently()
    game = started(user, "bain", 2, 2, going_out_bonus=765)
    asked = {"game": str(game.pk)}
    assert "765" not in client.get("/rules/bain/card/", asked).text
    client.force_login(user)
    page = client.get("/rules/bain/card/", asked)
    assert ">765</td>" in page.text
    assert f'src="/rules/bain/card.svg?game={game.pk}"' in page.text
    assert ">765</text>" in client.get("/rules/bain/card.svg", asked).text
    # A game of another kind has no say here.
    assert "765" not in client.get("/rules/pennies/card/", asked).text


@pytest.mark.django_db
def test_the_way_back_is_carried_and_nothing_else(client: Client) -> None:
    user = User.objects.make_silently()
    game = started(user)
    client.force_login(user)
    asked = {"game": str(game.pk), "round": "1"}
    page = client.get("/rules/bain/card/", {**asked, "next": "//x.example"}).text
    assert f'href="/rules/bain/?game={game.pk}&amp;round=1"' in page
    assert f'href="/games/{game.pk}/rounds/1/">Back to round 1</a>' in page
    assert "x.example" not in page
    assert f"/rules/bain/card/?game={game.pk}" in client.get("/rules/bain/", asked).text


@pytest.mark.parametrize("game", ["00000000-0000-4000-8000-000000000000", "x", "//x.example"])
def test_a_game_that_there_is_not_is_no_way_back(client: Client, game: str) -> None:
    page = client.get("/rules/bain/card/", {"game": game, "round": "7"}).text
    assert 'href="/rules/bain/"' in page
    assert "game=" not in page
    assert "/games/" not in page
