"""The people of a club: who sees them, who adds, renames, hides and merges them."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.clubtold import ClubTold, PlayerTold, take_over
from games.models import Club, Game, Membership, Player, User
from tests.build import played, started
from tests.models.play import assert_follows_from_entries
from tests.pages import Page

pytestmark = pytest.mark.django_db

BAD_NAMES = ["", "  ", "\0", "a\0b", "\u200b", "x" * 81, "a\nb\x07"]


@pytest.fixture
def club(account: User) -> Club:
    """The club of the account that the client is signed in with."""
    return account.home_club()


@pytest.fixture
def game(account: User) -> Game:
    """A game with a round."""
    game = started(account)
    played(game, account, {"meld_points": 100})
    return game


def _list(club: Club) -> str:
    return f"/clubs/{club.pk}/players/"


def _of(player: Player, part: str = "edit/") -> str:
    return f"/players/{player.pk}/{part}"


def _fields(**fields: str) -> dict[str, str]:
    return {"submission": str(uuid4())} | fields


def _named(club: Club, name: str) -> Player:
    return club.players.get(name=name)


def _press(client: Client, answer: Any, action: str, **fields: str) -> Any:
    """Send a form of a page with these fields changed."""
    forms = [form for form in Page(answer.text).forms if form.method == "post"]
    form = next(form for form in forms if form.action == action)
    return client.post(action, {**form.sent, **fields})


def _edited(client: Client, player: Player, **fields: str) -> Any:
    return _press(client, client.get(_of(player)), _of(player), **fields)


def _kept(club: Club) -> list[object]:
    return [
        list(club.players.order_by("pk").values()),
        list(club.revisions.order_by("pk").values()),
        list(club.games.order_by("pk").values()),
        list(Club.objects.filter(pk=club.pk).values()),
    ]


# ---- the list


def test_the_list_says_what_to_do_first(client: Client, club: Club) -> None:
    answer = client.get(_list(club))
    assert answer.status_code == 200
    assert "Nobody plays here yet. Add who does" in Page(answer.text).text
    assert client.head(_list(club)).status_code == 200


def test_regulars_guests_and_who_is_hidden_stand_apart(client: Client, club: Club) -> None:
    for name in ("Zoe", "ana", "Ben"):
        club.player_named(name)
    _press(client, client.get(_list(club)), _list(club), name="Guest G", guest="yes")
    _named(club, "Ben").hide(by=None, submission=uuid4())
    answer = client.get(_list(club))
    lists = [
        [one.name for one in answer.context[name]] for name in ("regulars", "guests", "hidden")
    ]
    assert lists == [["ana", "Zoe"], ["Guest G"], ["Ben"]]
    page = Page(answer.text)
    assert page.unsafe == []
    assert answer.text.count('class="suit ') == 4
    assert _of(_named(club, "Ben")) in page.links


def test_somebody_is_added_once(client: Client, club: Club) -> None:
    fields = _fields(name="  Ana   Maria ")
    for _time in range(2):
        answer = client.post(_list(club), fields)
        assert (answer.status_code, answer["Location"]) == (303, _list(club))
    assert "Ana Maria was added." in Page(client.get(_list(club)).text).text
    assert [one.name for one in club.players.all()] == ["Ana Maria"]
    answer = client.post(_list(club), _fields(name="ANA maria"))
    assert answer.status_code == 422
    assert "Ana Maria is in this club already." in Page(answer.text).text
    assert _of(club.players.get()) in Page(answer.text).links
    answer = client.post(_list(club), {**fields, "name": "Ben"})
    assert answer.status_code == 409
    assert _press(client, answer, _list(club)).status_code == 303
    assert club.players.count() == 2


@pytest.mark.parametrize("name", BAD_NAMES)
def test_what_is_no_name_is_refused(client: Client, club: Club, name: str) -> None:
    player = club.player_named("Ana")
    before = _kept(club)
    for url in (_list(club), _of(player)):
        answer = client.post(url, _fields(**{"name": name, "was-name": "Ana"}))
        assert answer.status_code == 422
        assert answer.context["form"].name_errors
    assert _kept(club) == before


def test_a_page_that_was_not_whole(client: Client, club: Club) -> None:
    player, before = club.player_named("Ana"), 0
    before = club.revisions.count()
    for fields in ({"name": "Ben"}, {"name": "Ben", "submission": "\0"}):
        assert client.post(_list(club), fields).status_code == 422
        assert client.post(_of(player), fields).status_code == 422
        for part in ("hide/", "show/", "edit/undo/", "merge/undo/"):
            assert client.post(_of(player, part), fields).status_code == 409
        assert client.post(_of(player, "merge/"), fields).status_code == 422
        assert client.post(f"/clubs/{club.pk}/edit/", fields).status_code == 422
    assert club.revisions.count() == before


# ---- one player


def test_a_new_name_is_given_and_taken_back(client: Client, club: Club, game: Game) -> None:
    ana = _named(club, "Ana")
    answer = _edited(client, ana, name=" Anna  K ")
    assert (answer.status_code, answer["Location"]) == (303, f"{_list(club)}?renamed={ana.pk}")
    listed = client.get(answer["Location"])
    assert "Ana is now Anna K, in every game." in Page(listed.text).text
    assert "Anna K" in client.get(f"/games/{game.pk}/").text
    assert "Ana is now Anna K" in client.get(f"/games/{game.pk}/log/").text
    assert "Earlier names" in client.get(_of(ana)).text

    answer = _press(client, listed, _of(ana, "edit/undo/"))
    assert answer.status_code == 303
    assert "it is Ana again" in Page(client.get(answer["Location"]).text).text
    assert "Anna K" not in client.get(f"/games/{game.pk}/").text
    assert_follows_from_entries(game)


def test_a_board_that_is_open_learns_of_the_name(client: Client, club: Club, game: Game) -> None:
    url = f"/games/{game.pk}/"
    client.get(url)
    etag = client.get(url)["ETag"]
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
    _edited(client, _named(club, "Ana"), name="Anna")
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 200


def test_what_was_typed_stays_what_another_phone_changed(client: Client, club: Club) -> None:
    ana = club.player_named("Ana")
    page = client.get(_of(ana))
    _edited(client, ana, name="Anna")
    assert _press(client, page, _of(ana), mark="g", guest="yes").status_code == 303
    ana.refresh_from_db()
    assert (ana.name, ana.mark, ana.is_guest) == ("Anna", "g", True)
    form = next(one for one in Page(client.get(_of(ana)).text).forms if one.action == _of(ana))
    client.post(_of(ana), {name: value for name, value in form.sent.items() if name != "guest"})
    ana.refresh_from_db()
    assert not ana.is_guest


def test_nothing_is_written_where_nothing_changed(client: Client, club: Club) -> None:
    ana = club.player_named("Ana")
    assert _edited(client, ana)["Location"] == _list(club)
    assert not club.revisions.exists()


def test_the_same_form_twice_is_one_write(client: Client, club: Club) -> None:
    ana = club.player_named("Ana")
    fields = _fields(**{"name": "Anna", "was-name": "Ana"})
    answers = [client.post(_of(ana), fields) for _time in range(2)]
    assert {(one.status_code, one["Location"]) for one in answers} == {
        (303, f"{_list(club)}?renamed={ana.pk}")
    }
    assert club.revisions.count() == 1
    assert client.post(_of(ana), fields | {"name": "Other"}).status_code == 409


def test_a_name_of_another_offers_to_merge(client: Client, club: Club, game: Game) -> None:
    ana, ben = _named(club, "Ana"), club.player_named("Zed")
    answer = _edited(client, ana, name="zed")
    assert answer.status_code == 422
    assert "Zed is in this club already." in Page(answer.text).text
    assert _of(ana, f"merge/?with={ben.pk}") in Page(answer.text).links
    assert game.table.players[0] == "Ana"


def test_a_name_of_a_team_names_the_game(client: Client, club: Club, game: Game) -> None:
    answer = _edited(client, _named(club, "Ana"), name=game.table.teams[1].name)
    assert answer.status_code == 422
    assert "a team or a player is called" in Page(answer.text).text
    assert f"/games/{game.pk}/setup/" in Page(answer.text).links


@pytest.mark.parametrize("mark", ["", "h", "aa", "\0"])
def test_there_is_no_other_mark(client: Client, club: Club, mark: str) -> None:
    answer = _edited(client, club.player_named("Ana"), mark=mark)
    assert answer.status_code == 422
    assert club.players.get().mark == "a"


def test_who_is_hidden_is_proposed_no_more(client: Client, club: Club, game: Game) -> None:
    ana = _named(club, "Ana")
    answer = _press(client, client.get(_of(ana)), _of(ana, "hide/"))
    assert answer.status_code == 303
    assert "Ana is hidden" in Page(client.get(_list(club)).text).text
    new = client.get("/games/new/bain/")
    assert "Ana" not in [one.name for one in new.context["form"].lately]
    assert "Ana" in client.get(f"/games/{game.pk}/").text
    assert _press(client, client.get(_of(ana)), _of(ana, "show/")).status_code == 303
    new = client.get("/games/new/bain/")
    assert "Ana" in [one.name for one in new.context["form"].lately]


def test_an_undo_that_is_out_of_date(client: Client, club: Club) -> None:
    ana = club.player_named("Ana")
    _edited(client, ana, name="Anna")
    page = client.get(_of(ana))
    _edited(client, ana, name="Anne")
    assert _press(client, page, _of(ana, "edit/undo/")).status_code == 409
    for revision in ("", "x", "0", "999999999999999999999"):
        fields = _fields(revision=revision)
        assert client.post(_of(ana, "edit/undo/"), fields).status_code == 409
    club.player_named("Anna")
    answer = _press(client, client.get(_of(ana)), _of(ana, "edit/undo/"))
    assert answer.status_code == 409
    assert "Anna is in this club already." in Page(answer.text).text
    ana.refresh_from_db()
    assert ana.name == "Anne"


# ---- merging


def test_two_records_are_made_one_and_two_again(client: Client, club: Club, game: Game) -> None:
    ana, anna = _named(club, "Ana"), club.player_named("Anna")
    game.finish(by=None, submission=uuid4())
    chosen = client.get(_of(ana, "merge/"))
    assert "Who is the same person as Ana?" in Page(chosen.text).text
    shown = client.get(_of(ana, "merge/"), {"with": str(anna.pk)})
    page = Page(shown.text)
    assert "Ana 1 game Anna 0 games" in page.text
    assert _press(client, shown, _of(ana, "merge/")).status_code == 422
    fields = _fields(**{"with": str(anna.pk), "keep": str(anna.pk)})
    answers = [client.post(_of(ana, "merge/"), fields) for _time in range(2)]
    assert [one.status_code for one in answers] == [303, 303]
    assert {one["Location"] for one in answers} == {f"{_list(club)}?merged={ana.pk}"}
    listed = client.get(answers[0]["Location"])
    assert "Ana and Anna are one person now: Anna." in Page(listed.text).text
    assert "Also: Ana" in Page(listed.text).text
    assert "Anna" in client.get(f"/games/{game.pk}/").text
    assert client.get(_of(ana))["Location"] == _of(anna)
    assert client.get(_of(ana, "merge/"))["Location"] == _of(anna)
    assert_follows_from_entries(game)

    answer = _press(client, listed, _of(ana, "merge/undo/"))
    assert answer.status_code == 303
    assert "are two people again" in Page(client.get(answer["Location"]).text).text
    assert game.seats.get(number=0).player == ana
    assert_follows_from_entries(game)
    answer = client.post(_of(ana, "merge/undo/"), _fields())
    assert answer.status_code == 409


@pytest.mark.usefixtures("game")
def test_the_name_that_stays_is_chosen(client: Client, club: Club) -> None:
    ana, anna = _named(club, "Ana"), club.player_named("Anna")
    fields = _fields(**{"with": str(anna.pk), "keep": str(ana.pk)})
    assert client.post(_of(ana, "merge/"), fields)["Location"].endswith(f"?merged={anna.pk}")
    anna.refresh_from_db()
    assert anna.merged_into == ana
    assert "Other names of the same person" in client.get(_of(ana)).text


def test_two_of_one_game_are_two_people(client: Client, club: Club, game: Game) -> None:
    ana, ben = (game.seats.get(number=number).player for number in (0, 1))
    answer = client.get(_of(ana, "merge/"), {"with": str(ben.pk)})
    assert "Both have sat in the game" in Page(answer.text).text
    assert _of(ana, "merge/") not in [
        form.action for form in Page(answer.text).forms if form.method == "post"
    ]
    before = _kept(club)
    fields = _fields(**{"with": str(ben.pk), "keep": str(ben.pk)})
    answer = client.post(_of(ana, "merge/"), fields)
    assert answer.status_code == 422
    assert f"/games/{game.pk}/setup/" in Page(answer.text).links
    assert _kept(club) == before


@pytest.mark.parametrize("other", ["", "x", "\0", "0", "99999999999999999999", "self", "elsewhere"])
def test_nobody_else_can_be_merged(client: Client, club: Club, other: str) -> None:
    ana = club.player_named("Ana")
    club.player_named("Ben")
    told = {"self": ana.pk, "elsewhere": Club.objects.create().player_named("Ben").pk}.get(other)
    fields = _fields(**{"with": str(told or other), "keep": str(ana.pk)})
    assert client.get(_of(ana, "merge/"), fields).status_code == 200
    assert client.post(_of(ana, "merge/"), fields).status_code == 422
    assert not club.revisions.exists()


def _new(*names: str) -> dict[str, str]:
    """Return a new game of these people as a browser sends it."""
    seats = {f"seat-{number}": name for number, name in enumerate(names)}
    return _fields(start="1", seated=f"2x{len(names) // 2}", first_dealer="0", **seats)


@pytest.mark.usefixtures("game")
def test_whoever_types_the_other_name_means_the_same_person(client: Client, club: Club) -> None:
    ana, anna = _named(club, "Ana"), club.player_named("Anna")
    ana.merge_into(anna, by=None, submission=uuid4())
    anna.hide(by=None, submission=uuid4())
    answer = client.post("/games/new/bain/", _new("ANA", "Ben", "Anna", "Dev"))
    assert answer.status_code == 422
    assert "“Anna” is here twice" in Page(answer.text).text
    answer = client.post("/games/new/bain/", _new("ANA", "Ben", "Zoe", "Dev"))
    assert answer.status_code == 303
    new = Game.objects.latest("started_at")
    assert new.seats.get(number=0).player == anna
    assert new.teams.get(number=0).name == "Anna & Zoe"
    anna.refresh_from_db()
    assert anna.hidden_at is None
    setup, mended = f"/games/{new.pk}/setup/", {"seat-0": "Zed"}
    for fields in (mended, {"seat-0": "ana"}):
        page = client.get(setup)
        form = next(one for one in Page(page.text).forms if "revision" in one.sent)
        told = client.post(setup, {**form.sent, **fields, "save": "1"})
        assert told.status_code == 303
    assert new.seats.get(number=0).player == anna
    assert not ana.seats.exists()
    assert_follows_from_entries(new)


# ---- the club


def test_a_club_gets_a_name_and_a_time_zone(client: Client, club: Club, game: Game) -> None:
    url = f"/clubs/{club.pk}/edit/"
    game.finish(by=None, submission=uuid4())
    page = client.get(url)
    assert "Your games" in Page(page.text).text
    assert page.text.count("<option") > 300
    for _time in range(2):
        answer = _press(client, page, url, name="  The  Aces ", time_zone="Asia/Kathmandu")
        assert (answer.status_code, answer["Location"]) == (303, f"/clubs/{club.pk}/")
    assert f"/clubs/{club.pk}/" in Page(page.text).links
    club.refresh_from_db()
    assert (club.name, club.time_zone) == ("The Aces", "Asia/Kathmandu")
    assert club.revisions.count() == 1
    assert "The Aces" in client.get(_list(club)).text
    assert _press(client, page, url, name="Other").status_code == 409
    assert_follows_from_entries(game)


@pytest.mark.parametrize(
    "zone", ["", "Nowhere/Here", "../etc/passwd", "\0", "x" * 99, "europe/berlin"]
)
def test_there_is_no_such_time_zone(client: Client, club: Club, zone: str) -> None:
    url, before = f"/clubs/{club.pk}/edit/", _kept(club)
    answer = _press(client, client.get(url), url, time_zone=zone)
    assert answer.status_code == 422
    assert answer.context["form"].zone_errors
    assert _kept(club) == before


@pytest.mark.parametrize("name", [name for name in BAD_NAMES if name.strip()])
def test_a_club_has_no_such_name(client: Client, club: Club, name: str) -> None:
    url, before = f"/clubs/{club.pk}/edit/", _kept(club)
    assert client.post(url, _fields(name=name, time_zone="UTC")).status_code == 422
    assert _kept(club) == before


def test_a_time_zone_that_is_no_place_can_stay(client: Client, club: Club) -> None:
    url = f"/clubs/{club.pk}/edit/"
    Club.objects.filter(pk=club.pk).update(time_zone="Etc/GMT+3")
    assert _press(client, client.get(url), url, name="Aces").status_code == 303
    club.refresh_from_db()
    assert club.time_zone == "Etc/GMT+3"


# ---- who may

READS = ("list", "edit/", "merge/", "club")
WRITES = ("list", "edit/", "edit/undo/", "hide/", "show/", "merge/", "merge/undo/", "club")
OPEN: dict[str, tuple[set[str], set[str]]] = {
    "owner": (set(READS), set(WRITES)),
    "scorer": ({"list"}, {"list"}),
    "viewer": ({"list"}, set()),
}
"""What each role may read and write; what is left is 403."""


def _address(club: Club, part: str) -> str:
    if part == "list":
        return _list(club)
    if part == "club":
        return f"/clubs/{club.pk}/edit/"
    return _of(club.players.order_by("pk")[0], part)


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("role", Membership.Role.values)
def test_who_may_do_what(club: Club, role: str) -> None:
    user, client = User.objects.make_silently(), Client()
    Membership.objects.create(user=user, club=club, role=role)
    client.force_login(user)
    reads, writes = OPEN[role]
    for part in READS:
        answer = client.get(_address(club, part))
        assert (part, answer.status_code) == (part, 200 if part in reads else 403)
    before = _kept(club)
    for part in WRITES:
        answer = client.post(_address(club, part), {})
        assert (part, answer.status_code == 403) == (part, part not in writes)
        assert answer.status_code in (403, 409, 422)
    assert _kept(club) == before
    answer = client.get(_list(club))
    assert ("Add this player" in answer.text) == (role != "viewer")
    # No link leads where one may not go.
    ana = club.players.order_by("pk")[0]
    for url in (_list(club), _of(ana, "")):
        page = Page(client.get(url).text)
        assert (_of(ana) in page.links) == (role == "owner")
    if role != "viewer":
        again = client.post(_list(club), _fields(name="Ana"))
        assert again.status_code == 422
        assert (_of(ana) in Page(again.text).links) == (role == "owner")
        assert _of(ana, "") in Page(again.text).links


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("signed_in", [False, True])
def test_strangers_learn_nothing(club: Club, signed_in: bool) -> None:
    client, before = Client(), _kept(club)
    if signed_in:
        client.force_login(User.objects.make_silently())
    for part in WRITES:
        for answer in (
            client.post(_address(club, part), _fields(name="X")),
            *([client.get(_address(club, part))] if part in READS else []),
        ):
            assert (part, answer.status_code) == (part, 404)
            assert "Ana" not in answer.text
    assert _kept(club) == before


@pytest.mark.usefixtures("account")
def test_what_is_not_there(client: Client) -> None:
    for url in (
        f"/clubs/{UUID(int=7)}/players/",
        f"/clubs/{UUID(int=7)}/edit/",
        "/clubs/x/players/",
        "/players/0/edit/",
        "/players/99999999999999999999999999/edit/",
        "/players/-1/edit/",
        "/players/%00/edit/",
    ):
        assert client.get(url).status_code == 404
        assert client.post(url, _fields()).status_code == 404


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_wrong_methods(client: Client, club: Club, method: str) -> None:
    for part in WRITES:
        assert getattr(client, method)(_address(club, part)).status_code == 405
    for part in ("edit/undo/", "hide/", "show/", "merge/undo/"):
        assert client.get(_address(club, part)).status_code == 405


def test_the_queries_do_not_grow(client: Client, account: User, club: Club) -> None:
    counts = []
    for more in (4, 40):
        for number in range(more):
            left = club.player_named(f"P{more} {number}")
            alias = club.player_named(f"A{more} {number}")
            alias.merge_into(left, by=None, submission=uuid4())
            started(account)
        ana, player = _named(club, "Ana"), _named(club, f"P{more} 0")
        asked_of = []
        for url in (
            _list(club),
            _of(ana),
            _of(ana, "merge/"),
            _of(ana, f"merge/?with={player.pk}"),
            f"/clubs/{club.pk}/edit/",
        ):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(url).status_code == 200
            asked_of.append(len(asked))
        counts.append(asked_of)
    assert counts[0] == counts[1]


def test_a_name_that_an_archive_calls_another_one_is_not_offered_to_be_split(
    client: Client, club: Club
) -> None:
    told = ClubTold("", "UTC", (PlayerTold("Ana", aliases=("Anna",)),))
    take_over(club, told)
    ana, anna = _named(club, "Ana"), _named(club, "Anna")
    club.player_named("Annie").merge_into(ana, by=None, submission=uuid4())
    page = client.get(_of(ana)).text
    assert "it cannot be taken back" in page
    actions = {form.action for form in Page(page).forms}
    assert _of(anna, "merge/undo/") not in actions
    assert _of(_named(club, "Annie"), "merge/undo/") in actions
    assert _of(anna, "merge/undo/") not in client.get(f"{_list(club)}?merged={anna.pk}").text
    assert client.post(_of(anna, "merge/undo/"), _fields()).status_code == 409
