"""A part of the rules by itself: whatever is linked to can be read, and nobody needs an account."""

import pytest
from django.test import Client
from django.urls import reverse

from games import rulebook
from games.variants import VARIANTS
from tests.views.test_rules import anchors


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_whatever_points_at_a_rule_can_be_read_by_itself(client: Client, key: str) -> None:
    for anchor in {"scoring", "adjustment", *anchors(VARIANTS[key])}:
        answer = client.get(reverse("rules_part", args=[key, anchor]))
        assert answer.status_code == 200
        title, text = answer.text.split("</h2>", 1)
        assert title.startswith("<h2>")
        assert len(text) > 60, anchor


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_part_of_the_page_can_be_read_by_itself(client: Client, key: str) -> None:
    for part in rulebook.page(key).parts:
        answer = client.get(reverse("rules_part", args=[key, part.anchor]))
        assert part.title.split()[0] in answer.text.split("</h2>", 1)[0]


@pytest.mark.parametrize("path", ["bain/part/nothing/", "whist/part/cards/", "bain/part/../"])
def test_what_there_is_not(client: Client, path: str) -> None:
    assert client.get(f"/rules/{path}").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_a_part_is_only_read(client: Client, method: str) -> None:
    assert getattr(client, method)("/rules/bain/part/cards/").status_code == 405


def test_an_unchanged_part_is_not_sent_again(client: Client) -> None:
    first = client.get("/rules/bain/part/cards/")
    again = client.get("/rules/bain/part/cards/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert "max-age" in first["Cache-Control"]
