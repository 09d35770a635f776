"""The order of a battle: whose go it is, and which rule made it so.

Sources: rots.battle.speed-order, rots.battle.speed-tie-dark, rots.battle.same-speed-own-choice,
rots.attack.next-highest-speed.
"""

from __future__ import annotations

from adjudicator.swtcg.moment import BOTH
from adjudicator.swtcg.table import Stack, Table
from adjudicator.swtcg.values import speed

SPEED, TIE, OWN_CHOICE, NEXT = (
    "rots.battle.speed-order",
    "rots.battle.speed-tie-dark",
    "rots.battle.same-speed-own-choice",
    "rots.attack.next-highest-speed",
)


def untapped(table: Table, arena: str) -> list[Stack]:
    """The units in an arena that may still have a go in this battle."""
    return [s for s in table.units(arena) if not s.tapped and f"went:{s.id}" not in table.used]


def fastest(table: Table, arena: str) -> tuple[str, list[Stack]]:
    """Whose go it is and with which units: highest speed, Dark before Light, several of one player to choose."""
    ready = untapped(table, arena)
    if not ready:
        return "", []
    speeds = {stack.id: speed(table, stack) for stack in ready}
    top = max(speeds.values())
    for seat in BOTH:
        mine = [s for s in ready if speeds[s.id] == top and s.controller == seat]
        if mine:
            return seat, mine
    return "", []


def rule(table: Table, arena: str, first: list[Stack]) -> str:
    """What decided that it is the go of these units."""
    if len(first) > 1:
        return OWN_CHOICE
    fast = speed(table, first[0])
    if any(speed(table, s) == fast for s in untapped(table, arena) if s.controller != first[0].controller):
        return TIE
    return NEXT if begun(table, arena) else SPEED


def rule_for(table: Table, arena: str, unit: Stack, first: list[Stack]) -> str:
    """What decides whether it is the go of a unit, when it is the go of these."""
    if any(s.id == unit.id for s in first):
        return rule(table, arena, first)
    if speed(table, unit) == speed(table, first[0]):
        return TIE
    return NEXT if begun(table, arena) else SPEED


def begun(table: Table, arena: str) -> bool:
    """Whether a unit has already attacked in this battle."""
    return any(event == "attacked" and where == arena for event, _, where in table.happened)
