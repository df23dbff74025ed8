"""What the games of a club come to: records, evenings, ratings."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games import pictures
from games.clubfacts import ClubFacts, records_by_variant
from games.figures import Figure
from games.models import Game, Result, User
from games.models.reckoning import reckon_again, reckon_season
from tests.build import finished

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 3, 1, 19, tzinfo=UTC)
TODAY = date(2026, 3, 20)
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def by() -> User:
    return User.objects.make_silently("Europe/Berlin")


def _on(day: int, hour: int = 0) -> datetime:
    return BEGAN + timedelta(days=day, hours=hour)


def _facts(by: User, **asked: Any) -> ClubFacts:
    return ClubFacts(by.home_club(), TODAY, **asked)


def _records(by: User, **asked: Any) -> dict[str, Figure]:
    return {one.label: one for one in _facts(by, **asked).records}


def test_before_the_first_game_nothing_is_told(by: User) -> None:
    facts = _facts(by)
    assert (facts.games, facts.played, facts.chosen, facts.chips) == (0, [], "", [])
    assert (facts.records, facts.streak, facts.ratings, facts.spread) == ([], None, [], None)


def test_records_lead_to_the_round_where_they_happened(by: User) -> None:
    first = finished(by, (500, 100), (-40, 700), (100, 0), began=_on(0))
    second = finished(by, (300, 100), (100, 290), (50, 70), began=_on(2))
    told = _records(by)
    highest = told["Highest round"]
    assert (highest.value, highest.note) == ("700", "Celia and Dev, round 2, March 1, 2026")
    assert highest.url == f"/games/{first.pk}/?open=2#round-2"
    lowest = told["Lowest round"]
    assert (lowest.value, lowest.is_negative) == (f"{MINUS}40", True)
    assert lowest.url == f"/games/{first.pk}/?open=2#round-2"
    total = told["Highest total"]
    assert (total.value, total.note) == ("800", "Celia and Dev, March 1, 2026")
    assert total.url == f"/games/{first.pk}/?open=3#round-3"
    behind = told["Biggest deficit made up"]
    assert (behind.value, behind.url) == ("400", f"/games/{first.pk}/?open=1#round-1")
    assert behind.note == "Celia and Dev, behind after round 1, March 1, 2026"
    closest = told["Closest game"]
    assert (closest.value, closest.url) == ("10", f"/games/{second.pk}/?open=3#round-3")
    assert told["Most rounds in a game"].value == "3"


def test_those_who_shared_a_game_share_its_records(by: User) -> None:
    finished(by, (500, 100, 500), (40, 10, 40), key="bga", teams=3, each=1)
    told = _records(by, variant="bga")
    assert told["Highest total"].note.startswith("shared by Ana and Celia, ")
    assert told["Most rounds in a game"].note.startswith("shared by Ana and Celia, ")
    closest = told["Closest game"]
    assert closest.value == "0"
    assert closest.note.startswith("level: Ana and Celia, ")
    assert told["Highest round"].note.startswith("Ana, round 1, ")


def test_partners_who_shared_a_game_are_named_as_partners(by: User) -> None:
    finished(by, (500, 500))
    assert _records(by)["Closest game"].note.startswith("level: Ana & Ben and Celia & Dev, ")
    finished(by, (500, 600))
    assert _records(by)["Highest total"].note.startswith("Celia and Dev, ")


def test_records_of_a_season_stand_by_what_is_played(by: User) -> None:
    finished(by, (500, 100), began=_on(0))
    finished(by, (900, 100), began=_on(9))
    finished(by, (), key="marriage", each=1, began=_on(1))
    season = by.home_club().seasons.create(name="March", ends_on=date(2026, 3, 5))
    reckon_season(season)
    (bain, told), (marriage, _figures) = records_by_variant(season)
    assert (bain, marriage) == ("Bain Hand and Foot", "Nepali Marriage")
    assert told[0].value == "500"
    assert records_by_variant(by.home_club().seasons.create(name="Later")) == []


def test_the_most_of_each_kind_in_a_round(by: User) -> None:
    game = finished(by, (500, 100))
    told = _records(by)
    assert not any(label.startswith("Most in a round") for label in told)
    row = game.rounds.get()
    tallies = {"natural_canastas": 3, "red_threes": 2}
    for position, (code, count) in enumerate(tallies.items(), start=10):
        row.tallies.create(
            team=game.teams.get(number=0), position=position, code=code, count=count, points=0
        )
    reckon_again([game])
    told = _records(by)
    most = told["Most in a round: Natural canastas"]
    assert (most.value, most.url) == ("3", f"/games/{game.pk}/?open=1#round-1")
    assert told["Most in a round: Red threes on the table"].value == "2"


def test_the_longest_streak_is_of_all_variants(by: User) -> None:
    finished(by, (500, 100), began=_on(0))
    assert _facts(by).streak is None
    last = finished(by, (500, 100, 100), key="bga", teams=3, each=1, began=_on(1))
    streak = _facts(by).streak
    assert streak is not None
    assert (streak.value, streak.note) == ("2", "Ana, up to March 2, 2026")
    assert streak.url == f"/games/{last.pk}/?open=1#round-1"


def test_partners_who_won_all_together_share_the_streak(by: User) -> None:
    for day in range(3):
        finished(by, (500, 100), began=_on(day))
    streak = _facts(by).streak
    assert streak is not None
    assert (streak.value, streak.note) == ("3", "Ana and Ben, up to March 3, 2026")


def test_of_equal_ones_the_first_is_told_whatever_was_reckoned_last(by: User) -> None:
    games = [finished(by, (500, 100), began=_on(day)) for day in range(3)]
    reckon_again([games[0]])
    assert _records(by)["Highest round"].url == f"/games/{games[0].pk}/?open=1#round-1"
    ana = by.home_club().players.get(name="Ana")
    best = Result.objects.filter(player=ana).first_with_the("-best")
    assert best is not None
    assert best.game_id == games[0].pk


def test_how_much_is_played_of_what(by: User) -> None:
    for day in range(3):
        finished(by, (500, 100), (200, 100), began=_on(day))
    finished(by, (), key="marriage", each=1, began=_on(4))
    Game.objects.filter(variant="marriage").update(finished_at=_on(4, 2))
    reckon_again(Game.objects.filter(variant="marriage"))
    facts = _facts(by)
    assert facts.summary == "4 games · 7 rounds"
    assert [(row.key, row.games, row.rounds) for row in facts.played] == [
        ("bain", 3, "2"),
        ("marriage", 1, "1"),
    ]
    assert facts.played[1].time == "2 h 0 min"
    assert facts.chosen == "bain"
    assert _facts(by, variant="marriage").chosen == "marriage"
    assert _facts(by, variant="pennies").chosen == "bain"


def test_ratings(by: User) -> None:
    finished(by, (500, 100))
    finished(by, (500, 100))
    told = _facts(by).ratings
    assert [one.player.name for one in told] == ["Ana", "Ben", "Celia", "Dev"]
    assert told[0].value > "1,500" > told[-1].value
    assert told[0].games == 2


def test_of_few_rounds_no_picture_is_made(by: User) -> None:
    finished(by, *[(500, 100)] * 7)
    facts = _facts(by)
    assert (facts.has_rounds, facts.spread) == (True, None)
    assert facts.no_spread == "With 8 rounds or more, a picture of their scores stands here."
    finished(by, (500, 100))
    assert _facts(by).spread is not None


def test_the_spread_holds_each_teams_round_once(by: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "LEAST_ROUNDS", 2)
    finished(by, (500, 100), (600, -40))
    spread = _facts(by).spread
    assert spread is not None
    assert [(bar.low, bar.times) for bar in spread.bars] == [(-500, 1), (0, 1), (500, 2)]


def test_the_matrix_is_the_same_from_both_sides(by: User) -> None:
    for points in ((500, 100, 200), (100, 500, 100), (100, 100, 100), (0, 100, 200)):
        finished(by, points, key="bga", teams=3, each=1)
    finished(by, (500, 100))
    rows = _facts(by).matrix
    assert [row.player.name for row in rows] == ["Ana", "Ben", "Celia", "Dev"]
    for at, row in enumerate(rows):
        assert row.cells[at] is None
        for other, cell in enumerate(row.cells):
            mirrored = rows[other].cells[at]
            if cell is None:
                assert mirrored is None
            else:
                assert mirrored is not None
                assert (cell.ahead, cell.behind) == (mirrored.behind, mirrored.ahead)
    ben = rows[0].cells[1]
    assert ben is not None
    assert (ben.ahead, ben.behind, ben.leads, ben.told) == (1, 2, False, "1\N{EN DASH}2")


def test_a_matrix_holds_those_who_have_played_most(by: User) -> None:
    finished(by, [100] * 6, key="bga", teams=6, each=2)
    rows = _facts(by).matrix
    assert len(rows) == 10
    assert all(len(row.cells) == 10 for row in rows)


# ---- evenings


def test_evenings_go_by_the_clocks_of_the_club(by: User) -> None:
    finished(by, (500, 100), began=datetime(2026, 3, 8, 3, tzinfo=UTC))
    month = _facts(by).shown_month
    (day,) = [day for week in month.weeks for day in week if day and day.games]
    assert (day.day, day.games) == (date(2026, 3, 7), 1)
    assert day.url == f"/history/?club={by.home_club().pk}&from=2026-03-07&to=2026-03-07"
    assert day.label == "March 7, 2026: 1 game"
    assert month.said == "1 evening"


def test_the_latest_month_with_a_game_is_shown_first(by: User) -> None:
    finished(by, (500, 100), began=_on(-40))
    finished(by, (500, 100), began=_on(-40))
    finished(by, (500, 100), began=_on(-400))
    facts = _facts(by)
    assert facts.shown_month.name == "January 2026"
    assert facts.shown_month.earlier_url == "?month=2025-01#evenings"
    assert facts.shown_month.later_url == ""
    earlier = _facts(by, month="2025-01", variant="bain")
    assert earlier.shown_month.name == "January 2025"
    assert earlier.shown_month.said == "1 evening"
    assert earlier.shown_month.later_url == "?variant=bain&month=2026-01#evenings"


def test_months_of_the_picture_lead_to_their_days(by: User) -> None:
    finished(by, (500, 100), began=_on(-40))
    finished(by, (500, 100), began=_on(-40))
    finished(by, (500, 100), began=_on(0))
    told = {one.label: one.url for one in _facts(by).months}
    assert len(told) == 14
    assert told["January 2026: 1 evening"] == "?month=2026-01#evenings"
    assert told["March 2026: 1 evening"] == "?month=2026-03#evenings"
    assert told["February 2026: 0 evenings"] == ""


@pytest.mark.parametrize(
    "month", ["", "2026-13", "0000-01", "9999-12", "2026-1", "\0", "\N{ARABIC-INDIC DIGIT TWO}" * 4]
)
def test_what_is_no_month_is_the_latest_one(by: User, month: str) -> None:
    finished(by, (500, 100), began=_on(0))
    assert _facts(by, month=month).shown_month.name == "March 2026"


@pytest.mark.parametrize("month", ["1900-01", "9998-12"])
def test_a_month_without_a_game_is_empty(by: User, month: str) -> None:
    finished(by, (500, 100), began=_on(0))
    shown = _facts(by, month=month).shown_month
    assert shown.said == "0 evenings"
    assert "?month=2026-03#evenings" in (shown.earlier_url, shown.later_url)
