"""Bringing in files of many games: archives, score sheets, and what other programs keep."""

import gzip
import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import importing
from games.formats import archive, rounds
from games.models import Club, Game, Membership, Upload, User
from tests.build import member_of, viewer_of
from tests.documents import file, raw
from tests.formats.test_archive import HEAD, RESULT, lines
from tests.formats.test_bgstats import export, play, score
from tests.formats.test_keepscore import LINE, table
from tests.formats.test_sheets import SHEET
from tests.pages import Page

pytestmark = pytest.mark.django_db

RUMMY = LINE.replace("Banakil", "Rummy").replace("01-30", "01-31")
MIXED = table(f"{LINE},1250,830", f"{RUMMY},1,2", f"{LINE},many,2")


def url(club: Club | None = None) -> str:
    return "/games/import/" if club is None else f"/clubs/{club.pk}/import/"


def choose(
    client: Client, *contents: str | bytes, name: str = "x", club: Club | None = None
) -> Any:
    files = [
        SimpleUploadedFile(name, one.encode() if isinstance(one, str) else one) for one in contents
    ]
    return client.post(url(club), {"files": files})


def looked_at(client: Client, *contents: str | bytes, **more: Any) -> str:
    answer = choose(client, *contents, **more)
    assert answer.status_code == 303, Page(answer.text).text
    return str(answer.url)


def form(client: Client, at: str) -> dict[str, Any]:
    page = Page(client.get(at).text)
    assert page.unsafe == []
    (found,) = (one for one in page.forms if (one.action or at) == at)
    return {name: value for name, value in found.fields if not name.startswith("called")}


def text(client: Client, at: str) -> str:
    answer = client.get(at)
    assert answer.status_code == 200
    return Page(answer.text).text


@pytest.fixture
def club(account: User) -> Club:
    return account.home_club()


# ---- where to


def test_a_club_of_many_is_chosen(client: Client, account: User) -> None:
    other = Club.objects.create(name="Others")
    Membership.objects.create(user=account, club=other, role=Membership.Role.SCORER)
    page = Page(client.get(url()).text)
    assert url(other) in page.links
    at = looked_at(client, SHEET, club=other)
    assert at.startswith(url(other))
    assert client.post(at, form(client, at)).status_code == 303
    assert "Others" in text(client, url(other))
    assert other.games.count() == 1
    many = looked_at(client, lines(HEAD, file(id="1"), file(id="2")), club=other)
    assert client.post(many, form(client, many))["Location"] == f"/clubs/{other.pk}/"
    assert account.home_club().games.count() == 0


def test_a_club_is_offered_once_and_only_to_those_who_keep_score(
    client: Client, account: User
) -> None:
    second, looked = (Club.objects.create(name=name) for name in ("Second", "Only looked at"))
    for club in (second, looked, account.home_club()):
        for role in ("owner", "scorer", "scorer", "scorer"):
            Membership.objects.create(user=User.objects.make_silently(), club=club, role=role)
    Membership.objects.create(user=account, club=looked, role="viewer")
    assert "Into which club?" not in text(client, url())
    Membership.objects.create(user=account, club=second, role="scorer")
    account.starts_in = second
    account.save()
    page = Page(client.get(url()).text)
    assert [page.links.count(url(one)) for one in (account.memberships.earliest("pk").club, second)]
    assert page.text.count("Second") == 1
    assert "Second The games come here" in page.text
    assert "Only looked at" not in page.text


@pytest.mark.usefixtures("account")
def test_other_clubs_are_not_there(client: Client) -> None:
    other = User.objects.make_silently().home_club()
    at = f"{url(other)}{Upload.objects.keep(None, []).pk}/"
    for one in (url(other), at, f"/clubs/{uuid4()}/import/"):
        assert client.get(one).status_code == 404
        assert client.post(one).status_code == 404
    client.logout()
    assert client.get(url(other)).status_code == 404


def test_whoever_looks_on_may_not(client: Client, club: Club) -> None:
    at = looked_at(client, SHEET, club=club)
    client.force_login(viewer_of(club))
    for one in (url(club), at):
        assert client.get(one).status_code == 403
        assert client.post(one).status_code == 403
    assert not Game.objects.exists()


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods(client: Client, club: Club, method: str) -> None:
    for one in (url(club), looked_at(client, SHEET, club=club)):
        assert getattr(client, method)(one).status_code == 405


# ---- line by line


