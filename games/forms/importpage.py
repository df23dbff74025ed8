"""Files that are to be imported, in words: which game each holds, and what would become of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.template.defaultfilters import date
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import importing, names, wording
from games.clubtold import ClubTold, Plan, PlayerTold, SeasonTold, There
from games.formats import Kind, Parcel
from games.gamefile import GameFile, Remark
from games.importing import Arrival, Done, Fate, Import, Prospect
from games.models import Club
from games.variants import VARIANTS
from games.variants.variant import total_of

from .submission import number_of

MOST_TOLD = 30
"""So many warnings or errors are told of a file; of the rest only the number."""


AT_ONCE = 50
"""So many lines of a file stand on a page at once; links lead to the others."""

MOST_NAMES = 60
"""Of so many names somebody can say which of our games each stands for."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody has ticked, and where they look.

    `replace` has the numbers of games, and `replace_all` those of whole files, that may be put in
    the place of what is known otherwise; `leave_out` is whether what cannot be read may be missing.
    """

    replace: frozenset[int] = frozenset()
    replace_all: frozenset[int] = frozenset()
    leave_out: bool = False
    show: str = ""
    first: int = 0

    @classmethod
    def of(cls, data: QueryDict) -> "Choices":
        """Return what a form or an address says; what makes no sense is as if it were not there."""
        return cls(
            _numbers(data, "replace"),
            _numbers(data, "replace_all"),
            "leave_out" in data,
            data.get("show", ""),
            number_of(data, "from") or 0,
        )


def _numbers(data: QueryDict, name: str) -> frozenset[int]:
    return frozenset(
        int(one) for one in data.getlist(name) if one.isascii() and one.isdigit() and len(one) < 10
    )


class Found(NamedTuple):
    """A game in a file, and what would become of it; `parcel` is the number of the file."""

    number: int
    parcel: int
    prospect: Prospect


@dataclass(frozen=True, slots=True)
class Look:
    """What would become of all files that were sent, given what somebody has ticked.

    `plans` has what is taken over of the clubs that archives tell of, by the numbers of the files:
    nothing for those who keep the score in a club but do not run it.
    """

    parcels: Sequence[Parcel]
    found: Sequence[Found]
    choices: Choices
    plans: Mapping[int, Plan]

    @classmethod
    def at(
        cls, club: Club | None, parcels: Sequence[Parcel], choices: Choices, *, may_own: bool
    ) -> "Look":
        """Look at these files; None is a club that is still to be made."""
        told = [
            (number, arrival)
            for number, parcel in enumerate(parcels)
            for arrival in parcel.arrivals
            if not arrival.left_out
        ]
        prospects = importing.prospects(club, [arrival for _number, arrival in told])
        found = [
            Found(place, number, prospect)
            for place, ((number, _arrival), prospect) in enumerate(
                zip(told, prospects, strict=True)
            )
        ]
        plans: dict[int, Plan] = {}
        if may_own and any(parcel.club for parcel in parcels):
            there = There(club)
            plans = {
                number: there.plan(parcel.club)
                for number, parcel in enumerate(parcels)
                if parcel.club
            }
        return cls(parcels, found, choices, plans)

    @property
    def told(self) -> list[ClubTold]:
        """What is taken over of clubs besides their games."""
        return [plan.told for plan in self.plans.values()]

    @property
    def chosen(self) -> list[Found]:
        """The games that are to be imported: all, or all that can be read if that is ticked."""
        return [
            one
            for one in self.found
            if one.prospect.can_be_imported
            or not (self.choices.leave_out and self.parcels[one.parcel].is_foreign)
        ]

    @property
    def arrivals(self) -> list[Arrival]:
        """The games that are to be imported, as they were sent."""
        return [one.prospect.arrival for one in self.chosen]

    @property
    def replaced(self) -> frozenset[int]:
        """The numbers of those among them that may be put in the place of others."""
        return frozenset(place for place, one in enumerate(self.chosen) if self.is_replaced(one))

    def is_replaced(self, one: Found) -> bool:
        """Say whether this game may be put in the place of the one that is known."""
        return one.number in self.choices.replace or one.parcel in self.choices.replace_all

    @property
    def is_broken(self) -> bool:
        """Whether there is something wrong that nobody can leave out."""
        return any(
            not one.prospect.can_be_imported and not self.parcels[one.parcel].is_foreign
            for one in self.found
        )

    @property
    def can_import(self) -> bool:
        """Whether there is something to import."""
        return not self.is_broken and (bool(self.plans) or self.number > 0)

    @property
    def can_go_on(self) -> bool:
        """Whether there is something to import, or would be if somebody says what a name means."""
        return not self.is_broken and (
            self.can_import or any(parcel.names for parcel in self.parcels)
        )

    @property
    def number(self) -> int:
        """How many games can be imported."""
        return sum(one.prospect.can_be_imported for one in self.found)

    @property
    def why_not(self) -> str:
        """Why nothing was imported."""
        if self.is_broken or all(one.prospect.can_be_imported for one in self.chosen):
            return _(
                "Nothing was imported yet. Tick what is to be replaced, or choose other files."
            )
        return _(
            "Nothing was imported yet. Tick that what cannot be read is left out, or choose other"
            " files."
        )

    @property
    def parts(self) -> "list[FilePage | ManyPage]":
        """The files as they are shown."""
        shown: list[FilePage | ManyPage] = []
        for number, parcel in enumerate(self.parcels):
            own = [one for one in self.found if one.parcel == number]
            if parcel.kind is Kind.GAME:
                shown += [FilePage(one.number, one.prospect, self.is_replaced(one)) for one in own]
            else:
                prospects, plan = [one.prospect for one in own], self.plans.get(number)
                shown.append(ManyPage(number, parcel, prospects, self.choices, plan))
        return shown


class FilePage:
    """One of the files that were chosen, with one game in it."""

    is_single = True

    def __init__(self, number: int, prospect: Prospect, ticked: bool) -> None:
        self.number, self.prospect, self.ticked = number, prospect, ticked
        self.arrival, self.file = prospect.arrival, prospect.arrival.file

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.arrival.name

    @property
    def title(self) -> str:
        """What the game is called; empty where there is none to be read."""
        return names.trimmed(self.file.name) or self.variant if self.file else ""

    @property
    def variant(self) -> str:
        """What is played."""
        return _(self.file.variant.short) if self.file else ""

    @property
    def about(self) -> str:
        """When it was played, and how far it has come."""
        if self.file is None:
            return ""
        number = len(self.file.rounds)
        words = ngettext("%(number)s round", "%(number)s rounds", number) % {"number": number}
        told = [self.variant, words, _day(self.file)]
        if self.file.finished:
            told.append(_("finished"))
        return " · ".join(one for one in told if one)

    @property
    def teams(self) -> list[tuple[str, str, int]]:
        """The teams with their players, where these are several, and their totals."""
        if self.file is None:
            return []
        return [
            (team.name, names.listed(team.players) if len(team.players) > 1 else "", total)
            for team, total in zip(self.file.table.teams, _totals(self.file), strict=True)
        ]

    @property
    def fate(self) -> str:
        """What would become of the file, in a sentence."""
        match self.prospect.fate:
            case Fate.KNOWN:
                return _("Known already: nothing changes.")
            case Fate.DELETED:
                return _("This game was deleted here. It comes back as it was.")
            case Fate.DIFFERS:
                return _("It differs from the game that you have.")
            case Fate.TWICE:
                return _("The same game as in a file above: it is imported once.")
        return _("A new game.")

    @property
    def differs(self) -> bool:
        """Whether somebody must say that it is to be replaced."""
        return self.prospect.fate is Fate.DIFFERS

    @property
    def game(self) -> Any:
        """The game that it is known by."""
        game = self.prospect.game
        return None if game is None or game.deleted_at else game

    @property
    def refusal(self) -> str:
        """Why it is no game file at all."""
        return self.arrival.refusal

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What keeps it from being imported: where, and what."""
        return _told(self.prospect.findings, with_field=True)

    @property
    def warnings(self) -> list[tuple[str, str]]:
        """What may be so: where, and what."""
        return _told(self.arrival.warnings, with_field=False)

    @property
    def warnings_in_words(self) -> str:
        """How many warnings there are."""
        number = len(self.arrival.warnings)
        return ngettext("%(number)s warning", "%(number)s warnings", number) % {"number": number}


