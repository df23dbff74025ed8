"""The people of a club: who they are, what they are called, and who is proposed for a new game."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games import access, names
from games.forms.form import Form
from games.forms.players import MERGED_WITH, AddForm, PlayerForm
from games.forms.submission import new_submission, number_of, submission_of
from games.models import (
    Club,
    ClubRevision,
    Membership,
    NameClashError,
    NameTakenError,
    Player,
    SubmissionReusedError,
    WriteRefusedError,
)

from .outcome import go_to

RENAMED, MERGED = "renamed", "merged"
"""What names a player in the address of the list, where the latest write can be taken back."""

USED = gettext_lazy(
    "Something else was saved from this page before. Press once more to save this too."
)


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the people of a club, and add somebody."""
    if request.method != "POST":
        return _list(request, access.club_to_see(request, pk), AddForm(None))
    club = access.club_to_score(request, pk)
    form = AddForm(request.POST)
    if not form.is_valid():
        return _list(request, club, form, 422)
    by = access.scorer(request)
    try:
        club.add_player(form.name, is_guest=form.is_guest, by=by, submission=form.submission)
    except NameTakenError as taken:
        form.wrong("name", _said_taken(taken.player))
        return _list(request, club, form, 422, taken.player)
    except SubmissionReusedError:
        form.again(str(USED))
        return _list(request, club, form, 409)
    messages.success(request, _("%(name)s was added.") % {"name": names.tidy(form.name)})
    return go_to(request, reverse("players", args=[pk]))


def _said_taken(player: Player) -> str:
    if player.merged_into:
        told = {"name": player.name, "left": player.merged_into.name}
        return _("%(name)s is another name of %(left)s in this club.") % told
    if player.hidden_at:
        return _("%(name)s is in this club already, among the hidden.") % {"name": player.name}
    return _("%(name)s is in this club already.") % {"name": player.name}


def _list(
    request: HttpRequest, club: Club, form: AddForm, status: int = 200, taken: Player | None = None
) -> HttpResponse:
    everybody = club.players.listed().prefetch_related("aliases").order_by("key")
    people = list(everybody)
    shown = [one for one in people if one.hidden_at is None]
    context = {
        "club": club,
        "form": form,
        "taken": taken and (taken.merged_into or taken),
        "regulars": [one for one in shown if not one.is_guest],
        "guests": [one for one in shown if one.is_guest],
        "hidden": [one for one in people if one.hidden_at is not None],
        "nobody": not people,
        "can_score": access.has_role(request, club, *Membership.MAY_SCORE),
        "can_own": access.has_role(request, club, Membership.Role.OWNER),
        "submission": new_submission(),
        **_undoable(request, club),
    }
    return render(request, "players/players.html", context, status=status)


def _undoable(request: HttpRequest, club: Club) -> dict[str, object]:
    """Return the write that was just made, if the address names one that can be taken back."""
    renamed, merged = (number_of(request.GET, name) for name in (RENAMED, MERGED))
    if renamed is not None:
        player = club.players.listed().filter(pk=renamed).first()
        latest = player and player.renamings().first()
        return {"renamed": player, "renaming": latest} if latest else {}
    if merged is not None:
        return {"merged": club.players.splittable().filter(pk=merged).first()}
    return {}


def list_url(club: Club, **told: int) -> str:
    """Return where the people of a club stand, with what was just written to one of them."""
    query = "&".join(f"{name}={number}" for name, number in told.items())
    return reverse("players", args=[club.pk]) + (f"?{query}" if query else "")


