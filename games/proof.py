"""Whether what is kept of a game follows from its entries: it is worked out anew and compared.

Nothing here asks how a write keeps its figures. What differs is told in plain sentences, for
whoever looks after the database.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import models, transaction

from . import names, wording
from .models import Game, Player, Round, SeatTakenError, Tally, Team
from .models.setup import check_seats
from .variants.variant import Line, Table, places, total_of


@transaction.atomic
def differences(game: Game) -> list[str]:
    """Return a sentence for each thing kept that is not what the entries and the log lead to.

    The game is read anew and locked meanwhile, so that no write is seen half done.
    """
    people = "teams", "seats__player", "seats__substitute"
    game = Game.objects.select_for_update(no_key=True).prefetch_related(*people).get(pk=game.pk)
    if faults := list(_seats(game)):
        # Without a whole table nothing can be scored.
        return faults
    kept = game.rounds.order_by("number").prefetch_related(
        "scores", "tallies", "sittings__player", "sittings__seat"
    )
    rounds = list(kept)
    return [
        *_log(game, rounds),
        *_names(game),
        *_merged(game),
        *_found(game),
        *_dealers(game, rounds),
        *_substitutes(game, rounds),
        *_figures(game, rounds),
    ]


# ---- who sits where


def _seats(game: Game) -> Iterator[str]:
    teams, seats = list(game.teams.all()), list(game.seats.all())
    numbered = {
        "teams": sorted(team.number for team in teams),
        "players": sorted(seat.number for seat in seats),
        "places": sorted(seat.place for seat in seats),
    }
    for what, numbers in numbered.items():
        if numbers != list(range(len(numbers))):
            yield f"The {what} are numbered {_all(numbers)}."
    if not teams or not seats or len(seats) % len(teams):
        yield f"{len(seats)} seats cannot be shared among {len(teams)} teams."
        return
    each, team_of = len(seats) // len(teams), {team.pk: team.number for team in teams}
    for seat in seats:
        if team_of.get(seat.team_id) != seat.number // each:
            yield f"{seat.player.name} has the number {seat.number}, which is of another team."


def _names(game: Game) -> Iterator[str]:
    for team, seated in zip(_teams(game), game.table.teams, strict=True):
        # A player may be written otherwise since, in a game that was mended elsewhere.
        if names.same_as(team.name) != names.same_as(seated.name):
            yield f"The team of {seated.name} alone is called {team.name}."


def _merged(game: Game) -> Iterator[str]:
    """Yield who stands in this game although their games have followed to another record."""
    gone = models.Q(merged_into__isnull=False)
    here = models.Q(seats__game=game) | models.Q(standing_in__game=game)
    here |= models.Q(sittings__round__game=game)
    for player in Player.objects.filter(gone, here).distinct():
        yield f"{player.name} was merged into another player and still sits here."


def _found(game: Game) -> Iterator[str]:
    """Tell by which words and in whose history it is not found where it should be."""
    told = [game.name, *(team.name for team in game.teams.all())]
    people = {seat.player.pk: seat.player.name for seat in game.seats.all()}
    sat_in = Player.objects.filter(sittings__round__game=game)
    people |= dict(sat_in.values_list("pk", "name"))
    told += people.values()
    due = {word for name in told for word in names.words(name)}
    mentions = list(game.mentions.all())
    kept = {bytes(one.word).decode(errors="replace") for one in mentions}
    for word in sorted(due - kept):
        yield f"It is not found by the word {word}."
    for word in sorted(kept - due):
        yield f"It is found by the word {word}, which is in none of its names."
    if any(one.club_id != game.club_id for one in mentions):
        yield "It is found by its words in another club."
    present = {one.player_id: one for one in game.presences.select_related("player")}
    for pk, name in people.items():
        if pk not in present:
            yield f"It is not found among the games of {name}."
        elif present[pk].started_at != game.started_at:
            yield f"It stands at another time among the games of {name}."
    for pk in present.keys() - people.keys():
        yield f"It is found among the games of {present[pk].player.name}, who has not played."


def _dealers(game: Game, rounds: Iterable[Round]) -> Iterator[str]:
    people = range(len(game.table.players))
    if game.first_dealer is not None and game.first_dealer not in people:
        yield f"The first dealer is number {game.first_dealer}, and nobody has it."
    for played in rounds:
        if played.dealer is not None and played.dealer not in people:
            yield f"Round {played.number}: its dealer is number {played.dealer}, and nobody has it."


def _substitutes(game: Game, rounds: Iterable[Round]) -> Iterator[str]:
    for played in rounds:
        sitting = {}
        for one in played.sittings.all():
            if one.seat.game_id == game.pk:
                sitting[one.seat.number] = one.player.name
            else:
                yield f"Round {played.number}: {one.player.name} sits in at another game's table."
        yield from _twice(game.table, sitting, f"Round {played.number}")
    yield from _twice(game.table, game.sitting, "The rounds to come")


def _twice(table: Table[Any], sitting: dict[int, str], when: str) -> Iterator[str]:
    try:
        check_seats(table.players, sitting)
    except SeatTakenError as taken:
        yield f"{when}: {taken.name} sits in two seats."


# ---- the log


def _log(game: Game, rounds: Sequence[Round]) -> Iterator[str]:
    revisions = list(game.revisions.order_by("number").values_list("number", flat=True))
    for what, numbers in (("rounds", [one.number for one in rounds]), ("revisions", revisions)):
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"The {what} are numbered {_all(numbers)}."
    if game.version != len(revisions):
        yield f"The version is {game.version}, but there are {len(revisions)} revisions."
    if game.setup_revision not in revisions:
        yield f"Revision {game.setup_revision}, which wrote the setup, is missing."
    for played in rounds:
        if played.revision not in revisions:
            yield f"Round {played.number}: revision {played.revision}, which wrote it, is missing."


# ---- figures


def _figures(game: Game, rounds: Iterable[Round]) -> Iterator[str]:
    teams, reached = _teams(game), game.table.starting_totals
    for played in rounds:
        played.game = game
        lines = game.rules.score(played.read(), game.table)
        points = [total_of(own) for own in lines]
        reached = tuple(before + more for before, more in zip(reached, points, strict=True))
        for fault in (*_scores(played, teams, points, reached), *_tallies(played, teams, lines)):
            yield f"Round {played.number}: {fault}"
    yield from _final(teams, reached)


def _final(teams: Iterable[Team], reached: Sequence[int]) -> Iterator[str]:
    for team, *due in zip(teams, reached, places(reached), strict=True):
        for what, figure in zip(("points", "place"), due, strict=True):
            if (one := getattr(team, what)) != figure:
                said = f"{_said(one)} is kept, {_said(figure)} follows."
                yield f"{what.capitalize()} of {team.name}: {said}"


def _scores(
    played: Round, teams: Iterable[Team], points: Sequence[int], reached: Sequence[int]
) -> Iterator[str]:
    kept = {score.team_id: score for score in played.scores.all()}
    for team, gained, total in zip(teams, points, reached, strict=True):
        if (score := kept.pop(team.pk, None)) is None:
            yield f"{team.name} has no score."
            continue
        for what, one, follows in (("score", score.points, gained), ("total", score.total, total)):
            if one != follows:
                yield f"{what} of {team.name}: {_said(one)} is kept, {_said(follows)} follows."
    for score in kept.values():
        yield f"a score of {_said(score.points)} is kept for another game's team."


def _tallies(
    played: Round, teams: Iterable[Team], lines: Iterable[Sequence[Line]]
) -> Iterator[str]:
    kept: dict[int, dict[int, Tally]] = {}
    for tally in played.tallies.all():
        kept.setdefault(tally.team_id, {})[tally.position] = tally
    for team, own in zip(teams, lines, strict=True):
        for fault in _lines(kept.pop(team.pk, {}), dict(enumerate(own))):
            yield f"{team.name}, {fault}"
    for tallies in kept.values():
        yield f"{len(tallies)} of another game's lines are kept."


def _lines(kept: dict[int, Tally], due: dict[int, Line]) -> Iterator[str]:
    """Compare a team's lines, both by their position."""
    missing = {at: line for at, line in due.items() if at not in kept}
    for at, tally in sorted(kept.items()):
        if line := due.get(at):
            for what in _DIFFERING:
                one, follows = getattr(tally, what), getattr(line, what)
                if one != follows:
                    yield f"line {at}: {what} {one} is kept, {follows} follows."
        elif (place := _place_of(tally, missing)) is not None:
            del missing[place]
            yield f"line {place}, {tally.code}: it stands in place {at}."
        else:
            yield f"line {at}, {tally.code}: it does not follow."
    for at, line in missing.items():
        yield f"line {at}, {line.code}: it is missing."


_DIFFERING = "code", "count", "points"


def _place_of(tally: Tally, missing: dict[int, Line]) -> int | None:
    told = [getattr(tally, what) for what in _DIFFERING]
    same = (at for at, line in missing.items() if [getattr(line, w) for w in _DIFFERING] == told)
    return next(same, None)


def _teams(game: Game) -> list[Team]:
    return sorted(game.teams.all(), key=lambda team: team.number)


def _said(number: int) -> str:
    return wording.points(number)


def _all(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers)) or "not at all"
