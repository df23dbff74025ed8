"""What the sheet shows of a game."""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from games import board as boards
from games.board import Board, Deal, breakdown, lead, settlement
from games.forms.start import StartForm
from games.models import Game, NewTeam, Score, User
from games.variants import VARIANTS
from games.variants.variant import total_of
from tests.build import imagined, played, started
from tests.models.play import substitute
from tests.variants.build import NAMES, table_of
from tests.variants.strategies import dealt

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def by(db: None) -> User:  # noqa: ARG001  The plugin must see that the database is used.
    return User.objects.make_silently()


def _board(game: Game, **more: Any) -> Board:
    return Board(Game.objects.whole().get(pk=game.pk), **more)


def _at(key: str, *rows: list[int], teams: int = 2, each: int = 1, **options: Any) -> Board:
    """The board of a game in which these points were scored, which no database knows of."""
    starting = options.pop("starting_totals", ())
    game = imagined(key, table_of(key, teams, each, 0, starting, **options))
    game.rows = list(rows)
    return Board(game)


def _scored(game: Game, by: User, *points: int) -> None:
    """Play a round in which each team melds so much, and has 50 left."""
    played(game, by, *[{"meld_points": number} for number in points])


# ---- how the totals stand


def test_who_leads_and_who_is_behind() -> None:
    board = _at("bain", [1000, -200], [3500, 400], each=2)
    assert [(team.total, team.leads, team.lead) for team in board.teams] == [
        (4500, True, "leads by 4,300"),
        (200, False, "4,300 behind"),
    ]
    assert [(team.index, team.mark, team.name) for team in board.teams] == [
        (0, "a", "Ana-Ben"),
        (1, "b", "Celia-Dev"),
    ]


def test_level_totals_lead_by_nothing() -> None:
    board = _at("bga", [100, 300, 300], teams=3)
    assert [(team.leads, team.lead) for team in board.teams] == [
        (False, "200 behind"),
        (False, "level"),
        (False, "level"),
    ]


def test_nobody_leads_before_the_first_round() -> None:
    for board in (_at("bain", each=2), _at("bain", each=2, starting_totals=(500, 0))):
        assert [(team.leads, team.lead, team.wins) for team in board.teams] == [
            (False, "", False),
            (False, "", False),
        ]


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (0, "level"),
        (2, "leads by 2"),
        (1995, "leads by 1,995"),
        (-1005, "1,005 behind"),
    ],
)
def test_a_lead_in_words(ahead: int, words: str) -> None:
    assert lead(ahead) == words


def test_how_far_it_is_to_the_target() -> None:
    board = _at("bain", [5000, -300], each=2)
    assert [(team.to_go, team.progress) for team in board.teams] == [
        ("15,000 to go", 25.0),
        ("20,300 to go", 0.0),
    ]
    assert board.teams[0].ticks == [25.0, 50.0, 75.0]
    board = _at("bain", [25_000, 20_000], each=2)
    assert [(team.to_go, team.progress) for team in board.teams] == [("", 100.0), ("", 100.0)]
    board = _at("bain", [3000, 0], each=2, target=9000)
    assert (board.teams[0].progress, board.teams[0].ticks) == (33.3, [55.6])


def test_a_game_by_rounds_has_no_way_to_go() -> None:
    board = _at("bga", [100, 200])
    assert [(team.to_go, team.progress, team.ticks) for team in board.teams] == [("", None, [])] * 2


def test_the_summary_says_all_totals() -> None:
    assert _at("bga", [1000, -5, 0], teams=3).summary == f"Ana 1,000, Ben {MINUS}5, Celia 0"


def test_totals_carried_on_from_paper() -> None:
    board = _at("bain", [100, 0], each=2, starting_totals=(5000, -100))
    assert board.start == [5000, -100]
    assert [team.total for team in board.teams] == [5100, -100]
    assert [team.opens for team in board.teams] == [90, 15]
    assert _at("bain", each=2, starting_totals=(0, 0)).start == []
    assert _at("bain", each=2).start == []


# ---- what opens