class Line(NamedTuple):
    """A line of a file that holds several games: where it stands, what it tells, and why not."""

    place: str
    told: str
    teams: list[tuple[str, int]]
    reasons: list[tuple[str, str]]
    game: Any


class Option(NamedTuple):
    """A game of ours that a name may stand for."""

    value: str
    label: str
    is_chosen: bool


class Called(NamedTuple):
    """What a game is called in a file, and which of ours that is."""

    field: str
    name: str
    options: list[Option]


GROUPS: dict[str, Promise] = {
    "unreadable": gettext_lazy("Cannot be read"),
    "differs": gettext_lazy("Differs from what you have"),
    "new": gettext_lazy("New games"),
    "back": gettext_lazy("Deleted here; comes back as it was"),
    "known": gettext_lazy("Known already; nothing changes"),
    "twice": gettext_lazy("Stands there twice; imported once"),
    "other": gettext_lazy("Left out: no game of ours"),
}
"""What may become of a line, what asks for a decision first."""

OF_CLUBS: dict[str, Promise] = {
    "seasons": gettext_lazy("New seasons"),
    "same-seasons": gettext_lazy("Seasons that you have; nothing changes"),
    "players": gettext_lazy("New players"),
    "same-players": gettext_lazy("Players that you have; nothing changes"),
}
"""What may become of what an archive tells besides games."""