@pytest.mark.usefixtures("club")
def test_a_table_is_told_line_by_line_before_anything_is_kept(client: Client) -> None:
    at = looked_at(client, MIXED, name="keepscore.csv")
    told = text(client, at)
    for words in (
        *("A table from KeepScore", "Line 2 Banakil", "Ana 1,250", "Ben 830"),
        *("Cannot be read 1", "“many” is not a whole number.", "Left out: no game of ours 1"),
        *("Line 3 Rummy", "Say which of ours it is", "Import it"),
    ):
        assert words in told
    assert not Game.objects.exists()


def test_nothing_comes_in_until_somebody_says_that_some_may_be_left_out(
    client: Client, club: Club
) -> None:
    at = looked_at(client, MIXED)
    answer = client.post(at, form(client, at))
    assert answer.status_code == 409
    assert "Tick that what cannot be read is left out" in answer.text
    assert not club.games.exists()
    assert client.post(at, form(client, at) | {"leave_out": "yes"}).status_code == 303
    game = club.games.get()
    assert (game.variant, game.rounds.count(), game.finished_at is None) == ("banakil", 0, False)


def test_a_name_is_said_once_to_be_a_game_of_ours(client: Client, club: Club) -> None:
    at = looked_at(client, table(f"{RUMMY},1,2", f"{RUMMY.replace('31 20', '31 18')},3,4"))
    page = Page(client.get(at).text)
    assert "There are no games in it." not in page.text
    assert "Import" not in {value for _name, value in page.buttons}
    field = 'name="called-0-0"'
    assert field in client.get(at).text
    answer = client.post(at, {"look": "again", "called-0-0": "marriage"})
    assert (answer.status_code, answer["Location"]) == (303, at)
    assert "Import all 2" in text(client, at)
    assert client.post(at, form(client, at)).status_code == 303
    assert club.games.filter(variant="marriage").count() == 2


@pytest.mark.parametrize("key", ["chess", "\0", "", "x" * 5000])
def test_a_game_that_is_none_of_ours_is_not_chosen(client: Client, club: Club, key: str) -> None:
    at = looked_at(client, table(f"{RUMMY},1,2"))
    assert client.post(at, {"look": "", "called-0-0": key, "called-9-9": "bain"}).status_code == 303
    assert "None of ours" in text(client, at)
    assert client.post(at, {}).status_code in (303, 409)
    assert not club.games.exists()


def test_an_export_of_board_game_stats(client: Client, club: Club) -> None:
    at = looked_at(client, export(play(), play(uuid=str(uuid4()), gameRefId=2)))
    told = text(client, at)
    assert "From Board Game Stats" in told
    assert "Play 2 Catan" in told
    assert client.post(at, form(client, at)).status_code == 303
    assert club.games.count() == 1
    again = looked_at(client, export(play()))
    assert "Known already; nothing changes 1" in text(client, again)
    client.post(again, form(client, again))
    assert club.games.count() == 1


def test_what_differs_must_be_ticked(client: Client, club: Club) -> None:
    first = looked_at(client, export(play()))
    client.post(first, form(client, first))
    at = looked_at(client, export(play(score(0, 9), score(1, 5))))
    answer = client.post(at, form(client, at))
    assert answer.status_code == 409
    assert "Tick what is to be replaced" in answer.text
    assert client.post(at, form(client, at) | {"replace_all": "0"}).status_code == 303
    game = club.games.get(deleted_at=None)
    assert [team.points for team in game.teams.order_by("number")] == [9, 5]


def test_sending_it_twice_brings_it_in_once(client: Client, club: Club) -> None:
    at = looked_at(client, SHEET)
    sending = form(client, at)
    first, second = (client.post(at, sending) for _time in range(2))
    assert first["Location"] == second["Location"]
    assert club.games.count() == 1


def test_a_visitor_brings_an_archive_along(client: Client) -> None:
    content = lines({**HEAD, "club": {"name": "Us", "time_zone": "Asia/Tokyo"}}, file(id="one"))
    at = looked_at(client, gzip.compress(content), name="club.jsonl.gz")
    assert "The archive of a club" in text(client, at)
    assert client.post(at, form(client, at)).status_code == 303
    club = Club.objects.get()
    assert (club.name, club.time_zone, club.games.count()) == ("Us", "Asia/Tokyo", 1)


