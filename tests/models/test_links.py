"""Secret addresses that open a game to whoever has them."""

import pytest

from games.models import Game, Link

from .play import at_once

pytestmark = pytest.mark.django_db


def test_a_link_is_random_bits_that_stand_in_an_address(game: Game) -> None:
    link = game.links.get()
    assert len(link.token) == 32  # of 6 bits each
    assert link.token.replace("-", "").replace("_", "").isalnum()
    assert str(link) == f"watch {game.pk}"


def test_a_link_is_replaced(game: Game) -> None:
    old = game.links.get()
    new = old.replace()
    assert new.token != old.token
    assert old.revoked_at is not None
    assert game.links.get(revoked_at=None) == new
    assert Link.objects.get(token=old.token).revoked_at == old.revoked_at


def test_a_link_that_was_replaced_already_leads_to_the_new_one(game: Game) -> None:
    old = game.links.get()
    new = Link.objects.get(pk=old.pk).replace()
    assert old.replace() == new
    assert game.links.count() == 2
    assert new.replace() != new


@pytest.mark.django_db(transaction=True)
def test_a_link_that_is_replaced_four_times_at_once_is_replaced_once(game: Game) -> None:
    old = game.links.get()
    results = at_once(*(Link.objects.get(pk=old.pk).replace for _phone in range(4)))
    assert {link.pk for link in results if isinstance(link, Link)} == {
        game.links.get(revoked_at=None).pk
    }
    assert game.links.count() == 2
