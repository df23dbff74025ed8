"""Every text can be translated, and pages have room for the longer words of other languages.

All scenes are played in a language made up for it: each message stands in marks, and each word is
half as long again. What stands in no marks never went through gettext.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import override_settings
from django.utils.translation import trans_real
from playwright.sync_api import Error, Page
from pytest_django.live_server_helper import LiveServer

from games.forms.club import zones
from games.models import Club, DeviceCode, Game, Player, Season, User
from tests.browser.scenes import SCENES, Scene, Stage, show
from tests.browser.test_everyone import CHECKS, FITS, NO_CONNECTION, PHONE, SMALL_PHONE, TELEVISION
from tests.messages import marked, of_django, pseudo, unmarked

pytestmark = [pytest.mark.looks, pytest.mark.django_db(transaction=True)]

SHARES = 6
LANGUAGE = "de"
"""The figures are written as in this language, and the pages say that they are in it."""

NO_WORDS = {
    "Scorekeeper",
    "Board Game Stats",
    *("bain-friday.json", "marriage-maal.json", "holiday.json"),
    *("keepscore.csv", "friends-archive.jsonl", "BANAKIL", "BAIN", "CRIBBAGE", "MARRIAGE"),
    *("teams", "ended by", "ended_by", "Tihar night"),
    *("http://", "/account/link/"),
}
"""What programs, files, their fields and addresses are called in every language."""

LETTERS = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Speak the made-up language; yields the messages that are asked for."""
    messages = set[str]()

    def one(_self: object, message: str) -> str:
        messages.add(message)
        return pseudo(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def several(_self: object, single: str, many: str, number: int) -> str:
        return one(_self, single if number == 1 else many)

    monkeypatch.setattr(trans_real.DjangoTranslation, "gettext", one)
    monkeypatch.setattr(trans_real.DjangoTranslation, "ngettext", several)
    with override_settings(LANGUAGES=[(LANGUAGE, "Made up")], LANGUAGE_CODE=LANGUAGE):
        yield messages


@pytest.mark.parametrize("number", range(SHARES))
def test_every_text_can_be_translated(
    phone: Page,
    live_server: LiveServer,
    expect_problem: Callable[[str], None],
    asked: set[str],
    number: int,
) -> None:
    expect_problem(NO_CONNECTION)
    stage = Stage(phone, live_server.url)
    found = []
    for scene in SCENES[number::SHARES]:
        try:
            found += [f"{scene.name}{said}" for said in read(stage, scene)]
        except (AssertionError, Error) as why:
            found.append(f"{scene.name} cannot be shown: {why}")
    found += [f"no translator finds {message!r}" for message in asked - marked() - of_django()]
    assert not found, "\n".join(found)


def read(stage: Stage, scene: Scene) -> Iterator[str]:
    page = stage.page
    own = TELEVISION if scene.medium == "television" else PHONE
    page.set_viewport_size({"width": own[0], "height": own[1]})
    show(scene, stage)
    page.evaluate(CHECKS)
    if page.evaluate("document.documentElement.lang") != LANGUAGE:
        yield " is in another language"
    names = sorted({*NO_WORDS, *_names()}, key=len, reverse=True)
    known = re.compile("|".join(re.escape(name) for name in names if name))
    for where, text in page.evaluate("checks.texts()"):
        if words := LETTERS.findall(known.sub("", unmarked(text))):
            yield f": {where} says {' '.join(words)[:200]!r}"
    stage.unfold()
    for width, height in dict.fromkeys((own, PHONE, SMALL_PHONE)):
        page.set_viewport_size({"width": width, "height": height})
        for question in FITS:
            yield from (f" at {width} px: {said}" for said in page.evaluate(question))


def _names() -> Iterator[str]:
    """Yield what people have called themselves, their clubs, seasons, games, teams and players."""
    yield from User.objects.values_list("name", flat=True)
    yield from Club.objects.values_list("name", flat=True)
    yield from Season.objects.values_list("name", flat=True)
    yield from Player.objects.values_list("name", flat=True)
    # Places are called as their country does.
    yield from (place for region in zones().values() for _zone, place in region)
    yield from (code.typed_in_halves for code in DeviceCode.objects.all())
    for game in Game.objects.whole():
        yield from (game.name, *game.table.players, *(team.name for team in game.table.teams))
