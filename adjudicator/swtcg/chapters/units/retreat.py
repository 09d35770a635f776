"""The retreat steps: after both build steps, Dark and then Light tap units and move them to the build zone.

Sources: rots.retreat.dark-retreat-step, rots.retreat.tap-and-move, rots.pilots.retreat-both-untapped,
rots.pilots.retreat-pilot-alone. Effects retreat units without tapping and whether tapped or not
(crf.retreat.by-effect-ignores-tap); "can't retreat" is an effect on the clause RETREAT_ALLOWED and holds
for both (rots.cards.cant-beats-can).
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.standing.boarding import aboard
from adjudicator.swtcg.standing.moment import ask, pass_along
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.agreed import TO_BATTLE
from adjudicator.swtcg.table.declarations import Pass, Retreat
from adjudicator.swtcg.table.frames import RetreatStepFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import BUILDING, LOCATION, PILOT, UNIT, Stack, Table, build_zone
from adjudicator.swtcg.words.kinds import RETREAT_STEP


def _step_rule(table: Table, seat: str) -> str:
    """The rule on when a player retreats: the side that goes first before the other."""
    return table.why.retreat_dark_retreat_step if table.leads(seat) else table.why.retreat_light_retreat_step


def _start(run: Run, frame: RetreatStepFrame) -> None:
    rule = _step_rule(run.table, frame.seat)
    run.happen(f.StepBegan(step="retreat", seat=frame.seat, rule=rule), then="ask")


def _ask(run: Run, frame: RetreatStepFrame) -> None:
    """Ask until the player passes; the house passes for one that plainly has nothing to retreat or to play."""
    table: Table = run.table
    if not (table.strict or _could_retreat(table, frame.seat) or _could_play(table, frame.seat)):
        run.goto("end")
        return
    if run.table.shortcut[0] == TO_BATTLE:
        run.goto("end")
        pass_along(run, frame.seat)
        return
    ask(run, "retreat", (frame.seat,), run.table.why.retreat_any_number_untapped)


def _could_retreat(table: Table, seat: str) -> bool:
    """Whether a player has anything untapped in an arena (public information)."""
    return any(
        stack.controller == seat and stack.zone in table.arenas and stack.role in (UNIT, PILOT) and not stack.tapped
        for stack in table.stacks.values()
    )


def _could_play(table: Table, seat: str) -> bool:
    """Whether a player has something for the retreat step openly in play: never what may lie hidden."""
    return any(
        getattr(each.ability, "only", "") == RETREAT_STEP
        for stack in table.stacks.values()
        if stack.controller == seat and stack.role != BUILDING
        for each in table.index.by_stack.get(stack.id, ())
    )


def _end(run: Run, frame: RetreatStepFrame) -> None:
    why: Grounds = run.table.why
    run.goto("over")
    after = why.retreat_light_retreat_step if run.table.leads(frame.seat) else why.battle_three_steps
    run.happen(f.StepEnded(step="retreat", seat=frame.seat, rule=after))


def _over(run: Run, frame: RetreatStepFrame) -> None:
    run.pop()


def check(judging: Judging, frame: RetreatStepFrame | None) -> None:
    """Clauses of retreating a unit, or a Pilot without its unit."""
    said: Retreat = judging.said
    table: Table = judging.table
    if not judging.clause("RIGHT_MOMENT", _step_rule(table, said.seat), frame is not None):
        judging.would_be_legal(f"in {said.seat}'s retreat step")
    first = table.why.retreat_units_first
    if first and frame is not None and frame.played:
        judging.clause("NOTHING_PLAYED_YET", first, ok=False)
        judging.would_be_legal("before anything for the retreat step is played")
    stack = table.stacks.get(said.stack)
    if not _check_kind(judging, stack):
        return
    assert stack is not None
    judging.clause(
        "RETREATER_IS_YOURS",
        table.why.retreat_definition if table.taken_from(stack) else table.why.retreat_own_units,
        stack.controller == said.seat,
        lambda: (("unit", table.title(stack.id)), ("controller", stack.controller)),
        permits=EXCEPTION if table.taken_from(stack) else 0,
    )
    judging.clause(
        "RETREATER_IN_BATTLE",
        table.why.retreat_definition_rulebook,
        stack.zone in table.arenas,
        lambda: (("unit", table.title(stack.id)), ("zone", place(stack.zone))),
    )
    judging.clause(
        "RETREATER_UNTAPPED",
        table.why.retreat_tapped_units_cannot,
        not stack.tapped,
        lambda: (("unit", table.title(stack.id)), ("tapped", "yes" if stack.tapped else "no")),
        about=stack.id,
    )
    _check_pilots(judging, stack)
    judging.clause("RETREAT_ALLOWED", table.why.retreat_any_number_untapped, ok=True, about=stack.id)
    if judging.overriding:
        judging.clause("RETREATS_IN_ITS_STEP", table.why.retreat_any_number_untapped, ok=True, about=stack.id)
    if judging.failed and judging.level and frame is not None and frame.seat == said.seat:
        others = _may_retreat(judging.game, table, said.seat)
        judging.would_be_legal(*(f"retreat {table.title(other)}" for other in others), "pass")


def _check_pilots(judging: Judging, stack: Stack) -> None:
    """Clause ITS_PILOT_UNTAPPED: what is aboard goes along, and has to be untapped too."""
    table: Table = judging.table
    pilots = aboard(table, stack)
    if pilots:
        tapped = [pilot for pilot in pilots if pilot.tapped]
        judging.clause(
            "ITS_PILOT_UNTAPPED",
            table.why.pilots_retreat_tapped_pilot if tapped else table.why.pilots_retreat_both_untapped,
            not tapped,
            lambda: (("tapped", ", ".join(table.title(pilot.id) for pilot in tapped)),),
            about=stack.id,
        )


def _check_kind(judging: Judging, stack: Stack | None) -> bool:
    """A unit retreats; a Location never; a Pilot on a unit by the edition."""
    why: Grounds = judging.table.why
    evidence = lambda: (("what", judging.table.title(judging.said.stack)),)
    if stack is not None and stack.role == LOCATION:
        return judging.clause("RETREATS_UNIT", why.location_cannot_be_retreated, ok=False, evidence=evidence)
    if stack is not None and stack.role == PILOT:
        point = judging.table.edition.pilot_retreats_alone
        return judging.clause("PILOT_RETREATS_ALONE", point.rule, point.value, evidence)
    return judging.clause(
        "RETREATS_UNIT",
        why.retreat_definition_rulebook,
        stack is not None and stack.role == UNIT,
        evidence,
    )


def perform(run: Run) -> None:
    """Tap and move, as one event: the unit with its Pilots, or the Pilot alone while the unit stays."""
    table: Table = run.table
    stack = table.stacks[run.said.stack]
    zone = build_zone(stack.controller)
    run.closed()
    if stack.role == PILOT:
        point = table.edition.pilot_retreats_alone
        run.happen(
            f.Tapped(stacks=(stack.id,), rule=point.rule, cause="retreat"),
            f.Detached(stack=stack.id, zone=zone, role=UNIT, rule=point.rule, cause="retreat"),
            f.StackMoved(stack=stack.id, zone=zone, how="retreat", rule=point.rule, cause="retreat"),
        )
        return
    pilots = tuple(pilot.id for pilot in aboard(table, stack))
    rule = table.why.retreat_returns_face_up_to_build_zone
    if pilots:
        rule = table.why.pilots_stays_attached_build_zone
    elif len(stack.cards) > 1:
        rule = table.why.stacking_single_unit
    with_it = (f.Tapped(stacks=pilots, rule=table.why.pilots_retreat_both_untapped, cause="retreat"),) if pilots else ()
    run.happen(
        f.Tapped(stacks=(stack.id,), rule=table.why.retreat_tap_and_move, cause="retreat"),
        *with_it,
        f.StackMoved(stack=stack.id, zone=zone, how="retreat", rule=rule, cause="retreat"),
    )


def check_pass(judging: Judging, frame: RetreatStepFrame | None) -> None:
    """Being done is always open to the one whose step it is."""
    judging.clause("RIGHT_MOMENT", judging.table.why.retreat_any_number_untapped, frame is not None)


def perform_pass(run: Run) -> None:
    """Retreat no more."""
    run.closed()
    run.goto("end")


def _may_retreat(game: Any, table: Table, seat: str) -> tuple[int, ...]:
    """What a player may retreat now."""
    return tuple(
        stack.id
        for stack in table.stacks.values()
        if stack.controller == seat and stack.zone in table.arenas and allowed(game, table, Retreat(seat, stack.id))
    )


def forms(game: Any, table: Table, frame: RetreatStepFrame, seat: str) -> list[Form]:
    """What may retreat, and being done."""
    legal = _may_retreat(game, table, seat)
    found = [Form(Pass.__name__, seat, says="retreat no more")]
    if legal:
        found.append(Form(Retreat.__name__, seat, (), (("stack", OneOf(legal)),), "tap and retreat"))
    return found


STEPS = {RetreatStepFrame: {"start": _start, "ask": _ask, "end": _end, "over": _over}}