OF_FATES = {
    Fate.NEW: "new",
    Fate.KNOWN: "known",
    Fate.DELETED: "back",
    Fate.DIFFERS: "differs",
    Fate.TWICE: "twice",
    Fate.CLASHES: "unreadable",
}

KINDS: dict[Kind, Promise] = {
    Kind.ARCHIVE: gettext_lazy("The archive of a club"),
    Kind.SHEETS: gettext_lazy("Score sheets"),
    Kind.KEEPSCORE: gettext_lazy("A table from KeepScore"),
    Kind.BGSTATS: gettext_lazy("From Board Game Stats"),
}


class Group[Told]:
    """The lines of a file of which the same would become; `line` puts one into words."""

    def __init__(
        self,
        key: str,
        parcel: int,
        lines: Sequence[Told],
        choices: Choices,
        line: Callable[[Told], Line],
    ) -> None:
        self.key, self.lines, self._line = f"{parcel}-{key}", lines, line
        self.title = (GROUPS | OF_CLUBS)[key]
        self.asks = key in ("unreadable", "differs")
        self.is_open = choices.show == self.key or (self.asks and not choices.show)
        asked = choices.first if choices.show == self.key else 0
        self.first = min(asked, max(len(lines) - 1, 0)) // AT_ONCE * AT_ONCE

    @property
    def number(self) -> int:
        """How many they are."""
        return len(self.lines)

    @property
    def shown(self) -> Iterator[Line]:
        """Those that stand on this page."""
        for one in self.lines[self.first : self.first + AT_ONCE]:
            yield self._line(one)

    @property
    def where(self) -> str:
        """Which of them stand on this page, where these are not all."""
        if self.number <= AT_ONCE:
            return ""
        last = min(self.first + AT_ONCE, self.number)
        values = {"first": self.first + 1, "last": last, "number": self.number}
        return _("%(first)s to %(last)s of %(number)s") % values

    @property
    def earlier(self) -> str:
        """Where those before them stand."""
        return self._at(self.first - AT_ONCE) if self.first else ""

    @property
    def later(self) -> str:
        """Where those after them stand."""
        return self._at(self.first + AT_ONCE) if self.first + AT_ONCE < self.number else ""

    def _at(self, first: int) -> str:
        return f"?{urlencode({'show': self.key, 'from': first})}#group-{self.key}"


def _line(prospect: Prospect) -> Line:
    arrival, file = prospect.arrival, prospect.arrival.file
    told = names.writable(arrival.told)
    teams: list[tuple[str, int]] = []
    if file is not None:
        parts = (names.trimmed(file.name), _(file.variant.short), _day(file))
        told = " · ".join(one for one in parts if one)
        named = (team.name for team in file.table.teams)
        teams = list(zip(named, _totals(file), strict=True))
    reasons = _told(prospect.findings, with_field=not arrival.totals_only)
    if why := arrival.refusal or arrival.left_out:
        reasons = [("", why)]
    game = prospect.game
    known = None if game is None or game.deleted_at else game
    return Line(arrival.place, told, teams, reasons, known)


