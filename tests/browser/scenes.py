"""Every page and every state of one, each set up by a short function and shown on a phone.

A scene makes the games it needs for an account of its own, opens its page and does what must be
done there. It finds its way by the structure of a page and never by its words, so that it plays in
any language. Whoever looks at all pages, to test them or to make pictures, goes through `SCENES`.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from axes.models import AccessAttempt
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import FilePayload, Page, Response, Route, expect

from games import importing
from games.formats import archive
from games.models import (
    Club,
    Device,
    DeviceCode,
    Game,
    Invitation,
    Link,
    Membership,
    NewTeam,
    Player,
    Season,
    User,
)
from games.models.drafts import Text
from games.models.reckoning import reckoning_later
from games.models.seasons import SeasonPlan
from games.variants import VARIANTS
from games.variants.entry import questions
from games.variants.variant import Seating
from tests.build import PASSWORD, member_of, named, played, started, viewer_of

EVENING = Path(__file__).resolve().parents[2] / "games" / "management" / "evening"
LONG = "Maximiliane-Wilhelmina von und zu Hohenzollern-Sigmaringen the Elder"
GO = "footer .go:not([type=button])"
"""What leads on from a page; a key of the number pad is no such thing."""

FILES = {
    "bain": "bain-friday",
    "pennies": "pennies",
    "bga": "bga-teams",
    "banakil": "banakil-three",
    "marriage": "marriage-maal",
}
"""An evening of each game: of two teams, of three, and of players each on their own."""


AT_TABLES: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {
    "bain": ((2, 2), {"going_out_bonus": 300, "red_threes_need": "seven_canastas"}),
    "pennies": ((2, 3), {}),
    "bga": ((2, 2), {"target": 12_000, "opening_by": "score", "contract_wild": 2}),
    "banakil": ((2, 2), {"target": 401, "pairs_scoring": "sum_of_partners"}),
    "marriage": ((4, 1), {"settlement": "maal", "seen_payment": 5, "unopened_maal": "murder"}),
}
"""A table of each game, and what it plays otherwise than usual."""


@dataclass
class Stage:
    """A page on some device, in front of the server at `url`, and whose it is."""

    page: Page
    url: str
    user: User = field(init=False)

    def enter(self) -> None:
        """Begin anew, as somebody who has just got an account."""
        # What the page before keeps when it is left, it keeps for the account before.
        self.page.unroute_all()
        self.page.goto("about:blank")
        self.page.unroute_all()
        self.user = User.objects.make_silently("Europe/Berlin")
        self.sign_in(self.user)

    def sign_in(self, user: User | None) -> None:
        """Go on as another account; with None as a visitor who has none."""
        context = self.page.context
        context.clear_cookies()
        if user is not None:
            client = Client()
            client.force_login(user)
            session = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])

    def open(self, view: str, *args: object, query: str = "") -> None:
        self.page.goto(self.url + reverse(view, args=args) + query)

    def evening(self, file: str, of_rounds: int | None = None, **told: Any) -> Game:
        """Import an evening; of so many rounds, which come round again, and told otherwise."""
        document = json.loads((EVENING / f"{file}.json").read_text()) | told
        if of_rounds is not None:
            document["rounds"] = (document["rounds"] * 12)[:of_rounds]
        arrival = importing.arrived("evening.json", json.dumps(document).encode())
        club = self.user.home_club()
        (one,) = importing.import_all(club, [arrival], by=self.user, submission=uuid4(), replace=())
        return Game.objects.whole().get(pk=one.game)

    def new(self, variant: str, teams: int, each: int, **options: Any) -> Game:
        """Start a game, with nothing played yet."""
        return started(self.user, variant, teams, each, **options)

    def longest(self, variant: str, teams: int, each: int) -> Game:
        """Start a game in which all names and totals are as long as can be."""
        seating = Seating(teams, each)
        names = [f"{LONG} {number}" for number in range(seating.players)]
        sides = [tuple(names[team * each : (team + 1) * each]) for team in range(teams)]
        return Game.objects.start(
            club=self.user.home_club(),
            by=self.user,
            variant=VARIANTS[variant],
            teams=[
                NewTeam(" & ".join(side), side, -999_995 if team else 1_000_000)
                for team, side in enumerate(sides)
            ],
            options=VARIANTS[variant].read_options({}, seating)[0],
            seats=seating.alternate(),
            first_dealer=0,
            submission=uuid4(),
            name=LONG,
        )

    def play(self, game: Game, *rounds: Sequence[int]) -> Game:
        """Play rounds in which each team melds so many points, or has so many left below 0."""
        for points in rounds:
            sides = ({_OF_POINTS[one > 0]: abs(one), _OF_POINTS[one <= 0]: None} for one in points)
            played(game, self.user, *sides)
        return game

    def close(self, variant: str, teams: int, each: int) -> Game:
        """Play a game whose teams stay close together."""
        sides = range(teams)
        rounds = [[200 + 5 * ((7 * team + 3 * turn) % 11) for team in sides] for turn in range(4)]
        return self.play(self.new(variant, teams, each), *rounds)

    def crowd(self) -> Game:
        """Play seven with the longest names for twenty rounds."""
        game = self.longest("bga", 7, 1)
        rounds = [
            [100 + 5 * ((37 * turn + 11 * team) % 90) for team in range(7)] for turn in range(20)
        ]
        return self.play(game, *rounds)

    def tied(self) -> Game:
        """Play until both teams are level at the target, so that another round decides."""
        game = self.new("bain", 2, 2, target=1_000)
        return self.play(game, (600, 500), (-40, 90), (480, 450))

    def cut_off(self) -> None:
        """Let nothing reach the server any more, until the next scene."""
        self.page.route("**/games/**", lambda route: route.abort())

    def finish(self, game: Game) -> None:
        game.finish(by=self.user, submission=uuid4())

    def season(self) -> Club:
        """Import what some friends have played in a year, now these together and now those."""
        today = timezone.now().replace(hour=19, minute=0, second=0, microsecond=0)
        with reckoning_later():
            for turn in range(SEASON):
                began = today - timedelta(days=2 + 26 * turn - turn * turn // 2)
                file = SEASON_OF[turn % len(SEASON_OF)]
                text = (EVENING / f"{file}.json").read_text()
                told = json.loads(_reseated(text, turn))
                after = turn % len(told["rounds"])
                told["rounds"] = told["rounds"][after:] + told["rounds"][:after]
                self.evening(
                    file,
                    **told,
                    started=began.isoformat(),
                    finished=(began + timedelta(hours=2, minutes=turn)).isoformat(),
                )
        return self.user.home_club()

    def draft(self, game: Game, texts: dict[int, Text]) -> None:
        """Type a part of the next round, as on another phone."""
        game.fill_draft(by=self.user, number=game.next_number, texts=texts, bases={})

    def save(self) -> None:
        """Press the button at the foot, and wait for the answer of the server."""
        with self.page.expect_response(_answers_a_form):
            self.page.locator(GO).click()

    def type_round(self) -> None:
        """Say that the stock ran out, and what each of two teams had left."""
        self.ends(2)
        for side in (0, 1):
            self.page.locator(f"input[name='{side}-hand_points']").fill("45")

    def tap_cards(self, *taps: str) -> None:
        """Tap cards, or what is done with them, in the opening checker, and wait for the answer."""
        for tap in taps:
            self.page.locator(f"#laying header [name='tap'][value='{tap}']").click()
        laid = [tap for tap in taps if tap != "next"]
        expect(self.page.locator(".lie .card")).to_have_count(len(laid))

    def ends(self, number: int) -> None:
        """Say how the round ended, by the number of the answer."""
        self.page.locator(".group .ends input").nth(number).check(force=True)

    def unfold(self) -> None:
        """Open every fold that may stand open beside others."""
        self.page.evaluate(
            """() => {
              performance.mark("unfolded");
              document.querySelectorAll("details:not([name])").forEach(one => (one.open = true));
            }"""
        )


SEASON = 14
SEASON_OF = ("bain-friday", "bga-teams", "bain-sunday", "marriage-maal", "banakil-pairs")
FRIENDS = ("Ana", "Ben", "Celia", "Dev", "Elif", "Farid")


def _reseated(text: str, turn: int) -> str:
    """Return a file with friends in the seats, who sit there otherwise in each turn."""
    teams = json.loads(text)["teams"]
    known = [name for team in teams for name in team["players"]]
    step = 1 if turn % 2 else len(FRIENDS) - 1
    sitting = {
        name: FRIENDS[(at * step + turn // 2) % len(FRIENDS)] for at, name in enumerate(known)
    }
    return re.sub(rf"\b({'|'.join(known)})\b", lambda found: sitting[found[0]], text)


_OF_POINTS = {True: "meld_points", False: "hand_points"}


def _answers_a_form(response: Response) -> bool:
    return response.request.method == "POST" and not response.url.endswith("/preview/")


@dataclass(frozen=True, slots=True)
class Scene:
    """A page in one state. `view` is the name of its address, "" where it stands for any.

    `medium` is what it is made for: a screen of any size, a television, or paper. Pictures show all
    of the page, or where `whole` is False what a screen shows of it at once.
    """

    name: str
    view: str
    play: Callable[[Stage], None]
    medium: Literal["screen", "television", "paper"] = "screen"
    whole: bool = True


SCENES: list[Scene] = []


def scene(
    view: str, names: Iterable[str] = ("",), **made: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add a scene of this view, or one for each of these names, which its function is given."""

    def add(play: Callable[..., None]) -> Callable[..., None]:
        own = play.__name__.replace("_", "-")
        for name in names:
            given = partial(play, name=name) if name else play
            SCENES.append(Scene(f"{own}-{name}" if name else own, view, given, **made))
        return play

    return add


