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
from adjudicator.swtcg.chapters.units.pilots import FOLLOWS
from adjudicator.swtcg.standing.boarding import aboard
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import Pass, Retreat
from adjudicator.swtcg.table.frames import RetreatStepFrame
from adjudicator.swtcg.table.table import LOCATION, PILOT, UNIT, Stack, Table, build_zone

FIRST_STEP, NEXT_STEP = "rots.retreat.dark-retreat-step", "rots.retreat.light-retreat-step"
MANY = "rots.retreat.any-number-untapped"
YOURS = "rots.retreat.definition"
TAPPED = "rots.retreat.tapped-units-cannot"
BOTH = "rots.pilots.retreat-both-untapped"


def _step_rule(table: Table, seat: str) -> str:
    """The rule on when a player retreats: the side that goes first before the other."""
    return FIRST_STEP if table.leads(seat) else NEXT_STEP


def _start(run: Run, frame: RetreatStepFrame) -> None:
    rule = _step_rule(run.table, frame.seat)
    run.happen(f.StepBegan(step="retreat", seat=frame.seat, rule=rule), then="ask")


def _ask(run: Run, frame: RetreatStepFrame) -> None:
    """Ask until the player passes; the house passes for one that plainly has nothing to retreat."""
    if not run.table.strict and not _could_retreat(run.table, frame.seat):
        run.goto("end")
        return
    ask(run, "retreat", (frame.seat,), MANY)


def _could_retreat(table: Table, seat: str) -> bool:
    """Whether a player has anything untapped in an arena (public information)."""
    return any(
        stack.controller == seat and stack.zone in table.arenas and stack.role in (UNIT, PILOT) and not stack.tapped
        for stack in table.stacks.values()
    )


def _end(run: Run, frame: RetreatStepFrame) -> None:
    run.goto("over")
    after = NEXT_STEP if run.table.leads(frame.seat) else "rots.battle.three-steps"
    run.happen(f.StepEnded(step="retreat", seat=frame.seat, rule=after))


def _over(run: Run, frame: RetreatStepFrame) -> None:
    run.pop()


def check(judging: Judging, frame: RetreatStepFrame | None) -> None:
    """Clauses of retreating a unit, or a Pilot without its unit."""
    said: Retreat = judging.said
    table: Table = judging.table
    if not judging.clause("RIGHT_MOMENT", _step_rule(table, said.seat), frame is not None):
        judging.would_be_legal(f"in {said.seat}'s retreat step")
    stack = table.stacks.get(said.stack)
    if not _check_kind(judging, stack):
        return
    assert stack is not None
    judging.clause(
        "RETREATER_IS_YOURS",
        cite(table, "crf.control.controls-all-aspects", YOURS) if table.taken_from(stack) else YOURS,
        stack.controller == said.seat,
        lambda: (("unit", table.title(stack.id)), ("controller", stack.controller)),
        permits=EXCEPTION if table.taken_from(stack) else 0,
    )
    judging.clause(
        "RETREATER_IN_BATTLE",
        "rots.retreat.definition",
        stack.zone in table.arenas,
        lambda: (("unit", table.title(stack.id)), ("zone", stack.zone)),
    )
    judging.clause(
        "RETREATER_UNTAPPED",
        cite(table, TAPPED),
        not stack.tapped,
        lambda: (("unit", table.title(stack.id)), ("tapped", "yes" if stack.tapped else "no")),
        about=stack.id,
    )
    _check_pilots(judging, stack)
    judging.clause("RETREAT_ALLOWED", MANY, ok=True, about=stack.id)
    if judging.overriding:
        judging.clause("RETREATS_IN_ITS_STEP", MANY, ok=True, about=stack.id)
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
            cite(table, BOTH),
            not tapped,
            lambda: (("tapped", ", ".join(table.title(pilot.id) for pilot in tapped)),),
            about=stack.id,
        )


def _check_kind(judging: Judging, stack: Stack | None) -> bool:
    """A unit retreats; a Location never; a Pilot on a unit by the edition."""
    evidence = lambda: (("what", judging.table.title(judging.said.stack)),)
    if stack is not None and stack.role == LOCATION:
        return judging.clause("RETREATS_UNIT", "rots.location.cannot-be-retreated", ok=False, evidence=evidence)
    if stack is not None and stack.role == PILOT:
        point = judging.table.edition.pilot_retreats_alone
        return judging.clause("PILOT_RETREATS_ALONE", point.rule, point.value, evidence)
    return judging.clause(
        "RETREATS_UNIT", "rots.retreat.definition", stack is not None and stack.role == UNIT, evidence
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
    rule = "rots.retreat.returns-face-up-to-build-zone"
    if pilots:
        rule = cite(table, "crf.pilots.stays-attached-build-zone", FOLLOWS)
    elif len(stack.cards) > 1:
        rule = "rots.stacking.single-unit"
    with_it = (f.Tapped(stacks=pilots, rule=cite(table, BOTH), cause="retreat"),) if pilots else ()
    run.happen(
        f.Tapped(stacks=(stack.id,), rule="rots.retreat.tap-and-move", cause="retreat"),
        *with_it,
        f.StackMoved(stack=stack.id, zone=zone, how="retreat", rule=rule, cause="retreat"),
    )


def check_pass(judging: Judging, frame: RetreatStepFrame | None) -> None:
    """Being done is always open to the one whose step it is."""
    judging.clause("RIGHT_MOMENT", MANY, frame is not None)


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
