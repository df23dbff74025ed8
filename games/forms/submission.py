"""The id that a form carries, so that it is stored once however often it is sent."""

import uuid

from django.http import QueryDict


def new_submission() -> uuid.UUID:
    """Return the id for a form that is shown now."""
    return uuid.uuid4()


def submission_of(data: QueryDict) -> uuid.UUID | None:
    """Return the id that a form was sent with; None if there is none, or no real one."""
    return id_of(data, "submission")


def id_of(data: QueryDict, name: str) -> uuid.UUID | None:
    """Return an id that a form or an address carries; None if there is none, or no real one."""
    try:
        return uuid.UUID(str(data.get(name, "")))
    except ValueError:
        return None


def number_of(data: QueryDict, name: str) -> int | None:
    """Return a number that a form carries unseen; None if there is none, or no real one."""
    text = str(data.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
