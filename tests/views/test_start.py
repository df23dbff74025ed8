"""The games to go on with, and how a new one is started."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django import DjangoAssertNumQueries

from games import access
from games.forms.start import StartForm
from games.models import Club, Device, Game, Membership, OutOfDateError, User
from games.variants import VARIANTS
from games.views import start
from games.views.start import MOST_RUNNING
from tests.build import played, started, viewer_of
from tests.pages import Page
from tests.variants.build import NAMES

pytestmark = pytest.mark.django_db

NEW = "/games/new/bain/"
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def _fields(seated: str = "2x2", **typed: object) -> dict[str, str]:
    """What a browser sends when Start is pressed."""
    teams, each = seated.split("x")
    seats = {f"seat-{place}": NAMES[place] for place in range(int(teams) * int(each))}
    sent = {"seated": seated, "submission": str(uuid4()), "start": "", "first_dealer": "0"}
    return {**sent, **seats, **{name: str(text) for name, text in typed.items()}}


def _button(name: str, value: str, **typed: object) -> dict[str, str]:
    """What a browser sends when another button is pressed."""
    fields = {**_fields("2x2", **typed), name: value}
    del fields["start"]
    return fields


def _stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (User, Club, Game, Session))


# ---- home


def test_home_of_a_visitor_writes_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/")
    assert answer.status_code == 200
    assert answer.context["running"] == answer.context["finished"] == []
    assert answer.context["can_start"]
    assert "sessionid" not in answer.cookies


def test_home_lists_what_is_running_and_the_latest_that_are_finished(
    client: Client, account: User
) -> None:
    games = [started(account) for _each in range(8)]
    for game in games[:6]:
        game.finish(by=account, submission=uuid4())
    Game.objects.filter(pk=games[6].pk).update(deleted_at=timezone.now())
    answer = client.get("/")
    assert [board.game for board in answer.context["running"]] == [games[7]]
    assert [board.game for board in answer.context["finished"]] == games[5:0:-1]
    assert answer.context["running"][0].url == f"/games/{games[7].pk}/"


@pytest.mark.usefixtures("account")
def test_home_shows_nobody_elses_games(client: Client) -> None:
    game = started(User.objects.make_silently())
    assert client.get("/").context["running"] == []
    client.force_login(viewer_of(game.club))
    answer = client.get("/")
    assert [board.game for board in answer.context["running"]] == [game]
    assert not answer.context["can_start"]


def test_those_who_have_won_are_marked(client: Client, account: User) -> None:
    game = started(account, "marriage", 3, 1, rounds=1)
    played(game, account)
    (board,) = client.get("/").context["running"]
    assert sum(team.wins for team in board.teams) == 1
    assert client.get("/").text.count('<li class="first">') == 1
    shared = started(account, "bga", 3, 1, rounds=1)
    played(shared, account, {"meld_points": 5})
    shared.finish(by=account, submission=uuid4())
    assert client.get(f"/games/{shared.pk}/").text.count('<p class="lead first">') == 2


def test_home_asks_no_more_for_more_games(client: Client, account: User) -> None:
    started(account)
    few = _queries(client, "/")
    for key, teams, each in (("bga", 2, 6), ("marriage", 5, 1), ("bain", 2, 2)):
        started(account, key, teams, each)
    assert _queries(client, "/") == few


def test_home_lists_what_can_be_restored(client: Client, account: User) -> None:
    assert client.get("/").context["deleted"] == []
    club = account.home_club()
    club.time_zone = "Asia/Kathmandu"
    club.save()
    today = timezone.now().replace(hour=20, minute=0)
    for days in (40, 20, 2):
        game = started(account)
        deleted_at = today - timedelta(days=days)
        Game.objects.filter(pk=game.pk).update(deleted_at=deleted_at, name=f"Game of {days}")
    answer = client.get("/")
    assert [game.name for game in answer.context["deleted"]] == ["Game of 2", "Game of 20"]
    # It is the day after already where this club plays.
    until = date_format((today + timedelta(days=28 + 1)).date(), "DATE_FORMAT")
    page = Page(answer.text)
    assert f"Game of 2 can be restored until {until}" in page.text
    assert [form.action for form in page.forms] == [
        f"/games/{game.pk}/restore/" for game in answer.context["deleted"]
    ]


def test_home_offers_nothing_to_restore_to_those_who_look_on(client: Client, account: User) -> None:
    game = started(account)
    Game.objects.update(deleted_at=timezone.now())
    client.force_login(viewer_of(game.club))
    assert client.get("/").context["deleted"] == []
    client.force_login(User.objects.make_silently())
    assert client.get("/").context["deleted"] == []


def test_home_asks_no_more_for_more_deleted_games(client: Client, account: User) -> None:
    counts = []
    for _more in range(3):
        Game.objects.filter(pk=started(account).pk).update(deleted_at=timezone.now())
        client.get("/")
        counts.append(_queries(client, "/"))
    assert len(set(counts)) == 1


# ---- choose


def test_choose_offers_every_game(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/games/new/")
    assert answer.status_code == 200
    for key in VARIANTS:
        assert f'href="/games/new/{key}/"' in answer.text


@pytest.mark.parametrize("path", ["/", "/games/new/"])
def test_what_is_only_looked_at(client: Client, path: str) -> None:
    assert client.head(path).status_code == 200
    assert client.post(path).status_code == 405


# ---- new: what is shown


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_fresh_page_writes_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, key: str
) -> None:
    with django_assert_num_queries(0):
        answer = client.get(f"/games/new/{key}/")
    assert answer.status_code == 200
    assert "sessionid" not in answer.cookies
    again = client.get(f"/games/new/{key}/")
    assert answer.context["form"].submission != again.context["form"].submission


def test_a_page_offers_those_who_played_lately(client: Client, account: User) -> None:
    started(account)
    started(account, "bga", 2, 6)
    answer = client.get(NEW)
    assert {item.name for item in answer.context["form"].lately} == set(NAMES)


def test_a_page_asks_no_more_for_more_players(client: Client, account: User) -> None:
    started(account, "marriage", 2, 1)
    few = _queries(client, NEW)
    started(account, "bga", 2, 6)
    assert _queries(client, NEW) == few


@pytest.mark.parametrize("path", ["/games/new/poker/", "/games/new/BAIN/", "/games/new/1/"])
def test_a_game_that_nobody_knows(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post(path, _fields()).status_code == 404


def test_wrong_methods(client: Client) -> None:
    for method in (client.put, client.patch, client.delete):
        assert method(NEW).status_code == 405
    assert client.head(NEW).status_code == 200


def test_those_who_only_look_on_start_nothing(client: Client, account: User) -> None:
    client.force_login(viewer_of(started(account).club))
    assert client.get(NEW).status_code == 403
    assert client.post(NEW, _fields()).status_code == 403
    assert Game.objects.count() == 1


def test_a_form_from_elsewhere_is_refused() -> None:
    answer = Client(enforce_csrf_checks=True).post(NEW, _fields())
    assert answer.status_code == 403
    assert _stored() == (0, 0, 0, 0)


# ---- new: start


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_visitor_starts_a_game(client: Client, key: str) -> None:
    seated = StartForm(VARIANTS[key], None, None).chosen
    answer = client.post(f"/games/new/{key}/", _fields(seated, name="Friday", first_dealer="1"))
    game = Game.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.pk}/")
    assert (game.variant, game.name, game.version) == (key, "Friday", 1)
    players = list(NAMES[: game.rules.seatings[0].players if key == "pennies" else 4])
    assert [game.table.players[number] for number in game.table.seats] == players
    assert game.table.players[game.first_dealer or 0] == "Ben"
    user = User.objects.get()
    assert not user.has_usable_password()
    assert client.session["_auth_user_id"] == str(user.pk)
    assert game.revisions.get().by == user
    assert game.links.count() == 1
    assert client.get("/").context["running"][0].game == game


def test_the_session_lasts_a_year(client: Client) -> None:
    answer = client.post(NEW, _fields())
    assert answer.cookies["sessionid"]["max-age"] == 365 * 24 * 60 * 60
    assert answer.cookies["sessionid"]["httponly"]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("Asia/Kathmandu", "Asia/Kathmandu"), ("Mars/Base", "UTC"), ("\0", "UTC"), ("../x", "UTC")],
)
def test_the_club_is_where_the_browser_is(client: Client, sent: str, kept: str) -> None:
    client.post(NEW, _fields(time_zone=sent))
    assert Club.objects.get().time_zone == kept


def test_an_account_starts_its_games_in_its_own_club(client: Client, account: User) -> None:
    for _each in range(2):
        assert client.post(NEW, _fields()).status_code == 303
    assert [game.club for game in Game.objects.all()] == [account.home_club()] * 2
    assert User.objects.count() == 1
    assert account.home_club().players.count() == 4


@pytest.mark.usefixtures("account")
def test_a_name_is_spelled_as_the_club_knows_it(client: Client) -> None:
    client.post(NEW, _fields())
    answer = client.post(
        "/games/new/marriage/", _fields("2x1", **{"seat-0": "ANA", "seat-1": "Zoë"})
    )
    game = Game.objects.get(variant="marriage")
    assert answer.headers["Location"] == f"/games/{game.pk}/"
    assert [(team.name, team.players) for team in game.table.teams] == [
        ("Ana", ("Ana",)),
        ("Zoë", ("Zoë",)),
    ]


def test_starting_asks_no_more_for_more_games(client: Client, account: User) -> None:
    client.post(NEW, _fields())
    with CaptureQueriesContext(connection) as few:
        client.post(NEW, _fields())
    for _each in range(3):
        started(account, "bga", 2, 6)
    with CaptureQueriesContext(connection) as many:
        client.post(NEW, _fields())
    assert len(many) == len(few)


def test_htmx_is_sent_on_to_the_sheet(client: Client) -> None:
    answer = client.post(NEW, _fields(), headers=HTMX)
    assert answer.headers["HX-Redirect"] == f"/games/{Game.objects.get().pk}/"


# ---- new: what is refused


@pytest.mark.parametrize(
    "wrong",
    [
        *({"seat-1": name} for name in ("", "  ", "ana", "\0", "A\x00B", "\u200b", "x" * 81)),
        *({"team-0": name} for name in ("Ben", "\0", "x" * 81)),
        *({"first_dealer": text} for text in ("4", "-1", "x", "9" * 40)),
        *({"target": text} for text in ("20,5", "0", "x", "1" + "0" * 30, "9" * 5000, "\0")),
        *({"submission": text} for text in ("", "x", "\0")),
        *({"seated": text} for text in ("9x9", "x", "\0")),
        *({"name": text} for text in ("x" * 81, "\0")),
        {"red_threes_need": "whatever"},
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(
    client: Client, wrong: Mapping[str, str]
) -> None:
    answer = client.post(NEW, {**_fields(**{"team-1": "East-West"}), **wrong})
    assert answer.status_code == 422
    assert _stored() == (0, 0, 0, 0)
    page = answer.context["form"]
    fields: list[Any] = [*page.seats, *page.teams, *page.options]
    told = [*page.errors, *page.name_errors, *page.dealer_errors]
    assert [*told, *(text for field in fields for text in field.errors)]
    assert page.teams[1].value == "East-West"
    seats = {**{f"seat-{place}": NAMES[place] for place in range(4)}, **wrong}
    assert [seat.name for seat in page.seats] == [seats[seat.field] for seat in page.seats]


def test_a_form_without_anything_in_it(client: Client) -> None:
    assert client.post(NEW).status_code == 422
    answer = client.post(NEW, "[1, 2]", content_type="application/json")
    assert answer.status_code == 422
    assert _stored() == (0, 0, 0, 0)


def test_bodies_that_are_no_form(client: Client) -> None:
    broken = "multipart/form-data; boundary=x"
    assert client.post(NEW, b"--x\r\nnonsense", content_type=broken).status_code in (400, 422)
    assert client.post(NEW, {"seat-0": "x" * 70_000}).status_code in (400, 413)
    many = {f"seat-{place}": "x" for place in range(600)}
    assert client.post(NEW, many).status_code in (400, 413)
    assert _stored() == (0, 0, 0, 0)


def test_of_fields_sent_twice_the_last_counts(client: Client) -> None:
    answer = client.post(NEW, {**_fields(), "seat-0": ["Zoë", "Ana"], "target": ["1", "500"]})
    assert answer.status_code == 303
    game = Game.objects.get()
    assert (game.table.players[0], game.options["target"]) == ("Ana", 500)


# ---- new: people are moved about


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_button_changes_the_page_and_starts_nothing(
    client: Client, headers: Mapping[str, str]
) -> None:
    fields = _button("swap", "0", target="20,000")
    answer = client.post(NEW, fields, headers=headers)
    assert answer.status_code == 200
    page = answer.context["form"]
    assert [seat.name for seat in page.seats] == ["Ben", "Ana", "Celia", "Dev"]
    assert str(page.submission) == fields["submission"]
    assert page.options[0].value == "20,000"
    assert not any(option.errors for option in page.options)
    assert answer.text.startswith("<!doctype html>") != bool(headers)
    assert _stored() == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("button", "value"),
    [("swap", "4"), ("swap", "-1"), ("swap", "x"), ("add", "Ece"), ("seating", "3x9")],
)
def test_a_button_that_cannot_be_obeyed(client: Client, button: str, value: str) -> None:
    answer = client.post(NEW, _button(button, value))
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert [seat.name for seat in answer.context["form"].seats] == list(NAMES[:4])


def test_a_known_name_is_added(client: Client, account: User) -> None:
    started(account)
    answer = client.post(NEW, _button("add", "Ana", **{"seat-0": "", "seat-1": ""}))
    assert [seat.name for seat in answer.context["form"].seats] == ["Ana", "", "Celia", "Dev"]
    seated = {item.name: item.seated for item in answer.context["form"].lately}
    assert seated == {"Ana": True, "Ben": False, "Celia": True, "Dev": True}


def test_others_play(client: Client) -> None:
    fields = _button("seating", "6x1")
    answer = client.post("/games/new/bga/", fields)
    assert answer.status_code == 200
    assert len(answer.context["form"].seats) == 6


# ---- new: twice


def test_the_same_form_again_is_answered_as_the_first_time(client: Client) -> None:
    fields = _fields(first_dealer="lot", name="Friday")
    first = client.post(NEW, fields)
    stored = _stored()
    again = client.post(NEW, fields)
    assert (again.status_code, again.headers["Location"]) == (303, first.headers["Location"])
    assert _stored() == stored


def test_a_double_tap_before_there_was_a_cookie() -> None:
    fields, one, other = _fields(first_dealer="lot"), Client(), Client()
    first, second = one.post(NEW, fields), other.post(NEW, fields)
    assert (second.status_code, second.headers["Location"]) == (303, first.headers["Location"])
    assert User.objects.count() == Game.objects.count() == 1
    assert other.session["_auth_user_id"] == one.session["_auth_user_id"]
    assert other.get("/").context["running"][0].game == Game.objects.get()


def test_two_taps_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second looks for a game just before the first has started it."""
    fields, calls = _fields(), list[int]()
    found = start._just_made_for

    def late(request: HttpRequest, submission: UUID) -> User | None:
        calls.append(1)
        if len(calls) > 1:
            return found(request, submission)
        assert Client().post(NEW, fields).status_code == 303
        return None

    monkeypatch.setattr(start, "_just_made_for", late)
    answer = Client().post(NEW, fields)
    game = Game.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game.pk}/")
    assert User.objects.count() == Club.objects.count() == 1


