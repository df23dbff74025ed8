"""The portable game file, sentence by sentence of its contract."""

import copy
import json

import pytest

from games import gamefile
from games.variants import VARIANTS
from tests.documents import (
    EAST,
    ENDING,
    EXAMPLE,
    NORTH,
    PAIRS,
    TEAMS,
    TWO,
    Document,
    file,
    played,
    raw,
)
from tests.gamefile.reading import Found, ended, errors, errors_in, read, score_of, scored

# ---- what is left out, or null


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_format_version_variant_and_teams_are_required(variant: str) -> None:
    assert errors(file(variant)) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_null_is_the_same_as_left_out(variant: str) -> None:
    optional = gamefile.KNOWN - {"format", "version", "variant", "teams"}
    assert scored(file(variant, **dict.fromkeys(optional))) == scored(file(variant))


@pytest.mark.parametrize("variant", VARIANTS)
def test_null_fields_of_a_round_are_left_out(variant: str) -> None:
    kind = VARIANTS[variant]
    columns = [name for team in TEAMS[variant] for name in team["players"]]
    if kind.columns_are == "teams":
        columns = [str(team["name"]) for team in TEAMS[variant]]
    nothing = dict.fromkeys(kind.column_questions.__dataclass_fields__)
    of_round = dict.fromkeys(kind.round_questions.__dataclass_fields__)
    of_round = {**of_round, **ENDING.get(variant, {"ended_by": "stock_out"})}
    blank = scored(played(variant, dict.fromkeys(columns, nothing), **of_round))
    assert blank == scored(played(variant))
    assert blank == scored(played(variant, dict.fromkeys(columns)))
    assert blank == scored(played(variant, {columns[0]: {}}, dealer=None, kept=None, players=None))


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_left_out_or_null_have_their_defaults(variant: str) -> None:
    options = VARIANTS[variant].options.__dataclass_fields__
    with_nulls, _remarks = read(file(variant, options=dict.fromkeys(options)))
    without, _remarks = read(file(variant))
    empty, _remarks = read(file(variant, options={}))
    assert with_nulls is not None
    assert with_nulls == without == empty


@pytest.mark.parametrize(
    ("teams", "target"),
    [(2, 150), (3, 203), (4, 203)],
)
def test_the_usual_target_goes_by_who_plays(teams: int, target: int) -> None:
    names = ["Ana", "Ben", "Celia", "Dev"][:teams]
    game, _remarks = read(file("banakil", teams=[{"name": n, "players": [n]} for n in names]))
    assert game is not None
    assert game.table.options.target == target


def test_the_usual_target_of_pairs() -> None:
    game, _remarks = read(file("banakil", teams=PAIRS))
    assert game is not None
    assert game.table.options.target == 303


@pytest.mark.parametrize("variant", ["bain", "pennies", "bga", "banakil"])
@pytest.mark.parametrize("given", [{}, {"ended_by": None}])
def test_ended_by_is_required(variant: str, given: Document) -> None:
    assert errors(file(variant, rounds=[given])) == [("required", 1, "ended_by", None)]


def test_ended_by_may_be_left_out_in_marriage() -> None:
    assert errors(file("marriage", rounds=[{"went_out": "Ana"}])) == []
    assert errors(file("marriage", rounds=[{"went_out": "Ana", "ended_by": None}])) == []
    assert errors(file("marriage", rounds=[{"went_out": "Ana", "ended_by": "going_out"}])) == []
    assert errors(file("marriage", rounds=[{"went_out": "Ana", "ended_by": "stock_out"}])) == [
        ("not_a_value", 1, "ended_by", None)
    ]


def test_who_ended_the_round_is_required_in_marriage() -> None:
    assert errors(file("marriage", rounds=[{}])) == [("required", 1, "went_out", None)]


# ---- numbers


@pytest.mark.parametrize("number", [490, 490.0])
def test_490_0_is_whole(number: float) -> None:
    assert score_of(NORTH, played(entries={NORTH: {"meld_points": number}})) == 490


@pytest.mark.parametrize("text", ["4.90e2", "49E1", "490.000", "4900e-1"])
def test_a_whole_number_may_be_written_in_any_way_of_json(text: str) -> None:
    content = raw(played(entries={NORTH: {"meld_points": 777}})).replace(b"777", text.encode())
    game, remarks = gamefile.read(gamefile.load(content))
    assert game is not None, remarks
    assert gamefile.scored(game, remarks)["totals"] == {NORTH: 490, EAST: 0}


@pytest.mark.parametrize("text", ["-0", "-0.0", "0e999999999", "0E-400", "-0e5"])
def test_nothing_may_be_written_in_any_way_of_json(text: str) -> None:
    content = raw(played(entries={NORTH: {"meld_points": 777}})).replace(b"777", text.encode())
    game, remarks = gamefile.read(gamefile.load(content))
    assert game is not None, remarks
    assert '"totals": {"North-South": 0,' in json.dumps(gamefile.scored(game, remarks))


NO_WHOLE = ["490", "", "6,5", True, False, 0.5, 1e-9, [1], [], {}, {"value": 1}]