def show(scene: Scene, stage: Stage) -> None:
    """Set a scene up, and wait until nothing moves in it any more."""
    stage.enter()
    scene.play(stage)
    stage.page.wait_for_load_state("load")


# ---- the first page


@scene("home")
def home_of_a_visitor(stage: Stage) -> None:
    stage.sign_in(None)
    stage.open("home")


@scene("home")
def home_with_games(stage: Stage) -> None:
    for file in ("bain-friday", "bga-seven", "marriage-maal", "banakil-two"):
        stage.evening(file)
    for file in ("bain-sunday", "banakil-pairs"):
        stage.finish(stage.evening(file))
    stage.longest("bain", 2, 2)
    stage.evening("pennies").discard(by=stage.user, submission=uuid4())
    stage.open("home")
    stage.unfold()


@scene("home")
def home_after_a_game_was_deleted(stage: Stage) -> None:
    stage.open("delete", stage.evening("bain-friday").pk)
    stage.page.locator(GO).click()
    expect(stage.page.locator("#said")).not_to_be_empty()


@scene("home")
def home_of_a_viewer(stage: Stage) -> None:
    stage.sign_in(viewer_of(stage.user.home_club()))
    stage.open("home")


# ---- the history


@scene("history")
def history_of_a_visitor(stage: Stage) -> None:
    stage.sign_in(None)
    stage.open("history")


@scene("history")
def history_of_nothing(stage: Stage) -> None:
    stage.open("history")


def _evenings(stage: Stage) -> None:
    for file in ("bain-friday", "bga-seven", "bga-teams", "banakil-two"):
        stage.evening(file)
    for file in ("bain-sunday", "banakil-pairs", "marriage-points", "pennies"):
        stage.finish(stage.evening(file))
    stage.longest("bain", 2, 2)


@scene("history")
def history(stage: Stage) -> None:
    _evenings(stage)
    _old(stage, 12_345, 11_110)
    stage.open("history")


@scene("history")
def history_that_is_looked_through(stage: Stage) -> None:
    _evenings(stage)
    player = stage.user.home_club().players.get(key="ana")
    stage.open("history", query=f"?q=ana&variant=bain&player={player.pk}&from=2020-01-01")
    stage.unfold()


@scene("history")
def history_without_a_hit(stage: Stage) -> None:
    _evenings(stage)
    stage.open("history", query="?q=nobody")


@scene("history")
def history_with_errors(stage: Stage) -> None:
    _evenings(stage)
    stage.open(
        "history",
        query="?q=%26&variant=poker&player=x&season=x&from=yesterday&to=2020-13-01&state=x",
    )


@scene("history")
def history_of_two_clubs(stage: Stage) -> None:
    _evenings(stage)
    other = Club.objects.create(name="Thursday table", time_zone="Europe/Berlin")
    Membership.objects.create(user=stage.user, club=other, role=Membership.Role.VIEWER)
    stage.open("history")


@scene("past")
def past(stage: Stage) -> None:
    stage.evening("bain-friday")
    stage.open("past")
    stage.unfold()


@scene("past")
def past_of_a_visitor(stage: Stage) -> None:
    stage.sign_in(None)
    stage.open("past")


@scene("past")
def past_of_many(stage: Stage) -> None:
    stage.evening("bga-seven")
    stage.open("past", query="?variant=bga&seating=7x1")


@scene("past")
def past_with_errors(stage: Stage) -> None:
    stage.evening("bain-friday")
    stage.open("past")
    stage.page.locator("#total-0").fill("12,5")
    stage.save()
    expect(stage.page.locator(".wrong").first).to_be_visible()


def _old(stage: Stage, *totals: int) -> Game:
    """Write down an old evening of two pairs."""
    seating = Seating(2, 2)
    pairs = (("Ana", "Celia"), ("Ben", "Dev"))
    return Game.objects.write_down(
        club=stage.user.home_club(),
        by=stage.user,
        variant=VARIANTS["bain"],
        teams=[
            NewTeam(" & ".join(own), own, total) for own, total in zip(pairs, totals, strict=True)
        ],
        options=VARIANTS["bain"].read_options({}, seating)[0],
        seats=seating.alternate(),
        first_dealer=None,
        started_at=datetime(2019, 3, 2, 11, tzinfo=UTC),
        submission=uuid4(),
    )


@scene("game", ("won", "shared"))
def sheet_of_an_old_evening(stage: Stage, name: str) -> None:
    game = _old(stage, 12_345, 11_110 if name == "won" else 12_345)
    stage.open("game", game.pk)


@scene("setup")
def setup_of_an_old_evening(stage: Stage) -> None:
    stage.open("setup", _old(stage, 12_345, 11_110).pk)


@scene("print", medium="paper")
def printed_old_evening(stage: Stage) -> None:
    stage.open("print", _old(stage, 12_345, 11_110).pk)


# ---- seasons


