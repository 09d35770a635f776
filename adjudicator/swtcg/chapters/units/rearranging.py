"""Rearranging a stack: another of its cards comes to the top, in its player's build step.

Sources: rots.stacking.rearrange-in-build-phase, rots.stacking.rearrange-to-dearer-pays-difference,
rots.stacking.rearrange-to-cheaper-free, rots.pilots.rearranging-may-move-pilot,
ruling.top-card-of-another-type. The move of a Pilot that comes with it is not his one move of the step
(rulebooks point pilot-moved-twice-by-rearranging), unless the edition has falling off as a move.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.chapters.building.step import acted, in_own_step, in_step
from adjudicator.swtcg.chapters.units.falling import note_move
from adjudicator.swtcg.chapters.units.pilots import check_fit, check_is_unit, check_reach, off_to
from adjudicator.swtcg.standing.boarding import kinds, suits
from adjudicator.swtcg.standing.stacking import arena_after, by_a_list, may_lie_on_top, stacks
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Rearrange
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, UNIT, Stack, Table, build_zone
from adjudicator.swtcg.words.face import Face

STAY, TO_CHARACTER, TO_BUILD = 0, -1, -2
"""What `Rearrange.to` says of a Pilot besides the unit he goes to."""


def price(table: Table, stack: Stack, face: Face) -> int:
    """The build points it takes to bring a card to the top: the difference in build cost, if it is dearer."""
    return max(0, (face.cost or 0) - cost(table, stack))


def _dearer(table: Table, stack: Stack) -> str:
    """The rule by which a dearer card comes to the top for the difference."""
    why = table.why
    equipment = stack.role == EQUIPMENT
    return why.stacking_equipment_rearranged if equipment else why.stacking_rearrange_to_dearer_pays_difference


def check(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of rearranging: one's own stack, a card beneath, the points, and where a Pilot goes."""
    said: Rearrange = judging.said
    table: Table = judging.table
    rule = table.why.stacking_rearrange_in_build_phase_rulebook
    in_own_step(judging, frame, table.why.setup_no_rearranging if table.turn.phase == "setup" else rule)
    stack = table.stacks.get(said.stack)
    if not judging.clause(
        "REARRANGES_STACK",
        table.why.stacking_stack_glossary,
        stack is not None and stacks(table, stack) and len(stack.cards) > 1,
        lambda: (("what", table.title(said.stack)),),
    ):
        return
    assert stack is not None
    judging.clause(
        "STACK_IS_YOURS",
        table.why.stacking_rearrange_in_build_phase if table.taken_from(stack) == said.seat else rule,
        stack.controller == said.seat,
        lambda: (("stack", table.title(stack.id)), ("controller", stack.controller)),
        permits=EXCEPTION if table.taken_from(stack) else 0,
    )
    face = table.face(said.top) if said.top in table.cards else None
    if judging.overriding:
        judging.clause("STACKS_MAY_BE_REARRANGED", rule, ok=True)
    if not judging.clause(
        "CARD_BENEATH_TOP",
        rule,
        said.top in stack.cards[1:] and face is not None,
        lambda: (("card", face.title if face else f"#{said.top}"),),
    ):
        return
    assert face is not None
    if not may_lie_on_top(table, said.top, stack):
        under = lambda: (("card", face.title), ("lies beneath", table.top(stack).title))
        rule = table.why.stacking_list_beneath if by_a_list(table, face, stack) else table.why.cards_card_beats_rule
        judging.clause("MAY_LIE_ON_TOP", rule, ok=False, evidence=under)
    _check_price(judging, stack, face)
    check_arena(judging, stack, face, frame)
    _check_pilot(judging, stack, face, frame)


