"""Short lists of addresses, each under a comment with its prefix."""

from django.urls import URLPattern, URLResolver, path

from games.views import (
    account,
    club,
    clubs,
    comparing,
    deleting,
    exports,
    files,
    history,
    imports,
    joining,
    linking,
    log,
    looks,
    members,
    merging,
    moving,
    opening,
    parts,
    past,
    player,
    players,
    pocket,
    rematch,
    rounds,
    rules,
    score,
    seasons,
    setup,
    signing,
    start,
    watch,
)

# /
home_urls = [
    path("", start.home, name="home"),
    path("theme/", looks.theme, name="theme"),
]

# /games/new/
start_urls = [
    path("games/new/", start.choose, name="choose"),
    path("games/new/<slug:key>/", start.new, name="new"),
]

# /games/import/
import_urls = [
    path("games/import/", imports.choose, name="import"),
    path("games/import/<uuid:pk>/", imports.these, name="import_these"),
]

# /history/
history_urls = [
    path("history/", history.history, name="history"),
    path("history/new/", past.past, name="past"),
]

# /clubs/<uuid>/export/ and /clubs/<uuid>/import/
exchange_urls = [
    path("clubs/<uuid:pk>/export/", exports.export_club, name="export_club"),
    path("clubs/<uuid:pk>/export/archive.jsonl", exports.club_archive, name="club_archive"),
    path(
        "clubs/<uuid:pk>/export/archive.jsonl.gz",
        exports.club_archive_packed,
        name="club_archive_packed",
    ),
    path("clubs/<uuid:pk>/export/sheets.csv", exports.club_sheets, name="club_sheets"),
    path("clubs/<uuid:pk>/export/rounds.csv", exports.club_rounds, name="club_rounds"),
    path("clubs/<uuid:club>/import/", imports.choose, name="import_club"),
    path("clubs/<uuid:club>/import/<uuid:pk>/", imports.these, name="import_club_these"),
]

# /rules/
rules_urls = [
    path("rules/", rules.index, name="rules"),
    path("rules/at-a-glance/", comparing.glance, name="rules_glance"),
    path("rules/side-by-side/", comparing.sides, name="rules_sides"),
    path("rules/<slug:key>/", rules.variant, name="rules_variant"),
    path("rules/<slug:key>/card/", pocket.card, name="rules_card"),
    path("rules/<slug:key>/card.svg", pocket.image, name="rules_card_image"),
    path("rules/<slug:key>/part/<slug:anchor>/", parts.part, name="rules_part"),
    path("rules/<slug:key>/more/", rules.more, name="rules_more"),
    path("rules/<slug:key>/opening/", opening.opening, name="opening"),
]

# /clubs/<uuid>/seasons/, /seasons/<id>/
season_urls = [
    path("clubs/<uuid:pk>/seasons/new/", seasons.new, name="new_season"),
    path("seasons/<int:pk>/", seasons.season, name="season"),
    path("seasons/<int:pk>/edit/", seasons.edit, name="edit_season"),
    path("seasons/<int:pk>/close/", seasons.close, name="close_season"),
    path("seasons/<int:pk>/reopen/", seasons.reopen, name="reopen_season"),
    path("seasons/<int:pk>/delete/", seasons.delete, name="delete_season"),
    path("seasons/<int:pk>/champion/", seasons.champion, name="champion"),
    path("seasons/<int:pk>/champion.svg", seasons.champion_image, name="champion_image"),
]

