"""Short lists of addresses, each under a comment with its prefix."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
