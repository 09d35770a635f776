"""Contested unique units: two opponents have one of a name in battle during the battle phase.

    pair chosen by the first player -> bids in turn, the first player first, until neither raises -> totals
        -> winner pays, loser leaves

Sources: rots.contest.when-contested, rots.contest.alternate-until-no-raise, rots.contest.totals-compared,
ruling.contest-against-battle-start-abilities. It is a standing check: a pair is contested at once, at any
time of the phase, before waiting triggers.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, Number
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.standing.overrides import verdict_on
from adjudicator.swtcg.standing.stacking import counts_for_unique, kind, listed_together
from adjudicator.swtcg.standing.values import total_cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import Bid, Pass
from adjudicator.swtcg.table.frames import ChooseFrame, ContestFrame, contest_of
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import PILOT, UNIT, Stack, Table, build_zone

# --- when -----------------------------------------------------------------------------------


def contested(table: Table) -> list[tuple[Stack, Stack]]:
    """The contested pairs of opponents, that one's stack first whose side goes first (Dark's), by when it came into
    play. Partners' units of one name do not contest each other.
    """
    named: list[tuple[Stack, str]] = []
    first: dict[tuple[str, str], Stack] = {}
    for stack in table.stacks.values():
        if stack.zone in table.arenas and counts_for_unique(table, stack):
            one_of = kind(table, table.top(stack))
            if one_of:
                named.append((stack, one_of))
                first.setdefault((stack.controller, one_of), stack)
    return [
        (stack, first[other, one_of])
        for seat in table.order
        for stack, one_of in named
        if stack.controller == seat
        for other in _after(table, seat)
        if (other, one_of) in first
    ]


def _after(table: Table, seat: str) -> list[str]:
    """The opponents who act after a player when all act."""
    theirs = table.opponents(seat)
    return [other for other in table.order[table.order.index(seat) + 1 :] if other in theirs]


def open_pairs(table: Table) -> list[tuple[Stack, Stack]]:
    """The contested pairs that have not been bid on without anybody leaving."""
    return [pair for pair in contested(table) if _key(pair[0].id, pair[1].id) not in table.used]


def _key(first: int, second: int) -> str:
    return f"contested:{first}:{second}"


def note_other_names(run: Run) -> None:
    """Note the pairs that are one person under two names where the edition has only equal names contested."""
    table: Table = run.table
    chosen = table.edition.same_person
    if chosen.value:
        return
    units = [each for each in table.stacks.values() if each.zone in table.arenas and counts_for_unique(table, each)]
    for mine in units:
        theirs = _after(table, mine.controller)
        for other in (each for each in units if each.controller in theirs):
            first, second = table.top(mine), table.top(other)
            if listed_together(table, first, second):
                what = f"a contest of {first.title} and {second.title}"
                run.non_event(what, chosen.rule, "their names are not the same")


def begin(run: Run) -> bool:
    """Standing check: during the battle phase contested units are bid on at once; True if there are any."""
    table: Table = run.table
    if table.turn.phase != "battle" or any(isinstance(frame, ContestFrame) for frame in run.frames):
        return False
    if not open_pairs(table) or not run.applies(table.why.contest_when_contested) or not _at_once(run):
        return False
    run.push(ContestFrame())
    return True


def _at_once(run: Run) -> bool:
    """Whether the contest comes before what has triggered already."""
    first = next((each for each in run.pool if not each.chance), None)
    if first is None:
        return True
    rule = run.table.why.reading_contest_against_battle_start_abilities
    return run.non_event(f"{first.scene.source or first.duty} before the contest", rule, "a pair is contested at once")


# --- the pair -------------------------------------------------------------------------------


def _start(run: Run, frame: ContestFrame) -> None:
    """Of several pairs the first player who has any says which comes first
    (rots.contest.several-pairs-dark-chooses).
    """
    pairs = open_pairs(run.table)
    if not pairs:
        run.pop()
        return
    if len(pairs) == 1 or not run.applies(run.table.why.contest_several_pairs_dark_chooses):
        run.goto("ask", **contest_of(*pairs[0]))
        return
    first = pairs[0][0].controller
    run.push(
        ChooseFrame(
            seat=first,
            kind="stacks",
            options=tuple(dict.fromkeys(unit.id for unit, _ in pairs if unit.controller == first)),
            least=1,
            most=1,
            what="contested pair to bid on first",
            rule=run.table.why.contest_several_pairs_dark_chooses,
        ),
        then="chosen",
    )


def _chosen(run: Run, frame: ContestFrame) -> None:
    pair = next((p for p in open_pairs(run.table) if p[0].id in frame.chosen), None)
    if pair is None:
        run.goto("start", chosen=())
        return
    run.goto("ask", **contest_of(*pair), chosen=())


# --- the bids -------------------------------------------------------------------------------


def own_bid(frame: ContestFrame, seat: str) -> int:
    """A player's last bid, -1 before the first, and of who does not bid."""
    return frame.bids[frame.seats.index(seat)] if seat in frame.seats else -1


