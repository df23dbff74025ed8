"""The opening checker: what it says, what it knows of a game, and that it answers anything."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from games.models import Game, User
from games.variants import VARIANTS
from tests.build import played, started, viewer_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


class Shown(HTMLParser):
    """What a page of the checker shows."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html, self.links, self.ids = html, list[str](), list[str]()
        self.buttons: dict[tuple[str, str], dict[str, str | None]] = {}
        self.hidden: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if own := given.get("id"):
            self.ids.append(own)
        if tag == "a" and given.get("class") != "skip":
            self.links.append(given.get("href") or "")
        if tag == "button":
            self.buttons[given.get("name") or "", given.get("value") or ""] = given
        if tag == "input" and given.get("type") == "hidden":
            self.hidden[given.get("name") or ""] = given.get("value") or ""

    @property
    def verdict(self) -> str:
        """The figure, and the sentence about it."""
        return words(self.html.partition('id="verdict"')[2].partition("</div>")[0][1:])

    @property
    def melds(self) -> list[str]:
        """What stands on each meld and what is said about it."""
        parts = self.html.split('<section class="meld')[1:]
        return [words(part.partition(">")[2].partition("</section>")[0]) for part in parts]

    @property
    def chosen(self) -> list[str]:
        """What is asked for now, by its value."""
        return [
            value
            for (name, value), given in self.buttons.items()
            if name in ("team", "need") and given.get("aria-pressed") == "true"
        ]


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def check(client: Client, key: str = "bain", **query: Any) -> Shown:
    response = client.get(reverse("opening", args=[key]), query)
    assert response.status_code == 200
    return Shown(response.text)


@pytest.fixture
def game(account: User) -> Game:
    """A game in which the teams need different things."""
    game = started(account)
    played(game, account, {"meld_points": 300}, {"meld_points": None, "hand_points": 100})
    return Game.objects.whole().get(pk=game.pk)


# ---- without a game


@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_has_its_checker(client: Client, key: str) -> None:
    shown = check(client, key)

    assert f"Does it open? {VARIANTS[key].name}" in shown.html
    assert shown.verdict.endswith("Tap each card that you mean to lay down.")
    assert shown.melds == []
    assert shown.links[0] == f"/rules/{key}/#opening"
    assert len(shown.ids) == len(set(shown.ids))
    taps = {value for name, value in shown.buttons if name == "tap"}
    assert taps >= {"back", "next", "clear", "2" if key != "marriage" else "2s"}


def test_a_tap_lays_a_card(client: Client) -> None:
    shown = check(client, laid="9-1.9-1.9-1", tap="2")

    assert shown.hidden == {"laid": "9-1.9-1.9-1.2-1", "need": "50"}
    assert shown.verdict == "50 of 50 This opens."
    assert shown.melds == ["Meld 1 Mixed meld 50 9 9 9 2 Drop it"]
    assert shown.buttons["tap", "9"]["data-laid"] == "3"
    assert shown.buttons["tap", "9"]["aria-label"] == "9, 3 laid"
    assert shown.buttons["tap", "out-9-1"]["aria-label"] == "Take out of meld 1: 9"


def test_seven_sixes_do_not_open(client: Client) -> None:
    shown = check(client, laid=".".join(["6-1"] * 7))

    assert shown.verdict == "35 of 50 15 points are missing. Meld 1 is not legal."
    assert "Whoever opens may not complete a canasta before the partner has" in shown.melds[0]
    assert "/rules/bain/#opening" in shown.links


def test_what_is_asked_for_is_chosen(client: Client) -> None:
    assert check(client).chosen == ["50"]
    assert check(client, need=120).chosen == ["120"]
    assert check(client, need=120, laid="9-1.9-1.9-1.2-1").verdict.startswith("50 of 120 70 points")
    assert check(client, need=51).chosen == ["50"]
    assert check(client, "bga", need=150).chosen == ["150"]
    needs = [value for name, value in check(client, "bga").buttons if name == "need"]
    assert needs == ["50", "90", "120", "150"]