@pytest.mark.parametrize("value", NO_WHOLE, ids=repr)
@pytest.mark.parametrize(
    ("variant", "column", "field"),
    [
        ("bain", NORTH, "sevens_canastas"),
        ("bain", NORTH, "meld_points"),
        ("bain", NORTH, "adjustment"),
        ("pennies", "Red", "red_threes"),
        ("bga", NORTH, "hand_points"),
        ("banakil", "Ana", "adjustment"),
        ("marriage", "Ana", "main_wilds"),
    ],
)
def test_what_is_no_whole_number(variant: str, column: str, field: str, value: object) -> None:
    found = errors(played(variant, {column: {field: value, "adjustment_note": "because"}}))
    assert [one[1:] for one in found] == [(1, field, column)]


def test_text_is_a_number_in_the_points_of_banakil_only() -> None:
    for text in ("6.5", "6,5", "06,50", "6", "6.", ",5", "0"):
        assert errors(played("banakil", {"Ana": {"hand_points": text}})) == [], text
    for text in ("", " ", ".", "-6.5", "+6.5", " 6.5", "6.5 ", "6.5.0", "6,5,0", "1e1", "६", "½"):
        found = errors(played("banakil", {"Ana": {"hand_points": text}}))
        assert found == [("not_a_number", 1, "hand_points", "Ana")], text
    for field in ("adjustment", "hand_cards"):
        value = "5" if field == "adjustment" else {"aces": "1"}
        found = errors(played("banakil", {"Ana": {field: value, "adjustment_note": "x"}}))
        assert found == [("not_a_number", 1, field, "Ana")]
    found = errors(played("bain", {NORTH: {"meld_points": "490"}}))
    assert found == [("not_a_number", 1, "meld_points", NORTH)]


@pytest.mark.parametrize("value", [6.5, "6.5", "6,5"])
def test_half_points_are_numbers_or_text(value: object) -> None:
    entries = {"Ana": {"meld_points": 10}, "Ben": {"meld_points": 20, "hand_points": value}}
    document = played("banakil", entries, ended_by="going_out", went_out="Ana")
    assert score_of("Ben", document) == 14


def test_half_points_are_refused_elsewhere() -> None:
    found = errors(played(entries={NORTH: {"meld_points": 6.5}}))
    assert found == [("off_step", 1, "meld_points", NORTH)]


@pytest.mark.parametrize("number", [1_000_000, -1_000_000, 1e6])
def test_a_million_is_the_limit(number: float) -> None:
    entries = {NORTH: {"adjustment": number, "adjustment_note": "a fortune"}}
    assert score_of(NORTH, played(entries=entries)) == number
    assert scored(file(starting_totals={EAST: number}))["totals"][EAST] == number


@pytest.mark.parametrize(
    "text",
    [
        "1000001",
        "-1000001",
        "1000005",
        "1" + "0" * 30,
        "1e400",
        "-1E400",
        "9" * 5000,
        "1e" + "9" * 30,
    ],
)
def test_nothing_lies_beyond_a_million(text: str) -> None:
    def found(document: Document) -> list[tuple[str | None, str | None]]:
        content = raw(document).replace(b"777", text.encode())
        return [one[2:] for one in errors_in(content)]

    note = {"adjustment_note": "a fortune"}
    assert found(played(entries={NORTH: {"adjustment": 777, **note}})) == [("adjustment", NORTH)]
    assert ("meld_points", NORTH) in found(played(entries={NORTH: {"meld_points": 777}}))
    assert ("hand_cards", NORTH) in found(played(entries={NORTH: {"hand_cards": {"twos": 777}}}))
    assert found(file(starting_totals={EAST: 777})) == [("starting_totals", EAST)]
    assert found(file(options={"target": 777})) == [("target", None)]
    assert found(file(options={"going_out_bonus": 777})) == [("going_out_bonus", None)]


@pytest.mark.parametrize(
    "text", ["1e-400", "1e-2000000", "0." + "0" * 5000 + "1", "1e-999999999999999999"]
)
@pytest.mark.parametrize("field", ["red_threes", "meld_points"])
def test_next_to_nothing_is_no_number(field: str, text: str) -> None:
    content = raw(played(entries={NORTH: {field: 777}})).replace(b"777", text.encode())
    assert ("not_a_number", 1, field, NORTH) in errors_in(content)


# ---- what is unknown, or of a wrong type


@pytest.mark.parametrize("value", [None, False, 0, "", {}])
def test_unknown_fields_are_errors_whatever_they_hold(value: object) -> None:
    assert errors(file(scores=value)) == [("unknown_field", None, "scores", None)]
    document = file()
    document["teams"][1]["captain"] = value
    assert errors(document) == [("unknown_field", None, "captain", None)]
    assert errors(played(winner=value)) == [("unknown_field", 1, "winner", None)]
    assert errors(played(entries={EAST: {"books": value}})) == [("unknown_field", 1, "books", EAST)]
    assert errors(file(options={"rounds": value})) == [("unknown_field", None, "rounds", None)]


