"""The pages that compare the games: for everybody, without a query, and kept until they change."""

import pytest
from django.test import Client

PAGES = ("/rules/at-a-glance/", "/rules/side-by-side/")


@pytest.mark.parametrize("url", PAGES)
def test_it_is_there_and_not_sent_again(client: Client, url: str) -> None:
    first = client.get(url)
    assert first.status_code == 200
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("url", PAGES)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_only_read(client: Client, url: str, method: str) -> None:
    assert getattr(client, method)(url).status_code == 405


@pytest.mark.parametrize("url", PAGES)
def test_it_is_reached_from_the_rules_and_leads_back(client: Client, url: str) -> None:
    assert f'href="{url}"' in client.get("/rules/").text
    assert 'href="/rules/"' in client.get(url).text


def test_the_three_are_named_at_the_end_of_each_of_them(client: Client) -> None:
    for key, there in (("bain", True), ("pennies", True), ("bga", True), ("banakil", False)):
        assert ("/rules/side-by-side/" in client.get(f"/rules/{key}/more/").text) is there


def test_each_game_leads_to_its_rules(client: Client) -> None:
    assert 'href="/rules/marriage/"' in client.get("/rules/at-a-glance/").text
