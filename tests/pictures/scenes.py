"""What is to be seen: every page in every state, each reached as a person reaches it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal
from uuid import uuid4

from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, Route, expect

from games.models import User
from games.variants import VARIANTS
from tests.browser.pad import Pad, sign_in
from tests.build import played
from tests.documents import EXAMPLE, raw

from .evening import Evening

TABLES = {"bain": (2, 2), "pennies": (2, 3), "bga": (7, 1), "banakil": (3, 1), "marriage": (4, 1)}
TELEVISIONS = ((1920, 1080), (1280, 720))
PAPER = ((794, 1123),)
SMALL = ((320, 568), (390, 844))
NOBODY = "00000000-0000-4000-8000-000000000000"


@dataclass
class Stage:
    """A page of a browser, and the evening that it is to show."""

    page: Page
    evening: Evening
    url: str

    def sign_in(self, user: User | None = None) -> None:
        sign_in(self.page, user or self.evening.user, Client(), self.url)

    def go(self, name: str, *args: object, query: str = "", status: int = 200) -> None:
        """Open the page of this URL name."""
        self.visit(reverse(name, args=args) + query, status)

    def visit(self, path: str, status: int = 200) -> None:
        answer = self.page.goto(self.url + path)
        assert answer is not None
        assert answer.status == status, f"{path} answered {answer.status}"

    def open_game(self, name: str, page: str = "game", *args: object, query: str = "") -> None:
        """Open a page of one of the evening's games, as somebody who keeps its score."""
        self.sign_in()
        self.go(page, self.evening[name].pk, *args, query=query)

    def next_round(self, name: str) -> Pad:
        """Open the page where the next round of a game is entered, in which nothing is typed."""
        self.evening.play_anew(name)
        self.open_game(name, "round", self.evening[name].next_number)
        return Pad(self.page)

    def answer_with(self, template: str, status: int) -> None:
        """Show an answer that is hard to provoke, as it is made for whoever gets it."""
        html = render_to_string(template, request=RequestFactory().get("/"))

        def answered(route: Route) -> None:
            route.fulfill(status=status, content_type="text/html", body=html)

        self.page.route("**/broken/", answered)
        self.visit("/broken/", status)


type Act = Callable[[Stage], None]


@dataclass(frozen=True)
class Scene:
    """A picture to take: under a name, of the page of a URL name, once `act` has led there.

    Where `sizes` is empty it is taken in all usual sizes; `whole` says whether all of the page is
    on it or only what a screen shows at once. `media` is print for what comes out of a printer.
    """

    name: str
    page: str
    act: Act
    sizes: tuple[tuple[int, int], ...] = ()
    whole: bool = True
    media: Literal["screen", "print"] = "screen"
    touch: bool = True


def every() -> list[Scene]:
    """List all scenes, in the order in which a table comes to them."""
    return [
        *_home(),
        *_new(),
        *_sheets(),
        *_entries(),
        *_entries_in_trouble(),
        *_of_a_game(),
        *_files(),
        *_watching(),
        *_rules(),
        *_refusals(),
    ]


# ---- home and a new game


def _home() -> Iterator[Scene]:
    yield Scene("home-empty", "home", lambda at: at.go("home"))
    yield Scene("home-with-games", "home", _home_with_games)
    yield Scene("home-deleted-games", "home", _home_with_deleted)
    yield Scene("home-just-deleted", "home", _home_just_deleted)


def _home_with_games(at: Stage) -> None:
    at.sign_in(at.evening.host)
    at.go("home")


def _home_with_deleted(at: Stage) -> None:
    _home_with_games(at)
    at.page.locator("#deleted summary").tap()


def _home_just_deleted(at: Stage) -> None:
    at.evening.play_anew("three")
    at.open_game("three", "delete")
    at.page.locator(".foot").get_by_role("button").tap()
    expect(at.page.locator("#said")).not_to_be_empty()
    at.evening.play_anew("three")


def _new() -> Iterator[Scene]:
    yield Scene("choose", "choose", lambda at: at.go("choose"))
    yield Scene("choose-for-the-same-people", "choose", _choose_again)
    for key, variant in VARIANTS.items():
        for seating in variant.seatings:
            players = f"{seating.teams}x{seating.each}"
            act = _seated(key, seating.teams, seating.each)
            # Of so many tables it is only asked whether all have room.
            yield Scene(f"new-{key}-{players}", "new", act, SMALL if key == "bga" else ())
        yield Scene(f"new-{key}-house-rules", "new", _house_rules(key))
    yield Scene("new-errors", "new", _new_errors)
    yield Scene("new-change-places", "new", _change_places)


def _choose_again(at: Stage) -> None:
    at.open_game("finished", "rematch")
    at.page.get_by_role("link", name="Play another game").tap()
    expect(at.page.get_by_text("The same people as before")).to_be_visible()


