"""Harbour's table as data: places, purses, piles and hands."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.showing import Amount, Card, SeatShown, Shown, Thing, Zone, ZoneKind
from tests.kit.harbour import values as v


def show(table: v.Table) -> Shown:
    """A table as data, as far as it is known."""
    seats = (
        SeatShown(seat, v.CREWS[seat], v.CREWS[seat], (Amount("purse", len(table.purse[seat])),)) for seat in v.SEATS
    )
    return Shown(tuple(seats), (*_places(table), *_piles(table)))


def _places(table: v.Table) -> Iterator[Zone]:
    for place in table.places.values():
        yield Zone(place.name, ZoneKind.SHARED, "", tuple(_thing(table, each) for each in table.aboard(place.id)))


def _thing(table: v.Table, thing: v.Thing) -> Thing:
    damage = (Amount("damage", thing.damage),) if thing.damage else ()
    aboard = tuple(_thing(table, each) for each in table.aboard(thing.id))
    return Thing(f"#{thing.id}", thing.owner, thing.owner, thing.kind, (_card(thing.kind),), (), damage, aboard)


def _piles(table: v.Table) -> Iterator[Zone]:
    for seat in v.SEATS:
        for name, kinds in (
            ("hand", [table.kind(handle) for handle in table.hand[seat]]),
            ("pile", sorted(table.cards[card] for card in table.pool[seat])),
            ("discard", [table.cards[card] for card in table.discard[seat]]),
        ):
            known = tuple(_card(kind) for kind in kinds if kind != "?")
            yield Zone(name, ZoneKind.PILE, seat, count=len(kinds), cards=known, ordered=name == "discard")


def _card(kind: str) -> Card:
    return Card(kind, kind)
