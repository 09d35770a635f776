"""The desk: where a case is judged. One protocol, so that a case runs the same way in process and over the API."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from adjudicator.cases.case import CaseSettings
from adjudicator.games import GameList
from adjudicator.kernel.explained import Explained


class ClauseSeen(msgspec.Struct, frozen=True):
    """A clause as a desk shows it; `override` is the rule that let a card decide, or empty."""

    code: str
    rule: str
    finding: str
    override: str = ""


class FactSeen(msgspec.Struct, frozen=True):
    """A fact as a desk shows it; `fields` is None where only the kind is shown."""

    kind: str
    rule: str
    fields: dict[str, Any] | None = None


class Answer(msgspec.Struct, frozen=True):
    """A ruling with what carries it, as a desk shows it. `non_events` are (rule, what) pairs."""

    ruling: str
    clauses: tuple[ClauseSeen, ...] = ()
    facts: tuple[FactSeen, ...] = ()
    non_events: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """What would be legal instead of what was refused."""
    kind: str = ""
    """The kind of the declaration, where the desk knows it."""
    deciding: tuple[str, ...] | None = None
    """The rules that decide, the headline first, where the desk knows them."""

    def named(self) -> tuple[str, ...]:
        """The rules of the clauses that fail (or are unknown), else of all that carries the ruling."""
        if self.ruling != "legal":
            wanted = "fails" if self.ruling == "illegal" else "unknown"
            failing = (clause for clause in self.clauses if clause.finding == wanted)
            return tuple(rule for c in failing for rule in (c.rule, c.override) if rule)
        clauses = [rule for c in self.clauses for rule in (c.rule, c.override) if rule]
        facts = [fact.rule for fact in self.facts if fact.rule]
        return (*clauses, *facts, *(rule for rule, _ in self.non_events))


class Start(msgspec.Struct, frozen=True):
    """Where a case begins: at a board, or with decks (lists by seat) from the very beginning, or (neither) nowhere.

    `cards` are cards written in the case, in LackeyCCG columns; `suppressed` is a rule that an audit
    switches off, or empty.
    """

    edition: str
    board: str = ""
    decks: dict[str, str | tuple[str, ...]] = {}
    cards: tuple[dict[str, Any], ...] = ()
    settings: CaseSettings = CaseSettings()
    suppressed: str = ""


class Desk(Protocol):
    """Where a case is judged."""

    @property
    def games(self) -> GameList:
        """The games that are judged here."""

    def sit(self, start: Start) -> None:
        """Begin. Raises ValueError."""

    def check_deck(self, deck: str, *, sanctioned: bool, within: str = "", newest: str = "") -> Answer:
        """The ruling on a deck, given as a list. Raises ValueError."""

    def ask(self, said: str) -> Answer:
        """The ruling on a declaration, which is not made. Raises ValueError if it is not understood."""

    def declare(self, said: str) -> Answer:
        """The ruling on a declaration, which is made if it is legal. Raises ValueError."""

    def fits(self, said: str) -> bool | None:
        """Whether a declaration fits a form that is listed as legal; None where a desk cannot tell."""

    def forms(self) -> tuple[tuple[str, str], ...]:
        """Seat and kind of each form that is listed as legal."""

    def board(self) -> str:
        """The board as it is now, with every alias."""

    def value(self, of: str, name: str) -> Explained:
        """A value, explained. Raises KeyError or ValueError."""

    def next(self) -> tuple[str, ...]:
        """Who speaks next; "over" if the game is."""

    def refer(self, words: str) -> int | None:
        """What a name on the table stands for, None if nothing does or the desk cannot tell."""
