"""The start of a build step: one pool of the turn's draw, Upkeep, earned bounties and other triggers.

The player takes his or her own in any order (crf.build.start-triggers-any-order,
crf.build.start-other-triggers-pooled), the players take turns, Dark first
(ruling.start-of-build-step-triggers-of-the-other-player); all of it once a turn, however many build steps an
effect gives (crf.build.start-triggers-once-per-turn).
"""

from __future__ import annotations

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.building.upkeep import due
from adjudicator.swtcg.chapters.turn.overtime import leaves_out
from adjudicator.swtcg.doing.steps import skipped
from adjudicator.swtcg.standing import drawing, durations
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import BuildStepFrame, DrawFrame
from adjudicator.swtcg.table.table import Scene, Table, Trigger

BEGINS = {True: "rots.turn.both-act-dark-first", False: "rots.turn.light-builds"}
DRAWS = {True: "rots.turn.dark-draws", False: "rots.turn.light-draws"}
"""By whether a player's side goes first, the rules by which the step begins and its draw is made."""


def started(table: Table, seat: str) -> bool:
    """Whether a player's build step has already started once this turn."""
    return f"build step:{seat}" in table.used


def steps_over(table: Table, seat: str) -> int:
    """How many build steps a player has had this turn."""
    return sum(key.startswith(f"build step:{seat}") for key in table.used)


def once(table: Table) -> str:
    """The rule by which the start of a build step comes once a turn."""
    return table.why.build_start_triggers_once_per_turn


def begin(run: Run, frame: BuildStepFrame) -> None:
    """The step begins, and what comes due then goes into the pool."""
    table: Table = run.table
    seat = frame.seat
    again = started(table, seat)
    if not again or not run.non_event("the draw and other events of the step's start", once(table), "once a turn"):
        if not leaves_out(run, drawing.draw_by(seat)) and not skipped(run, "draw", seat):
            run.pool.extend(_draw(table, seat))
        run.pool.extend(due(run, seat))
    run.goto("ask")
    run.happen(f.StepBegan(step="build", seat=seat, rule=BEGINS[table.leads(seat)]))
    durations.end_at_build_step(run, seat)


def _draw(table: Table, seat: str) -> list[Trigger]:
    """The turn's draw, as one of the events of this moment (the edition says by which rule)."""
    chosen = table.edition.draw_in_pool
    rule = DRAWS[table.leads(seat)] if table.leads(seat) or chosen.value else chosen.rule
    number = table.new_id()
    return [Trigger(number, seat, Scene(controller=seat, source="draw"), duty="draw", rule=rule)]


def check_order(judging: Judging, mine: tuple[Trigger, ...]) -> None:
    """Clause ANY_ORDER of picking among a player's own of these: draw, Upkeep, bounties and others in any order."""
    chosen = next((trigger for trigger in mine if trigger.id == judging.said.trigger), None)
    if chosen is not None and any(trigger.duty for trigger in mine):
        vain = chosen.duty == "draw" and not drawing.deck(judging.table, chosen.seat)
        special = _departing(judging.table, chosen, mine)
        rule = ("" if special else any_order(judging.table), special)
        judging.clause("ANY_ORDER", rule, ok=True, about=chosen.scene.stack, permits=0 if vain else TIMELY)


def _departing(table: Table, chosen: Trigger, mine: tuple[Trigger, ...]) -> str:
    """What lets this one come first beside what is said of all: of two Upkeeps, Upkeep and bounty, other triggers."""
    others = [trigger for trigger in mine if trigger.id != chosen.id]
    why = table.why
    if chosen.duty == "upkeep" and any(_same_unit(chosen, trigger) for trigger in others):
        return why.keywords_upkeep_order_may_starve
    if chosen.duty == "upkeep" and any(trigger.scene.kind == "bounty" for trigger in others):
        return why.keywords_upkeep_before_bounty
    if not chosen.duty and chosen.scene.kind != "bounty":
        return why.build_start_other_triggers_pooled
    return ""


def any_order(table: Table) -> str:
    """The rule by which a player deals with what comes due as his or her build step starts in any order."""
    return table.why.build_start_triggers_any_order


def _same_unit(chosen: Trigger, other: Trigger) -> bool:
    """Whether both are Upkeep of one unit."""
    return other.duty == "upkeep" and other.scene.stack == chosen.scene.stack


def counted(table: Table, seat: str) -> tuple[f.UseCounted, ...]:
    """The fact that a build step has been, so that nothing of its start comes due again this turn."""
    number = steps_over(table, seat)
    key = f"build step:{seat}:{number + 1}" if number else f"build step:{seat}"
    return (f.UseCounted(key=key, scope="turn", rule=once(table), cause="build step"),)


def draw(run: Run, trigger: Trigger) -> None:
    """The duty "draw": one card (rots.turn.draw-at-start-of-own-build-step)."""
    rule = run.table.why.turn_draw_at_start_of_own_build_step
    run.push(DrawFrame(seat=trigger.seat, count=1, rule=rule))


DUTIES = {"draw": draw}
