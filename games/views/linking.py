"""One's own second device: a one-time code, as a QR code or typed."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import access, attempts
from games.forms.submission import new_submission, submission_of
from games.models import (
    CodeExpiredError,
    CodeUsedError,
    DeviceCode,
    SubmissionReusedError,
    User,
    WriteRefusedError,
)
from games.models.devices import KEPT, as_typed

from .outcome import go_to
from .signing import LEAVE, TAKE, locked_out, what_is_here
from .watch import qr, seen_from_phones


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest) -> HttpResponse:
    """Show the code that adds another device to this account; POST makes one."""
    user = request.user
    if request.method == "POST":
        submission = submission_of(request.POST)
        if not isinstance(user, User) or submission is None:
            return _link(request, 400)
        DeviceCode.objects.make(user, submission)
        return go_to(request, reverse("link"))
    return _link(request)


@require_POST
def typed(request: HttpRequest) -> HttpResponse:
    """Take a code that was typed, and go to what its QR code leads to."""
    if not attempts.may_try(request, attempts.CODES):
        return locked_out(request, HttpResponse(), {"username": attempts.CODES})
    code = as_typed(request.POST.get("code", ""))
    found = DeviceCode.objects.open().filter(typed=code).first() if code else None
    if found is None:
        attempts.failed(request, attempts.CODES)
        return _link(request, 422, wrong=True)
    return go_to(request, reverse("link_here", args=[found.token]))


def _link(request: HttpRequest, status: int = 200, *, wrong: bool = False) -> HttpResponse:
    user, code = request.user, None
    if isinstance(user, User):
        code = DeviceCode.objects.open().filter(user=user).first()
    context: dict[str, object] = {
        "has_account": isinstance(user, User),
        "code": code,
        "wrong": wrong,
        "submission": new_submission(),
    }
    if code is not None:
        url = seen_from_phones(request, reverse("link_here", args=[code.token]))
        left = code.made_at + KEPT - timezone.now()
        here = seen_from_phones(request, reverse("link")).removeprefix("https://")
        context |= {"url": url, "qr": qr(url), "minutes": max(-(-left.seconds // 60), 1)}
        context["here"] = here
    return render(request, "account/link.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link_here(request: HttpRequest, token: str) -> HttpResponse:
    """Say what the code does, with a button; POST adds this device to the account."""
    code = access.device_code(token)
    submission = submission_of(request.POST)
    if request.method != "POST":
        try:
            code.check_open()
        except WriteRefusedError as why:
            return _over(request, code, why)
        return _here(request, code)
    if device := access.signed_in_by(request, submission):
        access.go_on_as(request, device)
        return go_to(request, reverse("home"))
    if request.user == code.user:
        return _here(request, code, 409)
    return _enter(request, code)


def _enter(request: HttpRequest, code: DeviceCode) -> HttpResponse:
    submission, do = submission_of(request.POST), request.POST.get("do")
    if isinstance(request.user, User) and not request.user.is_silent:
        return _here(request, code, 409)
    if submission is None or (access.held_here(request) and do not in (TAKE, LEAVE)):
        return _here(request, code, 400 if submission is None else 422)
    try:
        with transaction.atomic():
            access.sign_in_here(request, code.use(), submission, take=do == TAKE)
    except (CodeUsedError, CodeExpiredError) as why:
        return _over(request, code, why)
    except SubmissionReusedError:
        return _here(request, code, 409)
    messages.success(request, _("This device is added."))
    return go_to(request, reverse("home"))


def _here(request: HttpRequest, code: DeviceCode, status: int = 200) -> HttpResponse:
    user = request.user
    context = {
        "name": code.user.name,
        "is_own": user == code.user,
        "is_other": isinstance(user, User) and not user.is_silent and user != code.user,
        "here": what_is_here(request),
        "submission": new_submission(),
        "back_url": reverse("account"),
    }
    return render(request, "account/link_here.html", context, status=status)


def _over(request: HttpRequest, code: DeviceCode, why: WriteRefusedError) -> HttpResponse:
    context = {"used": isinstance(why, CodeUsedError), "is_own": request.user == code.user}
    return render(request, "account/link_over.html", context, status=409)
