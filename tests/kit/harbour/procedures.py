"""How Harbour goes on: what a declaration sets off, the steps of each procedure, and what the door asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.base import Fact, Sealed
from adjudicator.kernel.run import Run
from adjudicator.kernel.windows import OPEN_FLOOR, SEALED, Window, after_pass, after_sealed, opened
from tests.kit.harbour import values as v


def chance(kind: str, rule: str) -> Window:
    """A question put to chance."""
    return opened(kind, ("chance",), rule)


# --- declarations ---------------------------------------------------------------------------
def perform(run: Run) -> None:
    """Carry out a legal declaration's first steps."""
    _PERFORM[type(run.said)](run, run.said)


def _pass(run: Run, said: v.Pass) -> None:
    window = run.window
    assert window is not None
    run.closed()
    if window.kind == "main":
        run.goto("end")
        return
    left = after_pass(window, said.seat)
    if left is None:
        run.goto("resolve")
    else:
        run.ask(left)


def _play(run: Run, said: v.Play) -> None:
    table = run.table
    card = table.faces[said.card]
    price = v.PRICES[table.cards[card]]
    paid = [v.CoinSpent(said.seat, coin, rule="harbour.3.2") for coin in table.purse[said.seat][:price]]
    run.closed()
    if isinstance(run.frame, v.Turn):
        run.goto("main", used=run.frame.used + 1)
    run.push(v.Playing(step="answer", seat=said.seat, card=card, at=said.at))
    run.happen(v.CardPlayed(said.seat, said.card, card, rule="harbour.3.1"), *paid)


def _sail(run: Run, said: v.Sail) -> None:
    table = run.table
    ship = table.things[said.ship]
    cargo = table.below(ship.id)
    points = 1 + sum(thing.kind == "crate" for thing in cargo) + bool(table.places[ship.at].beacon)
    run.closed()
    run.goto("main", used=run.frame.used + 1)
    gone = [v.ThingLeft(thing.id, rule="harbour.5.2") for thing in (ship, *cargo)]
    run.happen(v.Scored(v.CREWS[said.seat], points, rule="harbour.5.2", cause=f"ship#{ship.id}"), *gone)


def _bid(run: Run, said: v.Bid) -> None:
    assert run.window is not None
    left = after_sealed(run.window, said.seat, "sealed")
    run.closed()
    if left.asked:
        run.ask(left)
    else:
        run.goto("open")
    run.happen(v.BidMade(said.seat, said.coins, rule="harbour.5.4"))


def _spare(run: Run, said: v.Spare) -> None:
    frame = run.frame
    damage = frame.left[0]
    settled = damage
    if said.instead:
        pilot = _pilot(run.table, damage)
        assert pilot is not None
        settled = v.ThingLeft(pilot.id, rule="harbour.4.3", cause=f"ship#{damage.thing}")
    run.closed()
    run.goto("start", left=frame.left[1:], settled=(*frame.settled, settled))


def _decide(run: Run, said: v.Decide) -> None:
    coins = range(run.table.next_coin, run.table.next_coin + said.coins)
    run.closed()
    run.happen(*(v.CoinGiven(said.to, coin, rule="harbour.5.5", cause="oracle") for coin in coins))


def _roll(run: Run, said: v.Roll) -> None:
    run.closed()
    run.happen(v.DieRolled(said.dice, rule="harbour.4.1"))


def _draw(run: Run, said: v.Draw) -> None:
    seat = run.pop().seat
    run.closed()
    handle = run.table.pile[seat][0]
    run.happen(v.CardDrawn(seat, handle, Sealed((seat,), said.cards.items), rule="harbour.2.2"))


def _order(run: Run, said: v.Order) -> None:
    crews = (("north", "south"), ("east", "west"))
    first, second = (crews[at] for at in said.crews)
    run.closed()
    run.happen(v.TurnsOrdered((first[0], second[0], first[1], second[1]), rule="harbour.1.2"), then="turns")


_PERFORM: dict[type, Callable[[Run, Any], None]] = {
    v.Pass: _pass,
    v.Play: _play,
    v.Sail: _sail,
    v.Bid: _bid,
    v.Spare: _spare,
    v.Decide: _decide,
    v.Roll: _roll,
    v.Draw: _draw,
    v.Order: _order,
}


# --- steps ----------------------------------------------------------------------------------
def _start(run: Run, frame: v.Start) -> None:
    run.ask(chance("order", "harbour.1.2"))


def _turns(run: Run, frame: v.Start) -> None:
    run.pop()
    run.push(v.Turn(seat=run.table.order[0]))


def _turn_start(run: Run, frame: v.Turn) -> None:
    run.happen(v.TurnBegan(frame.seat, rule="harbour.1.2"), then="recycle")


def _recycle(run: Run, frame: v.Turn) -> None:
    run.goto("draw")
    spent = run.table.spent[frame.seat]
    if spent and run.applies("harbour.2.1"):
        run.happen(v.CoinReturned(frame.seat, spent[0], rule="harbour.2.1"))


