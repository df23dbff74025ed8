"""Games go out on paper and as files, and come in again."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games import importing
from games.models import Club, Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import sign_in
from tests.browser.test_pages import is_night, is_whole
from tests.documents import EXAMPLE, PAIRS, Document, file, played, raw
from tests.gamefile.reading import ended
from tests.variants.build import NAMES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return User.objects.make_silently("Europe/Berlin")


@pytest.fixture
def paper(desktop: Page, user: User, client: Client, live_server: LiveServer) -> Page:
    """A browser in which somebody is signed in who may print games."""
    sign_in(desktop, user, client, live_server.url)
    return desktop


def imported(club: Club, document: Document) -> Game:
    arrival = importing.arrived("game.json", raw(document))
    (one,) = importing.import_all(club, [arrival], by=None, submission=uuid4(), replace=())
    return Game.objects.get(pk=one.game)


# ---- on paper


def teams(number: int, each: int) -> list[Document]:
    """Return teams of people with names of a usual length."""
    people = [f"{name}-Marie" for name in NAMES[: number * each]]
    return [
        {
            "name": people[team] if each == 1 else f"The team of {NAMES[team * each]}",
            "players": people[team * each : (team + 1) * each],
        }
        for team in range(number)
    ]


def evening(variant: str, number: int, each: int, rounds: int, **of_round: Any) -> Document:
    """Return a game of so many rounds, with large points and somebody who sat in now and then."""
    told = teams(number, each)
    names = [one["name"] if variant != "banakil" else one["players"][0] for one in told]
    points = {"adjustment": 12_345, "adjustment_note": "large"}
    if variant not in ("banakil", "marriage"):
        points["adjustment"] = 12_345 // 5 * 5
    first = str(told[0]["players"][0])
    ending = {"went_out": names[0]} if variant == "marriage" else {"ended_by": "stock_out"}
    one = {**ending, "entries": dict.fromkeys(names, points), **of_round}
    every = [
        {**one, **({"players": {first: "Wilhelmina"}} if turn % 8 == 7 else {})}
        for turn in range(rounds)
    ]
    return file(
        variant,
        name="The long evening at the lake",
        teams=told,
        first_dealer=first,
        started="2026-01-30T20:15:00+01:00",
        finished="2026-01-31T02:15:00+01:00",
        starting_totals={str(told[0]["name"]): 5000},
        rounds=every,
    )


EVENINGS = {
    "bain": evening("bain", 2, 2, 25),
    "pennies": evening("pennies", 2, 3, 25),
    "bga, seven alone": evening("bga", 7, 1, 25),
    "bga, twelve in pairs": evening("bga", 6, 2, 25),
    "bga, two of six": evening("bga", 2, 6, 12),
    "banakil": evening("banakil", 4, 1, 25),
    "marriage": evening("marriage", 5, 1, 25),
    "a few rounds": evening("bain", 2, 2, 3),
    "not begun": file("bga", teams=teams(2, 2)),
}


@pytest.mark.parametrize("document", EVENINGS.values(), ids=EVENINGS)
def test_a_game_is_one_page_of_paper(paper: Page, user: User, document: Document) -> None:
    game = imported(user.home_club(), document)
    paper.goto(reverse("print", args=[game.pk]))
    for size in ("A4", "Letter"):
        assert pages(paper.pdf(format=size)) == 1, size


def test_a_game_that_never_ends_takes_more_paper(paper: Page, user: User) -> None:
    game = imported(user.home_club(), evening("bain", 2, 2, 120))
    paper.goto(reverse("print", args=[game.pk]))
    assert pages(paper.pdf(format="A4")) > 1


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_paper_is_white_at_night_too(
    open_page: OpenPage, user: User, client: Client, live_server: LiveServer
) -> None:
    page = open_page(dark=True)
    sign_in(page, user, client, live_server.url)
    game = imported(user.home_club(), EVENINGS["bga, seven alone"])
    page.goto(reverse("print", args=[game.pk]))
    assert not is_night(page)
    is_whole(page)
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("link")).to_be_hidden()


def test_names_of_any_length_stay_on_the_paper(paper: Page, user: User) -> None:
    long = [f"{'n' * 77}{number}" for number in range(4)]
    told = [
        {"name": "Maximiliane " * 6, "players": long[:2]},
        {"name": "Us", "players": long[2:]},
    ]
    game = imported(user.home_club(), file(teams=told, first_dealer=long[0], rounds=ended({}, {})))
    paper.goto(reverse("print", args=[game.pk]))
    paper.emulate_media(media="print")
    paper.set_viewport_size({"width": 680, "height": 1000})
    assert paper.evaluate("document.documentElement.scrollWidth") <= 680
    assert pages(paper.pdf(format="A4")) == 1


# ---- as files


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., list[Path]]:
    """Writes documents as files, and returns where they are."""

    def write(**documents: Document | bytes) -> list[Path]:
        paths = []
        for name, document in documents.items():
            path = tmp_path / f"{name}.json"
            path.write_bytes(document if isinstance(document, bytes) else raw(document))
            paths.append(path)
        return paths

    return write


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def visitor(open_page: OpenPage, request: pytest.FixtureRequest) -> Page:
    """The phone of somebody who was never here, with scripts and without."""
    return open_page(javascript=request.param)


def look_at(page: Page, paths: list[Path]) -> None:
    page.goto("/")
    page.get_by_role("link", name="Import games").tap()
    page.get_by_label("Game files").set_input_files(paths)
    page.get_by_role("button", name="Look at them").tap()


def test_a_visitor_brings_games_along(visitor: Page, files: Callable[..., list[Path]]) -> None:
    look_at(visitor, files(friday=EXAMPLE, saturday=played()))
    expect(visitor.get_by_role("heading", name="Friday cards")).to_be_visible()
    expect(visitor.get_by_text("A new game.")).to_have_count(2)
    visitor.get_by_text("2 warnings").tap()
    expect(visitor.get_by_text("Round 1, North-South")).to_be_visible()
    visitor.get_by_role("button", name="Import all 2").tap()
    expect(visitor.locator("#said")).to_contain_text("2 games imported.")
    visitor.get_by_role("link", name="Friday cards").tap()
    expect(visitor.locator("#board")).to_contain_text("4,495")
    look_at(visitor, files(friday=EXAMPLE))
    expect(visitor.get_by_text("Known already: nothing changes.")).to_be_visible()
    visitor.get_by_role("button", name="Import it").tap()
    expect(visitor.locator("#said")).to_contain_text("1 was known already.")


def test_another_game_of_one_id_must_be_ticked(
    visitor: Page, files: Callable[..., list[Path]]
) -> None:
    document = {**EXAMPLE, "id": "friday"}
    look_at(visitor, files(friday=document))
    visitor.get_by_role("button", name="Import it").tap()
    expect(visitor.locator("#board")).to_contain_text("4,495")
    look_at(visitor, files(friday={**document, "rounds": []}))
    visitor.get_by_role("button", name="Import it").tap()
    expect(visitor.get_by_role("alert")).to_contain_text("Tick what is to be replaced")
    visitor.get_by_label("Replace mine with it").check()
    visitor.get_by_role("button", name="Import it").tap()
    expect(visitor.locator("#said")).to_contain_text("1 game replaced.")
    expect(visitor.locator("#board")).not_to_contain_text("4,495")


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_the_pages_are_whole(
    open_page: OpenPage, dark: bool, files: Callable[..., list[Path]]
) -> None:
    page = open_page(dark=dark)
    look_at(page, files(wrong=played(entries={"Nobody" * 30: {}}), none=b"hello"))
    expect(page.get_by_role("alert").first).to_be_visible()
    is_whole(page)
    page.get_by_role("link", name="Choose again").tap()
    expect(page.get_by_label("Game files")).to_be_visible()
    name = "Maximiliane-Wilhelmina von und zu Hohenzollern-Sigmaringen"
    told = [{"name": name, "players": ["A" * 80, "Celia"]}, PAIRS[1]]
    look_at(page, files(friday=file(teams=told, name="n" * 200, rounds=ended({}))))
    expect(page.get_by_role("button", name="Import it")).to_be_visible()
    is_whole(page)
