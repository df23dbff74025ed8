"""Nothing that was typed is lost, whatever the network, the tab or the other phones do."""

from collections.abc import Callable, Iterator, Mapping

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Error, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, User
from tests.browser.conftest import OpenPage
from tests.browser.pad import Answers, Pad, sign_in
from tests.build import played, started
from tests.models.play import change_setup

pytestmark = pytest.mark.django_db(transaction=True)

OURS, THEIRS = "Ana-Ben", "Celia-Dev"
HANDS, MELDED, THREES = (
    "Left in hands and feet",
    "Melded, canastas included",
    "Red threes on the table",
)
QUIET: Answers = {THREES: 2, HANDS: "30"}
KEPT = "() => Object.keys(localStorage).filter(key => key.startsWith('typed '))"
UNSENT = "Put back: what you typed here at"
UNSAVED = "had not been saved"
NEWER = "Something newer stands there"


@pytest.fixture
def user() -> User:
    return User.objects.make_silently()


@pytest.fixture
def game(user: User) -> Game:
    return started(user, "bain", 2, 2)


@pytest.fixture
def open_pad(
    open_page: OpenPage, user: User, game: Game, client: Client, live_server: LiveServer
) -> Callable[[], Pad]:
    """Opens the sheet on a phone of its own."""

    def open_pad() -> Pad:
        pad = Pad(open_page())
        sign_in(pad.page, user, client, live_server.url)
        pad.page.goto(reverse("game", args=[game.pk]))
        return pad

    return open_pad


@pytest.fixture
def pad(open_pad: Callable[[], Pad], expect_problem: Callable[[str], None]) -> Pad:
    for problem in ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch"):
        expect_problem(problem)
    return open_pad()


@pytest.fixture
def cut(pad: Pad) -> Iterator[Callable[[bool], None]]:
    """Cuts the phone off from the network, and lets it on again."""
    yield pad.page.context.set_offline
    pad.page.context.set_offline(offline=False)


def kept(page: Page) -> list[str]:
    """Return what this phone keeps of rounds half typed."""
    found: list[str] = page.evaluate(KEPT)
    return found


def forgets(page: Page) -> None:
    """Wait until this phone keeps nothing."""
    for _time in range(100):
        if not kept(page):
            return
        page.wait_for_timeout(50)
    assert kept(page) == []


def lost(page: Page) -> Locator:
    """What is said while there is no network."""
    return page.locator("[data-trouble=draft]")


def crash(pad: Pad, columns: Mapping[str, Answers]) -> Pad:
    """Type what never reaches the server, lose the tab, and open another on the same phone."""
    context = pad.page.context
    # A browser may promise to send what was typed last, and never come to it.
    pad.page.evaluate("navigator.sendBeacon = () => true")
    context.route("**/preview/", lambda route: route.abort())
    pad.fill(columns)
    expect(lost(pad.page)).to_be_visible()
    expect(pad.page.get_by_text("What you type is kept on this phone")).to_be_visible()
    pad.page.close()
    context.unroute("**/preview/")
    return Pad(context.new_page())


def typed_offline(pad: Pad) -> Pad:
    """Type in the first column of round 1 without a network, and lose the tab."""
    pad.enter(1, "Stock ran out", {})
    expect(pad.page.locator("#sums b").first).to_have_text("0")
    forgets(pad.page)
    return crash(pad, {OURS: QUIET})


# ---- the next round


def test_what_a_dead_network_kept_back_is_put_back(pad: Pad, game: Game) -> None:
    pad = typed_offline(pad)
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.page.locator("#back")).to_contain_text(UNSENT)
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("30")
    expect(pad.field(f"{THREES}, {OURS}")).to_have_value("2")
    pad.sums("-230", "0")
    forgets(pad.page)
    assert game.drafts.get(column=0).text == {"0-red_threes": "2", "0-hand_points": "30"}
    pad.page.reload()
    pad.sums("-230", "0")
    expect(pad.page.locator("#back")).to_be_empty()


def test_what_was_put_back_can_be_dropped(pad: Pad, game: Game) -> None:
    pad = typed_offline(pad)
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    pad.sums("-230", "0")
    pad.page.get_by_role("button", name="Drop it").tap()
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("")
    pad.sums("0", "0")
    forgets(pad.page)
    assert game.drafts.get(column=0).text == {}


