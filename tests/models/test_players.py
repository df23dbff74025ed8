"""The people of a club: added, renamed, merged and split; what games show of it, and what stays."""

import json
from typing import Any
from uuid import uuid4

import pytest

from games import gamefile, importing, log
from games.models import (
    Club,
    Game,
    NameClashError,
    NameTakenError,
    NewTeam,
    OutOfDateError,
    Player,
    SameGameError,
    SeatTakenError,
    SubmissionReusedError,
    User,
)
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import played

from .play import assert_follows_from_entries, change_setup, fresh, record, redo, substitute, undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(by: User) -> Club:
    """A club in which nobody plays yet."""
    return by.home_club()


def seated(by: User, *sides: tuple[str, ...], key: str = "bain", names: Any = ()) -> Game:
    """Start a game of these people."""
    seating = Seating(len(sides), len(sides[0]))
    named = dict(enumerate(names))
    return Game.objects.start(
        club=by.home_club(),
        by=by,
        variant=VARIANTS[key],
        teams=[
            NewTeam(named.get(number) or " & ".join(side), side)
            for number, side in enumerate(sides)
        ],
        options=VARIANTS[key].read_options({}, seating)[0],
        seats=seating.alternate(),
        first_dealer=0,
        submission=uuid4(),
    )


def person(club: Club, name: str) -> Player:
    return club.players.get(name=name)


def renamed(player: Player, name: str, **told: Any) -> Any:
    fields = {"mark": player.mark, "is_guest": player.is_guest, "submission": uuid4(), **told}
    return player.change(name=name, by=None, **fields)


def merged(player: Player, left: Player, **told: Any) -> Any:
    return player.merge_into(left, **{"by": None, "submission": uuid4(), **told})


def split(player: Player) -> Any:
    return fresh_player(player).split(by=None, submission=uuid4())


