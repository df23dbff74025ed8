"""The command that scores a game file: what it prints, where, and with which exit status."""

import copy
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest
from django.conf import settings
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games import gamefile
from games.variants import VARIANTS
from tests.documents import (
    CASES,
    EAST,
    EXAMPLE,
    NORTH,
    TEAMS,
    Document,
    file,
    played,
    raw,
)

WRONG = played(entries={NORTH: {"red_threes": 9, "meld_points": 3}, EAST: {"books": 1}})


class Answer(NamedTuple):
    """What the command left behind."""

    status: int
    out: str
    err: str

    def check(self) -> Document:
        """Check that streams and status agree as promised, and return what was printed."""
        assert self.status in (0, 1, 2)
        assert self.out.isascii()
        if self.status == 2:
            assert self.out == ""
            assert self.err.isascii()
            assert self.err.count("\n") == 1
            assert self.err.endswith(".\n")
            return {}
        assert self.err == ""
        printed: Document = json.loads(self.out)
        if self.status == 1:
            assert list(printed) == ["findings"]
            assert {one["severity"] for one in printed["findings"]} == {"error"}
        return printed


def score(name: str) -> Answer:
    """Score a file in this process."""
    out, err, status = io.StringIO(), io.StringIO(), "0"
    try:
        call_command("score", name, stdout=out, stderr=err)
    except SystemExit as left:
        status = str(left.code)
    return Answer(int(status), out.getvalue(), err.getvalue())


def score_bytes(content: bytes) -> Answer:
    """Score what arrives on standard input, in this process."""
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(content))):
        return score("-")


def run(*arguments: str | Path, shell: tuple[str, ...] = (), **more: Any) -> Answer:
    """Run the command as people do."""
    done = subprocess.run(
        [*shell, sys.executable, Path(settings.BASE_DIR) / "manage.py", "score", *arguments],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"},
        **more,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


# ---- as people run it


def test_a_game_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "Friday cards.json"
    path.write_bytes(raw(EXAMPLE))
    answer = run(path)
    assert answer.status == 0
    assert answer.check()["totals"] == {NORTH: 4495, EAST: 175}


def test_a_game_is_scored_from_standard_input() -> None:
    answer = run("-", input=raw(EXAMPLE))
    assert answer.status == 0
    assert answer.check()["totals"] == {NORTH: 4495, EAST: 175}


def test_an_id_may_be_longer_than_any_that_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(raw(file(id="i" * 200_000)))
    assert run(path).status == 0


def test_a_game_with_errors() -> None:
    answer = run("-", input=raw(WRONG))
    assert answer.status == 1
    found = answer.check()["findings"]
    assert [(one["round"], one["field"], one["column"]) for one in found] == [
        (1, "books", EAST),
        (1, "meld_points", NORTH),
        (1, None, None),
    ]


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, b"\xff", b"{}"])
def test_no_game_file(content: bytes) -> None:
    answer = run("-", input=content)
    assert answer.status == 2
    answer.check()


def test_standard_input_is_closed() -> None:
    answer = run("-", shell=("sh", "-c", 'exec "$0" "$@" <&-'))
    assert answer.status == 2
    answer.check()


def test_no_database_is_needed(tmp_path: Path) -> None:
    nowhere = "postgres://nobody@127.0.0.1:1/nothing"
    with mock.patch.dict(os.environ, DATABASE_URL=nowhere, DATA_DIR=str(tmp_path)):
        answer = run("-", input=raw(EXAMPLE))
    assert answer.status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"secret_key"}


# ---- which file


def test_there_is_no_such_file(tmp_path: Path) -> None:
    for name in ("none.json", "none\n.json", "É\udcff.json"):
        answer = score(str(tmp_path / name))
        assert answer.status == 2
        answer.check()


def test_a_folder_is_no_game_file(tmp_path: Path) -> None:
    answer = score(str(tmp_path))
    assert answer.status == 2
    answer.check()


def test_a_name_that_no_file_can_have() -> None:
    answer = score("a\0b")
    assert answer.status == 2
    answer.check()


def test_a_file_that_may_not_be_read() -> None:
    with mock.patch.object(Path, "read_bytes", side_effect=PermissionError(13, "Denied")):
        answer = score("game.json")
    assert answer.status == 2
    assert answer.err == "The file cannot be read: Denied.\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_is_scored(path: Path) -> None:
    answer = score(str(path))
    assert answer.status == 0
    assert answer.check()["totals"] == json.loads(path.read_bytes())["expected"]["totals"]


def test_errors_are_printed_without_the_warnings() -> None:
    entries = {NORTH: {"red_threes": 9, "garbage_points": 5}}
    found = score_bytes(raw(played(entries=entries))).check()["findings"]
    assert [one["code"] for one in found] == ["red_threes_over_deck"]


