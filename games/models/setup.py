"""The setup of a game, which can be mended at any time, and what becomes of the game then.

People are told apart by their names. Who is written down in another place has moved there, and
takes along what was entered for them; a name that nobody had stands for whoever sat there before.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any

from django.db.models import F
from django.utils import timezone

from games import names
from games.variants.entry import Entry
from games.variants.variant import Row, Table, Team, total_of

from .drafts import Moves
from .refusals import SeatTakenError
from .revisions import Change

if TYPE_CHECKING:
    from .game import Game
    from .players import Player
    from .rounds import Snapshot

ASIDE = 100
"""Seats are moved by way of numbers beyond this, since no two may share one even for a moment."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What can be mended: `sitting` names the players and `first_dealer` one, in dealing order.

    Teams are in their own order. A team without a name is called after its players.
    """

    name: str
    teams: tuple[str, ...]
    starting_totals: tuple[int, ...]
    sitting: tuple[str, ...]
    first_dealer: int | None
    options: Any
    started_at: datetime | None = None
    """Another time at which the game began; None if it stays."""

    @classmethod
    def of(cls, game: "Game") -> "Setup":
        """Return the setup as it stands."""
        table = game.table
        dealer = table.first_dealer
        return cls(
            name=game.name,
            teams=tuple(
                "" if _is_called_after_players(team) else team.name for team in table.teams
            ),
            starting_totals=table.starting_totals,
            sitting=tuple(table.players[number] for number in table.seats),
            first_dealer=None if dealer is None else table.seats.index(dealer),
            options=table.options,
        )


@dataclass(frozen=True, slots=True)
class Places:
    """Who sits where: `seats` lists new player numbers in dealing order, `moved` has each old one's
    new number, and `who` the old number of whoever sits in each place.
    """

    seats: tuple[int, ...]
    moved: tuple[int, ...]
    who: tuple[int, ...]


def _is_called_after_players(team: Team) -> bool:
    # A player may be written otherwise since, in another game.
    return names.same_as(team.name) == names.same_as(names.team_of(team.players))


def placed(table: Table[Any], sitting: Sequence[str]) -> Places:
    """Return who sits where when these people sit down, each team in turn.

    Partners who stay together keep their team, on whichever side they sit now.
    """
    who = _matched(table, sitting)
    sides, team_of_side = len(table.teams), _teams_of_sides(table, who)
    moved: dict[int, int] = {}
    for side, team in enumerate(team_of_side):
        members, own = table.members(team), who[side::sides]
        free = iter([number for number in members if number not in own])
        moved |= {number: number if number in members else next(free) for number in own}
    return Places(
        seats=tuple(moved[number] for number in who),
        moved=tuple(moved[number] for number in sorted(moved)),
        who=who,
    )


def _matched(table: Table[Any], sitting: Sequence[str]) -> tuple[int, ...]:
    known = {names.same_as(name): number for number, name in enumerate(table.players)}
    who = [known.get(names.same_as(name)) for name in sitting]
    left = [number for number in table.seats if number not in who]
    for place, number in enumerate(who):
        if number is None:
            before = table.seats[place]
            who[place] = before if before in left else left[0]
            left.remove(who[place] or 0)
    return tuple(number or 0 for number in who)


def _teams_of_sides(table: Table[Any], who: Sequence[int]) -> tuple[int, ...]:
    """Return which team sits on each side: the one that most of the people there belong to."""
    sides = range(len(table.teams))
    sitting = [[table.team_of(number) for number in who[side :: len(sides)]] for side in sides]
    now = [table.team_of(table.seats[side]) for side in sides]
    if not table.in_pairs:
        return tuple(teams[0] for teams in sitting)
    return max(
        permutations(sides),
        key=lambda teams: (
            sum(sitting[side].count(team) for side, team in enumerate(teams)),
            sum(team == before for team, before in zip(teams, now, strict=True)),
        ),
    )


class Plan:
    """What becomes of a game with another setup. Nothing is written.

    SeatTakenError if somebody would sit in two seats of a round.
    """

    def __init__(self, game: "Game", setup: Setup) -> None:
        self.game, self.setup = game, setup
        self.places = placed(game.table, setup.sitting)
        self.table = self._table()

    def _table(self) -> Table[Any]:
        seats, setup, old = self.places.seats, self.setup, self.game.table
        people = [name for _seat, name in sorted(zip(seats, setup.sitting, strict=True))]
        teams = []
        for number, named in enumerate(setup.teams):
            own = tuple(people[player] for player in old.members(number))
            teams.append(Team(named if named and old.in_pairs else names.team_of(own), own))
        dealer = setup.first_dealer
        return Table(
            teams=tuple(teams),
            options=setup.options,
            seats=seats,
            first_dealer=None if dealer is None else seats[dealer],
            starting_totals=setup.starting_totals,
        )

    # ---- how the game stands then

    @cached_property
    def entries(self) -> list[Entry[Any, Any]]:
        """The entries of the rounds, as they stand then."""
        rules, moved = self.game.rules, self.places.moved
        return [rules.moved(entry, moved) for entry in self.game.entries]

    @cached_property
    def rows(self) -> list[Row]:
        """What each team scores in each round then, in points."""
        score = self.game.rules.score
        return [[total_of(own) for own in score(entry, self.table)] for entry in self.entries]

    @cached_property
    def dealers(self) -> list[int | None]:
        """Who deals each round, and the round that is played now, then."""
        return self.table.dealers(self._moved(played.dealer) for played in self.game.played)

    @cached_property
    def sitting(self) -> dict[int, str]:
        """Who sits in for whom in the rounds to come then, by player number."""
        return self._substitutes(self.game.sitting)

    def _moved(self, number: int | None) -> int | None:
        return None if number is None else self.places.moved[number]

    # ---- as a revision keeps it

    def states(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the state before and after, each with only what changes.

        SeatTakenError if somebody would sit in two seats of a round.
        """
        before, after = self._setups()
        for played, entry, row in zip(self.game.played, self.entries, self.rows, strict=True):
            old = played.snapshot()
            new = self._snapshot(old, entry, row)
            if new != old:
                before.setdefault("rounds", {})[str(played.number)] = old
                after.setdefault("rounds", {})[str(played.number)] = new
        self._change_sitting(before, after)
        if (began := self.started_at) != self.game.started_at:
            before["started_at"] = self.game.started_at.isoformat()
            after["started_at"] = began.isoformat()
        return before, after

    @property
    def started_at(self) -> datetime:
        """When the game began then; never in the future."""
        told = self.setup.started_at
        return min(told.astimezone(UTC), timezone.now()) if told else self.game.started_at

    def _setups(self) -> tuple[dict[str, Any], dict[str, Any]]:
        old, new = as_told(self.game.table), as_told(self.table)
        old["name"], new["name"] = self.game.name, self.setup.name
        old["seats"], new["seats"] = self._seats()
        changed = [name for name in new if old[name] != new[name]]
        return (
            {"setup": {name: old[name] for name in changed}},
            {"setup": {name: new[name] for name in changed}},
        )

    def _seats(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the seats as they are and will be, with names where these change."""
        seats = sorted(self.game.seats.all(), key=lambda seat: seat.number)
        before, after = [], []
        for place, number in enumerate(self.places.who):
            seat, name = seats[number], self.setup.sitting[place]
            moves: tuple[dict[str, Any], dict[str, Any]] = (
                {"seat": seat.pk, "number": seat.number, "place": seat.place},
                {"seat": seat.pk, "number": self.places.seats[place], "place": place},
            )
            if seat.player.name != name:
                moves[0]["player"], moves[1]["player"] = seat.player.name, name
            before.append(moves[0])
            after.append(moves[1])
        return before, after

    def _snapshot(self, old: "Snapshot", entry: Entry[Any, Any], row: Row) -> "Snapshot":
        moved, rules = self.places.moved, self.game.rules
        players = self._substitutes({int(at): name for at, name in old["players"].items()})
        told = {str(number): name for number, name in players.items()}
        if moved == tuple(range(len(moved))):
            return {**old, "players": told}
        moves = Moves(dict(enumerate(moved)), of_columns=rules.columns_are == "players")
        return {
            "entry": rules.write(entry) if rules.columns_are == "players" else old["entry"],
            "schema": rules.schema if rules.columns_are == "players" else old["schema"],
            "kept": sorted(moves.key(key) for key in old["kept"]),
            "dealer": self._moved(old["dealer"]),
            "players": told,
            "scores": list(row),
        }

    def _substitutes(self, sitting: dict[int, str]) -> dict[int, str]:
        """Return who sits in for whom then; nobody sits in for themselves."""
        people = self.table.players
        moved = {self.places.moved[number]: name for number, name in sitting.items()}
        found = {
            number: name
            for number, name in sorted(moved.items())
            if names.same_as(name) != names.same_as(people[number])
        }
        check_seats(people, found)
        return found

    def _change_sitting(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        sitting = self.game.sitting
        for number in sitting:
            if self.places.moved[number] not in self.sitting:
                before.setdefault("sitting", {})[str(number)] = sitting[number]
                after.setdefault("sitting", {})[str(self.places.moved[number])] = None


def check_seats(people: Sequence[str], substitutes: dict[int, str]) -> None:
    """Raise SeatTakenError if somebody would sit in two seats; substitutes go by player number."""
    taken: set[str] = set()
    for name in (substitutes.get(number, name) for number, name in enumerate(people)):
        if names.same_as(name) in taken:
            raise SeatTakenError(name)
        taken.add(names.same_as(name))


def as_told(table: Table[Any]) -> dict[str, Any]:
    """Return the parts of a setup that stand in a table, as a revision keeps them."""
    return {
        "teams": [team.name for team in table.teams],
        "starting_totals": list(table.starting_totals),
        "options": asdict(table.options),
        "first_dealer": table.first_dealer,
    }


def substituting(game: "Game", player: int, name: str, number: int) -> Change:
    """Return the change that lets somebody sit in for a player from a round on.

    Without a name, or with the player's own, the player returns. SeatTakenError if somebody would
    sit in two seats of a round.
    """
    people = game.table.players
    chosen = "" if names.same_as(name) == names.same_as(people[player]) else name
    before: dict[str, Any] = {"sitting": {str(player): game.sitting.get(player)}, "from": number}
    after: dict[str, Any] = {"sitting": {str(player): chosen or None}, "from": number}
    check_seats(people, _with(game.sitting, player, chosen))
    for played in game.played[number - 1 :]:
        old = played.snapshot()
        sitting = _with(played.substitutes, player, chosen)
        check_seats(people, sitting)
        new = {**old, "players": {str(at): who for at, who in sitting.items()}}
        if new != old:
            before.setdefault("rounds", {})[str(played.number)] = old
            after.setdefault("rounds", {})[str(played.number)] = new
    return Change(before, after)


def _with(substitutes: dict[int, str], player: int, name: str) -> dict[int, str]:
    others = {number: who for number, who in substitutes.items() if number != player}
    return dict(sorted({**others, player: name}.items())) if name else others


# ---- writing it


def become_setup(game: "Game", setup: dict[str, Any]) -> None:
    """Change the parts of a game's setup that are named; the game itself is not saved."""
    for name in ("name", "options", "first_dealer"):
        if name in setup:
            setattr(game, name, setup[name])
    if "seats" in setup:
        _become_seats(game, setup["seats"])
    teams = list(game.teams.order_by("number"))
    if "teams" in setup:
        for team in teams:
            # Two teams may change names, and no two may share one even for a moment.
            team.name = uuid.uuid4().hex
            team.save(update_fields=["name"])
    for team in teams:
        team.name = setup["teams"][team.number] if "teams" in setup else team.name
        if "starting_totals" in setup:
            team.starting_total = setup["starting_totals"][team.number]
        team.save(update_fields=["name", "starting_total"])


def _players(game: "Game", seats: Iterable[dict[str, Any]]) -> dict[str, "Player"]:
    """Return the players who are new in their seats, by name.

    They are made in the one order in which games that are started make theirs, so that neither
    waits for a name of the other for ever.
    """
    told = sorted((one["player"] for one in seats if "player" in one), key=names.same_as)
    return {name: game.club.player_named(name, respell=True) for name in told}


def _become_seats(game: "Game", seats: Iterable[dict[str, Any]]) -> None:
    rows = {seat.pk: seat for seat in game.seats.all()}
    game.seats.update(number=F("number") + ASIDE, place=F("place") + ASIDE)
    each = len(rows) // game.teams.count()
    team_of = {team.number: team for team in game.teams.all()}
    players = _players(game, seats)
    moved = {}
    for told in seats:
        seat = rows[told["seat"]]
        moved[seat.number] = told["number"]
        seat.number, seat.place = told["number"], told["place"]
        seat.team = team_of[seat.number // each]
        if "player" in told:
            seat.player = players[told["player"]]
        seat.save()
    drafts = list(game.drafts.all())
    game.drafts.all().delete()
    for draft in drafts:
        draft.move(Moves(moved, of_columns=game.rules.columns_are == "players"))
        draft.save(force_insert=True)
