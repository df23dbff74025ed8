"""A club goes out as one archive, and a new installation takes it in unchanged."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import gamefile, importing
from games.clubproof import differences
from games.formats import Kind, archive, opened
from games.importing import Done, Import
from games.models import Club, Game, Player, Season, User
from games.variants import VARIANTS
from tests.build import played, started
from tests.documents import EAST, EXAMPLE, NORTH, Document, file, raw
from tests.gamefile.reading import ended
from tests.gamefile.strategies import game_files
from tests.models import play

pytestmark = pytest.mark.django_db

ZONE = ZoneInfo("Europe/Berlin")
HEAD = {"format": "scorekeeper-club", "version": 1, "club": {"name": "Us", "time_zone": "UTC"}}
PLACED: Document = {
    "player": 0,
    "games": 2,
    "wins": 1,
    "places": [1, 1],
    "points": 5,
    "difference": -5,
    "figure": [1, 2],
    "place": 1,
    "decided": "",
}
RESULT: Document = {
    "players": ["Ana", "Ben"],
    "names": ["Ana", None],
    "placed": [PLACED],
    "few": [{**PLACED, "player": 1, "place": None}],
    "direct": [[0, 1, 1, 1]],
    "games": 2,
}
WRONG: list[Document] = [
    {"players": ["Ana"]},
    {"players": [5, "Ben"]},
    {"players": ["Ana", "ANA"]},
    {"names": ["Ana"]},
    {"placed": [{**PLACED, "player": 7}]},
    {"placed": [{**PLACED, "games": 0}]},
    {"placed": [{**PLACED, "figure": [1, 0]}]},
    {"placed": [{**PLACED, "decided": "luck"}]},
    {"placed": [{**PLACED, "place": None}]},
    {"placed": [{**PLACED, "points": 10**40}]},
    {"placed": [{**PLACED, "more": 1}]},
    {"placed": {}},
    {"few": [PLACED]},
    {"direct": [[0, 7, 1, 1]]},
    {"direct": [[0, 1]]},
    {"games": "many"},
    {"more": 1},
]
CLOSED: Document = {
    "name": "Winter",
    "closed": "2026-01-01T00:00:00+00:00",
    "place_points": [3, 1, 0],
}
EVENING: Document = file(
    id="an-old-evening",
    started="2019-01-30T20:00:00+01:00",
    finished="2019-01-30T23:00:00+01:00",
    starting_totals={NORTH: 20_100, EAST: -5},
)


def written(club: Club) -> bytes:
    return b"".join(archive.lines(club))


def brought_in(club: Club, content: bytes) -> list[Import]:
    parcel = opened("club.jsonl", content, ZONE)
    assert parcel.kind is Kind.ARCHIVE
    assert parcel.refusal == ""
    assert parcel.club is not None
    return importing.import_all(
        club, parcel.arrivals, by=None, submission=uuid4(), replace=(), told=[parcel.club]
    )


def imported(club: Club, *documents: object) -> None:
    arrivals = [importing.arrived("x", raw(document)) for document in documents]
    importing.import_all(club, arrivals, by=None, submission=uuid4(), replace=())


def done(found: Sequence[Import]) -> set[Done]:
    return {one.done for one in found}


def lines(*told: object) -> bytes:
    return b"\n".join(one if isinstance(one, bytes) else raw(one) for one in told)


@pytest.fixture
def club() -> Club:
    """A club of five evenings: running, finished, of totals alone, deleted, and not begun."""
    by = User.objects.make_silently("Asia/Kathmandu")
    club = by.home_club()
    club.name = "Friday & friends ♠"
    club.save()
    running = started(by)
    played(running, by)
    imported(club, EXAMPLE | {"id": "friday-1", "started": "2026-01-30T20:15:00+01:00"}, EVENING)
    gone = started(by, "marriage", 3, 1)
    gone.discard(by=by, submission=uuid4())
    finished = started(by, "bga", 3, 1)
    played(finished, by)
    finished.finish(by=by, submission=uuid4())
    started(by, "banakil", 2, 1)
    club.player_named("Zoe, who never played")
    guest = club.player_named("=Emil")
    guest.change(name="=Emil", mark="d", is_guest=True, by=by, submission=uuid4())
    guest.hide(by=by, submission=uuid4())
    twice = club.player_named("Anna")
    twice.merge_into(club.player_named("Ana"), by=by, submission=uuid4())
    Season.objects.create(
        club=club,
        name="Winter ♠",
        starts_on="2019-01-01",
        ends_on="2026-02-28",
        variants=["bain"],
        reckoning="places",
        place_points=[5, 2],
        least_games=1,
    )
    Season.objects.create(club=club, name="Open", place_points=[1])
    past = Season.objects.create(club=club, name="Closed", least_games=2)
    past.reckon()
    past.close()
    club.player_named("Ben").change(
        name="Benjamin", mark="b", is_guest=False, by=by, submission=uuid4()
    )
    Season.objects.filter(pk=Season.objects.of_all_time(club).pk).update(reckoning="share")
    return club


def told_by_names(season: Season) -> list[list[object]]:
    table = season.table()
    return [
        [table.names[one.tally.player] for one in (*table.placed, *table.few)],
        [one.figure for one in (*table.placed, *table.few)],
    ]


# ---- unchanged


def test_a_new_installation_takes_it_in_unchanged(club: Club) -> None:
    out = written(club)
    there = Club.objects.create()
    assert done(brought_in(there, out)) == {Done.IMPORTED}
    there.refresh_from_db()
    assert written(there) == out
    assert (there.name, there.time_zone) == (club.name, "Asia/Kathmandu")
    assert there.games.count() == 5
    for game in there.games.all():
        play.assert_follows_from_entries(game)
    assert differences(there) == []
    alias = there.players.get(name="Anna")
    assert alias.merged_into == there.players.get(name="Ana")
    emil = there.players.get(name="=Emil")
    assert (emil.mark, emil.is_guest, emil.hidden_at is None) == ("d", True, False)
    season = there.seasons.get(name="Winter ♠")
    assert season.standings() != ([], [])
    assert there.seasons.get(everything=True).reckoning == "share"
    (past, same) = (one.seasons.get(name="Closed") for one in (club, there))
    assert same.closed_at == past.closed_at
    assert told_by_names(same) == told_by_names(past)
    assert "Ben" in told_by_names(same)[0]


def test_the_first_line_says_what_it_is(club: Club) -> None:
    first, *rest = [json.loads(line) for line in written(club).splitlines()]
    assert first == {
        "format": "scorekeeper-club",
        "version": 1,
        "club": {"name": "Friday & friends ♠", "time_zone": "Asia/Kathmandu"},
    }
    names = [line["player"]["name"] for line in rest if "player" in line]
    assert names == sorted(names, key=str.casefold)
    assert "Zoe, who never played" in names
    games = [line for line in rest if line.get("format") == "scorekeeper-game"]
    seasons = [line["season"] for line in rest if "season" in line]
    assert [season.get("name") for season in seasons] == [None, "Closed", "Open", "Winter ♠"]
    assert len(names) + len(seasons) + len(games) == len(rest)
    assert len(games) == 5
    assert [game["started"] for game in games] == sorted(game["started"] for game in games)
    assert games[0]["id"] == "an-old-evening"
    assert "finished" in games[0]
    assert games[0]["rounds"] == []


def test_it_is_read_as_lines_however_names_are_spelled() -> None:
    club = Club.objects.create()
    club.player_named("Line\N{LINE SEPARATOR}and \N{PARAGRAPH SEPARATOR} end")
    club.player_named("王 \N{GRINNING FACE} \N{RIGHT-TO-LEFT OVERRIDE}")
    there = Club.objects.create()
    brought_in(there, written(club))
    assert written(there) == written(club)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@given(data=st.data())
@settings(max_examples=6, derandomize=True, deadline=None, suppress_health_check=[*HealthCheck])
def test_any_club_survives(variant: Any, data: st.DataObject) -> None:
    files = data.draw(st.lists(game_files(variant, most_rounds=2), max_size=3))
    arrivals = [importing.arrived("x", raw_of(one)) for one in files]
    club = Club.objects.create(name=data.draw(st.sampled_from(["", "Us", "=1+1"])))
    fit = [one for one in importing.prospects(club, arrivals) if one.can_be_imported]
    importing.import_all(
        club, [one.arrival for one in fit], by=None, submission=uuid4(), replace=()
    )
    out = written(club)
    there = Club.objects.create()
    brought_in(there, out)
    there.refresh_from_db()
    assert written(there) == out
    before = stored()
    for again in (club, there):
        assert done(brought_in(again, out)) <= {Done.UNCHANGED}
    assert stored() == before


def raw_of(one: Any) -> bytes:
    return gamefile.text_of(one).encode()


def stored() -> list[object]:
    return [
        list(Club.objects.order_by("pk").values()),
        list(Player.objects.order_by("pk").values()),
        list(Season.objects.order_by("pk").values()),
        list(Game.objects.order_by("pk").values()),
    ]


def test_the_same_archive_twice_changes_nothing(club: Club) -> None:
    out = written(club)
    before = stored()
    assert done(brought_in(club, out)) == {Done.UNCHANGED}
    assert stored() == before
    assert done(brought_in(club, out)) == {Done.UNCHANGED}
    assert stored() == before


def test_a_club_that_has_a_name_keeps_it(club: Club) -> None:
    there = Club.objects.create(name="Others", time_zone="UTC")
    brought_in(there, written(club))
    there.refresh_from_db()
    assert (there.name, there.time_zone) == ("Others", "UTC")


def test_games_are_made_in_the_order_in_which_they_were_played() -> None:
    days = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in (3, 1, 2)]
    games = [file(id=str(number), started=day.isoformat()) for number, day in enumerate(days)]
    club = Club.objects.create()
    brought_in(club, lines(HEAD, *games))
    made = list(club.games.order_by("changed_at").values_list("file_id", flat=True))
    assert made == ["1", "2", "0"]


def test_it_needs_as_many_queries_for_many_games_as_for_few() -> None:
    club = Club.objects.create()

    def queries(number: int) -> int:
        imported(club, *[file(id=f"{number}-{one}", rounds=ended({})) for one in range(number)])
        with CaptureQueriesContext(connection) as caught:
            assert written(club).count(b"\n") > number
        return len(caught)

    assert queries(2) == queries(30)


# ---- compressed


def test_it_may_come_compressed(club: Club) -> None:
    out = written(club)
    packed = b"".join(archive.packed(archive.lines(club)))
    assert packed == b"".join(archive.packed(archive.lines(club)))
    assert len(packed) < len(out)
    there = Club.objects.create()
    brought_in(there, packed)
    there.refresh_from_db()
    assert written(there) == out


def test_a_bomb_does_not_go_off() -> None:
    bomb = b"".join(archive.packed(b"0" * 1_000_000 for _one in range(200)))
    assert len(bomb) < 1_000_000
    assert "more than a page can look at" in opened("x.gz", bomb, ZONE).refusal


@pytest.mark.parametrize("cut", [3, 15, -1, -9])
def test_what_is_compressed_must_be_whole(club: Club, cut: int) -> None:
    packed = b"".join(archive.packed(archive.lines(club)))
    assert opened("x.gz", packed[:cut], ZONE).refusal == "The compressed file is damaged."
    assert opened("x.gz", packed + b"x", ZONE).refusal == "The compressed file is damaged."


# ---- what is wrong with it


def refusal(*told: object) -> str:
    return opened("club.jsonl", lines(*told), ZONE).refusal


@pytest.mark.parametrize(
    "head",
    [
        {**HEAD, "version": 2},
        {**HEAD, "version": True},
        {**HEAD, "format": ["scorekeeper-club"]},
        {**HEAD, "club": None},
        {**HEAD, "club": {"name": 5}},
        {**HEAD, "club": {"name": "a\u0000b"}},
        {**HEAD, "club": {"name": "\ud800"}},
        {**HEAD, "club": {"name": "n" * 81}},
        {**HEAD, "club": {"time_zone": "Mars/Olympus"}},
        {**HEAD, "club": {"time_zone": "../../etc/passwd"}},
        {**HEAD, "club": {"colour": "green"}},
        {**HEAD, "more": 1},
        b'{"format": "scorekeeper-club", "format": "scorekeeper-club"}',
        b'{"format": "scorekeeper-club", "version": NaN}',
        b'{"format": "scorekeeper-club", "a": ' + b"[" * 100_000,
        b'{"format": "scorekeeper-club"',
        b'{"format": "scorekeeper-club\xff"}',
        b'{"format": "scorekeeper-club\x00"}',
    ],
    ids=lambda head: str(head)[:60],
)
def test_a_wrong_first_line_is_refused_in_a_sentence(head: object) -> None:
    why = refusal(head, {"player": {"name": "Ana"}})
    assert why.endswith(".")
    assert "\0" not in why


@pytest.mark.parametrize(
    "line",
    [
        {"player": {"name": ""}},
        {"player": {"name": " "}},
        {"player": {"name": "n" * 81}},
        {"player": {"name": "a\u0000"}},
        {"player": {"name": "\udfff"}},
        {"player": {"name": ["Ana"]}},
        {"player": "Ana"},
        {"player": {"name": "Ana", "age": 5}},
        {"player": {"name": "Ana"}, "more": 1},
        {"player": {"name": "Ana", "mark": "z"}},
        {"player": {"name": "Ana", "mark": ["a"]}},
        {"player": {"name": "Ana", "guest": 1}},
        {"player": {"name": "Ana", "hidden": "yesterday"}},
        {"player": {"name": "Ana", "hidden": "2026-01-01"}},
        {"player": {"name": "Ana", "hidden": 5}},
        {"player": {"name": "Ana", "aliases": "Anna"}},
        {"player": {"name": "Ana", "aliases": [5]}},
        {"player": {"name": "Ana", "aliases": ["A"] * 1000}},
        {"season": {"name": ""}},
        {"season": {"name": "Winter", "from": "2026-13-01"}},
        {"season": {"name": "Winter", "from": 5}},
        {"season": {"name": "Winter", "from": "2026-02-01", "to": "2026-01-01"}},
        {"season": {"name": "Winter", "variants": ["chess"]}},
        {"season": {"name": "Winter", "variants": [[]]}},
        {"season": {"name": "Winter", "variants": "bain"}},
        {"season": {"name": "Winter", "reckoning": "luck"}},
        {"season": {"name": "Winter", "reckoning": []}},
        {"season": {"name": "Winter", "place_points": [1.5]}},
        {"season": {"name": "Winter", "place_points": [True]}},
        {"season": {"name": "Winter", "place_points": [10**30]}},
        {"season": {"name": "Winter", "place_points": [1] * 30}},
        {"season": {"name": "Winter", "least_games": -1}},
        {"season": {"name": "Winter", "least_games": 10**30}},
        {"season": {"name": "Winter", "everything": 1}},
        {"season": {"name": "Winter", "everything": True}},
        {"season": {"name": "Winter", "closed": "2026-01-01T00:00:00Z"}},
        {"season": {"name": "Winter", "result": RESULT}},
        *[{"season": {**CLOSED, "result": {**RESULT, **change}}} for change in WRONG],
        {"neither": 1},
        {},
        [],
        b"1e308",
        b"{",
        b"[" * 100_000,
        file(teams=None),
        file(starting_totals={NORTH: 10**400}),
        file(name="\u0000"),
    ],
    ids=lambda line: str(line)[:60],
)
def test_a_wrong_line_is_said_with_its_place(line: object) -> None:
    parcel = opened("club.jsonl", lines(HEAD, b"", line), ZONE)
    (arrival,) = parcel.arrivals
    assert arrival.place == "Line 3"
    assert arrival.file is None
    assert arrival.refusal or arrival.errors
    club = Club.objects.create()
    with pytest.raises(importing.ImportRefusedError):
        brought_in(club, lines(HEAD, {"player": {"name": "Ben"}}, line))
    assert not club.players.exists()


def test_the_result_of_a_closed_season_comes_in() -> None:
    club = Club.objects.create()
    people = [{"player": {"name": "Ana", "mark": "a"}}, {"player": {"name": "Ben", "mark": "a"}}]
    content = lines(HEAD, *people, {"season": {**CLOSED, "result": RESULT}})
    brought_in(club, content)
    season = club.seasons.get(name="Winter")
    assert [one.place for one in season.table().placed] == [1]
    assert [json.loads(line) for line in written(club).splitlines()][-1]["season"]["result"] == (
        RESULT
    )


def test_a_mark_before_it_and_ends_of_line_do_not_matter() -> None:
    content = b"\xef\xbb\xbf" + lines(HEAD, EVENING).replace(b"\n", b"\r\n")
    (arrival,) = opened("club.jsonl", content, ZONE).arrivals
    assert arrival.file is not None