def test_an_archive_without_games_brings_its_people(client: Client, club: Club) -> None:
    at = looked_at(client, lines(HEAD, {"player": {"name": "Ana"}}))
    assert client.post(at, form(client, at)).status_code == 303
    assert club.players.get().name == "Ana"
    assert "The people and seasons of the archive are here now." in client.get("/").text


WINTER: dict[str, Any] = {
    "season": {
        "name": "Winter",
        "from": "2025-12-01",
        "to": "2026-02-28",
        "variants": ["bain"],
        "closed": "2026-03-01T00:00:00Z",
        "result": RESULT,
    }
}
WHOLE = lines(
    {**HEAD, "club": {"name": "Fridays", "time_zone": "Asia/Tokyo"}},
    {"player": {"name": "Ana", "mark": "d", "guest": True, "aliases": ["Anna", "Annie"]}},
    {"player": {"name": "Ben", "hidden": "2026-01-01T00:00:00Z"}},
    {"player": {"name": "Zoe", "guest": True}},
    WINTER,
    {"season": {"name": "Open", "from": "2026-01-01"}},
    {"season": {"everything": True, "reckoning": "share"}},
    file(id="one", finished="2026-01-30T23:15:00+01:00"),
)


def test_all_that_an_archive_brings_is_told_before_anything_is_kept(
    client: Client, club: Club
) -> None:
    told = text(client, looked_at(client, WHOLE))
    for words in (
        "Fridays · 3 players · 3 seasons · 1 game",
        "Your club is called Fridays then, at home in Asia/Tokyo.",
        *("New seasons 3", "Winter Dec. 1, 2025 to Feb. 28, 2026 Bain Closed, with its result."),
        *("Open From Jan. 1, 2026 on", "All time How its standings are reckoned."),
        *("New players 3", "Also: Anna, Annie. That these are one person is kept"),
        *("Ben Hidden", "Zoe A guest.", "New games 1", "Import it"),
    ):
        assert words in told
    assert club.seasons.filter(everything=False).count() == club.players.count() == 0


def test_what_a_club_has_already_is_told_too(client: Client, club: Club) -> None:
    at = looked_at(client, WHOLE)
    assert client.post(at, form(client, at)).status_code == 303
    more = lines(HEAD, {"player": {"name": "ANA"}}, {"player": {"name": "Yun"}}, WINTER)
    told = text(client, looked_at(client, more))
    for words in (
        *("New players 1", "Players that you have; nothing changes 1", "There are no games in it."),
        "Seasons that you have; nothing changes 1",
    ):
        assert words in told
    assert "Your club is called" not in told
    assert "New seasons" not in told
    assert club.players.get(name="Annie").merged_into == club.players.get(name="Ana")


def test_an_archive_with_seasons_alone_says_so(client: Client, club: Club) -> None:
    at = looked_at(client, lines(HEAD, {"season": {"name": "Open"}}))
    told = text(client, at)
    assert "New seasons 1 Open" in told
    assert "Import it" in told
    assert "Import all 0" not in told
    client.post(at, form(client, at))
    assert club.seasons.filter(name="Open").exists()


def test_of_two_archives_the_second_finds_what_the_first_has_brought(client: Client) -> None:
    told = text(client, looked_at(client, WHOLE, WHOLE))
    for words in ("New players 3", "Players that you have; nothing changes 3", "New seasons 3"):
        assert told.count(words) == 1


def test_who_keeps_the_score_brings_games_and_nothing_else(client: Client, club: Club) -> None:
    scorer = member_of(club, "scorer")
    before = (club.name, club.time_zone)
    client.force_login(scorer)
    at = looked_at(client, WHOLE, club=club)
    told = text(client, at)
    assert "Only its games come in." in told
    for words in ("New seasons", "New players", "Your club is called"):
        assert words not in told
    assert client.post(at, form(client, at)).status_code == 303
    club.refresh_from_db()
    assert (club.name, club.time_zone) == before
    assert club.games.count() == 1
    assert not club.seasons.filter(everything=False).exists()
    assert set(club.seasons.values_list("reckoning", flat=True)) <= {"wins"}
    assert {one.name for one in club.players.all()} == {"Ana", "Ben", "Celia", "Dev"}
    assert not club.players.exclude(merged_into=None, hidden_at=None, is_guest=False).exists()