OF_ANOTHER = [
    ("bain", NORTH, "clean_books"),
    ("pennies", "Red", "garbage_points"),
    ("pennies", "Red", "garbage_cards"),
    ("bga", NORTH, "red_threes_in_foot"),
    ("banakil", "Ana", "red_threes"),
    ("marriage", "Ana", "meld_points"),
]


@pytest.mark.parametrize(("variant", "column", "field"), OF_ANOTHER)
@pytest.mark.parametrize("value", [None, False, 0])
def test_a_field_of_another_variant_is_unknown(
    variant: str, column: str, field: str, value: object
) -> None:
    found = errors(played(variant, {column: {field: value}}))
    assert found == [("unknown_field", 1, field, column)]


@pytest.mark.parametrize(
    ("variant", "field"), [("bain", "all_at_once"), ("banakil", "dublee"), ("marriage", "target")]
)
def test_a_field_of_another_variants_round_is_unknown(variant: str, field: str) -> None:
    assert errors(played(variant, **{field: None})) == [("unknown_field", 1, field, None)]


def test_a_field_that_the_options_do_not_use_is_accepted_and_ignored() -> None:
    entries = {"Ana": {"seen": True, "tunnelas": 1}, "Ben": {"seen": False}}
    by_points = played("marriage", entries, dublee=True)
    options = {"seen_payment": 8, "dublee_bonus": 9, "unopened_maal": "murder"}
    with_options = played("marriage", entries, {"options": options}, dublee=True)
    plain = scored(played("marriage", {"Ana": {"tunnelas": 1}}))
    assert scored(by_points) == scored(with_options) == plain
    entries = {"Ben": {"marriages_on_table": 1}}
    assert scored(played("marriage", entries))["rounds"][0]["findings"] == []


def test_with_a_target_the_number_of_rounds_is_ignored() -> None:
    options = {"rounds": 1, "target": 500}
    of_file = {"options": options, "starting_totals": {NORTH: 499}}
    assert scored(played("bga", {}, of_file))["over"] is False
    assert scored(played("bga", {NORTH: {"meld_points": 5}}, of_file))["over"] is True


@pytest.mark.parametrize(
    ("variant", "options", "field"),
    [
        ("bain", {"target": 0}, "target"),
        ("bain", {"target": 20000.5}, "target"),
        ("bain", {"target": "20000"}, "target"),
        ("bain", {"going_out_bonus": -1}, "going_out_bonus"),
        ("bain", {"red_threes_need": "sevens"}, "red_threes_need"),
        ("bain", {"red_threes_need": True}, "red_threes_need"),
        ("pennies", {"going_out_bonus": True}, "going_out_bonus"),
        ("bga", {"rounds": 0}, "rounds"),
        ("bga", {"rounds": 101}, "rounds"),
        ("bga", {"target": 0}, "target"),
        ("bga", {"opening_by": "total"}, "opening_by"),
        ("bga", {"contract_wild": -1}, "contract_wild"),
        ("banakil", {"pairs_scoring": "sum"}, "pairs_scoring"),
        ("banakil", {"target": [150]}, "target"),
        ("marriage", {"settlement": "kidnap"}, "settlement"),
        ("marriage", {"rounds": 0}, "rounds"),
        ("marriage", {"finish_bonus": {}}, "finish_bonus"),
    ],
)
def test_what_is_no_value_of_an_option(variant: str, options: Document, field: str) -> None:
    assert [one[1:] for one in errors(file(variant, options=options))] == [(None, field, None)]


@pytest.mark.parametrize("value", [1.0, 1, 100])
def test_the_limits_of_an_option_belong_to_it(value: float) -> None:
    assert errors(file("bga", options={"rounds": value, "contract_wild": 0})) == []
    assert errors(file("bain", options={"target": 1_000_000})) == []


@pytest.mark.parametrize("wrong", [[], "bain", 1, True])
@pytest.mark.parametrize("field", ["options", "starting_totals"])
def test_what_must_be_an_object(field: str, wrong: object) -> None:
    assert errors(file(**{field: wrong})) == [("not_an_object", None, field, None)]


@pytest.mark.parametrize("wrong", [{}, "none", 1, True])
def test_what_must_be_a_list(wrong: object) -> None:
    assert errors(file(rounds=wrong)) == [("not_a_list", None, "rounds", None)]
    assert errors(file(seats=wrong)) == [("not_a_list", None, "seats", None)]
    assert errors(played(kept=wrong)) == [("not_a_list", 1, "kept", None)]


@pytest.mark.parametrize("wrong", [None, [], "round", 1])
def test_a_round_must_be_an_object(wrong: object) -> None:
    document = file(rounds=[{"ended_by": "stock_out"}, wrong])
    assert errors(document) == [("not_an_object", 2, None, None)]


@pytest.mark.parametrize("wrong", [[{}], "entries", 1, True])
def test_the_entries_must_be_an_object(wrong: object) -> None:
    document = file(rounds=[{"ended_by": "stock_out", "entries": wrong}])
    assert errors(document) == [("not_an_object", 1, "entries", None)]
    assert errors(played(entries={NORTH: wrong})) == [("not_an_object", 1, "entries", NORTH)]


