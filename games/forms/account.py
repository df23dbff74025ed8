"""What somebody types to name an account, and to sign in to it."""

import unicodedata
from collections.abc import Mapping

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import names
from games.models import User

from .submission import new_submission, submission_of

LONGEST_PASSWORD = 1_000

WEAK: Mapping[str, Promise] = {
    "password_too_short": gettext_lazy("Take at least 8 characters: a few words do well."),
    "password_too_common": gettext_lazy("Many people use this password. Think of another one."),
    "password_entirely_numeric": gettext_lazy("Digits alone are soon guessed. Add some words."),
    "password_too_similar": gettext_lazy("It is too much like the name. Think of another one."),
}
"""What is wrong with a password, by the code of the validator that refused it."""


def password_of(data: QueryDict, field: str) -> str:
    """Return a password as it is checked: composed, for keyboards compose letters differently."""
    return unicodedata.normalize("NFKC", data.get(field, ""))


def unusable(password: str) -> bool:
    """Say whether a password cannot be checked at all."""
    return len(password) > LONGEST_PASSWORD or any(
        unicodedata.category(letter) == "Cs" for letter in password
    )


class SignInForm:
    """A name and a password. `data` is what a browser sent, or None for a fresh page."""

    def __init__(self, data: QueryDict | None) -> None:
        self.submission = (submission_of(data) if data else None) or new_submission()
        self.name = "" if data is None else names.writable(data.get("name", ""))[: names.LENGTH]
        self.wrong = False
        typed = "" if data is None else names.tidy(data.get("name", ""))
        self._key = names.same_as(typed)
        self._password = "" if data is None else password_of(data, "password")
        self._can_be = (
            not names.fault(typed) and len(typed) <= names.LENGTH and not unusable(self._password)
        )

    def credentials(self) -> dict[str, str] | None:
        """Return what is to be checked; None if nobody can have such a name or password."""
        if not self._can_be or not self._password:
            return None
        return {"username": self._key, "password": self._password}


class NameForm:
    """A name for an account, and a password. `errors` has a sentence by the name of each field."""

    def __init__(self, user: User, data: QueryDict | None) -> None:
        self.user = user
        self.submission = (submission_of(data) if data else None) or new_submission()
        self.errors: dict[str, str] = {}
        self.name = user.name if data is None else names.writable(data.get("name", ""))
        self._typed = "" if data is None else names.tidy(data.get("name", ""))
        self.present = "" if data is None else password_of(data, "present")
        self._new = "" if data is None else password_of(data, "password")
        self.others = data is None or bool(data.get("others"))

    @property
    def asks(self) -> bool:
        """Whether the present password has to be given."""
        return self.user.has_usable_password()

    @property
    def new_name(self) -> str:
        return self._typed

    @property
    def new_password(self) -> str | None:
        """The password from now on; None for the one there is."""
        return self._new or None

    def is_valid(self) -> bool:
        """Look at what was typed, and say whether nothing is wrong with it by itself."""
        if fault := names.fault(self._typed):
            self.errors["name"] = fault
        elif len(self._typed) > names.LENGTH:
            most = {"most": names.LENGTH}
            self.errors["name"] = _("Take at most %(most)s characters.") % most
        if self.asks and (not self.present or unusable(self.present)):
            self.refuse_present()
        if fault := self._fault_of_password():
            self.errors["password"] = fault
        return not self.errors

    def _fault_of_password(self) -> str:
        if not self._new:
            return "" if self.asks else str(WEAK["password_too_short"])
        if unusable(self._new):
            most = {"most": LONGEST_PASSWORD}
            return _("Take at most %(most)s characters.") % most
        try:
            validate_password(self._new, User(name=self._typed[: names.LENGTH]))
        except ValidationError as refused:
            return " ".join(str(WEAK[str(one.code)]) for one in refused.error_list)
        return ""

    def refuse_present(self) -> None:
        self.errors["present"] = _("This is not the present password.")

    def refuse_name(self) -> None:
        self.errors["name"] = _("Somebody else has this name. Take another one.")
