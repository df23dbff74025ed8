"""Bring games in from files: choose them, look at what would become of them, import them."""

import json
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import access, gamefile, importing, names
from games.forms.importpage import FilePage, done_in_words
from games.importing import Arrival, Import, ImportRefusedError, Prospect
from games.models import Upload, User

from .outcome import go_to

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

LARGEST_FILE = 1024 * 1024
LONGEST_FILE_NAME = 120


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Choose files, and send them to be looked at; nothing is imported yet."""
    club = access.club_to_start_in(request)
    if request.method != "POST":
        return _choose(request)
    files = [_arrived(file) for file in request.FILES.getlist("files")]
    if not files:
        return _choose(request, _("Choose one file or several, then look at them."), 422)
    if sum(len(one.file.rounds) for one in files if one.file) > importing.MOST_AT_ONCE:
        most = {"most": importing.MOST_AT_ONCE}
        return _choose(
            request,
            _("These are more than %(most)s rounds. Choose fewer files at a time.") % most,
            422,
        )
    found = importing.prospects(club, files)
    if not all(one.can_be_imported for one in found):
        return _look(request, found, None, status=422)
    by = request.user if request.user.is_authenticated else None
    upload = Upload.objects.keep(by, [_kept(one) for one in files])
    return go_to(request, reverse("import_these", args=[upload.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
def these(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Look at what would become of the files that were sent; POST imports all of them or none."""
    club = access.club_to_start_in(request)
    upload = Upload.objects.filter(pk=pk).first()
    if upload is None or not _may_import(request, upload):
        return _gone(request)
    if request.method == "POST":
        return _import(request, upload)
    if upload.outcome is not None:
        return go_to(request, _where(_outcome(upload)))
    return _look(request, importing.prospects(club, _arrivals(upload)), upload)


def _may_import(request: HttpRequest, upload: Upload) -> bool:
    """Say whether files were sent from here: by this account, or by a visitor who knows their id.

    After a double tap the second request has no cookie yet, of an account that the first has made.
    """
    if upload.by is None or upload.by == request.user:
        return True
    imported = upload.outcome is not None
    return imported and not request.user.is_authenticated and access.was_just_made(upload.by)


def _import(request: HttpRequest, upload: Upload) -> HttpResponse:
    visitor = request.user if request.user.is_authenticated else None
    sent = request.POST.getlist("replace")
    ticked = {number for number in range(len(upload.documents)) if str(number) in sent}
    try:
        user, imported = _imported(visitor, upload.pk, ticked, request.POST.get("time_zone", ""))
    except Upload.DoesNotExist:
        return _gone(request)
    except ImportRefusedError as why:
        notice = _("Nothing was imported yet. Tick what is to be replaced, or choose other files.")
        return _look(request, why.prospects, upload, ticked, notice=notice, status=409)
    if visitor is None:
        access.sign_in(request, user)
    messages.success(request, done_in_words(imported))
    return go_to(request, _where(imported))


@transaction.atomic
def _imported(
    visitor: User | None, pk: UUID, ticked: Collection[int], time_zone: str
) -> tuple[User, list[Import]]:
    """Import what was sent and, for a visitor without one, make the account in the same breath.

    What was imported already is told again as it was told first.
    """
    upload = Upload.objects.select_for_update(of=("self",)).get(pk=pk)
    if upload.outcome is not None and upload.by is not None:
        # Another may have imported them just now, who need not be who asks.
        if not (upload.by == visitor or access.was_just_made(upload.by)):
            raise Upload.DoesNotExist
        return upload.by, _outcome(upload)
    user = visitor or User.objects.make_silently(time_zone)
    done = importing.import_all(
        user.home_club(), _arrivals(upload), by=user, submission=upload.pk, replace=ticked
    )
    upload.close(user, [one.as_json() for one in done])
    return user, done


def _outcome(upload: Upload) -> list[Import]:
    return [Import.of_json(one) for one in upload.outcome or []]


def _where(imported: Sequence[Import]) -> str:
    """Return the page to go on with: the game that was imported, or all games."""
    games = {one.game for one in imported}
    return reverse("game", args=[games.pop()]) if len(games) == 1 else reverse("home")


# ---- the files


def _arrived(file: "UploadedFile[Any]") -> Arrival:
    name = names.writable(file.name or "")[-LONGEST_FILE_NAME:]
    if (file.size or 0) > LARGEST_FILE:
        return Arrival(name, refusal=_("This file is larger than 1 MB, so it was not read."))
    return importing.arrived(name, file.read())


def _kept(arrival: Arrival) -> dict[str, str]:
    """Return a file as it is kept until it is imported: as text, whatever stands in it."""
    document = gamefile.written(arrival.file) if arrival.file else {}
    return {"name": arrival.name, "text": json.dumps(document)}


def _arrivals(upload: Upload) -> list[Arrival]:
    return [importing.arrived(one["name"], one["text"].encode()) for one in upload.documents]


# ---- the pages


def _choose(request: HttpRequest, notice: str = "", status: int = 200) -> HttpResponse:
    return render(request, "files/choose.html", {"notice": notice}, status=status)


def _gone(request: HttpRequest) -> HttpResponse:
    return _choose(request, _("These files are no longer kept here. Choose them again."), 404)


def _look(
    request: HttpRequest,
    found: Sequence[Prospect],
    upload: Upload | None,
    ticked: Collection[int] = (),
    *,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show what would become of these files; without an upload they cannot be imported."""
    pages = [FilePage(number, one, number in ticked) for number, one in enumerate(found)]
    context = {"files": pages, "can_import": upload is not None, "notice": notice}
    return render(request, "files/these.html", context, status=status)
