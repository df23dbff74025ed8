"""A real browser, the size of a phone, that forgives nothing.

`phone` and `desktop` are pages at the root of a live server; `open_page` opens more of them, each
in a context of its own, as if on another device. A test in which any of them wrote an error to the
console, broke the content security policy, got an answer it should not get or asked another host
for something has failed. What a test provokes on purpose it announces with `expect_problem`.
"""

import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import pytest
from django.core.signals import request_finished, request_started
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    WebError,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from tests.browser import chromium

# Playwright's synchronous interface runs an event loop in this thread, which Django takes for
# asynchronous code that must not use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

PICTURES = Path(__file__).resolve().parents[2] / "build" / "failures"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
# A form that is refused or a clash of two is an answer like another; the browser calls it an error.
ANSWERS = re.compile(r"Failed to load resource: .* status of (403|409|412|422)\b")
PATIENCE = 10_000


class Guard:
    """Takes down what went wrong in the pages of one test."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.problems: list[str] = []
        self.expected: list[re.Pattern[str]] = [ANSWERS]

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)

    def expect(self, pattern: str) -> None:
        self.expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        return [
            problem
            for problem in self.problems
            if not any(pattern.search(problem) for pattern in self.expected)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            place = message.location.get("url", "")
            self.problems.append(f"console: {message.text} ({place})")

    def _error(self, error: WebError) -> None:
        self.problems.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in {"data", "blob", "about"} and url.netloc != self.host:
            self.problems.append(f"another host: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.problems.append(f"status of {response.status}: {response.url}")


class OpenPage(Protocol):
    def __call__(
        self,
        width: int = ...,
        height: int = ...,
        *,
        touch: bool = ...,
        javascript: bool = ...,
        dark: bool = ...,
    ) -> Page: ...


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = chromium.find(playwright)
        assert path, "There is no Chromium on this machine: `make test` brings one."
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def wait_for_answers() -> Iterator[Callable[[], None]]:
    """Waits for the answers to requests that no page waits for any more.

    The database is emptied after a test, and a write that still ran would stand in the way.
    """
    running, changed = set[int](), threading.Condition()

    def began(**_told: object) -> None:
        with changed:
            running.add(threading.get_ident())

    def ended(**_told: object) -> None:
        with changed:
            running.discard(threading.get_ident())
            changed.notify_all()

    def wait() -> None:
        with changed:
            changed.wait_for(lambda: not running, timeout=PATIENCE / 1000)

    request_started.connect(began)
    request_finished.connect(ended)
    yield wait
    request_started.disconnect(began)
    request_finished.disconnect(ended)


@pytest.fixture
def guard(live_server: LiveServer) -> Iterator[Guard]:
    kept = Guard(urlsplit(live_server.url).netloc)
    yield kept
    assert not kept.unexpected()


@pytest.fixture
def expect_problem(guard: Guard) -> Callable[[str], None]:
    """Announces a problem this test provokes, by a pattern of its message: `status of 404`."""
    return guard.expect


@pytest.fixture
def open_page(
    browser: Browser,
    guard: Guard,
    live_server: LiveServer,
    wait_for_answers: Callable[[], None],
    request: pytest.FixtureRequest,
) -> Iterator[OpenPage]:
    """Opens a page on a device of its own; nothing is loaded in it yet."""
    contexts: list[BrowserContext] = []

    def open_page(
        width: int = 390,
        height: int = 844,
        *,
        touch: bool = True,
        javascript: bool = True,
        dark: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            device_scale_factor=2 if touch else 1,
            has_touch=touch,
            is_mobile=touch,
            java_script_enabled=javascript,
            color_scheme="dark" if dark else "light",
            locale="en-GB",
            timezone_id="Europe/Berlin",
        )
        context.set_default_timeout(PATIENCE)
        guard.watch(context)
        contexts.append(context)
        return context.new_page()

    failures = request.session.testsfailed
    yield open_page
    failed = request.session.testsfailed > failures
    for number, context in enumerate(contexts):
        if failed or guard.unexpected():
            _take_pictures(context, f"{request.node.name}-{number}")
        context.close()
    wait_for_answers()


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """A phone in portrait, with touch."""
    return open_page()


@pytest.fixture
def desktop(open_page: OpenPage) -> Page:
    return open_page(1280, 900, touch=False)


def _take_pictures(context: BrowserContext, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    safe = re.sub(r"[^\w.-]+", "_", name)
    for number, page in enumerate(context.pages):
        try:
            page.screenshot(path=PICTURES / f"{safe}-{number}.png", full_page=True)
        except Error:
            # The page is beyond a picture; the test has failed for its own reason.
            continue
