"""Short lists of addresses, each under a comment with its prefix."""

from django.urls import URLPattern, URLResolver, path

from games.views import rules

# /rules/
rules_urls = [
    path("rules/", rules.index, name="rules"),
    path("rules/<slug:key>/", rules.variant, name="rules_variant"),
]

urlpatterns: list[URLPattern | URLResolver] = [*rules_urls]
