"""A page of the games of a club, and the pages beside it, however the list is narrowed."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import history
from games.history import Asked, Cursor, Found, page
from games.models import Club, Game, Player, User
from games.models.mentions import keep_words
from games.variants import VARIANTS
from tests.build import started

pytestmark = pytest.mark.django_db

FIRST = datetime(2020, 1, 1, 20, tzinfo=UTC)
KEYS = ["bain", "banakil", "bga"]


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club of twelve games, four of them begun at the same time, and pages of few games."""
    monkeypatch.setattr(history, "AT_ONCE", 3)
    monkeypatch.setattr(history, "WINDOW", 5)
    user = User.objects.make_silently()
    for number in range(12):
        game = started(user, KEYS[number % 3], 2, 2)
        at = FIRST + timedelta(days=min(number, 8))
        finished = None if number % 4 == 0 else at
        Game.objects.filter(pk=game.pk).update(
            started_at=at, finished_at=finished, name=f"g{number}"
        )
        game.presences.update(started_at=at)
        game.refresh_from_db()
        keep_words(game)
    return user.home_club()


def _all(asked: Asked) -> list[Found]:
    """Return every page, from the newest to the oldest."""
    pages = [page(asked)]
    while pages[-1].older is not None:
        pages.append(page(asked, pages[-1].older))
        assert len(pages) < 20
    return pages


def _games(pages: Sequence[Found]) -> list[UUID]:
    return [game.pk for found in pages for game in found.games]


def _due(club: Club, **told: Any) -> list[UUID]:
    games = Game.objects.filter(club=club, deleted_at=None, **told)
    return list(games.order_by("-started_at", "-pk").values_list("pk", flat=True))


def _ana(club: Club) -> Player:
    return club.players.get(key="ana")


def test_all_games_come_once_the_newest_first(club: Club) -> None:
    pages = _all(Asked(club))
    assert [len(found.games) for found in pages] == [3, 3, 3, 3]
    assert _games(pages) == _due(club)
    assert pages[0].newer is None
    assert pages[-1].older is None


@pytest.mark.parametrize("asks", ["all", "player", "word", "state"])
def test_going_back_leads_over_the_same_games(club: Club, asks: str) -> None:
    asked = {
        "all": Asked(club),
        "player": Asked(club, player=_ana(club)),
        "word": Asked(club, words=("ana",)),
        "state": Asked(club, finished=True),
    }[asks]
    there = _all(asked)
    back = [there[-1]]
    while back[-1].newer is not None:
        back.append(page(asked, back[-1].newer, newer=True))
        assert len(back) < 20
    # Whatever the pages were cut into, the first one is whole again.
    assert set(_games(back)) == set(_games(there))
    assert _games(back[-1:]) == _games(there[:1])


def test_what_is_asked_for_is_all_that_comes(club: Club) -> None:
    ana = _ana(club)
    for asked, due in (
        (Asked(club, variants=("bain",)), _due(club, variant="bain")),
        (Asked(club, variants=("bain", "bga")), _due(club, variant__in=["bain", "bga"])),
        (Asked(club, finished=False), _due(club, finished_at=None)),
        (Asked(club, finished=True), _due(club, finished_at__isnull=False)),
        (
            Asked(club, variants=("bain",), finished=False),
            _due(club, variant="bain", finished_at=None),
        ),
        (Asked(club, player=ana), _due(club)),
        (Asked(club, player=ana, variants=("bga",)), _due(club, variant="bga")),
        (Asked(club, words=("ana",)), _due(club)),
        (Asked(club, words=("an", "cel")), _due(club)),
        (Asked(club, words=("g7",)), _due(club, name="g7")),
        (Asked(club, words=("g7", "ana"), player=ana), _due(club, name="g7")),
        (Asked(club, words=("g1",)), _due(club, name__in=["g1", "g10", "g11"])),
        (Asked(club, words=("ana", "nobody")), []),
        (Asked(club, words=("7",)), []),
        (Asked(club, since=FIRST + timedelta(days=8)), _due(club)[:4]),
        (Asked(club, until=FIRST + timedelta(days=1)), _due(club)[-1:]),
        (
            Asked(club, since=FIRST, until=FIRST + timedelta(days=2), player=ana),
            _due(club)[-2:],
        ),
    ):
        assert _games(_all(asked)) == due, asked


def test_games_of_other_clubs_and_deleted_games_are_not_there(club: Club) -> None:
    other = User.objects.make_silently()
    started(other)
    game = Game.objects.get(name="g3")
    game.discard(by=None, submission=uuid4())
    ana = _ana(club)
    for asked in (Asked(club), Asked(club, player=ana), Asked(club, words=("ana",))):
        assert game.pk not in _games(_all(asked))
        assert len(_games(_all(asked))) == 11


def test_a_page_says_how_far_it_was_looked_back(club: Club) -> None:
    asked, due = Asked(club, player=_ana(club), variants=("marriage",)), _due(club)
    first, second, last = _all(asked)
    assert first.games == second.games == last.games == []
    assert first.looked_back_to == Game.objects.get(pk=due[4]).started_at
    assert last.looked_back_to is None


def test_no_page_needs_more_queries_than_another(club: Club) -> None:
    counts = set()
    for start in (None, page(Asked(club)).older):
        with CaptureQueriesContext(connection) as asked:
            page(Asked(club), start)
        counts.add(len(asked))
    assert counts == {5}


def test_a_cursor_is_read_as_it_was_written() -> None:
    for at in (FIRST, datetime(1950, 2, 3, 4, 5, 6, 7, tzinfo=UTC)):
        cursor = Cursor(at, uuid4())
        assert Cursor.read(str(cursor)) == cursor


@pytest.mark.parametrize(
    "text",
    ["", "x", "1", "1-", "-", "\0", "9" * 18 + "-" + "0" * 32, "1-" + "g" * 32, "1-" + "0" * 33],
)
def test_what_is_no_cursor(text: str) -> None:
    assert Cursor.read(text) is None


def test_every_variant_can_be_asked_for(club: Club) -> None:
    assert all(page(Asked(club, variants=(key,))) for key in VARIANTS)
