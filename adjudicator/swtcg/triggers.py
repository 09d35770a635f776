"""Triggered abilities: what sets them off, the pool they wait in, and the order they resolve in.

Sources: rots.triggers.after-triggering-event, rots.triggers.alternating-resolution,
crf.triggers.pool-certain, crf.triggers.all-conditions-true, crf.triggers.held-definition. A trigger
in the pool is certain to take effect; it waits while an effect, a reroll or a prevention chance
is going on (only procedures with `deals_triggers` let it in), except that triggers for such a
chance resolve in it (crf.triggers.held-exception-reroll, crf.triggers.held-exception-prevention).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.effects.abilities import Instance
from adjudicator.swtcg.effects.amounts import holds
from adjudicator.swtcg.effects.events import Match, matching
from adjudicator.swtcg.effects.index import scene_of
from adjudicator.swtcg.effects.language import Triggered
from adjudicator.swtcg.frames import ResolveFrame, TriggersFrame
from adjudicator.swtcg.moment import ask
from adjudicator.swtcg.table import DARK, Delayed, Scene, Table, Trigger, opponent

_replace = msgspec.structs.replace
POOLED = "crf.triggers.pool-certain"


def notice(table: Table, facts: tuple[Any, ...], before: bool) -> tuple[Trigger, ...]:  # noqa: FBT001
    """The triggers that an event sets off; events that look back are asked about before they are folded."""
    found: list[Trigger] = []
    for fact in facts:
        if type(fact).looks_back != before:
            continue
        for instance in table.index.listeners:
            found.extend(_set_off(table, fact, instance))
        for delayed in list(table.delayed.values()):
            for match in matching(table, fact, delayed.when, delayed.scene):
                found.append(_delayed(table, delayed, match))
                break
    return tuple(found)


def _delayed(table: Table, delayed: Delayed, match: Match) -> Trigger:
    """A delayed effect that has come due; one that waits for a single time is over by it (see `forget`)."""
    ends = 0 if delayed.repeats else delayed.id
    if ends:
        table.delayed.pop(ends)
    scene = _with(delayed.scene, match)
    return Trigger(_number(table), delayed.scene.controller, scene, delayed.do, rule=delayed.rule, ends=ends)


def forget(run: Run) -> None:
    """Record that delayed effects which have triggered are over."""
    over = tuple(trigger.ends for trigger in run.pool if trigger.ends)
    if over:
        run.pool[:] = [_replace(trigger, ends=0) if trigger.ends else trigger for trigger in run.pool]
        run.commit((f.ModifiersEnded(ids=over, rule=POOLED),))


def _number(table: Table) -> int:
    number = table.next_id
    table.next_id = number + 1
    return number


def _set_off(table: Table, fact: Any, instance: Instance) -> list[Trigger]:
    ability = instance.ability
    assert isinstance(ability, Triggered)
    stack = table.stacks.get(instance.stack)
    if stack is None:
        return []
    scene = scene_of(table, stack, instance)
    found: list[Trigger] = []
    for match in matching(table, fact, ability.when, scene):
        bound = _with(scene, match)
        if ability.condition is not None and not holds(table, ability.condition, bound):
            continue
        bound = _replace(bound, kind=ability.keyword)
        found.append(
            Trigger(
                _number(table), stack.controller, bound, ability.do, ability.may, ability.chance, rule=_rule(ability)
            )
        )
    return found


def _rule(ability: Triggered) -> str:
    if ability.keyword:
        return {"stun": "rots.keywords.stun", "bounty": "rots.keywords.bounty"}.get(ability.keyword, POOLED)
    return "rots.triggers.when-whenever-at"


def _with(scene: Scene, match: Match) -> Scene:
    return _replace(
        scene,
        bound={**scene.bound, **match.bound},
        numbers={**scene.numbers, **match.numbers},
        attack=match.attack or scene.attack,
    )


# --- resolving ------------------------------------------------------------------------------


def waiting(run: Run, chance: str) -> bool:
    """Whether a trigger for this kind of chance waits (empty: the ordinary ones)."""
    return any(trigger.chance == chance for trigger in run.pool)


def deal(run: Run, frame: Any) -> bool:
    """Begin with the waiting triggers that may resolve between the steps of a procedure."""
    if not waiting(run, ""):
        return False
    run.push(TriggersFrame(seat=DARK))
    return True


def _next(run: Run, frame: TriggersFrame) -> None:
    """Dark picks one of its triggers, then Light, and so on; a single one needs no picking."""
    mine = _of(run, frame.seat, frame.chance)
    if not mine:
        if _of(run, opponent(frame.seat), frame.chance):
            run.goto("start", seat=opponent(frame.seat))
        else:
            run.pop()
        return
    if len(mine) > 1 and not _alike(mine):
        ask(run, "triggers", (frame.seat,), "rots.triggers.alternating-resolution")
        return
    resolve(run, frame, mine[0])


def _alike(mine: list[Trigger]) -> bool:
    """Whether the order between these plainly does not matter because they are the same."""
    first = mine[0]
    return all(t.do == first.do and t.scene == first.scene and t.duty == first.duty for t in mine[1:])


def _of(run: Run, seat: str, chance: str) -> list[Trigger]:
    """A player's triggers that may be taken now; Retaliates come after all others
    (ruling.order-of-effects-at-the-end-of-an-attack).
    """
    mine = [t for t in run.pool if t.seat == seat and t.chance == chance]
    ordinary = any(t.scene.kind != "retaliate" and t.chance == chance for t in run.pool)
    if ordinary:
        return [t for t in mine if t.scene.kind != "retaliate"]
    retaliates = [t for t in run.pool if t.chance == chance]
    return [t for t in mine if retaliates and t.id == retaliates[0].id]


def resolve(run: Run, frame: TriggersFrame, trigger: Trigger) -> None:
    """Take a trigger out of the pool and let it take effect; the other player picks next."""
    run.pool.remove(trigger)
    first = run.game.dark_first(run.table) and _of(run, DARK, frame.chance)
    run.goto("start", seat=DARK if first else opponent(frame.seat))
    run.happen(f.Triggered(trigger=trigger, rule=trigger.rule, cause=trigger.scene.source))
    if not run.applies(trigger.rule):
        return
    if trigger.duty:
        run.game.duties[trigger.duty](run, trigger)
        return
    run.push(ResolveFrame(step="may" if trigger.may else "start", todo=trigger.do, scene=trigger.scene))


# --- the choice which comes next --------------------------------------------------------------


def check_resolve(judging: Judging, frame: TriggersFrame | None) -> None:
    """Clauses of picking a trigger: one's own, and one that waits for this moment."""
    if not judging.clause("RIGHT_MOMENT", "rots.triggers.alternating-resolution", frame is not None):
        return
    assert frame is not None
    pool = judging.table.agenda.pool
    judging.clause(
        "TRIGGER_IS_YOURS",
        "rots.triggers.alternating-resolution",
        any(t.id == judging.said.trigger and t.seat == frame.seat and t.chance == frame.chance for t in pool),
        lambda: (("waiting", ", ".join(f"{t.id} {t.scene.source or t.duty}" for t in pool if t.seat == frame.seat)),),
    )


def perform_resolve(run: Run) -> None:
    """The picked trigger takes effect."""
    run.closed()
    chosen = next(t for t in run.pool if t.id == run.said.trigger)
    resolve(run, run.frame, chosen)


def forms(game: Any, table: Table, frame: TriggersFrame, seat: str) -> list[Form]:
    """The speaker's waiting triggers."""
    waiting_ids = tuple(t.id for t in table.agenda.pool if t.seat == seat and t.chance == frame.chance)
    return [Form("ResolveNext", seat, (), (("trigger", OneOf(waiting_ids)),), "which takes effect next")]


STEPS = {TriggersFrame: {"start": _next}}
