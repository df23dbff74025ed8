"""Who is in a club and what they may do there; how others come in, and how one leaves."""

from collections import Counter
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Club, Device, Game, Invitation, Membership, User
from tests.build import PASSWORD, member_of, named, started
from tests.models.play import at_once
from tests.pages import Page

pytestmark = pytest.mark.django_db

GHOST = UUID(int=7)
NOWHERE = ["x", "%00", "%ED%A0%80", "é", "x" * 5000, "..", "%2e%2e", "'%20or%201=1", "null"]


def _url(club: Club, part: str = "") -> str:
    return f"/clubs/{club.pk}/members/{part}"


def _client(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def _roles(club: Club) -> dict[Any, str]:
    return dict(club.memberships.values_list("user", "role"))


def _who(client: Client) -> User | None:
    key = client.session.get("_auth_user_id")
    return None if key is None else User.objects.get(pk=key)


@pytest.fixture
def game(account: User) -> Game:
    """A game in the club that the client runs."""
    return started(account)


@pytest.fixture
def club(game: Game) -> Club:
    Club.objects.filter(pk=game.club_id).update(name="Friday cards")
    game.club.refresh_from_db()
    return game.club


@pytest.fixture
def scorer(club: Club) -> User:
    return member_of(club, "scorer", "Celia")


def _membership(club: Club, user: User) -> Membership:
    return club.memberships.get(user=user)


# ---- the page


def test_an_owner_sees_who_is_in_it(client: Client, club: Club, scorer: User) -> None:
    viewer = member_of(club, "viewer")
    page = Page(client.get(_url(club)).text)
    assert "owner · you" in page.text
    assert "Celia scorer" in page.text
    assert page.text.count("Somebody without a name viewer · since") == 1
    assert page.unsafe == []
    numbers = [_membership(club, user).pk for user in (scorer, viewer)]
    assert [form.action for form in page.forms] == [
        _url(club, f"{number}/{what}/") for number in numbers for what in ("role", "remove")
    ]
    assert {_url(club, "invite/scorer/"), _url(club, "invite/viewer/")} <= set(page.links)


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_others_see_it_and_change_nothing(club: Club, role: str) -> None:
    page = Page(_client(member_of(club, role)).get(_url(club)).text)
    assert page.forms == []
    assert _url(club, "leave/") in page.links
    assert not any("invite" in link for link in page.links)


def test_who_is_alone_is_told_how_to_let_others_in(client: Client, club: Club) -> None:
    assert (
        "Nobody else yet. Show a friend one of the addresses below."
        in Page(client.get(_url(club)).text).text
    )


def test_the_queries_do_not_grow_with_the_members(client: Client, club: Club) -> None:
    counts = []
    for _time in range(2):
        for _more in range(4):
            member_of(club, "viewer")
        client.get(_url(club))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(_url(club)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


# ---- who may what


GETS = ("", "leave/", "invite/viewer/", "invite/scorer/")
POSTS = (
    "leave/",
    "invite/viewer/",
    "invite/scorer/",
    "invite/viewer/close/",
    "N/role/",
    "N/remove/",
)
MAY = {
    "owner": dict.fromkeys(GETS, 200)
    | {f"post {one}": 303 for one in POSTS}
    | {"post leave/": 303},
    "scorer": {"": 200, "leave/": 200, "post leave/": 303},
    "viewer": {"": 200, "leave/": 200, "post leave/": 303},
    "stranger": {},
    "visitor": {},
}


@pytest.mark.parametrize("part", [*GETS, *(f"post {one}" for one in POSTS)])
@pytest.mark.parametrize("role", MAY)
def test_who_may_what(club: Club, scorer: User, role: str, part: str) -> None:
    by = named("Stranger") if role == "stranger" else None
    if role in Membership.Role.values:
        by = member_of(club, role)
    number, before = _membership(club, scorer).pk, _roles(club)
    asked, client = part.replace("N", str(number)), _client(by)
    if part.startswith("post "):
        answer = client.post(_url(club, asked[5:]), {"role": "viewer"})
    else:
        answer = client.get(_url(club, asked))
    refused = 404 if role in ("stranger", "visitor") else 403
    assert answer.status_code == MAY[role].get(part, refused)
    if answer.status_code in (403, 404):
        assert _roles(club) == before
        assert not club.invitations.exists()
        assert "Celia" not in answer.text


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, club: Club, scorer: User, method: str) -> None:
    number = _membership(club, scorer).pk
    parts = ("", "leave/", "invite/viewer/", "invite/viewer/close/", f"{number}/role/")
    for part in parts:
        assert getattr(client, method)(_url(club, part)).status_code == 405
    for part in (f"{number}/role/", f"{number}/remove/", "invite/viewer/close/"):
        assert client.get(_url(club, part)).status_code == 405


def test_what_is_not_there(client: Client, club: Club) -> None:
    other = _membership(named("Ben").home_club(), User.objects.get(key="ben")).pk
    for number in (other, 0, 10**9, 10**40):
        sent = {"role": "viewer"}
        assert client.post(_url(club, f"{number}/role/"), sent).status_code == 404
        assert client.post(_url(club, f"{number}/remove/")).status_code == 303
    for role in ("owner", "x", "scorers"):
        assert client.get(_url(club, f"invite/{role}/")).status_code == 404
        assert client.post(_url(club, f"invite/{role}/")).status_code == 404
    assert client.get(f"/clubs/{GHOST}/members/").status_code == 404
    assert Membership.objects.filter(pk=other).exists()


# ---- roles


@pytest.mark.parametrize("role", ["owner", "scorer", "viewer"])
def test_an_owner_changes_what_a_member_may_do(
    client: Client, club: Club, scorer: User, role: str
) -> None:
    url = _url(club, f"{_membership(club, scorer).pk}/role/")
    for _time in range(2):
        answer = client.post(url, {"role": role})
        assert (answer.status_code, answer["Location"]) == (303, _url(club))
    assert _roles(club)[scorer.pk] == role
    game = club.games.get()
    status = _client(scorer).get(f"/games/{game.pk}/delete/").status_code
    assert status == (403 if role == "viewer" else 200)


@pytest.mark.parametrize("role", ["", "x", "\0", "OWNER", "owner "])
def test_a_role_that_is_none(client: Client, club: Club, scorer: User, role: str) -> None:
    url = _url(club, f"{_membership(club, scorer).pk}/role/")
    assert client.post(url, {"role": role}).status_code == 422
    assert _roles(club)[scorer.pk] == "scorer"


@pytest.mark.parametrize("part", ["role", "remove"])
def test_the_last_owner_stays_one(client: Client, club: Club, account: User, part: str) -> None:
    own = _membership(club, account)
    answer = client.post(_url(club, f"{own.pk}/{part}/"), {"role": "viewer"})
    assert answer.status_code == 409
    assert "A club needs an owner" in Page(answer.text).text
    assert _roles(club)[account.pk] == "owner"


def test_one_of_two_owners_steps_back(client: Client, club: Club, account: User) -> None:
    member_of(club, "owner")
    own = _membership(club, account)
    answer = client.post(_url(club, f"{own.pk}/role/"), {"role": "viewer"})
    assert (answer.status_code, answer["Location"]) == (303, _url(club))
    assert client.post(_url(club, f"{own.pk}/role/"), {"role": "owner"}).status_code == 403


def test_a_member_is_removed_at_once(client: Client, club: Club, scorer: User, game: Game) -> None:
    other, url = _client(scorer), _url(club, f"{_membership(club, scorer).pk}/remove/")
    assert other.get(f"/games/{game.pk}/").status_code == 200
    for _time in range(2):
        answer = client.post(url)
        assert (answer.status_code, answer["Location"]) == (303, _url(club))
    assert other.get(f"/games/{game.pk}/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_demote_one_another_at_once_leave_one(club: Club, account: User) -> None:
    other = member_of(club, "owner")
    clients = {account: _client(account), other: _client(other)}

    def demote(by: User, whom: User) -> int:
        url = _url(club, f"{_membership(club, whom).pk}/role/")
        return clients[by].post(url, {"role": "viewer"}).status_code

    at_once(lambda: demote(account, other), lambda: demote(other, account))
    assert Counter(_roles(club).values())["owner"] == 1


# ---- leaving


def test_a_member_leaves(club: Club, scorer: User, game: Game) -> None:
    client = _client(scorer)
    page = Page(client.get(_url(club, "leave/")).text)
    assert "until an owner lets you in again" in page.text
    answer = client.post(_url(club, "leave/"), page.form(_url(club, "leave/")).sent)
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert "You have left Friday cards" in client.get("/account/").text
    assert client.get(f"/games/{game.pk}/").status_code == 404
    assert client.post(_url(club, "leave/")).status_code == 404


def test_the_last_owner_does_not_leave(client: Client, club: Club, scorer: User) -> None:
    page = Page(client.get(_url(club, "leave/")).text)
    assert "Make somebody else an owner first" in page.text
    assert page.forms == []
    assert client.post(_url(club, "leave/")).status_code == 409
    club.memberships.filter(user=scorer).delete()
    assert "Nobody else is in this club" in Page(client.get(_url(club, "leave/")).text).text
    assert client.post(_url(club, "leave/")).status_code == 409


# ---- inviting


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_an_owner_makes_an_address_for_each_role(client: Client, club: Club, role: str) -> None:
    url = _url(club, f"invite/{role}/")
    page = Page(client.get(url).text)
    assert "There is no address yet" in page.text
    assert not Invitation.objects.exists()
    for _time in range(2):
        answer = client.post(url, page.form(url).sent)
        assert (answer.status_code, answer["Location"]) == (303, url)
    invitation = club.invitations.get()
    assert (invitation.role, len(invitation.token)) == (role, 32)
    shown = client.get(url)
    assert shown.context["join_url"].endswith(f"/join/{invitation.token}/")
    assert 'class="qr"' in shown.text
    assert Page(shown.text).unsafe == []


def test_an_address_is_renewed_once_and_closed(client: Client, club: Club) -> None:
    url = _url(club, "invite/viewer/")
    client.post(url)
    first = club.invitations.get()
    page = Page(client.get(url).text)
    for _time in range(2):
        client.post(url, page.form(url).sent)
    second = club.invitations.get(revoked_at=None)
    assert (second == first, club.invitations.count()) == (False, 2)
    page = Page(client.get(url).text)
    assert page.form(f"{url}close/").sent["seen"] == str(second.pk)
    assert Client().get(f"/join/{second.token}/").status_code == 200
    for seen in ("", "x", "\0", "9" * 30, str(first.pk)):
        assert client.post(f"{url}close/", {"seen": seen}).status_code == 303
    assert Client().get(f"/join/{second.token}/").status_code == 200
    for _time in range(2):
        answer = client.post(f"{url}close/", page.form(f"{url}close/").sent)
        assert (answer.status_code, answer["Location"]) == (303, _url(club))
    for closed in (first, second):
        visitor = Client()
        assert visitor.get(f"/join/{closed.token}/").status_code == 409
        answer = visitor.post(f"/join/{closed.token}/", {"submission": str(uuid4())})
        assert answer.status_code == 409
        assert "Ask an owner of the club for a new one" in Page(answer.text).text
        assert _who(visitor) is None
    assert club.memberships.count() == 1


# ---- joining


@pytest.fixture
def invitation(club: Club) -> Invitation:
    return Invitation.renew(club, "scorer", None)


def _join(invitation: Invitation) -> str:
    return f"/join/{invitation.token}/"


def test_looking_at_the_address_writes_nothing(invitation: Invitation) -> None:
    before, visitor = User.objects.count(), Client()
    answer = visitor.get(_join(invitation))
    assert answer.status_code == 200
    page = Page(answer.text)
    assert "Friday cards" in page.text
    assert "as one of its scorers" in page.text
    assert len(page.forms) == 1
    assert page.unsafe == []
    assert visitor.head(_join(invitation)).status_code == 200
    assert (User.objects.count(), Session.objects.filter(session_key="").count()) == (before, 0)
    assert _who(visitor) is None


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_a_visitor_joins_and_gets_an_account(club: Club, game: Game, role: str) -> None:
    visitor, url = Client(), _join(Invitation.renew(club, role, None))
    page = Page(visitor.get(url).text)
    answer = visitor.post(url, page.forms[0].sent | {"time_zone": "Asia/Kathmandu"})
    assert answer.status_code == 303
    user = _who(visitor)
    assert user is not None
    assert user.is_silent
    assert _roles(club)[user.pk] == role
    own = user.memberships.exclude(club=club).get()
    assert (own.role, own.club.time_zone) == ("owner", "Asia/Kathmandu")
    assert user.devices.count() == 1
    assert visitor.get(f"/games/{game.pk}/").status_code == 200
    assert visitor.get(f"/games/{game.pk}/share/").status_code == (200 if role == "scorer" else 403)
    assert _who(visitor) == user


def test_who_joins_may_say_who_they_are(client: Client, club: Club) -> None:
    visitor, url = Client(), _join(Invitation.renew(club, "viewer", None))
    sent = Page(visitor.get(url).text).forms[0].sent
    for name in ("x" * 81, "\0", "a\nb\x07"):
        answer = visitor.post(url, sent | {"name": name})
        assert answer.status_code == 422
        assert 'id="about-name"' in answer.text
    assert not User.objects.exclude(memberships__club=club).exists()
    assert visitor.post(url, sent | {"name": "  Eva  Q "}).status_code == 303
    user = _who(visitor)
    assert user is not None
    assert (user.name, user.is_silent, user.can_sign_in) == ("Eva Q", True, False)
    assert "Eva Q" in Page(client.get(_url(club)).text).text
    # Who has said it once is not asked again, and is called so still.
    other = _join(Invitation.renew(Club.objects.create(), "viewer", None))
    page = visitor.get(other).text
    assert "Who are you?" not in page
    assert visitor.post(other, Page(page).forms[0].sent | {"name": "Zoe"}).status_code == 303
    user.refresh_from_db()
    assert user.name == "Eva Q"


def test_who_has_an_account_joins_with_it(invitation: Invitation, club: Club) -> None:
    ben = named("Ben")
    client = _client(ben)
    for _time in range(2):
        answer = client.post(_join(invitation), {"submission": str(uuid4())})
        assert answer.status_code == 303
    assert _roles(club)[ben.pk] == "scorer"
    assert "You are in this club already" in Page(client.get(_join(invitation)).text).text
    assert ben.memberships.count() == 2


def test_who_has_done_nothing_yet_starts_games_there(invitation: Invitation, club: Club) -> None:
    visitor = Client()
    sent = {"submission": str(uuid4())}
    answer = visitor.post(_join(invitation), sent)
    assert "Your games start there" in visitor.get(answer["Location"]).text
    user = _who(visitor)
    assert user is not None
    assert user.home_club() == club
    assert user.memberships.count() == 2


def test_who_has_games_goes_on_starting_them_at_home(invitation: Invitation, club: Club) -> None:
    ben = named("Ben")
    own, client = started(ben).club, _client(ben)
    client.post(_join(invitation), {"submission": str(uuid4())})
    assert _roles(club)[ben.pk] == "scorer"
    assert User.objects.get(pk=ben.pk).home_club() == own


def test_who_only_looks_on_starts_games_at_home(club: Club) -> None:
    visitor = Client()
    visitor.post(_join(Invitation.renew(club, "viewer", None)), {"submission": str(uuid4())})
    user = _who(visitor)
    assert user is not None
    assert user.home_club() != club


@pytest.mark.parametrize(("had", "has"), [("viewer", "scorer"), ("owner", "owner")])
def test_who_may_do_more_already_still_may(
    invitation: Invitation, club: Club, had: str, has: str
) -> None:
    member = member_of(club, had)
    client = _client(member)
    already = "already" in Page(client.get(_join(invitation)).text).text
    assert already == (had == "owner")
    assert client.post(_join(invitation), {"submission": str(uuid4())}).status_code == 303
    assert _roles(club)[member.pk] == has


def test_sent_twice_one_account_joins(invitation: Invitation, club: Club) -> None:
    fields, one, two = {"submission": str(uuid4())}, Client(), Client()
    for client in (one, two):
        assert client.post(_join(invitation), fields).status_code == 303
    assert one.session.session_key == two.session.session_key
    assert (club.memberships.count(), User.objects.count()) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_sent_four_times_at_once_one_account_joins(invitation: Invitation, club: Club) -> None:
    fields, clients = {"submission": str(uuid4())}, [Client() for _tap in range(4)]
    done = at_once(
        *[lambda one=one: one.post(_join(invitation), fields).status_code for one in clients]
    )
    assert set(done) == {303}
    assert club.memberships.count() == 2
    assert len({str(_who(client)) for client in clients}) == 1
    assert Device.objects.count() == 1


@pytest.mark.parametrize("submission", ["", "x", "\0"])
def test_a_form_that_is_not_whole(invitation: Invitation, club: Club, submission: str) -> None:
    answer = Client().post(_join(invitation), {"submission": submission})
    assert answer.status_code == 400
    assert club.memberships.count() == 1


@pytest.mark.parametrize("zone", ["", "\0", "Mars/Olympus", "x" * 9000])
def test_a_time_zone_that_there_is_not(invitation: Invitation, zone: str) -> None:
    visitor = Client()
    sent = {"submission": str(uuid4()), "time_zone": zone}
    assert visitor.post(_join(invitation), sent).status_code == 303
    user = _who(visitor)
    assert user is not None
    assert user.memberships.exclude(club=invitation.club_id).get().club.time_zone == "UTC"


@pytest.mark.parametrize("token", NOWHERE)
@pytest.mark.usefixtures("invitation")
def test_addresses_that_lead_nowhere(token: str) -> None:
    assert Client().get(f"/join/{token}/").status_code == 404
    assert Client().post(f"/join/{token}/", {"submission": str(uuid4())}).status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_joining_is_looked_at_or_done(invitation: Invitation, method: str) -> None:
    assert getattr(Client(), method)(_join(invitation)).status_code == 405


def test_a_join_form_without_its_token_is_refused(invitation: Invitation, club: Club) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(_join(invitation), {"submission": str(uuid4())}).status_code == 403
    assert club.memberships.count() == 1


def test_who_signs_in_first_comes_back_to_join(invitation: Invitation, club: Club) -> None:
    ben, visitor = named("Ben"), Client()
    (sign_in,) = [
        link for link in Page(visitor.get(_join(invitation)).text).links if "sign-in" in link
    ]
    form = Page(visitor.get(sign_in).text).form("/account/sign-in/")
    answer = visitor.post(form.action, form.sent | {"name": "Ben", "password": PASSWORD})
    assert answer["Location"] == _join(invitation)
    visitor.post(_join(invitation), {"submission": str(uuid4())})
    assert _roles(club)[ben.pk] == "scorer"


# ---- an empty club


def _empty(user: User) -> Club:
    club = Club.objects.create(name="Empty")
    Membership.objects.create(user=user, club=club, role="owner")
    return club


def test_an_empty_club_is_deleted_by_its_owner(client: Client, account: User, club: Club) -> None:
    empty = _empty(account)
    page = Page(client.get(_url(empty)).text)
    answer = client.post(_url(empty, "delete/"), page.form(_url(empty, "delete/")).sent)
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert not Club.objects.filter(pk=empty.pk).exists()
    assert client.post(_url(empty, "delete/")).status_code == 404
    assert Club.objects.filter(pk=club.pk).exists()


def test_a_club_with_anything_in_it_stays(client: Client, account: User, club: Club) -> None:
    empty = _empty(account)
    for full in (club, empty):
        member_of(full, "viewer")
        assert "Delete this empty club" not in client.get(_url(full)).text
        assert client.post(_url(full, "delete/")).status_code == 409
    assert Club.objects.filter(pk__in=[club.pk, empty.pk]).count() == 2


def test_the_last_club_in_which_one_starts_games_stays(client: Client, account: User) -> None:
    own = account.home_club()
    assert "Delete this empty club" not in client.get(_url(own)).text
    assert client.post(_url(own, "delete/")).status_code == 409
    assert client.get(_url(own, "delete/")).status_code == 405


def test_nobody_else_deletes_a_club(club: Club, scorer: User) -> None:
    assert _client(scorer).post(_url(club, "delete/")).status_code == 403
    assert _client(named("Zoe")).post(_url(club, "delete/")).status_code == 404
