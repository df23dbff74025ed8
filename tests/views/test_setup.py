"""Mending the setup of a game: what is said before, what is saved, and who was there first."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Setup, User
from tests.build import played, played_on, started, stored, viewer_of
from tests.models.play import assert_follows_from_entries, change_setup, fresh, substitute
from tests.pages import Page
from tests.variants.build import ONE_OF_EACH

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
RED = {**ONE_OF_EACH, "garbage_points": 30, "red_threes": 5, "hand_points": 25}
BLACK = {"mixed_canastas": 2, "meld_points": 185, "red_threes": 3, "hand_points": 310}


@pytest.fixture
def game(account: User) -> Game:
    """A round of Bain, 4,495 to 175: Ana deals first, then Celia, Ben, Dev."""
    game = started(account)
    played(game, account, RED, BLACK, ended_by="going_out:0")
    return fresh(game)


def _url(game: Game) -> str:
    return f"/games/{game.pk}/setup/"


def _sheet(game: Game) -> str:
    return f"/games/{game.pk}/"


def _fields(client: Client, game: Game, **typed: str) -> dict[str, str]:
    """What a browser sends that opened the page now and pressed Save after typing this."""
    page = Page(client.get(_url(game)).text)
    rules = {
        name: str(getattr(game.table.options, name))
        for name in ("red_threes_need", "pairs_scoring")
        if hasattr(game.table.options, name)
    }
    return {**page.form(_url(game)).sent, **rules, "save": "1", **typed}


def _confirmed(client: Client, game: Game, fields: dict[str, str]) -> dict[str, str]:
    """The same once what it changes has been read."""
    typed = {name: text for name, text in fields.items() if name != "save"}
    answer = client.post(_url(game), typed, headers=HTMX)
    return {**fields, "told": answer.context["form"].told}


def _preview(client: Client, game: Game, **typed: str) -> Any:
    fields = _fields(client, game, **typed)
    del fields["save"]
    return client.post(_url(game), fields, headers=HTMX)


def _said(answer: Any) -> str:
    (message,) = get_messages(answer.wsgi_request)
    return str(message)


# ---- the page


def test_the_page_shows_the_setup_and_writes_nothing(client: Client, game: Game) -> None:
    before = stored(game)
    answer = client.get(_url(game))
    assert (answer.status_code, stored(game)) == (200, before)
    page = Page(answer.text)
    assert page.unsafe == []
    assert max(page.ids.values()) == 1
    form = page.form(_url(game)).sent
    assert [form[f"seat-{place}"] for place in range(4)] == ["Ana", "Celia", "Ben", "Dev"]
    assert (form["first_dealer"], form["team-0"], form["target"]) == ("0", "Ana-Ben", "20000")
    assert "Nothing is changed yet." in page.text


def test_the_page_says_what_stays_and_offers_a_new_game(client: Client, game: Game) -> None:
    page = Page(client.get(_url(game)).text)
    assert "belongs to the teams that played it" in page.text
    for url in (f"/games/new/bain/?again={game.pk}", f"/games/new/?again={game.pk}"):
        assert url in page.links
        assert client.get(url).status_code == 200


@pytest.mark.parametrize(
    ("key", "teams", "each"),
    [("banakil", 4, 1), ("bga", 7, 1), ("bga", 3, 2), ("bga", 2, 6), ("marriage", 2, 1)],
)
def test_every_table(client: Client, account: User, key: str, teams: int, each: int) -> None:
    game = started(account, key, teams, each)
    played(game, account)
    answer = client.get(_url(game))
    assert answer.status_code == 200
    assert Page(answer.text).unsafe == []
    assert len(answer.context["form"].teams) == (teams if each > 1 else 0)


def test_each_page_has_its_own_submission(client: Client, game: Game) -> None:
    one, two = (client.get(_url(game)).context["form"].form.submission for _each in range(2))
    assert one != two


def test_wrong_methods(client: Client, game: Game) -> None:
    assert client.head(_url(game)).status_code == 200
    for method in (client.put, client.patch, client.delete):
        assert method(_url(game)).status_code == 405


def test_who_may_not(client: Client, game: Game) -> None:
    fields, before = _fields(client, game, name="Friday"), stored(game)
    client.force_login(viewer_of(game.club))
    assert client.get(_url(game)).status_code == 403
    assert client.post(_url(game), fields).status_code == 403
    client.force_login(User.objects.make_silently())
    assert client.get(_url(game)).status_code == 404
    assert client.post(_url(game), fields).status_code == 404
    client.logout()
    assert client.post(_url(game), fields).status_code == 404
    assert stored(game) == before


def test_a_deleted_game_is_not_there(client: Client, account: User, game: Game) -> None:
    fields = _fields(client, game, name="Friday")
    game.discard(by=account, submission=uuid4())
    assert client.get(_url(game)).status_code == 404
    assert client.post(_url(game), fields).status_code == 404


def test_a_form_from_elsewhere_is_refused(account: User, game: Game) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(account)
    assert strict.post(_url(game), {"name": "Friday", "save": "1"}).status_code == 403
    assert fresh(game).name == ""


# ---- what changes is said before


def test_a_preview_says_what_changes_and_writes_nothing(client: Client, game: Game) -> None:
    before = stored(game)
    answer = _preview(client, game, going_out_bonus="100")
    assert (answer.status_code, stored(game)) == (200, before)
    assert "1 total changes." in answer.text
    assert "Ana-Ben 4,495 to 4,395." in answer.text
    assert f'name="told" value="{answer.context["form"].told}"' in answer.text
    assert "<html" not in answer.text


def test_a_preview_says_what_is_to_mend_first(client: Client, game: Game) -> None:
    answer = _preview(client, game, **{"seat-0": ""})
    assert answer.status_code == 200
    assert "To mend first: Who sits here? Type a name." in answer.text
    assert 'name="told" value=""' in answer.text


def test_the_first_press_says_what_changes_and_the_second_saves(client: Client, game: Game) -> None:
    before = stored(game)
    answer = client.post(_url(game), _fields(client, game, going_out_bonus="100"))
    assert (answer.status_code, stored(game)) == (422, before)
    page = Page(answer.text)
    assert "Look at what this changes, then press Save once more." in page.text
    assert "Ana-Ben 4,495 to 4,395." in page.text
    sent = page.form(_url(game)).sent
    assert sent["going_out_bonus"] == "100"
    answer = client.post(_url(game), {**sent, "told": _told(answer), "save": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, _sheet(game))
    assert _said(answer) == "Setup changed: “Going out is worth” from 200 to 100"
    assert fresh(game).table.options.going_out_bonus == 100
    assert_follows_from_entries(game)


def _told(answer: Any) -> str:
    told = answer.context["form"].told
    assert f'form="setup" name="told" value="{told}"' in answer.text
    return str(told)


def test_what_changed_since_it_was_told_is_told_again(
    client: Client, account: User, game: Game
) -> None:
    fields = _confirmed(client, game, _fields(client, game, going_out_bonus="100"))
    played(fresh(game), account, RED, BLACK, ended_by="going_out:0")
    before = stored(game)
    answer = client.post(_url(game), fields)
    assert (answer.status_code, stored(game)) == (422, before)
    assert "Ana-Ben 8,990 to 8,790." in answer.text
    answer = client.post(_url(game), {**fields, "told": _told(answer)})
    assert answer.status_code == 303


def test_names_alone_are_saved_at_once(client: Client, game: Game) -> None:
    typed = {"name": " Friday  cards ", "seat-0": "Eva", "team-1": "East", "team-0": ""}
    answer = client.post(_url(game), _fields(client, game, **typed))
    assert answer.status_code == 303
    table = fresh(game).table
    assert fresh(game).name == "Friday cards"
    assert [(team.name, team.players) for team in table.teams] == [
        ("Eva & Ben", ("Eva", "Ben")),
        ("East", ("Celia", "Dev")),
    ]
    assert _said(answer).startswith("Setup changed: name none to Friday cards, Ana is now Eva, ")


# ---- what is saved


def test_all_of_it(client: Client, game: Game) -> None:
    typed = {"start-0": "-20", "start-1": "1000", "first_dealer": "nobody", "target": "९०००"}
    fields = _fields(client, game, **typed, name="Friday")
    assert client.post(_url(game), _confirmed(client, game, fields)).status_code == 303
    setup = Setup.of(fresh(game))
    assert (setup.starting_totals, setup.first_dealer, setup.name) == ((-20, 1000), None, "Friday")
    assert setup.options.target == 9000
    assert_follows_from_entries(game)


def test_whoever_moves_takes_the_entries_along(client: Client, account: User) -> None:
    game = started(account, "banakil", 2, 2)
    columns = [
        {"meld_points": points, "hand_points": hand}
        for points, hand in ((30, 0), (10, 2), (20, 1), (5, 4))
    ]
    played(game, account, *columns, ended_by="going_out:0")
    fields = _fields(client, fresh(game), **{"seat-2": "Dev", "seat-3": "Ben"})
    fields = _confirmed(client, game, fields)
    assert client.post(_url(game), fields).status_code == 303
    now = fresh(game)
    assert now.rows == [[50, 26]]
    assert now.table.players == ("Ana", "Dev", "Celia", "Ben")
    assert_follows_from_entries(game)


def test_a_finished_game_too(client: Client, account: User, game: Game) -> None:
    game.finish(by=account, submission=uuid4())
    fields = _confirmed(client, game, _fields(client, game, **{"start-1": "6000"}))
    assert client.post(_url(game), fields).status_code == 303
    assert [team.place for team in game.teams.order_by("number")] == [2, 1]


def test_nothing_changed_writes_nothing(client: Client, game: Game) -> None:
    fields, before = _fields(client, game), stored(game)
    answer = client.post(_url(game), fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, _sheet(game))
    assert (list(get_messages(answer.wsgi_request)), stored(game)) == ([], before)
    # Nor if another has changed it, to just this.
    fields["name"] = "Friday"
    change_setup(game, name="Friday")
    before = stored(game)
    assert client.post(_url(game), fields).status_code == 303
    assert stored(game) == before


@pytest.mark.parametrize(
    "typed",
    [
        {"seat-0": " "},
        {"seat-3": "Ana"},
        {"seat-0": "x" * 81},
        {"team-0": "Dev"},
        {"target": "0"},
        {"target": "many"},
        {"start-0": "1.5"},
        {"name": "\u200b"},
        {"submission": "x"},
        {"revision": "x"},
    ],
)
def test_bad_input_stands_beside_its_field(
    client: Client, game: Game, typed: dict[str, str]
) -> None:
    fields, before = _fields(client, game, **typed), stored(game)
    answer = client.post(_url(game), fields)
    assert (answer.status_code, stored(game)) == (422, before)
    ((field, text),) = typed.items()
    if field in ("submission", "revision"):
        assert "This page was out of date." in answer.text
    else:
        assert Page(answer.text).form(_url(game)).sent[field] == text
        assert list(answer.context["form"].form.faults) == [field]


def test_a_substitute_takes_no_second_seat(client: Client, game: Game) -> None:
    substitute(game, 1, "Eva", 1)
    answer = client.post(_url(game), _fields(client, game, **{"seat-0": "Eva"}))
    assert answer.status_code == 422
    assert "Eva sits in for somebody in a round" in answer.text
    assert Page(answer.text).form(_url(game)).sent["seat-0"] == "Eva"


def test_neighbours_change_places_without_a_script(client: Client, game: Game) -> None:
    fields, before = _fields(client, game, swap="0"), stored(game)
    del fields["save"]
    answer = client.post(_url(game), fields)
    assert (answer.status_code, stored(game)) == (200, before)
    sent = Page(answer.text).form(_url(game)).sent
    assert (sent["seat-0"], sent["seat-1"], sent["first_dealer"]) == ("Celia", "Ana", "1")
    assert client.post(_url(game), {**fields, "swap": "7"}).status_code == 422


# ---- twice, and two at once


def test_a_repeat_is_answered_as_the_first(client: Client, account: User, game: Game) -> None:
    fields = _confirmed(client, game, _fields(client, game, target="9000"))
    first = client.post(_url(game), fields)
    client.get(_sheet(game))
    played(fresh(game), account)
    before = stored(game)
    again = client.post(_url(game), fields)
    assert (again.status_code, again.headers["Location"]) == (303, first.headers["Location"])
    assert _said(again) == _said(first)
    assert stored(game) == before


def test_the_same_page_with_something_else(client: Client, game: Game) -> None:
    fields = _fields(client, game, name="Friday")
    client.post(_url(game), fields)
    before = stored(game)
    answer = client.post(_url(game), {**fields, "name": "Saturday"})
    assert (answer.status_code, stored(game)) == (409, before)
    page = Page(answer.text)
    assert "Something else was saved from this page before." in page.text
    assert "Setup changed: name none to Friday (you)" in page.text
    sent = page.form(_url(game)).sent
    assert sent["name"] == "Saturday"
    assert client.post(_url(game), {**sent, "save": "1"}).status_code == 303
    assert fresh(game).name == "Saturday"


def test_another_changed_it_meanwhile(client: Client, account: User, game: Game) -> None:
    fields = _fields(client, game, target="9000", name="Friday", **{"seat-0": "Anna"})
    change_setup(game, name="Saturday")
    played(fresh(game), account)
    before = stored(game)
    answer = client.post(_url(game), fields)
    assert (answer.status_code, stored(game)) == (409, before)
    page = Page(answer.text)
    assert "Somebody changed the setup meanwhile." in page.text
    assert "Setup changed: name none to Saturday" in page.text
    assert "Round 2 saved" not in page.text
    beside = [(one.label, one.theirs, one.mine) for one in answer.context["form"].differences]
    assert beside == [
        ("Name of the game", "Saturday", "Friday"),
        ("Seat 1", "Ana", "Anna"),
        ("First dealer", "Ana", "Anna"),
        ("Play to", "20,000", "9,000"),
    ]
    assert "Leave it and look at the sheet" in page.text
    sent = page.form(_url(game)).sent
    assert (sent["name"], sent["seat-0"], sent["target"]) == ("Friday", "Anna", "9000")
    # What it changes is told there, so that one more press is enough.
    mine = client.post(_url(game), {**sent, "told": _told(answer), "save": "1"})
    assert mine.status_code == 303
    assert (fresh(game).name, fresh(game).table.options.target) == ("Friday", 9000)


def test_another_changes_it_at_the_last_moment(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the setup and the lock another phone gets in."""
    write = Game.change_setup

    def late(self: Game, **told: Any) -> object:
        monkeypatch.setattr(Game, "change_setup", write)
        change_setup(self, name="Saturday")
        return write(self, **told)

    fields = _fields(client, game, name="Friday")
    monkeypatch.setattr(Game, "change_setup", late)
    answer = client.post(_url(game), fields)
    assert answer.status_code == 409
    assert fresh(game).name == "Saturday"
    assert Page(answer.text).form(_url(game)).sent["name"] == "Friday"


