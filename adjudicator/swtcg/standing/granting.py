"""What abilities things get and lose by others: grants, copies and silences, settled before anything is sorted in.

What static abilities grant to others is found anew each time, as an instance of its own for each source
(crf.abilities.granted-instance-per-source).
"""

from __future__ import annotations

from adjudicator.kernel.remembering import remembered, remembered_by_word
from adjudicator.swtcg.standing.abilities import EFFECTS, Instance, given_away, given_by, works_given
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import (
    CHANGES_PER_SOURCE,
    Continuous,
    Index,
    continuous,
    keyword_named,
    keyword_of,
    lost_for_good,
)
from adjudicator.swtcg.standing.selectors import attacks_so, matches, select
from adjudicator.swtcg.table.table import PILOT, UNIT, Scene, Stack, Table, in_build_zone
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.keywords import expand
from adjudicator.swtcg.words.language import (
    Ability,
    Activated,
    Copy,
    Grant,
    Keyword,
    PilotOf,
    Silence,
    Static,
    Those,
    TreatAs,
    Triggered,
)
from adjudicator.swtcg.words.printed import printed, spelled, works_in_build_zone
from adjudicator.swtcg.words.states import condition_depends, depends, in_attack_only

GRANTS_DEEP_MAX = 8
"""How often what is granted may grant something in turn."""


def _static(table: Table, stack: Stack, found: list[Instance], kind: type | tuple[type, ...]) -> list[Continuous]:
    """The changes of a kind that the static abilities of a stack make, while their conditions are met."""
    made: list[Continuous] = []
    for at, instance in enumerate(found):
        ability = instance.ability
        if not isinstance(ability, Static):
            continue
        for number, change in enumerate(ability.changes):
            if isinstance(change, kind):
                made.append(continuous(table, stack, instance, ability, at, number))
    return made


def _met(table: Table, index: Index, entry: Continuous) -> bool:
    if entry.condition is None:
        return True
    index.volatile = max(index.volatile, condition_depends(entry.condition))
    return holds(table, entry.condition, entry.scene)


def _reached(table: Table, index: Index, those: Those, entry: Continuous, *, anywhere: bool = False) -> list[Stack]:
    if entry.on is not None:
        there = [table.stacks[number] for number in entry.on if number in table.stacks]
        if not in_attack_only(those):
            return there
        index.volatile = max(index.volatile, depends(those))
        return [stack for stack in there if attacks_so(table, those, stack, entry.scene)]
    index.volatile = max(index.volatile, depends(those))
    return [stack for stack in table.stacks.values() if matches(table, those, stack, entry.scene, anywhere=anywhere)]


@remembered_by_word
def works_retreated(change: Grant | Copy, book: str) -> bool:
    """Whether what is granted works in the build zone, so that retreated units are reached as well: subtypes, Upkeep
    (ruling.bonuses-for-units-in-the-build-zone, crf.zones.build-zone-active-abilities).
    """
    return isinstance(change, Grant) and any(works_in_build_zone(each) for each in spelled((change.ability,), book))


def grant(table: Table, index: Index) -> None:
    """Give what static abilities grant to those they name now, an instance for each source and target."""
    fresh = {number: list(found) for number, found in index.by_stack.items()}
    given: dict[int, list[Instance]] = {}
    for entry in index.grants:
        if _met(table, index, entry):
            _give_lasting(table, index, entry, given)
    for number, added in given.items():
        index.by_stack.setdefault(number, []).extend(added)
        fresh.setdefault(number, []).extend(added)
    waiting: list[Continuous] = []
    for _ in range(GRANTS_DEEP_MAX):
        given = {}
        for number, found in fresh.items():
            for entry in _static(table, table.stacks[number], found, (Grant, Copy)):
                if to_those_without(entry.change.to):
                    waiting.append(entry)
                elif _met(table, index, entry):
                    _give(table, index, entry, given)
        if not given:
            for entry in waiting:
                if _met(table, index, entry):
                    _give(table, index, entry, given)
            waiting = []
        if not given:
            return
        for number, added in given.items():
            index.by_stack.setdefault(number, []).extend(added)
        fresh = given


@remembered
def to_those_without(those: Those) -> bool:
    """Whether a selector asks for those that lack a keyword: who has it is seen when all the rest has been given."""
    but = those.but
    return but is not None and (bool(but.keyword) or any(part.keyword for part in but.any_of))


def _give(table: Table, index: Index, entry: Continuous, given: dict[int, list[Instance]]) -> None:
    change = entry.change
    source = entry.scene.stack
    for stack in _reached(table, index, change.to, entry, anywhere=works_retreated(change, table.edition.book.value)):
        for number, ability in enumerate(_given(table, change, stack, entry.scene)):
            key = f"{stack.id}.g{source}.{entry.order % CHANGES_PER_SOURCE}.{number}"
            given.setdefault(stack.id, []).append(Instance(key, ability, stack.id, source, entry.name))


