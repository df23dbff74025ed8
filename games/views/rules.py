"""The rules of each game, to look up at the table or to learn from; nobody needs an account."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from games import access, rulebook
from games.comparing import HAND_AND_FOOT
from games.facts import House, Rule, differing
from games.models import Game
from games.query import Query
from games.variants import VARIANTS
from games.variants.variant import Seating

from .kept import kept

QUERY_LIMIT = 60
HITS, HITS_OF_OWN = 12, 8
HITS_OF_EACH = 4
ROUND_DIGITS = 4
NOTHING = Query("", ())


@kept
def index(request: HttpRequest) -> HttpResponse:
    """List the games, and find words in the rules of all of them."""
    back, query = way_back(request, reverse("home"), gettext("Back to the start")), _query(request)
    context = {
        "variants": VARIANTS.values(),
        "back": back,
        "query": query,
        "found": _found(query, back.carried, back.table() if query.text else None),
    }
    return _answer(request, "rules/index.html", context)


@kept
def variant(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of one game, with the house rules of the game one comes from."""
    return _page(request, key, more=False)


@kept
def more(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rest: how to learn the game, rounds worked out, how tables differ, the checks."""
    return _page(request, key, more=True)


def _page(request: HttpRequest, key: str, *, more: bool) -> HttpResponse:
    if key not in VARIANTS:
        raise Http404
    back = way_back(request, reverse("rules"), gettext("Back to all rules"))
    table, query = back.table(), _query(request)
    house = table.house if table and table.variant == key else None
    page = rulebook.page(key, house)
    context = {
        "variant": VARIANTS[key],
        "html": page.more if more else page.html,
        "more": more,
        "compared": key in HAND_AND_FOOT,
        "other": reverse("rules_variant" if more else "rules_more", args=[key]) + back.carried,
        "topics": [part for part in page.topics if part.more == more],
        "back": back,
        "table": table if house else None,
        "query": query,
        "found": _found(query, back.carried, table, key),
    }
    return _answer(request, "rules/rules.html", context)


def _answer(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Show a page of the rules, or only what was found to who is still typing."""
    return render(request, "rules/_found.html" if "part" in request.GET else template, context)


def _found(query: Query, carried: str, table: "Known | None", first: str = "") -> list["Hit"]:
    """Return the parts of all rules that answer a query, those of one game first, then the best.

    The rules of the game that one comes from are looked through as its table plays them.
    """
    ranked = []
    for key, variant in VARIANTS.items():
        house = table.house if table and table.variant == key else None
        parts = rulebook.matching(rulebook.page(key, house).parts, query)
        name = "" if key == first else variant.short
        most = HITS_OF_OWN if key == first else HITS_OF_EACH
        for rank, part in parts[:most]:
            ranked.append((key != first, rank, Hit(part, key, carried, name, query)))
    ranked.sort(key=lambda one: one[:2])
    return [hit for _other, _rank, hit in ranked][:HITS]


@dataclass(frozen=True, slots=True)
class Hit:
    """A part of a game's rules that answers a query; `name` is that of the game where it is told.

    `carried` is the query that takes the way back along.
    """

    part: rulebook.Part
    key: str
    carried: str = ""
    name: str = ""
    query: Query = NOTHING

    @property
    def url(self) -> str:
        """Return where it stands."""
        view = "rules_more" if self.part.more else "rules_variant"
        return f"{reverse(view, args=[self.key])}{self.carried}#{self.part.anchor}"

    @property
    def excerpt(self) -> str:
        """Return what is said there about the query."""
        return self.part.excerpt(self.query)


@dataclass(frozen=True, slots=True)
class Known:
    """A game that the reader may see: what is played there, and by which house rules."""

    variant: str
    title: str
    house: House

    @property
    def differing(self) -> list[Rule]:
        """Return the house rules that are not as usual."""
        return differing(VARIANTS[self.variant], self.house)


@dataclass(frozen=True, slots=True)
class Back:
    """Where the reader came from. A game and a round are carried, never an address.

    Who watches a game carries the `token` of the link, and nothing that would tell the game.
    """

    url: str
    label: str
    game: Game | None = None
    round: int | None = None
    token: str = ""

    @property
    def given(self) -> dict[str, str]:
        """Return what a link or a form takes along, so that the next page leads back as well."""
        if self.token:
            return {"watch": self.token}
        given = {"game": self.game and self.game.pk, "round": self.round}
        return {name: str(value) for name, value in given.items() if value is not None}

    @property
    def carried(self) -> str:
        """Return the same as the query of a link to another page of the rules."""
        return f"?{urlencode(self.given)}" if self.given else ""

    def table(self) -> "Known | None":
        """Return the table at which the game is played that the reader comes from."""
        if self.game is None:
            return None
        teams, players = self.game.teams.count(), self.game.seats.count()
        house = House(
            self.game.rules.options(**self.game.options), Seating(teams, players // teams)
        )
        return Known(self.game.variant, self.game.title, house)

    def house(self, key: str) -> House | None:
        """Return its house rules, where it plays the game of this key."""
        table = self.table() if self.of(key) else None
        return table.house if table else None

    def of(self, key: str) -> Game | None:
        """Return the game that the reader comes from, where it is one of this kind."""
        return self.game if self.game and self.game.variant == key else None


def way_back(request: HttpRequest, otherwise: str, label: str, *, whole: bool = False) -> Back:
    """Return the way back to the game or round named in the query, or to `otherwise`.

    Who watches a game is led back to the board, by the link that the query has.
    A game that is not there, or not to be seen by the reader, is no way back, nor is a round that
    it does not have yet. The game is read with all that is of it if it is asked for `whole`.
    """
    token = request.GET.get("watch", "")
    watched = _watched(token, whole=whole) if token else None
    if watched:
        board = reverse("watch", args=[token])
        return Back(board, gettext("Back to the board"), watched, token=token)
    game = _game(request, whole=whole)
    if game is None:
        return Back(otherwise, label)
    number = _round(request.GET.get("round", ""))
    if number is None or not _is_there(game, number):
        return Back(reverse("game", args=[game.pk]), gettext("Back to the game"), game)
    label = gettext("Back to round %(number)s") % {"number": number}
    return Back(reverse("round", args=[game.pk, number]), label, game, number)


def _watched(token: str, *, whole: bool) -> Game | None:
    try:
        game = access.watched(token).game
    except Http404:
        return None
    return Game.objects.whole().filter(pk=game.pk).first() if whole else game


def _game(request: HttpRequest, *, whole: bool) -> Game | None:
    try:
        pk = UUID(request.GET.get("game", ""))
    except ValueError:
        return None
    games = access.games(request)
    return (games.whole() if whole else games).filter(pk=pk).first()


def _is_there(game: Game, number: int) -> bool:
    """Say whether a round is written down, or is the next."""
    return number == 1 or game.rounds.filter(number__gte=number - 1).exists()


def _round(text: str) -> int | None:
    plain = text.isascii() and text.isdecimal() and len(text) <= ROUND_DIGITS
    return (int(text) or None) if plain else None


def _query(request: HttpRequest) -> Query:
    return Query.of(" ".join(request.GET.get("q", "")[:QUERY_LIMIT].split()))
