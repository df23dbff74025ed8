"""What is written of a game is read as the same game again."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import gamefile
from games.gamefile import GameFile
from games.variants import VARIANTS
from tests.documents import CASES, EAST, EXAMPLE, NORTH, PAIRS, Document, file, played, raw
from tests.gamefile.reading import ended, read
from tests.gamefile.strategies import game_files
from tests.variants.strategies import AnyVariant

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def law(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a law with so many games, always the same ones, however busy the machine is."""
    slow = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(
        max_examples=examples, derandomize=True, deadline=None, suppress_health_check=slow
    )


def read_whole(document: object) -> GameFile:
    game, remarks = read(document)
    assert game is not None, remarks
    return game


def written(document: Document) -> Document:
    """Return the document again, as it is written once it is read."""
    return gamefile.written(read_whole(document))


def digest(document: Document) -> str:
    return gamefile.digest(read_whole(document))


# ---- laws


@every_variant
@given(data=st.data())
@law(30)
def test_what_is_written_is_read_as_the_same_game(variant: AnyVariant, data: st.DataObject) -> None:
    game: GameFile = data.draw(game_files(variant))
    again, remarks = read(gamefile.written(game))
    assert again == game
    scores = gamefile.scored(game, remarks)
    assert gamefile.scored(again, remarks) == scores
    assert gamefile.digest(again) == gamefile.digest(game)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_whole_games_are_written_as_they_were(path: Path) -> None:
    game, remarks = gamefile.read(gamefile.load(path.read_bytes()))
    assert game is not None
    document = json.loads(json.dumps(gamefile.written(game)))
    again, remarks_again = read(document)
    assert again == game
    assert remarks_again == remarks
    assert gamefile.scored(again, remarks_again) == gamefile.scored(game, remarks)
    assert gamefile.written(again) == document


# ---- what is written


def test_a_written_game_has_exactly_this_shape() -> None:
    options = gamefile.written(read_whole(file()))["options"]
    assert written(EXAMPLE) == {
        **EXAMPLE,
        "options": {**options, "target": 20000},
        "rounds": EXAMPLE["rounds"],
    }
    assert list(written(EXAMPLE)) == [
        *("format", "version", "variant", "name"),
        *("options", "teams", "first_dealer", "rounds"),
    ]


@every_variant
def test_house_rules_are_written_in_full(variant: AnyVariant) -> None:
    assert set(written(file(variant.key))["options"]) == set(variant.options.__dataclass_fields__)


def test_all_that_is_optional() -> None:
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
        kept=["hands_not_counted"],
        players={"Ana": "Emil"},
    )
    assert {**written(document), "options": None} == {**document, "options": None}


def test_what_is_usual_is_left_out() -> None:
    document = played(
        entries={NORTH: {"red_threes": 0, "meld_points": None}},
        of_file={
            **dict.fromkeys(["name", "id", "started", "finished", "first_dealer"]),
            "seats": ["Ana", "Ben", "Celia", "Dev"],
            "starting_totals": {NORTH: 0},
        },
        dealer=None,
        kept=[],
        players={"Ana": None, "Ben": "Ben"},
        went_out=None,
    )
    assert {**written(document), "options": None} == {
        **file(options=None),
        "rounds": [{"ended_by": "stock_out", "entries": {NORTH: {}, EAST: {}}}],
    }


def test_half_points_are_exact() -> None:
    entries = {"Ana": {"meld_points": "24,50"}, "Ben": {"meld_points": 6.0, "hand_points": 11.5}}
    one = written(played("banakil", entries, ended_by="going_out", went_out="Ana"))["rounds"][0]
    assert one == {
        "ended_by": "going_out",
        "went_out": "Ana",
        "entries": {
            "Ana": {"meld_points": "24.5"},
            "Ben": {"meld_points": 6, "hand_points": "11.5"},
        },
    }


# ---- the same content


def spelled_out(document: Document) -> Document:
    """Return the same game in the words of another program."""
    other = copy.deepcopy(document)
    other["options"] = {**written(document)["options"]}
    other["seats"] = ["Ana", "Ben", "Celia", "Dev"]
    other["starting_totals"] = {EAST: 0}
    other["id"] = "other-7"
    other["expected"] = {"totals": "whatever"}
    for one in other["rounds"]:
        one["kept"] = None
        one["entries"][EAST]["red_threes"] = float(one["entries"][EAST]["red_threes"])
    return dict(reversed(other.items()))


def test_the_same_game_has_the_same_digest_however_it_is_told() -> None:
    assert digest(spelled_out(EXAMPLE)) == digest(EXAMPLE)
    summer, winter = "2026-01-31T20:15:00+02:00", "2026-01-31T18:15:00Z"
    assert digest(file(started=summer)) == digest(file(started=winter))
    composed, apart = (
        [{"name": name, "players": ["Ana", "Celia"]}, PAIRS[1]] for name in ("É", "E\u0301 ")
    )
    assert digest(file(teams=composed)) == digest(file(teams=apart))
    once, twice = (played(kept=codes) for codes in (["a", "b"], ["b", "a", "b"]))
    assert digest(once) == digest(twice)


OTHERWISE: dict[str, Document] = {
    "a name": file(name="Friday"),
    "a start": file(started="2026-01-31T20:15:00Z"),
    "an end": file(finished="2026-01-31T20:15:00Z"),
    "a house rule": file(options={"target": 15000}),
    "who plays": file(teams=list(reversed(PAIRS))),
    "spaces within a name": file(teams=[{**PAIRS[0], "name": "North  South"}, PAIRS[1]]),
    "seats": file(seats=["Ben", "Ana", "Dev", "Celia"]),
    "who deals": file(first_dealer="Ana"),
    "totals carried on": file(starting_totals={NORTH: 5}),
    "a round": file(rounds=ended({})),
    "two rounds": file(rounds=ended({}, {})),
    "an answer": file(rounds=ended({"entries": {NORTH: {"hand_points": 5}}})),
    "an answer for another": file(rounds=ended({"entries": {EAST: {"hand_points": 5}}})),
    "cards in place of points": file(rounds=ended({"entries": {NORTH: {"hand_cards": {}}}})),
    "a round's dealer": file(rounds=ended({"dealer": "Ana"})),
    "a warning kept": file(rounds=ended({"kept": ["hands_not_counted"]})),
    "a substitute": file(rounds=ended({"players": {"Ana": "Emil"}})),
}


def test_other_content_has_another_digest() -> None:
    told = [digest(document) for document in (file(), *OTHERWISE.values())]
    assert len(set(told)) == len(told)


def test_a_digest_outlives_the_program_that_made_it() -> None:
    """What is kept as a game's mark must be found by every later version."""
    assert digest(file(id="any")) == (
        "f504c270f8829db36be641afe062ce1d35f1466abf14258430abc7b3d26fd348"
    )
    assert digest({**EXAMPLE, "started": "2026-01-31T20:15:00Z"}) == (
        "b188c7ecf798b43e90acca4e4437f9cef4934b775712dcaf3a84e846011e6cc4"
    )


def test_a_written_game_may_be_changed_without_changing_the_game() -> None:
    game = read_whole(EXAMPLE)
    document = gamefile.written(game)
    document["rounds"][0]["entries"][NORTH].clear()
    document["teams"][0]["players"].clear()
    assert raw(gamefile.written(game)) == raw(written(EXAMPLE))
