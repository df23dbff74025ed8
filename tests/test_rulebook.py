"""The rules are rendered once for each language and set of house rules, and cut into parts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils.translation import override

from games import rulebook
from games.facts import House
from games.variants import VARIANTS
from games.variants.variant import Seating

PAIRS = Seating(2, 2)
USUAL = VARIANTS["bain"].read_options({}, PAIRS)[0]


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What has been rendered, with nothing kept from before, and nothing after."""
    names: list[str] = []

    def counted(template: str, told: dict[str, Any]) -> str:
        names.append(template)
        return render_to_string(template, told)

    monkeypatch.setattr(rulebook, "render_to_string", counted)
    rulebook._kept.cache_clear()
    yield names
    rulebook._kept.cache_clear()


def test_rules_are_rendered_once(rendered: list[str]) -> None:
    first = rulebook.page("bain")
    assert rendered == ["rules/bain.html", "rules/bain_more.html"]
    assert rulebook.page("bain") is first
    assert len(rendered) == 2


def test_tables_of_the_same_habits_share_a_page(rendered: list[str]) -> None:
    mine, yours = (House(replace(USUAL, target=target), PAIRS) for target in (5_000, 5_000))
    page = rulebook.page("bain", mine)
    assert rulebook.page("bain", yours) is page
    assert len(rendered) == 2
    assert rulebook.page("bain", House(USUAL, PAIRS)) is not page
    assert rulebook.page("bain") is not page


def test_each_language_has_its_own(rendered: list[str]) -> None:
    english = rulebook.page("bain")
    with override("de"):
        assert rulebook.page("bain") is not english
    assert len(rendered) == 4


def test_not_all_that_was_ever_asked_for_is_kept(rendered: list[str]) -> None:
    for target in range(1, rulebook.KEPT + 10):
        rulebook._kept("bain", House(replace(USUAL, target=target), PAIRS), "en")
    assert len(rendered) == 2 * (rulebook.KEPT + 9)
    assert rulebook._kept.cache_info().currsize == rulebook.KEPT


@override_settings(DEBUG=True)
def test_while_somebody_writes_on_them_they_are_read_anew(rendered: list[str]) -> None:
    assert rulebook.page("bain") is not rulebook.page("bain")
    assert len(rendered) == 4


@pytest.mark.parametrize("key", VARIANTS)
def test_every_part_can_be_linked_to_and_holds_something(key: str) -> None:
    page = rulebook.page(key)
    anchors = [part.anchor for part in page.parts]
    assert all(anchors)
    assert len(set(anchors)) == len(anchors)
    for part, after in zip(page.parts, page.parts[1:], strict=False):
        assert part.blocks or after.level > part.level, part.anchor
        assert f'id="{part.anchor}"' in (page.more if part.more else page.html)
