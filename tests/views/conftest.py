"""What the tests of the pages share."""

import pytest
from django.test import Client

from games.models import User


@pytest.fixture
def account(client: Client) -> User:
    """The account that the client is signed in with."""
    user = User.objects.make_silently()
    client.force_login(user)
    return user
