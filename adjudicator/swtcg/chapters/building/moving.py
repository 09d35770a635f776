"""Moves between arenas: a unit of several types goes from its arena to that of another of its types, once a build step.

Sources: idc.build.one-arena-move-per-unit, idc.term.move.between-arenas, idc.location.multi-arena-cannot-move. A unit
that returns from the build zone comes from no arena, and one that is deployed only passes the build zone: neither is
such a move.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.building.deploy import check_into_arena
from adjudicator.swtcg.chapters.building.step import acted, deployed_now, in_own_step
from adjudicator.swtcg.standing.traits import prints_keyword, spells_out
from adjudicator.swtcg.standing.type_line import arenas_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Disembark, Move
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import LOCATION, PILOT, UNIT, Stack, Table
from adjudicator.swtcg.words.keywords import SWITCH
from adjudicator.swtcg.words.language import PILOT_TEXT

MOVED = "move"
"""How a stack goes that is moved from arena to arena (`facts.StackMoved.how`)."""


def check(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of moving to another arena: when, one's own unit in an arena, an arena of its types, its one move."""
    said: Move = judging.said
    table: Table = judging.table
    moves = table.edition.arena_moves
    setup = table.turn.phase == "setup" and moves.value
    in_own_step(judging, frame, table.why.setup_no_multi_arena_moves if setup else _time(table, said.stack))
    if not moves.value:
        judging.clause("UNITS_CHANGE_ARENAS", moves.rule, ok=False)
        return
    unit = _mover(judging)
    if unit is None:
        return
    _check_once(judging, frame, unit)
    face = table.top(unit)
    if judging.clause(
        "ARENA_IS_THE_UNITS",
        table.why.movement_between_arenas,
        said.arena in arenas_of(face),
        lambda: (("arena", said.arena), ("unit", f"{face.title}, {' and '.join(face.types)}")),
        about=unit.id,
    ):
        judging.clause(
            "UNIT_IS_ELSEWHERE",
            table.why.movement_between_arenas,
            unit.zone != said.arena,
            lambda: (("unit in", place(unit.zone)),),
        )
        check_into_arena(judging, unit, said.arena)


def _time(table: Table, number: int) -> str:
    """The rule on when units move: no Switch lets one do so in battle."""
    switched = table.turn.phase == "battle" and spells_out(table, number, SWITCH)
    return (switched and table.why.keywords_switch_no_arena_change) or table.why.turn_build_step_actions


def _mover(judging: Judging) -> Stack | None:
    """Clauses on what is moved: a unit of the speaker's that is in an arena; None if it is not."""
    table: Table = judging.table
    stack = table.stacks.get(judging.said.stack)
    if stack is not None and stack.role == LOCATION:
        judging.clause("LOCATION_STAYS", table.why.location_multi_arena_cannot_move, ok=False)
        return None
    if not judging.clause(
        "UNIT_IN_AN_ARENA",
        table.why.movement_between_arenas,
        stack is not None and stack.role == UNIT and stack.zone in table.arenas and table.known(stack),
        lambda: (("moved", table.title(judging.said.stack)), ("zone", place(stack.zone) if stack else "none")),
    ):
        _name_ways_off(judging, stack)
        return None
    assert stack is not None
    mine = stack.controller == judging.said.seat
    whose = lambda: (("unit", table.title(stack.id)), ("controller", stack.controller))
    return stack if judging.clause("UNIT_IS_YOURS", table.why.movement_one_arena_move_per_unit, mine, whose) else None


def _name_ways_off(judging: Judging, stack: Stack | None) -> None:
    """A Pilot on a unit is no unit in an arena: it moves by going off."""
    said: Move = judging.said
    if not judging.level or stack is None or stack.role != PILOT:
        return
    title = judging.table.title(stack.id)
    for retreated, how in ((False, ""), (True, ", retreated")):
        if allowed(judging.game, judging.table, Disembark(said.seat, stack.id, retreated)):
            judging.would_be_legal(f"disembark {title}{how}")


def _check_once(judging: Judging, frame: BuildStepFrame | None, unit: Stack) -> None:
    """Clause UNIT_NOT_YET_MOVED: not in this step; a Pilot's move onto or off a unit is the same one move."""
    table: Table = judging.table
    why = table.why
    pilot = prints_keyword(table.top(unit), PILOT_TEXT)
    rule = why.movement_one_per_build_step if pilot else why.movement_one_arena_move_per_unit
    if frame is None:
        judging.moot(("UNIT_NOT_YET_MOVED", rule))
        return
    moved = unit.id in frame.moved
    evidence = lambda: (("moved in this step", table.title(unit.id)),)
    judging.clause("UNIT_NOT_YET_MOVED", rule, not moved, evidence, about=unit.id)
    if not moved and deployed_now(table, unit):
        judging.permit("DEPLOYED_IS_NO_MOVE", why.movement_what_does_not_count, about=unit.id)


def perform(run: Run) -> None:
    """The unit goes to the other arena with all that is on it; that was its move."""
    said: Move = run.said
    acted(run)
    run.goto("ask", moved=(*run.frame.moved, said.stack))
    rule = run.table.why.movement_one_arena_move_per_unit
    run.happen(f.StackMoved(stack=said.stack, zone=said.arena, how=MOVED, rule=rule, cause="move"))


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """For each unit that may change arenas, where it may go."""
    found: list[Form] = []
    if not table.edition.arena_moves.value:
        return found
    for stack in table.stacks.values():
        if stack.role != UNIT or stack.controller != seat or stack.zone not in table.arenas:
            continue
        types = arenas_of(table.top(stack)) if table.known(stack) else ()
        open_to = tuple(each for each in types if len(types) > 1 and allowed(game, table, Move(seat, stack.id, each)))
        if open_to:
            given = (("stack", stack.id),)
            says = f"move {table.title(stack.id)} to another arena"
            found.append(Form("Move", seat, given, (("arena", OneOf(open_to)),), says))
    return found
