"""The evening that can be played into the database to have something to look at."""

import json
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import gamefile
from games.board import Board
from games.forms.round import columns_of, field_names
from games.management.commands import demo
from games.management.commands.demo import EVENING, PLAYS, Play, Slip
from games.models import Club, Game, User
from games.variants import VARIANTS
from tests.build import started, viewer_of
from tests.models.play import assert_follows_from_entries

pytestmark = pytest.mark.django_db

NOBODY = UUID("00000000-0000-4000-8000-000000000000")


def play(*arguments: str) -> str:
    printed = StringIO()
    call_command("demo", *arguments, stdout=printed)
    return printed.getvalue()


@pytest.fixture
def evening() -> dict[str, Game]:
    """Every game of the evening, by its name."""
    play()
    return {game.name: game for game in Game.objects.whole()}


def read(file: str) -> gamefile.GameFile:
    game, remarks = gamefile.read(gamefile.load((EVENING / f"{file}.json").read_bytes()))
    assert game is not None, remarks
    return game


# ---- the files


def test_every_file_is_played() -> None:
    assert {path.stem for path in EVENING.iterdir()} == {item.file for item in PLAYS}


@pytest.mark.parametrize("file", [item.file for item in PLAYS])
def test_rounds_break_no_rule_but_where_a_warning_is_kept(file: str) -> None:
    for played in read(file).rounds:
        assert {one.code for one in played.findings} == set(played.kept)


# ---- what is kept


def test_each_game_stands_as_it_was_left(evening: dict[str, Game]) -> None:
    stands = {
        name: (Board(game).state, *game.table.totals(game.rows)) for name, game in evening.items()
    }
    assert stands == {
        "Sunday at the lake": ("finished", 21815, 21840),
        "Banakil, pairs": ("finished", 98, 240),
        "Marriage, five of us": ("finished", 39, 108, 84, 9, 108),
        "Seven at one table": ("over", 10365, 7085, 7090, 4795, 9590, 7705, 7490),
        "One more, just us two": ("running", 0, 0),
        "Three pairs in the garden": ("tied", 5120, 12150, 12150),
        "Aunts against cousins": ("running", 8230, -310),
        "Banakil after lunch": ("running", 100, 4, 27),
        "Tihar night": ("running", -1, -115, 103, 13),
        "Friday cards": ("running", 13380, 13465),
    }


def test_every_figure_follows_from_the_entries(evening: dict[str, Game]) -> None:
    for game in evening.values():
        assert_follows_from_entries(game)


def test_all_that_can_be_seen_is_there(evening: dict[str, Game]) -> None:
    assert {game.variant for game in evening.values()} == set(VARIANTS)
    assert {
        (game.variant, len(game.table.teams), len(game.table.teams[0].players))
        for game in evening.values()
    } >= {("bga", 7, 1), ("bga", 3, 2), ("banakil", 2, 2), ("banakil", 3, 1)}
    assert {revision.kind for game in evening.values() for revision in game.revisions.all()} == {
        "start",
        "record",
        "correct",
        "undo",
        "finish",
    }
    assert evening["Tihar night"].options["settlement"] == "maal"
    assert evening["Sunday at the lake"].table.starting_totals == (3150, -245)
    for name, columns in {"Tihar night": {0, 2}, "Friday cards": {0, 1}}.items():
        drafts = evening[name].drafts.all()
        assert {draft.column for draft in drafts} == columns
        assert {field for draft in drafts for field in draft.text} <= fields_of(evening[name])
    friday = evening["Friday cards"].played
    assert friday[3].kept == ["red_threes_in_foot_after_out:1", "red_threes_not_all_out"]
    assert friday[2].read().columns[0].meld_points.cards
    assert friday[4].read().columns[0].adjustment_note == "Looked at the foot too early"


def fields_of(game: Game) -> set[str]:
    return {name for column in columns_of(game) for name in field_names(game, column)}


def test_whoever_dealt_out_of_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = gamefile.load((EVENING / "bain-sunday.json").read_bytes())
    for played, dealer in zip(document["rounds"], ("Emil", "Emil", "Rosa"), strict=False):
        played["dealer"] = dealer
    (tmp_path / "odd.json").write_text(json.dumps(document))
    slip = Slip(round=2, column=0, field="hand_points", wrote=30)
    monkeypatch.setattr(demo, "EVENING", tmp_path)
    monkeypatch.setattr(demo, "PLAYS", (Play("odd", twice=3, slip=slip),))
    play()
    game = Game.objects.get()
    players = game.table.players
    assert [players[one] for one in game.dealers[:4] if one is not None] == [
        *("Emil", "Emil", "Rosa"),
        players[game.table.after(players.index("Rosa")) or 0],
    ]


# ---- how it is run


def test_tells_where_each_game_can_be_watched_and_works_twice(client: Client) -> None:
    printed = play() + play()
    addresses = [line.strip() for line in printed.splitlines() if "/watch/" in line]
    assert len(set(addresses)) == 2 * len(PLAYS)
    for address in addresses:
        assert client.get("/" + address.split("/", 3)[3]).status_code == 200
    assert sizes(Club.objects.all()) == [len(PLAYS)] * 2


def test_for_an_account() -> None:
    user = User.objects.make_silently()
    play("--account", str(user.pk))
    assert sizes(Club.objects.all()) == [len(PLAYS)]
    assert Game.objects.of(user).count() == len(PLAYS)


def test_beside_a_game() -> None:
    user = User.objects.make_silently()
    game = started(user)
    play("--beside", f"http://192.168.1.7:8000/games/{game.pk}/?open=3#round-3")
    assert sizes([user.home_club()]) == [1 + len(PLAYS)]
    assert Game.objects.exclude(pk=game.pk).first() in Game.objects.of(user)


@pytest.mark.parametrize(
    "address", ["", "nonsense", "/games/00000000-0000-4000-8000-000000000000/"]
)
def test_beside_nothing(address: str) -> None:
    with pytest.raises(CommandError, match="no game at this address"):
        play("--beside", address)


def test_for_nobody() -> None:
    onlooker = viewer_of(User.objects.make_silently().home_club())
    for account in (NOBODY, onlooker.pk):
        with pytest.raises(CommandError, match="no account of this id"):
            play("--account", str(account))
    assert not Game.objects.exists()


def sizes(clubs: Iterable[Club]) -> list[int]:
    return [club.games.count() for club in clubs]
