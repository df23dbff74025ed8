"""Game files are imported into a club, all of them or none, and known again."""

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import gamefile, importing
from games.importing import Arrival, Done, Fate, Import, ImportRefusedError
from games.models import Club, Game, Player, Revision, Round, User
from games.variants import VARIANTS
from tests.build import started
from tests.documents import CASES, EAST, EXAMPLE, NORTH, PAIRS, Document, file, played, raw
from tests.gamefile.reading import ended
from tests.gamefile.strategies import game_files
from tests.models import play
from tests.variants.strategies import AnyVariant

pytestmark = pytest.mark.django_db

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
NAMED: Document = {**EXAMPLE, "id": "friday-1", "started": "2026-01-30T20:15:00+01:00"}


@pytest.fixture
def club(by: User) -> Club:
    """A club in which nothing was played yet."""
    return by.home_club()


@pytest.fixture
def by() -> User:
    """Somebody who imports games."""
    return User.objects.make_silently()


def arrivals(*documents: object) -> list[Arrival]:
    return [importing.arrived(f"{number}.json", raw(one)) for number, one in enumerate(documents)]


def import_all(
    club: Club, *documents: object, by: User | None = None, replace: Sequence[int] = ()
) -> list[Import]:
    """Import documents as files with the names 0.json, 1.json and so on."""
    return importing.import_all(
        club, arrivals(*documents), by=by, submission=uuid4(), replace=replace
    )


def done(imported: Sequence[Import]) -> list[Done]:
    return [one.done for one in imported]


def game_of(imported: Sequence[Import]) -> Game:
    """Return the one game that was imported."""
    (pk,) = {one.game for one in imported}
    return Game.objects.with_entries().get(pk=pk)


def exported(game: Game) -> Document:
    """Return a game as it is exported, through JSON."""
    whole = Game.objects.with_entries().get(pk=game.pk)
    document: Document = json.loads(json.dumps(gamefile.written(gamefile.of_game(whole))))
    return document


def scored(document: Document) -> dict[str, Any]:
    """Return what a document comes to, findings aside."""
    game, _remarks = gamefile.read(gamefile.load(raw(document)))
    assert game is not None
    return gamefile.scored(game, ())


def without(document: Document, *names: str) -> Document:
    return {name: value for name, value in document.items() if name not in names}


def everything() -> list[object]:
    """Return all that the database holds of games and players."""
    return [
        [play.kept(game) for game in Game.objects.order_by("pk")],
        list(Player.objects.order_by("pk").values()),
    ]


# ---- all that a file tells is kept


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_whole_games_are_kept_and_given_out_again(path: Path, club: Club) -> None:
    document = json.loads(path.read_bytes())
    game = game_of(import_all(club, document))
    play.assert_follows_from_entries(game)
    out = exported(game)
    assert scored(out) == scored(document)
    assert play.totals(game) == list(document["expected"]["totals"].values())
    before = everything()
    for again in (document, out):
        assert done(import_all(club, again)) == [Done.UNCHANGED]
    assert everything() == before


@every_variant
@given(data=st.data())
@settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    suppress_health_check=[*HealthCheck],
)
def test_any_game_survives_the_way_in_and_out(variant: AnyVariant, data: st.DataObject) -> None:
    told = data.draw(game_files(variant))
    club = Club.objects.create()
    document = gamefile.written(told)
    if any(one.errors for one in arrivals(document)):
        return
    game = game_of(import_all(club, document))
    play.assert_follows_from_entries(game)
    out = exported(game)
    assert done(import_all(club, document, out)) == [Done.UNCHANGED] * 2
    there = game_of(import_all(Club.objects.create(), out))
    assert without(exported(there), "id") == without(out, "id")