@pytest.mark.parametrize("deed", ["substitute", "delete"])
def test_what_else_may_come_at_the_last_moment(
    client: Client, account: User, game: Game, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    write = Game.change_setup

    def late(self: Game, **told: Any) -> object:
        if deed == "delete":
            fresh(self).discard(by=account, submission=uuid4())
        else:
            substitute(fresh(self), 1, "Eva", 1)
        return write(self, **told)

    fields = _fields(client, game, **{"seat-0": "Eva"})
    monkeypatch.setattr(Game, "change_setup", late)
    answer = client.post(_url(game), fields)
    assert answer.status_code == (409 if deed == "delete" else 422)
    assert fresh(game).table.players[0] == "Ana"


# ---- how much is asked of the database


def _queries(client: Client, url: str, data: dict[str, str] | None = None) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        if data is None:
            client.get(url)
        else:
            client.post(url, data, headers=HTMX)
    return len(asked)


def test_the_queries_do_not_grow(client: Client, account: User) -> None:
    small, large = started(account), started(account, "bga", 6, 2)
    played(small, account)
    played_on(large, account, 60)
    client.get(_url(small))
    assert _queries(client, _url(small)) == _queries(client, _url(large))
    asked = []
    for game in (small, large):
        fields = _fields(client, game, target="9000")
        del fields["save"]
        asked.append(_queries(client, _url(game), fields))
    assert asked[0] == asked[1]
