"""What a game file comes to: each round's scores, and all that follows from them."""

from collections.abc import Iterable

from games.variants.entry import plain
from games.variants.variant import Lines, Row, places, total_of

from .game import GameFile, Remark


def scored(game: GameFile, remarks: Iterable[Remark]) -> dict[str, object]:
    """Return a game's scores as plain JSON: each round, the totals, and what follows from them."""
    variant, table = game.variant, game.table
    columns = variant.columns(table)
    lines_of_rounds = [variant.score(one.entry, table) for one in game.rounds]
    rows: list[Row] = [[total_of(lines) for lines in teams] for teams in lines_of_rounds]
    teams = [team.name for team in table.teams]
    dealers = table.dealers(one.dealer for one in game.rounds)
    findings: dict[int | None, list[dict[str, object]]] = {}
    for remark in remarks:
        findings.setdefault(remark.round, []).append(remark.as_json())
    totals = table.totals(rows)
    openings = variant.opening(rows, table)
    return {
        "variant": variant.key,
        "rounds": [
            {
                "number": number,
                "dealer": None if dealer is None else table.players[dealer],
                "scores": dict(zip(teams, row, strict=True)),
                "lines": {
                    team: _lines(own, columns) for team, own in zip(teams, lines, strict=True)
                },
                "findings": findings.get(number, []),
            }
            for number, (dealer, row, lines) in enumerate(
                zip(dealers, rows, lines_of_rounds, strict=False), start=1
            )
        ],
        "totals": dict(zip(teams, totals, strict=True)),
        "opening": {
            team: {"points": opening.points, "changes_at": opening.changes_at}
            for team, opening in zip(teams, openings, strict=True)
        },
        "over": variant.is_over(rows, table),
        "places": dict(zip(teams, places(totals), strict=True)),
    }


def _lines(lines: Lines, columns: tuple[str, ...]) -> list[dict[str, object]]:
    return [
        {
            "code": line.code,
            "count": line.count,
            "value": plain(line.value),
            "points": plain(line.points),
            **({} if line.column is None else {"column": columns[line.column]}),
        }
        for line in lines
    ]
