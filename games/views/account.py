"""The account: its name and password, its devices and clubs, and its end."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import authenticate, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import access, useragents
from games.forms.account import NameForm, password_of, unusable
from games.forms.submission import id_of, submission_of
from games.models import AccountNameTakenError, Club, Device, Membership, SeenChangedError, User
from games.models.accounts import marks_of

from .outcome import go_to


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device in words; without an address it is the one in hand."""

    words: str
    since: datetime
    seen: datetime
    is_this: bool
    sign_out_url: str


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club of the account, what may be done there, and where its pages are."""

    club: Club
    title: str
    role: str
    url: str
    members_url: str
    export_url: str
    can_start: bool


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show the account, or say what one is for."""
    user = request.user
    if not isinstance(user, User):
        return render(request, "account/visitor.html")
    memberships = user.memberships.select_related("club").order_by("joined_at", "pk")
    clubs = [_club_row(one) for one in memberships]
    context = {
        "account": user,
        "devices": _devices(request, user),
        "clubs": clubs,
        "starting": [row for row in clubs if row.can_start],
        "starts_in": access.club_to_start_in(request) if access.may_start(request) else None,
        "zone": next((row.club.time_zone for row in clubs), "UTC"),
    }
    return render(request, "account/account.html", context)


def _devices(request: HttpRequest, user: User) -> list[DeviceRow]:
    """Return the device in hand, and the others, the one that was used last first."""
    this = request.session.session_key
    rows = [_device_row(device, is_this=device.session == this) for device in user.devices.lately()]
    if not any(row.is_this for row in rows):
        began = user.last_login or user.created_at
        agent = request.headers.get("User-Agent", "")
        rows.append(_device_row(Device(agent=agent, made_at=began), is_this=True))
    return sorted(rows, key=lambda row: not row.is_this)


def _device_row(device: Device, *, is_this: bool) -> DeviceRow:
    url = reverse("sign_out" if is_this else "sign_out_device", args=() if is_this else [device.pk])
    words = useragents.in_words(device.agent)
    return DeviceRow(words, device.made_at, device.seen_at, is_this, url)


def _club_row(membership: Membership) -> ClubRow:
    club = membership.club
    return ClubRow(
        club,
        membership.title,
        membership.get_role_display(),
        club_url(club),
        reverse("members", args=[club.pk]),
        reverse("export_club", args=[club.pk]),
        membership.role in Membership.MAY_SCORE,
    )


def club_url(club: Club) -> str:
    """Return where a club is seen."""
    return reverse("club", args=[club.pk])


def _own(request: HttpRequest) -> User:
    """Return the account behind a request; Http404 if there is none."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


# ---- name and password


@never_cache
@sensitive_post_parameters("present", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Ask for a name and a password, or for others; POST keeps them."""
    user = _own(request)
    if request.method != "POST":
        return _name_form(request, NameForm(user, None))
    submission = submission_of(request.POST)
    form = NameForm(user, request.POST)
    if submission is None:
        return _name_form(request, form, 400)
    if not _may_name(request, form):
        # A second tap finds the password changed already, by the first.
        user.refresh_from_db()
        return _named(request) if user.submission == submission else _name_form(request, form, 422)
    asked = form.asks
    try:
        user.identify(form.new_name, form.new_password, submission)
    except AccountNameTakenError:
        form.refuse_name()
        return _name_form(request, form, 422)
    if asked and form.new_password and form.others:
        access.sign_out_others(request, user)
    return _named(request)


def _may_name(request: HttpRequest, form: NameForm) -> bool:
    """Say whether all that was typed is right; the tries of the present password are counted."""
    if not form.is_valid():
        return False
    if form.asks and not authenticate(request, username=form.user.key, password=form.present):
        form.refuse_present()
    return not form.errors


def _named(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Name and password saved."))
    return go_to(request, reverse("account"))


def _name_form(request: HttpRequest, form: NameForm, status: int = 200) -> HttpResponse:
    return render(request, "account/name.html", {"form": form}, status=status)


# ---- devices, and where games start


@require_POST
def sign_out_device(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Sign out another device of this account."""
    access.sign_out_others(request, _own(request), pk)
    messages.success(request, _("That device is signed out."))
    return go_to(request, reverse("account"))


@require_POST
def sign_out_others(request: HttpRequest) -> HttpResponse:
    """Sign out all devices but the one in hand."""
    access.sign_out_others(request, _own(request))
    messages.success(request, _("All other devices are signed out."))
    return go_to(request, reverse("account"))


@require_POST
def starts_in(request: HttpRequest) -> HttpResponse:
    """Choose the club in which this account starts its games."""
    user = _own(request)
    scoring = user.memberships.filter(role__in=Membership.MAY_SCORE)
    chosen = get_object_or_404(scoring.select_related("club"), club=id_of(request.POST, "club"))
    user.starts_in = chosen.club
    user.save(update_fields=["starts_in"])
    said = _("Your games start in %(club)s from now on.") % {"club": _club_row(chosen).title}
    messages.success(request, said)
    return go_to(request, reverse("account"))


# ---- its end


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Say what goes with the account, and ask; POST deletes it."""
    user = request.user
    if not isinstance(user, User):
        # Whoever taps twice is nobody the second time.
        return HttpResponseRedirect(reverse("account"), status=303)
    if request.method != "POST":
        return _ask_to_delete(request, user)
    if user.has_usable_password() and not _is_own_password(request, user):
        return _ask_to_delete(request, user, 422, wrong=True)
    try:
        user.discard(request.POST.get("seen", ""))
    except SeenChangedError:
        return _ask_to_delete(request, user, 409, changed=True)
    except User.DoesNotExist:
        # The first tap has deleted it this very moment.
        return HttpResponseRedirect(reverse("account"), status=303)
    logout(request)
    messages.success(request, _("The account is deleted."))
    return go_to(request, reverse("home"))


def _is_own_password(request: HttpRequest, user: User) -> bool:
    typed = password_of(request.POST, "password")
    if not typed or unusable(typed):
        return False
    return authenticate(request, username=user.key, password=typed) == user


def _ask_to_delete(
    request: HttpRequest, user: User, status: int = 200, **told: bool
) -> HttpResponse:
    fates = user.fates()
    context = {
        "account": user,
        "fates": [fate for fate in fates if not fate.club.is_blank()],
        "seen": marks_of(fates),
        "asks": user.has_usable_password(),
        **told,
    }
    return render(request, "account/delete.html", context, status=status)
