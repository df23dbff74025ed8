"""One run: phones write, the server is killed, what it kept is checked, and it starts again."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from django.db import connections

from tests.crowd.acts import start, turn
from tests.crowd.checks import Checks
from tests.crowd.phones import DONE, Browser, Journal, Phone, Tables

from .browser import HttpBrowser
from .server import Server

PHONES = 6
MOST_WRITES = 40
"""So many writes are sent at most, about, before the next kill."""
LONGEST = 5.0
"""For so many seconds at most they are waited for."""
A_MOMENT = 0.1
"""So many seconds at most after the last of these it is killed."""
EARLY = 0.08
"""So often the server is killed once more while it starts."""
START = 1.2
"""So many seconds its start takes at most, about."""


@dataclass
class Ordeal:
    """A server in this folder, the phones that write to it, and what came of that."""

    folder: Path
    seed: str

    def __post_init__(self) -> None:
        self.server = Server(self.folder)
        self.journal = Journal()
        self.kills = self.early = 0
        self._chance = Random(self.seed)
        self._phones: list[Phone] = []
        self.checks = Checks(self.journal, self._phones)

    @property
    def faults(self) -> list[str]:
        """All that did not hold, in sentences."""
        log = [f"The server's log says: {line}" for line in self.server.alarms()]
        return [*self.journal.faults, *self.checks.faults, *log]

    def run(self, kills: int, say: Callable[[str], None]) -> None:
        """Kill the server so often, or until something does not hold."""
        try:
            self._run(kills, say)
        except RuntimeError as error:
            self.journal.faults.append(str(error))
        finally:
            self.server.kill()
        self._check(every_game=True)

    def _run(self, kills: int, say: Callable[[str], None]) -> None:
        self.server.launch()
        self.server.wait()
        self._sit_down()
        while self.kills < kills and not self.faults:
            self._kill_while_they_write()
            if self._chance.random() < EARLY:
                self._kill_while_it_starts()
            self.server.launch()
            # It reads what was left while this does; neither needs the other.
            self._check()
            self.server.wait()
            if self.kills % 10 == 0:
                acknowledged = sum(write.status == DONE for write in self.journal.writes)
                say(f"{self.kills} kills, {acknowledged} writes acknowledged")
        if not self.faults:
            self._together(partial(Phone.play, turn=turn))

    def table(self) -> Iterator[tuple[str, str]]:
        """Yield what the run came to, line by line."""
        writes = self.journal.writes
        statuses = [write.status for write in writes]
        yield "kills", f"{self.kills}, and {self.early} while it started"
        yield "writes sent", f"{len(writes)}, and {self.journal.previews} drafts"
        yield "acknowledged", str(statuses.count(DONE))
        yield "refused", str(len(writes) - statuses.count(DONE) - statuses.count(None))
        yield "never answered", str(statuses.count(None))
        yield "repeated", str(sum(write.sendings - 1 for write in writes))
        yield "found exactly once", str(self.checks.found)
        yield "drafts found", str(self.checks.drafts)
        yield "games checked", str(self.checks.games)
        yield "totals checked", str(self.checks.totals)

    def _check(self, *, every_game: bool = False) -> None:
        self.checks.run(every_game=every_game)
        # The server is to be alone with its file when it is killed.
        connections.close_all()

    def _sit_down(self) -> None:
        """Let one phone start a game for all, which makes an account for them."""
        tables = Tables()
        first = self._phone(1, HttpBrowser(self.server), tables)
        start(first, common=True)
        others = range(2, PHONES + 1)
        self._phones += [first]
        self._phones += [self._phone(one, first.browser.another(), tables) for one in others]

    def _phone(self, number: int, browser: Browser, tables: Tables) -> Phone:
        chance = Random(f"{self.seed} {number}")
        return Phone(f"Phone {number}", browser, self.journal, tables, chance)

    def _kill_while_they_write(self) -> None:
        writes = self._chance.randrange(MOST_WRITES)
        self._together(
            lambda phone: phone.play(turn, self.server.while_it_lives()),
            lambda: self._kill_after_writes(writes),
        )
        self.kills += 1

    def _kill_after_writes(self, writes: int) -> None:
        enough = len(self.journal.writes) + writes
        deadline = time.monotonic() + LONGEST
        while len(self.journal.writes) < enough and time.monotonic() < deadline:
            time.sleep(0.002)
        self._kill_after(self._chance.uniform(0, A_MOMENT))

    def _kill_while_it_starts(self) -> None:
        self.server.launch()
        self._kill_after(self._chance.uniform(0, START))
        self.early += 1

    def _kill_after(self, seconds: float) -> None:
        time.sleep(seconds)
        self.server.kill()

    def _together(
        self, do: Callable[[Phone], None], then: Callable[[], None] | None = None
    ) -> None:
        """Let all phones do something, each in a thread of its own, and wait for them."""
        threads = [threading.Thread(target=do, args=[phone]) for phone in self._phones]
        for thread in threads:
            thread.start()
        if then is not None:
            then()
        for thread in threads:
            thread.join()
