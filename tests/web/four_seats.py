"""A table with four seats, a fourth arena, and Resource and Event zones: what a page draws that knows no game."""

from __future__ import annotations

from adjudicator.api.v1.position_pb2 import Question
from adjudicator.api.v1.ruling_service_pb2 import ShowTableResponse
from adjudicator.api.v1.table_pb2 import (
    TABLE_ZONE_KIND_OWN,
    TABLE_ZONE_KIND_PILE,
    TABLE_ZONE_KIND_SHARED,
    Table,
    TableAmount,
    TableCard,
    TableLink,
    TableSeat,
    TableThing,
    TableZone,
)

SEATS = ("north", "east", "south", "west")
SIDES = ("light", "dark", "light", "dark")
ARENAS = ("space", "ground", "character", "orbit")
OWN = ("build zone", "resources", "events")
HIDDEN = 7


def four_seats() -> ShowTableResponse:
    """The answer of ShowTable with it: each seat has a unit in each arena and a card in each zone of its own."""
    table = Table(turn=3, moment="Orbit battle", seats=map(_seat, SEATS, SIDES))
    for arena in ARENAS:
        table.zones.append(TableZone(zone=arena, kind=TABLE_ZONE_KIND_SHARED, things=[_unit(s, arena) for s in SEATS]))
    for seat in SEATS:
        table.zones.extend(
            TableZone(zone=zone, kind=TABLE_ZONE_KIND_OWN, seat=seat, things=[_thing(seat, zone)]) for zone in OWN
        )
        table.zones.append(TableZone(zone="hand", kind=TABLE_ZONE_KIND_PILE, seat=seat, count=HIDDEN))
    table.links.append(TableLink(kind="attack", source="north-orbit", target="west-orbit"))
    return ShowTableResponse(table=table, question=Question(asked=["south", "west"]))


def _seat(seat: str, side: str) -> TableSeat:
    return TableSeat(seat=seat, side=side, team=side, amounts=[TableAmount(name="force", amount=4)])


def _unit(seat: str, arena: str) -> TableThing:
    power = TableAmount(name="power", amount=6, printed=5, on_card=True)
    unit = _thing(seat, arena)
    unit.marks.append("tapped")
    unit.amounts.append(power)
    unit.attached.append(
        TableThing(
            name=f"{seat}-{arena}-pilot",
            seat=seat,
            owner=seat,
            role="pilot",
            cards=[TableCard(title=f"{seat}'s pilot")],
        )
    )
    return unit


def _thing(seat: str, zone: str) -> TableThing:
    cards = [TableCard(card="none", title=f"{seat} of {zone}"), TableCard(card="none", title=f"under {seat} of {zone}")]
    return TableThing(name=f"{seat}-{zone}", seat=seat, owner=seat, role="unit", cards=cards)
