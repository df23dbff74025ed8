"""Games as they are looked up, started, and taken in from files."""

import itertools
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from games import gamefile, names
from games.gamefile import GameFile
from games.variants.variant import Variant

from .accounts import User
from .files import called_here, key_of, snapshots
from .links import Link
from .naming import check_nobody_left
from .people import Club
from .presences import keep_found
from .reckoning import reckon_again
from .refusals import SubmissionReusedError
from .revisions import Change, Revision, digest_of
from .rounds import Round, Tally
from .seating import Team
from .setup import check_seats
from .states import WRITTEN, become, keep_places

if TYPE_CHECKING:
    from .game import Game

RESTORABLE = timedelta(days=30)
"""So long a deleted game can be restored."""

AT_ONCE = 500
"""So many games are looked up in one query."""


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team as a new game is started with it."""

    name: str
    players: tuple[str, ...]
    starting_total: int = 0

    def tidied(self) -> "NewTeam":
        """Return the team with names as they are kept of what was typed."""
        players = tuple(names.tidy(player) for player in self.players)
        return replace(self, name=names.tidy(self.name), players=players)


class GameQuerySet(models.QuerySet["Game"]):
    """Reads games, and makes new ones."""

    def of(self, user: Any) -> "GameQuerySet":
        """List the games that an account may see."""
        return self._in_clubs_of(user).filter(deleted_at=None)

    def deleted_of(self, user: Any) -> "GameQuerySet":
        """List the deleted games that an account may still see, the latest deleted first."""
        kept = timezone.now() - RESTORABLE
        return self._in_clubs_of(user).filter(deleted_at__gt=kept).order_by("-deleted_at")

    def expired(self) -> "GameQuerySet":
        """List the games that were deleted too long ago to be restored."""
        return self.filter(deleted_at__lte=timezone.now() - RESTORABLE)

    def _in_clubs_of(self, user: Any) -> "GameQuerySet":
        if not user.is_authenticated:
            return self.none()
        return self.filter(club__memberships__user=user)

    def running(self, clubs: Iterable[Club], number: int) -> "GameQuerySet":
        """List so many games of these clubs that nobody has closed, the latest played first."""
        return self._latest(clubs, number, "-changed_at", finished_at=None)

    def finished(self, clubs: Iterable[Club], number: int) -> "GameQuerySet":
        """List so many games of these clubs that were closed, the latest first."""
        return self._latest(clubs, number, "-finished_at", finished_at__isnull=False)

    def _latest(
        self, clubs: Iterable[Club], number: int, order: str, **which: object
    ) -> "GameQuerySet":
        # Each club keeps its own in this order; those of all together would have to be sorted.
        chosen = [
            pk
            for club in clubs
            for pk in type(self)(self.model)
            .filter(club=club, deleted_at=None, **which)
            .order_by(order)
            .values_list("pk", flat=True)[:number]
        ]
        return self.filter(pk__in=chosen).order_by(order)[:number]

    def counted(self) -> "GameQuerySet":
        """List the games whose results count: finished, and played as `standing.is_played` says.

        Of an old evening nobody wrote down the rounds, and only its totals are known.
        """
        rounds = Round.objects.filter(game=models.OuterRef("pk"))
        totals = Team.objects.filter(game=models.OuterRef("pk")).exclude(starting_total=0)
        played = models.Exists(rounds) | models.Exists(totals)
        return self.filter(played, deleted_at=None).exclude(finished_at=None)

    def whole(self) -> "GameQuerySet":
        """Fetch all that the sheet shows along with each game, in a fixed number of queries."""
        return self._with(Round.objects.defer("entry"))

    def with_entries(self) -> "GameQuerySet":
        """Fetch all that a file holds along with each game, in a fixed number of queries."""
        return self._with(Round.objects.all())

    def with_lines(self) -> "GameQuerySet":
        """Fetch all that a result is made of along with each game, in a fixed number of queries."""
        return self._with(Round.objects.prefetch_related(models.Prefetch("tallies", _in_order())))

    def in_lines(self) -> "GameQuerySet":
        """Fetch what a line about each game shows, in a fixed number of queries.

        Of the rounds it is only told whether there are any, in `first_rounds`.
        """
        first = Round.objects.filter(number=1).only("game")
        return self.only("name", "variant", "started_at", "finished_at").prefetch_related(
            "teams", "seats__player", models.Prefetch("rounds", first, to_attr="first_rounds")
        )

    def _with(self, rounds: models.QuerySet[Round]) -> "GameQuerySet":
        rounds = rounds.prefetch_related("scores", "sittings__player", "sittings__seat")
        return self.select_related("club").prefetch_related(
            "teams", "seats__player", "seats__substitute", models.Prefetch("rounds", rounds)
        )

    def known(self, club: Club, file: GameFile) -> "Game | None":
        """Return the game that a file tells of in a club; see `known_of`."""
        (game,) = self.with_entries().known_of(club, [file])
        return game

    def known_of(self, club: Club, files: Sequence[GameFile]) -> "list[Game | None]":
        """Return the game that each file tells of in a club, deleted or not; None if it is new.

        A game is known by the id of the file from which it came, by all of its content where there
        was no id, and by its own id, as it is written when it is exported.
        """
        gone = timezone.now() - RESTORABLE
        games = self.filter(club=club).exclude(deleted_at__lte=gone)
        keys = [key_of(file) for file in files]
        owns = [_uuid_of(file.id) for file in files]
        by_key = games.exclude(file_key="").in_parts("file_key", keys)
        by_own = games.in_parts("pk", [own for own in owns if own])
        return [by_key.get(key) or by_own.get(own) for key, own in zip(keys, owns, strict=True)]

    def in_parts(self, name: str, values: Sequence[Any]) -> "dict[Any, Game]":
        """Return the games of which this field has one of many values, by their values."""
        return {
            getattr(game, name): game
            for part in itertools.batched(dict.fromkeys(values), AT_ONCE)
            for game in self.filter(**{f"{name}__in": part})
        }

    @transaction.atomic
    def adopt(
        self, *, club: Club, by: User | None, file: GameFile, submission: uuid.UUID
    ) -> "Game":
        """Take in the game of a file, and compute every score anew.

        Nothing in it may be larger than what is kept of a game; see `importing.py`. SeatTakenError
        if two who play in it are one person in the club.
        """
        now, key, content = timezone.now(), key_of(file), gamefile.digest(file)
        file = called_here(club, file)
        table = file.table
        self.expired().filter(club=club, file_key=key).update(file_key="")
        game = self.create(
            club=club,
            variant=file.variant.key,
            name=names.trimmed(file.name),
            options=asdict(table.options),
            first_dealer=table.first_dealer,
            started_at=(file.started or min(now, file.finished or now)).astimezone(UTC),
            changed_at=now,
            submission=submission,
            digest=digest_of(Revision.Kind.IMPORT, [content, file.id]),
            version=1,
            file_id=file.id,
            file_key=key,
            file_digest=content,
        )
        totals = table.starting_totals
        teams = [
            NewTeam(names.trimmed(team.name), team.players, total)
            for team, total in zip(table.teams, totals, strict=True)
        ]
        _seat(game, teams, table.seats)
        game.links.create(kind=Link.Kind.WATCH)
        revision = game.revisions.create(
            number=1,
            kind=Revision.Kind.IMPORT,
            by=by,
            at=now,
            submission=submission,
            digest=game.digest,
        )
        game.take_rounds(snapshots(game, file), revision)
        finished = file.finished and file.finished.astimezone(UTC).isoformat()
        become(game, Change({}, {"finished_at": finished}), revision)
        game.save(update_fields=WRITTEN)
        keep_places(game)
        if finished:
            reckon_again([game])
        return game

    @transaction.atomic
    def start(
        self,
        *,
        club: Club,
        by: User | None,
        variant: Variant[Any, Any, Any],
        teams: Sequence[NewTeam],
        options: Any,
        seats: Sequence[int],
        first_dealer: int | None,
        submission: uuid.UUID,
        name: str = "",
        started_at: datetime | None = None,
    ) -> "Game":
        """Start a game, now unless told otherwise, and never in the future; `seats` lists the
        players in dealing order.

        The same submission again returns the game that it started. SubmissionReusedError if it
        started another, SeatTakenError if two of the names are one person's.
        """
        teams = [team.tidied() for team in teams]
        told = [variant.key, [asdict(team) for team in teams], asdict(options), seats, first_dealer]
        told += [name] if started_at is None else [name, started_at.isoformat()]
        digest, now = digest_of(Revision.Kind.START, told), timezone.now()
        if game := self._started_by(submission, digest):
            return game
        try:
            with transaction.atomic():
                game = self.create(
                    club=club,
                    variant=variant.key,
                    name=names.tidy(name),
                    options=asdict(options),
                    first_dealer=first_dealer,
                    started_at=min(started_at or now, now),
                    changed_at=now,
                    submission=submission,
                    digest=digest,
                    version=1,
                )
        except IntegrityError:
            # The same submission came twice at once; the first has started the game by now.
            if game := self._started_by(submission, digest):
                return game
            raise
        _seat(game, teams, seats)
        # Whoever plays again is hidden no more.
        club.players.filter(seats__game=game).exclude(hidden_at=None).update(hidden_at=None)
        game.links.create(kind=Link.Kind.WATCH)
        game.revisions.create(
            number=1,
            kind=Revision.Kind.START,
            by=by,
            at=now,
            submission=submission,
            digest=digest,
        )
        keep_places(game)
        return game

    @transaction.atomic
    def write_down(
        self, *, by: User | None, submission: uuid.UUID, started_at: datetime, **told: Any
    ) -> "Game":
        """Keep a game that was played then, of which nobody wrote down the rounds.

        It is started with its final totals and closed at once. Otherwise as `start`.
        """
        game = self.start(by=by, submission=submission, started_at=started_at, **told)
        finish = uuid.uuid5(submission, "finish")
        game.finish(by=by, submission=finish, at=game.started_at)
        return game

    def _started_by(self, submission: uuid.UUID, digest: str) -> "Game | None":
        game = self.filter(submission=submission).first()
        if game and game.digest != digest:
            raise SubmissionReusedError
        return game


def _in_order() -> models.QuerySet[Tally]:
    return Tally.objects.order_by("position")


def _seat(game: "Game", teams: Sequence[NewTeam], seats: Sequence[int]) -> None:
    told = [name for team in teams for name in team.players]
    # Two games that are started at once make the club's players in the same order, so that neither
    # start waits for a name of the other for ever.
    players = {name: game.club.player_named(name) for name in sorted(told, key=names.same_as)}
    check_seats([players[name].name for name in told], {})
    count = itertools.count()
    for number, team in enumerate(teams):
        own = [players[name] for name in team.players]
        name = own[0].name if len(own) == 1 else team.name
        row = game.teams.create(number=number, name=name, starting_total=team.starting_total)
        for player in own:
            place = next(count)
            game.seats.create(team=row, number=place, place=seats.index(place), player=player)
    check_nobody_left(game)
    keep_found(game)


def _uuid_of(text: str) -> uuid.UUID | None:
    """Return the id that stands in a text, exactly as a game's own is written; else None."""
    try:
        found = uuid.UUID(text)
    except ValueError:
        return None
    return found if str(found) == text else None
