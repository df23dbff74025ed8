"""What was sent and not imported yet: how much of it is kept, and for how long."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Upload, User, uploads
from games.models.uploads import MOST_OF_ONE

pytestmark = pytest.mark.django_db

SENT: list[dict[str, Any]] = [{"name": "a.json", "text": "{}"}]


def test_of_one_account_the_latest_few_are_kept(by: User) -> None:
    other = Upload.objects.keep(User.objects.make_silently(), SENT)
    visitors = Upload.objects.keep(None, SENT)
    sent = [Upload.objects.keep(by, SENT) for _one in range(MOST_OF_ONE + 2)]
    assert set(Upload.objects.all()) == {other, visitors, *sent[2:]}
    assert sent[-1].documents == SENT
    assert str(sent[-1]) == str(sent[-1].pk)


def test_old_ones_are_let_go(by: User) -> None:
    old = Upload.objects.keep(None, SENT)
    Upload.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=1, minutes=1))
    young = Upload.objects.keep(None, SENT)
    Upload.objects.filter(pk=young.pk).update(at=timezone.now() - timedelta(hours=23))
    new = Upload.objects.keep(by, SENT)
    assert set(Upload.objects.all()) == {young, new}


def test_visitors_cannot_fill_the_disk(by: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_OF_VISITORS", 5)
    mine = Upload.objects.keep(by, SENT)
    sent = [Upload.objects.keep(None, SENT) for _one in range(7)]
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