def test_unknown_columns_are_errors() -> None:
    for name in ("Ana", "north-south", " North-South", "", "\ud800"):
        found = errors(played(entries={name: {}}))
        assert found == [("unknown_column", 1, "entries", name)]
    assert errors(played("banakil", {NORTH: {}}, {"teams": PAIRS})) == [
        ("unknown_column", 1, "entries", NORTH)
    ]


@pytest.mark.parametrize("wrong", ["", "Ana", "north-south", 0, 1, True, [NORTH], {}, "\ud800"])
def test_who_went_out_must_be_a_column(wrong: object) -> None:
    found = errors(played(ended_by="going_out", went_out=wrong))
    assert found == [("not_a_value", 1, "went_out", None)]


@pytest.mark.parametrize("wrong", ["", "Going_out", "maal", 0, True, ["going_out"], {}])
def test_what_is_no_way_to_end(wrong: object) -> None:
    assert errors(played(ended_by=wrong)) == [("not_a_value", 1, "ended_by", None)]


@pytest.mark.parametrize("wrong", [0, 1, "true", "", [], {}])
def test_yes_and_no_are_booleans(wrong: object) -> None:
    assert errors(played("banakil", all_at_once=wrong)) == [("not_a_value", 1, "all_at_once", None)]


@pytest.mark.parametrize("wrong", [5, True, ["because"], "a\nb", "a\x7fb", "\ud800"])
def test_a_note_is_text_that_can_be_written_down(wrong: object) -> None:
    entries = {NORTH: {"adjustment": 5, "adjustment_note": wrong}}
    assert [one[1:] for one in errors(played(entries=entries))] == [(1, "adjustment_note", NORTH)]


@pytest.mark.parametrize("note", [None, "", "  "])
def test_an_adjustment_needs_its_note(note: str | None) -> None:
    entries = {NORTH: {"adjustment": -5, "adjustment_note": note}}
    assert errors(played(entries=entries)) == [("note_missing", 1, "adjustment_note", NORTH)]


# ---- cards in place of points


@pytest.mark.parametrize("field", ["meld", "hand", "garbage"])
def test_cards_may_stand_in_place_of_points(field: str) -> None:
    cards = {"jokers": 1, "aces": 2.0, "black_threes": None}
    by_cards = {"sevens_canastas": 1, "mixed_canastas": 1, "meld_points": 500}
    by_points = dict(by_cards)
    if field == "meld":
        by_cards, by_points = {}, {}
    by_cards[f"{field}_cards"], by_points[f"{field}_points"] = cards, 90  # type: ignore[assignment]
    counted, written = (
        scored(played(entries={NORTH: answers})) for answers in (by_cards, by_points)
    )
    assert counted["totals"] == written["totals"]


def test_points_and_cards_for_the_same_field_are_an_error() -> None:
    for points in (0, 5):
        found = errors(played(entries={NORTH: {"hand_points": points, "hand_cards": {}}}))
        assert found == [("both_ways", 1, "hand_cards", NORTH)]
    assert errors(played(entries={NORTH: {"hand_points": None, "hand_cards": {"twos": 1}}})) == []
    assert errors(played(entries={NORTH: {"hand_points": 5, "hand_cards": None}})) == []


@pytest.mark.parametrize(
    "cards",
    [
        [],
        "twos",
        5,
        True,
        {"threes": 1},
        {"twos": -1},
        {"twos": 0.5},
        {"twos": True},
        {"twos": "1"},
    ],
)
def test_what_is_no_count_of_cards(cards: object) -> None:
    found = errors(played(entries={NORTH: {"hand_cards": cards}}))
    assert [one[1:] for one in found] == [(1, "hand_cards", NORTH)]


def test_the_field_of_a_count_is_the_field_that_holds_it() -> None:
    entries = {"Ana": {"meld_cards": {"three_to_six": 1}}}
    assert errors(played("banakil", entries)) == [("below_cheapest_meld", 1, "meld_cards", "Ana")]
    entries = {"Ana": {"hand_cards": {"jokers": 2}}, "Ben": {"hand_cards": {"jokers": 1}}}
    assert errors(played("banakil", entries)) == [("class_over_deck", 1, "hand_cards", None)]


# ---- teams and names


@pytest.mark.parametrize("wrong", [None, [], {}, "Ana", 2])
def test_teams_are_required(wrong: object) -> None:
    assert errors(file(teams=wrong)) == [("teams_missing", None, "teams", None)]


