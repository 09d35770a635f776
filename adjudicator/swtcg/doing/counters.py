"""Instructions of counters: place, remove and move damage counters, put other kinds of counters on things.

Counters merely placed are no damage (rots.damage.placed-counters-not-damage) and have no source
(crf.counters.placement-no-source).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.supposing import turn_down, would_set_off
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.binding import bound
from adjudicator.swtcg.standing.card_counters import mark_meant
from adjudicator.swtcg.standing.measures import own_mark
from adjudicator.swtcg.standing.scenes import rule_of
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import ResolveFrame
from adjudicator.swtcg.table.table import BUILDING, PILOT
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace


def _place(run: Run, frame: ResolveFrame, said: w.PlaceDamage) -> None:
    """Counters that are put on a unit are no damage, and nobody's unless the text says whose."""
    amount = amount_of(run.table, said.amount, frame.scene)
    source = 0
    mine = frame.scene.stack
    if mine and run.table.listening:
        why = "its text names no source"
        rule = run.table.why.counters_placement_no_source
        source = 0 if run.non_event("a source of the damage counters", rule, why) else mine
    found = select(run.table, said.on, frame.scene)
    every = run.table.why.pilots_every_pilot if len(found) > 1 and said.on.what == "pilot" and said.on.aboard else ""
    placed = tuple(
        f.DamageCountersPlaced(
            stack=number,
            amount=amount,
            source=source,
            rule=every or run.table.why.damage_counters_placed,
            cause=frame.scene.source,
        )
        for number in found
    )
    if amount > 0:
        if mine and run.table.why.triggers_put_counters_are_no_damage_by_the_opponent:
            _note_no_damage(run, placed, mine)
        run.happen(*placed)


def _note_no_damage(run: Run, placed: tuple[f.DamageCountersPlaced, ...], mine: int) -> None:
    """Note that what waits for damage by an opponent is not set off by counters that are put."""
    why = run.table.why
    found = would_set_off(run, [_replace(fact, source=mine, packet=1) for fact in placed])
    waiting = [trigger for trigger in found if trigger.rule == why.triggers_damaged_by_the_opponent]
    rule = why.triggers_put_counters_are_no_damage_by_the_opponent
    turn_down(run, waiting, rule, "the counters were put there")


def _remove(run: Run, frame: ResolveFrame, said: w.RemoveDamage) -> None:
    """Take counters off; how many went is bound for what follows."""
    table, scene = run.table, frame.scene
    removed = []
    for number in select(table, said.of, scene):
        there = table.stacks[number].damage
        amount = there if said.amount is None else min(there, max(0, amount_of(table, said.amount, scene)))
        amount = min(amount, max(0, there - said.all_but))
        if amount:
            rule = rule_of(table, scene)
            removed.append(f.DamageCountersRemoved(stack=number, amount=amount, rule=rule, cause=scene.source))
    removed.extend(_off_pilots(run, said, [fact.stack for fact in removed], scene.source))
    _note(run, said.into, sum(fact.amount for fact in removed))
    run.happen(*removed)


def _off_pilots(run: Run, said: w.RemoveDamage, units: list[int], cause: str) -> list[f.DamageCountersRemoved]:
    """What is taken off units is taken off no Pilot on them, where the edition's document says so; what an audit takes
    off all the same.
    """
    rule, table = run.table.why.counters_pilots_spared, run.table
    if not rule or said.of.what == "pilot":
        return []
    pilots = [pilot for unit in units for pilot in table.attached(unit, PILOT) if pilot.damage]
    what = "removal of damage counters from a Pilot"
    return [
        f.DamageCountersRemoved(stack=pilot.id, amount=pilot.damage, rule=rule, cause=cause)
        for pilot in pilots
        if not run.non_event(what, rule, "they are taken off its unit")
    ]


def _note(run: Run, name: str, number: int) -> None:
    """Bind a number in the effect at work."""
    frame: ResolveFrame = run.frames[-1]
    scene = _replace(frame.scene, numbers={**frame.scene.numbers, name: number})
    run.frames[-1] = _replace(frame, scene=scene)


def _move(run: Run, frame: ResolveFrame, said: w.MoveDamage) -> None:
    """Counters go from one thing to another as one event; that is no damage and can't be prevented."""
    table, scene = run.table, frame.scene
    sources, targets = select(table, said.of, scene), select(table, said.to, scene)
    if not sources or not targets or sources[0] == targets[0]:
        return
    there = table.stacks[sources[0]].damage
    amount = there if said.amount is None else min(there, max(0, amount_of(table, said.amount, scene)))
    if amount:
        rule, cause = rule_of(table, scene), scene.source
        run.happen(
            f.DamageCountersRemoved(stack=sources[0], amount=amount, rule=rule, cause=cause),
            f.DamageCountersPlaced(
                stack=targets[0], amount=amount, rule=run.table.why.damage_placed_counters_not_damage, cause=cause
            ),
        )


def _add_marks(run: Run, frame: ResolveFrame, said: w.AddMarks) -> None:
    """Counters of a kind of the card's own; how many were taken off is bound for what follows."""
    table, scene = run.table, frame.scene
    changed, gone, word = [], 0, own_mark(said.mark, scene.stack)
    for number in select(table, said.on, scene):
        mark = mark_meant(table.stacks[number], word)
        there = dict(table.stacks[number].marks).get(mark, 0)
        amount = -there if said.amount is None else max(-there, amount_of(table, said.amount, scene))
        if amount:
            rule = rule_of(table, scene)
            changed.append(f.MarksChanged(stack=number, mark=mark, amount=amount, rule=rule, cause=scene.source))
        gone -= min(0, amount)
    _note(run, said.into, gone)
    run.happen(*changed)


def _add_counters(run: Run, frame: ResolveFrame, said: w.AddCounters) -> None:
    """Build counters on what lies face down, or off it; how many went off is bound for what follows."""
    table, scene = run.table, frame.scene
    numbers = bound(table, said.on.bound, scene) if said.on.bound else select(table, said.on, scene)
    facts, gone = [], 0
    for number in numbers:
        stack = table.stacks.get(number)
        if stack is None or stack.role != BUILDING:
            continue
        amount = -stack.counters if said.amount is None else amount_of(table, said.amount, scene)
        gone += min(stack.counters, max(0, -amount))
        own = table.why.build_counters_by_effect if amount > 0 else table.why.build_counters_taken_off
        if -amount > stack.counters:
            own = table.why.counters_as_many_as_there_are
        rule = own or rule_of(table, scene)
        facts.append(f.BuildCountersAdded(stack=number, amount=amount, rule=rule, cause=scene.source))
    _note(run, said.into, gone)
    run.happen(*facts)


INSTRUCTIONS: dict[type, Any] = {
    w.PlaceDamage: _place,
    w.RemoveDamage: _remove,
    w.MoveDamage: _move,
    w.AddMarks: _add_marks,
    w.AddCounters: _add_counters,
}

STEPS: dict[str, Any] = {}
