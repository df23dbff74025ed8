"""The pocket card comes out of a printer as one page of A6, and goes out as a picture."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.variants import VARIANTS
from tests.browser.conftest import OpenPage

PNG = b"\x89PNG\r\n\x1a\n"
A6 = (105, 148)
POINT = 25.4 / 72

TEXTS = """() => {
  const all = [...document.querySelectorAll("text")].map(one => [one.textContent, one.getBBox()]);
  const wrong = [];
  for (const [words, box] of all) {
    if (box.x < 15 || box.x + box.width > 405) wrong.push(`over the edge: ${words}`);
  }
  all.forEach(([words, one], index) => {
    for (const [others, other] of all.slice(index + 1)) {
      const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
      const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
      if (wide > 0 && high > one.height / 3) wrong.push(`over one another: ${words}, ${others}`);
    }
  });
  return all.length > 5 ? wrong : ["nothing is drawn"];
}"""

SHARES = """
navigator.canShare = () => true;
navigator.share = async ({ files: [file], title }) => {
  window.shared = { name: file.name, type: file.type, size: file.size, title };
};
"""


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_it_is_one_page_of_a6(desktop: Page, key: str) -> None:
    desktop.goto(f"/rules/{key}/card/")
    expect(desktop.locator(".go")).to_have_attribute("href", re.compile("^blob:"))
    pdf = desktop.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    (box,) = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert [round(float(side) * POINT) for side in box] == list(A6)


def test_only_the_card_is_printed(desktop: Page) -> None:
    desktop.goto("/rules/bain/card/")
    expect(desktop.get_by_role("button", name="Print")).to_be_visible()
    expect(desktop.get_by_role("table", name="A round scores")).to_be_visible()
    expect(desktop.locator(".picture")).to_be_hidden()
    desktop.emulate_media(media="print")
    expect(desktop.locator(".picture")).to_be_visible()
    for one in desktop.locator("header, footer, aside, .prose").all():
        expect(one).to_be_hidden()


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_nothing_lies_over_anything_in_the_picture(desktop: Page, key: str) -> None:
    desktop.goto(f"/rules/{key}/card.svg")
    assert desktop.evaluate(TEXTS) == []


def test_it_is_shared_as_a_picture_where_the_phone_can(phone: Page) -> None:
    phone.add_init_script(SHARES)
    phone.goto("/rules/bain/card/")
    phone.get_by_role("link", name="Share the card as a picture").tap()
    shared = phone.wait_for_function("window.shared").json_value()
    assert (shared["name"], shared["type"]) == ("bain.png", "image/png")
    assert shared["size"] > 20_000
    assert "Bain" in shared["title"]
    assert phone.url.endswith("/rules/bain/card/")


def test_elsewhere_it_is_saved_as_a_picture(phone: Page) -> None:
    phone.goto("/rules/bain/card/")
    link = phone.get_by_role("link", name="Save the card as a picture")
    expect(link).to_have_attribute("href", re.compile("^blob:"))
    with phone.expect_download() as saved:
        link.tap()
    assert saved.value.suggested_filename == "bain.png"
    assert Path(saved.value.path()).read_bytes().startswith(PNG)


def test_without_javascript_the_drawing_is_saved(open_page: OpenPage) -> None:
    page = open_page(javascript=False)
    page.goto("/rules/bain/card/")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the card as a picture").tap()
    assert saved.value.suggested_filename == "bain.svg"
    assert "<svg" in Path(saved.value.path()).read_text()
    expect(page.get_by_text("Print this page from")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()


def test_it_is_found_from_the_rules_and_back(phone: Page, live_server: LiveServer) -> None:
    phone.goto("/rules/marriage/")
    phone.get_by_role("link", name="Pocket card").tap()
    expect(phone.get_by_role("heading", name="Pocket card Nepali Marriage")).to_be_visible()
    phone.get_by_role("link", name="Back to the rules").tap()
    phone.wait_for_url(f"{live_server.url}/rules/marriage/")