def test_what_is_asked_for_says_when(client: Client) -> None:
    text = words(check(client).html)
    for said in ("below zero 15", "from 0 50", "from 5,000 90", "from 15,000 150"):
        assert said in text
    text = words(check(client, "bga").html)
    for said in ("round 1 50", "round 3 120", "round 4 on 150"):
        assert said in text


def test_every_fault_has_a_link_to_its_rule(client: Client) -> None:
    shown = check(client, "banakil", laid="9s-1.9h-1.9d-1.3s-2.2-2.3h-2")

    assert "Only aces and threes make a set" in shown.melds[0]
    assert "In a set only a joker may stand in, no two." in shown.melds[1]
    assert shown.verdict == "6 Melds 1 and 2 are not legal."
    assert {"/rules/banakil/#melds", "/rules/banakil/#wild-cards"} <= set(shown.links)


def test_what_is_not_whole_is_no_mistake(client: Client) -> None:
    shown = check(client, laid="9-1.9-1.9-1.2-1.K-2.K-2")
    assert shown.verdict == "70 of 50 Meld 2 is not whole."
    assert "why wrong" not in shown.html
    both = check(client, laid="9-1.8-1.7-1.K-2.Q-3")
    assert both.verdict == (
        "20 of 50 30 points are missing. Meld 1 is not legal. Melds 2 and 3 are not whole."
    )


def test_the_contract_of_marriage(client: Client) -> None:
    laid = "9c-1.10c-1.Jc-1.4h-2.4h-2.4h-2"
    assert check(client, "marriage", laid=laid).verdict == "2 of 3 1 meld is missing."
    assert check(client, "marriage", laid="9c-1").verdict == (
        "0 of 3 3 melds are missing. Meld 1 is not whole."
    )
    opened = check(client, "marriage", laid=f"{laid}.As-3.2s-3.3s-3")
    assert opened.verdict == "3 of 3 This opens."
    assert opened.melds[1] == "Meld 2 Tunnela 4 4 4 Drop it"
    assert opened.buttons["tap", "out-As-3"]["aria-label"] == "Take out of meld 3: Ace of spades"
    assert opened.buttons["tap", "4h"]["aria-disabled"] == "true"
    assert "aria-disabled" not in opened.buttons["tap", "9c"]
    assert "To open: Three melds together, each a pure sequence or a tunnela" in opened.html


def test_any_meld_opens_in_banakil(client: Client) -> None:
    shown = check(client, "banakil", laid="3s-1.3h-1.3d-1")
    assert shown.verdict == "1.5 This opens."
    assert "No minimum to open" in shown.html


def test_house_rules_are_chosen_where_no_game_tells_them(client: Client) -> None:
    pairs = ".".join(f"{rank}s-{meld}.{rank}s-{meld}" for meld, rank in enumerate("456789K", 1))
    by_maal = check(client, "marriage", laid=pairs, settlement="maal")
    assert by_maal.verdict == "7 of 7 This opens."
    assert by_maal.hidden == {"laid": pairs, "settlement": "maal"}
    assert by_maal.buttons["settlement", "maal"]["aria-pressed"] == "true"
    assert check(client, "marriage", settlement="barter").hidden == {"laid": ""}
    scored = check(client, "bga", opening_by="score", max_wilds=2)
    assert scored.hidden == {"laid": "", "need": "50", "opening_by": "score", "max_wilds": "2"}
    assert ("need", "15") in scored.buttons
    assert scored.buttons["max_wilds", "2"]["aria-pressed"] == "true"
    assert check(client, "bga", max_wilds=["2", "3"]).hidden == {"laid": "", "need": "50"}
    usual = check(client, "bga", opening_by=["score", "round"])
    assert ("need", "15") not in usual.buttons


def test_a_meld_is_begun_gone_on_with_and_dropped(client: Client) -> None:
    begun = check(client, laid="2-1.2-1.2-1", tap="next")
    assert begun.melds[1] == "Meld 2 Tap its first card."
    two = check(client, laid="9-1.9-1.9-1.K-2")
    assert ("tap", "meld-1") in two.buttons
    assert ("tap", "meld-2") not in two.buttons
    assert two.buttons["tap", "drop-2"]["aria-label"] == "Drop it: Meld 2"
    assert check(client, laid="9-1.K-2", tap="drop-1").hidden["laid"] == "K-2"
    assert check(client, laid="9-1.K-2", tap="clear").hidden["laid"] == ""


