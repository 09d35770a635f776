"""Sorting abilities and their changes into an index of effects, by what they do."""

from __future__ import annotations

from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.continuous import Continuous, Index, continuous, scene_of
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import chances_for
from adjudicator.swtcg.words.states import in_attack_only

ALWAYS_ON = ("static", "location", "equipment")
"""The forms of a text in words alone that is on without anybody playing it."""
BATTLE_ORDER = "battle order"
"""Under which the changes of the order of the battles stand among those of clauses."""


def sort_in(index: Index, table: Table, stack: Stack, instance: Instance) -> None:
    """Sort an ability of a stack, which the index has among those of the stack already."""
    ability = instance.ability
    if isinstance(ability, w.Manual) and table.manual != "ask":
        return
    index.chances.update((stack.controller, kind) for kind in chances_for(ability))
    if isinstance(ability, w.Triggered):
        index.listeners.append(instance)
    elif isinstance(ability, w.Manual) and ability.form in ALWAYS_ON:
        index.unread.append((ability.touches, scene_of(table, stack, instance).source))
    elif isinstance(ability, w.Static):
        at = index.by_stack[stack.id].index(instance)
        for number, change in enumerate(ability.changes):
            if not isinstance(change, w.Silence) or change.keyword:
                file(index, change, continuous(table, stack, instance, ability, at, number))


def file(index: Index, change: object, entry: Continuous) -> None:
    """Put a continuous change among those of its kind."""
    if isinstance(change, w.Modify):
        index.stats.setdefault(change.stat, []).append(entry)
    elif isinstance(change, (w.Grant, w.Copy)):
        comes_and_goes = isinstance(change, w.Copy) or change.condition is not None or in_attack_only(change.to)
        if entry.on is None or comes_and_goes:
            index.grants.append(entry)
    elif isinstance(change, w.Silence):
        index.silences.append(entry)
    elif isinstance(change, w.Allow):
        index.overrides.setdefault(change.clause, []).append(entry)
    elif isinstance(change, w.Oblige):
        index.overrides.setdefault("oblige", []).append(entry)
    elif isinstance(change, w.Tax):
        index.taxes.append(entry)
    elif isinstance(change, w.Instead):
        index.replacements.append(entry)
    elif isinstance(change, w.BattleOrder):
        index.overrides.setdefault(BATTLE_ORDER, []).append(entry)
