"""Many phones write at the same moment, each request in a thread and on a connection of its own."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from games.models import Draft, Game, Revision, User
from tests.build import imagined, played, started, typed
from tests.crowd.acts import rematch, start_as_a_stranger, turn
from tests.crowd.checks import Checks
from tests.crowd.phones import Journal, Phone, Sitting, Tables
from tests.models.play import assert_follows_from_entries, at_once, undo
from tests.pages import Page
from tests.variants.build import table_of

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 5.0
SIZES = {"bain": (2, 2), "pennies": (2, 3), "bga": (3, 2), "banakil": (3, 1), "marriage": (4, 1)}


@pytest.fixture
def by() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(by: User) -> Game:
    """A game with two rounds."""
    game = started(by)
    played(game, by)
    played(game, by)
    return game


class ClientBrowser:
    """A browser that reaches the application without a server between."""

    def __init__(self, user: User | None = None) -> None:
        self._user = user
        self._client = Client()
        if user is not None:
            self._client.force_login(user)

    def another(self) -> "ClientBrowser":
        return ClientBrowser(self._user)

    def stranger(self) -> "ClientBrowser":
        return ClientBrowser()

    def ask(self, path: str, fields: Mapping[str, str] | None = None) -> tuple[int, str, str]:
        answer = self._client.get(path) if fields is None else self._client.post(path, fields)
        return answer.status_code, answer.text, answer.headers.get("Location", "")


def _where(answer: Any) -> tuple[int, str]:
    """Return how a request was answered, and where that leads."""
    return answer.status_code, answer.headers.get("Location", "")


# ---- crowds


def _until(deadline: float) -> Iterator[float]:
    while (now := time.monotonic()) < deadline:
        yield now


def test_eight_scorers_write_to_one_game_for_five_seconds(by: User) -> None:
    game = started(by)
    tables = Tables(Sitting(f"/games/{game.pk}/", game), most_rounds=1000)
    journal, deadline = Journal(), time.monotonic() + SECONDS
    phones = [
        Phone(f"Phone {one}", ClientBrowser(by), journal, tables, Random(one), sociable=1)
        for one in range(8)
    ]
    # All stay at this table.
    stay = partial(turn, unwanted=(start_as_a_stranger, rematch))
    at_once(*[partial(phone.play, stay, _until(deadline)) for phone in phones])
    checks = Checks(journal, phones)
    checks.run()
    assert [*journal.faults, *checks.faults] == []
    assert 0 < checks.found == game.revisions.count() - 1
    assert journal.previews > 0


def _score(client: Client, number: int, threads: threading.Semaphore) -> list[tuple[int, str]]:
    """Keep the score of a game of one's own; return how each write was answered."""
    key = list(SIZES)[number % len(SIZES)]
    teams, each = SIZES[key]
    table = table_of(key, teams, each)
    round_ = typed(imagined(key, table))
    other = round_ | {"0-adjustment": str(5 * number), "0-adjustment_note": "by the table"}
    seats = {f"seat-{place}": table.players[player] for place, player in enumerate(table.seats)}

    def post(path: str, fields: Mapping[str, str]) -> tuple[int, str]:
        with threads:
            return _where(client.post(path, {**fields, "submission": str(uuid4())}))

    start = post(f"/games/new/{key}/", {"seated": f"{teams}x{each}", **seats})
    home = start[1]
    return [
        start,
        post(f"{home}rounds/1/preview/", round_),
        post(f"{home}rounds/1/", round_),
        post(f"{home}rounds/1/", other | {"revision": "2"}),
        post(f"{home}finish/", {}),
    ]


def test_fifty_scorers_write_to_fifty_games() -> None:
    # As many are answered at once as the real server has threads; the others wait outside.
    threads = threading.Semaphore(16)
    phones = enumerate([Client() for _scorer in range(50)])
    answered = at_once(*[partial(_score, phone, number, threads) for number, phone in phones])
    logged = ["start", "record", "correct", "finish"]
    for answers in answered:
        assert isinstance(answers, list)
        home = answers[0][1]
        assert answers == [(303, home), (200, ""), *[(303, home)] * 3]
        game = Game.objects.get(pk=home.split("/")[2])
        assert [revision.kind for revision in game.revisions.all()] == logged
        assert_follows_from_entries(game)
    assert Game.objects.count() == User.objects.count() == 50


# ---- the same form four times, and different ones


type Sending = tuple[str, dict[str, str]]
"""An address, and the fields that are sent there."""


def _record(game: Game, _page: Page) -> Sending:
    path = f"/games/{game.pk}/rounds/{game.rounds.count() + 1}/"
    return path, typed(game, {"meld_points": 35}) | {"submission": str(uuid4())}


def _correct(game: Game, _page: Page) -> Sending:
    seen = {"revision": str(game.rounds.get(number=1).revision), "submission": str(uuid4())}
    return f"/games/{game.pk}/rounds/1/", typed(game, {"meld_points": 70}) | seen


def _insert(game: Game, page: Page) -> Sending:
    path, fields = _correct(game, page)
    return f"{path}insert/", fields


def _delete_round(game: Game, _page: Page) -> Sending:
    seen = {"revision": str(game.rounds.get(number=2).revision), "submission": str(uuid4())}
    return f"/games/{game.pk}/rounds/2/delete/", seen


