"""People are renamed, merged and split while they sit down, play and move, all at one moment."""

from functools import partial
from uuid import uuid4

import pytest

from games import clubproof, proof
from games.models import Club, Game, NewTeam, Player, User
from games.variants import VARIANTS
from games.variants.variant import Seating

from .play import at_once, fresh, record

pytestmark = pytest.mark.django_db(transaction=True)


def start(by: User, club: Club, *names: str) -> Game:
    seating = Seating(len(names), 1)
    return Game.objects.start(
        club=club,
        by=by,
        variant=VARIANTS["bga"],
        teams=[NewTeam(name, (name,)) for name in names],
        options=VARIANTS["bga"].read_options({}, seating)[0],
        seats=seating.alternate(),
        first_dealer=0,
        submission=uuid4(),
    )


def rename(player: Player, name: str) -> None:
    fresh_player = Player.objects.get(pk=player.pk)
    fresh_player.change(name=name, mark="g", is_guest=False, by=None, submission=uuid4())


def merge(one: Player, other: Player) -> None:
    one, other = (Player.objects.get(pk=player.pk) for player in (one, other))
    one.merge_into(other, by=None, submission=uuid4())


@pytest.mark.parametrize("_attempt", range(3))
def test_everything_at_once_leaves_all_true(by: User, _attempt: int) -> None:
    club, other = by.home_club(), Club.objects.create()
    games = [start(by, club, "Ana", "Ben"), start(by, club, "Anna", "Ben")]
    for game in games:
        record(game)
    games[1].finish(by=None, submission=uuid4())
    ana, anna, ben = (club.players.get(name=name) for name in ("Ana", "Anna", "Ben"))
    results = at_once(
        partial(rename, ben, "Benno"),
        partial(merge, ana, anna),
        partial(start, by, club, "Ana", "Celia"),
        lambda: record(fresh(games[0])),
        lambda: fresh(games[0]).finish(by=None, submission=uuid4()),
        lambda: fresh(games[1]).move(by=None, submission=uuid4(), club=other),
    )
    # Whoever was refused was told so; nothing else can have happened.
    assert len(results) == 6
    for game in Game.objects.all():
        assert proof.differences(game) == []
    for one in (club, other):
        assert clubproof.differences(one) == []


def test_the_same_merge_four_times_at_once_is_one(by: User) -> None:
    club = by.home_club()
    game = start(by, club, "Ana", "Ben")
    ana, anna = club.player_named("Ana"), club.player_named("Anna")
    submission = uuid4()

    def same() -> object:
        one, other = (Player.objects.get(pk=pk) for pk in (ana.pk, anna.pk))
        return one.merge_into(other, by=None, submission=submission)

    assert len({str(result) for result in at_once(*[same] * 4)}) == 1
    assert club.revisions.count() == 1
    assert fresh(game).version == 2
    assert proof.differences(game) == []


def test_names_change_on_both_sides_of_a_merge_at_once(by: User) -> None:
    """Whoever waits for a game holds nothing for which that game's own writer waits."""
    club = by.home_club()
    games = [start(by, club, "Ana", "Ben"), start(by, club, "Eva", "Ben")]
    games += [start(by, club, "Ana", "Celia"), start(by, club, "Eva", "Celia")]
    for game in games:
        record(game)
    ana, eva = (club.players.get(name=name) for name in ("Ana", "Eva"))
    for _attempt in range(4):
        at_once(
            partial(merge, ana, eva),
            partial(rename, ana, "Anna"),
            partial(rename, eva, "Evi"),
            lambda: fresh(games[0]).finish(by=None, submission=uuid4()),
            lambda: fresh(games[1]).finish(by=None, submission=uuid4()),
            partial(start, by, club, "Evi", "Anna"),
        )
        ana.refresh_from_db()
        if ana.merged_into is not None:
            ana.split(by=None, submission=uuid4())
        for game in games[:2]:
            if fresh(game).finished_at:
                fresh(game).reopen(by=None, submission=uuid4())
        for player, name in ((ana, "Ana"), (eva, "Eva")):
            if not club.players.filter(name=name).exists():
                rename(player, name)
    for game in Game.objects.all():
        assert proof.differences(game) == []
    assert clubproof.differences(club) == []
