"""What another setup changes of a game, in sentences."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from games.changes import Changes, Difference, changes, differences
from games.models import Game, SeatTakenError, Setup, User
from games.models.setup import Plan
from games.variants.entry import error
from games.wording import MINUS
from tests.build import played, started
from tests.models.play import record, substitute
from tests.variants.build import ONE_OF_EACH

pytestmark = pytest.mark.django_db

RED = {**ONE_OF_EACH, "garbage_points": 30, "red_threes": 5, "hand_points": 25}
BLACK = {"mixed_canastas": 2, "meld_points": 185, "red_threes": 3, "hand_points": 310}


@pytest.fixture
def by() -> User:
    return User.objects.make_silently()


@pytest.fixture
def bain(by: User) -> Game:
    """A round of Bain, 4,495 to 175: Ana deals first, then Celia, Ben, Dev."""
    game = started(by)
    played(game, by, RED, BLACK, ended_by="going_out:0")
    return game


def _plan(game: Game, **changed: Any) -> Plan:
    game = Game.objects.get(pk=game.pk)
    setup = Setup.of(game)
    rules = {name: changed.pop(name) for name in list(changed) if hasattr(setup.options, name)}
    return Plan(game, replace(setup, options=replace(setup.options, **rules), **changed))


def _changes(game: Game, **changed: Any) -> Changes:
    return changes(_plan(game, **changed))


def _told(game: Game, **changed: Any) -> tuple[str, ...]:
    made = _changes(game, **changed)
    return (made.headline, *made.sentences)


def test_nothing(bain: Game) -> None:
    assert _changes(bain) == Changes("Nothing is changed yet.", (), nothing=True, only_names=True)


def test_names_alone(bain: Game) -> None:
    named = _changes(bain, name="Friday", teams=("North", ""))
    assert named.headline == "No total changes."
    assert named.sentences == (
        "The game is then called “Friday”.",
        "Ana-Ben is then called “North”.",
    )
    assert (named.nothing, named.only_names) == (False, True)
    eva = _changes(bain, sitting=("Eva", "Celia", "ben", "Dev"))
    assert eva.sentences == ("Eva stands in the place of Ana, in every round.",)
    assert eva.only_names


@pytest.mark.parametrize(
    "changed",
    [
        {"going_out_bonus": 100},
        {"first_dealer": 1},
        {"first_dealer": None},
        {"starting_totals": (0, 5)},
        {"sitting": ("Celia", "Ana", "Ben", "Dev")},
        {"sitting": ("Ben", "Celia", "Ana", "Dev")},
    ],
)
def test_more_than_names(bain: Game, changed: dict[str, Any]) -> None:
    assert not _changes(bain, **changed).only_names


# ---- totals, and who is ahead


def test_totals(bain: Game) -> None:
    assert _told(bain, going_out_bonus=100) == ("1 total changes.", "Ana-Ben 4,495 to 4,395.")
    assert _told(bain, starting_totals=(10, -20)) == (
        "2 totals change.",
        "Ana-Ben 4,495 to 4,505, Celia-Dev 175 to 155.",
    )


def test_who_leads(bain: Game) -> None:
    assert _told(bain, starting_totals=(0, 4400))[0] == (
        "1 total changes. Then Celia-Dev leads by 80."
    )
    level = _told(bain, starting_totals=(0, 4320))[0]
    assert level == "1 total changes. Then Ana-Ben and Celia-Dev are level at 4,495."


def test_the_game_is_over_or_not(bain: Game) -> None:
    over = "No total changes. The game is then over: Ana-Ben win with 4,495."
    assert _told(bain, target=4000) == (over,)
    low = started(bain.revisions.get(number=1).by or User(), target=4000)
    played(low, None, RED, BLACK, ended_by="going_out:0")
    assert _told(low, target=5000) == (
        "No total changes. The game is then not over any more: Ana-Ben leads by 4,320.",
    )
    tied = "are level at 4,495: another round decides."
    assert _told(low, starting_totals=(0, 4320))[0] == (
        f"1 total changes. The game is then not over any more: Ana-Ben and Celia-Dev {tied}"
    )
    assert _told(low, starting_totals=(0, 5000))[0] == (
        "1 total changes. Then Celia-Dev win with 5,175."
    )


def test_a_finished_game_has_another_winner_and_opens_no_round(bain: Game) -> None:
    bain.finish(by=None, submission=uuid4())
    assert _told(bain, starting_totals=(0, 6000), first_dealer=1) == (
        "1 total changes. Then Celia-Dev win with 6,175.",
        "Celia-Dev 175 to 6,175.",
        "1 round is then marked with another dealer.",
    )


def test_nobody_is_ahead_before_the_first_round(by: User) -> None:
    assert _told(started(by), starting_totals=(100, 0)) == ("1 total changes.", "Ana-Ben 0 to 100.")


def test_totals_follow_when_partners_change(by: User) -> None:
    game = started(by, "banakil", 2, 2)
    columns = [
        {"meld_points": points, "hand_points": hand}
        for points, hand in ((30, 0), (10, 2), (20, 1), (5, 4))
    ]
    played(game, by, *columns, ended_by="going_out:0")
    assert _told(game, sitting=("Ana", "Celia", "Dev", "Ben")) == (
        "1 total changes.",
        "Partners are then: Ana & Dev, Celia & Ben.",
        "The deal then goes round in this order: Ana, Celia, Dev, Ben.",
        "Celia-Dev 12 to 26.",
    )


# ---- the next round


def test_openings(bain: Game) -> None:
    assert _told(bain, starting_totals=(600, 0))[1:] == (
        "Ana-Ben 4,495 to 5,095.",
        "Ana-Ben then opens with 90 instead of 50.",
    )


def test_openings_of_all(by: User) -> None:
    game = started(by, "bga", 2, 2, opening_by="round")
    played(game, by)
    assert _told(game, opening_by="score")[1:] == ("Everybody then opens with 50 instead of 90.",)


def test_openings_in_words(by: User) -> None:
    melds = "Three melds together, each a pure sequence or a tunnela"
    sentence = f"Everybody then opens with {melds}; or seven pairs instead of {melds}."
    assert sentence in _told(started(by, "marriage", 3, 1), settlement="maal")


def test_dealers(bain: Game) -> None:
    assert _told(bain, first_dealer=1)[1:] == (
        "1 round is then marked with another dealer.",
        "Ben then deals round 2.",
    )
    played(bain, None)
    assert _told(bain, first_dealer=None)[1:] == (
        "2 rounds are then marked with another dealer.",
        "Nobody is then named as the dealer of round 3.",
    )


def test_whoever_moves_takes_the_deal_along(bain: Game) -> None:
    """The places of the first dealer and of the next one change, but nobody's hand is another's."""
    told = _told(bain, sitting=("Ben", "Celia", "Ana", "Dev"), first_dealer=2)
    assert told == (
        "No total changes.",
        "The deal then goes round in this order: Ben, Celia, Ana, Dev.",
        "Dev then deals round 2.",
    )


def test_a_substitute_deals(bain: Game) -> None:
    substitute(bain, 3, "Eva", 2)
    assert _told(bain, first_dealer=2)[-1] == "Eva then deals round 2."


# ---- entries under other rules


def test_rounds_that_would_be_asked_about(by: User) -> None:
    game = started(by, "marriage", 3, 1)
    for _each in range(2):
        played(game, by, {}, {"marriages_on_table": 1})
    sentence = "Ben has a marriage on the table without having opened."
    told = _told(game, settlement="maal")
    assert told[-1] == (
        f"Rounds 1 and 2 would now be asked about: {sentence} They keep their entries."
    )


def test_what_was_found_before_is_not_told_again(by: User) -> None:
    game = started(by, "marriage", 3, 1, settlement="maal")
    played(game, by, {}, {"marriages_on_table": 1})
    assert _changes(game, seen_payment=4).sentences[1:] == ()


def test_what_was_found_of_a_player_goes_along(by: User) -> None:
    """Ben has nothing in hand without having gone out, wherever he sits."""
    game = started(by, "banakil", 2, 2)
    played(game, by, {}, {"meld_points": 5, "hand_points": 0})
    plan = _plan(game, sitting=("Ana", "Celia", "Dev", "Ben"))
    for entry, table, column in (
        (game.entries[0], game.table, 1),
        (plan.entries[0], plan.table, 3),
    ):
        (found,) = game.rules.findings(entry, table)
        assert (found.code, found.column) == ("hand_not_counted", column)
    assert not any("asked about" in sentence for sentence in changes(plan).sentences)


def test_rounds_that_would_be_refused(bain: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule of today turns an error on by a house rule; one of tomorrow may."""

    def strict(entry: Any, table: Any) -> Any:
        if table.options.target < 1000:
            for code in "abcdefgh":
                yield error(code, f"{code}: too low.", "house")
        yield from rules.rules(entry, table)

    rules = bain.rules
    monkeypatch.setattr(Game, "rules", replace(rules, rules=strict))
    told = _told(bain, target=900)
    assert told[1] == "Round 1 would now be refused: a: too low. It keeps its entry."
    assert len(told) == 8
    assert told[-1] == "2 more remarks on entries are not shown here."
    assert _told(bain, target=2000) == _told(bain, target=2001)


