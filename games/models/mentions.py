"""The words by which a game is found: those of its name, and of the names of teams and people.

Whoever sat in for a round is found too. They stand in an index, so that looking for a word takes as
long in a club of ten thousand games as in one of a hundred.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models

from games import names

from .rounds import Sitting

if TYPE_CHECKING:
    from .game import Game
    from .people import Club


class MentionQuerySet(models.QuerySet["Mention"]):
    """Reads where words stand."""

    def beginning(self, word: str) -> "MentionQuerySet":
        """List the mentions of all words that begin like this."""
        begun = _bytes(word)
        # No letter is written with this byte, so it comes after all that can follow.
        return self.filter(word__gte=begun, word__lt=begun + b"\xff")


class Mention(models.Model):
    """A word in the names of a game.

    It is kept as bytes, which every database puts in the same order, whatever language it sorts by.
    """

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey(
        "Game", on_delete=models.CASCADE, related_name="mentions", db_index=False
    )
    word = models.BinaryField(editable=False)

    objects = MentionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "word", "game"], name="games_by_a_word")]
        constraints = [
            models.UniqueConstraint(fields=["game", "word"], name="one_mention_of_a_word"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {bytes(self.word).decode()}"


def words_of(game: "Game") -> set[bytes]:
    """Return the words of a game's names as they stand now, teams and players read anew."""
    told = [
        game.name,
        *game.teams.values_list("name", flat=True),
        *game.seats.values_list("player__name", flat=True),
        *Sitting.objects.filter(round__game=game).values_list("player__name", flat=True),
    ]
    return {_bytes(word) for name in told for word in names.words(name)}


def keep_words(game: "Game") -> None:
    """Keep the words by which a game is found, after it or anybody in it got another name."""
    kept = {bytes(one.word): one for one in Mention.objects.filter(game=game)}
    due = words_of(game)
    moved = {word for word, one in kept.items() if one.club_id != game.club_id}
    gone = [one.pk for word, one in kept.items() if word not in due or word in moved]
    if gone:
        Mention.objects.filter(pk__in=gone).delete()
    new = sorted(due - (kept.keys() - moved))
    Mention.objects.bulk_create(Mention(club_id=game.club_id, game=game, word=one) for one in new)


def keep_words_of(club: "Club", games: Collection[UUID]) -> None:
    """Keep the words of many games of a club, after somebody in them got another name."""
    told: dict[UUID, set[str]] = defaultdict(set)
    own = club.games.filter(pk__in=games)
    for path in ("name", "teams__name", "seats__player__name"):
        for pk, name in own.order_by().values_list("pk", path):
            told[pk].add(name or "")
    sat_in = Sitting.objects.filter(round__game__in=games).order_by().distinct()
    for pk, name in sat_in.values_list("round__game", "player__name"):
        told[pk].add(name)
    due = {
        (pk, _bytes(word)) for pk, all_ in told.items() for one in all_ for word in names.words(one)
    }
    mentions = Mention.objects.filter(game__in=games)
    kept = {(one.game_id, bytes(one.word)): one.pk for one in mentions}
    Mention.objects.filter(pk__in=[pk for word, pk in kept.items() if word not in due]).delete()
    new = sorted(due - kept.keys())
    Mention.objects.bulk_create(Mention(club=club, game_id=pk, word=word) for pk, word in new)


def _bytes(word: str) -> bytes:
    return word.encode("utf-8", "replace")
