"""May we go out? The checklist follows what is typed, on any team's side."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import User
from tests.browser.pad import Pad, sign_in
from tests.build import started

pytestmark = pytest.mark.django_db(transaction=True)

MISSING = "\N{EN DASH}missing"


def test_the_checklist_is_ticked_live(phone: Page, client: Client, live_server: LiveServer) -> None:
    user = User.objects.make_silently()
    sign_in(phone, user, client, live_server.url)
    phone.goto(f"/games/{started(user).pk}/rounds/1/")
    pad, may_go = Pad(phone), phone.locator("#may-go")
    expect(may_go).to_have_text("Something is missing yet")
    phone.get_by_text("May we go out?").tap()
    row = phone.get_by_role("row", name="A wild canasta")
    expect(row.get_by_role("cell")).to_have_text([MISSING, MISSING])
    pad.answer("Wild canastas, Celia-Dev", 1)
    expect(row.get_by_role("cell")).to_have_text([MISSING, "there"])
    expect(phone.locator("details.going")).to_have_attribute("open", "")
    for kind in ("Sevens", "Natural", "Mixed"):
        pad.answer(f"{kind} canastas, Celia-Dev", 1)
    pad.answer("Red threes on the table, Celia-Dev", 5)
    eight = phone.get_by_role("row", name="All eight red threes")
    expect(eight.get_by_role("cell")).to_have_text(["5 of 8", "5 of 8"])
    pad.answer("Red threes on the table, Ana-Ben", 3)
    expect(may_go).to_have_text("Celia-Dev has all of it")
    row.get_by_role("link").tap()
    expect(phone.get_by_role("dialog", name="Going out")).to_contain_text(
        "red threes lie on the table"
    )
