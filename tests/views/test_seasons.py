"""Seasons: who stands where and why, and how owners make, change, close and delete them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Club, Game, Membership, NewTeam, Season, User, seasons
from games.models.seasons import SeasonPlan
from games.seasonpage import SeasonPage
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

PEOPLE = {"A": "Ana", "B": "Ben", "C": "Celia", "D": "Dev", "E": "Eva"}
FIRST = datetime(2025, 11, 2, 11, tzinfo=UTC)
PLAN: Mapping[str, Any] = {
    "name": "Winter",
    "starts_on": date(2025, 11, 1),
    "ends_on": date(2026, 2, 28),
    "variants": [],
    "reckoning": "wins",
    "place_points": [3, 1, 0],
    "least_games": 0,
}
FIELDS: Mapping[str, str] = {
    "name": "Winter",
    "from": "2025-11-01",
    "to": "2026-02-28",
    "reckoning": "places",
    "place_points": "5-2",
    "least_games": "3",
}


def _played(by: User, pairs: str, *totals: int, day: int = 0) -> Game:
    """Write down an evening of these pairs, “AC-BD”, with their totals."""
    sides = [tuple(PEOPLE[one] for one in pair) for pair in pairs.split("-")]
    seating = Seating(len(sides), len(sides[0]))
    rules = VARIANTS["bain" if seating.each > 1 else "marriage"]
    return Game.objects.write_down(
        club=by.home_club(),
        by=by,
        variant=rules,
        teams=[
            NewTeam(" & ".join(own), own, total) for own, total in zip(sides, totals, strict=True)
        ],
        options=rules.read_options({}, seating)[0],
        seats=seating.alternate(),
        first_dealer=None,
        started_at=FIRST + timedelta(days=day),
        submission=uuid4(),
    )


def _season(by: User, **told: Any) -> Season:
    plan = SeasonPlan(**{**PLAN, **told})
    return Season.objects.begin(club=by.home_club(), submission=uuid4(), plan=plan)


def _url(season: Season, part: str = "") -> str:
    return f"/seasons/{season.pk}/{part}"


def _rows(answer: Any) -> list[tuple[int | None, str, str]]:
    return [(row.place, row.name, row.figure) for row in answer.context["page"].placed]


def _why(answer: Any, name: str) -> str:
    return next(str(row.why) for row in answer.context["page"].placed if row.name == name)


def _sent(**told: Any) -> dict[str, Any]:
    return {**FIELDS, "submission": str(uuid4()), **told}


# ---- the standings


def test_what_a_team_wins_each_of_its_members_wins(client: Client, account: User) -> None:
    _played(account, "AC-BD", 100, 50)
    answer = client.get(_url(_season(account)))
    assert answer.status_code == 200
    assert _rows(answer) == [(1, "Ana", "1"), (1, "Celia", "1"), (3, "Ben", "0"), (3, "Dev", "0")]
    page = Page(answer.text)
    assert page.unsafe == []
    assert page.ids.most_common(1)[0][1] == 1
    assert "Winter" in page.text
    assert "1 game" in page.text
    assert "Shares the place with Celia" in _why(answer, "Ana")


@pytest.mark.parametrize(
    ("reckoning", "due"),
    [
        ("wins", [(1, "Ana", "2"), (2, "Ben", "1"), (3, "Celia", "0")]),
        ("share", [(1, "Ana", "66.7 %"), (2, "Ben", "33.3 %"), (3, "Celia", "0 %")]),
        ("places", [(1, "Ana", "7"), (2, "Ben", "5"), (3, "Celia", "0")]),
        ("points", [(1, "Celia", "90"), (2, "Ana", "80"), (3, "Ben", "70")]),
        ("average_place", [(1, "Ana", "1.33"), (2, "Ben", "1.67"), (3, "Celia", "3.00")]),
    ],
)
def test_standings_by_each_reckoning(
    client: Client, account: User, reckoning: str, due: list[tuple[int, str, str]]
) -> None:
    _played(account, "A-B-C", 40, 30, 20)
    _played(account, "A-B-C", 35, 30, 25, day=1)
    _played(account, "A-B-C", 5, 10, 0, day=2)
    last = Game.objects.latest("started_at")
    assert last.teams.get(number=2).points == 0
    if reckoning == "points":
        _played(account, "C-E", 45, 1, day=3)
    answer = client.get(_url(_season(account, reckoning=reckoning)))
    rows = [row for row in _rows(answer) if row[1] != "Eva"]
    assert rows == due


def test_direct_games_decide_and_the_page_says_so(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5)
    _played(account, "B-C", 10, 5, day=1)
    answer = client.get(_url(_season(account)))
    assert _rows(answer)[:2] == [(1, "Ana", "1"), (2, "Ben", "1")]
    why = "Level with Ana at 1 win each. Their games against each other decide: 1 to 0 for Ana."
    assert _why(answer, "Ben") == why
    assert why in Page(answer.text).text
    assert _why(answer, "Ana") == ""


def test_then_the_difference_decides(client: Client, account: User) -> None:
    _played(account, "A-C", 10, 5)
    _played(account, "B-D", 10, 2, day=1)
    answer = client.get(_url(_season(account)))
    assert _rows(answer)[:2] == [(1, "Ben", "1"), (2, "Ana", "1")]
    assert _why(answer, "Ana") == (
        "Level with Ben at 1 win each. They are level in direct games too, so the difference"
        " decides: +8 for Ben, +5 for Ana."
    )


@pytest.mark.parametrize(
    ("reckoning", "level"),
    [
        ("wins", "Level with Ben at 1 win each."),
        ("share", "Level with Ben: each has won 100 % of the games."),
        ("places", "Level with Ben at 3 points each."),
        ("points", "Level with Ben at 10 points each."),
        ("average_place", "Level with Ben at place 1.00 on average."),
    ],
)
def test_in_what_two_are_level(client: Client, account: User, reckoning: str, level: str) -> None:
    _played(account, "A-C", 10, 5)
    _played(account, "B-D", 10, 4, day=1)
    answer = client.get(_url(_season(account, reckoning=reckoning)))
    assert _why(answer, "Ana").startswith(f"{level} They are level in direct games too,")


def test_among_several_the_games_among_them_decide(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5)
    _played(account, "B-C", 10, 5, day=1)
    _played(account, "C-D", 10, 5, day=2)
    answer = client.get(_url(_season(account)))
    assert [name for _place, name, _wins in _rows(answer)] == ["Ana", "Ben", "Celia", "Dev"]
    assert _why(answer, "Ben").startswith("Level with Ana and Celia at 1 win each. The games")
    assert "+1 for Ana, 0 for Ben." in _why(answer, "Ben")


def test_who_has_played_too_little_stands_apart(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5)
    _played(account, "A-E", 5, 10, day=1)
    answer = client.get(_url(_season(account, least_games=2)))
    assert _rows(answer) == [(1, "Ana", "1")]
    few = [(row.name, row.played, row.place) for row in answer.context["page"].few]
    assert sorted(few) == [("Ben", "1 of 2 games", None), ("Eva", "1 of 2 games", None)]
    assert "Not enough games yet" in Page(answer.text).text


def test_standings_follow_at_once(client: Client, account: User) -> None:
    season = _season(account)
    assert "No game of this season is finished yet." in Page(client.get(_url(season)).text).text
    game = _played(account, "A-B", 10, 5)
    assert _rows(client.get(_url(season)))[0] == (1, "Ana", "1")
    game.reopen(by=account, submission=uuid4())
    assert _rows(client.get(_url(season))) == []
    game.finish(by=account, submission=uuid4())
    assert len(_rows(client.get(_url(season)))) == 2


def test_only_evenings_and_games_of_the_season_count(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5, day=-2)
    _played(account, "A-B", 10, 5)
    _played(account, "AC-BD", 5, 10, day=1)
    _played(account, "A-B", 10, 5, day=200)
    assert _rows(client.get(_url(_season(account, variants=["marriage"]))))[0] == (1, "Ana", "1")
    every = Season.objects.of_all_time(account.home_club())
    answer = client.get(_url(every))
    assert _rows(answer)[0] == (1, "Ana", "3")
    assert "All time" in Page(answer.text).text
    assert "/history/" in Page(answer.text).links


def test_the_games_of_a_season_are_one_tap_away(client: Client, account: User) -> None:
    game = _played(account, "A-B", 10, 5)
    season = _season(account)
    (link,) = {one for one in Page(client.get(_url(season)).text).links if "history" in one}
    assert [line.game for line in client.get(link).context["lines"]] == [game]
    other = Club.objects.create(name="Others")
    Membership.objects.create(user=account, club=other, role=Membership.Role.VIEWER)
    (link,) = {one for one in Page(client.get(_url(season)).text).links if "history" in one}
    assert [line.game for line in client.get(link).context["lines"]] == [game]


# ---- closing


def test_a_closed_season_keeps_its_result(client: Client, account: User) -> None:
    game = _played(account, "A-B", 10, 5)
    _played(account, "B-C", 10, 5, day=1)
    season = _season(account)
    before = _rows(client.get(_url(season)))
    why = _why(client.get(_url(season)), "Ben")
    answer = client.post(_url(season, "close/"))
    assert (answer.status_code, answer["Location"]) == (303, _url(season))
    game.discard(by=account, submission=uuid4())
    _played(account, "C-A", 10, 5, day=2)
    answer = client.get(_url(season))
    assert _rows(answer) == before
    assert _why(answer, "Ben") == why
    assert "The result stands as it was then" in Page(answer.text).text
    assert "2 games" in Page(answer.text).text

    assert client.post(_url(season, "reopen/")).status_code == 303
    assert _rows(client.get(_url(season)))[0][1] != "Ana"
    season.refresh_from_db()
    assert season.closed_at is season.result is None


def test_closed_twice_it_is_closed_as_it_was_first(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5)
    season = _season(account)
    client.post(_url(season, "close/"))
    first = Season.objects.values().get(pk=season.pk)
    _played(account, "A-B", 10, 5, day=1)
    assert client.post(_url(season, "close/")).status_code == 303
    assert Season.objects.values().get(pk=season.pk) == first
    for _twice in range(2):
        assert client.post(_url(season, "reopen/")).status_code == 303


def test_all_time_is_never_closed(client: Client, account: User) -> None:
    season = Season.objects.of_all_time(account.home_club())
    for part in ("close/", "reopen/"):
        assert client.post(_url(season, part)).status_code == 404
    season.refresh_from_db()
    assert season.closed_at is None


def test_a_name_is_that_of_now_while_there_is_one(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5)
    season = _season(account)
    season.close()
    ana = account.home_club().players.get(name="Ana")
    type(ana).objects.filter(pk=ana.pk).update(name="Anna")
    assert _rows(client.get(_url(season)))[0][1] == "Anna"
    season.refresh_from_db()
    assert season.result is not None
    season.result["placed"][0]["player"] = 10**9
    season.result["names"][str(10**9)] = "Whoever"
    season.save()
    assert _rows(client.get(_url(season)))[0][1] == "Whoever"


# ---- the champion


def test_the_champion_is_shown_around(client: Client, account: User) -> None:
    _played(account, "AC-BD", 10, 5)
    season = _season(account)
    text = Page(client.get(_url(season, "champion/")).text).text
    assert "In the lead together" in text
    season.close()
    answer = client.get(_url(season, "champion/"))
    page = Page(answer.text)
    assert "Joint champions" in page.text
    assert "Ana and Celia" in page.text
    assert "1 of 1 game won" in page.text
    assert page.unsafe == []
    assert _url(season, "champion.svg") in page.links
    assert 'download="winter-champion.svg"' in answer.text


@pytest.mark.parametrize("reckoning", Season.Reckoning.values)
def test_the_champion_is_drawn(client: Client, account: User, reckoning: str) -> None:
    _played(account, "A-B", 10, 5)
    season = _season(account, reckoning=reckoning, name="<Winter> & \N{SNOWFLAKE}")
    answer = client.get(_url(season, "champion.svg"))
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Disposition"] == 'attachment; filename="winter-champion.svg"'
    drawing = ET.fromstring(answer.text)
    words = " ".join(text for text in drawing.itertext() if text.strip())
    assert "Ana" in words
    assert "<Winter> & \N{SNOWFLAKE}" in words
    assert "script" not in answer.text


def test_nobody_is_first_before_the_first_game(client: Client, account: User) -> None:
    season = _season(account)
    assert "Nobody is first yet" in client.get(_url(season, "champion/")).text
    ET.fromstring(client.get(_url(season, "champion.svg")).text)


# ---- making and changing one


def test_a_season_is_made(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5)
    club = account.home_club()
    new = f"/clubs/{club.pk}/seasons/new/"
    page = Page(client.get(new).text)
    assert page.unsafe == []
    sent = page.form(new).sent
    assert (sent["reckoning"], sent["place_points"]) == ("wins", "3-1-0")
    told: dict[str, Any] = {**sent, **FIELDS, "variants": ["marriage", "bain"]}
    answer = client.post(new, told)
    season = Season.objects.named().get()
    assert (answer.status_code, answer["Location"]) == (303, _url(season))
    told = {**PLAN, "variants": ["bain", "marriage"], "reckoning": "places"}
    assert season.plan == SeasonPlan(**told | {"place_points": [5, 2], "least_games": 3})
    assert season.summaries.exists()


def test_made_twice_it_is_made_once(client: Client, account: User) -> None:
    new = f"/clubs/{account.home_club().pk}/seasons/new/"
    sent = _sent()
    where = {client.post(new, sent)["Location"] for _twice in range(2)}
    assert len(where) == 1
    assert Season.objects.named().count() == 1


def test_a_club_cannot_have_any_number_of_seasons(
    client: Client, account: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seasons, "MOST_SEASONS", 1)
    new = f"/clubs/{account.home_club().pk}/seasons/new/"
    sent = _sent()
    assert client.post(new, sent).status_code == 303
    assert client.post(new, sent).status_code == 303
    answer = client.post(new, _sent())
    assert answer.status_code == 409
    assert "seasons at most" in Page(answer.text).text
    assert Season.objects.named().count() == 1


def test_the_id_of_another_clubs_season_makes_none(client: Client, account: User) -> None:
    other = _season(User.objects.make_silently())
    new = f"/clubs/{account.home_club().pk}/seasons/new/"
    answer = client.post(new, _sent(submission=str(other.submission)))
    assert answer.status_code == 409
    again = Page(answer.text).form(new).sent
    assert again["name"] == "Winter"
    assert client.post(new, again).status_code == 303


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("name", "", "What is the season called?"),
        ("name", " ", "What is the season called?"),
        ("name", "a\0", "cannot be written down"),
        ("name", "a" * 81, "too long"),
        ("from", "yesterday", "Write a day as"),
        ("to", "2025-02-30", "Write a day as"),
        ("to", "2025-10-31", "ends before it begins"),
        ("variants", "poker", "Choose games of this list."),
        ("reckoning", "luck", "Choose what the standings go by."),
        ("reckoning", "\0", "Choose what the standings go by."),
        ("place_points", "", "Write what the places are worth"),
        ("place_points", "3-x", "Write what the places are worth"),
        ("place_points", "2.5-1", "Write what the places are worth"),
        ("place_points", "9" * 50, "Write what the places are worth"),
        ("place_points", "1 " * 13, "Write what the places are worth"),
        ("least_games", "-1", "Write a whole number from 0"),
        ("least_games", "1.5", "Write a whole number from 0"),
        ("least_games", "9" * 400, "Write a whole number from 0"),
        ("submission", "x", "out of date"),
    ],
)
def test_what_cannot_be_is_said(
    client: Client, account: User, field: str, typed: str, sentence: str
) -> None:
    season = _season(account)
    for url in (f"/clubs/{account.home_club().pk}/seasons/new/", _url(season, "edit/")):
        answer = client.post(url, _sent(**{field: typed}))
        assert answer.status_code == 422
        page = Page(answer.text)
        assert sentence in page.text
        if field != "name":
            assert page.form(url).sent["name"] == "Winter"
    assert Season.objects.named().count() == 1


@pytest.mark.parametrize(
    ("typed", "worth"),
    [("3,1", [3, 1]), ("3 / 1 / 0", [3, 1, 0]), ("\u0969-\u0967", [3, 1]), ("7", [7])],
)
def test_points_per_place_in_any_digits(
    client: Client, account: User, typed: str, worth: list[int]
) -> None:
    client.post(f"/clubs/{account.home_club().pk}/seasons/new/", _sent(place_points=typed))
    assert Season.objects.named().get().place_points == worth


def test_a_season_is_changed(client: Client, account: User) -> None:
    _played(account, "A-B", 10, 5)
    season = _season(account)
    edit = _url(season, "edit/")
    sent = Page(client.get(edit).text).form(edit).sent
    assert (sent["name"], sent["from"]) == ("Winter", "2025-11-01")
    answer = client.post(edit, sent | {"from": "2025-12-01", "name": "Deep winter"})
    assert (answer.status_code, answer["Location"]) == (303, _url(season))
    answer = client.get(_url(season))
    assert _rows(answer) == []
    assert "Deep winter" in answer.text
    # Sent once more it changes nothing.
    assert (
        client.post(edit, sent | {"from": "2025-12-01", "name": "Deep winter"}).status_code == 303
    )


def test_two_who_change_it_at_once_are_told(client: Client, account: User) -> None:
    season = _season(account)
    edit = _url(season, "edit/")
    sent = Page(client.get(edit).text).form(edit).sent
    assert client.post(edit, sent | {"name": "One"}).status_code == 303
    answer = client.post(edit, sent | {"name": "Two"})
    assert answer.status_code == 409
    assert "Somebody changed this season meanwhile." in answer.text
    again = Page(answer.text).form(edit).sent
    assert again["name"] == "Two"
    assert client.post(edit, again).status_code == 303
    season.refresh_from_db()
    assert season.name == "Two"


def test_a_closed_season_is_changed_after_it_is_opened_again(client: Client, account: User) -> None:
    season = _season(account)
    edit = _url(season, "edit/")
    sent = Page(client.get(edit).text).form(edit).sent
    season.close()
    assert "This season is closed" in client.get(edit).text
    answer = client.post(edit, sent | {"name": "Other"})
    assert answer.status_code == 409
    assert "Open it again to change it." in answer.text
    season.refresh_from_db()
    assert season.name == "Winter"


def test_of_all_time_only_the_reckoning_is_changed(client: Client, account: User) -> None:
    season = Season.objects.of_all_time(account.home_club())
    edit = _url(season, "edit/")
    sent = Page(client.get(edit).text).form(edit).sent
    assert "name" not in sent
    told = {"reckoning": "share", "name": "X", "from": "2025-01-01", "least_games": "4"}
    assert client.post(edit, sent | told).status_code == 303
    season.refresh_from_db()
    assert (season.reckoning, season.least_games) == ("share", 4)
    assert (season.name, season.starts_on) == ("", None)


def test_all_time_sent_twice_is_changed_once(client: Client, account: User) -> None:
    season = Season.objects.of_all_time(account.home_club())
    edit = _url(season, "edit/")
    sent = Page(client.get(edit).text).form(edit).sent | {"reckoning": "share", "name": "X"}
    assert [client.post(edit, sent).status_code for _each in range(2)] == [303, 303]


def test_a_share_is_all_or_nothing_only_where_it_is_so(account: User) -> None:
    page = SeasonPage(_season(account, reckoning="share"))
    shares = [(1999, 2000), (1, 10**6), (2, 2), (0, 2), (1, 2), (2, 3)]
    printed = [page.figure(Fraction(*share)) for share in shares]
    assert printed == ["99.9 %", "0.1 %", "100 %", "0 %", "50 %", "66.7 %"]


def test_a_season_is_deleted_and_its_games_stay(client: Client, account: User) -> None:
    game = _played(account, "A-B", 10, 5)
    season = _season(account)
    assert "The games stay" in client.get(_url(season, "delete/")).text
    assert client.post(_url(season, "delete/")).status_code == 303
    assert client.get(_url(season)).status_code == 404
    assert client.get(f"/games/{game.pk}/").status_code == 200
    every = Season.objects.of_all_time(account.home_club())
    assert client.get(_url(every, "delete/")).status_code == 200
    assert client.post(_url(every, "delete/")).status_code == 409
    assert len(_rows(client.get(_url(every)))) == 2


# ---- who may


OWNERS = ("edit/", "close/", "reopen/", "delete/")


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_others_of_the_club_see_and_change_nothing(
    client: Client, account: User, role: str
) -> None:
    _played(account, "A-B", 10, 5)
    season = _season(account)
    user = viewer_of(account.home_club())
    Membership.objects.filter(user=user).update(role=role)
    client.force_login(user)
    before = Season.objects.values().get(pk=season.pk)
    page = Page(client.get(_url(season)).text)
    assert _url(season, "edit/") not in page.links
    assert page.forms == []
    assert client.get(_url(season, "champion/")).status_code == 200
    for part in OWNERS:
        assert client.post(_url(season, part), _sent()).status_code == 403
    new = f"/clubs/{account.home_club().pk}/seasons/new/"
    assert client.get(new).status_code == client.post(new, _sent()).status_code == 403
    assert Season.objects.values().get(pk=season.pk) == before


def test_strangers_learn_nothing(account: User) -> None:
    season, stranger = _season(account), Client()
    stranger.force_login(User.objects.make_silently())
    for client in (Client(), stranger):
        for part in ("", "champion/", "champion.svg", "edit/", "delete/"):
            assert client.get(_url(season, part)).status_code == 404
        for part in OWNERS:
            assert client.post(_url(season, part), _sent()).status_code == 404
        new = f"/clubs/{account.home_club().pk}/seasons/new/"
        assert client.get(new).status_code == client.post(new, _sent()).status_code == 404
    assert Season.objects.named().count() == 1


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("pk", ["0", "9" * 18, "9" * 40])
def test_a_season_that_is_none(client: Client, pk: str) -> None:
    for part in ("", "edit/", "champion/", "champion.svg"):
        assert client.get(f"/seasons/{pk}/{part}").status_code == 404
    assert client.get(f"/clubs/{UUID(int=7)}/seasons/new/").status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, account: User, method: str) -> None:
    season = _season(account)
    for part in ("", "champion/", "champion.svg", *OWNERS):
        assert getattr(client, method)(_url(season, part)).status_code == 405
    for part in ("close/", "reopen/"):
        assert client.get(_url(season, part)).status_code == 405
    for part in ("", "champion/"):
        assert client.post(_url(season, part)).status_code == 405


def test_the_queries_do_not_grow(client: Client, account: User) -> None:
    counts: dict[str, set[int]] = {}
    season = _season(account)
    for more in range(2):
        for number, pairs in enumerate(("A-B", "C-D", "A-E", "B-C")):
            _played(account, pairs, 10, 5, day=4 * more + number)
        for part in ("", "champion/"):
            client.get(_url(season, part))
            with CaptureQueriesContext(connection) as asked:
                assert client.get(_url(season, part)).status_code == 200
            counts.setdefault(part, set()).add(len(asked))
        _season(account, name=f"Other {more}")
    assert all(len(numbers) == 1 for numbers in counts.values())
