"""Whether the results and sums that are kept of a club follow from its games.

They are worked out anew from nothing and compared, and what is kept stays as it is. What differs is
told in plain sentences, for whoever looks after the database.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import transaction

from .models import Club
from .models.reckoning import OF_CLUBS, OF_SEASONS, reckon_club

KEYS: Mapping[str, tuple[str, ...]] = {
    "result": ("game_id", "player_id"),
    "feat": ("game_id", "kind"),
    "evening": ("day",),
    "summary": ("season_id", "variant", "player_id"),
    "pair": ("season_id", "player_id", "other_id"),
    "count": ("season_id", "variant", "player_id", "code"),
    "volume": ("season_id", "variant"),
    "record": ("season_id", "variant", "kind"),
}
"""What each kind of row is known by."""

EXACT = 6
"""Ratings are compared to so many places: the same sums in another order differ far behind."""

type Rows = dict[tuple[Any, ...], dict[str, Any]]


def differences(club: Club) -> list[str]:
    """Return a sentence for each row that is kept and does not follow, or is missing."""
    with transaction.atomic():
        kept = {model: _rows(model, club) for model in (*OF_CLUBS, *OF_SEASONS)}
        reckon_club(club)
        found = [
            f"{_called(model)} {sentence}"
            for model, rows in kept.items()
            for sentence in _compared(rows, _rows(model, club))
        ]
        transaction.set_rollback(True)
    return found


def _called(model: Any) -> str:
    return str(model._meta.model_name)


def _rows(model: Any, club: Club) -> Rows:
    """Return what is kept, by what it is known by; a record's feat by its game."""
    chosen = {"club": club} if model in OF_CLUBS else {"season__club": club}
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    if "feat_id" in names:
        names[names.index("feat_id")] = "feat__game_id"
    keys = KEYS[_called(model)]
    return {
        tuple(row[name] for name in keys): {
            name: round(value, EXACT) if isinstance(value, float) else value
            for name, value in row.items()
        }
        for row in model.objects.filter(**chosen).values(*names)
    }


def _compared(kept: Rows, due: Rows) -> Iterator[str]:
    for key, row in kept.items():
        if key not in due:
            yield f"{_told(key)}: it does not follow."
            continue
        for name, value in row.items():
            if (follows := due[key][name]) != value:
                yield f"{_told(key)}: {name} {value} is kept, {follows} follows."
    for key in due.keys() - kept.keys():
        yield f"{_told(key)}: it is missing."


def _told(key: Iterable[Any]) -> str:
    return " ".join(str(part) for part in key)