def _check_price(judging: Judging, stack: Stack, face: Face) -> None:
    table: Table = judging.table
    seat = table.seats.get(judging.said.seat)
    due, points = price(table, stack, face), seat.points if seat is not None else 0
    if due:
        if judging.overriding:
            judging.clause("POINTS_MAY_BE_SPENT", table.why.ready_build_roll_glossary, ok=True)
        judging.clause(
            "ENOUGH_POINTS",
            _dearer(table, stack),
            points >= due,
            lambda: (("needed", str(due)), ("build points", str(points))),
        )
    else:
        judging.clause(
            "COSTS_NOTHING",
            table.why.stacking_rearrange_to_cheaper_free,
            ok=True,
            evidence=lambda: (("card", face.title),),
        )


def _check_pilot(judging: Judging, stack: Stack, face: Face, frame: BuildStepFrame | None) -> None:
    """A Pilot may be moved, and must be if the new top card cannot pilot the unit it is on."""
    said: Rearrange = judging.said
    table: Table = judging.table
    why = table.why
    host = table.stacks.get(stack.host)
    if stack.role != PILOT or host is None:
        judging.clause(
            "MOVES_PILOT",
            why.pilots_rearranging_may_move_pilot,
            said.to == STAY,
            lambda: (("stack", table.title(stack.id)),),
        )
        return
    if said.to == STAY:
        if not check_suits_host(judging, stack, face):
            _name_where_to(judging, said, face)
        return
    check_its_move(judging, stack, frame)
    if said.to > 0:
        unit = table.stacks.get(said.to)
        if check_is_unit(judging, said.to, stack) and unit is not None:
            check_fit(judging, stack, unit, face)
            check_reach(judging, stack, unit)
            judging.permit(*_leaving(table, face, host))
    else:
        there = said.to in (TO_CHARACTER, TO_BUILD)
        code, rule = _leaving(table, face, host)
        where = rule if code == "PILOT_MAY_LEAVE" else why.pilots_where_it_falls_off_to
        judging.clause(code, where, there, permits=EXCEPTION)


def _name_where_to(judging: Judging, said: Rearrange, face: Face) -> None:
    """What would be legal for a card that does not suit the Pilot's unit: the Pilot goes off it."""
    if judging.level:
        plain = f"rearrange {judging.table.title(said.stack)}: {face.title} on top"
        ways = ((TO_CHARACTER, "to character arena"), (TO_BUILD, "to build zone"))
        legal = [
            where for to, where in ways if allowed(judging.game, judging.table, msgspec.structs.replace(said, to=to))
        ]
        judging.would_be_legal(*(f"{plain}, {where}" for where in legal))


def check_arena(judging: Judging, stack: Stack, face: Face, frame: BuildStepFrame | None) -> None:
    """Clause UNIT_NOT_YET_MOVED: where units move between arenas, a new top of another type is such a move."""
    table: Table = judging.table
    if table.edition.arena_moves.value and arena_after(table, stack, face) and frame is not None:
        moved = lambda: (("moved in this step", table.title(stack.id)),)
        once = table.why.stacking_top_of_other_type_once
        judging.clause("UNIT_NOT_YET_MOVED", once, stack.id not in frame.moved, moved, about=stack.id)


def check_falls_off(judging: Judging, pilot: Stack, face: Face) -> None:
    """Clauses of a Pilot that falls off as a card comes on its stack: it may or has to, and that is its move."""
    table: Table = judging.table
    check_its_move(judging, pilot, in_step(table))
    judging.permit(*_leaving(table, face, table.stacks[pilot.host]))


def check_its_move(judging: Judging, pilot: Stack, frame: BuildStepFrame | None) -> None:
    """Clause PILOT_NOT_YET_MOVED: where falling off is its move, it may not have had that in this step."""
    table: Table = judging.table
    if table.edition.pilots_fall_off.value and frame is not None:
        moved = lambda: (("moved in this step", table.title(pilot.id)),)
        once = pilot.id not in frame.moved
        judging.clause("PILOT_NOT_YET_MOVED", table.why.pilots_falling_off_is_its_move, once, moved, about=pilot.id)


