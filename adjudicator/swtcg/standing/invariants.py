"""Invariants of a sound table; a broken one is a mistake of ours, never of a player."""

from __future__ import annotations

from collections import Counter

import msgspec

from adjudicator.swtcg.standing.knowing import PILES
from adjudicator.swtcg.standing.stacking import beneath_of
from adjudicator.swtcg.table.beside import beside_zone
from adjudicator.swtcg.table.facts import StackDiscarded
from adjudicator.swtcg.table.frames import EventFrame
from adjudicator.swtcg.table.table import (
    BESIDE,
    BUILDING,
    CAMPAIGN,
    EQUIPMENT,
    LOCATION,
    PILOT,
    UNIT,
    Table,
    build_zone,
)

STACK_MAX = 4


def broken(table: Table) -> tuple[str, ...]:
    """The invariants a table breaks, in words."""
    return (*_cards(table), *_faces(table), *_piles(table), *_stacks(table), *_seats(table), *_question(table))


def _cards(table: Table) -> list[str]:
    """Every card of the game is in exactly one place."""
    places: list[int] = []
    for zone in table.zones.values():
        places.extend(zone)
    for stack in table.stacks.values():
        places.extend(stack.cards)
    if len(places) == len(table.cards) and table.cards.keys() == set(places):
        return []
    seen = Counter(places)
    found = [f"card {card} is in {seen[card]} places" for card in table.cards if seen[card] != 1]
    return found + [f"card {card} does not exist" for card in seen if card not in table.cards]


def _faces(table: Table) -> list[str]:
    """What is known of a card is a face of the game."""
    known = {card.face for card in table.cards.values() if card.face}
    return [f"no face of the game is {face}" for face in sorted(known - table.faces.keys())]


def _piles(table: Table) -> list[str]:
    """Cards that are in no stack lie in a pile of one of the players, under a stack, or are being played."""
    return [f"there is no pile {zone}" for zone, cards in table.zones.items() if cards and not _is_pile(table, zone)]


def _is_pile(table: Table, zone: str) -> bool:
    place, _, whose = zone.partition(":")
    if place == "under":
        return whose.isdecimal()
    return place in PILES and (whose in table.seats or zone == "playing")


def _held(table: Table) -> set[int]:
    """What is about to be discarded unless somebody chooses otherwise: a Pilot whose unit has gone already."""
    frames = [frame for frame in table.agenda.frames if isinstance(frame, EventFrame)]
    return {fact.stack for frame in frames for fact in frame.events if isinstance(fact, StackDiscarded)}


def _stacks(table: Table) -> list[str]:
    found = []
    beside = (beside_zone(role, seat) for role in BESIDE for seat in table.seats)
    standing = (*table.arenas, *map(build_zone, table.seats), *beside)
    for stack in table.stacks.values():
        if not stack.cards or (len(stack.cards) > STACK_MAX and not _roomy(table)):
            found.append(f"stack {stack.id} has {len(stack.cards)} cards")
        if stack.zone not in standing:
            found.append(f"stack {stack.id} is nowhere: {stack.zone}")
        if stack.role not in (BUILDING, UNIT, PILOT, EQUIPMENT, LOCATION, CAMPAIGN, *BESIDE):
            found.append(f"stack {stack.id} has no role: {stack.role}")
        host = table.stacks.get(stack.host)
        if stack.host and host is None and stack.id not in _held(table):
            found.append(f"stack {stack.id} is on nothing")
        if host is not None and host.zone != stack.zone:
            found.append(f"stack {stack.id} is not where its unit is")
        if stack.role == PILOT and not stack.host:
            found.append(f"pilot {stack.id} is on no unit")
        if stack.controller not in table.seats:
            found.append(f"stack {stack.id} is controlled by {stack.controller}")
        if stack.damage < 0 or stack.counters < 0:
            found.append(f"stack {stack.id} has counters below zero")
        if (stack.role in BESIDE) != stack.zone.startswith(BESIDE):
            found.append(f"stack {stack.id} is no {stack.role} of {stack.zone}")
    alone = [s.zone for s in table.stacks.values() if s.role == LOCATION or s.role in BESIDE]
    return found + [f"two cards in {zone}, where one lies" for zone in dict.fromkeys(alone) if alone.count(zone) > 1]


def _roomy(table: Table) -> bool:
    """Whether a card of the game lets stacks have more cards than the rules do."""
    return any(
        any(word in msgspec.json.encode(face.abilities) for word in MORE_ROOM)
        or ((says := beneath_of(face)) is not None and says.room)
        for face in table.faces.values()
    )


MORE_ROOM = (b'"stack room"', b'"STACK_HAS_ROOM"')
"""What a text changes that lets a stack have more cards."""


def _seats(table: Table) -> list[str]:
    return [f"{s.name} has Force {s.force}" for s in table.seats.values() if s.force < 0] + [
        f"{s.name} has {s.points} build points" for s in table.seats.values() if s.points < 0
    ]


def _question(table: Table) -> list[str]:
    """Somebody is always asked, or the game is over."""
    window = table.agenda.window
    if table.winner or (window is not None and window.asked):
        return []
    return ["nobody is asked and the game is not over"]
