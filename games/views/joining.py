"""Join a club by the address that one of its owners has shown."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import access, names
from games.forms.submission import new_submission, submission_of
from games.forms.table import name_fault
from games.models import Club, Invitation, LinkClosedError, Membership, SubmissionReusedError, User
from games.models.again import made_again

from .account import club_url
from .outcome import go_to


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Say what one joins, with a button; POST joins, and makes an account where there is none."""
    invitation = access.invited(token)
    if request.method != "POST":
        closed = invitation.revoked_at is not None
        return _closed(request) if closed else _join(request, invitation)
    submission = submission_of(request.POST)
    if submission is None:
        return _join(request, invitation, 400)
    if fault := _fault(_typed(request)):
        return _join(request, invitation, 422, fault)
    try:
        _accept(request, invitation)
    except LinkClosedError:
        return _closed(request)
    except SubmissionReusedError:
        if (device := access.made_by(request, submission)) is None:
            return _join(request, invitation, 409)
        access.go_on_as(request, device)
    messages.success(request, _said(request, invitation.club))
    return go_to(request, club_url(invitation.club))


def _said(request: HttpRequest, club: Club) -> str:
    told = {"club": club.title_for_others}
    if isinstance(request.user, User) and request.user.settle_in(club):
        return _("You are in %(club)s now. Your games start there.") % told
    return _("You are in %(club)s now.") % told


@made_again
def _accept(request: HttpRequest, invitation: Invitation) -> None:
    """Make a member of whoever asks; a visitor gets an account in the same breath.

    LinkClosedError if the address was closed, SubmissionReusedError for a visitor's second tap.
    """
    if isinstance(request.user, User):
        invitation.accept(request.user)
        request.user.introduce(_typed(request))
        return
    submission = submission_of(request.POST)
    if access.made_by(request, submission):
        raise SubmissionReusedError
    user = User.objects.make_silently(request.POST.get("time_zone", ""))
    invitation.accept(user)
    user.introduce(_typed(request))
    access.sign_in(request, user, submission)


def _typed(request: HttpRequest) -> str:
    """Return what somebody who joins wants to be called; empty if they do not say."""
    return names.trimmed(request.POST.get("name", ""))


def _fault(name: str) -> str:
    """Say what is wrong with such a name; empty if nothing is, as where there is none."""
    return name_fault(name) if name else ""


def _join(
    request: HttpRequest, invitation: Invitation, status: int = 200, fault: str = ""
) -> HttpResponse:
    user, present = request.user, None
    if isinstance(user, User):
        present = user.memberships.filter(club=invitation.club_id).first()
    context = {
        "club": invitation.club.title_for_others,
        "scores": invitation.role == Membership.Role.SCORER,
        "is_in": present is not None
        and Membership.rank(present.role) >= Membership.rank(invitation.role),
        "is_visitor": not isinstance(user, User),
        "is_silent": not isinstance(user, User) or user.is_silent,
        "asks_name": not isinstance(user, User) or (user.is_silent and not user.name),
        "name": names.writable(request.POST.get("name", "")),
        "fault": fault,
        "club_url": club_url(invitation.club),
        "sign_in_url": reverse("sign_in", query={"next": request.path}),
        "submission": new_submission(),
    }
    return render(request, "members/join.html", context, status=status)


def _closed(request: HttpRequest) -> HttpResponse:
    return render(request, "members/join_closed.html", status=409)
