"""A game is written as a game file, and known again by what the file says."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from games import names
from games.variants.entry import Kind, questions, write_answers
from games.variants.variant import Seating, Table, Variant

from .game import FileRound, GameFile
from .load import FORMAT, VERSION


def written(file: GameFile) -> dict[str, Any]:
    """Return the document of a game, as plain JSON, from which the same game is read again.

    House rules are written in full, so that a later default changes nothing; answers that are the
    default are left out.
    """
    table = file.table
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "variant": file.variant.key,
        "name": file.name,
        "id": file.id,
        "started": _time(file.started),
        "finished": _time(file.finished),
    }
    body = {
        "options": asdict(table.options),
        "teams": [{"name": team.name, "players": list(team.players)} for team in table.teams],
        "seats": _seats(table),
        "first_dealer": _player(table, table.first_dealer),
        "starting_totals": _starting_totals(table),
        "rounds": [_round(file.variant, table, one) for one in file.rounds],
    }
    return {name: value for name, value in {**head, **body}.items() if value not in ("", None)}


def text_of(file: GameFile) -> str:
    """Return a game file as it is sent."""
    return json.dumps(written(file))


def digest(file: GameFile) -> str:
    """Return what two files share exactly when they tell of the same game, whatever their `id`.

    It does not matter how a file is laid out, whether defaults are spelled out, in which zone its
    times are told, nor how the letters of a name are composed, in capitals or not.
    """
    document = written(_plainly_told(file))
    usual = _usual_options(file)
    document["options"] = {
        name: value for name, value in document["options"].items() if value != usual[name]
    }
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def _usual_options(file: GameFile) -> dict[str, Any]:
    teams = file.table.teams
    usual, _wrong = file.variant.read_options({}, Seating(len(teams), len(teams[0].players)))
    return asdict(usual)


def _plainly_told(file: GameFile) -> GameFile:
    """Return the same game told in the one way that every way of telling it comes to."""
    teams = tuple(
        replace(
            team,
            name=names.same_as(team.name),
            players=tuple(names.same_as(name) for name in team.players),
        )
        for team in file.table.teams
    )
    return replace(
        file,
        table=replace(file.table, teams=teams),
        rounds=tuple(_plain_round(one) for one in file.rounds),
        name=names.trimmed(file.name),
        id="",
        started=file.started and file.started.astimezone(UTC),
        finished=file.finished and file.finished.astimezone(UTC),
    )


def _plain_round(told: FileRound) -> FileRound:
    substitutes = {number: names.same_as(name) for number, name in told.substitutes.items()}
    return replace(told, kept=tuple(sorted(set(told.kept))), substitutes=substitutes)


def _time(time: datetime | None) -> str:
    return "" if time is None else time.isoformat()


def _player(table: Table[Any], number: int | None) -> str | None:
    return None if number is None else table.players[number]


def _seats(table: Table[Any]) -> list[str] | None:
    """Return the players as they sit, None where each team simply seats one in turn."""
    in_turn = Seating(len(table.teams), len(table.teams[0].players)).alternate()
    return None if table.seats == in_turn else [table.players[number] for number in table.seats]


def _starting_totals(table: Table[Any]) -> dict[str, int] | None:
    if not any(table.starting_totals):
        return None
    names_of_teams = [team.name for team in table.teams]
    return dict(zip(names_of_teams, table.starting_totals, strict=True))


def _round(variant: Variant[Any, Any, Any], table: Table[Any], told: FileRound) -> dict[str, Any]:
    columns = variant.columns(table)
    of_round = {
        "dealer": _player(table, told.dealer),
        "players": _substitutes(table, told.substitutes),
        "kept": list(told.kept) or None,
    }
    entries = [write_answers(answers) for answers in told.entry.columns]
    return {
        **_named(variant, write_answers(told.entry.round), columns),
        **{name: value for name, value in of_round.items() if value is not None},
        "entries": dict(zip(columns, entries, strict=True)),
    }


def _named(
    variant: Variant[Any, Any, Any], answers: dict[str, Any], columns: tuple[str, ...]
) -> dict[str, Any]:
    """Return the answers about a round with the names of columns in place of their numbers."""
    for question in questions(variant.round_questions):
        if question.kind is Kind.COLUMN and question.name in answers:
            answers[question.name] = columns[answers[question.name]]
    return answers


def _substitutes(table: Table[Any], substitutes: Mapping[int, str]) -> dict[str, str] | None:
    told = {table.players[number]: name for number, name in sorted(substitutes.items())}
    return told or None
