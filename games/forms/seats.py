"""What a form tells of who had which number when it was made, so that nobody is mistaken later."""

import re

from games.models import Game
from games.models.drafts import Moves

SEAT = re.compile(r"\d{1,18}", re.ASCII)


def seats_of(game: Game) -> str:
    """Return what each player's seat is known by, in the order of their numbers."""
    return ",".join(map(str, game.seat_keys))


def moved_since(game: Game, seats: str) -> Moves | None:
    """Return who has another number than on the page that listed these seats; None if nobody has.

    A list that is not of this game's seats tells nothing.
    """
    then = [int(one) for one in seats.split(",") if SEAT.fullmatch(one)]
    now = game.seat_keys if then else []
    if then == now or sorted(then) != sorted(now):
        return None
    numbers = {number: now.index(seat) for number, seat in enumerate(then)}
    return Moves(numbers, of_columns=game.rules.columns_are == "players")
