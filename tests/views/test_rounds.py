"""A round is entered, previewed and corrected."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.forms.page import EntryPage
from games.forms.round import class_name
from games.models import Draft, Game, User
from games.variants import VARIANTS
from games.variants.entry import Kind, questions
from tests.build import form_of, played, played_on, started, stored, typed, viewer_of
from tests.pages import Page

pytestmark = pytest.mark.django_db

SIZES = {"bain": (2, 2), "pennies": (2, 3), "bga": (3, 2), "banakil": (3, 1), "marriage": (4, 1)}
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
PILES = [
    (key, question)
    for key, variant in VARIANTS.items()
    for question in questions(variant.column_questions)
    if question.kind is Kind.POINTS
]


def _url(game: Game, number: int | str = 1, part: str = "") -> str:
    return f"/games/{game.pk}/rounds/{number}/{part}"


def _preview(game: Game, number: int | str = 1) -> str:
    return _url(game, number, "preview/")


def _sent(game: Game, *columns: Mapping[str, object], **of_round: object) -> dict[str, str]:
    """What is sent to save a round."""
    return typed(game, *columns, **of_round) | {"submission": str(uuid4())}


def _started(by: User, key: str, **options: Any) -> Game:
    return started(by, key, *SIZES[key], **options)


def _page(answer: Any) -> EntryPage:
    page = answer.context["entry"]
    assert isinstance(page, EntryPage)
    return page


def _said(answer: Any) -> list[str]:
    return [finding.text for say in _page(answer).says for finding in say.findings]


def _fields(answer: Any, url: str) -> dict[str, str]:
    """What the page that was answered would send as it stands, blank fields aside."""
    return {name: text for name, text in Page(answer.text).form(url).sent.items() if text}


def _totals(game: Game) -> list[list[int]]:
    return [
        [score.total for score in one.scores.order_by("team__number")]
        for one in game.rounds.order_by("number")
    ]


@pytest.fixture
def game(account: User) -> Game:
    return started(account)


# ---- works


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_round_is_entered_and_the_sheet_says_so(client: Client, account: User, key: str) -> None:
    game = _started(account, key)
    page = client.get(_url(game))
    assert page.status_code == 200
    assert page.context["heading"] == "Round 1"
    fields = _fields(page, _url(game)) | typed(game)
    answer = client.post(_url(game), fields)
    assert answer.status_code == 303
    assert answer["Location"] == f"/games/{game.pk}/"
    sheet = client.get(answer["Location"])
    assert "Round 1 saved" in Page(sheet.text).text
    assert game.rounds.get().read() == form_of(game, typed(game)).entry


@pytest.mark.parametrize(("key", "question"), PILES)
@pytest.mark.parametrize("counted", [False, True])
def test_points_are_entered_as_a_sum_or_by_card_class(
    client: Client, account: User, key: str, question: Any, *, counted: bool
) -> None:
    game = _started(account, key)
    fields = _sent(game, {}, {question.name: None})
    if counted:
        fields[class_name(question, "jokers", 1)] = "२"
        fields[class_name(question, "twos", 1)] = "\u0661"
    else:
        fields[f"1-{question.name}"] = "१०"
    answer = client.post(_url(game), fields)
    if answer.status_code == 422:
        fields |= {"keep": [one.key for one in _page(answer).form.findings]}  # type: ignore[dict-item]
        answer = client.post(_url(game), fields)
    assert answer.status_code == 303
    pile = getattr(game.rounds.get().read().columns[1], question.name)
    values = {item.key: item.value for item in question.classes}
    assert pile.points == (2 * values["jokers"] + values["twos"] if counted else 10)


def test_a_decimal_comma_in_banakil(client: Client, account: User) -> None:
    game = _started(account, "banakil")
    assert client.post(_url(game), _sent(game, {}, {"hand_points": "12,5"})).status_code == 303
    assert game.rounds.get().read().columns[1].hand_points.points * 2 == 25


def test_totals_openings_and_dealers_follow(client: Client, game: Game) -> None:
    client.post(_url(game), _sent(game, {"meld_points": 1000, "natural_canastas": 9}))
    board = client.get(f"/games/{game.pk}/").context["board"]
    assert [team.total for team in board.teams] == [5450, -50]
    assert [team.opens for team in board.teams] == [90, 15]
    assert (board.deal.number, board.deal.dealer, board.deal.first) == (2, "Celia", "Ben")


def test_a_round_is_corrected_and_every_later_total_follows(
    client: Client, account: User, game: Game
) -> None:
    for points in (100, 200, 300):
        played(game, account, {"meld_points": points})
    page = client.get(_url(game, 2))
    assert page.context["heading"] == "Correct round 2"
    fields = _fields(page, _url(game, 2))
    assert fields["0-meld_points"] == "200"
    answer = client.post(_url(game, 2), fields | {"0-meld_points": "250"})
    assert answer.status_code == 303
    assert "Round 2 corrected, Ana-Ben 150 to 200" in client.get(answer["Location"]).text
    assert _totals(game) == [[50, -50], [250, -100], [500, -150]]


def test_no_browser_keeps_a_page_that_a_draft_changes(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    for part in (_url(game, 2), _url(game, 1), _url(game, 1, "insert/")):
        assert "no-store" in client.get(part)["Cache-Control"]


def test_a_correction_that_changes_nothing_is_one_too(
    client: Client, account: User, game: Game
) -> None:
    played(game, account)
    fields = _fields(client.get(_url(game)), _url(game))
    answer = client.post(_url(game), fields)
    assert "Round 1 corrected, no score changed" in client.get(answer["Location"]).text


# ---- who may not


@pytest.mark.parametrize(("method", "part"), [("get", ""), ("post", ""), ("post", "preview/")])
def test_who_may_not(game: Game, method: str, part: str) -> None:
    url, before, body = _url(game, 1, part), stored(game), _sent(game)
    anonymous, stranger, viewer = Client(), Client(), Client()
    stranger.force_login(User.objects.make_silently())
    viewer.force_login(viewer_of(game.club))
    for client, status in ((anonymous, 404), (stranger, 404), (viewer, 403)):
        answer = getattr(client, method)(url, body if method == "post" else None)
        assert answer.status_code == status
    assert stored(game) == before


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, game: Game, method: str) -> None:
    assert getattr(client, method)(_url(game)).status_code == 405
    assert getattr(client, method)(_preview(game)).status_code == 405
    assert client.get(_preview(game)).status_code == 405
    assert client.head(_url(game)).status_code == 200


# ---- bad input


BAD: dict[str, tuple[str, Mapping[str, object], str]] = {
    "text": ("bain", {"meld_points": "many"}, "not a number"),
    "thousands": ("bain", {"meld_points": "1,200"}, "not a number"),
    "exponent": ("bain", {"meld_points": "1e3"}, "not a number"),
    "no number": ("bain", {"meld_points": "NaN"}, "not a number"),
    "huge": ("bain", {"meld_points": str(10**30)}, "not a number"),
    "too large": ("bain", {"meld_points": str(10**25)}, "too large a number"),
    "negative": ("bain", {"meld_points": "-5"}, "cannot be less than 0"),
    "half": ("bain", {"meld_points": "12,5"}, "steps of 5"),
    "null byte": ("bain", {"meld_points": "5\0"}, "not a number"),
    "off step": ("bain", {"meld_points": "12"}, "steps of 5"),
    "count": ("bain", {"sevens_canastas": "-1"}, "cannot be less than 0"),
    "both ways": ("bain", {"meld_points": "5", "meld_cards-twos": "1"}, "not both"),
    "class": ("bain", {"meld_cards-twos": "1.5"}, "not a number"),
    "deck": ("bain", {"meld_cards-twos": "17"}, "deck holds 16"),
    "quarter": ("banakil", {"meld_points": "12,25"}, "steps of 0.5"),
    "banakil thousands": ("banakil", {"meld_points": "1,200"}, "not a number"),
    "limit": ("marriage", {"main_wilds": "3"}, "cannot be more than 2"),
    "bonus": ("bga", {"clean_books": "1e9"}, "not a number"),
    "note": ("bga", {"adjustment": "-5"}, "what the adjustment is for"),
}


@pytest.mark.parametrize(("key", "column", "sentence"), BAD.values(), ids=[*BAD])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_what_is_wrong_is_said_beside_its_field_and_nothing_is_lost(
    client: Client,
    account: User,
    key: str,
    column: Mapping[str, object],
    sentence: str,
    headers: dict[str, str],
) -> None:
    game = _started(account, key)
    fields = _sent(game, {}, column)
    before = stored(game)
    answer = client.post(_url(game), fields, headers=headers)
    assert answer.status_code == 422
    assert any(sentence in said for said in _said(answer)), _said(answer)
    assert stored(game) == before
    assert "NaN" not in answer.text or column == {"meld_points": "NaN"}
    if headers:
        # Only what is said is sent: what was typed stands on the page already.
        assert "<form" not in answer.text
        assert all(f'hx-target="#{say.id}"' in answer.text for say in _page(answer).says)
    else:
        again = _fields(answer, _url(game))
        shown = {
            name: text.replace("\0", "\N{REPLACEMENT CHARACTER}") for name, text in fields.items()
        }
        assert {name: again.get(name) for name in shown} == shown


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"ended_by": ""}, "must be answered before the round can be scored"),
        ({"ended_by": "elsewhere"}, "not one of the answers"),
        ({"ended_by": "going_out:7"}, "not one of the answers"),
        ({"ended_by": "going_out"}, "Say who went out"),
        ({"0-rubies": "1"}, "“0-rubies” is not a field"),
        ({"7-hand_points": "50"}, "“7-hand_points” is not a field"),
        ({"x" * 500: "1"}, "is not a field"),
        ({"\0": "1"}, "is not a field"),
        ({"<b>": "1"}, "“<b>” is not a field"),
    ],
)
def test_what_is_wrong_with_the_whole_round(
    client: Client, game: Game, fields: dict[str, str], sentence: str
) -> None:
    before = stored(game)
    answer = client.post(_url(game), _sent(game) | fields)
    assert answer.status_code == 422
    assert any(sentence in said for said in _said(answer)), _said(answer)
    assert "<b>" not in answer.text.replace("<b><svg", "")
    assert stored(game) == before


@pytest.mark.parametrize(
    "number", ["0", "2", "99", str(10**20), "9" * 5000, "-1", "x", "1.0", "\u0661"]
)
@pytest.mark.parametrize("part", ["", "preview/"])
@pytest.mark.parametrize("revision", [None, "1", "999"])
def test_numbers_of_rounds_that_never_were(
    client: Client, game: Game, number: str, part: str, revision: str | None
) -> None:
    before = stored(game)
    fields = _sent(game) | ({"revision": revision} if revision else {})
    assert client.post(_url(game, number, part), fields).status_code == 404
    if not part:
        assert client.get(_url(game, number)).status_code == 404
    assert stored(game) == before


@pytest.mark.parametrize("part", ["", "preview/"])
@pytest.mark.parametrize("fields", [{}, {"0-meld_points": "x"}])
def test_a_correction_of_what_is_not_there_yet(
    client: Client, game: Game, part: str, fields: dict[str, str]
) -> None:
    before = stored(game)
    answer = client.post(_url(game, 1, part), _sent(game) | {"revision": "1"} | fields)
    assert answer.status_code in (200, 409, 422)
    assert stored(game) == before


@pytest.mark.parametrize("submission", [None, "", "x", "\0", "0" * 31])
def test_without_its_own_number_a_page_is_shown_again(
    client: Client, game: Game, submission: str | None
) -> None:
    before, fields = stored(game), typed(game)
    fields |= {} if submission is None else {"submission": submission}
    answer = client.post(_url(game), fields)
    assert answer.status_code == 422
    assert "Nothing was saved" in answer.context["notice"]
    assert stored(game) == before
    again = _fields(answer, _url(game))
    assert client.post(_url(game), again).status_code == 303


def test_a_body_too_large(client: Client, game: Game) -> None:
    before = stored(game)
    for url in (_url(game), _preview(game)):
        answer = client.post(url, _sent(game) | {"0-adjustment_note": "x" * 200_000})
        assert answer.status_code == 400
    assert stored(game) == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", json.dumps({"submission": "0" * 32, "entries": []})),
        ("text/plain", "hello"),
        ("multipart/form-data", "no boundary"),
        ("multipart/form-data; boundary=x", "--x\r\nbroken"),
        ("multipart/form-data; boundary=x; charset=nonsense", "--x--"),
        ("application/x-www-form-urlencoded; charset=utf-16", "a=1"),
        ("application/x-www-form-urlencoded; charset=nonsense", "a=1"),
        ("application/x-www-form-urlencoded", "&&==&%&%zz&=%ff&0-meld_points=%ff%00%ed%a0%80"),
        ("application/x-www-form-urlencoded", "&".join(f"f{number}=1" for number in range(600))),
        ("", ""),
        ("nonsense", "\0"),
    ],
)
def test_other_bodies(client: Client, game: Game, kind: str, body: str) -> None:
    before = stored(game)
    answer = client.generic("POST", _url(game), body.encode(), content_type=kind)
    assert answer.status_code in (400, 422)
    assert stored(game) == before
    answer = client.generic("POST", _preview(game), body.encode(), content_type=kind)
    assert answer.status_code in (200, 400)


def test_a_file_in_place_of_an_answer(client: Client, game: Game) -> None:
    file = SimpleUploadedFile("x.txt", b"50")
    answer = client.post(_url(game), {**_sent(game), "0-hand_points": file})
    assert answer.status_code == 422
    assert "Nothing was entered for Ana-Ben. Is that so?" in _said(answer)


# ---- warnings


def test_a_warning_is_shown_kept_with_a_tick_and_stays_on_the_round(
    client: Client, game: Game
) -> None:
    fields = _sent(game, {"hand_points": "0"})
    answer = client.post(_url(game), fields)
    assert answer.status_code == 422
    assert [said for said in _said(answer) if "Were they counted?" in said]
    assert not game.rounds.exists()
    again = _fields(answer, _url(game))
    assert "keep" not in again
    assert client.post(_url(game), again).status_code == 422
    ticked = client.post(_url(game), again | {"keep": "hands_not_counted:0"})
    assert ticked.status_code == 303
    assert game.rounds.get().kept == ["hands_not_counted:0"]
    board = client.get(f"/games/{game.pk}/?open=1").context["board"]
    assert [one.kept for one in board.rounds] == [True]
    assert [said for said in board.breakdown.kept if "Were they counted?" in said]


def test_ticks_for_what_was_not_found_are_not_kept(client: Client, game: Game) -> None:
    fields = _sent(game) | {"keep": ["hands_not_counted:0", "x", "\0", "off_step:1"]}
    assert client.post(_url(game), fields).status_code == 303
    assert game.rounds.get().kept == []


def test_an_error_cannot_be_kept(client: Client, game: Game) -> None:
    fields = _sent(game, {"meld_points": "3"}) | {"keep": "off_step:0"}
    assert client.post(_url(game), fields).status_code == 422


def test_an_untouched_column_is_asked_about(client: Client, account: User) -> None:
    game = _started(account, "bga")
    fields = _sent(game, {}, {"meld_points": None})
    answer = client.post(_url(game), fields)
    assert answer.status_code == 422
    name = game.rules.columns(game.table)[1]
    assert _said(answer) == [f"Nothing was entered for {name}. Is that so?"]
    assert client.post(_url(game), fields | {"keep": "untouched:1"}).status_code == 303


def test_nobody_is_asked_about_a_round_in_which_nobody_scores(
    client: Client, account: User
) -> None:
    game = _started(account, "banakil")
    fields = {"ended_by": "stock_out", "submission": str(uuid4())}
    assert client.post(_url(game), fields).status_code == 303
    assert _totals(game) == [[0, 0, 0]]


def test_a_fresh_page_says_nothing_and_a_try_says_all(client: Client, game: Game) -> None:
    assert _said(client.get(_url(game))) == []
    answer = client.post(_url(game), {"submission": str(uuid4())})
    assert len(_said(answer)) == 5
    # Whoever has tried to save wants to know, also in the previews that follow.
    again = client.post(_preview(game), _fields(answer, _url(game)))
    assert _said(again) == _said(answer)
    assert _said(client.post(_preview(game), {})) == []


def test_half_a_number_is_not_judged_until_its_field_is_left(client: Client, game: Game) -> None:
    half = {"0-meld_points": "13", "1-hand_points": "7"}

    def said(field: str, **more: str) -> list[str]:
        answer = client.post(_preview(game), half | {"typing": field} | more)
        assert [one.points for one in _page(answer).sums].count("?") == 2 - bool(field)
        return [one.field for say in _page(answer).says for one in say.findings]

    assert said("") == ["0-meld_points", "1-hand_points"]
    assert said("0-meld_points") == ["1-hand_points"]
    assert said("1-hand_points") == ["0-meld_points"]
    assert "0-meld_points" not in said("0-meld_points", attempted="yes")
    # Whoever saves has left it.
    answer = client.post(_url(game), half | {"typing": "0-meld_points", "submission": str(uuid4())})
    said_then = [one.field for say in _page(answer).says for one in say.findings]
    assert "0-meld_points" in said_then


# ---- may we go out?


GOING = '<details class="fold going"'


def test_the_checklist_is_ticked_as_it_is_typed(client: Client, game: Game) -> None:
    assert f"{GOING}>" in client.get(_url(game)).text
    ready = {f"0-{one}_canastas": "1" for one in ("sevens", "wild", "natural", "mixed")}
    answer = client.post(_preview(game), ready | {"0-red_threes": "7"}, headers=HTMX)
    assert "Something is missing yet" in answer.text
    assert "7 of 8" in answer.text
    answer = client.post(_preview(game), ready | {"0-red_threes": "8"}, headers=HTMX)
    assert "Ana-Ben has all of it" in answer.text


def test_the_checklist_stands_open_where_something_of_it_is_warned_of(
    client: Client, game: Game
) -> None:
    sent = _sent(game, {"sevens_canastas": 1}, ended_by="going_out:0")
    answer = client.post(_url(game), sent)
    assert "went out without a wild canasta" in answer.text
    assert f"{GOING} open>" in answer.text
    # What else is warned of does not open it.
    answer = client.post(_url(game), _sent(game, {"hand_points": None}, ended_by="stock_out"))
    assert answer.status_code == 422
    assert f"{GOING}>" in answer.text


@pytest.mark.parametrize("key", ["banakil", "marriage"])
def test_there_is_no_checklist_of_what_cannot_be_typed(
    client: Client, account: User, key: str
) -> None:
    assert GOING not in client.get(_url(_started(account, key))).text


# ---- the draft


def test_a_preview_saves_what_is_typed_and_the_page_has_it(client: Client, game: Game) -> None:
    half = {"ended_by": "going_out:1", "0-meld_points": "1e3", "1-meld_cards-twos": "4"}
    answer = client.post(_preview(game), half, headers=HTMX)
    assert answer.status_code == 200
    assert "<form" not in answer.text
    assert [one.points for one in _page(answer).sums] == ["?", "280"]
    again = _fields(client.get(_url(game)), _url(game))
    assert {name: again[name] for name in half} == half
    assert {draft.column: draft.text for draft in game.drafts.all()} == {
        Draft.WHOLE: {"ended_by": "going_out:1"},
        0: {"0-meld_points": "1e3"},
        1: {"1-meld_cards-twos": "4"},
    }
    assert Game.objects.get().version == game.version
    # The phone that sent it need not keep it any longer.
    assert answer["Draft"] == "kept"


def test_what_is_cleared_is_cleared(client: Client, game: Game) -> None:
    client.post(_preview(game), typed(game))
    fields = _fields(client.get(_url(game)), _url(game))
    del fields["0-hand_points"]
    client.post(_preview(game), fields)
    assert "0-hand_points" not in _fields(client.get(_url(game)), _url(game))


class Phone:
    """A phone with the entry page of a round open, with its fields as they stand on it."""

    def __init__(self, game: Game, by: User, number: int = 1) -> None:
        self.client, self.url = Client(), _url(game, number)
        self.client.force_login(by)
        self.open()

    def open(self) -> None:
        """Open the page, or open it again."""
        self.fields = _fields(self.client.get(self.url), self.url)

    def type(self, **fields: str) -> None:
        """Type something; `_0_hand_points` stands for 0-hand_points."""
        self.fields |= {
            f"{name[1]}-{name[3:]}" if name.startswith("_") else name: text
            for name, text in fields.items()
        }

    def preview(self) -> str:
        """Wait for the preview, and return what it says of other phones."""
        answer = self.client.post(f"{self.url}preview/", self.fields, headers=HTMX)
        page = _page(answer)
        marks = {f"base-{column.index}": column.base for column in page.columns}
        self.fields |= marks | {"base-round": page.base}
        return str(answer.context["notice"])

    def save(self) -> Any:
        """Press the button, without JavaScript: the answer is the page as it stands then."""
        answer = self.client.post(self.url, self.fields)
        if answer.status_code == 422:
            self.fields = _fields(answer, self.url)
        return answer


@pytest.fixture
def ana(account: User, game: Game) -> Phone:
    return Phone(game, account)


@pytest.fixture
def ben(account: User, game: Game) -> Phone:
    return Phone(game, account)


def test_two_phones_that_fill_different_columns_lose_nothing(ana: Phone, ben: Phone) -> None:
    ana.type(ended_by="stock_out", _0_hand_points="55")
    assert ana.preview() == ""
    ben.type(_1_hand_points="65")
    assert "Ana-Ben" in ben.preview()
    ben.type(_1_meld_points="100")
    ben.preview()
    ana.type(_0_meld_points="70")
    assert "Celia-Dev" in ana.preview()
    ana.open()
    assert (
        ana.fields
        | {
            "ended_by": "stock_out",
            "0-hand_points": "55",
            "0-meld_points": "70",
            "1-hand_points": "65",
            "1-meld_points": "100",
        }
        == ana.fields
    )
    assert ana.preview() == ""


def test_what_another_phone_filled_is_saved_once_it_was_shown(
    ana: Phone, ben: Phone, game: Game
) -> None:
    ana.type(ended_by="stock_out", _0_hand_points="55")
    ana.preview()
    ben.type(_1_hand_points="65")
    ben.preview()
    answer = ana.save()
    assert answer.status_code == 422
    assert answer.context["notice"] == (
        "Filled in on another phone meanwhile: Celia-Dev. Look it over."
    )
    assert not game.rounds.exists()
    assert ana.fields["1-hand_points"] == "65"
    assert ana.fields["0-hand_points"] == "55"
    assert ana.save().status_code == 303
    assert _totals(game) == [[-55, -65]]
    assert not game.drafts.exists()


def test_a_column_that_two_phones_type_is_said_to_both(ana: Phone, ben: Phone, game: Game) -> None:
    """The last word stands, and whoever had the one before it hears of it too."""
    ben.type(_1_hand_points="65")
    assert ben.preview() == ""
    ana.type(_1_hand_points="30")
    told = ana.preview()
    assert told.startswith("Typed on another phone too: Celia-Dev.")
    assert game.drafts.get(column=1).text == {"1-hand_points": "30"}
    ana.type(_1_hand_points="35")
    assert ana.preview() == ""
    ben.type(ended_by="stock_out")
    assert "Celia-Dev" in ben.preview()


def test_what_changes_again_is_shown_again(ana: Phone, ben: Phone, game: Game) -> None:
    ana.type(ended_by="stock_out", _0_hand_points="55")
    for points in ("65", "75"):
        ben.type(_1_hand_points=points)
        ben.preview()
        assert ana.save().status_code == 422
        assert ana.fields["1-hand_points"] == points
    assert ana.save().status_code == 303
    assert _totals(game) == [[-55, -75]]


def test_with_htmx_the_page_is_opened_again_to_show_it(ana: Phone, ben: Phone, game: Game) -> None:
    ana.type(ended_by="stock_out", _0_hand_points="55")
    ben.type(_1_hand_points="65")
    ben.preview()
    answer = ana.client.post(ana.url, ana.fields, headers=HTMX)
    assert answer["HX-Refresh"] == "true"
    assert not game.rounds.exists()
    shown = ana.client.get(ana.url)
    assert "Filled in on another phone meanwhile: Celia-Dev" in Page(shown.text).text
    ana.open()
    assert (ana.fields["0-hand_points"], ana.fields["1-hand_points"]) == ("55", "65")
    assert ana.save().status_code == 303


def test_what_is_typed_after_the_last_preview_is_what_is_saved(ana: Phone, game: Game) -> None:
    ana.type(ended_by="stock_out", _0_hand_points="0", _1_hand_points="65")
    ana.preview()
    ana.type(_0_meld_points="100", _1_hand_points="75")
    assert ana.save().status_code == 422
    assert (ana.fields["0-meld_points"], ana.fields["1-hand_points"]) == ("100", "75")
    ana.type(keep="hands_not_counted:0")
    answer = ana.save()
    assert answer.status_code == 303
    assert _totals(game) == [[100, -75]]


def test_a_save_need_not_wait_for_the_answer_to_its_own_preview(ana: Phone, game: Game) -> None:
    ana.type(ended_by="stock_out", _0_hand_points="55", _1_hand_points="65")
    ana.client.post(_preview(game), ana.fields)
    ana.type(_1_hand_points="75")
    assert ana.save().status_code == 303
    assert _totals(game) == [[-55, -75]]


def test_what_is_put_back_before_an_answer_comes_is_put_back(ana: Phone, game: Game) -> None:
    ana.type(_0_hand_points="55")
    ana.client.post(_preview(game), ana.fields)
    ana.type(_0_hand_points="")
    assert ana.preview() == ""
    assert game.drafts.get(column=0).text == {}


def test_what_is_typed_after_a_try_is_drafted_too(ana: Phone) -> None:
    ana.type(ended_by="stock_out", _0_hand_points="3", _1_hand_points="65")
    ana.save()
    assert ana.preview() == ""
    ana.open()
    assert ana.fields["0-hand_points"] == "3"
    assert ana.fields["1-hand_points"] == "65"


def test_in_one_column_the_last_word_counts_and_the_other_phone_is_told(
    ana: Phone, ben: Phone, game: Game
) -> None:
    ana.type(_0_hand_points="55")
    ana.preview()
    ben.type(_0_hand_points="75")
    ben.preview()
    assert "Ana-Ben" in ana.preview()
    ana.type(ended_by="stock_out", _1_hand_points="65")
    assert ana.save().status_code == 422
    assert ana.fields["0-hand_points"] == "75"
    assert ana.save().status_code == 303
    assert _totals(game) == [[-75, -65]]


def test_of_the_end_too_another_phone_is_believed(ana: Phone, ben: Phone) -> None:
    ana.type(_0_hand_points="55", _1_hand_points="65")
    ben.type(ended_by="only_sevens")
    ben.preview()
    answer = ana.save()
    assert answer.context["notice"].startswith("Filled in on another phone meanwhile: the end.")
    assert ana.fields["ended_by"] == "only_sevens"


def test_without_marks_what_is_typed_counts(client: Client, ben: Phone, game: Game) -> None:
    ben.type(_0_hand_points="75", _1_hand_points="85")
    ben.preview()
    answer = client.post(_url(game), _sent(game, {"hand_points": 55}, {"hand_points": None}))
    assert answer.status_code == 422
    again = _fields(answer, _url(game))
    assert (again["0-hand_points"], again["1-hand_points"]) == ("55", "85")


def test_a_round_sent_twice_takes_nothing_from_the_draft_of_the_next(
    client: Client, account: User, game: Game
) -> None:
    fields = _sent(game, {}, {"hand_points": 65})
    client.post(_url(game), fields)
    ben = Phone(game, account, 2)
    ben.type(_0_hand_points="75")
    ben.preview()
    assert client.post(_url(game), fields).status_code == 303
    assert _totals(game) == [[-50, -65]]
    assert game.drafts.get(column=0).text == {"0-hand_points": "75"}


def test_a_round_sent_again_after_it_was_taken_back_takes_nothing_from_another_phone(
    client: Client, account: User, game: Game
) -> None:
    kept = {"keep": ["untouched:1", "hands_not_counted:1"]}
    fields = {**_sent(game, {}, {"hand_points": None}), **kept}
    assert client.post(_url(game), fields).status_code == 303
    game.undo(by=account, submission=uuid4(), revision=2)
    ben = Phone(game, account)
    ben.type(_1_hand_points="75")
    ben.preview()
    assert client.post(_url(game), fields).status_code == 303
    assert not game.rounds.exists()
    assert game.drafts.get(column=1).text == {"1-hand_points": "75"}


def test_a_correction_leaves_the_draft_of_the_next_round_alone(account: User, game: Game) -> None:
    played(game, account)
    ben = Phone(game, account, 2)
    ben.type(_0_hand_points="75")
    ben.preview()
    correcting = Phone(game, account)
    assert correcting.fields["0-hand_points"] == "50"
    correcting.type(_0_hand_points="45")
    assert correcting.preview() == ""
    assert correcting.save().status_code == 303
    assert game.drafts.get(column=0).text == {"0-hand_points": "75"}
    ben.open()
    assert ben.fields["0-hand_points"] == "75"


def test_a_preview_of_what_was_saved_meanwhile_stores_nothing(
    account: User, ana: Phone, game: Game
) -> None:
    played(game, account)
    before = stored(game)
    ana.type(_0_hand_points="55")
    assert ana.preview() == ("Round 1 was saved on another phone. Save what you typed to see both.")
    assert stored(game) == before
    # So the phone has to.
    assert "Draft" not in ana.client.post(_preview(game), ana.fields, headers=HTMX)


def test_a_preview_of_a_finished_game_stores_nothing(account: User, ana: Phone, game: Game) -> None:
    game.finish(by=account, submission=uuid4())
    before = stored(game)
    ana.type(_0_hand_points="55")
    assert "finished meanwhile" in ana.preview()
    assert stored(game) == before


def test_a_preview_of_a_round_that_was_taken_back_stores_nothing(account: User, game: Game) -> None:
    revision = played(game, account)
    ana = Phone(game, account, 2)
    game.undo(by=account, submission=uuid4(), revision=revision.number)
    before = stored(game)
    ana.type(_0_hand_points="55")
    assert "taken back meanwhile" in ana.preview()
    assert stored(game) == before


def test_what_is_shown_after_undo_is_drafted_although_nothing_was_changed(
    account: User, ana: Phone, game: Game
) -> None:
    ana.type(_0_hand_points="55")
    ana.preview()
    revision = played(game, account)
    game.undo(by=account, submission=uuid4(), revision=revision.number)
    assert ana.preview() == ""
    assert game.drafts.get(column=0).text == {"0-hand_points": "55"}


def test_marks_that_are_no_marks(client: Client, game: Game) -> None:
    fields = typed(game) | {"base-0": "\0", "base-1": "x" * 5000, "base-round": "", "base-99": "1"}
    assert client.post(_preview(game), fields).status_code == 200
    assert game.drafts.count() == 3
    assert client.post(_url(game), fields | {"submission": str(uuid4())}).status_code == 303


# ---- twice is once


def test_a_round_sent_twice_is_stored_once(client: Client, game: Game) -> None:
    fields = _sent(game)
    first = client.post(_url(game), fields)
    before = stored(game)
    again = client.post(_url(game), fields)
    assert (again.status_code, again["Location"]) == (first.status_code, first["Location"])
    assert stored(game) == before


def test_a_correction_sent_twice_is_stored_once(client: Client, account: User, game: Game) -> None:
    played(game, account)
    fields = _fields(client.get(_url(game)), _url(game)) | {"0-hand_points": "75"}
    assert client.post(_url(game), fields).status_code == 303
    before = stored(game)
    assert client.post(_url(game), fields).status_code == 303
    assert stored(game) == before


def test_a_round_sent_again_after_it_was_taken_back_is_not_stored_again(
    client: Client, account: User, game: Game
) -> None:
    fields = _sent(game)
    client.post(_url(game), fields)
    game.undo(by=account, submission=uuid4(), revision=2)
    assert client.post(_url(game), fields).status_code == 303
    assert not game.rounds.exists()


# ---- htmx


def test_with_htmx_a_saved_round_leads_on(client: Client, game: Game) -> None:
    answer = client.post(_url(game), _sent(game), headers=HTMX)
    assert answer["HX-Redirect"] == f"/games/{game.pk}/"
    assert game.rounds.count() == 1


# ---- how much is asked of the database


def _queries(client: Client, url: str, fields: Mapping[str, str] | None = None) -> int:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(url) if fields is None else client.post(url, fields)
    assert answer.status_code in (200, 422)
    return len(asked)


def test_the_queries_do_not_grow_with_the_rounds(client: Client, account: User, game: Game) -> None:
    counts = []
    for rounds in (5, 200):
        played_on(game, account, rounds)
        following = rounds + 1
        client.post(_preview(game, following), typed(game))
        counts.append(
            {
                "entry": _queries(client, _url(game, following)),
                "correction": _queries(client, _url(game, 1)),
                "preview": _queries(client, _preview(game, following), typed(game)),
                "refused": _queries(client, _url(game, following), {"submission": str(uuid4())}),
            }
        )
        game.drafts.all().delete()
    assert counts[0] == counts[1]
    assert counts[0] == {"entry": 11, "correction": 11, "preview": 16, "refused": 12}


# ---- two at once


def _at_once(calls: int, call: Any) -> list[Any]:
    """Call something from several threads at the same moment, and return what each answered."""
    ready = Barrier(calls)

    def one(number: int) -> Any:
        try:
            ready.wait()
            return call(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(calls) as threads:
        return list(threads.map(one, range(calls)))


def _phones(by: User, number: int) -> list[Client]:
    clients = [Client() for _phone in range(number)]
    for client in clients:
        client.force_login(by)
    return clients


@pytest.mark.django_db(transaction=True)
def test_one_round_sent_by_many_threads_is_stored_once() -> None:
    by = User.objects.make_silently()
    game = started(by)
    fields, phones = _sent(game), _phones(by, 5)
    answers = _at_once(5, lambda number: phones[number].post(_url(game), fields))
    assert [answer.status_code for answer in answers] == [303] * 5
    assert game.rounds.count() == 1
    assert game.revisions.count() == 2


@pytest.mark.django_db(transaction=True)
def test_different_rounds_sent_at_once_are_all_stored_once_somebody_chose() -> None:
    by = User.objects.make_silently()
    game = started(by)
    bodies = [_sent(game, {"meld_points": 5 * number}) for number in range(5)]
    phones = _phones(by, 5)

    def save(number: int) -> list[int]:
        answer = phones[number].post(_url(game), bodies[number])
        statuses = [answer.status_code]
        while answer.status_code == 409:
            *_mine, another = Page(answer.text).forms
            answer = phones[number].post(another.action, another.sent)
            statuses.append(answer.status_code)
        return statuses

    answers = _at_once(5, save)
    assert {statuses[-1] for statuses in answers} == {303}
    assert {status for statuses in answers for status in statuses[:-1]} == {409}
    assert len([1 for statuses in answers if statuses == [303]]) == 1
    game = Game.objects.get(pk=game.pk)
    assert [one.number for one in game.played] == [1, 2, 3, 4, 5]
    assert sorted(row[0] for row in game.rows) == [-50, -45, -40, -35, -30]
    assert _totals(game)[-1] == list(game.table.totals(game.rows))


@pytest.mark.django_db(transaction=True)
def test_everything_at_once() -> None:
    by = User.objects.make_silently()
    game = started(by)
    played(game, by)
    phones = _phones(by, 8)
    home = f"/games/{game.pk}/"

    def write(number: int) -> list[int]:
        client, statuses = phones[number], []
        for turn in range(4):
            fields = _sent(game, {"meld_points": 5 * number}) | {"revision": str(2 + turn)}
            record = {name: text for name, text in fields.items() if name != "revision"}
            urls = [
                (_url(game, 2 + turn), record),
                (_preview(game, 2 + turn), record),
                (_url(game), fields),
                (f"{home}undo/", fields),
                (f"{home}finish/", fields),
                (f"{home}reopen/", fields),
                (f"{home}share/", fields),
                (home, None),
            ]
            url, body = urls[(number + turn) % len(urls)]
            answer = client.get(url) if body is None else client.post(url, body)
            statuses.append(answer.status_code)
        return statuses

    answers = _at_once(8, write)
    assert {status for statuses in answers for status in statuses} <= {200, 303, 404, 409, 422}
    game = Game.objects.get(pk=game.pk)
    if game.played:
        assert _totals(game)[-1] == list(game.table.totals(game.rows))
    assert [one.number for one in game.played] == [*range(1, len(game.played) + 1)]
    numbers = [revision.number for revision in game.revisions.all()]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert game.version == len(numbers)
    assert game.links.filter(revoked_at=None).count() == 1