def _line_of_player(player: PlayerTold) -> Line:
    told = []
    if player.is_guest:
        told.append(_("A guest."))
    if player.hidden_at:
        told.append(_("Hidden: proposed for no new game."))
    if player.aliases:
        words = _(
            "Also: %(names)s. That these are one person is kept, but cannot be taken back here."
        )
        told.append(words % {"names": names.listed(player.aliases)})
    return Line("", player.name, [], [("", one) for one in told], None)


def _line_of_season(season: SeasonTold) -> Line:
    days = [
        str(date(day, "DATE_FORMAT")) if day else "" for day in (season.starts_on, season.ends_on)
    ]
    span = dict(zip(("first", "last"), days, strict=True))
    told = []
    if all(days):
        told.append(_("%(first)s to %(last)s") % span)
    elif any(days):
        said = _("from %(first)s on") if days[0] else _("up to %(last)s")
        told.append(wording.begun(said % span))
    if season.variants:
        told.append(names.listed([_(VARIANTS[key].short) for key in season.variants]))
    if season.closed_at:
        told.append(_("Closed, with its result."))
    if season.everything:
        told.append(_("How its standings are reckoned."))
    name = _("All time") if season.everything else season.name
    return Line("", name, [], [("", one) for one in told], None)


class ManyPage:
    """One of the files that were chosen, with several games in it."""

    is_single = False

    def __init__(
        self,
        number: int,
        parcel: Parcel,
        found: Sequence[Prospect],
        choices: Choices,
        plan: Plan | None,
    ) -> None:
        self.number, self.parcel, self.found, self.choices = number, parcel, found, choices
        self.plan = plan

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.parcel.name

    @property
    def title(self) -> str:
        """What sort of file it is."""
        return str(KINDS[self.parcel.kind])

    @property
    def about(self) -> str:
        """What it tells of besides games."""
        club = self.parcel.club
        if club is None:
            return ""
        players, seasons, games = len(club.players), len(club.seasons), len(self.found)
        told = (
            (players, ngettext("%(number)s player", "%(number)s players", players)),
            (seasons, ngettext("%(number)s season", "%(number)s seasons", seasons)),
            (games, ngettext("%(number)s game", "%(number)s games", games)),
        )
        counted = (words % {"number": number} for number, words in told if number)
        return " · ".join(one for one in (club.name, *counted) if one)

    @property
    def notes(self) -> list[str]:
        """What else there is to know before it is imported."""
        if self.parcel.kind is Kind.ARCHIVE:
            return self._notes_on_club()
        if self.parcel.kind is Kind.SHEETS:
            return [
                _(
                    "Only the totals come in: of a round a table tells the points, but not what"
                    " they were for. The archive of a club and game files bring the rounds too."
                )
            ]
        told = [_("Only the totals come in: nothing is told of the rounds.")]
        if self.parcel.kind is Kind.BGSTATS:
            told.append(
                _("A game is called after its board or, where none is told, after the place.")
            )
        return told

    def _notes_on_club(self) -> list[str]:
        told = self.parcel.club
        if told is None:
            return []
        if self.plan is None:
            return [
                _(
                    "Only its games come in. Its seasons, and what it tells of its players, may be"
                    " brought in by those who run the club."
                )
            ]
        if not self.plan.takes_itself:
            return []
        values = {"name": told.name, "zone": told.time_zone}
        if told.name:
            return [_("Your club is called %(name)s then, at home in %(zone)s.") % values]
        return [_("Your club is at home in %(zone)s then.") % values]

    @cached_property
    def groups(self) -> list[Group[Any]]:
        """The lines, by what would become of them: first those that ask for a decision."""
        return sorted([*self._of_club(), *self._of_games()], key=lambda group: not group.asks)

    def _of_club(self) -> Iterator[Group[Any]]:
        if (plan := self.plan) is None:
            return
        seasons = {"seasons": plan.seasons, "same-seasons": plan.known_seasons}
        players = {"players": plan.players, "same-players": plan.known_players}
        for key, some in seasons.items():
            if some:
                yield Group(key, self.number, some, self.choices, _line_of_season)
        for key, people in players.items():
            if people:
                yield Group(key, self.number, people, self.choices, _line_of_player)

    def _of_games(self) -> list[Group[Any]]:
        left_out = [Prospect(one, Fate.NEW) for one in self.parcel.arrivals if one.left_out]
        order = list(GROUPS)
        lines = sorted([*self.found, *left_out], key=lambda one: order.index(_group_of(one)))
        return [
            Group(key, self.number, list(own), self.choices, _line)
            for key, own in groupby(lines, key=_group_of)
        ]

    @property
    def asks_to_leave_out(self) -> bool:
        """Whether somebody may say that what cannot be read is left out."""
        return self.parcel.is_foreign and self._has("unreadable")

    @property
    def asks_to_replace(self) -> bool:
        """Whether somebody may say that what differs is replaced."""
        return self._has("differs")

    @property
    def leaves_out(self) -> bool:
        """Whether somebody has said so."""
        return self.choices.leave_out

    @property
    def replaces(self) -> bool:
        """Whether somebody has said so."""
        return self.number in self.choices.replace_all

    def _has(self, key: str) -> bool:
        return any(group.key == f"{self.number}-{key}" for group in self.groups)

    @property
    def called(self) -> list[Called]:
        """What games are called in the file, with those of ours that each may be."""
        told = list(self.parcel.names.items())[:MOST_NAMES]
        return [
            Called(f"called-{self.number}-{place}", name, _options(key))
            for place, (name, key) in enumerate(told)
        ]

    @property
    def asks_for_names(self) -> bool:
        """Whether nobody has said of any name yet what it stands for."""
        return not any(self.parcel.names.values())


