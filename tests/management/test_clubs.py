"""The commands that write a club as an archive and take it in, however large."""

import gzip
import io
import json
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command

from games import names
from games.formats import archive
from games.models import Club, Game, User
from tests.build import played, started
from tests.documents import raw
from tests.formats.test_keepscore import LINE, table

pytestmark = pytest.mark.django_db


class Answer(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


def run(name: str, *arguments: object) -> Answer:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(name, *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as end:
        return Answer(int(str(end.code)), out.getvalue(), err.getvalue())
    return Answer(0, out.getvalue(), err.getvalue())


@pytest.fixture
def club() -> Club:
    by = User.objects.make_silently("Asia/Kathmandu")
    game = started(by)
    played(game, by)
    Club.objects.update(name="Friday ♠")
    return Club.objects.get()


def written(club: Club) -> bytes:
    return b"".join(archive.lines(club))


def test_out_and_in_again(club: Club, tmp_path: Path) -> None:
    for name in ("club.jsonl", "club.jsonl.gz"):
        path = tmp_path / name
        assert run("export_club", club.pk, "--output", path) == Answer(0, "", "")
        content = path.read_bytes()
        assert (gzip.decompress(content) if name.endswith("gz") else content) == written(club)
        answer = run("import_club", path, "--new")
        assert answer.status == 0, answer.err
        there = Club.objects.order_by("created_at").last()
        assert there is not None
        assert answer.out.splitlines()[0] == "imported 1"
        assert str(there.pk) in answer.out
        assert written(there) == written(club)
        assert run("import_club", path, "--club", there.pk).out.startswith("unchanged 1")


def test_it_is_printed(club: Club) -> None:
    answer = run("export_club", club.pk)
    assert answer.out == written(club).decode()


def test_an_empty_database_gets_its_first_club(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "club.jsonl"
    path.write_bytes(written(club))
    before = path.read_bytes()
    Game.objects.all().delete()
    Club.objects.all().delete()
    assert run("import_club", path).status == 0
    assert written(Club.objects.get()) == before
    assert run("import_club", path).out.startswith("unchanged 1")


def test_an_account_runs_the_club_that_came_in(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "club.jsonl"
    path.write_bytes(written(club))
    owner = User.objects.make_silently()
    owner.name, owner.key = "Ana", names.same_as("Ana")
    owner.save()
    answer = run("import_club", path, "--new", "--owner", "ANA")
    assert answer.status == 0, answer.err
    there = Club.objects.latest("created_at")
    assert [(one.user, one.role) for one in there.memberships.all()] == [(owner, "owner")]
    before = Club.objects.count()
    assert run("import_club", path, "--new", "--owner", "Nobody") == Answer(
        2, "", "There is no account of this name.\n"
    )
    assert Club.objects.count() == before


def test_another_programs_games_may_be_many(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "keepscore.csv"
    path.write_text(table(f"{LINE},1,2", f"{LINE},x,2"))
    answer = run("import_club", path)
    assert answer.status == 1
    (finding,) = json.loads(answer.out)["findings"]
    assert finding["place"] == "Line 3"
    assert club.games.count() == 1
    assert run("import_club", path, "--leave-out").out.startswith("imported 1")
    assert club.games.count() == 2


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("named", ["x", "", "00000000-0000-4000-8000-000000000000", "\0"])
def test_no_such_club(named: str) -> None:
    assert run("export_club", named) == Answer(2, "", "There is no club of this id.\n")


def test_what_cannot_be_written_is_said(club: Club, tmp_path: Path) -> None:
    answer = run("export_club", club.pk, "--output", tmp_path / "none" / "club.jsonl")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no archive",
        b"\x1f\x8bxx",
        b"PK\x03\x04",
        raw({"format": "scorekeeper-game"}),
        raw({"format": "scorekeeper-club", "version": 9}),
    ],
)
def test_what_is_no_archive_is_said_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    for arguments in ((), ("--new",)):
        answer = run("import_club", path, *arguments)
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert run("import_club", tmp_path / "none").status == 2
    assert not Club.objects.exists()


def test_errors_are_told_with_their_lines_and_nothing_is_kept(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "club.jsonl"
    path.write_bytes(written(club) + b'{"player": {"name": ""}}\n{"format": "scorekeeper-game"}\n')
    answer = run("import_club", path, "--new")
    assert answer.status == 1
    places = [one["place"] for one in json.loads(answer.out)["findings"]]
    assert places == ["Line 7", "Line 8"]
    assert Club.objects.count() == 1