@pytest.mark.parametrize(
    "team",
    [
        None,
        "North-South",
        ["Ana", "Celia"],
        {"name": NORTH},
        {"name": NORTH, "players": None},
        {"name": NORTH, "players": []},
        {"name": NORTH, "players": "AnaCelia"},
        {"name": NORTH, "players": {"Ana": 1, "Celia": 2}},
        {"name": NORTH, "players": ["Ana", None]},
        {"name": NORTH, "players": ["Ana", 2]},
        {"name": NORTH, "players": ["Ana", ["Celia"]]},
        {"name": None, "players": ["Ana", "Celia"]},
        {"name": 1, "players": ["Ana", "Celia"]},
        {"players": ["Ana", "Celia"]},
    ],
)
def test_a_team_has_a_name_and_players(team: object) -> None:
    found = errors(file(teams=[team, PAIRS[1]]))
    assert [one[1:] for one in found] == [(None, "teams", None)]


def seating(teams: int, each: int) -> list[Document]:
    return [
        {
            "name": f"p{team}-0" if each == 1 else f"team {team}",
            "players": [f"p{team}-{player}" for player in range(each)],
        }
        for team in range(teams)
    ]


PLAYED = {
    "bain": {(2, 2)},
    "pennies": {(2, 3)},
    "bga": {
        *((players, 1) for players in range(2, 8)),
        *((2, each) for each in range(2, 7)),
        *((3, each) for each in range(2, 5)),
        *((4, 2), (4, 3), (5, 2), (6, 2)),
    },
    "banakil": {(2, 1), (3, 1), (4, 1), (2, 2)},
    "marriage": {(2, 1), (3, 1), (4, 1), (5, 1)},
}


@pytest.mark.parametrize("variant", PLAYED)
def test_a_variant_has_its_numbers_of_players(variant: str) -> None:
    for teams in range(1, 14):
        for each in range(1, 8):
            found = errors(file(variant, teams=seating(teams, each)))
            refused = [] if (teams, each) in PLAYED[variant] else [("seating_unknown", "teams")]
            assert [(one[0], one[2]) for one in found] == refused, (teams, each)


def test_teams_are_of_equal_size() -> None:
    uneven = [*seating(2, 2)[:1], {"name": "three", "players": ["a", "b", "c"]}]
    assert errors(file("bga", teams=uneven)) == [("seating_unknown", None, "teams", None)]


def names_of(*names: str) -> Document:
    """Return a game of two pairs with these names: team, two players, team, two players."""
    first, second = {"name": names[0], "players": list(names[1:3])}, list(names[4:6])
    return file(teams=[first, {"name": names[3], "players": second}])


@pytest.mark.parametrize(
    "twice",
    [
        ("Us", "Ana", "Ben", "Them", "Ana", "Dev"),
        ("Us", "Ana", "Ben", "Them", "ANA", "Dev"),
        ("Us", "Ana", "Ben", "Them", " Ana ", "Dev"),
        ("Us", "Éva", "Ben", "Them", "E\u0301va", "Dev"),
        ("Us", "Weiß", "Ben", "Them", "WEISS", "Dev"),
        ("Us", "Ana", "Ben", "us", "Celia", "Dev"),
        ("Us", "Ana", "Ben", "Ana", "Celia", "Dev"),
        ("Us", "us", "Ben", "Them", "Celia", "Dev"),
    ],
)
def test_names_are_unique_over_the_whole_game(twice: tuple[str, ...]) -> None:
    found = errors(names_of(*twice))
    assert [(one[0], one[1], one[2]) for one in found] == [("name_twice", None, "teams")]


def test_names_that_only_look_alike_are_two() -> None:
    assert errors(names_of("Us", "Ana", "Anna", "Them", "An a", "Änä")) == []


def test_a_lone_player_is_a_team_of_that_name() -> None:
    teams = [{"name": "Team A", "players": ["Ana"]}, TWO[1]]
    for variant in ("bga", "banakil", "marriage"):
        assert errors(file(variant, teams=teams)) == [("team_of_one", None, "teams", "Team A")]


@pytest.mark.parametrize(
    "name",
    ["", " ", "\t", "\u00a0\u3000", "\u200b", "\u200d\u2060", "A\u0000", "A\nB", "\x85", "A\x7f"],
)
def test_names_must_be_writable(name: str) -> None:
    found = errors(names_of("Us", name, "Ben", "Them", "Celia", "Dev"))
    assert found == [("name_unfit", None, "teams", name)]
    found = errors(names_of(name, "Ana", "Ben", "Them", "Celia", "Dev"))
    assert found == [("name_unfit", None, "teams", name)]


@pytest.mark.parametrize("name", ["\ud800", "A\udfff", "\udc80b"])
def test_half_characters_are_no_names(name: str) -> None:
    assert ("name_unfit", None, "teams", name) in errors(
        names_of("Us", name, "Ben", "Them", "Celia", "Dev")
    )
    for field in ("name", "id"):
        assert errors(file(**{field: name})) == [("not_text", None, field, None)]


@pytest.mark.parametrize(
    "name", ["7", "Łukasz", "王", "👩\u200d👧", "\U0001fae9", "Ana Maria", "-"]
)
def test_names_in_any_script(name: str) -> None:
    assert errors(names_of("Us", name, "Ben", "Them", "Celia", "Dev")) == []


