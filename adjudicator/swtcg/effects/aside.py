"""Cards outside of the hand that may be played as though they were in it: set aside, or with Meditate."""

from __future__ import annotations

from adjudicator.kernel.remembering import remembered_of_game
from adjudicator.swtcg.effects.language import FromAside, Play
from adjudicator.swtcg.effects.scenes import seat_of
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.table import Table

ASIDE = "set aside"
"""The name that the cards a change is about are bound to in its scene."""


def playable_elsewhere(table: Table, seat: str) -> tuple[int, ...]:
    """The cards that a player may play although they are not in the hand."""
    return (*playable_aside(table, seat), *meditating(table, seat))


def meditating(table: Table, seat: str) -> tuple[int, ...]:
    """The Battle cards with Meditate in a player's discard pile (idc.keywords.meditate-only-from-discard-pile)."""
    faces = _with_meditate(table.faces)
    pile = table.zones.get(f"discard:{seat}", ()) if faces else ()
    return tuple(card for card in pile if table.cards[card].face in faces)


@remembered_of_game
def _with_meditate(faces: dict[str, Face]) -> tuple[str, ...]:
    return tuple(
        key
        for key, face in faces.items()
        if "battle" in face.types
        and any(isinstance(each, Play) and each.meditate is not None for each in face.abilities)
    )


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
