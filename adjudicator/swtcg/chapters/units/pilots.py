"""Pilots: onto a unit, from unit to unit, off it; what follows when the unit moves, leaves or changes hands.

A Pilot on a unit is a stack of role PILOT attached to its host; off it, a unit like any other. Sources:
rots.pilots.move-onto-unit, rots.pilots.move-between-units, rots.pilots.move-off-unit,
rots.pilots.one-move-per-build-step, crf.pilots.all-three-arenas, crf.pilots.move-to-unit-in-build-zone.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.chapters.building.step import acted, deployed_now, in_own_step, open_units
from adjudicator.swtcg.standing.boarding import (
    PILOTS_PER_UNIT,
    aboard,
    barred,
    kinds,
    matches_kind,
    normal_seats,
    seats_by_subtype,
    seats_for_pilots,
    words_of_text,
)
from adjudicator.swtcg.standing.overrides import kept_by_keyword
from adjudicator.swtcg.standing.traits import has_subtype
from adjudicator.swtcg.standing.type_line import arena_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import Board, Disembark
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import CHARACTER, EQUIPMENT, PILOT, UNIT, Stack, Table, build_zone, in_build_zone
from adjudicator.swtcg.words.face import Face

# --- clauses --------------------------------------------------------------------------------


def check_board(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of moving a Pilot onto a unit: whose, from where, to where, the kind of unit, its one move."""
    said: Board = judging.said
    table: Table = judging.table
    in_own_step(
        judging,
        frame,
        table.why.pilots_setup_in_character_arena if table.turn.phase == "setup" else table.why.turn_build_step_actions,
    )
    pilot = check_pilot(judging, said.pilot)
    if pilot is None:
        return
    judging.clause(
        "PILOT_CARRIES_NOBODY",
        lambda: table.why.pilots_not_a_unit_while_piloting,
        not aboard(table, pilot),
        lambda: (("pilot", table.title(said.pilot)),),
    )
    _check_one_move(judging, frame, pilot)
    if judging.worth_telling("DEPLOYED_IS_NO_MOVE") and deployed_now(table, pilot):
        judging.permit("DEPLOYED_IS_NO_MOVE", table.why.pilots_deploy_leaves_move, about=pilot.id)
    if judging.worth_telling("KEEPS_ITS_EQUIPMENT") and table.attached(pilot.id, EQUIPMENT):
        keeps = table.why.equipment_pilot_keeps_equipment
        judging.permit("KEEPS_ITS_EQUIPMENT", keeps, about=pilot.id)
    unit = table.stacks.get(said.unit)
    if check_is_unit(judging, said.unit, pilot) and unit is not None:
        check_fit(judging, pilot, unit, table.top(pilot))
        check_reach(judging, pilot, unit)
        if judging.overriding and in_build_zone(pilot) and not in_build_zone(unit):
            judging.clause("MAY_GO_TO_ARENA", table.why.pilots_move_off_unit_rulebook, ok=True, about=pilot.id)
    if judging.failed and judging.level and frame is not None and frame.seat == said.seat:
        judging.would_be_legal(
            *(f"onto {table.title(other)}" for other in open_units(judging.game, table, said.seat, Board, pilot))
        )


def check_is_unit(judging: Judging, number: int, pilot: Stack) -> bool:
    """Clauses that a Pilot goes onto a unit, and onto another one."""
    table: Table = judging.table
    unit = table.stacks.get(number)
    rides = unit is not None and unit.role == PILOT
    return judging.clause(
        "BOARDS_UNIT",
        table.why.pilots_not_a_unit_while_piloting if rides else table.why.cards_unit_definition,
        unit is not None and unit.role == UNIT,
        lambda: (("unit", table.title(number)),),
    ) and judging.clause(
        "BOARDS_ANOTHER_UNIT",
        table.why.pilots_keyword_definition,
        number not in (pilot.id, pilot.host),
        lambda: (("unit", table.title(number)),),
    )


def check_pilot(judging: Judging, number: int) -> Stack | None:
    """Clauses on the Pilot itself: a unit or on one, with the Pilot ability, one's own; None if it is no Pilot."""
    table: Table = judging.table
    pilot = table.stacks.get(number)
    evidence = lambda: (("pilot", table.title(number)),)
    standing = pilot is not None and pilot.role in (UNIT, PILOT) and table.known(pilot)
    able = standing and pilot is not None and bool(kinds(table.top(pilot)))
    if not judging.clause("HAS_PILOT_ABILITY", table.why.pilots_pilot_ability_summary, able, evidence, about=number):
        return None
    if pilot is None or not standing:
        return None
    mine = pilot.controller == judging.said.seat
    whose = lambda: (("pilot", table.title(number)), ("controller", pilot.controller))
    judging.clause("PILOT_IS_YOURS", lambda: _whose_rule(table, pilot, judging.said.seat), mine, whose)
    return pilot


