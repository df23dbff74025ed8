"""The sheet of a game, and what is done with a game: take back, close, open again."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.board import Board
from games.models import Game, User
from tests.build import played, played_on, started, stored, typed, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
WRITES = ("undo", "redo", "finish", "reopen")


@pytest.fixture
def game(account: User) -> Game:
    return started(account)


def _url(game: Game, part: str = "") -> str:
    return f"/games/{game.pk}/{part}"


def _board(answer: Any) -> Board:
    board = answer.context["board"]
    assert isinstance(board, Board)
    return board


def _sheet(client: Client, game: Game, query: str = "") -> Any:
    answer = client.get(f"{_url(game)}{query}")
    assert answer.status_code == 200
    return answer


def _press(client: Client, game: Game, part: str, **changes: str) -> Any:
    """Press a button of the sheet: send its form as it stands there, with these changes."""
    form = Page(_sheet(client, game).text).form(_url(game, f"{part}/"))
    assert form.method == "post"
    return client.post(form.action, form.sent | changes)


def _fields(**fields: object) -> dict[str, str]:
    return {"submission": str(uuid4())} | {name: str(value) for name, value in fields.items()}


def _ready(game: Game, by: User, part: str) -> dict[str, str]:
    """Bring a game of one round to where a write can be made; return what its form sends."""
    if part == "redo":
        undone = game.undo(by=by, submission=uuid4(), revision=2)
        return _fields(revision=undone.number)
    if part == "reopen":
        game.finish(by=by, submission=uuid4())
    return _fields(revision=2)


# ---- the sheet


def test_the_sheet_of_a_new_game(client: Client, game: Game) -> None:
    answer = _sheet(client, game)
    assert answer.context["can_score"]
    assert answer.context["round_number"] == 1
    assert answer.context["undo"] is None
    page = Page(answer.text)
    assert f"/games/{game.pk}/rounds/1/" in page.links
    assert f"/games/{game.pk}/share/" in page.links
    assert "Enter round 1" in page.text


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [
        ("bain", 2, 2),
        ("pennies", 2, 3),
        ("bga", 7, 1),
        ("bga", 6, 2),
        ("banakil", 2, 2),
        ("banakil", 3, 1),
        ("marriage", 5, 1),
    ],
)
@pytest.mark.parametrize("rounds", [0, 3])
def test_every_game_has_its_sheet(
    client: Client, account: User, key: str, teams: int, each: int, rounds: int
) -> None:
    game = started(account, key, teams, each)
    for _round in range(rounds):
        played(game, account, {"adjustment": -10, "adjustment_note": "Late"})
    answer = _sheet(client, game, "?open=1" if rounds else "")
    text = Page(answer.text).text
    for name in (*(team.name for team in game.table.teams), *game.table.players):
        assert name in text
    assert len(_board(answer).rounds) == rounds
    if rounds:
        assert "Late" in text


def test_a_round_is_opened_and_closed(client: Client, account: User, game: Game) -> None:
    for points in (100, 200):
        played(game, account, {"meld_points": points})
    assert _board(_sheet(client, game)).breakdown is None
    answer = _sheet(client, game, "?open=2")
    board = _board(answer)
    assert board.breakdown is not None
    assert (board.breakdown.number, board.breakdown.totals) == (2, [150, -50])
    assert [one.opened for one in board.rounds] == [False, True]
    page = Page(answer.text)
    assert _url(game, "rounds/2/") in page.links
    assert f"{_url(game)}#round-2" in page.links
    assert f"{_url(game)}?open=1#round-1" in page.links
    assert page.ids["round-2"] == 1


@pytest.mark.parametrize(
    "opened", ["", "0", "3", "99", "-1", "x", "1e3", "9" * 30, "%00", "1&open=x"]
)
def test_a_round_that_is_not_there_opens_nothing(
    client: Client, account: User, game: Game, opened: str
) -> None:
    played(game, account)
    assert _board(_sheet(client, game, f"?open={opened}")).breakdown is None


def test_what_is_shown_of_names_is_only_text(client: Client, account: User, game: Game) -> None:
    evil = "<script>alert(1)</script>\"'&"
    game.teams.filter(number=0).update(name=evil)
    game.club.players.filter(name="Dev").update(name=f"{evil}2")
    Game.objects.update(name=f"{evil}3")
    game = Game.objects.get()
    played(game, account, {"adjustment": 5, "adjustment_note": f"{evil}4"})
    for url in (f"{_url(game)}?open=1", _url(game, "rounds/2/"), _url(game, "share/")):
        answer = client.get(url)
        assert "<script>alert" not in answer.text
        assert Page(answer.text).unsafe == []


TO_ALL = ("log/", "print/", "export.json", "export.csv")
TO_SCORERS = ("setup/", "rematch/", "delete/")


def _more(answer: Any) -> set[str]:
    """The pages of the game that the end of its sheet leads to."""
    own = f"/games/{answer.context['board'].game.pk}/"
    links = {link.removeprefix(own) for link in Page(answer.text).links if link.startswith(own)}
    return links & {*TO_ALL, *TO_SCORERS}


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_else_can_be_done(
    client: Client, account: User, game: Game, headers: dict[str, str]
) -> None:
    played(game, account)
    answer = client.get(_url(game), headers=headers)
    assert _more(answer) == {*TO_ALL, *TO_SCORERS}
    assert f"/rules/bain/?game={game.pk}" in Page(answer.text).links
    for part in _more(answer):
        assert client.get(_url(game, part)).status_code == 200
    client.force_login(viewer_of(game.club))
    answer = client.get(_url(game), headers=headers)
    assert _more(answer) == {*TO_ALL}
    assert f"/rules/bain/?game={game.pk}" in Page(answer.text).links
    for part in _more(answer):
        assert client.get(_url(game, part)).status_code == 200


def test_a_sheet_leads_to_the_club_and_a_finished_one_to_its_players(
    client: Client, game: Game
) -> None:
    players = [f"/players/{seat.player_id}/" for seat in game.seats.all()]
    club, history = f"/clubs/{game.club_id}/", f"/history/?club={game.club_id}"
    links = Page(_sheet(client, game).text).links
    assert {club, history} <= set(links)
    assert not set(players) & set(links)
    client.post(_url(game, "finish/"), _fields())
    links = Page(_sheet(client, game).text).links
    assert [link for link in links if link in players] == players
    assert {club, history} <= set(links)
    for link in (*players, club, history):
        assert client.get(link).status_code == 200


def test_a_rematch_is_offered_once(client: Client, game: Game) -> None:
    for part in ("", "finish/"):
        if part:
            client.post(_url(game, part), _fields())
        assert Page(_sheet(client, game).text).links.count(_url(game, "rematch/")) == 1


def test_the_sheet_for_those_who_look_on(client: Client, account: User, game: Game) -> None:
    played(game, account)
    client.force_login(viewer_of(game.club))
    answer = _sheet(client, game, "?open=1")
    page = Page(answer.text)
    assert not answer.context["can_score"]
    assert page.forms == []
    assert not [link for link in page.links if "/rounds/" in link or "/share/" in link]


# ---- who may not


@pytest.mark.parametrize("part", ["", *(f"{part}/" for part in WRITES)])
def test_strangers_learn_nothing(game: Game, account: User, part: str) -> None:
    played(game, account)
    before = stored(game)
    stranger = Client()
    stranger.force_login(User.objects.make_silently())
    for client in (Client(), stranger):
        if part:
            answer = client.post(_url(game, part), _fields(revision=2))
        else:
            answer = client.get(_url(game))
        assert answer.status_code == 404
        assert "Ana" not in answer.text
    assert stored(game) == before


@pytest.mark.parametrize("part", WRITES)
def test_those_who_look_on_change_nothing(game: Game, account: User, part: str) -> None:
    played(game, account)
    fields = _ready(game, account, part)
    before, client = stored(game), Client()
    client.force_login(viewer_of(game.club))
    assert client.post(_url(game, f"{part}/"), fields).status_code == 403
    assert stored(game) == before


def test_a_deleted_game_is_gone(client: Client, game: Game) -> None:
    Game.objects.update(deleted_at=timezone.now())
    assert client.get(_url(game)).status_code == 404
    for part in WRITES:
        assert client.post(_url(game, f"{part}/"), _fields(revision=2)).status_code == 404


@pytest.mark.parametrize("pk", ["x", "0", str(UUID(int=7)), "0" * 32])
def test_games_that_never_were(client: Client, account: User, pk: str) -> None:
    started(account)
    assert client.get(f"/games/{pk}/").status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, game: Game, method: str) -> None:
    for part in ("", *(f"{part}/" for part in WRITES)):
        assert getattr(client, method)(_url(game, part)).status_code == 405
    assert client.post(_url(game)).status_code == 405
    for part in WRITES:
        assert client.get(_url(game, f"{part}/")).status_code == 405
    assert client.head(_url(game)).status_code == 200


# ---- take back


def test_the_latest_write_is_taken_back(client: Client, account: User, game: Game) -> None:
    for points in (100, 200):
        played(game, account, {"meld_points": points})
    undo = _sheet(client, game).context["undo"]
    assert undo.says == "Undo: round 2 saved"
    answer = _press(client, game, "undo")
    assert answer.status_code == 303
    sheet = client.get(answer["Location"])
    assert "Taken back: round 2 saved" in Page(sheet.text).text
    assert [team.total for team in _board(sheet).teams] == [50, -50]
    assert sheet.context["round_number"] == 2
    assert sheet.context["undo"].says == "Undo: round 1 saved"


def test_a_correction_is_taken_back(client: Client, account: User, game: Game) -> None:
    played(game, account, {"meld_points": 100})
    played(game, account)
    url = _url(game, "rounds/1/")
    client.post(url, typed(game, {"meld_points": 300}) | _fields(revision=2))
    assert "Undo: round 1 corrected, Ana-Ben 50 to 250" in Page(_sheet(client, game).text).text
    _press(client, game, "undo")
    assert [one.cells for one in _board(_sheet(client, game)).rounds] == [
        [(50, 50), (-50, -50)],
        [(-50, 0), (-50, -100)],
    ]


def test_all_is_taken_back_step_by_step(client: Client, account: User, game: Game) -> None:
    played(game, account)
    played(game, account)
    assert _press(client, game, "undo").status_code == 303
    assert _press(client, game, "undo").status_code == 303
    answer = _sheet(client, game)
    assert _board(answer).rounds == []
    assert answer.context["undo"] is None
    refused = client.post(_url(game, "undo/"), _fields(revision=1))
    assert refused.status_code == 409
    assert "nothing left to take back" in refused.context["sentence"]


def test_what_was_not_seen_is_not_taken_back(client: Client, account: User, game: Game) -> None:
    played(game, account)
    form = Page(_sheet(client, game).text).form(_url(game, "undo/")).sent
    played(game, account)
    before = stored(game)
    answer = client.post(_url(game, "undo/"), form)
    assert answer.status_code == 409
    assert "written to this game meanwhile" in answer.context["sentence"]
    assert _url(game) in Page(answer.text).links
    assert stored(game) == before


def test_what_was_said_goes_with_the_next_write(client: Client, account: User, game: Game) -> None:
    """Else it would stand beside a way back from something else."""
    played(game, account)
    emptied = '<hx-partial hx-target="#said" hx-swap="innerHTML"></hx-partial>'
    assert emptied in client.get(_url(game), headers=HTMX).text
    _press(client, game, "undo")
    # What is still to be said waits for the page.
    assert emptied not in client.get(_url(game), headers=HTMX).text
    assert "Taken back: round 1 saved" in _sheet(client, game).text


def test_what_was_said_is_not_said_again(client: Client, account: User, game: Game) -> None:
    played(game, account)
    _press(client, game, "undo")
    sheet = _sheet(client, game)
    assert "Taken back: round 1 saved" in sheet.text
    assert sheet.cookies["messages"]["max-age"] == 0
    del client.cookies["messages"]
    again = client.get(_url(game), headers={"If-None-Match": sheet["ETag"]})
    assert again.status_code == 200
    assert "Taken back: round 1 saved" not in again.text
    unchanged = client.get(_url(game), headers={"If-None-Match": again["ETag"]})
    assert unchanged.status_code == 304


# ---- do again


def test_what_was_taken_back_is_done_again(client: Client, account: User, game: Game) -> None:
    played(game, account, {"meld_points": 100})
    client.post(_url(game, "rounds/1/"), typed(game, {"meld_points": 300}) | _fields(revision=2))
    assert _sheet(client, game).context["redo"] is None
    _press(client, game, "undo")
    _press(client, game, "undo")
    answer = _sheet(client, game)
    assert answer.context["undo"] is None
    assert "Redo: round 1 saved" in Page(answer.text).text
    answer = _press(client, game, "redo")
    assert answer.status_code == 303
    sheet = client.get(answer["Location"])
    assert "Done again: round 1 saved" in Page(sheet.text).text
    assert [team.total for team in _board(sheet).teams] == [50, -50]
    assert sheet.context["undo"].says == "Undo: round 1 saved"
    assert sheet.context["redo"].says == "Redo: round 1 corrected, Ana-Ben 50 to 250"
    _press(client, game, "redo")
    sheet = _sheet(client, game)
    assert [team.total for team in _board(sheet).teams] == [250, -50]
    assert sheet.context["redo"] is None


def test_something_new_leaves_nothing_to_do_again(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    _press(client, game, "undo")
    form = Page(_sheet(client, game).text).form(_url(game, "redo/")).sent
    played(game, account, {"meld_points": 100})
    assert _sheet(client, game).context["redo"] is None
    before = stored(game)
    answer = client.post(_url(game, "redo/"), form)
    assert answer.status_code == 409
    assert answer.context["heading"] == "Nothing to do again"
    assert "something new was written since" in answer.context["sentence"]
    assert stored(game) == before


def test_a_reopened_game_is_finished_again(client: Client, account: User, game: Game) -> None:
    played(game, account)
    client.post(_url(game, "finish/"), _fields())
    assert _sheet(client, game).context["redo"] is None
    _press(client, game, "reopen")
    assert _sheet(client, game).context["redo"].says == "Redo: game finished"
    _press(client, game, "redo")
    assert _board(_sheet(client, game)).state == "finished"


# ---- close and open again


def test_a_game_is_finished_and_opened_again(client: Client, account: User) -> None:
    game = started(account, target=500)
    played(game, account, {"meld_points": 600})
    assert _board(_sheet(client, game)).state == "over"
    answer = _press(client, game, "finish")
    sheet = client.get(answer["Location"])
    assert "Game finished" in Page(sheet.text).text
    board = _board(sheet)
    assert (board.state, board.deal) == ("finished", None)
    assert board.headline == "Ana-Ben win with 550."
    assert sheet.context["undo"] is None
    assert list(game.teams.values_list("points", "place")) == [(550, 1), (-50, 2)]
    assert Page(_sheet(client, game, "?open=1").text).links.count(_url(game, "rounds/1/")) == 0

    answer = _press(client, game, "reopen")
    sheet = client.get(answer["Location"])
    assert "Game reopened" in Page(sheet.text).text
    assert _board(sheet).state == "over"
    assert sheet.context["undo"].says == "Undo: round 1 saved"
    assert list(game.teams.values_list("points", "place")) == [(550, 1), (-50, 2)]
    _press(client, game, "undo")
    assert _board(_sheet(client, game)).state == "running"
    assert not game.rounds.exists()


def test_equal_totals_share_a_place(client: Client, account: User) -> None:
    game = started(account, "marriage", 3, 1, rounds=1)
    played(game, account, {"main_wilds": 1}, {"upper_wilds": 1, "lower_wilds": 3}, went_out=2)
    totals = [team.total for team in _board(_sheet(client, game)).teams]
    _press(client, game, "finish")
    assert list(game.teams.values_list("points", flat=True)) == totals
    game = started(account, "bga", 3, 1, rounds=1)
    played(game, account, {"meld_points": 5})
    client.post(_url(game, "finish/"), _fields())
    assert list(game.teams.values_list("place", flat=True)) == [3, 1, 1]


def test_a_game_nobody_has_played_can_be_finished(client: Client, game: Game) -> None:
    client.post(_url(game, "finish/"), _fields())
    board = _board(_sheet(client, game))
    assert (board.state, board.headline) == ("finished", "")
    assert not any(team.wins or team.leads for team in board.teams)


def test_who_won_is_seen_on_the_list_of_games(client: Client, account: User, game: Game) -> None:
    played(game, account, {"meld_points": 600})
    client.post(_url(game, "finish/"), _fields())
    assert [board.game.pk for board in client.get("/").context["finished"]] == [game.pk]


def test_an_open_game_is_not_opened_again(client: Client, game: Game) -> None:
    before = stored(game)
    answer = client.post(_url(game, "reopen/"), _fields())
    assert answer.status_code == 409
    assert answer.context["choices"] == []
    assert stored(game) == before


# ---- bad input, and twice


BAD = [
    {},
    {"submission": ""},
    {"submission": "x"},
    {"submission": "\0"},
    {"submission": "9" * 60_000},
    {"revision": "2"},
]


@pytest.mark.parametrize("part", WRITES)
@pytest.mark.parametrize("fields", BAD)
def test_a_form_that_is_not_whole(
    client: Client, account: User, game: Game, part: str, fields: Mapping[str, str]
) -> None:
    played(game, account)
    before = stored(game)
    answer = client.post(_url(game, f"{part}/"), fields)
    assert answer.status_code == 400
    assert "The page was not whole" in answer.context["sentence"]
    assert stored(game) == before


@pytest.mark.parametrize("part", ["undo", "redo"])
@pytest.mark.parametrize("revision", ["", "x", "-1", "2.0", "\0", "9" * 10, "٢"])
def test_no_revision(client: Client, account: User, game: Game, part: str, revision: str) -> None:
    played(game, account)
    fields = _ready(game, account, part) | {"revision": revision}
    assert client.post(_url(game, f"{part}/"), fields).status_code == 400


@pytest.mark.parametrize("part", ["undo", "redo"])
@pytest.mark.parametrize("revision", ["0", "1", "4", "999999999"])
def test_another_revision(
    client: Client, account: User, game: Game, part: str, revision: str
) -> None:
    played(game, account)
    fields = _ready(game, account, part) | {"revision": revision}
    before = stored(game)
    answer = client.post(_url(game, f"{part}/"), fields)
    assert answer.status_code == 409
    assert answer.context["heading"] == "Nothing was changed"
    assert stored(game) == before


@pytest.mark.parametrize("part", WRITES)
def test_a_body_too_large(client: Client, account: User, game: Game, part: str) -> None:
    played(game, account)
    fields = _fields(revision=2, more="x" * 200_000)
    assert client.post(_url(game, f"{part}/"), fields).status_code == 400


@pytest.mark.parametrize("part", WRITES)
def test_sent_twice_it_is_done_once(client: Client, account: User, game: Game, part: str) -> None:
    played(game, account)
    fields = _ready(game, account, part)
    first = client.post(_url(game, f"{part}/"), fields)
    assert first.status_code == 303
    before = stored(game)
    again = client.post(_url(game, f"{part}/"), fields)
    assert (again.status_code, again["Location"]) == (303, first["Location"])
    assert stored(game) == before


@pytest.mark.parametrize("part", WRITES)
def test_an_id_that_was_used_for_something_else(
    client: Client, account: User, game: Game, part: str
) -> None:
    revision = played(game, account)
    before = stored(game)
    fields = _fields(revision=2) | {"submission": str(revision.submission)}
    answer = client.post(_url(game, f"{part}/"), fields)
    assert answer.status_code == 409
    assert answer.context["heading"] == "This page was already used"
    assert stored(game) == before


@pytest.mark.parametrize("part", ["undo", "redo", "finish"])
def test_a_finished_game_refuses_and_offers_to_reopen(
    client: Client, account: User, game: Game, part: str
) -> None:
    played(game, account)
    game.finish(by=account, submission=uuid4())
    before = stored(game)
    answer = client.post(_url(game, f"{part}/"), _fields(revision=2))
    assert answer.status_code == 409
    assert stored(game) == before
    (form,) = Page(answer.text).forms
    assert form.action == _url(game, "reopen/")
    assert client.post(form.action, form.sent).status_code == 303
    assert Game.objects.get().finished_at is None


@pytest.mark.parametrize("part", WRITES)
def test_with_htmx_a_write_leads_on(client: Client, account: User, game: Game, part: str) -> None:
    played(game, account)
    answer = client.post(_url(game, f"{part}/"), _ready(game, account, part), headers=HTMX)
    assert answer["HX-Redirect"] == _url(game)


# ---- how much is asked of the database


def _queries(client: Client, url: str, **headers: str) -> tuple[int, int]:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(url, headers=headers)
    return answer.status_code, len(asked)


def test_the_queries_do_not_grow_with_the_rounds(client: Client, account: User, game: Game) -> None:
    counts = []
    for rounds in (5, 200):
        played_on(game, account, rounds)
        client.get(_url(game))  # The first look brings the cookie that the forms need.
        etag = client.get(_url(game))["ETag"]
        counts.append(
            {
                "sheet": _queries(client, _url(game)),
                "part": _queries(client, _url(game), **HTMX),
                "opened": _queries(client, f"{_url(game)}?open=5"),
                "unchanged": _queries(client, _url(game), **{"If-None-Match": etag}),
            }
        )
    assert counts[0] == counts[1]
    assert counts[0] == {
        "sheet": (200, 13),
        "part": (200, 13),
        "opened": (200, 14),
        "unchanged": (304, 3),
    }


def test_the_queries_do_not_grow_with_the_table(client: Client, account: User) -> None:
    small, large = started(account, "bga", 2, 1), started(account, "bga", 6, 2)
    for game in (small, large):
        played(game, account)
    assert _queries(client, _url(small)) == _queries(client, _url(large))
