"""Who is in a club and what they may do there; how others come in, and how one leaves."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import access
from games.forms.submission import number_of
from games.models import Club, Invitation, LastOwnerError, Membership, NotEmptyError, OutOfDateError

from .account import club_url
from .outcome import go_to
from .watch import qr, seen_from_phones


@require_safe
def members(request: HttpRequest, pk: UUID) -> HttpResponse:
    """List the members of a club; its owners change what each may do."""
    return _members(request, access.club_to_see(request, pk))


def _members(
    request: HttpRequest, club: Club, status: int = 200, refused: str = ""
) -> HttpResponse:
    everybody = sorted(
        club.memberships.select_related("user").order_by("joined_at", "pk"),
        key=lambda one: -Membership.rank(one.role),
    )
    is_owner = access.has_role(request, club, Membership.Role.OWNER)
    context = {
        "club": club,
        "members": everybody,
        "roles": Membership.Role.choices,
        "is_owner": is_owner,
        "is_alone": len(everybody) == 1,
        "can_delete": is_owner and len(everybody) == 1 and _can_go(request, club),
        "refused": refused,
        "back_url": club_url(club),
    }
    return render(request, "members/members.html", context, status=status)


def _can_go(request: HttpRequest, club: Club) -> bool:
    """Say whether a club is empty, and another is left in which this account starts games."""
    others = access.clubs_to_score(request).exclude(pk=club.pk)
    return others.exists() and not club.games.exists()


@require_POST
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Delete a club in which nothing was played and nobody else is."""
    club = access.club_to_own(request, pk)
    try:
        if not _can_go(request, club):
            raise NotEmptyError
        club.remove_empty()
    except NotEmptyError:
        return _members(request, club, 409, _("Something is in this club: it was not deleted."))
    messages.success(request, _("The empty club is deleted."))
    return go_to(request, reverse("account"))


@require_POST
def change_role(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Let a member do more, or less."""
    club = access.club_to_own(request, pk)
    role = request.POST.get("role", "")
    if role not in Membership.Role.values:
        return _members(request, club, 422, _("Choose what this member may do."))
    try:
        club.change_role(_member(club, number), role)
    except LastOwnerError:
        return _members(request, club, 409, _last_owner())
    except OutOfDateError:
        raise Http404 from None
    messages.success(request, _("Saved what this member may do."))
    return go_to(request, _back(request, club))


@require_POST
def remove(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Let somebody be a member no longer; who has gone already has gone."""
    club = access.club_to_own(request, pk)
    if member := club.memberships.filter(pk=number).first():
        try:
            club.remove(member)
        except LastOwnerError:
            return _members(request, club, 409, _last_owner())
        except OutOfDateError:
            pass
    messages.success(request, _("This member is removed."))
    return go_to(request, _back(request, club))


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask whether to leave the club; POST leaves it."""
    club = access.club_to_see(request, pk)
    own = get_object_or_404(club.memberships, user=access.scorer(request))
    if request.method != "POST":
        return _leave(request, club, own)
    try:
        club.remove(own)
    except LastOwnerError:
        return _leave(request, club, own, 409)
    except OutOfDateError:
        pass
    messages.success(request, _("You have left %(club)s.") % {"club": club.title_for_others})
    return go_to(request, reverse("account"))


def _leave(request: HttpRequest, club: Club, own: Membership, status: int = 200) -> HttpResponse:
    owners = club.memberships.filter(role=Membership.Role.OWNER).exclude(pk=own.pk)
    context = {
        "club": club,
        "must_stay": own.role == Membership.Role.OWNER and not owners.exists(),
        "is_alone": not club.memberships.exclude(pk=own.pk).exists(),
    }
    return render(request, "members/leave.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, pk: UUID, role: str) -> HttpResponse:
    """Show the address by which others join; POST makes one, and closes the old."""
    club = _club_to_invite_to(request, pk, role)
    if request.method == "POST":
        Invitation.renew(club, role, number_of(request.POST, "seen"))
        return go_to(request, reverse("invite", args=[pk, role]))
    invitation = club.invitations.filter(role=role, revoked_at=None).first()
    context: dict[str, object] = {
        "club": club,
        "invitation": invitation,
        "role": role,
        "scores": role == Membership.Role.SCORER,
    }
    if invitation is not None:
        url = seen_from_phones(request, reverse("join", args=[invitation.token]))
        context |= {"join_url": url, "qr": qr(url)}
    return render(request, "members/invite.html", context)


@require_POST
def close_invitation(request: HttpRequest, pk: UUID, role: str) -> HttpResponse:
    """Close the address by which others join."""
    club = _club_to_invite_to(request, pk, role)
    seen = number_of(request.POST, "seen")
    for invitation in club.invitations.filter(role=role, pk__in=[] if seen is None else [seen]):
        invitation.close()
    messages.success(request, _("The address is closed: nobody joins by it any more."))
    return go_to(request, reverse("members", args=[pk]))


def _club_to_invite_to(request: HttpRequest, pk: UUID, role: str) -> Club:
    if role not in Invitation.ROLES:
        raise Http404
    return access.club_to_own(request, pk)


def _member(club: Club, number: int) -> Membership:
    return get_object_or_404(club.memberships, pk=number)


def _last_owner() -> str:
    return _("A club needs an owner. Make somebody else an owner first, then change this.")


def _back(request: HttpRequest, club: Club) -> str:
    """Return to the members, or to the account for somebody who may not see them any more."""
    still = access.clubs(request).filter(pk=club.pk).exists()
    return reverse("members", args=[club.pk]) if still else reverse("account")
