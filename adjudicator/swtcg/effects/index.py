"""The index of effects in play: which abilities there are, sorted by what they do.

Built once after each change of what stands on the table and kept with it; nothing here is part
of the state.
"""

from __future__ import annotations

from adjudicator.swtcg.effects.abilities import Instance, own_abilities
from adjudicator.swtcg.effects.kinds import chance_of
from adjudicator.swtcg.effects.language import (
    Activated,
    Allow,
    Grant,
    Instead,
    Keyword,
    Manual,
    Modify,
    Oblige,
    Silence,
    Static,
    Tax,
    Triggered,
)
from adjudicator.swtcg.table import Scene, Stack, Table


class Continuous:
    """A continuous change in force: the change, the scene it is seen from, its condition, order of creation."""

    __slots__ = ("change", "condition", "modifier", "name", "on", "order", "scene")

    def __init__(self, change: object, scene: Scene, order: int, name: str, condition: object = None) -> None:
        self.change = change
        self.scene = scene
        self.order = order
        self.name = name
        self.condition = condition
        self.on: tuple[int, ...] | None = None
        self.modifier: object = None


class Index:
    """What the effects in play do, by kind. `by_stack` has the abilities of each stack; `chances` says
    for which seat there is an ability to be played in which kind of chance.
    """

    __slots__ = (
        "by_stack",
        "chances",
        "grants",
        "listeners",
        "manual",
        "overrides",
        "replacements",
        "silences",
        "stats",
        "taxes",
    )

    def __init__(self) -> None:
        self.by_stack: dict[int, list[Instance]] = {}
        self.stats: dict[str, list[Continuous]] = {}
        self.grants: list[Continuous] = []
        self.silences: list[Continuous] = []
        self.overrides: dict[str, list[Continuous]] = {}
        self.taxes: list[Continuous] = []
        self.replacements: list[Continuous] = []
        self.listeners: list[Instance] = []
        self.manual: list[Instance] = []
        self.chances: set[tuple[str, str]] = set()


def scene_of(table: Table, stack: Stack, instance: Instance) -> Scene:
    """The scene of an ability: its controller is that of the unit that has it."""
    return Scene(
        controller=stack.controller,
        source=instance.name or (table.top(stack).title if table.known(stack) else "?"),
        stack=stack.id,
        key=instance.key,
    )


def build(table: Table) -> Index:
    """Sort the abilities of everything on the table, and the lasting changes, in order of creation."""
    index = Index()
    if _off(table):
        return index
    for stack in table.stacks.values():
        found = own_abilities(table, stack)
        if found:
            index.by_stack[stack.id] = found
            for instance in found:
                _sort_in(index, table, stack, instance)
    for modifier in table.modifiers.values():
        entry = Continuous(modifier.change, modifier.scene, modifier.id, modifier.scene.source)
        entry.on = modifier.on
        entry.modifier = modifier
        _file(index, modifier.change, entry)
    for entries in index.stats.values():
        entries.sort(key=lambda entry: entry.order)
    return index


def _off(table: Table) -> bool:
    """In setup no ability works (rots.setup.abilities-ignored)."""
    if table.turn.phase != "setup":
        return False
    from adjudicator.swtcg.values import edition  # noqa: PLC0415 - values look things up here

    off = edition(table).setup_abilities_off
    return off.value and off.rule != table.suppressed


def _sort_in(index: Index, table: Table, stack: Stack, instance: Instance) -> None:
    ability = instance.ability
    if isinstance(ability, Activated):
        if ability.only not in ("build step", "would attack"):
            index.chances.add((stack.controller, chance_of(ability.do)))
    elif isinstance(ability, Keyword):
        if ability.name == "lucky":
            index.chances.add((stack.controller, "reroll"))
    elif isinstance(ability, Triggered):
        index.listeners.append(instance)
    elif isinstance(ability, Manual):
        index.manual.append(instance)
    elif isinstance(ability, Static):
        scene = scene_of(table, stack, instance)
        for change in ability.changes:
            _file(index, change, Continuous(change, scene, stack.id, scene.source, ability.condition))


def _file(index: Index, change: object, entry: Continuous) -> None:
    if isinstance(change, Modify):
        index.stats.setdefault(change.stat, []).append(entry)
    elif isinstance(change, Grant):
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
