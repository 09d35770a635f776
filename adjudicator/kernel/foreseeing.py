"""What comes of a declaration if nobody does anything in the chances that it opens.

A roll whose damage may still be prevented, or whose dice may be rerolled, has not killed anybody yet; but who disputes
it disputes what it comes to. So where nothing in the ordinary course departs from it up to the next question, one
looks beyond: everybody lets it go by, until something departs or somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.verdict import Foreseen, Ruling, Verdict

STEPS_MAX = 6
"""So many times somebody lets something go by: a chance or three of two players."""


def foreseen(game: Any, table: Any, judged: Callable[[Any, Declaration], Verdict]) -> Foreseen:
    """The first thing that departs from the ordinary course if nobody does anything; empty if nothing does.

    `judged` rules on a declaration. How a turn ends is another matter.
    """
    for _ in range(STEPS_MAX):
        said = game.let_go(table)
        if said is None:
            break
        verdict = judged(table, said)
        if verdict.ruling is not Ruling.LEGAL or any(fact.closes == "turn" for fact in verdict.facts):
            break
        if departures := verdict.departures:
            return Foreseen(departures, _words(game, verdict, departures[0]))
        table = verdict.after
    return Foreseen()


def _words(game: Any, verdict: Verdict, rule: str) -> str:
    """What departs by a rule, in words."""
    for each in verdict.non_events:
        if each.rule == rule:
            return f"not {each.what}, because {each.because}"
    fact = next(each for each in verdict.facts if each.rule == rule)
    return str(game.tell(verdict.after, fact))
