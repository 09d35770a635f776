"""What is notable in what follows from a declaration: what happens, or does not, beside the ordinary course."""

from __future__ import annotations

from collections.abc import Container, Iterator
from operator import itemgetter
from typing import Protocol

from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import Notable


class Course(Protocol):
    """What goes on in a game whatever is disputed, and what is ruled more specially than by its general rules."""

    @property
    def ordinary(self) -> Container[str]:
        """The rules of what happens in the ordinary course, so that no ruling is about it while more happens."""

    @property
    def idle(self) -> Container[str]:
        """The rules of what does not happen in the ordinary course."""

    def weight(self, rule: str) -> int:
        """How much more special a rule is than the general ones: 0 for these, most for a ruling on a special case.

        Less than 0 for what goes with many a departure.
        """


def most_notable(run: Run, course: Course) -> Notable:
    """The first thing that did not happen, or else did, beside the ordinary course; nothing if all was that.

    What is ruled more specially comes before the rest, a payment after it. What was turned down comes before what
    happened, since it is noted only where one could have expected it. Where anything was done before a step of
    the game ended, what comes after that is another matter, unless it ends the game or is ruled specially. In the
    next turn that is another matter, too, if it was so in this one.
    """
    found = [*_happened(run, course), *_turned_down(run, course)]
    here = _turn_over(run)
    if any(weight < 0 and at <= here for weight, _, at, _ in found):
        found = [each for each in found if each[2] <= here or not each[0]]
    weight, _, _, rule = min(found, key=itemgetter(0, 1, 2), default=(0, HAPPENED, 0, ""))
    return Notable(rule, -weight)


TURNED_DOWN, HAPPENED, ON_THE_WAY = 0, 1, 2
Place = tuple[int, int, int, str]
"""The special before the general, one of the kinds above, the first before the next; the rule."""


def _happened(run: Run, course: Course) -> Iterator[Place]:
    over = _step_over(run)
    for at, fact in enumerate(run.facts, 1):
        weight = course.weight(fact.rule)
        here = at <= over or fact.closes == "game"
        beside = here and fact.rule and fact.rule not in course.ordinary and (fact.untold or not fact.aside)
        if weight > 0 or beside:
            yield -weight, ON_THE_WAY if fact.aside else HAPPENED, at, fact.rule


def _turned_down(run: Run, course: Course) -> Iterator[Place]:
    over = _step_over(run)
    for at, each in zip(run.passed_over, run.non_events, strict=True):
        weight = course.weight(each.rule)
        if weight > 0 or (at <= over and each.rule not in course.idle):
            yield -weight, HAPPENED if weight > 0 else TURNED_DOWN, at, each.rule


def _step_over(run: Run) -> int:
    """How many of the facts belong to the step in which something was said; all if it did nothing but end it."""
    at = next((at for at, fact in enumerate(run.facts) if fact.closes), 0)
    return at if any(not fact.aside for fact in run.facts[:at]) else len(run.facts)


def _turn_over(run: Run) -> int:
    """How many of the facts came about before the turn ended."""
    return next((at for at, fact in enumerate(run.facts) if fact.closes == "turn"), len(run.facts))
