"""Folding: what each fact does to a draft of the table. Small, total, and free of rules.

A fact says everything it changes; folding looks nothing up but what stands where. The index of
effects in play is dropped whenever a fact may have changed which effects there are.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table import fold_beside, fold_course, fold_effects, fold_sides, fold_things
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words.language import TakeControl
from adjudicator.swtcg.words.states import ATTACK

FOLDS = {
    **fold_things.FOLDS, **fold_course.FOLDS, **fold_effects.FOLDS, **fold_beside.FOLDS, **fold_sides.FOLDS,
}  # fmt: skip
"""What every kind of fact does."""


def fold(table: Table, fact: Any) -> None:
    """Apply one fact to a draft."""
    FOLDS[type(fact)](table, fact)
    index = table.index_cache
    if index is not None and index.volatile and _may_change(index.volatile, fact):
        table.index_cache = None


ATTACKS = (f.AttackDeclared, f.DefenderChanged, f.AttackEnded)
"""The facts by which an attack begins, changes or ends."""


def _may_change(depends: int, fact: Any) -> bool:
    """Whether a fact may change what an index of effects found that depends on more than what stands where."""
    if depends == ATTACK:
        return isinstance(fact, ATTACKS)
    return not fact.still and not isinstance(fact, f.Awaits)


def control_of(table: Table, stack: Stack) -> str:
    """The controller by the modifiers in force: the last one to take control, else the base."""
    seat = stack.base
    for modifier in table.modifiers.values():
        if isinstance(modifier.change, TakeControl) and modifier.on and stack.id in modifier.on:
            seat = taker(table, modifier.scene.controller, modifier.change.who)
    return seat


def taker(table: Table, controller: str, who: str) -> str:
    """Who takes control by an effect of a player: the player, the opponent, or a player by name."""
    if who in ("you", "opponent"):
        return controller if who == "you" else table.facing(controller)
    return next(iter(table.on_side(who)), who)
