"""Enter the next round of a game, or correct an earlier one."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from games import access, live
from games.forms.page import EntryPage
from games.forms.round import RoundForm
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
    User,
    WriteRefusedError,
)

from .outcome import done, refused, rules_url


@require_http_methods(["GET", "HEAD", "POST"])
def round_(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Enter the next round, or correct an earlier one."""
    game = access.game_to_score(request, pk, Game.objects.whole())
    if request.method == "POST":
        return _save_round(request, game, number)
    if not is_meant(game, number):
        raise Http404
    if game.finished_at:
        return refused(request, game, GameFinishedError(), None, number)
    if number == game.next_number:
        return entry_page(request, game, number, RoundForm.of_draft(game))
    played = get_object_or_404(Round, game=game, number=number)
    played.game = game
    form = RoundForm.of_entry(game, played.read(), played.kept)
    return entry_page(request, game, number, form, revision=played.revision)


def _save_round(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    if not is_meant(game, number):
        raise Http404
    form, submission = RoundForm.posted(game, request.POST), submission_of(request.POST)
    revision = number_of(request.POST, "revision")
    if submission is None:
        notice = _("This page had lost its number. Nothing was saved; look it over and save again.")
        return entry_page(request, game, number, form, revision, notice=notice, status=422)
    repeat = game.revisions.filter(submission=submission).exists()
    if not repeat and revision is None and (elsewhere := take_over(game, number, form)):
        return _look_again(request, game, number, form, elsewhere)
    if form.errors or not (repeat or form.is_valid()):
        return entry_page(request, game, number, form, revision, status=422)
    try:
        revision_made = _write(game, access.scorer(request), submission, number, form, revision)
    except DraftChangedError:
        game = Game.objects.whole().get(pk=game.pk)
        return _look_again(request, game, number, form, take_over(game, number, form))
    except EntryRefusedError:
        return entry_page(request, game, number, form, revision, status=422)
    except WriteRefusedError as why:
        return refused(request, game, why, form, number, revision)
    return done(request, revision_made)


def is_meant(game: Game, number: int) -> bool:
    """Say whether a page may be about this round: played, due, or due before one was undone."""
    if 1 <= number <= game.next_number:
        return True
    recorded = game.revisions.filter(kind=Revision.Kind.RECORD).count()
    return 1 <= number <= recorded + 1


def _write(
    game: Game,
    by: User,
    submission: UUID,
    number: int,
    form: RoundForm,
    revision: int | None,
) -> Revision:
    if revision is None:
        return game.record(
            by=by,
            submission=submission,
            number=number,
            entry=form.entry,
            kept=form.kept,
            seen=form.seen(),
        )
    return game.correct(
        by=by,
        submission=submission,
        number=number,
        revision=revision,
        entry=form.entry,
        kept=form.kept,
    )


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
    except OutOfDateError:
        return entry_page(request, game, number, form, notice=_not_kept(game, number), status=422)
    messages.warning(request, notice)
    return HttpResponseClientRefresh()


def _filled_elsewhere(game: Game, columns: list[int]) -> str:
    if not columns:
        return ""
    names = game.rules.columns(game.table)
    whose = ", ".join(names[one] for one in columns if one != Draft.WHOLE) or _("the end")
    return _("Filled in on another phone meanwhile: %(columns)s. Look it over.") % {
        "columns": whose
    }


@require_POST
def preview(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Save what is being typed as the draft, and answer with sums and findings."""
    game = access.game_to_score(request, pk, Game.objects.whole())
    if not is_meant(game, number):
        raise Http404
    form = RoundForm.posted(game, request.POST)
    revision = number_of(request.POST, "revision")
    notice, kept = "", False
    if revision is None:
        notice, kept = _keep_draft(game, access.scorer(request), number, form)
    return entry_page(
        request, game, number, form, revision, notice=notice, kept=kept, part="preview"
    )


def _keep_draft(game: Game, by: User, number: int, form: RoundForm) -> tuple[str, bool]:
    """Save what was typed; returns a sentence where another phone stands in the way.

    And whether it was saved: if so, the page shows all of it when it is opened anew.
    """
    try:
        standing = game.fill_draft(
            by=by, number=number, texts=form.texts, bases=form.bases, page=form.page
        )
    except OutOfDateError:
        return _not_kept(game, number), False
    form.know(form.texts)
    elsewhere = [one for one, text in form.texts.items() if standing.get(one, {}) != text]
    return _filled_elsewhere(game, elsewhere), True


def _not_kept(game: Game, number: int) -> str:
    """Return a sentence that says why what is typed has no place now, and what to do."""
    if game.finished_at:
        return _("The game was finished meanwhile. Save what you typed to go on with it.")
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
    notice: str = "",
    kept: bool = False,
    status: int = 200,
    part: str = "",
) -> HttpResponse:
    correcting = revision is not None
    heading = _("Correct round %(number)s") if correcting else _("Round %(number)s")
    page = EntryPage(form, rules_url(game, number), number, correcting=correcting)
    dealers = game.dealers
    dealer = dealers[number - 1] if number <= len(dealers) else None
    form.attempted = form.attempted or status != 200
    context = {
        "entry": page,
        "game": game,
        "heading": heading % {"number": number},
        "subtitle": _subtitle(game, dealer),
        "back_url": reverse("game", args=[game.pk]),
        "rules_url": page.rules_url,
        "round_url": reverse("round", args=[game.pk, number]),
        "preview_url": reverse("preview", args=[game.pk, number]),
        "save_label": _("Save round %(number)s") % {"number": number},
        "correcting": correcting,
        "revision": revision,
        "notice": notice,
        "kept": kept,
        "submission": _submission_to_go_on_with(request),
    }
    # What was typed stands on the page already: only what is said about it is sent.
    part = part or ("preview" if status == 422 and live.is_part(request) else "")
    template = f"score/round.html#{part}" if part else "score/round.html"
    return render(request, template, context, status=status)


def _subtitle(game: Game, dealer: int | None) -> str:
    name = game.name or _(game.rules.name)
    if dealer is None:
        return name
    dealt = _("%(player)s dealt") % {"player": game.table.players[dealer]}
    return f"{name} · {dealt}"


def _submission_to_go_on_with(request: HttpRequest) -> UUID:
    """Return the submission id of the form that goes back: its own, unless it went elsewhere."""
    own = submission_of(request.POST)
    return new_submission() if own is None or "round" in request.POST else own