# /games/<uuid>/
game_urls = [
    path("games/<uuid:pk>/", score.sheet, name="game"),
    path("games/<uuid:pk>/rounds/<int:number>/", rounds.round_, name="round"),
    path("games/<uuid:pk>/rounds/<int:number>/preview/", rounds.preview, name="preview"),
    path("games/<uuid:pk>/rounds/<int:number>/insert/", rounds.insert, name="insert_round"),
    path("games/<uuid:pk>/rounds/<int:number>/delete/", rounds.delete, name="delete_round"),
    path("games/<uuid:pk>/undo/", score.undo, name="undo"),
    path("games/<uuid:pk>/redo/", score.redo, name="redo"),
    path("games/<uuid:pk>/finish/", score.finish, name="finish"),
    path("games/<uuid:pk>/reopen/", score.reopen, name="reopen"),
    path("games/<uuid:pk>/delete/", deleting.delete, name="delete"),
    path("games/<uuid:pk>/restore/", deleting.restore, name="restore"),
    path("games/<uuid:pk>/rematch/", rematch.rematch, name="rematch"),
    path("games/<uuid:pk>/setup/", setup.setup, name="setup"),
    path("games/<uuid:pk>/move/", moving.move, name="move"),
    path("games/<uuid:pk>/substitute/", setup.substitute, name="substitute"),
    path("games/<uuid:pk>/log/", log.log, name="log"),
    path("games/<uuid:pk>/share/", watch.share, name="share"),
    path("games/<uuid:pk>/export.json", files.export_json, name="export_json"),
    path("games/<uuid:pk>/export.csv", files.export_csv, name="export_csv"),
    path("games/<uuid:pk>/print/", files.paper, name="print"),
    path("games/<uuid:pk>/export/", exports.export_game, name="export_game"),
    path("games/<uuid:pk>/export/sheet.csv", exports.game_sheet, name="game_sheet"),
    path("games/<uuid:pk>/export/rounds.csv", exports.game_rounds, name="game_rounds"),
    path("games/<uuid:pk>/export/play.bgsplay", exports.game_play, name="game_play"),
]

# /watch/
watch_urls = [path("watch/<str:token>/", watch.watch, name="watch")]

# /account/
account_urls = [
    path("account/", account.account, name="account"),
    path("account/name/", account.name, name="name"),
    path("account/sign-in/", signing.sign_in, name="sign_in"),
    path("account/sign-in/asks/", signing.asks, name="sign_in_asks"),
    path("account/sign-out/", signing.sign_out, name="sign_out"),
    path("account/devices/<uuid:pk>/sign-out/", account.sign_out_device, name="sign_out_device"),
    path("account/devices/sign-out/", account.sign_out_others, name="sign_out_others"),
    path("account/starts-in/", account.starts_in, name="starts_in"),
    path("account/link/", linking.link, name="link"),
    path("account/link/typed/", linking.typed, name="link_typed"),
    path("account/link/<str:token>/", linking.link_here, name="link_here"),
    path("account/delete/", account.delete, name="delete_account"),
]

# /join/
join_urls = [path("join/<str:token>/", joining.join, name="join")]

# /clubs/<uuid>/members/
member_urls = [
    path("clubs/<uuid:pk>/members/", members.members, name="members"),
    path("clubs/<uuid:pk>/members/delete/", members.delete, name="delete_club"),
    path("clubs/<uuid:pk>/members/leave/", members.leave, name="leave"),
    path("clubs/<uuid:pk>/members/<int:number>/role/", members.change_role, name="change_role"),
    path("clubs/<uuid:pk>/members/<int:number>/remove/", members.remove, name="remove_member"),
    path("clubs/<uuid:pk>/members/invite/<slug:role>/", members.invite, name="invite"),
    path(
        "clubs/<uuid:pk>/members/invite/<slug:role>/close/",
        members.close_invitation,
        name="close_invitation",
    ),
]

# /clubs/<uuid>/
club_urls = [
    path("clubs/<uuid:pk>/", club.club, name="club"),
    path("clubs/<uuid:pk>/edit/", clubs.edit, name="club_edit"),
    path("clubs/<uuid:pk>/players/", players.players, name="players"),
]

# /players/<id>/
player_urls = [
    path("players/<int:pk>/", player.player, name="player"),
    path("players/<int:pk>/edit/", players.edit, name="player_edit"),
    path("players/<int:pk>/edit/undo/", players.undo, name="player_undo"),
    path("players/<int:pk>/hide/", players.hide, name="player_hide"),
    path("players/<int:pk>/show/", players.show, name="player_show"),
    path("players/<int:pk>/merge/", merging.merge, name="player_merge"),
    path("players/<int:pk>/merge/undo/", merging.split, name="player_split"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    *home_urls,
    *start_urls,
    *import_urls,
    *history_urls,
    *exchange_urls,
    *rules_urls,
    *season_urls,
    *game_urls,
    *watch_urls,
    *account_urls,
    *join_urls,
    *member_urls,
    *club_urls,
    *player_urls,
]
