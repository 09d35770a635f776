"""Folding facts of the sides that players choose (see `fold`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.sides import DECKS_MAX, deck_zone, supply_zone
from adjudicator.swtcg.table.table import SUPPLY, Table

_replace = msgspec.structs.replace


def _said(table: Table, fact: Any) -> None:
    """What was said is history only; the agenda carries its consequences."""


def _side_given(table: Table, fact: f.SideGiven) -> None:
    table.seats[fact.seat] = _replace(table.seats[fact.seat], side=fact.side)
    table.sit_again()
    table.starting = {**table.starting, fact.seat: fact.points}
    played: tuple[int, ...] = ()
    left: set[int] = set()
    for number in range(1, DECKS_MAX + 1):
        deck = table.zones.pop(deck_zone(fact.seat, number), ())
        supply = table.zones.pop(supply_zone(fact.seat, number), ())
        if number != fact.deck:
            left.update(deck, supply)
            continue
        played = table.zones[f"deck:{fact.seat}"] = deck
        if supply:
            table.zones[f"{SUPPLY}:{fact.seat}"] = supply
    _leave(table, left)
    if table.reported_decks:  # a table of people knows what is in a deck, and not which card of it is which
        table.cards = {**table.cards, **{card: _replace(table.cards[card], face="") for card in played}}


def _leave(table: Table, left: set[int]) -> None:
    """Cards leave the game, and faces that no other card has."""
    gone = {table.cards[card].face for card in left}
    table.cards = {handle: card for handle, card in table.cards.items() if handle not in left}
    gone -= {card.face for card in table.cards.values()}
    table.faces = {key: face for key, face in table.faces.items() if key not in gone}
    table.index_cache = None


FOLDS: dict[type, Callable[[Table, Any], None]] = {
    f.SideNamed: _said,
    f.SideBidMade: _said,
    f.SideGiven: _side_given,
}
"""What every kind of fact of sides does."""
