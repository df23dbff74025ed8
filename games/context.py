"""What every page is given."""

from django.http import HttpRequest

THEMES = ("light", "dark", "contrast")


def theme(request: HttpRequest) -> dict[str, str]:
    """The theme the reader has chosen; none, and the phone decides."""
    chosen = request.COOKIES.get("theme", "")
    return {"theme": chosen if chosen in THEMES else ""}
