"""Tables to play at, rounds as they are written down, and what the variants say to them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.variants import VARIANTS
from games.variants.entry import Finding, Question
from games.variants.variant import Lines, Seating, Table, Team, Variant, total_of

type Found = tuple[str, str, str | None, int | None]
"""A finding, as severity, code, field and column."""

NAMES = ("Ana", "Ben", "Celia", "Dev", "Ece", "Finn", "Gita", "Hugo", "Ines", "Jan", "Kofi", "Lena")

EVERYWHERE = frozenset(
    {
        "setup",
        "entry",
        "cards",
        "melds",
        "opening",
        "turn",
        "end",
        "going-out",
        "scoring",
        "counting",
        "adjustment",
        "house",
        "places",
    }
)
HANDS = EVERYWHERE | {"wild-cards", "red-threes", "black-threes", "hands"}
ANCHORS: Mapping[str, frozenset[str]] = {
    "bain": HANDS | {"canastas", "garbage"},
    "pennies": HANDS | {"canastas"},
    "bga": HANDS | {"books", "contract"},
    "banakil": EVERYWHERE | {"wild-cards", "no-meld", "all-at-once", "pairs", "rounding", "hands"},
    "marriage": EVERYWHERE
    | {"wilds", "tunnelas", "marriages", "finish", "settlement", "seen", "dublee"},
}
"""The headings of each variant's rules page, to which questions, lines and findings point."""


def is_label(text: str) -> bool:
    """Say whether a text can stand before a number: a capital first, and no word shouted."""
    return bool(re.match("[A-Z0-9]", text)) and not re.search("[A-Z]{2}", text)


def worded(finding: Finding) -> str:
    """Return a finding as it is read, which must be whole sentences with nothing left open."""
    assert re.match("[A-Z“%]", finding.message)
    assert re.search("[.?]$", finding.message)
    assert not re.search("[.?] [a-z]|[A-Z]{2}", finding.message)
    assert None not in finding.values.values()
    named = {**finding.values, "column": "Ana"}
    assert set(re.findall(r"%\((\w+)\)s", finding.message)) <= named.keys()
    assert finding.column is not None or "%(column)s" not in finding.message
    return finding.message % named


def teams_of(seating: Seating) -> tuple[Team, ...]:
    """Return teams of these sizes; a lone player's team bears the player's name."""
    teams = []
    for team in range(seating.teams):
        players = NAMES[team * seating.each : (team + 1) * seating.each]
        teams.append(Team("-".join(players), players))
    return tuple(teams)


def table_of(
    key: str,
    teams: int = 2,
    each: int = 1,
    first_dealer: int | None = None,
    starting_totals: tuple[int, ...] = (),
    **options: Any,
) -> Table[Any]:
    """Return a table of a variant, its house rules read as they stand in a game file."""
    seating = Seating(teams, each)
    assert seating in VARIANTS[key].seatings
    read, wrong = VARIANTS[key].read_options(options, seating)
    assert wrong == ()
    return Table(teams_of(seating), read, seating.alternate(), first_dealer, starting_totals)


@dataclass(frozen=True, slots=True)
class Play:
    """A variant at a table, and a round of it in which nothing is found until it is changed."""

    key: str
    table: Table[Any]
    usual: Mapping[str, object]
    of_column: Mapping[str, object]

    @property
    def variant(self) -> Variant[Any, Any, Any]:
        """What is played."""
        return VARIANTS[self.key]

    def at(self, teams: int = 2, each: int = 1, **options: Any) -> "Play":
        """Return the same round at another table, or by other house rules."""
        return Play(
            self.key, table_of(self.key, teams, each, **options), self.usual, self.of_column
        )

    def data(self, *columns: Mapping[str, object], **of_round: object) -> dict[str, Any]:
        """Return the round as plain JSON, with these changes to its columns and to itself."""
        number = len(self.variant.columns(self.table))
        changed = [*columns, *[{}] * (number - len(columns))]
        return {
            **self.usual,
            **of_round,
            "entries": [{**self.of_column, **change} for change in changed],
        }

    def findings(self, *columns: Mapping[str, object], **of_round: object) -> tuple[Finding, ...]:
        """Return everything found about the round, once it is sure that it can be read."""
        reading = self.variant.read(self.data(*columns, **of_round), self.table)
        found = self.variant.check(reading, self.table)
        for one in found:
            assert worded(one)
            assert one.anchor in ANCHORS[self.key]
        return found

    def found(self, *columns: Mapping[str, object], **of_round: object) -> list[Found]:
        """Return severity, code, field and column of everything found about the round."""
        return [
            (one.severity, one.code, one.field, one.column)
            for one in self.findings(*columns, **of_round)
        ]

    def scores(self, *columns: Mapping[str, object], **of_round: object) -> list[int]:
        """Return each team's score for the round, which must hold no error."""
        errors = [one for one in self.found(*columns, **of_round) if one[0] == Finding.ERROR]
        assert errors == []
        return [total_of(lines) for lines in self.lines(*columns, **of_round)]

    def lines(self, *columns: Mapping[str, object], **of_round: object) -> tuple[Lines, ...]:
        """Return the lines of each team's score for the round, once it is sure how they read."""
        entry = self.variant.read(self.data(*columns, **of_round), self.table).entry
        scored = self.variant.score(entry, self.table)
        for line in (line for lines in scored for line in lines):
            assert is_label(line.label)
            assert line.anchor in ANCHORS[self.key]
        return scored


def shown(lines: Lines) -> list[tuple[str, int | None, object, object]]:
    """Return code, count, value and points of each line."""
    return [(line.code, line.count, line.value, line.points) for line in lines]


BAIN = Play("bain", table_of("bain", 2, 2), {"ended_by": "stock_out"}, {"hand_points": 50})
PENNIES = Play("pennies", table_of("pennies", 2, 3), {"ended_by": "stock_out"}, {"hand_points": 50})
BGA = Play("bga", table_of("bga", 2, 2), {"ended_by": "stock_out"}, {})
BANAKIL = Play("banakil", table_of("banakil", 2), {"ended_by": "stock_out"}, {})
MARRIAGE = Play("marriage", table_of("marriage", 4), {"went_out": 0}, {})

ONE_OF_EACH: Mapping[str, object] = {
    "sevens_canastas": 1,
    "wild_canastas": 1,
    "natural_canastas": 1,
    "mixed_canastas": 1,
    "meld_points": 490,
}
"""What a team needs in Bain and Pennies to go out, and what it may have melded then."""


def usual(variant: Variant[Any, Any, Any], seating: Seating | None = None) -> Any:
    """Return the house rules of a table that agrees on none."""
    return variant.read_options({}, seating or variant.seatings[0])[0]


def otherwise(variant: Variant[Any, Any, Any], question: Question, seating: Seating) -> Any:
    """Return house rules of which only this one is not as usual."""
    options = usual(variant, seating)
    now = getattr(options, question.name)
    others = [value for value, _label in question.choices if value != now]
    if not question.used(options):
        options = replace(options, settlement="maal")
    return replace(options, **{question.name: others[0] if others else (now or 0) + 13})
