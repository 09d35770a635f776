"""What an importer found wrong, and what it took instead.

Set files and deck lists of the community come through spreadsheets and three
decades of encodings. The importers never drop a card in silence and never
change a character in silence: each repair is a `Diagnostic` with its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

ABILITIES_CUT, ABILITIES_JOINED, REMINDER_DIFFERS = "ABILITIES_CUT", "ABILITIES_JOINED", "REMINDER_DIFFERS"
NOTES = (ABILITIES_CUT, ABILITIES_JOINED, REMINDER_DIFFERS)
"""Findings on a text of which nothing was changed or lost: its abilities were told apart otherwise than by the file's
signs, or a reminder in brackets says something else than the keyword that it explains.
"""

WORDS = {
    ABILITIES_CUT: "abilities stood together",
    ABILITIES_JOINED: "one ability stood apart",
    "ARENA_MISSING": "the Subordinate has no arena",
    "BYTES_LOST": "bytes that are no text",
    "CARD_TWICE": "the card stands in the file twice, and not alike",
    "CARD_UNKNOWN": "no card is called so",
    "CARD_WITHOUT_NAME": "the card has no name",
    "CELL_BEYOND_HEADER": "a cell behind the last column",
    "CELL_OVER_LINES": "the row goes on in a further line",
    "CELL_TOO_LONG": "the cell is too long",
    "COLUMN_MISSING": "the header lacks a column",
    "COLUMN_TWICE": "the header has a column twice",
    "COLUMN_UNKNOWN": "the header has a column that no set file has",
    "COPIES_BESIDE": "too many copies in the deck and beside it",
    "COST_IN_SUBTYPE": "the cost stands in the column Subtype",
    "CSV_QUOTES": "the cell is in quotation marks",
    "DECIMAL_NUMBER": "the number has a decimal point",
    "MISPRINT": "a word of the type line is misspelt",
    "NAME_DIFFERS": "the image is that of a card with another name",
    "NOT_UTF8": "the file is not in UTF-8",
    "NOT_OF_A_SUPPLY": "a supply has Subordinates and Events only",
    "NOT_OF_THE_FORMAT": "no set of the format has the card",
    "NO_COPIES": "the line has a count of 0",
    "NO_COUNT": "the line has no count",
    "NO_NUMBER": "the number can't be read",
    "NUMBER_IS_STAR": "the number is a star",
    "NUMBER_IS_X": "the number is an X",
    "NUMBER_MISSING": "a number is missing",
    "OTHER_GAME": "the deck is one of another game",
    "OTHER_SIDE": "the card is of the other side",
    "OTHER_WORDS_BY_HAND": "the effects by hand are those of another wording",
    REMINDER_DIFFERS: "the reminder says something else than the keyword",
    "PICTURE_UNKNOWN": "no card has this picture, and the line names none",
    "ROW_REPEATED": "the row stands in the file twice",
    "ROW_SHORT": "the row ends before its text",
    "ROW_WITHOUT_NAME": "the row has no name",
    "SET_CODE_IN_NAME": "the set's code stands in the name",
    "SIDE_UNKNOWN": "no side is called so",
    "SIGNS_REPAIRED": "quotes, dashes or blanks are odd",
    "TAB_MISSING": "a tab is missing before this cell",
    "TAB_TOO_MANY": "a tab too many",
    "TYPE_MISSING": "the card has no type",
    "TYPE_UNKNOWN": "no type of card is called so",
    "ZONE_UNKNOWN": "no part of a deck is called so",
}
"""What each code says, in words."""

TOLD_EACH_MAX = 5
"""So many repairs of one kind in one file are told one by one; more of them in one line."""


class Diagnostic(msgspec.Struct, frozen=True, gc=False):
    """One flaw of an imported text.

    `code` is stable, UPPER_SNAKE_CASE. `line` counts from 1 (0: the text as a
    whole). `read` is what stood there, `took` what was understood. `lost`: what the
    text meant is not in what was made of it; an empty `took` then means that nothing was
    made of it. `card` is the written name of the card, where there is one.
    """

    code: str
    line: int
    read: str
    took: str = ""
    lost: bool = False
    card: str = ""

    def render(self) -> str:
        """Say the diagnostic in one line of English."""
        where = ", ".join(each for each in (f"line {self.line}" * bool(self.line), self.card) if each)
        words = WORDS.get(self.code, self.code.replace("_", " ").lower())
        end = f"taken as {self.took!r}" + " (lost)" * self.lost if self.took or not self.lost else "left out"
        return f"{where}: " * bool(where) + f"{words}: {self.read!r}, {end}"


def rendered(found: Iterable[Diagnostic]) -> list[str]:
    """Findings of one text, each in a line of English: losses one by one, repairs of which there are many in one line.

    The order is that of the lines, what is told in one at its first.
    """
    listed = sorted(found, key=lambda each: each.line)
    counts = Counter(each.code for each in listed if not each.lost)
    told: list[str] = []
    gathered: set[str] = set()
    for each in listed:
        if each.lost or counts[each.code] <= TOLD_EACH_MAX:
            told.append(each.render())
        elif each.code not in gathered:
            gathered.add(each.code)
            told.append(f"{counts[each.code]} times, first in {each.render()}")
    return told


class ImportFailed(ValueError):
    """The text as a whole can't be read: wrong kind of file, too big, no cards."""

    def __init__(self, reason: str, *, line: int = 0) -> None:
        """Keep the reason and, where known, the line (from 1)."""
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason = reason
        self.line = line
