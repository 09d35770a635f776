"""The bids of a contest: in turn, the first player first, until neither raises.

Sources: rots.contest.dark-bids-first, rots.contest.alternate-until-no-raise, rots.contest.bid-limit.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, Number
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.standing.stacking import listed_together
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import Bid, Pass
from adjudicator.swtcg.table.frames import ContestFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import PILOT, Table


def own_bid(frame: ContestFrame, seat: str) -> int:
    """A player's last bid, -1 before the first, and of who does not bid."""
    return frame.bids[frame.seats.index(seat)] if seat in frame.seats else -1


def other_bidder(frame: ContestFrame) -> str:
    """The player whose turn to bid it is not, or who has lost."""
    return next(seat for seat in frame.seats if seat != frame.bidder)


def _ask(run: Run, frame: ContestFrame) -> None:
    """Ask the next bidder; the house bids 0 or declines for one who can bid no more."""
    table: Table = run.table
    seat, last = frame.bidder, own_bid(frame, frame.bidder)
    most = table.seats[seat].force
    if not table.strict and last < 0 and most == 0:
        _bid(run, frame, 0)
    elif not table.strict and 0 <= last >= most:
        _decline(run, frame)
    else:
        opens = seat == frame.seats[0] and last < 0
        rule = (returned_rule(run, frame.units) or _contested_rule(table, frame)) if opens else _bid_rule(table, last)
        ask(run, "bid", (seat,), rule)


def returned_rule(run: Run, units: tuple[int, ...]) -> str:
    """The rule by which a unique unit that has just come back from out of the game is contested; empty of others."""
    rule = run.table.why.contest_back_from_out_of_the_game
    come = (each for each in run.facts if isinstance(each, f.CardPutIntoPlay) and each.stack in units) if rule else ()
    return rule if any(each.source.startswith(("out:", "aside:")) for each in come) else ""


def _contested_rule(table: Table, frame: ContestFrame) -> str:
    """Why the two are contested: even a Pilot on a unit is, or the list counts two names as one."""
    first, second = (table.stacks[number] for number in frame.units)
    if PILOT in (first.role, second.role):
        return table.edition.unique_rules_for_pilots.rule
    if listed_together(table, table.top(first), table.top(second)):
        return table.edition.same_person.rule
    return table.why.contest_when_contested


def _bid_rule(table: Table, last: int) -> str:
    """What a bid rests on: that each player makes a first one, or that bidding goes on."""
    return cite(
        table,
        table.why.contest_dark_bids_first if last < 0 else table.why.contest_alternate_until_no_raise,
        "gr.contest.bidding-order",
    )


def check_bid(judging: Judging, frame: ContestFrame | None) -> None:
    """Clauses of a bid: one's turn, not negative, more than one's last one, within one's Force."""
    said: Bid = judging.said
    table: Table = judging.table
    force = table.seats[said.seat].force if said.seat in table.seats else 0
    evidence = lambda: (("bid", str(said.amount)), ("Force", str(force)))
    judging.clause("RIGHT_MOMENT", table.why.bidding_occasions, frame is not None)
    judging.clause("BID_NOT_NEGATIVE", table.why.contest_dark_bids_first, said.amount >= 0, evidence)
    if not judging.clause("BID_WITHIN_FORCE", table.why.contest_bid_limit, said.amount <= force, evidence):
        judging.would_be_legal(f"up to {force}")
    if frame is None:
        judging.moot(("BID_RAISES_OWN", table.why.contest_alternate_until_no_raise))
        return
    if judging.worth_telling("PILOT_IS_CONTESTED") and _piloting(table, frame):
        judging.permit("PILOT_IS_CONTESTED", lambda: table.why.pilots_unique_rules_apply)
    last = own_bid(frame, said.seat)
    if last >= 0:
        raises = lambda: (("bid", str(said.amount)), ("last bid", str(last)))
        if not judging.clause("BID_RAISES_OWN", table.why.contest_alternate_until_no_raise, said.amount > last, raises):
            judging.would_be_legal(f"{last + 1} or more", "pass")
    theirs = max((own_bid(frame, seat) for seat in frame.seats if seat != said.seat), default=-1)
    if said.amount <= theirs:
        lower = table.why.contest_bid_need_not_exceed
        judging.clause("BID_MAY_BE_LOWER", lower, ok=True, evidence=lambda: (("other", str(theirs)),), permits=TIMELY)


def _piloting(table: Table, frame: ContestFrame) -> bool:
    """Whether one of the two contested units is a Pilot on a unit."""
    two = (table.stacks.get(number) for number in frame.units)
    return any(stack is not None and stack.role == PILOT for stack in two)


def check_pass(judging: Judging, frame: ContestFrame | None) -> None:
    """Clauses of not raising: the first bid has been made."""
    why: Grounds = judging.table.why
    if frame is not None:
        judging.clause("FIRST_BID_MADE", why.contest_dark_bids_first, own_bid(frame, judging.said.seat) >= 0)
    judging.clause("RIGHT_MOMENT", why.contest_alternate_until_no_raise, frame is not None)


def perform_bid(run: Run) -> None:
    """The bid stands; the other player is next."""
    run.closed()
    _bid(run, run.frame, run.said.amount)


def perform_pass(run: Run) -> None:
    """No raise; if the other has not raised either, the bidding is over."""
    run.closed()
    _decline(run, run.frame)


def _bid(run: Run, frame: ContestFrame, amount: int) -> None:
    seat = frame.bidder
    bids = tuple(amount if each == seat else bid for each, bid in zip(frame.seats, frame.bids, strict=True))
    rule = _bid_rule(run.table, own_bid(frame, seat))
    run.goto("ask", bids=bids, bidder=other_bidder(frame), held=False)
    run.happen(f.BidMade(seat=seat, amount=amount, rule=rule, cause="contest"))


def _decline(run: Run, frame: ContestFrame) -> None:
    if frame.held:
        run.goto("totals", held=False)
    else:
        run.goto("ask", bidder=other_bidder(frame), held=True)


def forms(game: Any, table: Table, frame: ContestFrame, seat: str) -> list[Form]:
    """A bid, and after the first one no raise."""
    last, most = own_bid(frame, seat), table.seats[seat].force
    found: list[Form] = []
    if last < most:
        found.append(Form(Bid.__name__, seat, (), (("amount", Number(last + 1, most)),), "bid Force"))
    if last >= 0:
        found.append(Form(Pass.__name__, seat, says="do not raise"))
    return found


STEPS = {ContestFrame: {"ask": _ask}}
