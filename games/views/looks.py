"""How the pages look to one reader: light, dark, with high contrast, or as the phone has it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.context import THEMES

A_YEAR = 365 * 24 * 60 * 60


# Whoever forges this changes colours and nothing else; without a token of its own a page that is
# only looked at stays the same for everybody.
@csrf_exempt
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the theme that was chosen, or forget it, and go back to the page it was chosen on."""
    # The browser says where it comes from to this site alone; see SECURE_REFERRER_POLICY.
    came_from, chosen = request.headers.get("Referer", ""), request.POST.get("theme", "")
    own = {request.get_host()}
    back = came_from if url_has_allowed_host_and_scheme(came_from, allowed_hosts=own) else "/"
    answer = HttpResponseRedirect(back, status=303)
    if chosen in THEMES:
        answer.set_cookie("theme", chosen, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS)
    else:
        answer.delete_cookie("theme", samesite="Lax")
    return answer
