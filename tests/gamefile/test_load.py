"""Which bytes are a game file at all."""

import json

import pytest

from games import gamefile
from games.gamefile import NotAGameFileError
from tests.documents import EXAMPLE, NORTH, file, raw
from tests.gamefile.reading import errors

# ---- what is no game file at all


NO_GAME_FILES: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "no JSON": b"North-South 4495",
    "cut off": raw(EXAMPLE)[:-3],
    "two documents": raw(EXAMPLE) * 2,
    "a list": raw([EXAMPLE]),
    "text": raw("scorekeeper-game"),
    "null": b"null",
    "a number": b"1",
    "NaN": raw(file(expected={"totals": float("nan")})),
    "Infinity": raw(file(starting_totals={NORTH: float("inf")})),
    "-Infinity": raw(file(starting_totals={NORTH: float("-inf")})),
    "a byte-order mark": b"\xef\xbb\xbf" + raw(EXAMPLE),
    "UTF-16": json.dumps(EXAMPLE).encode("utf-16"),
    "UTF-16 without a mark": json.dumps(EXAMPLE).encode("utf-16-le"),
    "UTF-32": json.dumps(EXAMPLE).encode("utf-32"),
    "Latin-1": json.dumps(file(name="Éva"), ensure_ascii=False).encode("latin-1"),
    "half a character": b'{"format": "scorekeeper-game", "name": "\xed\xa0\x80"}',
    "a key twice": raw(EXAMPLE)[:-1] + b', "name": "Saturday"}',
    "a key twice deep inside": raw(EXAMPLE).replace(b'"red_threes": 5', b'"red_threes": 5' * 2),
    "the same key twice": raw(file()).replace(b'"version": 1', b'"version": 1, "version": 1'),
    "a key twice in what is ignored": raw(file())[:-1] + b', "expected": {"a": 1, "a": 1}}',
    "nested lists": b"[" * 100_000,
    "nested lists, closed": b"[" * 100_000 + b"]" * 100_000,
    "nested objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "nested in what is ignored": raw(file())[:-1]
    + b', "expected": %b1%b}' % (b"[" * 60, b"]" * 60),
    "no format": raw({**file(), "format": None}),
    "another format": raw({**file(), "format": "score-game"}),
    "no version": raw({**file(), "version": None}),
    "another version": raw({**file(), "version": 2}),
    "a version as text": raw({**file(), "version": "1"}),
    "a version as yes": raw({**file(), "version": True}),
    "half a version": raw({**file(), "version": 1.5}),
    "no variant": raw({**file(), "variant": None}),
    "another variant": raw({**file(), "variant": "canasta"}),
    "a variant in capitals": raw({**file(), "variant": "Bain"}),
    "a list of variants": raw({**file(), "variant": ["bain"]}),
    "a control character in text": b'{"format": "scorekeeper-game", "name": "a\x00b"}',
    "a comma too many": b'{"format": "scorekeeper-game",}',
    "single quotes": b"{'format': 'scorekeeper-game'}",
}


@pytest.mark.parametrize("content", NO_GAME_FILES.values(), ids=NO_GAME_FILES)
def test_no_game_file(content: bytes) -> None:
    with pytest.raises(NotAGameFileError) as refused:
        gamefile.load(content)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_whole_version_may_be_written_as_a_fraction() -> None:
    assert errors({**file(), "version": 1.0}) == []


@pytest.mark.parametrize("key", ["format", "version", "variant"])
def test_what_must_stand_there_to_be_a_game_file(key: str) -> None:
    document = file()
    del document[key]
    with pytest.raises(NotAGameFileError):
        gamefile.load(raw(document))
