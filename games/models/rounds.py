"""A round as it is kept: its entry, and the figures that follow from it."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.variants.entry import Entry, Finding, warning
from games.variants.entry import _ as _noop
from games.variants.variant import total_of

from .people import Player
from .seating import Seat, Team

if TYPE_CHECKING:
    from .game import Game


type Snapshot = dict[str, Any]
"""A round as a revision keeps it, in plain JSON; `players` names the substitutes by number."""


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

    @property
    def substitutes(self) -> dict[int, str]:
        """Who sat in, by the number of the player for whom they did."""
        return {
            sitting.seat.number: sitting.player.name
            for sitting in sorted(self.sittings.all(), key=lambda one: one.seat.number)
        }

    def snapshot(self) -> Snapshot:
        """Return the round as a revision keeps it."""
        return {
            "entry": self.entry,
            "schema": self.schema,
            "kept": self.kept,
            "dealer": self.dealer,
            "players": {str(number): name for number, name in self.substitutes.items()},
            "scores": [score.points for score in self.scores.all()],
        }

    def seat_substitutes(self, substitutes: Mapping[str, str]) -> None:
        """Keep who sat in, by player number, in place of who was said to before."""
        self.sittings.all().delete()
        seats = {str(seat.number): seat for seat in self.game.seats.all()} if substitutes else {}
        for number, name in substitutes.items():
            player = self.game.club.player_named(name)
            self.sittings.create(seat=seats[number], player=player)

    def keep_figures(self) -> None:
        """Compute the scores and lines from the entry, and shift every later total."""
        teams = list(self.game.teams.order_by("number"))
        previous = Score.objects.filter(round__game=self.game, round__number=self.number - 1)
        reached = {score.team_id: score.total for score in previous}
        totals = [reached.get(team.pk, team.starting_total) for team in teams]
        old = self.drop_figures()
        scores, tallies = self.figures(teams, totals)
        Score.objects.bulk_create(scores)
        Tally.objects.bulk_create(tallies)
        self._shift_later({s.team_id: s.points - old.get(s.team_id, 0) for s in scores})

    def figures(
        self, teams: Sequence[Team], totals: Sequence[int]
    ) -> tuple[list["Score"], list["Tally"]]:
        """Return the scores and lines that follow from the entry, unsaved.

        `totals` are those of the teams before this round.
        """
        scores, tallies = [], []
        lines_of_teams = self.game.rules.score(self.read(), self.game.table)
        for team, before, lines in zip(teams, totals, lines_of_teams, strict=True):
            points = total_of(lines)
            scores.append(Score(round=self, team=team, points=points, total=before + points))
            tallies += [
                Tally(
                    round=self,
                    team=team,
                    position=position,
                    code=line.code,
                    count=line.count,
                    points=line.points,
                )
                for position, line in enumerate(lines)
            ]
        return scores, tallies

    def drop_figures(self) -> dict[int, int]:
        """Take the scores and lines away; returns the points they gave each team."""
        old = {score.team_id: score.points for score in self.scores.all()}
        self.scores.all().delete()
        self.tallies.all().delete()
        return old

    def take_from_later(self) -> None:
        """Take this round's scores out of every later total."""
        self._shift_later({score.team_id: -score.points for score in self.scores.all()})

    def _shift_later(self, points: Mapping[int, int]) -> None:
        if not any(points.values()):
            return
        shift = [models.When(team=team, then=more) for team, more in points.items()]
        later = Round.objects.filter(game=self.game, number__gt=self.number)
        scores = Score.objects.filter(round__in=later)
        scores.update(total=models.F("total") + models.Case(*shift, default=0))


class Sitting(models.Model):
    """Somebody sat in for the player of a seat in one round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sittings")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sittings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sittings")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="one_substitute_per_seat"),
            models.UniqueConstraint(fields=["round", "player"], name="nobody_sits_in_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.seat_id} {self.player_id}"


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
