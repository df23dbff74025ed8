"""What the commands that bring games in share: into which club, and what stood in the way."""

import uuid
from collections.abc import Sequence

from games.importing import Fate, Prospect
from games.management.filecommand import FileCommand
from games.models import Club


class ClubCommand(FileCommand):
    """A command that brings games into a club."""

    def club(self, named: str | None) -> Club:
        """Return the club of this id, or else the only one, or a new one if there is none yet."""
        if named is not None:
            try:
                return Club.objects.get(pk=uuid.UUID(named))
            except (ValueError, Club.DoesNotExist):
                self.refuse("There is no club of this id.")
        clubs = list(Club.objects.order_by("created_at")[:2])
        if len(clubs) > 1:
            self.refuse(
                "There are several clubs: name one with --club ID, where the ID is that of one of "
                f"these: {_listed()}."
            )
        return clubs[0] if clubs else Club.objects.create()

    def findings(self, prospects: Sequence[Prospect], *, replace: bool) -> list[dict[str, object]]:
        """Return every error with the name of its file."""
        found: list[dict[str, object]] = []
        for one in prospects:
            name = one.arrival.name
            place = {"place": one.arrival.place} if one.arrival.place else {}
            found += [{"file": name, **place, **remark.as_json()} for remark in one.findings]
            if one.arrival.refusal:
                found.append({"file": name, **place, "message": one.arrival.refusal})
            if one.fate is Fate.DIFFERS and not replace:
                message = (
                    "This game is known with other content. Import it with --replace to put the "
                    "file in its place."
                )
                found.append(
                    {
                        "file": name,
                        "severity": "error",
                        "code": "differs",
                        "round": None,
                        "field": "id",
                        "column": None,
                        "message": message,
                    }
                )
        return found


def _listed() -> str:
    """Return the clubs with those who play there, so that one can tell which is meant."""
    told = []
    for club in Club.objects.order_by("-created_at")[:20]:
        players = ", ".join(player.name for player in club.players.order_by("name")[:6])
        told.append(f"{club.pk} ({club.name or players or 'nobody has played there yet'})")
    return "; ".join(told)
