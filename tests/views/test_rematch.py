"""The same people once more, in two taps from the sheet of a finished game."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import (
    Club,
    Game,
    Membership,
    NewTeam,
    OutOfDateError,
    SeatTakenError,
    User,
    WriteRefusedError,
)
from games.variants import VARIANTS
from games.variants.variant import Seating
from tests.build import played, played_on, started, stored, viewer_of
from tests.models.play import change_setup
from tests.pages import Page
from tests.variants.build import NAMES

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def game(account: User) -> Game:
    """Two rounds of Bain to 4,000, so that Ben deals next: Ana and Ben against Celia and Dev."""
    game = started(account, target=4000)
    played(game, account, {"meld_points": 100})
    played(game, account)
    game.finish(by=account, submission=uuid4())
    return Game.objects.get(pk=game.pk)


def _url(game: Game) -> str:
    return f"/games/{game.pk}/rematch/"


def _choices(client: Client, game: Game) -> list[str]:
    form = client.get(_url(game)).context["form"]
    return [form.first.value, *(one.value for one in form.others)]


def _fields(play: str = "same:1", **typed: str) -> dict[str, str]:
    """What a browser sends when one of the buttons is pressed."""
    return {"submission": str(uuid4()), "play": play, **typed}


def _rematch(client: Client, game: Game, play: str = "same:1", **typed: str) -> Game:
    before = set(Game.objects.values_list("pk", flat=True))
    answer = client.post(_url(game), _fields(play, **typed))
    assert answer.status_code == 303, answer.context["form"].faults
    new = Game.objects.exclude(pk__in=before).get()
    assert answer.headers["Location"] == f"/games/{new.pk}/"
    return new


def _teams(game: Game) -> list[tuple[str, tuple[str, ...]]]:
    return [(team.name, team.players) for team in game.table.teams]


def _seated(game: Game) -> list[str]:
    return [game.table.players[player] for player in game.table.seats]


def _dealer(game: Game) -> str:
    assert game.table.first_dealer is not None
    return game.table.players[game.table.first_dealer]


# ---- from the sheet


def test_a_finished_game_offers_a_rematch_first(client: Client, game: Game) -> None:
    sheet = client.get(f"/games/{game.pk}/").text
    assert f'<a class="go" href="{_url(game)}">Rematch</a>' in sheet
    assert '<a class="text-act" href="/games/new/">New game</a>' in sheet
    client.force_login(viewer_of(game.club))
    sheet = client.get(f"/games/{game.pk}/").text
    assert _url(game) not in sheet


def test_a_running_game_offers_it_among_the_rest(client: Client, account: User) -> None:
    game = started(account)
    sheet = client.get(f"/games/{game.pk}/").text
    assert f'class="go" href="{_url(game)}"' not in sheet
    assert f'class="row" href="{_url(game)}"' in sheet


# ---- what the page says


def test_the_page_says_who_plays_by_which_rules_and_who_deals(client: Client, game: Game) -> None:
    before = stored(game)
    answer = client.get(_url(game))
    assert answer.status_code == 200
    assert stored(game) == before
    assert Game.objects.count() == 1
    form, text = answer.context["form"], Page(answer.text).text
    assert [(team.name, team.players) for team in form.teams] == [
        ("Ana-Ben", "Ana & Ben"),
        ("Celia-Dev", "Celia & Dev"),
    ]
    assert "The deal goes round as before: Ana, Celia, Ben, Dev." in text
    assert "Changed: play to 4,000." in text
    assert form.first.title == "Rematch: Ben deals round 1"
    assert [(one.title, one.words) for one in form.others] == [
        ("The losers deal", "Dev deals round 1"),
        ("Ana & Celia against Ben & Dev", "Ben deals round 1"),
        ("Ana & Dev against Celia & Ben", "Ben deals round 1"),
    ]
    page = Page(answer.text)
    assert page.unsafe == []
    for url in (f"/games/new/bain/?again={game.pk}", f"/games/new/?again={game.pk}"):
        assert url in page.links
        assert client.get(url).status_code == 200


def test_lone_players_have_no_partners(client: Client, account: User) -> None:
    game = started(account, "marriage", 3, 1, rounds=1)
    assert _choices(client, game) == ["same:0"]
    form = client.get(_url(game)).context["form"]
    assert [team.players for team in form.teams] == ["", "", ""]
    played(game, account, went_out=1)
    form = client.get(_url(game)).context["form"]
    assert form.first.title == "Rematch: Ben deals round 1"
    assert [(one.title, one.words) for one in form.others] == [
        ("The losers deal", "Celia deals round 1")
    ]


def test_larger_teams_draw_their_partners(client: Client, account: User) -> None:
    game = started(account, "pennies", 2, 3)
    (draw,) = client.get(_url(game)).context["form"].others
    assert (draw.title, draw.words) == ("Draw new partners", "Ana deals round 1")


def test_each_page_has_its_own_submission(client: Client, game: Game) -> None:
    one, two = (client.get(_url(game)).context["form"].submission for _each in range(2))
    assert one != two


def test_it_is_only_looked_at_or_posted(client: Client, game: Game) -> None:
    assert client.head(_url(game)).status_code == 200
    for ask in (client.put, client.patch, client.delete):
        assert ask(_url(game)).status_code == 405


# ---- what is started


def test_the_same_people_by_the_same_rules_and_the_next_deals(
    client: Client, account: User, game: Game
) -> None:
    before = stored(game)
    new = _rematch(client, game)
    assert stored(game) == before
    assert (new.variant, new.options) == ("bain", game.options)
    assert _teams(new) == _teams(game)
    assert new.table.seats == game.table.seats
    assert _dealer(new) == "Ben"
    assert new.table.starting_totals == (0, 0)
    assert (new.club, new.finished_at, new.name) == (game.club, None, "")
    assert new.revisions.get().by == account
    assert new.links.exists()
    assert new.club.players.count() == 4


def test_the_losers_deal(client: Client, game: Game) -> None:
    assert _dealer(_rematch(client, game, "same:3")) == "Dev"


def test_other_partners_sit_in_turn_and_the_dealer_is_the_same_person(
    client: Client, game: Game
) -> None:
    new = _rematch(client, game, "with-3:1")
    assert _teams(new) == [("Ana & Dev", ("Ana", "Dev")), ("Celia & Ben", ("Celia", "Ben"))]
    assert _seated(new) == ["Ana", "Celia", "Dev", "Ben"]
    assert (_dealer(new), new.options) == ("Ben", game.options)


def test_drawn_partners_follow_from_the_submission(client: Client, account: User) -> None:
    game = started(account, "bga", 3, 2)
    drawn = set()
    for number in range(20):
        new = _rematch(client, game, "draw:0", submission=str(UUID(int=number * 6)))
        drawn.add(frozenset(team.players for team in new.table.teams))
        assert _dealer(new) == "Ana"
    assert len(drawn) == 14
    assert frozenset(team.players for team in game.table.teams) not in drawn


def test_starting_totals_and_names_are_not_taken_along(client: Client, account: User) -> None:
    game = Game.objects.start(
        club=account.home_club(),
        by=account,
        variant=VARIANTS["banakil"],
        teams=[NewTeam("Us", ("Ana", "Ben"), 300), NewTeam("Them", ("Celia", "Dev"), -5)],
        options=VARIANTS["banakil"].read_options({}, Seating(2, 2))[0],
        seats=(2, 0, 3, 1),
        first_dealer=None,
        submission=uuid4(),
        name="Friday",
    )
    form = client.get(_url(game)).context["form"]
    assert form.first.title == "Rematch, and draw who deals"
    assert [(one.title, one.words) for one in form.others] == [
        ("The losers deal", "The lot says which of them"),
        ("Celia & Ana against Dev & Ben", "The lot says who deals"),
        ("Celia & Ben against Ana & Dev", "The lot says who deals"),
    ]
    new = _rematch(client, game, "same:lot", submission=str(UUID(int=2)))
    assert _teams(new) == [("Us", ("Ana", "Ben")), ("Them", ("Celia", "Dev"))]
    assert (_seated(new), _dealer(new)) == (["Celia", "Ana", "Dev", "Ben"], "Dev")
    assert (new.table.starting_totals, new.name) == ((0, 0), "")
    assert _dealer(_rematch(client, game, "losers:lot", submission=str(UUID(int=3)))) == "Celia"


def test_a_game_of_another_club_stays_there(client: Client, account: User) -> None:
    other = User.objects.make_silently()
    game = started(other)
    Membership.objects.create(user=account, club=game.club, role=Membership.Role.SCORER)
    new = _rematch(client, game, "same:0")
    assert new.club == game.club != account.home_club()
    assert new.revisions.get().by == account


def test_htmx_is_sent_on_to_the_sheet(client: Client, game: Game) -> None:
    answer = client.post(_url(game), _fields(), headers=HTMX)
    new = Game.objects.exclude(pk=game.pk).get()
    assert answer.headers["HX-Redirect"] == f"/games/{new.pk}/"


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_way_that_is_offered_can_be_gone(client: Client, account: User, key: str) -> None:
    for seating in VARIANTS[key].seatings:
        game = started(account, key, seating.teams, seating.each)
        played(game, account)
        for play in _choices(client, game):
            new = _rematch(client, game, play)
            assert sorted(new.table.players) == sorted(NAMES[: seating.players])


# ---- who may not


def test_who_may_not(client: Client, game: Game) -> None:
    for status, user in ((403, viewer_of(game.club)), (404, User.objects.make_silently())):
        client.force_login(user)
        assert client.get(_url(game)).status_code == status
        assert client.post(_url(game), _fields()).status_code == status
    client.logout()
    assert client.get(_url(game)).status_code == 404
    assert client.post(_url(game), _fields()).status_code == 404
    assert client.get(f"/games/{uuid4()}/rematch/").status_code == 404
    assert Game.objects.count() == 1


def test_a_deleted_game_is_not_played_again(client: Client, game: Game) -> None:
    Game.objects.update(deleted_at=timezone.now())
    assert client.get(_url(game)).status_code == 404
    assert client.post(_url(game), _fields()).status_code == 404


# ---- what is refused


@pytest.mark.parametrize("play", ["", "x", "\0", "same", "same:4", "same:0", "with-1:1", "draw:1"])
def test_what_cannot_be_chosen_is_said(client: Client, game: Game, play: str) -> None:
    fields = _fields(play)
    answer = client.post(_url(game), fields)
    assert answer.status_code == 422
    assert "This cannot be chosen any more." in answer.text
    assert str(answer.context["form"].submission) == fields["submission"]
    assert Game.objects.count() == 1


@pytest.mark.parametrize("submission", ["", "x", "\0", "1" * 5000])
def test_a_page_without_a_submission(client: Client, game: Game, submission: str) -> None:
    answer = client.post(_url(game), _fields(submission=submission))
    assert answer.status_code == 422
    assert "This page was out of date." in answer.text
    fresh = Page(answer.text).form("").sent["submission"]
    assert client.post(_url(game), _fields(submission=fresh)).status_code == 303


def test_bodies_that_are_no_form(client: Client, game: Game) -> None:
    assert client.post(_url(game)).status_code == 422
    assert client.post(_url(game), "[1]", content_type="application/json").status_code == 422
    broken = "multipart/form-data; boundary=x"
    assert client.post(_url(game), b"--x\r\nno", content_type=broken).status_code in (400, 422)
    assert Game.objects.count() == 1


def test_a_page_that_says_another_dealer_than_is_due_now(
    client: Client, account: User, game: Game
) -> None:
    """Nobody starts what was not on the page when they tapped."""
    game.reopen(by=account, submission=uuid4())
    played(Game.objects.get(pk=game.pk), account)
    answer = client.post(_url(game), _fields("with-2:1"))
    assert answer.status_code == 422
    assert answer.context["form"].first.title == "Rematch: Dev deals round 1"


# ---- twice


def test_the_same_tap_again_is_answered_as_the_first_time(client: Client, game: Game) -> None:
    for play in _choices(client, game):
        fields, count = _fields(play), Game.objects.count()
        first, again = (client.post(_url(game), fields) for _each in range(2))
        assert first.headers["Location"] == again.headers["Location"]
        assert (first.status_code, again.status_code) == (303, 303)
        assert Game.objects.count() == count + 1


@pytest.mark.parametrize("why", [OutOfDateError(), SeatTakenError("Ana")])
def test_who_was_merged_meanwhile_is_asked_about(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch, why: WriteRefusedError
) -> None:
    def check(_game: Game) -> None:
        raise why

    monkeypatch.setattr("games.models.games.check_nobody_left", check)
    answer = client.post(_url(game), _fields())
    assert answer.status_code == 409
    assert "This cannot be chosen any more." in Page(answer.text).text
    assert Game.objects.count() == 1
    monkeypatch.undo()
    assert _seated(_rematch(client, game)) == _seated(game)


def test_another_choice_from_the_same_page(client: Client, game: Game) -> None:
    fields = _fields()
    client.post(_url(game), fields)
    answer = client.post(_url(game), {**fields, "play": "same:3"})
    assert answer.status_code == 409
    assert "Choose once more to start this game too." in answer.text
    assert Game.objects.count() == 2
    fresh = Page(answer.text).form("").sent["submission"]
    assert fresh != fields["submission"]
    assert client.post(_url(game), _fields("same:3", submission=fresh)).status_code == 303
    assert Game.objects.count() == 3


def test_a_submission_of_another_club_or_of_a_deleted_game(client: Client, game: Game) -> None:
    owner, fields = User.objects.make_silently(), _fields("same:0")
    theirs = started(owner)
    other = Client()
    other.force_login(owner)
    assert other.post(_url(theirs), fields).status_code == 303
    mine = started(game.revisions.get(number=1).by or owner)
    assert client.post(_url(mine), fields).status_code == 409
    Game.objects.exclude(pk=theirs.pk).filter(club=theirs.club).update(deleted_at=timezone.now())
    assert other.post(_url(theirs), fields).status_code == 409


# ---- change something first


def _form(client: Client, url: str) -> Any:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.context["form"]


def test_the_form_of_a_new_game_is_filled_in(client: Client, account: User, game: Game) -> None:
    form = _form(client, f"/games/new/bain/?again={game.pk}")
    assert [seat.name for seat in form.seats] == ["Ana", "Celia", "Ben", "Dev"]
    assert [team.value for team in form.teams] == ["Ana-Ben", "Celia-Dev"]
    assert form.start_label == "Start: Ben deals round 1"
    assert form.options_in_words == "Changed: play to 4,000"
    assert not form.errors
    assert Game.objects.count() == 1
    sent = Page(client.get(f"/games/new/bain/?again={game.pk}").text).form("/games/new/bain/").sent
    choices = {option.name: option.value for option in form.options}
    assert client.post("/games/new/bain/", {**sent, **choices, "start": ""}).status_code == 303
    new = Game.objects.exclude(pk=game.pk).get()
    assert (_teams(new), new.options, _dealer(new)) == (_teams(game), game.options, "Ben")
    assert account.home_club() == new.club


def test_a_team_called_by_its_players_is_named_anew_when_they_change(
    client: Client, game: Game
) -> None:
    new = _rematch(client, game, "with-2:1")
    form = _form(client, f"/games/new/bain/?again={new.pk}")
    assert [team.value for team in form.teams] == ["", ""]
    assert [team.label for team in form.teams] == ["Ana & Celia", "Ben & Dev"]


def test_it_is_started_in_the_club_of_the_game_before(client: Client, account: User) -> None:
    other = User.objects.make_silently()
    game = started(other)
    Membership.objects.create(user=account, club=game.club, role=Membership.Role.SCORER)
    page = Page(client.get(f"/games/new/bain/?again={game.pk}").text)
    sent = {**page.form("/games/new/bain/").sent, "start": ""}
    assert client.post("/games/new/bain/", sent).status_code == 303
    assert Game.objects.exclude(pk=game.pk).get().club == game.club != account.home_club()


@pytest.mark.parametrize("which", ["", "x", "\0", "unknown", "foreign", "seen", "deleted"])
def test_any_other_game_gives_the_usual_empty_form(
    client: Client, account: User, game: Game, which: str
) -> None:
    foreign, seen = started(User.objects.make_silently()), started(User.objects.make_silently())
    Membership.objects.create(user=account, club=seen.club, role=Membership.Role.VIEWER)
    if which == "deleted":
        Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now())
    ids = {"unknown": uuid4(), "foreign": foreign.pk, "seen": seen.pk, "deleted": game.pk}
    again = str(ids.get(which, which))
    for ask in (client, Client()):
        answer = ask.get("/games/new/bain/", {"again": again})
        assert answer.status_code == 200
        form = answer.context["form"]
        assert [seat.name for seat in form.seats] == [""] * 4
        assert (form.again, form.seating) == ("", "2x2")
        assert 'name="again"' not in answer.text
        page = ask.get("/games/new/", {"again": again})
        assert page.status_code == 200
        assert "?again" not in page.text


def test_the_same_people_at_every_other_game(client: Client, account: User) -> None:
    game = started(account, "bga", 5, 1, rounds=3)
    links = Page(client.get(f"/games/new/?again={game.pk}").text).links
    seated = {}
    for key in VARIANTS:
        url = f"/games/new/{key}/?again={game.pk}"
        assert url in links
        form = _form(client, url)
        seated[key] = " ".join(seat.name or "-" for seat in form.seats)
    assert seated == {
        "bain": "Ana Ben Celia Dev",
        "pennies": "Ana Ben Celia Dev Ece -",
        "bga": "Ana Ben Celia Dev Ece",
        "banakil": "Ana Dev Celia Ben",
        "marriage": "Ana Ben Celia Dev Ece",
    }


def test_who_deals_next_deals_the_other_game_if_they_sit_there(
    client: Client, account: User
) -> None:
    game = started(account, "bga", 6, 1)
    for _each in range(3):
        played(game, account)
        game = Game.objects.get(pk=game.pk)
    assert _form(client, f"/games/new/banakil/?again={game.pk}").start_label == (
        "Start: Dev deals round 1"
    )
    played(game, account)
    assert _form(client, f"/games/new/banakil/?again={game.pk}").start_label == (
        "Start, and draw who deals"
    )


def test_moving_people_about_keeps_where_they_come_from(client: Client, game: Game) -> None:
    page = Page(client.get(f"/games/new/bain/?again={game.pk}").text)
    sent = {**page.form("/games/new/bain/").sent, "swap": "0"}
    answer = client.post("/games/new/bain/", sent)
    assert [seat.name for seat in answer.context["form"].seats] == ["Celia", "Ana", "Ben", "Dev"]
    assert answer.context["form"].again == str(game.pk)


# ---- how much is asked


def test_the_queries_do_not_grow(client: Client, account: User, game: Game) -> None:
    small, large = started(account, "bga", 2, 2), started(account, "bga", 6, 2)
    played(small, account)
    played_on(large, account, 100)
    urls = ["/games/{}/rematch/", "/games/new/bain/?again={}", "/games/new/?again={}"]
    client.get(_url(game))
    for url in urls:
        assert _queries(client, url.format(small.pk)) == _queries(client, url.format(large.pk))
    assert _queries(client, _url(game)) == 10
    posts = []
    for rounds in (2, 50):
        played_on(game, account, rounds)
        (play, *_others) = _choices(client, game)
        with CaptureQueriesContext(connection) as asked:
            assert client.post(_url(game), _fields(play)).status_code == 303
        posts.append(len(asked))
    assert posts[0] == posts[1]


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


def test_nobody_gets_a_club_by_looking(client: Client) -> None:
    assert client.get("/games/new/bain/", {"again": str(uuid4())}).status_code == 200
    assert Club.objects.count() == User.objects.count() == 0


def test_a_page_that_was_made_before_the_setup_was_changed_starts_nothing(
    client: Client, game: Game
) -> None:
    page = client.get(_url(game))
    sent = {**Page(page.text).form("").sent, "play": page.context["form"].first.value}
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"))
    answer = client.post(_url(game), sent)
    assert answer.status_code == 422
    assert "This cannot be chosen any more." in answer.text
    assert Game.objects.count() == 1