@pytest.mark.parametrize(
    ("total", "opens", "then"),
    [
        (-5, 15, "50 from 0"),
        (0, 50, "90 from 5,000"),
        (4995, 50, "90 from 5,000"),
        (5000, 90, "120 from 10,000"),
        (9995, 90, "120 from 10,000"),
        (10_000, 120, "150 from 15,000"),
        (14_995, 120, "150 from 15,000"),
        (15_000, 150, ""),
    ],
)
@pytest.mark.parametrize("key", ["bain", "pennies", "bga"])
def test_the_opening_goes_by_the_total(key: str, total: int, opens: int, then: str) -> None:
    options: dict[str, Any] = {"opening_by": "score", "target": 20_000} if key == "bga" else {}
    board = _at(key, [total, 15_000], each={"pennies": 3}.get(key, 2), **options)
    assert (board.teams[0].opens, board.teams[0].opens_next) == (opens, then)
    assert board.common_opening == ""


@pytest.mark.parametrize(("rounds", "points"), [(0, 50), (1, 90), (2, 120), (3, 150), (9, 150)])
def test_or_by_the_round_for_everybody_alike(rounds: int, points: int) -> None:
    board = _at("bga", *[[5, 0]] * rounds, rounds=20)
    assert board.common_opening == f"Everybody opens with {points}"
    assert [(team.opens, team.opens_next) for team in board.teams] == [(None, "")] * 2


def test_where_points_do_not_open() -> None:
    assert _at("marriage", teams=4).common_opening == (
        "To open: Three melds together, each a pure sequence or a tunnela"
    )
    assert _at("banakil").common_opening == "No minimum to open"
    assert _at("banakil", [5, 5, 5]).common_opening == ""
    assert [team.opens for team in _at("banakil").teams] == [None, None]


def test_nothing_opens_in_a_finished_game() -> None:
    board = _at("bain", [100, 0], each=2)
    board.game.finished_at = datetime.now(UTC)
    assert [team.opens for team in board.teams] == [None, None]
    marriage = _at("marriage", teams=4)
    marriage.game.finished_at = datetime.now(UTC)
    assert marriage.common_opening == ""


# ---- how it ends


def test_a_game_that_is_over() -> None:
    board = _at("bain", [19_995, 15_000], each=2)
    assert (board.state, board.headline) == ("running", "")
    board = _at("bain", [20_000, 15_000], each=2)
    assert (board.state, board.headline) == ("over", "Ana-Ben win with 20,000.")
    assert [team.wins for team in board.teams] == [True, False]
    assert [team.lead for team in board.teams] == ["wins by 5,000", "5,000 behind"]
    # Nobody asks any more who deals, what opens, or who may go out.
    assert (board.deal, board.going_out) == (None, [])
    assert [team.opens for team in board.teams] == [None, None]


def test_of_many_the_best_stands_first_once_the_game_is_won() -> None:
    rows = [[5, 10, 7, 6]] * 4
    assert [team.name for team in _at("marriage", *rows, teams=4).ranked] == [
        "Ben",
        "Celia",
        "Dev",
        "Ana",
    ]
    assert [team.name for team in _at("marriage", *rows[:3], teams=4).ranked] == [
        "Ana",
        "Ben",
        "Celia",
        "Dev",
    ]


def test_a_tie_is_played_off() -> None:
    board = _at("bain", [20_100, 20_100], each=2)
    assert (board.state, board.headline) == (
        "tied",
        "Ana-Ben and Celia-Dev are level at 20,100: another round decides.",
    )
    assert not any(team.wins for team in board.teams)
    board = _at("bga", *[[5, 10, 10]] * 4, teams=3)
    assert board.headline == "Ben and Celia are level at 40: another round decides."
    assert board.rounds_left == ""


def test_or_shared_where_ties_share() -> None:
    board = _at("marriage", *[[5, 10, 10, 10]] * 4, teams=4)
    assert (board.state, board.headline) == ("over", "Ben, Celia and Dev share the win with 40.")
    assert [team.wins for team in board.teams] == [False, True, True, True]


def test_a_finished_game() -> None:
    board = _at("bain", [100, 0], each=2)
    board.game.finished_at = datetime.now(UTC)
    assert (board.state, board.headline, board.deal) == (
        "finished",
        "Ana-Ben win with 100.",
        None,
    )
    level = _at("bain", [100, 100], each=2)
    level.game.finished_at = datetime.now(UTC)
    assert level.headline == "Ana-Ben and Celia-Dev share the win with 100."
    unplayed = _at("bain", each=2)
    unplayed.game.finished_at = datetime.now(UTC)
    assert (unplayed.headline, [team.wins for team in unplayed.teams]) == ("", [False, False])


