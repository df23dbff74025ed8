"""An old evening is written down: a finished game of which only the totals are known."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import clubproof
from games.models import Club, Game, Membership, OutOfDateError, Result, Season, User
from games.models.seasons import evening_of
from games.proof import differences
from games.variants import VARIANTS
from games.views import start
from tests.build import started, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

URL = "/history/new/"
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def _fields(**told: str) -> dict[str, str]:
    """Return what is sent for an evening of two pairs, with these changes."""
    people = {f"seat-{place}": name for place, name in enumerate(("Ana", "Ben", "Celia", "Dev"))}
    fields = {
        "submission": str(uuid4()),
        "played": "bain",
        "seated": "2x2",
        "start": "1",
        "day": "2019-03-02",
        "total-0": "12345",
        "total-1": "11110",
        **people,
    }
    return fields | {name.replace("_", "-"): text for name, text in told.items()}


def _faults(answer: Any) -> dict[str, list[str]]:
    faults: dict[str, list[str]] = answer.context["form"].form.faults
    return faults


# ---- what is asked


def test_the_page_asks_for_no_more_than_is_needed(client: Client, account: User) -> None:
    started(account, "banakil", 2, 1)
    answer = client.get(URL)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.unsafe == []
    assert page.ids.most_common(1)[0][1] == 1
    # What was played last is proposed, and who played it.
    assert page.form(URL).sent["played"] == "banakil"
    assert ("add", "Ana") in page.buttons
    assert client.head(URL).status_code == 200


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_can_have_been_played(client: Client, key: str) -> None:
    answer = client.get(URL, {"variant": key})
    assert answer.context["form"].variant.key == key
    sides = answer.context["form"].sides
    people = [name for side in sides for seat in side.seats for name in [seat.field]]
    assert sorted(people) == sorted(f"seat-{place}" for place in range(len(people)))


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize(
    "query", ["variant=poker", "variant=%00", "seating=9x9", "variant=&seating="]
)
def test_an_address_that_was_mangled(client: Client, query: str) -> None:
    assert client.get(f"{URL}?{query}").status_code == 200


@pytest.mark.usefixtures("account")
def test_another_game_keeps_what_was_typed(client: Client) -> None:
    fields = _fields(variant="bga", target="9")
    del fields["start"]
    answer = client.post(URL, fields, headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    form = answer.context["form"]
    assert form.variant.key == "bga"
    assert form.seating == "2x2"
    assert form.day == "2019-03-02"
    assert [side.value for side in form.sides] == ["12345", "11110"]
    sent = Page(answer.text).form(URL).sent
    assert sent["seat-2"] == "Celia"
    # A house rule of another game is none of this one.
    assert sent["target"] != "9"


@pytest.mark.usefixtures("account")
def test_fewer_may_have_played(client: Client) -> None:
    fields = _fields(played="marriage", seated="3x1", seating="2x1", total_2="7")
    del fields["start"]
    answer = client.post(URL, fields)
    assert answer.status_code == 200
    assert len(answer.context["form"].sides) == 2
    sent = Page(answer.text).form(URL).sent
    # It stands there still, in case it is changed back.
    assert (sent["total-2"], sent["seat-2"]) == ("7", "Celia")


def test_who_played_lately_is_added_team_by_team(client: Client, account: User) -> None:
    started(account)
    fields = _fields(add="Dev", seat_2="", seat_3="", seat_1="")
    del fields["start"]
    sent = Page(client.post(URL, fields).text).form(URL).sent
    assert (sent["seat-0"], sent["seat-2"], sent["seat-1"]) == ("Ana", "Dev", "")


# ---- what is kept


def test_an_old_evening_is_kept(client: Client, account: User) -> None:
    Club.objects.update(time_zone="Pacific/Auckland")
    answer = client.post(URL, _fields(name="Lake house", team_0="Us"))
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert game.club == account.home_club()
    assert evening_of(game.started_at, game.club) == date(2019, 3, 2)
    assert game.finished_at == game.started_at
    assert game.rounds.count() == 0
    teams = game.teams.order_by("number").values_list("name", "points", "place")
    assert list(teams) == [("Us", 12_345, 1), ("Ben & Dev", 11_110, 2)]
    assert differences(game) == []
    # It counts in the standings.
    won = Result.objects.filter(game=game, place=1).values_list("player__name", flat=True)
    assert sorted(won) == ["Ana", "Celia"]

    sheet = Page(client.get(answer["Location"]).text)
    assert "Us win with 12,345." in sheet.text
    assert "wins by 1,235" in sheet.text
    assert "Bain · March 2, 2019, totals only" in sheet.text
    assert "nobody wrote down the rounds" in sheet.text
    history = Page(client.get("/history/").text)
    assert "Us win by 1,235" in history.text
    assert "totals only" in history.text


@pytest.mark.usefixtures("account")
def test_a_tie_is_shared(client: Client) -> None:
    answer = client.post(URL, _fields(total_1="१२३४५"))
    assert "share the win with 12,345" in Page(client.get(answer["Location"]).text).text


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize(
    ("typed", "total"),
    [
        ("-5", -5),
        ("\N{MINUS SIGN}5", -5),
        ("12,345", 12_345),
        ("\N{ARABIC-INDIC DIGIT SEVEN}", 7),
        ("0", 0),
        (" 7 ", 7),
    ],
)
def test_totals_in_any_digits(client: Client, typed: str, total: int) -> None:
    assert client.post(URL, _fields(total_1=typed)).status_code == 303
    assert Game.objects.get().teams.get(number=1).points == total


def test_a_visitor_gets_an_account_and_a_club(client: Client) -> None:
    answer = client.post(URL, _fields() | {"time_zone": "Asia/Tokyo"})
    assert answer.status_code == 303
    assert client.get(answer["Location"]).status_code == 200
    assert Club.objects.get().time_zone == "Asia/Tokyo"


@pytest.mark.usefixtures("account")
def test_it_can_be_mended_deleted_and_played_on(client: Client) -> None:
    sheet = client.post(URL, _fields())["Location"]
    setup = client.get(f"{sheet}setup/")
    sent = Page(setup.text).form(f"{sheet}setup/").sent | {"start-1": "20000", "save": "1"}
    answer = client.post(f"{sheet}setup/", sent)
    if answer.status_code == 422:
        # What it changes is told before it is changed.
        sent = Page(answer.text).form(f"{sheet}setup/").sent | {"save": "1"}
        answer = client.post(f"{sheet}setup/", sent)
    assert answer.status_code == 303
    assert "Ben &amp; Dev win with 20,000" in client.get(sheet).text
    assert client.post(f"{sheet}reopen/", {"submission": str(uuid4())}).status_code == 303
    assert "Enter round 1" in client.get(sheet).text
    assert Result.objects.count() == 0
    assert client.post(f"{sheet}delete/", {"submission": str(uuid4())}).status_code == 303
    assert client.get(sheet).status_code == 404


def _mended(client: Client, sheet: str, **typed: str) -> Any:
    """Save another setup; what it changes is told first."""
    url = f"{sheet}setup/"
    sent = Page(client.get(url).text).form(url).sent | typed | {"save": "1"}
    answer = client.post(url, sent)
    if answer.status_code != 422:
        return answer
    return client.post(url, Page(answer.text).form(url).sent | {"save": "1"})


@pytest.mark.usefixtures("account")
def test_its_totals_and_its_day_come_first_where_it_is_mended(client: Client) -> None:
    sheet = client.post(URL, _fields(day="2019-03-02"))["Location"]
    assert f"{sheet}setup/#carried-on" in client.get(sheet).text
    setup = client.get(f"{sheet}setup/").text
    assert "Final totals" in setup
    assert "carried on" not in setup
    assert 'id="carried-on" open' in setup
    assert Page(setup).form(f"{sheet}setup/").sent["day"] == "2019-03-02"
    assert setup.index("Final totals") < setup.index("Who sits where?")


@pytest.mark.usefixtures("account")
def test_its_day_can_be_mended(client: Client) -> None:
    sheet = client.post(URL, _fields(day="2019-03-02"))["Location"]
    game = Game.objects.get()
    season = Season.objects.create(
        club=game.club, name="Winter", starts_on=date(2018, 1, 1), ends_on=date(2018, 12, 31)
    )
    told = client.post(
        f"{sheet}setup/",
        Page(client.get(f"{sheet}setup/").text).form(f"{sheet}setup/").sent
        | {"day": "2018-12-31", "save": "1"},
    )
    assert told.status_code == 422
    assert "The game was then played on Dec. 31, 2018." in Page(told.text).text
    assert _mended(client, sheet, day="2018-12-31").status_code == 303
    game.refresh_from_db()
    assert evening_of(game.started_at, game.club) == date(2018, 12, 31)
    assert game.finished_at == game.started_at
    assert list(clubproof.differences(game.club)) == []
    assert list(differences(game)) == []
    assert season.summaries.exists()
    assert "day March 2, 2019 to Dec. 31, 2018" in Page(client.get(f"{sheet}log/").text).text
    # Opened again, that is taken back.
    assert client.post(f"{sheet}reopen/", {"submission": str(uuid4())}).status_code == 303
    latest = game.revisions.undoable().get(kind="setup")
    fields = {"submission": str(uuid4()), "revision": str(latest.number)}
    assert client.post(f"{sheet}undo/", fields).status_code == 303
    game.refresh_from_db()
    assert evening_of(game.started_at, game.club) == date(2019, 3, 2)
    assert game.finished_at is None


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("day", ["", "soon", "\0", "2999-01-01", "1800-01-01", "x" * 5000])
def test_it_is_not_mended_to_no_day(client: Client, day: str) -> None:
    sheet = client.post(URL, _fields())["Location"]
    before = Game.objects.get().version
    answer = _mended(client, sheet, day=day)
    assert answer.status_code == 422
    assert 'id="wrong-day"' in answer.text
    assert Game.objects.get().version == before


def test_no_other_game_gets_another_day(client: Client, account: User) -> None:
    game = started(account)
    began = game.started_at
    assert _mended(client, f"/games/{game.pk}/", day="2018-12-31", name="X").status_code == 303
    game.refresh_from_db()
    assert game.started_at == began


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("path", ["", "print/", "log/", "export.json", "export.csv", "rematch/"])
def test_every_page_of_it_is_there(client: Client, path: str) -> None:
    sheet = client.post(URL, _fields())["Location"]
    assert client.get(sheet + path).status_code == 200


# ---- what is wrong with it


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("day", "", "On which day was it?"),
        ("day", "yesterday", "Write a day as"),
        ("day", "2019-02-30", "Write a day as"),
        ("day", "\0", "Write a day as"),
        ("day", "1899-12-31", "That is too long ago."),
        ("day", "9999-12-31", "That day is still to come."),
        ("total-0", "", "What was the total?"),
        ("total-0", "12,5", "Totals are whole numbers"),
        ("total-0", "12.50", "Totals are whole numbers"),
        ("total-0", "many", "Totals are whole numbers"),
        ("total-0", "9" * 400, "Totals are whole numbers"),
        ("total-0", "1000001", "Totals are whole numbers"),
        ("seat-0", "", "Type a name."),
        ("seat-0", "Ben", "is here twice"),
        ("seat-0", "\0", "letter, digit or sign"),
        ("seat-0", "a\0", "cannot be written down"),
        ("seat-0", "a" * 81, "This name is too long."),
        ("submission", "x", "This page was out of date."),
        ("target", "x", ""),
    ],
)
def test_what_cannot_be_kept_is_said(client: Client, field: str, typed: str, sentence: str) -> None:
    answer = client.post(URL, _fields() | {field: typed})
    assert answer.status_code == 422
    told = [one for several in _faults(answer).values() for one in several]
    assert any(sentence in one for one in told)
    assert any(one in Page(answer.text).text for one in told)
    assert Page(answer.text).form(URL).sent["total-1"] == "11110"
    assert Game.objects.count() == 0


@pytest.mark.usefixtures("account")
def test_nothing_but_zeros_is_nothing_to_remember(client: Client) -> None:
    answer = client.post(URL, _fields(total_0="0", total_1="0"))
    assert answer.status_code == 422
    assert "there is nothing to remember" in answer.text


@pytest.mark.usefixtures("account")
def test_days_go_by_the_clock_of_the_club(client: Client) -> None:
    Club.objects.update(time_zone="Pacific/Kiritimati")
    ahead = evening_of(timezone.now(), Club.objects.get())
    assert client.post(URL, _fields(day=ahead.isoformat())).status_code == 303
    tomorrow = ahead + timedelta(days=1)
    answer = client.post(URL, _fields(day=tomorrow.isoformat()))
    assert list(_faults(answer)) == ["day"]


BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize(
    ("now", "today", "began"),
    [
        ("2019-03-02T09:30", "2019-03-02", "2019-03-02T09:30"),
        ("2019-03-02T05:00", "2019-03-02", "2019-03-02T05:00"),
        ("2019-03-02T21:00", "2019-03-02", "2019-03-02T12:00"),
        # After midnight it is still the evening before.
        ("2019-03-03T00:30", "2019-03-02", "2019-03-02T12:00"),
        ("2019-03-03T04:59", "2019-03-02", "2019-03-02T12:00"),
    ],
)
def test_no_game_begins_in_the_future(
    client: Client, monkeypatch: pytest.MonkeyPatch, now: str, today: str, began: str
) -> None:
    Club.objects.update(time_zone=BERLIN.key)
    at = [datetime.fromisoformat(now).replace(tzinfo=BERLIN)]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    assert f'max="{today}"' in client.get(URL).text
    tomorrow = (date.fromisoformat(today) + timedelta(days=1)).isoformat()
    assert list(_faults(client.post(URL, _fields(day=tomorrow)))) == ["day"]
    fields = _fields(day=today)
    assert client.post(URL, fields).status_code == 303
    game = Game.objects.get()
    assert game.started_at == datetime.fromisoformat(began).replace(tzinfo=BERLIN)
    assert game.finished_at == game.started_at
    assert evening_of(game.started_at, game.club).isoformat() == today
    at[0] += timedelta(seconds=5)
    # Sent again a little later it is the same game.
    assert client.post(URL, fields).status_code == 303
    assert Game.objects.get() == game


# ---- twice, who may not, wrong methods


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_sent_twice_it_is_kept_once(client: Client, headers: dict[str, str]) -> None:
    fields = _fields()
    answers = [client.post(URL, fields, headers=headers) for _twice in range(2)]
    where = "HX-Redirect" if headers else "Location"
    assert answers[0][where] == answers[1][where]
    game = Game.objects.get()
    assert game.revisions.count() == 2


@pytest.mark.usefixtures("account")
def test_another_evening_of_the_same_page_is_asked_about(client: Client) -> None:
    fields = _fields()
    client.post(URL, fields)
    answer = client.post(URL, fields | {"total-0": "1"})
    assert answer.status_code == 409
    assert "already written down from this page" in answer.text
    again = fields | Page(answer.text).form(URL).sent | {"start": "1"}
    assert client.post(URL, again).status_code == 303
    assert Game.objects.count() == 2


@pytest.mark.usefixtures("account")
def test_two_evenings_may_be_alike(client: Client) -> None:
    for _each in range(2):
        assert client.post(URL, _fields()).status_code == 303
    assert Game.objects.count() == 2


def test_two_who_became_one_meanwhile_are_asked_about(
    client: Client, account: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = account.home_club()
    ana, ben = club.player_named("Ana"), club.player_named("Ben")

    def merging(*told: Any) -> Game:
        ben.merge_into(ana, by=None, submission=uuid4())
        return start.started(*told)

    monkeypatch.setattr("games.views.past.started", merging)
    answer = client.post(URL, _fields())
    assert answer.status_code == 422
    assert Page(answer.text).form(URL).sent["total-1"] == "11110"
    assert any("twice" in one for several in _faults(answer).values() for one in several)
    assert Game.objects.count() == 0


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("times", [1, 2])
def test_who_was_merged_meanwhile_is_looked_up_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    left = iter(range(times))

    def check(_game: Game) -> None:
        if next(left, None) is not None:
            raise OutOfDateError

    monkeypatch.setattr("games.models.games.check_nobody_left", check)
    answer = client.post(URL, _fields())
    assert answer.status_code == (303 if times == 1 else 422)
    assert Game.objects.count() == (1 if times == 1 else 0)
    if times > 1:
        assert "were made one this very moment" in Page(answer.text).text


def test_those_who_look_on_write_nothing_down(client: Client, account: User) -> None:
    client.force_login(viewer_of(account.home_club()))
    assert client.get(URL).status_code == 403
    assert client.post(URL, _fields()).status_code == 403
    assert Game.objects.count() == 0


def test_scorers_write_down_in_the_club_where_they_score(client: Client, account: User) -> None:
    user = viewer_of(account.home_club())
    Membership.objects.filter(user=user).update(role=Membership.Role.SCORER)
    client.force_login(user)
    assert client.post(URL, _fields()).status_code == 303
    assert Game.objects.get().club == account.home_club()


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, method: str) -> None:
    assert getattr(client, method)(URL).status_code == 405


def test_the_queries_do_not_grow_with_the_games(client: Client, account: User) -> None:
    counts = set()
    for _more in range(3):
        started(account)
        client.get(URL)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(URL).status_code == 200
        counts.add(len(asked))
    assert len(counts) == 1


def test_a_write_of_the_model_says_when(account: User) -> None:
    game = started(account)
    at = datetime(2019, 3, 2, 11, tzinfo=UTC)
    game.finish(by=account, submission=UUID(int=1), at=at)
    assert Game.objects.get().finished_at == at
