"""Events that are only supposed: what they would set off if they came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.run import Run


def would_set_off(run: Run, facts: Sequence[Any]) -> list[Any]:
    """The triggers of facts that do not come about; neither their numbers nor the conditions they meet are kept."""
    table, supposed = run.table, tuple(facts)
    number, met = table.next_id, table.just_met
    found = [*run.game.notice(table, supposed, True), *run.game.notice(table, supposed, False)]
    table.next_id, table.just_met = number, met
    return found
