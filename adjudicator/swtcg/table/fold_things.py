"""Folding facts of things: cards between zones, stacks, players (see `fold`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.agreed import NO_SHORTCUT, SAME
from adjudicator.swtcg.table.table import (
    BUILDING,
    EQUIPMENT,
    FROM_A_UNIT,
    LOCATION,
    PILOT,
    UNIT,
    Card,
    Stack,
    Table,
    build_zone,
)
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.printed import working_face_down

_replace = msgspec.structs.replace


NO_ATTACK = "disrupted attack"
"""What is remembered of a unit whose attack was disrupted; the cause of its having rolled no hits in it."""
STAR_UNKNOWN = "star unknown"
"""What is remembered of a unit of which a value was known, that a star stands for, and is so no more."""
UNPAID = "@unpaid"
"""The ending of the key of a use that notes a play whose cost was not fulfilled; the event of the turn by that name."""


def take(table: Table, zone: str, cards: tuple[int, ...]) -> None:
    """Take cards out of a zone; a deck's known ends give theirs too."""
    table.zones[zone] = _without(table.zones.get(zone, ()), cards)
    if zone.startswith("deck:"):
        for end in ("deck top:", "deck bottom:"):
            known = table.zones.get(end + zone[5:], ())
            if known:
                table.zones[end + zone[5:]] = _without(known, cards)


