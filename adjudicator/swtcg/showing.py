"""A table as data (kernel.showing): seats, arenas with their units, build zones, piles, and the attack under way."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.showing import Amount, Card, Link, SeatShown, Shown, Thing, Zone, ZoneKind
from adjudicator.swtcg.notation.names import aliases
from adjudicator.swtcg.notation.whereabouts import stage_of
from adjudicator.swtcg.standing.control import arenas_controlled
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.table.table import (
    BUILDING,
    CAMPAIGN,
    EQUIPMENT,
    UNIT,
    Attack,
    Stack,
    Table,
    build_zone,
    in_build_zone,
)

UNDER = "under"
"""The kind of zone that no seat has: cards that lie face down under a stack and are no part of it."""
ALWAYS = frozenset({"hand", "deck", "discard"})
"""Piles that are told of though nothing lies there."""
IN_NO_ORDER = frozenset({"hand", "deck", "supply", "aside"})
VALUES = ("speed", "power", "health")
ATTACK = "attack"


def show(table: Table) -> Shown:
    """A table as data, as far as it is known."""
    return _Showing(table).shown()


class _Showing:
    """Shows one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names = {number: alias for alias, number in aliases(table).items()}
        self.hosts = set(table.stacks)

    def shown(self) -> Shown:
        table = self.table
        seats = tuple(self.seat(name) for name in table.order)
        return Shown(seats, (*self.arenas(), *self.own_zones(), *self.piles()), tuple(map(self.link, table.attacks)))

    def link(self, attack: Attack) -> Link:
        stage, numbers, _ = stage_of(self.table, attack)
        return Link(ATTACK, self.name(attack.attacker), self.name(attack.defender), attack.mode, stage, numbers)

    def name(self, number: int) -> str:
        return self.names.get(number, f"#{number}")

    def seat(self, name: str) -> SeatShown:
        table, seat = self.table, self.table.seats[name]
        amounts = [Amount("force", seat.force), Amount("build points", seat.points)]
        if table.turn.phase == "setup":
            amounts.append(Amount("setup cost", seat.setup_cost))
        amounts.append(Amount("arenas controlled", len(arenas_controlled(table, name))))
        return SeatShown(name, seat.side or name, seat.team or name, tuple(amounts))

    def arenas(self) -> Iterator[Zone]:
        controlled = {arena: seat for seat in self.table.order for arena in arenas_controlled(self.table, seat)}
        for arena in self.table.arenas:
            yield Zone(arena, ZoneKind.SHARED, "", self.standing(arena), controller=controlled.get(arena, ""))

    def own_zones(self) -> Iterator[Zone]:
        for seat in self.table.order:
            yield Zone("build zone", ZoneKind.OWN, seat, self.standing(build_zone(seat)))

    def standing(self, zone: str) -> tuple[Thing, ...]:
        """What stands in a zone by itself; what was on a unit that has gone stands by itself too."""
        stacks = self.table.stacks.values()
        return tuple(self.thing(each) for each in stacks if each.zone == zone and each.host not in self.hosts)

    def thing(self, stack: Stack) -> Thing:
        table = self.table
        return Thing(
            name=self.name(stack.id),
            seat=stack.controller,
            owner=table.cards[stack.cards[0]].owner,
            role=stack.role,
            cards=tuple(map(self.card, stack.cards)),
            marks=tuple(self.marks(stack)),
            amounts=tuple(self.amounts(stack)),
            attached=tuple(self.thing(each) for each in table.attached(stack.id)),
        )

    def marks(self, stack: Stack) -> Iterator[str]:
        down = stack.role == BUILDING
        if down:
            yield "face down"
        if down and stack.shown:
            yield "shown"
        if stack.tapped:
            yield "tapped"
        if in_build_zone(stack) and not down and not stack.host and stack.role not in (EQUIPMENT, CAMPAIGN):
            yield "retreated"
        if stack.host and stack.host not in self.hosts:
            yield "its unit has gone"

    def amounts(self, stack: Stack) -> Iterator[Amount]:
        table = self.table
        if stack.role == UNIT and table.known(stack):
            face = table.top(stack)
            for name in VALUES:
                value = table.reckoning.value(table, stack, name)
                if value is not None:
                    yield Amount(name, value, getattr(face, name) or 0)
        if stack.damage:
            yield Amount("damage", stack.damage)
        if stack.counters:
            yield Amount("counters", stack.counters)
        for kind, count in stack.marks:
            yield Amount(kind, count)
        if beneath := table.zones.get(under(stack.id), ()):
            yield Amount("cards beneath", len(beneath))

    def card(self, handle: int) -> Card:
        face = self.table.face(handle)
        return Card() if face is None else Card(face.key, face.title)

    def piles(self) -> Iterator[Zone]:
        table = self.table
        for seat in table.order:
            for pile in table.edition.zones:
                lying = self.lying(pile, seat)
                if pile != UNDER and (lying or pile in ALWAYS):
                    known = tuple(self.card(each) for each in lying if self.table.face(each) is not None)
                    ordered = pile not in IN_NO_ORDER
                    yield Zone(pile, ZoneKind.PILE, seat, count=len(lying), cards=known, ordered=ordered)

    def lying(self, pile: str, seat: str) -> tuple[int, ...]:
        table = self.table
        if pile == "playing":
            return tuple(each for each in table.zones.get(pile, ()) if table.cards[each].owner == seat)
        return table.zones.get(f"{pile}:{seat}", ())
