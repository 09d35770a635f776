"""What a case names that there is not: points of difference, and rules that a step says it sets off.

Nothing else looks at these names, so that one that is misspelt would be passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.cases.case import Case
from adjudicator.citations import Books, load
from adjudicator.comparing.points import points
from adjudicator.kernel.notation import close_to


def unknown(case: Case) -> Iterator[tuple[int, str]]:
    """The step (0: the case as a whole) and what is wrong there, in words."""
    for point in case.points:
        if point not in points():
            yield 0, f"there is no point of difference {point}{_meant(point)}"
    for number, step in enumerate(case.steps, 1):
        for rule in step.contrasts:
            if rule not in _books() and rule not in case.rules:
                yield number, f"`contrasts` names {rule}, which is no rule"


def _meant(point: str) -> str:
    close = close_to(point, tuple(points()))
    return f"; close to it: {', '.join(close)}" if close else ""


@lru_cache(maxsize=1)
def _books() -> Books:
    return load()
