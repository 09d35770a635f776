"""Events that are only supposed: what they would set off if they came about, and that it is not set off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.kernel.run import Run
from adjudicator.swtcg.table.frames import ResolveFrame
from adjudicator.swtcg.table.table import Scene
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Triggered


def would_set_off(run: Run, facts: Sequence[Any]) -> list[Any]:
    """The triggers of facts that do not come about; neither their numbers nor the conditions they meet are kept."""
    table, supposed = run.table, tuple(facts)
    number, met = table.next_id, table.just_met
    found = [*run.game.notice(table, supposed, True), *run.game.notice(table, supposed, False)]
    table.next_id, table.just_met = number, met
    return found


def ignore_text(run: Run, face: Face, kind: str, rule: str, because: str) -> None:
    """Turn down what a card's own text would set off as its player puts it into play; only an audit without the rule
    lets that be done.
    """
    set_off = next((each for each in face.abilities if isinstance(each, Triggered) and each.when.kind == kind), None)
    if set_off is not None and not run.non_event(f"abilities of {face.title}", rule, because):
        scene = Scene(controller=run.said.seat, source=face.title, stack=run.table.next_id)
        run.push(ResolveFrame(todo=set_off.do, scene=scene))


def turn_down(run: Run, triggers: Iterable[Any], rule: str, because: str) -> None:
    """Note of each of these triggers that it is not set off; one that an audit sets off all the same waits."""
    for trigger in triggers:
        if not run.non_event(f"a trigger of {trigger.scene.source}", rule, because):
            run.pool.append(trigger)
