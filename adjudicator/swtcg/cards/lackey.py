"""Set files of the LackeyCCG plugin: bytes to rows.

A set file is a table with a header row and tabs between cells, made by
spreadsheets. This module undoes what those did to it (notes on each repair
stand at its code) and knows nothing of the rules; `importer` makes faces of
the rows. Nothing here touches the file system.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from adjudicator.swtcg.cards.aligning import aligned
from adjudicator.swtcg.cards.diagnostics import Diagnostic, ImportFailed
from adjudicator.swtcg.words.card_names import tidy

SET_FILE_BYTES_MAX = 16 * 1024 * 1024
CELL_CHARACTERS_MAX = 20_000

# The columns in the order of current files. Older ones stop at Script or later.
COLUMNS = (
    "Name", "Set", "ImageFile", "Side", "Type", "Subtype", "Cost", "Speed", "Power",
    "Health", "Rarity", "Number", "Usage", "Text", "Script", "Classification", "DraftRarity",
)  # fmt: skip
_NEEDED = ("Name", "Type")
_TIDIED = ("Name", "Set", "ImageFile", "Side", "Type", "Subtype", "Rarity")
STATS = ("Cost", "Speed", "Power", "Health")
"""The columns of a card's numbers."""
# What Windows writes where it means Latin-1; 0x96 is the dash of many type lines.
_WINDOWS = "cp1252"


class Row(msgspec.Struct, frozen=True, gc=False):
    """One card of a set file, cells repaired, still strings."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        """Return a cell; a column the file lacks is empty."""
        return self.cells.get(column, "")


class SetFile(msgspec.Struct, frozen=True, gc=False):
    """A set file as read: its rows in order, and what had to be repaired."""

    rows: tuple[Row, ...]
    diagnostics: tuple[Diagnostic, ...]


def decode(data: bytes) -> tuple[str, list[Diagnostic]]:
    """Decode UTF-8 and UTF-16 (with or without mark), else Windows-1252."""
    if wide := _wide_encoding(data):
        text = data.decode(wide, errors="replace").removeprefix("\ufeff")
        lost = text.count("\ufffd")
        return text, [Diagnostic("BYTES_LOST", 0, f"{lost} signs", "question marks", lost=True)] if lost else []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as bad:
        line = data.count(b"\n", 0, bad.start) + 1
        found = Diagnostic("NOT_UTF8", line, f"byte 0x{data[bad.start]:02x}", "Windows-1252")
    try:
        return data.decode(_WINDOWS), [found]
    except UnicodeDecodeError:
        # Five bytes have no sign in Windows-1252; Latin-1 has one for every byte.
        return data.decode("latin-1"), [found]


def _wide_encoding(data: bytes) -> str:
    """The kind of UTF-16 that bytes are in, by their mark or by every other byte being nought; empty if in none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16-le" if data.startswith(b"\xff") else "utf-16-be"
    start = data[:64]
    noughts = [start[at::2].count(0) for at in (0, 1)]
    if len(start) >= 4 and max(noughts) > 0.4 * len(start) and min(noughts) == 0:
        return "utf-16-be" if noughts[0] else "utf-16-le"
    return ""


def read_set_file(data: bytes) -> SetFile:
    """Read the table of a set file.

    Raises ImportFailed where it is no such table (no header with Name and Type,
    too big). Everything smaller is repaired and listed in `diagnostics`.
    """
    if len(data) > SET_FILE_BYTES_MAX:
        raise ImportFailed(f"a set file may have {SET_FILE_BYTES_MAX} bytes, this has {len(data)}")
    text, found = decode(data)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    header = _header(lines[0], found)
    rows: list[Row] = []
    at = 1
    while at < len(lines):
        first, cells, at = _cells_from(lines, at, len(header), found)
        if any(cell.strip() for cell in cells):
            row = _row(first + 1, header, cells, found)
            if row is not None:
                rows.append(row)
    return SetFile(tuple(rows), tuple(found))


def _header(line: str, found: list[Diagnostic]) -> list[str]:
    """Match the header row, whatever the case and blanks of its words."""
    known = {column.casefold(): column for column in COLUMNS}
    header = [known.get(cell.strip().strip('"').casefold(), "") for cell in line.split("\t")]
    while header and not header[-1]:
        header.pop()
    if missing := [column for column in _NEEDED if column not in header]:
        raise ImportFailed(
            f"the header row has no column {' and no column '.join(missing)}; "
            f"a set file starts with {', '.join(COLUMNS[:6])} ...",
            line=1,
        )
    written = [cell.strip() for cell in line.split("\t")]
    odd = [cell for cell, column in zip(written, header, strict=False) if cell and not column]
    found.extend(Diagnostic("COLUMN_UNKNOWN", 1, cell[:60], lost=True) for cell in odd)
    for column, times in Counter(column for column in header if column).items():
        if times > 1:
            found.append(Diagnostic("COLUMN_TWICE", 1, column, "the last of them", lost=True))
    absent = [column for column in COLUMNS[:15] if column not in header]
    found.extend(Diagnostic("COLUMN_MISSING", 1, column, "empty cells") for column in absent)
    return header


