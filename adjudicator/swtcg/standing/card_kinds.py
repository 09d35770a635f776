"""Cards that have rules of their own by their subtype, where an edition has it so: Traps, Campaigns, Skills, Traits.

Sources: idc.mission.definition-and-borders, idc.equipment.definition-and-borders.
"""

from __future__ import annotations

import re

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.table.table import EQUIPMENT, Stack, Table
from adjudicator.swtcg.words.face import Face

TRAP, CAMPAIGN, SKILL, TRAIT = "trap", "campaign", "skill", "trait"
TYPE_OF = {TRAP: "mission", CAMPAIGN: "mission", SKILL: "equipment", TRAIT: "equipment"}


def of_kind(table: Table, face: Face, kind: str) -> bool:
    """Whether a card is of one of these kinds, and the edition has rules for it."""
    return kind in table.edition.ruled_subtypes.value and kind in _kinds(face)


def is_printed(face: Face, kind: str) -> bool:
    """Whether a card is of one of these kinds by its type line, whatever the edition has of it."""
    return kind in _kinds(face)


@remembered
def _kinds(face: Face) -> tuple[str, ...]:
    """The kinds of which a card is by its type line."""
    words = re.split(r"[^a-z]+", face.subtypes.lower())
    return tuple(kind for kind, card_type in TYPE_OF.items() if card_type in face.types and kind in words)


def stays_on(table: Table, face: Face) -> bool:
    """Whether Equipment is a Skill or a Trait, which does not come off its unit."""
    ruled = table.edition.ruled_subtypes.value
    return bool(ruled) and any(kind in ruled for kind in _kinds(face) if kind in (SKILL, TRAIT))


def has_its_copy(table: Table, equipment: Stack, unit: Stack) -> bool:
    """Whether a unit has another copy of a Skill or Trait (idc.equipment.skill-trait-one-copy-per-unit)."""
    face = table.top(equipment)
    if not stays_on(table, face) or table.suppressed == table.why.equipment_skill_trait_one_copy_per_unit:
        return False
    others = (each for each in table.attached(unit.id, EQUIPMENT) if each.id != equipment.id and table.known(each))
    return any(table.top(each).title == face.title for each in others)


def built_as(table: Table, face: Face) -> str:
    """The rule by which a card is built and completed, as its type has it; empty if the documents have one for all."""
    why = table.why
    if face.is_unit:
        return why.build_as_a_unit
    by_type = {
        "mission": why.build_as_a_mission,
        "equipment": why.build_as_equipment,
        "location": why.build_as_a_location,
        "resource": why.build_as_a_resource,
    }
    return next((rule for kind, rule in by_type.items() if kind in face.types), "")