def test_everything_optional_is_kept(club: Club, by: User) -> None:
    document = played(
        entries={NORTH: {"hand_cards": {"twos": 2}}, EAST: {}},
        of_file={
            "name": "Friday",
            "id": "friday-1",
            "started": "2026-01-31T20:15:00+01:00",
            "finished": "2026-01-31T23:15:00+01:00",
            "seats": ["Dev", "Ana", "Ben", "Celia"],
            "first_dealer": "Dev",
            "starting_totals": {NORTH: 500, EAST: -5},
        },
        dealer="Ben",
        kept=["hands_not_counted", "untouched"],
        players={"Ana": "Emil"},
    )
    game = game_of(import_all(club, document, by=by))
    assert game.name == "Friday"
    assert game.file_id == "friday-1"
    assert str(game.pk) != "friday-1"
    assert game.started_at.isoformat() == "2026-01-31T19:15:00+00:00"
    assert game.finished_at is not None
    assert game.finished_at.isoformat() == "2026-01-31T22:15:00+00:00"
    assert game.table.seats == (3, 0, 2, 1)
    assert [(team.points, team.place) for team in game.teams.order_by("number")] == [
        (460, 1),
        (-5, 2),
    ]
    (one,) = game.played
    assert one.dealer == 2
    assert one.substitutes == {0: "Emil"}
    # A column in which something was counted was touched.
    assert one.kept == ["hands_not_counted:1", "untouched:1"]
    assert game.links.filter(revoked_at=None).count() == 1
    expected = without(document, "options", "id", "started", "finished")
    out = exported(game)
    assert without(out, "options", "id", "started", "finished") == expected
    assert out["id"] == "friday-1"
    assert (out["started"], out["finished"]) == (
        "2026-01-31T19:15:00+00:00",
        "2026-01-31T22:15:00+00:00",
    )


def test_its_first_revision_says_that_it_was_imported(club: Club, by: User) -> None:
    game = game_of(import_all(club, EXAMPLE, by=by))
    (revision,) = game.revisions.all()
    assert (revision.number, revision.kind, revision.by) == (1, Revision.Kind.IMPORT, by)
    assert [(one.revision, one.recorded_by) for one in game.played] == [(1, by)]
    assert game.version == 1
    assert not game.revisions.undoable().exists()


def test_an_imported_game_is_played_on(club: Club, by: User) -> None:
    game = game_of(import_all(club, EXAMPLE))
    play.record(game, by=by)
    play.correct(game, 1, play.entry_of(game), by=by)
    play.undo(game)
    play.finish(game)
    play.reopen(game)
    play.assert_follows_from_entries(game)
    assert play.fresh(game).next_number == 3


def test_a_game_without_a_start_begins_now_or_when_it_ended(club: Club) -> None:
    now, then = (
        game_of(import_all(club, document))
        for document in (file(), file(finished="2020-01-31T23:15:00Z"))
    )
    assert now.started_at == now.changed_at
    assert then.started_at == then.finished_at


def test_nothing_of_what_is_expected_is_believed(club: Club) -> None:
    document = {**EXAMPLE, "expected": {"totals": {NORTH: 9, EAST: 9}}}
    assert play.totals(game_of(import_all(club, document))) == [4495, 175]


def test_a_finished_game_without_a_round_has_its_places(club: Club) -> None:
    document = file(finished="2026-01-31T23:15:00Z", starting_totals={EAST: 5})
    game = game_of(import_all(club, document))
    assert [(team.points, team.place) for team in game.teams.order_by("number")] == [
        (0, 2),
        (5, 1),
    ]


def test_spaces_within_a_name_tell_two_people_apart(club: Club) -> None:
    teams = [{"name": NORTH, "players": ["An a", "An  a"]}, PAIRS[1]]
    rounds = ended({"players": {"Ben": " Emil\u00a0 E ", "Dev": "Emil E"}})
    game = game_of(import_all(club, file(teams=teams, rounds=rounds)))
    assert game.table.players == ("An a", "An  a", "Ben", "Dev")
    assert game.played[0].substitutes == {2: "Emil\u00a0 E", 3: "Emil E"}


def test_names_are_composed_and_trimmed(club: Club) -> None:
    teams = [{"name": " E\u0301quipe ", "players": ["E\u0301va ", "Celia"]}, PAIRS[1]]
    game = game_of(import_all(club, file(teams=teams, name=" Friday\u3000")))
    assert game.table.teams[0].name == "Équipe"
    assert game.table.players[0] == "Éva"
    assert game.name == "Friday"


def test_players_are_those_of_the_club(club: Club, by: User) -> None:
    started(by)
    document = file(teams=[{"name": NORTH, "players": ["ANA", "Zoe"]}, PAIRS[1]])
    game = game_of(import_all(club, document))
    assert game.table.players[:2] == ("Ana", "Zoe")
    assert club.players.filter(key="ana").count() == 1


