"""Who was at the table of a game is kept through every write, who sat in for a round too."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import gamefile
from games.models import Club, Game, Mention, Presence, User
from games.models.presences import keep_presences
from games.proof import differences
from tests.build import played, started
from tests.models.play import fresh, substitute, undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of four with a round, which Xenia has played for Ana."""
    game = started(User.objects.make_silently())
    played(game, None, {"meld_points": 100})
    substitute(game, 0, "Xenia", 1)
    return fresh(game)


def _present(game: Game) -> set[str]:
    return set(game.presences.values_list("player__name", flat=True))


def _found_by(game: Game, word: str) -> bool:
    return Mention.objects.filter(club=game.club).beginning(word).filter(game=game).exists()


PEOPLE = {"Ana", "Ben", "Celia", "Dev"}


def test_who_sat_in_was_there(game: Game) -> None:
    assert _present(game) == PEOPLE | {"Xenia"}
    assert _found_by(game, "xen")
    assert set(game.presences.values_list("started_at", flat=True)) == {game.started_at}
    assert game.club.players.get(key="xenia").games_sat_in() == 1
    assert game.club.players.get(key="ana").games_sat_in() == 0
    assert differences(game) == []


def test_taken_back_nobody_was_there(game: Game) -> None:
    undo(game)
    assert _present(game) == PEOPLE
    assert not _found_by(game, "xenia")
    assert differences(game) == []


def test_who_sits_down_for_rounds_to_come_has_not_played_yet(game: Game) -> None:
    substitute(game, 1, "Yve", 2)
    assert "Yve" not in _present(game)
    played(fresh(game), None)
    assert "Yve" in _present(game)
    assert _found_by(game, "yve")
    undo(game)
    assert "Yve" not in _present(game)
    assert differences(game) == []


def test_a_round_that_is_deleted_leaves_nobody(game: Game) -> None:
    game.delete_round(by=None, submission=uuid4(), number=1, revision=game.played[0].revision)
    assert _present(game) == PEOPLE
    assert differences(game) == []


def test_another_name_and_another_record(game: Game) -> None:
    xenia = game.club.players.get(key="xenia")
    xenia.change(name="Xaver", mark="a", is_guest=False, by=None, submission=uuid4())
    assert _found_by(game, "xaver")
    assert not _found_by(game, "xenia")
    zoe = game.club.player_named("Zoe")
    xenia.merge_into(zoe, by=None, submission=uuid4())
    assert _present(game) == PEOPLE | {"Zoe"}
    assert zoe.games_sat_in() == 1
    assert differences(game) == []
    xenia.split(by=None, submission=uuid4())
    assert _present(game) == PEOPLE | {"Xaver"}
    assert differences(game) == []


def test_a_game_that_moves_takes_its_people_along(game: Game) -> None:
    club = Club.objects.create()
    game.move(by=None, submission=uuid4(), club=club)
    assert {one.player.club for one in game.presences.select_related("player")} == {club}
    assert _found_by(fresh(game), "xenia")
    assert differences(game) == []


def test_a_file_tells_of_them_too(game: Game) -> None:
    file, _findings = gamefile.read(gamefile.written(gamefile.of_game(game)))
    assert file is not None
    club = Club.objects.create()
    there = Game.objects.adopt(club=club, by=None, file=file, submission=uuid4())
    assert _present(there) == PEOPLE | {"Xenia"}
    assert differences(there) == []


def test_what_is_wrong_is_told_and_mended(game: Game) -> None:
    game.presences.filter(player__key="xenia").delete()
    game.presences.filter(player__key="ana").update(started_at=timezone.now())
    stranger = game.club.player_named("Stranger")
    Presence.objects.create(game=game, player=stranger, started_at=game.started_at)
    assert differences(game) == [
        "It stands at another time among the games of Ana.",
        "It is not found among the games of Xenia.",
        "It is found among the games of Stranger, who has not played.",
    ]
    keep_presences([game.pk])
    assert _present(game) == PEOPLE | {"Xenia"}


def test_somebody_is_there_once(game: Game) -> None:
    ana = game.club.players.get(key="ana")
    with pytest.raises(IntegrityError), transaction.atomic():
        Presence.objects.create(game=game, player=ana, started_at=game.started_at)
