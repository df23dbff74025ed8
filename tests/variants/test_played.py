"""Whole games, played to their end and worked out by hand, as files beside this one."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from games.variants import VARIANTS
from games.variants.entry import Finding, questions
from games.variants.variant import Seating, Table, Team, Variant, places, total_of

FILES = sorted((Path(__file__).parent / "played").glob("*.json"))
TERM = r"([+-])\s+[^\d+]*?([\d,]+(?:\.\d+)?)(?: x ([\d,]+(?:\.\d+)?))?\s*"
"""A term of a working: its sign, what it is for, and a number or two to be multiplied."""

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


class Played:
    """A game file, read with nothing but json, and scored with the pure package."""

    def __init__(self, file: Path) -> None:
        """Read the file and map its names to numbers."""
        self.game: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        self.variant: Variant[Any, Any, Any] = VARIANTS[self.game["variant"]]
        teams = tuple(Team(one["name"], tuple(one["players"])) for one in self.game["teams"])
        seating = Seating(len(teams), len(teams[0].players))
        options, wrong = self.variant.read_options(self.game.get("options", {}), seating)
        assert wrong == ()
        carried = self.game.get("starting_totals", {})
        self.names = [team.name for team in teams]
        self.table: Table[Any] = Table(
            teams,
            options,
            seating.alternate(),
            starting_totals=tuple(carried.get(name, 0) for name in self.names),
        )
        self.readings = [
            self.variant.read(self.in_numbers(round_), self.table) for round_ in self.game["rounds"]
        ]

    def in_numbers(self, round_: dict[str, Any]) -> dict[str, Any]:
        """Return a round with columns by number, and without what is not about its score."""
        columns = self.variant.columns(self.table)
        assert set(round_["entries"]) <= set(columns)
        data = {
            name: value
            for name, value in round_.items()
            if name not in ("dealer", "kept", "players", "entries")
        }
        if data.get("went_out") is not None:
            data["went_out"] = columns.index(data["went_out"])
        return {**data, "entries": [round_["entries"].get(name, {}) for name in columns]}

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The score of each team in each round."""
        return [
            tuple(total_of(lines) for lines in self.variant.score(reading.entry, self.table))
            for reading in self.readings
        ]

    @property
    def dealers(self) -> list[str | None]:
        """Who dealt each round."""
        players = self.table.players

        def number(name: str | None) -> int | None:
            return None if name is None else players.index(name)

        first = number(self.game.get("first_dealer"))
        table = Table(self.table.teams, self.table.options, self.table.seats, first)
        named = [number(round_.get("dealer")) for round_ in self.game["rounds"]]
        return [None if one is None else players[one] for one in table.dealers(named)[:-1]]

    def by_team(self, values: Any) -> dict[str, Any]:
        """Return values of the teams under their names."""
        return dict(zip(self.names, values, strict=True))


def test_there_is_a_whole_game_of_every_variant() -> None:
    assert {Played(file).variant.key for file in FILES} == set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_games_of_a_variant_answer_every_question_it_has(
    variant: Variant[Any, Any, Any],
) -> None:
    rounds = [
        round_
        for file in FILES
        if (played := Played(file)).variant is variant
        for round_ in played.game["rounds"]
    ]
    answered = {name for round_ in rounds for name in round_} | {
        name for round_ in rounds for entry in round_["entries"].values() for name in entry
    }
    for asked in (variant.round_questions, variant.column_questions):
        for question in questions(asked):
            assert question.name in answered
            assert not question.classes or question.cards_field in answered


@every_file
def test_a_game_scores_as_it_was_worked_out_by_hand(file: Path) -> None:
    played = Played(file)
    openings = played.variant.opening(played.rows, played.table)
    totals = played.table.totals(played.rows)
    assert played.game["expected"] == {
        "rounds": [played.by_team(row) for row in played.rows],
        "totals": played.by_team(totals),
        "opening": played.by_team(one.points for one in openings),
        "changes_at": played.by_team(one.changes_at for one in openings),
        "places": played.by_team(places(totals)),
        "over": played.variant.is_over(played.rows, played.table),
        "dealers": played.dealers,
    }


@every_file
def test_a_game_was_played_to_its_end_and_not_beyond(file: Path) -> None:
    played = Played(file)
    over = [
        played.variant.is_over(played.rows[:number], played.table)
        for number in range(len(played.rows) + 1)
    ]
    assert over == [False] * len(played.rows) + [True]


@every_file
def test_a_game_has_no_errors_and_the_warnings_that_were_kept(file: Path) -> None:
    played = Played(file)
    for round_, reading in zip(played.game["rounds"], played.readings, strict=True):
        found = played.variant.check(reading, played.table)
        assert [one for one in found if one.severity == Finding.ERROR] == []
        assert [one.code for one in found] == round_.get("kept", [])


@every_file
def test_the_workings_beside_a_game_add_up_to_what_is_expected(file: Path) -> None:
    expected = json.loads(file.read_text(encoding="utf-8"))["expected"]
    workings = file.with_suffix(".md").read_text(encoding="utf-8")
    heads, *sections = re.split(r"^## ", workings, flags=re.MULTILINE)
    assert heads.startswith("# ")
    rounds = [f"Round {number + 1}" for number in range(len(expected["rounds"]))]
    assert [section.splitlines()[0] for section in sections] == [*rounds, "Totals"]
    for section, scores in zip(sections, [*expected["rounds"], expected["totals"]], strict=True):
        lines = re.findall(r"^\* (.+?): (.+) = \*\*(-?[\d,]+)\*\*$", section, flags=re.MULTILINE)
        assert {name: number(result) for name, _terms, result in lines} == scores
        for _name, terms, result in lines:
            assert worked_out(terms) == number(result)


def number(text: str) -> Decimal:
    """Return a number written with commas between the thousands."""
    return Decimal(text.replace(",", ""))


def worked_out(terms: str) -> Decimal:
    """Return what the terms of a working come to."""
    signed = terms if terms.startswith("-") else f"+ {terms}"
    assert re.fullmatch(f"(?:{TERM})+", signed), f"not a sum: {terms}"
    return sum(
        (
            number(f"{sign}{first}") * number(times or "1")
            for sign, first, times in re.findall(TERM, signed)
        ),
        start=Decimal(0),
    )
