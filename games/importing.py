"""Game files are looked at and imported, all of them or none."""

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from . import gamefile, names
from .clubtold import ClubTold, SeasonTold, take_over
from .gamefile import GameFile, NotAGameFileError, Remark
from .models import Club, Game, Season, SeatTakenError, User
from .models.files import called_here, key_of, people_of
from .models.reckoning import reckon_season, reckoning_later
from .models.seasons import evening_in
from .models.states import MOST_ROUNDS
from .variants.entry import Finding

MOST_PEOPLE = 100
"""Teams and players together, far more than sit at any table."""

MOST_AT_ONCE = 6000
"""So many rounds are imported in one go; everybody else waits meanwhile to save theirs."""

OF_A_GAME, OF_A_PERSON = 10, 3
"""So many rounds are written while a game is made, and while somebody's figures are."""

MOST_TOLD_SEASONS, MOST_TOLD_PLAYERS = 50, 1000
"""So many seasons and players are told of in one go, whatever is told of games."""

LONGEST_ID = 200
"""So many letters an id may have; each line of a table repeats that of its game."""

FIRST = datetime.min.replace(tzinfo=UTC) + timedelta(days=2)
LAST = datetime.max.replace(tzinfo=UTC) - timedelta(days=2)
"""What lies between can be told in every time zone."""

TOMORROW = timedelta(days=1)
"""So far ahead may be what is told as its day alone, or by the clocks of another time zone."""


# ---- what was sent


@dataclass(frozen=True, slots=True)
class Arrival:
    """A game as it was sent, or why there is none in this place of a file.

    `refusal` is a sentence where it is no game file at all, and `left_out` where it is a game that
    nobody here keeps the score of. `place` says where in the file it stands, if there are several,
    and `told` what stands there. Of a game of which only the totals are told, `totals_only`, it may
    be known here with every round.
    """

    name: str
    file: GameFile | None = None
    remarks: tuple[Remark, ...] = ()
    refusal: str = ""
    place: str = ""
    told: str = ""
    left_out: str = ""
    totals_only: bool = False

    @property
    def errors(self) -> tuple[Remark, ...]:
        """What keeps the game from being imported."""
        return tuple(one for one in self.remarks if one.severity == Finding.ERROR)

    @property
    def warnings(self) -> tuple[Remark, ...]:
        """What may be so, but should be looked at."""
        return tuple(one for one in self.remarks if one.severity == Finding.WARNING)


def arrived(name: str, raw: bytes) -> Arrival:
    """Read a file that was sent under this name; everything wrong with it is in the answer."""
    try:
        document = gamefile.load(raw)
    except NotAGameFileError as wrong:
        return Arrival(name, refusal=str(wrong))
    return judged(name, document)


def judged(name: str, document: dict[str, Any]) -> Arrival:
    """Return the game in the document of a game file, with everything that is wrong with it."""
    if too_much := tuple(_too_much(document)):
        return Arrival(name, remarks=too_much)
    file, remarks = gamefile.read(document)
    unfit = tuple(_unfit(file)) if file else ()
    return Arrival(name, None if unfit else file, (*unfit, *remarks))


def at(place: str, arrival: Arrival) -> Arrival:
    """Return what was found in this place of a file."""
    return replace(arrival, place=place)


def _too_much(document: Mapping[str, object]) -> Iterator[Remark]:
    """Yield why a file is not even read: to judge so much would take longer than anybody waits."""
    rounds, teams = document.get("rounds"), document.get("teams")
    if isinstance(rounds, list) and len(rounds) > MOST_ROUNDS:
        message = _("A game can have %(most)s rounds at most.") % {"most": MOST_ROUNDS}
        yield Remark(Finding.ERROR, "too_many_rounds", None, "rounds", None, message)
    if isinstance(teams, list) and sum(map(_size_of, teams)) > MOST_PEOPLE:
        message = _("This game is not played by that many teams and players.")
        yield Remark(Finding.ERROR, "seating_unknown", None, "teams", None, message)


def _size_of(team: object) -> int:
    players = team.get("players") if isinstance(team, dict) else None
    return 1 + (len(players) if isinstance(players, list) else 0)


