"""Phones that were here before stay signed in, and are listed."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone


def seal_as_before(apps: Any, _schema_editor: Any) -> None:
    """Until now sessions were sealed with the password; those that there are stay valid."""
    apps.get_model("games", "User").objects.update(seal=models.F("password"))


def list_devices(apps: Any, _schema_editor: Any) -> None:
    Session, User = apps.get_model("sessions", "Session"), apps.get_model("games", "User")
    Device = apps.get_model("games", "Device")
    known = {str(pk) for pk in User.objects.values_list("pk", flat=True)}
    now = timezone.now()
    age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    for session in Session.objects.filter(expire_date__gt=now).iterator(chunk_size=500):
        user = str(SessionStore().decode(session.session_data).get("_auth_user_id", ""))
        if user in known:
            seen = min(session.expire_date - age, now)
            Device.objects.create(
                user_id=user, session=session.session_key, made_at=seen, seen_at=seen
            )


def nothing(_apps: Any, _schema_editor: Any) -> None:
    """Going back, the fields go with all that is in them."""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_accounts"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(seal_as_before, nothing),
        migrations.RunPython(list_devices, nothing),
    ]
