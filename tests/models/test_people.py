"""Accounts, clubs and the players of a club."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError

from games import names
from games.models import Club, Game, Membership, Player, SeenChangedError, User
from games.models.accounts import WRITTEN_BY
from games.models.presences import keep_presences
from tests.build import PASSWORD, named, played, started

from .play import at_once

pytestmark = pytest.mark.django_db


def test_an_account_is_made_silently_with_its_club() -> None:
    user = User.objects.make_silently("Asia/Kathmandu")
    assert not user.has_usable_password()
    assert user.home_club().time_zone == "Asia/Kathmandu"
    membership = Membership.objects.get()
    assert (membership.user, membership.club, membership.role) == (user, user.home_club(), "owner")
    assert str(user) == str(user.pk)
    assert str(membership) == f"{user.pk} owner"


@pytest.mark.parametrize("time_zone", ["", "Mars/Olympus", "../../etc/passwd", "Europe/Paris "])
def test_a_time_zone_that_there_is_not(time_zone: str) -> None:
    assert User.objects.make_silently(time_zone).home_club().time_zone == "UTC"


def test_the_home_club_is_the_first_in_which_one_may_score() -> None:
    user, other = User.objects.make_silently(), User.objects.make_silently()
    own = user.home_club()
    Membership.objects.create(user=user, club=other.home_club(), role=Membership.Role.SCORER)
    assert user.home_club() == own
    user.memberships.filter(club=own).update(role=Membership.Role.VIEWER)
    assert user.home_club() == other.home_club()
    user.memberships.update(role=Membership.Role.VIEWER)
    with pytest.raises(Club.DoesNotExist):
        user.home_club()


def test_a_club_is_called_by_its_name() -> None:
    club = Club.objects.create(name="Friday cards")
    assert str(club) == "Friday cards"
    club.name = ""
    assert str(club) == str(club.pk)


def test_a_player_is_found_however_the_name_is_typed() -> None:
    club = Club.objects.create()
    player = club.player_named("  Éva Maria ")
    assert str(player) == player.name == "Éva Maria"
    for typed in ("éva maria", "ÉVA MARIA", "E\u0301va Maria", "Éva Maria\u00a0"):
        assert club.player_named(typed) == player
    assert club.player_named("Eva Maria") != player
    assert Club.objects.create().player_named("Éva Maria") != player
    assert Player.objects.count() == 3


def test_spaces_within_a_name_tell_players_apart() -> None:
    club = Club.objects.create()
    assert club.player_named("An  a") != club.player_named("An a")


def test_the_longest_name_fits() -> None:
    # Folding this letter makes three of it.
    player = Club.objects.create().player_named("\u0390" * names.LENGTH)
    player.refresh_from_db()
    assert len(player.key) == 3 * names.LENGTH


def test_who_sat_at_a_table_lately_comes_first() -> None:
    user = User.objects.make_silently()
    club = user.home_club()
    first = started(user)
    second = started(user, "banakil", 2, 1)
    assert Game.objects.count() == 2
    club.player_named("Zoë").seats.create(
        game=second, team=second.teams.all()[0], number=2, place=2
    )
    keep_presences([second.pk])
    played = Player.objects.filter(seats__game=first).exclude(seats__game=second)
    order = [player.name for player in club.players.all().lately()]
    assert order == ["Ana", "Ben", "Zoë", *sorted(player.name for player in played)]


# ---- accounts


def test_sessions_are_not_sealed_with_the_password() -> None:
    user, other = User.objects.make_silently(), User.objects.make_silently()
    before = user.get_session_auth_hash()
    assert before != other.get_session_auth_hash()
    user.identify("Ana", PASSWORD, uuid4())
    assert user.get_session_auth_hash() == before


def test_a_silent_account_cannot_be_signed_in_to() -> None:
    user = User.objects.make_silently()
    assert (user.is_silent, user.can_sign_in) == (True, False)
    user.identify(" Ana  Maria ", PASSWORD, uuid4())
    assert (user.is_silent, user.can_sign_in, user.name) == (False, True, "Ana Maria")
    assert User.objects.get_by_natural_key("ANA MARIA") == user
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key("")


@pytest.mark.django_db(transaction=True)
def test_of_four_accounts_that_take_a_name_at_once_one_has_it() -> None:
    users = [User.objects.make_silently() for _user in range(4)]
    at_once(*[lambda one=one: one.identify("Ana", PASSWORD, uuid4()) for one in users])
    named = User.objects.exclude(key=None)
    assert named.get().check_password(PASSWORD)


def test_nothing_is_taken_along_from_an_account_with_a_name() -> None:
    user, other = User.objects.make_silently(), named("Ben")
    started(other)
    user.take_along(other)
    assert user.memberships.count() == 1
    assert other.memberships.count() == 1


def test_what_an_account_wrote_is_its_own_afterwards() -> None:
    user, other = named("Ana"), User.objects.make_silently()
    game = started(other)
    played(game, other)
    game.fill_draft(by=other, number=2, texts={0: {"meld_points": "5"}}, bases={})
    game.club.change(name="Friday", time_zone="UTC", by=other, submission=uuid4())
    user.take_along(other)
    assert other not in User.objects.all()
    assert {one.by for one in game.revisions.all()} == {user}
    assert game.rounds.get().recorded_by == user
    assert game.drafts.get().filled_by == user
    assert game.club.revisions.get().by == user


def test_all_that_knows_who_wrote_it_is_listed() -> None:
    """A table that is added with an account in it must be named there, or belong to the account."""
    own = {"Membership", "Device", "DeviceCode"}
    found = {
        (model.__name__, field.name)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    assert {one for one in found if one[0] not in own} == set(WRITTEN_BY.items())


def test_a_device_writes_while_the_account_is_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    user = User.objects.make_silently()

    def broken(_user: User, _seen: str) -> None:
        raise IntegrityError

    monkeypatch.setattr(User, "_discard", broken)
    with pytest.raises(SeenChangedError):
        user.discard("")
    assert User.objects.get() == user