def test_names_are_used_exactly_as_the_teams_spell_them() -> None:
    document = names_of(" Us ", "E\u0301va", "Ben", "THEM", "Celia", "Dev")
    document |= {
        "first_dealer": "E\u0301va",
        "seats": ["E\u0301va", "Celia", "Ben", "Dev"],
        "starting_totals": {" Us ": 5},
        "rounds": [{"ended_by": "going_out", "went_out": "THEM", "entries": {" Us ": {}}}],
    }
    result = scored(document)
    assert result["totals"] == {" Us ": 5, "THEM": 200}
    assert result["rounds"][0]["dealer"] == "E\u0301va"
    for path, name in (("first_dealer", "Éva"), ("starting_totals", {"Us": 5})):
        assert len(errors({**document, path: name})) == 1


# ---- what is optional


@pytest.mark.parametrize("wrong", [5, True, [], {}, "a\x00b", "a\tb"])
@pytest.mark.parametrize("field", ["name", "id"])
def test_name_and_id_are_text(field: str, wrong: object) -> None:
    assert errors(file(**{field: wrong})) == [("not_text", None, field, None)]


@pytest.mark.parametrize("field", ["started", "finished"])
@pytest.mark.parametrize(
    "time",
    [
        "2026-01-31T20:15:00Z",
        "2026-01-31T20:15:00.123456+05:45",
        "2026-01-31T20:15-03:00",
        "20260131T201500Z",
    ],
)
def test_times_have_their_zone(field: str, time: str) -> None:
    game, _remarks = read(file(**{field: time}))
    assert game is not None
    assert getattr(game, field).tzinfo is not None


NO_TIMES: list[object] = [
    *("", "now", "2026-01-31", "2026-01-31T20:15:00", "2026-02-30T20:15:00Z", "20:15Z"),
    *("2026-01-31T25:15:00Z", "2026-01-31T20:15:00 Europe/Paris", "\ud800", "2026-W99-1T20:15Z"),
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"),
    *(0, 1769890500, True, [], {}),
]


@pytest.mark.parametrize("field", ["started", "finished"])
@pytest.mark.parametrize("time", NO_TIMES, ids=repr)
def test_what_is_no_time(field: str, time: object) -> None:
    assert errors(file(**{field: time})) == [("not_a_time", None, field, None)]


def test_starting_totals_are_part_of_what_follows() -> None:
    result = scored(played(of_file={"starting_totals": {NORTH: 20_000, EAST: -5}}))
    assert result["totals"] == {NORTH: 20_000, EAST: -5}
    assert result["opening"][NORTH] == {"points": 150, "changes_at": None}
    assert result["opening"][EAST] == {"points": 15, "changes_at": 0}
    assert result["over"] is True


def test_with_no_round_entered_the_game_is_not_over() -> None:
    document = file(starting_totals={NORTH: 20_000})
    assert scored(document)["over"] is False
    assert scored({**document, "rounds": []})["over"] is False


def test_starting_totals_are_whole_and_by_team() -> None:
    assert scored(file(starting_totals={NORTH: None, EAST: 5.0}))["totals"] == {NORTH: 0, EAST: 5}
    wrongs: list[object] = ["5", True, 0.5, [], {}]
    for wrong in wrongs:
        found = errors(file(starting_totals={NORTH: wrong}))
        assert found == [("not_a_total", None, "starting_totals", NORTH)]
    assert errors(file(starting_totals={"Ana": 5})) == [
        ("unknown_team", None, "starting_totals", "Ana")
    ]


def dealers(**changes: object) -> list[str | None]:
    return [one["dealer"] for one in scored(file(**changes))["rounds"]]


def test_seats_take_one_player_from_each_team_in_turn() -> None:
    four = ended({}, {}, {}, {}, {})
    assert dealers(first_dealer="Ana", rounds=four) == ["Ana", "Ben", "Celia", "Dev", "Ana"]


def test_seats_may_be_otherwise() -> None:
    seats = ["Dev", "Celia", "Ben", "Ana"]
    assert dealers(first_dealer="Ana", seats=seats, rounds=ended({}, {}, {})) == [
        "Ana",
        "Dev",
        "Celia",
    ]


def test_without_a_first_dealer_nobody_deals_until_a_round_says_who() -> None:
    assert dealers(rounds=ended({}, {}, {"dealer": "Celia"}, {})) == [None, None, "Celia", "Dev"]


def test_the_deal_goes_on_from_a_rounds_own_dealer() -> None:
    rounds = ended({}, {"dealer": "Ana"}, {}, {"dealer": None}, {"dealer": "Dev"}, {})
    assert dealers(first_dealer="Ana", rounds=rounds) == [
        "Ana",
        "Ana",
        "Ben",
        "Celia",
        "Dev",
        "Ana",
    ]


@pytest.mark.parametrize(
    "seats",
    [
        [],
        ["Ana", "Ben", "Celia"],
        ["Ana", "Ben", "Celia", "Dev", "Ana"],
        ["Ana", "Ben", "Ana", "Dev"],
        ["Ana", "Ben", "Celia", "dev"],
        ["Ana", "Ben", "Celia", "Emil"],
    ],
)
def test_every_player_sits_once(seats: list[str]) -> None:
    assert errors(file(seats=seats)) == [("seats_unlike_players", None, "seats", None)]