# ---- who cannot sit there


def test_nobody_sits_in_two_seats(bain: Game) -> None:
    substitute(bain, 1, "Eva", 1)
    with pytest.raises(SeatTakenError, match="Eva"):
        _changes(bain, sitting=("Eva", "Celia", "Ben", "Dev"))


def test_the_mark_is_of_all_that_is_told(bain: Game) -> None:
    one, two = _changes(bain, target=9000), _changes(bain, going_out_bonus=100)
    assert one.digest == _changes(bain, target=9001).digest != two.digest
    level = replace(two, headline="2 totals change.")
    assert level.digest != two.digest


# ---- two setups side by side


def test_differences(bain: Game) -> None:
    assert differences(_plan(bain)) == []
    plan = _plan(
        bain,
        name="Friday",
        sitting=("Eva", "Celia", "Ben", "Dev"),
        first_dealer=None,
        teams=("", "East"),
        starting_totals=(0, -20),
        target=9000,
    )
    assert differences(plan) == [
        Difference("Name of the game", "none", "Friday"),
        Difference("Seat 1", "Ana", "Eva"),
        Difference("First dealer", "Ana", "nobody named"),
        Difference("Team 1", "Ana-Ben", "Eva & Ben"),
        Difference("Team 2", "Celia-Dev", "East"),
        Difference("Starting total of East", "0", f"{MINUS}20"),
        Difference("Play to", "20,000", "9,000"),
    ]


def test_differences_of_lone_players(by: User) -> None:
    game = started(by, "banakil", 2, 1)
    assert differences(_plan(game, sitting=("Eva", "Ben"))) == [
        Difference("Seat 1", "Ana", "Eva"),
        Difference("First dealer", "Ana", "Eva"),
    ]


def test_what_was_never_asked_so_far_is_told(by: User) -> None:
    game = started(by, "marriage", 4, 1)
    record(game)
    (told,) = [one for one in _told(game, settlement="maal") if "not asked" in one]
    assert told.startswith("The rounds so far were not asked for “")
    assert not [one for one in _told(game, finish_bonus=20) if "not asked" in one]
