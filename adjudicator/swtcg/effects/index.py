"""The index of effects in play: which abilities there are, sorted by what they do.

Built once after each change of what stands on the table and kept with it; nothing here is part
of the state. Where what grants or silences depends on more than what stands where (a tapped unit, an attack), the
index is `volatile` and dropped after every fact.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.citing import edition
from adjudicator.swtcg.effects.abilities import Instance, elsewhere, inserting, own_abilities
from adjudicator.swtcg.effects.continuous import (
    CHANGES_PER_SOURCE,
    Continuous,
    Index,
    continuous,
    keyword_of,
    scene_of,
)
from adjudicator.swtcg.effects.granting import grant, silence
from adjudicator.swtcg.effects.kinds import chances_for
from adjudicator.swtcg.effects.language import (
    Allow,
    BattleOrder,
    Copy,
    Grant,
    Instead,
    Manual,
    Modify,
    Oblige,
    Silence,
    Static,
    Tax,
    Triggered,
)
from adjudicator.swtcg.effects.states import in_attack_only
from adjudicator.swtcg.effects.unread import READS
from adjudicator.swtcg.table import Card, Stack, Table

ALWAYS_ON = ("static", "location", "equipment")
"""The forms of a text in words alone that is on without anybody playing it."""
BATTLE_ORDER = "battle order"
"""Under which the changes of the order of the battles stand among those of clauses."""
DEEP = (Grant, Silence, Copy)
"""The changes that say which abilities there are, which only the whole table settles."""


PARTS_KEPT = 2048
"""Of a game and what is tried out in it; then the parts are made anew."""

SETTING, WHOLE = "setting", "whole"
"""Beside the parts: for which setting of the game they are good, and the last index that was made of them alone."""


class Part:
    """What one stack brings into the index by itself: the same wherever `signature` is the same. A table keeps the last
    part of each stack by its number, and all by their signatures: what is tried out comes and goes.

    `lists` is an index of it alone; `deep` marks what grants or silences, which only the whole table settles. `stack`
    and `card` are those that were looked at: while they are the very same values, and nothing is attached or granted,
    there is nothing to look at again.
    """

    __slots__ = ("card", "deep", "found", "lists", "signature", "stack")

    def __init__(self, signature: tuple[Any, ...], found: list[Instance]) -> None:
        self.signature = signature
        self.stack: Stack | None = None
        self.card: Card | None = None
        self.found = found
        self.lists = Index()
        self.deep = False


def build(table: Table) -> Index:
    """Sort the abilities of everything on the table, and the lasting changes, in order of creation."""
    index = Index()
    if _off(table):
        return index
    table.index_cache = index  # selectors look things up here while it grows
    index.elsewhere = bool(elsewhere(table.faces))
    parts = _parts(table)
    whole = table.parts.get(WHOLE)
    if whole is not None and not table.modifiers and whole[0] == parts and whole[1] == index.elsewhere:
        again: Index = whole[2].anew()
        table.index_cache = again
        return again
    for number, part in parts:
        index.by_stack[number] = part.found
    for modifier in table.modifiers.values():
        condition = getattr(modifier.change, "condition", None)
        order, name = modifier.id * CHANGES_PER_SOURCE, modifier.scene.source
        entry = Continuous(modifier.change, modifier.scene, order, name, condition)
        entry.on = modifier.on
        entry.modifier = modifier
        _file(index, modifier.change, entry)
    deep = bool(index.silences or index.grants) or any(part.deep for _, part in parts)
    if deep:
        _settle(table, index)
    else:
        for _, part in parts:
            _merge(index, part)
    for entries in (*index.stats.values(), *index.overrides.values(), index.replacements):
        entries.sort(key=_order)
    index.overriding = index.overrides.keys() | READS.keys() if index.unread else index.overrides.keys()
    if not (table.modifiers or deep):
        table.parts[WHOLE] = (parts, index.elsewhere, index)
    return index


def _order(entry: Continuous) -> int:
    return entry.order


def _settle(table: Table, index: Index) -> None:
    """Grants and silences have their say before anything is sorted in."""
    index.by_stack = {number: list(found) for number, found in index.by_stack.items()}
    grant(table, index)
    silence(table, index)
    for number, found in index.by_stack.items():
        stack = table.stacks[number]
        for instance in found:
            _sort_in(index, table, stack, instance)


def _parts(table: Table) -> list[tuple[int, Part]]:
    """The parts of all stacks that have abilities, anew only where something has changed."""
    hosted: dict[int, list[Stack]] = {}
    for stack in table.stacks.values():
        if stack.host:
            hosted.setdefault(stack.host, []).append(stack)
    setting = (table.manual, table.suppressed)
    if len(table.parts) > PARTS_KEPT or table.parts.get(SETTING) != setting:
        table.parts.clear()
        table.parts[SETTING] = setting
    granted = [m for m in table.modifiers.values() if isinstance(m.change, Grant) and m.on]
    cards, kept, made = table.cards, table.parts, list[tuple[int, Part]]()
    deeply = inserting(table.faces)
    for number, stack in table.stacks.items():
        part, card = kept.get(number), cards[stack.cards[0]]
        alone = number not in hosted and not granted
        if part is not None and alone and part.stack is stack and part.card is card:
            if part.found:
                made.append((number, part))
            continue
        attached = hosted.get(number)
        signature = (
            number,
            card.face,
            stack.role,
            stack.controller,
            stack.zone[:6] == "build:",
            tuple((a.id, a.role, cards[a.cards[0]].face) for a in attached) if attached else (),
            tuple(m.id for m in granted if number in (m.on or ())) if granted else (),
            tuple(cards[other].face for other in stack.cards) if deeply else (),
        )
        if part is None or part.signature != signature:
            part = kept.get(signature)
            if part is None:
                part = kept[signature] = _part(table, stack, signature)
            kept[number] = part
        part.stack, part.card = (stack, card) if alone else (None, None)
        if part.found:
            made.append((number, part))
    return made


def _part(table: Table, stack: Stack, signature: tuple[Any, ...]) -> Part:
    part = Part(signature, own_abilities(table, stack))
    part.lists.by_stack[stack.id] = part.found
    for instance in part.found:
        ability = instance.ability
        if isinstance(ability, Static) and any(isinstance(change, DEEP) for change in ability.changes):
            part.deep = True
        _sort_in(part.lists, table, stack, instance)
    return part


def _merge(index: Index, part: Part) -> None:
    """Add what a stack brings by itself."""
    lists = part.lists
    if lists.chances:
        index.chances |= lists.chances
    if lists.stats:
        for stat, entries in lists.stats.items():
            index.stats.setdefault(stat, []).extend(entries)
    if lists.overrides:
        for clause, entries in lists.overrides.items():
            index.overrides.setdefault(clause, []).extend(entries)
    if lists.taxes:
        index.taxes.extend(lists.taxes)
    if lists.replacements:
        index.replacements.extend(lists.replacements)
    if lists.listeners:
        index.listeners.extend(lists.listeners)
    if lists.unread:
        index.unread.extend(lists.unread)


def _off(table: Table) -> bool:
    """In setup no ability works (rots.setup.abilities-ignored)."""
    if table.turn.phase != "setup":
        return False
    off = edition(table).setup_abilities_off
    return off.value and off.rule != table.suppressed


# --- sorting ----------------------------------------------------------------------------------


def _sort_in(index: Index, table: Table, stack: Stack, instance: Instance) -> None:
    ability = instance.ability
    if isinstance(ability, Manual) and table.manual != "ask":
        return
    index.chances.update((stack.controller, kind) for kind in chances_for(ability))
    if isinstance(ability, Triggered):
        index.listeners.append(instance)
    elif isinstance(ability, Manual) and ability.form in ALWAYS_ON:
        index.unread.append((ability.touches, scene_of(table, stack, instance).source))
    elif isinstance(ability, Static):
        at = index.by_stack[stack.id].index(instance)
        for number, change in enumerate(ability.changes):
            if not isinstance(change, Silence) or change.keyword:
                _file(index, change, continuous(table, stack, instance, ability, at, number))


def _file(index: Index, change: object, entry: Continuous) -> None:
    if isinstance(change, Modify):
        index.stats.setdefault(change.stat, []).append(entry)
    elif isinstance(change, (Grant, Copy)):
        comes_and_goes = isinstance(change, Copy) or change.condition is not None or in_attack_only(change.to)
        if entry.modifier is None or comes_and_goes:
            index.grants.append(entry)
    elif isinstance(change, Silence):
        index.silences.append(entry)
    elif isinstance(change, Allow):
        index.overrides.setdefault(change.clause, []).append(entry)
    elif isinstance(change, Oblige):
        index.overrides.setdefault("oblige", []).append(entry)
    elif isinstance(change, Tax):
        index.taxes.append(entry)
    elif isinstance(change, Instead):
        index.replacements.append(entry)
    elif isinstance(change, BattleOrder):
        index.overrides.setdefault(BATTLE_ORDER, []).append(entry)


__all__ = ["BATTLE_ORDER", "Continuous", "Index", "build", "keyword_of", "scene_of"]