def test_what_was_dropped_is_taken_back(client: Client) -> None:
    dropped = check(client, laid="9-1.9-1.K-2", tap="drop-1")
    assert dropped.hidden == {"laid": "K-2", "was": "1.9-1.9-1.K-2", "need": "50"}
    assert dropped.melds[0].startswith("Meld 1 10 K Drop it")
    assert dropped.buttons["tap", "drop-2"]["aria-label"] == "Drop it: Meld 1"
    assert dropped.buttons["tap", "out-K-2"]["aria-label"] == "Take out of meld 1: King"
    back = check(client, **dropped.hidden, tap="back")
    assert back.hidden == {"laid": "9-1.9-1.K-2", "need": "50"}


def test_taps_that_come_together_are_laid_in_their_order(client: Client) -> None:
    shown = check(client, tap=["9", "9", "K", "9", "back", "2"])
    assert shown.hidden["laid"] == "9-1.9-1.K-2.2-2"


def test_red_threes_and_bonuses_count_nothing(client: Client) -> None:
    shown = check(client, "pennies", laid=".".join(["K-1"] * 7) + ".3red-2.3red-2", need=90)
    assert shown.verdict == "70 of 90 20 points are missing."
    assert "its bonus does not count towards the opening" in shown.melds[0]
    assert "count nothing towards the opening" in shown.melds[1]
    assert shown.buttons["tap", "3red"]["aria-label"] == "Red 3, 2 laid"
    assert shown.buttons["tap", "3black"]["aria-label"] == "Black 3"


# ---- from a game


def test_from_a_game_it_knows_what_each_team_needs(client: Client, game: Game) -> None:
    first, second = (team.name for team in game.table.teams)
    shown = check(client, game=game.pk)

    assert [value for name, value in shown.buttons if name == "team"] == ["0", "1"]
    assert shown.chosen == ["0"]
    assert f"{first} 50" in words(shown.html)
    assert f"{second} 15" in words(shown.html)
    assert shown.hidden == {"game": str(game.pk), "laid": "", "team": "0"}
    assert shown.links.count(f"/games/{game.pk}/") == 2
    assert f"/rules/bain/?game={game.pk}#opening" in shown.links

    laid = "4-1.4-1.4-1"
    assert check(client, game=game.pk, laid=laid).verdict.startswith("15 of 50 35 points")
    other = check(client, game=game.pk, laid=laid, team=1)
    assert other.verdict == f"15 of 15 {second} can open with this."
    assert other.chosen == ["1"]
    assert check(client, game=game.pk, team=9).chosen == ["0"]
    assert check(client, game=game.pk, need=150).chosen == ["0"]


def test_an_earlier_round_had_its_own_opening(client: Client, game: Game) -> None:
    shown = check(client, game=game.pk, round=1, laid="9-1")
    assert shown.verdict.startswith("10 of 50")
    assert "Everybody opens with 50" in shown.html
    assert shown.hidden["round"] == "1"
    assert shown.links.count(f"/games/{game.pk}/rounds/1/") == 2
    assert check(client, game=game.pk, round=2, team=1, laid="9-1").verdict.startswith("10 of 15")
    assert check(client, game=game.pk, round=99, team=1, laid="9-1").verdict.startswith("10 of 15")


def test_the_rounds_of_hand_and_foot_ask_everybody_the_same(client: Client, account: User) -> None:
    game = started(account, "bga", max_wilds=2)
    played(game, account)
    shown = check(client, "bga", game=game.pk, laid="9-1.9-1.9-1.9-1.2-1.2-1.2-1")
    assert "Everybody opens with 90" in shown.html
    assert shown.verdict.startswith("0 of 90 90 points are missing.")
    assert "Wild cards in a meld of 7: at most 2." in shown.melds[0]
    assert shown.chosen == []


