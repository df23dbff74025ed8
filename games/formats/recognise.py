"""What a file is that was sent, whatever it is called, and what is in it."""

import zlib
from collections.abc import Iterable, Iterator, Mapping
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import gamefile, importing
from games.importing import Arrival

from . import archive, bgstats, cells, keepscore, rounds, sheets
from .parcel import Kind, NotReadableError, Parcel

LARGEST = 8 * 1024 * 1024
"""So many bytes of compressed files are looked at, of all that are sent in one go together."""

MOST_PACKED = 1032
"""No file is compressed into less than one of so many parts of it."""

GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"


def opened(
    name: str,
    raw: bytes,
    zone: ZoneInfo,
    chosen: Mapping[str, str] | None = None,
    largest: int = LARGEST,
) -> Parcel:
    """Look into a file that was sent under this name; everything wrong with it is in the answer.

    Times without a zone are told in `zone`, and `chosen` has the variants that somebody chose for
    the names of games in it.
    """
    try:
        return _opened(name, unpacked(raw, largest), zone, chosen or {})
    except NotReadableError as wrong:
        return _refused(name, str(wrong))


def opened_all(files: Iterable[tuple[str, bytes]], zone: ZoneInfo) -> Iterator[Parcel]:
    """Look into files that were sent in one go, as `opened` does into one.

    Together they hold no more than one alone may: many are unpacked in the same memory.
    """
    left = LARGEST
    for name, raw in files:
        is_packed = raw.startswith(GZIP)
        took = len(raw) * MOST_PACKED if is_packed else 0
        try:
            content = unpacked(raw, LARGEST, left)
            took = len(content) if is_packed else 0
            yield _opened(name, content, zone, {})
        except NotReadableError as wrong:
            yield _refused(name, str(wrong))
        left -= min(left, took)


def _refused(name: str, why: str) -> Parcel:
    return Parcel(name, Kind.GAME, (Arrival(name, refusal=why),), refusal=why)


def unpacked(raw: bytes, largest: int = LARGEST, left: int | None = None) -> bytes:
    """Return the bytes in a file that is compressed, or the file as it is.

    Of `largest` bytes so many may be `left` by the files before it.
    """
    if raw.startswith(ZIP):
        raise NotReadableError(
            _(
                "This is a ZIP file, or a spreadsheet in its own format. Take out what is in it, or"
                " save it as CSV."
            )
        )
    if not raw.startswith(GZIP):
        return raw
    unzip = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        content = unzip.decompress(raw, (largest if left is None else left) + 1)
    except zlib.error:
        raise NotReadableError(_("The compressed file is damaged.")) from None
    if left is not None and left < len(content) <= largest:
        raise NotReadableError(
            _(
                "These compressed files hold more together than a page can look at, %(most)s MB."
                " Choose fewer at a time."
            )
            % {"most": largest // (1024 * 1024)}
        )
    if len(content) > largest:
        raise NotReadableError(
            _(
                "This compressed file holds more than a page can look at, %(most)s MB. Whoever runs"
                " this installation can bring it in with the command “import_club”."
            )
            % {"most": largest // (1024 * 1024)}
        )
    if not unzip.eof or unzip.unused_data:
        raise NotReadableError(_("The compressed file is damaged."))
    return content


def kind_of(name: str, raw: bytes) -> Kind | None:
    """Return what a file means to be, by how it begins; None if that is not seen at once."""
    if archive.is_archive(raw):
        return Kind.ARCHIVE
    if _is_json(raw):
        return Kind.BGSTATS if bgstats.is_export(raw) else Kind.GAME
    return None if raw.startswith((GZIP, ZIP)) or _may_be_a_table(name, raw) else Kind.GAME


def _opened(name: str, raw: bytes, zone: ZoneInfo, chosen: Mapping[str, str]) -> Parcel:
    match kind_of(name, raw):
        case Kind.ARCHIVE:
            return archive.read(name, _utf8(raw))
        case Kind.BGSTATS:
            return bgstats.read(name, _utf8(raw), zone, chosen)
        case None:
            return _table(name, cells.text_of(raw), zone, chosen)
    arrival = importing.arrived(name, raw)
    text = gamefile.text_of(arrival.file) if arrival.file else ""
    return Parcel(name, Kind.GAME, (arrival,), arrival.refusal, text)


def _is_json(raw: bytes) -> bool:
    return raw[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def _utf8(raw: bytes) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotReadableError(_("The file is not written in UTF-8.")) from None
    if "\0" in text:
        raise NotReadableError(_("The file holds characters that cannot be written down."))
    return text


def _may_be_a_table(name: str, raw: bytes) -> bool:
    """Say whether a file means to be a table: by its name, or by how it begins."""
    if name.lower().endswith((".csv", ".tsv", ".txt")):
        return True
    first = raw[:400].replace(b"\0", b"").replace(b'"', b"").lower()
    return any(word in first for word in (b"start time", b"game_id", b"game,", b"game;", b"game\t"))


def _table(name: str, text: str, zone: ZoneInfo, chosen: Mapping[str, str]) -> Parcel:
    whole = cells.rows_of(text)
    found = cells.trimmed(whole)
    while found and not any(found[0][1]):
        found.pop(0)
        whole.pop(0)
    first = found[0][1] if found else []
    if sheets.is_header(first):
        return sheets.read(name, text, whole, zone, chosen)
    if keepscore.is_header(first):
        return keepscore.read(name, text, found, zone, chosen)
    if tuple(first[: len(rounds.HEADER)]) == rounds.HEADER:
        raise NotReadableError(
            _(
                "This table has every component of every round, to be reckoned with elsewhere."
                " Bring in the archive of the club, or its score sheets."
            )
        )
    raise NotReadableError(
        _("No such table is known here: it has no score sheets, and is not from KeepScore.")
    )
