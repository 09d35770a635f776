"""The table as one player knows it: what is hidden from him is an unknown card, as at a physical table.

Whoever is answered from this table cannot be told what he may not know, whatever the answer looks at: a clause that
would need a hidden face is UNKNOWN, a name of a hidden card means nothing. Sources: rots.information.hands-private,
rots.information.deck-hidden, rots.information.own-facedown-cards.
"""

from __future__ import annotations

import msgspec

from adjudicator.kernel.values import Declaration, Sealed
from adjudicator.swtcg.declarations import SecretBid
from adjudicator.swtcg.effects.aside import playable_aside
from adjudicator.swtcg.effects.overrides import forbidden
from adjudicator.swtcg.frames import ChooseFrame
from adjudicator.swtcg.naming import DOWN, named
from adjudicator.swtcg.table import BUILDING, DARK, LIGHT, Card, Stack, Table

HIDDEN_PILES = ("hand", "deck", "deck top", "deck bottom")


def known_to(table: Table, viewer: str) -> Table:
    """A draft in which every card that a seat may not see has no face; for "" those that not everybody may see.

    A player may see his hand, what he builds, what he is asked to choose from, and which cards his deck has.
    """
    hidden = _hidden(table, viewer)
    known = table.fork()
    for handle in hidden:
        card = known.cards[handle]
        if card.face:
            known.cards[handle] = Card(handle, card.owner)
    kept = {card.face for card in known.cards.values() if card.face}
    known.faces = {key: face for key, face in table.faces.items() if key in kept}
    known.names = {
        f"{DOWN}{number}" if number in table.stacks and secret(table.stacks[number], viewer) else alias: number
        for alias, number in table.names.items()
    }
    known.bids = {seat: bid for seat, bid in table.bids.items() if seat == viewer}
    known.index_cache = None
    known.parts = {}
    return known


def secret(stack: Stack, viewer: str) -> bool:
    """Whether a stack lies face down and a viewer has not seen it."""
    return stack.role == BUILDING and not stack.shown and stack.controller != viewer


def _hidden(table: Table, viewer: str) -> set[int]:
    hidden: set[int] = set()
    for seat in (DARK, LIGHT):
        if seat != viewer:
            for pile in HIDDEN_PILES:
                hidden.update(table.zones.get(f"{pile}:{seat}", ()))
    hidden.update(_lying_elsewhere(table, viewer))
    for seat in (DARK, LIGHT):
        if forbidden(table, "HAND_HIDDEN", None, seat=seat) is not None:
            hidden.difference_update(table.zones.get(f"hand:{seat}", ()))
    for stack in table.stacks.values():
        if secret(stack, viewer) and forbidden(table, "BUILT_FACE_DOWN", None, seat=stack.controller) is None:
            hidden.update(stack.cards)
    for frame in table.agenda.frames:
        if isinstance(frame, ChooseFrame) and frame.kind == "cards" and frame.seat == viewer:
            hidden.difference_update(frame.options)
    return hidden


def _lying_elsewhere(table: Table, viewer: str) -> set[int]:
    """What lies face down under another player's unit, and another's cards set aside that the viewer may not play."""
    hidden: set[int] = set()
    for zone, cards in table.zones.items():
        place, _, whose = zone.partition(":")
        if place == "under":
            host = table.stacks.get(int(whose))
            if host is None or host.controller != viewer:
                hidden.update(cards)
        elif place == "aside" and whose != viewer:
            hidden.update(card for card in cards if card not in playable_aside(table, viewer))
    return hidden


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
