"""All addresses: those for machines here, those for people in `games.urls`."""

from django.urls import include, path

from games.views import health

handler500 = "games.busy.or_broken"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("", include("games.urls")),
]