def _without(there: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    left = list(there)
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def put(table: Table, zone: str, cards: tuple[int, ...]) -> None:
    """Put cards at the end of a zone; what goes on top of a deck comes before what lies there."""
    there = table.zones.get(zone, ())
    table.zones[zone] = cards + there if zone.startswith("deck top:") else there + cards


def home(table: Table, card: int, place: str) -> None:
    """Put a card into a zone of its owner: "hand", "discard", "out", "deck top", "deck bottom"."""
    put(table, f"{place}:{table.cards[card].owner}", (card,))


def happened(table: Table, event: str, stack: int, detail: str) -> None:
    """Remember an event of this turn for effects that ask about it."""
    table.happened = (*table.happened, (event, stack, detail))


# --- cards between zones --------------------------------------------------------------------


def _deck_shuffled(table: Table, fact: f.DeckShuffled) -> None:
    zones, seat = table.zones, fact.seat
    deck = zones.get("deck top:" + seat, ()) + zones.get("deck:" + seat, ()) + zones.get("deck bottom:" + seat, ())
    zones["deck:" + seat] = tuple(sorted(deck))
    zones["deck top:" + seat] = zones["deck bottom:" + seat] = ()


def _cards_drawn(table: Table, fact: f.CardsDrawn) -> None:
    take(table, "deck:" + fact.seat, fact.cards.items)
    put(table, "hand:" + fact.seat, fact.cards.items)


def _cards_moved(table: Table, fact: f.CardsMoved) -> None:
    take(table, fact.source, fact.cards)
    put(table, fact.target, fact.cards)


def _cards_moved_unseen(table: Table, fact: f.CardsMovedUnseen) -> None:
    take(table, fact.source, fact.cards.items)
    put(table, fact.target, fact.cards.items)


def _known(table: Table, faces: Iterable[tuple[int, str]]) -> None:
    """The faces of cards become known: other drafts keep theirs."""
    cards = table.cards
    table.cards = {**cards, **{card: Card(card, cards[card].owner, face) for card, face in faces}}


def _card_shown(table: Table, fact: f.CardShown) -> None:
    _known(table, ((fact.card, fact.face),))
    table.index_cache = None
    if fact.printed is not None:
        table.faces = {**table.faces, fact.face: fact.printed}


def _card_bound(table: Table, fact: f.CardBound) -> None:
    _known(table, [(handle, face) for handle, face, *_ in fact.cards.items])
    for _, face, *printed in fact.cards.items:
        if printed:
            table.faces = {**table.faces, face: msgspec.convert(printed[0], Face)}
            table.index_cache = None  # it says whether any card of the game works where it lies


def _mulligan_taken(table: Table, fact: f.MulliganTaken) -> None:
    table.seats[fact.seat] = _replace(table.seats[fact.seat], mulliganed=fact.count > 0)


# --- stacks ---------------------------------------------------------------------------------


def enter(table: Table, stack: Stack) -> None:
    """A stack stands on the table from now on."""
    table.stacks[stack.id] = stack
    table.next_id = max(table.next_id, stack.id + 1)
    table.index_cache = None


def _unit_placed(table: Table, fact: f.UnitPlaced) -> None:
    take(table, "hand:" + fact.seat, (fact.card,))
    enter(table, Stack(fact.stack, (fact.card,), fact.seat, fact.seat, fact.zone, UNIT))
    seat = table.seats[fact.seat]
    table.seats[fact.seat] = _replace(seat, setup_cost=seat.setup_cost + fact.cost)


def _card_stacked(table: Table, fact: f.CardStacked) -> None:
    if fact.from_stack:
        del table.stacks[fact.from_stack]
    else:
        take(table, "hand:" + fact.seat, (fact.card,))
        seat = table.seats[fact.seat]
        table.seats[fact.seat] = _replace(seat, setup_cost=seat.setup_cost + fact.cost)
    stack = table.stacks[fact.stack]
    cards = (fact.card, *stack.cards) if fact.on_top else (*stack.cards, fact.card)
    table.stacks[fact.stack] = _replace(stack, cards=cards)
    if fact.from_stack and stack.role != EQUIPMENT:
        _deployed(table, fact.card, stack.zone)
    table.index_cache = None


def _card_built(table: Table, fact: f.CardBuilt) -> None:
    take(table, "hand:" + fact.seat, fact.card.items)
    stack = Stack(
        fact.stack,
        fact.card.items,
        fact.seat,
        fact.seat,
        build_zone(fact.seat),
        BUILDING,
        counters=fact.counters,
        shown=fact.shown,
    )
    table.stacks[stack.id] = stack
    table.next_id = max(table.next_id, stack.id + 1)
    face_down(table, stack)


def face_down(table: Table, stack: Stack) -> None:
    """Something lies face down from now on or no longer: most cards have no abilities there, and the index of effects
    stays as it is.
    """
    face = table.face(stack.cards[0])
    if face is not None and working_face_down(face, table.edition.book.value):
        table.index_cache = None


def _build_counters_added(table: Table, fact: f.BuildCountersAdded) -> None:
    stack = table.stacks[fact.stack]
    table.stacks[fact.stack] = _replace(stack, counters=max(0, stack.counters + fact.amount))


def _card_turned_up(table: Table, fact: f.CardTurnedUp) -> None:
    table.stacks[fact.stack] = _replace(table.stacks[fact.stack], role=fact.role, counters=0, shown=True)
    table.index_cache = None


def _move(table: Table, number: int, zone: str) -> None:
    """A stack goes somewhere with all that it carries, and what that carries in its turn."""
    table.stacks[number] = _replace(table.stacks[number], zone=zone)
    for other in table.attached(number):
        _move(table, other.id, zone)
    table.index_cache = None


IN_BATTLE = "deployed in battle"
"""What is kept of a deployment in the battle phase, besides that there was one."""


def _deployed(table: Table, card: int, zone: str) -> None:
    happened(table, "deployed", card, zone)
    if table.turn.phase == "battle":
        happened(table, IN_BATTLE, card, zone)


def _unit_deployed(table: Table, fact: f.UnitDeployed) -> None:
    _deployed(table, table.stacks[fact.stack].cards[0], fact.zone)
    _move(table, fact.stack, fact.zone)


def _stack_moved(table: Table, fact: f.StackMoved) -> None:
    _move(table, fact.stack, fact.zone)
    happened(table, fact.how, fact.stack, fact.zone)


def _location_put(table: Table, fact: f.LocationPut) -> None:
    table.stacks[fact.stack] = _replace(table.stacks[fact.stack], role=LOCATION, counters=0)
    _move(table, fact.stack, fact.arena)


def _attached(table: Table, fact: f.Attached) -> None:
    host, before = table.stacks[fact.host], table.stacks[fact.stack].host
    table.stacks[fact.stack] = _replace(table.stacks[fact.stack], host=fact.host, role=fact.role)
    _move(table, fact.stack, host.zone)
    if fact.role == EQUIPMENT:
        for carrier in filter(None, (before, fact.host)):
            happened(table, "carried", carrier, str(fact.stack))


TAKEN_OFF = "taken off"
"""What is remembered of Equipment that its player has taken off, where that is done once a turn."""


def _detached(table: Table, fact: f.Detached) -> None:
    table.stacks[fact.stack] = _replace(table.stacks[fact.stack], host=0, role=fact.role)
    _move(table, fact.stack, fact.zone)
    if fact.role == EQUIPMENT and fact.cause == "detach" and table.edition.equipment_once.value:
        happened(table, TAKEN_OFF, fact.stack, "")


def _stack_rearranged(table: Table, fact: f.StackRearranged) -> None:
    table.stacks[fact.stack] = _replace(table.stacks[fact.stack], cards=fact.cards)
    table.index_cache = None


UNDER = "under:"
"""How the zone of the cards begins that lie face down under a stack; its number follows."""


def _leave(table: Table, number: int, place: str) -> None:
    stack = table.stacks.pop(number)
    for card in stack.cards:
        if place.startswith(UNDER):
            put(table, place, (card,))
        else:
            home(table, card, place)
    table.index_cache = None


def _stack_discarded(table: Table, fact: f.StackDiscarded) -> None:
    if table.shortcut[0] == SAME:
        table.shortcut = NO_SHORTCUT
    stack = table.stacks[fact.stack]
    happened(table, "discarded", fact.stack, f"{stack.zone} {stack.controller} {table.cards[stack.cards[0]].face}")
    if stack.role == PILOT:
        happened(table, FROM_A_UNIT, fact.stack, "")
    for card in stack.cards:
        if fact.health or any(event == "card died" and number == card for event, number, _ in table.happened):
            happened(table, "card died", card, f"{fact.damage} {fact.health}")
    _leave(table, fact.stack, "discard")


def _cards_left_stack(table: Table, fact: f.CardsLeftStack) -> None:
    stack = table.stacks[fact.stack]
    table.stacks[fact.stack] = _replace(stack, cards=_without(stack.cards, fact.cards))
    for card in fact.cards:
        home(table, card, "discard")
    table.index_cache = None


def _stack_left(table: Table, fact: f.StackLeft) -> None:
    stack = table.stacks[fact.stack]
    if stack.zone in table.arenas or table.zones.get(f"{UNDER}{fact.stack}"):
        happened(table, "left", fact.stack, f"{stack.zone} {stack.controller} {table.cards[stack.cards[0]].face}")
    _leave(table, fact.stack, fact.to)


def _tapped(table: Table, fact: f.Tapped) -> None:
    for number in fact.stacks:
        table.stacks[number] = stack = _replace(table.stacks[number], tapped=True)
        _turned(table, stack)


def _untapped(table: Table, fact: f.Untapped) -> None:
    for number in fact.stacks:
        table.stacks[number] = stack = _replace(table.stacks[number], tapped=False)
        _turned(table, stack)
        if table.turn.arena:
            happened(table, UNTAPPED, number, stack.zone)


def _turned(table: Table, stack: Stack) -> None:
    """What Equipment gives may depend on whether it is tapped."""
    if stack.role == EQUIPMENT and table.edition.tapped_equipment_off.value:
        table.index_cache = None


UNTAPPED = "untapped"
"""What is kept of a unit that untaps in a battle step (rots.attack.untapped-unit-attacks-again)."""
COUNTERS_PUT = "damage counters put"
"""What is kept of counters that no damage has brought (rots.damage.placed-counters-not-damage)."""


def _damage_counters_placed(table: Table, fact: f.DamageCountersPlaced) -> None:
    stack = table.stacks[fact.stack]
    table.stacks[fact.stack] = _replace(stack, damage=stack.damage + fact.amount)
    if not fact.packet:
        happened(table, COUNTERS_PUT, fact.stack, "")
    else:
        happened(table, "did damage", fact.source, f"{fact.attack} {fact.amount} {fact.stack} {fact.way}".rstrip())


def _damage_counters_removed(table: Table, fact: f.DamageCountersRemoved) -> None:
    stack = table.stacks[fact.stack]
    table.stacks[fact.stack] = _replace(stack, damage=max(0, stack.damage - fact.amount))


def _control_changed(table: Table, fact: f.ControlChanged) -> None:
    table.stacks[fact.stack] = _replace(table.stacks[fact.stack], controller=fact.seat)
    table.index_cache = None


# --- players --------------------------------------------------------------------------------


def _force_gained(table: Table, fact: f.ForceGained) -> None:
    seat = table.seats[fact.seat]
    table.seats[fact.seat] = _replace(seat, force=seat.force + fact.amount)


def _force_spent(table: Table, fact: f.ForceLost | f.ForcePaid) -> None:
    seat = table.seats[fact.seat]
    table.seats[fact.seat] = _replace(seat, force=seat.force - fact.amount)


def _points_gained(table: Table, fact: f.BuildPointsGained) -> None:
    seat = table.seats[fact.seat]
    table.seats[fact.seat] = _replace(seat, points=max(0, seat.points + fact.amount))


def _points_spent(table: Table, fact: f.BuildPointsSpent) -> None:
    seat = table.seats[fact.seat]
    table.seats[fact.seat] = _replace(seat, points=seat.points - fact.amount)


def _points_lapsed(table: Table, fact: f.BuildPointsLapsed) -> None:
    table.seats[fact.seat] = _replace(table.seats[fact.seat], points=0)


def _setup_finished(table: Table, fact: f.SetupFinished) -> None:
    table.seats[fact.seat] = _replace(table.seats[fact.seat], setup_done=True)


FOLDS: dict[type, Callable[[Table, Any], None]] = {
    f.DeckShuffled: _deck_shuffled,
    f.CardsDrawn: _cards_drawn,
    f.CardsMoved: _cards_moved,
    f.CardsMovedUnseen: _cards_moved_unseen,
    f.CardShown: _card_shown,
    f.CardBound: _card_bound,
    f.MulliganTaken: _mulligan_taken,
    f.UnitPlaced: _unit_placed,
    f.CardStacked: _card_stacked,
    f.CardBuilt: _card_built,
    f.BuildCountersAdded: _build_counters_added,
    f.CardTurnedUp: _card_turned_up,
    f.UnitDeployed: _unit_deployed,
    f.StackMoved: _stack_moved,
    f.LocationPut: _location_put,
    f.Attached: _attached,
    f.Detached: _detached,
    f.StackRearranged: _stack_rearranged,
    f.StackDiscarded: _stack_discarded,
    f.StackLeft: _stack_left,
    f.CardsLeftStack: _cards_left_stack,
    f.Tapped: _tapped,
    f.Untapped: _untapped,
    f.DamageCountersPlaced: _damage_counters_placed,
    f.DamageCountersRemoved: _damage_counters_removed,
    f.ControlChanged: _control_changed,
    f.ForceGained: _force_gained,
    f.ForceLost: _force_spent,
    f.ForcePaid: _force_spent,
    f.BuildPointsGained: _points_gained,
    f.BuildPointsSpent: _points_spent,
    f.BuildPointsLapsed: _points_lapsed,
    f.SetupFinished: _setup_finished,
}
