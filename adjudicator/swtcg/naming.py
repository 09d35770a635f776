"""Cards of hidden zones in declarations: which one is meant, and what it is said to be.

Under reported decks nobody knows a card until its player says what it is: a declaration then carries the
handle with the key of the face. Sources: rots.information.hands-private and
DESIGN 6 (a declaration that names its speaker's own unknown card carries the reveal).
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.values import Sealed
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.table import Table


def named(item: Any) -> tuple[int, str]:
    """Handle and said face key ("" if none is said) of an item of a seal."""
    return (int(item[0]), str(item[1])) if isinstance(item, (tuple, list)) else (int(item), "")


def the_card(sealed: Sealed) -> tuple[int, str]:
    """Handle and said face key of a seal with one card; (0, "") for a closed one."""
    return named(sealed.items[0]) if sealed.items else (0, "")


def face_said(table: Table, handle: int, key: str) -> Face | None:
    """The face of a card: as the table knows it, else as it is said to be, else None."""
    if handle not in table.cards:
        return None
    return table.face(handle) or table.faces.get(key)


def bound(table: Table, seat: str, sealed: Sealed, rule: str) -> tuple[f.CardBound, ...]:
    """The fact that binds what a seat said of its unknown cards, for its own eyes; none if nothing is new."""
    new = tuple((handle, key) for handle, key in map(named, sealed.items) if key and not table.cards[handle].face)
    return (f.CardBound(seat=seat, cards=Sealed((seat,), new), rule=rule),) if new else ()


def shown(table: Table, sealed: Sealed, rule: str) -> tuple[f.CardShown, ...]:
    """The facts that show everybody what a seat said of its unknown cards."""
    return tuple(
        f.CardShown(card=handle, face=key, rule=rule)
        for handle, key in map(named, sealed.items)
        if key and not table.cards[handle].face
    )


def check_in_hand(judging: Judging, handle: int, rule: str) -> bool:
    """Clause CARD_IN_HAND: the card is in the speaker's hand."""
    hand = judging.table.zones.get(f"hand:{judging.said.seat}", ())
    return judging.clause("CARD_IN_HAND", rule, handle in hand, lambda: (("cards in hand", str(len(hand))),))


def check_is(judging: Judging, code: str, rule: str, face: Face | None, *, ok: bool) -> bool:
    """A clause about what a card is; UNKNOWN while nobody has said it."""
    title = face.title if face is not None else "unknown card"
    return judging.clause(code, rule, None if face is None else ok, lambda: (("card", title),))