def test_partners_alternate() -> None:
    for seats in (["Ana", "Celia", "Ben", "Dev"], ["Ana", "Ben", "Dev", "Celia"]):
        assert errors(file(seats=seats)) == [("seats_not_in_turn", None, "seats", None)]
    teams = seating(3, 2)
    seats = ["p0-0", "p1-0", "p2-0", "p0-1", "p2-1", "p1-1"]
    assert errors(file("bga", teams=teams, seats=seats)) == [
        ("seats_not_in_turn", None, "seats", None)
    ]
    seats = ["p1-1", "p0-0", "p2-0", "p1-0", "p0-1", "p2-1"]
    assert errors(file("bga", teams=teams, seats=seats)) == []
    assert errors(file("marriage", seats=["Ben", "Ana"])) == []


@pytest.mark.parametrize("wrong", ["", "ana", NORTH, 0, True, ["Ana"], {}, "\ud800"])
def test_dealers_are_players(wrong: object) -> None:
    assert errors(file(first_dealer=wrong)) == [("unknown_player", None, "first_dealer", None)]
    assert errors(played(dealer=wrong)) == [("unknown_player", 1, "dealer", None)]


def test_kept_hides_no_finding() -> None:
    without = scored(played())
    codes = [one["code"] for one in without["rounds"][0]["findings"]]
    assert codes == ["hands_not_counted", "hands_not_counted"]
    assert scored(played(kept=codes)) == without
    assert scored(played(kept=["unheard-of"])) == without
    game, _remarks = read(played(kept=codes))
    assert game is not None
    assert game.rounds[0].kept == tuple(codes)


@pytest.mark.parametrize("wrong", [[1], [None], [["hands_not_counted"]], ["x", {}]])
def test_kept_lists_codes(wrong: object) -> None:
    assert errors(played(kept=wrong)) == [("not_a_list", 1, "kept", None)]


def test_a_substitute_takes_a_seat_and_the_names_stay() -> None:
    entries = {"Ana": {"meld_points": 10}}
    plain = played("banakil", entries, ended_by="going_out", went_out="Ana", dealer="Ana")
    document = copy.deepcopy(plain)
    document["rounds"][0]["players"] = {"Ana": "Emil", "Ben": None}
    assert scored(document) == scored(plain)
    game, _remarks = read(document)
    assert game is not None
    assert game.rounds[0].substitutes == {0: "Emil"}
    assert errors(played("banakil", {"Emil": {}}, players={"Ana": "Emil"})) == [
        ("unknown_column", 1, "entries", "Emil")
    ]


def test_players_may_change_seats() -> None:
    assert errors(played(players={"Ana": "Ben", "Ben": "Ana"})) == []
    assert errors(played(players={"Ana": "Ana"})) == []


@pytest.mark.parametrize(
    ("players", "found"),
    [
        ([], ("not_an_object", 1, "players", None)),
        ("Ana", ("not_an_object", 1, "players", None)),
        ({"Emil": "Ana"}, ("unknown_player", 1, "players", None)),
        ({NORTH: "Emil"}, ("unknown_player", 1, "players", None)),
        ({"Ana": ""}, ("name_unfit", 1, "players", "Ana")),
        ({"Ana": "\u200b"}, ("name_unfit", 1, "players", "Ana")),
        ({"Ana": "\ud800"}, ("name_unfit", 1, "players", "Ana")),
        ({"Ana": 5}, ("name_unfit", 1, "players", "Ana")),
        ({"Ana": "ben "}, ("name_twice", 1, "players", None)),
        ({"Ana": "Emil", "Ben": "EMIL"}, ("name_twice", 1, "players", None)),
    ],
)
def test_what_is_no_substitute(players: object, found: Found) -> None:
    assert errors(played(players=players)) == [found]


@pytest.mark.parametrize("value", [None, 5, "nothing", [], {"totals": {"Nobody": "many"}}])
def test_expected_is_ignored(value: object) -> None:
    assert scored({**EXAMPLE, "expected": value}) == scored(EXAMPLE)


def test_rounds_after_the_game_was_over_are_scored_like_any_other() -> None:
    rounds = ended(
        {"entries": {NORTH: {"meld_points": 500}}},
        {"entries": {NORTH: {"hand_points": 100}, EAST: {"meld_points": 450}}},
    )
    result = scored(file(options={"target": 450}, rounds=rounds))
    assert [one["scores"] for one in result["rounds"]] == [
        {NORTH: 500, EAST: 0},
        {NORTH: -100, EAST: 450},
    ]
    assert (result["totals"], result["over"]) == ({NORTH: 400, EAST: 450}, True)
    rounds[1]["entries"][EAST] = {"hand_points": 5}
    assert scored(file(options={"target": 450}, rounds=rounds))["over"] is False


# ---- findings


