"""Which Equipment fits which unit, what keeps it off, and what attaching it costs.

Sources: rots.equipment.only-stated-unit-type, rots.equipment.equip-cost-attaches,
idc.equipment.subtypes-are-unit-types.
"""

from __future__ import annotations

import msgspec

from adjudicator.kernel.remembering import remembered
from adjudicator.kernel.verdict import Override
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.standing.traits import has_subtype
from adjudicator.swtcg.table.table import EQUIPMENT, Scene, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Allow, Cost, EquipTo, Those

_replace = msgspec.structs.replace


@remembered
def ways(face: Face) -> tuple[EquipTo, ...]:
    """The kinds of unit that Equipment may be attached to, each with its cost."""
    return tuple(ability for ability in face.abilities if isinstance(ability, EquipTo))


def way_to(table: Table, equipment: Stack, unit: Stack, scene: Scene) -> EquipTo | None:
    """By which of its texts Equipment fits a unit, whoever controls that; None if it does not. The scene is its own."""
    for way in ways(table.top(equipment)):
        if matches(table, _kind_of_unit(way), unit, scene, anywhere=True):
            return way
    return None


def subtype_meant(table: Table, way: EquipTo, unit: Stack) -> str:
    """The subtype by which a unit is what a way asks for; empty if it asks for none."""
    named = (those.subtype for those in (way.to, *way.to.any_of) if those.subtype)
    return next((subtype for subtype in named if has_subtype(table, unit, subtype)), "")


@remembered
def _kind_of_unit(way: EquipTo) -> Those:
    """What a unit has to be for a way, whoever's it is."""
    return msgspec.structs.replace(way.to, what="unit", side="any")


def scene_of(table: Table, equipment: Stack) -> Scene:
    """Equipment, as its own text speaks of it."""
    return Scene(controller=equipment.controller, source=table.top(equipment).title, stack=equipment.id)


def barred(table: Table, equipment: Stack, unit: Stack) -> Override | None:
    """By what Equipment is kept off a unit; None if nothing does, or if it is on that unit already."""
    if equipment.host == unit.id:
        return None
    return forbidden(table, "MAY_BE_EQUIPPED", unit.id, equipment.id) or _by_its_own_limit(table, equipment, unit)


def _by_its_own_limit(table: Table, equipment: Stack, unit: Stack) -> Override | None:
    """Equipment of which its unit may have one of a kind keeps itself off a unit that has another
    (rots.cards.card-beats-rule).
    """
    others = [each for each in table.attached(unit.id, EQUIPMENT) if each.id != equipment.id]
    if not others:
        return None
    scene = scene_of(table, equipment)
    for kind in _limits(table.top(equipment)):
        if all(
            any(matches(table, kind, each, scene, anywhere=True) for each in group) for group in ([equipment], others)
        ):
            return Override(scene.source, table.why.cards_card_beats_rule, leads=True)
    return None


@remembered
def _limits(face: Face) -> tuple[Those, ...]:
    """Of what kinds of Equipment a carrier of this one may have no further one."""
    changes = (change for way in ways(face) for given in way.gives for change in getattr(given, "changes", ()))
    return tuple(
        change.whom
        for change in changes
        if isinstance(change, Allow) and change.clause == "MAY_BE_EQUIPPED" and not change.permit and change.whom
    )


def equip_cost(table: Table, way: EquipTo, unit: Stack) -> Cost:
    """The cost of attaching Equipment to a unit, as effects in play make it dearer or cheaper, never below nothing."""
    force, points = way.cost.force, way.cost.points
    for entry in table.index.taxes:
        change = entry.change
        if change.kind != "equip" or (entry.condition is not None and not holds(table, entry.condition, entry.scene)):
            continue
        if change.of is None or matches(table, change.of, unit, entry.scene, anywhere=True):
            force, points = force + change.force, points + change.points
    if (force, points) == (way.cost.force, way.cost.points):
        return way.cost
    return _replace(way.cost, force=max(0, force), points=max(0, points))
