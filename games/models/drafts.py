"""The next round while it is being entered: what was typed, column by column."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

type Text = dict[str, str]
"""What was typed in one column, by the name of the field; what is blank is left out."""


def mark_of(text: Text) -> str:
    """Return a short mark that two texts share exactly when they are the same."""
    return hashlib.sha256(json.dumps(text, sort_keys=True).encode()).hexdigest()[:12]


DEALER = "dealer"
"""The name of the field that says who dealt, among what is asked once for a round."""

OF_COLUMN = re.compile(r"(?P<column>\d+)(?P<rest>-.+)")
A_NUMBER = re.compile(r"(?P<before>(?:\w+:)?)(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class Moves:
    """The new numbers of players who changed places, and whether columns are players."""

    numbers: Mapping[int, int]
    of_columns: bool

    def column(self, column: int) -> int:
        """Return the number that a column has now."""
        return self.numbers.get(column, column) if self.of_columns else column

    def text(self, column: int, text: Text) -> Text:
        """Return what was typed in a column, as it is typed now.

        The names of a column's fields begin with its number; what is asked once names a column, or
        who dealt, by it.
        """
        if column != Draft.WHOLE:
            return {self._name(name): typed for name, typed in text.items()}
        return {
            name: self._answer(typed) if self.of_columns or name == DEALER else typed
            for name, typed in text.items()
        }

    def key(self, key: str) -> str:
        """Return the key of a finding, see `Finding.key`."""
        code, colon, column = key.partition(":")
        return f"{code}:{self.column(int(column))}" if colon and column.isdecimal() else key

    def _name(self, name: str) -> str:
        field = OF_COLUMN.fullmatch(name)
        return f"{self.column(int(field['column']))}{field['rest']}" if field else name

    def _answer(self, typed: str) -> str:
        answer = A_NUMBER.fullmatch(typed)
        if answer is None:
            return typed
        number = int(answer["number"])
        return f"{answer['before']}{self.numbers.get(number, number)}"


class Draft(models.Model):
    """One column of the round being entered, as typed. Column WHOLE is what is asked once."""

    WHOLE = -1

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="drafts")
    column = models.SmallIntegerField(_("column"))
    text = models.JSONField(_("text as typed"), default=dict)
    filled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    page = models.UUIDField(_("page it was typed on, by its submission"), null=True)
    version = models.PositiveIntegerField(_("version"), default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "column"], name="one_draft_per_column"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.column}"

    def move(self, moves: Moves) -> None:
        """Let the text go along with players who have new numbers."""
        self.text = moves.text(self.column, self.text)
        self.column, self.pk = moves.column(self.column), None
        self.version += 1

    def is_known(self, page: UUID | None, seen: Collection[str]) -> bool:
        """Say whether a page knows this text: it was typed there, or is marked among those seen.

        A page may have sent it and never have heard that it arrived, so its marks are not enough.
        """
        return (page is not None and self.page == page) or mark_of(self.text) in seen
