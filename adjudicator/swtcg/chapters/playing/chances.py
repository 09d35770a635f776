"""Chances to play or pass (PoP): triggers first, then the players take turns, Dark before Light, until all pass.

Sources: rots.chances.triggers-first, rots.chances.dark-first-alternate-until-both-pass,
rots.chances.three-automatic-events. A chance of a special kind (reroll, prevention, disrupt) admits
only that kind of play; triggers that wait for it resolve before anyone may play.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.windows import Window, opened
from adjudicator.swtcg.chapters.playing import triggers
from adjudicator.swtcg.doing import saving
from adjudicator.swtcg.standing import moment
from adjudicator.swtcg.standing.moment import DISCARDED, LETHAL, OF_NO_EVENT, PREVENTION, REROLL
from adjudicator.swtcg.standing.roll_stages import in_time, next_place
from adjudicator.swtcg.table.declarations import Pass
from adjudicator.swtcg.table.frames import PopFrame, ResolveFrame, StagedPopFrame, TriggersFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.table.timetable import Step


def open_chance(run: Run, kind: str, rule: str, *, played: int = 0, then: str) -> None:
    """Hold a chance of a kind, opened by a rule, inside the procedure at work."""
    run.goto(then)
    if not run.applies(rule):
        return
    stages = run.table.edition.roll_stages
    if kind == REROLL and stages.value and run.applies(stages.rule):
        run.push(StagedPopFrame(kind=kind, rule=rule, played=played))
    else:
        run.push(PopFrame(kind=kind, rule=rule, played=played))


def hold_chance_of(run: Run, row: Step, *, then: str, kind: str = "general") -> None:
    """Hold the chance that opens at a step of a timetable, if one does there."""
    if row.chance:
        open_chance(run, kind, row.chance, then=then)
    else:
        run.goto(then)


def _start(run: Run, frame: PopFrame) -> None:
    """Triggers that wait for this kind of chance go first, then the first player is asked."""
    if isinstance(frame, StagedPopFrame) and frame.stage < 0:
        run.goto("start", stage=next_place(run.table, frame, run.pool))
        return
    if not _goes_first(run, frame):
        moment.put(run, opened(frame.kind, run.table.order, frame.rule))


def _goes_first(run: Run, frame: PopFrame) -> bool:
    """What waits for the chance resolves before anybody plays in it, and where damage is to be prevented what saves
    something from it after that; False if nothing is left.
    """
    if run.pool and _waits(run, kind := _waited_for(run, frame), frame):
        run.push(TriggersFrame(seat=run.table.order[0], chance=kind))
        return True
    return frame.kind == PREVENTION and saving.ask(run)


def _waits(run: Run, kind: str, frame: PopFrame) -> bool:
    """Whether a trigger waits for a kind of chance; in one that goes by stages, for those that have come."""
    if isinstance(frame, StagedPopFrame) and kind == REROLL:
        return bool(in_time(run.pool, frame.stage))
    return triggers.waiting(run, kind)


def _again(run: Run, frame: PopFrame) -> None:
    """After something was played: its triggers, then the next player is asked."""
    if _goes_first(run, frame):
        return
    seat = frame.spoken[0] if frame.spoken else run.table.order[0]
    moment.put(run, Window(frame.kind, run.table.order, (seat,), frame.rule))


def _waited_for(run: Run, frame: PopFrame) -> str:
    """For which chance triggers have to wait that resolve in this one; none (empty) for ordinary ones.

    Those resolve around a discard too, but not in the midst of another effect.
    """
    if frame.kind in (LETHAL, DISCARDED):
        return frame.kind if any(isinstance(below, ResolveFrame) for below in run.frames) else ""
    return "" if frame.kind in OF_NO_EVENT else frame.kind


def check_pass(judging: Judging, frame: object) -> None:
    """Passing is always open to the one who is asked."""
    judging.clause("RIGHT_MOMENT", judging.table.why.chances_glossary_definition, frame is not None)


def perform_pass(run: Run) -> None:
    """Pass in a chance."""
    moment.passed(run)


def forms(game: Any, table: Table, frame: PopFrame, seat: str) -> list[Form]:
    """Pass; what can be played is listed by the room `play`."""
    return [Form(Pass.__name__, seat, says="pass")]


STEPS = {each: {"start": _start, "again": _again} for each in (PopFrame, StagedPopFrame)}