def _seated(key: str, teams: int, each: int) -> Act:
    def act(at: Stage) -> None:
        at.go("new", key)
        button = at.page.locator(f"#seating-{teams}x{each}")
        if button.count():
            button.tap()
        expect(at.page.locator(".seat")).to_have_count(teams * each)

    return act


def _house_rules(key: str) -> Act:
    def act(at: Stage) -> None:
        at.go("new", key)
        at.page.locator("#house-rules summary").tap()

    return act


def _new_errors(at: Stage) -> None:
    at.go("new", "bain")
    at.page.locator("#house-rules summary").tap()
    at.page.get_by_label("Play to", exact=True).fill("none")
    for seat, name in ((1, "Ana"), (2, "Ana"), (4, "Dev")):
        at.page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    at.page.locator(".foot").get_by_role("button").tap()
    expect(at.page.locator(".wrong").first).to_be_visible()


def _change_places(at: Stage) -> None:
    at.sign_in()
    at.go("new", "bain", query=f"?again={at.evening['friday'].pk}")
    at.page.locator("#change-places summary").tap()


# ---- the sheet


def _sheets() -> Iterator[Scene]:
    for name, game in (
        ("0-rounds", "fresh"),
        ("3-rounds", "three"),
        ("12-rounds", "twelve"),
        ("5-players", "five"),
        ("7-players", "seven"),
        ("6-teams", "six_teams"),
        ("crowded", "crowded"),
        ("over", "over"),
        ("finished", "finished"),
        ("tied", "tied"),
        ("negative", "negative"),
        ("close", "close"),
    ):
        yield Scene(f"sheet-{name}", "game", _sheet(game))
    yield Scene("sheet-a-round-opened", "game", _sheet("three", "?open=3"))
    yield Scene("sheet-a-round-opened-adjusted", "game", _sheet("friday", "?open=5"))
    yield Scene("sheet-a-round-opened-5-players", "game", _sheet("five", "?open=2"))
    yield Scene("sheet-a-round-opened-maal", "game", _sheet("marriage", "?open=2"))
    yield Scene("sheet-saved", "game", _just_saved)
    yield Scene("sheet-no-connection", "game", _cut_off)


def _sheet(game: str, query: str = "") -> Act:
    return lambda at: at.open_game(game, query=query)


def _just_saved(at: Stage) -> None:
    pad = at.next_round("three")
    _a_round(pad)
    pad.save(4)
    pad.is_back()


def _cut_off(at: Stage) -> None:
    at.open_game("three")
    at.page.context.set_offline(True)
    expect(at.page.locator("[data-trouble]")).to_be_visible()


# ---- a round


def _entries() -> Iterator[Scene]:
    for key, game in (
        ("bain", "three"),
        ("pennies", "pennies"),
        ("bga", "bga"),
        ("bga-7-players", "seven"),
        ("banakil", "banakil"),
        ("banakil-pairs", "banakil_pairs"),
        ("marriage", "marriage"),
        ("marriage-points", "five"),
    ):
        yield Scene(f"entry-{key}", "round", _entry(game))
        yield Scene(f"entry-{key}-errors", "round", _refused(game))
    yield Scene("entry-bain-filled", "round", _filled)
    yield Scene("entry-bain-sums", "round", _sums)
    yield Scene("entry-bain-warnings", "round", _warned)
    yield Scene("entry-bain-adjusted", "round", _adjusted)
    yield Scene("entry-bain-pad", "round", _pad, whole=False)
    yield Scene("entry-bain-cards", "round", _cards, whole=False)
    yield Scene("entry-marriage-open", "round", _second_player)
    yield Scene("correct", "round", lambda at: at.open_game("three", "round", 2))
    yield Scene("insert", "insert_round", lambda at: at.open_game("three", "insert_round", 2))


def _entry(game: str) -> Act:
    def act(at: Stage) -> None:
        at.next_round(game)

    return act


def _refused(game: str) -> Act:
    def act(at: Stage) -> None:
        pad = at.next_round(game)
        pad.save(at.evening[game].next_number)
        expect(pad.page.locator(".finding:visible").first).to_be_visible()

    return act


def _a_round(pad: Pad) -> None:
    pad.ended("North-South went out")
    ours = {"Sevens canastas": 1, "Wild canastas": 1, "Natural canastas": 1, "Mixed canastas": 1}
    pad.fill({"North-South": {**ours, "Red threes on the table": 8}})
    pad.fill({"East-West": {"Mixed canastas": 2}})
    for label, column, typed in (
        ("Melded, canastas included", "North-South", "490"),
        ("Melded, canastas included", "East-West", "185"),
        ("Left in hands and feet", "North-South", "25"),
        ("Left in hands and feet", "East-West", "310"),
    ):
        pad.field(f"{label}, {column}").fill(typed)
    pad.sums("4,765", "475")