def fresh_player(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def told(game: Game) -> list[str]:
    return [item.says for item in log.items(fresh(game), None)]


def names_at(game: Game) -> tuple[list[str], tuple[str, ...]]:
    table = fresh(game).table
    return [team.name for team in table.teams], table.players


# ---- marks, hiding, guests


def test_each_new_player_gets_the_mark_that_is_used_least(club: Club) -> None:
    marks = [club.player_named(f"P{number}").mark for number in range(9)]
    assert marks == [*Player.Mark.values, "a", "b"]
    renamed(person(club, "P3"), "P3", mark="g")
    assert club.player_named("Next").mark == "d"


def test_somebody_is_added_once(club: Club) -> None:
    submission = uuid4()
    one, again = (
        club.add_player(" Ana  K ", is_guest=True, by=None, submission=submission)
        for _time in range(2)
    )
    assert one == again
    assert one.player is not None
    assert (one.player.name, one.player.is_guest) == ("Ana K", True)
    assert club.players.count() == 1
    with pytest.raises(NameTakenError) as taken:
        club.add_player("ANA K", is_guest=False, by=None, submission=uuid4())
    assert taken.value.player == one.player
    with pytest.raises(SubmissionReusedError):
        club.add_player("Ben", is_guest=False, by=None, submission=submission)


def test_who_is_hidden_is_proposed_no_more_until_they_play_again(by: User, club: Club) -> None:
    seated(by, ("Ana",), ("Ben",), ("Cleo",), key="bga")
    for name in ("Ana", "Ben"):
        person(club, name).hide(by=None, submission=uuid4())
    renamed(person(club, "Ben"), "Ben", is_guest=True)
    assert [one.name for one in club.players.lately()] == ["Cleo"]
    person(club, "Ben").show(by=None, submission=uuid4())
    seated(by, ("Ben",), ("Dev",), key="bga")
    assert person(club, "Ana").hidden_at is not None
    assert [one.name for one in club.players.lately()] == ["Dev", "Cleo", "Ben"]
    seated(by, ("ana",), ("Dev",), key="bga")
    assert person(club, "Ana").hidden_at is None


# ---- rename


def test_a_new_name_reaches_every_game_and_changes_no_result(by: User, club: Club) -> None:
    pair = seated(by, ("Ana", "Celia"), ("Ben", "Dev"), names=("", "Tigers"))
    alone = seated(by, ("Ana",), ("Ben",), ("Celia",), key="bga")
    for game in (pair, alone):
        played(game, by)
        game.finish(by=by, submission=uuid4())
    other = seated(by, ("Ben",), ("Celia",), key="bga")
    before = [list(fresh(game).teams.values_list("points", "place")) for game in (pair, alone)]
    versions = [game.version for game in map(fresh, (pair, alone, other))]
    renamed(person(club, "Ana"), "Anna")
    assert names_at(pair) == (["Anna & Celia", "Tigers"], ("Anna", "Celia", "Ben", "Dev"))
    assert names_at(alone) == (["Anna", "Ben", "Celia"], ("Anna", "Ben", "Celia"))
    after = [list(fresh(game).teams.values_list("points", "place")) for game in (pair, alone)]
    assert after == before
    grown = [game.version for game in map(fresh, (pair, alone, other))]
    assert grown == [versions[0] + 1, versions[1] + 1, versions[2]]
    for game in (pair, alone, other):
        assert_follows_from_entries(game)
    assert told(pair)[0] == "Ana is now Anna"
    assert "Ana & Celia" in told(pair)[2]
    assert "Anna" not in told(pair)[2]


def test_a_new_name_is_given_once_and_is_logged(by: User, club: Club) -> None:
    game, submission = seated(by, ("Ana",), ("Ben",), key="bga"), uuid4()
    first = renamed(person(club, "Ana"), "Anna", submission=submission)
    again = renamed(person(club, "Anna"), "Anna", submission=submission)
    assert first == again
    assert (first.before, first.after, first.key) == ({"name": "Ana"}, {"name": "Anna"}, "ana")
    assert fresh(game).version == 2
    nothing = renamed(person(club, "Anna"), "Anna")
    assert (nothing.before, nothing.after, nothing.key) == ({}, {}, "")
    assert fresh(game).version == 2


def test_a_new_name_can_be_taken_back(by: User, club: Club) -> None:
    game = seated(by, ("Ana", "Celia"), ("Ben", "Dev"))
    ana = person(club, "Ana")
    one = renamed(ana, "Anna")
    back = {"revision": one.pk, "by": None, "submission": uuid4()}
    assert ana.call_as_before(**back) == fresh_player(ana).call_as_before(**back)
    assert names_at(game)[0] == ["Ana & Celia", "Ben & Dev"]
    assert told(game)[:2] == ["Anna is now Ana", "Ana is now Anna"]
    assert not ana.renamings().exists()
    assert_follows_from_entries(game)
    with pytest.raises(OutOfDateError):
        ana.call_as_before(revision=one.pk, by=None, submission=uuid4())


def test_a_name_that_another_has_is_refused(by: User, club: Club) -> None:
    seated(by, ("Ana",), ("Ben",), key="bga")
    before = list(club.players.values())
    with pytest.raises(NameTakenError) as taken:
        renamed(person(club, "Ana"), "BEN")
    assert taken.value.player == person(club, "Ben")
    assert list(club.players.values()) == before


@pytest.mark.parametrize("name", ["tigers", "Ben & Dev"])
def test_a_name_that_a_team_has_in_a_game_is_refused(by: User, club: Club, name: str) -> None:
    seated(by, ("Ana",), ("Ben",), key="bga")
    game = seated(by, ("Ana", "Celia"), ("Ben", "Dev"), names=("Tigers",))
    with pytest.raises(NameClashError) as clash:
        renamed(person(club, "Ana"), name)
    assert clash.value.game == game
    assert club.players.filter(name="Ana").exists()
    assert fresh(game).version == 1


def test_only_the_spelling_of_a_name_can_change(by: User, club: Club) -> None:
    game = seated(by, ("ana",), ("Ben",), key="bga")
    assert renamed(person(club, "ana"), "Ana").key == ""
    assert names_at(game)[0] == ["Ana", "Ben"]
    assert_follows_from_entries(game)


def test_somebody_new_may_have_a_name_that_was_given_up(by: User, club: Club) -> None:
    game = seated(by, ("Ana",), ("Ben",), key="bga")
    renamed(person(club, "Ana"), "Ana K")
    seated(by, ("Ana",), ("Ben",), key="bga")
    assert person(club, "Ana") != person(club, "Ana K")
    assert names_at(game)[0] == ["Ana K", "Ben"]


def test_what_takes_a_setup_back_means_those_who_had_the_names_then(by: User, club: Club) -> None:
    game = seated(by, ("Ana", "Celia"), ("Ben", "Dev"))
    record(fresh(game))
    revision = change_setup(game, sitting=("Zoe", "Ben", "Celia", "Dev"))
    ana = person(club, "Ana")
    renamed(ana, "Ana K")
    seated(by, ("Ana",), ("Ben",), key="bga")
    renamed(person(club, "Celia"), "Cilli")
    undo(game, revision.number)
    assert names_at(game) == (["Ana K & Cilli", "Ben & Dev"], ("Ana K", "Cilli", "Ben", "Dev"))
    assert fresh(game).seats.get(number=0).player == ana
    assert told(game)[0].startswith("Taken back: setup changed: Ana is now Zoe")
    assert_follows_from_entries(game)
    renamed(person(club, "Zoe"), "Zoë")
    redo(game)
    assert names_at(game)[0] == ["Zoë & Cilli", "Ben & Dev"]
    assert_follows_from_entries(game)


def test_a_substitute_keeps_their_record_through_an_undo(by: User, club: Club) -> None:
    game = seated(by, ("Ana",), ("Ben",), key="bga")
    record(fresh(game))
    substitute(game, 0, "Xenia", 1)
    xenia = person(club, "Xenia")
    revision = substitute(game, 0, "", 1)
    renamed(xenia, "Xeni")
    assert fresh(game).version == 4
    undo(game, revision.number)
    assert fresh(game).sitting == {0: "Xeni"}
    assert game.rounds.get().sittings.get().player == xenia
    assert_follows_from_entries(game)


# ---- merge


def test_all_games_follow_when_two_records_are_merged(by: User, club: Club) -> None:
    pair = seated(by, ("Ana", "Celia"), ("Ben", "Dev"))
    record(pair)
    other = seated(by, ("Anna",), ("Ben",), key="bga")
    third = seated(by, ("Ben",), ("Celia",), key="bga")
    record(third)
    substitute(third, 0, "Ana", 1)
    ana, anna = person(club, "Ana"), person(club, "Anna")
    merged(ana, anna)
    assert names_at(pair)[0] == ["Anna & Celia", "Ben & Dev"]
    assert fresh(third).sitting == {0: "Anna"}
    assert third.rounds.get().substitutes == {0: "Anna"}
    for game in (pair, other, third):
        assert_follows_from_entries(game)
    for rows in (ana.seats, ana.standing_in, ana.sittings, ana.aliases):
        assert not rows.exists()
    assert told(pair)[0] == "Ana is now Anna"
    assert club.player_named("ANA") == anna
    assert club.player_named("Ana", respell=True).name == "Anna"
    assert person(club, "Anna") in club.players.listed()
    assert fresh_player(ana) not in club.players.listed()
    again = seated(by, ("Ana",), ("Ben",), key="bga")
    assert names_at(again)[0] == ["Anna", "Ben"]

    split(ana)
    assert names_at(pair)[0] == ["Ana & Celia", "Ben & Dev"]
    assert fresh(third).sitting == {0: "Ana"}
    assert names_at(other)[0] == names_at(again)[0] == ["Anna", "Ben"]
    for game in (pair, other, third, again):
        assert_follows_from_entries(game)
    with pytest.raises(OutOfDateError):
        split(ana)


def test_two_who_sat_in_one_game_are_two_people(by: User, club: Club) -> None:
    seated(by, ("Ana",), ("Cleo",), key="bga")
    game = seated(by, ("Ben",), ("Cleo",), key="bga")
    record(fresh(game))
    substitute(game, 0, "Ana", 1)
    substitute(game, 0, "", 2)
    for one, other in (("Ana", "Ben"), ("Ben", "Ana"), ("Ana", "Cleo")):
        with pytest.raises(SameGameError):
            merged(person(club, one), person(club, other))
    with pytest.raises(SameGameError) as same:
        merged(person(club, "Ana"), person(club, "Ben"))
    assert same.value.game == game


def test_nobody_is_merged_with_themselves_or_twice(club: Club) -> None:
    ana, anna, other = map(club.player_named, ("Ana", "Anna", "Anne"))
    with pytest.raises(OutOfDateError):
        merged(ana, ana)
    with pytest.raises(OutOfDateError):
        merged(ana, Club.objects.create().player_named("Anna"))
    submission = uuid4()
    assert merged(ana, anna, submission=submission) == merged(ana, anna, submission=submission)
    with pytest.raises(OutOfDateError):
        merged(fresh_player(ana), other)
    with pytest.raises(OutOfDateError):
        merged(other, fresh_player(ana))
    with pytest.raises(OutOfDateError):
        renamed(fresh_player(ana), "Anuschka")
    with pytest.raises(NameTakenError) as taken:
        renamed(anna, "ana")
    assert taken.value.player == ana


def test_merges_are_taken_back_in_any_order(by: User, club: Club) -> None:
    games = {name: seated(by, (name,), ("Ben",), key="bga") for name in ("A", "B", "C")}
    a, b, c = (person(club, name) for name in "ABC")
    merged(a, b)
    merged(b, c)
    assert fresh_player(a).merged_into == fresh_player(b).merged_into == c
    assert {names_at(game)[0][0] for game in games.values()} == {"C"}
    split(a)
    assert [names_at(games[name])[0][0] for name in "ABC"] == ["A", "C", "C"]
    split(b)
    assert [names_at(games[name])[0][0] for name in "ABC"] == ["A", "B", "C"]
    merged(a, b)
    merged(b, c)
    split(b)
    assert fresh_player(a).merged_into == b
    assert [names_at(games[name])[0][0] for name in "ABC"] == ["B", "B", "C"]
    for game in games.values():
        assert_follows_from_entries(game)


def test_what_takes_a_setup_back_finds_who_was_merged(by: User, club: Club) -> None:
    game = seated(by, ("Ana",), ("Ben",), ("Cleo",), key="bga")
    record(fresh(game))
    revision = change_setup(game, sitting=("Zoe", "Ben", "Cleo"))
    merged(person(club, "Ana"), club.player_named("Anna"))
    undo(game, revision.number)
    assert names_at(game)[0] == ["Anna", "Ben", "Cleo"]
    assert not person(club, "Ana").seats.exists()
    assert_follows_from_entries(game)


def test_what_would_seat_one_person_twice_is_not_taken_back(by: User, club: Club) -> None:
    game = seated(by, ("Ana",), ("Anna",), ("Cleo",), key="bga")
    record(fresh(game))
    revision = change_setup(game, sitting=("Zoe", "Anna", "Cleo"))
    ana = person(club, "Ana")
    merged(ana, person(club, "Anna"))
    with pytest.raises(SeatTakenError):
        undo(game, revision.number)
    assert names_at(game)[0] == ["Zoe", "Anna", "Cleo"]
    split(ana)
    undo(game, revision.number)
    assert names_at(game)[0] == ["Ana", "Anna", "Cleo"]
    assert_follows_from_entries(game)


def test_two_names_of_one_person_do_not_sit_at_one_table(by: User, club: Club) -> None:
    merged(club.player_named("Ana"), club.player_named("Anna"))
    with pytest.raises(SeatTakenError):
        seated(by, ("Ana",), ("Anna",), key="bga")
    game = seated(by, ("Anna",), ("Ben",), key="bga")
    with pytest.raises(SeatTakenError):
        substitute(game, 1, "Ana", 1)
    with pytest.raises(SeatTakenError):
        change_setup(game, sitting=("Anna", "Ana"))


# ---- files


def file_of(game: Game, **told: Any) -> importing.Arrival:
    document = {**gamefile.written(gamefile.of_game(fresh(game))), **told}
    return importing.arrived("game.json", json.dumps(document).encode())


def imported(club: Club, by: User, *arrivals: importing.Arrival, replace: Any = ()) -> Any:
    submission = uuid4()
    return importing.import_all(club, arrivals, by=by, submission=submission, replace=replace)


@pytest.mark.parametrize("told", [{}, {"id": ""}, {"id": "mine"}])
def test_a_file_is_known_by_whatever_name_its_people_have_now(
    by: User, club: Club, told: dict[str, Any]
) -> None:
    game = seated(by, ("Ana", "Celia"), ("Ben", "Dev"))
    record(fresh(game))
    file = file_of(game, **told)
    if told:
        game.delete()
        club.players.all().delete()
        (one,) = imported(club, by, file)
        game = Game.objects.get(pk=one.game)
    renamed(person(club, "Ana"), "Anna")
    people = club.players.count()
    (prospect,) = importing.prospects(club, [file])
    assert (prospect.fate, prospect.game) == (importing.Fate.KNOWN, game)
    assert [one.done for one in imported(club, by, file)] == [importing.Done.UNCHANGED]
    assert club.players.count() == people
    assert names_at(game)[0] == ["Anna & Celia", "Ben & Dev"]
    exported = file_of(game)
    assert [one.done for one in imported(club, by, exported)] == [importing.Done.UNCHANGED]
    elsewhere = User.objects.make_silently()
    (new,) = imported(elsewhere.home_club(), elsewhere, exported)
    assert names_at(Game.objects.get(pk=new.game))[0] == ["Anna & Celia", "Ben & Dev"]
    record(fresh(game))
    assert [one.done for one in imported(club, by, exported, replace=[0])] == [
        importing.Done.REPLACED
    ]
    assert_follows_from_entries(game)


def test_a_file_that_replaces_a_game_means_those_who_had_its_names(by: User, club: Club) -> None:
    game = seated(by, ("Ana", "Celia"), ("Ben", "Dev"))
    record(fresh(game))
    file = file_of(game)
    ana = person(club, "Ana")
    renamed(ana, "Ana K")
    club.player_named("Ana")
    record(fresh(game))
    imported(club, by, file, replace=[0])
    assert names_at(game)[0] == ["Ana K & Celia", "Ben & Dev"]
    assert fresh(game).seats.get(number=0).player == ana
    assert_follows_from_entries(game)
    assert [one.done for one in imported(club, by, file)] == [importing.Done.UNCHANGED]


def test_a_new_file_with_the_name_of_a_merged_record(by: User, club: Club) -> None:
    elsewhere = User.objects.make_silently()
    file = file_of(seated(elsewhere, ("Ana", "Celia"), ("Ben", "Dev")))
    merged(club.player_named("Ana"), club.player_named("Anna"))
    (one,) = imported(club, by, file)
    game = Game.objects.get(pk=one.game)
    assert names_at(game)[0] == ["Anna & Celia", "Ben & Dev"]
    assert [one.done for one in imported(club, by, file)] == [importing.Done.UNCHANGED]
    assert_follows_from_entries(game)


def test_a_file_in_which_one_person_has_two_names(by: User, club: Club) -> None:
    elsewhere = User.objects.make_silently()
    file = file_of(seated(elsewhere, ("Ana",), ("Anna",), key="bga"))
    merged(club.player_named("Ana"), club.player_named("Anna"))
    (prospect,) = importing.prospects(club, [file])
    assert not prospect.can_be_imported
    assert [one.code for one in prospect.findings] == ["one_person"]
    with pytest.raises(importing.ImportRefusedError):
        imported(club, by, file)


# ---- the club


def test_a_club_is_changed_once(club: Club) -> None:
    told: dict[str, Any] = {"name": " The  Aces ", "time_zone": "Asia/Kathmandu"}
    told |= {"by": None, "submission": uuid4()}
    one, again = (club.change(**told) for _time in range(2))
    assert one == again
    assert (club.name, club.title, club.time_zone) == ("The Aces", "The Aces", "Asia/Kathmandu")
    assert one.before == {"name": "", "time_zone": "UTC"}
    assert Club.objects.create().title == "Your games"
