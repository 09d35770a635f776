"""The order in which triggers have come about, where an edition goes by it: those of one event before those of a later.

Among those of one event the players pick by turns (idc.triggers.resolve-in-order-of-occurrence,
idc.triggers.simultaneous-alternate), and what one of them sets off as it resolves joins them
(idc.triggers.trigger-from-trigger-waits). What the rules themselves have done as a build step starts has no such order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.table.frames import ResolveFrame, TriggersFrame
from adjudicator.swtcg.table.table import Scene, Trigger

MOMENT = "moment"
"""The number by which a trigger notes with which event it came about."""


def next_moment(run: Run) -> int:
    """The number of the event that has just set triggers off; 0 where the edition does not go by it."""
    chosen = run.table.edition.earlier_triggers_first
    if not chosen.value or not run.applies(chosen.rule):
        return 0
    return _joined(run) or 1 + max((moment_of(trigger) for trigger in run.pool), default=0)


def _joined(run: Run) -> int:
    """The number of the event whose triggers are being taken, which those join that one of them sets off; 0 if none
    are.
    """
    for below, above in reversed([*pairwise([*run.frames, None])]):
        if isinstance(below, TriggersFrame) and not below.chance:
            if not run.applies(run.table.why.triggers_chained_trigger_waits):
                return 0
            if isinstance(above, ResolveFrame) and (moment := above.scene.numbers.get(MOMENT, 0)):
                return moment
            return min((moment for each in run.pool if (moment := moment_of(each)) and not each.chance), default=0)
    return 0


def marked(scene: Scene, moment: int) -> Scene:
    """What a trigger is bound to, with the number of its event."""
    if not moment:
        return scene
    return msgspec.structs.replace(scene, numbers={**scene.numbers, MOMENT: moment})


def moment_of(trigger: Trigger) -> int:
    """The number of the event with which a trigger came about; 0 if nobody asks."""
    return trigger.scene.numbers.get(MOMENT, 0)


def earliest(triggers: Sequence[Trigger]) -> Sequence[Trigger]:
    """Of triggers those that came about first."""
    if any(trigger.duty for trigger in triggers):
        return triggers
    first = min(map(moment_of, triggers), default=0)
    return [trigger for trigger in triggers if moment_of(trigger) == first]


def by_turns(seat: str, named: Trigger, waiting: Iterable[Trigger]) -> bool:
    """Whether somebody else's triggers of the same event as the one that a player takes wait as well."""
    moment = moment_of(named)
    return bool(moment) and any(other.seat != seat and moment_of(other) == moment for other in waiting)


def is_over(resolved: Trigger, left: Iterable[Trigger]) -> bool:
    """Whether all triggers of the event of one that resolves have been taken, and those of a later event wait."""
    later = [moment_of(trigger) for trigger in left if not trigger.duty]
    return bool(later) and min(later) > moment_of(resolved)
