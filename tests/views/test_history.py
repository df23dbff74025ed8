"""The history of a club: its games, newest first, and how to find one of them."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import history
from games.models import Club, Game, Membership, Season, User
from tests.build import played, started, viewer_of
from tests.models.play import substitute
from tests.pages import Page

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
NEWEST = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)


@pytest.fixture
def games(account: User) -> list[Game]:
    """Five games, the newest last; the first is finished and the last has no round."""
    games = []
    for number in range(5):
        game = started(account, ["bain", "banakil"][number % 2], 2, 2)
        if number < 4:
            played(game, account)
        if number == 0:
            game.finish(by=account, submission=uuid4())
        at = NEWEST - timedelta(days=4 - number)
        Game.objects.filter(pk=game.pk).update(started_at=at)
        game.presences.update(started_at=at)
        games.append(game)
    return games


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "AT_ONCE", 2)


def _shown(answer: object) -> list[object]:
    return [line.game.pk for line in answer.context["lines"]]  # type: ignore[attr-defined]


def _pks(games: list[Game], *numbers: int) -> list[object]:
    return [games[number].pk for number in numbers]


# ---- what is shown


def test_a_visitor_is_told_what_to_do(client: Client) -> None:
    answer = client.get("/history/")
    assert answer.status_code == 200
    assert "No game was played yet" in Page(answer.text).text
    assert "/games/new/" in Page(answer.text).links
    assert not User.objects.exists()


def test_who_has_no_game_is_told_what_to_do(client: Client, account: User) -> None:
    answer = client.get("/history/")
    assert answer.status_code == 200
    assert "No game was played yet. Start one at the table" in Page(answer.text).text
    client.force_login(viewer_of(account.home_club()))
    assert "Games of this club will stand here." in Page(client.get("/history/").text).text


def test_games_come_newest_first_with_what_came_out(client: Client, games: list[Game]) -> None:
    answer = client.get("/history/")
    assert _shown(answer) == _pks(games, 4, 3, 2, 1, 0)
    page = Page(answer.text)
    assert page.unsafe == []
    assert page.ids.most_common(1)[0][1] == 1
    assert all(f"/games/{game.pk}/" in page.links for game in games)
    assert "No round yet" in page.text
    assert "running" in page.text


def test_days_are_evenings_where_the_club_is(client: Client, games: list[Game]) -> None:
    Club.objects.update(time_zone="Europe/Berlin")
    # Each game began at half past midnight, and belongs to the evening before.
    answer = client.get("/history/?from=2026-03-28")
    assert _shown(answer) == _pks(games, 4)
    assert '<time datetime="2026-03-28">March 28, 2026</time>' in answer.text
    assert _shown(client.get("/history/?from=2026-03-29")) == []
    assert _shown(client.get("/history/?to=2026-03-25")) == _pks(games, 1, 0)
    assert _shown(client.get("/history/?from=2026-03-26&to=2026-03-27")) == _pks(games, 3, 2)


@pytest.mark.parametrize(
    ("began", "day"),
    [("2026-03-02T04:59", "2026-03-01"), ("2026-03-02T05:00", "2026-03-02")],
)
def test_an_evening_lasts_until_five(
    client: Client, games: list[Game], began: str, day: str
) -> None:
    Club.objects.update(time_zone="Europe/Berlin")
    at = datetime.fromisoformat(began).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    Game.objects.filter(pk=games[0].pk).update(started_at=at)
    games[0].presences.update(started_at=at)
    ana = games[0].club.players.get(key="ana")
    for more in ("", f"&player={ana.pk}"):
        answer = client.get(f"/history/?from={day}&to={day}{more}")
        assert _shown(answer) == _pks(games, 0)
        assert f'<time datetime="{day}">' in answer.text


def test_how_far_was_looked_back_is_an_evening(
    client: Client, games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "WINDOW", 2)
    Club.objects.update(time_zone="Europe/Berlin")
    ana = games[0].club.players.get(key="ana")
    answer = client.get(f"/history/?player={ana.pk}&state=finished")
    assert "Looked through all games back to March 27, 2026." in Page(answer.text).text


def test_who_sat_in_for_others_is_found(client: Client, games: list[Game]) -> None:
    substitute(games[1], 0, "Xenia", 1)
    xenia = games[1].club.players.get(key="xenia")
    for query in (f"player={xenia.pk}", "q=xen", f"player={xenia.pk}&q=ana&variant=banakil"):
        assert _shown(client.get(f"/history/?{query}")) == _pks(games, 1)
    assert _shown(client.get(f"/history/?player={xenia.pk}&variant=bain")) == []


def test_who_was_merged_stands_there_once(client: Client, account: User) -> None:
    game = started(account)
    ana, zoe = game.club.players.get(key="ana"), game.club.player_named("Zoe")
    ana.merge_into(zoe, by=None, submission=uuid4())
    answer = client.get(f"/history/?player={ana.pk}")
    assert _shown(answer) == [game.pk]
    assert f'<option value="{zoe.pk}" selected>Zoe</option>' in answer.text
    assert "Ana" not in [label for _value, label, _chosen in answer.context["form"].players]
    assert [chip.words for chip in answer.context["form"].chips] == ["Zoe"]


def test_filters_stand_in_the_address_and_can_be_cleared(client: Client, games: list[Game]) -> None:
    ana = games[0].club.players.get(key="ana")
    query = f"?q=ana&variant=bain&player={ana.pk}&from=2026-03-01&to=2026-03-31&state=running"
    answer = client.get(f"/history/{query}")
    assert _shown(answer) == _pks(games, 4, 2)
    page = Page(answer.text)
    assert "6 filters on" in page.text
    form = page.form("/history/")
    assert ("q", "ana") in form.fields
    assert ("from", "2026-03-01") in form.fields
    chips = [chip.url for chip in answer.context["form"].chips]
    assert len(chips) == 6
    assert set(chips) < set(page.links)
    assert _shown(client.get(chips[1])) == _pks(games, 4, 3, 2, 1)
    assert answer.context["form"].clear_url == "/history/"


def test_a_season_has_its_evenings_and_its_games(client: Client, games: list[Game]) -> None:
    club = games[0].club
    Club.objects.update(time_zone="Europe/Berlin")
    told = {"club": club, "starts_on": date(2026, 3, 26), "ends_on": date(2026, 3, 28)}
    season = Season.objects.create(name="Spring", **told)
    # The last game began at half past midnight, and still belongs to the evening before.
    assert _shown(client.get(f"/history/?season={season.pk}")) == _pks(games, 4, 3, 2)
    of_bain = Season.objects.create(name="Bain", variants=["bain"], **told)
    answer = client.get(f"/history/?season={of_bain.pk}&from=2026-03-28")
    assert _shown(answer) == _pks(games, 4)
    assert answer.context["form"].chips[0].words == "Bain"
    answer = client.get(f"/history/?season={of_bain.pk}&variant=banakil")
    assert _shown(answer) == []
    assert "No game is like that." in answer.text


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("variant=banakil", [3, 1]),
        ("state=finished", [0]),
        ("state=running&variant=bain", [4, 2]),
        ("q=ANA+cel", [4, 3, 2, 1, 0]),
        ("q=nobody", []),
        ("q=ana&q=", [4, 3, 2, 1, 0]),
    ],
)
def test_a_filter_leaves_what_it_says(
    client: Client, games: list[Game], query: str, numbers: list[int]
) -> None:
    answer = client.get(f"/history/?{query}")
    assert _shown(answer) == _pks(games, *numbers)
    if not numbers:
        assert "No game is like that." in Page(answer.text).text


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("q=%26", "Write at least one letter or digit"),
        ("q=" + "a" * 101, "Look for a few words."),
        ("q=a+b+c+d+e+f", "Look for a few words."),
        ("variant=poker", "“poker” is none of the games here."),
        ("player=x", "“x” is nobody in this club."),
        ("player=0", "“0” is nobody in this club."),
        ("player=" + "9" * 400, "is nobody in this club."),
        ("player=%E0%A5%A7", "is nobody in this club."),
        ("from=yesterday", "“yesterday” is no day."),
        ("from=0000-01-01", "is no day."),
        ("to=2026-02-30", "is no day."),
        ("from=2026-03-02&to=2026-03-01", "The span ends before it begins."),
        ("season=x", "“x” is no season here."),
        ("season=" + "9" * 19, "is no season here."),
        ("state=over", "“over” is no choice."),
        ("state=%00", "is no choice."),
        ("variant=%ED%A0%80", "is none of the games here."),
    ],
)
def test_what_cannot_be_looked_for_is_said_beside_its_field(
    client: Client, query: str, sentence: str
) -> None:
    answer = client.get(
        f"/history/?{query}&variant=bain" if "variant" not in query else f"/history/?{query}"
    )
    assert answer.status_code == 200
    page = Page(answer.text)
    assert sentence in page.text
    assert "Mend what is marked to see games." in page.text
    assert _shown(answer) == []
    # What was right stands there still.
    if "variant" not in query:
        assert '<option value="bain" selected>' in answer.text


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    "query", ["from=0001-01-01", "to=9999-12-31", "from=0001-01-01&to=9999-12-31"]
)
def test_the_ends_of_time(client: Client, query: str) -> None:
    Club.objects.update(time_zone="Asia/Tokyo")
    assert len(_shown(client.get(f"/history/?{query}"))) == 5
    told = {"starts_on": date.min, "ends_on": date.max}
    season = Season.objects.create(club=Club.objects.get(), name="Ever", **told)
    assert len(_shown(client.get(f"/history/?{query}&season={season.pk}"))) == 5


# ---- going on


@pytest.mark.usefixtures("short_pages")
def test_pages_lead_to_one_another(client: Client, games: list[Game]) -> None:
    first = client.get("/history/?q=ana")
    assert _shown(first) == _pks(games, 4, 3)
    assert first.context["newer_url"] == ""
    second = client.get(first.context["older_url"])
    assert _shown(second) == _pks(games, 2, 1)
    assert _shown(client.get(second.context["older_url"])) == _pks(games, 0)
    assert _shown(client.get(second.context["newer_url"])) == _pks(games, 4, 3)
    assert {second.context["older_url"], second.context["newer_url"]} < set(Page(second.text).links)
    assert "q=ana" in second.context["older_url"]


@pytest.mark.usefixtures("short_pages")
def test_who_scrolls_on_is_sent_what_follows(client: Client, games: list[Game]) -> None:
    first = client.get("/history/")
    assert 'hx-trigger="revealed"' in first.text
    more = client.get(first.context["more_url"], headers=HTMX)
    assert _shown(more) == _pks(games, 2, 1)
    assert "<html" not in more.text
    assert '<hx-partial hx-target="#games" hx-swap="beforeend">' in more.text
    last = client.get(more.context["more_url"], headers=HTMX)
    assert _shown(last) == _pks(games, 0)
    assert 'href="?' not in last.text


@pytest.mark.usefixtures("games")
@pytest.mark.usefixtures("short_pages")
def test_after_some_pages_older_games_are_asked_for(client: Client) -> None:
    first = client.get("/history/?loaded=3")
    assert first.context["more_url"] == ""
    assert 'hx-trigger="revealed"' not in first.text


@pytest.mark.usefixtures("games")
def test_a_filter_that_changes_is_answered_with_the_list(client: Client) -> None:
    answer = client.get("/history/?variant=bain&from=x", headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "“x” is no day." in answer.text
    assert "2 filters on" in answer.text


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("start", ["after=x", "before=\0", "after=", "before=9-9", "loaded=99"])
def test_an_address_that_was_mangled_begins_anew(client: Client, start: str) -> None:
    assert len(_shown(client.get("/history/?" + start))) == 5


# ---- whose games


@pytest.mark.usefixtures("games")
def test_another_club_is_chosen_by_its_chip(client: Client, account: User) -> None:
    other = User.objects.make_silently()
    theirs = started(other)
    club = other.home_club()
    assert client.get(f"/history/?club={club.pk}").status_code == 404
    Membership.objects.create(user=account, club=club, role=Membership.Role.VIEWER)
    first = client.get("/history/")
    assert len(_shown(first)) == 5
    assert f"/history/?club={club.pk}" in Page(first.text).links
    answer = client.get(f"/history/?club={club.pk}&variant=bain")
    assert f"/clubs/{club.pk}/" in Page(answer.text).links
    assert f"/clubs/{club.pk}/" not in Page(first.text).links
    assert _shown(answer) == [theirs.pk]
    assert ("club", str(club.pk)) in Page(answer.text).form("/history/").fields
    assert answer.context["form"].clear_url == f"/history/?club={club.pk}"


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("club", ["", "x", "\0", "0"])
def test_a_club_that_is_none(client: Client, club: str) -> None:
    assert client.get("/history/", {"club": club}).status_code == 404


@pytest.mark.usefixtures("games")
def test_the_player_of_another_club_is_nobody_here(client: Client) -> None:
    theirs = started(User.objects.make_silently()).club.players.get(key="ana")
    assert _shown(client.get(f"/history/?player={theirs.pk}")) == []


def test_strangers_see_none_of_it_and_viewers_all(client: Client, games: list[Game]) -> None:
    stranger = Client()
    stranger.force_login(User.objects.make_silently())
    assert _shown(stranger.get("/history/")) == []
    client.force_login(viewer_of(games[0].club))
    answer = client.get("/history/")
    assert len(_shown(answer)) == 5
    assert "/history/new/" not in Page(answer.text).links


def test_who_is_in_no_club_any_more(client: Client, account: User) -> None:
    account.home_club().delete()
    assert client.get("/history/").status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_wrong_methods(client: Client, method: str) -> None:
    assert getattr(client, method)("/history/").status_code == 405


def test_the_queries_do_not_grow_with_the_games(client: Client, account: User) -> None:
    counts: dict[str, set[int]] = {}
    for more in (2, 12):
        for _number in range(more):
            started(account)
        ana = account.home_club().players.get(key="ana")
        for query in ("", "?q=ana", "?variant=bain", f"?player={ana.pk}", "?state=running"):
            client.get(f"/history/{query}")
            with CaptureQueriesContext(connection) as asked:
                assert client.get(f"/history/{query}").status_code == 200
            counts.setdefault(query, set()).add(len(asked))
    assert all(len(numbers) == 1 for numbers in counts.values())
