"""The command that imports game files: what becomes of each, what it prints, and how it ends."""

import io
import json
from pathlib import Path
from typing import NamedTuple
from unittest import mock
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import OperationalError

from games.models import Club, Game, User
from tests.documents import CASES, EAST, EXAMPLE, NORTH, Document, file, played, raw
from tests.models import play

pytestmark = pytest.mark.django_db

NOBODY = "00000000-0000-4000-8000-000000000000"
"""An id that nothing has."""

NAMED = {**EXAMPLE, "id": "friday-1"}
OTHER = {**NAMED, "name": "Saturday"}
WRONG = played(entries={NORTH: {"red_threes": 9, "meld_points": 3}, EAST: {"books": 1}})


class Answer(NamedTuple):
    """What the command left behind."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[list[str]]:
        """What became of each file: what was done, the game, and the file."""
        assert self.status == 0
        assert self.err == ""
        assert self.out.isascii()
        return [line.split(" ", 2) for line in self.out.splitlines()]

    @property
    def refusal(self) -> str:
        """The one line that says why nothing was imported."""
        assert self.status == 2
        assert self.out == ""
        assert self.err.isascii()
        assert self.err.count("\n") == 1
        return self.err

    @property
    def findings(self) -> list[Document]:
        """The errors that were printed."""
        assert self.status == 1
        assert self.err == ""
        printed = json.loads(self.out)
        assert list(printed) == ["findings"]
        for one in printed["findings"]:
            assert set(one) == {
                *("file", "severity", "code", "round", "field", "column", "message")
            }
            assert one["severity"] == "error"
        found: list[Document] = printed["findings"]
        return found


def run(*arguments: object) -> Answer:
    out, err, status = io.StringIO(), io.StringIO(), "0"
    try:
        call_command("import_game", *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as left:
        status = str(left.code)
    return Answer(int(status), out.getvalue(), err.getvalue())


@pytest.fixture
def write(tmp_path: Path) -> "Writer":
    return Writer(tmp_path)


class Writer:
    """Writes game files to import."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, document: object, name: str = "game.json") -> Path:
        path = self.folder / name
        path.write_bytes(document if isinstance(document, bytes) else raw(document))
        return path


@pytest.fixture
def club() -> Club:
    """The only club."""
    return User.objects.make_silently().home_club()


def test_every_case_is_imported_and_known_again(club: Club) -> None:
    first, second = run(*CASES), run(*CASES)
    assert [line[0] for line in first.lines] == ["imported"] * len(CASES)
    assert [line[0] for line in second.lines] == ["unchanged"] * len(CASES)
    assert [line[1] for line in first.lines] == [line[1] for line in second.lines]
    assert [line[2] for line in first.lines] == [str(path) for path in CASES]
    assert club.games.count() == len(CASES)


def test_it_goes_to_the_only_club(club: Club, write: Writer) -> None:
    ((_done, pk, _name),) = run(write(EXAMPLE)).lines
    game = club.games.get(pk=pk)
    play.assert_follows_from_entries(game)
    assert game.revisions.get().by is None


def test_without_a_club_there_is_a_new_one(write: Writer) -> None:
    run(write(EXAMPLE))
    assert Game.objects.get().club == Club.objects.get()


def test_of_several_clubs_one_is_named(club: Club, write: Writer) -> None:
    other = User.objects.make_silently().home_club()
    path = write(EXAMPLE)
    refusal = run(path).refusal
    assert "--club" in refusal
    assert str(club.pk) in refusal
    assert str(other.pk) in refusal
    run(path, "--club", other.pk)
    assert Game.objects.get().club == other


@pytest.mark.parametrize("named", ["", "nobody", NOBODY, "\x00", "0" * 5000])
def test_there_is_no_such_club(named: str, write: Writer) -> None:
    assert run(write(EXAMPLE), f"--club={named}").refusal == "There is no club of this id.\n"
    assert not Game.objects.exists()
    assert not Club.objects.exists()


def test_standard_input(club: Club) -> None:
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(raw(EXAMPLE)))):
        ((done, _pk, name),) = run("-").lines
    assert (done, name) == ("imported", "-")
    assert club.games.count() == 1


def test_other_content_is_refused_unless_replaced(club: Club, write: Writer) -> None:
    ((_done, pk, _name),) = run(write(NAMED)).lines
    path = write(OTHER, "other.json")
    (finding,) = run(path).findings
    assert (finding["file"], finding["code"], finding["field"]) == (str(path), "differs", "id")
    assert "--replace" in finding["message"]
    assert run(path, "--replace").lines == [["replaced", pk, str(path)]]
    assert club.games.get().name == "Saturday"
    assert run(path).lines == [["unchanged", pk, str(path)]]


def test_a_deleted_game_is_restored(club: Club, write: Writer) -> None:
    path = write(NAMED)
    run(path)
    club.games.get().discard(by=None, submission=uuid4())
    ((done, _pk, _name),) = run(path).lines
    assert done == "restored"
    assert club.games.get().deleted_at is None


def test_errors_are_printed_with_their_file(club: Club, write: Writer) -> None:
    good, wrong, long = (
        write(EXAMPLE, "good.json"),
        write(WRONG, "wrong.json"),
        write(file(name="n" * 300), "long.json"),
    )
    found = run(good, wrong, long).findings
    assert [(one["file"], one["round"], one["field"], one["column"]) for one in found] == [
        (str(wrong), 1, "books", EAST),
        (str(wrong), 1, "meld_points", NORTH),
        (str(wrong), 1, None, None),
        (str(long), None, "name", None),
    ]
    assert not club.games.exists()


def test_one_id_in_two_files(club: Club, write: Writer) -> None:
    (finding,) = run(write(NAMED), write(OTHER, "other.json"), "--replace").findings
    assert finding["code"] == "same_game_twice"
    assert not club.games.exists()


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[" * 100_000, b"\xef\xbb\xbf{}"])
def test_what_is_no_game_file_is_named(club: Club, write: Writer, content: bytes) -> None:
    refusal = run(write(EXAMPLE), write(content, "other.txt")).refusal
    assert "other.txt: " in refusal
    assert not club.games.exists()


@pytest.mark.parametrize("name", ["none.json", "none\n.json", "É\udcff.json", "a\0b", "."])
def test_what_cannot_be_read(name: str, tmp_path: Path) -> None:
    assert "cannot be read" in run(tmp_path / name).refusal


def test_the_database_does_not_answer(write: Writer) -> None:
    path = write(EXAMPLE)
    gone = OperationalError("no such table:\ngames_club")
    with mock.patch("games.importing.import_all", side_effect=gone):
        assert "no such table: games_club" in run(path).refusal
    assert not Club.objects.exists()