def test_who_keeps_the_score_brings_nothing_of_an_archive_without_games(
    client: Client, club: Club
) -> None:
    scorer = member_of(club, "scorer")
    content = lines(HEAD, {"player": {"name": "Ana"}}, {"season": {"name": "Open"}})
    at = looked_at(client, content, club=club)
    sending = form(client, at)
    club.memberships.exclude(user=scorer).update(role="scorer")
    assert client.post(at, sending).status_code == 409
    client.force_login(scorer)
    answer = choose(client, content, club=club)
    assert answer.status_code == 422
    assert "nothing in it that you can bring in" in Page(answer.text).text
    assert not club.players.exists()
    assert not club.seasons.filter(name="Open").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (SHEET, "of a round a table tells the points"),
        (table(f"{LINE},1,2"), "nothing is told of the rounds"),
        (export(play()), "called after its board or, where none is told, after the place"),
    ],
)
@pytest.mark.usefixtures("club")
def test_where_only_totals_come_in_it_is_said(
    client: Client, content: str | bytes, words: str
) -> None:
    told = text(client, looked_at(client, content))
    assert "Only the totals come in" in told
    assert words in told


@pytest.mark.usefixtures("club")
def test_an_archive_with_a_fault_is_refused_whole(client: Client) -> None:
    answer = choose(client, lines(HEAD, file(id="one"), file(teams=None), b"x"))
    assert answer.status_code == 422
    told = Page(answer.text).text
    assert "Line 3" in told
    assert "Line 4" in told
    assert "Choose again" in told
    assert not Upload.objects.exists()


# ---- many


@pytest.mark.usefixtures("club")
def test_of_many_lines_a_page_shows_some(client: Client) -> None:
    days = [LINE.replace("2019", str(1900 + number)) for number in range(120)]
    at = looked_at(client, table(*[f"{day},1,2" for day in days]))
    told = text(client, at)
    assert "1 to 50 of 120" in told
    assert "Line 51 " in told
    assert "Line 52 " not in told
    page = Page(client.get(at).text)
    (later,) = (link for link in page.links if "show=" in link)
    told = text(client, at + later.partition("#")[0])
    assert "51 to 100 of 120" in told
    for query in ("?show=0-new&from=99999", "?show=x&from=-1", "?from=1e9", "?show=%00", "?from=९"):
        assert client.get(at + query).status_code == 200


@pytest.mark.usefixtures("club")
def test_queries_do_not_grow_with_the_games(client: Client) -> None:
    def queries(number: int) -> int:
        content = lines(HEAD, *[file(id=f"{number}-{one}") for one in range(number)])
        at = looked_at(client, content)
        with CaptureQueriesContext(connection) as first:
            client.get(at)
        client.post(at, form(client, at))
        again = looked_at(client, content.replace(b'"id"', b'"name": "Other", "id"'))
        with CaptureQueriesContext(connection) as second:
            client.get(again)
        return len(first) + len(second)

    queries(1)  # Of a club in which nothing was done yet more is asked.
    assert queries(2) == queries(20)


@pytest.mark.usefixtures("club")
def test_more_than_others_can_wait_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_AT_ONCE", 10)
    answer = choose(client, lines(HEAD, *[file(id=str(one)) for one in range(5)]))
    assert answer.status_code == 422
    assert "import_club" in answer.text
    assert not Upload.objects.exists()


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    "told",
    [
        [{"player": {"name": f"Player {number}"}} for number in range(1001)],
        [{"player": {"name": "Ana", "aliases": [f"A{number}" for number in range(200)]}}] * 5,
        [{"season": {"name": f"Season {number}"}} for number in range(51)],
        [
            *({"season": {"name": f"Season {number}"}} for number in range(50)),
            *(file(id=str(number), started="2026-01-31T20:00:00Z") for number in range(100)),
        ],
        [
            file(
                id=str(number),
                teams=[
                    {"name": n, "players": [n + "x", n + "y"]} for n in (f"{number}a", f"{number}b")
                ],
            )
            for number in range(280)
        ],
    ],
    ids=["players", "names", "seasons", "games in seasons", "people"],
)
def test_every_line_weighs(client: Client, told: list[Any]) -> None:
    answer = choose(client, lines(HEAD, *told))
    assert answer.status_code == 422
    assert "import_club" in answer.text
    assert not Upload.objects.exists()


def test_a_club_cannot_have_any_number_of_seasons(client: Client, club: Club) -> None:
    def told(word: str) -> bytes:
        return lines(HEAD, *[{"season": {"name": f"{word} {number}"}} for number in range(50)])

    for word in "ab":
        at = looked_at(client, told(word))
        assert client.post(at, form(client, at)).status_code == 303
    at = looked_at(client, told("c"))
    answer = client.post(at, form(client, at))
    assert answer.status_code == 409
    assert "100 seasons at most" in answer.text
    assert club.seasons.filter(everything=False).count() == 100
    at = looked_at(client, told("b"))
    assert client.post(at, form(client, at)).status_code == 303