def _leaving(table: Table, face: Face, host: Stack) -> tuple[str, str]:
    """The clause by which a Pilot leaves his unit as his stack is turned over: he may, or has to with this new top."""
    why = table.why
    if suits(table, face, host):
        return "PILOT_MAY_LEAVE", why.pilots_falls_off
    return "PILOT_HAS_TO_LEAVE", why.pilots_rearranging_may_move_pilot


def check_suits_host(judging: Judging, pilot: Stack, face: Face) -> bool:
    """The clause that a Pilot who stays on his unit can pilot it with another card on top."""
    table: Table = judging.table
    host = table.stacks[pilot.host]
    return judging.clause(
        "NEW_TOP_SUITS_UNIT",
        table.why.pilots_rearranging_may_move_pilot,
        suits(table, face, host),
        lambda: (("new top", face.title), ("unit", table.title(host.id))),
        about=pilot.id,
    )


def perform(run: Run) -> None:
    """Pay, turn the stack, and move the Pilot or the unit that has to move, as one event."""
    said: Rearrange = run.said
    table: Table = run.table
    why = table.why
    stack = table.stacks[said.stack]
    face = table.face(said.top)
    assert face is not None
    acted(run)
    due = price(table, stack, face)
    cards = (said.top, *(card for card in stack.cards if card != said.top))
    facts: list[Any] = []
    if due:
        facts.append(f.BuildPointsSpent(seat=said.seat, amount=due, rule=_dearer(table, stack), cause="rearranging"))
    facts.append(
        f.StackRearranged(
            stack=stack.id,
            cards=cards,
            rule=_dearer(table, stack) if due else why.stacking_rearrange_to_cheaper_free,
            cause="rearranging",
        )
    )
    facts.extend(_moves(table, stack, face, said.to))
    changes = table.edition.arena_moves.value and arena_after(table, stack, face)
    if changes or (said.to != STAY and table.edition.pilots_fall_off.value):
        note_move(run, stack)
    run.happen(*facts)


def _moves(table: Table, stack: Stack, face: Face, to: int) -> list[Any]:
    """Where the Pilot goes, or the unit whose new top card belongs in another arena."""
    if stack.role == PILOT:
        if to > 0:
            return [
                f.Attached(
                    stack=stack.id,
                    host=to,
                    role=PILOT,
                    rule=table.why.pilots_rearranging_may_move_pilot,
                    cause="rearranging",
                )
            ]
        if to == STAY:
            return []
        zone = off_to(table, face) if to == TO_CHARACTER else build_zone(stack.controller)
        return [
            f.Detached(
                stack=stack.id,
                zone=zone,
                role=UNIT,
                rule=table.why.pilots_rearranging_may_move_pilot,
                cause="rearranging",
            )
        ]
    arena = arena_after(table, stack, face)
    if not arena:
        return []
    rule = table.why.reading_top_card_of_another_type
    return [f.StackMoved(stack=stack.id, zone=arena, how="rearranged", rule=rule, cause="rearranging")]


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """For each card beneath a top: bringing it up, and for Pilots where they go."""
    found: list[Form] = []
    for stack in table.stacks.values():
        if stack.controller != seat or len(stack.cards) < 2 or not stacks(table, stack):
            continue
        for card in stack.cards[1:]:
            face = table.face(card)
            if face is None:
                continue
            ways = tuple(
                to for to in _ways(table, stack, face) if allowed(game, table, Rearrange(seat, stack.id, card, to))
            )
            if ways:
                given = (("stack", stack.id), ("top", card))
                found.append(Form("Rearrange", seat, given, (("to", OneOf(ways)),), f"bring up {face.title}"))
    return found


def _ways(table: Table, stack: Stack, face: Face) -> tuple[int, ...]:
    """The values of `to` that may be worth judging."""
    if stack.role != PILOT:
        return (STAY,)
    units = tuple(s.id for s in table.stacks.values() if s.role == UNIT and kinds(face))
    return (STAY, TO_CHARACTER, TO_BUILD, *units)


STEPS: dict[type, dict[str, Any]] = {}
