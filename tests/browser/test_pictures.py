"""What `make screenshots` takes is there to be looked at."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.browser.scenes import SCENES, Scene
from tests.pictures.album import Album

pytestmark = [pytest.mark.looks, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def album(tmp_path: Path, browser: Browser, live_server: LiveServer) -> Album:
    return Album(tmp_path / "screenshots", live_server.url, browser)


def scene(name: str) -> Scene:
    (found,) = (one for one in SCENES if one.name == name)
    return found


def test_pictures_are_taken_and_bound(album: Album) -> None:
    for name in ("home-of-a-visitor", "share", "television-bain-friday", "failure-404"):
        album.take(scene(name), sizes=[(320, 568)], themes=["light"])
    assert album.faults == []
    page = album.bind().read_text()
    assert len(album.pictures) == 5
    for picture in album.pictures:
        assert (album.folder / picture.file).stat().st_size > 1_000
        assert f'src="{picture.file}"' in page


def test_a_page_that_cannot_be_reached_is_told_of(album: Album) -> None:
    gone = Scene("gone", "", lambda stage: stage.page.locator("#there").click(timeout=100))
    album.take(gone, sizes=[(320, 568)], themes=["light"])
    (fault,) = album.faults
    assert fault.startswith("gone: ")
