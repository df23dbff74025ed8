"""A game moves to another club: its people are found there, and nothing that was played changes."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import gamefile
from games.models import Club, Draft, Game, Link, Membership, User
from tests.build import played, started, stored, viewer_of
from tests.models.play import assert_follows_from_entries, change_setup, fresh, substitute
from tests.pages import Page

pytestmark = pytest.mark.django_db

Role = Membership.Role


@pytest.fixture
def game(account: User) -> Game:
    """A game with a round."""
    game = started(account)
    played(game, account, {"meld_points": 100})
    return fresh(game)


@pytest.fixture
def other(account: User) -> Club:
    """Another club, in which the account keeps the score."""
    return _club(account)


def _club(user: User, role: str = Role.SCORER) -> Club:
    club = Club.objects.create(name=f"Club of a {role}")
    Membership.objects.create(user=user, club=club, role=role)
    return club


def _url(game: Game, part: str = "move/") -> str:
    return f"/games/{game.pk}/{part}"


def _fields(club: object, **fields: str) -> dict[str, str]:
    told = str(club.pk) if isinstance(club, Club) else str(club)
    return {"submission": str(uuid4()), "club": told} | fields


def _moved(client: Client, game: Game, club: Club) -> Any:
    page = client.get(_url(game))
    form = next(one for one in Page(page.text).forms if one.action == _url(game))
    return client.post(_url(game), {**form.sent, "club": str(club.pk)})


def test_a_page_says_what_follows(client: Client, game: Game, other: Club) -> None:
    before = stored(game)
    assert _url(game) in Page(client.get(_url(game, "setup/")).text).links
    page = Page(client.get(_url(game)).text)
    assert f"From Your games to {other.name}" in page.text
    assert f"Move to {other.name}" in page.text
    assert page.form(_url(game)).sent["club"] == str(other.pk)
    assert page.unsafe == []
    assert client.head(_url(game)).status_code == 200
    assert stored(game) == before


def test_among_several_clubs_one_is_chosen(client: Client, account: User, game: Game) -> None:
    clubs = [_club(account), _club(account, Role.OWNER)]
    page = Page(client.get(_url(game)).text)
    assert "From “Your games” to:" in page.text
    assert all(club.name in page.text for club in clubs)
    assert "club" not in page.form(_url(game)).sent
    assert client.post(_url(game), _fields("")).status_code == 422


def test_without_another_club_nothing_leads_there(client: Client, game: Game) -> None:
    assert _url(game) not in Page(client.get(_url(game, "setup/")).text).links
    assert "You keep the score in no other club." in Page(client.get(_url(game)).text).text


@pytest.mark.parametrize("finished", [False, True])
def test_a_game_moves_with_all_that_belongs_to_it(
    client: Client, account: User, game: Game, other: Club, finished: bool
) -> None:
    substitute(game, 0, "Xenia", 1)
    if finished:
        game.finish(by=account, submission=uuid4())
    else:
        Draft.objects.create(game=game, column=0, text={"0-meld_points": "5"})
    known = other.player_named(game.table.players[1].upper())
    before = [
        gamefile.written(gamefile.of_game(fresh(game)))["rounds"],
        list(game.teams.values_list("points", "place", "starting_total")),
        list(game.links.values()),
        list(game.drafts.values()),
    ]
    token = game.links.get(kind=Link.Kind.WATCH).token
    version = fresh(game).version

    answer = _moved(client, game, other)
    assert (answer.status_code, answer["Location"]) == (303, _url(game, ""))
    sheet = client.get(answer["Location"])
    assert "Game moved to another club" in Page(sheet.text).text
    game = fresh(game)
    assert (game.club, game.version) == (other, version + 1)
    assert game.table.players[1] == known.name
    assert game.seats.get(number=1).player == known
    people = {seat.player.club_id for seat in game.seats.select_related("player")}
    people |= {one.player.club_id for one in game.rounds.get().sittings.select_related("player")}
    people |= {seat.substitute.club_id for seat in game.seats.all() if seat.substitute}
    assert people == {other.pk}
    after = [
        gamefile.written(gamefile.of_game(game))["rounds"],
        list(game.teams.values_list("points", "place", "starting_total")),
        list(game.links.values()),
        list(game.drafts.values()),
    ]
    assert after == before
    assert_follows_from_entries(game)
    assert Client().get(f"/watch/{token}/").status_code == 200
    assert "Game moved to another club" in client.get(_url(game, "log/")).text

    # Those who run that club can let it go again.
    assert client.get(_url(game)).status_code == 403
    account.memberships.filter(club=other).update(role=Role.OWNER)
    assert _moved(client, game, account.home_club()).status_code == 303
    assert fresh(game).club == account.home_club()
    assert_follows_from_entries(game)


def test_what_was_written_before_is_mended_and_not_taken_back(
    client: Client, account: User, game: Game, other: Club
) -> None:
    change_setup(game, name="Friday")
    assert _moved(client, game, other).status_code == 303
    assert not game.revisions.undoable().exists()
    assert not game.revisions.redoable().exists()
    played(fresh(game), account)
    assert [one.kind for one in game.revisions.undoable()] == ["record"]
    revision = game.revisions.undoable()[0].number
    answer = client.post(_url(game, "undo/"), _fields("", revision=str(revision)))
    assert answer.status_code == 303
    assert not game.revisions.undoable().exists()
    assert_follows_from_entries(game)


def test_sent_twice_it_moves_once(client: Client, account: User, game: Game, other: Club) -> None:
    fields = _fields(other)
    answers = [client.post(_url(game), fields) for _time in range(2)]
    assert {(one.status_code, one["Location"]) for one in answers} == {(303, _url(game, ""))}
    assert game.revisions.filter(kind="move").count() == 1
    account.memberships.filter(club=other).update(role=Role.OWNER)
    assert client.post(_url(game), _fields(other)).status_code == 409
    used = {"submission": str(game.revisions.get(number=2).submission)}
    assert client.post(_url(game), _fields(game.club, **used)).status_code == 409


def test_that_club_has_the_game_of_the_same_file(client: Client, game: Game, other: Club) -> None:
    there = started(viewer := User.objects.make_silently())
    Game.objects.filter(pk=there.pk).update(club=other, file_key="same")
    Game.objects.filter(pk=game.pk).update(file_key="same")
    before = stored(game)
    answer = client.post(_url(game), _fields(other))
    assert answer.status_code == 422
    assert "That club has this game already" in Page(answer.text).text
    assert _url(there, "") in Page(answer.text).links
    assert stored(game) == before
    assert viewer is not None


def test_two_who_are_one_person_there(client: Client, game: Game, other: Club) -> None:
    one, two = (other.player_named(name) for name in game.table.players[:2])
    one.merge_into(two, by=None, submission=uuid4())
    before = stored(game)
    answer = client.post(_url(game), _fields(other))
    assert answer.status_code == 422
    assert "are one person in that club" in Page(answer.text).text
    assert stored(game) == before


def test_a_name_there_is_that_of_a_team(client: Client, game: Game, other: Club) -> None:
    change_setup(game, teams=("Tigers", ""))
    one = other.player_named(game.table.players[0])
    one.merge_into(other.player_named("Tigers"), by=None, submission=uuid4())
    answer = client.post(_url(game), _fields(other))
    assert answer.status_code == 422
    assert "and so is a team of this game" in Page(answer.text).text
    assert fresh(game).club != other


def test_a_team_that_is_called_after_its_players_stays_so(
    client: Client, game: Game, other: Club
) -> None:
    one = other.player_named(game.table.players[0])
    one.merge_into(other.player_named("Zoe"), by=None, submission=uuid4())
    change_setup(game, teams=("", ""))
    assert _moved(client, game, other).status_code == 303
    table = fresh(game).table
    assert table.players[0] == "Zoe"
    assert table.teams[0].name.startswith("Zoe & ")
    assert_follows_from_entries(game)


@pytest.mark.parametrize("club", ["", "x", "\0", "00000000-0000-0000-0000-000000000007"])
def test_there_is_no_such_club(client: Client, game: Game, club: str) -> None:
    before = stored(game)
    assert client.post(_url(game), _fields(club)).status_code == 422
    assert stored(game) == before


@pytest.mark.parametrize("role", [Role.VIEWER, None])
def test_a_game_moves_only_where_one_keeps_the_score(
    client: Client, account: User, game: Game, role: str | None
) -> None:
    club = _club(account, role) if role else Club.objects.create(name="Of others")
    before = stored(game)
    assert "Of others" not in client.get(_url(game)).text
    assert client.post(_url(game), _fields(club)).status_code == 422
    assert stored(game) == before


def test_a_form_that_is_not_whole(client: Client, game: Game, other: Club) -> None:
    before = stored(game)
    for fields in ({"club": str(other.pk)}, _fields(other, submission="\0")):
        assert client.post(_url(game), fields).status_code == 422
    assert stored(game) == before


def test_who_may_not(game: Game) -> None:
    before, people = stored(game), []
    for role, status in ((Role.SCORER, 403), (Role.VIEWER, 403), (None, 404)):
        user = viewer_of(game.club) if role else User.objects.make_silently()
        user.memberships.filter(club=game.club).update(role=role or Role.VIEWER)
        # Even where they run the club to which it would move.
        people.append((user, _club(user, Role.OWNER), status))
    for user, club, status in people:
        client = Client()
        client.force_login(user)
        for answer in (client.get(_url(game)), client.post(_url(game), _fields(club))):
            assert answer.status_code == status
            assert ("Only those who run this club can move" in answer.text) == (status == 403)
    assert Client().get(_url(game)).status_code == 404
    assert Client().post(_url(game), _fields(game.club)).status_code == 404
    assert stored(game) == before


def test_no_link_leads_scorers_there(game: Game) -> None:
    scorer, client = viewer_of(game.club), Client()
    scorer.memberships.update(role=Role.SCORER)
    _club(scorer, Role.OWNER)
    client.force_login(scorer)
    answer = client.get(_url(game, "setup/"))
    assert answer.status_code == 200
    assert _url(game) not in Page(answer.text).links


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, game: Game, method: str) -> None:
    assert getattr(client, method)(_url(game)).status_code == 405


def test_the_queries_do_not_grow(client: Client, account: User, game: Game) -> None:
    counts = []
    for more in (2, 12):
        for _number in range(more):
            _club(account)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(_url(game)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