def _group_of(prospect: Prospect) -> str:
    if prospect.arrival.left_out:
        return "other"
    return OF_FATES[prospect.fate] if prospect.can_be_imported else "unreadable"


def _options(chosen: str) -> list[Option]:
    games = [(key, _(variant.name)) for key, variant in VARIANTS.items()]
    told = [("", _("None of ours: leave it out")), *games]
    return [Option(value, label, value == chosen) for value, label in told]


def _day(file: GameFile) -> str:
    """Return the day in the file's own zone, in which it was played."""
    return str(date(file.started, "DATE_FORMAT")) if file.started else ""


def _totals(file: GameFile) -> Sequence[int]:
    score = file.variant.score
    rows = [[total_of(own) for own in score(one.entry, file.table)] for one in file.rounds]
    return file.table.totals(rows)


def _told(remarks: Sequence[Remark], *, with_field: bool) -> list[tuple[str, str]]:
    told = [
        (_place(one, with_field=with_field), names.writable(one.message))
        for one in remarks[:MOST_TOLD]
    ]
    if (left := len(remarks) - MOST_TOLD) > 0:
        more = ngettext("And %(number)s more.", "And %(number)s more.", left)
        told.append(("", more % {"number": left}))
    return told


def _place(remark: Remark, *, with_field: bool) -> str:
    """Return where something was found, as a person looks for it in the file."""
    told = [_("Round %(number)s") % {"number": remark.round}] if remark.round else []
    places = (remark.column, remark.field if with_field else None)
    return names.listed([*told, *(names.writable(one) for one in places if one)])


def too_much_in_words() -> str:
    """Return how much may be brought in at once."""
    words = _(
        "This is too much at once: others could not save anything meanwhile. At most %(seasons)s"
        " seasons, %(players)s players and %(rounds)s rounds come in together, where a game counts"
        " as %(game)s rounds more, everybody who plays as %(person)s, and each season that a game"
        " belongs to as one. Choose fewer files at a time. A larger archive is brought in by"
        " whoever runs this installation, with the command “import_club”."
    )
    return words % {
        "seasons": importing.MOST_TOLD_SEASONS,
        "players": importing.MOST_TOLD_PLAYERS,
        "rounds": importing.MOST_AT_ONCE,
        "game": importing.OF_A_GAME,
        "person": importing.OF_A_PERSON,
    }


def done_in_words(imported: Sequence[Import]) -> str:
    """Return what became of all files, in words."""
    if not imported:
        return _("The people and seasons of the archive are here now.")
    told = [_done(done, sum(one.done is done for one in imported)) for done in Done]
    return " ".join(one for one in told if one)


def _done(done: Done, number: int) -> str:
    if not number:
        return ""
    if done is Done.IMPORTED:
        words = ngettext("%(number)s game imported.", "%(number)s games imported.", number)
    elif done is Done.REPLACED:
        words = ngettext("%(number)s game replaced.", "%(number)s games replaced.", number)
    elif done is Done.RESTORED:
        words = ngettext("%(number)s game is back.", "%(number)s games are back.", number)
    else:
        words = ngettext("%(number)s was known already.", "%(number)s were known already.", number)
    return words % {"number": number}
