"""Enter the next round of a game; correct an earlier one, put one in, or take one out."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from games import access, live
from games.board import MARKS
from games.forms.page import EntryPage
from games.forms.round import RoundForm
from games.forms.seats import seats_of
from games.forms.submission import new_submission, number_of, submission_of
from games.models import (
    Draft,
    DraftChangedError,
    EntryRefusedError,
    Game,
    GameFinishedError,
    OutOfDateError,
    Revision,
    Round,
    SetupChangedError,
    User,
    WriteRefusedError,
)

from .outcome import check_url, done, refused, rules_url, version, written

ANOTHER_PAGE = 412
"""What htmx is answered where the whole page must be another one."""


# A page that the browser kept would show a draft as it once was, and the next tap would send that.
not_kept = cache_control(private=True, no_store=True)


@not_kept
@require_http_methods(["GET", "HEAD", "POST"])
def round_(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Enter the next round, or correct an earlier one."""
    game = _game(request, pk)
    if not is_meant(game, number):
        raise Http404
    if request.method == "POST":
        return _save_round(request, game, number)
    if game.finished_at:
        return refused(request, game, GameFinishedError(), None, number)
    if number == game.next_number:
        return entry_page(request, game, number, RoundForm.of_draft(game))
    played = _played(game, number)
    form = RoundForm.of_entry(game, played.read(), played.kept, played.dealer)
    return entry_page(request, game, number, form, revision=played.revision)


