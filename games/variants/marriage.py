"""Nepali Marriage: two to five players, each alone; one round each, or as many as agreed.

A player scores in a round, for 1, 2 or 3 of each:
  main wild cards 3, 7; upper secondary wild cards 2, 5, 10; lower ones 2, 5, 10;
  tunnelas shown from the deal 5, 15, 25; of secondary wild cards 15, 35;
  marriages in hand 10, 30; on the table 15, 35;
and who ended the round 10 for each other player. A wild card inside a marriage or a wild tunnela is
scored there only.

With the house rule "maal" a round is an exchange instead. S is a player's sum of the rows above, T
the sum of all S, n the number of players. Each player pays who ended the round T + w - n x S, where
w is 3 for a player who has opened and 10 for one who has not; a negative payment flows back.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import suited_melds
from .entry import (
    LIMIT,
    Entry,
    Finding,
    Points,
    _,
    adjustment,
    adjustment_note,
    choice,
    error,
    limits,
    one_column,
    option,
    questions,
    warning,
    whole,
    yes_no,
)
from .melds import Melding
from .variant import (
    Bonus,
    Goal,
    Line,
    Lines,
    Note,
    Opening,
    Payment,
    Requirement,
    Row,
    Seating,
    Table,
    Variant,
    amount,
    each,
)

ENDS = (("going_out", _("Somebody went out")),)
WILDS, MELDS, SEEN = _("Wild cards"), _("Melds shown"), _("Opened")
COPIES = 3
"""Three packs: three identical cards of each."""

CONTRACT = suited_melds.Contract(melds=3, pairs=None)
CONTRACT_WITH_PAIRS = suited_melds.Contract(melds=3, pairs=7)
"""What opens; seven pairs of identical cards do so only where rounds are settled by maal."""

CLOSING_MELDS, CLOSING_PAIRS = 4, 8
"""What ends the round: so many more melds, or so many pairs where they open."""

OF_A_PACK = 52
HAND = 21
"""How many cards each player is dealt: RULES, Set-up."""

UNDER_STOCK = _("“%(label)s” cannot be more than %(high)s: the third lies under the stock.")
THREE_COPIES = _("“%(label)s” cannot be more than %(high)s: there are three copies of that card.")
TWO_RANKS = _("“%(label)s” cannot be more than %(high)s: one of upper wilds and one of lower ones.")
IN_TABLE = _("“%(label)s” cannot be more than %(high)s: the table of points ends there.")
MARRIED = _(
    "“%(label)s” cannot be more than %(high)s: each holds a main wild, "
    "of which the third lies under the stock."
)


def maal(options: Any) -> bool:
    """Say whether the table settles every round between the players."""
    return bool(options.settlement == "maal")


@dataclass(frozen=True, slots=True)
class Round:
    """What is asked once for the round."""

    ended_by: str = choice(_("How did it end?"), "end", ENDS, "going_out")
    went_out: int | None = one_column(_("Who ended the round?"), "finish", required=True)
    dublee: bool = yes_no(_("Closed with eight pairs"), "dublee", used=maal)


@dataclass(frozen=True, slots=True)
class Column:
    """What is asked for each player; `worth` is the points for 1, 2 and 3."""

    seen: bool = yes_no(_("Has opened"), "seen", group=SEEN, used=maal)
    main_wilds: int = whole(
        _("Main wilds"), "wilds", group=WILDS, high=2, reason=UNDER_STOCK, worth=(3, 7)
    )
    upper_wilds: int = whole(
        _("Upper wilds"), "wilds", group=WILDS, high=3, reason=THREE_COPIES, worth=(2, 5, 10)
    )
    lower_wilds: int = whole(
        _("Lower wilds"), "wilds", group=WILDS, high=3, reason=THREE_COPIES, worth=(2, 5, 10)
    )
    tunnelas: int = whole(
        _("Tunnelas shown"), "tunnelas", group=MELDS, high=3, reason=IN_TABLE, worth=(5, 15, 25)
    )
    wild_tunnelas: int = whole(
        _("Wild tunnelas"), "tunnelas", group=MELDS, high=2, reason=TWO_RANKS, worth=(15, 35)
    )
    marriages_in_hand: int = whole(
        _("Marriages in hand"), "marriages", group=MELDS, high=2, reason=MARRIED, worth=(10, 30)
    )
    marriages_on_table: int = whole(
        _("Marriages on the table"),
        "marriages",
        group=MELDS,
        high=2,
        reason=MARRIED,
        worth=(15, 35),
    )
    adjustment: int = adjustment(1)
    adjustment_note: str = adjustment_note()

    @property
    def marriages(self) -> int:
        """All marriages, each with one wild card of each of the three ranks."""
        return self.marriages_in_hand + self.marriages_on_table


WITH_MAAL: dict[str, Any] = {"when": _("Only where a round is scored by maal."), "used": maal}


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a table. The payments and `unopened_maal` are used with "maal" only."""

    rounds: int = option(
        4, _("Rounds"), low=1, high=100, by_seating=lambda seating: seating.players
    )
    settlement: str = choice(
        _("A round is scored by"),
        "settlement",
        (("points", _("points")), ("maal", _("maal, paid between the players"))),
        "points",
    )
    finish_bonus: int = option(
        10,
        _("Ending the round, for each opponent"),
        when=_("Only where a round is scored by points."),
        used=lambda options: not maal(options),
    )
    seen_payment: int = option(3, _("Who has opened pays"), **WITH_MAAL)
    unseen_payment: int = option(10, _("Who has not opened pays"), **WITH_MAAL)
    dublee_bonus: int = option(5, _("Eight pairs add to each payment"), **WITH_MAAL)
    unopened_maal: str = choice(
        _("The maal of a player who has not opened"),
        "settlement",
        (("counts", _("counts")), ("murder", _("is lost (murder)"))),
        "counts",
        **WITH_MAAL,
    )


