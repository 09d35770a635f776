"""Sorting abilities and their changes into an index of effects, by what they do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.continuous import Continuous, Index, continuous, scene_of
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.keywords import expand, together
from adjudicator.swtcg.words.keywords.copies import CUMULATIVE
from adjudicator.swtcg.words.kinds import chances_for
from adjudicator.swtcg.words.states import in_attack_only

ALWAYS_ON = ("static", "location", "equipment")
"""The forms of a text in words alone that is on without anybody playing it."""
BATTLE_ORDER = "battle order"
"""Under which the changes of the order of the battles stand among those of clauses."""


def sort_all(index: Index, table: Table, stack: Stack, found: Sequence[Instance]) -> None:
    """Sort the abilities of a stack, which the index has among those of the stack already."""
    ways = together(table.edition.book.value)
    one: dict[str, tuple[int, Instance]] = {}
    for at, instance in enumerate(found):
        ability = instance.ability
        if not ways or not isinstance(ability, w.Keyword) or ability.name not in ways:
            _sort_in(index, table, stack, instance, at)
        elif ability.name not in one or table.suppressed == _rule_of(table, ways[ability.name]):
            name = ability.name if ability.name not in one else instance.key
            one[name] = at, instance
        elif ways[ability.name] == CUMULATIVE:
            first, before = one[ability.name]
            one[ability.name] = first, before._replace(ability=_added(before.ability, ability))
    for at, instance in one.values():
        assert isinstance(instance.ability, w.Keyword)
        for each in expand(instance.ability, table.edition.book.value):
            _sort_in(index, table, stack, instance._replace(ability=each), at)


def _rule_of(table: Table, way: str) -> str:
    """The rule by which copies are made one; without it, as an audit has it, each stands alone."""
    return table.why.keywords_copies_add_up if way == CUMULATIVE else table.why.keywords_copies_are_one


def _added(one: w.Ability, other: w.Keyword) -> w.Keyword:
    """Two copies of a keyword as one, with both their values."""
    assert isinstance(one, w.Keyword)
    return msgspec.structs.replace(one, x=one.x + other.x)


def _sort_in(index: Index, table: Table, stack: Stack, instance: Instance, at: int) -> None:
    """Sort an ability that is so many in the row of its stack."""
    ability = instance.ability
    if isinstance(ability, w.Manual) and table.manual != "ask":
        return
    index.chances.update((stack.controller, kind) for kind in chances_for(ability))
    if isinstance(ability, w.Triggered):
        index.listeners.append(instance)
    elif isinstance(ability, w.Manual) and ability.form in ALWAYS_ON:
        index.unread.append((ability.touches, scene_of(table, stack, instance).source))
    elif isinstance(ability, w.Static) and not (index.vain and instance.key in index.vain):
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