def test_warnings_alone_do_not_stop_a_game() -> None:
    answer = score_bytes(raw(played(entries={NORTH: {"garbage_points": 5}})))
    assert answer.status == 0
    findings = answer.check()["rounds"][0]["findings"]
    assert {one["severity"] for one in findings} == {"warning"}


# ---- whatever the file


ODD_NUMBERS = ["1" + "0" * 30, "1e400", "-1e400", "1e-400", "-0.0", "9" * 5_000, "0.5", "-1", "1e6"]
ODD_VALUES: list[object] = [
    *(None, True, False, 0, 1, 8, 9, 5, "", "Ana", "North-South", "\ud800", "6,5", "\x00"),
    *([], {}, [[]], [None], {"Ana": None}, {"twos": 1}, {"\udfff": {}}, ["Ana"], "going_out"),
    *(f"@{number}@" for number in ODD_NUMBERS),
]
DOCUMENTS: list[Document] = [json.loads(path.read_bytes()) for path in CASES] + [EXAMPLE]


def places_in(value: object) -> list[tuple[Any, Any]]:
    """Return every place of a document, as a container and a key into it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        for key in keys:
            found += [(value, key), *places_in(value[key])]
    return found


def delete(inside: Any, key: Any, _value: object) -> None:
    del inside[key]


def replace(inside: Any, key: Any, value: object) -> None:
    inside[key] = value


def add(inside: Any, key: Any, value: object) -> None:
    if isinstance(inside, dict):
        inside[value if isinstance(value, str) else "more"] = value
    else:
        inside.insert(key, value)


def double(inside: Any, key: Any, _value: object) -> None:
    add(inside, key, copy.deepcopy(inside[key]))


def nest(inside: Any, key: Any, _value: object) -> None:
    inside[key] = [inside[key]] if isinstance(inside[key], dict) else {"value": inside[key]}


CHANGES: list[Callable[[Any, Any, object], None]] = [delete, replace, add, double, nest]


@st.composite
def changed_files(draw: st.DrawFn) -> bytes:
    """Draw a valid game file with a few things in it deleted, replaced, added, doubled, nested."""
    document = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _time in range(draw(st.integers(1, 4))):
        inside, key = draw(st.sampled_from(places_in(document) or [({}, "more")]))
        change = draw(st.sampled_from(CHANGES if inside else [add]))
        change(inside, key, copy.deepcopy(draw(st.sampled_from(ODD_VALUES))))
    text = json.dumps(document)
    for number in ODD_NUMBERS:
        text = text.replace(f'"@{number}@"', number)
    return text.encode()


@st.composite
def changed_bytes(draw: st.DrawFn) -> bytes:
    """Draw the bytes of a valid game file with some of them cut out or replaced."""
    content = raw(draw(st.sampled_from(DOCUMENTS)))
    start = draw(st.integers(0, len(content)))
    end = draw(st.integers(start, min(len(content), start + 8)))
    return content[:start] + draw(st.binary(max_size=8)) + content[end:]


def scored(content: bytes) -> None:
    """Score these bytes, and check that whatever comes of them keeps its promises."""
    answer = score_bytes(content)
    result = answer.check()
    for finding in result.get("findings", []):
        assert set(finding) == {"severity", "code", "round", "field", "column", "message"}
        assert finding["message"]
    if answer.status != 0:
        return
    for one in result["rounds"]:
        for team, points in one["scores"].items():
            assert type(points) is int
            assert points == sum(Decimal(line["points"]) for line in one["lines"][team])
    # Numbers of thousands of digits are told and ignored where nothing is kept of them.
    started = json.loads(content, parse_int=Decimal).get("starting_totals") or {}
    for team, total in result["totals"].items():
        points_of_rounds = [one["scores"][team] for one in result["rounds"]]
        assert total == int(started.get(team) or 0) + sum(points_of_rounds)


@given(changed_files())
def test_whatever_is_changed_in_a_file(content: bytes) -> None:
    scored(content)


@given(changed_bytes())
def test_whatever_bytes_are_changed_in_a_file(content: bytes) -> None:
    scored(content)


@given(st.binary(max_size=60))
def test_whatever_bytes(content: bytes) -> None:
    scored(content)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(
    st.sampled_from(sorted(VARIANTS)),
    st.dictionaries(st.sampled_from(sorted(gamefile.KNOWN - {"format", "version"})), anything),
)
def test_whatever_stands_in_the_fields(variant: str, fields: Document) -> None:
    scored(raw({**file(variant), **fields, "variant": variant}))


@given(st.sampled_from(sorted(VARIANTS)), anything, anything)
def test_whatever_stands_in_a_round(variant: str, entry: object, value: object) -> None:
    column = str(TEAMS[variant][0]["name"])
    scored(raw(played(variant, {column: entry}, went_out=value, dealer=value, players=value)))