@pytest.mark.parametrize(
    ("rounds", "left"), [(0, "4 rounds left of 4"), (3, "1 round left of 4"), (4, "")]
)
def test_how_many_rounds_are_left(rounds: int, left: str) -> None:
    assert _at("bga", *[[5, 0]] * rounds).rounds_left == left
    assert _at("marriage", *[[5, 0, 0, 0]] * rounds, teams=4).rounds_left == left
    assert _at("bain", *[[5, 0]] * rounds, each=2).rounds_left == ""


def test_what_is_played_to_what_and_how_far_it_has_come() -> None:
    assert _at("bain", each=2).subtitle == "Bain to 20,000"
    assert _at("bain", [5, 0], [5, 0], each=2).subtitle == "Bain to 20,000 · after round 2"
    assert _at("bga").subtitle == "Hand and Foot, 4 rounds"
    assert _at("bga", rounds=1).subtitle == "Hand and Foot, 1 round"
    assert _at("bga", target=9000).subtitle == "Hand and Foot to 9,000"
    assert _at("bain", each=2).name == "Bain Hand and Foot"


# ---- who deals


def test_the_deal_goes_round(by: User) -> None:
    game = started(by)
    deals = []
    for _round in range(5):
        deal = _board(game).deal
        assert deal is not None
        deals.append((deal.number, deal.dealer, deal.first))
        played(game, by)
    assert deals == [
        (1, "Ana", "Celia"),
        (2, "Celia", "Ben"),
        (3, "Ben", "Dev"),
        (4, "Dev", "Ana"),
        (5, "Ana", "Celia"),
    ]
    assert [one.dealer for one in _board(game).rounds] == ["Ana", "Celia", "Ben", "Dev", "Ana"]


def test_in_banakil_seats_are_listed_the_way_the_deal_goes(by: User) -> None:
    game = started(by, "banakil", 3, 1)
    played(game, by)
    deal = _board(game).deal
    assert deal is not None
    assert (deal.dealer, deal.first) == ("Ben", "Celia")


def test_a_dealer_who_was_named_goes_before_the_turn(by: User) -> None:
    game = started(by, "marriage", 3, 1)
    played(game, by)
    game.rounds.update(dealer=2)
    board = _board(game)
    assert [one.dealer for one in board.rounds] == ["Celia"]
    assert board.deal is not None
    assert (board.deal.dealer, board.deal.first) == ("Ana", "Ben")


def test_nobody_deals_where_no_dealer_was_named(by: User) -> None:
    game = started(by)
    Game.objects.update(first_dealer=None)
    played(game, by)
    board = _board(game)
    assert board.deal is not None
    assert (board.deal.number, board.deal.dealer, board.deal.first) == (2, "", "")
    assert [one.dealer for one in board.rounds] == [""]


# ---- teams


def test_the_players_of_a_team_are_named_where_its_name_does_not() -> None:
    assert [team.players for team in _at("bain", each=2).teams] == ["Ana and Ben", "Celia and Dev"]
    assert _at("pennies", each=3).teams[0].players == "Ana, Ben and Celia"
    assert [team.players for team in _at("bga", teams=7).teams] == [""] * 7


def test_seven_alone_and_six_teams() -> None:
    board = _at("bga", [70, 60, 50, 40, 30, 20, 10], teams=7)
    assert [team.mark for team in board.teams] == list("abcdefg")
    assert board.columns_many
    six = _at("bga", [1, 1, 1, 1, 1, 1], teams=6, each=2)
    assert [team.lead for team in six.teams] == ["level"] * 6
    assert not _at("bain", each=2).columns_many


# ---- the pad


def test_the_rounds_of_the_pad(by: User) -> None:
    game = started(by)
    _scored(game, by, 100, 200)
    played(game, by, {"hand_points": 0})
    board = _board(game, url="/x/", opened=2)
    assert [(one.number, one.cells, one.kept, one.opened) for one in board.rounds] == [
        (1, [(50, 50), (150, 150)], False, False),
        (2, [(0, 50), (-50, 100)], True, True),
    ]
    assert [(one.url, one.place) for one in board.rounds] == [
        ("/x/?open=1", "/x/?open=1#round-1"),
        ("/x/", "/x/#round-2"),
    ]
    assert board.poll_url == "/x/?open=2"
    assert _board(game, url="/x/").poll_url == "/x/"


