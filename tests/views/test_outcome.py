"""How writes are answered: what is done is said, and what clashes is a choice."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client, RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import wording
from games.forms.round import columns_of, field_names
from games.models import (
    AccountNameTakenError,
    CodeExpiredError,
    CodeUsedError,
    DraftChangedError,
    EntryRefusedError,
    FileKnownError,
    Game,
    GameDeletedError,
    GameFinishedError,
    LastOwnerError,
    LinkClosedError,
    NameClashError,
    NameTakenError,
    NoSuchRoundError,
    NotEmptyError,
    NothingToRedoError,
    NothingToUndoError,
    NoWayBackError,
    OutOfDateError,
    Revision,
    SameGameError,
    SeatTakenError,
    SeenChangedError,
    SetupChangedError,
    SubmissionReusedError,
    TooManySeasonsError,
    User,
    WriteRefusedError,
)
from games.variants import VARIANTS
from games.views.outcome import Version, refused
from tests.build import form_of, played, started, stored, typed
from tests.models.play import assert_follows_from_entries
from tests.pages import Form, Page

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
ANOTHER, MINE, REOPEN = "Mine is another round", "Put mine in place", "Reopen this game"


@pytest.fixture
def game(account: User) -> Game:
    return started(account)


def _url(game: Game, number: int = 1) -> str:
    return f"/games/{game.pk}/rounds/{number}/"


def _sent(game: Game, *columns: Mapping[str, object], **more: object) -> dict[str, str]:
    return {"submission": str(uuid4())} | typed(game, *columns, **more)


def _clash(client: Client, game: Game, number: int, fields: Mapping[str, str]) -> Any:
    """Send something that clashes, and see that nothing is stored before somebody chooses."""
    before = stored(game)
    answer = client.post(_url(game, number), fields)
    assert answer.status_code == 409
    assert stored(game) == before
    page = Page(answer.text)
    assert f"/games/{game.pk}/" in page.links
    assert [form.action for form in page.forms] == [one.url for one in answer.context["choices"]]
    for form in page.forms:
        typed_too = {name: text for name, text in fields.items() if name not in CARRIED}
        assert typed_too.items() <= form.sent.items()
    return answer


CARRIED = ("csrfmiddlewaretoken", "submission", "revision")


def _choice(answer: Any, label: str) -> Form:
    """The form behind one button, as the page sends it."""
    (index,) = (
        index
        for index, choice in enumerate(answer.context["choices"])
        if choice.label.startswith(label)
    )
    form: Form = Page(answer.text).forms[index]
    return form


def _choose(client: Client, answer: Any, label: str) -> Any:
    form = _choice(answer, label)
    return client.post(form.action, form.sent)


def _labels(answer: Any) -> list[str]:
    return [choice.label for choice in answer.context["choices"]]


def _rows(version: Version) -> list[tuple[str, list[str], bool]]:
    return [(row.label, row.cells, row.differs) for row in version.rows]


def _points(game: Game) -> list[list[int]]:
    return [list(row) for row in Game.objects.get(pk=game.pk).rows]


# ---- a round that was saved on another phone


def test_what_came_in_between_stands_beside_what_was_typed(
    client: Client, account: User, game: Game
) -> None:
    played(game, account, {"meld_points": 100, "red_threes": 1})
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    assert answer.context["heading"] == "Not saved yet"
    assert answer.context["sentence"] == (
        "Round 1 was saved on another phone meanwhile. Which one is right?"
    )
    assert answer.context["theirs"].title == "Saved already"
    minus = "\N{MINUS SIGN}"
    assert _rows(answer.context["theirs"]) == [
        ("Cards melded", ["100", ""], True),
        ("Red threes", [f"1 {wording.TIMES} {minus}100 = {minus}100", ""], True),
        ("In hands and feet", [f"{minus}50", f"{minus}50"], False),
        ("Sum", [f"{minus}50", f"{minus}50"], True),
    ]
    assert _rows(answer.context["mine"]) == [
        ("Cards melded", ["120", ""], True),
        ("Red threes", ["", ""], True),
        ("In hands and feet", [f"{minus}50", f"{minus}50"], False),
        ("Sum", ["70", f"{minus}50"], True),
    ]
    assert answer.context["columns"] == [("a", "Ana-Ben"), ("b", "Celia-Dev")]
    text = Page(answer.text).text
    for words in ("Saved already", "What you typed", "differs", "Ana-Ben"):
        assert words in text


def test_the_same_round_typed_twice_differs_in_nothing(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    answer = _clash(client, game, 1, _sent(game))
    assert not any(row.differs for row in answer.context["mine"].rows)


def test_mine_is_put_in_place_of_theirs(client: Client, account: User, game: Game) -> None:
    played(game, account, {"meld_points": 100})
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    assert _labels(answer) == [
        "Put mine in place of round 1",
        "Mine is another round: save it as round 2",
    ]
    assert _choose(client, answer, MINE).status_code == 303
    assert _points(game) == [[70, -50]]
    assert [one.kind for one in game.revisions.all()] == ["start", "record", "correct"]


def test_mine_is_saved_as_another_round(client: Client, account: User, game: Game) -> None:
    played(game, account, {"meld_points": 100})
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    assert _choose(client, answer, ANOTHER).status_code == 303
    assert _points(game) == [[50, -50], [70, -50]]


@pytest.mark.parametrize("label", [MINE, ANOTHER])
def test_a_choice_made_twice_is_stored_once(
    client: Client, account: User, game: Game, label: str
) -> None:
    played(game, account)
    form = _choice(_clash(client, game, 1, _sent(game, {"meld_points": 120})), label)
    assert client.post(form.action, form.sent).status_code == 303
    before = stored(game)
    assert client.post(form.action, form.sent).status_code == 303
    assert stored(game) == before


@pytest.mark.parametrize("label", [MINE, ANOTHER])
def test_what_was_kept_need_not_be_kept_again(
    client: Client, account: User, game: Game, label: str
) -> None:
    played(game, account)
    fields = _sent(game, {"hand_points": 0, "meld_points": 120}) | {"keep": "hands_not_counted:0"}
    answer = _clash(client, game, 1, fields)
    assert _choose(client, answer, label).status_code == 303
    assert game.rounds.order_by("-recorded_at")[0].kept == ["hands_not_counted:0"]


def test_a_choice_may_clash_again(client: Client, account: User, game: Game) -> None:
    played(game, account, {"meld_points": 100})
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    mine, another = _choice(answer, MINE), _choice(answer, ANOTHER)
    game.correct(
        by=account,
        submission=uuid4(),
        number=1,
        revision=2,
        entry=form_of(game, typed(game, {"meld_points": 105})).entry,
    )
    played(game, account, {"meld_points": 110})
    again = _clash(client, game, 1, mine.sent)
    assert _rows(again.context["theirs"])[0] == ("Cards melded", ["105", ""], True)
    again = _clash(client, game, 2, another.sent)
    assert _rows(again.context["theirs"])[0] == ("Cards melded", ["110", ""], True)
    assert _choose(client, again, ANOTHER).status_code == 303
    assert _points(game) == [[55, -50], [60, -50], [70, -50]]


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [
        ("bga", 7, 1),
        ("pennies", 2, 3),
        ("banakil", 2, 2),
        ("banakil", 3, 1),
        ("marriage", 5, 1),
    ],
)
def test_every_game_may_clash(
    client: Client, account: User, key: str, teams: int, each: int
) -> None:
    game = started(account, key, teams, each)
    played(game, account)
    change = {"adjustment": -10, "adjustment_note": "Late & “loud” <b>"}
    answer = _clash(client, game, 1, _sent(game, {}, change))
    assert "<b>“" not in answer.text
    assert answer.context["mine"].rows[-1].differs
    assert _choose(client, answer, MINE).status_code == 303
    assert game.rounds.get().read().columns[1].adjustment_note == "Late & “loud” <b>"


# ---- a correction


def test_two_corrections_of_one_round(client: Client, account: User, game: Game) -> None:
    played(game, account, {"meld_points": 100})
    first = Page(client.get(_url(game)).text).form(_url(game)).sent
    second = Page(client.get(_url(game)).text).form(_url(game)).sent
    assert client.post(_url(game), first | {"0-meld_points": "105"}).status_code == 303
    changed = {name: text for name, text in second.items() if text} | {"0-meld_points": "110"}
    answer = client.post(_url(game), changed)
    assert answer.status_code == 409
    assert _points(game) == [[55, -50]]
    assert _rows(answer.context["theirs"])[0] == ("Cards melded", ["105", ""], True)
    assert _rows(answer.context["mine"])[0] == ("Cards melded", ["110", ""], True)
    assert _choose(client, answer, MINE).status_code == 303
    assert _points(game) == [[60, -50]]


def test_a_correction_of_a_round_that_was_taken_back(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    fields = _sent(game, {"meld_points": 110}) | {"revision": "2"}
    game.undo(by=account, submission=uuid4(), revision=2)
    answer = _clash(client, game, 1, fields)
    assert answer.context["theirs"] is None
    assert "taken back meanwhile" in answer.context["sentence"]
    assert _labels(answer) == ["Mine is another round: save it as round 1"]
    assert _choose(client, answer, ANOTHER).status_code == 303
    assert _points(game) == [[60, -50]]


def test_with_errors_too_it_is_shown_again(client: Client, account: User, game: Game) -> None:
    played(game, account)
    fields = _sent(game, {"meld_points": "x"}) | {"revision": "2"}
    game.undo(by=account, submission=uuid4(), revision=2)
    for url, status in ((_url(game), 422), (f"{_url(game)}preview/", 200)):
        assert client.post(url, fields).status_code == status


# ---- a round whose number is too far on


def test_a_round_after_one_that_was_taken_back(client: Client, account: User, game: Game) -> None:
    played(game, account)
    revision = played(game, account)
    game.undo(by=account, submission=uuid4(), revision=revision.number)
    answer = _clash(client, game, 3, _sent(game, {"meld_points": 110}))
    assert answer.context["sentence"] == (
        "A round was taken back meanwhile, so round 3 has no place yet."
    )
    assert _labels(answer) == ["Mine is another round: save it as round 2"]
    assert _choose(client, answer, ANOTHER).status_code == 303
    assert _points(game) == [[-50, -50], [60, -50]]


# ---- a page that was used for something else


def test_another_body_under_the_same_id(client: Client, game: Game) -> None:
    fields = _sent(game, {"meld_points": 100})
    assert client.post(_url(game), fields).status_code == 303
    answer = _clash(client, game, 1, fields | {"0-meld_points": "120"})
    assert answer.context["heading"] == "This page was already used"
    assert _choose(client, answer, MINE).status_code == 303
    assert _points(game) == [[70, -50]]


def test_the_id_of_another_write(client: Client, account: User, game: Game) -> None:
    revision = played(game, account)
    fields = _sent(game) | {"submission": str(revision.submission)}
    answer = _clash(client, game, 2, fields)
    assert answer.context["theirs"] is None
    assert _choose(client, answer, ANOTHER).status_code == 303
    assert len(_points(game)) == 2


def test_an_id_belongs_to_its_game(client: Client, account: User, game: Game) -> None:
    other, fields = started(account), _sent(game)
    for one in (game, other):
        assert client.post(_url(one), fields).status_code == 303
    assert other.rounds.count() == game.rounds.count() == 1


# ---- a finished game


def test_a_round_for_a_finished_game_is_kept_and_goes_on_when_it_is_open(
    client: Client, account: User, game: Game
) -> None:
    game.finish(by=account, submission=uuid4())
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    assert answer.context["heading"] == "This game is finished"
    assert _labels(answer) == [REOPEN]
    page = _choose(client, answer, REOPEN)
    assert page.status_code == 200
    assert "open again" in page.context["notice"]
    assert Game.objects.get().finished_at is None
    assert not game.rounds.exists()
    form = Page(page.text).form(_url(game)).sent
    assert form["0-meld_points"] == "120"
    assert client.post(_url(game), form).status_code == 303
    assert _points(game) == [[70, -50]]


def test_what_was_typed_last_goes_on_and_not_an_older_draft(
    client: Client, account: User, game: Game
) -> None:
    client.post(f"{_url(game)}preview/", typed(game, {"meld_points": 100}))
    game.finish(by=account, submission=uuid4())
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    page = _choose(client, answer, REOPEN)
    answer = client.post(_url(game), Page(page.text).form(_url(game)).sent)
    assert answer.status_code == 303
    assert _points(game) == [[70, -50]]


def test_a_correction_in_a_finished_game(client: Client, account: User, game: Game) -> None:
    played(game, account)
    game.finish(by=account, submission=uuid4())
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}) | {"revision": "2"})
    page = _choose(client, answer, REOPEN)
    assert page.context["heading"] == "Correct round 1"
    assert client.post(_url(game), Page(page.text).form(_url(game)).sent).status_code == 303
    assert _points(game) == [[70, -50]]


def test_a_round_that_was_saved_elsewhere_before_the_game_was_finished(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    game.finish(by=account, submission=uuid4())
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    assert answer.context["theirs"] is not None
    page = _choose(client, answer, REOPEN)
    fields = {name: text for name, text in Page(page.text).form(_url(game)).sent.items() if text}
    # Nobody has said yet that it takes the place of the other.
    before = stored(game)
    clash = client.post(_url(game), fields)
    assert clash.status_code == 409
    assert stored(game) == before
    assert _choose(client, clash, ANOTHER).status_code == 303
    assert _points(game) == [[-50, -50], [70, -50]]


def test_somebody_else_has_opened_it_meanwhile(client: Client, account: User, game: Game) -> None:
    game.finish(by=account, submission=uuid4())
    answer = _clash(client, game, 1, _sent(game, {"meld_points": 120}))
    game.reopen(by=account, submission=uuid4())
    page = _choose(client, answer, REOPEN)
    assert page.status_code == 200
    assert Page(page.text).form(_url(game)).sent["0-meld_points"] == "120"


def test_opened_twice_by_one_button_the_same_page_comes(
    client: Client, account: User, game: Game
) -> None:
    game.finish(by=account, submission=uuid4())
    form = _choice(_clash(client, game, 1, _sent(game, {"meld_points": 120})), REOPEN)
    for _press in range(2):
        page = client.post(form.action, form.sent)
        assert Page(page.text).form(_url(game)).sent["0-meld_points"] == "120"
    assert game.revisions.filter(kind=Revision.Kind.REOPEN).count() == 1


@pytest.mark.parametrize("number", [1, 2])
def test_the_entry_page_of_a_finished_game(
    client: Client, account: User, game: Game, number: int
) -> None:
    played(game, account)
    game.finish(by=account, submission=uuid4())
    answer = client.get(_url(game, number))
    assert answer.status_code == 409
    assert _choose(client, answer, REOPEN).status_code == 303
    assert client.get(_url(game, number)).status_code == 200


@pytest.mark.parametrize("number", ["", "x", "\0", "-1", "9" * 30])
def test_reopened_for_no_round_at_all(
    client: Client, account: User, game: Game, number: str
) -> None:
    game.finish(by=account, submission=uuid4())
    answer = client.post(f"/games/{game.pk}/reopen/", _sent(game) | {"round": number})
    assert answer.status_code == 303
    assert Game.objects.get().finished_at is None


@pytest.mark.parametrize("number", ["0", "99"])
def test_reopened_for_a_round_that_never_was(
    client: Client, account: User, game: Game, number: str
) -> None:
    game.finish(by=account, submission=uuid4())
    answer = client.post(f"/games/{game.pk}/reopen/", _sent(game) | {"round": number})
    assert answer.status_code == 404
    assert Game.objects.get().finished_at is not None
    assert client.get(f"/games/{game.pk}/rounds/{number}/").status_code == 404


# ---- why it was refused


REFUSALS: dict[type[WriteRefusedError], tuple[WriteRefusedError, str, str]] = {
    type(why): (why, heading, sentence)
    for why, heading, sentence in (
        (
            WriteRefusedError(),
            "Nothing was changed",
            "The page was not whole. Go back to the sheet and try again.",
        ),
        (
            GameFinishedError(),
            "This game is finished",
            "Nothing was changed. Reopen the game to go on with it.",
        ),
        (
            GameDeletedError(),
            "This game was deleted",
            "Nothing was changed. Restore the game to go on with it.",
        ),
        (
            SubmissionReusedError(),
            "This page was already used",
            "Something else was saved from it before. Look at the sheet, then decide.",
        ),
        (
            OutOfDateError(),
            "Nothing was changed",
            "Somebody has written to this game meanwhile. Look at the sheet, then decide.",
        ),
        (
            NoSuchRoundError(),
            "Nothing was changed",
            "Somebody has written to this game meanwhile. Look at the sheet, then decide.",
        ),
        (NothingToUndoError(), "Nothing to take back", "There is nothing left to take back."),
        (
            NothingToRedoError(),
            "Nothing to do again",
            "It was done again already, or something new was written since.",
        ),
        (
            SetupChangedError(),
            "Nothing was changed",
            "The setup of this game was changed meanwhile. Look at it, then decide.",
        ),
        (
            SeatTakenError("50 % of %(name)s"),
            "Nothing was changed",
            "50 % of %(name)s would sit in two seats of a round. Choose somebody else.",
        ),
    )
}
WITH_FORM = {
    *(DraftChangedError, EntryRefusedError),
    *(AccountNameTakenError, CodeExpiredError, CodeUsedError, FileKnownError, LastOwnerError),
    *(LinkClosedError, NameClashError, NameTakenError, NotEmptyError, NoWayBackError),
    *(SameGameError, SeenChangedError, TooManySeasonsError),
}
"""What the page that was typed on says by itself."""


def test_no_refusal_is_without_words() -> None:
    assert set(REFUSALS) == {WriteRefusedError, *WriteRefusedError.__subclasses__()} - WITH_FORM


@pytest.mark.parametrize("kind", REFUSALS)
def test_each_refusal_says_why_and_what_to_do(
    game: Game, rf: RequestFactory, kind: type[WriteRefusedError]
) -> None:
    why, heading, sentence = REFUSALS[kind]
    answer = refused(rf.post("/"), game, why)
    assert answer.status_code == (400 if kind is WriteRefusedError else 409)
    page = Page(answer.content.decode())
    assert heading in page.text
    assert sentence in page.text
    deleted = kind is GameDeletedError
    assert ("/" if deleted else f"/games/{game.pk}/") in page.links
    assert (f"/games/{game.pk}/" in page.links) != deleted


# ---- anything at all

NUMBERS = ("", "0", "1", "2", "50", "-5", "\0", "٣", "½", "1e3", "NaN", str(10**30), "9" * 400)
TEXTS = ("x", "yes", "going_out:0", "stock_out", "'", '"><script>', "%s", "%(name)s", "{{ x }}")
ODD = st.sampled_from([*NUMBERS, *TEXTS]) | st.text(max_size=8)
CONTROLS = ("submission", "revision", "round", "keep", "attempted", "base-0", "base-round", "open")
NAMES = st.sampled_from([*CONTROLS, "revoke", "csrfmiddlewaretoken", "\0", "0-"])
PARTS = (
    "undo/",
    "redo/",
    "delete/",
    "restore/",
    "finish/",
    "reopen/",
    "share/",
    "rounds/0/",
    "rounds/1/",
    "rounds/2/",
)
PREVIEWS = ("rounds/1/preview/", "rounds/2/preview/", "rounds/9/preview/")


@pytest.mark.parametrize("key", sorted(VARIANTS))
@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_nothing_whatever_is_a_fault_of_the_server(
    client: Client, account: User, key: str, data: st.DataObject
) -> None:
    game = started(account, key, *{"pennies": (2, 3), "bain": (2, 2)}.get(key, (3, 1)))
    asked = [name for column in columns_of(game) for name in field_names(game, column)]
    home = f"/games/{game.pk}/"
    for _write in range(data.draw(st.integers(1, 4))):
        part = data.draw(st.sampled_from([*PARTS, *PREVIEWS]))
        sent = data.draw(st.sampled_from([{}, _sent(game), typed(game)]))
        fields = [*sent.items()]
        fields += data.draw(
            st.lists(st.tuples(st.sampled_from(asked) | NAMES | st.text(max_size=4), ODD))
        )
        body = urlencode(fields, errors="surrogatepass").encode()
        headers = data.draw(st.sampled_from([{}, HTMX]))
        answer = client.generic(
            "POST",
            home + part,
            body,
            content_type="application/x-www-form-urlencoded",
            headers=headers,
        )
        assert answer.status_code in (200, 303, 400, 404, 409, 422)
        assert "<script>alert" not in answer.text
        assert Page(answer.text).unsafe == []
    game.refresh_from_db()
    assert client.get(home).status_code == (404 if game.deleted_at else 200)
    assert_follows_from_entries(game)