@not_kept
@require_http_methods(["GET", "HEAD", "POST"])
def insert(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Enter a round that was missed, before the one of this number."""
    game = _game(request, pk)
    if not is_meant(game, number):
        raise Http404
    if request.method == "POST":
        return _save_round(request, game, number, insert=True)
    if game.finished_at:
        return refused(request, game, GameFinishedError())
    revision = _played(game, number).revision
    return entry_page(request, game, number, RoundForm(game, {}), revision, insert=True)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Ask whether a round is to be deleted; POST deletes it."""
    game = access.game_to_score(request, pk, Game.objects.whole())
    if not is_meant(game, number):
        raise Http404
    if request.method == "POST":
        revision = number_of(request.POST, "revision")
        return written(request, game, game.delete_round, number=number, revision=revision)
    if game.finished_at:
        return refused(request, game, GameFinishedError())
    played = _played(game, number)
    context = {
        "game": game,
        "number": number,
        "last": game.next_number - 1,
        "version": version(game, played.read(), _("Round %(number)s") % {"number": number}),
        "columns": [(MARKS[index], team.name) for index, team in enumerate(game.table.teams)],
        "revision": played.revision,
        "submission": new_submission(),
        "back_url": f"{reverse('game', args=[pk])}?open={number}#round-{number}",
    }
    return render(request, "score/delete_round.html", context)


def _game(request: HttpRequest, pk: UUID) -> Game:
    find = access.game_to_write if request.method == "POST" else access.game_to_score
    return find(request, pk, Game.objects.whole())


def _played(game: Game, number: int) -> Round:
    played = get_object_or_404(Round, game=game, number=number)
    played.game = game
    return played


def _save_round(
    request: HttpRequest, game: Game, number: int, *, insert: bool = False
) -> HttpResponse:
    form, submission = RoundForm.posted(game, request.POST), submission_of(request.POST)
    revision = number_of(request.POST, "revision")

    def again(notice: str = "", status: int = 422) -> HttpResponse:
        return entry_page(
            request, game, number, form, revision, insert=insert, notice=notice, status=status
        )

    if submission is None or (insert and revision is None):
        return again(
            _("This page had lost its number. Nothing was saved; look it over and save again.")
        )
    repeat = game.revisions.filter(submission=submission).exists()
    if not repeat and _setup_changed(request, game):
        return _set_up_anew(request, game, number, insert=insert)
    if not repeat and revision is None and (elsewhere := take_over(game, number, form)):
        return _look_again(request, game, number, form, elsewhere)
    if form.errors or not (repeat or form.is_valid()):
        return again()
    by = access.scorer(request)
    try:
        revision_made = _write(game, by, submission, number, form, revision, insert=insert)
    except DraftChangedError:
        game = Game.objects.whole().get(pk=game.pk)
        return _look_again(request, game, number, form, take_over(game, number, form))
    except SetupChangedError:
        return _set_up_anew(request, game, number, insert=insert)
    except EntryRefusedError:
        return again()
    except WriteRefusedError as why:
        return refused(request, game, why, form, number, revision, insert=insert)
    return done(request, revision_made)


def is_meant(game: Game, number: int) -> bool:
    """Say whether a page may be about this round: played, due, or due before one was undone."""
    if 1 <= number <= game.next_number:
        return True
    recorded = game.revisions.filter(kind__in=(Revision.Kind.RECORD, Revision.Kind.INSERT))
    return 1 <= number <= recorded.count() + 1


def _setup_changed(request: HttpRequest, game: Game) -> bool:
    """Say whether the page was made before the setup became what it is."""
    return number_of(request.POST, "setup") not in (None, game.setup_revision)


def _set_up_anew(
    request: HttpRequest, game: Game, number: int, *, insert: bool = False
) -> HttpResponse:
    """Show the page as the setup now has it, with what was typed for whom it was typed.

    htmx is told to let the browser send the form once more by itself: the page is another one, and
    needs its scripts anew.
    """
    if live.is_part(request):
        return HttpResponse(status=ANOTHER_PAGE)
    game = Game.objects.whole().get(pk=game.pk)
    form, revision = RoundForm.posted(game, request.POST), number_of(request.POST, "revision")
    form.strangers = ()
    notice = _("The setup of this game was changed meanwhile. Look it over, then save.")
    if revision is None:
        notice = f"{notice} {take_over(game, number, form)}".strip()
    return entry_page(
        request, game, number, form, revision, insert=insert, notice=notice, status=409
    )


def _write(
    game: Game,
    by: User,
    submission: UUID,
    number: int,
    form: RoundForm,
    revision: int | None,
    *,
    insert: bool,
) -> Revision:
    told: dict[str, Any] = {
        "by": by,
        "submission": submission,
        "number": number,
        "entry": form.entry,
        "kept": form.kept,
        "dealer": form.dealer,
    }
    if revision is None:
        return game.record(seen=form.seen(), **told)
    if insert:
        return game.insert(revision=revision, **told)
    return game.correct(revision=revision, **told)


def take_over(game: Game, number: int, form: RoundForm) -> str:
    """Fill in the columns that another phone has typed and this one has not touched.

    Returns a sentence that says so, since nobody should save what they have not seen.
    """
    if game.finished_at or number != game.next_number:
        return ""
    unseen = {
        draft.column: draft.text
        for draft in game.drafts.all()
        if not draft.is_known(form.page, form.seen())
    }
    form.texts |= {one: text for one, text in unseen.items() if not form.is_touched(one)}
    form.know(unseen)
    return _filled_elsewhere(game, list(unseen))


def _look_again(
    request: HttpRequest, game: Game, number: int, form: RoundForm, notice: str
) -> HttpResponse:
    """Show the page anew with what the other phone typed; what this one typed is in the draft."""
    if not live.is_part(request):
        return entry_page(request, game, number, form, notice=notice, status=422)
    by = access.scorer(request)
    try:
        game.fill_draft(by=by, number=number, texts=form.texts, bases=form.bases, page=form.page)
    except (OutOfDateError, SetupChangedError):
        return entry_page(request, game, number, form, notice=_not_kept(game, number), status=422)
    messages.warning(request, notice)
    return HttpResponseClientRefresh()


def _filled_elsewhere(game: Game, columns: list[int]) -> str:
    if not columns:
        return ""
    words = _("Filled in on another phone meanwhile: %(columns)s. Look it over.")
    return words % {"columns": _whose(game, columns)}


def _whose(game: Game, columns: list[int]) -> str:
    names = game.rules.columns(game.table)
    return ", ".join(names[one] for one in columns if one != Draft.WHOLE) or _("the end")


@require_POST
def preview(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Save what is being typed as the draft, and answer with sums and findings."""
    game = _game(request, pk)
    if not is_meant(game, number):
        raise Http404
    form = RoundForm.posted(game, request.POST)
    form.typing = request.POST.get("typing", "")
    revision, insert = number_of(request.POST, "revision"), "insert" in request.POST
    notice, kept = "", False
    if _setup_changed(request, game):
        form.strangers = ()
        notice = _("The setup of this game was changed meanwhile. Save to see how it is now.")
    elif revision is None:
        notice, kept = _keep_draft(game, access.scorer(request), number, form)
    response = entry_page(
        request,
        game,
        number,
        form,
        revision,
        insert=insert and revision is not None,
        notice=notice,
        kept=kept,
        part="preview",
    )
    if kept:
        # Now the phone need not keep it.
        response["Draft"] = "kept"
    return response


def _keep_draft(game: Game, by: User, number: int, form: RoundForm) -> tuple[str, bool]:
    """Save what was typed; returns a sentence where another phone stands in the way.

    And whether it was saved: if so, the page shows all of it when it is opened anew.
    """
    both = [draft.column for draft in game.drafts.all() if _is_typed_by_two(draft, form)]
    try:
        standing = game.fill_draft(
            by=by, number=number, texts=form.texts, bases=form.bases, page=form.page
        )
    except (OutOfDateError, SetupChangedError):
        return _not_kept(game, number), False
    form.know(form.texts)
    if both:
        words = _("Typed on another phone too: %(columns)s. What stands here is kept; ask there.")
        return words % {"columns": _whose(game, both)}, True
    elsewhere = [one for one, text in form.texts.items() if standing.get(one, {}) != text]
    return _filled_elsewhere(game, elsewhere), True


def _is_typed_by_two(draft: Draft, form: RoundForm) -> bool:
    """Say whether a column was typed here and, unknown to this phone, on another one too."""
    here = form.texts[draft.column]
    touched = form.is_touched(draft.column)
    return touched and draft.text != here and not draft.is_known(form.page, form.seen())


def _not_kept(game: Game, number: int) -> str:
    """Return a sentence that says why what is typed has no place now, and what to do."""
    if game.finished_at:
        return _("The game was finished meanwhile. Save what you typed to go on with it.")
    if game.deleted_at:
        return _("The game was deleted meanwhile. Save what you typed to see how to go on.")
    if number == game.rounds.count() + 1:
        return _("The setup of this game was changed meanwhile. Save to see how it is now.")
    if game.rounds.filter(number=number).exists():
        return _(
            "Round %(number)s was saved on another phone. Save what you typed to see both."
        ) % {"number": number}
    return _("A round was taken back meanwhile. Save what you typed to choose its place.")


def entry_page(
    request: HttpRequest,
    game: Game,
    number: int,
    form: RoundForm,
    revision: int | None = None,
    *,
    insert: bool = False,
    notice: str = "",
    kept: bool = False,
    status: int = 200,
    part: str = "",
) -> HttpResponse:
    """Show a round being entered: the next one, one to correct, or one to be put in between.

    Of the last two `revision` is the one that wrote the round which now bears the number.
    """
    correcting = revision is not None and not insert
    page = EntryPage(form, rules_url(game, number), number, correcting=correcting, inserting=insert)
    form.attempted = form.attempted or status != 200
    heading, save_label = _labels(number, correcting=correcting, insert=insert)
    context = {
        "entry": page,
        "game": game,
        "heading": heading,
        "subtitle": _subtitle(game, page.dealer),
        "back_url": reverse("game", args=[game.pk]),
        "rules_url": page.rules_url,
        "check_url": check_url(game, number),
        "round_url": reverse("insert_round" if insert else "round", args=[game.pk, number]),
        "preview_url": reverse("preview", args=[game.pk, number]),
        "save_label": save_label,
        "revision": revision,
        "setup_revision": game.setup_revision,
        "seats": seats_of(game),
        "insert": insert,
        "notice": notice,
        "kept": kept,
        "submission": _submission_to_go_on_with(request),
    }
    # What was typed stands on the page already: only what is said about it is sent.
    part = part or ("preview" if status == 422 and live.is_part(request) else "")
    template = f"score/round.html#{part}" if part else "score/round.html"
    return render(request, template, context, status=status)


def _labels(number: int, *, correcting: bool, insert: bool) -> tuple[str, str]:
    """Return the heading, and what the button says."""
    told = {"number": number}
    if insert:
        return _("Insert round %(number)s") % told, _("Insert as round %(number)s") % told
    heading = _("Correct round %(number)s") if correcting else _("Round %(number)s")
    return heading % told, _("Save round %(number)s") % told


def _subtitle(game: Game, dealer: str) -> str:
    name = game.name or _(game.rules.name)
    dealt = _("%(player)s dealt") % {"player": dealer}
    return f"{name} · {dealt}" if dealer else name


def _submission_to_go_on_with(request: HttpRequest) -> UUID:
    """Return the submission id of the form that goes back: its own, unless it went elsewhere."""
    own = submission_of(request.POST)
    return new_submission() if own is None or "round" in request.POST else own
