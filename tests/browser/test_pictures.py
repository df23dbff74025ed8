"""`make screenshots` knows every page, and what it takes is there to be looked at."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from games import urls
from tests.pictures.album import Album
from tests.pictures.evening import Evening
from tests.pictures.scenes import Scene, every

NO_PAGES = {
    *("preview", "undo", "redo", "finish", "reopen", "restore"),
    *("export_json", "export_csv"),
}
"""What is sent or fetched, and looked at nowhere."""


def test_every_page_has_a_scene() -> None:
    pages = {pattern.name for pattern in urls.urlpatterns} - NO_PAGES  # type: ignore[union-attr]
    assert {scene.page for scene in every() if scene.page} == pages


def test_no_two_scenes_have_one_name() -> None:
    names = [scene.name for scene in every()]
    assert len(set(names)) == len(names)


@pytest.fixture
def album(tmp_path: Path, browser: Browser, live_server: LiveServer) -> Album:
    return Album(tmp_path / "screenshots", live_server.url, Evening(), browser)


def scene(name: str) -> Scene:
    (found,) = (one for one in every() if one.name == name)
    return found


@pytest.mark.django_db(transaction=True)
def test_pictures_are_taken_and_bound(album: Album) -> None:
    for name in ("home-empty", "sheet-3-rounds", "television-friday", "404", "500"):
        album.take(scene(name), sizes=[(320, 568)], themes=["light"])
    assert album.faults == []
    page = album.bind().read_text()
    assert len(album.pictures) == 6
    for picture in album.pictures:
        assert (album.folder / picture.file).stat().st_size > 1_000
        assert f'src="{picture.file}"' in page


@pytest.mark.django_db(transaction=True)
def test_a_page_that_cannot_be_reached_is_told_of(album: Album) -> None:
    gone = Scene("gone", "home", lambda at: at.visit("/nowhere/"))
    album.take(gone, sizes=[(320, 568)], themes=["light"])
    assert album.faults == ["gone: /nowhere/ answered 404"]
