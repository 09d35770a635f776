"""What an answer is made of: findings, clauses, non-events and the verdict."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

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

    `source` names the card; `rule` is the id of the general rule that lets a card decide. `leads` says that this rule
    is what is disputed (a card that forbids, one card against another): it is then named as the clause's own, before
    the other.
    """

    source: str
    rule: str
    leads: bool = False


TIMELY, AS_TOLD, EXCEPTION, RULED = 1, 2, 3, 4
"""How a clause can permit: it is the time for what was said; the text of a card says so; it is an exception from what
usually holds; or it is ruled on just this point of a card.
"""
IN_A_SPECIAL_CASE = 5
"""What is ruled on a special case of a card weighs more than whatever permits its use."""
FAINT, OUTCOME = -1, -2
"""What goes with many a departure weighs less than the time at which something may be said. What a roll or a play comes
to weighs more than that time, but is noted only where nothing else departs, not even faintly.
"""


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One condition of one rule, checked.

    `permits` (`TIMELY`, `AS_TOLD`, `EXCEPTION`, `RULED`) says that, where it holds, it is what makes lawful a
    declaration that one could doubt. `rule` is its headline, `others` are the grounds that hold besides: a plain one
    that the headline departs from, and more that depart.
    """

    code: str
    rule: str
    finding: Finding
    evidence: Evidence = ()
    override: Override | None = None
    permits: int = 0
    others: tuple[str, ...] = ()

    @property
    def permission(self) -> tuple[int, str]:
        """How much it permits, and by which rule: the card's if a card decides. 0 unless it holds and permits."""
        if self.finding is not Finding.HOLDS:
            return 0, ""
        if self.override is not None:
            return EXCEPTION, self.override.rule
        return self.permits, self.rule


class NonEvent(msgspec.Struct, frozen=True, gc=False):
    """Something considered and turned down: what, by which rule, and why."""

    what: str
    rule: str
    because: str


class Notable(NamedTuple):
    """What departs from the ordinary course, by its rule, and how special it is: 0, FAINT, OUTCOME, or as `permits`."""

    rule: str = ""
    weight: int = 0

    def prevails(self, how: int) -> bool:
        """Whether it is said before what permits (`Clause.permits`)."""
        return self.weight == IN_A_SPECIAL_CASE or (how == TIMELY and self.weight != FAINT)


class Foreseen(NamedTuple):
    """What departs from the ordinary course if nobody does anything in the chances that follow (kernel.foreseeing)."""

    notable: Notable = Notable()
    words: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """A ruling with all that carries it.

    `clauses` holds the failing ones, or all of them, by the level asked for; `facts` are what
    follows from a legal declaration; `missing` names what an undecided ruling lacks; `options`
    says in words what would be legal instead; `after` is the table once the facts have happened
    (None unless legal) and is never stored. `told` holds what a listener made of each fact while it
    happened (None if nobody listened), and is never stored either; nor is `notable`, what happened, or was turned
    down, beside the ordinary course (empty where nothing was, or nobody asked for all), and what is `foreseen` if so.
    """

    ruling: Ruling
    clauses: tuple[Clause, ...] = ()
    facts: tuple[Any, ...] = ()
    non_events: tuple[NonEvent, ...] = ()
    missing: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    after: Any = None
    told: tuple[Any, ...] | None = None
    notable: Notable = Notable()
    foreseen: Foreseen = Foreseen()

    @property
    def departure(self) -> Notable:
        """What departs from the ordinary course: at once, or if nobody does anything in the chances that follow."""
        return self.foreseen.notable if self.foreseen.notable.rule else self.notable

    @property
    def failing(self) -> tuple[Clause, ...]:
        """The clauses that fail, in the order in which they were checked."""
        return tuple(c for c in self.clauses if c.finding is Finding.FAILS)

    @property
    def telling(self) -> tuple[Clause, ...]:
        """The clauses that an explanation cannot do without: those that fail or are unknown, as they were checked.

        Of what is legal those that permit it, if the verdict carries them: the exception before the time, and the
        later, more special one before the earlier.
        """
        if self.ruling is not Ruling.LEGAL:
            return tuple(each for each in self.clauses if each.finding in (Finding.FAILS, Finding.UNKNOWN))
        permitting = [each for each in reversed(self.clauses) if each.permission[0]]
        return tuple(sorted(permitting, key=lambda each: -each.permission[0]))

    @property
    def deciding(self) -> str:
        """The rule that the ruling rests on before all others (empty if none is known).

        That of the first clause that fails, or is unknown, or permits; but a `departure` comes before a time at
        which something may be said, and before all of them if it is ruled on a special case of a card. Without any,
        that of the first thing that happens and is not merely done on the way (`Fact.aside`); if nothing happens, what
        it `rests` on.
        """
        if self.ruling is not Ruling.LEGAL:
            wanted = Finding.FAILS if self.ruling is Ruling.ILLEGAL else Finding.UNKNOWN
            return next((each.rule for each in self.clauses if each.finding is wanted), "")
        how, rule = next((each.permission for each in self.telling), (0, ""))
        departure = self.departure
        if departure.rule and (how < TIMELY or departure.prevails(how)):
            return departure.rule
        told = (fact for fact in self.facts if fact.rule and not fact.untold)
        happened = (fact.rule for fact in sorted(told, key=lambda fact: fact.aside))
        return rule or next(happened, "") or self.rests

    @property
    def rests(self) -> str:
        """The rule of the last clause that holds, since clauses go from the general to the special; empty if untold."""
        return next((each.rule for each in reversed(self.clauses) if each.finding is Finding.HOLDS), "")
