"""The list of scenes is whole: what looks at every page looks at every page."""

from django.urls import URLPattern

from games.urls import urlpatterns
from tests.browser.scenes import SCENES

NO_PAGES = {
    "preview",
    "undo",
    "redo",
    "finish",
    "reopen",
    "restore",
    "theme",
    "export_json",
    "export_csv",
    "game_sheet",
    "game_rounds",
    "game_play",
    "club_archive",
    "club_archive_packed",
    "club_sheets",
    "club_rounds",
    "rules_card_image",
    "rules_part",
    "sign_out_device",
    "sign_out_others",
    "starts_in",
    "change_role",
    "remove_member",
    "delete_club",
    "close_invitation",
    "player_hide",
    "player_show",
    "player_split",
    "close_season",
    "reopen_season",
    "champion_image",
}
"""What only answers forms, or is a file or a part of a page."""


def test_every_page_has_a_scene() -> None:
    names = {one.name for one in urlpatterns if isinstance(one, URLPattern)}
    assert {scene.view for scene in SCENES} - {""} == names - NO_PAGES


def test_scenes_have_names_of_their_own() -> None:
    names = [scene.name for scene in SCENES]
    assert sorted(set(names)) == sorted(names)
    assert all(name.replace("-", "").replace("_", "").isalnum() for name in names)