def _unfit(file: GameFile) -> Iterator[Remark]:
    """Yield what is right in a file, but more than is kept of a game."""
    for number, field, column, name, most in _names(file):
        if len(names.trimmed(name)) > most:
            words = _("This name is too long. Write %(most)s characters at most.") % {"most": most}
            yield Remark(Finding.ERROR, "name_too_long", number, field, column, words)
    if len(file.id) > LONGEST_ID:
        words = _("This id is too long. Write %(most)s characters at most.") % {"most": LONGEST_ID}
        yield Remark(Finding.ERROR, "id_too_long", None, "id", None, words)
    for field, time in (("started", file.started), ("finished", file.finished)):
        if time is not None and not FIRST <= time <= LAST:
            message = _("Nobody played cards then. Write the year in which the game was played.")
            yield Remark(Finding.ERROR, "time_too_far", None, field, None, message)
        elif time is not None and time > timezone.now() + TOMORROW:
            message = _("This lies in the future. Write when the game was played.")
            yield Remark(Finding.ERROR, "time_ahead", None, field, None, message)


def _names(file: GameFile) -> Iterator[tuple[int | None, str, str | None, str, int]]:
    """Yield every name in a file: round, field and column, the name, and how long it may be."""
    yield None, "name", None, file.name, names.GAME_LENGTH
    for team in file.table.teams:
        if len(team.players) > 1:
            yield None, "teams", team.name, team.name, names.TEAM_LENGTH
        for name in team.players:
            yield None, "teams", name, name, names.LENGTH
    for number, told in enumerate(file.rounds, start=1):
        for player, name in told.substitutes.items():
            yield number, "players", file.table.players[player], name, names.LENGTH


def is_too_much(club: Club | None, arrivals: Sequence[Arrival], told: Sequence[ClubTold]) -> bool:
    """Say whether it would take longer to import this than others can wait to save theirs."""
    seasons = [one for archive in told for one in archive.seasons if not one.everything]
    players = [len(one.aliases) + 1 for archive in told for one in archive.players]
    if len(seasons) > MOST_TOLD_SEASONS or sum(players) > MOST_TOLD_PLAYERS:
        return True
    files = [one.file for one in arrivals if one.file]
    people = {names.same_as(name) for file in files for name in people_of(file)}
    weight = sum(len(file.rounds) + OF_A_GAME for file in files) + OF_A_PERSON * len(people)
    return weight > MOST_AT_ONCE or weight + _counted(club, files, seasons) > MOST_AT_ONCE


def _counted(club: Club | None, files: Sequence[GameFile], told: Sequence[SeasonTold]) -> int:
    """Return how often a game is counted, once in each season that it belongs to."""
    zone = ZoneInfo(club.time_zone if club else "UTC")
    seasons = [Season(**one.fields()) for one in told]
    seasons += [] if club is None else club.seasons.filter(everything=False)
    now = timezone.now()
    played = [(evening_in(file.started or now, zone), file.variant.key) for file in files]
    return sum(season.covers(*one) for one in played for season in seasons)


# ---- what would become of it


class Fate(StrEnum):
    """What importing a file does, as things stand."""

    NEW = "new"
    KNOWN = "known"
    DELETED = "deleted"
    DIFFERS = "differs"
    TWICE = "twice"
    CLASHES = "clashes"


@dataclass(frozen=True, slots=True)
class Prospect:
    """A file and what would become of it; `game` is the one it is known by, if there is one.

    `one_person` names somebody whom the club knows by two of the names in the file.
    """

    arrival: Arrival
    fate: Fate
    game: Game | None = None
    one_person: str = ""

    @property
    def mark(self) -> str:
        """What two files share exactly when they are of the same game."""
        if self.game is not None:
            return str(self.game.pk)
        return key_of(self.arrival.file) if self.arrival.file else ""

    @property
    def findings(self) -> tuple[Remark, ...]:
        """What keeps this file from being imported, whatever is ticked."""
        if self.fate is Fate.CLASHES:
            message = _("Another of these files tells otherwise of the same game. Choose one.")
            clash = Remark(Finding.ERROR, "same_game_twice", None, "id", None, message)
            return (*self.arrival.errors, clash)
        if self.one_person:
            message = _(
                "The club knows two of these names as one person, %(name)s. Write another name "
                "into the file, or take back in the club that the two were merged."
            )
            told = message % {"name": self.one_person}
            twice = Remark(Finding.ERROR, "one_person", None, "teams", None, told)
            return (*self.arrival.errors, twice)
        return self.arrival.errors

    @property
    def can_be_imported(self) -> bool:
        """Say whether it can be imported, if only by replacing the game that is known."""
        return self.arrival.file is not None and not self.findings