# ---- one player


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a player is called and how they are marked, and change it."""
    player = access.player_to_own(request, pk)
    if request.method != "POST":
        if player.merged_into_id:
            return redirect("player_edit", player.merged_into_id)
        return _edit(request, PlayerForm(player))
    form = PlayerForm(player, request.POST)
    if not form.is_valid():
        return _edit(request, form, 422)
    repeat = player.club.revisions.filter(submission=form.submission).exists()
    if not (repeat or form.changes_something()):
        return go_to(request, list_url(player.club))
    try:
        made = player.change(
            name=form.new_name,
            mark=form.mark,
            is_guest=form.will_be_guest,
            by=access.scorer(request),
            submission=form.submission,
        )
    except NameTakenError as taken:
        form.wrong("name", _said_taken(taken.player))
        return _edit(request, form, 422, taken=taken.player.merged_into or taken.player)
    except NameClashError as clash:
        form.wrong("name", said_clash(clash))
        return _edit(request, form, 422, clash=clash)
    except SubmissionReusedError:
        form.again(str(USED))
        return _edit(request, form, 409)
    except WriteRefusedError:
        return meanwhile(request, player.club)
    return _changed(request, player, made)


def _changed(request: HttpRequest, player: Player, made: ClubRevision) -> HttpResponse:
    if "name" not in made.after:
        messages.success(request, _("Saved: %(name)s.") % {"name": player.name})
        return go_to(request, list_url(player.club))
    told = {"old": made.before["name"], "new": made.after["name"]}
    messages.success(request, _("%(old)s is now %(new)s, in every game.") % told)
    return go_to(request, list_url(player.club, **{RENAMED: player.pk}))


def said_clash(clash: NameClashError) -> str:
    """Return a sentence about a name that two would have in a game."""
    told = {"name": clash.name, "game": clash.game.title}
    return (
        _(
            "In the game “%(game)s” a team or a player is called “%(name)s” already. "
            "Choose another name, or give the team another one first."
        )
        % told
    )


def meanwhile(request: HttpRequest, club: Club) -> HttpResponse:
    """Answer a write that rests on what is no longer so."""
    context = {"club": club, "back_url": list_url(club)}
    return render(request, "players/meanwhile.html", context, status=409)


def _edit(
    request: HttpRequest,
    form: PlayerForm,
    status: int = 200,
    *,
    taken: Player | None = None,
    clash: NameClashError | None = None,
) -> HttpResponse:
    player = form.player
    renamings = list(player.renamings())
    context = {
        "player": player,
        "club": player.club,
        "form": form,
        "taken": taken if taken != player else None,
        "merge_url": _merge_url(player, taken),
        "clash": clash and clash.game,
        "renamings": renamings,
        "latest": next((one for one in renamings if one.after["name"] == player.name), None),
        "aliases": list(player.aliases.order_by("key")),
        "splittable": set(player.aliases.splittable()),
        "submission": new_submission(),
        "back_url": list_url(player.club),
    }
    return render(request, "players/player.html", context, status=status)


def _merge_url(player: Player, other: Player | None) -> str:
    with_ = f"?{MERGED_WITH}={other.pk}" if other else ""
    return reverse("player_merge", args=[player.pk]) + with_


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back that a player was given another name."""
    player = access.player_to_own(request, pk)
    form, revision = Form(request.POST), number_of(request.POST, "revision")
    if not form.is_whole() or revision is None:
        return meanwhile(request, player.club)
    by = access.scorer(request)
    try:
        made = player.call_as_before(revision=revision, by=by, submission=form.submission)
    except NameTakenError as taken:
        form = PlayerForm(player)
        form.wrong("name", _said_taken(taken.player))
        return _edit(request, form, 409, taken=taken.player.merged_into or taken.player)
    except NameClashError as clash:
        form = PlayerForm(player)
        form.wrong("name", said_clash(clash))
        return _edit(request, form, 409, clash=clash)
    except WriteRefusedError:
        return meanwhile(request, player.club)
    said = {"name": made.after["name"]}
    messages.success(request, _("Taken back: it is %(name)s again, in every game.") % said)
    return go_to(request, list_url(player.club))


@require_POST
def hide(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose a player no more for a new game."""
    return _show(request, pk, hidden=True)


@require_POST
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose a player again."""
    return _show(request, pk, hidden=False)


def _show(request: HttpRequest, pk: int, *, hidden: bool) -> HttpResponse:
    player = access.player_to_own(request, pk)
    if (submission := submission_of(request.POST)) is None:
        return meanwhile(request, player.club)
    try:
        write = player.hide if hidden else player.show
        write(by=access.scorer(request), submission=submission)
    except WriteRefusedError:
        return meanwhile(request, player.club)
    said = (
        _("%(name)s is hidden, and stays in the games that were played.")
        if hidden
        else _("%(name)s is among the players again.")
    )
    messages.success(request, said % {"name": player.name})
    return go_to(request, list_url(player.club))
