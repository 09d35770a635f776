"""What an importer found wrong, and what it took instead.

Set files and deck lists of the community come through spreadsheets and three
decades of encodings. The importers never drop a card in silence and never
change a character in silence: each repair is a `Diagnostic` with its line.
"""

from __future__ import annotations

import msgspec

ABILITIES_CUT, ABILITIES_JOINED, REMINDER_DIFFERS = "ABILITIES_CUT", "ABILITIES_JOINED", "REMINDER_DIFFERS"
NOTES = (ABILITIES_CUT, ABILITIES_JOINED, REMINDER_DIFFERS)
"""Findings on a text of which nothing was changed or lost: its abilities were told apart otherwise than by the file's
signs, or a reminder in brackets says something else than the keyword that it explains.
"""


class Diagnostic(msgspec.Struct, frozen=True, gc=False):
    """One flaw of an imported text.

    `code` is stable, UPPER_SNAKE_CASE. `line` counts from 1 (0: the text as a
    whole). `read` is what stood there, `took` what was understood; an empty
    `took` together with `lost` means that nothing could be made of it.
    """

    code: str
    line: int
    read: str
    took: str = ""
    lost: bool = False

    def render(self) -> str:
        """Say the diagnostic in one line of English."""
        where = f"line {self.line}: " if self.line else ""
        end = "left out" if self.lost else f"taken as {self.took!r}"
        return f"{where}{self.code}: {self.read!r}, {end}"


class ImportFailed(ValueError):
    """The text as a whole can't be read: wrong kind of file, too big, no cards."""

    def __init__(self, reason: str, *, line: int = 0) -> None:
        """Keep the reason and, where known, the line (from 1)."""
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason = reason
        self.line = line