def test_when_the_network_returns_it_is_sent(
    pad: Pad, cut: Callable[[bool], None], game: Game
) -> None:
    pad.enter(1, "Stock ran out", {})
    cut(True)
    pad.fill({OURS: QUIET})
    expect(lost(pad.page)).to_be_visible()
    cut(False)
    pad.sums("-230", "0")
    expect(lost(pad.page)).to_be_hidden()
    forgets(pad.page)
    assert game.drafts.get(column=0).text["0-hand_points"] == "30"


@pytest.mark.parametrize("mine", [True, False])
def test_nothing_newer_is_written_over(
    pad: Pad,
    open_pad: Callable[[], Pad],
    game: Game,
    mine: bool,
) -> None:
    one = typed_offline(pad)
    other = open_pad()
    other.enter(1, "Stock ran out", {OURS: {HANDS: "45"}, THEIRS: {HANDS: "5"}})
    other.sums("-45", "-5")
    forgets(other.page)

    one.page.goto(reverse("round", args=[game.pk, 1]))
    notice = one.page.locator("#back")
    expect(notice).to_contain_text(NEWER)
    expect(notice).to_contain_text(OURS)
    expect(notice).not_to_contain_text(THEIRS)
    expect(one.field(f"{HANDS}, {OURS}")).to_have_value("45")
    # It waits for an answer, whatever happens to this page.
    one.fill({THEIRS: {THREES: 1}})
    one.sums("-45", "-105")
    one.page.reload()
    expect(notice).to_contain_text(NEWER)
    one.page.get_by_role("button", name="Put mine in" if mine else "Drop it").tap()
    expect(notice).to_be_empty()
    one.sums("-230" if mine else "-45", "-105")
    forgets(one.page)
    one.page.reload()
    one.sums("-230" if mine else "-45", "-105")
    expect(notice).to_be_empty()


def test_what_went_out_as_the_page_was_left_is_not_put_back_again(pad: Pad) -> None:
    pad.enter(1, "Stock ran out", {OURS: QUIET})
    pad.page.get_by_role("link", name="Back to the sheet").tap()
    pad.is_back()
    pad.page.get_by_role("link", name="nter round 1").tap()
    pad.sums("-230", "0")
    expect(pad.page.locator("#back")).to_be_empty()
    forgets(pad.page)


def test_the_browsers_own_way_back_leads_to_what_was_typed(pad: Pad) -> None:
    pad.enter(1, "Stock ran out", {OURS: QUIET})
    pad.sums("-230", "0")
    pad.page.goto("/rules/bain/")
    pad.page.go_back()
    pad.sums("-230", "0")
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("30")
    pad.fill({THEIRS: QUIET})
    pad.sums("-230", "-230")
    pad.page.reload()
    pad.sums("-230", "-230")


def test_what_was_typed_before_a_page_without_a_network_is_put_back(
    pad: Pad, cut: Callable[[bool], None]
) -> None:
    pad.enter(1, "Stock ran out", {OURS: QUIET})
    pad.sums("-230", "0")
    cut(True)
    pad.fill({THEIRS: QUIET})
    expect(lost(pad.page)).to_be_visible()
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        pad.page.goto("/rules/bain/")
    cut(False)
    pad.page.go_back()
    pad.sums("-230", "-230")
    expect(pad.page.get_by_text(NEWER)).to_have_count(0)


def test_another_phone_saved_the_round(pad: Pad, user: User, game: Game) -> None:
    """What was typed here is offered where the round can be corrected."""
    pad = typed_offline(pad)
    played(game, user)
    pad.page.goto(reverse("game", args=[game.pk]))
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.page.locator("#back")).to_contain_text(NEWER)
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("50")
    pad.page.get_by_role("button", name="Put mine in").tap()
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("30")
    pad.save(1)
    pad.stands("-230", "-50")
    assert kept(pad.page) == []