def _give_lasting(table: Table, index: Index, entry: Continuous, given: dict[int, list[Instance]]) -> None:
    """What an effect gives for a while under a condition, or copies; the rest is among the stacks' own abilities."""
    modifier = entry.modifier
    assert modifier is not None
    for stack in _reached(table, index, entry.change.to, entry):
        for number, ability in enumerate(_given(table, entry.change, stack, entry.scene)):
            key = f"{stack.id}.m{modifier.id}.{number}"
            given.setdefault(stack.id, []).append(Instance(key, ability, stack.id, stack.id, entry.name))


def _given(table: Table, change: Grant | Copy, stack: Stack, scene: Scene) -> tuple[Ability, ...]:
    """The abilities that a change gives a stack: its own, or copies of those that others have in print. Most of what is
    granted stays off in the build zone (ruling.bonuses-for-units-in-the-build-zone).
    """
    if isinstance(change, Grant):
        found = list(spelled((change.ability,), table.edition.book.value))
    else:
        others = (table.stacks[number] for number in select(table, change.of, scene) if number != stack.id)
        found = [
            each
            for o in others
            if table.known(o)
            for each in copied(table.top(o), change.kind, table.edition.book.value)
        ]
    if in_build_zone(stack):
        found = [each for each in found if given_away(table, each)]
    return tuple(found) if stack.role != PILOT else tuple(each for each in found if works_given(table, each))


def treated_in_arenas(table: Table, stack: Stack, subtype: str) -> str:
    """Why a retreated unit is not treated as having a subtype that something gives it: the ability of a unit, or any
    other effect. Empty if nothing does.
    """
    index = table.index
    for source in table.stacks.values():
        given = _static(table, source, index.by_stack.get(source.id, []), Grant)
        working = (entry for entry in given if _treats_so(entry.change, subtype) and _met(table, index, entry))
        if any(stack in _reached(table, index, entry.change.to, entry, anywhere=True) for entry in working):
            own = table.why.static_treat_as_given_by_an_ability if source.role in (UNIT, PILOT) else ""
            return own or table.edition.granted_treat_as_retreated.rule
    lasting = (each for each in table.modifiers.values() if stack.id in (each.on or ()))
    found = any(_treats_so(each.change, subtype) for each in lasting)
    return table.edition.granted_treat_as_retreated.rule if found else ""


def _treats_so(change: object, subtype: str) -> bool:
    """Whether what is given is to be treated as having a subtype."""
    given = change.ability if isinstance(change, Grant) else None
    return isinstance(given, TreatAs) and given.subtype.casefold() == subtype.casefold()


def copied(face: Face, kind: str, book: str) -> tuple[Ability, ...]:
    """Of the abilities of a card those of a kind: activated ones, what a Pilot gives, or those of a keyword."""
    if kind == "activated":
        return tuple(each for each in printed(face, book) if isinstance(each, Activated))
    if kind == "pilot":
        return tuple(given for each in printed(face, book) if isinstance(each, PilotOf) for given in each.gives)
    return spelled(tuple(each for each in face.abilities if keyword_named(each) == kind), book)


def silence(table: Table, index: Index) -> None:
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
            found = index.by_stack.get(stack.id, [])
            meant = [each for each in found if _is_meant(change.keyword, each)]
            if change.keyword and lost_for_good(table, entry):
                meant = [each for each in meant if not _came_later(each, entry)]
            if change.vain:
                meant = _kept(table, index, meant, entry.name)
            _stop(index, stack.id, meant, entry.name)
            if stack.host and not change.keyword:  # what a Pilot or Equipment gives is its ability
                given = [each for each in index.by_stack.get(stack.host, []) if each.source == stack.id]
                if change.vain:
                    given = _kept(table, index, given, entry.name)
                _stop(index, stack.host, given, entry.name)


def _kept(table: Table, index: Index, meant: list[Instance], name: str) -> list[Instance]:
    """Note which of the abilities that have no effect may be played or trigger in vain; the others are as if lost."""
    point = table.edition.no_effect_in_vain
    if not point.value or table.suppressed == point.rule:
        return meant
    kept = [each for each in meant if _comes_about(each.ability, table.edition.book.value)]
    index.vain.update({each.key: name for each in kept})
    return [each for each in meant if each not in kept]


def _comes_about(ability: Ability, book: str) -> bool:
    """Whether an ability is played or triggers, and is not just on."""
    parts = expand(ability, book) if isinstance(ability, Keyword) else (ability,)
    return any(isinstance(each, Activated | Triggered) for each in parts)


def _came_later(instance: Instance, entry: Continuous) -> bool:
    """Whether what gives an ability to its unit has come about after a lasting change."""
    lasting = entry.modifier
    kind, number = given_by(instance.key)
    giver = number if kind in EFFECTS else instance.source
    return lasting is not None and giver > lasting.id and giver != instance.stack


def _stop(index: Index, number: int, stopped: list[Instance], name: str) -> None:
    """Abilities of a stack do not work, because of what has this name."""
    if stopped:
        index.silenced.update({each.key: (each, name) for each in stopped})
        index.by_stack[number] = [each for each in index.by_stack[number] if each not in stopped]


def _is_meant(keyword: str, instance: Instance) -> bool:
    ability = instance.ability
    if isinstance(ability, TreatAs):
        return False
    return not keyword or keyword_of(instance) == keyword
