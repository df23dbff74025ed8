"""What was kept by an earlier version is there in this one."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import Device, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def before_accounts() -> Iterator[Any]:
    """The models as they were before an account could have a name, and devices."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes("games")
    executor = MigrationExecutor(connection)
    yield executor.migrate([("games", "0008_players")]).apps
    executor = MigrationExecutor(connection)
    executor.migrate(latest)


def test_a_phone_that_was_here_before_stays_signed_in(before_accounts: Any) -> None:
    password = make_password(None)
    old = before_accounts.get_model("games", "User").objects.create(password=password)
    salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
    store = SessionStore()
    store["_auth_user_id"] = str(old.pk)
    store["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    store["_auth_user_hash"] = salted_hmac(salt, password, algorithm="sha256").hexdigest()
    store.create()
    store.save()
    expired = timezone.now() - timedelta(days=1)
    Session.objects.create(session_key="expired", session_data="", expire_date=expired)
    later = timezone.now() + timedelta(days=1)
    Session.objects.create(session_key="nonsense", session_data="x:y:z", expire_date=later)

    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("games"))

    user = User.objects.get()
    assert (user.is_silent, user.name) == (True, "")
    device = Device.objects.get()
    assert (device.user, device.session) == (user, store.session_key)
    client = Client()
    client.cookies["sessionid"] = str(store.session_key)
    assert client.get("/account/").context["account"] == user