def test_the_seats_were_changed_since(pad: Pad, user: User) -> None:
    """What was typed for a player goes along with the player."""
    game = started(user, "banakil", 2, 2)
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    pad.ended("Stock ran out")
    pad.unfold("Ben")
    forgets(pad.page)
    pad = crash(pad, {"Ben": {"Left in hand": "11"}})
    change_setup(game, sitting=("Ana", "Ben", "Celia", "Dev"))
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.page.locator("#back")).to_contain_text("The seats were changed since.")
    pad.page.get_by_role("button", name="Show it").tap()
    expect(pad.page.locator("#elsewhere")).to_contain_text("setup of this game was changed")
    expect(pad.page.locator("[name='2-hand_points']")).to_have_value("11")
    expect(pad.page.locator("[name='1-hand_points']")).to_have_value("")
    # What is shown needs no second look, and is kept from here on.
    expect(pad.page.locator("#back")).to_be_empty()
    pad = crash(pad, {"Celia": {"Left in hand": "7"}})
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.page.locator("#back")).to_contain_text(UNSENT)
    expect(pad.page.locator("[name='1-hand_points']")).to_have_value("7")
    expect(pad.page.locator("[name='2-hand_points']")).to_have_value("11")
    forgets(pad.page)


@pytest.mark.parametrize("saved", [False, True])
def test_what_cannot_be_put_back_at_once_waits(pad: Pad, game: Game, saved: bool) -> None:
    """The network may go again before the script that puts back is there."""
    pad = typed_offline(pad)
    pad.page.context.route("**/js/back*.js", lambda route: route.abort())
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    pad.fill({THEIRS: {HANDS: "15"}})
    pad.sums("0", "-15")
    assert len(kept(pad.page)) == 1
    if saved:
        pad.fill({OURS: {HANDS: "10"}})
        pad.sums("-10", "-15")
        pad.save(1)
        pad.stands("-10", "-15")
    pad.page.context.unroute("**/js/back*.js")
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.page.locator("#back")).to_contain_text(NEWER if saved else UNSENT)
    if saved:
        pad.page.get_by_role("button", name="Put mine in").tap()
    pad.sums("-230", "-15")
    if not saved:
        forgets(pad.page)


def test_what_left_the_phone_may_not_have_arrived(pad: Pad, user: User, game: Game) -> None:
    """A round saved elsewhere, while what was sent as the page was left never came in."""
    pad.enter(1, "Stock ran out", {})
    forgets(pad.page)
    pad.page.evaluate("navigator.sendBeacon = () => true")
    pad.page.route("**/preview/", lambda _route: None)
    pad.fill({OURS: QUIET})
    pad.page.get_by_role("link", name="Back to the sheet").tap()
    pad.is_back()
    played(game, user)
    pad.page.reload()
    pad.stands("-50", "-50")
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.page.locator("#back")).to_contain_text(NEWER)
    pad.page.get_by_role("button", name="Put mine in").tap()
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("30")


def test_the_sheet_lets_go_of_what_nobody_comes_back_to(pad: Pad) -> None:
    """What has lain here for a month, or cannot be read, whatever comes first."""
    pad.page.evaluate(
        """day => {
          const keep = (name, value) => localStorage.setItem(`typed ${name} 1 next`, value);
          keep("a", JSON.stringify({ at: Date.now() - 32 * day }));
          keep("b", JSON.stringify({ at: Date.now() - 28 * day }));
          for (const [name, value] of [["c", "{"], ["d", "null"], ["e", "{}"]]) keep(name, value);
          localStorage.setItem("other", "{");
        }""",
        24 * 60 * 60 * 1000,
    )
    pad.page.reload()
    expect(pad.page.locator("#next")).to_be_visible()
    assert kept(pad.page) == ["typed b 1 next"]
    assert pad.page.evaluate("localStorage.getItem('other')") == "{"


def test_what_cannot_be_read_stands_in_no_way(pad: Pad, game: Game) -> None:
    pad.page.evaluate("key => localStorage.setItem(key, '{')", f"typed {game.pk} 1 next")
    pad.enter(1, "Stock ran out", {OURS: QUIET})
    pad.sums("-230", "0")
    forgets(pad.page)


# ---- corrections, and rounds put in


