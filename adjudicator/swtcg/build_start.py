"""The start of a build step: one pool of the turn's draw, Upkeep, earned bounties and other triggers.

The player takes his or her own in any order (crf.build.start-triggers-any-order,
crf.build.start-other-triggers-pooled), the players take turns, Dark first
(ruling.start-of-build-step-triggers-of-the-other-player); all of it once a turn, however many build steps an
effect gives (crf.build.start-triggers-once-per-turn).
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.frames import BuildStepFrame, DrawFrame
from adjudicator.swtcg.table import DARK, Scene, Table, Trigger
from adjudicator.swtcg.upkeep import due
from adjudicator.swtcg.values import edition

ONCE = "crf.build.start-triggers-once-per-turn"
BEGINS = {"dark": "rots.turn.build-step-actions", "light": "rots.turn.light-builds"}
DRAWS = {"dark": "rots.turn.dark-draws", "light": "rots.turn.light-draws"}


def started(table: Table, seat: str) -> bool:
    """Whether a player's build step has already started once this turn."""
    return f"build step:{seat}" in table.used


def begin(run: Run, frame: BuildStepFrame) -> None:
    """The step begins, and what comes due then goes into the pool."""
    table: Table = run.table
    seat = frame.seat
    again = started(table, seat)
    if not again or not run.non_event("the draw and other events of the step's start", ONCE, "once a turn"):
        run.pool.extend(_draw(table, seat))
        run.pool.extend(due(run, seat))
    run.goto("counted")
    run.happen(f.StepBegan(step="build", seat=seat, rule=BEGINS[seat]))


def _draw(table: Table, seat: str) -> list[Trigger]:
    """The turn's draw, as one of the events of this moment (the edition says by which rule)."""
    chosen = edition(table).draw_in_pool
    rule = DRAWS[seat] if seat == DARK or chosen.value else chosen.rule
    number = table.next_id
    table.next_id = number + 1
    return [Trigger(number, seat, Scene(controller=seat, source="draw"), duty="draw", rule=rule)]


def count_start(run: Run, frame: BuildStepFrame) -> None:
    """All of that has happened; it does not happen again this turn."""
    run.goto("ask")
    if not started(run.table, frame.seat):
        run.happen(f.UseCounted(key=f"build step:{frame.seat}", scope="turn", rule=ONCE, cause="build step"))


def draw(run: Run, trigger: Trigger) -> None:
    """The duty "draw": one card (rots.turn.draw-at-start-of-own-build-step)."""
    run.push(DrawFrame(seat=trigger.seat, count=1))


DUTIES = {"draw": draw}
