"""What an answer is made of: findings, clauses, non-events and the verdict."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

Evidence = tuple[tuple[str, str], ...]
"""What a clause looked at: ordered pairs of a name and what stood there."""


class Finding(StrEnum):
    """The outcome of one clause."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"
    MOOT = "moot"


class Ruling(StrEnum):
    """The answer to a declaration; never a guess."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"


class Override(msgspec.Struct, frozen=True, gc=False):
    """A card that beats the clause's rule: which card, and the rule that lets it.

    `source` names the card; `rule` is the id of the general rule that lets a card decide. `leads` says that
    this rule is what is disputed (one card against another): it is then named as the clause's own, before the other.
    """

    source: str
    rule: str
    leads: bool = False


class Clause(msgspec.Struct, frozen=True):
    """One condition of one rule, checked."""

    code: str
    rule: str
    finding: Finding
    evidence: Evidence = ()
    override: Override | None = None


class NonEvent(msgspec.Struct, frozen=True, gc=False):
    """Something considered and turned down: what, by which rule, and why."""

    what: str
    rule: str
    because: str


class Verdict(msgspec.Struct, frozen=True):
    """A ruling with all that carries it.

    `clauses` holds the failing ones, or all of them, by the level asked for; `facts` are what
    follows from a legal declaration; `missing` names what an undecided ruling lacks; `options`
    says in words what would be legal instead; `after` is the table once the facts have happened
    (None unless legal) and is never stored. `told` holds what a listener made of each fact while it
    happened (None if nobody listened), and is never stored either.
    """

    ruling: Ruling
    clauses: tuple[Clause, ...] = ()
    facts: tuple[Any, ...] = ()
    non_events: tuple[NonEvent, ...] = ()
    missing: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    after: Any = None
    told: tuple[Any, ...] | None = None

    @property
    def failing(self) -> tuple[Clause, ...]:
        """The clauses that fail, in the order in which they were checked."""
        return tuple(c for c in self.clauses if c.finding is Finding.FAILS)