def _turn_draw(run: Run, frame: v.Turn) -> None:
    run.push(v.Drawing(seat=frame.seat), then="main")


def _main(run: Run, frame: v.Turn) -> None:
    run.ask(opened("main", (frame.seat,), "harbour.2.4"))


def _end(run: Run, frame: v.Turn) -> None:
    order = run.table.order
    run.pop()
    run.push(v.Turn(seat=order[(order.index(frame.seat) + 1) % len(order)]))


def _drawing(run: Run, frame: v.Drawing) -> None:
    table = run.table
    if table.pile[frame.seat]:
        run.goto("ask")
    elif table.discard[frame.seat]:
        handles = tuple(range(table.next_id, table.next_id + len(table.discard[frame.seat])))
        run.happen(v.PileShuffled(frame.seat, handles, rule="harbour.2.3"), then="ask")
    else:
        run.pop()
        run.non_event(f"{frame.seat} draws", "harbour.2.2", "no card is left to draw")


def _drawing_ask(run: Run, frame: v.Drawing) -> None:
    run.ask(chance("draw", "harbour.2.2"))


def _answer(run: Run, frame: v.Playing) -> None:
    others = tuple(seat for seat in run.table.order if seat != frame.seat)
    run.ask(opened("answer", others, "harbour.3.6", OPEN_FLOOR))


def _resolve(run: Run, frame: v.Playing) -> None:
    kind = run.table.cards[frame.card]
    run.goto("discard")
    if frame.cancelled:
        run.non_event(kind, "harbour.3.7", "a calm cancelled it")
    elif kind in v.STANDING or kind in v.CARGO:
        run.pop()
        run.happen(v.ThingArrived(run.table.next_id, frame.card, frame.seat, frame.at, rule=_arrival(kind)))
    else:
        _EFFECTS[kind](run, frame)


def _arrival(kind: str) -> str:
    return "harbour.3.4" if kind in v.CARGO else "harbour.3.3"


def _discard(run: Run, frame: v.Playing) -> None:
    run.pop()
    run.happen(v.CardDiscarded(frame.card, rule="harbour.3.8"))


def _calm(run: Run, frame: v.Playing) -> None:
    answered = run.frames[-2]
    run.pop()
    run.goto("resolve", cancelled=True)
    run.push(frame)
    run.happen(v.PlayCancelled(answered.seat, answered.card, rule="harbour.3.7", cause="calm"), then="discard")


def _gale(run: Run, frame: v.Playing) -> None:
    run.push(v.Blowing(place=frame.at))


def _beacon(run: Run, frame: v.Playing) -> None:
    place = run.table.next_id
    run.happen(v.PlaceFounded(place, f"cove{place}", frame.seat, rule="harbour.5.1"))


def _oracle(run: Run, frame: v.Playing) -> None:
    if run.table.blank:
        run.non_event("oracle", "harbour.5.5", "this game leaves manual effects blank")
    else:
        run.ask(opened("manual", ("judge",), "harbour.5.5"))


def _auction(run: Run, frame: v.Playing) -> None:
    run.push(v.Auction())


def _whirlpool(run: Run, frame: v.Playing) -> None:
    run.push(v.Whirling())


_EFFECTS: dict[str, Callable[[Run, v.Playing], None]] = {
    "calm": _calm,
    "gale": _gale,
    "beacon": _beacon,
    "oracle": _oracle,
    "auction": _auction,
    "whirlpool": _whirlpool,
}


def _blowing(run: Run, frame: v.Blowing) -> None:
    run.goto("blow")
    run.ask(chance("roll", "harbour.4.1"))


def _blow(run: Run, frame: v.Blowing) -> None:
    table = run.table
    amount = 2 if table.dice[0] >= 4 else 1
    run.goto("done")
    hit = [thing for thing in table.aboard(frame.place) if thing.kind == "ship"]
    if hit:
        run.happen(*(v.DamagePlaced(ship.id, amount, rule="harbour.4.1", cause="gale") for ship in hit))
    else:
        run.non_event("gale", "harbour.4.1", "no ship lies there")


def _done(run: Run, frame: Any) -> None:
    run.pop()


def _holding(run: Run, frame: v.Holding) -> None:
    if not frame.left:
        run.pop()
        run.commit(frame.settled)
        return
    pilot = _pilot(run.table, frame.left[0])
    if pilot is None:
        run.goto("start", left=frame.left[1:], settled=(*frame.settled, frame.left[0]))
    else:
        run.ask(opened("spare", (run.table.things[pilot.at].owner,), "harbour.4.3"))


def _bidding(run: Run, frame: v.Auction) -> None:
    run.ask(opened("bid", run.table.order, "harbour.5.4", SEALED))