def test_players_may_have_changed_seats_for_a_round(club: Club) -> None:
    document = file(rounds=ended({"players": {"Ana": "Ben", "Ben": "Ana"}}))
    game = game_of(import_all(club, document))
    assert game.played[0].substitutes == {0: "Ben", 2: "Ana"}


# ---- known again


def test_a_game_is_known_by_its_id(club: Club) -> None:
    game = game_of(import_all(club, NAMED))
    other_words = {**NAMED, "options": exported(game)["options"], "expected": None}
    assert done(import_all(club, other_words)) == [Done.UNCHANGED]
    assert Game.objects.count() == 1


def test_a_game_without_an_id_is_known_by_its_content(club: Club) -> None:
    import_all(club, EXAMPLE)
    assert done(import_all(club, EXAMPLE)) == [Done.UNCHANGED]
    assert done(import_all(club, {**EXAMPLE, "name": "Saturday"})) == [Done.IMPORTED]


def test_a_game_of_this_pad_is_known_by_its_own_id(by: User, club: Club) -> None:
    game = started(by)
    play.record(game)
    out = exported(game)
    before = everything()
    assert game_of(import_all(club, out)) == game
    assert everything() == before
    play.record(game)
    with pytest.raises(ImportRefusedError):
        import_all(club, out)


def test_a_game_is_known_though_it_was_played_on(club: Club) -> None:
    game = game_of(import_all(club, NAMED))
    play.record(game)
    assert done(import_all(club, NAMED, exported(game))) == [Done.UNCHANGED] * 2


def test_another_club_has_its_own_games(club: Club, by: User) -> None:
    own = started(by)
    ours = game_of(import_all(club, NAMED))
    elsewhere = Club.objects.create()
    theirs = import_all(elsewhere, NAMED, exported(own))
    assert done(theirs) == [Done.IMPORTED] * 2
    assert not {ours.pk, own.pk} & {one.game for one in theirs}


def test_an_id_is_never_a_key(club: Club) -> None:
    foreign = str(uuid4())
    game = game_of(import_all(club, {**EXAMPLE, "id": foreign}))
    assert str(game.pk) != foreign
    assert done(import_all(club, {**EXAMPLE, "id": foreign.upper()})) == [Done.IMPORTED]


@pytest.mark.parametrize("name", ["x" * 200, "\u202e", "'; --", "id", "{}"])
def test_any_text_may_be_an_id(name: str, club: Club) -> None:
    document = {**EXAMPLE, "id": name}
    assert done(import_all(club, document)) == [Done.IMPORTED]
    assert done(import_all(club, document)) == [Done.UNCHANGED]


def test_the_same_file_twice_in_one_go_is_once(club: Club) -> None:
    imported = import_all(club, NAMED, EXAMPLE, NAMED)
    assert done(imported) == [Done.IMPORTED, Done.IMPORTED, Done.UNCHANGED]
    assert imported[0].game == imported[2].game
    assert Game.objects.count() == 2


def test_two_files_of_one_game_are_once_however_each_is_known(club: Club) -> None:
    game = game_of(import_all(club, EXAMPLE))
    play.record(game)
    out = exported(game)
    assert out["id"] == str(game.pk)
    game.discard(by=None, submission=uuid4())
    imported = import_all(club, EXAMPLE, out)
    assert done(imported) == [Done.RESTORED, Done.UNCHANGED]
    assert {one.game for one in imported} == {game.pk}


def test_a_deleted_game_comes_back(club: Club) -> None:
    game = game_of(import_all(club, NAMED))
    play.record(game)
    game.discard(by=None, submission=uuid4())
    assert done(import_all(club, NAMED)) == [Done.RESTORED]
    game = play.fresh(game)
    assert game.deleted_at is None
    assert game.next_number == 3
    play.assert_follows_from_entries(game)


# ---- other content


