"""Cards of hidden zones in declarations: which one is meant, and what it is said to be.

Under reported decks nobody knows a card until its player says what it is: a declaration then carries the
handle with the key of the face. Source: rots.information.hands-private.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import NameCard, SecretBid
from adjudicator.swtcg.table.table import CHANCE, JUDGE, SUPPLY, Table
from adjudicator.swtcg.words.face import Face

HANDLE_AND_KEY = 2
OPEN_PILES = ("discard", "out")
"""The piles in which everybody sees what has left the table."""
DOWN = "down"
"""With its number behind it, what others call a face-down card to which a board has given a name: `down7`."""


def objection(table: Table, said: Declaration) -> str:
    """Why a declaration cannot have been meant: it is of no seat, or what it seals is not what it takes; else empty."""
    speakers = (*table.order, CHANCE, JUDGE)
    if said.seat not in speakers:
        return f"there is no seat {said.seat!r}; there are {', '.join(speakers)}"
    if isinstance(said, SecretBid):
        amounts = said.bid.items
        return (
            "" if len(amounts) <= 1 and all(type(each) is int for each in amounts) else "bid takes an amount of Force"
        )
    if isinstance(said, NameCard):
        return "" if said.name.strip() else "name takes the name of a card"
    for name in said.__struct_fields__:
        seal = getattr(said, name)
        if isinstance(seal, Sealed) and not all(named(item)[0] for item in seal.items):
            return f"{name} takes cards by their numbers, with the key of the face where that is said too"
        if isinstance(seal, Sealed) and name == "card" and len(seal.items) > 1:
            return f"{name} takes one card, not {len(seal.items)}"
    return ""


def named(item: Any) -> tuple[int, str]:
    """Handle and said face key ("" if none is said) of an item of a seal; (0, "") for what is no card at all."""
    handle, key = item if isinstance(item, (tuple, list)) and len(item) == HANDLE_AND_KEY else (item, "")
    if type(handle) is not int or not isinstance(key, str):
        return 0, ""
    return handle, key


def the_card(sealed: Sealed) -> tuple[int, str]:
    """Handle and said face key of a seal with one card; (0, "") for a closed one."""
    return named(sealed.items[0]) if sealed.items else (0, "")


def face_said(table: Table, handle: int, key: str) -> Face | None:
    """The face of a card: as the table knows it, else as it is said to be, else None.

    What lies nowhere (handle 0) is what it is said to be, so that one is told more of it than that it is not there.
    """
    if handle not in table.cards:
        return None if handle else _met(table, key)
    return table.face(handle) or _met(table, key)


def _met(table: Table, key: str) -> Face | None:
    """The face of a key: of the table, else of the catalogue."""
    if not key or key in table.faces:
        return table.faces.get(key)
    try:
        face: Face = table.reckoning.catalogue().face(key)
    except NotUnderstoodError:
        return None
    return face


def _new(table: Table, sealed: Sealed) -> list[tuple[int, str, Face | None]]:
    """What a seal says of cards that nobody knew: handle, key, and the face where the table has not met it."""
    return [
        (handle, key, None if key in table.faces else _met(table, key))
        for handle, key in map(named, sealed.items)
        if key and handle in table.cards and not table.cards[handle].face
    ]


def on_trust(table: Table, said: Declaration) -> str:
    """The rule by which nobody but the speaker knows the cards that a declaration names and the table does not know."""
    seals = (seal for name in said.__struct_fields__ if isinstance(seal := getattr(said, name), Sealed))
    handles = (each for seal in seals for each in map(named, seal.items) if each[0] in table.cards)
    claimed = any(key and not table.cards[handle].face for handle, key in handles)
    return table.why.information_hands_private if claimed else ""


def bound(table: Table, seat: str, sealed: Sealed, rule: str) -> tuple[f.CardBound, ...]:
    """The fact that binds what a seat said of its unknown cards, for its own eyes; none if nothing is new."""
    new = _new(table, sealed)
    if not new:
        return ()
    items = tuple(
        (handle, key) if face is None else (handle, key, msgspec.to_builtins(face)) for handle, key, face in new
    )
    return (f.CardBound(seat=seat, cards=Sealed((seat,), items), rule=rule),)


def shown(table: Table, sealed: Sealed, rule: str) -> tuple[f.CardShown, ...]:
    """The facts that show everybody what a seat said of its unknown cards."""
    return tuple(
        f.CardShown(card=handle, face=key, printed=face, rule=rule) for handle, key, face in _new(table, sealed)
    )


def shown_to_all(table: Table, sealed: Sealed, rule: str) -> tuple[f.CardShown, ...]:
    """The facts that show everybody the cards that a seat said, those that the table knows included."""
    new = shown(table, sealed, rule)
    told = {fact.card for fact in new}
    others = (handle for handle, _ in map(named, sealed.items) if handle in table.cards and handle not in told)
    known = ((handle, face) for handle in others if (face := table.face(handle)) is not None)
    return (*new, *(f.CardShown(card=handle, face=face.key, rule=rule) for handle, face in known))


def usable(table: Table, seat: str, cards: Iterable[int], legal: Callable[..., bool], *what: Any) -> tuple[Sealed, ...]:
    """Those cards of a seat's hand with which something is legal (`legal` is asked with the card and what it is); of
    several with one face the first speaks for all.
    """
    found: list[Sealed] = []
    asked: dict[str, bool] = {}
    for card in cards:
        sealed = Sealed((seat,), (card,))
        face = table.cards[card].face
        if face not in asked or not face:
            asked[face] = legal(sealed, *what)
        if asked[face]:
            found.append(sealed)
    return tuple(found)


def all_among(table: Table, cards: Iterable[int], place: Container[int]) -> bool | None:
    """Whether cards all lie in a place; None if the asker does not know where one of them lies."""
    cards = tuple(cards)
    return all(card in place for card in cards) if table.concealed.isdisjoint(cards) else None


def open_pile(table: Table, card: int) -> str:
    """The pile that everybody may look through in which a card lies: "discard" or "out"; empty if it lies in none."""
    piles = (zone.partition(":")[0] for zone, cards in table.zones.items() if card in cards)
    return next((pile for pile in piles if pile in OPEN_PILES), "")


def check_in_hand(judging: Judging, handle: int, rule: str) -> bool:
    """Clause CARD_IN_HAND: the card is in the speaker's hand.

    A card elsewhere is no card of that zone; one of the opponent's hand or of a deck nobody may look for.
    """
    table, seat = judging.table, judging.said.seat
    hand = table.zones.get(f"hand:{seat}", ())
    return judging.clause(
        "CARD_IN_HAND",
        lambda: _hidden_there(table, seat, handle) or rule,
        None if handle in table.concealed else handle in hand,
        lambda: (("cards in hand", str(len(hand))),),
    )


def _hidden_there(table: Table, seat: str, handle: int) -> str:
    """The rule that hides from a seat the card of another's hand or of a deck, or by which a card in a supply is out of
    play; empty if it is nowhere there.
    """
    if any(handle in table.zones.get(f"hand:{other}", ()) for other in table.order if other != seat):
        return table.why.information_hands_private
    supplied = table.edition.supply.value
    if supplied and any(handle in table.zones.get(f"{SUPPLY}:{each}", ()) for each in table.order):
        own = handle in table.zones.get(f"{SUPPLY}:{seat}", ()) and _costless(table, handle)
        return table.why.subordinate_out_of_play if own else table.why.zones_supply
    in_deck = any(handle in table.zones.get(f"deck:{each}", ()) for each in table.order)
    return table.why.information_deck_hidden if in_deck else ""


def _costless(table: Table, card: int) -> bool:
    face = table.face(card)
    return face is not None and face.costless


def check_is(judging: Judging, code: str, rule: str, face: Face | None, *, ok: bool) -> bool:
    """A clause about what a card is; UNKNOWN while nobody has said it."""
    title = lambda: (("card", face.title if face is not None else "unknown card"),)
    return judging.clause(code, rule, None if face is None else ok, title)
