"""What a card costs in setup, and how much of the starting points a player has left.

Sources: rots.setup.cannot-exceed-thirty, rots.setup.stack-cost-counts, idc.zones.event-always-on.
"""

from __future__ import annotations

from adjudicator.swtcg.standing.values import cost, unchanged
from adjudicator.swtcg.table.sides import POINTS
from adjudicator.swtcg.table.table import BUILDING, Card, Stack, Table, build_zone
from adjudicator.swtcg.words.face import Face


def cost_of(face: Face) -> int:
    """A card's build cost, effects aside."""
    return face.cost or 0


def cost_now(table: Table, seat: str, face: Face) -> int:
    """What a player pays for a card: its build cost, as an Event in play changes it where the edition has those."""
    point = table.edition.on_in_setup
    if not point.value or unchanged(table, "cost") or table.suppressed == point.rule:
        return cost_of(face)
    then, number = table.fork(), table.next_id
    then.faces = {**table.faces, face.key: face}
    then.cards = {**table.cards, number: Card(number, seat, face.key)}
    return cost(then, Stack(number, (number,), seat, seat, build_zone(seat), BUILDING))


def cost_added(table: Table, seat: str, alone: int, stack: Stack | None, *, beneath: bool = False) -> int:
    """By how much a card that costs so much alone makes the setup total grow: a stack counts its top card's cost and 1
    for each other card.
    """
    if stack is None or table.suppressed == table.why.setup_stack_cost_counts:
        return alone
    return 1 if beneath else alone - cost_now(table, seat, table.top(stack)) + 1


def points(table: Table, seat: str) -> int:
    """Build cost that a player may put down in setup: 30 (rots.setup.cannot-exceed-thirty), or what the bid was."""
    return table.starting.get(seat, POINTS)


def points_left(table: Table, seat: str) -> int:
    """How much of that a player has not put down."""
    return points(table, seat) - table.seats[seat].setup_cost
