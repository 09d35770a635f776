"""Events that are only supposed: what they would set off if they came about, and that it is not set off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.kernel.run import Run


def would_set_off(run: Run, facts: Sequence[Any]) -> list[Any]:
    """The triggers of facts that do not come about; neither their numbers nor the conditions they meet are kept."""
    table, supposed = run.table, tuple(facts)
    number, met = table.next_id, table.just_met
    found = [*run.game.notice(table, supposed, True), *run.game.notice(table, supposed, False)]
    table.next_id, table.just_met = number, met
    return found


def turn_down(run: Run, triggers: Iterable[Any], rule: str, because: str) -> None:
    """Note of each of these triggers that it is not set off; one that an audit sets off all the same waits."""
    for trigger in triggers:
        if not run.non_event(f"a trigger of {trigger.scene.source}", rule, because):
            run.pool.append(trigger)