def prospects(club: Club | None, arrivals: Sequence[Arrival]) -> list[Prospect]:
    """Return what would become of these files in a club; None is one that is still to be made."""
    first: dict[str, tuple[str, Fate]] = {}
    found = []
    known = None if club is None else _known(club, [one.file for one in arrivals if one.file])
    for arrival in arrivals:
        if arrival.file is None:
            found.append(Prospect(arrival, Fate.NEW))
            continue
        content = gamefile.digest(arrival.file)
        own = Prospect(arrival, Fate.NEW)
        if known is not None:
            own = _prospect(arrival, arrival.file, content, known)
        if own.mark in first:
            own = replace(own, fate=_again(*first[own.mark], content, own.fate))
        else:
            first[own.mark] = content, own.fate
        found.append(own)
    return found


def _again(first: str, first_fate: Fate, content: str, fate: Fate) -> Fate:
    """Return what becomes of another file of the same game, given the content and fate of both."""
    there = (Fate.KNOWN, Fate.DELETED)
    same = first == content or (first_fate in there and fate in there)
    return Fate.TWICE if same else Fate.CLASHES


@dataclass(frozen=True, slots=True)
class _Known:
    """What a club knows of files.

    `games` has those that are known, by the keys of their files, and `whole` those of them whose
    content must be looked at. `other_names` are the keys of names that are no longer anybody's own.
    """

    club: Club
    games: Mapping[str, Game]
    whole: Mapping[uuid.UUID, Game]
    other_names: frozenset[str]

    def has_other_names(self, file: GameFile) -> bool:
        """Say whether somebody in a file may be called otherwise here by now."""
        return not self.other_names.isdisjoint(map(names.same_as, people_of(file)))


def _known(club: Club, files: Sequence[GameFile]) -> _Known:
    """Look up what is known of files in a club, in queries whose number does not grow with them."""
    games = {
        key_of(file): game
        for file, game in zip(files, Game.objects.known_of(club, files), strict=True)
        if game
    }
    changed = [
        game.pk
        for file in files
        if (game := games.get(key_of(file))) and game.file_digest != gamefile.digest(file)
    ]
    merged = club.players.exclude(merged_into=None).values_list("key", flat=True)
    given_up = club.revisions.exclude(key="").values_list("key", flat=True)
    return _Known(
        club, games, Game.objects.with_entries().in_bulk(changed), frozenset({*merged, *given_up})
    )


def _prospect(arrival: Arrival, file: GameFile, content: str, known: _Known) -> Prospect:
    game = known.games.get(key_of(file))
    if game is None:
        return Prospect(arrival, Fate.NEW, one_person=_one_person(known, file))
    if content != game.file_digest:
        whole = known.whole.get(game.pk)
        if whole is None or not _tells_the_same(known, arrival, content, whole):
            return Prospect(arrival, Fate.DIFFERS, game, _one_person(known, file, whole or game))
    return Prospect(arrival, Fate.DELETED if game.deleted_at else Fate.KNOWN, game)


def _tells_the_same(known: _Known, arrival: Arrival, content: str, game: Game) -> bool:
    """Say whether a file tells of a game as it is here, or less, but nothing else."""
    file, here = arrival.file, gamefile.of_game(game)
    there = {game.file_digest, gamefile.digest(here)}
    if file is None or content in there or _is_of(known, game, file, there):
        return True
    return arrival.totals_only and (bool(here.rounds) or _results(file) == _results(here))


def _results(file: GameFile) -> object:
    """Return what a table of totals tells of a game without rounds."""
    teams = [names.same_as(team.name) for team in file.table.teams]
    minute = file.started and file.started.astimezone(UTC).replace(second=0, microsecond=0)
    return file.variant.key, minute, dict(zip(teams, file.table.starting_totals, strict=True))


def _is_of(known: _Known, game: Game, file: GameFile, there: Collection[str]) -> bool:
    """Say whether a file is of a game whose people have got other names since it was written."""
    if not known.has_other_names(file):
        return False
    try:
        here = called_here(known.club, file, game)
    except SeatTakenError:
        return False
    return here is not file and gamefile.digest(here) in there


def _one_person(known: _Known, file: GameFile, game: Game | None = None) -> str:
    """Return who the club knows by two names in a file; empty if each is somebody else there."""
    if not known.has_other_names(file):
        return ""
    try:
        called_here(known.club, file, game)
    except SeatTakenError as taken:
        return taken.name
    return ""


# ---- importing it


class Done(StrEnum):
    """What became of a file."""

    IMPORTED = "imported"
    UNCHANGED = "unchanged"
    RESTORED = "restored"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Import:
    """A file that was imported, and the game that it is now."""

    name: str
    done: Done
    game: uuid.UUID

    def as_json(self) -> dict[str, str]:
        """Return this as plain JSON."""
        return {"name": self.name, "done": self.done, "game": str(self.game)}

    @classmethod
    def of_json(cls, told: Mapping[str, str]) -> "Import":
        """Return what `as_json` told."""
        return cls(told["name"], Done(told["done"]), uuid.UUID(told["game"]))


