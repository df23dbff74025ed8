"""Phones that write as browsers do: they open a page, fill in its form, send it."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, Self

from games.forms.round import BASE, CONTROLS
from games.models import Game
from tests.pages import Form, Page

OPENED, DONE = 200, 303
CLASHES = {409, 422}
"""How a write may be refused at a table where others write: it came too late, or look again."""


class CutOffError(Exception):
    """The server was killed before it answered, which it may be."""


class Browser(Protocol):
    """What a phone asks the server with."""

    def ask(self, path: str, fields: Mapping[str, str] | None = None) -> tuple[int, str, str]:
        """Get a page, or send a form; return the status, the page and where it leads."""

    def another(self) -> Self:
        """Return another browser of the same account."""

    def stranger(self) -> Self:
        """Return a browser that has no account yet."""


@dataclass(eq=False)
class Write:
    """A form with a submission id, as it was sent, and how it was answered, if it was.

    Where nobody else writes (`alone`) nothing can stand in its way.
    """

    browser: Browser
    path: str
    fields: Mapping[str, str]
    alone: bool
    then: Callable[[str], None] = lambda _path: None
    status: int | None = None
    leads_to: str = ""
    sendings: int = 0

    @property
    def submission(self) -> str:
        return self.fields["submission"]

    @property
    def fault(self) -> str:
        """What is wrong with the answer; nothing where it is one that may come."""
        allowed = {DONE} if self.alone else {DONE, *CLASHES}
        if self.status is None or self.status in allowed:
            return ""
        return f"{self} was answered {self.status}"

    def __str__(self) -> str:
        return f"submission {self.submission} to {self.path}, sent {self.sendings} x,"


@dataclass
class Journal:
    """All that the phones have sent, and what they found wrong."""

    writes: list[Write] = field(default_factory=list)
    previews: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Sitting:
    """A game that is played: its address, and its table, which no phone need look up."""

    path: str
    game: Game

    @property
    def pk(self) -> str:
        return self.path.split("/")[2]


@dataclass(frozen=True)
class Sheet:
    """The sheet of a game before a phone; `alone` where nobody else writes to it."""

    sitting: Sitting
    page: Page
    alone: bool

    @property
    def following(self) -> int | None:
        """The number of the round that can be entered; None once the game is finished."""
        numbers = re.findall(rf"{self.sitting.path}rounds/(\d+)/", " ".join(self.page.links))
        return max(map(int, numbers), default=None)

    def form(self, part: str) -> Form | None:
        """Return the form that is sent to this part of the game's address, if it is offered."""
        path = self.sitting.path + part
        return next((form for form in self.page.forms if form.action == path), None)


@dataclass
class Tables:
    """A game to which all phones write, and how long a game may get before they begin another."""

    common: Sitting | None = None
    most_rounds: int = 12


class Phone:
    """One of several phones, with a game of its own beside the common one.

    `sociable` is the part of its turns that it takes at the common game, from 0 to 1.
    """

    def __init__(
        self,
        name: str,
        browser: Browser,
        journal: Journal,
        tables: Tables,
        chance: Random,
        sociable: float = 0.3,
    ) -> None:
        self.name, self.browser, self.journal, self.tables = name, browser, journal, tables
        self.chance, self.sociable = chance, sociable
        self.own: Sitting | None = None
        self.unanswered: Write | None = None
        # What stands as the draft of its own game, by field; None where that is not certain.
        self.draft: Mapping[str, str] | None = None

    def play(self, turn: Callable[["Phone"], None], times: Iterable[object] = ()) -> None:
        """Send once more what was not answered, then take so many turns, if nothing cuts it off."""
        try:
            if self.unanswered is not None:
                self._deliver(self.unanswered)
            for _time in times:
                turn(self)
        except CutOffError:
            pass
        except Exception as error:
            # What goes wrong in a thread would else be known to nobody.
            self.journal.faults.append(f"{self.name} could not go on: {error!r}")

    # ---- what acts are made of

    def sheet(self) -> Sheet | None:
        """Look at the sheet of its own game or of the common one."""
        alone = self.chance.random() >= self.sociable
        sitting = self.own if alone else self.tables.common
        page = self.open(sitting.path) if sitting else None
        return Sheet(sitting, page, alone) if sitting and page else None

    def open(self, path: str, *, may_be_gone: bool = False) -> Page | None:
        """Open a page; None where there is none, which is a fault unless it may be gone."""
        status, page, _leads_to = self.browser.ask(path)
        if status == OPENED:
            return Page(page)
        if not (may_be_gone and status in {404, *CLASHES}):
            self.journal.faults.append(f"{path} was answered {status}")
        return None

    def open_round(self, sheet: Sheet, number: int, part: str = "") -> Form | None:
        """Open the page of a round, or a part of it, and return its form as it stands there."""
        path = f"{sheet.sitting.path}rounds/{number}/{part}"
        # Another may have taken the round back, or have closed the common game.
        page = self.open(path, may_be_gone=not sheet.alone)
        return page.form(path) if page else None

    def look(self, form: Form, changes: Mapping[str, str]) -> Form | None:
        """Send a form to be told what it would change; return it as it stands then."""
        status, page, _leads_to = self.browser.ask(form.action, {**form.sent, **changes})
        if status != OPENED:
            self.journal.faults.append(f"{form.action} was answered {status}")
            return None
        return Page(page).form(form.action)

    def send(self, sheet: Sheet, form: Form, changes: Mapping[str, str] | None = None) -> None:
        """Send a form that changes a game."""
        if sheet.alone:
            self.draft = None
        fields = {**form.sent, **(changes or {})}
        self._deliver(Write(self.browser, form.action, fields, sheet.alone))

    def preview(self, sheet: Sheet, form: Form, changes: Mapping[str, str]) -> None:
        """Send what is typed so far, which is kept as the draft."""
        fields = {**form.sent, **changes}
        if sheet.alone:
            self.draft = None
        status, _page, _leads_to = self.browser.ask(f"{form.action}preview/", fields)
        self.journal.previews += 1
        if status != OPENED:
            self.journal.faults.append(f"{form.action}preview/ was answered {status}")
        elif sheet.alone and "revision" not in fields:
            self.draft = {
                name: text
                for name, text in fields.items()
                if text and name not in CONTROLS and not name.startswith(BASE)
            }

    def start(
        self,
        form: Form,
        fields: Mapping[str, str],
        then: Callable[[str], None],
        *,
        alone: bool = True,
    ) -> None:
        """Start a game, and tell its address."""
        self._deliver(Write(self.browser, form.action, {**form.sent, **fields}, alone, then))

    def start_as_a_stranger(self, path: str, names: Callable[[Form], Mapping[str, str]]) -> None:
        """Start a game in a browser without an account, which is made for it."""
        stranger = self.browser.stranger()
        _status, page, _leads_to = stranger.ask(path)
        form = Page(page).form(path)
        self._deliver(Write(stranger, path, {**form.sent, **names(form)}, True))

    def _deliver(self, write: Write) -> None:
        if write.sendings == 0:
            self.journal.writes.append(write)
        self.unanswered = write
        write.sendings += 1
        write.status, _page, write.leads_to = write.browser.ask(write.path, write.fields)
        self.unanswered = None
        if write.fault:
            self.journal.faults.append(write.fault)
        if write.status == DONE:
            write.then(write.leads_to)
