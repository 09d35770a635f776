"""The index of effects in play: which abilities there are, sorted by what they do.

Built once after each change of what stands on the table and kept with it; nothing here is part
of the state. What static abilities grant to others is found anew each time, as an instance of its own for
each source (crf.abilities.granted-instance-per-source). Where what grants or silences depends on more than
what stands where (a tapped unit, an attack), the index is `volatile` and dropped after every fact.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.citing import edition
from adjudicator.swtcg.effects.abilities import Instance, own_abilities, printed, spelled
from adjudicator.swtcg.effects.amounts import holds
from adjudicator.swtcg.effects.kinds import chances_for
from adjudicator.swtcg.effects.language import (
    Ability,
    Activated,
    Allow,
    BattleOrder,
    Both,
    Condition,
    Copy,
    Grant,
    Instead,
    Keyword,
    Manual,
    Modify,
    Oblige,
    PilotOf,
    Silence,
    Static,
    Tax,
    Those,
    TreatAs,
    Triggered,
)
from adjudicator.swtcg.effects.selectors import matches, select
from adjudicator.swtcg.table import Modifier, Scene, Stack, Table, in_build_zone

CHANGES_PER_SOURCE, CHANGES_PER_ABILITY = 512, 16
"""So many changes of one source, and of one of its abilities, are told apart by `Continuous.order`."""
ALWAYS_ON = ("static", "location", "equipment")
"""The forms of a text in words alone that is on without anybody playing it."""
BATTLE_ORDER = "battle order"
"""Under which the changes of the order of the battles stand among those of clauses."""
DEEP = (Grant, Silence, Copy)
"""The changes that say which abilities there are, which only the whole table settles."""
GRANTS_DEEP_MAX = 8
"""How often what is granted may grant something in turn."""


class Continuous:
    """A continuous change in force (one that `language.Static` or a `table.Modifier` may hold), the scene it is seen
    from, its condition, order of creation.
    """

    __slots__ = ("change", "condition", "modifier", "name", "on", "order", "scene")

    def __init__(self, change: Any, scene: Scene, order: int, name: str, condition: Condition | None = None) -> None:
        self.change = change
        self.scene = scene
        self.order = order
        self.name = name
        self.condition = condition
        self.on: tuple[int, ...] | None = None
        self.modifier: Modifier | None = None


class Index:
    """What the effects in play do, by kind.

    `by_stack` has the abilities of each stack; `chances` says for which seat there is an ability to be
    played in which kind of chance; `silenced` names, by the key of an ability that does not work, what stops it.
    `unread` has what texts that nobody carries out may touch, with their cards, where they are always on.
    `aliases` are what notation calls the stacks, once somebody has asked (adjudicator.swtcg.notation.names).
    """

    __slots__ = (
        "aliases",
        "at_rest",
        "by_stack",
        "chances",
        "grants",
        "listeners",
        "overrides",
        "playables",
        "replacements",
        "silenced",
        "silences",
        "stats",
        "taxes",
        "to_play",
        "unread",
        "volatile",
    )

    def __init__(self) -> None:
        self.aliases: tuple[tuple[int, ...], dict[str, int]] | None = None
        self.by_stack: dict[int, list[Instance]] = {}
        self.stats: dict[str, list[Continuous]] = {}
        self.grants: list[Continuous] = []
        self.silences: list[Continuous] = []
        self.silenced: dict[str, tuple[Instance, str]] = {}
        self.overrides: dict[str, list[Continuous]] = {}
        self.taxes: list[Continuous] = []
        self.replacements: list[Continuous] = []
        self.listeners: list[Instance] = []
        self.unread: list[tuple[tuple[str, ...], str]] = []
        self.chances: set[tuple[str, str]] = set()
        self.volatile = False
        self.at_rest = False
        self.playables: dict[str, Any] = {}
        self.to_play: dict[str, list[tuple[Instance, str, tuple[str, ...]]]] = {}


def scene_of(table: Table, stack: Stack, instance: Instance) -> Scene:
    """The scene of an ability: its controller is that of the unit that has it."""
    return Scene(
        controller=stack.controller,
        source=instance.name or (table.top(stack).title if table.known(stack) else "?"),
        stack=stack.id,
        key=instance.key,
    )


class Part:
    """What one stack brings into the index by itself, kept as long as `signature` says that it is the same.

    `lists` is an index of it alone; `deep` marks what grants or silences, which only the whole table settles.
    """

    __slots__ = ("deep", "found", "lists", "signature")

    def __init__(self, signature: tuple[Any, ...], found: list[Instance]) -> None:
        self.signature = signature
        self.found = found
        self.lists = Index()
        self.deep = False


def build(table: Table) -> Index:
    """Sort the abilities of everything on the table, and the lasting changes, in order of creation."""
    index = Index()
    if _off(table):
        return index
    table.index_cache = index  # selectors look things up here while it grows
    parts = _parts(table)
    for number, part in parts:
        index.by_stack[number] = part.found
    for modifier in table.modifiers.values():
        condition = getattr(modifier.change, "condition", None)
        order, name = modifier.id * CHANGES_PER_SOURCE, modifier.scene.source
        entry = Continuous(modifier.change, modifier.scene, order, name, condition)
        entry.on = modifier.on
        entry.modifier = modifier
        _file(index, modifier.change, entry)
    if index.silences or index.grants or any(part.deep for _, part in parts):
        _settle(table, index)
    else:
        for _, part in parts:
            _merge(index, part)
    for entries in (*index.stats.values(), *index.overrides.values(), index.replacements):
        entries.sort(key=_order)
    return index


def _order(entry: Continuous) -> int:
    return entry.order


def _settle(table: Table, index: Index) -> None:
    """Grants and silences have their say before anything is sorted in."""
    index.by_stack = {number: list(found) for number, found in index.by_stack.items()}
    _grant(table, index)
    _silence(table, index)
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
    granted = [m for m in table.modifiers.values() if isinstance(m.change, Grant) and m.on]
    cards, kept, made = table.cards, table.parts, []
    for number, stack in table.stacks.items():
        attached = hosted.get(number)
        signature = (
            cards[stack.cards[0]].face,
            stack.role,
            stack.controller,
            stack.zone[:6] == "build:",
            tuple((a.id, a.role, cards[a.cards[0]].face) for a in attached) if attached else (),
            tuple(m.id for m in granted if number in (m.on or ())) if granted else (),
            table.manual,
            table.suppressed,
        )
        part = kept.get(number)
        if part is None or part.signature != signature:
            part = kept[number] = _part(table, stack, signature)
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
    for stat, entries in lists.stats.items():
        index.stats.setdefault(stat, []).extend(entries)
    for clause, entries in lists.overrides.items():
        index.overrides.setdefault(clause, []).extend(entries)
    index.taxes.extend(lists.taxes)
    index.replacements.extend(lists.replacements)
    index.listeners.extend(lists.listeners)
    index.unread.extend(lists.unread)


def _off(table: Table) -> bool:
    """In setup no ability works (rots.setup.abilities-ignored)."""
    if table.turn.phase != "setup":
        return False
    off = edition(table).setup_abilities_off
    return off.value and off.rule != table.suppressed


def _named(table: Table, instance: Instance, scene: Scene) -> str:
    """What a change is said to come from: the Pilot or Equipment that gives it, else the unit that has it."""
    giver = table.stacks.get(instance.source)
    if instance.name or giver is None or instance.source == instance.stack or not table.known(giver):
        return scene.source
    return table.top(giver).title


# --- what static abilities grant and silence --------------------------------------------------


def _static(table: Table, stack: Stack, found: list[Instance], kind: type | tuple[type, ...]) -> list[Continuous]:
    """The changes of a kind that the static abilities of a stack make, while their conditions are met."""
    made: list[Continuous] = []
    for at, instance in enumerate(found):
        ability = instance.ability
        if not isinstance(ability, Static):
            continue
        for number, change in enumerate(ability.changes):
            if isinstance(change, kind):
                made.append(_continuous(table, stack, instance, ability, at, number))
    return made


def _continuous(table: Table, stack: Stack, instance: Instance, ability: Static, at: int, number: int) -> Continuous:
    """A change that a static ability makes: the ability is so many in the row of its stack, the change of its own."""
    scene = scene_of(table, stack, instance)
    order = stack.id * CHANGES_PER_SOURCE + at * CHANGES_PER_ABILITY + number
    change = ability.changes[number]
    return Continuous(change, scene, order, _named(table, instance, scene), _both(ability, change))


def _both(ability: Static, change: Any) -> Condition | None:
    """The condition of an ability and that of one of its changes, together."""
    own: Condition | None = getattr(change, "condition", None)
    if own is None or ability.condition is None:
        return own or ability.condition
    return Both(of=(ability.condition, own))


def _met(table: Table, index: Index, entry: Continuous) -> bool:
    if entry.condition is None:
        return True
    index.volatile = True
    return holds(table, entry.condition, entry.scene)


def _reached(table: Table, index: Index, those: Those, entry: Continuous) -> list[Stack]:
    if entry.on is not None:
        return [table.stacks[number] for number in entry.on if number in table.stacks]
    index.volatile = index.volatile or _looks_at_state(those)
    return [stack for stack in table.stacks.values() if matches(table, those, stack, entry.scene)]


def _looks_at_state(those: Those) -> bool:
    """Whether a selector looks at more than what stands where."""
    states = (those.tapped, those.damaged, those.attacking, those.defending, those.attacking_this, those.has_attacked)
    return (
        any(state is not None for state in states)
        or those.power_at_most is not None
        or those.power_at_least is not None
        or bool(those.keyword or those.mode or those.lowest or those.highest or those.where)
        or any(part is not None for part in (those.attacking_whom, those.attacked_by, those.was_attacked_by))
        or any(_looks_at_state(part) for part in (*those.any_of, *([those.but] if those.but is not None else [])))
    )


def _grant(table: Table, index: Index) -> None:
    """Give what static abilities grant to those they name now, an instance for each source and target."""
    fresh = {number: list(found) for number, found in index.by_stack.items()}
    given: dict[int, list[Instance]] = {}
    for entry in index.grants:
        if _met(table, index, entry):
            _give_lasting(table, index, entry, given)
    for number, added in given.items():
        index.by_stack.setdefault(number, []).extend(added)
        fresh.setdefault(number, []).extend(added)
    for _ in range(GRANTS_DEEP_MAX):
        given = {}
        for number, found in fresh.items():
            for entry in _static(table, table.stacks[number], found, (Grant, Copy)):
                if _met(table, index, entry):
                    _give(table, index, entry, given)
        if not given:
            return
        for number, added in given.items():
            index.by_stack.setdefault(number, []).extend(added)
        fresh = given


def _give(table: Table, index: Index, entry: Continuous, given: dict[int, list[Instance]]) -> None:
    change = entry.change
    source = entry.scene.stack
    for stack in _reached(table, index, change.to, entry):
        if in_build_zone(stack):
            continue  # granted abilities stay off there (ruling.bonuses-for-units-in-the-build-zone)
        for number, ability in enumerate(_given(table, change, stack, entry.scene)):
            key = f"{stack.id}.g{source}.{entry.order % CHANGES_PER_SOURCE}.{number}"
            given.setdefault(stack.id, []).append(Instance(key, ability, stack.id, source, entry.name))


def _give_lasting(table: Table, index: Index, entry: Continuous, given: dict[int, list[Instance]]) -> None:
    """What an effect gives for a while under a condition, or copies; the rest is among the stacks' own abilities."""
    modifier = entry.modifier
    assert modifier is not None
    for stack in _reached(table, index, entry.change.to, entry):
        if in_build_zone(stack):
            continue
        for number, ability in enumerate(_given(table, entry.change, stack, entry.scene)):
            key = f"{stack.id}.m{modifier.id}.{number}"
            given.setdefault(stack.id, []).append(Instance(key, ability, stack.id, stack.id, entry.name))


