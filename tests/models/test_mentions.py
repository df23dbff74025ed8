"""The words by which a game is found follow its names through every write."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Club, Game, Mention, Setup, User
from games.models.mentions import keep_words
from games.proof import differences
from tests.build import started

pytestmark = pytest.mark.django_db


def _words(game: Game) -> set[str]:
    return {bytes(one.word).decode() for one in game.mentions.all()}


def _found(game: Game, word: str) -> bool:
    return Mention.objects.filter(club=game.club).beginning(word).filter(game=game).exists()


@pytest.fixture
def game() -> Game:
    return started(User.objects.make_silently())


def test_a_game_is_found_by_its_names_from_the_start(game: Game) -> None:
    assert {"ana", "ben"} <= _words(game)
    assert _found(game, "an")
    assert not _found(game, "na")
    assert differences(game) == []


def test_new_names_take_the_place_of_the_old(game: Game) -> None:
    setup = Setup.of(game)
    first, *others = setup.sitting
    assert first == "Ana"
    changed = replace(setup, name="Ümit's Fête", teams=("", ""), sitting=("Zoë", *others))
    game.change_setup(by=None, submission=uuid4(), revision=1, setup=changed)
    assert {"umit", "s", "fete", "zoe"} <= _words(game)
    assert "ana" not in _words(game)
    game.undo(by=None, submission=uuid4(), revision=2)
    assert "ana" in _words(game)
    assert "zoe" not in _words(game)
    assert differences(game) == []


def test_words_stand_in_the_club_of_the_game(game: Game) -> None:
    game.club = Club.objects.create()
    game.save(update_fields=["club"])
    assert "It is found by its words in another club." in differences(game)
    keep_words(game)
    assert _found(game, "ana")
    assert differences(game) == []


def test_what_is_wrong_is_told(game: Game) -> None:
    game.mentions.filter(word=b"ana").delete()
    Mention.objects.create(club=game.club, game=game, word=b"eve")
    game.presences.filter(player__key="ana").update(started_at=timezone.now())
    told = differences(game)
    assert "It is not found by the word ana." in told
    assert "It is found by the word eve, which is in none of its names." in told
    assert "It stands at another time among the games of Ana." in told


def test_a_word_is_kept_once(game: Game) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Mention.objects.create(club=game.club, game=game, word=b"ana")


def test_who_goes_on_is_not_kept_anew(game: Game) -> None:
    before = set(game.mentions.values_list("pk", flat=True))
    keep_words(game)
    assert set(game.mentions.values_list("pk", flat=True)) == before
