"""What was sent and not imported yet: how much of it is kept, and for how long."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Upload, User
from games.models.uploads import MOST_OF_VISITORS

pytestmark = pytest.mark.django_db

SENT: list[dict[str, Any]] = [{"name": "a.json", "text": "{}"}]


def test_a_new_one_takes_the_place_of_the_last(by: User) -> None:
    other = Upload.objects.keep(User.objects.make_silently(), SENT)
    visitors = Upload.objects.keep(None, SENT)
    Upload.objects.keep(by, SENT)
    last = Upload.objects.keep(by, SENT)
    assert set(Upload.objects.all()) == {other, visitors, last}
    assert last.documents == SENT
    assert str(last) == str(last.pk)


def test_old_ones_are_let_go(by: User) -> None:
    old = Upload.objects.keep(None, SENT)
    Upload.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=1, minutes=1))
    young = Upload.objects.keep(None, SENT)
    Upload.objects.filter(pk=young.pk).update(at=timezone.now() - timedelta(hours=23))
    new = Upload.objects.keep(by, SENT)
    assert set(Upload.objects.all()) == {young, new}


def test_visitors_cannot_fill_the_disk(by: User) -> None:
    mine = Upload.objects.keep(by, SENT)
    sent = [Upload.objects.keep(None, SENT) for _one in range(MOST_OF_VISITORS + 2)]
    assert set(Upload.objects.filter(by=None)) == set(sent[2:])
    assert Upload.objects.filter(pk=mine.pk).exists()


def test_what_became_of_them_is_kept_in_their_place(by: User) -> None:
    upload = Upload.objects.keep(None, SENT)
    outcome = [{"name": "a.json", "done": "imported", "game": "some"}]
    upload.close(by, outcome)
    upload.refresh_from_db()
    assert (upload.by, upload.documents, upload.outcome) == (by, [], outcome)


def test_it_goes_with_its_account(by: User) -> None:
    Upload.objects.keep(by, SENT)
    by.delete()
    assert not Upload.objects.exists()
