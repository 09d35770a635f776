"""Cards that fit their stack no more: its top card has lost its Stack list, or another card lies on top.

Source: idc.keywords.stack-lost-discards-misfits.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.stack_lists import listing
from adjudicator.swtcg.standing.stacking import misfits
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Table


def leave(run: Run) -> bool:
    """Standing check: cards that cannot be stacked with the top card of their stack go to their owners' discard piles;
    True if there were any.
    """
    table: Table = run.table
    rule = table.why.stacking_list_lost
    if not listing(table.faces) or not run.applies(rule):
        return False
    for stack in table.stacks.values():
        cards = misfits(table, stack) if len(stack.cards) > 1 else ()
        if cards:
            run.happen(f.CardsLeftStack(stack=stack.id, cards=cards, rule=rule, cause=table.title(stack.id)))
            return True
    return False
