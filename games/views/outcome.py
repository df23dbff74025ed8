"""How writes are answered: what was done, or why not, what stands, what was typed, and a choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from games import access, live, log, wording
from games.board import MARKS, BreakdownRow, Cell, breakdown
from games.forms.round import RoundForm
from games.forms.seats import seats_of
from games.forms.submission import new_submission, submission_of
from games.models import (
    Game,
    GameDeletedError,
    GameFinishedError,
    NoSuchRoundError,
    NothingToRedoError,
    NothingToUndoError,
    OutOfDateError,
    Revision,
    SeatTakenError,
    SetupChangedError,
    SubmissionReusedError,
    WriteRefusedError,
)
from games.variants.entry import Entry

type Breakdown = tuple[list[BreakdownRow], list[int]]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of one version, with a cell for each team."""

    label: str
    cells: list[str]
    differs: bool


@dataclass(frozen=True, slots=True)
class Version:
    """A round as it stands, or as it was typed."""

    title: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Choice:
    """A way on; the fields are sent along unseen."""

    label: str
    url: str
    fields: list[tuple[str, str]]
    quiet: bool = False


def written(
    request: HttpRequest,
    game: Game,
    write: Callable[..., Revision],
    *,
    to: str = "",
    **told: int | None,
) -> HttpResponse:
    """Make a write that needs no more than a tap, and answer it: done, or why not."""
    try:
        revision = store(request, write, **told)
    except WriteRefusedError as why:
        return refused(request, game, why)
    return done(request, revision, to)


def store(request: HttpRequest, write: Callable[..., Revision], **told: int | None) -> Revision:
    """Make a write under the submission id of the form that was sent.

    WriteRefusedError if the model refuses it, or if the form was not whole.
    """
    submission = submission_of(request.POST)
    if submission is None or None in told.values():
        raise WriteRefusedError
    return write(by=access.scorer(request), submission=submission, **told)


def done(request: HttpRequest, revision: Revision, to: str = "") -> HttpResponse:
    """Answer a write that is stored, now or by an earlier sending: say it, mostly on the sheet."""
    said = log.says(revision, brief=True)
    messages.success(request, wording.begun(said))
    return go_to(request, to or reverse("game", args=[revision.game_id]))


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """Answer a write by sending the browser on: 303, or what htmx takes for it."""
    if live.is_part(request):
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url, status=303)


def rules_url(game: Game, number: int | None = None) -> str:
    """Return where the rules of a game are, with the way back to it."""
    return reverse("rules_variant", args=[game.variant]) + _way_back(game, number)


def check_url(game: Game, number: int | None = None) -> str:
    """Return where cards are checked that a team means to open with, with the way back."""
    return reverse("opening", args=[game.variant]) + _way_back(game, number)


def _way_back(game: Game, number: int | None) -> str:
    return f"?game={game.pk}" + (f"&round={number}" if number else "")


def refused(
    request: HttpRequest,
    game: Game,
    why: WriteRefusedError,
    form: RoundForm | None = None,
    number: int | None = None,
    revision: int | None = None,
    *,
    insert: bool = False,
) -> HttpResponse:
    """Answer a refused write: 409 with a choice, 400 where the form itself was not whole.

    Nothing is stored until somebody chooses, and nothing that was typed is lost.
    """
    theirs, mine, choices = None, None, list[Choice]()
    deleted = isinstance(why, GameDeletedError)
    if form is not None and number is not None:
        theirs, mine = _versions(game, form, number)
    if deleted:
        choices = [_restore(game)]
    elif form is not None and number is not None:
        choices = _choices(game, why, form, number, revision, insert=insert)
    elif isinstance(why, GameFinishedError):
        choices = [_reopen(game, [])]
    context = {
        "game": game,
        "heading": _heading(why, number),
        "sentence": _sentence(why, number, insert=insert),
        "subtitle": game.name or _(game.rules.name),
        "theirs": theirs,
        "mine": mine,
        "columns": [(MARKS[index], team.name) for index, team in enumerate(game.table.teams)],
        "choices": choices,
        "deleted": deleted,
        "back_url": reverse("home") if deleted else reverse("game", args=[game.pk]),
    }
    status = 400 if type(why) is WriteRefusedError else 409
    return render(request, "score/conflict.html", context, status=status)


SAID: Mapping[type[WriteRefusedError], tuple[Promise, Promise]] = {
    GameFinishedError: (
        gettext_lazy("This game is finished"),
        gettext_lazy("Nothing was changed. Reopen the game to go on with it."),
    ),
    GameDeletedError: (
        gettext_lazy("This game was deleted"),
        gettext_lazy("Nothing was changed. Restore the game to go on with it."),
    ),
    NothingToUndoError: (
        gettext_lazy("Nothing to take back"),
        gettext_lazy("There is nothing left to take back."),
    ),
    NothingToRedoError: (
        gettext_lazy("Nothing to do again"),
        gettext_lazy("It was done again already, or something new was written since."),
    ),
    SetupChangedError: (
        gettext_lazy("Nothing was changed"),
        gettext_lazy("The setup of this game was changed meanwhile. Look at it, then decide."),
    ),
    SeatTakenError: (
        gettext_lazy("Nothing was changed"),
        gettext_lazy("%(name)s would sit in two seats of a round. Choose somebody else."),
    ),
}
"""What is said where it is the same whatever was to be written."""


