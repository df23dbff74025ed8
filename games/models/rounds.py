"""A round as it is kept: its entry, and the figures that follow from it."""

import hashlib
import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.variants.entry import Entry, Finding, warning
from games.variants.entry import _ as _noop
from games.variants.variant import total_of

from .seating import Team

if TYPE_CHECKING:
    from .game import Game


class Round(models.Model):
    """One deal, scored. The entry is the truth; scores and tallies are computed from it."""

    game = models.ForeignKey("Game", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    entry = models.JSONField(_("entry"))
    schema = models.PositiveSmallIntegerField(_("schema of the entry"))
    dealer = models.PositiveSmallIntegerField(_("own dealer"), null=True, blank=True)
    kept = models.JSONField(_("warnings kept"), default=list, blank=True)
    revision = models.PositiveIntegerField(_("revision that wrote it"))
    recorded_at = models.DateTimeField(_("recorded at"))
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_round_of_a_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="rounds_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"

    def read(self) -> Entry[Any, Any]:
        """Return the entry, whatever schema it was written with."""
        variant = self.game.rules
        return variant.read(variant.upgrade(self.entry, self.schema), self.game.table).entry

    def snapshot(self) -> dict[str, Any]:
        """Return the round as a revision keeps it."""
        return {
            "entry": self.entry,
            "schema": self.schema,
            "kept": self.kept,
            "dealer": self.dealer,
            "scores": list(self.scores.order_by("team__number").values_list("points", flat=True)),
        }

    def keep_figures(self) -> None:
        """Compute the scores and lines from the entry, and shift every later total."""
        teams = list(self.game.teams.order_by("number"))
        previous = Score.objects.filter(round__game=self.game, round__number=self.number - 1)
        totals = {score.team_id: score.total for score in previous}
        old = {score.team_id: score.points for score in self.scores.all()}
        self.scores.all().delete()
        self.tallies.all().delete()
        scored = self.game.rules.score(self.read(), self.game.table)
        shift = []
        for team, lines in zip(teams, scored, strict=True):
            points = total_of(lines)
            total = totals.get(team.pk, team.starting_total) + points
            self.scores.create(team=team, points=points, total=total)
            Tally.objects.bulk_create(
                Tally(
                    round=self,
                    team=team,
                    position=position,
                    code=line.code,
                    count=line.count,
                    points=line.points,
                )
                for position, line in enumerate(lines)
            )
            shift.append(models.When(team=team, then=points - old.get(team.pk, 0)))
        later = Round.objects.filter(game=self.game, number__gt=self.number)
        scores = Score.objects.filter(round__in=later)
        scores.update(total=models.F("total") + models.Case(*shift, default=0))


class Score(models.Model):
    """What a team scored in a round, and its total after it, in whole points."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="scores")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="scores")
    points = models.BigIntegerField(_("points"))
    total = models.BigIntegerField(_("total"))

    class Meta:
        ordering = ["team__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "team"], name="one_score_per_team"),
        ]

    def __str__(self) -> str:
        return f"{self.points} ({self.total})"


class Tally(models.Model):
    """One line of a team's score in a round. Points may be halves."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tallies")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="tallies")
    position = models.PositiveSmallIntegerField(_("position"))
    code = models.CharField(_("code"), max_length=40)
    count = models.PositiveIntegerField(_("count"), null=True, blank=True)
    points = models.DecimalField(_("points"), max_digits=15, decimal_places=1)

    class Meta:
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(
                fields=["round", "team", "position"], name="one_tally_per_position"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.points}"


type Text = dict[str, str]
"""What was typed in one column, by the name of the field; what is blank is left out."""


def mark_of(text: Text) -> str:
    """Return a short mark that two texts share exactly when they are the same."""
    return hashlib.sha256(json.dumps(text, sort_keys=True).encode()).hexdigest()[:12]


def untouched(game: "Game") -> list[Finding]:
    """Return the warning, for each column, that nothing at all was typed there.

    It is about the typing and not about the entry, which cannot tell a 0 from a blank.
    """
    message = _noop("Nothing was entered for %(column)s. Is that so?")
    columns = range(len(game.rules.columns(game.table)))
    return [warning("untouched", message, "entry", column=column) for column in columns]


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

    def is_known(self, page: UUID | None, seen: Collection[str]) -> bool:
        """Say whether a page knows this text: it was typed there, or is marked among those seen.

        A page may have sent it and never have heard that it arrived, so its marks are not enough.
        """
        return (page is not None and self.page == page) or mark_of(self.text) in seen
