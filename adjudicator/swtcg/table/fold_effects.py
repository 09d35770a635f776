"""Folding facts that only effects bring about (see `fold`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold_things import enter, home, take
from adjudicator.swtcg.table.table import BUILDING, CAMPAIGN, SUPPLY, UNIT, Card, Met, Stack, Table, build_zone
from adjudicator.swtcg.words.face import Face

_replace = msgspec.structs.replace


def _nothing(table: Table, fact: Any) -> None:
    """What was seen is history only."""


def _deck_top_found(table: Table, fact: f.DeckTopFound) -> None:
    take(table, f"deck:{fact.seat}", fact.cards.items)
    top = f"deck top:{fact.seat}"
    table.zones[top] = table.zones.get(top, ()) + fact.cards.items


def _deck_bottom_found(table: Table, fact: f.DeckBottomFound) -> None:
    """They lie above what is known to lie at the bottom already."""
    take(table, f"deck:{fact.seat}", fact.cards.items)
    bottom = f"deck bottom:{fact.seat}"
    table.zones[bottom] = fact.cards.items + table.zones.get(bottom, ())


def _card_put_into_play(table: Table, fact: f.CardPutIntoPlay) -> None:
    take(table, fact.source, (fact.card,))
    stack = Stack(fact.stack, (fact.card,), fact.seat, fact.seat, fact.zone, fact.role)
    enter(table, _replace(stack, tapped=fact.tapped, damage=fact.damage))


def _card_waits(table: Table, fact: f.CardWaits) -> None:
    table.next_id = max(table.next_id, fact.upto)
    take(table, fact.source, fact.cards)
    if fact.printed is not None:
        _become_card(table, fact.cards[0], fact.seat, fact.printed)
    enter(table, Stack(fact.stack, fact.cards, fact.seat, fact.seat, build_zone(fact.seat), BUILDING, shown=True))


def _subordinate_generated(table: Table, fact: f.SubordinateGenerated) -> None:
    """It is a card of the game from now on, out of what was brought or one nobody brought; its player has a supply to
    which it goes back.
    """
    take(table, f"{SUPPLY}:{fact.seat}", (fact.card,))
    _become_card(table, fact.card, fact.seat, fact.printed)
    enter(table, Stack(fact.stack, (fact.card,), fact.seat, fact.seat, fact.zone, UNIT))


def _become_card(table: Table, card: int, seat: str, printed: Face) -> None:
    """Something of a supply is a card of the game from now on."""
    table.cards = {**table.cards, card: Card(card, seat, printed.key)}
    if printed.key not in table.faces:
        table.faces = {**table.faces, printed.key: printed}
    table.zones.setdefault(f"{SUPPLY}:{seat}", ())


def _card_put_face_down(table: Table, fact: f.CardPutFaceDown) -> None:
    take(table, fact.source, fact.card.items)
    zone = build_zone(fact.seat)
    stack = Stack(fact.stack, fact.card.items, fact.seat, fact.seat, zone, BUILDING, counters=fact.counters)
    enter(table, _replace(stack, shown=fact.shown))


def _card_put_into_stack(table: Table, fact: f.CardPutIntoStack) -> None:
    take(table, fact.source, (fact.card,))
    stack = table.stacks[fact.stack]
    cards = (fact.card, *stack.cards) if fact.on_top else (*stack.cards, fact.card)
    table.stacks[fact.stack] = _replace(stack, cards=cards)
    table.index_cache = None


def _stack_turned_down(table: Table, fact: f.StackTurnedDown) -> None:
    stack = table.stacks.pop(fact.stack)
    for card in stack.cards[1:]:
        home(table, card, "discard")
    owner = table.cards[stack.cards[0]].owner
    down = Stack(fact.stack, stack.cards[:1], owner, owner, build_zone(owner), BUILDING, counters=fact.counters)
    enter(table, _replace(down, shown=True))


def _marks_changed(table: Table, fact: f.MarksChanged) -> None:
    stack = table.stacks[fact.stack]
    marks = dict(stack.marks)
    marks[fact.mark] = max(0, marks.get(fact.mark, 0) + fact.amount)
    left = tuple((mark, number) for mark, number in marks.items() if number)
    table.stacks[fact.stack] = _replace(stack, marks=left)


def _secret_bid_made(table: Table, fact: f.SecretBidMade) -> None:
    if fact.amount.items:
        table.bids = {**table.bids, fact.seat: fact.amount.items[0]}


def _secret_bid_won(table: Table, fact: f.SecretBidWon) -> None:
    table.bids = {}


def _campaign_put(table: Table, fact: f.CampaignPut) -> None:
    take(table, "playing", (fact.card,))
    zone = build_zone(fact.seat)
    table.stacks[fact.stack] = Stack(fact.stack, (fact.card,), fact.seat, fact.seat, zone, CAMPAIGN)
    table.next_id = max(table.next_id, fact.stack + 1)
    table.index_cache = None


def _conditions_met(table: Table, fact: f.ConditionsMet) -> None:
    if not fact.met.items and fact.seat not in table.met:
        return
    others = {seat: met for seat, met in table.met.items() if seat != fact.seat}
    found = tuple(_MET.decode(each) for each in fact.met.items)
    table.met = {**others, fact.seat: found} if found else others


_MET = msgspec.json.Decoder(Met)


FOLDS: dict[type, Callable[[Table, Any], None]] = {
    f.CardsRevealed: _nothing,
    f.CardsLookedAt: _nothing,
    f.DeckTopFound: _deck_top_found,
    f.DeckBottomFound: _deck_bottom_found,
    f.CardPutIntoPlay: _card_put_into_play,
    f.CardWaits: _card_waits,
    f.SubordinateGenerated: _subordinate_generated,
    f.CardPutFaceDown: _card_put_face_down,
    f.CardPutIntoStack: _card_put_into_stack,
    f.StackTurnedDown: _stack_turned_down,
    f.MarksChanged: _marks_changed,
    f.SecretBidMade: _secret_bid_made,
    f.SecretBidWon: _secret_bid_won,
    f.CampaignPut: _campaign_put,
    f.ConditionsMet: _conditions_met,
}
