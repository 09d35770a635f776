"""Contested unique units: two opponents have one of a name in battle during the battle phase.

    pair chosen by the first player -> bids in turn, the first player first, until neither raises -> totals
        -> winner pays, loser leaves

Sources: rots.contest.when-contested, rots.contest.alternate-until-no-raise, rots.contest.totals-compared,
ruling.contest-against-battle-start-abilities. It is a standing check: a pair is contested at once, at any
time of the phase, before waiting triggers.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.units.bids import other_bidder, own_bid, returned_rule
from adjudicator.swtcg.standing.overrides import verdict_on
from adjudicator.swtcg.standing.stacking import counts_for_unique, kind, listed_together
from adjudicator.swtcg.standing.values import total_cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import ChooseFrame, ContestFrame, contest_of
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, UNIT, Stack, Table, build_zone

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
    """The contested pairs that have not been bid on without anybody leaving: units first, Equipment after them."""
    pairs = [pair for pair in contested(table) if _key(pair[0].id, pair[1].id) not in table.used]
    if table.suppressed:
        pairs = [pair for pair in pairs if _of_a_subordinate(table, pair) != table.suppressed]
    return [pair for pair in pairs if pair[0].role != EQUIPMENT] or pairs


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
    pairs = open_pairs(table)
    if not pairs or not run.applies(table.why.contest_when_contested) or not _at_once(run):
        return False
    returned = returned_rule(run, tuple(each.id for each in pairs[0]))
    if returned and not run.applies(returned):
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
    rule = _of_a_subordinate(table, [table.stacks[number] for number in frame.units]) or rule
    seat, winner, loser = frame.seats[won], frame.units[won], frame.units[1 - won]
    run.goto("pay", bidder=seat)
    run.happen(f.ContestWon(seat=seat, winner=winner, loser=loser, totals=totals, rule=rule, cause="contest"))


def _of_a_subordinate(table: Table, units: Iterable[Stack]) -> str:
    """The rule by which a unique Subordinate is contested like any unique unit; empty if there is none among units."""
    rule = table.why.subordinate_unique_like_units
    return rule if rule and any(table.top(each).costless for each in units) else ""


def unpaid_by(seat: str) -> str:
    """What is turned down of a bid that lost, in words."""
    return f"Force paid by {seat}"


def _pay(run: Run, frame: ContestFrame) -> None:
    """The winner pays its bid; the loser's bid costs nothing."""
    why: Grounds = run.table.why
    run.goto("leave")
    loser = other_bidder(frame)
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
    winner = run.table.stacks.get(frame.units[frame.seats.index(frame.bidder)])
    if winner is not None and winner.tapped and why.reading_winner_of_a_contest_untapped:
        stays = why.reading_winner_of_a_contest_untapped
        run.non_event(
            f"untapping of {run.table.title(winner.id)}", stays, "a contest that is won taps nothing and untaps nothing"
        )


def _leave(run: Run, frame: ContestFrame) -> None:
    """The loser goes to its build zone, tapped or untapped as it was; by the edition that is a retreat or not."""
    table: Table = run.table
    run.goto("left")
    loser = table.stacks.get(frame.units[frame.seats.index(other_bidder(frame))])
    if loser is None:
        return
    if loser.role == EQUIPMENT:
        rule = table.why.contest_equipment_taps_and_stays
        run.happen(f.Tapped(stacks=(loser.id,), rule=rule, cause="contest"))
        return
    _note_equipment(run, loser)
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


def _note_equipment(run: Run, loser: Stack) -> None:
    """Equipment that goes along with the loser is bid on no more: it is in no arena."""
    table: Table = run.table
    for pair in contested(table):
        gone = next((each for each in pair if each.role == EQUIPMENT and each.host == loser.id), None)
        if gone is not None:
            rule = table.why.contest_equipment_still_in_arena
            run.non_event(f"a bid on {table.title(gone.id)}", rule, "it goes to the build zone with its unit")


def _left(run: Run, frame: ContestFrame) -> None:
    """On to the next pair. One that nobody has left is not bid on again this turn."""
    table: Table = run.table
    both = frame.units in [(first.id, second.id) for first, second in contested(table)]
    run.frames[-1] = ContestFrame()
    if both:
        run.happen(
            f.UseCounted(key=_key(*frame.units), scope="turn", rule=table.why.contest_when_contested, cause="contest")
        )


STEPS = {
    ContestFrame: {
        "start": _start,
        "chosen": _chosen,
        "totals": _totals,
        "pay": _pay,
        "leave": _leave,
        "left": _left,
    }
}
