"""What phones do at the tables, as a list of plain acts with how often each is done.

An act gets the phone and the sheet before it, and says whether it found something of its kind to
do. Most are a form of the sheet that is pressed: one line in `ACTS`.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from games.variants import VARIANTS
from tests.build import imagined, typed
from tests.pages import Form, Page
from tests.variants.build import NAMES, table_of

from .phones import Phone, Sheet, Sitting

type Act = Callable[[Phone, Sheet], bool]


def turn(phone: Phone, unwanted: Collection[Act] = ()) -> None:
    """Do one thing that can be done at one of the tables, or begin a game where none is left."""
    if phone.own is None and phone.sociable < 1:
        start(phone)
        return
    if phone.own is not None:
        restore_deleted(phone)
    sheet = phone.sheet()
    if sheet is None:
        return
    if (sheet.following or 0) > phone.tables.most_rounds:
        start(phone, common=not sheet.alone)
        return
    acts = {act: often for act, often in ACTS.items() if act not in unwanted}
    while acts:
        (act,) = phone.chance.choices(list(acts), list(acts.values()))
        if act(phone, sheet):
            return
        del acts[act]


# ---- games that begin


def start(phone: Phone, *, common: bool = False) -> None:
    """Start a game of its own, or one for all phones."""
    key = phone.chance.choice(list(VARIANTS))
    path = f"/games/new/{key}/"
    page = phone.open(path)
    if page is None:
        return
    form = page.form(path)
    teams, each = map(int, form.sent["seated"].split("x"))
    game = imagined(key, table_of(key, teams, each))
    phone.start(
        form, _names(form), lambda path: _sit_down(phone, Sitting(path, game), common=common)
    )


def start_as_a_stranger(phone: Phone, _sheet: Sheet) -> bool:
    phone.start_as_a_stranger(f"/games/new/{phone.chance.choice(list(VARIANTS))}/", _names)
    return True


def rematch(phone: Phone, sheet: Sheet) -> bool:
    """Play a finished game again, by one of the buttons for that."""
    path = f"{sheet.sitting.path}rematch/"
    if path not in sheet.page.links:
        return False
    page = phone.open(path)
    if page is not None:
        form = Form(path, "post", page.form("").fields)
        fields = dict([phone.chance.choice(page.buttons)])
        then = partial(_sit_down_again, phone, sheet)
        phone.start(form, fields, then, alone=sheet.alone)
    return True


def _sit_down_again(phone: Phone, sheet: Sheet, path: str) -> None:
    _sit_down(phone, Sitting(path, sheet.sitting.game), common=not sheet.alone)


def _sit_down(phone: Phone, sitting: Sitting, *, common: bool) -> None:
    if common:
        phone.tables.common = sitting
    else:
        phone.own, phone.draft = sitting, None


def _names(form: Form) -> Mapping[str, str]:
    seats = (name for name in form.sent if name.startswith("seat-"))
    return dict(zip(seats, NAMES, strict=False))


# ---- rounds


def record(phone: Phone, sheet: Sheet) -> bool:
    """Save the next round, typed in one go."""
    form = _next_round(phone, sheet)
    if form is not None:
        phone.send(sheet, form, _typed(phone, sheet))
    return sheet.following is not None


def record_bit_by_bit(phone: Phone, sheet: Sheet) -> bool:
    """Save the next round after it was kept as a draft twice."""
    form = _next_round(phone, sheet)
    if form is not None:
        fields = _typed(phone, sheet)
        phone.preview(sheet, form, _half(fields))
        phone.preview(sheet, form, fields)
        phone.send(sheet, form, fields)
    return sheet.following is not None


def leave_a_draft(phone: Phone, sheet: Sheet) -> bool:
    """Type half of the next round and turn to something else."""
    form = _next_round(phone, sheet)
    if form is not None:
        phone.preview(sheet, form, _half(_typed(phone, sheet)))
    return sheet.following is not None


def correct(phone: Phone, sheet: Sheet) -> bool:
    """Correct a round, in every other case after a look at what it would come to."""
    if (number := _some_round(phone, sheet)) is None:
        return False
    form = phone.open_round(sheet, number)
    if form is not None:
        fields = _typed(phone, sheet)
        if phone.chance.random() < 0.5:
            phone.preview(sheet, form, fields)
        phone.send(sheet, form, fields)
    return True


def insert(phone: Phone, sheet: Sheet) -> bool:
    """Put a round in before another."""
    if (number := _some_round(phone, sheet)) is None:
        return False
    form = phone.open_round(sheet, number, "insert/")
    if form is not None:
        phone.send(sheet, form, _typed(phone, sheet))
    return True


def delete_round(phone: Phone, sheet: Sheet) -> bool:
    """Take a round out."""
    if (number := _some_round(phone, sheet)) is None:
        return False
    form = phone.open_round(sheet, number, "delete/")
    if form is not None:
        phone.send(sheet, form)
    return True


def _some_round(phone: Phone, sheet: Sheet) -> int | None:
    """Return the number of a round that was played, if one was and the game is open."""
    following = sheet.following or 1
    return phone.chance.randrange(1, following) if following > 1 else None


def _next_round(phone: Phone, sheet: Sheet) -> Form | None:
    return None if sheet.following is None else phone.open_round(sheet, sheet.following)


def _typed(phone: Phone, sheet: Sheet) -> dict[str, str]:
    """Return the fields of a round that hardly any other is the same as."""
    game = sheet.sitting.game
    columns = range(len(game.rules.columns(game.table)))
    adjustment = {"adjustment": 5 * phone.chance.randrange(1, 200), "adjustment_note": "as agreed"}
    adjusted = phone.chance.choice(columns)
    # What another draft or the round before its correction had there is rubbed out.
    blank = {f"{column}-{name}": "" for column in columns for name in adjustment}
    return blank | typed(game, *[adjustment if one == adjusted else {} for one in columns])


def _half(fields: Mapping[str, str]) -> dict[str, str]:
    return dict(list(fields.items())[: len(fields) // 2])


# ---- who plays, and by which rules


def change_setup(phone: Phone, sheet: Sheet) -> bool:
    """Carry on other totals from paper, after a look at what that changes."""
    form = _setup_form(phone, sheet, "setup/")
    if form is not None:
        totals = {
            name: str(5 * phone.chance.randrange(-999, 1000))
            for name in form.sent
            if name.startswith("start-")
        }
        told = phone.look(form, totals)
        if told is not None:
            phone.send(sheet, told, {"save": "1"})
    return True


def let_somebody_sit_in(phone: Phone, sheet: Sheet) -> bool:
    """Let somebody sit in for the first player from the next round on."""
    if sheet.following is None:
        return False
    form = _setup_form(phone, sheet, "substitute/")
    if form is not None:
        guest = f"Guest {phone.chance.randrange(10**9)}"
        fields = {"player": "0", "name": guest, "from": str(sheet.following)}
        phone.send(sheet, form, fields)
    return True


def _setup_form(phone: Phone, sheet: Sheet, part: str) -> Form | None:
    # Nobody can sit in once another has closed the game.
    page = phone.open(sheet.sitting.path + part, may_be_gone=not sheet.alone)
    return page.form(sheet.sitting.path + part) if page else None


def delete_and_restore(phone: Phone, sheet: Sheet) -> bool:
    """Delete the game, and bring it back from the list of deleted games."""
    if not sheet.alone:
        # The others would find nothing where their game was.
        return False
    path = f"{sheet.sitting.path}delete/"
    page = phone.open(path)
    if page is not None:
        phone.send(sheet, page.form(path))
        restore_deleted(phone)
    return True


def restore_deleted(phone: Phone) -> None:
    """Bring back the game of its own, if it is deleted."""
    home, path = phone.open("/"), f"{phone.own.path}restore/" if phone.own else ""
    forms = [form for form in home.forms if form.action == path] if home else []
    if forms and phone.own:
        phone.send(Sheet(phone.own, Page(""), alone=True), forms[0])


# ---- forms that only need pressing


def press(part: str, phone: Phone, sheet: Sheet) -> bool:
    """Send the form of the sheet that goes to this part of the game's address."""
    form = sheet.form(part)
    if form is not None:
        phone.send(sheet, form)
    return form is not None


ACTS: Mapping[Act, int] = {
    start_as_a_stranger: 1,
    rematch: 2,
    record: 6,
    record_bit_by_bit: 4,
    leave_a_draft: 3,
    correct: 4,
    insert: 2,
    delete_round: 2,
    change_setup: 2,
    let_somebody_sit_in: 2,
    delete_and_restore: 1,
    partial(press, "undo/"): 4,
    partial(press, "redo/"): 3,
    partial(press, "finish/"): 2,
    # Only a finished game offers it, and little else.
    partial(press, "reopen/"): 9,
}