def _press(part: str, game: Game, page: Page) -> Sending:
    form = page.form(f"/games/{game.pk}/{part}")
    return form.action, form.sent


def _redo(game: Game, _page: Page) -> Sending:
    undone = game.revisions.redoable().first()
    revision = undone.number if undone else 1
    return f"/games/{game.pk}/redo/", {"revision": str(revision), "submission": str(uuid4())}


def _setup(game: Game, _page: Page) -> Sending:
    game.refresh_from_db()
    seen = {"revision": str(game.setup_revision), "submission": str(uuid4())}
    return f"/games/{game.pk}/setup/", {"name": uuid4().hex, "save": "1", **seen}


def _substitute(game: Game, _page: Page) -> Sending:
    path = f"/games/{game.pk}/substitute/"
    number = str(game.rounds.count() + 1)
    fields = {"player": "0", "name": f"Guest {uuid4().hex}", "from": number}
    return path, fields | {"submission": str(uuid4())}


KINDS: Mapping[str, Callable[[Game, Page], Sending]] = {
    "record": _record,
    "correct": _correct,
    "insert": _insert,
    "delete a round": _delete_round,
    "setup": _setup,
    "substitute": _substitute,
    "redo": _redo,
    "undo": partial(_press, "undo/"),
    "finish": partial(_press, "finish/"),
    "reopen": partial(_press, "reopen/"),
}
"""How each kind of write is sent to a game, from the sheet that shows it."""


def _phones(by: User, number: int) -> list[Client]:
    clients = [Client() for _phone in range(number)]
    for client in clients:
        client.force_login(by)
    return clients


def _sheet(client: Client, game: Game) -> Page:
    return Page(client.get(f"/games/{game.pk}/").text)


def _times(sending: Sending) -> int:
    return Revision.objects.filter(submission=UUID(sending[1]["submission"])).count()


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_form_four_times_at_once_is_one_write(kind: str, by: User, game: Game) -> None:
    if kind == "reopen":
        game.finish(by=by, submission=uuid4())
    if kind == "redo":
        undo(game)
    phones = _phones(by, 4)
    sending = KINDS[kind](game, _sheet(phones[0], game))
    before = game.revisions.count()
    answers = at_once(*[partial(phone.post, *sending) for phone in phones])
    assert [_where(answer) for answer in answers] == [(303, f"/games/{game.pk}/")] * 4
    assert _times(sending) == 1
    assert game.revisions.count() == before + 1
    assert_follows_from_entries(game)


def test_the_same_start_four_times_at_once_is_one_game() -> None:
    phones = [Client() for _phone in range(4)]
    form = Page(phones[0].get("/games/new/bain/").text).form("/games/new/bain/")
    seats = {f"seat-{place}": name for place, name in enumerate(("Ana", "Ben", "Celia", "Dev"))}
    sent = form.sent | seats
    for phone in phones[1:]:
        # It is one browser that taps four times.
        phone.cookies["csrftoken"] = phones[0].cookies["csrftoken"].value
    answers = at_once(*[partial(phone.post, form.action, sent) for phone in phones])
    game = Game.objects.get()
    assert [_where(answer) for answer in answers] == [(303, f"/games/{game.pk}/")] * 4
    assert game.revisions.count() == 1
    assert User.objects.count() == game.club.memberships.count() == 1
    assert game.club.players.count() == 4
    # Whichever tap was answered, its phone can go on with the game.
    assert [phone.get(f"/games/{game.pk}/").status_code for phone in phones] == [200] * 4


def test_the_same_draft_four_times_at_once_is_one_draft(by: User, game: Game) -> None:
    phones = _phones(by, 4)
    path, fields = _record(game, _sheet(phones[0], game))
    answers = at_once(*[partial(phone.post, f"{path}preview/", fields) for phone in phones])
    assert [_where(answer) for answer in answers] == [(200, "")] * 4
    standing = [draft.text for draft in game.drafts.order_by("column")]
    assert standing[0] == {"ended_by": fields["ended_by"]}
    assert {name: text for one in standing for name, text in one.items()} | {
        "submission": fields["submission"]
    } == fields
    assert game.drafts.count() == 3
    # It is the own typing of that page, so the page can be saved.
    assert _where(phones[0].post(path, fields)) == (303, f"/games/{game.pk}/")
    assert not Draft.objects.exists()


def test_writes_of_every_kind_at_once(by: User, game: Game) -> None:
    """Each is stored whole or refused whole, and one of them at least is stored."""
    kinds = [kind for kind in KINDS if kind != "reopen"]
    phones = _phones(by, 2 * len(kinds))
    for _time in range(5):
        sheet = _sheet(phones[0], game)
        sendings = [KINDS[kind](game, sheet) for kind in kinds for _phone in range(2)]
        for sending in sendings:
            sending[1]["submission"] = str(uuid4())
        posts = [
            partial(phone.post, *sending) for phone, sending in zip(phones, sendings, strict=True)
        ]
        answers: list[Any] = list(at_once(*posts))
        statuses = [answer.status_code for answer in answers]
        assert {303} <= set(statuses) <= {303, 409}
        assert [_times(sending) for sending in sendings] == [one == 303 for one in statuses]
        game.refresh_from_db()
        assert_follows_from_entries(game)
        if game.finished_at:
            game.reopen(by=by, submission=uuid4())
        while game.rounds.count() < 2:
            played(game, by)
