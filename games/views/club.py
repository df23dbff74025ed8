"""The home of a club: what its games come to, and the way to all else about it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import access
from games.clubfacts import ClubFacts
from games.models import Membership
from games.models.seasons import evening_of


@require_safe
def club(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a club's games, with more of one variant, and of one month."""
    own = get_object_or_404(access.memberships(request), club=pk)
    club = own.club
    facts = ClubFacts(
        club,
        evening_of(timezone.now(), club),
        variant=request.GET.get("variant", ""),
        month=request.GET.get("month", ""),
    )
    context = {
        "club": club,
        "facts": facts,
        "title": own.title,
        "can_score": own.role in Membership.MAY_SCORE,
        "can_own": own.role == Membership.Role.OWNER,
        "season": club.seasons.named().first() or facts.season,
        "starts_here": access.starts_in(request, club),
    }
    return render(request, "club/club.html", context)