def _heading(why: WriteRefusedError, number: int | None) -> str:
    if type(why) in SAID:
        return str(SAID[type(why)][0])
    if isinstance(why, SubmissionReusedError):
        return _("This page was already used")
    return _("Nothing was changed") if number is None else _("Not saved yet")


def _sentence(why: WriteRefusedError, number: int | None, *, insert: bool) -> str:
    if type(why) in SAID:
        return str(SAID[type(why)][1]) % vars(why)
    match why:
        case SubmissionReusedError() if number is None:
            return _("Something else was saved from it before. Look at the sheet, then decide.")
        case SubmissionReusedError():
            return _("Something else was saved from it before. Choose what should become of this.")
        case NoSuchRoundError() if number is not None:
            return _("A round was taken back meanwhile, so round %(number)s has no place yet.") % {
                "number": number
            }
        case OutOfDateError() if insert:
            return _("The rounds were changed meanwhile. Look where yours belongs.")
        case OutOfDateError() if number is not None:
            return _(
                "Round %(number)s was saved on another phone meanwhile. Which one is right?"
            ) % {"number": number}
        case OutOfDateError() | NoSuchRoundError():
            return _("Somebody has written to this game meanwhile. Look at the sheet, then decide.")
    return _("The page was not whole. Go back to the sheet and try again.")


def _versions(game: Game, form: RoundForm, number: int) -> tuple[Version | None, Version]:
    """Return the round as it stands, if it does, and as it was typed, in rows that match."""
    mine = breakdown(game, form.entry)
    played = game.rounds.filter(number=number).first()
    if played is None:
        return None, Version(_("What you typed"), _rows(mine, mine))
    played.game = game
    theirs = breakdown(game, played.read())
    labels = _labels(theirs, mine)
    return (
        Version(_("Saved already"), _rows(theirs, mine, labels)),
        Version(_("What you typed"), _rows(mine, theirs, labels)),
    )


def version(game: Game, entry: Entry[Any, Any], title: str) -> Version:
    """Return a round as it stands, to be looked at by itself."""
    own = breakdown(game, entry)
    return Version(title, _rows(own, own))


def _labels(one: Breakdown, other: Breakdown) -> list[str]:
    """Return the lines of both in one order, so that they stand beside each other."""
    labels, place = [row.label for row in one[0]], 0
    for label in (row.label for row in other[0]):
        if label not in labels:
            labels.insert(place, label)
        place = labels.index(label) + 1
    return labels


def _rows(own: Breakdown, other: Breakdown, labels: Sequence[str] = ()) -> list[Row]:
    """Return the lines of one version, and its sum; what the other has alone is a row of blanks."""
    own_cells, other_cells = (
        {row.label: [_text(cell) for cell in row.cells] for row in rows}
        for rows, _sum in (own, other)
    )
    blank = [""] * len(own[1])
    rows = [
        Row(label, cells, cells != other_cells.get(label, blank))
        for label in labels or own_cells
        if (cells := own_cells.get(label, blank))
    ]
    sums = [wording.points(total) for total in own[1]]
    return [*rows, Row(_("Sum"), sums, own[1] != other[1])]


def _text(cell: Cell) -> str:
    return f"{wording.working(*cell)} {wording.points(cell[-1])}".strip()


def _choices(
    game: Game,
    why: WriteRefusedError,
    form: RoundForm,
    number: int,
    revision: int | None,
    *,
    insert: bool,
) -> list[Choice]:
    typed = [item for text in form.texts.values() for item in text.items()]
    typed += [("keep", key) for key in sorted(form.kept)]
    typed += [("setup", str(game.setup_revision)), ("seats", seats_of(game))]
    if isinstance(why, GameFinishedError):
        corrects = [] if revision is None else [("revision", str(revision))]
        corrects += [("insert", "yes")] if insert else []
        return [_reopen(game, [*typed, *corrects, ("round", str(number))])]
    choices = []
    played = game.rounds.filter(number=number).first()
    if played is not None and insert:
        choices.append(
            Choice(
                _("Insert mine before round %(number)s") % {"number": number},
                reverse("insert_round", args=[game.pk, number]),
                [*typed, ("revision", str(played.revision)), _fresh()],
            )
        )
    elif played is not None:
        choices.append(
            Choice(
                _("Put mine in place of round %(number)s") % {"number": number},
                reverse("round", args=[game.pk, number]),
                [*typed, ("revision", str(played.revision)), _fresh()],
            )
        )
    following = game.rounds.count() + 1
    choices.append(
        Choice(
            _("Mine is another round: save it as round %(number)s") % {"number": following},
            reverse("round", args=[game.pk, following]),
            [*typed, _fresh()],
            quiet=played is not None,
        )
    )
    return choices


def _reopen(game: Game, fields: list[tuple[str, str]]) -> Choice:
    return Choice(_("Reopen this game"), reverse("reopen", args=[game.pk]), [*fields, _fresh()])


def _restore(game: Game) -> Choice:
    return Choice(_("Restore this game"), reverse("restore", args=[game.pk]), [_fresh()])


def _fresh() -> tuple[str, str]:
    return "submission", str(new_submission())
