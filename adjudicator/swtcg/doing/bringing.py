"""A unit is deployed or a card completed: at once, or where it can be disrupted, once the chance for that has passed.

The card is shown, and what is paid is paid, before anybody may disrupt it; disrupted it is discarded
(idc.chances.disrupted-completion-is-discarded).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.battle_cards import out_of_phase
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames_battle import BringFrame
from adjudicator.swtcg.table.table import Scene, Stack, Table
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Activated, Disrupt

DEPLOYMENT, COMPLETION = "deployment", "completion"
"""What of this can be disrupted, as an effect names it."""


def bring(run: Run, kind: str, stack: Stack, facts: Sequence[Any], *, paid: Sequence[Any] = ()) -> None:
    """Deploy a unit or complete a card with these facts."""
    table: Table = run.table
    if not _may_be_disrupted(table, kind):
        run.happen(*paid, *facts)
        return
    scene = Scene(controller=stack.controller, source=table.title(stack.id), stack=stack.id)
    run.push(BringFrame(kind=kind, scene=scene, events=tuple(facts)))
    rule = table.why.build_reveal_and_remove_counters
    run.happen(*paid, f.CardsRevealed(cards=stack.cards, rule=rule, cause=kind))


def _may_be_disrupted(table: Table, kind: str) -> bool:
    """Whether there is a chance for it: if somebody has an ability for it in play; in the battle phase, as Battle cards
    are played there, also if anybody has cards in hand.
    """
    chosen = table.edition.disrupts_bringing
    if not chosen.value or chosen.rule == table.suppressed:
        return False
    if not out_of_phase(table) and any(table.zones.get(f"hand:{seat}") for seat in table.order):
        return True
    chances = table.index.chances
    for seat in table.order:  # noqa: SIM110 - hardly anybody can, and any() with a generator costs as much as all else
        if (seat, "disrupt") in chances and _disrupts(table, seat, kind):
            return True
    return False


def _disrupts(table: Table, seat: str, kind: str) -> bool:
    """Whether a player has an ability in play that disrupts this."""
    return any(
        isinstance(instance.ability, Activated)
        and any(isinstance(each, Disrupt) and {kind, COMPLETION} & set(each.of) for each in walk(instance.ability.do))
        for stack in table.stacks.values()
        if stack.controller == seat
        for instance in table.index.by_stack.get(stack.id, ())
    )


def brought(run: Run, frame: BringFrame) -> None:
    """It takes place, unless it was disrupted or its card is gone."""
    run.pop()
    table: Table = run.table
    if frame.scene.stack not in table.stacks:
        return
    if not frame.disrupted:
        run.happen(*frame.events)
        return
    rule = table.why.chances_disrupted_completion
    run.happen(f.StackDiscarded(stack=frame.scene.stack, rule=rule, cause=frame.disrupted))