def test_another_game_from_the_same_page(client: Client) -> None:
    fields = _fields()
    client.post(NEW, fields)
    answer = client.post(NEW, {**fields, "seat-1": "Zoë"})
    assert answer.status_code == 409
    page = answer.context["form"]
    assert page.errors
    assert [seat.name for seat in page.seats] == ["Ana", "Zoë", "Celia", "Dev"]
    assert Game.objects.count() == 1
    # Pressing Start once more starts it.
    again = {**fields, "seat-1": "Zoë", "submission": str(page.submission)}
    assert client.post(NEW, again).status_code == 303
    assert Game.objects.count() == 2


@pytest.mark.parametrize("change", [{"name": "x"}, {"first_dealer": "1"}, {"target": "500"}])
def test_whatever_else_is_said_it_is_another_game(
    client: Client, change: Mapping[str, str]
) -> None:
    fields = _fields()
    client.post(NEW, fields)
    assert client.post(NEW, {**fields, **change}).status_code == 409
    assert Client().post(NEW, {**fields, **change}).status_code == 409
    assert client.post("/games/new/banakil/", fields).status_code == 409


def test_a_stranger_does_not_get_into_an_account_by_its_form(client: Client) -> None:
    fields = _fields()
    client.post(NEW, fields)
    user = User.objects.get()
    Device.objects.update(made_at=timezone.now() - timedelta(minutes=6))
    late = Client()
    assert late.post(NEW, fields).status_code == 409
    Device.objects.update(made_at=timezone.now())
    elsewhere = Client()
    elsewhere.cookies["csrftoken"] = "a" * 32
    assert elsewhere.post(NEW, fields).status_code == 409
    user.set_password("correct horse battery staple")
    user.save()
    protected = Client()
    assert protected.post(NEW, fields).status_code == 409
    assert "_auth_user_id" not in {**late.session, **elsewhere.session, **protected.session}
    assert User.objects.count() == Game.objects.count() == 1


