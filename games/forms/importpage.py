"""Files that are to be imported, in words: which game each holds, and what would become of it."""

from collections.abc import Sequence
from typing import Any

from django.template.defaultfilters import date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names
from games.gamefile import GameFile, Remark
from games.importing import Done, Fate, Import, Prospect
from games.variants.variant import total_of

MOST_TOLD = 30
"""So many warnings or errors are told of a file; of the rest only the number."""


class FilePage:
    """One of the files that were chosen."""

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


def done_in_words(imported: Sequence[Import]) -> str:
    """Return what became of all files, in words."""
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
