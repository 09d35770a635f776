"""The game object: the rules with their words, the notation of boards and declarations, and the lossless form.

The parser is loaded when words are read for the first time, so that a game without words pays nothing.
"""

from __future__ import annotations

import re

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.showing import Shown
from adjudicator.swtcg import comparing, opening
from adjudicator.swtcg.rules import SwtcgRules
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face


class SwtcgGame(SwtcgRules):
    """The Star Wars TCG under every edition there is; implements kernel.game.Game."""

    consequence_of = staticmethod(comparing.consequence_of)
    parted_by = staticmethod(comparing.parted_by)
    waits = staticmethod(comparing.waits)

    def read(self, table: Table, text: str) -> Declaration:
        """Read a declaration. Raises NotUnderstoodError or AmbiguousError."""
        from adjudicator.swtcg.notation.reading import read  # noqa: PLC0415 - see the module

        return read(table, text)

    def read_anyway(self, table: Table, text: str) -> Declaration:
        """The same of a card too that lies nowhere at the table, so that one is told that it is not there."""
        from adjudicator.swtcg.notation.reading import read  # noqa: PLC0415 - see the module

        return read(table, text, anywhere=True)

    def say(self, table: Table, said: Declaration) -> str:
        """A declaration in notation."""
        from adjudicator.swtcg.notation.saying import say  # noqa: PLC0415 - see the module

        return say(table, said)

    def read_board(self, text: str, edition: str, faces: tuple[Face, ...] = ()) -> Table:
        """A table from its notation, with cards beside the catalogue's. Raises NotUnderstoodError, AmbiguousError."""
        from adjudicator.swtcg.notation import read_board  # noqa: PLC0415 - see the module

        return read_board(text, edition, faces, self.reckoning)

    def board(self, table: Table, viewer: str | None = None) -> str:
        """The notation of a table as a seat may see it; for who may see everything so that it is read as the same."""
        from adjudicator.swtcg.notation import board  # noqa: PLC0415 - see the module

        return board(table, viewer, exact=viewer is None)

    def show(self, table: Table) -> Shown:
        """A table as data, as far as it is known."""
        from adjudicator.swtcg.showing import show  # noqa: PLC0415 - see the module

        return show(table)

    def in_names(self, table: Table, words: str) -> str:
        """A sentence with names for the numbers of what it speaks of."""
        return re.sub(r"#(\d+)", lambda number: table.title(int(number[1])), words)

    def stack_named(self, table: Table, name: str) -> int:
        """The stack that an alias, a name or a number names. Raises KeyError."""
        from adjudicator.swtcg.notation import refer  # noqa: PLC0415 - see the module

        try:
            number = int(name) if name.isdecimal() else refer(table, name)
        except ValueError as bad:
            raise KeyError(str(bad)) from None
        if number not in table.stacks:
            raise KeyError(name)
        return number

    def encode(self, table: Table) -> bytes:
        """A table in its lossless JSON form."""
        return stored.encode(table)

    def decode(self, data: bytes) -> Table:
        """A table from its lossless JSON form. Raises ValueError."""
        return opening.decode(data, self.reckoning)


SWTCG = SwtcgGame()