@pytest.fixture
def corrected(pad: Pad, user: User, game: Game) -> Pad:
    """A phone on which a correction of round 1 was begun and left."""
    played(game, user)
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    pad.fill({OURS: {HANDS: "85"}})
    pad.sums("-85", "-50")
    pad.page.get_by_role("link", name="Back to the sheet").tap()
    pad.is_back()
    return pad


def test_a_correction_goes_on_where_it_was_left(corrected: Pad, game: Game) -> None:
    # The tab is lost, or the page left: it is the same.
    page = corrected.page.context.new_page()
    corrected.page.close()
    pad = Pad(page)
    page.goto(reverse("round", args=[game.pk, 1]))
    expect(page.locator("#back")).to_contain_text(UNSAVED)
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("85")
    pad.sums("-85", "-50")
    pad.save(1)
    pad.stands("-85", "-50")
    assert kept(page) == []
    page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("85")
    expect(page.locator("#back")).to_be_empty()


def test_a_correction_can_be_dropped(corrected: Pad, game: Game) -> None:
    page = corrected.page
    page.goto(reverse("round", args=[game.pk, 1]))
    page.get_by_role("button", name="Drop it").tap()
    expect(corrected.field(f"{HANDS}, {OURS}")).to_have_value("50")
    corrected.sums("-50", "-50")
    assert kept(page) == []


def test_a_correction_of_what_was_corrected_since_is_only_offered(
    corrected: Pad, open_pad: Callable[[], Pad], game: Game
) -> None:
    open_pad().correct(1, {OURS: {HANDS: "60"}})
    page = corrected.page
    page.goto(reverse("round", args=[game.pk, 1]))
    expect(page.locator("#back")).to_contain_text(NEWER)
    expect(corrected.field(f"{HANDS}, {OURS}")).to_have_value("60")
    page.get_by_role("button", name="Put mine in").tap()
    corrected.sums("-85", "-50")


def test_a_round_to_put_in_is_kept_too(pad: Pad, user: User, game: Game) -> None:
    played(game, user)
    address = reverse("insert_round", args=[game.pk, 1])
    pad.page.goto(address)
    pad.fill({THEIRS: {HANDS: "15"}})
    pad.sums("0", "-15")
    # It is another page than that of the round which has this number now.
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.field(f"{HANDS}, {THEIRS}")).to_have_value("50")
    expect(pad.page.locator("#back")).to_be_empty()
    pad.page.goto(address)
    expect(pad.page.locator("#back")).to_contain_text(UNSAVED)
    pad.sums("0", "-15")


def test_nothing_is_kept_of_a_finished_game(corrected: Pad) -> None:
    assert len(kept(corrected.page)) == 1
    corrected.finish()
    forgets(corrected.page)


# ---- a save that fails


NOT_SAVED = (
    "Not saved: no connection. What you typed is kept on this phone; try again."  # whole sentence
)


def test_a_save_without_a_network_works_at_the_next_tap(
    pad: Pad, cut: Callable[[bool], None], game: Game
) -> None:
    pad.enter(1, "Stock ran out", {OURS: QUIET, THEIRS: QUIET})
    pad.sums("-230", "-230")
    submission = pad.page.locator("#entry [name=submission]").input_value()
    cut(True)
    pad.save(1)
    expect(pad.page.get_by_role("alert").filter(has_text=NOT_SAVED)).to_be_visible()
    expect(pad.field(f"{HANDS}, {OURS}")).to_have_value("30")
    assert pad.page.locator("#entry [name=submission]").input_value() == submission
    assert game.rounds.count() == 0
    cut(False)
    pad.save(1)
    pad.stands("-230", "-230")
    assert game.rounds.count() == 1
    assert kept(pad.page) == []


def test_a_save_whose_answer_was_lost_counts_once(pad: Pad, game: Game) -> None:
    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    pad.enter(1, "Stock ran out", {OURS: QUIET, THEIRS: QUIET})
    pad.sums("-230", "-230")
    pad.page.route("**/rounds/1/", lose, times=1)
    pad.save(1)
    expect(pad.page.get_by_text(NOT_SAVED)).to_be_visible()
    assert game.rounds.count() == 1
    pad.save(1)
    pad.stands("-230", "-230")
    assert game.rounds.count() == 1


