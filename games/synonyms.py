"""Other names of the same thing: tables and books call it so, and our rules otherwise."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .wording import mended


@dataclass(frozen=True, slots=True)
class Names:
    """What our rules call a thing, and what else it is called elsewhere."""

    ours: tuple[str, ...]
    others: tuple[str, ...]


def table() -> tuple[Names, ...]:
    """Return the names in the language that is read, each list parted by commas.

    Some games of ours differ among themselves: a canasta is a book on Board Game Arena. So who
    looks for one of our own names is led to the others beside it as well.
    """
    pairs = (
        # The three Hand and Foot games
        (_("canasta, book"), _("pile, stack, packet")),
        (
            _("natural canasta, clean book"),
            _("red canasta, red book, red pile, clean pile, clean canasta, natural book"),
        ),
        (
            _("mixed canasta, dirty book"),
            _("black canasta, black book, black pile, dirty pile, dirty canasta, mixed book"),
        ),
        (_("wild canasta, wild book"), _("wild pile, joker canasta")),
        (_("natural, clean"), _("pure, unmixed")),
        (_("mixed, dirty"), _("impure, unclean, unnatural")),
        (_("sevens"), _("canasta of sevens, book of sevens")),
        (_("foot"), _("reserve, second hand, boot")),
        (_("freezes, frozen"), _("freeze, freezing")),
        (_("discard pile, discard"), _("waste, pickup pile, upcard, throw away")),
        (_("stock"), _("talon, draw pile, drawing pile, reservoir")),
        (
            _("opening"),
            _("initial meld, first meld, minimum, come down, coming down, get down"),
        ),
        (_("going out"), _("go out, close, closing, finish, declare, show, game shot")),
        (_("contract"), _("requirement, books needed")),
        (_("garbage"), _("trash, rubbish, dump")),
        (_("red three"), _("red trey, red treys, bonus three")),
        (_("black three"), _("black trey, black treys, stop card, block, blocks, blocked")),
        (_("two"), _("deuce, deuces")),
        (_("wild card, wilds"), _("wildcard, jolly, substitute")),
        # Banakil
        (_("banakil"), _("banaqil, banakel, banakeel, pinakel, pinnacle")),
        (_("run, sequence"), _("straight, series")),
        (_("set, triplet"), _("group, three of a kind, trial, trio")),
        (_("all at once"), _("concealed, hand going out, whole hand, in one go")),
        # Marriage
        (_("marriage"), _("nepali rummy, myarij, marij")),
        (_("main wild"), _("tiplu, tiplo, maal card")),
        (_("upper wild, upper secondary"), _("poplu, paplu, poplo")),
        (_("lower wild, lower secondary"), _("jhiplu, jiplu, jhipplu, jhiplo")),
        (_("wilds"), _("maal cards, value cards")),
        (_("tunnela"), _("tunnella, tunela, tunella, tanela, tunnel")),
        (_("dublee"), _("dubli, doublee, dubly, double, seven pairs, eight pairs, pairs")),
        (_("seen"), _("see the maal, shown, opened")),
        (_("settlement"), _("payoff, paying, money")),
        # All of them
        (_("adjustment"), _("penalty, fine, gift, correction, misdeal")),
        (_("places"), _("winner, winning, tie, draw, tied")),
        (_("house rules"), _("options, settings, variations, local rules")),
        (_("counting"), _("count, card classes")),
        (_("set-up"), _("setup, dealing, how many cards, shuffle")),
    )
    return tuple(Names(_listed(ours), _listed(others)) for ours, others in pairs)


def _listed(names: str) -> tuple[str, ...]:
    return tuple(mended(name) for one in names.split(",") if (name := one.strip()))
