"""The browser of these tests works, and sees what goes wrong."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.browser.conftest import Guard

BLANK = """<!doctype html><html lang="en"><title>Blank</title>
<link rel="icon" href="/static/icons/icon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1"><p>Nothing</p></html>"""


def blank(page: Page, client: Client) -> None:
    """Opens an empty page under the policy that all pages have."""
    policy = client.get("/healthz").headers["Content-Security-Policy"]
    headers = {"Content-Security-Policy": policy, "Content-Type": "text/html"}
    page.route("**/blank/", lambda route: route.fulfill(body=BLANK, headers=headers))
    page.goto("/blank/")


def test_phone_is_a_phone(phone: Page, client: Client) -> None:
    blank(phone, client)
    assert phone.evaluate("[innerWidth, innerHeight]") == [390, 844]
    assert phone.evaluate("matchMedia('(pointer: coarse)').matches")
    assert phone.evaluate("navigator.maxTouchPoints") > 0


def test_desktop_is_none(desktop: Page, client: Client) -> None:
    blank(desktop, client)
    assert desktop.evaluate("matchMedia('(pointer: fine)').matches")


def test_the_server_answers(phone: Page, client: Client) -> None:
    blank(phone, client)
    assert phone.evaluate("fetch('/readyz').then(answer => answer.text())") == "ready\n"
    assert (
        phone.evaluate("fetch('/static/vendor/htmx/htmx.min.js').then(answer => answer.status)")
        == 200
    )


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("console.error('broken')", "broken"),
        ("setTimeout(() => { throw new Error('uncaught') })", "uncaught"),
        ("document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
        ("document.head.append(document.createElement('style'))", "Content Security Policy"),
        ("new Image().src = 'http://127.0.0.1:9/x.png'", "another host"),
        ("fetch('/no-such-page/')", "status of 404"),
    ],
)
def test_guard_sees(
    script: str,
    problem: str,
    phone: Page,
    client: Client,
    guard: Guard,
    expect_problem: Callable[[str], None],
) -> None:
    blank(phone, client)
    assert guard.unexpected() == []
    phone.evaluate(f"() => {{ {script} }}")
    for _time in range(50):
        # A busy machine may take a while to tell.
        if any(problem in found for found in guard.unexpected()):
            break
        phone.wait_for_timeout(100)
    assert any(problem in found for found in guard.unexpected()), guard.problems
    expect_problem(".")
    assert guard.unexpected() == []
