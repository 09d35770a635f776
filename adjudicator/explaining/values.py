"""A value as a tree: the sum with its parts; and a number followed through everything that happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from adjudicator.explaining.tree import Basis, Cite, Kind, Node
from adjudicator.kernel.explained import Contribution, Explained


def explain_value(found: Explained, cite: Cite) -> Node:
    """The tree of a value: its parts in the order in which they count; the root cites what decides."""
    parts = tuple(
        Node(Kind.PART, part.source, citation=cite(part.rule), amount=part.amount, how=part.how) for part in found.parts
    )
    what = f"{found.what} of {found.of}"
    return Node(Kind.VALUE, what, basis=Basis.SUM, citation=cite(found.deciding), amount=found.total, below=parts)


def traced(
    number: Callable[[Any], int],
    start: Any,
    facts: Iterable[tuple[Any, str]],
    fold: Callable[[Any, Any], None],
    now: Explained,
) -> Explained:
    """A number that things add to and take from over time, as the sum of what changed it.

    `start` is a draft that may be changed; `facts` pairs each fact, in order, with what is told of it. Gives `now`
    back if the changes do not lead to it, for a sum that does not add up explains nothing.
    """
    total = number(start)
    parts = [Contribution("start", total, "at the beginning", "")] if total else []
    for fact, told in facts:
        fold(start, fact)
        after = number(start)
        if after != total:
            parts.append(Contribution("add", after - total, told or type(fact).__name__, fact.rule))
            total = after
    if total != now.total:
        return now
    return msgspec.structs.replace(now, parts=tuple(parts))
