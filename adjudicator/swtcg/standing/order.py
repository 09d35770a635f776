"""The order of a battle: whose go it is, and which rule made it so.

Sources: rots.battle.speed-order, rots.battle.speed-tie-dark, rots.battle.same-speed-own-choice,
rots.attack.next-highest-speed.
"""

from __future__ import annotations

from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.overrides import OVERRIDE_RULES, verdict_on
from adjudicator.swtcg.standing.sorting import BATTLE_ORDER
from adjudicator.swtcg.standing.values import below_zero, speed
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import Stack, Table

SPEED, TIE, OWN_CHOICE, NEXT = (
    "rots.battle.speed-order",
    "rots.battle.speed-tie-dark",
    "rots.battle.same-speed-own-choice",
    "rots.attack.next-highest-speed",
)
COUNTS_AS_ZERO = (
    "crf.movement.negative-speed-counts-as-zero", "idc.term.speed.negative-counts-as-zero", "ruling.speed-below-zero",
)  # fmt: skip
"""The rules by which a speed below zero counts as 0; where the edition has none, our reading of its silence."""

FIRST_WINS = "DARK_WINS_TIES"
"""The code by which an effect sets the first general rule aside."""


THOUGH_TAPPED = "ATTACKS_THOUGH_TAPPED"
"""The code by which an effect has a unit attack although it is tapped."""


def untapped(table: Table, arena: str) -> list[Stack]:
    """The units in an arena that may still have a go in this battle."""
    return [s for s in table.units(arena) if may_go(table, s) and f"went:{s.id}" not in table.used]


def may_go(table: Table, unit: Stack) -> bool:
    """Whether it is untapped, or may attack tapped and has not declined to (ruling.attacking-although-tapped)."""
    if not unit.tapped:
        return True
    if THOUGH_TAPPED not in table.index.overrides or ("declined", unit.id, "") in table.happened:
        return False
    said = verdict_on(table, THOUGH_TAPPED, unit.id)
    return said is not None and said[0]


def fastest(table: Table, arena: str) -> tuple[str, list[Stack]]:
    """Whose go it is and with which units: highest speed, Dark before Light, several of one player to choose."""
    ready = untapped(table, arena)
    if not ready:
        return "", []
    fast = [speed(table, stack) for stack in ready]
    top = max(fast)
    first = [stack for stack, its in zip(ready, fast, strict=True) if its == top]
    for seat in precedence(table):
        mine = [stack for stack in first if stack.controller == seat]
        if mine:
            return seat, mine
    return "", []


def precedence(table: Table) -> tuple[str, ...]:
    """The players in the order in which they win ties: by the order of sides, unless a card says otherwise of one."""
    if FIRST_WINS not in table.index.overrides:
        return table.order
    return tuple(sorted(table.order, key=lambda seat: _place(table, seat)))


def _place(table: Table, seat: str) -> int:
    """Where cards put a player among those who tie: before the others, as the sides stand, or last the first side."""
    said = verdict_on(table, FIRST_WINS, None, seat=seat)
    if said is not None and said[0]:
        return 0
    return 2 if said is not None and table.leads(seat) else 1


def arenas_in_order(table: Table) -> tuple[str, ...]:
    """The arenas in the order in which they are fought in this turn: as the rules have it, or the last card."""
    order = arenas = tuple(table.arenas)
    for entry in table.index.overrides.get(BATTLE_ORDER, ()):
        if entry.condition is None or holds(table, entry.condition, entry.scene):
            order = (*entry.change.arenas, *(arena for arena in arenas if arena not in entry.change.arenas))
    return order


def tie_rule(table: Table, winner: str) -> str:
    """The rule by which a tie between the players goes to one of them: Dark, or the side before the other."""
    if precedence(table) != table.order:
        return OVERRIDE_RULES[FIRST_WINS]
    sides = table.edition.sides
    return TIE if table.seats[winner].side == sides.value[0] else sides.rule


def rule(table: Table, arena: str, first: list[Stack]) -> str:
    """What decided that it is the go of these units."""
    return _of_equals(table, arena, first) or _plain(table, arena)


def _plain(table: Table, arena: str) -> str:
    """By what units have their go one after another where speed alone decides."""
    return NEXT if begun(table, arena) else SPEED


def _of_equals(table: Table, arena: str, first: list[Stack]) -> str:
    """What decided that it is the go of these units where others are as fast; empty if none is."""
    if len(first) > 1:
        return cite(table, *COUNTS_AS_ZERO) if any(below_zero(table, stack) for stack in first) else OWN_CHOICE
    fast = speed(table, first[0])
    if any(speed(table, s) == fast for s in untapped(table, arena) if s.controller != first[0].controller):
        return cite(table, *COUNTS_AS_ZERO) if below_zero(table, first[0]) else tie_rule(table, first[0].controller)
    return ""


def grounds(table: Table, arena: str, unit: Stack, first: list[Stack]) -> tuple[str, str]:
    """What decides whether it is the go of a unit, when it is the go of these: speed, or what decides among equals."""
    if any(each.id == unit.id for each in first):
        equals = _of_equals(table, arena, first)
    else:
        equals = tie_rule(table, first[0].controller) if first and speed(table, unit) == speed(table, first[0]) else ""
    return "" if equals else _plain(table, arena), equals


def turned(table: Table, arena: str, unit: Stack) -> bool:
    """Whether it takes what changes speeds for a unit to have its go before one of the opponent's."""
    theirs = table.opponents(unit.controller)
    others = (table.top(each) for each in untapped(table, arena) if each.controller in theirs)
    return any((face.speed or 0) > (table.top(unit).speed or 0) for face in others)


def begun(table: Table, arena: str) -> bool:
    """Whether a unit has already attacked in this battle."""
    return any(event == "attacked" and where == arena for event, _, where in table.happened)