@pytest.mark.usefixtures("club")
def test_an_archive_may_be_larger_than_a_game(client: Client) -> None:
    content = lines(HEAD, {"player": {"name": "Ana"}}) + b"\n" * 2_000_000
    assert choose(client, content).status_code == 303


@pytest.mark.usefixtures("club")
def test_many_compressed_files_hold_no_more_than_one_may(client: Client) -> None:
    content = gzip.compress(lines(HEAD) + b" " * (3 * 1024 * 1024))
    assert choose(client, content, content).status_code == 303
    (upload,) = Upload.objects.all()
    assert len(json.dumps(upload.documents)) < 20_000
    answer = choose(client, *[content] * 15)
    assert answer.status_code == 422
    assert answer.text.count("hold more together than a page can look at, 8 MB.") == 13


@pytest.mark.usefixtures("club")
def test_what_is_damaged_is_not_unpacked_again_and_again(client: Client) -> None:
    damaged = gzip.compress(lines(HEAD) + b" " * (3 * 1024 * 1024))[:-5]
    answer = choose(client, *[damaged] * 5)
    assert answer.text.count("The compressed file is damaged.") == 2
    assert answer.text.count("hold more together") == 3


# ---- whatever is sent


HOSTILE = [
    gzip.compress(b"0" * 200_000_000, 1),
    gzip.compress(gzip.compress(raw(HEAD))),
    b"PK\x03\x04" + b"\0" * 50,
    raw(HEAD) + b"\n" + b"[" * 100_000,
    b'{"plays": ' + b"[" * 100_000,
    b'{"plays": [], "plays": []}',
    b'{"plays": [{"a": NaN}]}',
    export(play(score(0, "9**9**9"), score(1, 1e308))),
    export(play(score(0, "\ud800"), score(1, "\0"))),
    b"Game," + b"," * 1_000_000,
    b"Game,bain\n" + b"x" * 300_000,
    b'Game,bain\n"Round,\n',
    b"Game,bain\n\0",
    b"\xff\xfe" + "Game,bain\n".encode("utf-16-le") + b"\x00\xd8",
    "Game,bain\nName,Éva".encode("latin-1"),
    table(f"{LINE},=1+1,@x").encode(),
    b"Start time,Game name,most\n" + b"2019,,,\n" * 60_000,
    ",".join(rounds.HEADER).encode(),
]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.usefixtures("club")
def test_whatever_is_sent_is_answered_and_nothing_of_it_is_kept(
    client: Client, content: bytes
) -> None:
    answer = choose(client, content, name="x.csv" if b"," in content[:40] else "x")
    assert answer.status_code in (303, 413, 422)
    assert b"\0" not in answer.content
    if answer.status_code == 303:
        assert client.get(answer.url).status_code == 200
        assert client.post(answer.url, {}).status_code == 409
    assert not Game.objects.exists()


@given(
    content=st.binary(max_size=60),
    before=st.sampled_from(
        [b"", b"Game,bain\n", b"\x1f\x8b", b'{"plays":', raw(HEAD) + b"\n", table("").encode()]
    ),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck])
def test_any_bytes(client: Client, content: bytes, before: bytes) -> None:
    answer = choose(client, before + content, name="x.csv")
    assert answer.status_code in (303, 422)
    if answer.status_code == 303:
        assert client.get(answer.url).status_code == 200


@pytest.mark.usefixtures("club")
def test_names_are_no_markup(client: Client) -> None:
    evil = "<script>alert(1)</script>"
    content = table(f"{LINE.replace('Banakil', evil)},1,2", f"{LINE},1,{evil}", players=f"{evil},B")
    answer = client.get(looked_at(client, content, name=f"{evil}.csv"))
    assert "<script>alert" not in answer.text
    json.dumps(answer.text)


def test_the_archive_of_a_club_is_known_in_it(client: Client, club: Club) -> None:
    at = looked_at(client, SHEET)
    client.post(at, form(client, at))
    content = b"".join(archive.lines(Club.objects.get(pk=club.pk)))
    at = looked_at(client, content, club=club)
    assert "Known already; nothing changes 1" in text(client, at)
