"""Texts that do not work: of covered cards, Equipment that is not attached or is tapped, retreated units and Pilots on
units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from adjudicator.kernel.explained import Contribution
from adjudicator.swtcg.standing.abilities import inserted, kept_back, speaks_of_host
from adjudicator.swtcg.standing.amounts import amount_of, holds
from adjudicator.swtcg.standing.continuous import keyword_of, scene_of
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, UNIT, Scene, Table, in_build_zone
from adjudicator.swtcg.why.not_counting import Of, kept, left
from adjudicator.swtcg.words.keywords import SWITCH, expand, together
from adjudicator.swtcg.words.keywords.copies import ISOLATED
from adjudicator.swtcg.words.language import Ability, Condition, EquipTo, Grant, Keyword, Modify, Static, There, Those
from adjudicator.swtcg.words.printed import inserting, printed, spelled

_replace = msgspec.structs.replace


class _Silent(NamedTuple):
    """A text that does not work: seen from which scene, why, by which rule, and whether a ruling says so."""

    text: Static
    scene: Scene
    why: str
    rule: str
    ruled: bool = False


def of_value(of: Of) -> Iterator[Contribution]:
    """What texts that are off would add to the value."""
    if of.stack.role == PILOT:
        return
    for each in (
        *_covered(of),
        *_beneath_others(of),
        *_not_attached(of),
        *_kept_back(of),
        *_away(of),
        *_of_no_unique_card(of),
        *_of_copies(of),
        *_of_other_slots(of),
        *_of_insert(of),
        *_granted_away(of),
    ):
        for change in each.text.changes if _on_else(of.table, each) else ():
            if not isinstance(change, Modify) or change.stat != of.stat or change.set:
                continue
            if matches(of.table, change.of, of.stack, each.scene, anywhere=True):
                amount = amount_of(of.table, change.amount, each.scene)
                tell = kept if each.ruled else left
                yield tell(f"{each.scene.source}{each.why}", amount, each.rule)


def _on_else(table: Table, each: _Silent) -> bool:
    """Whether a text would work if it were on: its condition, beyond that its unit is in an arena, is met."""
    condition = each.text.condition
    return condition is None or _by_its_place(condition) or holds(table, condition, each.scene)


def _by_its_place(condition: Condition) -> bool:
    """Whether a condition only says that the unit is in an arena, as static abilities ask anyway."""
    return isinstance(condition, There) and condition == There(
        are=Those(what=condition.are.what, zones=condition.are.zones, bound="this")
    )


def _covered(of: Of) -> Iterator[_Silent]:
    """The texts of covered cards of the stack itself, as far as a ruling on the card says that they are off."""
    for face in filter(None, map(of.table.face, of.stack.cards[1:])):
        rule = of.ruled(of.table.why.stacking_added_beneath_ignore_effects, face.title)
        scene = Scene(controller=of.stack.controller, source=face.title, stack=of.stack.id)
        for text in _static(printed(face, of.table.edition.book.value), of.table) if rule else ():
            yield _Silent(text, scene, "", rule, ruled=True)


def _beneath_others(of: Of) -> Iterator[_Silent]:
    """The texts of cards beneath other units, which are ignored."""
    for other in of.table.stacks.values():
        if other.id == of.stack.id or other.role != UNIT or in_build_zone(other):
            continue
        for face in filter(None, map(of.table.face, other.cards[1:])):
            scene = Scene(controller=other.controller, source=face.title, stack=other.id)
            for text in _static(printed(face, of.table.edition.book.value), of.table):
                yield _Silent(text, scene, ", beneath", of.table.why.stacking_top_card_characteristics)


def _kept_back(of: Of) -> Iterator[_Silent]:
    """What Equipment on the unit would give it, were it not tapped and for units of other types."""
    table, stack, _ = of
    if not (table.edition.tapped_equipment_off.value or table.edition.equipment_needs_type.value):
        return
    for source in table.attached(stack.id, EQUIPMENT):
        why, rule = kept_back(table, source, stack) if table.known(source) else ("", "")
        if not why:
            continue
        scene = Scene(controller=stack.controller, source=table.top(source).title, stack=stack.id)
        for way in printed(table.top(source), table.edition.book.value):
            for text in _static(way.gives, table) if isinstance(way, EquipTo) else ():
                yield _Silent(text, scene, f", {why}", rule)


def _not_attached(of: Of) -> Iterator[_Silent]:
    """What Equipment that lies face up in its player's build zone would give a unit that it fits."""
    table, stack, _ = of
    for source in table.stacks.values():
        if source.role != EQUIPMENT or source.host or source.controller != stack.controller or not table.known(source):
            continue
        scene = Scene(controller=source.controller, source=table.top(source).title, stack=source.id)
        ways = (way for way in printed(table.top(source), table.edition.book.value) if isinstance(way, EquipTo))
        for way in ways:
            if matches(table, way.to, stack, scene, anywhere=True):
                worn = _replace(scene, stack=stack.id)
                rule = table.why.equipment_effect_only_while_attached_consolidated
                yield from (_Silent(text, worn, ", not attached", rule) for text in _static(way.gives, table))


