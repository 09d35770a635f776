"""Counters of a kind of their own as a part of a cost: off the card with the ability, off another, or put on it.

Counters of no name on a Resource are resource counters (idc.resource.counters-named). A player has one Resource at
most, so that which one is meant is never a choice.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import RESOURCE, Scene, Stack, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.ahead import PLAIN


class Due(NamedTuple):
    """What a cost asks of the counters of a card (None: there is no such card): so many of a kind come off, or go on
    where the number is negative.
    """

    stack: Stack | None
    mark: str
    off: int

    @property
    def there(self) -> int:
        """How many there are."""
        return 0 if self.stack is None else dict(self.stack.marks).get(self.mark, 0)

    @property
    def payable(self) -> bool:
        """Whether there is such a card, with counters enough."""
        return self.stack is not None and self.there >= self.off


def mark_meant(stack: Stack, word: str) -> str:
    """The kind of counters that a text means on a card; those of a Resource without a name are its own."""
    return RESOURCE if word == PLAIN and stack.role == RESOURCE else word


def counters_due(table: Table, cost: w.Cost, scene: Scene) -> Due | None:
    """What a cost asks of counters of a kind of their own; None if nothing."""
    if not cost.marks:
        return None
    if cost.marks_of is None:
        return Due(table.stacks.get(scene.stack), cost.marks, cost.marks_count)
    found = [table.stacks[number] for number in select(table, cost.marks_of, scene)]
    stack = found[0] if found else None
    off = 0 if cost.marks_amount is None else amount_of(table, cost.marks_amount, scene)
    return Due(stack, cost.marks if stack is None else mark_meant(stack, cost.marks), off)


def counters_lacking(table: Table, cost: w.Cost, scene: Scene) -> tuple[tuple[str, str], ...]:
    """What is missing of the counters that a cost asks for, as (what, how many there are of how many)."""
    due = counters_due(table, cost, scene)
    if due is None or due.payable:
        return ()
    return ((f"{due.mark} counters", f"{due.there} of {due.off}" if due.off > 0 else "no card for them"),)


def counters_paid(table: Table, cost: w.Cost, scene: Scene, rule: str) -> list[f.MarksChanged]:
    """The fact by which they are taken off, or put on."""
    due = counters_due(table, cost, scene)
    if due is None or due.stack is None or not due.off:
        return []
    named = ""
    if due.mark == RESOURCE == due.stack.role:
        own = scene.stack == due.stack.id
        named = table.why.resource_counters_named if own else table.why.resource_counters_meant
    changed = f.MarksChanged(stack=due.stack.id, mark=due.mark, amount=-due.off, rule=named or rule, cause=scene.source)
    return [changed]