@pytest.mark.usefixtures("account")
def test_another_account_does_not_get_the_game(client: Client) -> None:
    fields = _fields()
    Client().post(NEW, fields)
    assert client.post(NEW, fields).status_code == 409
    assert Game.objects.count() == 1


def test_a_deleted_game_is_not_gone_on_with(client: Client) -> None:
    fields = _fields()
    client.post(NEW, fields)
    Game.objects.update(deleted_at=timezone.now())
    assert client.post(NEW, fields).status_code == 409


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


def test_home_shows_the_latest_running_games_and_leads_to_the_others(client: Client) -> None:
    user = User.objects.make_silently()
    client.force_login(user, backend=access.BACKEND)
    games = [started(user) for _game in range(MOST_RUNNING)]
    page = client.get("/").text
    assert page.count('class="game"') == MOST_RUNNING
    assert "12 games are on the table." in page
    assert "state=running" not in page
    games.append(started(user))
    page = client.get("/").text
    assert page.count('class="game"') == MOST_RUNNING
    assert "Many games are on the table." in page
    assert "/history/?state=running" in page
    # The first is the one that was written to last.
    played(games[0], user)
    found = re.findall(r'class="game" href="([^"]+)"', client.get("/").text)
    assert found[0] == reverse("game", args=[games[0].pk])