class ImportRefusedError(Exception):
    """Some files cannot be imported, so none was. The argument has what became of each."""

    def __init__(self, prospects: Sequence[Prospect]) -> None:
        super().__init__("These files cannot be imported.")
        self.prospects = prospects


@transaction.atomic
def import_all(
    club: Club,
    arrivals: Sequence[Arrival],
    *,
    by: User | None,
    submission: uuid.UUID,
    replace: Collection[int],
    told: Sequence[ClubTold] = (),
) -> list[Import]:
    """Import these files into a club and return what became of each.

    A game that is known with other content is replaced if the number of its file, from 0, is in
    `replace`. ImportRefusedError if any file cannot be imported; nothing is kept then. `told` is
    what archives tell of the club itself.
    """
    # Whoever writes locks games first and their club then. Who imports the same game at the same
    # moment waits for the club, and finds the game known.
    _wait_for(prospects(club, arrivals))
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    found = prospects(club, arrivals)
    for number, one in enumerate(found):
        if not one.can_be_imported or (one.fate is Fate.DIFFERS and number not in replace):
            raise ImportRefusedError(found)
    with reckoning_later():
        seasons = [season for archive in told for season in take_over(club, archive)]
        _make_players(club, found)
        made: dict[str, uuid.UUID] = {}
        done = {
            number: _import(club, found[number], by, uuid.uuid5(submission, str(number)), made)
            for number in sorted(range(len(found)), key=lambda number: _when(found[number], number))
        }
    for season in seasons:
        reckon_season(season)
    return [done[number] for number in range(len(found))]


def _when(prospect: Prospect, number: int) -> tuple[datetime, int]:
    """Return what to sort by so that games are imported as they were played.

    One that does not say when was played now. A file stays after the one whose game it tells again.
    """
    file = prospect.arrival.file
    if prospect.fate is Fate.TWICE or file is None or file.started is None:
        return LAST, number
    return file.started, number


def _wait_for(found: Sequence[Prospect]) -> None:
    """Wait for all other writes to the games that are there, before anything is decided."""
    known = [one.game.pk for one in found if one.game]
    list(Game.objects.select_for_update(no_key=True).filter(pk__in=known).order_by("pk"))


def _make_players(club: Club, found: Sequence[Prospect]) -> None:
    """Make all players in the one order in which games that are started make theirs.

    So neither waits for a name of the other for ever. What is known already makes nobody.
    """
    told = {
        name
        for one in found
        if one.arrival.file and one.fate in (Fate.NEW, Fate.DIFFERS)
        for name in people_of(
            called_here(club, one.arrival.file, one.game) if one.game else one.arrival.file
        )
    }
    for name in sorted(told, key=lambda name: (names.same_as(name), name)):
        club.player_named(name)


def _import(
    club: Club,
    prospect: Prospect,
    by: User | None,
    submission: uuid.UUID,
    made: dict[str, uuid.UUID],
) -> Import:
    """Import one file; `made` knows the games of the files before it by their marks."""
    file, game, name = prospect.arrival.file, prospect.game, prospect.arrival.name
    if file is None:
        raise ImportRefusedError([prospect])
    if prospect.fate is Fate.TWICE:
        return Import(name, Done.UNCHANGED, made[prospect.mark])
    done = Done.UNCHANGED
    if game is None:
        game = Game.objects.adopt(club=club, by=by, file=file, submission=submission)
        done = Done.IMPORTED
    elif prospect.fate is Fate.DIFFERS:
        game, done = _replace(game, by, file, submission), Done.REPLACED
    elif prospect.fate is Fate.DELETED:
        game.restore(by=by, submission=submission)
        done = Done.RESTORED
    made[prospect.mark] = game.pk
    return Import(name, done, game.pk)


def _replace(game: Game, by: User | None, file: GameFile, submission: uuid.UUID) -> Game:
    """Put the game of a file in a game's place, and return what stands there then.

    Where another game is played, or by other numbers, the old one is hidden as if deleted.
    """
    if game.deleted_at:
        game.restore(by=by, submission=uuid.uuid5(submission, "restore"))
    if game.takes(file):
        game.replace(by=by, submission=submission, file=file)
        return game
    game.discard(by=by, submission=submission)
    game.forget_file()
    return Game.objects.adopt(club=game.club, by=by, file=file, submission=submission)