def _filled(at: Stage) -> None:
    _a_round(at.next_round("three"))


def _sums(at: Stage) -> None:
    _filled(at)
    at.page.locator(".sums-fold summary").tap()


def _warned(at: Stage) -> None:
    pad = at.next_round("three")
    pad.ended("North-South went out")
    pad.fill({"North-South": {"Red threes on the table": 5}})
    pad.field("Melded, canastas included, North-South").fill("490")
    pad.save(4)
    expect(at.page.locator(".finding.warning:visible").first).to_be_visible()


def _adjusted(at: Stage) -> None:
    pad = at.next_round("three")
    at.page.locator(".adjustments summary").tap()
    at.page.locator(".adjust input.num").first.fill("-33")
    pad.save(4)
    expect(at.page.locator(".adjust .finding").first).to_be_visible()


def _pad(at: Stage) -> None:
    pad = at.next_round("three")
    pad.field("Melded, canastas included, North-South").tap()
    if at.page.locator("#pad").count():
        expect(at.page.locator("#pad")).to_be_visible()


def _cards(at: Stage) -> None:
    _pad(at)
    tab = at.page.locator("#pad").get_by_text("Count cards")
    if tab.count():
        tab.tap()
    else:
        at.page.locator(".points summary").first.tap()


def _second_player(at: Stage) -> None:
    at.next_round("marriage")
    at.page.locator("details[name=column] > summary").nth(1).tap()


def _entries_in_trouble() -> Iterator[Scene]:
    yield Scene("conflict", "round", _conflict)
    yield Scene("conflict-finished", "round", _conflict_finished)
    yield Scene("conflict-undo", "game", _conflict_undo)
    yield Scene("delete-a-round", "delete_round", _delete_round)
    yield Scene("entry-no-connection", "round", _entry_cut_off)


def _conflict(at: Stage) -> None:
    pad = at.next_round("three")
    _a_round(pad)
    game = at.evening["three"]
    played(game, at.evening.user, {"meld_points": 300})
    pad.save(4)
    expect(at.page.get_by_role("heading", name="Not saved yet")).to_be_visible()


def _conflict_finished(at: Stage) -> None:
    at.sign_in()
    at.go("round", at.evening["finished"].pk, 6, status=409)


def _conflict_undo(at: Stage) -> None:
    at.evening.play_anew("three")
    at.open_game("three")
    game = at.evening["three"]
    played(game, at.evening.user)
    at.page.route("**/?open*", lambda route: route.abort())
    at.page.locator(".undo button").tap()
    expect(at.page.locator(".finding")).to_be_visible()


def _delete_round(at: Stage) -> None:
    at.open_game("three", "delete_round", 1)


def _entry_cut_off(at: Stage) -> None:
    pad = at.next_round("three")
    _a_round(pad)
    at.page.context.set_offline(True)
    pad.save(4)
    expect(at.page.locator("[data-trouble]").first).to_be_visible()


# ---- what else there is of a game


def _of_a_game() -> Iterator[Scene]:
    yield Scene("log", "log", lambda at: at.open_game("friday", "log"))
    yield Scene("log-taken-back", "log", _log_taken_back)
    yield Scene("setup", "setup", lambda at: at.open_game("friday", "setup"))
    yield Scene("setup-7-players", "setup", lambda at: at.open_game("seven", "setup"))
    yield Scene("setup-changed", "setup", _setup_changed)
    yield Scene("setup-errors", "setup", _setup_errors)
    yield Scene("substitute", "substitute", lambda at: at.open_game("friday", "substitute"))
    yield Scene("substitute-errors", "substitute", _substitute_errors)
    yield Scene("rematch", "rematch", lambda at: at.open_game("finished", "rematch"))
    yield Scene("rematch-7-players", "rematch", lambda at: at.open_game("seven", "rematch"))
    yield Scene("share", "share", lambda at: at.open_game("friday", "share"))
    yield Scene("delete", "delete", lambda at: at.open_game("friday", "delete"))
    yield Scene("print", "print", lambda at: at.open_game("finished", "print"))
    yield Scene("print-7-players", "print", lambda at: at.open_game("seven", "print"))
    yield Scene("printed", "print", _print("finished"), PAPER, media="print", touch=False)
    yield Scene("printed-crowded", "print", _print("crowded"), PAPER, media="print", touch=False)


def _print(game: str) -> Act:
    return lambda at: at.open_game(game, "print")


def _log_taken_back(at: Stage) -> None:
    at.evening.play_anew("three")
    game = at.evening["three"]
    game.undo(by=at.evening.user, submission=uuid4(), revision=game.version)
    at.open_game("three", "log")


