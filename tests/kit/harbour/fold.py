"""One fact onto a draft of Harbour's table; no rule is known here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tests.kit.harbour import values as v

_replace = msgspec.structs.replace


def fork(table: v.Table) -> v.Table:
    """A draft: the dicts are copied, the values in them shared."""
    return _replace(
        table,
        **{name: dict(value) for name in _DICTS if (value := getattr(table, name)) is not None},
    )


_DICTS = tuple(
    name
    for name in v.Table.__struct_fields__
    if name not in {"cards", "owners"} and str(v.Table.__annotations__[name]).startswith("dict")
)


def fold(table: v.Table, fact: Any) -> None:
    """Apply one fact."""
    _FOLDS[type(fact)](table, fact)


def _turns_ordered(t: v.Table, f: v.TurnsOrdered) -> None:
    t.order = f.seats


def _turn_began(t: v.Table, f: v.TurnBegan) -> None:
    t.round += 1


def _coin_returned(t: v.Table, f: v.CoinReturned) -> None:
    t.spent[f.seat] = tuple(coin for coin in t.spent[f.seat] if coin != f.coin)
    t.purse[f.seat] = (*t.purse[f.seat], f.coin)


def _coin_spent(t: v.Table, f: v.CoinSpent) -> None:
    t.purse[f.seat] = tuple(coin for coin in t.purse[f.seat] if coin != f.coin)
    t.spent[f.seat] = (*t.spent[f.seat], f.coin)


def _coin_given(t: v.Table, f: v.CoinGiven) -> None:
    t.purse[f.seat] = (*t.purse[f.seat], f.coin)
    t.next_coin = max(t.next_coin, f.coin + 1)


def _card_drawn(t: v.Table, f: v.CardDrawn) -> None:
    t.pile[f.seat] = tuple(handle for handle in t.pile[f.seat] if handle != f.handle)
    t.hand[f.seat] = (*t.hand[f.seat], f.handle)
    if f.face.items:
        card = f.face.items[0]
        t.faces[f.handle] = card
        t.pool[f.seat] = tuple(other for other in t.pool[f.seat] if other != card)


def _pile_shuffled(t: v.Table, f: v.PileShuffled) -> None:
    t.pile[f.seat] = f.handles
    t.pool[f.seat] = (*t.pool[f.seat], *t.discard[f.seat])
    t.discard[f.seat] = ()
    t.next_id = max(t.next_id, *(handle + 1 for handle in f.handles))


def _card_played(t: v.Table, f: v.CardPlayed) -> None:
    t.hand[f.seat] = tuple(handle for handle in t.hand[f.seat] if handle != f.handle)
    t.faces.pop(f.handle, None)


def _card_discarded(t: v.Table, f: v.CardDiscarded) -> None:
    owner = t.owners[f.card]
    t.discard[owner] = (*t.discard[owner], f.card)


def _thing_arrived(t: v.Table, f: v.ThingArrived) -> None:
    t.things[f.thing] = v.Thing(f.thing, f.card, t.cards[f.card], f.owner, f.at)
    t.next_id = max(t.next_id, f.thing + 1)
    _flags(t)


def _thing_left(t: v.Table, f: v.ThingLeft) -> None:
    thing = t.things.pop(f.thing)
    owner = t.owners[thing.card]
    t.discard[owner] = (*t.discard[owner], thing.card)
    _flags(t)


def _damage_placed(t: v.Table, f: v.DamagePlaced) -> None:
    thing = t.things[f.thing]
    t.things[f.thing] = _replace(thing, damage=thing.damage + f.amount)


def _place_founded(t: v.Table, f: v.PlaceFounded) -> None:
    t.places[f.place] = v.Place(f.place, f.name, f.seat)
    t.next_id = max(t.next_id, f.place + 1)


def _die_rolled(t: v.Table, f: v.DieRolled) -> None:
    t.dice = f.dice


def _bid_made(t: v.Table, f: v.BidMade) -> None:
    if f.coins.items:
        t.bids[f.seat] = f.coins.items[0]


def _bids_opened(t: v.Table, f: v.BidsOpened) -> None:
    t.bids = {}


def _scored(t: v.Table, f: v.Scored) -> None:
    t.score[f.crew] += f.points


def _game_won(t: v.Table, f: v.GameWon) -> None:
    t.won = f.crew


def _awaited(t: v.Table, f: v.Awaited) -> None:
    t.frames, t.window, t.triggers = f.frames, f.window, f.pool


def _nothing(t: v.Table, f: Any) -> None:
    """Something that leaves no trace on the table."""


def _flags(t: v.Table) -> None:
    kinds = {thing.kind for thing in t.things.values()}
    t.deciding = not kinds.isdisjoint({"charter", "embargo"})
    t.replacing = "pilot" in kinds
    t.listening = not kinds.isdisjoint({"parrot", "siren", "echo"})


_FOLDS: dict[type, Callable[[v.Table, Any], None]] = {
    v.TurnsOrdered: _turns_ordered,
    v.TurnBegan: _turn_began,
    v.CoinReturned: _coin_returned,
    v.CoinSpent: _coin_spent,
    v.CoinGiven: _coin_given,
    v.CardDrawn: _card_drawn,
    v.PileShuffled: _pile_shuffled,
    v.CardPlayed: _card_played,
    v.PlayCancelled: _nothing,
    v.CardDiscarded: _card_discarded,
    v.ThingArrived: _thing_arrived,
    v.ThingLeft: _thing_left,
    v.DamagePlaced: _damage_placed,
    v.PlaceFounded: _place_founded,
    v.DieRolled: _die_rolled,
    v.BidMade: _bid_made,
    v.BidsOpened: _bids_opened,
    v.Scored: _scored,
    v.EchoSounded: _nothing,
    v.WaterTurned: _nothing,
    v.GameWon: _game_won,
    v.Awaited: _awaited,
}
