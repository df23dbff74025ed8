"""The people of a club as forms: somebody new, somebody called otherwise, two who are one."""

from functools import cached_property

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import names
from games.models import Club, Player

from .form import Form, NamedForm
from .submission import number_of
from .table import name_fault

GUEST = "guest"
MERGED_WITH = "with"
"""The name of the field, and of the parameter in addresses, for the other record."""


class PersonForm(NamedForm):
    """Somebody who may be a guest."""

    @property
    def is_guest(self) -> bool:
        """Say whether it is a guest."""
        return bool(self.typed.get(GUEST))


class AddForm(PersonForm):
    """Somebody who is to be added to a club."""

    def is_valid(self) -> bool:
        """Say whether this is somebody; fills `faults`."""
        if fault := name_fault(self.name):
            self.wrong("name", fault)
        return self.is_whole() and not self.faults


class PlayerForm(PersonForm):
    """Somebody's name, mark, and whether they are a guest.

    What was not changed on the page stays as it is by now: another phone may have changed it.
    """

    def __init__(self, player: Player, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.player = player
        if data is None:
            self.typed = {"name": player.name, "mark": player.mark, "was-name": player.name}
            self.typed |= {"was-mark": player.mark, f"was-{GUEST}": self._said(player.is_guest)}
            self.typed[GUEST] = self._said(player.is_guest)

    @staticmethod
    def _said(guest: bool) -> str:
        return "yes" if guest else ""

    def was(self, field: str) -> str:
        """Return what stood in a field when the page was shown."""
        return self.typed.get(f"was-{field}", "")

    @property
    def was_name(self) -> str:
        """The name that stood there."""
        return self.was("name")

    @property
    def was_mark(self) -> str:
        """The mark that stood there."""
        return self.was("mark")

    @property
    def was_guest(self) -> str:
        """Whether it was a guest, as it is sent."""
        return self.was(GUEST)

    @property
    def new_name(self) -> str:
        """The name as it is to be."""
        return self.player.name if self.name == self.was("name") else names.tidy(self.name)

    @property
    def mark(self) -> str:
        """The mark as it is to be."""
        mark = self.typed.get("mark", self.player.mark)
        return self.player.mark if mark == self.was("mark") else mark

    @property
    def will_be_guest(self) -> bool:
        """Say whether it is to be a guest."""
        sent = self.typed.get(GUEST, "")
        return self.player.is_guest if sent == self.was(GUEST) else bool(sent)

    @property
    def marks(self) -> list[tuple[str, str, bool]]:
        """The marks to choose from: value, words, and whether it is chosen."""
        return [(value, str(words), value == self.mark) for value, words in Player.Mark.choices]

    def is_valid(self) -> bool:
        """Say whether this can be so; fills `faults`."""
        if self.new_name != self.player.name and (fault := name_fault(self.name)):
            self.wrong("name", fault)
        if self.mark not in Player.Mark.values:
            self.wrong("mark", _("There is no such mark. Choose one of these."))
            self.typed["mark"] = self.player.mark
        return self.is_whole() and not self.faults

    def changes_something(self) -> bool:
        """Say whether anything is otherwise then."""
        now = self.player.name, self.player.mark, self.player.is_guest
        return now != (self.new_name, self.mark, self.will_be_guest)


class MergeForm(Form):
    """Two records of one person, of whom one name stays. `data` is a query or what was sent."""

    def __init__(self, player: Player, data: QueryDict, *, sent: bool) -> None:
        super().__init__(data)
        self.player, self.sent = player, sent
        self.chosen, self._kept = number_of(data, MERGED_WITH), number_of(data, "keep")

    @property
    def club(self) -> Club:
        """The club of both."""
        return self.player.club

    @cached_property
    def others(self) -> list[Player]:
        """Who it can be merged with: everybody else, those who are hidden too."""
        return list(self.club.players.listed().exclude(pk=self.player.pk).order_by("key"))

    @cached_property
    def other(self) -> Player | None:
        """Who was chosen; None if that is nobody of the club."""
        if self.chosen is None or self.chosen == self.player.pk:
            return None
        return self.club.players.filter(pk=self.chosen).first()

    @property
    def stays(self) -> Player | None:
        """Whose name stays; None if that was not said."""
        both = {one.pk: one for one in (self.player, self.other) if one is not None}
        return both.get(self._kept) if self._kept is not None else None

    def is_valid(self) -> bool:
        """Say whether these two can be made one; fills `faults`."""
        if self.other is None:
            self.wrong(MERGED_WITH, _("Choose who it is as well."))
        elif self.stays is None:
            self.wrong("keep", _("Choose which name stays."))
        return self.is_whole() and not self.faults