def _season(stage: Stage, *results: tuple[str, int, int], **told: Any) -> Season:
    """Play a season: pairs are written as their letters, “AC-BD”, with their totals."""
    people = {"A": "Ana", "B": "Ben", "C": "Celia", "D": "Dev", "E": "Eva", "F": "Finn"}
    club = stage.user.home_club()
    for number, (pairs, *totals) in enumerate(results):
        sides = [tuple(people[one] for one in pair) for pair in pairs.split("-")]
        seating = Seating(2, len(sides[0]))
        rules = VARIANTS[{1: "banakil", 2: "bain", 3: "pennies"}[seating.each]]
        Game.objects.write_down(
            club=club,
            by=stage.user,
            variant=rules,
            teams=[
                NewTeam(" & ".join(own), own, total)
                for own, total in zip(sides, totals, strict=True)
            ],
            options=rules.read_options({}, seating)[0],
            seats=seating.alternate(),
            first_dealer=None,
            started_at=datetime(2025, 11, 2 + number, 11, tzinfo=UTC),
            submission=uuid4(),
        )
    plan: dict[str, Any] = {
        "name": "Winter 2025",
        "starts_on": date(2025, 11, 1),
        "ends_on": date(2026, 2, 28),
        "variants": [],
        "reckoning": "wins",
        "place_points": [3, 1, 0],
        "least_games": 3,
    }
    return Season.objects.begin(club=club, submission=uuid4(), plan=SeasonPlan(**(plan | told)))


WINTER = (
    ("AC-BD", 12_345, 11_110),
    ("AB-CD", 21_000, 18_500),
    ("AD-BC", 9_000, 20_500),
    ("BD-AC", 20_100, 12_300),
    ("DE-CB", 20_400, 19_900),
    ("F-E", 801, 640),
)
"""Some evenings after which two are level on wins, and two have hardly played."""


@scene("season", ("wins", "share", "places", "points", "average_place"))
def season_by(stage: Stage, name: str) -> None:
    stage.open("season", _season(stage, *WINTER, reckoning=name).pk)


@scene("season")
def season_of_nothing(stage: Stage) -> None:
    stage.open("season", _season(stage).pk)


@scene("season")
def season_that_is_closed(stage: Stage) -> None:
    season = _season(stage, *WINTER)
    season.close()
    stage.open("season", season.pk)


@scene("season")
def season_of_all_time(stage: Stage) -> None:
    club = _season(stage, *WINTER).club
    season = Season.objects.of_all_time(club)
    stage.sign_in(viewer_of(club))
    stage.open("season", season.pk)


@scene("season")
def season_of_a_tie(stage: Stage) -> None:
    stage.open("season", _season(stage, ("A-B", 5, 5), ("C-D", 7, 7), least_games=0).pk)


@scene("season")
def season_of_the_longest_names(stage: Stage) -> None:
    stage.finish(stage.longest("bain", 2, 2))
    told = {"name": LONG, "starts_on": None, "ends_on": None, "reckoning": "points"}
    stage.open("season", _season(stage, **told, least_games=0).pk)


@scene("champion")
def champion_of_the_longest_names(stage: Stage) -> None:
    stage.finish(stage.longest("bain", 2, 2))
    told = {"name": LONG, "starts_on": None, "ends_on": None, "least_games": 0}
    stage.open("champion", _season(stage, **told).pk)


@scene("new_season")
def new_season(stage: Stage) -> None:
    stage.open("new_season", stage.user.home_club().pk)


@scene("new_season")
def new_season_with_errors(stage: Stage) -> None:
    stage.open("new_season", stage.user.home_club().pk)
    stage.page.locator("#place_points").fill("many")
    stage.page.locator("#least_games").fill("-1")
    stage.save()
    expect(stage.page.locator(".wrong").first).to_be_visible()


@scene("edit_season")
def edit_season(stage: Stage) -> None:
    stage.open("edit_season", _season(stage, *WINTER, variants=["bain"]).pk)


@scene("edit_season")
def edit_season_that_is_closed(stage: Stage) -> None:
    season = _season(stage, *WINTER)
    season.close()
    stage.open("edit_season", season.pk)


@scene("edit_season")
def edit_season_of_all_time(stage: Stage) -> None:
    stage.open("edit_season", Season.objects.of_all_time(stage.user.home_club()).pk)


@scene("delete_season")
def delete_season(stage: Stage) -> None:
    stage.open("delete_season", _season(stage, *WINTER).pk)


@scene("champion")
def champion(stage: Stage) -> None:
    season = _season(stage, *WINTER)
    season.close()
    stage.open("champion", season.pk)


@scene("champion")
def champion_together(stage: Stage) -> None:
    season = _season(stage, ("ACE-BDF", 20_345, 11_110), least_games=0)
    stage.open("champion", season.pk)


@scene("champion")
def champion_of_nothing(stage: Stage) -> None:
    stage.open("champion", _season(stage).pk)


@scene("champion", medium="paper")
def champion_printed(stage: Stage) -> None:
    season = _season(stage, *WINTER)
    season.close()
    stage.open("champion", season.pk)


# ---- a new game


@scene("choose")
def choose(stage: Stage) -> None:
    stage.open("choose")


@scene("new", VARIANTS)
def new(stage: Stage, name: str) -> None:
    stage.evening("bain-friday")
    stage.open("new", name)
    stage.unfold()


TABLES = {
    f"{key}-of-{seating.players}": (key, seating)
    for key, variant in VARIANTS.items()
    for seating in variant.seatings
    if len(variant.seatings) > 1
}
"""A table of each game for each number of players that has a choice."""


@scene("new", TABLES)
def new_at(stage: Stage, name: str) -> None:
    key, seating = TABLES[name]
    stage.open("new", key)
    button = stage.page.locator(f"#seating-{seating.teams}x{seating.each}")
    if button.get_attribute("aria-pressed") == "false":
        button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(stage.page.locator(".seat")).to_have_count(seating.players)


@scene("choose")
def choose_for_the_same_people(stage: Stage) -> None:
    stage.open("choose", query=f"?again={stage.evening('bain-friday').pk}")


@scene("new", ("bain", "bga"))
def new_with_errors(stage: Stage, name: str) -> None:
    stage.open("new", name)
    stage.unfold()
    stage.page.locator("#house-rules input[type=text]").first.fill("many")
    stage.save()
    expect(stage.page.locator(".wrong").first).to_be_visible()


@scene("rematch", ("bain-friday", "bga-seven"))
def rematch(stage: Stage, name: str) -> None:
    game = stage.evening(name)
    stage.finish(game)
    stage.open("rematch", game.pk)


# ---- the sheet


@scene("game")
def sheet_of_0_rounds(stage: Stage) -> None:
    stage.open("game", stage.new("bain", 2, 2).pk)


@scene("game")
def sheet_of_3_rounds(stage: Stage) -> None:
    stage.open("game", stage.evening("bain-friday", 3).pk, query="?open=2")
    stage.unfold()


@scene("game")
def sheet_of_12_rounds(stage: Stage) -> None:
    stage.open("game", stage.evening("bain-friday", 12, options={"target": 50_000}).pk)


@scene("game", ("pennies", "banakil-three", "marriage-points", "bga-teams", "bga-seven"))
def sheet_of(stage: Stage, name: str) -> None:
    stage.open("game", stage.evening(name).pk, query="?open=1")
    stage.unfold()


@scene("game")
def sheet_of_a_game_that_is_over(stage: Stage) -> None:
    stage.open("game", stage.evening("bain-sunday").pk)


@scene("game")
def sheet_of_a_finished_game(stage: Stage) -> None:
    game = stage.evening("bain-sunday")
    stage.finish(game)
    stage.open("game", game.pk)


@scene("game")
def sheet_of_a_tie(stage: Stage) -> None:
    stage.open("game", stage.tied().pk)


