"""The clauses of choosing sides: a side that can be had, with a deck of that side; bids that go down; rolls for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import EXCEPTION, TIMELY
from adjudicator.swtcg.standing.moment import describe
from adjudicator.swtcg.table.declarations import BidForSide, RollForSide, TakeSide
from adjudicator.swtcg.table.seating import called_after
from adjudicator.swtcg.table.sides import DECKS_MAX, POINTS, THE_BID, THE_SIDE, Brought, SidesFrame, Wish, deck_zone
from adjudicator.swtcg.table.table import Table

NAMING, BIDDING = "sides", "side bid"
"""The kinds of questions here."""


# --- what there is to choose ------------------------------------------------------------------


def sides_of_decks(table: Table, seat: str) -> tuple[tuple[str, ...], ...]:
    """For each deck that a player has brought the sides that it may be played for: its own, or any if it has none."""
    found = []
    for number in range(1, DECKS_MAX + 1):
        if cards := table.zones.get(deck_zone(seat, number)):
            own = {face.side for card in cards if (face := table.face(card)) is not None} - {"neutral"}
            found.append(tuple(side for side in table.sides if side in own or not own))
    return tuple(found)


def in_different_sides(decks: Brought, settled: Sequence[Wish] = ()) -> list[tuple[str, ...]]:
    """The ways in which all players can have a side each, in the players' order."""
    has = {wish.seat: wish.side for wish in settled}
    free = [[has[seat]] if seat in has else [side for deck in own for side in deck] for seat, own in decks]
    return [row for row in dict.fromkeys(product(*free)) if len(set(row)) == len(row)]


def open_to(table: Table, frame: SidesFrame, seat: str) -> tuple[str, ...]:
    """The sides that a player can still have, so that every other player can have one too; in their order."""
    at = [each for each, _ in frame.decks].index(seat)
    free = {row[at] for row in in_different_sides(frame.decks, frame.settled)}
    return tuple(side for side in table.sides if side in free)


def fitting(frame: SidesFrame, seat: str, side: str) -> tuple[int, ...]:
    """The numbers of a player's decks that may be played for a side, from 1."""
    return tuple(at for at, sides in enumerate(dict(frame.decks)[seat], 1) if side in sides)


def only(table: Table, frame: SidesFrame, seat: str) -> Wish | None:
    """What a player is left with who has nothing to choose."""
    sides = open_to(table, frame, seat)
    decks = fitting(frame, seat, sides[0]) if len(sides) == 1 else ()
    return Wish(seat, sides[0], decks[0]) if len(decks) == 1 else None


def wanted(frame: SidesFrame) -> tuple[str, ...]:
    """The players who want one and the same side; none if all want different ones."""
    sides = [wish.side for wish in frame.wishes]
    several = next((side for side in sides if sides.count(side) > 1), "")
    return tuple(seat for seat, _ in frame.decks for wish in frame.wishes if (wish.seat, wish.side) == (seat, several))


def wish_of(frame: SidesFrame, seat: str) -> Wish:
    """What a player has named who has not got it yet."""
    return next(wish for wish in frame.wishes if wish.seat == seat)


def tie_wins(table: Table, frame: SidesFrame, seat: str) -> bool:
    """Whether a bid equal to the last one takes the side: who makes it would else be of a side that goes before it.

    Once a bid has been equalled only a lower one takes the side. Asked only where somebody has bid.
    """
    held = wish_of(frame, frame.bidder).side
    left = [side for side in open_to(table, frame, seat) if side != held]
    first = all(table.sides.index(side) < table.sides.index(held) for side in left)
    return bool(left) and first and not frame.tied


def lowest_open(table: Table, frame: SidesFrame, seat: str) -> int:
    """The greatest number that a player may still bid; below 0 if there is none."""
    if not frame.bidder:
        return POINTS
    return frame.bid if tie_wins(table, frame, seat) else frame.bid - 1


def may_roll(frame: SidesFrame) -> bool:
    """Whether players may still agree to roll: before anybody has bid."""
    return not frame.bidder


# --- clauses ----------------------------------------------------------------------------------