def _whose_rule(table: Table, pilot: Stack, seat: str) -> str:
    """What says whose Pilot it is: one's own, one on a unit of the other player, one that the other has taken."""
    host = table.stacks.get(pilot.host)
    mine, rule = pilot.controller == seat, table.why.pilots_onto_own_units
    if host is not None and host.controller != pilot.controller:
        rule = (
            table.why.pilots_controller_may_move_from_opponents_unit_consolidated
            if mine
            else table.why.control_unit_and_pilot_controllers_differ
        )
    if not mine and table.taken_from(pilot) == seat:
        rule = cite(table, "idc.term.control.covers-whole-stack", "crf.control.controls-all-aspects", rule)
    return rule


def _check_one_move(judging: Judging, frame: BuildStepFrame | None, pilot: Stack) -> None:
    rule = judging.table.why.pilots_one_move_per_build_step
    if frame is None:
        judging.moot(("PILOT_NOT_YET_MOVED", rule))
        return
    judging.clause(
        "PILOT_NOT_YET_MOVED",
        rule,
        pilot.id not in frame.moved,
        lambda: (("moved in this step", judging.table.title(pilot.id)),),
        about=pilot.id,
    )


def check_fit(judging: Judging, pilot: Stack, unit: Stack, face: Face) -> bool:
    """Clauses on Pilot and unit: one's own, of the right kind, no Droid, with room."""
    table: Table = judging.table
    why = table.why
    mine = judging.clause(
        "UNIT_IS_YOURS",
        why.pilots_onto_own_units,
        unit.controller == judging.said.seat,
        lambda: (("unit", table.title(unit.id)), ("controller", unit.controller)),
    )
    fits = judging.clause(
        "PILOT_SUITS_UNIT",
        lambda: why.pilots_matching_subtype_only,
        matches_kind(table, face, unit),
        lambda: (("may pilot", " or ".join(kinds(face))), ("unit", table.top(unit).subtypes)),
        about=pilot.id,
    )
    no_droid = judging.clause(
        "UNIT_NO_DROID",
        lambda: (
            why.pilots_droid_pilot_not_on_droid
            if has_subtype(table, pilot, "Droid")
            else why.pilots_not_on_droid_units,
            kept_by_keyword(table, "UNIT_NO_DROID", unit.id),
        ),
        not has_subtype(table, unit, "Droid"),
        lambda: (("unit", table.top(unit).subtypes),),
        about=unit.id,
    )
    room = _check_room(judging, pilot, unit)
    return mine and fits and no_droid and room


def _check_room(judging: Judging, pilot: Stack, unit: Stack) -> bool:
    """Clauses on the room that a unit has for a Pilot, and on whether the Pilot may be aboard at all."""
    table: Table = judging.table
    others = [other for other in aboard(table, unit) if other.id != pilot.id]
    most = seats_for_pilots(table, unit, pilot)
    by = barred(table, pilot, unit)
    if by is not None:
        rule = table.why.abilities_cannot_beats_can if most > PILOTS_PER_UNIT else by.rule
        judging.clause("MAY_BE_PILOTED", rule, ok=False, evidence=lambda: (("by", by.source),))
    return judging.clause(
        "ROOM_FOR_PILOT",
        lambda: _room_rule(table, unit, most),
        len(others) < most,
        lambda: (("aboard", ", ".join(table.title(other.id) for other in others)), ("at most", str(most))),
        about=unit.id,
        permits=EXCEPTION if 0 < len(others) < most and table.edition.pilots_by_subtype.value else 0,
    )


def _room_rule(table: Table, unit: Stack, most: int) -> str:
    """What limits the Pilots of a unit: one each, or its subtypes; where its own text, or that of a Pilot on it, allows
    more, that this text is off now, or that it adds to the rule.
    """
    normal = normal_seats(table, unit)
    if most > normal and table.edition.pilots_by_subtype.value:
        return table.why.pilots_extra_pilot_adds_one
    if normal > PILOTS_PER_UNIT:
        if len(tuple(seats_by_subtype(table, unit))) > 1:
            return table.why.reading_pilot_number_under_two_lists
        return table.why.pilots_three_pilot_subtypes if normal == 3 else table.why.pilots_two_pilot_subtypes
    texts = (unit, *aboard(table, unit)) if in_build_zone(unit) else ()
    if any("extra pilots" in words_of_text(each, table) for each in texts):
        return table.why.pilots_extra_pilot_static_off_build_zone
    return table.why.pilots_one_per_unit


