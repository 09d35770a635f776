"""Choosing sides: the first thing in setup where it has not been said before which side each player plays.

    each names a side -> all different: agreed
                      -> several want one: they bid for it, or roll for it, or for who begins the bid
                         -> who has lost it names a side that is left

A bid says with how few build points its player would begin setup to have the side. Each bid is lower than the last,
until all others have let go. Whoever has the last bid counts as of that side, and the other as of the one that would be
left, so that an equal bid, once, takes the side from a player who would go last (ruling.ties-in-a-bid-for-sides).
Decks that are not played leave the game. What may be said is in `side_clauses`.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.setup import side_clauses as clauses
from adjudicator.swtcg.chapters.setup.side_clauses import (
    BIDDING,
    NAMING,
    fitting,
    lowest_open,
    only,
    open_to,
    sides_of_decks,
    wanted,
    wish_of,
)
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import BidForSide, Pass, RollForSide, TakeSide
from adjudicator.swtcg.table.frames import RollFrame, SetupFrame
from adjudicator.swtcg.table.sides import POINTS, THE_BID, THE_SIDE, SidesFrame, Wish
from adjudicator.swtcg.table.table import Table


def _begin(run: Run, frame: SetupFrame) -> None:
    """On to choosing sides if a player has none yet, else past it."""
    table: Table = run.table
    run.goto(table.edition.setup.after(frame.step))
    if not all(seat.side for seat in table.seats.values()):
        run.push(SidesFrame(decks=tuple((seat, sides_of_decks(table, seat)) for seat in table.order)))


# --- naming sides ---------------------------------------------------------------------------


def _name(run: Run, frame: SidesFrame) -> None:
    """Ask the next player for a side who has something to choose; what several want is contested."""
    table: Table = run.table
    wished = {wish.seat for wish in (*frame.wishes, *frame.settled)}
    waiting = [seat for seat, _ in frame.decks if seat not in wished]
    alone = tuple(wish for seat in waiting if (wish := only(table, frame, seat)) is not None)
    if alone:
        run.goto("start", wishes=(*frame.wishes, *alone))
    elif waiting:
        ask(run, NAMING, (waiting[0],), table.why.setup_choose_sides)
    else:
        several = wanted(frame)
        run.goto("ask" if several else "give", seats=several)


def perform_take(run: Run) -> None:
    """Name a side, and the deck to play it with."""
    said: TakeSide = run.said
    run.closed()
    frame = run.frame
    if not isinstance(frame, SidesFrame):  # only if an audit has switched the clause on the moment off
        return
    deck = said.deck or next(iter(fitting(frame, said.seat, said.side)), 1)
    run.goto("start", wishes=(*frame.wishes, Wish(said.seat, said.side, deck)))
    run.happen(f.SideNamed(seat=said.seat, side=said.side, rule=run.table.why.setup_choose_sides, cause="sides"))


# --- bidding and rolling --------------------------------------------------------------------


def _ask(run: Run, frame: SidesFrame) -> None:
    """Whoever is next bids less, or lets go."""
    ask(run, BIDDING, frame.seats[:1], run.table.why.setup_side_bidding)


def perform_bid(run: Run) -> None:
    """A lower bid; the next player is asked."""
    said: BidForSide = run.said
    run.closed()
    frame = run.frame
    if not isinstance(frame, SidesFrame):
        return
    tied = said.points == frame.bid
    why = run.table.why
    run.goto("ask", seats=_next_first(frame), bid=said.points, bidder=said.seat, tied=tied, roll_for="", willing=())
    side = wish_of(frame, said.seat).side
    rule = why.setup_side_bid_ties if tied else why.setup_side_bidding
    run.happen(f.SideBidMade(seat=said.seat, side=side, points=said.points, rule=rule, cause="sides"))


def perform_pass(run: Run) -> None:
    """Let go: the last one left has the side, for what he or she has bid."""
    run.closed()
    frame = run.frame
    if not isinstance(frame, SidesFrame):
        return
    left = frame.seats[1:]
    if len(left) > 1:
        run.goto("ask", seats=left)
        return
    bid = frame.bid if frame.bidder == left[0] else POINTS
    _won(run, left[0], {left[0]: bid, frame.seats[0]: POINTS})


def _next_first(frame: SidesFrame) -> tuple[str, ...]:
    return (*frame.seats[1:], *frame.seats[:1])


def _won(run: Run, winner: str, starts: dict[str, int]) -> None:
    """Somebody has the side that several wanted; the others name another one."""
    frame: SidesFrame = run.frame
    has = wish_of(frame, winner)
    run.goto(
        "start",
        settled=(*frame.settled, has),
        wishes=tuple(wish for wish in frame.wishes if wish.side != has.side),
        starts=(*frame.starts, *starts.items()),
        seats=(), bid=-1, bidder="", tied=False, roll_for="", willing=(), rolled=(), dice=(),
    )  # fmt: skip


def perform_roll(run: Run) -> None:
    """Want to roll; once all want it, each rolls a die."""
    said: RollForSide = run.said
    run.closed()
    frame = run.frame
    if not isinstance(frame, SidesFrame):
        return
    willing = (*frame.willing, said.seat)
    step = "roll" if set(willing) == set(frame.seats) else "ask"
    run.goto(step, seats=_next_first(frame), roll_for=said.what, willing=willing)


def _roll(run: Run, frame: SidesFrame) -> None:
    """The next one's die."""
    seat = frame.seats[len(frame.rolled)]
    run.push(RollFrame(seat=seat, purpose="sides", count=1), then="rolled")


