"""What players may know of the table: where what lies hidden, by which rule, and a table without it.

Whoever is answered from such a table cannot be told what he may not know, whatever the answer looks at: a clause that
would need a hidden face is UNKNOWN, a name of a hidden card means nothing, and neither does its number, by which a card
could be followed through a hidden zone. Sources: rots.information.hands-private, rots.information.deck-hidden,
rots.information.own-facedown-cards, rots.information.discard-piles-public; what they leave open:
ruling.what-is-open-and-what-is-hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.viewing import Information, Lying
from adjudicator.swtcg.standing.aside import playable_aside
from adjudicator.swtcg.standing.naming import DOWN, named
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.table.declarations import SecretBid
from adjudicator.swtcg.table.frames import ChooseFrame
from adjudicator.swtcg.table.sides import BROUGHT
from adjudicator.swtcg.table.table import (
    BUILDING,
    EQUIPMENT,
    LOCATION,
    SUPPLY,
    Card,
    Stack,
    Table,
    in_build_zone,
)
from adjudicator.swtcg.words.face import Face

FREE, DERIVED, PRIVATE = Information.FREE, Information.DERIVED, Information.PRIVATE

HANDS, DECKS = "rots.information.hands-private", "rots.information.deck-hidden"
HIDDEN = "ruling.what-is-open-and-what-is-hidden"
SUPPLIED = "ruling.subordinates-and-resources-of-later-sets"
RULES = {
    "hand": HANDS,
    "deck": DECKS,
    "deck top": DECKS,
    "deck bottom": DECKS,
    "aside": HIDDEN,
    "under": HIDDEN,
    "discard": "rots.information.discard-piles-public",
    "out": HIDDEN,
    "playing": HIDDEN,
    SUPPLY: SUPPLIED,
    **dict.fromkeys(BROUGHT, HIDDEN),
}
"""By the kind of a zone, the rule that says who may look."""

CONDITIONS, BIDS = "conditions:", "bid:"
"""How the places begin at which no cards lie."""

VIEW = "view"
"""Beside the parts of a table: what its cards are to a viewer."""

DECK = ("deck", "deck top", "deck bottom")
PILES = tuple(RULES)
PLACE = 10_000
UNDER_NUMBERS, STACK_NUMBERS = PLACE * PLACE, 10 * PLACE * PLACE
"""Unknown cards are numbered by place: no place has more than `PLACE`, and no game so many cards of its own."""

OPEN = ("discard", "out", "playing", SUPPLY)
FACE_UP = {EQUIPMENT: "rots.equipment.face-up-in-build-zone-until-attached", LOCATION: "rots.deploy.definition"}
"""By role, the rule by which it lies face up; units and their Pilots by that of deploying or of retreating."""


def information(table: Table) -> Iterator[Lying]:
    """Every place with what lies there, and who may know it; no card stands in two of them. See kernel.viewing."""
    also = _shown_to(table)
    for zone, cards in table.zones.items():
        if cards:
            yield from _of_zone(table, zone, cards, also)
    for stack in table.stacks.values():
        yield from _of_stack(table, stack, also)
    yield from _of_conditions(table)
    for seat in table.bids:
        yield Lying(f"{BIDS}{seat}", "amount", PRIVATE, (seat,), table.why.reading_secret_bids_by_an_effect, (seat,))


def _of_conditions(table: Table) -> Iterator[Lying]:
    """Which conditions of Traps are met: only who has a card that may be one knows, and whether there is any."""
    if not table.edition.ruled_subtypes.value:
        return
    for seat in table.order:
        if any(stack.role == BUILDING and stack.controller == seat for stack in table.stacks.values()):
            yield Lying(
                f"{CONDITIONS}{seat}", "conditions", PRIVATE, (seat,), table.edition.ruled_subtypes.rule, (seat,)
            )


def _of_zone(table: Table, zone: str, cards: tuple[int, ...], also: dict[int, list[str]]) -> Iterator[Lying]:
    place, _, whose = zone.partition(":")
    rule = RULES[place]
    if place == SUPPLY and table.edition.supply.value:
        rule = table.why.zones_supply
    elif place in OPEN:
        yield Lying(zone, "cards", FREE, cards, rule)
        return
    yield Lying(zone, "number", DERIVED, (), table.why.reading_what_is_open_and_what_is_hidden)
    shown = forbidden(table, "HAND_HIDDEN", None, seat=whose) if place == "hand" else None
    if shown is not None:
        yield Lying(zone, "cards", FREE, cards, shown.rule, None, shown.source)
        return
    if place == "under":
        host = table.stacks.get(int(whose))
        whose = host.controller if host is not None else ""
    knowers = () if place in DECK and _settled(table, whose) else (whose,)
    yield from _private(zone, cards, rule, knowers, also)


def _settled(table: Table, seat: str) -> bool:
    """Whether it is settled which cards lie at an end of a deck: who knew all others could tell which they are."""
    return any(table.zones.get(f"{end}:{seat}") for end in ("deck top", "deck bottom"))


def _of_stack(table: Table, stack: Stack, also: dict[int, list[str]]) -> Iterator[Lying]:
    why = table.why
    place = f"stack:{stack.id}"
    if not secret(stack, ""):
        up = why.retreat_returns_face_up_to_build_zone if in_build_zone(stack) else why.deploy_need_not_move_to_arena
        rule = why.setup_partial_last_unit if stack.role == BUILDING else FACE_UP.get(stack.role, up)
        yield Lying(place, "cards", FREE, stack.cards, rule)
        return
    shown = forbidden(table, "BUILT_FACE_DOWN", None, seat=stack.controller)
    if shown is not None:
        yield Lying(place, "cards", FREE, stack.cards, shown.rule, None, shown.source)
        return
    yield from _private(place, stack.cards, why.information_own_facedown_cards, (stack.controller,), also)


def _private(
    place: str, cards: tuple[int, ...], rule: str, knowers: tuple[str, ...], also: dict[int, list[str]]
) -> Iterator[Lying]:
    """The cards of a place, those apart that are shown to somebody besides."""
    for_others = {card: also[card] for card in cards if card in also} if also else {}
    if len(for_others) < len(cards):
        rest = tuple(card for card in cards if card not in for_others) if for_others else cards
        yield Lying(place, "cards", PRIVATE, rest, rule, knowers)
    for card, seats in for_others.items():
        yield Lying(place, "cards", PRIVATE, (card,), rule, knowers, shown=tuple(seats))


def _shown_to(table: Table) -> dict[int, list[str]]:
    """The cards that a player may look at wherever they lie: he chooses from them, or may play them while set aside."""
    found: dict[int, list[str]] = {}
    for frame in table.agenda.frames:
        if isinstance(frame, ChooseFrame) and frame.kind == "cards":
            for card in frame.options:
                found.setdefault(card, []).append(frame.seat)
    if any(zone.startswith("aside:") and cards for zone, cards in table.zones.items()):
        for seat in table.seats:
            for card in playable_aside(table, seat):
                found.setdefault(card, []).append(seat)
    return found


def secret(stack: Stack, viewer: str) -> bool:
    """Whether a stack lies face down and a viewer has not seen it."""
    return stack.role == BUILDING and not stack.shown and stack.controller != viewer


def conceal(table: Table, hidden: Sequence[Lying], viewer: str) -> Table:
    """A draft in which the cards of some places are unknown ones that are numbered by their places.

    A hidden card keeps its own number, but lies nowhere: who names it learns neither what nor where it is.
    """
    known = table.fork()
    without = _without(table, hidden, viewer)
    known.cards, known.faces, known.concealed = without.cards, without.faces, without.concealed
    known.zones.update(without.zones)
    for number, cards in without.stacks.items():
        known.stacks[number] = msgspec.structs.replace(table.stacks[number], cards=cards)
    known.names = {
        f"{DOWN}{number}" if number in table.stacks and secret(table.stacks[number], viewer) else alias: number
        for alias, number in table.names.items()
    }
    known.bids = {seat: bid for seat, bid in table.bids.items() if seat == viewer}
    known.met = {seat: met for seat, met in table.met.items() if seat == viewer}
    known.index_cache = known.stood = None
    known.parts = {}
    return known


class _Without(NamedTuple):
    """The cards, zones and stacks of a table without what is hidden, and what of the table that was made of."""

    of: tuple[Any, ...]
    places: dict[str | int, tuple[int, ...]]
    cards: dict[int, Card]
    faces: dict[str, Face]
    concealed: frozenset[int]
    zones: dict[str, tuple[int, ...]]
    stacks: dict[int, tuple[int, ...]]

    def fits(self, table: Table, hidden: Sequence[Lying]) -> bool:
        """Whether it would be made again just so: most of what is said moves no hidden card."""
        cards, faces, before = self.of
        if cards is not table.cards or faces is not table.faces or before != hidden:
            return False
        there = (table.stacks[at].cards if isinstance(at, int) else table.zones.get(at) for at in self.places)
        return all(map(eq, there, self.places.values()))


def _without(table: Table, hidden: Sequence[Lying], viewer: str) -> _Without:
    """What a table's cards, zones and stacks are without some; kept with the table's parts for the next one."""
    kept: _Without | None = table.parts.get((VIEW, viewer))
    if kept is not None and kept.fits(table, hidden):
        return kept
    concealed = frozenset(
        card for each in hidden if not each.place.startswith((CONDITIONS, BIDS)) for card in each.things
    )
    cards = {**table.cards, **{card: Card(card, table.cards[card].owner) for card in concealed}}
    places: dict[str | int, tuple[int, ...]] = {}
    zones, stacks = {}, {}
    for zone, there in table.zones.items():
        if not concealed.isdisjoint(there):
            places[zone] = there
            zones[zone] = _unknown(cards, there, concealed, _first_number(table, zone))
    for stack in table.stacks.values():
        if stack.role == BUILDING and not concealed.isdisjoint(stack.cards):
            places[stack.id] = stack.cards
            stacks[stack.id] = _unknown(cards, stack.cards, concealed, STACK_NUMBERS + stack.id * PLACE)
    met = {card.face for card in cards.values() if card.face}
    faces = {key: face for key, face in table.faces.items() if key in met}
    made = _Without((table.cards, table.faces, hidden), places, cards, faces, concealed, zones, stacks)
    table.parts[VIEW, viewer] = made
    return made


def _unknown(known: dict[int, Card], cards: tuple[int, ...], concealed: frozenset[int], first: int) -> tuple[int, ...]:
    """The cards of a place, for each concealed one an unknown card with the number of its place in it."""
    there = tuple(first + at if card in concealed else card for at, card in enumerate(cards))
    for card, number in zip(cards, there, strict=True):
        if number != card:
            known[number] = Card(number, known[card].owner)
    return there


def _first_number(table: Table, zone: str) -> int:
    place, _, whose = zone.partition(":")
    if place == "under":
        return UNDER_NUMBERS + int(whose) * PLACE
    return PLACE * (len(table.order) * (PILES.index(place) + 1) + table.order.index(whose))


def said_to(said: Declaration, viewer: str) -> Declaration:
    """A declaration as a viewer may weigh it: of sealed cards that are not for him only which ones, not what they are.

    Their handles stand, so that the clauses that do not look at faces can still be checked; never show this value.
    """
    if isinstance(said, SecretBid):
        return said if viewer in said.bid.audience else msgspec.structs.replace(said, bid=said.bid.closed())
    changed = {
        name: Sealed(seal.audience, tuple(named(item)[0] for item in seal.items))
        for name in said.__struct_fields__
        if isinstance(seal := getattr(said, name), Sealed) and viewer not in seal.audience
    }
    return msgspec.structs.replace(said, **changed) if changed else said
