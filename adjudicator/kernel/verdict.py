"""What an answer is made of: findings, clauses, non-events and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice
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


TIMELY, EXCEPTION = 1, 2
"""How a clause can permit: in the ordinary course, as the time for what was said; or by what departs from it."""
DECIDING_MAX, DECIDING_LEAST = 5, 3
"""So many paragraphs decide what is legal at most; the ordinary course is named up to so many."""

Rank = Callable[[str], tuple[int, ...]]
"""How early a paragraph is named among others, by its rule: the least first. Its first number is less than 0 for a
ruling on just what is at hand (a single card), which is never the ordinary course.
"""


def as_found(rule: str) -> tuple[int, ...]:
    """The rank of every paragraph where a game has no order of its own: they come as they were found."""
    return (0,)


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One condition of one rule, checked.

    `permits` (`TIMELY`, `EXCEPTION`) says that, where it holds, it is what makes lawful a
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
    def headlines(self) -> tuple[str, ...]:
        """Its own rule, and the one that lets a card decide instead."""
        return (self.rule,) if self.override is None else (self.override.rule, self.rule)

    @property
    def permission(self) -> int:
        """How it permits: a card that decides is an exception; 0 unless it holds and permits."""
        if self.finding is not Finding.HOLDS:
            return 0
        return self.permits if self.override is None else EXCEPTION


class NonEvent(msgspec.Struct, frozen=True, gc=False):
    """Something considered and turned down: what, by which rule, and why."""

    what: str
    rule: str
    because: str


class Foreseen(NamedTuple):
    """What departs from the ordinary course if nobody does anything in the chances that follow (kernel.foreseeing):
    its rules in order, and the first of it in words.
    """

    rules: tuple[str, ...] = ()
    words: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """A ruling with all that carries it.

    `clauses` holds the failing ones, or all of them, by the level asked for; `facts` are what
    follows from a legal declaration; `missing` names what an undecided ruling lacks; `options`
    says in words what would be legal instead; `after` is the table once the facts have happened
    (None unless legal) and is never stored. `told` holds what a listener made of each fact while it
    happened (None if nobody listened), and is never stored either; nor is what the deciding paragraphs are found by:
    which facts `departed` (their places among the facts: an effect brought them about), how many facts there were when
    each non-event was noted and whether that was `aside` (`passed_over`), what is `foreseen`, and the game's `rank`,
    and whether events are cited before what does not happen (`happens_first`).
    """

    ruling: Ruling
    clauses: tuple[Clause, ...] = ()
    facts: tuple[Any, ...] = ()
    non_events: tuple[NonEvent, ...] = ()
    missing: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    after: Any = None
    told: tuple[Any, ...] | None = None
    departed: tuple[int, ...] = ()
    passed_over: tuple[tuple[int, bool], ...] = ()
    foreseen: Foreseen = Foreseen()
    rank: Rank = as_found
    happens_first: bool = False

    @property
    def failing(self) -> tuple[Clause, ...]:
        """The clauses that fail, in the order in which they were checked."""
        return tuple(c for c in self.clauses if c.finding is Finding.FAILS)

    @property
    def telling(self) -> tuple[Clause, ...]:
        """The clauses that an explanation cannot do without, in the order in which they are named.

        They are those that fail or are unknown; of what is legal those that permit it, exceptions before times.
        """
        if self.ruling is Ruling.LEGAL:
            permitting = (each for each in self.clauses if each.permission)
            return tuple(sorted(permitting, key=lambda each: (-each.permission, self._first(each))))
        wanted = {Finding.FAILS: 0, Finding.UNKNOWN: 1}
        against = (each for each in self.clauses if each.finding in wanted)
        return tuple(sorted(against, key=lambda each: (wanted[each.finding], self._first(each))))

    def _first(self, clause: Clause) -> tuple[int, ...]:
        return min(self.rank(rule) for rule in clause.headlines)

    @property
    def deciding(self) -> tuple[str, ...]:
        """The paragraphs that decide, the headline first.

        Of a refusal they are the headlines of the clauses that fail (or are unknown), with the rules by which cards
        decide, and then their other grounds. Of what is legal, at most `DECIDING_MAX`, first what departs from the
        ordinary course: what permits as an exception, what happened or was turned down beside it, what is foreseen.
        Then, up to `DECIDING_LEAST`, the ordinary course: the time at which it may be said, what does not follow, what
        happens, what is done on the way, what the table waits for. Within each the `rank` decides.
        """
        if self.ruling is not Ruling.LEGAL:
            wanted = Finding.FAILS if self.ruling is Ruling.ILLEGAL else Finding.UNKNOWN
            against = [each for each in self.clauses if each.finding is wanted]
            headlines = self._in_order(rule for each in against for rule in each.headlines)
            return tuple(dict.fromkeys((*headlines, *self._in_order(rule for each in against for rule in each.others))))
        permitting = [rule for each in self.clauses if each.permission == EXCEPTION for rule in each.headlines]
        found = self._in_order((*permitting, *self.departures))[:DECIDING_MAX]
        found = list(dict.fromkeys((*found, *self.foreseen.rules)))[:DECIDING_MAX]
        course = (rule for rule in self._course() if rule not in found)
        found += islice(dict.fromkeys(course), max(0, DECIDING_LEAST - len(found)))
        return tuple(found) or self._rests

    @property
    def headline(self) -> str:
        """The paragraph that is named before all others; empty if none is known."""
        return next(iter(self.deciding), "")

    @property
    def departures(self) -> tuple[str, ...]:
        """The rules of what departs from the ordinary course in what follows, in order.

        An effect brought it about; its kind is never the plain course (`Fact.departs`); it was turned down, and not
        aside (`Run.non_event`); or it is ruled of a single card. Where anything was done before a step of the game
        ended, what comes after that is another matter, unless it ends the game or is ruled of a card.
        """
        here, found = self._here, []
        for at, fact in enumerate(self.facts):
            departs = (fact.departs or at in self.departed) and not fact.aside and (at < here or fact.closes == "game")
            if fact.rule and not fact.untold and (departs or self._ruled(fact.rule)):
                found.append(fact.rule)
        found += [rule for rule, at, aside in self._turned_down if (at <= here and not aside) or self._ruled(rule)]
        return tuple(self._in_order(found))

    def _course(self) -> Iterator[str]:
        """The rules of the ordinary course: times and plain grounds, what does not follow, what does, the question."""
        upto = self._here
        here = [fact for fact in self.facts[:upto] if fact.rule]
        told = [fact for fact in here if not fact.untold]
        yield from self._in_order(rule for each in self.clauses if each.permission == TIMELY for rule in each.headlines)
        yield from self._in_order(rule for each in self.clauses if each.permission for rule in each.others)
        happens = (
            *self._in_order(fact.rule for fact in told if not fact.aside),
            *self._in_order(fact.rule for fact in told if fact.aside),
        )
        calm = self._in_order(rule for rule, at, _ in self._turned_down if at <= upto)
        yield from (*happens, *calm) if self.happens_first else (*calm, *happens)
        yield from (fact.rule for fact in here if fact.untold)

    @property
    def _turned_down(self) -> list[tuple[str, int, bool]]:
        """The rules of the non-events, with how many facts there were then, and whether they were noted aside."""
        noted = self.passed_over or ((0, False),) * len(self.non_events)
        return [(each.rule, *how) for each, how in zip(self.non_events, noted, strict=True)]

    @property
    def _here(self) -> int:
        """How many of the facts belong to the step in which something was said; all if it did nothing but end it."""
        at = next((at for at, fact in enumerate(self.facts) if fact.closes), 0)
        return at if any(not fact.aside for fact in self.facts[:at]) else len(self.facts)

    @property
    def _rests(self) -> tuple[str, ...]:
        """The rule of the last clause that holds, since clauses go from the general to the special."""
        return tuple(each.rule for each in self.clauses if each.finding is Finding.HOLDS)[-1:]

    def _ruled(self, rule: str) -> bool:
        """Whether it is a ruling on just what is at hand."""
        return self.rank(rule)[0] < 0

    def _in_order(self, rules: Iterable[str]) -> list[str]:
        """Rules by their rank, each once."""
        return sorted(dict.fromkeys(rules), key=self.rank)