def test_the_cells_stand_in_the_order_of_the_teams(by: User) -> None:
    game = started(by, "bga", 7, 1)
    played(game, by, *[{"meld_points": 5 * number} for number in range(7)])
    assert [points for points, _total in _board(game).rounds[0].cells] == [*range(0, 35, 5)]
    # And that however the database happens to keep them.
    scores = list(Score.objects.all())
    Score.objects.all().delete()
    for score in reversed(scores):
        score.pk = None
        score.save()
    assert [points for points, _total in _board(game).rounds[0].cells] == [*range(0, 35, 5)]


# ---- the lines of a round


def test_the_lines_of_the_worked_round(by: User) -> None:
    game = started(by)
    played(
        game,
        by,
        {
            "sevens_canastas": 1,
            "wild_canastas": 1,
            "natural_canastas": 1,
            "mixed_canastas": 1,
            "meld_points": 490,
            "garbage_points": 30,
            "red_threes": 5,
            "hand_points": 25,
        },
        {"mixed_canastas": 2, "meld_points": 185, "red_threes": 3, "hand_points": 310},
        ended_by="going_out:0",
    )
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    assert [(row.label, row.cells) for row in lines.rows] == [
        ("Cards melded", [(None, None, 490), (None, None, 185)]),
        ("Garbage pile", [(None, None, 30), (None, None, None)]),
        ("Sevens", [(1, 1500, 1500), (None, None, None)]),
        ("Wild", [(1, 1000, 1000), (None, None, None)]),
        ("Natural", [(1, 500, 500), (None, None, None)]),
        ("Mixed", [(1, 300, 300), (2, 300, 600)]),
        ("Going out", [(None, None, 200), (None, None, None)]),
        ("Red threes", [(5, 100, 500), (3, -100, -300)]),
        ("In hands and feet", [(None, None, -25), (None, None, -310)]),
    ]
    assert lines.totals == [4495, 175]
    assert lines.kept == []


def test_lines_that_only_one_team_has_keep_their_place(by: User) -> None:
    game = started(by, "bga", 4, 1)
    columns = (
        {"red_threes_left": 1},
        {"dirty_books": 1},
        {"clean_books": 1, "red_threes": 2},
        {"dirty_books": 1, "red_threes": 1},
    )
    played(game, by, *columns)
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    labels = [row.label for row in lines.rows]
    assert labels[:3] == ["Cards melded", "Clean books", "Dirty books"]
    assert sorted(labels[3:]) == ["Red threes", "Red threes in hands and feet"]


@pytest.mark.parametrize(
    ("key", "each", "typed", "told"),
    [
        ("bain", 2, {"ended_by": "going_out:1"}, "Celia-Dev went out."),
        ("bain", 2, {"ended_by": "stock_out"}, "Stock ran out."),
        ("bain", 2, {"ended_by": "only_sevens"}, "Only sevens left."),
        ("banakil", 1, {"ended_by": "going_out:0"}, "Ana went out."),
        ("marriage", 1, {"went_out": 1}, "Ben ended the round."),
    ],
)
def test_an_opened_round_says_how_it_ended(
    by: User, key: str, each: int, typed: dict[str, object], told: str
) -> None:
    game = started(by, key, 2, each)
    played(game, by, **typed)
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    assert lines.ended == told


def test_the_lines_of_partners_name_their_player(by: User) -> None:
    game = started(by, "banakil", 2, 2)
    played(
        game,
        by,
        {"meld_points": "26,5"},
        {"meld_points": 14, "hand_points": "6,5", "adjustment": -3, "adjustment_note": "Late"},
        {"meld_points": 17, "hand_points": 2},
        {"meld_points": None, "hand_points": 5, "adjustment": -4, "adjustment_note": "Loud"},
    )
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    cells = {row.label: [points for _count, _each, points in row.cells] for row in lines.rows}
    assert cells == {
        "Melded, Ana": [Decimal("26.5"), None],
        "Going out, Ana": [20, None],
        "Melded, Celia": [None, 17],
        "Left in hand, Celia": [None, -2],
        "Nothing melded, Dev": [None, -20],
        "Less the score of the winner's partner, Ben": [None, Decimal("-7.5")],
        "Rounding": [Decimal("0.5"), Decimal("0.5")],
        "Adjustment, Ben": [-3, None],
        "Adjustment, Dev": [None, -4],
    }
    assert lines.totals == [44, -16]
    assert lines.notes == [f"Adjustment, Ben {MINUS}3: Late", f"Adjustment, Dev {MINUS}4: Loud"]