def _asked(judging: Judging, frame: SidesFrame | None, kind: str, rule: str) -> bool:
    window = judging.table.agenda.window
    ok = frame is not None and window is not None and window.kind == kind
    return judging.clause("RIGHT_MOMENT", rule, ok, lambda: describe(judging.table), permits=TIMELY)


def check_take(judging: Judging, frame: SidesFrame | None) -> None:
    """The clauses of naming a side: one that there is, that can still be had, with a deck that may be played for it."""
    said: TakeSide = judging.said
    table: Table = judging.table
    why = table.why
    _asked(judging, frame, NAMING, why.setup_choose_sides)
    if frame is None or said.seat not in dict(frame.decks):
        return
    free = open_to(table, frame, said.seat)
    decks = fitting(frame, said.seat, said.side)
    evidence = lambda: (("side", said.side), ("may be had", ", ".join(map(called_after, free))))
    if not judging.clause("SIDE_MAY_BE_HAD", why.setup_choose_sides, said.side in free, evidence):
        judging.would_be_legal(*(f"take {called_after(side)}" for side in free))
    if said.deck and not judging.clause(
        "DECK_IS_OF_THE_SIDE",
        why.deck_one_side,
        said.deck in decks,
        lambda: (("deck", str(said.deck)), ("decks of the side", ", ".join(map(str, decks)))),
    ):
        judging.would_be_legal(*(f"take {called_after(said.side)} with deck {deck}" for deck in decks))
    if not said.deck and decks and not judging.clause("DECK_NAMED", why.setup_choose_sides, len(decks) == 1):
        judging.would_be_legal(*(f"take {called_after(said.side)} with deck {deck}" for deck in decks))


def check_bid(judging: Judging, frame: SidesFrame | None) -> None:
    """The clauses of a bid for a side: not below 0, at most 30, lower than the last one or equal to it once."""
    said: BidForSide = judging.said
    table: Table = judging.table
    why = table.why
    _asked(judging, frame, BIDDING, why.setup_side_bidding)
    bid = lambda: (("bid", str(said.points)),)
    judging.clause("BID_NOT_NEGATIVE", why.setup_side_bidding, said.points >= 0, bid)
    judging.clause("BID_WITHIN_THIRTY", why.setup_side_bidding, said.points <= POINTS, bid)
    if frame is None or said.seat not in frame.seats:
        return
    most = lowest_open(table, frame, said.seat)
    evidence = lambda: (("bid", str(said.points)), ("last bid", str(frame.bid) if frame.bidder else "none"))
    if frame.bidder and said.points == frame.bid:
        rule = ("", why.reading_ties_in_a_bid_for_sides)
        lower = judging.clause("TIE_IS_WON", rule, said.points <= most, evidence, permits=EXCEPTION)
    else:
        lower = judging.clause("BID_IS_LOWER", why.setup_side_bidding, said.points <= most, evidence)
    if not lower or said.points < 0:
        judging.would_be_legal(*([f"bid 0 to {most}"] if most >= 0 else []), "let go")


def check_roll(judging: Judging, frame: SidesFrame | None) -> None:
    """The clauses of rolling: before any bid, for the side or for who begins, for what the other one wants to roll."""
    said: RollForSide = judging.said
    why = judging.table.why
    _asked(judging, frame, BIDDING, why.setup_choose_sides)
    judging.clause("ROLLED_FOR", why.setup_choose_sides, said.what in (THE_SIDE, THE_BID))
    if frame is None:
        return
    judging.clause("BEFORE_ANY_BID", why.setup_choose_sides, may_roll(frame), lambda: (("last bid", str(frame.bid)),))
    judging.clause(
        "ROLLED_FOR_THE_SAME",
        why.setup_choose_sides,
        frame.roll_for in ("", said.what),
        lambda: (("wanted", f"roll for the {frame.roll_for}"),),
    )


def check_pass(judging: Judging, frame: SidesFrame | None) -> None:
    """Letting go: of a bid, and of nothing else."""
    _asked(judging, frame, BIDDING, judging.table.why.setup_side_bidding)
