"""Cards that are set aside and may be played as though they were in a hand."""

from __future__ import annotations

from adjudicator.swtcg.effects.language import FromAside
from adjudicator.swtcg.effects.scenes import seat_of
from adjudicator.swtcg.table import Table

ASIDE = "set aside"
"""The name that the cards a change is about are bound to in its scene."""


def playable_aside(table: Table, seat: str) -> tuple[int, ...]:
    """The cards that a player may play although they are set aside, as long as not too many of them have been."""
    found: list[int] = []
    for modifier in table.modifiers.values():
        change = modifier.change
        if not isinstance(change, FromAside) or seat_of(table, modifier.scene, change.who) != seat:
            continue
        cards = modifier.scene.bound.get(ASIDE, ())
        left = [card for card in cards if any(card in table.zones.get(f"aside:{each}", ()) for each in table.seats)]
        if change.most is None or len(cards) - len(left) < change.most:
            found.extend(left)
    return tuple(found)
