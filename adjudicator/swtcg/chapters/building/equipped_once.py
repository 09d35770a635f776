"""Equipment that is equipped once and detached once in a turn, where an edition has it so (`Edition.equipment_once`).

Sources: idc.equipment.equip-once-per-turn, idc.equipment.detach-once-per-turn, idc.equipment.transfer-detach-first.
Equipment on a unit that the opponent has taken over may go straight to another one
(idc.equipment.stolen-unit-equipment-recoverable).
"""

from __future__ import annotations

from adjudicator.kernel.judging import Judging
from adjudicator.swtcg.table.fold_things import TAKEN_OFF
from adjudicator.swtcg.table.table import Stack, Table


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
