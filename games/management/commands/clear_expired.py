"""Remove what nobody can use any more.

That are sessions, devices, codes, counted tries, accounts without a way to them, closed clubs.
"""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand

from games import attempts
from games.models import Club, Device, DeviceCode, User


class Command(BaseCommand):
    """Removes what has run out; `make run` does it."""

    help = (
        "Remove sessions, codes, tries and accounts that have run out, and clubs that were deleted."
    )

    def handle(self, *_args: Any, **options: Any) -> None:
        import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
        alive = Session.objects.values("session_key")
        removed = {
            "devices": Device.objects.exclude(session__in=alive).delete()[0],
            "codes": DeviceCode.objects.forgotten().delete()[0],
            "tries": attempts.clear_old(),
            "accounts": User.objects.clear_unreachable(),
            "clubs": 0,
        }
        while club := Club.objects.closed().first():
            club.clear()
            removed["clubs"] += 1
        if options["verbosity"]:
            self.stdout.write(", ".join(f"{number} {what}" for what, number in removed.items()))
