"""What is said of files before and after they are imported."""

from typing import Any

import pytest

from games import importing
from games.forms.importpage import MOST_TOLD, FilePage, done_in_words
from games.importing import Done, Fate, Import, Prospect
from tests.documents import EAST, NORTH, Document, file, played, raw
from tests.gamefile.reading import ended


def page_of(document: Document | bytes, fate: Fate = Fate.NEW) -> FilePage:
    content = document if isinstance(document, bytes) else raw(document)
    return FilePage(0, Prospect(importing.arrived("a.json", content), fate), ticked=False)


def test_which_game_it_is() -> None:
    rounds = ended({"entries": {NORTH: {"meld_points": 100}}}, {})
    page = page_of(file(rounds=rounds, starting_totals={EAST: -5}))
    assert (page.name, page.title, page.about) == ("a.json", "Bain", "Bain · 2 rounds")
    assert page.teams == [(NORTH, "Ana, Celia", 100), (EAST, "Ben, Dev", -5)]


@pytest.mark.parametrize(
    ("told", "about"),
    [
        ({}, "Bain · 0 rounds"),
        ({"name": "Friday", "rounds": ended({})}, "Bain · 1 round"),
        ({"started": "2026-01-30T23:30:00-05:00"}, "Bain · 0 rounds · Jan. 30, 2026"),
        ({"finished": "2026-01-30T23:30:00-05:00"}, "Bain · 0 rounds · finished"),
    ],
)
def test_how_far_it_has_come(told: Document, about: str) -> None:
    assert page_of(file(**told)).about == about


def test_lone_players_are_named_once() -> None:
    assert page_of(file("marriage")).teams == [("Ana", "", 0), ("Ben", "", 0)]


def test_what_is_no_game_has_nothing_to_show() -> None:
    for content in (b"", raw(file(teams=[]))):
        page = page_of(content)
        assert (page.title, page.variant, page.about, page.teams) == ("", "", "", [])
        assert bool(page.refusal) != bool(page.errors)


def test_where_an_error_is() -> None:
    document = played(entries={NORTH: {"books": 1}}, of_file={"started": "now", "\ud800": 1})
    assert [place for place, _words in page_of(document).errors] == [
        "\N{REPLACEMENT CHARACTER}",
        "started",
        "Round 1, North-South, books",
    ]
    assert all("\ud800" not in words for _place, words in page_of(document).errors)


def test_where_a_warning_is() -> None:
    page = page_of(played(entries={EAST: {"hand_points": 5}}))
    ((place, words),) = page.warnings
    assert (place, page.warnings_in_words) == ("Round 1, North-South", "1 warning")
    assert words.startswith("North-South has nothing left")


@pytest.mark.parametrize("number", [MOST_TOLD, MOST_TOLD + 1, 100])
def test_of_many_the_first_are_told(number: int) -> None:
    told = page_of(file(rounds=[{}] * number)).errors
    left = number - MOST_TOLD
    assert len(told) == min(number, MOST_TOLD + 1)
    assert (told[-1] == ("", f"And {left} more.")) == bool(left)


@pytest.mark.parametrize("fate", Fate)
def test_every_fate_is_a_sentence(fate: Fate) -> None:
    page = page_of(file(), fate)
    assert page.fate.endswith(".")
    assert page.differs == (fate is Fate.DIFFERS)
    assert bool(page.errors) == (fate is Fate.CLASHES)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({Done.IMPORTED: 1}, "1 game imported."),
        ({Done.IMPORTED: 2, Done.UNCHANGED: 1}, "2 games imported. 1 was known already."),
        ({Done.REPLACED: 1}, "1 game replaced."),
        ({Done.REPLACED: 2, Done.RESTORED: 1}, "1 game is back. 2 games replaced."),
        ({Done.RESTORED: 2, Done.UNCHANGED: 2}, "2 were known already. 2 games are back."),
    ],
)
def test_what_was_done(numbers: dict[Done, int], words: str) -> None:
    game: Any = None
    imported = [
        Import("a", done, game) for done, number in numbers.items() for _one in range(number)
    ]
    assert done_in_words(imported) == words
