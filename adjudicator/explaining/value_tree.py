"""A value as a tree: the sum with its parts."""

from __future__ import annotations

from adjudicator.explaining.tree import Basis, Cite, Kind, Node
from adjudicator.kernel.explained import Explained


def explain_value(found: Explained, cite: Cite) -> Node:
    """The tree of a value: its parts in the order in which they count; the root cites what decides."""
    parts = tuple(
        Node(
            Kind.PART,
            part.source,
            citation=cite(part.rule),
            evidence=(("it would be", f"{part.would:+}"),) if part.would else (),
            amount=part.amount,
            how=part.how,
        )
        for part in found.parts
    )
    what = f"{found.what} of {found.of}"
    basis = Basis.SUM if found.summed else Basis.NONE
    return Node(Kind.VALUE, what, basis=basis, citation=cite(found.headline), amount=found.total, below=parts)