def going_out(table: Table[Options]) -> tuple[Requirement, ...]:
    """Return the two contracts, in words: nothing that was entered can show them."""
    opened = _("The opening contract: three melds laid down together")
    closed = _("The closing contract: four more melds of three, and a last discard")
    if maal(table.options):
        opened = _("The opening contract: three melds laid down together, or seven pairs shown")
        closed = _(
            "The closing contract: four more melds of three, and a last discard; or eight pairs"
        )
    return (
        Requirement("opening_contract", opened, "", "opening"),
        Requirement("closing_contract", closed, "", "finish"),
    )


def opening(_rows: Sequence[Row], table: Table[Options]) -> tuple[Opening, ...]:
    """Return the opening contract, which asks for melds and not for points."""
    words = _("Three melds together, each a pure sequence or a tunnela")
    if maal(table.options):
        words = _("Three melds together, each a pure sequence or a tunnela; or seven pairs")
    return (Opening(words=words),) * len(table.teams)


def melding(options: Options) -> Melding:
    """Return how the opening contract is judged."""
    contract = CONTRACT_WITH_PAIRS if maal(options) else CONTRACT
    return suited_melds.marriage(COPIES, contract)


def figures(options: Options) -> dict[str, Points]:
    """Return the numbers that the rules page speaks of.

    `tunnelas_2` is what two of them make, and likewise for each row of the table of points.
    """
    counted = {item: item.worth for item in questions(Column) if isinstance(item.worth, tuple)}
    rows = {
        f"{item.name}_{number}": points
        for item, worth in counted.items()
        for number, points in enumerate(worth, start=1)
    }
    return {
        **rows,
        **{f"{item.name}_most": item.high for item in counted if item.high is not None},
        "two_wild_and_one": rows["wild_tunnelas_2"] + rows["tunnelas_1"],
        "one_wild_and_two": rows["wild_tunnelas_1"] + rows["tunnelas_2"],
        "marriage_in_each": rows["marriages_in_hand_1"] + rows["marriages_on_table_1"],
        "opening_melds": CONTRACT.melds,
        "opening_pairs": CONTRACT_WITH_PAIRS.pairs or 0,
        "closing_melds": CLOSING_MELDS,
        "closing_pairs": CLOSING_PAIRS,
        "meld_cards": suited_melds.MELD,
        "players_least": MARRIAGE.seatings[0].players,
        "players_most": MARRIAGE.seatings[-1].players,
        "packs": COPIES,
        "copies": COPIES,
        "deck_cards": COPIES * OF_A_PACK,
        "hand": HAND,
        "finish_of_two": options.finish_bonus,
        "finish_of_most": options.finish_bonus * (MARRIAGE.seatings[-1].players - 1),
        "limit": LIMIT,
    }


