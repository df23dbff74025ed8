"""What is removed while somebody writes to it: that is said, and nothing is half there."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Club, Game, Season, User
from games.models.accounts import marks_of
from tests.build import played, started
from tests.models.play import at_once

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERS = {303, 400, 403, 404, 409, 422}
"""How a write can be answered: done, or refused with a page. 400 is a session that has ended."""


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def season_of(club: Club) -> Season:
    return Season.objects.create(club=club, name="Spring")


@pytest.mark.parametrize("other", ["delete", "close", "edit", "reopen"])
def test_a_season_that_ends_twice_at_once(other: str) -> None:
    by = User.objects.make_silently()
    season = season_of(by.home_club())
    url = f"/seasons/{season.pk}/"
    ending, writing = signed_in(by), signed_in(by)
    said = {"name": "Summer", "reckoning": "wins", "submission": str(uuid4())}
    answers = at_once(
        partial(ending.post, f"{url}delete/"), partial(writing.post, f"{url}{other}/", said)
    )
    assert {answer.status_code for answer in answers} <= ANSWERS  # type: ignore[union-attr]
    assert not by.home_club().seasons.filter(everything=False).exists()


def test_a_season_that_was_just_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    by = User.objects.make_silently()
    season, client = season_of(by.home_club()), signed_in(by)
    monkeypatch.setattr("games.access.season_to_own", lambda _request, _pk: season)
    Season.objects.filter(pk=season.pk).delete()
    answer = client.post(f"/seasons/{season.pk}/close/")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "<h1" in answer.text


def test_an_account_that_is_deleted_while_its_phones_write() -> None:
    for _attempt in range(2):
        user = User.objects.make_silently()
        game, club = started(user), user.home_club()
        played(game, user)
        game.finish(by=user, submission=uuid4())
        pk, games = user.pk, f"/games/{game.pk}/"

        def write(path: str, user: User = user, **fields: str) -> Callable[[], int]:
            client, sent = signed_in(user), {"submission": str(uuid4()), **fields}
            return lambda: client.post(path, sent).status_code

        answers = at_once(
            write("/account/delete/", seen=marks_of(user.fates())),
            write("/account/delete/", seen=marks_of(user.fates())),
            write(f"{games}reopen/"),
            write(f"{games}delete/"),
            write("/account/link/"),
            write(f"/clubs/{club.pk}/members/invite/viewer/"),
            write("/account/name/", name=f"Ana {pk.hex[:6]}", password="a very good one"),
        )
        assert set(answers) <= ANSWERS
        if not User.objects.filter(pk=pk).exists():
            assert not Game.objects.of(user).exists()
            assert not Club.objects.filter(pk=club.pk, closed_at=None).exists()


type Act = Callable[[User], tuple[str, Mapping[str, str]]]

LATE: dict[str, Act] = {
    "name": lambda _user: ("/account/name/", {"name": "Ana", "password": "a very good one"}),
    "link": lambda _user: ("/account/link/", {}),
    "delete": lambda user: ("/account/delete/", {"seen": marks_of(user.fates())}),
    "start in": lambda user: ("/account/starts-in/", {"club": str(user.home_club().pk)}),
}


@pytest.mark.parametrize("act", LATE)
def test_what_comes_too_late(act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The account has gone between the moment it was found and the write."""
    user = User.objects.make_silently()
    path, fields = LATE[act](user)
    client = signed_in(user)
    club = user.home_club()
    monkeypatch.setattr("django.contrib.auth.get_user", lambda _request: user)
    monkeypatch.setattr("django.contrib.auth.middleware.auth.get_user", lambda _request: user)
    User.objects.filter(pk=user.pk).delete()
    answer = client.post(path, {"submission": str(uuid4()), **fields})
    assert answer.status_code in {303, 404, 409}
    assert not club.revisions.exists()
