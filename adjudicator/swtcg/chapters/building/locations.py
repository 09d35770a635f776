"""Locations: put from the build zone into the arena of their subtype, in the place of the one that is there.

Sources: rots.location.built-then-put-face-up, rots.location.matching-arena-only, rots.location.one-per-arena,
rots.location.replace-cost-at-least, rots.location.replace-with-cheaper, rots.location.replaced-is-discarded,
ruling.price-of-replacing-a-dearer-location (its counters count), ruling.whether-locations-are-deployed (they are not).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.kernel.forms import Domain, Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.building.from_hand import check_kind
from adjudicator.swtcg.chapters.building.step import acted, enough_counters, face_down, in_own_step, to_build, too_few
from adjudicator.swtcg.doing.bringing import COMPLETION, bring
from adjudicator.swtcg.standing.type_line import arenas_named
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import PutLocation
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import LOCATION, Stack, Table
from adjudicator.swtcg.words.face import Face

ITS_ARENA = "ARENA_IS_THE_LOCATIONS"


def arena_meant(table: Table, face: Face, said: str) -> str:
    """The arena a Location is put into: as said, else the first that its subtypes name."""
    return said or next(iter(arenas_named(table, face)), "")


def standing_in(table: Table, arena: str) -> Stack | None:
    """The Location in an arena."""
    return next((s for s in table.stacks.values() if s.role == LOCATION and s.zone == arena), None)


class Price(NamedTuple):
    """What replacing takes: the costs compared, and the build points due for a dearer one.

    The counters of the new Location make up for a part of it (`made_up`), or alone suffice for all of it (`reached`).
    One of the two shows no cost and counts as costing 0 (`bare`).
    """

    mine: int
    theirs: int
    due: int
    made_up: bool = False
    reached: bool = False
    bare: bool = False


def _whole(table: Table, new: Stack, old: Stack) -> Price:
    """With its counters, the new Location costs as much as the old one."""
    mine, theirs = cost(table, new), cost(table, old)
    return Price(mine, theirs, max(0, theirs - new.counters) if mine < theirs else 0, made_up=True)


def _difference(table: Table, new: Stack, old: Stack) -> Price:
    """Printed costs are compared; what has as many counters as the old one cost pays nothing."""
    mine, theirs = table.top(new).cost or 0, table.top(old).cost or 0
    reached = mine < theirs <= new.counters
    bare = table.top(new).cost is None or table.top(old).cost is None
    return Price(mine, theirs, 0 if reached else max(0, theirs - mine), reached=reached, bare=bare)


COPY = "COPY_IN_ANOTHER_ARENA"
"""The clause by which a copy of a Location in another arena does not matter."""
PRICES = {"whole": _whole, "difference": _difference}
"""By how an edition has it (`Edition.location_price`)."""


def price(table: Table, new: Stack, old: Stack) -> Price:
    """What it takes to put a new Location in the place of another."""
    return PRICES[table.edition.location_price.value](table, new, old)


def check(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of putting a Location: when, a Location with enough counters, its arena, the one already there."""
    said: PutLocation = judging.said
    table: Table = judging.table
    in_own_step(judging, frame, table.why.location_built_then_put_face_up)
    stack = face_down(judging, said.stack, table.why.location_built_then_put_face_up)
    if stack is None:
        return
    face = table.top(stack)
    if not check_kind(judging, face, "CARD_IS_LOCATION", table.why.location_glossary, ok="location" in face.types):
        return
    few = too_few(table, stack)
    enough_counters(judging, stack, cost(table, stack), table.why.location_built_then_put_face_up, few, permits=TIMELY)
    if said.unplaced:
        point = table.edition.locations_unplaced
        judging.clause("GOES_TO_NO_ARENA", point.rule, point.value, about=stack.id)
        return
    check_arena(judging, stack, arena_meant(table, face, said.arena))


def check_arena(judging: Judging, stack: Stack, arena: str) -> None:
    """Clauses of where a Location goes: an arena of its own, and what comes of the one already there."""
    table: Table = judging.table
    face = table.top(stack)
    judging.clause(
        ITS_ARENA,
        table.why.location_matching_arena_only,
        arena in arenas_named(table, face),
        lambda: (("arena", arena or "none"), ("location", face.subtypes)),
        about=stack.id,
    )
    if judging.overriding:
        judging.clause("MAY_GO_TO_ARENA", table.why.location_built_then_put_face_up, ok=True, about=stack.id)
    old = standing_in(table, arena)
    if table.edition.types_by_arena.value and judging.worth_telling(COPY) and _has_copy(table, face, arena):
        judging.permit(COPY, table.why.location_multi_arena_one_copy_each, about=stack.id)
    if old is not None and arena in table.arenas:
        _check_replacing(judging, stack, old)


