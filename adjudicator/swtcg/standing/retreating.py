"""What an effect or a price retreats: a unit with all that is on it, or a Pilot alone, whose unit stays.

Sources: rots.retreat.definition, rots.pilots.retreat-pilot-alone, rots.pilots.pilot-moved-unit-stays,
rots.pilots.unit-moved-pilot-follows.
"""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import PILOT, UNIT, Stack, Table, build_zone


def by_themselves(table: Table, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Of those that are moved together all but what goes along with the unit that it is on."""
    return tuple(number for number in numbers if table.stacks[number].host not in numbers)


def may_retreat(table: Table, stack: Stack) -> bool:
    """Whether a stack is one that retreats: a unit, or by the edition a Pilot without his unit."""
    return stack.role == UNIT or (stack.role == PILOT and table.edition.pilot_retreats_alone.value)


def can_retreat(table: Table, number: int) -> bool:
    """Whether an effect would have it retreat: out of an arena, and nothing forbids it."""
    stack = table.stacks[number]
    return stack.zone in table.arenas and may_retreat(table, stack) and not forbidden(table, "RETREAT_ALLOWED", number)


def retreated(table: Table, stack: Stack, rule: str, cause: str) -> tuple[Any, ...]:
    """The facts by which it moves to its controller's build zone, as it is; a Pilot's own rule says that he may."""
    zone = build_zone(stack.controller)
    if stack.role != PILOT:
        return (f.StackMoved(stack=stack.id, zone=zone, how="retreat", rule=rule, cause=cause),)
    alone = table.edition.pilot_retreats_alone.rule
    return (
        f.Detached(stack=stack.id, zone=zone, role=UNIT, rule=alone, cause=cause),
        f.StackMoved(stack=stack.id, zone=zone, how="retreat", rule=alone, cause=cause),
    )