def _cells_from(lines: list[str], at: int, width: int, found: list[Diagnostic]) -> tuple[int, list[str], int]:
    """Take the cells of the row at `at`; a quoted cell may run over line ends."""
    first, line = at, lines[at]
    at += 1
    while at < len(lines) and _quote_is_open(line, width) and not _starts_row(lines[at], width):
        found.append(Diagnostic("CELL_OVER_LINES", at + 1, lines[at][:40], "more of the cell before"))
        line = f"{line} {lines[at]}"
        at += 1
    return first, line.split("\t"), at


def _quote_is_open(line: str, width: int) -> bool:
    """Tell a short row whose last cell opens a quotation that it does not close."""
    cells = line.split("\t")
    return len(cells) < width and cells[-1].startswith('"') and cells[-1].count('"') % 2 == 1


def _starts_row(line: str, width: int) -> bool:
    """Tell whether a line looks like a whole row of its own."""
    return line.count("\t") >= min(width, 12) - 1


def _row(line: int, header: list[str], cells: list[str], found: list[Diagnostic]) -> Row | None:
    cells = aligned(line, header, cells, found)
    extra = [cell for cell in cells[len(header) :] if cell.strip()]
    found.extend(Diagnostic("CELL_BEYOND_HEADER", line, cell[:60], lost=True) for cell in extra)
    if len(cells) < len(header):
        # Spreadsheets cut trailing empty cells; only a cut before Text is news.
        if "Text" in header and len(cells) <= header.index("Text"):
            found.append(Diagnostic("ROW_SHORT", line, f"{len(cells)} cells", "empty cells"))
        cells = cells + [""] * (len(header) - len(cells))
    pairs = {column: _cell(line, column, cell, found) for column, cell in zip(header, cells, strict=False) if column}
    if not pairs["Name"]:
        found.append(Diagnostic("ROW_WITHOUT_NAME", line, "\t".join(cells)[:60], lost=True))
        return None
    return Row(line, pairs)


def _cell(line: int, column: str, cell: str, found: list[Diagnostic]) -> str:
    if len(cell) > CELL_CHARACTERS_MAX:
        found.append(Diagnostic("CELL_TOO_LONG", line, f"{column}: {cell[:40]}", lost=True))
        return ""
    if (bare := _without_csv_quotes(cell)) is not None:
        found.append(Diagnostic("CSV_QUOTES", line, f"{column}: {cell[:40]}", "the text inside"))
        cell = bare
    if column in _TIDIED:
        neat = tidy(cell)
        if neat != cell:
            found.append(Diagnostic("SIGNS_REPAIRED", line, cell, neat))
        return neat
    if column in STATS or column == "Number":
        return _number(line, column, cell, found)
    return cell.strip()


def _without_csv_quotes(cell: str) -> str | None:
    """Undo CSV quoting: a cell in quotes whose own quotes are all doubled."""
    trimmed = cell.strip()
    if len(trimmed) < 2 or trimmed[0] != '"' or trimmed[-1] != '"':
        return None
    inside = trimmed[1:-1]
    if '"' in inside.replace('""', ""):
        return None
    return inside.replace('""', '"')


def _number(line: int, column: str, cell: str, found: list[Diagnostic]) -> str:
    """Bring `7.0` to `7`; what is no number stays what it is, except as the card's number in its set."""
    bare = cell.strip()
    if bare.isdecimal() and bare.isascii():
        return str(int(bare))
    if bare.upper() in {"", "X", "*"} or (column == "Number" and bare.isalnum()):
        return bare.upper()
    whole, dot, fraction = bare.partition(".")
    if dot and whole.isdecimal() and fraction.strip("0") == "":
        found.append(Diagnostic("DECIMAL_NUMBER", line, f"{column} {bare}", str(int(whole))))
        return str(int(whole))
    if column in STATS:
        return bare
    found.append(Diagnostic("NO_NUMBER", line, f"{column} {bare[:40]}", lost=True))
    return ""
