"""What stays in play whatever an effect says: an Event, a Resource.

Sources: idc.event.no-discard-or-replacement, idc.resource.no-discard-or-replacement.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.beside import never_leaves
from adjudicator.swtcg.table.table import BESIDE, Table


def movable(run: Run, numbers: Iterable[int]) -> tuple[int, ...]:
    """Of what an effect would discard or move all that does not stay in play until the game ends."""
    table: Table = run.table
    found = []
    for number in numbers:
        stack = table.stacks.get(number)
        if stack is not None and stack.role in BESIDE:
            what = f"{table.title(number)} leaving play"
            if run.non_event(what, never_leaves(table, stack), "it stays until the game ends"):
                continue
        found.append(number)
    return tuple(found)