CHANGED: Document = {**NAMED, "rounds": [*NAMED["rounds"], *ended({}, {})]}
OTHERS: dict[str, Document] = {
    "more rounds": CHANGED,
    "no round": {**NAMED, "rounds": []},
    "a finished game": {**NAMED, "finished": "2026-01-30T23:15:00Z"},
    "another start": {**NAMED, "started": "2026-01-30T23:15:00Z"},
    "another name": {**NAMED, "name": "Saturday"},
    "another target": {**NAMED, "options": {"target": 500}},
    "totals carried on": {**NAMED, "starting_totals": {EAST: 500}},
    "a substitute": {**NAMED, "rounds": ended({"players": {"Ana": "Emil"}})},
    "the teams the other way round": {**NAMED, "teams": list(reversed(PAIRS))},
    "other seats": {**NAMED, "seats": ["Dev", "Ana", "Ben", "Celia"]},
    "partners changed": file(
        id="friday-1",
        teams=[
            {"name": EAST, "players": ["Celia", "Zoe"]},
            {"name": NORTH, "players": ["Dev", "Ana"]},
        ],
        first_dealer="Zoe",
        rounds=ended({"dealer": "Ana", "players": {"Zoe": "Ben"}}),
    ),
    "other people": file(
        id="friday-1",
        teams=[
            {"name": "Us", "players": ["Finn", "Gita"]},
            {"name": "Them", "players": ["Hugo", "Ines"]},
        ],
    ),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_the_same_id_with_other_content_is_refused_unless_replaced(
    other: Document, club: Club, by: User
) -> None:
    game = game_of(import_all(club, NAMED))
    play.record(game)
    link = game.links.get().token
    before = everything()
    with pytest.raises(ImportRefusedError) as refused:
        import_all(club, EXAMPLE, other)
    assert [one.fate for one in refused.value.prospects] == [Fate.NEW, Fate.DIFFERS]
    assert everything() == before
    assert done(import_all(club, other, by=by, replace=[0])) == [Done.REPLACED]
    game = play.fresh(game)
    play.assert_follows_from_entries(game)
    assert without(exported(game), "id", "started") == without(
        exported(game_of(import_all(Club.objects.create(), other))), "id", "started"
    )
    assert game.links.get().token == link
    last = game.revisions.last()
    assert last is not None
    assert (last.kind, last.by) == (Revision.Kind.REPLACE, by)
    assert done(import_all(club, other)) == [Done.UNCHANGED]


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_replacing_can_be_taken_back_and_done_again(other: Document, club: Club) -> None:
    game = game_of(import_all(club, NAMED))
    play.record(game)
    game.substitute(by=None, submission=uuid4(), player=1, name="Kofi", number=3, revision=None)
    before = exported(game)
    sitting = play.fresh(game).sitting
    import_all(club, other, replace=[0])
    after = exported(game)
    assert play.fresh(game).sitting == {}
    if "finished" in other:
        play.reopen(game)
    play.undo(game)
    assert exported(game) == before
    assert play.fresh(game).sitting == sitting
    play.assert_follows_from_entries(game)
    assert done(import_all(club, NAMED)) == [Done.UNCHANGED]
    game.redo(
        by=None,
        submission=uuid4(),
        revision=game.revisions.redoable()[0].number,
    )
    assert without(exported(game), "finished") == without(after, "finished")
    play.assert_follows_from_entries(game)


@pytest.mark.parametrize(
    "other",
    [
        {**file("bga"), "id": "friday-1"},
        {**file("marriage"), "id": "friday-1"},
        {**file("banakil", teams=PAIRS), "id": "friday-1"},
    ],
    ids=["bga", "marriage", "banakil"],
)
def test_where_another_game_is_played_the_old_one_is_hidden(other: Document, club: Club) -> None:
    game = game_of(import_all(club, NAMED))
    (replaced,) = import_all(club, other, replace=[0])
    assert replaced.done is Done.REPLACED
    assert replaced.game != game.pk
    game = play.fresh(game)
    assert game.deleted_at is not None
    assert done(import_all(club, other)) == [Done.UNCHANGED]
    game.restore(by=None, submission=uuid4())
    assert Game.objects.filter(deleted_at=None).count() == 2
    assert done(import_all(club, other, exported(game))) == [Done.UNCHANGED] * 2


def test_a_game_of_this_pad_is_replaced_by_its_own_file(by: User, club: Club) -> None:
    game = started(by)
    out = exported(game)
    out["rounds"] = ended({})
    assert done(import_all(club, out, replace=[0])) == [Done.REPLACED]
    assert play.fresh(game).next_number == 2
    other = {**out, "variant": "bga", "options": None}
    (replaced,) = import_all(club, other, replace=[0])
    assert replaced.game != game.pk
    assert done(import_all(club, other)) == [Done.UNCHANGED]


def test_a_deleted_game_is_replaced_and_comes_back(club: Club) -> None:
    game = game_of(import_all(club, NAMED))
    game.discard(by=None, submission=uuid4())
    with pytest.raises(ImportRefusedError):
        import_all(club, CHANGED)
    assert done(import_all(club, CHANGED, replace=[0])) == [Done.REPLACED]
    game = play.fresh(game)
    assert game.deleted_at is None
    assert game.next_number == 4


def test_two_files_cannot_both_replace_a_game(club: Club) -> None:
    game = game_of(import_all(club, EXAMPLE))
    out = exported(game)
    others = {**out, "name": "Saturday"}, {**out, "name": "Sunday"}
    for files in (others, (EXAMPLE, others[0])):
        with pytest.raises(ImportRefusedError) as refused:
            import_all(club, *files, replace=[0, 1])
        assert refused.value.prospects[1].fate is Fate.CLASHES
    assert exported(game) == out


def test_two_files_of_one_id_clash_whatever_is_ticked(club: Club) -> None:
    with pytest.raises(ImportRefusedError) as refused:
        import_all(club, NAMED, CHANGED, replace=[0, 1])
    assert [one.fate for one in refused.value.prospects] == [Fate.NEW, Fate.CLASHES]
    (finding,) = refused.value.prospects[1].findings
    assert finding.message.endswith(".")
    assert not Game.objects.exists()


def test_what_was_typed_of_the_next_round_goes_with_the_old_game(club: Club) -> None:
    game = game_of(import_all(club, NAMED))
    game.fill_draft(by=None, number=2, texts={0: {"0-red_threes": "1"}}, bases={})
    import_all(club, CHANGED, replace=[0])
    assert not game.drafts.exists()


# ---- all or nothing


@pytest.mark.parametrize(
    "wrong", [b"", b"{}", raw(file(teams=[])), raw(file(rounds=[{}]))], ids=repr
)
def test_one_wrong_file_keeps_all_out(wrong: bytes, club: Club) -> None:
    files = [importing.arrived("good.json", raw(EXAMPLE)), importing.arrived("bad.json", wrong)]
    with pytest.raises(ImportRefusedError):
        importing.import_all(club, files, by=None, submission=uuid4(), replace=())
    assert everything() == [[], []]


def test_what_fails_in_the_middle_keeps_all_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_figures = Game.keep_figures

    def fail(game: Game) -> None:
        keep_figures(game)
        if game.name == "Saturday":
            raise RuntimeError

    monkeypatch.setattr(Game, "keep_figures", fail)
    with pytest.raises(RuntimeError):
        import_all(club, EXAMPLE, {**EXAMPLE, "name": "Saturday"})
    assert everything() == [[], []]


# ---- more than is kept


LONG = "n" * 81
HINDI = "\u0958" * 41
"""It is written with two letters each once it is composed, as PostgreSQL counts them."""

UNFIT: dict[str, tuple[Document, tuple[object, ...]]] = {
    "rounds": (file(rounds=ended(*[{}] * 1001)), ("too_many_rounds", None, "rounds", None)),
    "a game's name": (file(name="n" * 201), ("name_too_long", None, "name", None)),
    "a team's name": (
        file(teams=[{**PAIRS[0], "name": LONG * 4}, PAIRS[1]]),
        ("name_too_long", None, "teams", LONG * 4),
    ),
    "a player's name": (
        file(teams=[{**PAIRS[0], "players": ["Ana", LONG]}, PAIRS[1]]),
        ("name_too_long", None, "teams", LONG),
    ),
    "a name that grows": (
        file(teams=[{**PAIRS[0], "players": ["Ana", HINDI]}, PAIRS[1]]),
        ("name_too_long", None, "teams", HINDI),
    ),
    "a lone player's name": (
        file("marriage", teams=[{"name": n, "players": [n]} for n in (LONG, "Ben")]),
        ("name_too_long", None, "teams", LONG),
    ),
    "a substitute's name": (
        file(rounds=ended({}, {"players": {"Ana": LONG}})),
        ("name_too_long", 2, "players", "Ana"),
    ),
    "a start in antiquity": (
        file(started="0001-01-01T00:00:00Z"),
        ("time_too_far", None, "started", None),
    ),
    "an end of days": (
        file(finished="9999-12-31T23:59:59Z"),
        ("time_too_far", None, "finished", None),
    ),
    "a start in the future": (
        file(started="9990-01-31T20:15:00Z"),
        ("time_ahead", None, "started", None),
    ),
    "an end in the future": (
        file(started="2019-01-31T20:15:00Z", finished="9990-01-31T20:15:00Z"),
        ("time_ahead", None, "finished", None),
    ),
    "an id as long as a book": (file(id="i" * 201), ("id_too_long", None, "id", None)),
}


@pytest.mark.parametrize(("document", "found"), UNFIT.values(), ids=UNFIT)
def test_more_than_is_kept_is_a_finding(
    document: Document, found: tuple[object, ...], club: Club
) -> None:
    (arrival,) = arrivals(document)
    assert [(one.code, one.round, one.field, one.column) for one in arrival.errors] == [found]
    assert arrival.errors[0].message.endswith(".")
    with pytest.raises(ImportRefusedError):
        import_all(club, document)
    assert everything() == [[], []]


def test_all_that_is_just_not_too_much_is_kept(club: Club) -> None:
    million = 1_000_000
    full = {"hand_points": 5, "adjustment": million, "adjustment_note": "n" * 200}
    longest = ["\N{GREEK SMALL LETTER IOTA WITH DIALYTIKA AND TONOS}" * 80, "\U0001f0cf" * 80]
    document = file(
        name="n" * 200,
        teams=[{"name": "T" * 320, "players": longest}, PAIRS[1]],
        starting_totals={"T" * 320: million, EAST: -million},
        options={"target": million, "going_out_bonus": million},
        rounds=ended({"entries": {"T" * 320: full, EAST: {**full, "adjustment": -million}}}),
    )
    game = game_of(import_all(club, document))
    play.assert_follows_from_entries(game)
    assert without(exported(game), "id", "started", "options") == without(document, "options")


def test_a_thousand_rounds_are_kept(club: Club) -> None:
    game = game_of(import_all(club, file(rounds=ended(*[{}] * 1000))))
    assert Round.objects.filter(game=game).count() == 1000


@pytest.mark.parametrize("kept", [["\x00"], ["\ud800"], ["x" * 5000], ["a:b", ":", "untouched:7"]])
def test_codes_that_are_none_are_dropped(kept: list[str], club: Club) -> None:
    document = played(kept=[*kept, "hands_not_counted"], of_file={"id": "one"})
    game = game_of(import_all(club, document))
    assert game.played[0].kept == ["hands_not_counted:0", "hands_not_counted:1"]
    assert done(import_all(club, document, exported(game))) == [Done.UNCHANGED] * 2


def test_a_document_is_not_changed_by_importing_it(club: Club) -> None:
    document = copy.deepcopy(NAMED)
    import_all(club, document)
    assert document == NAMED


def test_the_number_of_queries_does_not_grow_with_the_rounds(club: Club) -> None:
    def queries(rounds: int) -> int:
        document = file(name=str(rounds), rounds=ended(*[{}] * rounds))
        with CaptureQueriesContext(connection) as caught:
            import_all(club, document)
        return len(caught)

    import_all(club, file())
    assert queries(40) == queries(2)


def test_an_import_tells_itself_as_json() -> None:
    one = Import("a.json", Done.RESTORED, UUID(int=7))
    assert Import.of_json(json.loads(json.dumps(one.as_json()))) == one


def test_what_is_far_too_much_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_document: object) -> None:
        pytest.fail("It was read.")

    monkeypatch.setattr(gamefile, "read", read)
    rounds = file(rounds=[{}] * 1001)
    teams = file(teams=[{"name": "x", "players": ["x"]}] * 100)
    players = file(teams=[{"name": "x", "players": ["x"] * 200}, None, {"players": None}])
    for document, code in (
        (rounds, "too_many_rounds"),
        (teams, "seating_unknown"),
        (players, "seating_unknown"),
    ):
        (found,) = importing.arrived("a.json", raw(document)).remarks
        assert (found.severity, found.code) == ("error", code)


def test_a_time_far_off_in_its_zone_is_kept(club: Club) -> None:
    times = {"started": "2026-01-31T20:15:00-23:59", "finished": "2026-02-01T20:15:00+23:59"}
    (imported,) = import_all(club, file(**times))
    game = Game.objects.get(pk=imported.game)
    assert game.started_at.isoformat() == "2026-02-01T20:14:00+00:00"
    assert game.finished_at is not None
    assert game.finished_at.isoformat() == "2026-01-31T20:16:00+00:00"
