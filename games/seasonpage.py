"""A season in words: who stands where, by what, and why before whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from django.template.defaultfilters import date
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from . import names, shares, wording
from .models import Player, Season
from .standings import DIFFERENCE, DIRECT, SHARED, Standing
from .variants import VARIANTS

type Reckoning = Season.Reckoning

HEADS: dict[str, Promise] = {
    Season.Reckoning.WINS: gettext_lazy("Won"),
    Season.Reckoning.SHARE: gettext_lazy("Share"),
    Season.Reckoning.PLACES: gettext_lazy("Points"),
    Season.Reckoning.POINTS: gettext_lazy("Total"),
    Season.Reckoning.AVERAGE_PLACE: gettext_lazy("Place"),
}
"""What stands above the figure that standings go by."""

DECIMALS = 2

LEAST_SHARE = Fraction(1, 10)
"""The smallest share that is printed, in per cent."""


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the standings; `why` says what decided between equals."""

    player: int
    name: str
    mark: str
    url_exists: bool
    place: int | None
    games: int
    wins: int
    figure: str
    why: str
    played: str


class SeasonPage:
    """What is shown of a season."""

    def __init__(self, season: Season) -> None:
        self.season, self.table = season, season.table()

    # ---- what it is

    @property
    def title(self) -> str:
        """What it is called."""
        return self.season.title

    @property
    def games(self) -> str:
        """In how many games."""
        return ngettext("%(number)s game", "%(number)s games", self.table.games) % {
            "number": wording.points(self.table.games)
        }

    @property
    def reckoned(self) -> str:
        """What the standings go by, in a sentence."""
        match self.season.reckoning:
            case Season.Reckoning.WINS:
                return _("Whoever wins most games is first. What a team wins, each member wins.")
            case Season.Reckoning.SHARE:
                return _("Whoever wins the greatest share of their games is first.")
            case Season.Reckoning.PLACES:
                worth = names.listed([str(one) for one in self.season.place_points])
                told = _("Places are worth points, from the first: %(points)s. Most points lead.")
                return told % {"points": worth}
            case Season.Reckoning.POINTS:
                return _("All points of a player's teams are added up. Most points lead.")
        return _("Whoever has the best place on average is first.")

    @property
    def span(self) -> str:
        """Which evenings and which games count."""
        first, last = self.season.starts_on, self.season.ends_on
        days = {"first": date(first, "DATE_FORMAT"), "last": date(last, "DATE_FORMAT")}
        if first and last:
            said = _("%(first)s to %(last)s") % days
        elif first:
            said = _("from %(first)s on") % days
        elif last:
            said = _("up to %(last)s") % days
        else:
            said = _("all evenings")
        if not self.season.variants:
            return wording.begun(said)
        played = [_(VARIANTS[key].short) for key in self.season.variants if key in VARIANTS]
        told = _("%(span)s · only %(games)s")
        return wording.begun(told % {"span": said, "games": names.in_sentence(played)})

    @property
    def least(self) -> str:
        """How many games one must have played to be placed; empty if one is enough."""
        least = self.season.least_games
        if least < 2:
            return ""
        words = ngettext(
            "Placed is who has played at least %(number)s game.",
            "Placed is who has played at least %(number)s games.",
            least,
        )
        return words % {"number": least}

    @property
    def head(self) -> str:
        """What stands above the figure that the standings go by."""
        return str(HEADS[self.season.reckoning])

    @property
    def goes_by_wins(self) -> bool:
        """Whether that figure is the games won, which need not stand there twice."""
        return self.season.reckoning == Season.Reckoning.WINS

    # ---- who stands where

    @cached_property
    def _players(self) -> dict[int, Player]:
        return self.season.club.players.in_bulk(self.table.players)

    @property
    def placed(self) -> list[Row]:
        """Those who are placed, the best first."""
        return [self._row(one) for one in self.table.placed]

    @property
    def few(self) -> list[Row]:
        """Those who have not played enough."""
        return [self._row(one) for one in self.table.few]

    @property
    def first(self) -> list[Row]:
        """Who is in the first place."""
        return [self._row(one) for one in self.table.first]

    def name(self, player: int) -> str:
        """Return what a player is called now, or was when the season was closed."""
        known = self._players.get(player)
        if known is None or (known.merged_into_id and player in self.table.names):
            return self.table.names.get(player, _("somebody"))
        return known.name

    def _row(self, standing: Standing) -> Row:
        tally, player = standing.tally, self._players.get(standing.tally.player)
        played = _("%(number)s of %(least)s games") % {
            "number": tally.games,
            "least": self.season.least_games,
        }
        return Row(
            player=tally.player,
            name=self.name(tally.player),
            mark=player.mark if player else "",
            url_exists=player is not None,
            place=standing.place,
            games=tally.games,
            wins=tally.wins,
            figure=self.figure(standing.figure),
            why=self._why(standing),
            played=played,
        )

    def figure(self, figure: Fraction) -> str:
        """Return what the standings go by as it is printed."""
        match self.season.reckoning:
            case Season.Reckoning.SHARE:
                return _("%(percent)s %%") % {"percent": _percent(figure)}
            case Season.Reckoning.AVERAGE_PLACE:
                return _printed(figure, DECIMALS)
        return wording.points(int(figure))

    # ---- why

    def _why(self, standing: Standing) -> str:
        if not standing.decided:
            return ""
        level = self.table.equal_to(standing)
        before = level[level.index(standing) - 1]
        equals = self.table.among(before, standing)
        others = [self.name(one.tally.player) for one in equals if one is not standing]
        told = {
            "name": self.name(standing.tally.player),
            "other": self.name(before.tally.player),
        }
        match standing.decided:
            case str(kind) if kind == SHARED:
                return self._shared(standing)
            case str(kind) if kind == DIRECT:
                in_what = self._level(standing.figure, others)
                return f"{in_what} {self._direct(standing, before, equals, told)}"
            case str(kind) if kind == DIFFERENCE:
                in_what = self._level(standing.figure, [told["other"]])
                return f"{in_what} {self._difference(standing, before, told)}"
        return ""

    def _shared(self, standing: Standing) -> str:
        sharing = [
            self.name(one.tally.player)
            for one in self.table.placed
            if one.place == standing.place and one is not standing
        ]
        told = {"others": names.in_sentence(sharing)}
        return (
            _("Shares the place with %(others)s: level in direct games and difference too.") % told
        )

    def _difference(self, standing: Standing, before: Standing, told: dict[str, str]) -> str:
        told |= {
            "mine": _signed(standing.tally.difference),
            "theirs": _signed(before.tally.difference),
        }
        return (
            _(
                "They are level in direct games too, so the difference decides:"
                " %(theirs)s for %(other)s, %(mine)s for %(name)s."
            )
            % told
        )

    def _direct(
        self, standing: Standing, before: Standing, equals: Sequence[Standing], told: dict[str, str]
    ) -> str:
        (ahead, behind), theirs = (self.table.between(one, equals) for one in (standing, before))
        if len(equals) == 2:
            told |= {"ahead": wording.points(ahead), "behind": wording.points(behind)}
            return (
                _("Their games against each other decide: %(behind)s to %(ahead)s for %(other)s.")
                % told
            )
        told |= {"mine": _signed(ahead - behind), "theirs": _signed(theirs[0] - theirs[1])}
        return (
            _(
                "The games among them decide, ahead less behind:"
                " %(theirs)s for %(other)s, %(mine)s for %(name)s."
            )
            % told
        )

    def _level(self, figure: Fraction, others: Sequence[str]) -> str:
        """Return with whom somebody is level, and in what."""
        value = int(figure) if figure.denominator == 1 else 0
        told = {
            "others": names.in_sentence(others),
            "figure": self.figure(figure),
        }
        match self.season.reckoning:
            case Season.Reckoning.WINS:
                words = ngettext(
                    "Level with %(others)s at %(figure)s win each.",
                    "Level with %(others)s at %(figure)s wins each.",
                    value,
                )
            case Season.Reckoning.SHARE:
                words = _("Level with %(others)s: each has won %(figure)s of the games.")
            case Season.Reckoning.AVERAGE_PLACE:
                words = _("Level with %(others)s at place %(figure)s on average.")
            case _:
                words = ngettext(
                    "Level with %(others)s at %(figure)s point each.",
                    "Level with %(others)s at %(figure)s points each.",
                    value,
                )
        return words % told

    # ---- the champion

    @property
    def champions(self) -> str:
        """The name of who is first, or the names of those who share it."""
        return names.in_sentence([row.name for row in self.first])

    @property
    def crown(self) -> str:
        """What whoever is first is called."""
        several = len(self.first) > 1
        if self.season.is_closed:
            return _("Joint champions") if several else _("Champion")
        return _("In the lead together") if several else _("In the lead")

    @property
    def by_what(self) -> str:
        """With what whoever is first is first."""
        if not self.table.first:
            return ""
        one = self.table.first[0]
        match self.season.reckoning:
            case Season.Reckoning.WINS:
                return shares.won(one.tally.wins, one.tally.games)
            case Season.Reckoning.SHARE:
                told = _("%(figure)s of the games won")
            case Season.Reckoning.AVERAGE_PLACE:
                told = _("place %(figure)s on average")
            case _:
                told = ngettext("%(figure)s point", "%(figure)s points", int(one.figure))
        return told % {"figure": self.figure(one.figure)}


def _percent(share: Fraction) -> str:
    """Return a share in per cent; all is 100 and nothing is 0, and no other share is."""
    number = 100 * share
    if 0 < share < 1:
        number = min(max(number, LEAST_SHARE), 100 - LEAST_SHARE)
    return _printed(number, 0 if round(number, 1).denominator == 1 else 1)


def _printed(figure: Fraction, decimals: int) -> str:
    exact = Decimal(figure.numerator) / Decimal(figure.denominator)
    return str(number_format(round(exact, decimals), decimal_pos=decimals))


def _signed(points: int) -> str:
    return f"+{wording.points(points)}" if points > 0 else wording.points(points)
