"""The same game is imported by two phones at the same moment, and while others write."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from games import importing
from games.importing import Done, Import
from games.models import Game, Player, User
from tests.build import started
from tests.documents import EXAMPLE, PAIRS, Document, file, raw
from tests.gamefile.reading import ended
from tests.models import play

pytestmark = pytest.mark.django_db(transaction=True)

NAMED: Document = {**EXAMPLE, "id": "friday-1"}


@pytest.fixture
def by() -> User:
    return User.objects.make_silently()


def importer(by: User, *documents: Document) -> Callable[[], list[Import]]:
    """Return the act of importing documents, and replacing what they differ from."""
    files = [importing.arrived(f"{number}.json", raw(one)) for number, one in enumerate(documents)]

    def act() -> list[Import]:
        return importing.import_all(
            by.home_club(), files, by=by, submission=uuid4(), replace=range(len(files))
        )

    return act


def test_the_same_file_is_one_game(by: User) -> None:
    results = play.at_once(*[importer(by, NAMED, file("marriage"))] * 4)
    done = [one.done for result in results if isinstance(result, list) for one in result]
    assert sorted(done) == [Done.IMPORTED] * 2 + [Done.UNCHANGED] * 6
    assert Game.objects.count() == 2
    for game in Game.objects.all():
        play.assert_follows_from_entries(game)


def test_two_files_of_one_id_take_turns(by: User) -> None:
    importer(by, NAMED)()
    others = [{**NAMED, "rounds": ended(*[{}] * number)} for number in (1, 3)]
    play.at_once(*[importer(by, other) for other in others])
    game = Game.objects.get()
    play.assert_follows_from_entries(game)
    assert game.revisions.count() == 3


def test_players_are_made_once_while_games_are_started(by: User) -> None:
    seats = [
        file(teams=[{"name": "North-South", "players": list(names)}, PAIRS[1]])
        for names in (("Zoe", "Ana"), ("Ana", "Zoe"), ("Celia", "Ana"))
    ]
    acts: list[Callable[[], object]] = [importer(by, *order) for order in (seats, seats[::-1])]
    play.at_once(*acts, lambda: started(by))
    assert Game.objects.count() == 4
    keys = list(Player.objects.values_list("key", flat=True))
    assert len(keys) == len(set(keys))


def test_a_game_is_replaced_while_it_is_played_on(by: User) -> None:
    importer(by, NAMED)()
    game = Game.objects.get()
    other = {**NAMED, "rounds": ended({}, {}, {})}
    acts: list[Callable[[], object]] = [
        importer(by, other),
        lambda: play.record(play.fresh(game), number=2),
    ]
    play.at_once(*acts)
    play.assert_follows_from_entries(game)
    assert play.fresh(game).next_number == 4
