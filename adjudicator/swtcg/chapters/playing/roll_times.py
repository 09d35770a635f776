"""When something may be played in a chance to reroll that goes by stages (standing.roll_stages)."""

from __future__ import annotations

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.standing import roll_stages
from adjudicator.swtcg.table.frames import StagedPopFrame
from adjudicator.swtcg.table.grounds import Grounds

STAGES_FIRST = "STAGE_GOES_BEFORE_KIND"
"""That what is paid for is played before something static that is of a later stage."""


def check_stage(judging: Judging, playable: Playable, chance: StagedPopFrame) -> None:
    """Clause ITS_STAGE_OF_THE_ROLL: a stage is over before the next, and what is static before what is paid for."""
    why: Grounds = judging.table.why
    if playable.unread:
        return  # what is in words alone does not tell its stage
    mine = roll_stages.place_of(playable.do, playable.keyword)
    comes_now = chance.done <= mine <= chance.stage
    other = chance.stage if mine > chance.stage else max(chance.done - 1, 0)
    rule = why.chances_roll_stages
    if mine != other and roll_stages.same_stage(mine, other):
        rule = why.abilities_types_in_order
    elif playable.keyword == "lucky":
        rule = why.chances_stages_before_types
    judging.clause(
        "ITS_STAGE_OF_THE_ROLL",
        rule,
        comes_now,
        lambda: (("its stage", roll_stages.said(mine)), ("stage", roll_stages.said(chance.stage))),
        permits=TIMELY if chance.done else 0,
    )
    if comes_now and judging.worth_telling(STAGES_FIRST) and roll_stages.keeps_static_waiting(judging.table, mine):
        judging.permit(STAGES_FIRST, why.reading_order_of_reroll_effects)
    if not comes_now:
        early = mine > chance.stage
        judging.would_be_legal(
            f"once all have passed: {roll_stages.said(chance.stage)}" if early else "after another roll, at its stage"
        )
