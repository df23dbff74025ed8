"""A game file is read: every fault in it is found, and said with its place."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from games import names
from games.variants import VARIANTS
from games.variants.entry import LIMIT, Finding, Kind, questions
from games.variants.variant import Seating, Table, Team
from games.wording import sentence

from .game import FileRound, GameFile, Remark

KNOWN = frozenset(
    (
        *("format", "version", "variant", "name", "id", "started", "finished", "options"),
        *("teams", "seats", "first_dealer", "starting_totals", "rounds", "expected"),
    )
)
KNOWN_OF_TEAM = frozenset(("name", "players"))
KNOWN_OF_ROUND = frozenset(("entries", "dealer", "kept", "players"))


def read(document: dict[str, Any]) -> tuple[GameFile | None, tuple[Remark, ...]]:
    """Read a document that `load` returned.

    Returns the game, None if there is an error in it, and every error and warning found.
    """
    reader = _Reader(document)
    game = reader.game()
    if any(remark.severity == Finding.ERROR for remark in reader.remarks):
        return None, tuple(reader.remarks)
    return game, tuple(reader.remarks)


class _Reader:
    """Reads one document, and gathers every fault instead of stopping at the first."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.variant = VARIANTS[document["variant"]]
        self.remarks: list[Remark] = []
        self.round: int | None = None

    def wrong(
        self, code: str, message: str, field: str | None = None, column: str | None = None
    ) -> None:
        self.remarks.append(Remark("error", code, self.round, field, column, message))

    def game(self) -> GameFile | None:
        document = self.document
        self.unknown(document, KNOWN)
        name, own_id = self.text("name"), self.text("id")
        started, finished = self.time("started"), self.time("finished")
        teams = self.teams()
        seating = Seating(len(teams), len(teams[0].players)) if teams else None
        known = seating if seating in self.variant.seatings else None
        options = self.options(known or self.variant.seatings[0])
        if seating is None:
            return None
        table = Table(teams, options, seating.alternate())
        table = Table(
            teams,
            options,
            self.seats(table),
            self.player(document.get("first_dealer"), table, "first_dealer"),
            self.starting_totals(table),
        )
        rounds = self.rounds(table)
        return GameFile(self.variant, table, rounds, name, own_id, started, finished)

    def unknown(
        self, given: Mapping[str, Any], known: Iterable[str], column: str | None = None
    ) -> None:
        for name in given:
            if name not in known:
                message = _("“%(name)s” is not a field of a game file.") % {"name": name}
                self.wrong("unknown_field", message, name, column)

    def text(self, name: str) -> str:
        value = self.document.get(name)
        if value is None:
            return ""
        if not isinstance(value, str) or names.unwritable(value):
            self.wrong("not_text", _("This must be text."), name)
            return ""
        return value

    def time(self, name: str) -> datetime | None:
        value = self.document.get(name)
        if value is None:
            return None
        try:
            time = datetime.fromisoformat(value)
            time.astimezone(UTC)
        except (TypeError, ValueError, OverflowError):
            time = None
        if time is None or time.tzinfo is None:
            message = _("This must be a date and time with its zone, as in 2026-01-31T20:15:00Z.")
            self.wrong("not_a_time", message, name)
            return None
        return time

    def teams(self) -> tuple[Team, ...]:
        """Return the teams, none unless each can be read; faulty names and numbers may be among."""
        given = self.document.get("teams")
        if not isinstance(given, list) or not given:
            self.wrong("teams_missing", _("A game needs its teams, listed."), "teams")
            return ()
        teams = [team for item in given if (team := self.team(item))]
        self.distinct(teams)
        if len(teams) < len(given):
            return ()
        sizes = {len(team.players) for team in teams}
        if len(sizes) > 1 or Seating(len(teams), sizes.pop()) not in self.variant.seatings:
            message = _("This game is not played by that many teams and players.")
            self.wrong("seating_unknown", message, "teams")
        return tuple(teams)

    def team(self, given: object) -> Team | None:
        if not isinstance(given, dict):
            self.wrong("team_shape", _("A team must have a name and a list of players."), "teams")
            return None
        self.unknown(given, KNOWN_OF_TEAM)
        players = given.get("players")
        if not isinstance(players, list) or not players:
            self.wrong("team_shape", _("A team must have a list of players."), "teams")
            players = []
        named = [self.is_name(name) for name in (given.get("name"), *players)]
        return Team(given["name"], tuple(players)) if players and all(named) else None

    def is_name(self, given: object) -> bool:
        """Say whether this is text, as a name must be; what else is wrong with it is remarked."""
        if not isinstance(given, str):
            self.wrong("name_missing", _("Every team and player needs a name."), "teams")
            return False
        if fault := names.fault(given):
            self.wrong("name_unfit", fault, "teams", given)
        return True

    def distinct(self, teams: list[Team]) -> None:
        taken: set[str] = set()
        for team in teams:
            alone = len(team.players) == 1
            if alone and team.name != team.players[0]:
                message = _("A player alone is a team of the same name.")
                self.wrong("team_of_one", message, "teams", team.name)
            for name in team.players if alone else (team.name, *team.players):
                if names.same_as(name) in taken:
                    message = _("The name “%(name)s” stands twice in this game.") % {"name": name}
                    self.wrong("name_twice", message, "teams", name)
                taken.add(names.same_as(name))

    def options(self, seating: Seating) -> object:
        given = self.named_values("options")
        options, found = self.variant.read_options(given, seating)
        for finding in found:
            self.wrong(finding.code, sentence(finding, ()), finding.field)
        return options

    def named_values(self, name: str) -> dict[str, Any]:
        given = self.document.get(name)
        if given is None:
            return {}
        if not isinstance(given, dict):
            self.wrong("not_an_object", _("This must be an object with named values."), name)
            return {}
        return given

    def seats(self, table: Table[Any]) -> tuple[int, ...]:
        given = self.document.get("seats")
        if given is None:
            return table.seats
        if not isinstance(given, list) or any(not isinstance(name, str) for name in given):
            self.wrong("not_a_list", _("The seats must be a list of players."), "seats")
            return table.seats
        if sorted(given) != sorted(table.players):
            message = _("The seats must name every player once, as the teams do.")
            self.wrong("seats_unlike_players", message, "seats")
            return table.seats
        seats = tuple(table.players.index(name) for name in given)
        team_of = {name: place for place, team in enumerate(table.teams) for name in team.players}
        teams, number = [team_of[name] for name in given], len(table.teams)
        if len(set(teams[:number])) < number or teams != teams[:number] * (len(teams) // number):
            message = _("The seats must take one player from each team in turn.")
            self.wrong("seats_not_in_turn", message, "seats")
            return table.seats
        return seats

    def player(self, given: object, table: Table[Any], name: str) -> int | None:
        if given is None:
            return None
        if given not in table.players:
            self.wrong("unknown_player", _("This is not a player of this game."), name)
            return None
        return table.players.index(str(given))

    def starting_totals(self, table: Table[Any]) -> tuple[int, ...]:
        by_name = {team.name: 0 for team in table.teams}
        for name, value in self.named_values("starting_totals").items():
            if name not in by_name:
                message = _("“%(name)s” is not a team of this game.") % {"name": name}
                self.wrong("unknown_team", message, "starting_totals", name)
            elif value is not None and (fault := _not_whole(value)):
                self.wrong("not_a_total", fault, "starting_totals", name)
            else:
                by_name[name] = int(value or 0)
        return tuple(by_name.values())

    def rounds(self, table: Table[Any]) -> tuple[FileRound, ...]:
        given = self.document.get("rounds")
        if given is None:
            return ()
        if not isinstance(given, list):
            self.wrong("not_a_list", _("The rounds must be a list."), "rounds")
            return ()
        rounds = []
        for self.round, item in enumerate(given, start=1):
            if isinstance(item, dict):
                rounds.append(self.one_round(item, table))
            else:
                self.wrong("not_an_object", _("A round must be an object with named values."))
        self.round = None
        return tuple(rounds)

    def one_round(self, given: dict[str, Any], table: Table[Any]) -> FileRound:
        columns = self.variant.columns(table)
        data = {name: value for name, value in given.items() if name not in KNOWN_OF_ROUND}
        for question in questions(self.variant.round_questions):
            name = data.get(question.name)
            if question.kind is Kind.COLUMN and name is not None:
                data[question.name] = columns.index(name) if name in columns else str(name)
        data["entries"] = self.entries(given.get("entries"), columns)
        reading = self.variant.read(data, table)
        findings = self.variant.check(reading, table)
        for finding in findings:
            column = None if finding.column is None else columns[finding.column]
            words = sentence(finding, columns)
            self.remarks.append(
                Remark(finding.severity, finding.code, self.round, finding.field, column, words)
            )
        return FileRound(
            reading.entry,
            findings,
            self.player(given.get("dealer"), table, "dealer"),
            self.kept(given.get("kept")),
            self.substitutes(given.get("players"), table),
        )

    def entries(self, given: object, columns: tuple[str, ...]) -> list[dict[str, Any]]:
        by_name: dict[str, dict[str, Any]] = {name: {} for name in columns}
        if given is not None and not isinstance(given, dict):
            self.wrong("not_an_object", _("The entries must be named by column."), "entries")
            return list(by_name.values())
        for name, answers in (given or {}).items():
            if name not in by_name:
                message = _("“%(name)s” has no entry in this game.") % {"name": name}
                self.wrong("unknown_column", message, "entries", name)
            elif answers is not None and not isinstance(answers, dict):
                message = _("An entry must be an object with named values.")
                self.wrong("not_an_object", message, "entries", name)
            else:
                by_name[name] = answers or {}
        return list(by_name.values())

    def kept(self, given: object) -> tuple[str, ...]:
        if given is None:
            return ()
        if not isinstance(given, list) or any(not isinstance(code, str) for code in given):
            self.wrong("not_a_list", _("The kept warnings must be a list of codes."), "kept")
            return ()
        return tuple(given)

    def substitutes(self, given: object, table: Table[Any]) -> dict[int, str]:
        if given is None:
            return {}
        if not isinstance(given, dict):
            message = _("Substitutes must be named by the player whose seat they take.")
            self.wrong("not_an_object", message, "players")
            return {}
        found: dict[int, str] = {}
        for seated, name in given.items():
            number = self.player(seated, table, "players")
            if name is None:
                continue
            if not isinstance(name, str) or names.fault(name):
                self.wrong("name_unfit", _("A substitute needs a name."), "players", seated)
            elif number is not None and names.same_as(name) != names.same_as(seated):
                found[number] = name
        sitting = [found.get(number, name) for number, name in enumerate(table.players)]
        if len({names.same_as(name) for name in sitting}) < len(sitting):
            self.wrong("name_twice", _("Nobody can sit in two seats of a round."), "players")
        return found


def _not_whole(value: object) -> str:
    """Return a sentence if this is no whole number within the limit; empty if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return _("This must be a whole number.")
    if not Decimal(value).is_finite() or Decimal(value).copy_abs() > LIMIT:
        return _("This is too large a number.")
    return "" if value == int(value) else _("This must be a whole number.")
