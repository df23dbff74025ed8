"""Banakil: two to four players alone, or two pairs; two packs and two jokers; half points.

A player scores in a round:
  melded - left in hand, + 20 for going out;
  nothing melded at all: -20, and the hand does not count;
  the whole hand melded at once, nothing melded before: 40, in place of all else.
Alone, that is the team's score. In pairs, the pair that went out scores what the player who went
out scores; the other pair scores the sum of its two players minus the score of that player's
partner. In pairs the 40 is given only if none of the other three has melded; else it is melds + 20.
A team's halves are rounded once: up when positive, dropped when negative: +0.5 either way.
If the stock runs out nobody scores. The game goes to a total agreed beforehand.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from . import ending, suited_melds
from .entry import (
    ADDS,
    CARD_POINTS,
    HALF,
    LIMIT,
    TAKES_OFF,
    CardClass,
    Entry,
    Finding,
    Pile,
    Points,
    _,
    adjustment,
    adjustment_note,
    choice,
    deck_classes,
    error,
    field_of,
    limits,
    option,
    points,
    warning,
    yes_no,
)
from .variant import (
    Bonus,
    Goal,
    Line,
    Lines,
    Note,
    Requirement,
    Seating,
    Table,
    Variant,
    amount,
)

CARDS = (
    CardClass("jokers", _("Jokers"), 4, 2),
    CardClass("twos", _("Twos"), 2, 8),
    CardClass("aces", _("Aces"), Decimal("1.5"), 8),
    CardClass("seven_to_king", _("7 to king"), 1, 56),
    CardClass("three_to_six", _("3 to 6"), HALF, 32),
)
PACKS = 2
DECK = 108
HAND = 18
"""How many cards each player is dealt: RULES, Set-up."""

CHEAPEST_MELD = Decimal("1.5")
OUT, NO_MELD, AT_ONCE = 20, -20, 40
HALVES: dict[str, Any] = {"step": HALF, "group": CARD_POINTS}
BY_WINNER, BY_SUM = "winner_and_opponents", "sum_of_partners"


@dataclass(frozen=True, slots=True)
class Round:
    """What is asked once for the round."""

    ended_by: str | None = ending.how()
    went_out: int | None = ending.who()
    all_at_once: bool = yes_no(_("The whole hand at once"), "all-at-once")


@dataclass(frozen=True, slots=True)
class Column:
    """What is asked for each player."""

    meld_points: Pile = points(_("Melded"), "scoring", CARDS, unit=ADDS, **HALVES)
    hand_points: Pile = points(_("Left in hand"), "hands", CARDS, unit=TAKES_OFF, **HALVES)
    adjustment: int = adjustment(1)
    adjustment_note: str = adjustment_note()


def usual_target(seating: Seating) -> int:
    """Return the total that is played to unless agreed otherwise, by who plays."""
    if seating.each > 1:
        return 303
    return {2: 150, 3: 203, 4: 203}[seating.teams]


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a table."""

    target: int = option(203, _("Play to"), low=1, by_seating=usual_target)
    pairs_scoring: str = choice(
        _("Pairs score"),
        "pairs",
        (
            (BY_WINNER, _("the player who went out, and the opponents less that player's partner")),
            (BY_SUM, _("the sum of both partners")),
        ),
        BY_WINNER,
    )


def going_out(_table: Table[Options]) -> tuple[Requirement, ...]:
    """Return the checklist, in words: nothing that was entered can show it."""
    label = _("The last card is discarded or melded")
    return (Requirement("last_card", label, "", "going-out"),)


def figures(_options: Options) -> dict[str, Points]:
    """Return the numbers that the rules page speaks of."""
    return {
        "packs": PACKS,
        "jokers_in_deck": next(item.deck or 0 for item in CARDS if item.key == "jokers"),
        "deck_cards": sum(item.deck or 0 for item in CARDS),
        "deck_points": DECK,
        "hand": HAND,
        "out": OUT,
        "no_meld": NO_MELD,
        "at_once": AT_ONCE,
        "cheapest": CHEAPEST_MELD,
        "step": HALF,
        "limit": LIMIT,
        **{
            f"target_{seating.teams}_{seating.each}": usual_target(seating)
            for seating in BANAKIL.seatings
        },
    }


def rules(entry: Entry[Round, Column], table: Table[Options]) -> Iterator[Finding]:
    """Yield every finding about an entry, in points of two packs with two jokers."""
    out = ending.who_went_out(entry.round)
    yield from limits(entry)
    yield from ending.faults(entry.round)
    if entry.round.all_at_once and entry.round.ended_by == "stock_out":
        message = _("Nobody melds the whole hand at once in a round that ended with the stock.")
        yield error("at_once_without_out", message, "all-at-once", "all_at_once")
    held = sum(item.meld_points.points + item.hand_points.points for item in entry.columns)
    if held > DECK:
        message = _("The cards of all players come to %(found)s, but the deck holds %(deck)s.")
        yield error("points_over_deck", message, "cards", found=held, deck=DECK)
    yield from deck_classes(entry, CARDS)
    for column, answers in enumerate(entry.columns):
        yield from _of_player(answers, column, out)
    if out is not None and entry.round.all_at_once and not _forty(entry, table, out):
        scored = entry.columns[out].meld_points.points + OUT
        message = _(
            "Another player has melded, so the 40 for the whole hand at once does not apply: "
            "melds and 20 make %(scored)s."
        )
        yield warning("at_once_after_melds", message, "all-at-once", "all_at_once", scored=scored)