def test_a_finding_has_exactly_this_shape() -> None:
    entries = {NORTH: {"hand_points": 5, "garbage_points": 10}, EAST: {"hand_points": 5}}
    rounds = ended({}, {"entries": entries})
    findings = scored(file(rounds=rounds))["rounds"][1]["findings"]
    assert [
        (one["severity"], one["code"], one["round"], one["field"], one["column"])
        for one in findings
    ] == [
        ("warning", "garbage_without_sevens", 2, "garbage_points", NORTH),
        ("warning", "garbage_without_canasta", 2, "garbage_points", NORTH),
    ]
    for one in findings:
        assert set(one) == {"severity", "code", "round", "field", "column", "message"}
        assert one["message"].startswith(NORTH)
        assert one["message"].endswith(".")


def test_each_missing_canasta_or_book_is_a_warning_of_its_own() -> None:
    bare = {"hand_points": 5, "red_threes": 4}
    document = played(entries={NORTH: bare, EAST: bare}, ended_by="going_out", went_out=NORTH)
    found = scored(document)["rounds"][0]["findings"]
    assert [(one["field"], one["column"]) for one in found] == [
        ("sevens_canastas", NORTH),
        ("wild_canastas", NORTH),
        ("natural_canastas", NORTH),
        ("mixed_canastas", NORTH),
    ]
    found = scored(played("bga", ended_by="going_out", went_out=NORTH))["rounds"][0]["findings"]
    assert [one["field"] for one in found] == ["clean_books", "dirty_books", "wild_books"]


def test_errors_across_fields_and_columns_name_neither() -> None:
    entries = {NORTH: {"red_threes": 5}, EAST: {"red_threes": 3, "red_threes_in_foot": 1}}
    assert errors(played(entries=entries)) == [("red_threes_over_deck", 1, None, None)]


def test_every_error_is_listed_not_only_the_first() -> None:
    document = {
        "format": "scorekeeper-game",
        "version": 1,
        "variant": "bain",
        "winner": "us",
        "id": 5,
        "started": "yesterday",
        "options": {"target": 0, "bonus": 5, "red_threes_need": "x"},
        "teams": copy.deepcopy(PAIRS),
        "first_dealer": "Emil",
        "seats": ["Ana"],
        "starting_totals": {NORTH: 0.5, "West": 1},
        "rounds": [
            {
                "ended_by": "stock_out",
                "went_out": NORTH,
                "dealer": "Finn",
                "kept": 5,
                "players": {"Gita": "Ana"},
                "entries": {
                    NORTH: {"meld_points": "many", "red_threes": -1, "books": 1},
                    "West": {},
                    EAST: {"hand_points": 3, "hand_cards": {}, "adjustment": 5},
                },
            },
            5,
            {"ended_by": "maal"},
        ],
    }
    assert sorted(errors(document), key=repr) == sorted(
        [
            ("unknown_field", None, "winner", None),
            ("not_text", None, "id", None),
            ("not_a_time", None, "started", None),
            ("too_low", None, "target", None),
            ("unknown_field", None, "bonus", None),
            ("not_a_value", None, "red_threes_need", None),
            ("unknown_player", None, "first_dealer", None),
            ("seats_unlike_players", None, "seats", None),
            ("not_a_total", None, "starting_totals", NORTH),
            ("unknown_team", None, "starting_totals", "West"),
            ("went_out_present", 1, "went_out", None),
            ("unknown_player", 1, "dealer", None),
            ("not_a_list", 1, "kept", None),
            ("unknown_player", 1, "players", None),
            ("not_a_number", 1, "meld_points", NORTH),
            ("negative", 1, "red_threes", NORTH),
            ("unknown_field", 1, "books", NORTH),
            ("unknown_column", 1, "entries", "West"),
            ("both_ways", 1, "hand_cards", EAST),
            ("note_missing", 1, "adjustment_note", EAST),
            ("not_an_object", 2, None, None),
            ("not_a_value", 3, "ended_by", None),
        ],
        key=repr,
    )


def test_what_is_wrong_with_the_teams_hides_nothing_else() -> None:
    teams = [
        {"name": "Us", "players": ["Ana", " "]},
        {"name": "us", "players": ["Ben", "Dev", "X"]},
    ]
    document = played(entries={"Us": {"red_threes": -1}}, of_file={"teams": teams})
    assert errors({**document, "options": {"target": 0}}) == [
        ("name_unfit", None, "teams", " "),
        ("name_twice", None, "teams", "us"),
        ("seating_unknown", None, "teams", None),
        ("too_low", None, "target", None),
        ("negative", 1, "red_threes", "Us"),
    ]
    nameless = [{"name": " ", "players": [5, "\x00"]}, {"name": 5}]
    assert errors(file(teams=nameless)) == [
        ("name_unfit", None, "teams", " "),
        ("name_missing", None, "teams", None),
        ("name_unfit", None, "teams", "\x00"),
        ("team_shape", None, "teams", None),
        ("name_missing", None, "teams", None),
    ]


def test_a_game_of_many_rounds_is_read_in_a_moment() -> None:
    document = file(rounds=ended(*[{}] * 5_000))
    assert len(scored(document)["rounds"]) == 5_000
