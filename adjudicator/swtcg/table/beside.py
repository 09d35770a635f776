"""What lies beside the play area: the zones of Events and Resources, one of each for a player; and the supply."""

from __future__ import annotations

from adjudicator.swtcg.table.table import SUPPLY, Stack, Table


def beside_zone(role: str, seat: str) -> str:
    """The id of a player's zone for an Event or a Resource, by its role."""
    return f"{role}:{seat}"


def supply(table: Table, seat: str) -> tuple[int, ...]:
    """The cards of a player's supply."""
    return table.zones.get(f"{SUPPLY}:{seat}", ())


def lying_beside(table: Table, role: str, seat: str) -> Stack | None:
    """The Event or the Resource of a player; None if there is none in play."""
    zone = beside_zone(role, seat)
    return next((stack for stack in table.stacks.values() if stack.zone == zone), None)
