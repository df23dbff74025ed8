"""Pages as a browser reads them: what their forms send, and what a strict policy would refuse."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

THEME = "/theme/"


@dataclass
class Form:
    """A form with what it sends as it stands, its buttons aside."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)

    @property
    def sent(self) -> dict[str, str]:
        """What is sent, where no name is sent twice."""
        assert len(dict(self.fields)) == len(self.fields)
        return dict(self.fields)


class Page(HTMLParser):
    """The ids, links, forms and words of a page, and all in it that the policy would refuse.

    `buttons` are those that send something, with what they send. The choice of light or dark, which
    stands on every page, is no part of either.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.labels: dict[str, str] = {}
        self.forms: list[Form] = []
        self.looks: Form | None = None
        self.buttons: list[tuple[str, str]] = []
        self.unsafe: list[str] = []
        self.words: list[str] = []
        self._open: Form | None = None
        self._named: dict[str, Form] = {}
        self.feed(html)
        self.close()

    @property
    def text(self) -> str:
        """All words, with single spaces."""
        return " ".join(" ".join(self.words).split())

    def form(self, action: str) -> Form:
        """Return the one form that is sent to an address."""
        (found,) = (form for form in self.forms if form.action == action)
        return found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if own := given.get("id"):
            self.ids[own] += 1
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.unsafe.append(f"{tag} {given}")
        if tag == "script" and not given.get("src", "").startswith("/static/"):
            self.unsafe.append(f"{tag} {given}")
        if tag == "a":
            self.links.append(given.get("href", ""))
        if tag == "form":
            self._open = Form(given.get("action", ""), given.get("method", "get"))
            if self._open.action == THEME:
                self.looks = self._open
            else:
                self.forms.append(self._open)
            self._named[given.get("id", "")] = self._open
        if tag == "input":
            self._input(given)
        if tag == "button" and given.get("name", "theme") != "theme":
            self.buttons.append((given["name"], given.get("value", "")))

    def _input(self, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", "text")
        if label := given.get("aria-label"):
            self.labels[name] = label
        # A field may stand outside of the form that it belongs to, and name it.
        form = self._named[given["form"]] if "form" in given else self._open
        if form is None or not name:
            return
        if kind not in ("checkbox", "radio") or "checked" in given:
            form.fields.append((name, given.get("value", "on")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