def _of_player(answers: Column, column: int, out: int | None) -> Iterator[Finding]:
    melded, left = answers.meld_points.points, answers.hand_points.points
    meld = ("scoring", field_of(answers, "meld_points"), column)
    hand = ("hands", field_of(answers, "hand_points"), column)
    if 0 < melded < CHEAPEST_MELD:
        message = _("The cheapest meld, three low cards, is worth %(least)s.")
        yield error("below_cheapest_meld", message, *meld, least=CHEAPEST_MELD)
    if column == out:
        if left:
            message = _("%(column)s went out, so nothing can be left in hand.")
            yield error("hand_left_after_out", message, *hand)
        if not melded:
            message = _("%(column)s went out, so something must have been melded.")
            yield error("out_without_meld", message, *meld)
    elif melded and not left:
        message = _("%(column)s did not go out, yet has nothing in hand. Was the hand counted?")
        yield warning("hand_not_counted", message, *hand)


def _forty(entry: Entry[Round, Column], table: Table[Options], out: int) -> bool:
    """Say whether the whole hand at once earns 40: in pairs only if nobody else has melded."""
    others = (answers for column, answers in enumerate(entry.columns) if column != out)
    alone = not any(answers.meld_points.points for answers in others)
    return entry.round.all_at_once and (alone or not table.in_pairs)


def score(entry: Entry[Round, Column], table: Table[Options]) -> tuple[Lines, ...]:
    """Return the lines of each team's score, in points and half points that add up to a whole."""
    out = ending.who_went_out(entry.round)
    return tuple(
        (*_rounded(_team(entry, table, team, out)), *_adjustments(entry, table, team))
        for team in range(len(table.teams))
    )


def _team(
    entry: Entry[Round, Column], table: Table[Options], team: int, out: int | None
) -> Iterator[Line]:
    if out is None:
        return
    by_winner = table.in_pairs and table.options.pairs_scoring == BY_WINNER
    if by_winner and table.team_of(out) == team:
        yield from _player(entry, table, out, out)
        return
    for player in table.members(team):
        yield from _player(entry, table, player, out)
    if by_winner:
        partner = next(one for one in table.members(table.team_of(out)) if one != out)
        taken = sum(line.points for line in _cards(entry.columns[partner], partner))
        label = _("Less the score of the winner's partner")
        yield from amount("partner_of_winner", label, -taken, "pairs", partner)


def _player(
    entry: Entry[Round, Column], table: Table[Options], player: int, out: int
) -> Iterator[Line]:
    if player == out and _forty(entry, table, out):
        label = _("The whole hand at once")
        yield Line("all_at_once", label, AT_ONCE, "all-at-once", column=player)
        return
    answers = entry.columns[player]
    yield from _cards(answers, player)
    if player == out and answers.meld_points.points:
        yield Line("going_out", _("Going out"), OUT, "going-out", column=player)


def _cards(answers: Column, player: int) -> Iterator[Line]:
    """Yield what a player has for the cards, laid down or not."""
    melded, left = answers.meld_points.points, answers.hand_points.points
    if not melded:
        yield Line("no_meld", _("Nothing melded"), NO_MELD, "no-meld", column=player)
        return
    yield from amount("meld_points", _("Melded"), melded, "scoring", player)
    yield from amount("hand_points", _("Left in hand"), -left, "hands", player)


def _rounded(lines: Iterator[Line]) -> Iterator[Line]:
    exact = tuple(lines)
    yield from exact
    if sum(line.points for line in exact) % 1:
        yield Line("rounding", _("Rounding"), HALF, "rounding")


def _adjustments(entry: Entry[Round, Column], table: Table[Options], team: int) -> Iterator[Line]:
    for player in table.members(team):
        points = entry.columns[player].adjustment
        yield from amount("adjustment", _("Adjustment"), points, "adjustment", player)


MELDING = suited_melds.banakil(CARDS, PACKS)


def bonuses(_options: Options) -> tuple[Bonus, ...]:
    """Return what is given besides cards."""
    return (
        Bonus(_("Going out"), OUT),
        Bonus(_("The whole hand at once, in place of all else"), AT_ONCE),
        Bonus(_("Nothing melded, in place of the hand"), NO_MELD),
    )


PAIRS_SCORE = {
    BY_WINNER: _(
        "In pairs the winners have the score of who went out alone; the others have theirs added, "
        "less that of the other winner"
    ),
    BY_SUM: _("In pairs the scores of both partners are added"),
}


def notes(table: Table[Options]) -> tuple[Note, ...]:
    """Return what the pocket card says of pairs, of halves, and of a round that nobody ended."""
    last = (
        Note(_("Half a point is rounded up once the score is made, below zero too")),
        Note(_("Nobody scores when the stock runs out")),
    )
    if not table.in_pairs:
        return last
    alone = Note(_("In pairs the whole hand at once counts so only if nobody else has melded"))
    return (Note(PAIRS_SCORE[table.options.pairs_scoring]), alone, *last)


BANAKIL = Variant(
    key="banakil",
    name=_("Banakil"),
    short=_("Banakil"),
    summary=_("Alone or in pairs, half points, to a total you agree on"),
    columns_are="players",
    seatings=(Seating(2, 1), Seating(3, 1), Seating(4, 1), Seating(2, 2)),
    round_questions=Round,
    column_questions=Column,
    options=Options,
    rules=rules,
    score=score,
    goal=lambda table: Goal(target=table.options.target),
    going_out=going_out,
    bonuses=bonuses,
    notes=notes,
    melding=lambda _options: MELDING,
    figures=figures,
    may_be_untouched=lambda entry: entry.round.ended_by == "stock_out",
    spread=10,
    clockwise=False,
)