def rules(entry: Entry[Round, Column], table: Table[Options]) -> Iterator[Finding]:
    """Yield every finding about an entry, in cards of three packs without jokers."""
    yield from limits(entry)
    for column, answers in enumerate(entry.columns):
        if answers.tunnelas + answers.wild_tunnelas > COPIES:
            message = _("%(column)s shows more than three tunnelas, wild ones included.")
            yield error("too_many_tunnelas", message, "tunnelas", None, column)
        if maal(table.options) and answers.marriages_on_table > 0 and not _seen(entry, column):
            message = _("%(column)s has a marriage on the table without having opened.")
            place = ("seen", "marriages_on_table", column)
            yield warning("marriage_unseen", message, *place)
    yield from _three_copies(entry)


def _seen(entry: Entry[Round, Column], column: int) -> bool:
    """Say whether a player has opened; who ended the round has, whatever was ticked."""
    return column == entry.round.went_out or entry.columns[column].seen


def _three_copies(entry: Entry[Round, Column]) -> Iterator[Finding]:
    """Yield what three copies of each wild card do not allow, all players together."""

    def everyone(number: Callable[[Column], int]) -> int:
        return sum(number(answers) for answers in entry.columns)

    main = everyone(lambda answers: answers.main_wilds + answers.marriages)
    upper = everyone(lambda answers: answers.upper_wilds + answers.marriages)
    lower = everyone(lambda answers: answers.lower_wilds + answers.marriages)
    if main > COPIES:
        message = _("Main wilds and marriages come to %(found)s, but there are only 3 main wilds.")
        yield error("main_wilds_over_deck", message, "wilds", found=main)
    if main == COPIES:
        message = _(
            "All 3 main wilds are counted, but the third lies under the stock for the whole round."
        )
        yield warning("third_main_wild", message, "wilds")
    if upper > COPIES:
        message = _("Upper wilds and marriages come to %(found)s, but there are only 3 of them.")
        yield error("upper_wilds_over_deck", message, "wilds", found=upper)
    if lower > COPIES:
        message = _("Lower wilds and marriages come to %(found)s, but there are only 3 of them.")
        yield error("lower_wilds_over_deck", message, "wilds", found=lower)
    shown = everyone(lambda answers: answers.wild_tunnelas)
    untouched = (upper <= 0) + (lower <= 0)
    if shown > untouched:
        message = _(
            "Wild tunnelas: %(found)s. Each holds all 3 upper or all 3 lower wilds, which does not "
            "go with the wild cards and marriages counted."
        )
        yield error("wild_tunnelas_over_deck", message, "tunnelas", found=shown)


def _rows(answers: Column) -> Iterator[Line]:
    """Yield a line for each row of the table of points in which a player has something."""
    for question in questions(Column):
        if isinstance(question.worth, tuple):
            count = getattr(answers, question.name)
            if count > 0:
                points = question.worth[min(count, len(question.worth)) - 1]
                yield Line(question.name, question.label, points, question.anchor, count)


def _maal_of(entry: Entry[Round, Column], table: Table[Options], column: int) -> int:
    if table.options.unopened_maal == "murder" and not _seen(entry, column):
        return 0
    return int(sum(line.points for line in _rows(entry.columns[column])))


