"""What lies beside the play area: why it stays there."""

from __future__ import annotations

from adjudicator.swtcg.table.table import EVENT, Stack, Table


def never_leaves(table: Table, stack: Stack) -> str:
    """The rule by which an Event or a Resource stays in play until the game ends."""
    return table.why.event_never_leaves if stack.role == EVENT else table.why.resource_never_leaves