def test_home_shows_the_latest_games_of_all_clubs(client: Client) -> None:
    user, friend = User.objects.make_silently(), User.objects.make_silently()
    Membership.objects.create(user=user, club=friend.home_club(), role=Membership.Role.VIEWER)
    client.force_login(user, backend=access.BACKEND)
    games = [started(user), started(friend), started(user)]
    for game in games:
        Game.objects.get(pk=game.pk).finish(by=user, submission=uuid4())
    Game.objects.get(pk=games[2].pk).discard(by=user, submission=uuid4())
    stranger = started(User.objects.make_silently())
    page = client.get("/").text
    shown = re.findall(r'class="row" href="/games/([0-9a-f-]{36})/"', page)
    assert shown == [str(games[1].pk), str(games[0].pk)]
    assert str(stranger.pk) not in page


@pytest.mark.usefixtures("account")
def test_who_is_merged_again_and_again_meanwhile_is_asked_about(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(_game: Game) -> None:
        raise OutOfDateError

    before = _stored()
    monkeypatch.setattr("games.models.games.check_nobody_left", check)
    answer = client.post("/games/new/bain/", _fields())
    assert answer.status_code == 422
    assert "were made one this very moment" in Page(answer.text).text
    assert _stored() == before
    monkeypatch.undo()
    sent = Page(answer.text).form("/games/new/bain/").sent
    assert client.post("/games/new/bain/", sent | {"start": "1"}).status_code == 303


# ---- whose game it is


def test_a_new_game_says_in_which_of_several_clubs_it_is(client: Client, account: User) -> None:
    for url in ("/games/new/", "/games/new/bain/"):
        assert "Choose another club" not in client.get(url).text
    club = Club.objects.create(name="Tuesday Club")
    Membership.objects.create(user=account, club=club, role="scorer")
    account.starts_in = club
    account.save()
    for url in ("/games/new/", "/games/new/bain/"):
        page = Page(client.get(url).text)
        assert "Tuesday Club" in page.text
        assert "/account/#start" in page.links


def test_who_was_only_let_in_to_look_on_has_a_game_of_their_own(
    client: Client, account: User
) -> None:
    assert "New game of your own" not in client.get("/").text
    club = Club.objects.create(name="Friday")
    Membership.objects.create(user=account, club=club, role="viewer")
    page = Page(client.get("/").text)
    assert "New game of your own" in page.text
    assert "Your games" not in page.text
    started(account)
    page = Page(client.get("/").text)
    assert "New game of your own" not in page.text
    assert "Your games" in page.text


@pytest.mark.usefixtures("account")
def test_a_device_that_was_signed_out_is_told(client: Client) -> None:
    assert "was signed out" not in Client().get("/").text
    assert "was signed out" not in client.get("/").text
    Session.objects.all().delete()
    page = Page(client.get("/").text)
    assert "This device was signed out." in page.text
    assert {"/account/sign-in/", "/account/link/"} <= set(page.links)
