"""Sign in, also on a device that holds something already, and sign out."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import authenticate, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import access, attempts
from games.forms.account import SignInForm
from games.forms.submission import new_submission, submission_of
from games.models import SubmissionReusedError, User
from games.models.devices import KEPT

from .outcome import go_to

PENDING = "asked"
"""What a session calls the account whose password was right, until it is said what becomes of what
is on this device."""

TAKE, LEAVE, STAY = "take", "leave", "stay"


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for name and password; POST signs in, or asks first where the device holds something."""
    onward = _onward(request)
    if request.method == "POST":
        return _sign_in(request, onward)
    if _is_named(request.user):
        return HttpResponseRedirect(onward)
    return _form(request, SignInForm(None), onward)


def _sign_in(request: HttpRequest, onward: str) -> HttpResponse:
    submission = submission_of(request.POST)
    form = SignInForm(request.POST)
    if _is_named(request.user):
        return go_to(request, onward)
    if submission is None:
        return _form(request, form, onward, 400)
    credentials = form.credentials()
    user = credentials and authenticate(request, **credentials)
    if not isinstance(user, User):
        form.wrong = True
        return _form(request, form, onward, 422)
    device = access.signed_in_by(request, submission)
    if device is not None and device.user == user:
        access.go_on_as(request, device)
        return go_to(request, onward)
    if access.held_here(request):
        request.session[PENDING] = {
            "user": str(user.pk),
            "mark": _mark(user),
            "at": timezone.now().timestamp(),
            "onward": onward,
        }
        return go_to(request, reverse("sign_in_asks"))
    try:
        access.sign_in_here(request, user, submission)
    except SubmissionReusedError:
        form.submission = new_submission()
        return _form(request, form, onward, 409)
    return _welcome(request, user, onward)


def _form(request: HttpRequest, form: SignInForm, onward: str, status: int = 200) -> HttpResponse:
    context = {"form": form, "onward": onward}
    return render(request, "account/sign_in.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def asks(request: HttpRequest) -> HttpResponse:
    """Ask what becomes of what this device holds, once the password was right; POST says it."""
    submission = submission_of(request.POST)
    if request.method == "POST" and (device := access.signed_in_by(request, submission)):
        access.go_on_as(request, device)
        return go_to(request, reverse("account"))
    user, onward = _pending(request)
    if user is None or _is_named(request.user):
        return go_to(request, reverse("sign_in"))
    do = request.POST.get("do")
    if request.method == "POST" and do == STAY:
        del request.session[PENDING]
        return go_to(request, reverse("account"))
    if request.method == "POST" and do in (TAKE, LEAVE) and submission is not None:
        try:
            access.sign_in_here(request, user, submission, take=do == TAKE)
        except SubmissionReusedError:
            return _question(request, user, 409)
        return _welcome(request, user, onward)
    return _question(request, user, 400 if request.method == "POST" else 200)


def _question(request: HttpRequest, user: User, status: int) -> HttpResponse:
    context = {
        "name": user.name,
        "here": what_is_here(request),
        "submission": new_submission(),
    }
    return render(request, "account/asks.html", context, status=status)


def what_is_here(request: HttpRequest) -> dict[str, Any]:
    """Return what a page says of a silent account on this device before another takes its place."""
    held = access.held_here(request)
    elsewhere = isinstance(request.user, User) and (
        request.user.devices.exclude(session=request.session.session_key or "").exists()
    )
    return {"held": held, "elsewhere": elsewhere}


def _pending(request: HttpRequest) -> tuple[User | None, str]:
    """Return the account whose password was right a moment ago, and where it was going."""
    told = request.session.get(PENDING)
    if told is None or timezone.now().timestamp() - told["at"] > KEPT.total_seconds():
        return None, ""
    user = User.objects.filter(pk=told["user"]).first()
    if user is None or not constant_time_compare(told["mark"], _mark(user)):
        return None, ""
    return user, str(told["onward"])


def _mark(user: User) -> str:
    """Return what changes when the password does."""
    return salted_hmac("games.views.signing", user.password, algorithm="sha256").hexdigest()


def _welcome(request: HttpRequest, user: User, onward: str) -> HttpResponse:
    if user.name:
        messages.success(request, _("Signed in as %(name)s.") % {"name": user.name})
    return go_to(request, onward)


def _is_named(user: object) -> bool:
    return isinstance(user, User) and not user.is_silent


def _onward(request: HttpRequest) -> str:
    """Return where somebody wanted to go: a page of our own, or home."""
    told = request.GET.get("next", "") or request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        told, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return told if safe and told.startswith("/") else reverse("home")


def locked_out(
    request: HttpRequest, _response: HttpResponse, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Say that there were too many tries, and when to try again."""
    name = str((credentials or {}).get("username", "") or request.POST.get("name", ""))
    wait = attempts.waits(request, name)
    context = {"minutes": wait.seconds // 60, "back_url": request.path, "name": name}
    answer = render(request, "account/locked_out.html", context, status=429)
    answer["Retry-After"] = str(wait.seconds)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ask whether to sign out here; POST does it, if anybody can ever come back."""
    user = request.user
    if not isinstance(user, User):
        return go_to(request, reverse("account"))
    others = user.devices.exclude(session=request.session.session_key or "")
    way_back = user.can_sign_in or others.exists()
    if request.method == "POST" and way_back:
        access.this_device(request).delete()
        logout(request)
        messages.success(request, _("Signed out."))
        return go_to(request, reverse("home"))
    context = {"way_back": way_back, "name": user.name, "can_sign_in": user.can_sign_in}
    status = 409 if request.method == "POST" else 200
    return render(request, "account/sign_out.html", context, status=status)