@scene("game")
def sheet_of_negative_totals(stage: Stage) -> None:
    game = stage.new("bain", 2, 2)
    stage.play(game, (-410, -55), (-1_385, -90), (-20, -640))
    stage.open("game", game.pk)


@scene("game")
def sheet_of_a_close_game(stage: Stage) -> None:
    stage.open("game", stage.close("bain", 2, 2).pk)


@scene("game")
def sheet_of_six_teams(stage: Stage) -> None:
    stage.open("game", stage.close("bga", 6, 2).pk)


@scene("game")
def sheet_of_a_crowd(stage: Stage) -> None:
    """As much of everything as there can be: players, rounds, letters and digits."""
    stage.open("game", stage.crowd().pk, query="?open=20")


@scene("game")
def sheet_of_an_adjusted_round(stage: Stage) -> None:
    stage.open("game", stage.evening("bain-friday").pk, query="?open=5")


@scene("game", ("marriage-maal", "banakil-pairs"))
def sheet_of_an_opened_round(stage: Stage, name: str) -> None:
    stage.open("game", stage.evening(name).pk, query="?open=2")


@scene("game")
def sheet_without_connection(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    stage.open("game", game.pk)
    stage.cut_off()
    expect(stage.page.locator("[data-trouble]:visible")).to_be_visible()


@scene("game")
def sheet_after_a_round_was_saved(stage: Stage) -> None:
    stage.open("round", stage.evening("bain-friday", 2).pk, 3)
    stage.type_round()
    stage.save()
    expect(stage.page.locator("#said")).not_to_be_empty()


@scene("game", ("two", "seven"))
def sheet_of_the_longest_names(stage: Stage, name: str) -> None:
    variant, teams, each = ("bain", 2, 2) if name == "two" else ("bga", 7, 1)
    stage.open("game", stage.longest(variant, teams, each).pk)


@scene("game")
def sheet_for_a_viewer(stage: Stage) -> None:
    game = stage.evening("bain-friday")
    stage.sign_in(viewer_of(stage.user.home_club()))
    stage.open("game", game.pk)


@scene("watch", ("bain-friday", "bga-seven"))
def watch(stage: Stage, name: str) -> None:
    link = stage.evening(name).links.get(kind=Link.Kind.WATCH)
    stage.sign_in(None)
    stage.open("watch", link.token)


TELEVISED = {
    **dict.fromkeys(("bain-friday", "bga-teams", "bga-seven", "marriage-points", "pennies")),
    "nothing-yet": lambda stage: stage.new("bain", 2, 2),
    "twelve-rounds": lambda stage: stage.evening("bain-friday", 12, options={"target": 50_000}),
    "over": lambda stage: stage.evening("bain-sunday"),
    "a-tie": lambda stage: stage.tied(),
    "six-teams": lambda stage: stage.close("bga", 6, 2),
    "the-longest-names": lambda stage: stage.longest("bain", 2, 2),
    "a-crowd": lambda stage: stage.crowd(),
}
"""Games on a television: those of an evening, and some that are made for it."""


@scene("watch", TELEVISED, medium="television", whole=False)
def television(stage: Stage, name: str) -> None:
    make = TELEVISED[name]
    game = make(stage) if make else stage.evening(name)
    link = game.links.get(kind=Link.Kind.WATCH)
    stage.sign_in(None)
    stage.open("watch", link.token, query="?display=tv")


# ---- a round


@scene("round", VARIANTS)
def entry(stage: Stage, name: str) -> None:
    game = stage.evening(FILES[name], 2)
    stage.open("round", game.pk, 3)


@scene("round", VARIANTS)
def entry_with_errors(stage: Stage, name: str) -> None:
    game = stage.evening(FILES[name], 2)
    stage.open("round", game.pk, 3)
    stage.unfold()
    stage.page.locator(".adjust input").first.fill("3.33")
    stage.save()
    expect(stage.page.locator(".finding.error:visible").first).to_be_visible()


@scene("round", ("bain", "pennies", "bga"))
def entry_with_warnings(stage: Stage, name: str) -> None:
    game = stage.evening(FILES[name], 2)
    stage.open("round", game.pk, 3)
    stage.ends(0)
    stage.save()
    expect(stage.page.locator(".finding.warning:visible").first).to_be_visible()


@scene("round")
def entry_half_typed(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    stage.draft(
        game,
        {
            0: {"0-sevens_canastas": "1", "0-natural_canastas": "4", "0-red_threes": "5"},
            1: {"1-mixed_canastas": "2", "1-meld_cards-twos": "4"},
        },
    )
    stage.open("round", game.pk, 3)
    stage.unfold()


@scene("round")
def entry_with_its_lines(stage: Stage) -> None:
    stage.open("round", stage.evening("bain-friday", 2).pk, 3)
    stage.type_round()
    stage.page.locator(".sums-fold summary").click()
    expect(stage.page.locator("#lines table")).to_be_visible()


@scene("round", ("bain", "banakil"), whole=False)
def entry_with_the_pad(stage: Stage, name: str) -> None:
    stage.open("round", stage.evening(FILES[name], 2).pk, 3)
    stage.page.locator(".points > [data-pad]:visible").first.click()
    stage.page.locator("#pad .keys button").first.click()
    expect(stage.page.locator("#pad output")).to_have_text("1")


@scene("round", ("bain", "banakil"), whole=False)
def entry_with_the_counter(stage: Stage, name: str) -> None:
    stage.open("round", stage.evening(FILES[name], 2).pk, 3)
    stage.page.locator(".points > [data-opens]:visible").first.click()
    stage.page.locator("#pad .keys button").first.click()
    expect(stage.page.locator("#pad .classes strong").first).to_have_text("1")


@scene("round", whole=False)
def entry_with_a_sign(stage: Stage) -> None:
    stage.open("round", stage.evening("bain-friday", 2).pk, 3)
    stage.page.locator(".adjustments > summary").click()
    stage.page.locator(".adjust [data-pad]").first.click()
    stage.page.locator("#pad [data-sign]").click()
    expect(stage.page.locator("#pad output")).not_to_have_text("0")


@scene("round")
def entry_of_the_second_player(stage: Stage) -> None:
    stage.open("round", stage.evening("marriage-maal", 2).pk, 3)
    stage.page.locator("details[name=column] > summary").nth(1).click()


@scene("round")
def entry_without_connection(stage: Stage) -> None:
    stage.open("round", stage.evening("bain-friday", 2).pk, 3)
    stage.type_round()
    stage.cut_off()
    stage.page.locator(GO).click()
    expect(stage.page.locator("[data-trouble]:visible")).to_be_visible()


@scene("round", ("bain", "bga"))
def entry_that_may_go_out(stage: Stage, name: str) -> None:
    game = stage.evening(FILES[name], 2)
    asked = [question.name for question in questions(game.rules.column_questions)]
    counts = {f"0-{one}": "2" for one in asked if one.endswith(("_canastas", "_books"))}
    stage.draft(game, {0: {**counts, "0-red_threes": "8"}})
    stage.open("round", game.pk, 3)
    expect(stage.page.locator("#may-go")).to_contain_text(game.table.teams[0].name)
    stage.page.locator(".going > summary").click()


@scene("round", whole=False)
def entry_with_a_rule(stage: Stage) -> None:
    stage.open("round", stage.evening("bain-friday", 2).pk, 3)
    _read_a_rule(stage, "#entry .q .rule[href$='#red-threes']")


@scene("round", whole=False)
def entry_with_a_rule_that_cannot_be_had(stage: Stage) -> None:
    stage.open("round", stage.evening("bain-friday", 2).pk, 3)
    stage.page.route("**/part/**", lambda route: route.abort())
    _read_a_rule(stage, "#entry .q .rule")


@scene("game", whole=False)
def sheet_with_a_rule(stage: Stage) -> None:
    stage.open("game", stage.evening("marriage-maal").pk, query="?open=1")
    _read_a_rule(stage, "#board .label .rule[href$='#settlement']")


def _read_a_rule(stage: Stage, link: str) -> None:
    stage.page.locator(link).first.click()
    expect(stage.page.locator(".part .prose")).to_be_visible()


@scene("round")
def entry_for_seven(stage: Stage) -> None:
    game = stage.evening("bga-seven", 2)
    stage.open("round", game.pk, 3)


@scene("round")
def entry_of_the_longest_names(stage: Stage) -> None:
    stage.open("round", stage.longest("bain", 2, 2).pk, 1)


@scene("round")
def entry_of_a_round_to_correct(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    stage.open("round", game.pk, 1)


@scene("insert_round")
def entry_of_a_round_to_put_in(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    stage.open("insert_round", game.pk, 2)


@scene("round")
def conflict(stage: Stage) -> None:
    """Two phones have entered the same round."""
    game = stage.evening("bain-friday", 2)
    stage.open("round", game.pk, 3)
    stage.type_round()
    played(game, stage.user, {"meld_points": 300}, {"meld_points": 120})
    stage.save()
    expect(stage.page.locator(".versions")).to_be_visible()


@scene("")
def conflict_over_what_to_undo(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    played(game, stage.user)
    stage.open("game", game.pk)
    # The page does not hear of what another phone writes in this moment.
    stage.page.route("**/games/*/", lambda route: route.abort())
    played(Game.objects.whole().get(pk=game.pk), stage.user)
    stage.page.locator(".undo button").click()
    expect(stage.page.locator(".finding")).to_be_visible()


@scene("round")
def conflict_with_a_finished_game(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    stage.finish(game)
    stage.open("round", game.pk, 3)


@scene("delete_round")
def delete_round(stage: Stage) -> None:
    stage.open("delete_round", stage.evening("bain-friday", 3).pk, 1)


# ---- what else can be done with a game


@scene("setup", ("bain-friday", "bga-seven"))
def setup(stage: Stage, name: str) -> None:
    stage.open("setup", stage.evening(name).pk)
    stage.unfold()


@scene("setup")
def setup_that_changes_something(stage: Stage) -> None:
    stage.open("setup", stage.evening("bain-friday").pk)
    stage.page.locator("main input[list]").first.fill("Zoe")
    expect(stage.page.locator("#changes")).to_contain_text("Zoe")
    stage.page.locator(".told summary").click()


@scene("setup")
def setup_with_errors(stage: Stage) -> None:
    stage.open("setup", stage.evening("bain-friday").pk)
    stage.unfold()
    stage.page.locator("main input[type=text]:not([list])").nth(1).fill("7" * 300)
    stage.page.locator("main input[list]").first.fill("")
    stage.save()
    expect(stage.page.locator(".wrong").first).to_be_visible()


@scene("substitute")
def substitute(stage: Stage) -> None:
    stage.open("substitute", stage.evening("bain-friday").pk)


@scene("substitute")
def substitute_with_errors(stage: Stage) -> None:
    stage.open("substitute", stage.evening("bain-friday").pk)
    stage.page.locator("#sit-name").fill("Ben")
    stage.save()
    expect(stage.page.locator(".wrong").first).to_be_visible()


@scene("log")
def log(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    played(game, stage.user, {"meld_points": 300}, {"meld_points": 120})
    game = Game.objects.whole().get(pk=game.pk)
    game.undo(by=stage.user, submission=uuid4(), revision=game.revisions.latest("number").number)
    stage.open("log", game.pk)


@scene("share")
def share(stage: Stage) -> None:
    stage.open("share", stage.evening("bain-friday").pk)


@scene("delete")
def delete(stage: Stage) -> None:
    stage.open("delete", stage.evening("bain-friday").pk)


@scene("print", ("bain-friday", "bga-seven"))
def paper(stage: Stage, name: str) -> None:
    stage.open("print", stage.evening(name).pk)


@scene("print", ("bain-sunday", "bga-seven"), medium="paper")
def printed(stage: Stage, name: str) -> None:
    game = stage.evening(name)
    stage.finish(game)
    stage.open("print", game.pk)


@scene("export_game", ("bain-sunday", "bga-seven"))
def ways_out_of_a_game(stage: Stage, name: str) -> None:
    game = stage.evening(name)
    if name == "bain-sunday":
        stage.finish(game)
    stage.open("export_game", game.pk)


@scene("export_club")
def ways_out_of_a_club(stage: Stage) -> None:
    for name in ("bain-friday", "bga-seven"):
        stage.evening(name)
    stage.open("export_club", stage.user.home_club().pk)


@scene("export_club")
def ways_out_of_a_club_without_games(stage: Stage) -> None:
    stage.open("export_club", stage.user.home_club().pk)


# ---- files


def _send(stage: Stage, *files: tuple[str, bytes], view: str = "import", **club: Any) -> None:
    stage.open(view, *club.values())
    stage.page.locator("input[type=file]").set_input_files(
        [FilePayload(name=name, mimeType="application/json", buffer=raw) for name, raw in files]
    )
    stage.save()
    stage.page.wait_for_selector(".file")


def _evening(name: str) -> tuple[str, bytes]:
    return f"{name}.json", (EVENING / f"{name}.json").read_bytes()


@scene("import")
def files_to_choose(stage: Stage) -> None:
    stage.open("import")


@scene("import")
def files_not_chosen(stage: Stage) -> None:
    stage.open("import")
    # A browser that knows that a file is needed asks for it itself.
    stage.page.locator("main form").evaluate("form => form.noValidate = true")
    stage.save()
    expect(stage.page.locator(".finding")).to_be_visible()


@scene("import_these")
def files_to_import(stage: Stage) -> None:
    _send(stage, _evening("bain-friday"), _evening("marriage-maal"))


@scene("import_club")
def files_to_choose_for_a_club(stage: Stage) -> None:
    other = Club.objects.create(name=LONG)
    Membership.objects.create(user=stage.user, club=other, role=Membership.Role.SCORER)
    stage.open("import_club", other.pk)


KEEPSCORE = """Start time,Last modified,Game duration,Number of players,Number of rounds,Game name,\
Player(s) with the most points,Player(s) with the least points,Ana,Ben,Celia & Dev,Ece & Finn
2019-01-30 20:00,2019-01-30 23:00,3:00:00,2,9,BANAKIL,Ana,Ben,1250,830,,
2019-02-06 20:00,2019-02-06 23:00,3:00:00,2,9,BAIN,Celia & Dev,Ece & Finn,,,20405,18790
2019-02-07 20:00,2019-02-07 21:00,1:00:00,2,4,CRIBBAGE,Ana,Ben,121,88,,
2019-02-08 20:00,yesterday,1:00:00,2,4,MARRIAGE,Ana,Ben,many,88,,
"""
"""A table of KeepScore: two games of ours, one of others, and one that cannot be read."""


@scene("import_club_these")
def files_of_other_programs(stage: Stage) -> None:
    table = KEEPSCORE.replace("\\\n", "").encode()
    _send(stage, ("keepscore.csv", table), view="import_club", club=stage.user.home_club().pk)
    stage.unfold()


@scene("import_these")
def an_archive_to_import(stage: Stage) -> None:
    club = _friday_club(stage)
    for name in ("bga-seven", "marriage-maal"):
        stage.evening(name)
    _season(stage)
    content = b"".join(archive.lines(club))
    stage.user = User.objects.make_silently("Europe/Berlin")
    stage.sign_in(stage.user)
    stage.evening("banakil-two")
    _send(stage, ("friends-archive.jsonl", content))
    stage.unfold()


@scene("import_club_these")
def an_archive_for_who_keeps_the_score(stage: Stage) -> None:
    content = b"".join(archive.lines(_friday_club(stage)))
    club = Club.objects.create(name="Others")
    stage.user = member_of(club, "scorer")
    stage.sign_in(stage.user)
    _send(stage, ("friends-archive.jsonl", content), view="import_club", club=club.pk)
    stage.unfold()


@scene("import")
def files_that_are_wrong(stage: Stage) -> None:
    name, raw = _evening("bain-friday")
    document = json.loads(raw)
    document["rounds"][0]["ended_by"] = "lightning"
    document["teams"][0]["players"] = ["Ana"]
    _send(stage, (name, json.dumps(document).encode()), ("holiday.json", b"no game"))


# ---- the rules


@scene("rules")
def rules(stage: Stage) -> None:
    stage.open("rules")


@scene("rules")
def rules_found_while_typed(stage: Stage) -> None:
    stage.open("rules")
    stage.page.locator("[type=search]").press_sequentially("jhiplu")
    expect(stage.page.locator("#hits li").first).to_be_visible()


@scene("rules")
def rules_not_looked_up_without_a_connection(stage: Stage) -> None:
    stage.open("rules", query="?q=garbage")
    stage.page.route("**/rules/?*part*", lambda route: route.abort())
    stage.page.locator("[type=search]").press_sequentially(" pile")
    expect(stage.page.locator("[role=status].trouble")).to_be_visible()


@scene("rules_card")
def pocket_card_of_a_table_that_settles_by_maal(stage: Stage) -> None:
    seating, options = AT_TABLES["marriage"]
    game = stage.new("marriage", *seating, **options)
    stage.open("rules_card", "marriage", query=f"?game={game.pk}")


@scene("rules_variant")
def rules_of_a_game_found(stage: Stage) -> None:
    stage.open("rules_variant", "bain", query="?q=book")


@scene("rules", ("canasta", "bicycle"))
def rules_found(stage: Stage, name: str) -> None:
    stage.open("rules", query=f"?q={name}")


@scene("rules_variant", VARIANTS)
def rules_of(stage: Stage, name: str) -> None:
    stage.open("rules_variant", name)


@scene("rules_glance")
def rules_at_a_glance(stage: Stage) -> None:
    stage.open("rules_glance")


@scene("rules_sides")
def rules_side_by_side(stage: Stage) -> None:
    stage.open("rules_sides", query=f"?game={stage.new('bain', 2, 2).pk}")


@scene("rules_more", VARIANTS)
def more_rules_of(stage: Stage, name: str) -> None:
    stage.open("rules_more", name)


@scene("rules_variant", VARIANTS)
def rules_of_a_table(stage: Stage, name: str) -> None:
    seating, options = AT_TABLES[name]
    game = stage.new(name, *seating, **options)
    stage.open("rules_variant", name, query=f"?game={game.pk}")


@scene("rules_more")
def more_rules_of_a_table(stage: Stage) -> None:
    seating, options = AT_TABLES["marriage"]
    game = stage.new("marriage", *seating, **options)
    stage.open("rules_more", "marriage", query=f"?game={game.pk}")


@scene("rules_variant")
def rules_while_a_round_is_entered(stage: Stage) -> None:
    game = stage.evening("bain-friday", 2)
    stage.open("rules_variant", "bain", query=f"?game={game.pk}&round=3")


@scene("rules_card", VARIANTS)
def pocket_card(stage: Stage, name: str) -> None:
    stage.open("rules_card", name)
    expect(stage.page.locator(GO)).to_have_attribute("href", re.compile("^blob:"))


@scene("rules_card")
def pocket_card_of_a_table(stage: Stage) -> None:
    stage.open("rules_card", "bain", query=f"?game={stage.new('bain', 2, 2).pk}&round=1")
    expect(stage.page.locator(GO)).to_have_attribute("href", re.compile("^blob:"))


# ---- the opening checker


LAID = {
    "bain-that-opens": ("bain", "9 9 9 2"),
    "bain-that-is-illegal": ("bain", "6 6 6 6 6 6 6 7 7 2 3black next 9 9 8 3red"),
    "pennies-that-opens": ("pennies", "Q Q 2 2 joker K K K K K K K"),
    "bga-that-is-illegal": ("bga", "A 2 2 3black 3black 3black"),
    "banakil-that-opens": ("banakil", "5h 6h joker 8h As Ah Ad"),
    "banakil-that-is-illegal": ("banakil", "9s 9h 9d next 3s 2 3h next 5d 6d 8d next"),
    "marriage-that-opens": ("marriage", "9c 10c Jc 4h 4h 4h As 2s 3s"),
    "marriage-that-is-illegal": ("marriage", "9c 9h 9d Kh Ah 2h 5s 6s"),
}
"""Taps in each game, on cards that open and on some that do not."""


@scene("opening", VARIANTS)
def opening_of(stage: Stage, name: str) -> None:
    stage.open("opening", name)


@scene("opening", LAID)
def opening(stage: Stage, name: str) -> None:
    key, taps = LAID[name]
    stage.open("opening", key)
    stage.tap_cards(*taps.split())


@scene("opening", ("bain-friday", "bga-seven", "marriage-maal"))
def opening_from_a_game(stage: Stage, name: str) -> None:
    game = stage.evening(name)
    stage.open("opening", game.variant, query=f"?game={game.pk}")
    cards = ["4s", "4s", "8h", "8h", "Kd"] if game.variant == "marriage" else ["A", "A", "A", "2"]
    stage.tap_cards(*cards)


@scene("opening")
def opening_from_the_board(stage: Stage) -> None:
    token = stage.evening("bain-friday").links.get(revoked_at=None).token
    stage.open("opening", "bain", query=f"?watch={token}&team=1")
    stage.tap_cards("A", "A", "A")


@scene("opening")
def opening_of_the_longest_names(stage: Stage) -> None:
    game = stage.longest("bain", 2, 2)
    stage.open("opening", "bain", query=f"?game={game.pk}&round=1&tap=9&tap=eleven")


@scene("opening")
def opening_without_connection(stage: Stage) -> None:
    stage.open("opening", "bain")
    stage.page.route("**/opening/?*", lambda route: route.abort())
    stage.page.locator(".suits button").first.click()
    expect(stage.page.locator("[data-trouble]")).to_be_visible()


# ---- the account


AGENTS = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Mobile Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0",
    "",
)


def several_devices(user: User) -> None:
    """List devices of an account that are not here."""
    for number, agent in enumerate(AGENTS):
        Device.objects.create(
            user=user, session=f"elsewhere {user.pk.hex[:8]} {number}", agent=agent
        )


def a_named(name: str, password: str = PASSWORD) -> User:
    """Return an account of this name, which another scene may have made already."""
    return User.objects.filter(key=name.casefold()).first() or named(name, password)


@scene("account")
def account_of_a_visitor(stage: Stage) -> None:
    stage.sign_in(None)
    stage.open("account")


@scene("account")
def account_without_a_name(stage: Stage) -> None:
    stage.open("account")


@scene("account")
def account_with_devices_and_clubs(stage: Stage) -> None:
    stage.user.identify(f"Ana {stage.user.pk.hex[:4]}", PASSWORD, uuid4())
    several_devices(stage.user)
    for name, role in (("Friday cards", "scorer"), (LONG, "viewer"), ("Sunday", "owner")):
        club = Club.objects.create(name=name)
        Membership.objects.create(user=stage.user, club=club, role=role)
    stage.open("account")


@scene("account")
def account_after_its_home_was_chosen(stage: Stage) -> None:
    club = Club.objects.create(name="Friday cards")
    Membership.objects.create(user=stage.user, club=club, role="scorer")
    stage.open("account")
    stage.page.locator("#club").select_option(str(club.pk))
    stage.page.locator("main form button.quiet-go").click()
    expect(stage.page.locator("#said")).not_to_be_empty()


@scene("account")
def account_in_no_club(stage: Stage) -> None:
    stage.user.home_club().delete()
    stage.open("account")


@scene("name")
def name_of_a_silent_account(stage: Stage) -> None:
    stage.open("name")


@scene("name")
def name_with_errors(stage: Stage) -> None:
    a_named("Ben")
    stage.user.identify(f"Ana {stage.user.pk.hex[:4]}", PASSWORD, uuid4())
    stage.open("name")
    stage.page.locator("#name").fill(" ")
    stage.page.locator("#present").fill("not this one")
    stage.page.locator("#password").fill("short")
    stage.save()
    expect(stage.page.locator(".wrong").first).to_be_visible()


@scene("sign_in")
def sign_in(stage: Stage) -> None:
    stage.sign_in(None)
    stage.open("sign_in")


@scene("sign_in")
def sign_in_refused(stage: Stage) -> None:
    stage.sign_in(None)
    stage.open("sign_in")
    stage.page.locator("#name").fill(f"Nobody {uuid4()}")
    stage.page.locator("#password").fill("not this one")
    stage.save()
    expect(stage.page.locator(".finding.error")).to_be_visible()


@scene("sign_in_asks")
def sign_in_asks(stage: Stage) -> None:
    stage.evening("bain-friday")
    name = a_named("Celia").name
    stage.open("sign_in")
    stage.page.locator("#name").fill(name)
    stage.page.locator("#password").fill(PASSWORD)
    stage.save()
    expect(stage.page.locator("button[value='take']")).to_be_visible()


@scene("sign_out")
def sign_out_of_a_named_account(stage: Stage) -> None:
    stage.user.identify(f"Ana {stage.user.pk.hex[:4]}", PASSWORD, uuid4())
    stage.open("sign_out")


@scene("sign_out")
def sign_out_of_the_only_device(stage: Stage) -> None:
    stage.open("sign_out")


@scene("delete_account")
def delete_account(stage: Stage) -> None:
    stage.evening("bain-friday")
    stage.user.identify(f"Ana {stage.user.pk.hex[:4]}", PASSWORD, uuid4())
    for name, role in (("Friday cards", "owner"), (LONG, "viewer")):
        club = Club.objects.create(name=name)
        Membership.objects.create(user=stage.user, club=club, role=role)
        member_of(club, "scorer" if role == "owner" else "owner")
    stage.open("delete_account")


@scene("delete_account")
def delete_an_account_with_nothing(stage: Stage) -> None:
    stage.open("delete_account")


@scene("link")
def link_without_a_code(stage: Stage) -> None:
    stage.open("link")


@scene("link")
def link_with_a_code(stage: Stage) -> None:
    DeviceCode.objects.make(stage.user, uuid4())
    stage.open("link")


@scene("link")
def link_of_a_visitor(stage: Stage) -> None:
    stage.sign_in(None)
    stage.open("link")


@scene("link_typed")
def link_with_a_wrong_code(stage: Stage) -> None:
    AccessAttempt.objects.all().delete()
    stage.sign_in(None)
    stage.open("link")
    stage.page.locator("#code").fill("ABCD-EFGH")
    stage.save()
    expect(stage.page.locator(".finding.error")).to_be_visible()


@scene("link_here")
def link_here(stage: Stage) -> None:
    code = DeviceCode.objects.make(a_named("Celia"), uuid4())
    stage.sign_in(None)
    stage.open("link_here", code.token)


@scene("link_here")
def link_here_with_games(stage: Stage) -> None:
    stage.evening("bain-friday")
    several_devices(stage.user)
    stage.open("link_here", DeviceCode.objects.make(a_named("Celia"), uuid4()).token)


@scene("link_here")
def link_here_on_its_own_device(stage: Stage) -> None:
    stage.open("link_here", DeviceCode.objects.make(stage.user, uuid4()).token)


@scene("link_here")
def link_here_on_a_named_device(stage: Stage) -> None:
    stage.user.identify(f"Ana {stage.user.pk.hex[:4]}", PASSWORD, uuid4())
    stage.open("link_here", DeviceCode.objects.make(a_named("Celia"), uuid4()).token)


# ---- the members of a club


def _club(stage: Stage) -> Club:
    club = stage.user.home_club()
    club.name = "Friday cards"
    club.save()
    return club


@scene("members")
def members_alone(stage: Stage) -> None:
    stage.open("members", _club(stage).pk)


@scene("members")
def members_for_an_owner(stage: Stage) -> None:
    club = _club(stage)
    member_of(club, "scorer", f"Celia {uuid4().hex[:4]}")
    member_of(club, "scorer", f"{LONG[:70]} {uuid4().hex[:4]}")
    member_of(club, "viewer")
    stage.open("members", club.pk)
    stage.unfold()


@scene("members")
def members_for_a_viewer(stage: Stage) -> None:
    club = _club(stage)
    stage.sign_in(viewer_of(club))
    stage.open("members", club.pk)


@scene("leave")
def leave(stage: Stage) -> None:
    club = _club(stage)
    stage.sign_in(viewer_of(club))
    stage.open("leave", club.pk)


@scene("leave")
def leave_as_the_last_owner(stage: Stage) -> None:
    club = _club(stage)
    viewer_of(club)
    stage.open("leave", club.pk)


@scene("invite", ("scorer", "viewer"))
def invite(stage: Stage, name: str) -> None:
    club = _club(stage)
    if name == "scorer":
        Invitation.renew(club, name, None)
    stage.open("invite", club.pk, name)


@scene("join", ("scorer", "viewer"))
def join(stage: Stage, name: str) -> None:
    invitation = Invitation.renew(_club(stage), name, None)
    stage.sign_in(None)
    stage.open("join", invitation.token)


@scene("join")
def join_what_one_is_in(stage: Stage) -> None:
    stage.open("join", Invitation.renew(_club(stage), "viewer", None).token)


# ---- what many games come to


@scene("club", ("bain", "bga", "banakil", "marriage"))
def club_of_a_season(stage: Stage, name: str) -> None:
    club = stage.season()
    club.name = "Friday cards"
    club.save()
    stage.open("club", club.pk, query=f"?variant={name}")
    stage.unfold()


@scene("club")
def club_without_a_finished_game(stage: Stage) -> None:
    stage.evening("bain-friday")
    stage.open("club", stage.user.home_club().pk)


@scene("club")
def club_of_the_longest_names(stage: Stage) -> None:
    stage.finish(stage.crowd())
    stage.finish(stage.longest("bain", 2, 2))
    club = stage.user.home_club()
    club.name = LONG
    club.save()
    stage.open("club", club.pk)


@scene("club")
def club_as_its_viewers_see_it(stage: Stage) -> None:
    stage.finish(stage.evening("bain-friday"))
    club = stage.user.home_club()
    stage.sign_in(viewer_of(club))
    stage.open("club", club.pk)


@scene("player", ("all", "bain", "bga", "banakil", "marriage"))
def player_of_a_season(stage: Stage, name: str) -> None:
    who = stage.season().player_named("Ana")
    stage.open("player", who.pk, query="" if name == "all" else f"?variant={name}")
    stage.unfold()


@scene("player")
def player_of_one_game(stage: Stage) -> None:
    stage.finish(stage.evening("bain-friday"))
    stage.open("player", stage.user.home_club().player_named("Ana").pk)


@scene("player")
def player_who_is_a_hidden_guest(stage: Stage) -> None:
    club = stage.season()
    who = club.player_named("Farid")
    who.change(name=LONG, mark="e", is_guest=True, by=stage.user, submission=uuid4())
    who.hide(by=stage.user, submission=uuid4())
    stage.open("player", who.pk)


@scene("player")
def player_without_a_game(stage: Stage) -> None:
    stage.longest("bain", 2, 2)
    stage.open("player", stage.user.home_club().player_named(f"{LONG} 0").pk)


@scene("player")
def player_of_games_without_rounds(stage: Stage) -> None:
    stage.finish(stage.longest("bain", 2, 2))
    stage.open("player", stage.user.home_club().player_named(f"{LONG} 0").pk)


# ---- the people of a club


def _friday_club(stage: Stage) -> Club:
    """Return a club with a game, a guest, somebody hidden, and somebody of two names."""
    stage.evening("bain-friday", 2)
    club = stage.user.home_club()
    club.name = "Friday cards"
    club.save()
    for name in ("Gita", "Hugo", LONG):
        club.player_named(name)
    club.players.filter(name="Gita").update(is_guest=True)
    club.players.get(name="Hugo").hide(by=stage.user, submission=uuid4())
    ana, anna = club.players.order_by("pk")[0], club.player_named("Anna-Maria")
    anna.merge_into(ana, by=stage.user, submission=uuid4())
    return club


def _first(club: Club) -> Player:
    return club.players.order_by("pk")[0]


def _rename(stage: Stage, club: Club, name: str) -> None:
    stage.open("player_edit", _first(club).pk)
    stage.page.locator("#name").fill(name)
    stage.page.locator(GO).click()


@scene("players")
def players_of_nobody(stage: Stage) -> None:
    stage.open("players", stage.user.home_club().pk)


@scene("players")
def players(stage: Stage) -> None:
    stage.open("players", _friday_club(stage).pk)


@scene("players")
def players_as_a_viewer(stage: Stage) -> None:
    club = _friday_club(stage)
    stage.sign_in(viewer_of(club))
    stage.open("players", club.pk)


@scene("players")
def players_as_a_scorer(stage: Stage) -> None:
    club = _friday_club(stage)
    stage.sign_in(member_of(club, Membership.Role.SCORER))
    stage.open("players", club.pk)
    stage.page.locator("#name").fill("gita")
    stage.page.locator(GO).click()
    expect(stage.page.locator("#wrong-name")).to_be_visible()


@scene("players")
def players_with_one_added_twice(stage: Stage) -> None:
    club = _friday_club(stage)
    stage.open("players", club.pk)
    stage.page.locator("#name").fill("gita")
    stage.page.locator(GO).click()
    expect(stage.page.locator("#wrong-name")).to_be_visible()


@scene("players")
def players_with_one_renamed(stage: Stage) -> None:
    _rename(stage, _friday_club(stage), "Renate")
    expect(stage.page.locator(".say-row form")).to_be_visible()


@scene("player_edit")
def player(stage: Stage) -> None:
    club = _friday_club(stage)
    _first(club).change(name="Renate", mark="d", is_guest=False, by=stage.user, submission=uuid4())
    stage.open("player_edit", _first(club).pk)


@scene("player_edit")
def player_of_a_name_from_an_archive(stage: Stage) -> None:
    club = _friday_club(stage)
    ana = _first(club)
    club.players.create(name="Annie", key="annie", merged_into=ana)
    stage.open("player_edit", ana.pk)


@scene("player_edit")
def player_of_the_longest_name(stage: Stage) -> None:
    club = _friday_club(stage)
    club.players.get(name=LONG).hide(by=stage.user, submission=uuid4())
    stage.open("player_edit", club.players.get(name=LONG).pk)


@scene("player_edit")
def player_with_the_name_of_another(stage: Stage) -> None:
    _rename(stage, _friday_club(stage), "gita")
    expect(stage.page.locator("#wrong-name")).to_be_visible()


@scene("player_edit")
def player_with_the_name_of_a_team(stage: Stage) -> None:
    club = _friday_club(stage)
    _rename(stage, club, club.games.get().teams.order_by("number")[1].name)
    expect(stage.page.locator("#wrong-name")).to_be_visible()


@scene("player_merge")
def merging_with_nobody_yet(stage: Stage) -> None:
    stage.open("player_merge", _first(_friday_club(stage)).pk)


@scene("player_merge")
def merging(stage: Stage) -> None:
    club = _friday_club(stage)
    other = club.players.get(name=LONG)
    stage.open("player_merge", _first(club).pk, query=f"?with={other.pk}")


@scene("player_merge")
def merging_two_people(stage: Stage) -> None:
    club = _friday_club(stage)
    stage.open("player_merge", _first(club).pk, query=f"?with={club.players.order_by('pk')[1].pk}")


@scene("player_undo")
def players_written_to_meanwhile(stage: Stage) -> None:
    club = _friday_club(stage)
    _rename(stage, club, "Renate")
    _first(club).change(name="Rena", mark="d", is_guest=False, by=stage.user, submission=uuid4())
    stage.page.locator(".say-row form button").click()
    expect(stage.page.locator(".finding.error")).to_be_visible()


@scene("club_edit")
def club_name_and_time_zone(stage: Stage) -> None:
    stage.open("club_edit", _friday_club(stage).pk)


@scene("move")
def moving_to_another_friday_club(stage: Stage) -> None:
    club = _friday_club(stage)
    for name in ("", "Sunday table", LONG):
        other = Club.objects.create(name=name)
        Membership.objects.create(user=stage.user, club=other, role=Membership.Role.SCORER)
    stage.open("move", club.games.get().pk)


@scene("move")
def moving_to_no_other_friday_club(stage: Stage) -> None:
    stage.open("move", _friday_club(stage).games.get().pk)


# ---- what went wrong


OVER = {"closed": "members/join_closed.html", "used": "account/link_over.html"}
OVER["locked"] = "account/locked_out.html"


@scene("", OVER)
def over(stage: Stage, name: str) -> None:
    """A page of what cannot be done any more, or not yet, answered as if the server came to it."""
    address = f"{stage.url}/over/"
    body = render_to_string(OVER[name], {"used": True, "is_own": True, "minutes": 14})

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html; charset=utf-8", body=body)

    stage.page.route(address, answer)
    stage.page.goto(address)
    stage.page.unroute(address)


@scene("", ("400", "403", "403_csrf", "404", "413", "500", "503"))
def failure(stage: Stage, name: str) -> None:
    """A page of an error, answered as if the server had come to it."""
    address = f"{stage.url}/failed/"

    def answer(route: Route) -> None:
        page = render_to_string(f"{name}.html")
        route.fulfill(status=200, content_type="text/html; charset=utf-8", body=page)

    stage.page.route(address, answer)
    stage.page.goto(address)
    stage.page.unroute(address)
