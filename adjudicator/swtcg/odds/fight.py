"""The attack that odds are about, as it is found on a table: whose it is, and which units it has to do with."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.odds.situation import UnitSeen
from adjudicator.swtcg.standing.values import damage_per_hit, remaining_health
from adjudicator.swtcg.table.frames import AttackFrame
from adjudicator.swtcg.table.table import PILOT, UNIT, Attack, Stack, Table


class Fight(NamedTuple):
    """An attack: its number, its units by theirs, the seats of both sides (attacking, defending), and the titles."""

    attack: int
    attacker: int
    defender: int
    seats: tuple[str, str]
    titles: tuple[str, str]


def of_attack(table: Table, attack: Attack) -> Fight:
    """The fight of an attack that begins or is in progress on a table. Raises OddsError if its attacker is gone."""
    unit = table.stacks.get(attack.attacker)
    if unit is None:
        raise OddsError("the attacking unit has left the table")
    seats = (unit.controller, _against(table, unit.controller, attack.defender))
    titles = (table.title(attack.attacker), table.title(attack.defender))
    return Fight(attack.id, attack.attacker, attack.defender, seats, titles)


def _against(table: Table, seat: str, unit: int) -> str:
    """The opponent of a seat whose unit this is; the one opposite if it has gone."""
    stack = table.stacks.get(unit)
    theirs = table.opponents(seat)
    return stack.controller if stack is not None and stack.controller in theirs else table.facing(seat)


def in_progress(table: Table) -> Fight:
    """The fight in progress, at its end too, while a Retaliate is carried out. Raises OddsError if there is none."""
    if table.attack is not None:
        return of_attack(table, table.attack)
    frame = next((each for each in reversed(table.agenda.frames) if isinstance(each, AttackFrame)), None)
    if frame is None:
        raise OddsError("no attack is in progress")
    for each in reversed(table.agenda.frames):
        scene = getattr(each, "scene", None)
        if scene is not None and scene.attack == frame.attack and "attacker" in scene.bound:
            own = scene.controller
            unit = scene.bound["attacker"][0]
            return Fight(
                frame.attack, unit, scene.stack, (_against(table, own, unit), own), (table.title(unit), scene.source)
            )
    raise OddsError("the attack has ended, and nothing tells whose its pending consequences are")


def units_seen(table: Table) -> dict[int, UnitSeen]:
    """The units and Pilots that may take damage, by their numbers."""
    there = (stack for stack in table.stacks.values() if stack.role in (UNIT, PILOT) and table.known(stack))
    return {stack.id: _seen(table, stack) for stack in there}


def _seen(table: Table, unit: Stack) -> UnitSeen:
    left = remaining_health(table, unit)
    return UnitSeen(table.top(unit).title, unit.controller, left, damage_per_hit(table, unit))
