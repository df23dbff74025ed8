"""What people at the table do with their phones, told in the words of the pages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.test import Client
from playwright.sync_api import Locator, Page, expect

from games.models import User
from games.wording import MINUS

type Answers = Mapping[str, int | str | bool]
"""What is entered in one column, by the label of its question.

A whole number is tapped where there are cells for it, text is typed, and True is ticked.
"""


@dataclass
class Pad:
    """A score pad on one phone, on the page where its owner left it.

    Points are told as they are typed: "-13".
    """

    page: Page
    script: bool = True

    # ---- a new game

    def begin(
        self,
        variant: str,
        players: Sequence[str],
        dealer: int,
        seating: str = "",
        teams: Sequence[str] = (),
        rules: Mapping[str, str] | None = None,
    ) -> None:
        """Start a game from the first page; `dealer` is the number of a seat, from 1."""
        page = self.page
        page.goto("/")
        page.get_by_role("link", name="New game").tap()
        page.get_by_role("link", name=variant).tap()
        if seating:
            page.get_by_role("button", name=seating, exact=True).tap()
            expect(page.locator(".seat")).to_have_count(len(players))
        for seat, player in enumerate(players, start=1):
            self.field(f"Seat {seat}").fill(player)
        page.locator("label.deals").nth(dealer - 1).tap()
        for number, name in enumerate(teams):
            page.locator(f"#team-{number}").fill(name)
        if rules:
            page.get_by_text("House rules").tap()
            for label, value in rules.items():
                self._agree(self.field(label), value)
        page.locator(".foot").get_by_role("button").tap()
        self.is_back()

    def _agree(self, field: Locator, value: str) -> None:
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)

    # ---- the sheet

    def stands(self, *totals: str) -> None:
        """Check the totals, in the order of the teams; of many by their places once one has won."""
        expect(self.page.locator("#board .total")).to_have_text(_printed(*totals))

    def opens(self, *points: str) -> None:
        """Check what each of two teams opens with."""
        expect(self.page.locator("#board .columns .opens b")).to_have_text(points)

    def deals(self, sentence: str) -> None:
        """Check who deals the next round and who begins."""
        expect(self.page.locator("#board .deal > span:last-child")).to_have_text(sentence)

    def scored(self, number: int, *points: str) -> None:
        """Check what each team has scored in a round."""
        expect(self.page.locator(f"#round-{number} tr.round .pts")).to_have_text(_printed(*points))

    def says(self, words: str) -> None:
        """Check what the page says of the latest write."""
        expect(self.page.locator("#said")).to_have_text(words)

    def open_round(self, number: int) -> None:
        self.page.locator(f"#round-{number} a.why").tap()
        expect(self.page.locator(f"#round-{number}.open")).to_be_visible()

    def lines(self, column: int) -> list[str]:
        """The lines of the opened round, as they stand in one team's column."""
        cells = self.page.locator(f'#board td[headers~="pad-{column}"]').all_inner_texts()
        typed = str.maketrans({MINUS: "-", "\N{MULTIPLICATION SIGN}": "x"})
        return [" ".join(text.translate(typed).split()) for text in cells]

    # ---- a round

    def enter(self, number: int, end: str, columns: Mapping[str, Answers]) -> None:
        """Enter the next round, as far as the button that saves it."""
        self.page.get_by_role("link", name=f"nter round {number}").tap()
        self._is_at(f"Round {number}")
        self.ended(end)
        self.fill(columns)

    def ended(self, words: str) -> None:
        """Say how the round ended; the radio itself lies unseen under its label."""
        self.page.locator(".group .ends label").filter(has_text=words).tap()

    def fill(self, columns: Mapping[str, Answers]) -> None:
        for column, answers in columns.items():
            self.unfold(column)
            for label, answer in answers.items():
                self.answer(f"{label}, {column}", answer)

    def unfold(self, column: str) -> None:
        """Open a column, where only one of them is open at a time."""
        own = self.page.locator("summary bdi", has_text=re.compile(f"^{re.escape(column)}$"))
        fold = self.page.locator("details[name=column]").filter(has=own)
        if fold.count() and fold.get_attribute("open") is None:
            following = self.page.get_by_role("button", name=f"Next: {column}", exact=True)
            (following if following.count() else fold.locator("summary").first).tap()

    def field(self, label: str) -> Locator:
        """The field of this accessible name."""
        return self.page.get_by_label(label, exact=True)

    def answer(self, label: str, answer: int | str | bool) -> None:
        field = self.field(label)
        if answer is True:
            field.tap()
        elif isinstance(answer, int) and self.script:
            self._tap(field, label, answer)
        else:
            field.fill(str(answer))

    def _tap(self, field: Locator, label: str, count: int) -> None:
        cells = self.page.locator(".count").filter(has=field)
        # The script that lays the cells may come after the page.
        expect(cells.get_by_role("button").first).to_be_visible()
        cell = cells.get_by_role("button", name=re.compile(rf"^{count}\b"))
        if cell.count():
            cell.tap()
        else:
            for _one in range(count - 2):
                cells.get_by_role("button", name=f"One more: {label}").tap()
        expect(field).to_have_value(str(count))

    def count_cards(self, label: str, counts: Mapping[str, int]) -> None:
        """Count a pile by its classes of cards instead of adding it up."""
        if not self.script:
            self.page.locator(".points").filter(has=self.field(label)).locator("summary").click()
            for cards, number in counts.items():
                self.field(f"{cards}, {label}").fill(str(number))
            return
        self.page.get_by_role("button", name=f"Count cards: {label}").tap()
        for cards, number in counts.items():
            self.keys.locator(".classes label").filter(has_text=cards).tap()
            self.press(str(number))
        self.key("Close the number pad").tap()

    # ---- the number pad

    @property
    def keys(self) -> Locator:
        """The number pad, which is there while a field is being filled with it."""
        return self.page.get_by_role("dialog")

    def key(self, name: str) -> Locator:
        return self.keys.get_by_role("button", name=name, exact=True)

    def press(self, keys: str) -> None:
        """Tap digits one after the other."""
        for digit in keys:
            self.key(digit).tap()

    def type(self, label: str, keys: str) -> None:
        """Type into a field with the number pad, which stays open."""
        self.field(label).tap()
        self.press(keys)

    def sums(self, *points: str) -> None:
        """Check the running sums of the round that is being typed."""
        expect(self.page.locator("#sums b")).to_have_text(_printed(*points))

    def save(self, number: int) -> None:
        self.page.get_by_role("button", name=f"Save round {number}", exact=True).tap()

    def play(self, number: int, end: str, columns: Mapping[str, Answers]) -> None:
        """Enter and save the next round, in which nothing is found."""
        self.enter(number, end, columns)
        self.save(number)
        self.is_back()

    def correct(self, number: int, columns: Mapping[str, Answers]) -> None:
        """Correct an earlier round, from the sheet and back to it."""
        self.open_round(number)
        self.page.get_by_role("link", name=f"Correct round {number}").tap()
        self._is_at(f"Correct round {number}")
        self.fill(columns)
        self.save(number)
        self.is_back()

    def _is_at(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)
        # Nobody's thumb is quicker than the scripts of the page.
        self.page.wait_for_load_state("load")

    def is_back(self) -> None:
        """Wait for the sheet."""
        expect(self.page.locator("#board")).to_be_visible()

    def keep(self, words: str) -> None:
        """Tick that a warning may stand, after the try to save that showed it."""
        finding = self.page.locator(".finding.warning").filter(has_text=words)
        finding.get_by_text("Keep it as it is").tap()

    def wins(self, sentence: str) -> None:
        expect(self.page.locator("#board .won")).to_have_text(sentence)

    def finish(self) -> None:
        """Close the game, which then takes no round any more."""
        self.page.get_by_role("button", name="Finish the game").tap()
        self.says("Game finished")
        expect(self.page.get_by_role("link", name="New game")).to_be_visible()

    def reopen(self) -> None:
        self.page.get_by_role("button", name="Reopen this game").tap()
        self.says("Game reopened")

    def undo(self, words: str) -> None:
        self.page.get_by_role("button", name=f"Undo: {_printed(words)[0]}").tap()

    def redo(self, words: str) -> None:
        self.page.get_by_role("button", name=f"Redo: {_printed(words)[0]}").tap()


def sign_in(page: Page, user: User, client: Client, url: str) -> None:
    """Give a phone the session cookie of an account, as if it had started a game itself."""
    client.force_login(user)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])


def _printed(*points: str) -> list[str]:
    """Points as the pages print them: with a true minus."""
    return [re.sub(r"-(?=\d)", MINUS, text) for text in points]