def payments(entry: Entry[Round, Column], table: Table[Options]) -> tuple[Payment, ...]:
    """Return what each player pays the one who ended the round, in points; none without maal.

    A payment is T + w - n x S, as said at the top of this module.
    """
    winner = entry.round.went_out
    if winner is None or not maal(table.options):
        return ()
    players = range(len(entry.columns))
    own = [_maal_of(entry, table, player) for player in players]
    return tuple(
        Payment(
            player, winner, sum(own) + _for_cards(entry, table, player) - len(own) * own[player]
        )
        for player in players
        if player != winner
    )


def _for_cards(entry: Entry[Round, Column], table: Table[Options], player: int) -> int:
    options = table.options
    seen = _seen(entry, player)
    for_pairs = options.dublee_bonus if entry.round.dublee else 0
    return (options.seen_payment if seen else options.unseen_payment) + for_pairs


def score(entry: Entry[Round, Column], table: Table[Options]) -> tuple[Lines, ...]:
    """Return the lines of each player's score, in points."""
    lines = _maal_lines if maal(table.options) else _point_lines
    return tuple(
        (
            *lines(entry, table, player),
            *amount("adjustment", _("Adjustment"), answers.adjustment, "adjustment"),
        )
        for player, answers in enumerate(entry.columns)
    )


def _point_lines(entry: Entry[Round, Column], table: Table[Options], player: int) -> Iterator[Line]:
    yield from _rows(entry.columns[player])
    if player == entry.round.went_out:
        others = len(entry.columns) - 1
        bonus = table.options.finish_bonus
        yield from each("finish", _("Ended the round"), others, bonus, "finish")


def _maal_lines(entry: Entry[Round, Column], table: Table[Options], player: int) -> Iterator[Line]:
    winner, number = entry.round.went_out, len(entry.columns)
    if player == winner:
        for payment in payments(entry, table):
            label = _("From %(column)s")
            yield Line("received", label, payment.points, "settlement", column=payment.payer)
    elif winner is not None:
        own = _maal_of(entry, table, player)
        everyone = sum(_maal_of(entry, table, one) for one in range(number))
        yield from each("maal", _("Own maal, from each player"), own, number, "settlement")
        label = _("The maal of all")
        yield from amount("maal_of_all", label, -everyone, "settlement")
        label = _("For having opened") if _seen(entry, player) else _("For not having opened")
        paid = -_for_cards(entry, table, player)
        yield from amount("paid_to_winner", label, paid, "settlement")


def bonuses(options: Options) -> tuple[Bonus, ...]:
    """Return what is given, or with maal paid to who ended the round, besides the table."""
    if not maal(options):
        return (Bonus(_("Ending the round, for each other player"), options.finish_bonus),)
    return (
        Bonus(_("Paid by who has opened, besides maal"), options.seen_payment),
        Bonus(_("Paid by who has not opened, besides maal"), options.unseen_payment),
        Bonus(_("Closed with eight pairs, on each payment"), options.dublee_bonus),
    )


def notes(table: Table[Options]) -> tuple[Note, ...]:
    """Return how a round is settled by maal, for the pocket card; nothing more with points."""
    if not maal(table.options):
        return ()
    settled = Note(
        _(
            "Each pays who ended the round: the maal of all, and what is paid besides it, less own "
            "maal times the number of players"
        )
    )
    if table.options.unopened_maal == "counts":
        return (settled,)
    return (settled, Note(_("The maal of a player who has not opened is lost (murder)")))


MARRIAGE = Variant(
    key="marriage",
    name=_("Nepali Marriage"),
    short=_("Marriage"),
    summary=_("Each alone, wild cards that score, one round a player"),
    columns_are="players",
    seatings=tuple(Seating(players, 1) for players in range(2, 6)),
    round_questions=Round,
    column_questions=Column,
    options=Options,
    rules=rules,
    score=score,
    goal=lambda table: Goal(rounds=table.options.rounds),
    going_out=going_out,
    bonuses=bonuses,
    notes=notes,
    melding=melding,
    melding_rules=("settlement",),
    opening=opening,
    payments=payments,
    figures=figures,
    ties_share=True,
    spread=10,
)
