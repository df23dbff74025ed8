"""How often somebody may try a password or a code, counted in the database by django-axes."""

from datetime import datetime, timedelta
from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.db.models import Max, Q, Sum
from django.http import HttpRequest
from django.utils import timezone

from scorekeeper import network

CODES = " code"
"""What typed codes are counted under; nobody's name, for a name does not begin with a space."""

MOST_OF_NAME = 20
"""How often one name may be tried from everywhere. Who is signed in stays so meanwhile."""

MOST_OF_ADDRESS = 60
"""How often all names may be tried from one address: a table of twelve, each to its limit."""

MOST_OF_CODES = 1_000
"""How often codes may be tried from everywhere: it takes a thousand million tries to find one."""

MOST_CODES_OF_ADDRESS = 20
"""How often codes may be tried from one address: all at a table are counted together here."""


class Attempts(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts by name and address together, and more patiently by each of them alone.

    So at one table, behind one address, nobody is kept out by the mistakes of another, and yet
    nobody can try one password with all names, or one name from everywhere, without end.
    """

    def user_login_failed(
        self,
        sender: Any,
        credentials: dict[str, Any],
        request: HttpRequest | None = None,
        **kwargs: Any,
    ) -> None:
        """Count a try; what the browser says it is makes no other one of it, and is not kept."""
        if request is not None:
            vars(request).update(axes_user_agent="", axes_http_accept="")
        super().user_login_failed(sender, credentials, request, **kwargs)

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Return how many of the tries that are allowed are used up, by whichever is nearest."""
        name = (credentials or {}).get(settings.AXES_USERNAME_FORM_FIELD)
        of_name, of_address = Q(username=name), Q(ip_address=address_of(request))
        counted = AccessAttempt.objects.filter(
            of_name | of_address, attempt_time__gte=get_cool_off_threshold(request)
        ).aggregate(
            both=Sum("failures_since_start", default=0, filter=of_name & of_address),
            name=Sum("failures_since_start", default=0, filter=of_name),
            address=Sum("failures_since_start", default=0, filter=of_address),
        )
        most: int = settings.AXES_FAILURE_LIMIT
        most_of_both = MOST_CODES_OF_ADDRESS if name == CODES else most
        most_of_name = MOST_OF_CODES if name == CODES else MOST_OF_NAME
        used: int = max(
            most * counted["both"] // most_of_both,
            most * counted["name"] // most_of_name,
            most * counted["address"] // MOST_OF_ADDRESS,
        )
        return used


def address_of(request: HttpRequest) -> str | None:
    """Return where a request comes from, as far as it can be known."""
    return network.client_of(request.META, behind_proxy=settings.HTTPS)


def may_try(request: HttpRequest, name: str) -> bool:
    """Say whether another try is allowed now."""
    return bool(AxesProxyHandler.is_allowed(request, {settings.AXES_USERNAME_FORM_FIELD: name}))


def failed(request: HttpRequest, name: str) -> None:
    """Count a try that went wrong."""
    credentials = {settings.AXES_USERNAME_FORM_FIELD: name}
    user_login_failed.send(sender=__name__, credentials=credentials, request=request)


def waits(request: HttpRequest, name: str) -> timedelta:
    """Return how long somebody has to wait for another try, rounded up to whole minutes."""
    of_name, of_address = Q(username=name), Q(ip_address=address_of(request))
    tried = AccessAttempt.objects.filter(of_name | of_address).aggregate(
        both=Max("attempt_time", filter=of_name & of_address), either=Max("attempt_time")
    )
    last: datetime | None = tried["both"] or tried["either"]
    left = (last or timezone.now()) + settings.AXES_COOLOFF_TIME - timezone.now()
    minutes = min(
        max(-(-left // timedelta(minutes=1)), 1), settings.AXES_COOLOFF_TIME.seconds // 60
    )
    return timedelta(minutes=minutes)


def clear_old() -> int:
    """Forget the tries that count no longer; return how many there were."""
    threshold = timezone.now() - settings.AXES_COOLOFF_TIME
    number: int = AccessAttempt.objects.filter(attempt_time__lt=threshold).delete()[0]
    return number
