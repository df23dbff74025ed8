"""Bring games in from files: choose them, look at what would become of them, import them."""

import base64
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import access, importing, names
from games.formats import Kind, Parcel, kind_of, opened, opened_all
from games.forms.importpage import Choices, Look, done_in_words, too_much_in_words
from games.forms.season import seasons_in_words
from games.importing import Arrival, Import, ImportRefusedError
from games.models import Club, TooManySeasonsError, Upload, User
from games.models.again import made_again
from games.variants import VARIANTS

from .outcome import go_to

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

LARGEST_FILE = 1024 * 1024
"""So large a file of one game may be; other files are as large as a request."""

LONGEST_FILE_NAME = 120


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, club: UUID | None = None) -> HttpResponse:
    """Choose files, and send them to be looked at; nothing is imported yet."""
    into = _club(request, club)
    if request.method != "POST":
        return _choose(request, club)
    zone = _zone(into)
    parcels = _arrived(request.FILES.getlist("files"), zone)
    if not parcels:
        return _choose(request, club, _("Choose one file or several, then look at them."), 422)
    arrivals = [arrival for parcel in parcels for arrival in parcel.arrivals]
    told = [parcel.club for parcel in parcels if parcel.club]
    if importing.is_too_much(into, arrivals, told):
        return _choose(request, club, too_much_in_words(), 422)
    look = Look.at(into, parcels, Choices(), may_own=access.may_own(request.user, into))
    if not look.can_go_on:
        return _look(request, club, look, None, status=422)
    by = request.user if request.user.is_authenticated else None
    upload = Upload.objects.keep(by, [_kept(one) for one in parcels])
    return go_to(request, _these_url(club, upload.pk))


@require_http_methods(["GET", "HEAD", "POST"])
def these(request: HttpRequest, pk: UUID, club: UUID | None = None) -> HttpResponse:
    """Look at what would become of the files that were sent; POST imports all of them or none."""
    into = _club(request, club)
    upload = Upload.objects.filter(pk=pk).first()
    if upload is None or not _may_import(request, upload):
        return _gone(request, club)
    if request.method == "POST" and "look" in request.POST and upload.outcome is None:
        upload.call(_called(request.POST, _parcels(upload, into)))
        return go_to(request, _these_url(club, pk))
    if request.method == "POST":
        return _import(request, club, upload)
    if upload.outcome is not None:
        return go_to(request, _where(_outcome(upload), club))
    owns = access.may_own(request.user, into)
    look = Look.at(into, _parcels(upload, into), Choices.of(request.GET), may_own=owns)
    return _look(request, club, look, upload)


def _club(request: HttpRequest, club: UUID | None) -> Club | None:
    """Return the club into which games are brought: the one that is named, or where games start."""
    if club is not None:
        return access.club_to_score(request, club)
    return access.club_to_start_in(request)


def _zone(club: Club | None) -> ZoneInfo:
    return ZoneInfo(club.time_zone if club else "UTC")


def _may_import(request: HttpRequest, upload: Upload) -> bool:
    """Say whether files were sent from here: by this account, or by a visitor who knows their id.

    After a double tap the second request has no session yet, of an account that the first has made.
    """
    if upload.by is None or upload.by == request.user:
        return True
    if upload.outcome is None or request.user.is_authenticated:
        return False
    return _just_made_for(request, upload)


def _just_made_for(request: HttpRequest, upload: Upload) -> bool:
    device = access.made_by(request, upload.pk)
    return device is not None and device.user == upload.by


def _import(request: HttpRequest, club: UUID | None, upload: Upload) -> HttpResponse:
    visitor = request.user if request.user.is_authenticated else None
    choices = Choices.of(request.POST)
    try:
        imported = _imported(request, visitor, club, upload.pk, choices)
    except Upload.DoesNotExist:
        return _gone(request, club)
    except TooManySeasonsError:
        return _choose(request, club, seasons_in_words(), 409)
    except ImportRefusedError:
        into = _club(request, club)
        owns = access.may_own(request.user, into)
        look = Look.at(into, _parcels(upload, into), choices, may_own=owns)
        return _look(request, club, look, upload, notice=look.why_not, status=409)
    messages.success(request, done_in_words(imported))
    return go_to(request, _where(imported, club))


@made_again
def _imported(
    request: HttpRequest, visitor: User | None, club: UUID | None, pk: UUID, choices: Choices
) -> list[Import]:
    """Import what was sent and, for a visitor without one, make the account in the same breath.

    What was imported already is told again as it was told first.
    """
    upload = Upload.objects.select_for_update(of=("self",)).get(pk=pk)
    if upload.outcome is not None and upload.by is not None:
        # Another may have imported them just now, who need not be who asks.
        if upload.by != visitor and (visitor or not _just_made_for(request, upload)):
            raise Upload.DoesNotExist
        if visitor is None:
            access.sign_in(request, upload.by, upload.pk)
        return _outcome(upload)
    user = visitor or User.objects.make_silently(request.POST.get("time_zone", ""))
    into = user.home_club() if club is None else access.club_to_score(request, club)
    owns = access.may_own(user, into)
    look = Look.at(into, _parcels(upload, into), choices, may_own=owns)
    if not (look.told or look.arrivals):
        raise ImportRefusedError([])
    done = importing.import_all(
        into,
        look.arrivals,
        by=user,
        submission=upload.pk,
        replace=look.replaced,
        told=look.told,
    )
    upload.close(user, [one.as_json() for one in done])
    if visitor is None:
        access.sign_in(request, user, upload.pk)
    return done


