"""Card over rule: effects that permit or forbid a clause by its code, and can't over can.

Sources: rots.cards.card-beats-rule, rots.cards.card-overrides-only-that-rule, rots.cards.cant-beats-can.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.verdict import Override
from adjudicator.swtcg.effects.amounts import holds
from adjudicator.swtcg.effects.index import Continuous
from adjudicator.swtcg.effects.language import Allow
from adjudicator.swtcg.effects.selectors import matches
from adjudicator.swtcg.table import Table


def verdict_on(table: Table, code: str, about: int | None, other: int | None = None) -> tuple[bool, Override] | None:
    """What the effects in play say of a clause about a stack: None if nothing, else permitted or not, and by which."""
    permitted: Override | None = None
    for entry in table.index.overrides.get(code, ()):
        if not _concerns(table, entry, about):
            continue
        change = entry.change
        assert isinstance(change, Allow)
        if not change.permit:
            return False, Override(
                entry.name, "rots.cards.cant-beats-can" if permitted else "rots.cards.card-beats-rule"
            )
        permitted = Override(entry.name, "rots.cards.card-beats-rule")
    return None if permitted is None else (True, permitted)


def _concerns(table: Table, entry: Continuous, about: int | None) -> bool:
    change: Any = entry.change
    if not isinstance(change, Allow):
        return False
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):  # type: ignore[arg-type]
        return False
    if entry.on is not None:
        return about in entry.on
    stack = table.stacks.get(about) if about is not None else None
    return stack is not None and matches(table, change.who, stack, entry.scene, anywhere=True)
