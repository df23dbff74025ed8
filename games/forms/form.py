"""What forms have in common that are sent once, however often they are sent.

Nothing that was sent makes a form raise; `faults` tells what is wrong with it, by field, and under
"" what belongs to none.
"""

from django.http import QueryDict
from django.utils.translation import gettext as _

from .submission import new_submission, submission_of


class Form:
    """What was typed, by the name of the field; `data` is None for a fresh page."""

    def __init__(self, data: QueryDict | None) -> None:
        self.typed = {name: str(value) for name, value in data.dict().items()} if data else {}
        self.faults: dict[str, list[str]] = {}
        self._sent = submission_of(data) if data else None
        self.submission = self._sent or new_submission()

    def wrong(self, field: str, sentence: str) -> None:
        """Say what is wrong in a field."""
        self.faults.setdefault(field, []).append(sentence)

    def is_whole(self) -> bool:
        """Say whether it was sent with all that a page sends unseen; fills `faults`."""
        if self._sent is None:
            self.wrong("", _("This page was out of date. Look it over and press once more."))
        return self._sent is not None

    def again(self, sentence: str) -> None:
        """Let this be sent once more, under a new id, after that was said about it."""
        self.submission = new_submission()
        self.wrong("", sentence)

    @property
    def errors(self) -> list[str]:
        """What is wrong with no field in particular."""
        return self.faults.get("", [])

    def wrong_in(self, field: str) -> str:
        """Return what is wrong in a field, all of it; empty if nothing is."""
        return " ".join(self.faults.get(field, ()))


class NamedForm(Form):
    """A form that asks what somebody or something is called."""

    @property
    def name(self) -> str:
        """The name as it was typed."""
        return self.typed.get("name", "")

    @property
    def name_errors(self) -> list[str]:
        """What is wrong with the name."""
        return self.faults.get("name", [])