@pytest.mark.parametrize("key", sorted(VARIANTS))
@settings(max_examples=60)
@given(st.data())
def test_the_lines_of_every_round_add_up(key: str, data: st.DataObject) -> None:
    round_ = data.draw(dealt(VARIANTS[key]))
    rows, totals = breakdown(imagined(key, round_.table), round_.entry)
    scored = VARIANTS[key].score(round_.entry, round_.table)
    names = VARIANTS[key].columns(round_.table)
    assert totals == [total_of(lines) for lines in scored]
    assert len({row.label for row in rows}) == len(rows)
    for team, lines in enumerate(scored):
        own = [row.cells[team] for row in rows]
        assert sum(points for _count, _each, points in own if points is not None) == totals[team]
        labels = [row.label for row in rows if row.cells[team] != (None, None, None)]
        assert [label.partition(",")[0] for label in labels] == [
            (line.label % {"column": names[line.column or 0]}).partition(",")[0] for line in lines
        ]
    anchors = {line.anchor for lines in scored for line in lines}
    assert {row.anchor for row in rows} <= anchors
    for row in rows:
        for count, each, points in row.cells:
            if each is not None:
                assert count is not None
                assert points == count * each


def test_what_was_kept_is_said(by: User) -> None:
    game = started(by)
    played(game, by, {"hand_points": 0})
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    (sentence,) = lines.kept
    assert sentence.startswith("Ana-Ben has nothing left in hands and feet")


def test_what_would_be_found_now_but_was_not_kept_is_not_said(by: User) -> None:
    game = started(by)
    played(game, by, {"hand_points": 0})
    game.rounds.update(kept=[])
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    assert lines.kept == []


def test_labels_whose_order_disagrees_are_merged_once() -> None:
    assert boards._merged([["a", "b"], ["b", "a"]]) == ["a", "b"]
    assert boards._merged([["a", "c"], ["b", "c"], []]) == ["a", "b", "c"]
    assert boards._merged([[], []]) == []


def test_when_a_round_was_saved_in_the_clubs_own_time(by: User) -> None:
    game = started(by)
    game.club.time_zone = "Asia/Kathmandu"
    game.club.save()
    played(game, by)
    game.rounds.update(recorded_at=datetime(2026, 3, 7, 20, 30, tzinfo=UTC))
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    assert lines.who == "Saved on March 8, 2026 at 2:15 a.m."


def test_where_the_lines_lead(by: User) -> None:
    game = started(by)
    played(game, by)
    lines = _board(game, opened=1, correct_url="/x/rounds/", rules_url="/rules/bain/").breakdown
    assert lines is not None
    assert (lines.correct_url, lines.rules_url) == ("/x/rounds/1/", "/rules/bain/")
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    assert (lines.correct_url, lines.rules_url) == ("", "")
    game.finish(by=by, submission=uuid4())
    lines = _board(game, opened=1, correct_url="/x/rounds/").breakdown
    assert lines is not None
    assert lines.correct_url == ""


@pytest.mark.parametrize("opened", [None, 0, 2, 10**8])
def test_no_lines_of_a_round_that_is_not_there(by: User, opened: int | None) -> None:
    game = started(by)
    played(game, by)
    assert _board(game, opened=opened).breakdown is None


# ---- who pays whom


SEEN: Mapping[str, object] = {"seen": "yes"}
WORKED = (
    {**SEEN, "tunnelas": 1},
    {"upper_wilds": 1},
    {**SEEN, "main_wilds": 1, "marriages_in_hand": 1},
    {**SEEN, "lower_wilds": 1, "upper_wilds": 1},
)


def test_a_settlement_in_sentences(by: User) -> None:
    game = started(by, "marriage", 4, 1, settlement="maal")
    played(game, by, *WORKED, went_out=2)
    lines = _board(game, opened=1).breakdown
    assert lines is not None
    # Ana 5, Ben 2, Celia 3 and 10, Dev 2 and 2: all 24.
    assert lines.notes == [
        "Ana pays Celia 7",
        "Ben pays Celia 26",
        "Dev pays Celia 11",
    ]
    assert lines.totals == [-7, -26, 44, -11]
    assert [row.label for row in lines.rows if row.label.startswith("From ")] == [
        "From Ana",
        "From Ben",
        "From Dev",
    ]


