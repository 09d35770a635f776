"""Overtime: what turns no longer bring once time is called in a tournament, and what works all the same.

A judge calls time (the fact `TimeCalled`); play goes on. Which of the gains of a turn are left out is ruled by
crf.organised-play.overtime-no-gains; an edition that does not hear it plays on as before.
"""

from __future__ import annotations

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.playing.untriggered import let_go
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Table, Trigger
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import AdjustRoll, May, Reroll


def in_overtime(table: Table) -> bool:
    """Whether time has been called, under an edition that has overtime."""
    return table.turn.overtime and table.edition.overtime.value


def leaves_out(run: Run, gain: str) -> bool:
    """Whether overtime leaves out a gain of the turn, which is told."""
    return in_overtime(run.table) and run.non_event(gain, run.table.edition.overtime.rule, "time has been called")


def skip_build_roll(run: Run) -> None:
    """What triggers on the build roll does so without one; what only rerolls or changes it has nothing to change."""
    run.happen(f.BuildRollSkipped(rule=run.table.edition.overtime.rule))
    changing = [each for each in run.pool if _changes_the_roll(each)]
    let_go(run, changing)
    for trigger in changing:
        run.non_event(
            f"a change of the roll by {trigger.scene.source}",
            run.table.why.organised_play_overtime_build_roll_triggers_work,
            "no build roll has been made",
        )


def _changes_the_roll(trigger: Trigger) -> bool:
    """Whether a trigger does nothing but reroll or change the roll that set it off."""
    does = [each for each in walk(trigger.do) if not isinstance(each, May)]
    return bool(does) and all(isinstance(each, Reroll | AdjustRoll) for each in does)


def check_ability(judging: Judging) -> None:
    """Clause WORKS_IN_OVERTIME of an ability that gives build points in the build step."""
    if in_overtime(judging.table):
        judging.permit("WORKS_IN_OVERTIME", judging.table.why.organised_play_overtime_build_step_abilities_work)