def test_a_table_that_plays_by_maal_may_open_with_pairs(client: Client, account: User) -> None:
    game = started(account, "marriage", 4, 1, settlement="maal")
    pairs = ".".join(f"{rank}s-{meld}.{rank}s-{meld}" for meld, rank in enumerate("456789K", 1))
    shown = check(client, "marriage", game=game.pk, laid=pairs)
    assert shown.verdict == "7 of 7 This opens."
    assert "or seven pairs" in shown.html
    six = check(client, "marriage", game=game.pk, laid=pairs.rpartition(".Ks-7.Ks")[0])
    assert six.verdict == "6 of 7 1 pair is missing."
    assert check(client, "marriage", laid=pairs).verdict.startswith("0 of 3")


def test_it_works_while_another_person_enters_the_round(client: Client, game: Game) -> None:
    viewer = Client()
    viewer.force_login(viewer_of(game.club))
    game.fill_draft(by=None, number=2, texts={0: {"meld_points": "100"}}, bases={})
    assert check(viewer, game=game.pk, laid="9-1").verdict.startswith("10 of 50")
    assert client.get(reverse("round", args=[game.pk, 2])).status_code == 200


def test_a_game_that_is_not_the_readers_is_as_none(client: Client, game: Game) -> None:
    for stranger in (Client(), client):
        told = uuid4() if stranger is client else game.pk
        shown = check(stranger, game=told, round=2, team=1)
        assert shown.chosen == ["50"]
        assert shown.links[0] == "/rules/bain/#opening"
        assert str(told) not in shown.html
    assert check(client, "pennies", game=game.pk).chosen == ["50"]
    game.discard(by=None, submission=uuid4())
    assert str(game.pk) not in check(client, game=game.pk).html


