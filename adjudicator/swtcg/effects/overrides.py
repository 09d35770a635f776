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

WIDENS = "rots.attack.abilities-widen-or-limit-targets"
OVERRIDE_RULES = {"DEFENDER_IN_SAME_ARENA": WIDENS, "UNIT_MAY_ATTACK": WIDENS, "UNIT_MAY_BE_ATTACKED": WIDENS}
"""By clause code, the rule that lets a card decide it, where one says more than that card beats rule."""


def verdict_on(table: Table, code: str, about: int | None, other: int | None = None) -> tuple[bool, Override] | None:
    """What the effects in play say of a clause about a stack: None if nothing, else permitted or not, and by which.

    `other` is the stack that it is done to (or by), for effects that permit or forbid it for some only.
    """
    permitted: Override | None = None
    over_rule = OVERRIDE_RULES.get(code, "rots.cards.card-beats-rule")
    for entry in table.index.overrides.get(code, ()):
        if not _concerns(table, entry, about, other):
            continue
        change = entry.change
        assert isinstance(change, Allow)
        rule = "rots.cards.cant-beats-can" if permitted and not change.permit else over_rule
        if rule == table.suppressed:
            continue
        if not change.permit:
            return False, Override(entry.name, rule)
        permitted = Override(entry.name, rule)
    return None if permitted is None else (True, permitted)


def _concerns(table: Table, entry: Continuous, about: int | None, other: int | None) -> bool:
    change: Any = entry.change
    if not isinstance(change, Allow):
        return False
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):  # type: ignore[arg-type]
        return False
    if change.whom is not None:
        second = table.stacks.get(other) if other is not None else None
        if second is None or not matches(table, change.whom, second, entry.scene, anywhere=True):
            return False
    if entry.on is not None:
        return about in entry.on
    stack = table.stacks.get(about) if about is not None else None
    return stack is not None and matches(table, change.who, stack, entry.scene, anywhere=True)