def _rolled(run: Run, frame: SidesFrame) -> None:
    """The highest die has the side, or begins the bid; equal dice are rolled again."""
    rolled = (*frame.rolled, *frame.dice)
    best = [seat for seat, die in zip(frame.seats, rolled, strict=False) if die == max(rolled)]
    if len(rolled) < len(frame.seats):
        run.goto("roll", rolled=rolled, dice=())
    elif len(best) > 1:
        run.goto("roll", rolled=(), dice=())
    elif frame.roll_for == THE_SIDE:
        _won(run, best[0], {})
    else:
        at = frame.seats.index(best[0])
        run.goto("ask", seats=(*frame.seats[at:], *frame.seats[:at]), roll_for="", willing=(), rolled=(), dice=())


# --- the outcome ----------------------------------------------------------------------------


def _give(run: Run, frame: SidesFrame) -> None:
    """Each player has a side, a deck, and the build points to begin with."""
    table: Table = run.table
    starts = dict(frame.starts)
    has = sorted((*frame.settled, *frame.wishes), key=lambda wish: table.sides.index(wish.side))
    run.pop()
    run.happen(
        *(
            f.SideGiven(
                seat=wish.seat,
                side=wish.side,
                deck=wish.deck,
                points=starts.get(wish.seat, POINTS),
                rule=table.why.setup_side_bid_result if wish.seat in starts else table.why.setup_choose_sides,
                cause="sides",
            )
            for wish in has
        )
    )


def forms(game: Any, table: Table, frame: SidesFrame, seat: str) -> list[Form]:
    """A side that can still be had, with each deck that fits; or a lower bid, a roll, and letting go."""
    window = table.agenda.window
    if window is not None and window.kind == NAMING:
        return [_form_of(frame, seat, side) for side in open_to(table, frame, seat)]
    least_given = lowest_open(table, frame, seat)
    found = [Form(Pass.__name__, seat, says="let go of the bid")]
    if least_given >= 0:
        found.append(Form(BidForSide.__name__, seat, (), (("points", Number(0, least_given)),), "bid build points"))
    if clauses.may_roll(frame):
        things = (frame.roll_for,) if frame.roll_for else (THE_SIDE, THE_BID)
        found.append(Form(RollForSide.__name__, seat, (), (("what", OneOf(things)),), "roll for it"))
    return found


def _form_of(frame: SidesFrame, seat: str, side: str) -> Form:
    decks = fitting(frame, seat, side)
    options = (0, *decks) if len(decks) == 1 else decks
    return Form(TakeSide.__name__, seat, (("side", side),), (("deck", OneOf(options)),), f"play the side {side}")


STEPS: dict[type, dict[str, Any]] = {
    SetupFrame: {"sides": _begin},
    SidesFrame: {"start": _name, "ask": _ask, "roll": _roll, "rolled": _rolled, "give": _give},
}

SPOKEN: dict[type, Any] = {
    TakeSide: ((SidesFrame,), clauses.check_take, perform_take),
    BidForSide: ((SidesFrame,), clauses.check_bid, perform_bid),
    RollForSide: ((SidesFrame,), clauses.check_roll, perform_roll),
}
"""By declaration: the procedures that admit it, its clauses, and its first step (`rules.SPOKEN`)."""

PASS = (clauses.check_pass, perform_pass)
"""Letting go: its clauses, and its first step."""