def _has_copy(table: Table, face: Face, arena: str) -> bool:
    """Whether a copy of a Location is in another arena than this one."""
    others = (each for each in table.stacks.values() if each.role == LOCATION and each.zone != arena)
    return any(table.top(each).title == face.title for each in others)


def _check_replacing(judging: Judging, new: Stack, old: Stack) -> None:
    """One that costs no less may replace it; for a cheaper one the difference has to be paid."""
    table: Table = judging.table
    why = table.why
    found, points = price(table, new, old), table.seats[judging.said.seat].points
    costs = (("new", str(found.mine)), ("in the arena", str(found.theirs)))
    if found.bare:
        judging.permit("NO_COST_IS_ZERO", why.location_no_printed_cost_is_zero, lambda: costs, about=new.id)
    if found.mine >= found.theirs:
        judging.permit("COSTS_NO_LESS", why.location_replace_cost_at_least, lambda: costs, about=new.id)
        return
    if found.reached:
        counters = (*costs, ("counters", str(new.counters)))
        judging.permit("COUNTERS_REACH_ITS_COST", why.location_replace_by_counters, lambda: counters, about=new.id)
        return
    judging.permit("COSTS_LESS", why.location_replace_with_cheaper, lambda: costs, about=new.id)
    if judging.overriding and found.due:
        judging.clause("POINTS_MAY_BE_SPENT", why.ready_build_roll_glossary, ok=True)
    by_counters = found.made_up and found.due <= points < found.theirs
    judging.clause(
        "BUILD_POINTS_SUFFICE",
        why.reading_price_of_replacing_a_dearer_location if by_counters else why.location_replace_with_cheaper,
        found.due <= points,
        lambda: (*costs, ("to be paid", str(found.due)), ("build points", str(points))),
    )


def perform(run: Run) -> None:
    """Turn it up and put it into its arena; the Location that was there is discarded."""
    acted(run)
    put(run, run.said)


def put(run: Run, said: PutLocation) -> None:
    """The facts of putting a Location as was said."""
    table: Table = run.table
    why = table.why
    stack = table.stacks[said.stack]
    arena = arena_meant(table, table.top(stack), said.arena)
    if said.unplaced:
        _leave_unplaced(run, stack)
        return
    old = standing_in(table, arena)
    facts: list[Any] = []
    shown = why.build_reveal_and_remove_counters
    if old is not None:
        found = price(table, stack, old)
        due = found.due
        shown = why.location_replace_with_cheaper if due else why.location_replace_cost_at_least
        shown = why.location_replace_by_counters if found.reached else shown
        if due:
            facts.append(
                f.BuildPointsSpent(
                    seat=said.seat,
                    amount=due,
                    rule=why.location_extra_build_points_when_replacing,
                    cause="replacing a Location",
                )
            )
        if run.non_event("two Locations in one arena", why.location_one_per_arena, f"{table.top(old).title} makes way"):
            rule = why.location_replaced_is_discarded
            facts.append(f.StackDiscarded(stack=old.id, rule=rule, cause=table.top(stack).title))
    card = stack.cards[0]
    up = f.CardTurnedUp(stack=stack.id, card=card, role=LOCATION, rule=shown, cause="put")
    put = f.LocationPut(stack=stack.id, arena=arena, rule=why.location_matching_arena_only, cause="put")
    bring(run, COMPLETION, stack, (up, *facts, put))


def _leave_unplaced(run: Run, stack: Stack) -> None:
    """It is completed and discarded, as it neither replaces another nor goes to an arena that has none."""
    why: Grounds = run.table.why
    shown = why.build_reveal_and_remove_counters
    run.happen(
        f.CardTurnedUp(stack=stack.id, card=stack.cards[0], role=LOCATION, rule=shown, cause="put"),
        f.StackDiscarded(stack=stack.id, rule=why.location_unplaced_is_discarded, cause="put into no arena"),
    )


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """Putting each Location that can be."""
    found: list[Form] = []
    for stack, face in to_build(table, seat):
        if "location" not in face.types:
            continue
        meant = table.arenas if ITS_ARENA in table.index.overrides else arenas_named(table, face)
        arenas = tuple(a for a in ("", *meant) if allowed(game, table, PutLocation(seat, stack.id, a)))
        if arenas:
            choices: tuple[tuple[str, Domain], ...] = (("arena", OneOf(arenas)),)
            found.append(Form("PutLocation", seat, (("stack", stack.id),), choices, f"put {face.title}"))
        if allowed(game, table, PutLocation(seat, stack.id, unplaced=True)):
            given = (("stack", stack.id), ("unplaced", True))
            found.append(Form("PutLocation", seat, given, (), f"put {face.title} into no arena"))
    return found