def test_queries_do_not_grow(
    client: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    taps = {"game": str(game.pk), "laid": "9-1.9-1.9-1.2-1.K-2", "tap": "K"}
    url = reverse("opening", args=["bain"])
    with django_assert_num_queries(9):
        client.get(url, taps)
    played(game, None)
    played(game, None)
    with django_assert_num_queries(9):
        client.get(url, taps)


def test_nothing_is_kept(client: Client, game: Game) -> None:
    version = game.version
    check(client, game=game.pk, laid="9-1", tap="9")
    game.refresh_from_db()
    assert game.version == version


# ---- whatever is asked


def test_a_part_is_sent_to_the_script(client: Client) -> None:
    whole = client.get("/rules/bain/opening/", {"tap": "9"})
    part = client.get("/rules/bain/opening/", {"tap": "9"}, headers=HTMX)
    assert re.findall('data-part="(.*?)"', part.text) == ["asked", "melds", "now", "verdict"]
    assert "<html" not in part.text
    assert 'value="9-1"' in part.text
    assert "HX-Request" in whole["Vary"]
    assert "no-cache" in whole["Cache-Control"]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_has_not_changed_is_not_sent_again(
    client: Client, account: User, game: Game, headers: dict[str, str]
) -> None:
    url, query = "/rules/bain/opening/", {"game": str(game.pk), "laid": "9-1"}
    kept = headers | {"If-None-Match": client.get(url, query, headers=headers)["ETag"]}
    again = client.get(url, query, headers=kept)
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(url, query | {"tap": "9"}, headers=kept).status_code == 200
    played(game, account, {"meld_points": 300}, {"meld_points": 300})
    assert client.get(url, query, headers=kept).status_code == 200


@pytest.mark.parametrize("key", ["canasta", "BAIN", "rules"])
def test_an_unknown_game_is_not_found(client: Client, key: str) -> None:
    assert client.get(f"/rules/{key}/opening/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_only_answers_questions(client: Client, method: str) -> None:
    assert getattr(client, method)("/rules/bain/opening/").status_code == 405


@pytest.mark.parametrize(
    "query",
    [
        {"laid": "nonsense"},
        {"laid": "9-1." * 10_000},
        {"laid": "\0", "tap": "\0"},
        {"tap": "11"},
        {"tap": ["next"] * 200},
        {"tap": "drop-100"},
        {"tap": "<script>alert(1)</script>"},
    ],
)
def test_what_makes_no_sense_is_told(client: Client, query: dict[str, Any]) -> None:
    shown = check(client, **query)
    assert "Something was left out" in shown.html
    assert "<script>alert" not in shown.html


@pytest.mark.parametrize(
    "query",
    [
        {"game": "\0", "round": "-1", "team": "x", "need": "1e9"},
        {"game": "javascript:alert(1)"},
        {"game": "01890000-0000-7000-8000-00000000abcd", "team": "999999999"},
        {"round": "99999"},
        {"need": "\N{ARABIC-INDIC DIGIT FIVE}"},
    ],
)
def test_any_number_is_answered(client: Client, query: dict[str, Any]) -> None:
    assert check(client, **query).chosen == ["50"]


@given(st.sampled_from(sorted(VARIANTS)), st.text(max_size=60), st.text(max_size=20))
def test_anything_is_answered(key: str, laid: str, tap: str) -> None:
    response = Client().get(reverse("opening", args=[key]), {"laid": laid, "tap": tap, "need": tap})
    assert response.status_code == 200


# ---- the way there


def test_the_sheet_and_the_entry_lead_there(client: Client, game: Game) -> None:
    sheet = unescape(client.get(f"/games/{game.pk}/").text)
    for team, need in enumerate((50, 15)):
        assert f'href="/rules/bain/opening/?game={game.pk}&team={team}&need={need}"' in sheet
    entry = unescape(client.get(f"/games/{game.pk}/rounds/2/").text)
    assert f'href="/rules/bain/opening/?game={game.pk}&round=2"' in entry


def test_each_team_has_a_link_of_its_own_name(client: Client, account: User) -> None:
    """Both need the same in the first round."""
    sheet = client.get(f"/games/{started(account).pk}/").text
    named = [words(link) for link in re.findall('<a class="opens".*?</a>', sheet, re.DOTALL)]
    assert len(set(named)) == 2
    assert all("Check cards of" in name for name in named)


def test_who_watches_is_led_to_what_is_asked_for(game: Game) -> None:
    visitor = Client()
    token = game.links.get().token
    board = unescape(visitor.get(f"/watch/{token}/").text)
    assert f'href="/rules/bain/opening/?watch={token}&team=1&need=15"' in board
    shown = check(visitor, watch=token, team=1, need=15)
    assert shown.chosen == ["1"]
    assert shown.hidden["watch"] == token
    assert shown.links[0] == f"/watch/{token}/"
    assert str(game.pk) not in shown.html


def test_who_watches_checks_by_the_house_rules(client: Client, account: User) -> None:
    game = started(account, "marriage", 4, 1, settlement="maal")
    token = game.links.get().token
    board = unescape(Client().get(f"/watch/{token}/").text)
    assert f'href="/rules/marriage/opening/?watch={token}' in board
    asked = {"laid": ".".join(f"{rank}h-{n}.{rank}h-{n}" for n, rank in enumerate("2345678", 1))}
    pages = [check(one, "marriage", watch=token, **asked) for one in (client, Client())]
    assert pages[0].verdict == pages[1].verdict
    assert pages[0].verdict == check(client, "marriage", game=str(game.pk), **asked).verdict
    assert pages[0].verdict != check(client, "marriage", **asked).verdict


def test_what_all_need_has_one_link(client: Client, account: User) -> None:
    game = started(account, "banakil", 3, 1)
    for links in (2, 1):
        text = unescape(client.get(f"/games/{game.pk}/").text)
        assert text.count(f'href="/rules/banakil/opening/?game={game.pk}"') == links
        played(game, account)
    three = started(account, "bga", 3, 1, opening_by="score")
    text = unescape(client.get(f"/games/{three.pk}/").text)
    assert text.count("/rules/bga/opening/") == 1
    assert "Do these cards open?" in text
    three.finish(by=account, submission=uuid4())
    assert "/opening/" not in client.get(f"/games/{three.pk}/").text