def _given(table: Table, change: Grant | Copy, stack: Stack, scene: Scene) -> tuple[Ability, ...]:
    """The abilities that a change gives a stack: its own, or copies of those that others have in print."""
    if isinstance(change, Grant):
        return spelled((change.ability,))
    found: list[Ability] = []
    for number in select(table, change.of, scene):
        other = table.stacks[number]
        if number != stack.id and table.known(other):
            found.extend(each for each in _copied(printed(table.top(other)), change.kind))
    return tuple(found)


def _copied(abilities: tuple[Ability, ...], kind: str) -> list[Ability]:
    """Of some abilities those of a kind: activated ones, what a Pilot gives, or those of a keyword."""
    if kind == "activated":
        return [each for each in abilities if isinstance(each, Activated)]
    if kind == "pilot":
        return [given for each in abilities if isinstance(each, PilotOf) for given in each.gives]
    return [each for each in abilities if _keyword_named(each) == kind]


def _silence(table: Table, index: Index) -> None:
    """Take out what does not work; stand-alone "treat as" texts always do (crf.static.treat-as-always-active)."""
    entries = list(index.silences)
    for number, instances in index.by_stack.items():
        entries.extend(_static(table, table.stacks[number], instances, Silence))
    for entry in entries:
        change = entry.change
        assert isinstance(change, Silence)
        if not _met(table, index, entry):
            continue
        for stack in _reached(table, index, change.of, entry):
            found = index.by_stack.get(stack.id)
            if not found:
                continue
            stopped = [each for each in found if _is_meant(change.keyword, each)]
            index.silenced.update({each.key: (each, entry.name) for each in stopped})
            index.by_stack[stack.id] = [each for each in found if each not in stopped]


def _is_meant(keyword: str, instance: Instance) -> bool:
    ability = instance.ability
    if isinstance(ability, TreatAs):
        return False
    return not keyword or keyword_of(instance) == keyword


def keyword_of(instance: Instance) -> str:
    """The keyword that an ability is, empty if it is none."""
    return _keyword_named(instance.ability)


def _keyword_named(ability: Ability) -> str:
    if isinstance(ability, Keyword):
        return ability.name
    return str(getattr(ability, "keyword", ""))


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
                _file(index, change, _continuous(table, stack, instance, ability, at, number))


def _file(index: Index, change: object, entry: Continuous) -> None:
    if isinstance(change, Modify):
        index.stats.setdefault(change.stat, []).append(entry)
    elif isinstance(change, (Grant, Copy)):
        if entry.modifier is None or isinstance(change, Copy) or change.condition is not None:
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