def check_reach(judging: Judging, pilot: Stack, unit: Stack) -> bool:
    """Clauses on places: from build zone, Character arena or a unit; to an arena, or to the build zone."""
    table: Table = judging.table
    evidence = lambda: (("pilot in", place(pilot.zone)), ("unit in", place(unit.zone)))
    if pilot.role == UNIT:
        rule = lambda: table.why.pilots_move_onto_unit
        if not judging.clause(
            "PILOT_MAY_SET_OUT", rule, in_build_zone(pilot) or pilot.zone == CHARACTER, evidence, about=pilot.id
        ):
            return False
    if in_build_zone(unit):
        point = table.edition.board_in_build_zone
        if pilot.role == PILOT:
            return judging.permit("UNIT_IN_REACH", table.why.pilots_move_between_units, evidence)
        return judging.clause("UNIT_IN_REACH", point.rule, point.value, evidence, about=unit.id, permits=EXCEPTION)
    if unit.zone == CHARACTER:
        point = table.edition.pilots_in_character
        return judging.clause("UNIT_IN_REACH", point.rule, point.value, evidence, about=unit.id, permits=EXCEPTION)
    return True


def check_disembark(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of moving a Pilot off its unit."""
    said: Disembark = judging.said
    table: Table = judging.table
    in_own_step(judging, frame, table.why.turn_build_step_list)
    pilot = table.stacks.get(said.pilot)
    if not judging.clause(
        "PILOT_ON_UNIT",
        table.why.pilots_move_off_unit_rulebook,
        pilot is not None and pilot.role == PILOT,
        lambda: (("pilot", table.title(said.pilot)),),
    ):
        return
    if pilot is not None and check_pilot(judging, said.pilot) is not None:
        _check_one_move(judging, frame, pilot)
        if judging.overriding and not said.retreated:
            judging.clause("MAY_GO_TO_CHARACTER", table.why.pilots_move_off_unit_rulebook, ok=True, about=pilot.id)
            if in_build_zone(pilot):
                judging.clause("MAY_GO_TO_ARENA", table.why.pilots_move_off_unit_rulebook, ok=True, about=pilot.id)


# --- first steps ----------------------------------------------------------------------------


def perform_board(run: Run) -> None:
    """The Pilot goes onto the unit; that was its move."""
    said: Board = run.said
    table: Table = run.table
    pilot, unit = table.stacks[said.pilot], table.stacks[said.unit]
    acted(run)
    run.goto("ask", moved=(*run.frame.moved, pilot.id))
    run.happen(f.Attached(stack=pilot.id, host=unit.id, role=PILOT, rule=_board_rule(table, pilot, unit), cause="move"))


def _board_rule(table: Table, pilot: Stack, unit: Stack) -> str:
    """What allows this move: between units, onto one in the build zone or the Character arena, or simply onto one."""
    host = table.stacks.get(pilot.host)
    if host is not None and host.controller != pilot.controller:
        return table.why.pilots_controller_may_move_from_opponents_unit
    if pilot.role == PILOT:
        return table.why.pilots_move_between_units
    if in_build_zone(unit):
        return table.edition.board_in_build_zone.rule
    if unit.zone == CHARACTER:
        return table.edition.pilots_in_character.rule
    return table.why.pilots_move_onto_unit


def _off_rule(table: Table, pilot: Stack, *, retreated: bool) -> str:
    """What allows a Pilot to come off: it goes to the build zone only from a unit, a tapped one to let that retreat."""
    why = table.why
    if not retreated:
        return why.pilots_move_off_unit_rulebook
    return why.pilots_tapped_pilot_off if pilot.tapped else why.pilots_off_to_build_zone


def off_to(table: Table, face: Face) -> str:
    """The arena that a Pilot comes off to: the Character arena, or that of its type if it is no Character."""
    return CHARACTER if CHARACTER in face.types else arena_of(table, face) or CHARACTER


def perform_disembark(run: Run) -> None:
    """The Pilot goes to the Character arena or its controller's build zone; the unit stays."""
    said: Disembark = run.said
    table: Table = run.table
    pilot = table.stacks[said.pilot]
    host = table.stacks[pilot.host]
    zone = build_zone(pilot.controller) if said.retreated else off_to(table, table.top(pilot))
    lent = host.controller != pilot.controller
    rule = table.why.pilots_move_off_unit if lent else _off_rule(table, pilot, retreated=said.retreated)
    acted(run)
    run.goto("ask", moved=(*run.frame.moved, pilot.id))
    run.happen(f.Detached(stack=pilot.id, zone=zone, role=UNIT, rule=rule, cause="move"))


# --- forms ----------------------------------------------------------------------------------


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """For each of the speaker's Pilots: the units it may board, and the ways off its unit."""
    found: list[Form] = []
    for pilot in table.stacks.values():
        if pilot.controller != seat or pilot.role not in (UNIT, PILOT) or not kinds(table.top(pilot)):
            continue
        open_to = open_units(game, table, seat, Board, pilot)
        if open_to:
            found.append(Form("Board", seat, (("pilot", pilot.id),), (("unit", OneOf(open_to)),), "move a Pilot"))
        if pilot.role == PILOT:
            ways = tuple(way for way in (False, True) if allowed(game, table, Disembark(seat, pilot.id, way)))
            if ways:
                found.append(
                    Form("Disembark", seat, (("pilot", pilot.id),), (("retreated", OneOf(ways)),), "move a Pilot off")
                )
    return found