def _outcome(upload: Upload) -> list[Import]:
    return [Import.of_json(one) for one in upload.outcome or []]


def _where(imported: Sequence[Import], club: UUID | None) -> str:
    """Return the page to go on with: the game that was imported, the club, or all games."""
    games = {one.game for one in imported}
    if len(games) == 1:
        return reverse("game", args=[games.pop()])
    return reverse("home") if club is None else reverse("club", args=[club])


# ---- the files


def _arrived(files: Sequence["UploadedFile[Any]"], zone: ZoneInfo) -> list[Parcel]:
    sent = [(names.writable(file.name or "")[-LONGEST_FILE_NAME:], file) for file in files]
    too_large = {
        place
        for place, (name, file) in enumerate(sent)
        if (file.size or 0) > LARGEST_FILE and kind_of(name, file.read()) is Kind.GAME
    }
    others = opened_all(
        (
            (name, file.open().read())
            for place, (name, file) in enumerate(sent)
            if place not in too_large
        ),
        zone,
    )
    return [
        _too_large(name) if place in too_large else next(others)
        for place, (name, _file) in enumerate(sent)
    ]


def _too_large(name: str) -> Parcel:
    refusal = _("This file is larger than 1 MB, so it was not read.")
    return Parcel(name, Kind.GAME, (Arrival(name, refusal=refusal),), refusal)


def _kept(parcel: Parcel) -> dict[str, Any]:
    """Return a file as it is kept until it is imported: its text, compressed as most were sent."""
    packed = zlib.compress(parcel.text.encode())
    return {"name": parcel.name, "packed": base64.b64encode(packed).decode()}


def _text(document: Mapping[str, Any]) -> bytes:
    """Return the text of a file that is kept; what was sent before an update is not packed."""
    if "text" in document:
        return str(document["text"]).encode()
    return zlib.decompress(base64.b64decode(document["packed"]))


def _parcels(upload: Upload, club: Club | None) -> list[Parcel]:
    return [
        opened(one["name"], _text(one), _zone(club), one.get("called", {}))
        for one in upload.documents
    ]


def _called(data: QueryDict, parcels: Sequence[Parcel]) -> list[dict[str, str]]:
    """Return which of our games somebody says that each name stands for, file by file."""
    found = []
    for place, parcel in enumerate(parcels):
        told = {
            name: data.get(f"called-{place}-{number}", "")
            for number, name in enumerate(parcel.names)
            if f"called-{place}-{number}" in data
        }
        found.append({name: key for name, key in told.items() if key in VARIANTS or not key})
    return found


# ---- the pages


def _these_url(club: UUID | None, pk: UUID) -> str:
    if club is None:
        return reverse("import_these", args=[pk])
    return reverse("import_club_these", args=[club, pk])


def _choose_url(club: UUID | None) -> str:
    return reverse("import") if club is None else reverse("import_club", args=[club])


def _choose(
    request: HttpRequest, club: UUID | None, notice: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "notice": notice,
        "choose_url": _choose_url(club),
        "clubs": _clubs(request, club),
        "into": _into(request, club),
    }
    return render(request, "files/choose.html", context, status=status)


def _clubs(request: HttpRequest, club: UUID | None) -> list[tuple[str, str, bool]]:
    """Return the clubs among which somebody can choose: address, name, and whether it is chosen.

    None where there is no choice.
    """
    mine = list(access.clubs_to_score(request).order_by("memberships__joined_at")[:20])
    if len(mine) < 2:
        return []
    chosen = club
    if chosen is None and (home := _club(request, None)):
        chosen = home.pk
    return [(_choose_url(one.pk), one.title, one.pk == chosen) for one in mine]


def _into(request: HttpRequest, club: UUID | None) -> str:
    """Return what the club is called into which games are brought, where one was named."""
    return "" if club is None else access.club_to_see(request, club).title


def _gone(request: HttpRequest, club: UUID | None) -> HttpResponse:
    notice = _("These files are no longer kept here. Choose them again.")
    return _choose(request, club, notice, 404)


def _look(
    request: HttpRequest,
    club: UUID | None,
    look: Look,
    upload: Upload | None,
    *,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show what would become of these files; without an upload they cannot be imported."""
    context = {
        "look": look,
        "can_import": upload is not None and look.can_import,
        "kept": upload is not None,
        "notice": notice,
        "choose_url": _choose_url(club),
        "into": _into(request, club),
    }
    return render(request, "files/these.html", context, status=status)
