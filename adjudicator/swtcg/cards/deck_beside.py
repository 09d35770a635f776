"""What lies beside a deck, its supply and its sideboard: what a player would want to know of it before an event.

No document of 2005 has a sideboard or a supply, so that this is told and rules on nothing. A sideboard is looked at
as if each of its cards came into the deck; a supply by the committee's words (idc.deck.supply-contents,
idc.deck.supply-one-copy-per-event, idc.deck.supply-affiliation).
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.swtcg.cards.catalogue import Catalogue, same_card
from adjudicator.swtcg.cards.deck_check import COPIES_MAX
from adjudicator.swtcg.cards.deck_counting import EVENT, SUBORDINATE, SUPPLY
from adjudicator.swtcg.cards.deck_format import printed_in
from adjudicator.swtcg.cards.deck_supply import EVENTS_MAX
from adjudicator.swtcg.cards.decks import Deck
from adjudicator.swtcg.cards.diagnostics import Diagnostic
from adjudicator.swtcg.cards.lackey_lists import Format
from adjudicator.swtcg.words.face import Face


def told_beside(deck: Deck, catalogue: Catalogue, within: Format | None = None) -> tuple[str, ...]:
    """What is told of the cards beside a deck, a sentence each, in the order of the list: cards of the other side, too
    many copies, cards that no supply has, cards of no set of the format `within`.
    """
    return tuple(each.render() for each in _found(deck, catalogue, within))


def _found(deck: Deck, catalogue: Catalogue, within: Format | None) -> Iterator[Diagnostic]:
    for zone, count, key in deck.beside:
        face = catalogue.face(key)
        where = f"a card of the {zone}"
        if "neutral" not in (face.side, deck.side) and face.side != deck.side:
            yield Diagnostic("OTHER_SIDE", 0, f"{face.title}, a {face.side} card", where)
        if zone == SUPPLY and not {EVENT, SUBORDINATE} & set(face.types):
            yield Diagnostic("NOT_OF_A_SUPPLY", 0, face.title, where)
        most = _most(zone, face)
        copies = count if zone == SUPPLY else count + _in_deck(deck, catalogue, face)
        if most and copies > most:
            said = f"{copies} copies of {face.title}, at most {most}"
            yield Diagnostic("COPIES_BESIDE", 0, said, where)
        if within is not None and not printed_in(within, face, catalogue):
            yield Diagnostic("NOT_OF_THE_FORMAT", 0, f"{face.title}, {within.label}", where)


def _most(zone: str, face: Face) -> int:
    """How many copies of a card there may be, together with the deck's; 0 where there is no limit."""
    if zone != SUPPLY:
        return COPIES_MAX
    return EVENTS_MAX if EVENT in face.types else 0


def _in_deck(deck: Deck, catalogue: Catalogue, face: Face) -> int:
    return sum(count for count, key in deck.cards if same_card(catalogue.face(key), face))
