"""The standing checks, made after every event in their order until none does anything more."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel.run import Run
from adjudicator.swtcg import rest
from adjudicator.swtcg.chapters.battle import damage
from adjudicator.swtcg.chapters.building import left_behind
from adjudicator.swtcg.chapters.playing import triggers
from adjudicator.swtcg.chapters.turn import stars
from adjudicator.swtcg.chapters.units import contest, crew, face_down, falling, misfits, subordinates, unique
from adjudicator.swtcg.standing import durations

SETTLING: list[Callable[[Run], bool]] = [
    crew.follow_unit, left_behind.left_behind, durations.return_control, misfits.leave, falling.fall_off,
    stars.note_unknown, damage.discard_dead, unique.begin, contest.begin, crew.others_leave, crew.shed, durations.lose,
    durations.end_untapped, face_down.stay_out, subordinates.return_to_supply,
]  # fmt: skip
"""The standing checks, in order; each says whether it did something."""

ALWAYS: list[Callable[[Run], bool]] = [damage.discard_dead, durations.end_untapped]
"""Those that look at more than what stands where. `rest` says when the others would find nothing: a new check has to be
looked at there, or belongs here.
"""


def settle(run: Run) -> bool:
    """Make the standing checks; True if one did something."""
    triggers.note(run)
    checks = ALWAYS if run.suppressed is None and rest.at_rest(run.table) else SETTLING
    for check in checks:  # noqa: SIM110 - asked after every event, and any() with a generator costs as much as they do
        if check(run):
            return True
    return False
