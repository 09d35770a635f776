"""Leaving the table: the facts by which a stack goes to a hand, a deck or out of the game, with what is on it."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import EQUIPMENT, Table


def leaving(table: Table, number: int, to: str, rule: str, cause: str) -> list[Any]:
    """The facts by which a stack leaves the table for hand, deck or out of the game.

    Its Pilots go with it, and its Equipment too, a Pilot's included (rots.pilots.unit-moved-pilot-follows,
    ruling.equipment-when-its-unit-returns-to-hand).
    """
    why = table.why
    along: list[Any] = []
    for other in table.attached(number):
        equipped = other.role == EQUIPMENT
        follows = (
            why.reading_equipment_when_its_unit_returns_to_hand if equipped else why.pilots_unit_moved_pilot_follows
        )
        along.extend(leaving(table, other.id, to, follows, cause))
    return [*along, f.StackLeft(stack=number, to=to, rule=rule, cause=cause)]
