"""The game object: the rules with their words and their values.

The parser is loaded when words are read for the first time, so that a game without words pays nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.showing import Shown
from adjudicator.swtcg import comparing, opening
from adjudicator.swtcg.rules import SwtcgRules
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face

if TYPE_CHECKING:
    from adjudicator.kernel.editing import Edit, Edited
    from adjudicator.kernel.game.attack_odds import Answer, Question


class SwtcgGame(SwtcgRules):
    """The Star Wars TCG under every edition there is: kernel.game.Game but for its cards and its play (`offer`)."""

    consequence_of = staticmethod(comparing.consequence_of)
    parted_by = staticmethod(comparing.parted_by)
    waits = staticmethod(comparing.waits)
    differences = staticmethod(comparing.differences)

    def load(self) -> None:
        """Load the parser."""
        from adjudicator.swtcg.notation.syntax import parse_declaration  # noqa: PLC0415 - see the module

        parse_declaration("dark: pass")

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

    def edit_board(self, text: str, edition: str, edits: Sequence[Edit], faces: tuple[Face, ...] = ()) -> Edited:
        """A written board after changes. Raises EditError, NotUnderstoodError, AmbiguousError."""
        from adjudicator.swtcg.notation.board_editing import edited  # noqa: PLC0415 - see the module

        return edited(text, edition, edits, faces, self.reckoning)

    def show(self, table: Table) -> Shown:
        """A table as data, as far as it is known."""
        from adjudicator.swtcg.showing import show  # noqa: PLC0415 - see the module

        return show(table)

    def board_with_names(self, table: Table) -> str:
        """The notation of a table with the alias of everything that stands on it."""
        from adjudicator.swtcg.notation.board_writer import board  # noqa: PLC0415 - see the module

        return board(table, all_aliases=True)

    def lacks(self, board: str, fragment: str) -> tuple[str, ...]:
        """What a part of a board says that does not hold on a whole one. Raises ValueError."""
        from adjudicator.swtcg.notation.fragment import differences  # noqa: PLC0415 - see the module

        return differences(board, fragment)

    def never_there(self, boards: Sequence[str], fragment: str) -> tuple[str, ...]:
        """What a part of a board says to be gone that was on none of the boards before."""
        from adjudicator.swtcg.notation.fragment import never_there  # noqa: PLC0415 - see the module

        return never_there(boards, fragment)

    def stands(self, table: Table) -> tuple[str, ...]:
        """Where a table stands, as a board's first line and that of its attack say it, and what it waits for."""
        from adjudicator.swtcg.notation.waiting import question_words  # noqa: PLC0415 - see the module
        from adjudicator.swtcg.notation.whereabouts import point_lines  # noqa: PLC0415 - see the module

        first, attack, _ = point_lines(table)
        return tuple(line for line in (first, attack, question_words(table)) if line)

    def when(self, table: Table) -> tuple[int, str]:
        """The number of the turn, and phase, step, arena and player in words."""
        turn = table.turn
        words = dict.fromkeys((turn.phase, turn.step, turn.arena, turn.seat))
        return turn.number, " ".join(each for each in words if each)

    def refer(self, table: Table, words: str) -> int | None:
        """The stack that a name stands for; None if nothing, or several things, are called so."""
        from adjudicator.swtcg.notation import refer  # noqa: PLC0415 - see the module

        try:
            return refer(table, words)
        except ValueError:
            return None

    def named(self, table: Table, said: Any) -> tuple[str, ...]:
        """The titles of the cards that a declaration names, as far as the table knows them."""
        from adjudicator.swtcg.notation.mentioned import named  # noqa: PLC0415 - see the module

        return named(table, said)

    def held_by(self, table: Table, words: str, field: str) -> Any:
        """What a field of a fact holds of what is called so. Raises NotUnderstoodError, AmbiguousError."""
        from adjudicator.swtcg.notation.mentioned import held_by  # noqa: PLC0415 - see the module

        return held_by(table, words, field)

    def odds(self, table: Table, question: Question) -> Answer:
        """The odds of an attack. Raises OddsError, and what reading raises."""
        from adjudicator.swtcg.odds.asking import asked  # noqa: PLC0415 - see the module

        return asked(self, table, question)

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
