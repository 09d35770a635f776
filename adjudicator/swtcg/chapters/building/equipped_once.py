"""What limits equipping and detaching where an edition has it so: each once in a turn (`Edition.equipment_once`), one
copy of a Skill or Trait on a unit, which does not come off (`Edition.ruled_subtypes`).

Sources: idc.equipment.skill-trait-one-copy-per-unit, idc.equipment.skill-trait-cannot-detach,
idc.equipment.equip-once-per-turn, idc.equipment.detach-once-per-turn, idc.equipment.transfer-detach-first.
Equipment on a unit that the opponent has taken over may go straight to another one
(idc.equipment.stolen-unit-equipment-recoverable).
"""

from __future__ import annotations

from adjudicator.kernel.judging import Judging
from adjudicator.swtcg.standing.card_kinds import has_its_copy, stays_on
from adjudicator.swtcg.table.fold_things import TAKEN_OFF
from adjudicator.swtcg.table.table import EQUIPMENT, Stack, Table
from adjudicator.swtcg.words.face import Face


def equipped(table: Table, equipment: Stack) -> bool:
    """Whether Equipment has been put on a unit in this turn."""
    return any(event == "carried" and by == str(equipment.id) for event, _, by in table.happened)


def taken_off(table: Table, equipment: Stack) -> bool:
    """Whether its player has taken Equipment off a unit in this turn."""
    return (TAKEN_OFF, equipment.id, "") in table.happened


def check_equip(judging: Judging, equipment: Stack) -> None:
    """Clauses of equipping: not yet in this turn, and not from another unit of one's own."""
    table: Table = judging.table
    if not table.edition.equipment_once.value:
        return
    name = (("equipment", table.title(equipment.id)),)
    judging.clause(
        "NOT_YET_EQUIPPED", table.why.equipment_equip_once_per_turn, not equipped(table, equipment), lambda: name
    )
    host = table.stacks.get(equipment.host)
    if host is not None and host.controller == equipment.controller:
        on = lambda: (*name, ("on", table.title(host.id)))
        judging.clause("DETACHED_FIRST", table.why.equipment_transfer_detach_first, ok=False, evidence=on)


def check_detach(judging: Judging, equipment: Stack) -> None:
    """Clause of taking it off: not yet in this turn."""
    table: Table = judging.table
    if table.edition.equipment_once.value:
        name = (("equipment", table.title(equipment.id)),)
        once = not taken_off(table, equipment)
        judging.clause("NOT_YET_DETACHED", table.why.equipment_detach_once_per_turn, once, lambda: name)


def check_copies(judging: Judging, equipment: Stack, unit: Stack) -> None:
    """Clause of a Skill or Trait: its unit has no other copy of it; of all else a unit may carry several."""
    table: Table = judging.table
    if not table.edition.ruled_subtypes.value:
        return
    face = table.top(equipment)
    if stays_on(table, face):
        evidence = lambda: (("equipment", face.title), ("unit", table.title(unit.id)))
        ok = not has_its_copy(table, equipment, unit)
        judging.clause("ONE_COPY_ON_A_UNIT", table.why.equipment_skill_trait_one_copy_per_unit, ok, evidence)
        if (
            ok
            and judging.worth_telling("COPIES_ON_OTHERS")
            and any(_is_copy(table, each, face) for each in _worn(table))
        ):
            judging.permit("COPIES_ON_OTHERS", table.why.equipment_skill_trait_many_in_play)


def check_comes_off(judging: Judging, equipment: Stack) -> None:
    """Clause of taking it off: it is no Skill or Trait, whoever controls its unit."""
    table: Table = judging.table
    host = table.stacks.get(equipment.host)
    face = table.top(equipment)
    if host is not None and stays_on(table, face):
        evidence = lambda: (("equipment", face.title), ("on", table.title(host.id)))
        judging.clause("MAY_COME_OFF", table.why.equipment_skill_trait_cannot_detach, ok=False, evidence=evidence)


def _worn(table: Table) -> list[Stack]:
    return [each for each in table.stacks.values() if each.role == EQUIPMENT and each.host and table.known(each)]


def _is_copy(table: Table, equipment: Stack, face: Face) -> bool:
    return table.top(equipment).title == face.title