def _setup_changed(at: Stage) -> None:
    at.open_game("friday", "setup")
    at.page.get_by_label("Seat 1", exact=True).fill("Zoe")
    expect(at.page.locator("#changes")).to_contain_text("Zoe")
    at.page.locator(".told summary").tap()
    at.page.locator("details.fold summary").first.tap()


def _setup_errors(at: Stage) -> None:
    at.open_game("friday", "setup")
    at.page.get_by_label("Seat 1", exact=True).fill("")
    at.page.get_by_label("Seat 2", exact=True).fill("Dev")
    at.page.locator(".foot .go").tap()
    expect(at.page.locator(".wrong").first).to_be_visible()


def _substitute_errors(at: Stage) -> None:
    at.open_game("friday", "substitute")
    at.page.locator("#sit-name").fill("Ben")
    at.page.locator(".go").tap()
    expect(at.page.locator(".wrong").first).to_be_visible()


# ---- files


def _files() -> Iterator[Scene]:
    yield Scene("import", "import", _import)
    yield Scene("import-nothing-chosen", "import", _import_nothing)
    yield Scene("import-preview", "import_these", _import_preview)
    yield Scene("import-errors", "import", _import_errors)


def _import(at: Stage) -> None:
    at.sign_in()
    at.go("import")


def _import_nothing(at: Stage) -> None:
    _import(at)
    at.page.locator("#choose").evaluate("form => { form.noValidate = true }")
    at.page.locator(".go").tap()
    expect(at.page.locator(".finding")).to_be_visible()


def _chosen(at: Stage, **files: bytes) -> None:
    _import(at)
    sent: list[FilePayload] = [
        {"name": f"{name}.json", "mimeType": "application/json", "buffer": content}
        for name, content in files.items()
    ]
    at.page.locator("#files").set_input_files(sent)
    at.page.locator(".go").tap()
    expect(at.page.locator(".file").first).to_be_visible()


def _import_preview(at: Stage) -> None:
    _chosen(at, friday=raw(EXAMPLE), again=raw(EXAMPLE | {"name": "Another evening"}))


def _import_errors(at: Stage) -> None:
    broken = json.loads(raw(EXAMPLE))
    broken["rounds"][0]["entries"]["North-South"]["meld_points"] = 493
    broken["rounds"][0]["went_out"] = "Nobody"
    _chosen(at, friday=raw(EXAMPLE), broken=raw(broken), letter=b"Dear Ana")


# ---- looking on


def _watching() -> Iterator[Scene]:
    yield Scene("watch", "watch", _watch("friday"))
    yield Scene("watch-7-players", "watch", _watch("seven"))
    for name in ("fresh", "friday", "twelve", "finished", "tied", "negative", "close"):
        yield _television(name)
    for name in ("five", "seven", "six_teams", "bga", "crowded", "banakil"):
        yield _television(name)


def _watch(game: str, query: str = "") -> Act:
    return lambda at: at.go("watch", at.evening.token(game), query=query)


def _television(game: str) -> Scene:
    act = _watch(game, "?display=tv")
    name = f"television-{game.replace('_', '-')}"
    return Scene(name, "watch", act, TELEVISIONS, whole=False, touch=False)


# ---- the rules


def _rules() -> Iterator[Scene]:
    yield Scene("rules", "rules", lambda at: at.go("rules"))
    yield Scene("rules-found", "rules", lambda at: at.go("rules", query="?q=red+three"))
    yield Scene("rules-nothing-found", "rules", lambda at: at.go("rules", query="?q=castle"))
    for key in VARIANTS:
        yield Scene(f"rules-{key}", "rules_variant", _rules_of(key))
    yield Scene("rules-bain-found", "rules_variant", _rules_of("bain", "?q=garbage"))
    yield Scene("rules-from-a-round", "rules_variant", _rules_from_a_round)


def _rules_of(key: str, query: str = "") -> Act:
    return lambda at: at.go("rules_variant", key, query=query)


def _rules_from_a_round(at: Stage) -> None:
    at.next_round("three")
    at.page.locator("header a.icon").last.tap()
    expect(at.page.locator(".go")).to_be_visible()


# ---- what cannot be


def _refusals() -> Iterator[Scene]:
    yield Scene("404", "game", lambda at: at.go("game", NOBODY, status=404))
    yield Scene("403", "round", _may_not)
    for template, status in (("400", 400), ("403_csrf", 403), ("413", 413), ("500", 500)):
        yield Scene(template, "", _answer(f"{template}.html", status))


def _may_not(at: Stage) -> None:
    at.sign_in(at.evening.viewer)
    at.go("round", at.evening["three"].pk, 4, status=403)


def _answer(template: str, status: int) -> Act:
    return lambda at: at.answer_with(template, status)