def test_money_that_flows_back_or_not_at_all(by: User) -> None:
    game = started(by, "marriage", 3, 1, settlement="maal", seen_payment=0, unseen_payment=0)
    played(game, by, {"marriages_in_hand": 1}, went_out=1)
    entry = game.rounds.get().read()
    # Ana has 10 of the 10: she is paid 20, and Celia pays 10.
    assert settlement(game, entry) == ["Ben pays Ana 20", "Celia pays Ben 10"]
    played(game, by, went_out=1)
    assert settlement(game, game.rounds.get(number=2).read()) == []
    points = started(by, "marriage", 3, 1)
    played(points, by, went_out=1)
    assert settlement(points, points.rounds.get().read()) == []


# ---- the checklist, the chart, the names


def test_what_must_be_there_before_anybody_may_go_out() -> None:
    for key, each in (("bain", 2), ("pennies", 3), ("banakil", 1), ("marriage", 1)):
        board = _at(key, each=each)
        asked = VARIANTS[key].going_out(board.table)
        assert board.going_out == [item.label for item in asked]
    contract = _at("bga", each=2, contract_clean=3, contract_dirty=2, contract_wild=1).going_out
    assert contract[:2] == ["Clean books: 3", "Dirty books: 2"]
    assert contract[2].startswith("Wild books")
    none = _at("bga", contract_clean=0, contract_dirty=0, contract_wild=0).going_out
    assert not [item for item in none if "books" in item]


def test_the_chart_comes_with_the_first_round() -> None:
    assert _at("bain", each=2).chart is None
    drawn = _at("bain", [5000, 100], [500, 0], each=2, starting_totals=(1000, 0)).chart
    assert drawn is not None
    assert [line.value for line in drawn.lines] == ["6,500", "100"]
    assert drawn.target_label == "20,000"
    by_rounds = _at("bga", [5, 0]).chart
    assert by_rounds is not None
    assert by_rounds.target_y is None


def test_a_game_has_its_own_name_or_that_of_what_is_played(by: User) -> None:
    game = started(by)
    assert _board(game).name == "Bain Hand and Foot"
    Game.objects.update(name="Friday cards")
    assert _board(game).name == "Friday cards"


def test_a_team_called_by_its_players_does_not_name_them_twice(by: User) -> None:
    table = table_of("bain", 2, 2)
    game = Game.objects.start(
        club=by.home_club(),
        by=by,
        variant=VARIANTS["bain"],
        teams=[NewTeam("Ana & Ben", ("Ana", "Ben")), NewTeam("North", ("Celia", "Dev"))],
        options=table.options,
        seats=table.seats,
        first_dealer=0,
        submission=uuid4(),
    )
    assert [team.players for team in _board(game).teams] == ["", "Celia and Dev"]


def test_three_who_gave_their_team_no_name_are_named_once(by: User) -> None:
    form = StartForm(VARIANTS["pennies"], None, None)
    form.typed |= {f"seat-{place}": name for place, name in enumerate(NAMES[:6])}
    game = Game.objects.start(club=by.home_club(), by=by, **form.game())
    assert [(team.name, team.players) for team in _board(game).teams] == [
        ("Ana, Celia & Ece", ""),
        ("Ben, Dev & Finn", ""),
    ]


# ---- who sits in


def test_whoever_sits_in_deals_and_is_named(by: User) -> None:
    game = started(by)
    for _each in range(3):
        played(game, by)
    substitute(game, 1, "Eva", 3)
    board = _board(game, opened=3)
    assert [one.dealer for one in board.rounds] == ["Ana", "Celia", "Eva"]
    assert board.deal == Deal(4, "Dev", "Ana")
    assert board.breakdown is not None
    assert board.breakdown.notes == ["Eva sat in for Ben."]
    assert (opened := _board(game, opened=2).breakdown) is not None
    assert opened.notes == []
    played(game, by)
    played(game, by)
    assert _board(game).deal == Deal(6, "Celia", "Eva")


def test_who_sits_in_is_asked_for_along_with_all_else(
    by: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = started(by)
    played(game, by)
    substitute(game, 0, "Eva", 1)
    board = _board(game, opened=1)
    with django_assert_num_queries(1):
        assert board.breakdown is not None
        assert board.rounds[0].dealer == "Eva"
        assert board.deal is not None