def test_an_answer_that_is_none_is_said(
    pad: Pad, game: Game, expect_problem: Callable[[str], None]
) -> None:
    expect_problem("status of 500")
    pad.enter(1, "Stock ran out", {OURS: QUIET, THEIRS: QUIET})
    pad.sums("-230", "-230")
    pad.page.route("**/rounds/1/", lambda route: route.fulfill(status=500), times=1)
    pad.save(1)
    expect(pad.page.get_by_text("the server did not answer as it should")).to_be_visible()
    pad.save(1)
    pad.stands("-230", "-230")
    assert game.rounds.count() == 1


# ---- a phone that keeps nothing


FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
FORBIDDEN = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("", "SecurityError"); },
})"""


@pytest.mark.parametrize("broken", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_a_phone_that_keeps_nothing_works_all_the_same(
    open_pad: Callable[[], Pad], broken: str, expect_problem: Callable[[str], None]
) -> None:
    expect_problem("ERR_INTERNET_DISCONNECTED")
    expect_problem("Failed to fetch")
    pad = open_pad()
    pad.page.add_init_script(broken)
    pad.page.reload()
    pad.enter(1, "Stock ran out", {OURS: QUIET})
    pad.sums("-230", "0")
    pad.page.context.set_offline(offline=True)
    pad.fill({THEIRS: QUIET})
    expect(
        pad.page.get_by_text("Keep this page open until it is back; the sums are old.")
    ).to_be_visible()
    expect(pad.page.get_by_text("kept on this phone").first).to_be_hidden()
    pad.page.context.set_offline(offline=False)
    pad.sums("-230", "-230")
    pad.save(1)
    pad.stands("-230", "-230")


# ---- forms that the browser sends by itself


def test_taking_back_without_a_network(
    pad: Pad, cut: Callable[[bool], None], user: User, game: Game
) -> None:
    played(game, user)
    pad.page.reload()
    pad.stands("-50", "-50")
    cut(True)
    pad.undo("round 1 saved")
    expect(pad.page.get_by_text("Nothing was done: no connection. Try again.")).to_be_visible()
    pad.stands("-50", "-50")
    cut(False)
    pad.undo("round 1 saved")
    pad.says("Taken back: round 1 saved")
    pad.stands("0", "0")


def test_a_choice_without_a_network(
    pad: Pad, cut: Callable[[bool], None], user: User, game: Game
) -> None:
    pad.enter(1, "Stock ran out", {OURS: QUIET, THEIRS: QUIET})
    played(game, user)
    pad.save(1)
    expect(pad.page.get_by_role("heading", name="Not saved yet")).to_be_visible()
    cut(True)
    pad.page.get_by_role("button", name="Put mine in place of round 1").tap()
    expect(pad.page.get_by_text("Not saved: no connection.")).to_be_visible()
    cut(False)
    pad.page.get_by_role("button", name="Put mine in place of round 1").tap()
    pad.stands("-230", "-230")
    assert kept(pad.page) == []


def test_what_was_left_at_a_choice_is_still_there(pad: Pad, user: User, game: Game) -> None:
    pad.enter(1, "Stock ran out", {OURS: QUIET, THEIRS: QUIET})
    played(game, user)
    pad.save(1)
    pad.page.get_by_role("link", name="Leave it and look at the sheet").tap()
    pad.stands("-50", "-50")
    pad.page.goto(reverse("round", args=[game.pk, 1]))
    expect(pad.page.locator("#back")).to_contain_text(NEWER)
    pad.page.get_by_role("button", name="Put mine in").tap()
    pad.sums("-230", "-230")


def test_a_server_that_stumbles_gets_it_once_more(
    pad: Pad, game: Game, expect_problem: Callable[[str], None]
) -> None:
    expect_problem("status of 503")
    pad.page.route("**/preview/", lambda route: route.fulfill(status=503))
    pad.enter(1, "Stock ran out", {})
    expect(pad.page.get_by_text("the server did not answer as it should")).to_be_visible()
    assert len(kept(pad.page)) == 1
    pad.page.unroute("**/preview/")
    forgets(pad.page)
    assert game.drafts.get(column=-1).text == {"ended_by": "stock_out"}
    expect(pad.page.get_by_text("the server did not answer as it should")).to_be_hidden()
