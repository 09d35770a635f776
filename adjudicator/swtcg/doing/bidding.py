"""Secret bids of Force by an effect: a player and every opponent bid at once, the higher bid wins and is paid.

The bids are opened together; no player knows another's before (ruling.secret-bids-by-an-effect).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Form, Number
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.windows import SEALED, after_sealed, opened
from adjudicator.swtcg.standing.scenes import rule_of, seat_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import SecretBid
from adjudicator.swtcg.table.frames import BidFrame, ResolveFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace


def _bid(run: Run, frame: ResolveFrame, said: w.Bid) -> None:
    """Ask its player and every opponent for a bid."""
    run.frames[-1] = _replace(frame, step="bids made", todo=(said, *frame.todo), yes=False)
    mine, ties = frame.scene.controller, seat_of(run.table, frame.scene, said.ties)
    run.push(BidFrame(mine=mine, ties=ties, rule=rule_of(run.table, frame.scene), cause=frame.scene.source))


def _bids_made(run: Run, frame: ResolveFrame) -> None:
    """Whether the effect's controller has won is bound for what follows."""
    said = frame.todo[0]
    assert isinstance(said, w.Bid)
    numbers = {**frame.scene.numbers, said.into: int(frame.yes)}
    scene = _replace(frame.scene, numbers=numbers)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene, yes=False)


def _bidders(table: Table, frame: BidFrame) -> tuple[str, ...]:
    """Who bids: the effect's controller and every opponent, in the order of the table."""
    return tuple(seat for seat in table.order if seat not in table.partners(frame.mine))


def _ask(run: Run, frame: BidFrame) -> None:
    run.ask(opened("secret bid", _bidders(run.table, frame), run.table.why.reading_secret_bids_by_an_effect, SEALED))


def check(judging: Judging, frame: BidFrame | None) -> None:
    """Clauses of a secret bid: asked for, not negative, within one's Force."""
    said: SecretBid = judging.said
    table: Table = judging.table
    judging.clause("RIGHT_MOMENT", table.why.bidding_occasions_in_secret, frame is not None)
    amount = said.bid.items[0] if said.bid.items else 0
    force = table.seats[said.seat].force
    judging.clause("BID_NOT_NEGATIVE", table.why.reading_secret_bids_by_an_effect, amount >= 0)
    if not judging.clause(
        "BID_WITHIN_FORCE",
        table.why.bidding_in_force,
        amount <= force,
        lambda: (("Force", str(force)),),
    ):
        judging.would_be_legal(f"up to {force}")


def perform(run: Run) -> None:
    """A bid is made; when all have been, they are opened."""
    said: SecretBid = run.said
    window = run.window
    assert window is not None
    left = after_sealed(window, said.seat, "bid")
    run.closed()
    if left.asked:
        run.ask(left)
    else:
        run.goto("open")
    run.happen(f.SecretBidMade(seat=said.seat, amount=said.bid, rule=run.table.why.bidding_secret))


def _open(run: Run, frame: BidFrame) -> None:
    """The higher bid wins and is paid; the loser pays nothing."""
    table: Table = run.table
    bids = {seat: table.bids.get(seat, 0) for seat in _bidders(table, frame)}
    highest = [seat for seat, bid in bids.items() if bid == max(bids.values())]
    winner = frame.ties if len(highest) > 1 and frame.ties in highest else highest[0]
    run.pop(yes=winner == frame.mine)
    _note_losers(run, bids, winner)
    to_dark = table.why.bidding_ties_to_dark if len(highest) > 1 and table.leads(winner) else ""
    paid = (
        [
            f.ForcePaid(
                seat=winner, amount=bids[winner], rule=table.why.reading_secret_bids_by_an_effect, cause=frame.cause
            )
        ]
        if bids[winner]
        else []
    )
    won = f.SecretBidWon(seat=winner, bids=tuple(bids.values()), rule=to_dark or frame.rule, cause=frame.cause)
    run.happen(won, *paid)


def _note_losers(run: Run, bids: dict[str, int], winner: str) -> None:
    """A bid that has lost costs nothing."""
    rule = run.table.why.bidding_loser_pays_nothing
    for seat, bid in bids.items():
        if rule and bid and seat != winner:
            run.non_event(f"Force paid by {seat}", rule, "only the winner pays its bid", aside=True)


def forms(game: Any, table: Table, frame: BidFrame, seat: str) -> list[Form]:
    """Any amount up to the Force one has."""
    return [Form("SecretBid", seat, (), (("bid", Number(0, table.seats[seat].force)),), "bid Force in secret")]


def sealed(seat: str, amount: int) -> SecretBid:
    """A bid that only its player knows."""
    return SecretBid(seat, Sealed((seat,), (amount,)))


INSTRUCTIONS: dict[type, Any] = {w.Bid: _bid}
RESOLVING: dict[str, Any] = {"bids made": _bids_made}
STEPS: dict[type, dict[str, Any]] = {BidFrame: {"start": _ask, "open": _open}}
