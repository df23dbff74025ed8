"""A round as it is kept: its entry, and the figures that follow from it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.variants.entry import Entry
from games.variants.variant import Table, total_of

from .revisions import Revision
from .seating import Seat, Team

type Snapshot = dict[str, Any]
"""A round as a revision keeps it, in plain JSON; `players` names the substitutes by number."""


def columns_of(snapshot: Snapshot, revision: Revision) -> dict[str, Any]:
    """Return what is kept of a round as a revision wrote it, substitutes and figures aside."""
    return {
        **{name: snapshot[name] for name in ("entry", "schema", "kept", "dealer")},
        "revision": revision.number,
        "recorded_at": revision.at,
        "recorded_by": revision.by,
    }


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
    def went_out(self) -> int | None:
        """The number of the column that went out; None if nobody did."""
        entry = self.game.rules.upgrade(self.entry, self.schema)
        number: int | None = entry.get("went_out")
        return number

    @property
    def substitutes(self) -> dict[int, str]:
        """Who sat in, by the number of the player for whom they did."""
        return {
            sitting.seat.number: sitting.player.name
            for sitting in sorted(self.sittings.all(), key=lambda one: one.seat.number)
        }

    def at_table(self, table: Table[Any]) -> list[str]:
        """Return who really sat there in this round, player for player."""
        sat_in = self.substitutes
        return [sat_in.get(number, name) for number, name in enumerate(table.players)]

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
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="sittings")

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