def _open_bids(run: Run, frame: v.Auction) -> None:
    table = run.table
    bids = tuple((seat, table.bids.get(seat, 0)) for seat in table.order)
    best = max(coins for _, coins in bids)
    winners = [seat for seat, coins in bids if coins == best]
    facts: list[Fact] = [v.BidsOpened(bids, rule="harbour.5.4")]
    if len(winners) == 1:
        seat = winners[0]
        facts += [v.CoinSpent(seat, coin, rule="harbour.5.4") for coin in table.purse[seat][:best]]
        facts.append(v.Scored(v.CREWS[seat], 2, rule="harbour.5.4", cause="auction"))
    else:
        run.non_event("auction", "harbour.5.4", "the highest bid is a tie")
    run.pop()
    run.happen(*facts)


def _sounding(run: Run, frame: v.Sounding) -> None:
    run.pop()
    if frame.kind == "parrot":
        run.happen(v.CoinGiven(frame.seat, run.table.next_coin, rule="harbour.4.4", cause="parrot"))
    elif frame.kind == "siren":
        run.push(v.Drawing(seat=frame.seat))
    else:
        run.happen(v.EchoSounded(frame.source, rule="harbour.4.6"))


def _whirl(run: Run, frame: v.Whirling) -> None:
    run.happen(v.WaterTurned(rule="harbour.7.1"))


STEPS: dict[type, dict[str, Callable[[Run, Any], None]]] = {
    v.Start: {"start": _start, "turns": _turns},
    v.Turn: {"start": _turn_start, "recycle": _recycle, "draw": _turn_draw, "main": _main, "end": _end},
    v.Drawing: {"start": _drawing, "ask": _drawing_ask},
    v.Playing: {"answer": _answer, "resolve": _resolve, "discard": _discard},
    v.Blowing: {"start": _blowing, "blow": _blow, "done": _done},
    v.Holding: {"start": _holding},
    v.Auction: {"start": _bidding, "open": _open_bids},
    v.Sounding: {"start": _sounding},
    v.Whirling: {"start": _whirl},
}


# --- the door -------------------------------------------------------------------------------
def replace(run: Run, facts: tuple[Any, ...]) -> bool:
    """Hold an event of which a part may be replaced."""
    if any(_pilot(run.table, fact) for fact in facts):
        run.push(v.Holding(left=facts))
        return True
    return False


def notice(table: v.Table, facts: tuple[Fact, ...], before: bool) -> tuple[v.Trigger, ...]:
    """Triggers of parrots (looking back), sirens and echoes."""
    found: list[v.Trigger] = []
    for fact in facts:
        if before and isinstance(fact, v.ThingLeft):
            thing = table.things[fact.thing]
            if thing.kind == "parrot":
                found.append(v.Trigger("parrot", thing.id, thing.owner))
        elif not before and isinstance(fact, v.ThingArrived | v.EchoSounded):
            source = table.things.get(fact.thing)
            if source is not None and source.kind == "echo":
                found += [v.Trigger("echo", o.id, o.owner) for o in _standing(table, "echo") if o.id != source.id]
    if not before and any(isinstance(fact, v.DamagePlaced) for fact in facts):
        found += [v.Trigger("siren", siren.id, siren.owner) for siren in _standing(table, "siren")]
    return tuple(found)


def settle(run: Run) -> bool:
    """Sink what is sinking, then look for a winner."""
    table = run.table
    sunk = [t for t in table.things.values() if t.kind == "ship" and t.damage >= v.STRENGTH]
    if sunk and run.applies("harbour.4.2"):
        gone = [each for ship in sunk for each in (ship, *table.below(ship.id))]
        run.happen(*(v.ThingLeft(thing.id, rule="harbour.4.2") for thing in gone))
        return True
    crews = [crew for crew, points in table.score.items() if points >= v.POINTS_TO_WIN]
    if crews and not table.won and isinstance(run.frame, v.Turn):
        run.frames.clear()
        run.pool.clear()
        run.closed()
        run.happen(v.GameWon(max(crews, key=lambda crew: table.score[crew]), rule="harbour.5.6"))
        return True
    return False


def deal_triggers(run: Run, frame: Any) -> bool:
    """Let the next trigger sound: in turn order from the first seat on, each seat's oldest first."""
    order = run.table.order
    at = min(range(len(run.pool)), key=lambda index: (order.index(run.pool[index].seat), index))
    trigger = run.pool.pop(at)
    run.push(v.Sounding(kind=trigger.kind, source=trigger.source, seat=trigger.seat))
    return True


def _pilot(table: v.Table, fact: Any) -> v.Thing | None:
    """The pilot who could go overboard instead of a damage."""
    if not isinstance(fact, v.DamagePlaced):
        return None
    return next((thing for thing in table.aboard(fact.thing) if thing.kind == "pilot"), None)


def _standing(table: v.Table, kind: str) -> list[v.Thing]:
    return [thing for thing in table.things.values() if thing.kind == kind]
