"""How the pages look to one reader, chosen on any of them."""

import pytest
from django.test import Client, override_settings

from games.context import THEMES
from tests.pages import THEME, Page


@pytest.fixture
def visitor() -> Client:
    """Somebody without an account, whose requests carry no token."""
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize("chosen", THEMES)
def test_a_choice_is_kept_and_leads_back(visitor: Client, chosen: str) -> None:
    came_from = {"Referer": "http://testserver/rules/?q=foot"}
    answer = visitor.post(THEME, {"theme": chosen}, headers=came_from)
    assert answer.status_code == 303
    assert answer["Location"] == "http://testserver/rules/?q=foot"
    cookie = answer.cookies["theme"]
    assert cookie.value == chosen
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    page = visitor.get("/rules/")
    assert f'<html lang="en" data-theme="{chosen}">' in page.text
    (pressed,) = (line for line in page.text.splitlines() if 'aria-pressed="true"' in line)
    assert f'value="{chosen}"' in pressed


@pytest.mark.parametrize("chosen", ["", "pink", None])
def test_without_a_theme_the_phone_decides_again(visitor: Client, chosen: str | None) -> None:
    visitor.cookies["theme"] = "dark"
    visitor.post(THEME, {} if chosen is None else {"theme": chosen})
    assert '<html lang="en">' in visitor.get("/").text


@pytest.mark.parametrize("came_from", ["", "https://elsewhere.example/", "//elsewhere.example"])
def test_it_leads_nowhere_else(visitor: Client, came_from: str) -> None:
    answer = visitor.post(THEME, {"theme": "dark"}, headers={"Referer": came_from})
    assert answer["Location"] == "/"
    assert visitor.post(THEME, {"theme": "dark"})["Location"] == "/"


def test_the_cookie_is_secure_behind_https(visitor: Client) -> None:
    with override_settings(HTTPS=True):
        assert visitor.post(THEME, {"theme": "dark"}).cookies["theme"]["secure"]


def test_it_can_only_be_sent(visitor: Client) -> None:
    assert visitor.get(THEME).status_code == 405


@pytest.mark.parametrize("address", ["/", "/games/new/", "/rules/bain/?q=red", "/nowhere/"])
def test_it_is_offered_on_every_page(visitor: Client, address: str) -> None:
    form = Page(visitor.get(address).text).looks
    assert form is not None
    assert form.method == "post"
    assert form.sent == {}


def test_a_page_with_something_typed_is_not_left_for_it(visitor: Client) -> None:
    page = visitor.get("/games/new/bain/")
    assert THEME not in page.text
    assert page.text.count('<button type="button" name="theme"') == 1 + len(THEMES)
