"""Make two records of one person one, and two again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games import access
from games.forms.players import MergeForm
from games.forms.submission import submission_of
from games.models import (
    Game,
    NameClashError,
    Player,
    SameGameError,
    SubmissionReusedError,
    WriteRefusedError,
)

from .outcome import go_to
from .players import MERGED, USED, list_url, meanwhile, said_clash


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose who is the same person, see what follows, and make the two records one."""
    player = access.player_to_own(request, pk)
    sent = request.method == "POST"
    form = MergeForm(player, request.POST if sent else request.GET, sent=sent)
    if not sent:
        if player.merged_into_id:
            return redirect("player_edit", player.merged_into_id)
        return _page(request, form)
    if not form.is_valid() or form.other is None or form.stays is None:
        return _page(request, form, 422)
    left = form.stays
    gone = player if left.pk != player.pk else form.other
    try:
        gone.merge_into(left, by=access.scorer(request), submission=form.submission)
    except SameGameError as same:
        return _page(request, form, 422, same=same.game)
    except NameClashError as clash:
        form.wrong("", said_clash(clash))
        return _page(request, form, 422)
    except SubmissionReusedError:
        form.again(str(USED))
        return _page(request, form, 409)
    except WriteRefusedError:
        return meanwhile(request, player.club)
    told = {"old": gone.name, "new": left.name}
    messages.success(request, _("%(old)s and %(new)s are one person now: %(new)s.") % told)
    return go_to(request, list_url(player.club, **{MERGED: gone.pk}))


def _page(
    request: HttpRequest, form: MergeForm, status: int = 200, same: Game | None = None
) -> HttpResponse:
    player, other = form.player, form.other
    if other is not None and other.merged_into_id:
        other = None
    if other is not None and same is None and (together := _together(player, other)):
        same = together
    context = {
        "player": player,
        "other": other,
        "form": form,
        "same": same,
        "counts": [_counted(one) for one in (player, other)] if other else [],
        "choices": [(one, one == form.stays) for one in (other, player)] if other else [],
        "back_url": reverse("player_edit", args=[player.pk]),
    }
    return render(request, "players/merge.html", context, status=status)


def _together(player: Player, other: Player) -> Game | None:
    """Return a game in which both have sat, None if there is none."""
    return player.games().filter(pk__in=other.games().values("pk")).first()


def _counted(player: Player) -> tuple[Player, str]:
    number = player.games().filter(deleted_at=None).count()
    return player, ngettext("%(number)s game", "%(number)s games", number) % {"number": number}


@require_POST
def split(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back that a record was merged into another."""
    player = access.player_to_own(request, pk)
    left = player.merged_into or player
    if (submission := submission_of(request.POST)) is None:
        return meanwhile(request, player.club)
    try:
        made = player.split(by=access.scorer(request), submission=submission)
    except NameClashError as clash:
        context = {"club": player.club, "back_url": list_url(player.club)}
        context["sentence"] = said_clash(clash)
        return render(request, "players/meanwhile.html", context, status=409)
    except WriteRefusedError:
        return meanwhile(request, left.club)
    told = {"name": player.name, "left": made.before["name"]}
    said = _("%(name)s and %(left)s are two people again, each with their own games.")
    messages.success(request, said % told)
    return go_to(request, list_url(player.club))
