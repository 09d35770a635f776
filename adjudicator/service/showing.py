"""Tables as data, as messages of the API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.api.v1 import table_pb2 as pb
from adjudicator.kernel.game import Game, NotOfferedError
from adjudicator.kernel.showing import Amount, Card, Thing, Zone, ZoneKind

KINDS = {
    ZoneKind.SHARED: pb.TABLE_ZONE_KIND_SHARED,
    ZoneKind.OWN: pb.TABLE_ZONE_KIND_OWN,
    ZoneKind.PILE: pb.TABLE_ZONE_KIND_PILE,
}


def table(game: Game, known: Any) -> pb.Table | None:
    """A table as a viewer knows it, as data; None if the game does not show it so."""
    try:
        shown = game.show(known)
    except NotOfferedError:
        return None
    turn, moment = game.when(known)
    return pb.Table(
        seats=[
            pb.TableSeat(seat=each.seat, side=each.side, team=each.team, amounts=_amounts(each.amounts))
            for each in shown.seats
        ],
        zones=map(_zone, shown.zones),
        links=[
            pb.TableLink(
                kind=each.kind,
                source=each.source,
                target=each.target,
                mode=each.mode,
                stage=each.stage,
                numbers=each.numbers,
            )
            for each in shown.links
        ],
        turn=turn,
        moment=moment,
    )


def _zone(zone: Zone) -> pb.TableZone:
    return pb.TableZone(
        zone=zone.name,
        kind=KINDS[zone.kind],
        seat=zone.seat,
        things=map(_thing, zone.things),
        count=zone.count,
        cards=map(_card, zone.cards),
        ordered=zone.ordered,
        controller=zone.controller,
    )


def _thing(thing: Thing) -> pb.TableThing:
    return pb.TableThing(
        name=thing.name,
        seat=thing.seat,
        owner=thing.owner,
        role=thing.role,
        cards=map(_card, thing.cards),
        marks=thing.marks,
        amounts=_amounts(thing.amounts),
        attached=map(_thing, thing.attached),
    )


def _card(card: Card) -> pb.TableCard:
    return pb.TableCard(card=card.card, title=card.title)


def _amounts(amounts: Iterable[Amount]) -> list[pb.TableAmount]:
    return [
        pb.TableAmount(name=each.name, amount=each.amount, printed=each.printed or 0, on_card=each.printed is not None)
        for each in amounts
    ]
