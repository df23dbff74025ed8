"""The sums of a round while it is entered: what each team scores, and where that leaves it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games import names, wording
from games.board import MARKS, lead
from games.models import Game
from games.standing import standing
from games.variants.variant import Row


@dataclass(frozen=True, slots=True)
class Sum:
    """What a team scores in this round, its total then, and how that stands.

    `lead` says in words what `apart` says in figures, for a narrow column. `note` says what the
    round brings besides points: that the team wins, reaches the target, or opens otherwise.
    """

    mark: str
    name: str
    points: str
    then: str = ""
    total: str = ""
    lead: str = ""
    apart: str = ""
    leads: bool = False
    note: str = ""
    opens: str = ""

    @property
    def said(self) -> str:
        """All of it in one sentence, for those who listen."""
        told = _("%(team)s %(points)s") % {"team": self.name, "points": self.points}
        return names.listed([one for one in (told, self.then, self.lead, self.note) if one])


def sums_of(
    game: Game,
    scores: Sequence[int],
    rows: Sequence[Row],
    before: Sequence[Row],
    unsure: Collection[int],
    *,
    begun: bool = True,
) -> list[Sum]:
    """Return the sum of each team; nobody wins by a round that nobody has `begun` to enter.

    `rows` are all rounds with this one among them, `before` those that are written down by now. A
    team that is `unsure` has an error in its entry: it has no sum yet, and nobody a total to
    compare with it.
    """
    table, totals = game.table, game.table.totals(rows)
    known = [
        Sum(mark, team.name, "?")
        if number in unsure
        else Sum(mark, team.name, wording.points(score), _then(total), wording.points(total))
        for number, (mark, team, score, total) in enumerate(
            zip(MARKS, table.teams, scores, totals, strict=False)
        )
    ]
    return known if unsure else _compared(known, game, rows, before, begun=begun)


def _compared(
    sums: Sequence[Sum], game: Game, rows: Sequence[Row], before: Sequence[Row], *, begun: bool
) -> list[Sum]:
    """Return the sums with how they stand to one another, and what the round brings."""
    totals = game.table.totals(rows)
    stands = standing(game.rules, game.table, rows, finished=False)
    won = stands.ahead if begun and stands.is_won else ()
    opens = [""] * len(totals) if won else _opens(game, rows, before)
    reached = _reached(game, rows, before)
    compared = []
    for number, own in enumerate(sums):
        ahead = totals[number] - max(totals[:number] + totals[number + 1 :])
        compared.append(
            replace(
                own,
                lead=lead(ahead),
                apart=_apart(ahead),
                leads=ahead > 0,
                note=_wins(won) if number in won else reached[number] or _opening(opens[number]),
                opens="" if number in won or reached[number] else opens[number],
            )
        )
    return compared


def _then(total: int) -> str:
    return _("then %(total)s") % {"total": wording.points(total)}


def _apart(ahead: int) -> str:
    sign = "+" if ahead > 0 else "±" if ahead == 0 else ""
    return f"{sign}{wording.points(ahead)}"


def _wins(won: Collection[int]) -> str:
    return _("wins") if len(won) == 1 else _("shares the win")


def _reached(game: Game, rows: Sequence[Row], before: Sequence[Row]) -> list[str]:
    """Return in words who comes to the target with this round."""
    target = game.rules.goal(game.table).target
    return [
        _("reaches %(total)s") % {"total": wording.points(target)}
        if target is not None and was < target <= is_
        else ""
        for was, is_ in zip(game.table.totals(before), game.table.totals(rows), strict=True)
    ]


def _opens(game: Game, rows: Sequence[Row], before: Sequence[Row]) -> list[str]:
    """Return what each team's opening becomes; empty where it stays what it was."""
    old, new = (game.rules.opening(those, game.table) for those in (before, rows))
    return [
        "" if one.points == other.points else wording.points(other.points)
        for one, other in zip(old, new, strict=True)
    ]


def _opening(points: str) -> str:
    return points and _("opens with %(points)s next") % {"points": points}


def notes_of(sums: Sequence[Sum]) -> str:
    """Return what the round brings besides points, in one sentence for all teams."""
    first = sums[0].opens
    if first and all(one.opens == first for one in sums):
        return _("All open with %(points)s next") % {"points": first}
    return names.listed(
        [_("%(team)s %(note)s") % {"team": one.name, "note": one.note} for one in sums if one.note]
    )
