"""The part *notation* of a game: boards, declarations and names in words, both ways.

A method with a body here is one that a game may leave out; the body is then its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.game.not_offered import NotOfferedError

if TYPE_CHECKING:  # loaded for who asks
    from adjudicator.kernel.editing import Edit, Edited
    from adjudicator.kernel.showing import Shown


class Notation(Protocol):
    """How people write and read a game. All that reads raises kernel.notation.NotUnderstoodError or AmbiguousError."""

    def load(self) -> None:
        """Load what reading needs, so that the first who says something does not wait for it."""
        return

    # declarations --------------------------------------------------------------------------
    def read(self, table: Any, text: str) -> Declaration:
        """Read a declaration."""

    def read_anyway(self, table: Any, text: str) -> Declaration:
        """The same of a card too that lies nowhere at the table, so that one is told that it is not there."""
        return self.read(table, text)

    def say(self, table: Any, said: Declaration) -> str:
        """A declaration in notation; what `read` makes of it is the same declaration."""

    # boards --------------------------------------------------------------------------------
    def read_board(self, text: str, edition: str, faces: tuple[Any, ...] = ()) -> Any:
        """A table from its notation; `faces` are cards written down beside those that there are (`cards.faces`)."""

    def edit_board(self, text: str, edition: str, edits: Sequence[Edit], faces: tuple[Any, ...] = ()) -> Edited:
        """A written board after changes; an empty text is a board on which nothing lies yet. `faces` as above.

        Raises EditError, what reading raises, and NotOfferedError for a game that leaves it out.
        """
        raise NotOfferedError("boards of this game are typed; nothing clicks them together")

    def board(self, table: Any, viewer: str | None = None) -> str:
        """The notation of a table, as a seat may see it (None: everything)."""

    def board_with_names(self, table: Any) -> str:
        """The notation of a table with the name of everything that stands on it, whether it is needed or not."""
        return self.board(table)

    def show(self, table: Any) -> Shown:
        """A table as data, as far as it is known there. Raises NotOfferedError for a game that leaves it out."""
        raise NotOfferedError("the game does not show its tables as data")

    def lacks(self, board: str, fragment: str) -> tuple[str, ...]:
        """The lines of a part of a board that do not hold on a whole one, in words. Raises ValueError."""
        lines = {line.strip() for line in board.splitlines()}
        return tuple(f"no line {line.strip()!r}" for line in fragment.splitlines() if line.strip() not in {*lines, ""})

    def never_there(self, boards: Sequence[str], fragment: str) -> tuple[str, ...]:
        """What a part of a board says to be gone that was on none of the boards before, in words."""
        return ()

    # sentences -----------------------------------------------------------------------------
    def tell(self, table: Any, fact: Fact) -> str:
        """One short sentence, in our words, about a fact that has just happened on this table."""

    def stands(self, table: Any) -> tuple[str, ...]:
        """Where a table stands, as the lines of a board say it, and what it waits for."""
        return ()

    def waits(self, table: Any) -> str:
        """One sentence about what a table waits for, and on what; empty if nothing can be said."""
        return ""

    def when(self, table: Any) -> tuple[int, str]:
        """The number of the turn, and phase and step in words."""
        return 0, ""

    # names ---------------------------------------------------------------------------------
    def in_names(self, table: Any, words: str) -> str:
        """A sentence with names for the numbers of what it speaks of."""
        return words

    def refer(self, table: Any, words: str) -> int | None:
        """The number of what a name stands for on a table; None if nothing, or several things, are called so."""
        return None

    def named(self, table: Any, said: Any) -> tuple[str, ...]:
        """The titles of the cards that a declaration names, as far as the table knows them."""
        return ()

    def held_by(self, table: Any, words: str, field: str) -> Any:
        """The content of a fact's field for something that a table calls by a name: mostly its number.

        Raises NotOfferedError for a game that leaves it out.
        """
        raise NotOfferedError("this game has no names for what stands on the table; write numbers")
