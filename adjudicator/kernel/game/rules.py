"""The part *rules* of a game: what may be said, what comes of it, and who may know it. It is pure.

A method with a body here is one that a game may leave out; the body is then its answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.entries import Opening
from adjudicator.kernel.forms import Form
from adjudicator.kernel.judging import JudgedGame
from adjudicator.kernel.run import Run
from adjudicator.kernel.viewing import ViewedGame
from adjudicator.kernel.windows import Window


class ChanceDue(msgspec.Struct, frozen=True):
    """An outcome that the table waits for and no rule decides.

    `kind` is "dice" (`count` dice of `faces` faces), "draw" (`count` different items of `pool`,
    in order) or "order" (all of `pool`, shuffled).
    """

    kind: str
    count: int = 0
    faces: int = 6
    pool: tuple[int, ...] = ()
    what: str = ""


class Rules(JudgedGame, ViewedGame, Protocol):
    """The rules of a game under each of its editions: judged (`JudgedGame`), viewed (`ViewedGame`), and what follows.

    Tables are opaque outside the game except for `table.agenda` (kernel.run.Agenda), `table.suppressed` (the id of a
    rule switched off by an audit, else None), `strict` (whether the house passes for nobody), `overriding` (the codes
    of the clauses that an effect in play may decide) and the two quick flags `replacing` and `listening` (whether any
    effect in play replaces events, or listens for triggers).
    """

    fact_type: Any
    """The tagged union of all facts, for the codec."""
    passing: Mapping[type, type]
    """The kinds of facts of which a later one takes the place, each with a kind that is read from the same bytes where
    one follows, in less time. Whether it is folded before that one or the fact itself makes no difference."""
    caused: frozenset[type]
    """The kinds of facts that change a table otherwise if something caused them; else folding looks at neither the
    cause of a fact nor its rule."""
    declaration_type: Any
    """The tagged union of all declarations, for the codec."""
    steps: Mapping[type, Mapping[str, Any]]
    binding: tuple[str, ...]
    """The parts of a table's lossless form that bind things by number, hidden ones too; they are told to the judge."""

    # opening -------------------------------------------------------------------------------
    def deal(self, opening: Opening) -> Any:
        """The table that an opening describes, before anything has happened. Raises ValueError."""

    def start(self, run: Run) -> None:
        """Push the first procedure of a game that starts from the beginning (no board)."""

    # judging -------------------------------------------------------------------------------
    def forms(self, table: Any, seat: str | None = None) -> tuple[Form, ...]:
        """What may be said now, by one seat or by all that are asked."""

    def let_go(self, table: Any) -> Declaration | None:
        """What is said by who does nothing in the chance that is open; None where somebody has to decide."""

    def misses(self, table: Any, fact: Fact, early: bool) -> Iterable[Any]:
        """What such a fact all but sets off, asked before it is folded (`early`, for what looks back) and after."""

    def turned_down(self, missed: Iterable[Any], fresh: Iterable[Any]) -> Iterable[tuple[str, str, str]]:
        """Of that what is told, given what was set off: what was considered, the rule, and why nothing comes of it."""

    def objection(self, table: Any, said: Declaration) -> str:
        """Why a well-typed declaration is none that this game has, in words; empty if it is one, legal or not."""

    # the door ------------------------------------------------------------------------------
    def fold(self, table: Any, fact: Fact) -> None:
        """Apply one fact to a draft. Small, total, and free of rules."""

    def replace(self, run: Run, facts: tuple[Fact, ...]) -> bool:
        """Whether an effect in play has taken over the event (and pushed what happens instead)."""

    def notice(self, table: Any, facts: tuple[Fact, ...], before: bool) -> tuple[Any, ...]:
        """The triggers an event sets off, asked once before and once after it is folded."""

    def settle(self, run: Run) -> bool:
        """Make the edition's standing checks; True if something was done."""

    def deal_triggers(self, run: Run, frame: Any) -> bool:
        """Begin dealing with the waiting triggers that may resolve now; False if none may."""

    def noted(self, run: Run) -> Sequence[Fact]:
        """What is noted as a run comes to rest, before the agenda is left on the table: nothing reacts to it."""
        return ()

    def awaits(
        self, frames: tuple[Any, ...], window: Window | None, pool: tuple[Any, ...], pending: tuple[Any, ...]
    ) -> Fact:
        """The fact that leaves the agenda on the table."""

    # hidden things -------------------------------------------------------------------------
    def said_to(self, said: Declaration, viewer: str) -> Declaration:
        """A declaration to be weighed on such a table: what its seals say that the viewer may not know is left out."""

    def on_trust(self, table: Any, said: Declaration) -> str:
        """The rule by which only the speaker knows the named hidden cards that the table does not know.

        Empty if a declaration names none.
        """

    # chance --------------------------------------------------------------------------------
    def chance_due(self, table: Any) -> ChanceDue | None:
        """The outcome the seat *chance* is asked for, if it is."""

    def chance_said(self, table: Any, outcome: tuple[int, ...]) -> Declaration:
        """The declaration of the seat *chance* that reports an outcome."""

    # the lossless form ---------------------------------------------------------------------
    def encode(self, table: Any) -> bytes:
        """A table in its lossless JSON form."""

    def decode(self, data: bytes) -> Any:
        """A table from its lossless JSON form. Raises ValueError."""

    # soundness and the end -----------------------------------------------------------------
    def invariants(self, table: Any) -> tuple[str, ...]:
        """The invariants that the table breaks, in words; empty on a sound table."""

    def over(self, table: Any) -> str | None:
        """How the game has ended, or None while it runs."""

    # editions side by side -----------------------------------------------------------------
    def cited_for(self, edition: str) -> Mapping[str, str]:
        """By rule that another is cited for under an edition, since both state the same: that other one."""
        return {}

    def under(self, table: Any, edition: str) -> Any:
        """A draft of a table as it stands, under another edition. Raises KeyError for an edition it does not have, and
        NotComparableError where the table stands at something that the edition does not have.
        """
        raise KeyError(edition)

    def consequence_of(self, fact: Fact) -> Fact:
        """A fact without what comes to nothing in it: two that are then the same let the same happen and be seen."""
        return fact

    def parted_by(self, table: Any, fact: Fact, others: Sequence[Fact]) -> str:
        """The rule on which it rests that a fact about what comes next is not like others; empty if it is its own."""
        return ""
