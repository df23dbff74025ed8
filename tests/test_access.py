"""Who may see and who may change what."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import access
from games.models import Club, Game, Link, Membership, User
from tests.build import member_of, started, viewer_of

pytestmark = pytest.mark.django_db

type Gate = Callable[[HttpRequest, Game], object]


def _see(request: HttpRequest, game: Game) -> object:
    return access.game_to_see(request, game.pk)


def _score(request: HttpRequest, game: Game) -> object:
    return access.game_to_score(request, game.pk)


def _from(user: User | AnonymousUser) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user
    return request


@pytest.fixture
def owner() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(owner: User) -> Game:
    return started(owner)


@pytest.mark.parametrize("gate", [_see, _score])
@pytest.mark.parametrize("role", [Membership.Role.OWNER, Membership.Role.SCORER])
def test_scorers_see_and_score(game: Game, gate: Gate, role: Membership.Role) -> None:
    user = User.objects.make_silently()
    Membership.objects.create(user=user, club=game.club, role=role)
    assert gate(_from(user), game) == game
    assert access.may_score(user, game)


def test_viewers_see_but_do_not_score(game: Game) -> None:
    request = _from(viewer_of(game.club))
    assert access.game_to_see(request, game.pk) == game
    with pytest.raises(PermissionDenied):
        access.game_to_score(request, game.pk)
    assert not access.may_score(request.user, game)


@pytest.mark.parametrize("gate", [_see, _score])
def test_strangers_learn_nothing(game: Game, gate: Gate) -> None:
    started(stranger := User.objects.make_silently())
    for user in (stranger, AnonymousUser()):
        with pytest.raises(Http404):
            gate(_from(user), game)
        assert not access.may_score(user, game)


@pytest.mark.parametrize("gate", [_see, _score])
def test_what_is_not_there_or_was_deleted(owner: User, game: Game, gate: Gate) -> None:
    with pytest.raises(Http404):
        gate(_from(owner), Game(pk=uuid4()))
    Game.objects.update(deleted_at=timezone.now())
    with pytest.raises(Http404):
        gate(_from(owner), game)


def test_out_of_the_games_that_are_asked_for(owner: User, game: Game) -> None:
    assert access.game_to_see(_from(owner), game.pk, Game.objects.filter(finished_at=None)) == game
    with pytest.raises(Http404):
        access.game_to_see(_from(owner), game.pk, Game.objects.exclude(finished_at=None))


def test_the_account_behind_a_write(owner: User) -> None:
    assert access.scorer(_from(owner)) == owner
    with pytest.raises(Http404):
        access.scorer(_from(AnonymousUser()))


def test_games_are_started_in_the_first_club_one_may_score_in(game: Game) -> None:
    other = User.objects.make_silently()
    assert access.club_to_start_in(_from(other)) == other.home_club()
    looking_on = viewer_of(game.club)
    Membership.objects.create(user=looking_on, club=other.home_club(), role=Membership.Role.SCORER)
    assert access.club_to_start_in(_from(looking_on)) == other.home_club()


def test_visitors_may_start_a_game_but_those_who_look_on_may_not(game: Game) -> None:
    visitor, looking_on = _from(AnonymousUser()), _from(viewer_of(game.club))
    assert access.club_to_start_in(visitor) is None
    assert access.may_start(visitor)
    with pytest.raises(PermissionDenied):
        access.club_to_start_in(looking_on)
    assert not access.may_start(looking_on)


def test_the_games_that_are_listed(owner: User, game: Game) -> None:
    assert list(access.games(_from(owner))) == [game]
    assert list(access.games(_from(viewer_of(game.club)))) == [game]
    assert list(access.games(_from(User.objects.make_silently()))) == []
    assert list(access.games(_from(AnonymousUser()))) == []


def test_a_link_to_watch(game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    link = game.links.get()
    with django_assert_num_queries(1):
        assert access.watched(link.token).game == game


def test_links_that_lead_nowhere(game: Game) -> None:
    link: Link = game.links.get()
    renewed = link.replace()
    for token in (link.token, "", "x", "\0", "é", "x" * 5000):
        with pytest.raises(Http404):
            access.watched(token)
    assert access.watched(renewed.token) == renewed
    Game.objects.update(deleted_at=timezone.now())
    with pytest.raises(Http404):
        access.watched(renewed.token)


def _own_club(request: HttpRequest, club: Club) -> object:
    return access.club_to_own(request, club.pk)


def _score_club(request: HttpRequest, club: Club) -> object:
    return access.club_to_score(request, club.pk)


def _see_club(request: HttpRequest, club: Club) -> object:
    return access.club_to_see(request, club.pk)


def _see_player(request: HttpRequest, club: Club) -> object:
    return access.player_to_see(request, club.player_named("Ana").pk)


@pytest.mark.parametrize(
    ("gate", "roles"),
    [
        (_see_club, ["owner", "scorer", "viewer"]),
        (_see_player, ["owner", "scorer", "viewer"]),
        (_score_club, ["owner", "scorer"]),
        (_own_club, ["owner"]),
    ],
)
@pytest.mark.parametrize("role", Membership.Role.values)
def test_a_club_opens_to_those_whose_role_it_is(
    gate: Callable[[HttpRequest, Club], object], roles: list[str], role: str
) -> None:
    club = User.objects.make_silently().home_club()
    user = User.objects.make_silently()
    Membership.objects.create(user=user, club=club, role=role)
    if role in roles:
        assert gate(_from(user), club)
    else:
        with pytest.raises(PermissionDenied):
            gate(_from(user), club)


@pytest.mark.parametrize("gate", [_see_club, _see_player, _score_club, _own_club])
def test_other_clubs_are_not_there(gate: Callable[[HttpRequest, Club], object]) -> None:
    club = User.objects.make_silently().home_club()
    for user in (AnonymousUser(), User.objects.make_silently()):
        with pytest.raises(Http404):
            gate(_from(user), club)


def test_games_that_are_started_now_are_of_one_club(owner: User, game: Game) -> None:
    assert access.starts_in(_from(owner), game.club)
    assert not access.starts_in(_from(owner), Club.objects.create())
    assert not access.starts_in(_from(viewer_of(game.club)), game.club)
    assert not access.starts_in(_from(AnonymousUser()), game.club)


def test_memberships_in_the_order_in_which_they_began(owner: User, game: Game) -> None:
    other = Club.objects.create()
    Membership.objects.create(user=owner, club=other, role=Membership.Role.VIEWER)
    told = list(access.memberships(_from(owner)))
    assert [one.club for one in told] == [game.club, other]
    assert [one.title for one in told] == ["Your games", "Your games"]
    assert not access.memberships(_from(AnonymousUser())).exists()


def test_who_runs_a_club(owner: User) -> None:
    club = owner.home_club()
    for role in Membership.Role.values:
        assert access.may_own(member_of(club, role), club) == (role == "owner")
    assert access.may_own(owner, club)
    assert access.may_own(None, None)
    assert access.may_own(AnonymousUser(), None)
    for nobody in (None, AnonymousUser(), viewer_of(Club.objects.create())):
        assert not access.may_own(nobody, club)
