"""Whether a round can be kept as it was entered, and how a revision keeps it then."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from games.variants.entry import Entry, Finding, error, warning
from games.variants.variant import total_of

from .refusals import EntryRefusedError
from .rounds import Snapshot

if TYPE_CHECKING:
    from .game import Game

UNKNOWN_DEALER = gettext_noop("Nobody here has that number. Choose who dealt.")


def judged(
    game: "Game",
    entry: Entry[Any, Any],
    kept: Collection[str],
    dealer: int | None,
    substitutes: Mapping[int, str],
) -> Snapshot:
    """Return the snapshot of an entry, marked with the warnings that were kept.

    EntryRefusedError unless every finding is a warning and among those.
    """
    if dealer is not None and not 0 <= dealer < len(game.table.players):
        raise EntryRefusedError([error("unknown_dealer", UNKNOWN_DEALER, "setup", "dealer")])
    findings = game.rules.findings(entry, game.table)
    standing = [
        finding
        for finding in findings
        if finding.severity == Finding.ERROR or finding.key not in kept
    ]
    if standing:
        raise EntryRefusedError(standing)
    found = {finding.key for finding in (*findings, *untouched(game))}
    return {
        "entry": game.rules.write(entry),
        "schema": game.rules.schema,
        "kept": sorted(found.intersection(kept)),
        "dealer": dealer,
        "players": {str(number): name for number, name in substitutes.items()},
        "scores": [total_of(lines) for lines in game.rules.score(entry, game.table)],
    }


def untouched(game: "Game") -> list[Finding]:
    """Return the warning, for each column, that nothing at all was typed there.

    It is about the typing and not about the entry, which cannot tell a 0 from a blank.
    """
    message = gettext_noop("Nothing was entered for %(column)s. Is that so?")
    columns = range(len(game.rules.columns(game.table)))
    return [warning("untouched", message, "entry", column=column) for column in columns]