def _other(frame: ContestFrame) -> str:
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
        ask(run, "bid", (seat,), _contested_rule(table, frame) if opens else _bid_rule(table, last))


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
    judging.clause("RIGHT_MOMENT", table.why.contest_when_contested, frame is not None)
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
    run.goto("ask", bids=bids, bidder=_other(frame), held=False)
    run.happen(f.BidMade(seat=seat, amount=amount, rule=rule, cause="contest"))


def _decline(run: Run, frame: ContestFrame) -> None:
    if frame.held:
        run.goto("totals", held=False)
    else:
        run.goto("ask", bidder=_other(frame), held=True)


# --- the outcome ----------------------------------------------------------------------------


def _totals(run: Run, frame: ContestFrame) -> None:
    """Total build cost plus bid decides; equal totals go to the side that goes first (Dark)."""
    table: Table = run.table
    why = table.why
    costs = (total_cost(table, table.stacks[number]) for number in frame.units)
    totals = tuple(cost + bid for cost, bid in zip(costs, frame.bids, strict=True))
    tied = totals[0] == totals[1]
    won = 0 if totals[0] > totals[1] or (tied and run.applies(why.contest_tie_to_dark)) else 1
    rule = cite(table, why.contest_tie_to_dark if tied else why.contest_totals_compared, "gr.contest.compare-totals")
    seat, winner, loser = frame.seats[won], frame.units[won], frame.units[1 - won]
    run.goto("pay", bidder=seat)
    run.happen(f.ContestWon(seat=seat, winner=winner, loser=loser, totals=totals, rule=rule, cause="contest"))


def unpaid_by(seat: str) -> str:
    """What is turned down of a bid that lost, in words."""
    return f"Force paid by {seat}"


def _pay(run: Run, frame: ContestFrame) -> None:
    """The winner pays its bid; the loser's bid costs nothing."""
    why: Grounds = run.table.why
    run.goto("leave")
    loser = _other(frame)
    if own_bid(frame, loser) > 0:
        run.non_event(
            unpaid_by(loser),
            why.contest_loser_to_build_zone_free,
            "only the winner of a contest pays its bid",
            aside=True,
        )
    amount = own_bid(frame, frame.bidder)
    if amount > 0:
        run.happen(
            f.ForcePaid(seat=frame.bidder, amount=amount, rule=why.contest_winner_pays_and_stays, cause="contest")
        )


def _leave(run: Run, frame: ContestFrame) -> None:
    """The loser goes to its build zone, tapped or untapped as it was; by the edition that is a retreat or not."""
    table: Table = run.table
    run.goto("left")
    loser = table.stacks.get(frame.units[frame.seats.index(_other(frame))])
    if loser is None:
        return
    retreats = table.edition.contest_loser_retreats
    banned = verdict_on(table, "RETREAT_ALLOWED", loser.id)
    if banned is not None and not banned[0]:
        if retreats.value:
            run.non_event(f"retreat of #{loser.id}", retreats.rule, f"{banned[1].source} forbids it")
            return
        if not run.non_event(f"a ban on moving #{loser.id}", retreats.rule, f"{banned[1].source} forbids retreats"):
            return
    zone = build_zone(loser.controller)
    if loser.role == PILOT:
        rule = table.edition.unique_rules_for_pilots.rule
        run.happen(f.Detached(stack=loser.id, zone=zone, role=UNIT, rule=rule, cause="contest"))
        return
    how = "retreat" if retreats.value else "contest"
    run.happen(f.StackMoved(stack=loser.id, zone=zone, how=how, rule=retreats.rule, cause="contest"))


def _left(run: Run, frame: ContestFrame) -> None:
    """On to the next pair. One that nobody has left is not bid on again this turn."""
    table: Table = run.table
    both = frame.units in [(first.id, second.id) for first, second in contested(table)]
    run.frames[-1] = ContestFrame()
    if both:
        run.happen(
            f.UseCounted(key=_key(*frame.units), scope="turn", rule=table.why.contest_when_contested, cause="contest")
        )


def forms(game: Any, table: Table, frame: ContestFrame, seat: str) -> list[Form]:
    """A bid, and after the first one no raise."""
    last, most = own_bid(frame, seat), table.seats[seat].force
    found: list[Form] = []
    if last < most:
        found.append(Form(Bid.__name__, seat, (), (("amount", Number(last + 1, most)),), "bid Force"))
    if last >= 0:
        found.append(Form(Pass.__name__, seat, says="do not raise"))
    return found


STEPS = {
    ContestFrame: {
        "start": _start,
        "chosen": _chosen,
        "ask": _ask,
        "totals": _totals,
        "pay": _pay,
        "leave": _leave,
        "left": _left,
    }
}
