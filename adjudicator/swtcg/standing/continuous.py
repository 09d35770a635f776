"""What the index of effects in play is made of: continuous changes, and the lists they are sorted into."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.table.table import Modifier, Scene, Stack, Table
from adjudicator.swtcg.words.keywords.copies import ISOLATED, way
from adjudicator.swtcg.words.language import Ability, Both, Condition, Keyword, Static

CHANGES_PER_SOURCE, CHANGES_PER_ABILITY = 512, 16
"""So many changes of one source, and of one of its abilities, are told apart by `Continuous.order`."""


class Continuous:
    """A continuous change in force (one that `language.Static` or a `table.Modifier` may hold), the scene it is seen
    from, its condition, order of creation, and the keyword that it belongs to.
    """

    __slots__ = ("change", "condition", "keyword", "modifier", "name", "on", "order", "scene")

    def __init__(self, change: Any, scene: Scene, order: int, name: str, condition: Condition | None = None) -> None:
        self.change = change
        self.scene = scene
        self.order = order
        self.name = name
        self.condition = condition
        self.on: tuple[int, ...] | None = None
        self.modifier: Modifier | None = None
        self.keyword = ""


class Index:
    """What the effects in play do, by kind.

    `by_stack` has the abilities of each stack; `chances` says for which seat there is an ability to be
    played in which kind of chance; `silenced` names, by the key of an ability that does not work, what stops it;
    `vain` those that may be played and trigger all the same.
    `elsewhere` tells whether a card may have an ability that works in a discard pile, `awaited` for which kinds of
    events Traps and Traits of the game may wait.
    `overriding` names the clauses of which an effect may decide, or a text that nobody carries out.
    `unread` has what texts that nobody carries out may touch, with their cards, where they are always on.
    `heard` has those listeners that wait for facts of a kind, once one has happened.
    `playables`, `to_play`, `at_hand` and `roll_places` keep what has been put together for lists of what may be played.
    `lying` has the players who may have a Trap or Trait that waits, and among which stacks they were looked for, once
    somebody has asked (playing.answering).
    `aliases` are what notation calls the stacks, once somebody has asked (adjudicator.swtcg.notation.names).
    """

    __slots__ = (
        "aliases",
        "at_hand",
        "at_rest",
        "awaited",
        "by_stack",
        "chances",
        "elsewhere",
        "grants",
        "heard",
        "listeners",
        "lying",
        "overrides",
        "overriding",
        "playables",
        "replacements",
        "roll_places",
        "silenced",
        "silences",
        "stats",
        "taxes",
        "to_play",
        "unread",
        "vain",
        "volatile",
    )

    def __init__(self) -> None:
        self.aliases: tuple[tuple[int, ...], dict[str, int]] | None = None
        self.by_stack: dict[int, list[Instance]] = {}
        self.stats: dict[str, list[Continuous]] = {}
        self.grants: list[Continuous] = []
        self.silences: list[Continuous] = []
        self.silenced: dict[str, tuple[Instance, str]] = {}
        self.vain: dict[str, str] = {}
        self.overrides: dict[str, list[Continuous]] = {}
        self.overriding: AbstractSet[str] = frozenset()
        self.taxes: list[Continuous] = []
        self.replacements: list[Continuous] = []
        self.listeners: list[Instance] = []
        self.heard: dict[type, tuple[Instance, ...]] = {}
        self.unread: list[tuple[tuple[str, ...], str]] = []
        self.chances: set[tuple[str, str]] = set()
        self.volatile = 0
        self.elsewhere = False
        self.at_rest = False
        self.awaited: AbstractSet[str] = frozenset()
        self.lying: tuple[list[int], tuple[str, ...]] | None = None
        self.playables: dict[str, Any] = {}
        self.roll_places: dict[str, frozenset[int]] | None = None
        self.at_hand: dict[tuple[str, str], Any] = {}
        self.to_play: dict[tuple[str, str], list[tuple[Instance, str]]] = {}

    def working(self, number: int) -> list[Instance]:
        """The abilities of a stack that have their effect: not those that are played and trigger in vain."""
        there = self.by_stack.get(number, [])
        return [each for each in there if each.key not in self.vain] if self.vain else there

    def anew(self) -> Index:
        """The same effects at another table: what has been looked up by way of this one is not taken over."""
        made = Index.__new__(Index)
        made.by_stack, made.stats, made.overrides = self.by_stack, self.stats, self.overrides
        made.grants, made.silences, made.silenced = self.grants, self.silences, self.silenced
        made.vain = self.vain
        made.taxes, made.replacements, made.listeners = self.taxes, self.replacements, self.listeners
        made.unread, made.chances, made.volatile = self.unread, self.chances, self.volatile
        made.elsewhere, made.overriding, made.heard = self.elsewhere, self.overriding, self.heard
        made.awaited = self.awaited
        made.aliases = made.lying = made.roll_places = None
        made.at_rest = False
        made.playables, made.at_hand, made.to_play = {}, {}, {}
        return made


def scene_of(table: Table, stack: Stack, instance: Instance) -> Scene:
    """The scene of an ability: its controller is that of the unit that has it."""
    return Scene(
        controller=stack.controller,
        source=instance.name or (table.top(stack).title if table.known(stack) else "?"),
        stack=stack.id,
        key=instance.key,
    )


def named(table: Table, instance: Instance, scene: Scene) -> str:
    """What a change is said to come from: the Pilot or Equipment that gives it, else the unit that has it."""
    giver = table.stacks.get(instance.source)
    if instance.name or giver is None or instance.source == instance.stack or not table.known(giver):
        return scene.source
    return table.top(giver).title


def continuous(table: Table, stack: Stack, instance: Instance, ability: Static, at: int, number: int) -> Continuous:
    """A change that a static ability makes: the ability is so many in the row of its stack, the change of its own."""
    scene = scene_of(table, stack, instance)
    order = stack.id * CHANGES_PER_SOURCE + at * CHANGES_PER_ABILITY + number
    change = ability.changes[number]
    made = Continuous(change, scene, order, named(table, instance, scene), _both(ability, change))
    made.keyword = ability.keyword
    return made


def _both(ability: Static, change: Any) -> Condition | None:
    """The condition of an ability and that of one of its changes, together."""
    own: Condition | None = getattr(change, "condition", None)
    if own is None or ability.condition is None:
        return own or ability.condition
    return Both(of=(ability.condition, own))


def keyword_of(instance: Instance) -> str:
    """The keyword that an ability is, empty if it is none."""
    return keyword_named(instance.ability)


def keyword_named(ability: Ability) -> str:
    """The keyword that an ability is, empty if it is none."""
    if isinstance(ability, Keyword):
        return ability.name
    return str(getattr(ability, "keyword", ""))


def lost_for_good(table: Table, entry: Continuous) -> bool:
    """Whether a unit has lost a keyword to an effect without duration that it may regain by what grants it anew, as it
    may an isolated one (idc.abilities.isolated-lost-may-be-regained).
    """
    lasting, rule = entry.modifier, table.why.abilities_isolated_regained
    if lasting is None or lasting.until != "permanent" or not rule or rule == table.suppressed:
        return False
    return way(entry.change.keyword, table.edition.book.value) == ISOLATED
