"""What the games of a player come to, in words and figures."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from games.models import Game, NewTeam, Pair, Player, Result, User
from games.models.reckoning import reckon_again
from games.playerfacts import PlayerFacts, VariantFacts
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import finished

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 3, 1, 19, tzinfo=UTC)
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def by() -> User:
    return User.objects.make_silently("Europe/Berlin")


def _on(day: int) -> datetime:
    return BEGAN + timedelta(days=day)


def _who(by: User, name: str = "Ana") -> Player:
    return by.home_club().player_named(name)


def _facts(by: User, name: str = "Ana", variant: str = "") -> PlayerFacts:
    return PlayerFacts(_who(by, name), asked=variant)


def _more(by: User, name: str = "Ana", variant: str = "bain") -> VariantFacts:
    more = _facts(by, name, variant).more
    assert more is not None
    return more


def _totals_only(by: User, *totals: int, key: str = "bain", each: int = 2) -> Game:
    """Write down an old evening, of which only the totals are known."""
    seating = Seating(len(totals), each)
    names = ("Ana", "Ben", "Celia", "Dev", "Elif", "Farid")
    game = Game.objects.start(
        club=by.home_club(),
        by=by,
        variant=VARIANTS[key],
        teams=[
            NewTeam(f"Side {at}", names[at * each : (at + 1) * each], total)
            for at, total in enumerate(totals)
        ],
        options=VARIANTS[key].read_options({}, seating)[0],
        seats=seating.alternate(),
        first_dealer=None,
        submission=uuid4(),
    )
    game.finish(by=by, submission=uuid4())
    return game


# ---- all games together


def test_before_the_first_game_nothing_is_told(by: User) -> None:
    facts = _facts(by)
    assert (facts.overall, facts.more, facts.share, facts.won, facts.doubt) == (
        None,
        None,
        "",
        "",
        "",
    )
    assert (facts.variants, facts.streaks, facts.company, facts.has_rounds) == ([], [], [], False)


def test_games_wins_and_shared_wins(by: User) -> None:
    finished(by, (500, 100))
    finished(by, (100, 100))
    finished(by, (100, 500))
    facts = _facts(by)
    assert (facts.share, facts.won) == ("2 of 3", "games won · 1 win shared")
    assert facts.doubt.startswith("With so few games it may as well be anything from 20")


def test_the_share_is_told_once_there_are_some_games(by: User) -> None:
    for _number in range(5):
        finished(by, (100, 100))
    facts = _facts(by)
    assert (facts.share.split(), facts.won) == (["100", "%"], "5 of 5 games won · 5 wins shared")
    assert [row.share.split() for row in facts.variants] == [["100", "%"]]


def test_streaks_lead_to_the_round_where_they_ended(by: User) -> None:
    told = [(500, 100), (500, 100), (100, 500), (500, 100), (100, 500), (100, 500), (100, 500)]
    games = [finished(by, row, began=_on(day)) for day, row in enumerate(told)]
    now, won, without = _facts(by).streaks
    assert (now.label, now.value, now.note) == (
        "Games since the last win",
        "3",
        "up to March 7, 2026",
    )
    assert (won.label, won.value) == ("Most won in a row", "2")
    assert won.url == f"/games/{games[1].pk}/?open=1#round-1"
    assert (without.label, without.value) == ("Most games without a win", "3")
    assert without.url == f"/games/{games[6].pk}/?open=1#round-1"
    assert [(one.label, one.value) for one in _facts(by, "Celia").streaks] == [
        ("Won in a row now", "3"),
        ("Most won in a row", "3"),
        ("Most games without a win", "2"),
    ]


def test_who_has_never_won_has_no_last_win(by: User) -> None:
    finished(by, (100, 500), began=_on(0))
    finished(by, (100, 500), began=_on(1))
    assert [(one.label, one.value) for one in _facts(by).streaks] == [
        ("Games so far without a win", "2"),
        ("Most games without a win", "2"),
    ]


def test_who_has_played_one_game_sees_more_of_it_at_once(by: User) -> None:
    finished(by, (500, 100))
    facts = _facts(by)
    assert (facts.chosen, facts.shows_all) == ("bain", True)
    finished(by, (), key="marriage", each=1)
    facts = _facts(by)
    assert (facts.chosen, facts.shows_all, facts.more) == ("", True, None)
    assert [(row.key, row.games) for row in facts.variants] == [("bain", 1), ("marriage", 1)]
    facts = _facts(by, variant="marriage")
    assert (facts.chosen, facts.shows_all) == ("marriage", False)
    assert _facts(by, variant="pennies").chosen == ""


def test_with_whom_and_against_whom(by: User) -> None:
    for row in ((500, 100), (100, 500), (100, 100)):
        finished(by, row)
    ben, *others = _facts(by).company
    assert (ben.other.name, ben.together, ben.together_won, ben.against) == ("Ben", 3, 2, 0)
    assert [(one.other.name, one.together, one.against, one.ahead) for one in others] == [
        ("Celia", 0, 3, 1),
        ("Dev", 0, 3, 1),
    ]
    assert _facts(by).had_partners


def test_those_with_whom_as_much_was_played_stand_by_name(by: User) -> None:
    for name in ("Dev", "Celia", "Ben"):
        by.home_club().players.get_or_create(name=name, key=name.casefold())
    finished(by, (500, 100))
    assert [one.other.name for one in _facts(by).company] == ["Ben", "Celia", "Dev"]


def test_what_two_say_of_one_another_agrees(by: User) -> None:
    for row in ((500, 100, 200), (100, 500, 100), (100, 100, 100)):
        finished(by, row, key="bga", teams=3)
    pairs = {(pair.player_id, pair.other_id): pair for pair in Pair.objects.all()}
    for (player, other), pair in pairs.items():
        mirrored = pairs[other, player]
        assert (pair.won, pair.lost) == (mirrored.lost, mirrored.won)
        assert (pair.against, pair.together) == (mirrored.against, mirrored.together)
        assert pair.together_won == mirrored.together_won


# ---- of one variant


def test_averages_and_the_utmost_rounds(by: User) -> None:
    first = finished(by, (500, 100), (-40, 200), began=_on(0))
    second = finished(by, (300, 100), (700, 0), began=_on(1))
    told = {one.label: one for one in _more(by).figures}
    assert (told["Average total"].value, told["Average total"].note) == ("730", "over 2 games")
    assert (told["Average of a round"].value, told["Average of a round"].note) == (
        "365",
        "over 4 rounds",
    )
    best, worst = told["Best round"], told["Worst round"]
    assert (best.value, best.note) == ("700", "round 2, March 2, 2026")
    assert best.url == f"/games/{second.pk}/?open=2#round-2"
    assert (worst.value, worst.is_negative) == (f"{MINUS}40", True)
    assert worst.url == f"/games/{first.pk}/?open=2#round-2"


def test_comebacks(by: User) -> None:
    finished(by, (500, 100))
    turned = finished(by, (100, 500), (900, 100), began=_on(4))
    finished(by, (100, 500), (100, 100))
    told = {one.label: one for one in _more(by).figures}
    often = told["Won after being behind"]
    assert (often.value, often.note) == ("1", "of 2 wins")
    furthest = told["Biggest deficit made up"]
    assert (furthest.value, furthest.url) == ("400", f"/games/{turned.pk}/?open=1#round-1")
    assert furthest.note == "behind after round 1, March 5, 2026"


def test_of_two_who_shared_a_win_each_is_led_to_the_round(by: User) -> None:
    rows = ((0, 500, 0), (100, 0, 400), (500, 0, 200))
    game = finished(by, *rows, key="bga", teams=3, each=1)
    ana, celia = (
        next(one for one in _more(by, name, "bga").figures if "deficit" in one.label)
        for name in ("Ana", "Celia")
    )
    assert (ana.value, ana.url) == ("500", f"/games/{game.pk}/?open=1#round-1")
    assert (celia.value, celia.url) == ("500", f"/games/{game.pk}/?open=1#round-1")


def test_who_never_won_came_back_from_nothing(by: User) -> None:
    finished(by, (100, 500))
    assert "Won after being behind" not in {one.label for one in _more(by).figures}


def test_the_rating_and_how_it_came(by: User) -> None:
    finished(by, (500, 100), began=_on(0))
    told = _more(by).rating
    assert told is not None
    (only,) = told.rows
    assert told.change == f"up {only.value - 1500} over the latest game"
    last = finished(by, (500, 100), began=_on(1))
    told = _more(by).rating
    assert told is not None
    assert told.change == f"up {told.rows[0].value - 1500} over the latest 2 games"
    assert told.title == f"Rating over the latest 2 games, from 1,500 to {told.now}."
    assert (told.first, told.last) == ("March 1, 2026", "March 2, 2026")
    assert told.rows[0].url == f"/games/{last.pk}/"
    assert told.rows[0].value > told.rows[1].value > 1500
    assert told.now == f"{told.rows[0].value:,}"
    lost = _more(by, "Celia").rating
    assert lost is not None
    assert lost.change.startswith("down ")


def test_a_rating_that_was_lost_again_is_where_it_began(by: User) -> None:
    finished(by, (500, 100), began=_on(0))
    finished(by, (100, 500), began=_on(1))
    told = _more(by).rating
    assert told is not None
    change = told.rows[0].value - 1500
    assert change < told.rows[1].value - 1500
    words = {True: f"up {change} over the", False: f"down {-change} over the"}
    assert told.change == f"{words[change > 0]} latest 2 games"


def test_of_many_games_the_rating_begins_before_the_first_that_is_shown(
    by: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, row in enumerate([(500, 100), (500, 100), (100, 500), (500, 100)]):
        finished(by, row, began=_on(day))
    everything = _more(by).rating
    assert everything is not None
    monkeypatch.setattr("games.playerfacts.LATEST", 2)
    told = _more(by).rating
    assert told is not None
    assert told.rows == everything.rows[:2]
    before, now = everything.rows[2].value, everything.rows[0].value
    words = f"up {now - before}" if now > before else f"down {before - now}"
    assert told.change == f"{words} over the latest 2 games"
    assert (told.first, told.last) == ("March 3, 2026", "March 4, 2026")
    assert len(told.curve.line.split()) == 3


def test_seats_are_numbered_as_people_count(by: User) -> None:
    finished(by, (500, 100), (300, 0))
    (seat,) = _more(by).seats
    assert (seat.number, seat.games, seat.wins) == (1, 1, 1)
    assert (seat.total, seat.each) == ("800", "400")
    (seat,) = _more(by, "Dev").seats
    assert (seat.number, seat.wins, seat.each) == (4, 0, "50")


def test_few_rounds_do_not_say_whether_dealing_helps(by: User) -> None:
    finished(by, (500, 100), (300, 0), (100, 0), (200, 0))
    dealing = _more(by).dealing
    assert dealing is not None
    assert (dealing.dealt, dealing.own, dealing.others_dealt, dealing.others) == (
        1,
        "500",
        3,
        "200",
    )
    assert dealing.verdict == "The difference may well be chance."


@pytest.mark.parametrize(
    ("own", "others", "verdict"), [(1500, 100, "seems to help"), (100, 1500, "seems to cost")]
)
def test_many_rounds_may_say_that_dealing_makes_a_difference(
    by: User, own: int, others: int, verdict: str
) -> None:
    finished(by, *[(others if number % 4 else own, 0) for number in range(12)])
    dealing = _more(by).dealing
    assert dealing is not None
    assert verdict in dealing.verdict


def test_nothing_is_said_of_dealing_where_nobody_is_known_to_have_dealt(by: User) -> None:
    finished(by, (500, 100))
    assert _more(by).dealing is None


def test_what_is_the_teams_is_named_as_the_teams(by: User) -> None:
    finished(by, (500, 100), (300, 0))
    assert _more(by).going_out == ["Ana's teams went out in 0 of 2 rounds."]
    (side,) = _more(by).sides
    assert side.title == "What Ana's teams had in 2 rounds"
    melded = side.habits[0]
    assert (melded.total, melded.each) == ("800", "400")
    assert _more(by).are_teams


def test_what_is_ones_own_is_named_as_ones_own(by: User) -> None:
    finished(by, (50, 10), (50, 10), key="banakil", each=1)
    more = _more(by, variant="banakil")
    assert more.going_out == ["Ana went out in 2 of 2 rounds."]
    assert [side.title for side in more.sides] == ["What Ana had, alone, in 2 rounds"]
    assert not more.are_teams


def test_of_partners_who_are_asked_each_alone_who_went_out_is_known(by: User) -> None:
    finished(by, (50, 10, 10, 10), key="banakil", each=2)
    assert _more(by, "Ana", "banakil").going_out == ["Ana went out in 1 of 1 rounds."]
    assert _more(by, "Ben", "banakil").going_out == ["Ben went out in 0 of 1 rounds."]
    (side,) = _more(by, "Ben", "banakil").sides
    assert side.title == "What Ben's teams had in 1 round"


def test_alone_and_in_a_team_are_told_apart(by: User) -> None:
    finished(by, (500, 100), key="bga")
    finished(by, (500, 100, 100), (300, 100, 100), key="bga", teams=3, each=1)
    more = _more(by, variant="bga")
    assert more.going_out == [
        "Ana's teams went out in 0 of 1 rounds.",
        "Ana went out in 0 of 2 rounds.",
    ]
    assert [side.title for side in more.sides] == [
        "What Ana's teams had in 1 round",
        "What Ana had, alone, in 2 rounds",
    ]


def test_of_what_is_counted_the_count_is_told(by: User) -> None:
    game = finished(by, (500, 100), (300, 0), (200, 0))
    team = game.teams.get(number=0)
    for number, count in ((1, 4), (3, 7)):
        game.rounds.get(number=number).tallies.create(
            team=team, position=9, code="red_threes", count=count, points=100 * count
        )
    reckon_again([game])
    (side,) = _more(by).sides
    assert side.title == "What Ana's teams had in 3 rounds"
    (threes,) = (habit for habit in side.habits if "Red threes" in habit.label)
    assert (threes.total, threes.each) == ("11", "3.7")


def test_the_spread_holds_each_round_once(by: User) -> None:
    rows = [(500, 100), (300, 0), (-40, 0)]
    finished(by, *rows, *rows)
    more = _more(by)
    assert more.scores == {1: 2, 0: 2, -1: 2}
    assert more.spread is None
    assert more.no_spread == "With 8 rounds or more, a picture of their scores stands here."
    finished(by, (500, 100), (500, 100))
    spread = _more(by).spread
    assert spread is not None
    assert sum(bar.times for bar in spread.bars) == 8


# ---- old evenings


def test_of_old_evenings_only_totals_are_told(by: User) -> None:
    _totals_only(by, 1200, 800)
    facts = _facts(by)
    assert not facts.has_rounds
    more = _more(by)
    assert [(one.label, one.value) for one in more.figures] == [("Average total", "1,200")]
    assert (more.going_out, more.sides, more.spread, more.dealing) == ([], [], None, None)
    assert more.seats == []
    assert more.rating is not None


def test_an_old_evening_beside_others_changes_no_best_round(by: User) -> None:
    finished(by, (500, 100))
    _totals_only(by, 1200, 800)
    told = {one.label: one.value for one in _more(by).figures}
    assert (told["Best round"], told["Average of a round"]) == ("500", "500")
    assert told["Average total"] == "850"


def test_of_what_nobody_wrote_down_nobody_knows_who_was_behind(by: User) -> None:
    finished(by, (100, 500), (900, 100))
    _totals_only(by, 1200, 800)
    often = {one.label: one for one in _more(by).figures}["Won after being behind"]
    assert (often.value, often.note) == ("1", "of 1 win")
    (seat,) = _more(by).seats
    assert (seat.games, seat.wins, seat.total) == (1, 1, "1,000")


def test_a_game_that_is_taken_back_is_told_of_no_more(by: User) -> None:
    game = finished(by, (500, 100))
    game.discard(by=by, submission=uuid4())
    assert _facts(by).overall is None
    assert not Result.objects.exists()