def _of_no_unique_card(of: Of) -> Iterator[_Silent]:
    """The keywords that a card which is not unique can't have."""
    why = of.table.why
    if not why.keywords_inspiration_unique_only:
        return
    rules = {
        "inspiration": why.keywords_inspiration_unique_only,
        "intimidation": why.keywords_intimidation_unique_only,
    }
    for stack in of.table.stacks.values():
        for each in of.table.index.by_stack.get(stack.id, ()):
            rule = rules.get(keyword_of(each), "")
            if rule and not of.table.top(stack).unique:
                rule = (
                    rule if each.source == stack.id and not each.name else why.abilities_permission_exceptions or rule
                )
                scene = scene_of(of.table, stack, each)
                for text in _static((each.ability,), of.table):
                    yield _Silent(_replace(text, condition=None), scene, ", not unique", rule)


def _of_copies(of: Of) -> Iterator[_Silent]:
    """What further copies of a keyword would do that a unit has but once."""
    table = of.table
    isolated = [name for name, way in together(table.edition.book.value).items() if way == ISOLATED]
    for stack in table.stacks.values() if isolated else ():
        found = table.index.by_stack.get(stack.id, ())
        names = list(map(keyword_of, found))
        for name in isolated if len(names) > len(set(names)) else ():
            for each in [each for each in found if keyword_of(each) == name][1:]:
                scene = scene_of(table, stack, each)
                for text in _static((each.ability,), table):
                    yield _Silent(text, scene, f", {name} once more", table.why.keywords_copies_are_one)


def _static(abilities: Iterable[Ability], table: Table) -> Iterator[Static]:
    """The static texts among abilities, with every keyword spelled out."""
    book = table.edition.book.value
    for each in abilities:
        for text in expand(each, book) if isinstance(each, Keyword) else (each,):
            if isinstance(text, Static):
                yield text


def _of_other_slots(of: Of) -> Iterator[_Silent]:
    """What Switch would give a unit in another arena than that where it is."""
    why, found = of.table.why, of.table.index.by_stack.get(of.stack.id, ())
    if not why.keywords_switch_none:
        return
    slots = [each for each in found if isinstance(each.ability, Static) and each.ability.keyword == SWITCH]
    kinds = sum(1 for kind in of.table.top(of.stack).types if kind in of.table.arenas) if slots else 0
    rule = why.keywords_switch_none if len(slots) < kinds else why.keywords_switch_slots_match_type_line
    for each in slots if rule else ():
        scene, text = scene_of(of.table, of.stack, each), each.ability
        if isinstance(text, Static) and text.condition is not None and not holds(of.table, text.condition, scene):
            yield _Silent(_replace(text, condition=None), scene, ", in another arena", rule)


def _of_insert(of: Of) -> Iterator[_Silent]:
    """What a retreated unit has by INSERT and does not work in the build zone."""
    rule = of.table.why.keywords_insert_granted_effect_zone
    if not rule or not in_build_zone(of.stack) or not of.table.known(of.stack) or not inserting(of.table.faces):
        return
    scene = Scene(controller=of.stack.controller, source=of.table.top(of.stack).title, stack=of.stack.id)
    for _, texts in inserted(of.table, of.stack):
        yield from (_Silent(each, scene, ", by INSERT, retreated", rule) for each in _static(texts, of.table))


def _granted_away(of: Of) -> Iterator[_Silent]:
    """What the text of another unit would give a retreated one, were the ability that it grants on there."""
    table, rule = of.table, of.table.why.abilities_granted_off_in_build_zone
    if not rule or not in_build_zone(of.stack):
        return
    for number, unit in table.stacks.items():
        for each in table.index.by_stack.get(number, ()):
            scene = scene_of(table, unit, each)
            for change in each.ability.changes if isinstance(each.ability, Static) else ():
                if isinstance(change, Grant) and matches(table, change.to, of.stack, scene, anywhere=True):
                    given = _replace(scene, stack=of.stack.id)
                    for text in _static(spelled((change.ability,), table.edition.book.value), table):
                        yield _Silent(text, given, ", granted, retreated", rule)


def _away(of: Of) -> Iterator[_Silent]:
    """The texts of retreated units, and what stands on Pilots on units besides their Pilot text."""
    table, piloting = of.table, of.table.edition.pilot_uses_own_abilities
    for source in table.stacks.values():
        retreated = source.role == UNIT and in_build_zone(source) and not source.host
        if not table.known(source) or not (retreated or (source.role == PILOT and not piloting.value)):
            continue
        title = table.top(source).title
        general, why = (table.why.static_only_in_arena, ", retreated") if retreated else (piloting.rule, ", on a unit")
        scene = Scene(controller=source.controller, source=title, stack=source.id)
        for text in _static(printed(table.top(source), table.edition.book.value), table):
            if retreated or not speaks_of_host(text):
                yield _Silent(text, scene, why, of.ruled(general, title) or general)
