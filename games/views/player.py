"""What the games of one player come to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import access
from games.models import Membership
from games.playerfacts import PlayerFacts


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's games: all of them, or those of the variant that is asked for."""
    who = access.player_to_see(request, pk)
    if who.merged_into_id:
        return redirect("player", who.merged_into_id)
    context = {
        "player": who,
        "club": who.club,
        "can_own": access.has_role(request, who.club, Membership.Role.OWNER),
        "sat_in": who.games_sat_in(),
        "facts": PlayerFacts(who, asked=request.GET.get("variant", "")),
    }
    return render(request, "player/player.html", context)
